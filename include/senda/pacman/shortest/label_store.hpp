// SPDX-License-Identifier: MIT
// Games under way in the searches: where, how much energy, what is remembered, who beats whom.
#pragma once

#include <senda/pacman/shortest/prepared_map.hpp>
#include <senda/pacman/shortest/ng_memory.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace senda::pacman::detail {

/// No limit on the moves.
inline constexpr std::uint32_t any_moves = far_away;

/// One who has just entered a cell.
struct label {
    energy left;
    energy eaten;     // the value of the food that he remembers
    energy exploded;  // the force of the bombs that he remembers
    place at;
    std::uint32_t parent;
    std::uint32_t moves;
    std::uint32_t first;  // where the one-time cells that he remembers are listed
    std::uint32_t count;
    std::uint8_t recent;  // the last moves, as the search counts them
    bool beaten;          // whether another made him useless
};

/// The labels of a search, and in each cell those that none beats.
class label_store {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// For routes with at most so many moves; if any number will do, labels do not count them.
    label_store(const ground& g, const relaxed_memory& memory, std::uint32_t most_moves)
        : ground_(&g),
          memory_(&memory),
          most_moves_(most_moves),
          labels_(g.control().budget()),
          remembered_(g.control().budget()) {
        const std::uint64_t bytes =
            std::uint64_t{g.map().bound()} * sizeof(senda::detail::buffer<entry>);
        if (!g.control().budget().take(bytes)) return;  // as the first label will tell
        held_ = bytes;
        at_.reserve(g.map().bound());
        for (place p = 0; p < g.map().bound(); ++p) at_.emplace_back(g.control().budget());
    }
    label_store(const label_store&) = delete;
    label_store& operator=(const label_store&) = delete;
    ~label_store() { ground_->control().budget().give(held_); }

    [[nodiscard]] const label& operator[](std::uint32_t id) const noexcept { return labels_[id]; }
    [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }
    /// How much work was done: labels made and compared.
    [[nodiscard]] std::uint64_t work() const noexcept { return work_; }

    /// The label before the first move; `none` if out of memory.
    std::uint32_t add_first() {
        if (at_.empty()) return out_of_memory();
        return push(
            {ground_->map().start_energy(), 0, 0, ground_->map().start(), none, 0, 0, 0, 0, false});
    }

    /// What is left to one who goes on to a cell beside his.
    [[nodiscard]] energy left_at(std::uint32_t from, place to) const noexcept {
        const ground_cell& cell = (*ground_)[to];
        const bool gone = cell.number != no_number && remembers(labels_[from], cell.number);
        return labels_[from].left - cell.toll + (gone ? 0 : cell.gift);
    }

    /// One who goes on to a cell and has `left` there; `none` if `is_hopeful(label, numbers)` says
    /// no, if another beats him, or if out of memory.
    template <class IsHopeful>
    std::uint32_t add(std::uint32_t from, place to, energy left, std::uint8_t recent,
                      const IsHopeful& is_hopeful) {
        label made{left, 0, 0, to, from, 0, 0, 0, recent, false};
        if (most_moves_ != any_moves) made.moves = labels_[from].moves + 1;
        if (!remember(made)) return out_of_memory();
        const entry glance = entry_of(made, static_cast<std::uint32_t>(labels_.size()));
        if (!is_hopeful(made, list_of(made)) || is_beaten(made, glance)) {
            remembered_.truncate(made.first);
            return none;
        }
        const std::uint32_t id = push(made);
        if (id != none && !list(made, glance)) return out_of_memory();
        return id;
    }

    /// One who enters the goal.
    std::uint32_t add_last(std::uint32_t from, place to, energy left) {
        return push({left, 0, 0, to, from, labels_[from].moves + 1, 0, 0, 0, false});
    }

    /// The way of a label.
    [[nodiscard]] plan plan_of(std::uint32_t id) const {
        plan p{{}, labels_[id].left};
        for (; id != none; id = labels_[id].parent) p.cells.push_back(labels_[id].at);
        std::reverse(p.cells.begin(), p.cells.end());
        return p;
    }

private:
    // What is needed to see at a glance that one does not beat another.
    struct entry {
        energy left;
        std::uint64_t eaten;     // a bit for each food remembered, or for several
        std::uint64_t exploded;  // and for bombs
        std::uint32_t moves;
        std::uint32_t id;
    };

    [[nodiscard]] entry entry_of(const label& l, std::uint32_t id) const noexcept {
        entry e{l.left, 0, 0, l.moves, id};
        for (const std::uint32_t number : list_of(l))
            (is_bomb(number) ? e.exploded : e.eaten) |= std::uint64_t{1} << (number & 63U);
        return e;
    }

    [[nodiscard]] bool is_bomb(std::uint32_t number) const noexcept {
        return (*ground_)[ground_->place_of(number)].gift < 0;
    }

    /// Whether `a` may beat `b`: each food that only `a` remembers and each bomb that only `b`
    /// remembers counts at least 1.
    [[nodiscard]] static bool may_beat(const entry& a, const entry& b) noexcept {
        return a.left - b.left >=
               std::popcount(a.eaten & ~b.eaten) + std::popcount(b.exploded & ~a.exploded);
    }

