// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/answer.hpp>
#include <rush_hour/engine/line_tables.hpp>
#include <rush_hour/engine/move_tables.hpp>
#include <rush_hour/engine/packed_position.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

namespace senda::rush_hour::detail {

/// A set of numbers below 2^32 - 1: open addressing with linear probing, four bytes a slot.
class closed_list {
public:
    /// The slots of a set, by value: a loop that inserts can keep it in registers.
    struct slots {
        std::uint32_t* data;
        std::size_t mask;
        unsigned shift;

        /// Adds a number; whether it was new. There must be an empty slot.
        SENDA_ALWAYS_INLINE bool insert(std::uint32_t number) const noexcept {
            const std::uint32_t kept = number + 1;  // 0 is an empty slot
            std::size_t i = home(number, shift);
            while (data[i] != kept && data[i] != 0) [[unlikely]]
                i = (i + 1) & mask;
            const bool fresh = data[i] == 0;
            data[i] = kept;
            return fresh;
        }
    };

    explicit closed_list(memory_budget& budget) noexcept : slots_(budget) {}

    /// Makes the set empty and small again; false if there is no room even for that.
    [[nodiscard]] bool reset() { return clear(smallest); }

    /// Makes the set empty and larger; false, and nothing changes, if there is no room.
    [[nodiscard]] bool grow() {
        if (clear(bits_ + 2) || clear(bits_ + 1)) return true;
        most_ = slots_.size() - slots_.size() / 16;
        return false;
    }

    /// Whether a number is in the set, which is no index yet.
    [[nodiscard]] bool contains(std::uint32_t number) const noexcept {
        std::size_t i = home(number, 32 - bits_);
        while (slots_[i] != 0 && slots_[i] != number + 1) i = (i + 1) & (slots_.size() - 1);
        return slots_[i] != 0;
    }

    /// How many numbers may be in it: half of the slots, or nearly all if it could not grow.
    [[nodiscard]] std::size_t room() const noexcept { return most_; }
    [[nodiscard]] slots view() noexcept { return {slots_.data(), slots_.size() - 1, 32 - bits_}; }
    void release() noexcept { slots_.release(); }

    /// Turns the set of the `count` numbers `number(i)` into a table from which `find` gives `i`.
    template <class Number>
    void make_index(std::size_t count, Number&& number) {
        clear(bits_);
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t at = home(number(i), 32 - bits_);
            while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = static_cast<std::uint32_t>(i + 1);
        }
    }
    /// The index of a number; 2^32 - 1 if it has none.
    template <class Number>
    [[nodiscard]] std::uint32_t find(std::uint32_t wanted, Number&& number) const {
        std::size_t at = home(wanted, 32 - bits_);
        while (slots_[at] != 0 && number(slots_[at] - 1) != wanted)
            at = (at + 1) & (slots_.size() - 1);
        return slots_[at] - 1;
    }

private:
    static constexpr unsigned smallest = 13;

    [[nodiscard]] static std::size_t home(std::uint32_t number, unsigned shift) noexcept {
        return number * 0x9e3779b1U >> shift;
    }

    bool clear(unsigned bits) {
        if (bits > 31) return false;
        const std::size_t count = std::size_t{1} << bits;
        if (count <= slots_.capacity()) {
            slots_.set_size(count);
            std::memset(slots_.data(), 0, count * sizeof(std::uint32_t));
        } else {
            senda::buffer<std::uint32_t> larger(slots_.budget());
            if (!larger.assign_zeros(count)) return false;
            slots_ = std::move(larger);
        }
        bits_ = bits;
        most_ = count / 2;
        return true;
    }

    senda::buffer<std::uint32_t> slots_;
    unsigned bits_ = smallest;
    std::size_t most_ = 0;
};

/// A position that a search met: its number, and the index of its parent.
struct search_node {
    position place;
    std::uint32_t number;
    std::uint32_t parent;
};

/// When a search ends: if the table of the third row shows one of these arrangements.
struct goal_test {
    const std::uint8_t* table = line_tables[0].slides.data();
    std::uint8_t wanted = 0;

