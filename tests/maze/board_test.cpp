// SPDX-License-Identifier: MIT
#include <senda/maze/board.hpp>

#include "random_mazes.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace senda::maze;

/// Three rows and four columns: the treasures are at (2,2), (0,0) and (3,0).
board small() { return *board::make(3, 4, 7, "S0T#1#2ET53T"); }

}  // namespace

TEST_CASE("a board knows its size, its life, its ends and its treasures in reading order") {
    const board b = small();
    CHECK(b.rows() == 3);
    CHECK(b.cols() == 4);
    CHECK(b.life() == 7);
    CHECK(b.start() == b.at(0, 0));
    CHECK(b.end() == b.at(1, 3));
    CHECK(b.treasures() == std::vector<place>{b.at(0, 2), b.at(2, 0), b.at(2, 3)});
    for (std::size_t i = 0; i < 3; ++i) CHECK(b.treasure_number(b.treasures()[i]) == i);
    CHECK(b[b.at(1, 0)] == '1');
    CHECK(b[b.at(2, 2)] == '3');
}

TEST_CASE("x counts from the left and y from the bottom row") {
    const board b = small();
    CHECK(b.xy(b.start()) == point{0, 2});
    CHECK(b.xy(b.end()) == point{3, 1});
    CHECK(b.place_of({2, 0}) == b.at(2, 2));
    CHECK(b.place_of({4, 0}) == no_place);
    CHECK(b.place_of({0, 3}) == no_place);
    CHECK(b.place_of({0xFFFFFFFF, 0xFFFFFFFF}) == no_place);
    for (std::uint32_t row = 0; row < b.rows(); ++row) {
        for (std::uint32_t col = 0; col < b.cols(); ++col) {
            const place p = b.at(row, col);
            CHECK(b.row_of(p) == row);
            CHECK(b.col_of(p) == col);
            CHECK(b.place_of(b.xy(p)) == p);
            CHECK(b.contains(p));
        }
    }
}

TEST_CASE("a ring of walls lies around the grid, so that every cell has four neighbours") {
    const board b = small();
    std::size_t inside = 0;
    for (place p = 0; p < b.bound(); ++p) {
        if (b.contains(p)) {
            ++inside;
            for (const direction d : directions) CHECK(b.neighbour(p, d) < b.bound());
        } else {
            CHECK(b[p] == '#');
        }
    }
    CHECK(inside == 12);
    CHECK_FALSE(b.contains(no_place));
    CHECK_FALSE(b.contains(b.bound()));
}

TEST_CASE("neighbours come in the order up, down, left, right, without walls") {
    const board b = *board::make(3, 3, 1, "S1#234#5E");
    const auto around = [&b](place p) {
        std::string cells;
        b.for_each_neighbour(p, [&](place n) { cells += b[n]; });
        return cells;
    };
    CHECK(around(b.at(1, 1)) == "1524");
    CHECK(around(b.start()) == "21");
    CHECK(around(b.end()) == "45");
    CHECK(b.neighbour(b.at(1, 1), direction::up) == b.at(0, 1));
    CHECK(b.neighbour(b.at(1, 1), direction::down) == b.at(2, 1));
    CHECK(b.neighbour(b.at(1, 1), direction::left) == b.at(1, 0));
    CHECK(b.neighbour(b.at(1, 1), direction::right) == b.at(1, 2));
}

TEST_CASE("what is no valid maze makes no board") {
    CHECK(board::make(1, 3, 1, "S0E"));
    CHECK_FALSE(board::make(1, 3, 0, "S0E"));
    CHECK_FALSE(board::make(1, 3, -4, "S0E"));
    CHECK(board::make(1, 3, most_life, "S0E"));
    CHECK_FALSE(board::make(1, 3, most_life + 1, "S0E"));
    for (const char* cells : {"S00", "00E", "SSE", "SEE", "S0e", "S E", "SxE", "SE", "S00E", ""}) {
        CAPTURE(cells);
        CHECK_FALSE(board::make(1, 3, 1, cells));
    }
    CHECK_FALSE(board::make(3, 0, 1, ""));
    CHECK_FALSE(board::make(0, 3, 1, ""));
    CHECK_FALSE(board::make(0xFFFFFFFF, 0xFFFFFFFF, 1, "SE"));
    std::unique_ptr<char[]> padded = board::padded_array(1, 2);
    padded[5] = 'S';
    padded[6] = 0;
    CHECK_FALSE(board::adopt(1, 2, 1, std::move(padded)));
}

TEST_CASE("a grid is possible if all its places with their ring have a number") {
    CHECK(board::is_possible(1, 1));
    CHECK(board::is_possible(65533, 65533));
    CHECK_FALSE(board::is_possible(65534, 65534));
    CHECK(board::is_possible(1, 0xFFFFFFFF / 3 - 2));
    CHECK_FALSE(board::is_possible(1, 0xFFFFFFFF / 3 - 1));
    CHECK(board::is_possible(0xFFFFFFFF / 3 - 2, 1));
    CHECK_FALSE(board::is_possible(~std::uint64_t{0}, 1));
    CHECK_FALSE(board::is_possible(1, ~std::uint64_t{0}));
    CHECK_FALSE(board::is_possible(0, 1));
}

TEST_CASE("boards are values") {
    board a = small();
    board b = a;
    CHECK(a == b);
    CHECK(a.cells() != b.cells());
    CHECK(b.treasures() == a.treasures());
    CHECK(b.start() == a.start());
    CHECK(b.end() == a.end());
    const board other = *board::make(3, 4, 7, "S0T#1#2ET52T");
    CHECK_FALSE(a == other);
    CHECK_FALSE(a == *board::make(3, 4, 8, "S0T#1#2ET53T"));
    CHECK_FALSE(a == *board::make(4, 3, 7, "S0T#1#2ET53T"));
    a = other;
    CHECK(a == other);
    const board moved = std::move(a);
    CHECK(moved == other);
    a = b;
    CHECK(a == b);
}

TEST_CASE("random mazes are the same for the same seed, of every kind, and tell apart") {
    std::set<std::string> different;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const board b = support::random_maze(seed);
        CHECK(b == support::random_maze(seed));
        CHECK(b.treasures().size() <= 6);
        different.insert(std::string(b.cells(), b.bound()));
    }
    CHECK(different.size() > 250);
}
