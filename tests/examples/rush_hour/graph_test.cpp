// SPDX-License-Identifier: MIT
#include <rush_hour/graph.hpp>

#include "boards.hpp"
#include "small_components.hpp"
#include "support/rounds.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <optional>
#include <rush_hour/component.hpp>
#include <rush_hour/rules.hpp>
#include <senda/search/bfs.hpp>
#include <utility>
#include <vector>

namespace graph_test {

using namespace senda::rush_hour;
using support::board_of;

constexpr std::array metrics{metric::slide, metric::step};

TEST_CASE("boards become positions and positions boards") {
    support::split_mix64 random{2};
    for (int i = 0; i < support::rounds(200); ++i) {
        const board b = board_of(support::random_board_text(random));
        const car_park park(b);
        CHECK(park.board_of(park.start()) == b);
        for_each_move(b, [&](move m) {
            const board next = *after(b, m);
            const std::optional<position> p = park.position_of(next);
            REQUIRE(p);
            CHECK(park.board_of(*p) == next);
            CHECK(park.is_solved(*p) == next.solved());
            CHECK(!(*p == park.start()));
            CHECK(park.number_of(*p) != park.number_of(park.start()));
        });
    }
}

TEST_CASE("a board of another car park has no position") {
    const car_park park(board_of("ooooBoooooBoAAooooooooooooooCCooooox"));
    for (const char* other : {"ooooCoooooCoAAooooooooooooooBBooooox",     // other letters
                              "oooBoooooBooAAooooooooooooooCCooooox",     // another column
                              "ooooBoooooBoAAooooooooCCooooooooooox",     // another row
                              "ooooBoooooBoAAooBoooooooooooCCooooox",     // a longer vehicle
                              "ooooBoooooBoAAooooooooooooooCCoooooo",     // no wall
                              "ooooBoooooBoAAooooooooooooooooooooox",     // a vehicle less
                              "ooooBoooooBoAAoooooooDoooooDCCooooox"}) {  // a vehicle more
        CAPTURE(other);
        CHECK(!park.position_of(board_of(other)));
    }
    CHECK(park.position_of(board_of("ooooooooooooAAooBoooooBoCCooooooooox")));
}

TEST_CASE("the slides of a position are those of its board, in the same order") {
    support::split_mix64 random{3};
    for (int i = 0; i < support::rounds(200); ++i) {
        const board b = board_of(support::random_board_text(random));
        const car_park park(b);
        std::vector<std::pair<move, board>> by_rules;
        for_each_move(b, [&](move m) { by_rules.emplace_back(m, *after(b, m)); });
        std::vector<std::pair<move, board>> by_tables;
        park.for_each_slide(park.start(), [&](move m, const position& to) {
            by_tables.emplace_back(m, park.board_of(to));
        });
        CHECK(by_tables == by_rules);
    }
}

TEST_CASE("the edges of a parking graph are the slides or the steps of its boards") {
    support::split_mix64 random{4};
    for (int i = 0; i < support::rounds(200); ++i) {
        const board b = board_of(support::random_board_text(random));
        for (const metric count : metrics) {
            const parking_graph g(b, count);
            std::size_t edges = 0;
            g.successors(g.start(), [&](const position& to, senda::steps cost, move m) {
                ++edges;
                CHECK(cost == 1);
                CHECK((count == metric::slide || std::abs(int{m.by}) == 1));
                CHECK(after(b, m) == g.park().board_of(to));
            });
            std::size_t moves = 0;
            for_each_move(b, [&](move m) {
                moves += count == metric::slide || std::abs(int{m.by}) == 1 ? 1U : 0U;
            });
            CHECK(edges == moves);
        }
    }
}

TEST_CASE("leaving out what was tried changes neither the positions met nor their order") {
    support::split_mix64 random{5};
    for (int i = 0; i < support::rounds(150); ++i) {
        const board b = board_of(support::random_board_text(random));
        for (const metric count : metrics) {
            const parking_graph whole(b, count);
            const breadth_first_parking_graph pruned(b, count);
            const senda::options some{.limits = {.expansions = 400}};
            senda::bfs_search all(whole, whole.start(), senda::no_goal{}, some);
            senda::bfs_search few(pruned, pruned.start(), senda::no_goal{}, some);
            CHECK(all.run() == few.run());
            REQUIRE(all.reached() == few.reached());
            std::size_t differ = 0;
            for (std::size_t n = 0; n < all.reached(); ++n)
                differ += all.reached(n) == few.reached(n) ? 0U : 1U;
            CHECK(differ == 0);
            CHECK(few.statistics().generated <= all.statistics().generated);
        }
    }
}

TEST_CASE("the estimates are never too high, and no move changes one by more than one") {
    component all;
    for (const support::known_board& known : support::known_boards) {
        if (known.states > 500) continue;
        CAPTURE(known.text);
        const board b = board_of(known.text);
        REQUIRE(all.analyse(b));
        for (const metric count : metrics) {
            const parking_graph g(b, count);
            const h_blockers weak(g);
            const h_blocked_blockers strong(g);
            std::size_t wrong = 0;
            all.for_each_position(
                [&](const position& p, std::uint32_t distance) {
                    const senda::steps h = strong(p);
                    wrong += weak(p) > h ? 1U : 0U;
                    wrong += static_cast<std::uint32_t>(h) > distance ? 1U : 0U;
                    wrong += (distance == 0) != (h == 0) ? 1U : 0U;
                    g.successors(p, [&](const position& to, senda::steps, move) {
                        wrong += std::abs(strong(to) - h) > 1 ? 1U : 0U;
                        wrong += std::abs(weak(to) - weak(p)) > 1 ? 1U : 0U;
                    });
                },
                count);
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("the stronger estimate counts what blocks the vehicles in the way") {
    // B and C are in the way and have to go down: B cannot before F has moved, C before E has.
    const parking_graph g(board_of("ooDDooooBoCoAABoCoooBoCooFFFoooooEEo"));
    CHECK(h_blockers(g)(g.start()) == 3);
    CHECK(h_blocked_blockers(g)(g.start()) == 5);
}

TEST_CASE("any search of the library can walk a parking graph") {
    const parking_graph g(board_of(support::known_boards[40].text));
    const auto found = senda::bfs(g, g.start(), g.goal());
    REQUIRE(found);
    CHECK(found.cost == support::known_boards[40].slides);
    board b = g.park().board();
    for (const move m : found.actions) b = *after(b, m);
    CHECK(b.solved());
    CHECK(b == g.park().board_of(found.path.back()));
}

}  // namespace graph_test
