// SPDX-License-Identifier: MIT
#include <senda/games/alpha_beta.hpp>

#include <senda/games/position.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/random.hpp>

#include "connect_four.hpp"
#include "minimax.hpp"
#include "random_game.hpp"
#include "support/rounds.hpp"
#include "tic_tac_toe.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace alpha_beta_test {

using senda::status;
using senda::games::alpha_beta;
using senda::games::alpha_beta_options;
using senda::games::alpha_beta_search;
using senda::games::is_decided;
using senda::games::outcome;
using senda::games::win_score;
using test_games::bare;
using test_games::connect_four;
using test_games::minimax;
using test_games::random_game;
using test_games::random_points_game;
using test_games::random_score_game;
using test_games::random_turn_game;
using test_games::tic_tac_toe;
using test_games::with_undo_data;

/// Bit by bit, every feature on or off.
alpha_beta_options features(unsigned bits, int depth) {
    alpha_beta_options o;
    o.depth = depth;
    o.same_depth_only = true;
    o.table_bytes = (bits & 1) != 0 ? 1U << 16U : 0;
    o.aspiration = (bits & 2) != 0 ? 7 : 0;
    o.priors = (bits & 4) != 0;
    o.noisy_plies = (bits & 8) != 0 ? 3 : 0;
    return o;
}

template <class Game = random_game>
Game a_game(std::uint64_t seed, unsigned layers) {
    return {seed,
            {.layers = layers,
             .width = 3 + static_cast<unsigned>(seed % 7),
             .moves = 2 + static_cast<unsigned>(seed % 4),
             .draws = seed % 3 != 0,
             .spread = seed % 5 == 0 ? 2 : 60}};
}

/// Plays the line, which must be legal, and says what the position at its end is worth at the root.
template <class P>
int value_of_line(P position, const std::vector<senda::games::move_of<P>>& line) {
    int sign = 1;
    int ply = 0;
    for (const auto& m : line) {
        bool is_legal = false;
        for (const auto& legal : test_games::moves_of(position)) is_legal |= legal == m;
        REQUIRE(is_legal);
        const P before = std::exchange(position, test_games::after(position, m));
        if (test_games::changes_turn(before, position)) sign = -sign;
        ++ply;
    }
    const auto end = test_games::end_of(position);
    return sign * (end ? senda::games::detail::score_of(*end, ply) : position.evaluate());
}

template <class Game>
void check_against_minimax(std::uint64_t rounds) {
    for (std::uint64_t seed = 0; seed < rounds; ++seed) {
        const auto game = a_game<Game>(seed, 7);
        const int depth = 1 + static_cast<int>(seed % 5);
        const auto bits = static_cast<unsigned>(senda::splitmix64(seed) & 15U);
        const alpha_beta_options o =
            features(seed < 16 ? static_cast<unsigned>(seed) : bits, depth);
        const auto found = alpha_beta(game, o);
        CAPTURE(seed);
        REQUIRE(found.status == status::found);
        const int expected = minimax(game, depth, o.noisy_plies);
        // A player who makes several noisy moves in a row may win later than by a quiet one.
        if (senda::games::TurnPosition<Game> && is_decided(expected) && o.noisy_plies > 0) {
            REQUIRE(is_decided(found.score));
            REQUIRE((found.score > 0) == (expected > 0));
        } else {
            REQUIRE(found.score == expected);
        }
        REQUIRE(found.principal_variation.front() == found.move);
        REQUIRE(value_of_line(game, found.principal_variation) == found.score);
    }
}

TEST_CASE("alpha-beta has the score of minimax at the same depth, whatever features are on") {
    check_against_minimax<random_game>(support::rounds(600U));
}

TEST_CASE("alpha-beta has the score of minimax with points and turns of several moves") {
    check_against_minimax<random_score_game>(support::rounds(300U));
    check_against_minimax<random_points_game>(support::rounds(128U));
    check_against_minimax<random_turn_game>(support::rounds(300U));
    check_against_minimax<with_undo_data<random_score_game>>(support::rounds(128U));
}

