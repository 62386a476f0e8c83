// SPDX-License-Identifier: MIT
#include <senda/resources/collect.hpp>

#include <maze/least_life.hpp>
#include <maze/pareto_front.hpp>
#include <maze/richest_route.hpp>
#include <maze/solve.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>

#include "maze/random_mazes.hpp"
#include "support/rounds.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <vector>

namespace maze_collect_test {

using namespace senda::maze;

/// A maze as prizes and losses: a runner needs one point of life more than nothing.
struct treasures {
    const board* maze;

    life_points prize(place p) const { return (*maze)[p] == 'T' ? treasure_life : 0; }
    template <class Edge>
    life_points loss(place, const Edge& e) const {
        return -life_after((*maze)[e.to], 0, true);
    }
};

TEST_CASE("a maze is solved by `collect` as by its own solver") {
    int routes = 0;
    int starved = 0;
    for (std::uint64_t seed = 1; seed <= support::rounds(300U); ++seed) {
        const board b = support::random_maze(seed);
        CAPTURE(seed);
        if (b.treasures().size() > 12) continue;
        const auto cells = [&](place p) {
            std::vector<place> next;
            if (p != b.end()) b.for_each_neighbour(p, [&](place n) { next.push_back(n); });
            return next;
        };
        const treasures model{&b};
        const auto fewest = senda::collect(cells, b.start(), b.end(), model, b.life() - 1);
        const answer right = solve(b);
        REQUIRE(static_cast<bool>(fewest) == static_cast<bool>(right));
        const auto least = senda::collect_least(cells, b.start(), b.end(), model);
        const auto least_right = least_life(b);
        REQUIRE(static_cast<bool>(least) == least_right.has_value());
        if (least) CHECK(least.initial + 1 == *least_right);
        if (!right) {
            ++starved;
            continue;
        }
        ++routes;
        CHECK(static_cast<std::uint64_t>(fewest.cost) == right.optimal->steps());
        CHECK(fewest.left() + 1 == right.optimal->life);
        const auto most = senda::collect_most(cells, b.start(), b.end(), model, b.life() - 1);
        const richest_answer richest = richest_route(b);
        REQUIRE(most);
        CHECK(most.left() + 1 == richest.best->life);
        CHECK(static_cast<std::uint64_t>(most.cost) == richest.best->steps());
        const auto front = senda::collect_front(cells, b.start(), b.end(), model, b.life() - 1);
        const pareto_answer trades = pareto_front(b);
        REQUIRE(front.routes.size() == trades.front.size());
        for (std::size_t i = 0; i < trades.front.size(); ++i) {
            CHECK(static_cast<std::uint64_t>(front.routes[i].cost) == trades.front[i].steps());
            CHECK(front.routes[i].left() + 1 == trades.front[i].life);
        }
    }
    CHECK(routes > static_cast<int>(support::rounds(50U)));
    CHECK(starved > static_cast<int>(support::rounds(20U)));
}

}  // namespace maze_collect_test
