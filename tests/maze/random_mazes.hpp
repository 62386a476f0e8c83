// SPDX-License-Identifier: MIT
// Seeded random mazes of many kinds, small enough for an exhaustive search of their states.
#pragma once

#include "support/random_graphs.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <maze/exhaustive.hpp>
#include <optional>
#include <senda/maze/board.hpp>
#include <string>
#include <utility>
#include <vector>

namespace support {

/// A drawing that becomes a maze: rows of characters, changed one by one.
class maze_sketch {
public:
    maze_sketch(int rows, int cols, char all) : rows_{rows}, cols_{cols} {
        cells_.assign(static_cast<std::size_t>(rows * cols), all);
    }

    int rows() const { return rows_; }
    int cols() const { return cols_; }
    int size() const { return rows_ * cols_; }
    char& at(int row, int col) { return cells_[static_cast<std::size_t>(row * cols_ + col)]; }
    char& at(int number) { return cells_[static_cast<std::size_t>(number)]; }

    /// Puts `mark` on a random cell that is neither wall nor mark; on any other cell if there is
    /// none.
    void mark(char mark, split_mix64& random) {
        std::vector<int> open;
        for (int i = 0; i < size(); ++i)
            if (at(i) >= '0' && at(i) <= '9') open.push_back(i);
        if (!open.empty()) {
            at(open[static_cast<std::size_t>(random.below(static_cast<int>(open.size())))]) = mark;
            return;
        }
        int cell = random.below(size());
        while (at(cell) == 'S' || at(cell) == 'E') cell = (cell + 1) % size();
        at(cell) = mark;
    }

    /// Puts walls, with that chance each, on cells that have no mark.
    void scatter_walls(int chance, split_mix64& random) {
        for (int i = 0; i < size(); ++i)
            if (at(i) >= '0' && at(i) <= '9' && random.percent(chance)) at(i) = '#';
    }

    /// Gives every open cell without a mark a digit: one in [1, most] with that chance, else 0.
    void scatter_digits(int chance, int most, split_mix64& random) {
        for (int i = 0; i < size(); ++i) {
            if (at(i) < '0' || at(i) > '9') continue;
            at(i) = '0';
            if (random.percent(chance)) at(i) = static_cast<char>('0' + random.between(1, most));
        }
    }

    void treasures(int count, split_mix64& random) {
        for (int i = 0; i < count; ++i) mark('T', random);
    }

    /// Puts start and end on opposite sides, or anywhere.
    void ends(split_mix64& random) {
        if (cols_ > 1 && random.percent(60)) {
            at(random.below(rows_), 0) = 'S';
            at(random.below(rows_), cols_ - 1) = 'E';
        } else {
            mark('S', random);
            mark('E', random);
        }
    }

