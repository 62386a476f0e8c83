// SPDX-License-Identifier: MIT
#include <maze/solve.hpp>

#include "maze/random_mazes.hpp"
#include "support/rounds.hpp"
#include "support/shared_data.hpp"

#include <maze/exhaustive.hpp>
#include <maze/format.hpp>
#include <maze/game.hpp>
#include <maze/least_life.hpp>
#include <senda/maze/rules.hpp>

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace senda::maze;

/// What is wrong with a route that should win; nothing if it does.
std::string fault_of(const board& b, const std::optional<route>& r) {
    if (!r) return "";
    const replayed told = replay(b, r->cells);
    if (!told) return std::string{"it fails: "} + to_string(told.verdict);
    return told.life.back() == r->life ? "" : "its life is wrong";
}

/// How an answer differs from that of the method that searches all states.
std::string difference(const board& b, const answer& a, const answer& right) {
    if (a.outcome != right.outcome) return "outcome";
    if (a.obstacle != right.obstacle) return "obstacle";
    if (a.lower_bound != right.lower_bound) return "lower bound";
    if (a.max_life != right.max_life) return "max_life";
    if (a.count != right.count) return "count";
    if (a.routes != right.routes) return "routes";
    if (a.optimal.has_value() != right.optimal.has_value()) return "optimal";
    if (a.optimal && a.optimal->steps() != right.optimal->steps()) return "steps";
    if (a.optimal && a.optimal->life != *a.max_life) return "the life of the optimal route";
    return fault_of(b, a.optimal) + fault_of(b, a.feasible);
}

/// A field of digits with walls and treasures, larger than those of `random_maze`.
board random_field(std::uint64_t seed) {
    support::split_mix64 random{seed};
    const auto side = static_cast<std::uint32_t>(9 + random.below(5));
    std::string cells(std::size_t{side} * side, '0');
    for (char& cell : cells) {
        if (random.percent(static_cast<int>(10 + seed % 20))) {
            cell = '#';
        } else if (random.percent(50)) {
            cell = static_cast<char>('0' + random.below(10));
        }
    }
    for (int i = 0; i < 8; ++i) {
        const auto cell = random.below(static_cast<int>(cells.size()));
        cells[static_cast<std::size_t>(cell)] = 'T';
    }
    cells.front() = 'S';
    cells.back() = 'E';
    return *board::make(side, side, 1 + random.below(25), cells);
}

const question all_and_twenty{.count = true, .routes = 20};

}  // namespace

TEST_CASE("the solver and the search of all states agree on mazes of every kind") {
    for (std::uint64_t seed = 1; seed <= support::rounds(900U); ++seed) {
        const board b = support::random_maze(seed);
        CAPTURE(seed);
        CAPTURE(to_text(b));
        CHECK_EQ(difference(b, solve(b, all_and_twenty),
                            solve_exhaustively(b, method::astar_exact, all_and_twenty)),
                 "");
    }
}

TEST_CASE("the solver and the search of all states agree on larger fields") {
    int solved = 0;
    for (std::uint64_t seed = 1; seed <= support::rounds(60U); ++seed) {
        const board b = random_field(seed);
        CAPTURE(seed);
        CAPTURE(to_text(b));
        const answer right = solve_exhaustively(b, method::astar_exact, {.count = true});
        CHECK_EQ(difference(b, solve(b, {.count = true}), right), "");
        solved += right ? 1 : 0;
    }
    CHECK(solved > support::rounds(20));
    CHECK(solved < support::rounds(60));
}

TEST_CASE("the least life is the first with which all states hold a route") {
    for (std::uint64_t seed = 1; seed <= support::rounds(150U); ++seed) {
        const board b = support::random_maze(seed);
        CAPTURE(seed);
        CAPTURE(to_text(b));
        std::optional<life_points> right;
        if (connectivity_of(b).connected) {
            right = 1;
            while (!solve_exhaustively(support::with_life(b, *right), method::astar_exact))
                ++*right;
        }
        CHECK(least_life(b) == right);
    }
}

