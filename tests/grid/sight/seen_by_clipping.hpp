// SPDX-License-Identifier: MIT
// Lines of sight and shortest any-angle paths, found slowly and obviously: each line is compared
// with each closed cell, and each corner with each other.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/line_of_sight.hpp>
#include <vector>

namespace seen_by_clipping {

using senda::cell;
using senda::grid_moves;

/// A place in half cells.
struct place {
    long x, y;
    friend bool operator==(const place&, const place&) = default;
};

inline place centre_of(cell c) { return {2L * c.x + 1, 2L * c.y + 1}; }
inline place place_of(senda::point p) { return {std::lround(2 * p.x), std::lround(2 * p.y)}; }

/// On which side of the line from a to b a place is.
inline long side(place a, place b, place p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/// Whether a place is on a segment.
inline bool is_on(place a, place b, place p) {
    return side(a, b, p) == 0 && p.x >= std::min(a.x, b.x) && p.x <= std::max(a.x, b.x) &&
           p.y >= std::min(a.y, b.y) && p.y <= std::max(a.y, b.y);
}

/// Whether a segment meets the inside of a cell: neither an axis nor the segment parts them.
inline bool enters(place a, place b, cell c) {
    const long left = 2L * c.x, top = 2L * c.y;
    if (std::max(a.x, b.x) <= left || std::min(a.x, b.x) >= left + 2) return false;
    if (std::max(a.y, b.y) <= top || std::min(a.y, b.y) >= top + 2) return false;
    const std::array sides{side(a, b, {left, top}), side(a, b, {left + 2, top}),
                           side(a, b, {left, top + 2}), side(a, b, {left + 2, top + 2})};
    const auto [least, most] = std::minmax_element(sides.begin(), sides.end());
    return a == b || (*least < 0 && *most > 0);
}

/// Whether a segment goes along the side that two cells share, `from` to `to`.
inline bool goes_along(place a, place b, place from, place to) {
    const place middle{(from.x + to.x) / 2, (from.y + to.y) / 2};
    return is_on(a, b, middle) && side(a, b, from) == 0 && side(a, b, to) == 0 && !(a == b);
}

/// Whether two closed cells meet at the upper left corner of a cell, and two open ones.
template <grid_moves Moves>
bool is_gap(const senda::basic_grid<Moves>& g, cell c) {
    const bool here = g.open(c), there = g.open({c.x - 1, c.y - 1});
    return here == there && g.open({c.x - 1, c.y}) == g.open({c.x, c.y - 1}) &&
           here != g.open({c.x - 1, c.y});
}

template <grid_moves Moves>
bool sees(const senda::basic_grid<Moves>& g, place a, place b) {
    for (int y = -1; y <= g.height(); ++y) {
        for (int x = -1; x <= g.width(); ++x) {
            if (Moves == grid_moves::octile && is_gap(g, {x, y}) && is_on(a, b, {2L * x, 2L * y}))
                return false;
            if (g.open({x, y})) continue;
            if (enters(a, b, {x, y})) return false;
            const place corner{2L * x, 2L * y};
            if (!g.open({x - 1, y}) && goes_along(a, b, corner, {corner.x, corner.y + 2}))
                return false;
            if (!g.open({x, y - 1}) && goes_along(a, b, corner, {corner.x + 2, corner.y}))
                return false;
        }
    }
    return true;
}

inline double length(place a, place b) {
    return 0.5 * std::hypot(static_cast<double>(a.x - b.x), static_cast<double>(a.y - b.y));
}

/// The length of a path whose every piece is a line of sight, or -1.
template <grid_moves Moves>
double length_of(const senda::basic_grid<Moves>& g, const std::vector<senda::point>& path) {
    double sum = 0;
    for (std::size_t i = 1; i < path.size(); ++i) {
        const place a = place_of(path[i - 1]), b = place_of(path[i]);
        if (!sees(g, a, b)) return -1;
        sum += length(a, b);
    }
    return sum;
}

/// The length of a shortest path by Dijkstra's algorithm over corners: all of them, or those of
/// `only_convex`, which have one closed cell, or two that meet there.
template <grid_moves Moves>
double shortest(const senda::basic_grid<Moves>& g, cell start, cell goal, bool only_convex) {
    std::vector<place> places{centre_of(start), centre_of(goal)};
    for (int y = 0; y <= g.height(); ++y) {
        for (int x = 0; x <= g.width(); ++x) {
            const int closed = 4 - g.open({x, y}) - g.open({x - 1, y}) - g.open({x, y - 1}) -
                               g.open({x - 1, y - 1});
            if (!only_convex || closed == 1 || is_gap(g, {x, y}))
                places.push_back({2L * x, 2L * y});
        }
    }
    constexpr double infinite = std::numeric_limits<double>::infinity();
    std::vector<double> best(places.size(), infinite);
    std::vector<bool> done(places.size());
    best[0] = 0;
    for (;;) {
        std::size_t at = 0;
        double least = infinite;
        for (std::size_t i = 0; i < places.size(); ++i)
            if (!done[i] && best[i] < least) least = best[at = i];
        if (least == infinite || at == 1) return best[1];
        done[at] = true;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const double there = least + length(places[at], places[i]);
            if (!done[i] && there < best[i] && sees(g, places[at], places[i])) best[i] = there;
        }
    }
}

}  // namespace seen_by_clipping
