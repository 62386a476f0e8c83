// SPDX-License-Identifier: MIT
// Random 8-connected grids, and the plainest search for shortest paths on them: lengths are pairs
// of whole numbers that are lowered until nothing changes.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "support/random_graphs.hpp"

namespace octile_reference {

using senda::cell;
using senda::grid_moves;
using support::split_mix64;

/// A length counted in straight and diagonal steps, each times its weight.
struct length {
    long long straight = 0;
    long long diagonal = 0;

    [[nodiscard]] double value() const {
        return static_cast<double>(straight) + static_cast<double>(diagonal) * std::numbers::sqrt2;
    }
    /// Whether s + d * sqrt(2) is less, decided in whole numbers.
    friend bool operator<(const length& a, const length& b) {
        const long long s = b.straight - a.straight;
        const long long d = a.diagonal - b.diagonal;
        if (d <= 0) return s > 0 || (s == 0 ? d < 0 : 2 * d * d > s * s);
        return s > 0 && s * s > 2 * d * d;
    }
};

/// A side of a grid: often about a multiple of 64, sometimes 1.
inline int any_side(split_mix64& random, bool is_long) {
    constexpr std::array sides{1, 2, 3, 5, 8, 13, 21, 34};
    constexpr std::array long_sides{62, 63, 64, 65, 66, 127, 128, 129, 200};
    const auto pick = [&](const auto& from) {
        return from[static_cast<std::size_t>(random.below(static_cast<int>(from.size())))];
    };
    return is_long ? pick(long_sides) : pick(sides);
}

/// A grid with walls strewn about; its weights are from `least` to `most`.
template <grid_moves Moves, class Weight>
senda::basic_grid<Moves, Weight> any_grid(split_mix64& random, [[maybe_unused]] int least = 1,
                                          [[maybe_unused]] int most = 1) {
    int width = any_side(random, false);
    int height = any_side(random, random.percent(50));
    if (random.percent(50)) std::swap(width, height);
    const int walls = random.percent(20) ? random.below(4) : random.below(45);
    using grid = senda::basic_grid<Moves, Weight>;
    return grid(width, height, [&](cell) {
        const bool is_open = !random.percent(walls);
        if constexpr (std::same_as<Weight, senda::unweighted>) {
            return is_open;
        } else {
            return is_open ? static_cast<Weight>(random.between(least, most)) : grid::closed;
        }
    });
}

template <class Grid>
cell any_cell(const Grid& g, split_mix64& random) {
    return {random.below(g.width()), random.below(g.height())};
}

/// The cost of a step, or nothing if there is none: the rule of the grid, written out again.
template <grid_moves Moves, class Weight>
std::optional<length> step(const senda::basic_grid<Moves, Weight>& g, cell from, int x, int y) {
    const cell to{from.x + x, from.y + y};
    if (!g.open(from) || !g.open(to)) return std::nullopt;
    const bool is_diagonal = x != 0 && y != 0;
    if (is_diagonal && Moves == grid_moves::octile &&
        (!g.open({from.x + x, from.y}) || !g.open({from.x, from.y + y})))
        return std::nullopt;
    long long weight = 1;
    if constexpr (!std::same_as<Weight, senda::unweighted>) {
        weight = static_cast<long long>(g.weight(to));
    }
    return is_diagonal ? length{0, weight} : length{weight, 0};
}

/// The shortest lengths from a cell to all, row by row.
template <class Grid>
std::vector<std::optional<length>> lengths_from(const Grid& g, cell start) {
    std::vector<std::optional<length>> known(static_cast<std::size_t>(g.width()) *
                                             static_cast<std::size_t>(g.height()));
    const auto place = [&](cell c) {
        return static_cast<std::size_t>(c.y) * static_cast<std::size_t>(g.width()) +
               static_cast<std::size_t>(c.x);
    };
    if (!g.open(start)) return known;
    known[place(start)] = length{};
    std::vector<cell> changed{start};
    for (std::size_t next = 0; next < changed.size(); ++next) {
        const cell at = changed[next];
        for (int y = -1; y <= 1; ++y) {
            for (int x = -1; x <= 1; ++x) {
                if (x == 0 && y == 0) continue;
                const std::optional<length> by = step(g, at, x, y);
                if (!by) continue;
                const length so_far = *known[place(at)];
                const length there{so_far.straight + by->straight, so_far.diagonal + by->diagonal};
                std::optional<length>& best = known[place({at.x + x, at.y + y})];
                if (best && !(there < *best)) continue;
                best = there;
                changed.push_back({at.x + x, at.y + y});
            }
        }
    }
    return known;
}

template <class Grid>
std::optional<length> length_between(const Grid& g, cell start, cell goal) {
    if (!g.open(start) || !g.open(goal)) return std::nullopt;
    return lengths_from(
        g, start)[static_cast<std::size_t>(goal.y) * static_cast<std::size_t>(g.width()) +
                  static_cast<std::size_t>(goal.x)];
}

/// The length of a path by the steps of the grid; nothing if it is no path.
template <class Grid>
std::optional<length> length_of(const Grid& g, const std::vector<cell>& path) {
    if (path.empty() || !g.open(path.front())) return std::nullopt;
    length sum;
    for (std::size_t i = 1; i < path.size(); ++i) {
        const std::optional<length> by =
            step(g, path[i - 1], path[i].x - path[i - 1].x, path[i].y - path[i - 1].y);
        const bool is_near = path[i].x - path[i - 1].x <= 1 && path[i].x - path[i - 1].x >= -1 &&
                             path[i].y - path[i - 1].y <= 1 && path[i].y - path[i - 1].y >= -1;
        if (!by || !is_near) return std::nullopt;
        sum = {sum.straight + by->straight, sum.diagonal + by->diagonal};
    }
    return sum;
}

}  // namespace octile_reference
