// SPDX-License-Identifier: MIT
// Seeded random grids of odd sizes, and the plainest breadth-first search on them.
#pragma once

#include "random_graphs.hpp"
#include "rounds.hpp"

#include <algorithm>
#include <senda/graph/cell.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace support {

inline constexpr senda::steps out_of_reach = senda::infinite<senda::steps>;

/// A side of a grid: often about a multiple of 8, 16 or 64, sometimes 1.
inline int any_side(split_mix64& random) {
    constexpr std::array near{1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 66};
    return near[static_cast<std::size_t>(random.below(static_cast<int>(near.size())))];
}

/// A grid with walls strewn about, or with corridors: rooms at odd places, most walls closed.
inline senda::grid any_grid(split_mix64& random) {
    const int width = any_side(random);
    const int height = random.percent(10) ? 300 / width + 1 : any_side(random);
    const int walls = random.between(0, 45);
    const bool corridors = random.percent(50);
    return senda::grid(width, height, [&](senda::cell c) {
        if (!corridors) return !random.percent(walls);
        if (c.x % 2 == 0 && c.y % 2 == 0) return false;
        return c.x % 2 == 1 && c.y % 2 == 1 ? true : random.percent(62);
    });
}

template <class Use>
void for_each_grid(int count, Use&& use) {
    for (int seed = 1; seed <= std::min(count, std::max(rounds(count), 40)); ++seed) {
        CAPTURE(seed);
        split_mix64 random(static_cast<std::uint64_t>(seed));
        const senda::grid g = any_grid(random);
        CAPTURE(g.width());
        CAPTURE(g.height());
        use(g, random);
    }
}

inline senda::cell any_cell(const senda::grid& g, split_mix64& random) {
    return {random.below(g.width()), random.below(g.height())};
}

inline std::size_t place_in(const senda::grid& g, senda::cell c) {
    return static_cast<std::size_t>(c.y) * static_cast<std::size_t>(g.width()) +
           static_cast<std::size_t>(c.x);
}

/// The distance of every cell from the start, row by row.
inline std::vector<senda::steps> distances_from(const senda::grid& g, senda::cell start) {
    std::vector<senda::steps> distance(
        static_cast<std::size_t>(g.width()) * static_cast<std::size_t>(g.height()), out_of_reach);
    std::deque<senda::cell> queue{start};
    if (!g.open(start)) return distance;
    distance[place_in(g, start)] = 0;
    for (; !queue.empty(); queue.pop_front()) {
        const senda::cell at = queue.front();
        for (const senda::cell to : {senda::cell{at.x, at.y - 1}, senda::cell{at.x + 1, at.y},
                                     senda::cell{at.x, at.y + 1}, senda::cell{at.x - 1, at.y}}) {
            if (!g.open(to) || distance[place_in(g, to)] != out_of_reach) continue;
            distance[place_in(g, to)] = distance[place_in(g, at)] + 1;
            queue.push_back(to);
        }
    }
    return distance;
}

/// What is wrong with the answer to a query whose best cost is known; nothing if all is well.
template <class Answer>
std::string fault_of(const senda::grid& g, const Answer& answer, senda::cell start,
                     senda::cell goal, senda::steps best) {
    if (best == out_of_reach) {
        if (answer.status != senda::status::exhausted) return "there is no path";
        if (!answer.path.empty() || answer.cost != out_of_reach) return "a path where none is";
        return answer.lower_bound == out_of_reach ? "" : "the bound is finite";
    }
    if (answer.status != senda::status::found) return "there is a path";
    if (answer.cost != best || answer.lower_bound != best) return "the cost is wrong";
    if (answer.path.size() != static_cast<std::size_t>(best) + 1) return "the length is wrong";
    if (answer.path.front() != start || answer.path.back() != goal) return "an end is wrong";
    for (std::size_t i = 1; i < answer.path.size(); ++i) {
        const senda::cell a = answer.path[i - 1];
        const senda::cell b = answer.path[i];
        if (!g.open(b) || std::abs(a.x - b.x) + std::abs(a.y - b.y) != 1) return "a step is wrong";
    }
    return "";
}

}  // namespace support
