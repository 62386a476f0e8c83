// SPDX-License-Identifier: MIT
#include "maze/random_mazes.hpp"
#include "support/rounds.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <maze/connectivity.hpp>
#include <maze/exhaustive.hpp>
#include <maze/format.hpp>
#include <maze/game.hpp>
#include <maze/least_life.hpp>
#include <maze/solver/bounds/life_range.hpp>
#include <maze/solver/bounds/steps_for_life.hpp>
#include <maze/solver/label_setting.hpp>
#include <optional>
#include <senda/resources/ng_sets.hpp>
#include <vector>

using namespace senda::maze;

namespace {

/// The distances in a maze whose end can be reached.
struct prepared_table {
    explicit prepared_table(const board& b) : to_end(steps_to_end(b)), table(b, control) {
        REQUIRE(table.prepare(to_end));
    }

    detail::search_control control{senda::options{}};
    std::vector<std::uint32_t> to_end;
    detail::distance_table table;
};

/// The least life by trying, for a maze whose end can be reached.
life_points least_by_trying(const board& b) {
    life_points life = 1;
    while (!solve_exhaustively(support::with_life(b, life), method::astar_exact)) ++life;
    return life;
}

}  // namespace

TEST_CASE("no runner needs less or has more life than the range says") {
    int exact = 0;
    int cells = 0;
    for (std::uint64_t seed = 1; seed <= support::rounds(200U); ++seed) {
        const board b = support::random_maze(seed);
        const answer right = solve_exhaustively(b, method::astar_exact);
        if (!right.connectivity.connected) continue;
        CAPTURE(seed);
        CAPTURE(to_text(b));
        prepared_table prepared(b);
        detail::distance_table& table = prepared.table;
        for (const auto how : {detail::life_range::effort::none, detail::life_range::effort::once,
                               detail::life_range::effort::refined}) {
            detail::life_range range(table);
            REQUIRE(range.prepare(b.life(), how));
            if (!range.route().empty()) {
                // What is needed is known to be enough.
                const life_points least = range.needed(b.start());
                CHECK(replay(support::with_life(b, least), range.route()));
                CHECK_EQ(least, least_by_trying(b));
                ++exact;
            }
            if (!right) continue;
            const replayed walk = replay(b, right.optimal->cells);
            for (std::size_t i = 0; i < walk.life.size(); ++i) {
                const place p = right.optimal->cells[i];
                CHECK(walk.life[i] >= life_points{range.needed(p)});
                CHECK(walk.life[i] <= life_points{range.most(p)});
                ++cells;
            }
        }
    }
    CHECK(exact > 20);
    CHECK(cells > 100);
}

TEST_CASE("a price for life gives a lower bound on the steps, and routes") {
    int routes = 0;
    int tight = 0;
    for (std::uint64_t seed = 1; seed <= support::rounds(200U); ++seed) {
        const board b = support::random_maze(seed);
        const answer right = solve_exhaustively(b, method::astar_exact);
        if (!right.connectivity.connected) continue;
        CAPTURE(seed);
        CAPTURE(to_text(b));
        prepared_table prepared(b);
        detail::distance_table& table = prepared.table;
        detail::steps_for_life prices(table);
        prices.run(b.life());
        if (right) {
            CHECK(prices.lower_bound() <= right.optimal->steps());
            tight += prices.lower_bound() == right.optimal->steps() ? 1 : 0;
        } else {
            CHECK(prices.route().empty());
        }
        if (prices.route().empty()) continue;
        ++routes;
        CHECK(replay(b, prices.route()));
    }
    CHECK(routes > 10);
    CHECK(tight > 10);
}

TEST_CASE("a limit leaves a bracket around the least life") {
    int open = 0;
    for (std::uint64_t seed = 1; seed <= support::rounds(120U); ++seed) {
        const board b = support::random_maze(seed);
        if (!connectivity_of(b).connected) continue;
        CAPTURE(seed);
        CAPTURE(to_text(b));
        const life_points right = least_by_trying(b);
        for (std::uint64_t most = 0; most < 400; most += 1 + most / 2) {
            const std::optional<life_bracket> found =
                bracket_least_life(b, {.limits = {.expansions = most}});
            if (!found) continue;
            CHECK(found->lower <= right);
            CHECK(found->upper >= right);
            open += found->is_exact() ? 0 : 1;
        }
        CHECK(bracket_least_life(b) == life_bracket{right, right});
    }
    CHECK(open > 10);
}

TEST_CASE("what cannot be visited again need not be remembered") {
    int routes = 0;
    std::uint64_t labels[2] = {};
    for (std::uint64_t seed = 1; seed <= support::rounds(300U); ++seed) {
        const board b = support::random_maze(seed);
        if (!connectivity_of(b).connected || b.treasures().empty()) continue;
        CAPTURE(seed);
        CAPTURE(to_text(b));
        prepared_table prepared(b);
        detail::distance_table& table = prepared.table;
        detail::life_range range(table);
        REQUIRE(range.prepare(b.life(), detail::life_range::effort::once));
        if (b.life() < range.needed(b.start())) continue;
        constexpr std::uint32_t slack = 8;
        detail::slack_life_bound bound(table, range);
        REQUIRE(bound.extend(slack));
        detail::arc_cache arcs(table, bound);
        detail::gain_bound gains;
        REQUIRE(gains.prepare(table));
        detail::key_graph graph(table);
        REQUIRE(graph.build_by_slack(slack));
        detail::revisit_bound revisits(graph, bound, slack);
        detail::ng_sets sets(table.treasures());
        for (std::uint32_t at = 0; at < table.treasures(); ++at)
            for (std::uint32_t treasure = 0; treasure < table.treasures(); ++treasure)
                if ((at * 7 + treasure + seed) % 3 != 0) sets.add(at, treasure);
        std::optional<detail::relaxed_route> found[2];
        for (const bool forgets : {false, true}) {
            detail::fewest_steps_search search(arcs, sets, gains, detail::no_pause,
                                               forgets ? &revisits : nullptr);
            found[forgets ? 1 : 0] =
                search.run({b.life(), {}, arcs.from(table.start(), b.life(), slack)}, slack);
            labels[forgets ? 1 : 0] += search.labels();
        }
        REQUIRE_EQ(found[0].has_value(), found[1].has_value());
        if (!found[0]) continue;
        ++routes;
        CHECK_EQ(found[0]->slack, found[1]->slack);
        CHECK_EQ(found[0]->life, found[1]->life);
    }
    CHECK(routes > support::rounds(50));
    CHECK((support::is_slow || labels[1] < labels[0]));
}
