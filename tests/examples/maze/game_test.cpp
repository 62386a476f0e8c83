// SPDX-License-Identifier: MIT
#include <maze/game.hpp>
#include <senda/maze/rules.hpp>

#include "maze/random_mazes.hpp"
#include "support/enum_names.hpp"

#include <array>
#include <cstddef>
#include <doctest/doctest.h>
#include <string_view>
#include <vector>

namespace {

using namespace senda::maze;

static_assert(life_after('0', 4, false) == 4 && life_after('9', 4, false) == -5);
static_assert(life_after('T', 4, false) == 9 && life_after('T', 4, true) == 4);
static_assert(life_after('S', 4, false) == 4 && life_after('E', 4, false) == 4);
static_assert(dies('0', 0) && dies('T', 0) && dies('S', -1) && !dies('0', 1) && !dies('E', 0));
static_assert(wins('E', 1) && !wins('E', 0) && !wins('0', 5));

/// The last of the examples of the rules.
board detour() {
    return *board::make(4, 11, 8,
                        "###########"
                        "#S3333333E#"
                        "#T00000333#"
                        "###########");
}

/// A walk from the start by moves such as "dru".
std::vector<place> walk(const board& b, std::string_view moves) {
    std::vector<place> route{b.start()};
    for (const char m : moves)
        route.push_back(b.neighbour(route.back(), m == 'u'   ? direction::up
                                                  : m == 'd' ? direction::down
                                                  : m == 'l' ? direction::left
                                                             : direction::right));
    return route;
}

void check_fails(const board& b, const std::vector<place>& route, verdict why, std::size_t at) {
    const replayed told = replay(b, route);
    CHECK_EQ(std::string_view{to_string(told.verdict)}, to_string(why));
    CHECK(told.failed_at == at);
    CHECK_FALSE(static_cast<bool>(told));
}

}  // namespace

TEST_CASE("a replay tells the life in each cell and where treasures are taken") {
    const board b = detour();
    const std::vector<point> route{{1, 2}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1},
                                   {6, 1}, {7, 1}, {8, 1}, {9, 1}, {9, 2}};
    const replayed told = replay(b, route);
    CHECK(told);
    CHECK(told.verdict == verdict::won);
    CHECK(told.life == std::vector<life_points>{8, 13, 13, 13, 13, 13, 13, 10, 7, 4, 4});
    CHECK(told.taken_at == std::vector<std::size_t>{1});
    CHECK(told.failed_at == route.size());
}

TEST_CASE("a treasure pays once, and the start costs nothing when it is entered again") {
    const board b = *board::make(1, 4, 2, "TS1E");
    const replayed told = replay(b, walk(b, "lrlrrr"));
    CHECK(told);
    CHECK(told.life == std::vector<life_points>{2, 7, 7, 7, 7, 6, 6});
    CHECK(told.taken_at == std::vector<std::size_t>{1});
}

TEST_CASE("a treasure may save a runner, but not one who is dead before") {
    CHECK(replay(*board::make(1, 5, 5, "S4T5E"), walk(*board::make(1, 5, 5, "S4T5E"), "rrrr")));
    const board deadly = *board::make(1, 5, 4, "S4T5E");
    check_fails(deadly, walk(deadly, "rrrr"), verdict::died, 1);
    const replayed told = replay(deadly, walk(deadly, "rrrr"));
    CHECK(told.life == std::vector<life_points>{4, 0});
}

