// SPDX-License-Identifier: MIT
#include <maze/exhaustive.hpp>

#include "maze/random_mazes.hpp"
#include "support/enum_names.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace senda::maze;

constexpr method methods[] = {method::bfs, method::astar_manhattan, method::astar_exact};

/// Everything about a maze by trying all walks of one step, of two, and so on, each judged by the
/// text of the rules alone.
struct all_walks {
    const board* maze;
    std::size_t steps = 0;  // of the walks tried last
    std::vector<std::vector<place>> winners;
    std::vector<life_points> lives;

    /// Tries walks up to `most` steps, and stops at the first number of steps with winners.
    void try_up_to(std::size_t most) {
        std::vector<std::vector<place>> walks{{maze->start()}};
        for (steps = 1; steps <= most && winners.empty() && walks.size() < 3'000; ++steps) {
            std::vector<std::vector<place>> longer;
            for (const std::vector<place>& walk : walks)
                for (const direction d : directions) try_step(walk, d, longer);
            walks = std::move(longer);
        }
        --steps;
    }

    void try_step(const std::vector<place>& walk, direction d,
                  std::vector<std::vector<place>>& longer) {
        const place to = maze->neighbour(walk.back(), d);
        if ((*maze)[to] == '#') return;
        std::vector<place> next = walk;
        next.push_back(to);
        const life_points life = life_at_the_end_of(next);
        if ((*maze)[to] == 'E') {
            winners.push_back(next);
            lives.push_back(life);
        } else if (life > 0) {
            longer.push_back(std::move(next));
        }
    }

    life_points life_at_the_end_of(const std::vector<place>& walk) const {
        life_points life = maze->life();
        std::set<place> taken;
        for (std::size_t i = 1; i < walk.size(); ++i) {
            const char c = (*maze)[walk[i]];
            if (c >= '0' && c <= '9') life -= c - '0';
            if (c == 'T' && taken.insert(walk[i]).second) life += 5;
        }
        return life;
    }
};

void check_wins(const board& b, const route& r) {
    const replayed told = replay(b, r.cells);
    CHECK(told);
    REQUIRE_FALSE(told.life.empty());
    CHECK(told.life.back() == r.life);
}

board picture(std::uint32_t rows, std::uint32_t cols, life_points life, const std::string& cells) {
    const std::optional<board> made = board::make(rows, cols, life, cells);
    REQUIRE(made);
    return *made;
}

const question everything{.count = true, .routes = 1'000'000};

}  // namespace

TEST_CASE("the examples of the rules are solved by every method") {
    for (const method how : methods) {
        CAPTURE(to_string(how));
        const answer walled = solve_exhaustively(picture(4, 11, 10,
                                                         "###########"
                                                         "#S00000000#"
                                                         "###########"
                                                         "######E####"),
                                                 how, everything);
        CHECK(walled.outcome == outcome::no_route);
        CHECK(walled.obstacle == obstacle::unreachable);
        CHECK(walled.lower_bound == no_steps);
        CHECK_FALSE(walled.connectivity.connected);
        CHECK_FALSE(walled.feasible);
        CHECK_FALSE(walled.count);

        const answer starved = solve_exhaustively(picture(3, 11, 10,
                                                          "###########"
                                                          "#S9999999E#"
                                                          "###########"),
                                                  how, everything);
        CHECK(starved.outcome == outcome::no_route);
        CHECK(starved.obstacle == obstacle::starved);
        CHECK(starved.lower_bound == no_steps);
        CHECK(starved.connectivity == connectivity{true, 8});

        const answer straight = solve_exhaustively(picture(3, 11, 10,
                                                           "###########"
                                                           "#S00001000E"
                                                           "###########"),
                                                   how, everything);
        REQUIRE(straight);
        CHECK(straight.optimal->steps() == 9);
        CHECK(straight.optimal->life == 9);
        CHECK(straight.max_life == 9);
        CHECK(straight.lower_bound == 9);

        const board detour = picture(4, 11, 8,
                                     "###########"
                                     "#S3333333E#"
                                     "#T00000333#"
                                     "###########");
        const answer turned = solve_exhaustively(detour, how, everything);
        REQUIRE(turned);
        CHECK(turned.optimal->steps() == 10);
        CHECK(turned.max_life == 4);
        CHECK(turned.connectivity == connectivity{true, 8});
        CHECK(detour.xy(turned.optimal->cells[1]) == point{1, 1});
        check_wins(detour, *turned.optimal);
    }
}

