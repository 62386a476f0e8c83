// SPDX-License-Identifier: MIT
#include <mazegen/braid.hpp>

#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <map>
#include <mazegen/algorithms.hpp>
#include <mazegen/analysis.hpp>
#include <senda/graph/grid.hpp>
#include <vector>

#include "checks.hpp"

using namespace senda::mazegen;
using maze_checks::is_connected;
using maze_checks::is_sound;
using maze_checks::passages_of;
using senda::cell;

TEST_CASE("a maze braided fully has no dead ends and stays connected") {
    for (const algorithm_description& a : algorithms) {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            auto m =
                generate(a.which, 2 + static_cast<int>(seed), 21 - static_cast<int>(seed), seed);
            const std::uint64_t before = count_rooms(*m).dead_ends();
            const auto gone = braid(*m, 1, seed);
            REQUIRE(gone);
            CAPTURE(a.name);
            CHECK(*gone == before);
            CHECK(count_rooms(*m).dead_ends() == 0);
            CHECK(is_sound(*m));
            CHECK(is_connected(*m));
        }
    }
}

TEST_CASE("a maze braided by a fraction loses that part of its dead ends") {
    for (const double fraction : {0.0, 0.1, 0.3, 0.5, 0.9}) {
        auto m = generate(prim_frontier{}, 80, 80, 4);
        const std::uint64_t before = count_rooms(*m).dead_ends();
        const auto gone = braid(*m, fraction, 8);
        REQUIRE(gone);
        const std::uint64_t after = count_rooms(*m).dead_ends();
        CHECK(before - after == *gone);
        CHECK(std::abs(static_cast<double>(*gone) - fraction * static_cast<double>(before)) <= 1.5);
        CHECK(is_sound(*m));
        CHECK(is_connected(*m));
    }
}

TEST_CASE("every dead end has the same chance to be opened") {
    // A comb: five teeth, of which one is opened. The last two are neighbours of one wall each.
    auto comb = maze::make(2, 5);
    for (int x = 0; x < 5; ++x) comb->open({x, 0}, direction::south);
    for (int x = 0; x < 4; ++x) comb->open({x, 0}, direction::east);
    std::map<int, int> opened;
    constexpr int rounds = 6000;
    for (int seed = 0; seed < rounds; ++seed) {
        maze m = comb->copy();
        const auto gone = braid(m, 0.2, static_cast<std::uint64_t>(seed));
        REQUIRE(*gone == 2);  // a tooth opens to another tooth
        for (int x = 0; x < 5; ++x)
            if (m.degree({x, 1}) == 2) ++opened[x];
    }
    // Chosen with 1/5 each, and an inner tooth opens to either side.
    const double share[] = {0.2 + 0.1, 0.2 + 0.2 + 0.1, 0.2 + 0.1 + 0.1, 0.2 + 0.1 + 0.2,
                            0.2 + 0.1};
    for (int x = 0; x < 5; ++x) {
        CAPTURE(x);
        CHECK(std::abs(opened[x] - share[x] * rounds) < 5 * std::sqrt(rounds * 0.25));
    }
}

TEST_CASE("a room with one neighbour stays a dead end") {
    auto corridor = generate(sidewinder{}, 1, 9, 1);
    CHECK(*braid(*corridor, 1, 1) == 0);
    CHECK(count_rooms(*corridor).dead_ends() == 2);
    auto bay = generate(wilson{}, *senda::grid::parse("...\n...\n#.#\n#.#\n"), 1);
    REQUIRE(braid(*bay, 1, 1));
    CHECK(count_rooms(*bay).dead_ends() == 1);
    auto one = maze::make(1, 1);
    CHECK(*braid(*one, 1, 1) == 0);
}

TEST_CASE("open_walls opens that part of the walls between rooms") {
    for (const double fraction : {0.0, 0.01, 0.25, 0.5, 1.0}) {
        auto m = generate(wilson{}, 30, 40, 2);
        const std::uint64_t walls = 29 * 40 + 30 * 39 - passages_of(*m);
        const auto opened = open_walls(*m, fraction, 3);
        REQUIRE(opened);
        CHECK(*opened == static_cast<std::uint64_t>(static_cast<double>(walls) * fraction + 0.5));
        CHECK(passages_of(*m) == 30 * 40 - 1 + *opened);
        CHECK(is_sound(*m));
        CHECK(is_connected(*m));
    }
}

TEST_CASE("open_walls opens each wall with the same chance") {
    std::map<int, int> opened;
    constexpr int rounds = 5000;
    for (int seed = 0; seed < rounds; ++seed) {
        auto m = maze::make(2, 3);
        REQUIRE(*open_walls(*m, 3.0 / 7, static_cast<std::uint64_t>(seed)) == 3);
        int wall = 0;
        for (int y = 0; y < 2; ++y) {
            for (int x = 0; x < 3; ++x) {
                if (x < 2) opened[wall++] += m->has_passage({x, y}, direction::east) ? 1 : 0;
                if (y < 1) opened[wall++] += m->has_passage({x, y}, direction::south) ? 1 : 0;
            }
        }
        REQUIRE(wall == 7);
    }
    for (const auto& [wall, count] : opened) {
        CAPTURE(wall);
        CHECK(std::abs(count - rounds * 3 / 7.0) < 5 * std::sqrt(rounds * 0.25));
    }
}

TEST_CASE("the same seed braids the same way") {
    const auto m = generate(kruskal{}, 30, 30, 1);
    maze a = m->copy();
    maze b = m->copy();
    maze c = m->copy();
    (void)braid(a, 0.4, 5);
    (void)braid(b, 0.4, 5);
    (void)braid(c, 0.4, 6);
    CHECK(a == b);
    CHECK_FALSE(a == c);
}

TEST_CASE("a fraction outside of 0 to 1 is refused and opens nothing") {
    for (const double fraction : {-0.1, 1.5, 2.0, std::numeric_limits<double>::quiet_NaN(),
                                  std::numeric_limits<double>::infinity()}) {
        auto m = generate(kruskal{}, 9, 9, 1);
        const maze before = m->copy();
        const auto braided = braid(*m, fraction, 1);
        REQUIRE_FALSE(braided);
        CHECK(braided.error().code == "bad_fraction");
        CHECK(braided.error().message.find("from 0 to 1") != std::string::npos);
        CHECK(open_walls(*m, fraction, 1).error().code == "bad_fraction");
        CHECK(*m == before);
    }
}