    /// Whether one of those who came at most 4 moves before beats a label; of long ago hardly any
    /// do.
    [[nodiscard]] bool is_beaten(const label& made, const entry& glance) {
        work_ += 4;
        const senda::detail::buffer<entry>& others = at_[made.at];
        const entry* other = std::partition_point(
            others.begin(), others.end(), [&](const entry& e) { return e.moves + 4 < made.moves; });
        for (; other != others.end(); ++other) {
            if (other->left < made.left) {
                if (other->moves == made.moves) break;
                continue;
            }
            ++work_;
            if (may_beat(*other, glance) && beats(labels_[other->id], made)) return true;
        }
        return false;
    }

    /// Lists a label, and no more those that it beats; false if out of memory.
    bool list(const label& made, const entry& glance) {
        senda::detail::buffer<entry>& others = at_[made.at];
        entry* const here = std::partition_point(others.begin(), others.end(), [&](const entry& e) {
            return e.moves < made.moves || e.left > made.left;
        });
        entry* const kept = std::remove_if(here, others.end(), [&](const entry& e) {
            const bool beaten = may_beat(glance, e) && beats(made, labels_[e.id]);
            if (beaten) labels_[e.id].beaten = true;
            return beaten;
        });
        const auto rank = here - others.begin();
        others.truncate(static_cast<std::size_t>(kept - others.begin()));
        if (!others.push(glance)) return false;
        std::rotate(others.begin() + rank, others.end() - 1, others.end());
        return true;
    }

    [[nodiscard]] std::span<const std::uint32_t> list_of(const label& l) const noexcept {
        return {remembered_.data() + l.first, l.count};
    }

    [[nodiscard]] bool remembers(const label& l, std::uint32_t number) const noexcept {
        const auto list = list_of(l);
        return std::binary_search(list.begin(), list.end(), number);
    }

    std::uint32_t out_of_memory() const {
        ground_->control().end(status::memory_limit);
        return none;
    }

    std::uint32_t push(const label& made) {
        if (labels_.size() >= none || !labels_.push(made)) return out_of_memory();
        return static_cast<std::uint32_t>(labels_.size() - 1);
    }

    /// Whether one with so many moves behind him can still come to a one-time cell.
    [[nodiscard]] bool may_return(place at, std::uint32_t moves, std::uint32_t number) const {
        if (most_moves_ == any_moves) return true;
        const place to = ground_->place_of(number);
        return moves + ground_->return_moves(at, to) + (*ground_)[to].to_goal <= most_moves_;
    }

    bool remember(label& made) {
        if (remembered_.size() >= none - ground_->map().bound()) return false;
        made.first = static_cast<std::uint32_t>(remembered_.size());
        const label& from = labels_[made.parent];
        const std::uint32_t here = (*ground_)[made.at].number;
        bool listed = here == no_number;
        for (std::uint32_t i = from.first; i != from.first + from.count; ++i) {
            const std::uint32_t known = remembered_[i];
            if (!listed && known >= here) {
                listed = true;
                if (!keep(made, here)) return false;
            }
            if (known != here && memory_->holds(made.at, known) && !keep(made, known)) return false;
        }
        if (!listed && !keep(made, here)) return false;
        made.count = static_cast<std::uint32_t>(remembered_.size()) - made.first;
        return true;
    }

    bool keep(label& made, std::uint32_t number) {
        if (!may_return(made.at, made.moves, number)) return true;
        const energy gift = (*ground_)[ground_->place_of(number)].gift;
        (gift < 0 ? made.exploded : made.eaten) += gift < 0 ? -gift : gift;
        return remembered_.push(number);
    }

    // Of two in a cell, `a` makes `b` useless if he has made no more moves and has as much energy,
    // even if `b` ate all food that only `a` has eaten, and `a` had to enter all bombs that only
    // `b` has set off: whatever way `b` goes, `a` can follow it, and never has less than `b`.
    [[nodiscard]] bool beats(const label& a, const label& b) const noexcept {
        energy spare = a.left - b.left;
        if (spare < 0) return false;
        if (spare >= a.eaten + b.exploded) return true;
        const auto mine = list_of(a);
        const auto others = list_of(b);
        auto m = mine.begin();
        auto o = others.begin();
        while (m != mine.end() || o != others.end()) {
            const bool only_mine = o == others.end() || (m != mine.end() && *m < *o);
            const bool both = !only_mine && m != mine.end() && *m == *o;
            if (both) {
                ++m, ++o;
                continue;
            }
            const std::uint32_t number = only_mine ? *m++ : *o++;
            const energy gift = (*ground_)[ground_->place_of(number)].gift;
            if (only_mine != (gift > 0)) continue;
            if (a.moves != b.moves && only_mine && !may_return(b.at, b.moves, number)) continue;
            spare -= only_mine ? gift : -gift;
            if (spare < 0) return false;
        }
        return true;
    }

    const ground* ground_;
    const relaxed_memory* memory_;
    std::uint32_t most_moves_;
    std::uint64_t work_ = 0;
    std::uint64_t held_ = 0;  // the bytes of `at_` itself
    senda::detail::buffer<label> labels_;
    senda::detail::buffer<std::uint32_t> remembered_;
    std::vector<senda::detail::buffer<entry>> at_;  // by moves, and those with more energy first
};

}  // namespace senda::pacman::detail