TEST_CASE("the exhaustive method agrees with trying all walks, on random mazes of every kind") {
    std::size_t solved = 0;
    std::size_t longer = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(900U); ++seed) {
        CAPTURE(seed);
        const board b = support::random_maze(seed);
        all_walks walks{&b, 0, {}, {}};
        walks.try_up_to(14);
        const answer a = solve_exhaustively(b, methods[seed % 3], everything);
        if (walks.winners.empty()) {
            CHECK((!a || a.optimal->steps() > walks.steps));
            continue;
        }
        REQUIRE(a);
        ++solved;
        if (walks.steps > a.connectivity.steps) ++longer;
        CHECK(a.obstacle == obstacle::none);
        CHECK(a.ended == senda::status::found);
        CHECK(a.optimal->steps() == walks.steps);
        CHECK(a.lower_bound == walks.steps);
        CHECK(a.max_life == *std::max_element(walks.lives.begin(), walks.lives.end()));
        CHECK(a.optimal->life == a.max_life);
        CHECK(a.count == senda::big_unsigned(walks.winners.size()));
        // All walks are tried in the fixed order, so the routes must come just so.
        REQUIRE(a.routes.size() == walks.winners.size());
        for (std::size_t i = 0; i < a.routes.size(); ++i) {
            CHECK(a.routes[i].cells == walks.winners[i]);
            CHECK(a.routes[i].life == walks.lives[i]);
        }
        check_wins(b, *a.feasible);
        check_wins(b, *a.optimal);
    }
    CHECK(solved > support::rounds(500U));
    CHECK(longer > support::rounds(25U));
}

TEST_CASE("the three methods agree on random mazes, and every route replays") {
    for (std::uint64_t seed = 1000; seed < 1000 + support::rounds(900U); ++seed) {
        CAPTURE(seed);
        const board b = support::random_maze(seed);
        const answer blind = solve_exhaustively(b, method::bfs, {.count = true, .routes = 50});
        std::uint64_t expanded = blind.statistics.expanded;
        for (const method how : {method::astar_manhattan, method::astar_exact}) {
            const answer led = solve_exhaustively(b, how, {.count = true, .routes = 50});
            CHECK(led.outcome == blind.outcome);
            CHECK(led.obstacle == blind.obstacle);
            CHECK(led.connectivity == blind.connectivity);
            CHECK(led.lower_bound == blind.lower_bound);
            CHECK(led.max_life == blind.max_life);
            CHECK(led.count == blind.count);
            CHECK(led.routes == blind.routes);
            CHECK(led.statistics.expanded <= 2 * expanded + 100);
            expanded = std::max(expanded, led.statistics.expanded);
        }
        if (!blind) continue;
        CHECK(blind.optimal->steps() == blind.feasible->steps());
        CHECK(blind.optimal->life == blind.max_life);
        check_wins(b, *blind.optimal);
        for (const route& r : blind.routes) {
            CHECK(r.steps() == blind.optimal->steps());
            check_wins(b, r);
        }
    }
}

TEST_CASE("starvation is proven when all states were seen, and none of them is the end") {
    std::size_t starved = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(600U); ++seed) {
        const board b = support::random_maze(seed);
        const answer a = solve_exhaustively(b);
        if (a.obstacle != obstacle::starved) continue;
        ++starved;
        // Any walk at all, for a long time: it never wins.
        support::split_mix64 random{seed};
        for (int attempt = 0; attempt < 20; ++attempt) {
            game g{b};
            for (int i = 0; i < 100 && !g.is_over(); ++i)
                g.move(directions[static_cast<std::size_t>(random.below(4))]);
            CHECK_FALSE(g.has_won());
        }
    }
    CHECK(starved > support::rounds(40));
}

TEST_CASE("the number of routes over a field of zeros is a binomial coefficient") {
    std::string cells(361, '0');
    cells.front() = 'S';
    cells.back() = 'E';
    const answer a = solve_exhaustively(picture(19, 19, 1, cells), method::astar_exact,
                                        {.count = true, .routes = 2});
    REQUIRE(a);
    CHECK(a.count->to_string() == "9075135300");  // 36 over 18
    REQUIRE(a.routes.size() == 2);
    CHECK(a.routes[0].cells[18] == a.optimal->cells[0] + 18 * 21);  // down all the way first
}

TEST_CASE("routes that collect different treasures are different routes of the same steps") {
    const board b = picture(3, 3, 1, "ST00#000E");
    const answer a = solve_exhaustively(b, method::bfs, everything);
    REQUIRE(a);
    CHECK(a.count == senda::big_unsigned(2));
    CHECK(a.max_life == 6);
    CHECK(a.optimal->life == 6);
    CHECK(a.routes[0].life == 1);
    CHECK(a.routes[1].life == 6);
}