    [[nodiscard]] SENDA_ALWAYS_INLINE bool operator()(const position& p) const noexcept {
        return (table[p.rows >> (exit_row * line_bits) & line_mask] & wanted) != 0;
    }
};

/// Breadth-first search from some positions, in memory that the next search uses again.
class breadth_first_search {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// Draws on a budget, which must outlive it.
    explicit breadth_first_search(memory_budget& budget) noexcept
        : nodes_(budget), closed_(budget), level_ends_(budget) {}

    /// Begins anew, without any position yet; false if there is no room.
    [[nodiscard]] bool restart(const car_park& park, metric count) {
        moves_.assign(park, count);
        return restart();
    }
    /// The same in the car park of the last search.
    [[nodiscard]] bool restart() {
        nodes_.clear();
        level_ends_.clear();
        next_ = 0;
        found_ = none;
        room_ = 0;
        return nodes_.reserve(most_moves + 1) && closed_.reset();
    }

    /// Adds a position to begin with; false if there is no room.
    [[nodiscard]] bool add(const position& p, std::uint32_t number) {
        if (nodes_.size() > room_ && !make_room()) return false;
        if (!closed_.view().insert(number)) return true;
        return nodes_.push(search_node{{p.rows & position_mask, p.columns}, number, none});
    }

    /// Goes on until a goal is met (`found`), everything is (`exhausted`), `most_levels` were
    /// expanded (`cost_limit`), or another limit is reached.
    [[nodiscard]] senda::status run(
        senda::search_control& control, goal_test goal = {},
        std::size_t most_levels = std::numeric_limits<std::size_t>::max()) {
        while (control.running()) {
            if (next_ == level_end()) {
                if (next_ == nodes_.size()) return status::exhausted;
                if (level_ends_.size() >= most_levels) return status::cost_limit;
                if (!level_ends_.push(static_cast<std::uint32_t>(nodes_.size())))
                    return status::memory_limit;
            }
            const std::uint64_t most = control.request_expansions(level_end() - next_);
            const std::size_t before = next_;
            const bool had_room = expand(static_cast<std::size_t>(most), goal);
            control.count_expanded(next_ - before);
            if (found_ != none) return status::found;
            if (!had_room) return status::memory_limit;
        }
        return control.status();
    }

    /// How many positions were met; they are numbered in that order.
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    [[nodiscard]] const search_node& operator[](std::size_t i) const noexcept { return nodes_[i]; }
    [[nodiscard]] const search_node* begin() const noexcept { return nodes_.begin(); }
    [[nodiscard]] const search_node* end() const noexcept { return nodes_.end(); }
    /// The node that ended the search.
    [[nodiscard]] std::uint32_t found() const noexcept { return found_; }
    /// The positions expanded last are so many moves from the first.
    [[nodiscard]] std::uint32_t depth() const noexcept {
        return static_cast<std::uint32_t>(level_ends_.empty() ? 0 : level_ends_.size() - 1);
    }
    /// The `i`-th position without the mark of the move that led to it.
    [[nodiscard]] position place(std::size_t i) const noexcept {
        return {nodes_[i].place.rows & position_mask, nodes_[i].place.columns};
    }

