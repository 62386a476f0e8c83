// SPDX-License-Identifier: MIT
// Mazes with one point of life less than the least: that nothing is enough must be proven, and
// soon.
#include "maze/random_mazes.hpp"
#include "support/rounds.hpp"

#include <maze/exhaustive.hpp>
#include <maze/format.hpp>
#include <maze/least_life.hpp>
#include <maze/solve.hpp>

#include <array>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <utility>
#include <vector>

namespace starved_test {

using namespace senda::maze;

using support::maze_sketch;
using support::split_mix64;

/// Corridors with a treasure in each dead end, and a few ways round.
board labyrinth(split_mix64& random) {
    constexpr int side = 41;
    constexpr std::array<std::pair<int, int>, 4> around{{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}};
    maze_sketch maze{side, side, '#'};
    const auto is_wall = [&maze](int row, int col) {
        return row < 0 || col < 0 || row >= side || col >= side || maze.at(row, col) == '#';
    };
    const auto is_inside = [](int row, int col) {
        return row >= 0 && col >= 0 && row < side && col < side;
    };
    std::vector<std::pair<int, int>> open{{0, 0}};
    maze.at(0, 0) = '0';
    while (!open.empty()) {
        const auto last = static_cast<int>(open.size()) - 1;
        const int which = random.percent(50) ? last : random.below(last + 1);
        const auto [row, col] = open[static_cast<std::size_t>(which)];
        std::vector<std::pair<int, int>> ways;
        for (const auto& [down, right] : around)
            if (is_inside(row + 2 * down, col + 2 * right) &&
                is_wall(row + 2 * down, col + 2 * right))
                ways.emplace_back(down, right);
        if (ways.empty()) {
            open.erase(open.begin() + which);
            continue;
        }
        const auto [down, right] =
            ways[static_cast<std::size_t>(random.below(static_cast<int>(ways.size())))];
        maze.at(row + down, col + right) = maze.at(row + 2 * down, col + 2 * right) = '0';
        open.emplace_back(row + 2 * down, col + 2 * right);
    }
    maze.at(0, 0) = 'S';
    maze.at(side - 1, side - 1) = 'E';
    for (int holes = side; holes > 0; --holes) {
        const int row = random.below(side);
        const int col = random.below(side);
        if (is_wall(row, col)) maze.at(row, col) = '0';
    }
    maze.scatter_digits(60, 2, random);
    for (int row = 0; row < side; ++row)
        for (int col = 0; col < side; ++col) {
            int ways = 0;
            for (const auto& [down, right] : around)
                ways += is_wall(row + down, col + right) ? 0 : 1;
            char& cell = maze.at(row, col);
            if (ways == 1 && cell >= '0' && cell <= '9') cell = 'T';
        }
    return maze.board(1);
}

board rooms(split_mix64& random) {
    maze_sketch maze{15, 15, '0'};
    for (int i = 0; i < 15; ++i)
        for (const int wall : {4, 9}) maze.at(wall, i) = maze.at(i, wall) = '#';
    for (const int wall : {4, 9})
        for (const int room : {0, 5, 10}) {
            maze.at(wall, room + random.below(4)) = '0';
            maze.at(room + random.below(4), wall) = '0';
        }
    maze.at(0, 0) = 'S';
    maze.at(14, 14) = 'E';
    maze.scatter_digits(70, 3, random);
    maze.treasures(10, random);
    return maze.board(1);
}

board comb(split_mix64& random) {
    maze_sketch maze{6, 41, '#'};
    for (int col = 0; col < 41; ++col) maze.at(5, col) = '0';
    for (int tooth = 1; tooth < 40; tooth += 2)
        for (int up = random.below(5); up < 5; ++up) maze.at(up, tooth) = '0';
    maze.at(5, 0) = 'S';
    maze.at(5, 40) = 'E';
    maze.scatter_digits(60, 2, random);
    for (int tooth = 1; tooth < 40; tooth += 2)
        for (int up = 0; up < 5; ++up)
            if (maze.at(up, tooth) != '#') {
                maze.at(up, tooth) = 'T';
                break;
            }
    return maze.board(1);
}

board open_field(split_mix64& random) {
    maze_sketch maze{16, 16, '0'};
    maze.at(0, 0) = 'S';
    maze.at(15, 15) = 'E';
    maze.scatter_walls(15, random);
    maze.scatter_digits(60, 3, random);
    maze.treasures(10, random);
    return maze.board(1);
}

/// A field of nothing that has all treasures, and a corridor that takes what all of them give.
board gate(split_mix64& random) {
    constexpr int side = 9;
    maze_sketch maze{side, side + 8, '#'};
    for (int row = 0; row < side; ++row)
        for (int col = 0; col < side; ++col) maze.at(row, col) = random.percent(15) ? '#' : '0';
    for (int col = side - 1; col < side + 7; ++col) maze.at(side - 1, col) = '0';
    maze.at(0, 0) = 'S';
    maze.treasures(8, random);
    for (int col = side; col < side + 7; ++col) maze.at(side - 1, col) = '6';
    maze.at(side - 1, side + 7) = 'E';
    return maze.board(1);
}

constexpr std::array shapes = {rooms, comb, open_field, gate};

TEST_CASE("a labyrinth with one point less than the least is starved, in little time and memory") {
    support::split_mix64 random{27};
    const board b = support::with_life(labyrinth(random), 51);  // 52 are enough
    const answer a =
        solve(b, {.limits = {.expansions = 1'000'000, .bytes = std::uint64_t{64} << 20}});
    CHECK(a.obstacle == obstacle::starved);
    CHECK(a.lower_bound == no_steps);
    CHECK(a.ended == senda::status::exhausted);
    CHECK(a.statistics.bytes < std::uint64_t{8} << 20);
}

TEST_CASE("a maze of any shape with one point less than the least is proven to be starved") {
    int proven = 0;
    for (const auto shape : shapes)
        for (std::uint64_t seed = 27; seed > 27 - support::rounds(2U); --seed) {
            CAPTURE(seed);
            support::split_mix64 random{seed};
            const board b = shape(random);
            const std::optional<life_points> least = least_life(b);
            if (!least || *least < 2) continue;
            const answer a =
                solve(support::with_life(b, *least - 1),
                      {.limits = {.expansions = 2'000'000, .bytes = std::uint64_t{64} << 20}});
            CHECK(a.obstacle == obstacle::starved);
            CHECK(a.lower_bound == no_steps);
            CHECK(a.ended == senda::status::exhausted);
            ++proven;
        }
    CHECK(proven > static_cast<int>(support::rounds(2U)));
}

TEST_CASE("one point less than the least that a search of all states finds is starved") {
    int proven = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(300U); ++seed) {
        CAPTURE(seed);
        const board b = support::random_maze(seed);
        if (b.treasures().size() > 6 || !connectivity_of(b).connected) continue;
        life_points least = 1;
        while (least < 40 && !solve_exhaustively(support::with_life(b, least), method::astar_exact))
            ++least;
        if (least == 1 || least == 40) continue;
        const answer a = solve(support::with_life(b, least - 1));
        CHECK(a.obstacle == obstacle::starved);
        CHECK(a.lower_bound == no_steps);
        const answer enough = solve(support::with_life(b, least));
        REQUIRE(enough.optimal);
        CHECK(replay(support::with_life(b, least), enough.optimal->cells));
        ++proven;
    }
    CHECK(proven > static_cast<int>(support::rounds(300U) / 4));
}

}  // namespace starved_test