TEST_CASE("the end ends a route: nothing passes through it") {
    // The treasure behind the end would pay for the digit, but cannot be had.
    const answer a = solve_exhaustively(picture(1, 4, 3, "SET9"), method::bfs, everything);
    REQUIRE(a);
    CHECK(a.optimal->steps() == 1);
    CHECK(a.count == senda::big_unsigned(1));
    const answer dead = solve_exhaustively(picture(2, 3, 1, "S1E##T"), method::bfs, everything);
    CHECK(dead.obstacle == obstacle::starved);
}

TEST_CASE("the states lead on by every move that does not kill, and from the end nowhere") {
    const board b = picture(3, 3, 3, "#T#3S2#E#");
    const state_graph states{b};
    const auto next = [&states](const state& from) {
        std::vector<state> list;
        states.successors(from, [&list](const state& to) { list.push_back(to); });
        return list;
    };
    CHECK(states.start() == state{b.start(), 3, 0});
    CHECK(next(states.start()) ==
          std::vector<state>{{b.treasures()[0], 8, 1}, {b.end(), 3, 0}, {b.at(1, 2), 1, 0}});
    CHECK(next({b.treasures()[0], 8, 1}) == std::vector<state>{{b.start(), 8, 1}});
    CHECK(next({b.start(), 8, 1}).front() == state{b.treasures()[0], 8, 1});
    CHECK(next({b.end(), 3, 0}).empty());
}

TEST_CASE("a limit leaves a bound that holds, at whatever expansion it stops") {
    for (const std::uint64_t seed : {3U, 18U, 30U, 33U, 48U, 63U, 78U, 93U, 103U}) {
        const board b = support::random_maze(seed);
        for (const method how : methods) {
            const answer whole = solve_exhaustively(b, how, {.count = true});
            for (std::uint64_t expansions = 0; expansions < 150; ++expansions) {
                question asked{.count = true, .routes = 3};
                asked.limits.expansions = expansions;
                const answer a = solve_exhaustively(b, how, asked);
                CHECK(a.statistics.expanded <= expansions);
                CHECK(a.lower_bound <= whole.lower_bound);
                CHECK(a.lower_bound >= a.connectivity.steps);
                if (a.feasible) check_wins(b, *a.feasible);
                if (a.outcome == outcome::limit) {
                    CHECK_FALSE(a.optimal);
                    CHECK_FALSE(a.count);
                    CHECK(a.ended == senda::status::expansion_limit);
                } else {
                    CHECK(a.outcome == whole.outcome);
                    CHECK(a.max_life == whole.max_life);
                    CHECK(a.count == whole.count);
                }
            }
        }
    }
}

TEST_CASE("a search can be cancelled, and runs out of memory as an answer") {
    const board b = picture(3, 11, 10,
                            "###########"
                            "#S00001000E"
                            "###########");
    const std::atomic<bool> stop{true};
    const answer cancelled = solve_exhaustively(b, method::bfs, {.stop = senda::stop_token(stop)});
    CHECK(cancelled.outcome == outcome::limit);
    CHECK(cancelled.ended == senda::status::cancelled);
    CHECK(cancelled.lower_bound == 9);
    for (const method how : methods) {
        question frugal;
        frugal.limits.bytes = 16;
        const answer broke = solve_exhaustively(b, how, frugal);
        CHECK(broke.outcome == outcome::limit);
        CHECK(broke.ended == senda::status::memory_limit);
        question hasty;
        hasty.limits.time = 0.0;
        const answer late = solve_exhaustively(b, how, hasty);
        CHECK(late.outcome == outcome::limit);
        CHECK(late.ended == senda::status::time_limit);
    }
}

TEST_CASE("64 treasures are told apart, 65 are refused at once") {
    const auto row_of_treasures = [](std::uint32_t count) {
        return picture(1, count + 2, 1, "S" + std::string(count, 'T') + "E");
    };
    const answer most = solve_exhaustively(row_of_treasures(64), method::bfs, everything);
    REQUIRE(most);
    CHECK(most.max_life == 1 + 5 * 64);
    CHECK(most.count == senda::big_unsigned(1));
    const answer more = solve_exhaustively(row_of_treasures(65), method::bfs, everything);
    CHECK(more.outcome == outcome::limit);
    CHECK(more.lower_bound == 66);
    CHECK(more.statistics.expanded == 0);
}

TEST_CASE("the greatest life does not overflow") {
    const answer a = solve_exhaustively(picture(1, 4, most_life, "ST9E"));
    REQUIRE(a);
    CHECK(a.max_life == most_life - 4);
}

TEST_CASE("nothing is listed or counted that was not asked for") {
    const answer a = solve_exhaustively(picture(2, 2, 1, "S00E"));
    REQUIRE(a);
    CHECK_FALSE(a.count);
    CHECK(a.routes.empty());
}

TEST_CASE("every obstacle and method has its name") {
    support::check_names<obstacle>();
    support::check_names<method>();
}