TEST_CASE("a position that offers nothing but an evaluation gets the score of minimax too") {
    for (std::uint64_t seed = 0; seed < support::rounds(100U); ++seed) {
        const bare game(a_game(seed, 6));
        const auto found = alpha_beta(game, {.depth = 4});
        REQUIRE(found.score == minimax(game, 4));
        REQUIRE(found.statistics.table_hits == 0);
        REQUIRE(value_of_line(game, found.principal_variation) == found.score);
    }
}

template <class Game>
void check_kept_table() {
    alpha_beta_search<Game> kept({.table_bytes = 1U << 14U, .noisy_plies = 0});
    alpha_beta_search<Game> none({.table_bytes = 0, .noisy_plies = 0});
    std::uint64_t cutoffs = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(60U); ++seed) {
        auto game = a_game<Game>(seed, 6);
        for (int ply = 0; !game.terminal(); ++ply) {
            const int exact = minimax(game, 20);
            const auto found = kept.run(game);
            CAPTURE(seed);
            CAPTURE(ply);
            REQUIRE(found.status == status::found);
            REQUIRE(found.score == exact);
            REQUIRE(found.is_proven);
            REQUIRE(none.run(game).score == exact);
            cutoffs += found.statistics.table_cutoffs;
            game.make(*found.move);
        }
    }
    CHECK(cutoffs > support::rounds(100U));  // or the table had no part in it
}

TEST_CASE("a table kept from position to position never changes a result at full depth") {
    check_kept_table<random_game>();
    check_kept_table<random_score_game>();
}

TEST_CASE("the margin of a game of points is proven at full depth, and a guess before") {
    int guesses = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(100U); ++seed) {
        const auto game = a_game<random_score_game>(seed, 6);
        const auto whole = alpha_beta(game, {.noisy_plies = 0});
        CAPTURE(seed);
        REQUIRE(whole.is_proven);
        REQUIRE(whole.score == test_games::minimax_end(game).points);
        const auto quick = alpha_beta(game, {.depth = 2, .noisy_plies = 0});
        if (quick.is_proven) REQUIRE(quick.score == whole.score);
        if (!quick.is_proven) ++guesses;
    }
    CHECK(guesses > support::rounds(50));
}

TEST_CASE("a search that forgets is like a new one") {
    const alpha_beta_options o{.table_bytes = 1U << 14U, .noisy_plies = 0};
    alpha_beta_search<random_game> old(o);
    const auto game = a_game(4, 6);
    const auto first = old.run(game);
    const auto again = old.run(game);
    CHECK(again.score == first.score);
    CHECK(again.nodes < first.nodes);  // it remembers
    old.clear();
    CHECK(old.options().table_bytes == o.table_bytes);
    const auto anew = old.run(game);
    CHECK(anew.nodes == first.nodes);
    CHECK(anew.principal_variation == first.principal_variation);
}

TEST_CASE("rounds that were left out do not change a score") {
    for (std::uint64_t seed = 0; seed < support::rounds(100U); ++seed) {
        const auto game = a_game(seed, 7);
        const int depth = 2 + static_cast<int>(seed % 4);
        auto o = features(static_cast<unsigned>(seed), depth);
        o.first_depth = 1 + static_cast<int>(seed) % 8;  // no deeper than asked
        const auto found = alpha_beta(game, o);
        CAPTURE(seed);
        REQUIRE(found.depth <= depth);
        REQUIRE((is_decided(found.score) || found.depth >= std::min(o.first_depth, depth)));
        REQUIRE(found.score == minimax(game, depth, o.noisy_plies));
    }
    const auto cut = alpha_beta(connect_four<>{}, {.limits = {.expansions = 5}, .first_depth = 9});
    CHECK(cut.depth == 0);
    CHECK(cut.move.has_value());
}

