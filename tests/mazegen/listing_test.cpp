// SPDX-License-Identifier: MIT
#include <senda/mazegen/listing.hpp>

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <senda/graph/grid.hpp>
#include <senda/mazegen/algorithms.hpp>
#include <senda/mazegen/braid.hpp>
#include <senda/mazegen/dot.hpp>
#include <senda/mazegen/wall_runs.hpp>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "checks.hpp"

using namespace senda::mazegen;
using maze_checks::rooms_of;
using senda::cell;

TEST_CASE("rooms and passages are listed once each") {
    support::split_mix64 random(2);
    for (int round = 0; round < 50; ++round) {
        const senda::grid mask =
            maze_checks::random_mask(random.between(1, 9), random.between(1, 9), 75, random);
        auto m = generate(kruskal{}, mask, 1);
        (void)open_walls(*m, 0.3, 1);
        CHECK(list_rooms(*m) == rooms_of(*m));
        const auto passages = list_passages(*m);
        CHECK(passages.size() == maze_checks::passages_of(*m));
        auto again = maze::make(mask);
        for (const auto& [a, b] : passages)
            again->open(a, b.x > a.x ? direction::east : direction::south);
        CHECK(*again == *m);
    }
}

TEST_CASE("the matrix of passages says which rooms are joined") {
    const auto m = generate(wilson{}, *senda::grid::from_text("...\n.#.\n...\n"), 1);
    const auto matrix = make_passage_matrix(*m);
    REQUIRE(matrix);
    REQUIRE(matrix->size() == 8);
    const std::vector<cell> rooms = rooms_of(*m);
    for (std::size_t a = 0; a < 8; ++a) {
        for (std::size_t b = 0; b < 8; ++b) {
            bool joined = false;
            m->successors(rooms[a], [&](cell c) { joined = joined || c == rooms[b]; });
            CHECK((*matrix)(a, b) == joined);
        }
    }
    const auto too_many = make_passage_matrix(*generate(binary_tree{}, 200, 200, 1));
    REQUIRE_FALSE(too_many);
    CHECK(too_many.error().code == "too_many_rooms");
}

TEST_CASE("a maze is written for Graphviz") {
    auto m = maze::make(2, 2);
    m->open({0, 0}, direction::east);
    m->open({0, 0}, direction::south);
    m->leave_out({1, 1});
    CHECK(to_dot(*m) ==
          "graph maze {\n"
          "  node [shape=point];\n"
          "  r0c0 [pos=\"0,0\"];\n"
          "  r0c1 [pos=\"36,0\"];\n"
          "  r1c0 [pos=\"0,-36\"];\n"
          "  r0c0 -- r0c1;\n"
          "  r0c0 -- r1c0;\n"
          "}\n");
}

TEST_CASE("a sink that does not take a piece ends the writing") {
    const auto m = generate(binary_tree{}, 300, 300, 1);
    int pieces = 0;
    CHECK_FALSE(write_dot(*m, [&](std::string_view) { return ++pieces < 3; }));
    CHECK(pieces == 3);
    std::size_t largest = 0;
    std::size_t total = 0;
    CHECK(write_dot(*m, [&](std::string_view piece) {
        largest = std::max(largest, piece.size());
        total += piece.size();
    }));
    CHECK(largest < 100'000);
    CHECK(total > 2'000'000);
}

TEST_CASE("wall runs cover each wall once and are as long as they can be") {
    support::split_mix64 random(6);
    for (int round = 0; round < 100; ++round) {
        const senda::grid mask =
            maze_checks::random_mask(random.between(1, 10), random.between(1, 10), 85, random);
        auto m = generate(wilson{}, mask, static_cast<std::uint64_t>(round));
        (void)open_walls(*m, 0.1, 3);
        std::map<std::tuple<int, int, bool>, int> covered;  // corner, and whether level
        std::vector<wall_run> runs;
        for_each_wall_run(*m, [&](const wall_run& run) { runs.push_back(run); });
        for (const wall_run& run : runs) {
            const bool level = run.from.y == run.to.y;
            REQUIRE(
                (level ? run.from.x < run.to.x : run.from.x == run.to.x && run.from.y < run.to.y));
            if (level) {
                for (int x = run.from.x; x < run.to.x; ++x) ++covered[{x, run.from.y, true}];
            } else {
                for (int y = run.from.y; y < run.to.y; ++y) ++covered[{run.from.x, y, false}];
            }
        }
        for (int y = 0; y <= m->rows(); ++y) {
            for (int x = 0; x <= m->cols(); ++x) {
                if (x < m->cols()) CHECK(covered[{x, y, true}] == (m->above(y, x) ? 1 : 0));
                if (y < m->rows()) CHECK(covered[{x, y, false}] == (m->left_of(y, x) ? 1 : 0));
            }
        }
        for (const wall_run& run : runs) {
            const bool level = run.from.y == run.to.y;
            const auto more = [&](int x, int y) {
                return covered.count({x, y, level}) != 0 && covered[{x, y, level}] != 0;
            };
            CHECK_FALSE(more(run.to.x, run.to.y));
            CHECK_FALSE(
                (level ? more(run.from.x - 1, run.from.y) : more(run.from.x, run.from.y - 1)));
        }
    }
}

TEST_CASE("walls agree with passages") {
    const auto m = generate(eller{}, 7, 8, 2);
    for (const cell c : rooms_of(*m)) {
        CHECK(m->above(c.y, c.x) != m->has_passage(c, direction::north));
        CHECK(m->above(c.y + 1, c.x) != m->has_passage(c, direction::south));
        CHECK(m->left_of(c.y, c.x) != m->has_passage(c, direction::west));
        CHECK(m->left_of(c.y, c.x + 1) != m->has_passage(c, direction::east));
    }
}
