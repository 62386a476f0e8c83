// SPDX-License-Identifier: MIT
// How many plays amazons have left that are alone in their region.
#pragma once

#include <senda/amazons/board/queen_moves.hpp>
#include <senda/amazons/cell_set.hpp>
#include <senda/amazons/endgame/regions.hpp>
#include <senda/amazons/play.hpp>
#include <senda/games/engines/node_control.hpp>
#include <senda/search/options.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace senda::amazons {

/// How many plays a region holds for the only player in it.
struct fill_count {
    int least = 0;  ///< so many are known to be possible
    int most = 0;   ///< more are known not to be
    /// The first of the `least` plays; nothing if there is none.
    std::optional<play> first = {};

    /// Whether the number of plays is known.
    [[nodiscard]] bool is_exact() const noexcept { return least == most; }
};

/// Counts plays in regions, and remembers what it counted. Each play blocks a cell, so that there
/// are never more than cells in reach; mostly one can do with all of them.
class filler {
public:
    /// What all counting from now on may cost; `expansions` counts positions. When it is used up,
    /// counts are no longer exact.
    void begin(const limits& l, stop_token stop = {}) { control_.restart(l, stop); }

    /// Counts the plays of amazons that can reach only these empty cells, and nobody else can.
    /// Looks at up to `positions` for each number of plays that it tries.
    [[nodiscard]] fill_count run(cell_set amazons, cell_set empty,
                                 std::uint64_t positions = limits{}.expansions) {
        if (known_.empty()) {
            known_.resize(known_size);
            failed_.resize(failed_size);
        }
        const std::uint64_t key = key_of(amazons, empty, 0);
        entry& known = known_[key % known_size];
        if (known.is_used && known.key == key &&
            (known.count.is_exact() || known.positions >= positions))
            return known.count;
        const fill_count found = count(amazons, empty, positions);
        if (control_.running()) known = {key, positions, true, found};
        return found;
    }

private:
    static constexpr std::size_t known_size = 1U << 12U;
    static constexpr std::size_t failed_size = 1U << 15U;

    struct entry {
        std::uint64_t key = 0;
        std::uint64_t positions = 0;
        bool is_used = false;
        fill_count count = {};
    };
    struct ranked {
        int rank;
        play way;
    };

    static std::uint64_t key_of(cell_set amazons, cell_set empty, int wanted) noexcept {
        std::uint64_t key = static_cast<std::uint64_t>(wanted) + 1;
        for (const std::uint64_t word : {amazons.low, amazons.high, empty.low, empty.high})
            key = senda::detail::scatter((key + senda::detail::golden) ^ word);
        return key;
    }

    static cell_set in_reach(cell_set amazons, cell_set empty) noexcept {
        return reached_within(with_neighbours(amazons), empty);
    }

    // Asks for as many plays as there are cells, then for one less, until it can be done.
    fill_count count(cell_set amazons, cell_set empty, std::uint64_t positions) {
        fill_count found;
        found.most = in_reach(amazons, empty).count();
        for (int wanted = found.most; wanted > 0 && control_.running(); --wanted) {
            left_ = positions;
            first_.reset();
            moves_.clear();
            if (can(amazons, empty, wanted, 0)) {
                found.least = wanted;
                found.first = first_;
                return found;
            }
            if (is_going() && found.most == wanted) found.most = wanted - 1;
        }
        return with_any_play(found, amazons, empty);
    }

    [[nodiscard]] bool is_going() const noexcept { return left_ > 0 && control_.running(); }

    static fill_count with_any_play(fill_count found, cell_set amazons, cell_set empty) {
        for_each_cell(amazons, [&](cell from) {
            const cell_set to = queen_reach(from, empty);
            if (to.empty() || found.first) return;
            found.least = 1;
            found.first = play{from, to.first(), from};
        });
        return found;
    }

    bool can(cell_set amazons, cell_set empty, int wanted, int ply) {
        if (wanted <= 0) return true;
        empty = in_reach(amazons, empty);  // what is cut off is the same as blocked
        if (empty.count() < wanted || left_ == 0 || !control_.may_visit()) return false;
        --left_;
        const std::uint64_t key = key_of(amazons, empty, wanted);
        std::uint64_t& failed = failed_[key % failed_size];
        if (failed == key) return false;
        const std::size_t bottom = moves_.size();
        collect(amazons, empty);
        bool done = false;
        for (std::size_t i = bottom; i < moves_.size() && !done && is_going(); ++i) {
            const play p = moves_[i].way;
            const cell_set moved = amazons ^ cell_set { p.from } ^ cell_set { p.to };
            const cell_set left =
                empty ^ cell_set { p.from } ^ cell_set { p.to } ^ cell_set { p.arrow };
            done = can(moved, left, wanted - 1, ply + 1);
            if (done && ply == 0) first_ = p;
        }
        moves_.resize(bottom);
        if (!done && is_going()) failed = key;
        return done;
    }

    // Cells with few ways in are blocked first: they are those that would be cut off.
    void collect(cell_set amazons, cell_set empty) {
        const std::size_t bottom = moves_.size();
        for_each_cell(amazons, [&](cell from) {
            for_each_cell(queen_reach(from, empty), [&](cell to) {
                const cell_set freed = empty | cell_set{from};
                const cell_set left = freed & ~cell_set{to};
                for_each_cell(queen_reach(to, freed), [&](cell arrow) {
                    const int open = (with_neighbours(cell_set{arrow}) & left).count();
                    const int near =
                        (with_neighbours(cell_set{from}) & cell_set{to}).empty() ? 1 : 0;
                    moves_.push_back({open * 2 + near, {from, to, arrow}});
                });
            });
        });
        std::sort(moves_.begin() + static_cast<std::ptrdiff_t>(bottom), moves_.end(),
                  [](const ranked& a, const ranked& b) {
                      return a.rank != b.rank ? a.rank < b.rank : a.way < b.way;
                  });
    }

    games::detail::node_control control_;
    std::uint64_t left_ = 0;  // positions that the number of plays in question may still take
    std::optional<play> first_;
    std::vector<ranked> moves_;          // of all plies, one after the other
    std::vector<std::uint64_t> failed_;  // what cannot be done, by its key
    std::vector<entry> known_;
};

}  // namespace senda::amazons