TEST_CASE("tic-tac-toe is a draw, seen to its end") {
    const auto found = alpha_beta(tic_tac_toe{});
    CHECK(found.status == status::found);
    CHECK(found.score == 0);
    CHECK(found.is_proven);
    CHECK(found.depth <= 10);
    CHECK(found.principal_variation.size() == 9);
    CHECK(found.statistics.table_cutoffs > 0);
    CHECK(found.statistics.first_cutoffs <= found.statistics.cutoffs);
    CHECK(found.nodes < 20'000);  // minimax visits 549,946
}

TEST_CASE("a win is announced with the plies to it, and the search ends when it is found") {
    // x wins with a fork, in three plies.
    const auto found = alpha_beta(tic_tac_toe::from_text("x...o.o.x"));
    CHECK(found.score == win_score - 3);
    CHECK(senda::games::plies_to_end(found.score) == 3);
    CHECK(found.move == 2);
    CHECK(found.depth == 3);
    const auto lost = alpha_beta(tic_tac_toe::from_text("x.x.o.o.x"));
    CHECK(lost.score == 2 - win_score);
}

TEST_CASE("a game that is over has no move") {
    const auto found = alpha_beta(tic_tac_toe::from_text("xxxoo...."));
    CHECK(found.status == status::exhausted);
    CHECK(!found);
    CHECK(found.score == -win_score);
    CHECK(found.principal_variation.empty());
}

TEST_CASE("alpha-beta visits exactly as many nodes as it may, and always has a legal move") {
    alpha_beta_search<connect_four<>> search;
    for (std::uint64_t nodes = 0; nodes < 3000; nodes = nodes * 2 + 1) {
        search.set_options({.limits = {.expansions = nodes}});
        const auto found = search.run({});
        REQUIRE(found.status == status::expansion_limit);
        REQUIRE(found.nodes == nodes);
        REQUIRE(found.move.has_value());
        if (!found.principal_variation.empty()) REQUIRE(found.move == found.principal_variation[0]);
    }
}

TEST_CASE("what a limit cut off is the best move of the last depth, or a better one") {
    const auto whole = alpha_beta(connect_four<>{}, {.depth = 5, .table_bytes = 0});
    const auto cut = alpha_beta(connect_four<>{}, {.limits = {.expansions = whole.nodes + 1}});
    CHECK(cut.depth == 5);
    CHECK(cut.status == status::expansion_limit);
}

TEST_CASE("little memory is an answer") {
    const auto none = alpha_beta(connect_four<>{}, {.limits = {.bytes = 10}, .depth = 3});
    CHECK(none.status == status::memory_limit);
    CHECK(none.move.has_value());
    const auto some = alpha_beta(connect_four<>{}, {.limits = {.bytes = 20'000}, .depth = 3});
    CHECK(some.status == status::found);
    CHECK(some.statistics.bytes <= 20'000);
}

TEST_CASE("a stop token ends alpha-beta") {
    std::atomic<bool> stop = true;
    const auto found = alpha_beta(connect_four<>{}, {.stop = stop});
    CHECK(found.status == status::cancelled);
    CHECK(found.move.has_value());
}

/// Connect Four that takes its time, and notes what it did when it was up.
class slow_game : public connect_four<> {
public:
    static inline double deadline = 0;
    static inline int late = 0;

    [[nodiscard]] int evaluate() const {
        const double now = senda::now_in_seconds();
        if (now > deadline) ++late;
        while (senda::now_in_seconds() < now + 0.0005) {
        }
        return connect_four<>::evaluate();
    }
};

TEST_CASE("the time limit holds when an evaluation is slow") {
    int least_late = std::numeric_limits<int>::max();
    for (int tries = 0; tries < 5; ++tries) {  // something else may keep the machine busy
        slow_game::late = 0;
        slow_game::deadline = senda::now_in_seconds() + 0.05;
        const auto found =
            alpha_beta(slow_game{}, {.limits = {.time = 0.05}, .table_bytes = 1U << 16U});
        CHECK(found.status == status::time_limit);
        CHECK(found.move.has_value());
        least_late = std::min(least_late, slow_game::late);
    }
    CHECK(least_late <= 3);  // 1.5 ms
}

TEST_CASE("an evaluation without bounds never looks like a forced end") {
    struct boaster : connect_four<> {
        [[nodiscard]] int evaluate() const { return std::numeric_limits<int>::min(); }
    };
    const auto found = alpha_beta(boaster{}, {.depth = 3});
    CHECK(!senda::games::is_decided(found.score));
}

}  // namespace alpha_beta_test