    /// Where each level ends among the nodes.
    [[nodiscard]] const senda::buffer<std::uint32_t>& level_ends() const noexcept {
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

    /// Whether the position with that number was met; not after `make_index`.
    [[nodiscard]] bool has_met(std::uint32_t number) const noexcept {
        return closed_.contains(number);
    }

    /// Gets ready for `find`; the search cannot go on from there.
    void make_index() {
        closed_.make_index(nodes_.size(), [&](std::size_t i) { return nodes_[i].number; });
    }
    /// The index of the position with that number; `none` if it was not met.
    [[nodiscard]] std::uint32_t find(std::uint32_t number) const {
        return closed_.find(number, [&](std::size_t i) { return nodes_[i].number; });
    }
    /// Calls `visit(i)` with the index of each position that one move leads to.
    template <class Visit>
    void for_each_neighbour(std::size_t i, Visit&& visit) const {
        const search_node& p = nodes_[i];
        moves_.for_each(moves_.moves(p.place), p.place,
                        [&](const placement& to, const placement& from) {
                            visit(std::size_t{find(p.number - from.number + to.number)});
                        });
    }

    /// Gives all memory back.
    void release() noexcept {
        nodes_.release();
        closed_.release();
        level_ends_.release();
    }

private:
    static constexpr std::size_t most_moves = line_count * (most_arrangements - 1);

    [[nodiscard]] std::size_t level_end() const noexcept {
        return level_ends_.empty() ? 0 : level_ends_[level_ends_.size() - 1];
    }

    /// Expands the next positions, up to one that leads to a goal; false if there is no room.
    bool expand(std::size_t most, const goal_test goal) {
        closed_list::slots closed = closed_.view();
        for (; most != 0 && found_ == none; --most, ++next_) {
            if (nodes_.size() > room_) [[unlikely]] {
                if (!make_room()) return false;
                closed = closed_.view();
            }
            expand_next(closed, goal);
        }
        return true;
    }

    // Each successor is written behind the nodes, which grow over it if it is new: no branch on
    // that.
    SENDA_ALWAYS_INLINE void expand_next(closed_list::slots closed, goal_test goal) {
        const search_node p = nodes_[next_];
        const auto parent = static_cast<std::uint32_t>(next_);
        search_node* const nodes = nodes_.data();
        std::size_t size = nodes_.size();
        moves_.for_each(moves_.untried_moves(p.place), p.place,
                        [&](const placement& to, const placement& from) {
                            const position place = move_tables::after(p.place, to, from);
                            const std::uint32_t number = p.number - from.number + to.number;
                            nodes[size] = {place, number, parent};
                            const bool fresh = closed.insert(number);
                            if (goal(place) && fresh && found_ == none) [[unlikely]]
                                found_ = static_cast<std::uint32_t>(size);
                            size += fresh ? 1 : 0;
                        });
        nodes_.set_size(size);
    }

    /// Makes room for the moves of one more position; false if there is none.
    [[nodiscard]] SENDA_COLD bool make_room() {
        const std::size_t needed = nodes_.size() + most_moves;
        if (needed > nodes_.capacity() && !nodes_.grow()) return false;
        if (needed > closed_.room() && closed_.grow())
            for (const search_node& p : nodes_) (void)closed_.view().insert(p.number);
        const std::size_t fit = std::min(nodes_.capacity(), closed_.room());
        if (needed > fit) return false;
        room_ = fit - most_moves;
        return true;
    }

    move_tables moves_;
    senda::buffer<search_node> nodes_;
    closed_list closed_;
    senda::buffer<std::uint32_t> level_ends_;
    std::size_t room_ = 0;  // the most nodes with which one more can be expanded
    std::size_t next_ = 0;  // the next node to expand
    std::uint32_t found_ = none;
};

/// Retrograde analysis: `all` meets what can be reached from the start, and `distances` searches
/// from the solved positions among it; slides can be taken back, so its levels are the distances to
/// them. `exhausted` if all is known; `cost_limit` if there are more than `most` positions.
[[nodiscard]] inline senda::status find_distances(
    const car_park& park, senda::search_control& control, breadth_first_search& all,
    breadth_first_search& distances, std::size_t most = std::numeric_limits<std::size_t>::max()) {
    const bool has_room =
        all.restart(park, metric::slide) && all.add(park.start(), park.number_of(park.start()));
    if (!distances.restart(park, metric::slide) || !has_room) return status::memory_limit;
    // One level at a time, to see early that there are too many.
    senda::status ended = status::cost_limit;
    while (ended == status::cost_limit && all.size() <= most)
        ended = all.run(control, {}, all.level_ends().size() + 1);
    if (all.size() > most) return status::cost_limit;
    if (ended != status::exhausted) return ended;
    for (const search_node& n : all)
        if (park.is_solved(n.place) && !distances.add(n.place, n.number))
            return status::memory_limit;
    return distances.run(control);
}

}  // namespace senda::rush_hour::detail
