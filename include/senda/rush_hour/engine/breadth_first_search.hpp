// SPDX-License-Identifier: MIT
// The engine: breadth-first search over the positions of a car park.
#pragma once

#include <senda/rush_hour/answer.hpp>
#include <senda/rush_hour/engine/closed_list.hpp>
#include <senda/rush_hour/engine/line_tables.hpp>
#include <senda/rush_hour/engine/move_tables.hpp>
#include <senda/rush_hour/engine/packed_position.hpp>
#include <senda/search/control.hpp>
#include <senda/search/status.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace senda::rush_hour::detail {

/// A position that a flood met: its number, and where in the list the one before it stands.
struct met_position {
    position place;
    std::uint32_t number;
    std::uint32_t parent;
};

/// When a flood ends: if the table of the third row shows one of these arrangements.
struct flood_goal {
    const std::uint8_t* table = line_tables[0].slides.data();
    std::uint8_t wanted = 0;

    [[nodiscard, gnu::always_inline]] bool operator()(const position& p) const noexcept {
        return (table[p.rows >> (exit_row * line_bits) & line_mask] & wanted) != 0;
    }
};

/// Everything that can be reached from some positions, level by level, in memory that is used again
/// from flood to flood.
class flood {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// Draws on a budget, which must outlive it.
    explicit flood(memory_budget& budget) noexcept
        : list_(budget), known_(budget), level_ends_(budget) {}

    /// Begins anew, without any position yet; false if there is no room.
    [[nodiscard]] bool restart(const car_park& park, metric count) {
        moves_.assign(park, count);
        list_.clear();
        level_ends_.clear();
        next_ = 0;
        found_ = none;
        room_ = 0;
        return list_.reserve(most_moves + 1) && known_.reset();
    }

    /// Adds a position to begin with; false if there is no room.
    [[nodiscard]] bool add(const position& p, std::uint32_t number) {
        if (list_.size() > room_ && !make_room()) return false;
        if (!known_.view().insert(number)) return true;
        return list_.push(met_position{{p.rows & position_mask, p.columns}, number, none});
    }

    /// Goes on until a goal is met (`found`), everything is (`exhausted`), `most_levels` were
    /// expanded (`cost_limit`), or another limit is reached.
    [[nodiscard]] senda::status run(
        senda::detail::search_control& control, flood_goal goal = {},
        std::size_t most_levels = std::numeric_limits<std::size_t>::max()) {
        while (control.running()) {
            if (next_ == level_end()) {
                if (next_ == list_.size()) return status::exhausted;
                if (level_ends_.size() >= most_levels) return status::cost_limit;
                if (!level_ends_.push(static_cast<std::uint32_t>(list_.size())))
                    return status::memory_limit;
            }
            const std::uint64_t most = control.may_expand_many(level_end() - next_);
            const std::size_t before = next_;
            const bool had_room = expand(static_cast<std::size_t>(most), goal);
            control.count_expanded(next_ - before);
            if (found_ != none) return status::found;
            if (!had_room) return status::memory_limit;
        }
        return control.status();
    }

    /// How many positions were met; they are numbered in that order.
    [[nodiscard]] std::size_t size() const noexcept { return list_.size(); }
    [[nodiscard]] const met_position& operator[](std::size_t i) const noexcept { return list_[i]; }
    /// The position that ended the flood.
    [[nodiscard]] std::uint32_t found() const noexcept { return found_; }
    /// The positions expanded last are so many moves from the first.
    [[nodiscard]] std::uint32_t depth() const noexcept {
        return static_cast<std::uint32_t>(level_ends_.empty() ? 0 : level_ends_.size() - 1);
    }
    /// The `i`-th position without the mark of the move that led to it.
    [[nodiscard]] position place(std::size_t i) const noexcept {
        return {list_[i].place.rows & position_mask, list_[i].place.columns};
    }

