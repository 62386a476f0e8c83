// SPDX-License-Identifier: MIT
// Beginnings of routes, for maps on which not every order of the food is survived.
#pragma once

#include <senda/pacman/board.hpp>
#include <senda/pacman/rules.hpp>
#include <senda/storage/owned_bytes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// How good a route is, or could be at best: more energy, then fewer moves.
struct worth {
    energy left = 0;
    std::uint64_t moves = 0;

    [[nodiscard]] friend bool operator==(const worth&, const worth&) = default;
    [[nodiscard]] friend bool operator<(const worth& a, const worth& b) noexcept {
        return a.left < b.left || (a.left == b.left && a.moves > b.moves);
    }
};

/// The beginning of a route, up to a food or a bomb.
struct opening {
    situation now;
    std::vector<place> cells;  ///< from the start to where it is now
    worth bound;               ///< no route that begins so is worth more
};

/// The beginnings that are still to be looked at, the most promising first, and those that were.
class opening_list {
public:
    /// For routes on a map, which must outlive it.
    explicit opening_list(const board& b) : board_(&b) {}

    [[nodiscard]] bool empty() const noexcept { return open_.empty(); }
    [[nodiscard]] std::size_t made() const noexcept { return made_; }
    /// What they take; of those that were looked at all count, also beaten ones.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

    /// The most that any of those could be worth that are still to be looked at.
    [[nodiscard]] worth bound() const { return open_.front().bound; }

    /// Adds a beginning unless one that was seen before is as good.
    void add(opening o) {
        std::vector<seen>& here = seen_[o.now.at];
        const seen s{o.now, o.cells.size() - 1};
        for (const seen& other : here)
            if (beats(other, s)) return;
        std::erase_if(here, [&](const seen& other) { return beats(s, other); });
        here.push_back(s);
        bytes_ += bytes_of(o) + 2 * sizeof(seen) + owned_bytes(s.now.gone);
        open_.push_back(std::move(o));
        std::push_heap(open_.begin(), open_.end(), less);
        ++made_;
    }

    /// Takes out the most promising.
    opening pop() {
        std::pop_heap(open_.begin(), open_.end(), less);
        opening o = std::move(open_.back());
        open_.pop_back();
        bytes_ -= bytes_of(o);
        return o;
    }

    /// Whether one that is as good was added later, so that it need not be looked at.
    [[nodiscard]] bool is_beaten(const opening& o) {
        const seen s{o.now, o.cells.size() - 1};
        for (const seen& other : seen_[o.now.at])
            if (other.now == s.now && other.moves == s.moves) return false;
        return true;
    }

private:
    struct seen {
        situation now;
        std::uint64_t moves;
    };

    // In a list that grows, and may be half empty.
    static std::uint64_t bytes_of(const opening& o) {
        return 2 * sizeof(opening) + owned_bytes(o.cells) + owned_bytes(o.now.gone);
    }

    static bool less(const opening& a, const opening& b) {
        return a.bound < b.bound || (a.bound == b.bound && a.cells.size() > b.cells.size());
    }

    // Whatever follows `b` can follow `a`: its lead covers the food that only `b` can still eat and
    // the bombs that only `a` has still to pass.
    [[nodiscard]] bool beats(const seen& a, const seen& b) const {
        energy lead = a.now.left - b.now.left;
        const std::vector<place>& cells = board_->one_time_cells();
        for (std::size_t i = 0; i < cells.size() && lead >= 0; ++i) {
            const tile t = (*board_)[cells[i]];
            const bool hurts = t.what == kind::food ? a.now.gone[i] && !b.now.gone[i]
                                                    : b.now.gone[i] && !a.now.gone[i];
            if (hurts) lead -= t.value;
        }
        return lead > 0 || (lead == 0 && a.moves <= b.moves);
    }

    const board* board_;
    std::vector<opening> open_;  // a heap
    std::map<place, std::vector<seen>> seen_;
    std::size_t made_ = 0;
    std::uint64_t bytes_ = 0;
};

}  // namespace senda::pacman::detail
