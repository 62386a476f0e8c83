// SPDX-License-Identifier: MIT
#include <maze/routes.hpp>

#include "maze/random_mazes.hpp"

#include <maze/game.hpp>
#include <maze/solve.hpp>
#include <senda/maze/rules.hpp>

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace senda::maze;

}  // namespace

TEST_CASE("the routes are as many as were counted, all different, and each wins") {
    constexpr std::size_t most = 300;
    std::size_t seen = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const board b = support::random_maze(seed);
        const optimal_routes all(b);
        std::set<std::vector<std::int64_t>> different;  // of unsigned ones g++ 12 has a wrong `<`
        for (const route& r : all) {
            CAPTURE(seed);
            CHECK(replay(b, r.cells));
            CHECK(r.steps() == all.solved().optimal->steps());
            CHECK(r.life <= *all.solved().max_life);
            different.emplace(r.cells.begin(), r.cells.end());
            if (different.size() == most) break;
        }
        seen += different.size();
        if (!all.solved()) {
            CHECK(different.empty());
        } else if (different.size() < most) {
            CHECK(*all.count() == different.size());
        }
    }
    CHECK(seen > 500);
}

TEST_CASE("a walk begins anew, in the order of the list") {
    const board b = *board::make(3, 3, 5, "S00000T0E");
    const answer listed = solve(b, {.routes = 100});
    const optimal_routes all(b);
    for (int again = 0; again < 2; ++again) {
        std::vector<route> walked;
        for (const route& r : all) walked.push_back(r);
        CHECK(walked == listed.routes);
    }
    CHECK(listed.routes.size() == 6);
}

TEST_CASE("a maze without a route has no routes, and says why") {
    const board b = *board::make(1, 3, 9, "S9E");
    const optimal_routes none(b);
    CHECK(none.begin() == none.end());
    CHECK(none.solved().obstacle == obstacle::starved);
    CHECK_FALSE(none.count());
}
