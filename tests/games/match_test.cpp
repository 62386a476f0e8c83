// SPDX-License-Identifier: MIT
#include <senda/games/match.hpp>

#include <senda/games/solve.hpp>

#include "connect_four.hpp"
#include "dots_and_boxes.hpp"
#include "endless.hpp"
#include "minimax.hpp"
#include "nim.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <set>
#include <vector>

namespace games_match_test {

using namespace senda::games;
using four = test_games::connect_four<4, 4, 3>;
using boxes = test_games::dots_and_boxes<2, 2>;
using test_games::nim;

/// Won with that probability.
outcome drawn_outcome(senda::random_source& random, double probability) {
    return static_cast<double>(random.below(1'000'000)) < 1e6 * probability ? outcome::win
                                                                            : outcome::loss;
}

TEST_CASE("a tally counts a draw as half a win") {
    tally t;
    for (const outcome o : {outcome::win, outcome::win, outcome::draw, outcome::loss}) t.add(o);
    CHECK(t == tally{2, 1, 1});
    CHECK(t.share() == doctest::Approx(0.625));
    CHECK(tally{}.share() == 0.5);
    CHECK(t.interval().low == doctest::Approx(wilson_interval(2.5, 4).low));
    CHECK(t.elo() == doctest::Approx(88.7).epsilon(0.001));
}

TEST_CASE("Wilson's interval holds the share of 95 of 100 matches") {
    senda::random_source random(4);
    for (const double share : {0.1, 0.5, 0.8}) {
        int inside = 0;
        for (int i = 0; i < 2000; ++i) {
            tally t;
            for (int g = 0; g < 50; ++g) t.add(drawn_outcome(random, share));
            const confidence_interval c = t.interval();
            if (c.low <= share && share <= c.high) ++inside;
        }
        CHECK(inside > 1830);
        CHECK(inside < 1970);
    }
}

TEST_CASE("a share in Elo and back is the same share") {
    CHECK(share_of_elo(0) == 0.5);
    CHECK(share_of_elo(400) == doctest::Approx(10.0 / 11));
    for (const double share : {0.01, 0.3, 0.5, 0.99})
        CHECK(share_of_elo(elo_of_share(share)) == doctest::Approx(share));
    CHECK(std::isinf(elo_of_share(1)));
}

TEST_CASE("the sequential test errs as seldom as it may, and needs few games") {
    const sequential_test test{.elo_rejected = 0, .elo_accepted = 100};
    CHECK(test.accept_bound() == doctest::Approx(std::log(19)));
    CHECK(test.reject_bound() == doctest::Approx(-std::log(19)));
    CHECK(test.log_likelihood_ratio({}) == 0);
    senda::random_source random(9);
    for (const double elo : {0.0, 100.0}) {
        int accepted = 0;
        int games = 0;
        for (int i = 0; i < 400; ++i) {
            tally t;
            while (test.verdict(t) == test_verdict::open)
                t.add(drawn_outcome(random, share_of_elo(elo)));
            const double ratio = test.log_likelihood_ratio(t);
            CHECK((ratio >= test.accept_bound() || ratio <= test.reject_bound()));
            accepted += test.verdict(t) == test_verdict::accepted ? 1 : 0;
            games += t.games();
        }
        CHECK((elo > 0 ? 400 - accepted : accepted) < 35);  // of 20 that are expected
        CHECK(games / 400 < 90);
    }
}

TEST_CASE("each opening of a match is played from both sides, by the rules") {
    random_player first;
    random_player second{senda::random_source(2)};
    std::vector<match_game<int>> games;
    const match_options o{.games = 40, .opening_moves = 3};
    const match_result r =
        play_match(four{}, first, second, o,
                   [&](const match_game<int>& g, const match_result&) { games.push_back(g); });
    REQUIRE(games.size() == 40);
    CHECK(r.all.games() == 40);
    CHECK(r.as_beginner.games() == 20);
    CHECK(r.illegal_moves == 0);
    CHECK(r.margin == 0);
    tally counted;
    std::set<std::vector<int>> openings;
    for (std::size_t i = 0; i < games.size(); ++i) {
        const match_game<int>& g = games[i];
        CHECK(g.first_begins == (i % 2 == 0));
        openings.insert({g.moves.begin(), g.moves.begin() + 3});
        if (i % 2 == 1)
            CHECK(std::equal(g.moves.begin(), g.moves.begin() + 3, games[i - 1].moves.begin()));
        four p;
        for (const int m : g.moves) {
            REQUIRE(is_legal_move(p, m));
            p.make(m);
        }
        REQUIRE(p.terminal().has_value());
        const bool is_firsts_turn = (g.moves.size() % 2 == 0) == g.first_begins;
        CHECK(g.outcome == (is_firsts_turn ? *p.terminal() : opposite(*p.terminal())));
        counted.add(g.outcome);
    }
    CHECK(counted == r.all);
    CHECK(openings.size() > 10);
}

TEST_CASE("a match of a game of points adds up its margins, whoever moves how often") {
    random_player first;
    random_player second{senda::random_source(2)};
    std::int64_t sum = 0;
    const auto check = [&](const match_game<int>& g, const match_result&) {
        boxes p;
        for (const int m : g.moves) (void)p.make(m);
        const int margin = p.terminal()->points;
        CHECK(g.margin == ((p.player_to_move() == 0) == g.first_begins ? margin : -margin));
        CHECK(g.outcome == outcome_of({g.margin}));
        sum += g.margin;
    };
    const match_result r = play_match(boxes{}, first, second, {.games = 50}, check);
    CHECK(r.margin == sum);
    CHECK(r.all.games() == 50);
}

TEST_CASE("who knows the game beats who does not") {
    solver<nim> solved({.table_bytes = 1U << 18U});
    const auto perfect = [&](const nim& n) { return solved.run(n).move; };
    random_player other;
    const match_options o{.games = 200, .opening_moves = 1, .test = sequential_test{}};
    const match_result r = play_match(nim({3, 4, 5}), perfect, other, o);
    CHECK(r.verdict == test_verdict::accepted);
    CHECK(r.all.games() < 200);
    CHECK(r.all.games() % 2 == 0);
    CHECK(r.share() > 0.9);
}

struct counting_player : random_player {
    int games = 0;
    void new_game() { ++games; }
};

TEST_CASE("who makes an illegal move or none loses, and players hear of a new game") {
    counting_player honest;
    const auto cheat = [](const nim&) { return std::optional(nim::move_type{0, 99}); };
    const auto quitter = [](const nim&) { return std::optional<nim::move_type>(); };
    match_result r = play_match(nim({3, 3}), honest, cheat, {.games = 4, .opening_moves = 0});
    CHECK(r.all == tally{4, 0, 0});
    CHECK(r.illegal_moves == 4);
    CHECK(honest.games == 4);
    r = play_match(nim({3, 3}), quitter, honest, {.games = 4, .opening_moves = 0});
    CHECK(r.all == tally{0, 0, 4});
    CHECK(r.illegal_moves == 0);
}

TEST_CASE("an opening leaves the game open, and balanced if that is asked for") {
    senda::random_source random(3);
    const match_options o{.opening_moves = 5, .opening_balance = 1};
    for (int i = 0; i < 50; ++i) {
        four p;
        for (const int m : random_opening{}(four{}, random, o)) p.make(m);
        CHECK_FALSE(p.terminal().has_value());
        CHECK(std::abs(p.evaluate()) <= 1);
    }
    // One match is left, and whoever takes it has won.
    CHECK(random_opening{}(nim({1}), random, o).empty());
}

TEST_CASE("a match that is stopped says so") {
    random_player player;
    const std::atomic<bool> stop = true;
    const match_result r = play_match(four{}, player, player, {.stop = senda::stop_token(stop)});
    CHECK(r.was_stopped);
    CHECK(r.all.games() == 0);
}

TEST_CASE("a game that is not over after the most moves is a draw, and says so") {
    random_player player;
    const auto check = [](const match_game<int>& g, const match_result&) {
        CHECK(g.moves.size() == 30);
        CHECK(g.was_unfinished);
        CHECK(g.outcome == outcome::draw);
        CHECK(g.swapped().was_unfinished);
    };
    match_result r =
        play_match(test_games::endless{}, player, player, {.games = 4, .longest_game = 30}, check);
    CHECK(r.all == tally{0, 4, 0});
    CHECK(r.unfinished_games == 4);
    r = play_match(test_games::endless{}, player, player, {.games = 1});
    CHECK(r.unfinished_games == 1);

    // A game that ends with its last move is over; one without a move of its own is its opening.
    r = play_match(nim({1, 1}), player, player,
                   {.games = 2, .opening_moves = 0, .longest_game = 2});
    CHECK(r.unfinished_games == 0);
    r = play_match(nim({1, 1}), player, player,
                   {.games = 2, .opening_moves = 0, .longest_game = 1});
    CHECK(r.unfinished_games == 2);
    const auto opened = play_game(test_games::endless{}, player, player, {0, 1, 0}, {}, 2);
    REQUIRE(opened.has_value());
    CHECK(opened->moves.size() == 3);
    CHECK(opened->was_unfinished);
}

}  // namespace games_match_test
