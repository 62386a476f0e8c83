// SPDX-License-Identifier: MIT
#include <mazegen/maze.hpp>

#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <mazegen/algorithms/recursive_backtracker.hpp>
#include <mazegen/generate.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <string>
#include <utility>
#include <vector>

#include "checks.hpp"

using namespace senda::mazegen;
using maze_checks::distances;
using maze_checks::is_sound;
using senda::cell;

static_assert(senda::IndexedGraph<maze, cell> && senda::ReversibleGraph<maze, cell>);
static_assert(!senda::is_weighted<maze, cell>, "each passage counts one step");

TEST_CASE("a new maze has rooms and no passages") {
    const auto m = maze::make(3, 5);
    REQUIRE(m);
    CHECK(m->rows() == 3);
    CHECK(m->cols() == 5);
    CHECK(m->rooms() == 15);
    CHECK(m->is_full());
    CHECK(m->bytes() == 6 * 5 + 1);
    CHECK(is_sound(*m));
    CHECK(m->degree({4, 2}) == 0);
    CHECK_FALSE(m->is_room({5, 2}));
    CHECK_FALSE(m->is_room({-1, 0}));
    CHECK(m->passages({0, 3}) == 0);
}

TEST_CASE("a maze of impossible size is refused with the sizes that are possible") {
    const std::pair<std::int64_t, std::int64_t> impossible_sizes[] = {
        {0, 5},
        {5, 0},
        {-1, 5},
        {10'000'000, 10'000'000},
        {1, std::int64_t{1} << 32},
        {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::max()}};
    for (const auto& [rows, cols] : impossible_sizes) {
        const auto m = maze::make(rows, cols);
        REQUIRE_FALSE(m);
        CHECK(m.error().code == "bad_size");
        CHECK(m.error().message.find(std::to_string(rows)) != std::string::npos);
        CHECK(m.error().message.find("expected") != std::string::npos);
    }
}

TEST_CASE("passages are opened and closed from both sides") {
    auto m = maze::make(2, 3);
    m->open({1, 0}, direction::south);
    CHECK(m->has_passage({1, 0}, direction::south));
    CHECK(m->has_passage({1, 1}, direction::north));
    m->open({1, 1}, direction::east);
    CHECK(m->degree({1, 1}) == 2);
    CHECK(m->passages({1, 1}) == (bit_of(direction::north) | bit_of(direction::east)));
    CHECK(is_sound(*m));
    m->close({1, 1}, direction::north);
    CHECK(m->degree({1, 0}) == 0);
    m->leave_out({1, 1});
    CHECK(m->degree({2, 1}) == 0);
    CHECK(m->rooms() == 5);
    CHECK_FALSE(m->is_full());
    CHECK(is_sound(*m));
}

TEST_CASE("walls stand where a room has no passage, and nowhere without rooms") {
    auto m = maze::make(*senda::grid::parse("..#\n#..\n"));
    REQUIRE(m);
    m->open({0, 0}, direction::east);
    m->open({1, 0}, direction::south);
    CHECK(maze_checks::drawing(*m) ==
          "+--+--+  +\n"
          "|     |     \n"
          "+--+  +--+\n"
          "   |  |  |  \n"
          "+  +--+--+\n"
          "\n");
}

TEST_CASE("a mask leaves rooms out") {
    const auto m = maze::make(*senda::grid::parse(".#.\n...\n"));
    REQUIRE(m);
    CHECK(m->rooms() == 5);
    CHECK_FALSE(m->is_room({1, 0}));
    CHECK(m->is_room({1, 1}));
}

TEST_CASE("indices number the rooms and come back") {
    const auto m = maze::make(4, 7);
    std::vector<bool> used(m->index_bound());
    for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < 7; ++x) {
            const auto i = m->index({x, y});
            REQUIRE(i < m->index_bound());
            CHECK_FALSE(used[i]);
            used[i] = true;
            CHECK(m->node(i) == cell{x, y});
        }
    }
}

TEST_CASE("every search takes a maze as its graph") {
    const auto m = generate(recursive_backtracker{}, 20, 30, 5);
    REQUIRE(m);
    const std::vector<int> away = distances(*m, {0, 0});
    const cell goal{29, 19};
    const int steps = away[m->index(goal)];
    const auto by_bfs = senda::bfs(*m, {0, 0}, goal);
    const auto by_astar = senda::astar(*m, {0, 0}, goal, senda::manhattan{goal});
    const auto from_both = senda::bidirectional(*m, cell{0, 0}, goal);
    REQUIRE(by_bfs);
    CHECK(by_bfs.cost == steps);
    CHECK(by_astar.cost == steps);
    CHECK(from_both.cost == steps);
    for (std::size_t i = 1; i < by_bfs.path.size(); ++i) {
        bool joined = false;
        m->successors(by_bfs.path[i - 1],
                      [&](cell to) { joined = joined || to == by_bfs.path[i]; });
        CHECK(joined);
    }
}

TEST_CASE("neighbours come in the order north, east, south, west") {
    auto m = maze::make(3, 3);
    for (const direction d : {direction::west, direction::south, direction::east, direction::north})
        m->open({1, 1}, d);
    std::vector<cell> seen;
    m->successors({1, 1}, [&](cell c) { seen.push_back(c); });
    CHECK(seen == std::vector<cell>{{1, 0}, {2, 1}, {1, 2}, {0, 1}});
    std::vector<cell> before;
    m->predecessors({1, 1}, [&](cell c) { before.push_back(c); });
    CHECK(before == seen);
}

TEST_CASE("mazes are equal if their rooms and passages are") {
    auto a = maze::make(3, 4);
    auto b = maze::make(3, 4);
    const auto c = maze::make(4, 3);
    CHECK(*a == *b);
    CHECK(a->hash() == b->hash());
    CHECK_FALSE(*a == *c);
    CHECK(a->hash() != c->hash());
    b->open({0, 0}, direction::east);
    CHECK_FALSE(*a == *b);
    CHECK(a->hash() != b->hash());
    const maze copied = b->copy();
    CHECK(copied == *b);
    maze moved = *std::move(b);
    CHECK(moved == copied);
    CHECK(moved.rooms() == 12);
    a->leave_out({2, 2});
    CHECK_FALSE(*a == moved);
    moved = maze{};
    CHECK(moved.rooms() == 0);
    CHECK(moved == maze{});
    CHECK(maze{}.copy() == maze{});
}
