// SPDX-License-Identifier: MIT
#include <mazegen/listing.hpp>

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <mazegen/algorithms.hpp>
#include <mazegen/braid.hpp>
#include <mazegen/dot.hpp>
#include <senda/graph/grid.hpp>
#include <string>
#include <string_view>
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
    const auto m = generate(wilson{}, *senda::grid::parse("...\n.#.\n...\n"), 1);
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

TEST_CASE("walls agree with passages") {
    const auto m = generate(eller{}, 7, 8, 2);
    for (const cell c : rooms_of(*m)) {
        CHECK(m->above(c.y, c.x) != m->has_passage(c, direction::north));
        CHECK(m->above(c.y + 1, c.x) != m->has_passage(c, direction::south));
        CHECK(m->left_of(c.y, c.x) != m->has_passage(c, direction::west));
        CHECK(m->left_of(c.y, c.x + 1) != m->has_passage(c, direction::east));
    }
}
