// SPDX-License-Identifier: MIT
// Seeded random mazes that fall apart: trees, combs, chains of rooms, and trees with open places.
#pragma once

#include "maze/random_mazes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace support {

namespace parts {

inline int open_around(maze_sketch& maze, int row, int col) {
    int open = 0;
    for (const auto& [down, right] :
         std::array<std::pair<int, int>, 4>{{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}}) {
        const int r = row + down;
        const int c = col + right;
        if (r >= 0 && r < maze.rows() && c >= 0 && c < maze.cols() && maze.at(r, c) != '#') ++open;
    }
    return open;
}

/// A tree that grows from a cell: what is added touches one cell only.
inline void grow(maze_sketch& maze, int cells, split_mix64& random) {
    for (int tries = 0; tries < 40 * cells && cells > 0; ++tries) {
        const int row = random.below(maze.rows());
        const int col = random.below(maze.cols());
        if (maze.at(row, col) != '#' || open_around(maze, row, col) != 1) continue;
        maze.at(row, col) = '0';
        --cells;
    }
}

inline maze_sketch tree(split_mix64& random) {
    maze_sketch maze{random.between(3, 7), random.between(3, 9), '#'};
    maze.at(random.below(maze.size())) = '0';
    grow(maze, random.between(5, 30), random);
    return maze;
}

inline maze_sketch comb(split_mix64& random) {
    const int depth = random.between(1, 4);
    maze_sketch maze{2 * depth + 1, random.between(5, 13), '#'};
    for (int col = 0; col < maze.cols(); ++col) maze.at(depth, col) = '0';
    for (int col = random.below(2); col < maze.cols(); col += 2) {
        for (int up = random.below(depth + 1); up > 0; --up) maze.at(depth - up, col) = '0';
        for (int down = random.below(depth + 1); down > 0; --down) maze.at(depth + down, col) = '0';
    }
    return maze;
}

inline maze_sketch rooms(split_mix64& random) {
    const int high = random.between(2, 3);
    const int wide = random.between(2, 3);
    const int rows = random.between(1, 2);
    const int cols = random.between(2, 3);
    maze_sketch maze{rows * (high + 1) - 1, cols * (wide + 1) - 1, '#'};
    for (int row = 0; row < maze.rows(); ++row)
        for (int col = 0; col < maze.cols(); ++col)
            if (row % (high + 1) != high && col % (wide + 1) != wide) maze.at(row, col) = '0';
    for (int i = 0; i + 1 < cols; ++i)
        maze.at(random.below(high) + (rows == 2 && random.percent(30) ? high + 1 : 0),
                i * (wide + 1) + wide) = '0';
    if (rows == 2)
        for (int i = 0; i < cols; ++i) maze.at(high, i * (wide + 1) + random.below(wide)) = '0';
    return maze;
}

inline maze_sketch tree_with_places(split_mix64& random) {
    maze_sketch maze = tree(random);
    for (int places = random.between(1, 3); places > 0; --places) {
        const int row = random.below(maze.rows() - 1);
        const int col = random.below(maze.cols() - 1);
        for (int down = 0; down < 2; ++down)
            for (int right = 0; right < 2; ++right) maze.at(row + down, col + right) = '0';
    }
    grow(maze, random.below(6), random);
    return maze;
}

/// Arms that meet in a cell, with treasures that lie together, and costly cells before them: what
/// the one arm has may be needed in the other, and the other way round.
inline maze_sketch arms(split_mix64& random) {
    maze_sketch maze{random.between(3, 5), 17, '#'};
    for (int row = 0; row < maze.rows(); ++row) maze.at(row, 8) = '0';
    maze.at(random.percent(80) ? 0 : 1, 8) = 'S';
    maze.at(maze.rows() - 1, 8) = 'E';
    for (const int side : {-1, 1}) {
        const auto digit = [&](int least, int most) {
            return static_cast<char>('0' + random.between(least, most));
        };
        std::string arm{digit(0, 3)};
        if (random.percent(70)) arm += 'T';
        if (random.percent(70)) arm += digit(1, 6);
        if (random.percent(70)) arm += digit(1, 6);
        arm.append(static_cast<std::size_t>(random.between(1, 4)), 'T');
        for (int i = 0; i < static_cast<int>(arm.size()); ++i)
            maze.at(0, 8 + side * (i + 1)) = arm[static_cast<std::size_t>(i)];
    }
    return maze;
}

inline constexpr std::array kinds = {tree, comb, rooms, tree_with_places, arms};

}  // namespace parts

/// The best pairs of steps and life of a maze, by looking at every set of treasures in every cell.
inline std::vector<std::pair<std::uint64_t, senda::maze::life_points>> front_by_sets(
    const senda::maze::board& b) {
    using namespace senda::maze;
    using node = std::pair<place, std::uint64_t>;
    std::vector<std::pair<std::uint64_t, life_points>> front;
    std::map<node, life_points> most{{{b.start(), 0}, b.life()}};
    std::map<node, life_points> level = most;
    for (std::uint64_t steps = 1; !level.empty(); ++steps) {
        std::map<node, life_points> next;
        for (const auto& [at, life] : level) {
            b.for_each_neighbour(at.first, [&, from = at, left = life](place n) {
                const std::uint64_t bit =
                    b[n] == 'T' ? std::uint64_t{1} << b.treasure_number(n) : 0;
                const life_points there = life_after(b[n], left, (from.second & bit) != 0);
                if (dies(b[n], there)) return;
                const node to{n, n == b.end() ? 0 : from.second | bit};
                const auto [known, is_new] = most.emplace(to, there);
                if (!is_new && known->second >= there) return;
                known->second = there;
                next[to] = there;
            });
        }
        const auto end = next.find({b.end(), 0});
        if (end != next.end()) {
            front.emplace_back(steps, end->second);
            next.erase(end);
        }
        level = std::move(next);
    }
    return front;
}

/// The least life with which a maze can be won; nothing if it is more than `most`.
inline std::optional<senda::maze::life_points> least_by_sets(const senda::maze::board& b,
                                                             senda::maze::life_points most) {
    for (senda::maze::life_points life = 1; life <= most; ++life)
        if (!front_by_sets(with_life(b, life)).empty()) return life;
    return std::nullopt;
}

/// A small maze that falls apart, with a life that is about the least, or some more.
inline senda::maze::board maze_of_parts(std::uint64_t seed) {
    split_mix64 random{seed};
    maze_sketch maze = parts::kinds[static_cast<std::size_t>(seed % parts::kinds.size())](random);
    int open = 0;
    bool has_ends = false;
    int treasures = 0;
    for (int i = 0; i < maze.size(); ++i) {
        open += maze.at(i) == '0' ? 1 : 0;
        treasures += maze.at(i) == 'T' ? 1 : 0;
        has_ends = has_ends || maze.at(i) == 'S';
    }
    if (!has_ends) {
        maze.mark('S', random);
        maze.mark('E', random);
        open -= 2;
    }
    if (treasures == 0) {
        maze.scatter_digits(random.between(20, 100), random.between(1, random.percent(70) ? 3 : 6),
                            random);
        maze.treasures(std::min(open, random.between(1, 8)), random);
    }
    const senda::maze::board made = maze.board(random.between(1, 20));
    if (random.percent(25)) return made;
    const std::optional<senda::maze::life_points> least = least_by_sets(made, 30);
    return least ? with_life(made, *least + random.below(random.percent(70) ? 3 : 8)) : made;
}

}  // namespace support