TEST_CASE("a replay says what is wrong with a route and where") {
    const board b = detour();
    check_fails(b, {}, verdict::empty, 0);
    check_fails(b, {b.end()}, verdict::not_at_start, 0);
    check_fails(b, {no_place}, verdict::outside, 0);
    check_fails(b, {b.start(), no_place}, verdict::outside, 1);
    check_fails(b, {b.start(), b.at(0, 1), 0}, verdict::wall, 1);
    check_fails(b, walk(b, "u"), verdict::wall, 1);
    check_fails(b, walk(b, "rrr"), verdict::died, 3);
    check_fails(b, walk(b, ""), verdict::not_finished, 1);
    check_fails(b, walk(b, "drr"), verdict::not_finished, 4);
    check_fails(b, walk(b, "drrrrrrrruu"), verdict::went_on_after_end, 11);
    check_fails(b, {b.start(), b.start()}, verdict::not_a_neighbour, 1);
    check_fails(b, {b.start(), b.at(2, 2)}, verdict::not_a_neighbour, 1);
    check_fails(b, {b.start(), b.at(2, 1), b.at(1, 1), b.at(2, 2)}, verdict::not_a_neighbour, 3);
    check_fails(*board::make(1, 2, 1, "SE"), {8}, verdict::outside, 0);
    const board edge = *board::make(1, 3, 1, "SE0");
    check_fails(edge, {edge.start(), edge.start() - 1}, verdict::outside, 1);
    CHECK(replay(b, std::vector<point>{{1, 2}, {1, 9}}).verdict == verdict::outside);
    CHECK(replay(b, std::vector<point>{{99, 99}}).verdict == verdict::outside);
    CHECK(replay(b, std::vector<point>{}).verdict == verdict::empty);
}

TEST_CASE("the cell at the end of a row is no neighbour of the first cell of the next") {
    const board b = *board::make(2, 2, 5, "0SE0");
    check_fails(b, {b.start(), b.end()}, verdict::not_a_neighbour, 1);
}

TEST_CASE("a game moves until it is won or lost, and takes steps back") {
    const board b = *board::make(2, 4, 3, "T2S##1E#");
    game g{b};
    CHECK(g.move(direction::down) == move_result::won);
    CHECK(g.has_won());
    CHECK(g.move(direction::up) == move_result::over);
    CHECK(g.steps() == 1);
    CHECK(g.undo());
    CHECK(g.position() == b.start());
    CHECK_FALSE(g.undo());
    CHECK(g.move(direction::right) == move_result::blocked);
    CHECK(g.move(direction::up) == move_result::blocked);
    CHECK(g.steps() == 0);
    CHECK(g.move(direction::left) == move_result::moved);
    CHECK(g.life() == 1);
    CHECK(g.move(direction::left) == move_result::moved);
    CHECK(g.life() == 6);
    CHECK(g.is_taken(0));
    CHECK(g.treasures_taken() == 1);
    CHECK(g.move(direction::right) == move_result::moved);
    CHECK(g.move(direction::left) == move_result::moved);
    CHECK(g.life() == 4);
    CHECK(g.undo());
    CHECK(g.is_taken(0));
    CHECK(g.undo());
    CHECK(g.undo());
    CHECK_FALSE(g.is_taken(0));
    CHECK(g.treasures_taken() == 0);
    CHECK(g.life() == 1);
    CHECK(g.move(direction::down) == move_result::died);
    CHECK(g.has_died());
    CHECK(g.life() == 0);
    CHECK(g.move(direction::right) == move_result::over);
    CHECK(g.undo());
    CHECK_FALSE(g.is_over());
    CHECK(&g.board() == &b);
}

TEST_CASE("a game and a replay agree on random walks, and undoing all leads back to the start") {
    support::split_mix64 random{7};
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const board b = support::random_maze(seed);
        game g{b};
        std::vector<place> route{b.start()};
        for (int i = 0; i < 40 && !g.is_over(); ++i) {
            if (random.percent(20) && g.undo()) {
                route.pop_back();
                continue;
            }
            const direction d = directions[static_cast<std::size_t>(random.below(4))];
            if (g.move(d) != move_result::blocked) route.push_back(g.position());
        }
        const replayed told = replay(b, route);
        CHECK(told.verdict == (g.has_won()    ? verdict::won
                               : g.has_died() ? verdict::died
                                              : verdict::not_finished));
        REQUIRE(told.life.size() == route.size());
        CHECK(told.life.back() == g.life());
        CHECK(told.taken_at.size() == g.treasures_taken());
        for (std::size_t step = 0; step < route.size(); ++step) {
            CHECK(g.position(step) == route[step]);
            CHECK(g.life(step) == told.life[step]);
        }
        while (g.undo()) continue;
        CHECK(g.position() == b.start());
        CHECK(g.life() == b.life());
        CHECK(g.treasures_taken() == 0);
    }
}

TEST_CASE("every verdict has its name") { support::check_names<verdict>(); }