    /// Where each level ends in the list.
    [[nodiscard]] const senda::detail::buffer<std::uint32_t>& level_ends() const noexcept {
        return level_ends_;
    }
    /// Where a level begins.
    [[nodiscard]] std::size_t level_begin(std::size_t level) const noexcept {
        return level == 0 ? 0 : level_ends_[level - 1];
    }
    /// The level of the `i`-th position.
    [[nodiscard]] std::uint32_t depth_of(std::size_t i) const noexcept {
        const auto* after = std::upper_bound(level_ends_.begin(), level_ends_.end(), i);
        return static_cast<std::uint32_t>(after - level_ends_.begin());
    }

    /// Gets ready for `find`; the flood cannot go on from there.
    void make_index() {
        known_.make_index(list_.size(), [&](std::size_t i) { return list_[i].number; });
    }
    /// Where the position with that number stands in the list; `none` if it is not there.
    [[nodiscard]] std::uint32_t find(std::uint32_t number) const {
        return known_.find(number, [&](std::size_t i) { return list_[i].number; });
    }
    /// Calls `visit(i)` with the place in the list of each position that one move leads to.
    template <class Visit>
    void for_each_neighbour(std::size_t i, Visit&& visit) const {
        const met_position& p = list_[i];
        moves_.for_each(moves_.moves(p.place), p.place,
                        [&](const placement& to, const placement& from) {
                            visit(std::size_t{find(p.number - from.number + to.number)});
                        });
    }

    /// Gives all memory back.
    void release() noexcept {
        list_.release();
        known_.release();
        level_ends_.release();
    }

private:
    static constexpr std::size_t most_moves = line_count * (most_arrangements - 1);

    [[nodiscard]] std::size_t level_end() const noexcept {
        return level_ends_.empty() ? 0 : level_ends_[level_ends_.size() - 1];
    }

    /// Expands the next positions, up to one that leads to a goal; false if there is no room.
    bool expand(std::size_t most, const flood_goal goal) {
        number_set::slots known = known_.view();
        for (; most != 0 && found_ == none; --most, ++next_) {
            if (list_.size() > room_) [[unlikely]] {
                if (!make_room()) return false;
                known = known_.view();
            }
            expand_next(known, goal);
        }
        return true;
    }

    // Each position that a move leads to is written behind the list, which then grows over it if it
    // is new: whether it is, a processor guesses wrong too often.
    [[gnu::always_inline]] void expand_next(const number_set::slots known, const flood_goal goal) {
        const met_position p = list_[next_];
        const auto parent = static_cast<std::uint32_t>(next_);
        met_position* const list = list_.data();
        std::size_t size = list_.size();
        moves_.for_each(moves_.untried_moves(p.place), p.place,
                        [&](const placement& to, const placement& from) {
                            const position place = move_tables::after(p.place, to, from);
                            const std::uint32_t number = p.number - from.number + to.number;
                            list[size] = {place, number, parent};
                            const bool fresh = known.insert(number);
                            if (goal(place) && fresh && found_ == none) [[unlikely]]
                                found_ = static_cast<std::uint32_t>(size);
                            size += fresh ? 1 : 0;
                        });
        list_.set_size(size);
    }

    /// Makes room for the moves of one more position; false if there is none.
    [[nodiscard, gnu::noinline, gnu::cold]] bool make_room() {
        const std::size_t needed = list_.size() + most_moves;
        if (needed > list_.capacity() && !list_.grow()) return false;
        if (needed > known_.room() && known_.grow())
            for (const met_position& p : list_) (void)known_.view().insert(p.number);
        const std::size_t fit = std::min(list_.capacity(), known_.room());
        if (needed > fit) return false;
        room_ = fit - most_moves;
        return true;
    }

    move_tables moves_;
    senda::detail::buffer<met_position> list_;
    number_set known_;
    senda::detail::buffer<std::uint32_t> level_ends_;
    std::size_t room_ = 0;  // so many positions may be in the list when one is expanded
    std::size_t next_ = 0;  // the next position to expand
    std::uint32_t found_ = none;
};

}  // namespace senda::rush_hour::detail
