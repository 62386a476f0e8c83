// SPDX-License-Identifier: MIT
// Regions of a board, and how many filling moves the only player in one has left.
#pragma once

#include <amazons/board/queen_moves.hpp>
#include <amazons/cell.hpp>
#include <amazons/endgame/compact_set.hpp>
#include <amazons/play.hpp>
#include <senda/games/result.hpp>
#include <senda/search/options.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace senda::amazons {

/// The cells of `within` that can be reached from `from` over cells of `within`, corners too.
template <class Set>
[[nodiscard]] constexpr Set reached_within(Set from, Set within) noexcept {
    Set reached = from & within;
    for (;;) {
        const Set more = with_neighbours(reached) & within;
        if (more == reached) return reached;
        reached = more;
    }
}

/// Calls `visit(cells)` for each region, a connected component of the cells that no arrow blocks.
/// Amazons do not separate regions: they may step aside.
template <class Set, class Visit>
constexpr void for_each_region(Set open, Visit&& visit) {
    while (!open.empty()) {
        const Set region = reached_within(Set{open.first()}, open);
        open &= ~region;
        visit(region);
    }
}

/// How many plays the only player in a region can make there.
struct filling_bounds {
    int lower = 0;  ///< so many are known to be possible
    int upper = 0;  ///< more are known not to be
    /// The first of the `lower` plays; nothing if there is none.
    std::optional<play> first = {};

    /// Whether the number of plays is known.
    [[nodiscard]] bool is_exact() const noexcept { return lower == upper; }
};

/// Counts filling moves by a search with one player, and remembers what it counted.
template <class Set>
class filling_search {
public:
    /// Limits all counting from now on, in positions; beyond them, counts are not exact.
    void begin(const limits& l, stop_token stop = {}) { control_.restart(l, stop); }

    /// Counts the plays of amazons that can reach only these empty cells, and nobody else can.
    /// Looks at up to `positions` for each number of plays that it tries.
    [[nodiscard]] filling_bounds run(Set amazons, Set empty,
                                     std::uint64_t positions = limits{}.expansions) {
        return run({amazons, {}, empty}, positions);
    }

    /// The same if some amazons are guards, who keep others out by where they stand: they leave
    /// only to shoot back there, and so close the door behind them.
    [[nodiscard]] filling_bounds run_guarded(Set amazons, Set guards, Set empty,
                                             std::uint64_t positions) {
        return run({amazons & ~guards, guards, empty}, positions);
    }

private:
    static constexpr std::size_t known_size = 1U << 14U;
    static constexpr std::size_t failed_size = 1U << 15U;

    struct ground {
        Set amazons = {};  // that are free to go
        Set guards = {};
        Set empty = {};

        [[nodiscard]] Set in_reach() const noexcept {
            return reached_within(with_neighbours(amazons | guards), empty);
        }
        [[nodiscard]] std::uint64_t key(int wanted) const noexcept {
            auto key = static_cast<std::uint64_t>(wanted) + 1;
            for (const Set s : {amazons, guards, empty}) key = detail::hash_with(key, s);
            return key;
        }
        [[nodiscard]] ground after(const play& p) const noexcept {
            ground next = *this;
            next.amazons |= next.guards & Set{p.from};
            next.guards &= ~Set{p.from};
            detail::toggle_play(p, next.amazons, next.empty);
            return next;
        }
    };
    struct entry {
        std::uint64_t key = 0;
        std::uint64_t positions = 0;
        bool is_used = false;
        filling_bounds bounds = {};
    };
    struct ranked_play {
        int rank;
        amazons::play play;
    };

    filling_bounds run(const ground& g, std::uint64_t positions) {
        if (known_.empty()) {
            known_.resize(known_size);
            failed_.resize(failed_size);
        }
        const std::uint64_t key = g.key(0);
        entry& known = known_[key % known_size];
        if (known.is_used && known.key == key &&
            (known.bounds.is_exact() || known.positions >= positions))
            return known.bounds;
        const filling_bounds found = count(g, positions);
        if (control_.running()) known = {key, positions, true, found};
        return found;
    }

    // Tries as many plays as there are cells, then one less, until they can be made.
    filling_bounds count(const ground& g, std::uint64_t positions) {
        filling_bounds found;
        found.upper = g.in_reach().count();
        for (int wanted = found.upper; wanted > 0 && control_.running(); --wanted) {
            left_ = positions;
            plays_.clear();
            if (can_make(g, wanted, found.first)) {
                found.lower = wanted;
                return found;
            }
            if (is_going() && found.upper == wanted) found.upper = wanted - 1;
        }
        // Nothing was found in time: any play will do.
        for_each_cell(g.amazons | g.guards, [&](cell from) {
            const Set to = with_neighbours(Set{from}) & g.empty;
            if (to.empty() || found.first) return;
            found.lower = 1;
            found.first = play{from, to.first(), from};
        });
        return found;
    }

    [[nodiscard]] bool is_going() const noexcept { return left_ > 0 && control_.running(); }

    // Whether so many plays can be made, and then the first of them.
    bool can_make(ground g, int wanted, std::optional<play>& first) {
        if (wanted <= 0) return true;
        g.empty = g.in_reach();  // what is cut off is the same as blocked
        if (g.empty.count() < wanted || left_ == 0 || !control_.may_visit()) return false;
        --left_;
        const std::uint64_t key = g.key(wanted);
        std::uint64_t& failed = failed_[key % failed_size];
        if (failed == key) return false;
        const std::size_t bottom = plays_.size();
        collect(g);
        bool done = false;
        std::optional<play> next;
        for (std::size_t i = bottom; i < plays_.size() && !done && is_going(); ++i) {
            const play p = plays_[i].play;
            done = can_make(g.after(p), wanted - 1, next);
            if (done) first = p;
        }
        plays_.resize(bottom);
        if (!done && is_going()) failed = key;
        return done;
    }

    // Cells with few free neighbours are blocked first: they are those that would be cut off.
    void collect(const ground& g) {
        const std::size_t bottom = plays_.size();
        detail::for_each_play(g.amazons | g.guards, g.empty, [&](const play& p) {
            if (g.guards.contains(p.from) && p.arrow != p.from) return;
            const Set left = (g.empty | Set{p.from}) & ~Set{p.to};
            const int open = (with_neighbours(Set{p.arrow}) & left).count();
            const bool is_one_step = with_neighbours(Set{p.from}).contains(p.to);
            plays_.push_back({open * 2 + (is_one_step ? 0 : 1), p});
        });
        std::sort(plays_.begin() + static_cast<std::ptrdiff_t>(bottom), plays_.end(),
                  [](const ranked_play& a, const ranked_play& b) {
                      return a.rank != b.rank ? a.rank < b.rank : a.play < b.play;
                  });
    }

    games::node_control control_;
    std::uint64_t left_ = 0;  // positions that the number of plays in question may still take
    std::vector<ranked_play> plays_;     // of all plies, one after the other
    std::vector<std::uint64_t> failed_;  // what cannot be done, by its key
    std::vector<entry> known_;
};

}  // namespace senda::amazons
