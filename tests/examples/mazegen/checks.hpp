// SPDX-License-Identifier: MIT
// What must hold of every maze, checked the slow and obvious way.
#pragma once

#include <mazegen/direction.hpp>
#include <mazegen/maze.hpp>
#include <senda/graph/grid.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <queue>
#include <string>
#include <vector>

#include "support/random_graphs.hpp"

namespace maze_checks {

using senda::cell;
using senda::mazegen::direction;
using senda::mazegen::directions;
using senda::mazegen::maze;
using senda::mazegen::next_to;

/// Whether passages lead from room to room and back, and nowhere else.
inline bool is_sound(const maze& m) {
    std::uint64_t rooms = 0;
    for (int y = -1; y <= m.rows(); ++y) {
        for (int x = -1; x <= m.cols(); ++x) {
            const cell c{x, y};
            rooms += m.is_room(c) ? 1 : 0;
            for (const direction d : directions) {
                if (!m.has_passage(c, d)) continue;
                const cell to = next_to(c, d);
                if (!m.is_room(c) || !m.is_room(to) || !m.has_passage(to, opposite(d)))
                    return false;
            }
        }
    }
    return rooms == m.rooms();
}

inline constexpr int far = std::numeric_limits<int>::max();

/// The steps from a room to all others, by the index of the maze; `far` where no way leads.
inline std::vector<int> distances(const maze& m, cell from) {
    std::vector<int> away(m.index_bound(), far);
    std::queue<cell> open;
    away[m.index(from)] = 0;
    open.push(from);
    while (!open.empty()) {
        const cell c = open.front();
        open.pop();
        m.successors(c, [&](cell to) {
            if (away[m.index(to)] != far) return;
            away[m.index(to)] = away[m.index(c)] + 1;
            open.push(to);
        });
    }
    return away;
}

inline std::vector<cell> rooms_of(const maze& m) {
    std::vector<cell> rooms;
    for (int y = 0; y < m.rows(); ++y)
        for (int x = 0; x < m.cols(); ++x)
            if (m.is_room({x, y})) rooms.push_back({x, y});
    return rooms;
}

inline bool is_connected(const maze& m) {
    const std::vector<cell> rooms = rooms_of(m);
    if (rooms.empty()) return false;
    const std::vector<int> away = distances(m, rooms.front());
    return std::all_of(rooms.begin(), rooms.end(), [&](cell c) { return away[m.index(c)] != far; });
}

inline std::uint64_t passages_of(const maze& m) {
    std::uint64_t ends = 0;
    for (const cell c : rooms_of(m)) ends += static_cast<std::uint64_t>(m.degree(c));
    return ends / 2;
}

/// Whether there is one way and no other between any two rooms.
inline bool is_perfect(const maze& m) {
    return is_sound(m) && is_connected(m) && passages_of(m) + 1 == m.rooms();
}

/// A mask of rooms that hang together: the largest part of cells opened at random.
inline senda::grid random_mask(int rows, int cols, int percent, support::split_mix64& random) {
    senda::grid drawn(cols, rows, [&](cell) { return random.percent(percent); });
    senda::grid best(cols, rows, [](cell) { return false; });
    std::size_t most = 0;
    senda::grid seen(cols, rows, [](cell) { return false; });
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < cols; ++x) {
            if (!drawn.open({x, y}) || seen.open({x, y})) continue;
            std::vector<cell> part{{x, y}};
            seen.set({x, y});
            for (std::size_t i = 0; i < part.size(); ++i) {
                const cell here = part[i];
                drawn.successors(here, [&](cell to) {
                    if (seen.open(to)) return;
                    seen.set(to);
                    part.push_back(to);
                });
            }
            if (part.size() <= most) continue;
            most = part.size();
            best = senda::grid(cols, rows, [](cell) { return false; });
            for (const cell c : part) best.set(c);
        }
    }
    if (most == 0) best.set({0, 0});
    return best;
}

/// The maze as lines of text, for messages.
inline std::string drawing(const maze& m) {
    std::string text;
    for (int row = 0; row <= m.rows(); ++row) {
        for (int col = 0; col < m.cols(); ++col) text += m.above(row, col) ? "+--" : "+  ";
        text += "+\n";
        for (int col = 0; row < m.rows() && col <= m.cols(); ++col)
            text += m.left_of(row, col) ? "|  " : "   ";
        text += '\n';
    }
    return text;
}

}  // namespace maze_checks
