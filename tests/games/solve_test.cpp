// SPDX-License-Identifier: MIT
#include <senda/games/solve.hpp>
#include <senda/search/progress.hpp>

#include <senda/games/parallel.hpp>
#include <senda/games/position.hpp>
#include <senda/storage/random.hpp>

#include "connect_four.hpp"
#include "minimax.hpp"
#include "nim.hpp"
#include "random_game.hpp"
#include "support/rounds.hpp"
#include "tic_tac_toe.hpp"

#include <atomic>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <stdexcept>
#include <vector>

namespace solve_test {

using senda::status;
using senda::games::outcome;
using senda::games::parallel_solver;
using senda::games::solve;
using senda::games::solve_parallel;
using senda::games::solver;
using test_games::bare;
using test_games::connect_four;
using test_games::minimax_outcome;
using test_games::nim;
using test_games::random_game;
using test_games::random_points_game;
using test_games::random_score_game;
using test_games::random_turn_game;
using test_games::tic_tac_toe;
using test_games::with_undo_data;

template <class Game = random_game>
Game a_game(std::uint64_t seed) {
    return {seed,
            {.layers = 4 + static_cast<unsigned>(seed % 4),
             .width = 2 + static_cast<unsigned>(seed % 9),
             .moves = 2 + static_cast<unsigned>(seed % 3),
             .draws = seed % 2 == 0}};
}

template <class P, class Result>
void check_answer(const P& position, const Result& found) {
    REQUIRE(found.status == status::found);
    REQUIRE(found.outcome == minimax_outcome(position));
    if (position.terminal()) {
        REQUIRE(!found.move);
        return;
    }
    REQUIRE(found.move.has_value());
    REQUIRE(test_games::minimax_outcome_after(position, *found.move) == *found.outcome);
}

TEST_CASE("the solver agrees with minimax on hundreds of small games, with a table or without") {
    solver<random_game> kept({.table_bytes = 1U << 16U});
    solver<random_game> tight({.table_bytes = 256});
    for (std::uint64_t seed = 0; seed < support::rounds(600U); ++seed) {
        CAPTURE(seed);
        const auto game = a_game(seed);
        check_answer(game, kept.run(game));
        check_answer(game, tight.run(game));
        if (seed % 4 == 0) check_answer(game, solve(bare(game)));
    }
}

/// Threads that start as soon as there is anything to share.
senda::games::solve_options eager(unsigned threads, senda::games::solve_options o = {}) {
    o.threads = threads;
    o.alone = 3;
    return o;
}

template <class Game>
void check_shared_games(std::uint64_t games) {
    parallel_solver<Game> kept(eager(3, {.table_bytes = 1U << 16U}));
    parallel_solver<Game> tight(eager(4, {.table_bytes = 256}));
    for (std::uint64_t seed = 0; seed < support::rounds(games); ++seed) {
        CAPTURE(seed);
        const auto game = a_game<Game>(seed);
        check_answer(game, kept.run(game));
        if (seed % 4 == 0) check_answer(game, tight.run(game));
    }
}

TEST_CASE("threads agree with minimax on hundreds of small games, with draws, points and turns") {
    check_shared_games<random_game>(400);
    check_shared_games<random_score_game>(200);
    check_shared_games<random_turn_game>(100);
    const connect_four<4, 4, 4> four;
    CHECK(solve_parallel(four, eager(4)).outcome == solve(four).outcome);
}

TEST_CASE("one thread of the shared solver does what the solver does") {
    const connect_four<4, 4, 3> four;
    const auto alone = solve(four);
    const auto shared = solve_parallel(four, {.threads = 1});
    CHECK(shared.outcome == alone.outcome);
    CHECK(shared.move == alone.move);
    CHECK(shared.nodes == alone.nodes);
}

TEST_CASE("threads keep to the limits of a proof together, and say what stopped it") {
    const connect_four<> large;
    for (const std::uint64_t many : {0U, 1U, 5U, 100U, 3000U}) {
        const auto found = solve_parallel(large, eager(4, {.limits = {.expansions = many}}));
        CHECK(found.status == status::expansion_limit);
        CHECK(found.nodes <= many);
        CHECK(!found);
        CHECK(!found.move);
    }
    CHECK(solve_parallel(large, eager(4, {.limits = {.bytes = 10}})).status ==
          status::memory_limit);
    CHECK(solve_parallel(large, eager(4, {.limits = {.time = 0.01}})).status == status::time_limit);
    std::atomic<bool> stop = true;
    CHECK(solve_parallel(large, eager(4, {.stop = stop})).status == status::cancelled);
    const auto small =
        solve_parallel(large, eager(4, {.limits = {.expansions = 20'000, .bytes = 1U << 20U}}));
    CHECK(small.bytes <= 1U << 20U);
    senda::search_progress told;
    (void)solve_parallel(large, eager(2, {.limits = {.expansions = 2'000}, .progress = &told}));
    CHECK(told.now().total == 7U);
}

#if defined(__cpp_exceptions)
/// Throws after so many questions in all, on whatever thread asks then.
struct throwing_game : connect_four<> {
    std::atomic<int>* left = nullptr;

    [[nodiscard]] std::uint64_t hash() const {
        if (--*left == 0) throw std::runtime_error("no hash");
        return connect_four<>::hash();
    }
};

TEST_CASE("what a position throws on any thread comes to the caller") {
    for (int questions = 1; questions < 4000; questions += 1 + questions / 8) {
        CAPTURE(questions);
        std::atomic<int> left = questions;
        throwing_game game;
        game.left = &left;
        parallel_solver<throwing_game> s(eager(4));
        CHECK_THROWS_AS((void)s.run(game), std::runtime_error);
    }
}
#endif

template <class Game>
void check_games_of_points() {
    solver<Game> kept({.table_bytes = 1U << 16U});
    for (std::uint64_t seed = 0; seed < support::rounds(300U); ++seed) {
        CAPTURE(seed);
        const auto game = a_game<Game>(seed);
        check_answer(game, kept.run(game));
    }
}

TEST_CASE("the solver agrees with minimax on games of points and turns of several moves") {
    check_games_of_points<random_score_game>();
    check_games_of_points<random_points_game>();
    check_games_of_points<random_turn_game>();
    check_games_of_points<with_undo_data<random_score_game>>();
}

TEST_CASE("the solver agrees with minimax on every position along random games") {
    solver<connect_four<4, 4, 3>> small({.table_bytes = 1U << 16U});
    senda::random_source random(5);
    for (int round = 0; round < support::rounds(60); ++round) {
        connect_four<4, 4, 3> four;
        for (int ply = 0; !four.terminal(); ++ply) {
            if (ply >= 6) check_answer(four, small.run(four));
            const auto moves = test_games::moves_of(four);
            four.make(moves[static_cast<std::size_t>(random.below(moves.size()))]);
        }
    }
}

TEST_CASE("who is to move at Nim wins if the nim-sum is not 0, with a move that makes it 0") {
    solver<nim> s({.table_bytes = 1U << 18U});
    for (int a = 0; a <= 4; ++a)
        for (int b = a; b <= 5; ++b)
            for (int c = b; c <= 6; ++c) {
                nim game({a, b, c});
                const auto found = s.run(game);
                REQUIRE(found.outcome == (game.nim_sum() != 0 ? outcome::win : outcome::loss));
                if (found.outcome != outcome::win) continue;
                game.make(*found.move);
                REQUIRE(game.nim_sum() == 0);
            }
}

TEST_CASE("tic-tac-toe is a draw for the solver too") {
    const auto found = solve(tic_tac_toe{});
    CHECK(found.outcome == outcome::draw);
    CHECK(found.move.has_value());
    CHECK(solve(tic_tac_toe::from_text("x...o.o.x")).outcome == outcome::win);
    CHECK(solve(tic_tac_toe::from_text("xxxoo....")).outcome == outcome::loss);
}

TEST_CASE("the solver looks at exactly as many positions as it may, and says what stopped it") {
    for (const std::uint64_t many : {0U, 1U, 5U, 100U}) {
        const auto found = solve(connect_four<>{}, {.limits = {.expansions = many}});
        CHECK(found.status == status::expansion_limit);
        CHECK(found.nodes == many);
        CHECK(!found);
        CHECK(!found.move);
    }
    CHECK(solve(connect_four<>{}, {.limits = {.bytes = 10}}).status == status::memory_limit);
    CHECK(solve(connect_four<>{}, {.limits = {.time = 0.01}}).status == status::time_limit);
    CHECK(solve(connect_four<>{}, {.plies = 3}).status == status::cost_limit);
    std::atomic<bool> stop = true;
    CHECK(solve(connect_four<>{}, {.stop = stop}).status == status::cancelled);
}

/// With a guess at who is ahead that is mostly wrong.
struct misled_game : random_game {
    explicit misled_game(const random_game& g) : random_game(g) {}
    [[nodiscard]] int moves_ahead() const { return static_cast<int>(hash() % 41) - 20; }
};
static_assert(senda::games::GuessingPosition<misled_game>);

TEST_CASE("the solver agrees with minimax whatever the position says about its lead") {
    solver<misled_game> s({.table_bytes = 1U << 16U});
    for (std::uint64_t seed = 0; seed < support::rounds(300U); ++seed) {
        CAPTURE(seed);
        const misled_game game{a_game(seed)};
        check_answer(game, s.run(game));
    }
}

}  // namespace solve_test
