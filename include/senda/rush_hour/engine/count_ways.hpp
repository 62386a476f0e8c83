// SPDX-License-Identifier: MIT
// How many shortest ways lead from a position back to where a flood began.
#pragma once

#include <senda/rush_hour/engine/breadth_first_search.hpp>
#include <senda/rush_hour/engine/move_tables.hpp>
#include <senda/storage/big_unsigned.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::rush_hour::detail {

/// The shortest ways from the `i`-th position of a flood with an index to its level 0: level by
/// level, the ways to each position are those to all before it that one move leads here from.
[[nodiscard]] inline big_unsigned count_ways(const flood& all, std::size_t i) {
    std::size_t level = all.depth_of(i);
    std::vector<big_unsigned> ways(all.level_ends()[level] - all.level_begin(level));
    for (ways[i - all.level_begin(level)] = 1; level > 0; --level) {
        const std::size_t here = all.level_begin(level);
        const std::size_t below = all.level_begin(level - 1);
        std::vector<big_unsigned> next(here - below);
        for (std::size_t n = 0; n < ways.size(); ++n) {
            if (ways[n].is_zero()) continue;
            all.for_each_neighbour(here + n, [&](std::size_t to) {
                if (to < here) next[to - below] += ways[n];
            });
        }
        ways = std::move(next);
    }
    big_unsigned sum;
    for (const big_unsigned& n : ways) sum += n;
    return sum;
}

}  // namespace senda::rush_hour::detail
