// SPDX-License-Identifier: MIT
#include <maze/exhaustive.hpp>
#include <maze/format.hpp>
#include <maze/game.hpp>
#include <maze/least_life.hpp>
#include <maze/pareto_front.hpp>
#include <maze/parts/by_parts.hpp>
#include <maze/richest_route.hpp>
#include <maze/solve.hpp>

#include "mazes_of_parts.hpp"
#include "support/rounds.hpp"
#include "written_mazes.hpp"

#include <atomic>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace parts_test {

using namespace senda::maze;

using pair = std::pair<std::uint64_t, life_points>;

std::vector<pair> pairs_of(const board& b, const std::vector<route>& routes) {
    std::vector<pair> all;
    for (const route& r : routes) {
        const replayed walk = replay(b, r.cells);
        REQUIRE(walk);
        CHECK(walk.life.back() == r.life);
        all.emplace_back(r.steps(), r.life);
    }
    return all;
}

/// A comb with teeth on both sides of a corridor, treasures at their tips.
std::string comb(int teeth, int depth, char corridor, life_points life) {
    const int cols = 2 * teeth + 3;
    std::string text = "N=" + std::to_string(2 * depth + 1) + ", M=" + std::to_string(cols) +
                       ", P=" + std::to_string(life) + '\n';
    for (int row = -depth; row <= depth; ++row) {
        for (int col = 0; col < cols; ++col) {
            const bool is_tooth = col % 2 == 0 && col > 0 && col < cols - 1;
            const int length = 1 + col * 7 % depth;
            const int away = row < 0 ? -row : row;
            text += row == 0                      ? (col == 0          ? 'S'
                                                     : col == cols - 1 ? 'E'
                                                                       : corridor)
                    : !is_tooth || away > length  ? '#'
                    : away == length              ? 'T'
                    : (col + row + away) % 3 == 0 ? '1'
                                                  : '0';
        }
        text += '\n';
    }
    return text;
}

TEST_CASE("what the parts of a maze say is what all its states say") {
    int answered = 0;
    int asked = 0;
    int traded = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(1000U); ++seed) {
        const board b = support::maze_of_parts(seed);
        CAPTURE(seed);
        CAPTURE(to_text(b));
        if (!connectivity_of(b).connected) continue;
        const std::vector<pair> expected = support::front_by_sets(b);
        ++asked;
        senda::search_control control(senda::options{});
        const detail::front_by_parts parts(b, control);
        if (const auto front = parts.all()) {
            ++answered;
            CHECK(pairs_of(b, *front) == expected);
            traded += expected.size() > 1 ? 1 : 0;
        }
        if (const auto richest = parts.richest()) {
            if (expected.empty())
                CHECK(richest->cells.empty());
            else
                CHECK(pairs_of(b, {*richest}).front() == expected.back());
        }
        if (const auto shortest = parts.shortest()) {
            if (expected.empty())
                CHECK(shortest->cells.empty());
            else
                CHECK(pairs_of(b, {*shortest}).front() == expected.front());
        }
        const std::optional<life_points> least = support::least_by_sets(b, 60);
        if (const auto bounds = detail::least_life_by_parts(b, control); bounds && least) {
            CHECK(bounds->first <= *least);
            CHECK(bounds->second >= *least);
        }
    }
    CHECK(10 * answered > 9 * asked);
    CHECK(2 * traded > asked);
}

TEST_CASE("the optimal routes of a tree are as many as all its states say") {
    int answered = 0;
    int several = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(2000U); ++seed) {
        const board b = support::maze_of_parts(seed);
        CAPTURE(seed);
        CAPTURE(to_text(b));
        const answer right = solve_exhaustively(b, method::bfs, {.count = true});
        senda::search_control control(senda::options{});
        const auto count = detail::count_by_parts(b, right, control);
        if (!count) continue;
        ++answered;
        several += *count == 1 ? 0 : 1;
        CHECK(*count == *right.count);
    }
    CHECK(answered > support::rounds(40));
    CHECK(several >= support::rounds(5));
}

