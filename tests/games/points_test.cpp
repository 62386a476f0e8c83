// SPDX-License-Identifier: MIT
// Real games of points, with all searches.
#include <senda/games/alpha_beta.hpp>
#include <senda/games/mcts.hpp>
#include <senda/games/solve.hpp>

#include <senda/storage/random.hpp>

#include "dots_and_boxes.hpp"
#include "minimax.hpp"
#include "othello.hpp"
#include "support/rounds.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <vector>

namespace points_test {

using senda::status;
using senda::games::alpha_beta;
using senda::games::alpha_beta_search;
using senda::games::margin;
using senda::games::mcts;
using senda::games::outcome;
using senda::games::solve;
using senda::games::solver;
using test_games::dots_and_boxes;
using test_games::moves_of;
using test_games::othello;

static_assert(senda::games::ScoredPosition<othello<>> && senda::games::UndoPosition<othello<>> &&
              !senda::games::TurnPosition<othello<>> &&
              !senda::games::RunningScorePosition<othello<>>);
static_assert(senda::games::TurnPosition<dots_and_boxes<2, 2>> &&
              senda::games::RunningScorePosition<dots_and_boxes<2, 2>>);

template <class P>
P random_position(senda::random_source& random, int moves) {
    P p;
    for (int i = 0; i < moves; ++i) {
        const auto legal = moves_of(p);
        if (legal.empty()) break;
        (void)p.make(legal[static_cast<std::size_t>(random.below(legal.size()))]);
    }
    return p;
}

template <int Rows, int Columns>
void check_dots_and_boxes(int positions, int fewest_lines) {
    using game = dots_and_boxes<Rows, Columns>;
    const std::vector<std::int8_t> margins = game::all_margins();
    alpha_beta_search<game> search({.table_bytes = 1U << 20U});
    solver<game> proofs({.table_bytes = 1U << 20U});
    senda::random_source random(3);
    for (int i = 0; i < positions; ++i) {
        const int more = static_cast<int>(
            random.below(static_cast<std::uint64_t>(game::all_lines - fewest_lines) + 1));
        const auto p = random_position<game>(random, fewest_lines + more);
        const margin end{p.running_score() + margins[p.lines()]};
        CAPTURE(p.lines());
        const auto found = search.run(p);
        REQUIRE(found.is_proven);
        REQUIRE(found.score == end.points);
        REQUIRE(proofs.run(p).outcome == outcome_of(end));
        if (!found.move) continue;
        const auto next = test_games::after(p, *found.move);
        const int points = next.running_score() + margins[next.lines()];
        REQUIRE(found.score == (test_games::changes_turn(p, next) ? -points : points));
    }
}

TEST_CASE("alpha-beta and the solver know how Dots and Boxes ends, from all sets of lines") {
    check_dots_and_boxes<1, 3>(60, 0);
    check_dots_and_boxes<2, 2>(60, 0);
    check_dots_and_boxes<2, 3>(support::rounds(60), 7);
}

TEST_CASE("who begins gets 2 points more with 2 x 2 boxes, and 2 less with 2 x 3") {
    CHECK(alpha_beta(dots_and_boxes<1, 1>{}).score == -1);
    CHECK(alpha_beta(dots_and_boxes<2, 2>{}).score == 2);
    if constexpr (support::is_slow) return;
    const auto found = alpha_beta(dots_and_boxes<2, 3>{}, {.first_depth = 17});
    CHECK(found.is_proven);
    CHECK(found.depth == 17);
    CHECK(found.score == -2);
    CHECK(solve(dots_and_boxes<2, 3>{}).outcome == outcome::loss);
}

TEST_CASE("what a position says of its moves comes before what other positions showed") {
    const auto p = dots_and_boxes<2, 3>::after({0, 16});
    const auto with = alpha_beta(p, {.first_depth = 15});
    const auto without = alpha_beta(p, {.first_depth = 15, .priors = false});
    CHECK(with.score == without.score);
    CHECK(2 * with.nodes < without.nodes);
}

TEST_CASE("Monte-Carlo search closes the boxes that it can, one after the other") {
    // Three boxes in a row that are open on one side only, and nothing else: three moves in a row.
    auto p = dots_and_boxes<1, 3>::after({0, 3, 1, 4, 2, 5, 6});
    for (int left = 3; left > 0; --left) {
        const auto found = mcts(p, {.limits = {.expansions = 2000}, .tree_bytes = 1U << 18U});
        CHECK(found.is_proven);
        CHECK(found.score == 1);
        REQUIRE(found.move.has_value());
        const int mover = p.player_to_move();
        (void)p.make(*found.move);
        CHECK(p.player_to_move() == mover);
    }
    CHECK(p.terminal() == margin{3});
}

template <class P>
std::uint64_t count_games(P& p, int plies) {
    if (plies == 0) return 1;
    std::uint64_t count = 0;
    for (const int m : moves_of(p)) {
        const auto undo = p.make(m);
        count += count_games(p, plies - 1);
        p.unmake(m, undo);
    }
    return count;
}

TEST_CASE("Othello has as many games of six plies as others have counted") {
    othello<> start;
    const std::uint64_t known[] = {1, 4, 12, 56, 244, 1396, 8200};
    for (int plies = 0; plies <= (support::is_slow ? 4 : 6); ++plies)
        CHECK(count_games(start, plies) == known[plies]);
    CHECK(start.hash() == othello<>{}.hash());
}

TEST_CASE("Othello on 4 x 4 cells ends 3 to 11") {
    // The two cells that are left are of no use to either.
    if constexpr (!support::is_slow) CHECK(alpha_beta(othello<4>{}).score == -8);
    senda::random_source random(2);
    alpha_beta_search<othello<4>> search({.table_bytes = 1U << 20U});
    solver<othello<4>> proofs({.table_bytes = 1U << 20U});
    for (int i = 0; i < support::rounds(200); ++i) {
        const auto p = random_position<othello<4>>(random, 4 + i % 9);
        const margin end = test_games::minimax_end(p);
        const auto found = search.run(p);
        REQUIRE(found.score == end.points);
        REQUIRE(found.is_proven);
        REQUIRE(proofs.run(p).outcome == outcome_of(end));
    }
}

TEST_CASE("the last moves of Othello on 6 x 6 cells are those of minimax") {
    senda::random_source random(6);
    for (int i = 0; i < support::rounds(40); ++i) {
        const auto p = random_position<othello<6>>(random, 26);
        const margin end = test_games::minimax_end(p);
        REQUIRE(alpha_beta(p, {.table_bytes = 1U << 18U}).score == end.points);
        const auto played = mcts(p, {.limits = {.expansions = 3000}, .tree_bytes = 1U << 20U});
        if (played.move)
            REQUIRE(test_games::minimax_outcome_after(p, *played.move) == outcome_of(end));
    }
}

}  // namespace points_test