    senda::maze::board board(senda::maze::life_points life) const {
        std::optional<senda::maze::board> made = senda::maze::board::make(
            static_cast<std::uint32_t>(rows_), static_cast<std::uint32_t>(cols_), life, cells_);
        REQUIRE(made);
        return *std::move(made);
    }

private:
    int rows_, cols_;
    std::string cells_;
};

namespace mazes {

inline maze_sketch some_field(int least, int most, split_mix64& random) {
    const int rows = random.between(least, most);
    return {rows, random.between(least, most), '0'};
}

/// A field with a few walls, all kinds of digits and a few treasures.
inline senda::maze::board open_field(split_mix64& random) {
    maze_sketch maze = some_field(3, 7, random);
    maze.ends(random);
    maze.scatter_walls(random.between(0, 30), random);
    maze.scatter_digits(random.between(20, 100), random.between(1, 3), random);
    maze.treasures(random.between(0, 6), random);
    return maze.board(random.between(1, 8));
}

/// Corridors one cell wide without a way round, as a depth-first walk digs them.
inline maze_sketch dug(int rows, int cols, split_mix64& random) {
    maze_sketch maze{rows, cols, '#'};
    std::vector<std::pair<int, int>> trail{{0, 0}};
    maze.at(0, 0) = '0';
    while (!trail.empty()) {
        const auto [row, col] = trail.back();
        std::vector<std::pair<int, int>> ways;
        for (const auto& [down, right] :
             std::array<std::pair<int, int>, 4>{{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}}) {
            const int r = row + 2 * down;
            const int c = col + 2 * right;
            if (r >= 0 && r < rows && c >= 0 && c < cols && maze.at(r, c) == '#')
                ways.emplace_back(down, right);
        }
        if (ways.empty()) {
            trail.pop_back();
            continue;
        }
        const auto [down, right] =
            ways[static_cast<std::size_t>(random.below(static_cast<int>(ways.size())))];
        maze.at(row + down, col + right) = '0';
        maze.at(row + 2 * down, col + 2 * right) = '0';
        trail.emplace_back(row + 2 * down, col + 2 * right);
    }
    return maze;
}

inline senda::maze::board corridors(split_mix64& random) {
    maze_sketch maze = dug(7, random.percent(50) ? 7 : 5, random);
    for (int holes = random.between(0, 3); holes > 0; --holes)
        maze.at(random.below(maze.size())) = '0';
    maze.ends(random);
    maze.scatter_digits(random.between(30, 100), random.between(1, 4), random);
    maze.treasures(random.between(0, 6), random);
    return maze.board(random.between(1, 10));
}

/// A corridor with dead ends that hold treasures: each is a way there and back.
inline senda::maze::board comb(split_mix64& random) {
    const int teeth = random.between(2, 3);
    const int depth = random.between(1, 3);
    maze_sketch maze{depth + 1, 2 * teeth + 1, '#'};
    for (int col = 0; col < maze.cols(); ++col) maze.at(depth, col) = '0';
    maze.at(depth, 0) = 'S';
    maze.at(depth, maze.cols() - 1) = 'E';
    for (int tooth = 0; tooth < teeth; ++tooth)
        for (int up = 1; up <= depth; ++up) maze.at(depth - up, 2 * tooth + 1) = '0';
    maze.scatter_digits(random.between(40, 100), random.between(1, 3), random);
    for (int tooth = 0; tooth < teeth; ++tooth) {
        maze.at(0, 2 * tooth + 1) = 'T';
        if (depth > 1 && random.percent(40)) maze.at(1, 2 * tooth + 1) = 'T';
    }
    return maze.board(random.between(1, 7));
}

/// Four rooms with doors.
inline senda::maze::board rooms(split_mix64& random) {
    maze_sketch maze{7, 7, '0'};
    for (int i = 0; i < 7; ++i) maze.at(3, i) = maze.at(i, 3) = '#';
    maze.at(3, random.below(3)) = maze.at(3, 4 + random.below(3)) = '0';
    maze.at(random.below(3), 3) = '0';
    if (random.percent(60)) maze.at(4 + random.below(3), 3) = '0';
    maze.at(random.below(3), random.below(3)) = 'S';
    maze.at(4 + random.below(3), 4 + random.below(3)) = 'E';
    if (random.percent(30)) maze.scatter_walls(15, random);
    maze.scatter_digits(random.between(40, 100), random.between(1, 4), random);
    maze.treasures(random.between(0, 6), random);
    return maze.board(random.between(1, 8));
}

/// A corridor that must be walked twice: treasures behind the start pay for what is ahead of it.
inline senda::maze::board there_and_back(split_mix64& random) {
    const int behind = random.between(1, 4);
    const int ahead = random.between(1, 4);
    maze_sketch maze{random.between(1, 3), behind + ahead + 2, '#'};
    const int row = random.below(maze.rows());
    for (int col = 0; col < maze.cols(); ++col) maze.at(row, col) = '0';
    maze.at(row, behind) = 'S';
    maze.at(row, maze.cols() - 1) = 'E';
    for (int col = 0; col < maze.cols(); ++col) {
        if (maze.at(row, col) != '0' || random.percent(40)) continue;
        maze.at(row, col) = static_cast<char>('0' + random.between(1, col > behind ? 5 : 2));
    }
    maze.at(row, 0) = 'T';
    for (int other = 0; other < maze.rows(); ++other)
        if (other != row && random.percent(60))
            maze.at(other, random.below(maze.cols())) = random.percent(50) ? 'T' : '1';
    return maze.board(random.between(1, 9));
}

/// Dead ends of several cells on both sides of a junction, all of them passed again and again.
inline senda::maze::board star(split_mix64& random) {
    const int arm = random.between(1, 3);
    maze_sketch maze{2 * arm + 1, 2 * arm + 1, '#'};
    for (int i = 0; i < maze.rows(); ++i) maze.at(arm, i) = maze.at(i, arm) = '0';
    const int tips[] = {arm, arm * maze.cols(), arm * maze.cols() + 2 * arm,
                        2 * arm * maze.cols() + arm};
    maze.scatter_digits(random.between(30, 100), random.between(1, 3), random);
    const int turn = random.below(4);
    for (int i = 0; i < 4; ++i) maze.at(tips[(i + turn) % 4]) = i == 0 ? 'S' : i == 1 ? 'E' : 'T';
    if (random.percent(50)) maze.at(arm, arm) = random.percent(50) ? 'T' : '5';
    return maze.board(random.between(1, 10));
}

/// Heavy digits everywhere: mostly deadly.
inline senda::maze::board starving(split_mix64& random) {
    maze_sketch maze = some_field(3, 7, random);
    maze.ends(random);
    maze.scatter_walls(random.between(0, 25), random);
    maze.scatter_digits(random.between(70, 100), random.between(3, 9), random);
    maze.treasures(random.between(0, 3), random);
    return maze.board(random.between(1, 12));
}

/// Nothing to collect: only which way and how long.
inline senda::maze::board without_treasures(split_mix64& random) {
    maze_sketch maze = some_field(2, 7, random);
    maze.ends(random);
    maze.scatter_walls(random.between(0, 40), random);
    maze.scatter_digits(random.between(10, 100), random.between(1, 9), random);
    return maze.board(random.percent(30) ? random.between(20, 60) : random.between(1, 15));
}

/// Every digit as likely as any other, and enough life to choose a way.
inline senda::maze::board all_digits(split_mix64& random) {
    maze_sketch maze = some_field(3, 6, random);
    maze.ends(random);
    for (int i = 0; i < maze.size(); ++i)
        if (maze.at(i) == '0') maze.at(i) = static_cast<char>('0' + random.below(10));
    maze.treasures(random.between(0, 4), random);
    maze.scatter_walls(random.between(0, 20), random);
    return maze.board(random.between(5, 30));
}

/// Walls part the start from the end.
inline senda::maze::board unreachable(split_mix64& random) {
    maze_sketch maze = some_field(3, 7, random);
    const int wall = random.between(1, maze.cols() - 2);
    for (int row = 0; row < maze.rows(); ++row) maze.at(row, wall) = '#';
    const bool mirrored = random.percent(50);
    maze.at(random.below(maze.rows()), random.below(wall)) = mirrored ? 'E' : 'S';
    maze.at(random.below(maze.rows()), random.between(wall + 1, maze.cols() - 1)) =
        mirrored ? 'S' : 'E';
    maze.scatter_walls(random.between(0, 20), random);
    maze.scatter_digits(50, 9, random);
    maze.treasures(random.between(0, 3), random);
    return maze.board(random.between(1, 20));
}

/// The end is a step away.
inline senda::maze::board neighbours(split_mix64& random) {
    maze_sketch maze = some_field(2, 6, random);
    const int row = random.below(maze.rows());
    const int col = random.below(maze.cols() - 1);
    const bool mirrored = random.percent(50);
    maze.at(row, col) = mirrored ? 'E' : 'S';
    maze.at(row, col + 1) = mirrored ? 'S' : 'E';
    maze.scatter_digits(50, 9, random);
    maze.treasures(random.between(0, 3), random);
    return maze.board(random.between(1, 5));
}

/// Walls all round, but for an end in the border.
inline senda::maze::board walled(split_mix64& random) {
    maze_sketch maze = some_field(4, 7, random);
    for (int row = 0; row < maze.rows(); ++row)
        maze.at(row, 0) = maze.at(row, maze.cols() - 1) = '#';
    for (int col = 0; col < maze.cols(); ++col)
        maze.at(0, col) = maze.at(maze.rows() - 1, col) = '#';
    const int side = random.below(4);
    const int along = random.below(100);
    const int row = 1 + along % (maze.rows() - 2);
    const int col = 1 + along % (maze.cols() - 2);
    maze.mark('S', random);
    (side == 0   ? maze.at(0, col)
     : side == 1 ? maze.at(maze.rows() - 1, col)
     : side == 2 ? maze.at(row, 0)
                 : maze.at(row, maze.cols() - 1)) = 'E';
    maze.scatter_walls(random.between(0, 25), random);
    maze.scatter_digits(random.between(20, 100), random.between(1, 4), random);
    maze.treasures(random.between(0, 4), random);
    return maze.board(random.between(1, 10));
}

/// Zeros and walls: many routes, and a life that does not matter.
inline senda::maze::board many_routes(split_mix64& random) {
    maze_sketch maze = some_field(2, 7, random);
    maze.ends(random);
    maze.scatter_walls(random.between(0, 20), random);
    maze.treasures(random.between(0, 6), random);
    return maze.board(random.percent(50) ? 1 : random.between(1, 1000));
}

/// Treasures that must pay for the way: a field of fives and less, and next to no life.
inline senda::maze::board from_treasure_to_treasure(split_mix64& random) {
    maze_sketch maze = some_field(4, 7, random);
    maze.ends(random);
    maze.scatter_walls(random.between(10, 30), random);
    maze.scatter_digits(random.between(80, 100), random.between(3, 5), random);
    maze.treasures(random.between(3, 6), random);
    return maze.board(random.between(1, 6));
}

/// One row or one column.
inline senda::maze::board line(split_mix64& random) {
    const int length = random.between(2, 12);
    maze_sketch maze =
        random.percent(50) ? maze_sketch{1, length, '0'} : maze_sketch{length, 1, '0'};
    maze.ends(random);
    maze.scatter_walls(random.between(0, 5), random);
    maze.scatter_digits(50, random.between(1, 4), random);
    maze.treasures(std::min(random.between(0, 5), length - 2), random);
    return maze.board(random.between(1, 12));
}

inline constexpr std::array kinds = {open_field,
                                     corridors,
                                     comb,
                                     rooms,
                                     there_and_back,
                                     star,
                                     starving,
                                     all_digits,
                                     unreachable,
                                     neighbours,
                                     walled,
                                     many_routes,
                                     line,
                                     from_treasure_to_treasure,
                                     without_treasures};

}  // namespace mazes

/// The same maze with another life.
inline senda::maze::board with_life(const senda::maze::board& maze, senda::maze::life_points life) {
    std::string cells;
    for (std::uint32_t row = 0; row < maze.rows(); ++row)
        cells.append(maze.cells() + maze.at(row, 0), maze.cols());
    std::optional<senda::maze::board> made =
        senda::maze::board::make(maze.rows(), maze.cols(), life, cells);
    REQUIRE(made);
    return *std::move(made);
}

/// A small maze, the same for the same seed on every machine; consecutive seeds cycle through all
/// kinds. In two of three cycles the life is about the least with which the maze can be won:
/// there the ways are the longest.
inline senda::maze::board random_maze(std::uint64_t seed) {
    split_mix64 random{seed};
    const std::size_t kind = static_cast<std::size_t>(seed % mazes::kinds.size());
    senda::maze::board maze = mazes::kinds[kind](random);
    if (seed / mazes::kinds.size() % 3 == 0) return maze;
    for (senda::maze::life_points life = 1; life <= 30; ++life) {
        senda::maze::board tight = with_life(maze, life);
        if (!senda::maze::solve_exhaustively(tight, senda::maze::method::astar_exact)) continue;
        const senda::maze::life_points off = random.percent(70) ? 0 : random.percent(50) ? 1 : -1;
        return with_life(maze, std::max<senda::maze::life_points>(1, life + off));
    }
    return maze;
}

}  // namespace support