TEST_CASE("a limit leaves a bound that holds and a route that wins") {
    int stopped = 0;
    for (std::uint64_t seed = 1; seed <= support::rounds(60U); ++seed) {
        const board b = random_field(seed);
        const answer right = solve(b);
        for (const std::uint64_t most : {0u, 1u, 10u, 100u, 300u, 1000u, 3000u}) {
            CAPTURE(seed);
            CAPTURE(most);
            question asked = all_and_twenty;
            asked.limits.expansions = most;
            const answer a = solve(b, asked);
            CHECK(a.statistics.expanded <= most);
            CHECK(a.lower_bound <= right.lower_bound);
            CHECK_EQ(fault_of(b, a.feasible), "");
            if (a.outcome == outcome::limit) {
                ++stopped;
                CHECK(a.ended == senda::status::expansion_limit);
                CHECK_FALSE(a.optimal);
            } else {
                CHECK(a.outcome == right.outcome);
                CHECK(a.max_life == right.max_life);
            }
        }
    }
    CHECK(stopped > support::rounds(50));
}

TEST_CASE("a limit on memory is an answer") {
    for (const std::uint64_t bytes : {0u, 100u, 1000u, 5000u, 20000u}) {
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const board b = random_field(seed);
            const answer a = solve(b, {.count = true, .routes = 3, .limits = {.bytes = bytes}});
            if (a.outcome == outcome::limit) {
                CHECK(a.ended == senda::status::memory_limit);
            }
            CHECK_EQ(fault_of(b, a.feasible) + fault_of(b, a.optimal), "");
        }
    }
}

TEST_CASE("mazes without treasures are solved at any slack and with any life") {
    // The straight way costs 9 a step, the way round the wall nothing.
    const std::string cells =
        "S99999999E"
        "0########0"
        "0000000000";
    for (const life_points life : {life_points{1}, life_points{72}, life_points{73}, most_life}) {
        const board b = *board::make(3, 10, life, cells);
        const answer a = solve(b, all_and_twenty);
        REQUIRE(a);
        CHECK(a.optimal->steps() == (life > 72 ? 9u : 13u));
        CHECK(a.max_life == (life > 72 ? life - 72 : life));
        CHECK(a.count == senda::big_unsigned(1));
    }
}

TEST_CASE("as many routes as were asked for are listed, and no more are looked for") {
    // An open field has as many shortest routes as there are ways to mix its moves.
    const std::uint32_t side = 60;
    std::string cells(std::size_t{side} * side, '0');
    cells.front() = 'S';
    cells.back() = 'E';
    const board b = *board::make(side, side, 10, cells);
    const answer a = solve(b, {.count = true, .routes = 3});
    REQUIRE(a);
    CHECK(a.count->to_string() == "24356699707654619143838606602026720");  // 118 over 59
    REQUIRE(a.routes.size() == 3);
    CHECK(a.routes[0] != a.routes[1]);
    CHECK(a.routes[1] != a.routes[2]);
    // Down comes before right.
    CHECK(a.routes[0].cells[1] == b.at(1, 0));
    for (const route& r : a.routes) CHECK(replay(b, r.cells));
}

TEST_CASE("mazes with up to 200 treasures have their proven answers") {
    const std::vector<std::pair<std::string, std::pair<std::uint64_t, life_points>>> known = {
        {"field50-least", {106, 4}},
        {"comb40-least", {225, 1}},
        {"comb100-more", {397, 2}},
        {"maze101-least", {252, 1}},
        {"rooms12-least", {114, 10}}};
    for (const auto& [name, right] : known) {
        if (support::is_slow && name != known.front().first) continue;
        const std::string text = support::shared_text("maze/" + name + ".txt");
        if (text.empty()) continue;
        const senda::parsed<board> b = parse(text);
        REQUIRE(b);
        CAPTURE(name);
        const answer a = solve(*b);
        REQUIRE(a);
        CHECK(a.optimal->steps() == right.first);
        CHECK(a.max_life == right.second);
        CHECK_EQ(fault_of(*b, a.optimal), "");
        if (name.ends_with("-least")) CHECK(least_life(*b) == b->life());
    }
}