TEST_CASE("mazes that fall apart are answered alike by every question") {
    for (std::uint64_t seed = 0; seed < support::rounds(400U); ++seed) {
        const board b = support::maze_of_parts(seed);
        CAPTURE(seed);
        CAPTURE(to_text(b));
        const bool connected = connectivity_of(b).connected;
        const std::vector<pair> expected =
            connected ? support::front_by_sets(b) : std::vector<pair>{};
        const pareto_answer trade = pareto_front(b);
        const richest_answer richest = richest_route(b);
        const answer fewest = solve(b, {.count = true});
        CHECK(trade.connectivity == fewest.connectivity);
        CHECK(trade.obstacle == fewest.obstacle);
        CHECK(trade.ended == fewest.ended);
        CHECK(richest.connectivity == fewest.connectivity);
        CHECK(richest.obstacle == fewest.obstacle);
        CHECK(richest.ended == fewest.ended);
        CHECK(pairs_of(b, trade.front) == expected);
        CHECK(trade.proven_below == no_steps);
        if (connected) CHECK(least_life(b) == support::least_by_sets(b, 1000));
        if (expected.empty()) {
            CHECK(trade.outcome == outcome::no_route);
            CHECK(richest.outcome == outcome::no_route);
            CHECK(richest.lower_bound == no_steps);
            continue;
        }
        REQUIRE(trade);
        REQUIRE(richest);
        CHECK(trade.upper_bound == expected.back().second);
        CHECK(pair(richest.best->steps(), richest.best->life) == expected.back());
        CHECK(richest.upper_bound == expected.back().second);
        CHECK(richest.lower_bound == expected.back().first);
        CHECK(fewest.count == solve_exhaustively(b, method::bfs, {.count = true}).count);
    }
}

TEST_CASE("a comb with many teeth has its whole front at once") {
    const board b = support::board_of(comb(60, 5, '3', 340));
    const pareto_answer trade = pareto_front(b, {.limits = {.time = 60.0}});
    REQUIRE(trade);
    CHECK(trade.front.size() > 30);
    const std::vector<pair> pairs = pairs_of(b, trade.front);
    for (std::size_t i = 1; i < pairs.size(); ++i) {
        CHECK(pairs[i - 1].first < pairs[i].first);
        CHECK(pairs[i - 1].second < pairs[i].second);
    }
    const richest_answer richest = richest_route(b);
    REQUIRE(richest);
    CHECK(pair(richest.best->steps(), richest.best->life) == pairs.back());
    const std::optional<life_points> least = least_life(b);
    REQUIRE(least);
    CHECK(pareto_front(support::with_life(b, *least)));
    CHECK_FALSE(pareto_front(support::with_life(b, *least - 1)));
}

TEST_CASE("limits end the work on parts, and what is left of them holds for the rest") {
    const board b = support::board_of(comb(40, 5, '1', 90));
    for (const std::uint64_t most : {0U, 10U, 100U, 1000U}) {
        const pareto_answer trade = pareto_front(b, {.limits = {.expansions = most}});
        CHECK(trade.statistics.expanded <= most);
        pairs_of(b, trade.front);
        CHECK((trade.outcome == outcome::limit) == !senda::stopped_by(trade.ended).empty());
    }
    const pareto_answer small = pareto_front(b, {.limits = {.bytes = 20'000}});
    CHECK(small.outcome == outcome::limit);
    CHECK(small.ended == senda::status::memory_limit);
    const std::atomic<bool> stop{true};
    CHECK(pareto_front(b, {.stop = senda::stop_token(stop)}).ended == senda::status::cancelled);
}

TEST_CASE("visits that have to be made in turns are not taken for one") {
    // The deep treasures of the one arm need what the other has, and that what lies near in the
    // first.
    const board b = support::board_of(
        "N=3, M=16, P=4\n"
        "TTTTT45T2S13TTTT\n"
        "#########2######\n"
        "#########E######\n");
    const std::vector<pair> expected = support::front_by_sets(b);
    REQUIRE(expected.size() > 1);
    CHECK(expected.back().second == 18);
    senda::search_control control(senda::options{});
    CHECK_FALSE(detail::front_by_parts(b, control).all());
    CHECK(pairs_of(b, pareto_front(b).front) == expected);
    CHECK(least_life(b) == support::least_by_sets(b, 100));
}

}  // namespace parts_test
