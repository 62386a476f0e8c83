// SPDX-License-Identifier: MIT
// Prefixes of routes, for maps on which not every order of the food is survived.
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

/// A route up to a food or a bomb.
struct route_prefix {
    situation now;
    std::vector<place> cells;  ///< from the start to where it is now
    worth bound;               ///< no route that begins so is worth more
};

/// The frontier of prefixes, the best bound first, and those that were seen, for dominance.
class prefix_queue {
public:
    /// For routes on a map, which must outlive it.
    explicit prefix_queue(const board& b) : board_(&b) {}

    [[nodiscard]] bool empty() const noexcept { return open_.empty(); }
    [[nodiscard]] std::size_t made() const noexcept { return made_; }
    /// What they take; all that were expanded count, dominated or not.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

    /// The most that any on the frontier could be worth.
    [[nodiscard]] worth bound() const { return open_.front().bound; }

    /// Adds a prefix unless one that was seen before dominates it.
    void add(route_prefix p) {
        std::vector<seen>& here = seen_[p.now.at];
        const seen s{p.now, p.cells.size() - 1};
        for (const seen& other : here)
            if (dominates(other, s)) return;
        std::erase_if(here, [&](const seen& other) { return dominates(s, other); });
        here.push_back(s);
        bytes_ += bytes_of(p) + 2 * sizeof(seen) + owned_bytes(s.now.gone);
        open_.push_back(std::move(p));
        std::push_heap(open_.begin(), open_.end(), less);
        ++made_;
    }

    /// Takes out the one with the best bound.
    route_prefix pop() {
        std::pop_heap(open_.begin(), open_.end(), less);
        route_prefix p = std::move(open_.back());
        open_.pop_back();
        bytes_ -= bytes_of(p);
        return p;
    }

    /// Whether one that dominates it was added later.
    [[nodiscard]] bool is_dominated(const route_prefix& p) {
        const seen s{p.now, p.cells.size() - 1};
        for (const seen& other : seen_[p.now.at])
            if (other.now == s.now && other.moves == s.moves) return false;
        return true;
    }

private:
    struct seen {
        situation now;
        std::uint64_t moves;
    };

    // In a list that grows, and may be half empty.
    static std::uint64_t bytes_of(const route_prefix& p) {
        return 2 * sizeof(route_prefix) + owned_bytes(p.cells) + owned_bytes(p.now.gone);
    }

    static bool less(const route_prefix& a, const route_prefix& b) {
        return a.bound < b.bound || (a.bound == b.bound && a.cells.size() > b.cells.size());
    }

    // Whatever follows `b` can follow `a`: its lead covers the food that only `b` can still eat and
    // the bombs that only `a` has still to pass.
    [[nodiscard]] bool dominates(const seen& a, const seen& b) const {
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
    std::vector<route_prefix> open_;  // a heap
    std::map<place, std::vector<seen>> seen_;
    std::size_t made_ = 0;
    std::uint64_t bytes_ = 0;
};

}  // namespace senda::pacman::detail
