// SPDX-License-Identifier: MIT
#include <amazons/match.hpp>

#include <amazons/board.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <set>
#include <vector>

namespace {
namespace match_test {

using namespace senda::amazons;
using small_board = basic_board<5, 5>;

struct answer {
    std::optional<play> best;
};

struct random_player {
    senda::random_source random{1};
    int games = 0;

    template <class Board>
    answer choose(const Board& b) {
        return {random_play(b, random)};
    }
    void forget() { ++games; }
};

struct cheat {
    template <class Board>
    answer choose(const Board&) const {
        return {play{cell_at(0, 0), cell_at(0, 0), cell_at(0, 0)}};
    }
    void forget() const {}
};

struct quitter {
    template <class Board>
    answer choose(const Board&) const {
        return {};
    }
    void forget() const {}
};

TEST_CASE("Wilson's interval is that of the tables") {
    const confidence_interval half = wilson_interval(50, 100);
    CHECK(half.low == doctest::Approx(0.4038).epsilon(0.001));
    CHECK(half.high == doctest::Approx(0.5962).epsilon(0.001));
    const confidence_interval all = wilson_interval(10, 10);
    CHECK(all.low == doctest::Approx(0.7225).epsilon(0.001));
    CHECK(all.high == doctest::Approx(1));
    CHECK(wilson_interval(0, 0).low == 0);
    CHECK(wilson_interval(0, 0).high == 1);
}

TEST_CASE("each opening of a match is played with both colours") {
    random_player first;
    random_player second;
    std::vector<match_game> games;
    const match_options o{.games = 12, .opening_plays = 3, .opening_balance = 5};
    const match_result r = play_match<small_board>(
        first, second, o, [&](const match_game& g, const match_result&) { games.push_back(g); });
    CHECK(r.games == 12);
    CHECK(first.games == 12);
    CHECK(second.games == 12);
    CHECK(r.illegal_plays == 0);
    REQUIRE(games.size() == 12);
    std::set<std::vector<play>> openings;
    int wins = 0;
    for (std::size_t i = 0; i < games.size(); ++i) {
        const match_game& g = games[i];
        CHECK(g.color_of_first == (i % 2 == 0 ? player::white : player::black));
        openings.insert({g.plays.begin(), g.plays.begin() + 3});
        if (i % 2 == 1)
            CHECK(std::equal(g.plays.begin(), g.plays.begin() + 3, games[i - 1].plays.begin()));
        small_board b;
        for (const play& p : g.plays) {
            REQUIRE(b.is_legal(p));
            b.make(p);
        }
        CHECK_FALSE(b.has_play());
        CHECK(g.winner == opponent(b.to_move()));
        if (g.first_won()) ++wins;
    }
    CHECK(wins == r.wins);
    CHECK(openings.size() == 6);
}

TEST_CASE("who makes an illegal play or none loses") {
    random_player honest;
    cheat cheating;
    quitter quitting;
    match_result r = play_match<small_board>(honest, cheating, {.games = 4});
    CHECK(r.wins == 4);
    CHECK(r.wins_as_white == 2);
    CHECK(r.illegal_plays == 4);
    r = play_match<small_board>(quitting, honest, {.games = 4});
    CHECK(r.wins == 0);
    CHECK(r.illegal_plays == 0);
}

TEST_CASE("a sequential test ends a match after a pair of games") {
    random_player honest;
    quitter quitting;
    const match_options o{.games = 100, .test = sequential_test{.elo_accepted = 300}};
    match_result r = play_match<small_board>(honest, quitting, o);
    CHECK(r.verdict == test_verdict::accepted);
    CHECK(r.games == 6);
    CHECK_FALSE(r.was_stopped);
    CHECK(o.test->verdict(r.tally()) == test_verdict::accepted);
    r = play_match<small_board>(quitting, honest, o);
    CHECK(r.verdict == test_verdict::rejected);
    CHECK(r.tally() == senda::games::tally{.losses = r.games});
    r = play_match<small_board>(honest, quitting, {.games = 4, .test = o.test});
    CHECK(r.verdict == test_verdict::open);
    CHECK(r.games == 4);
}

TEST_CASE("a game goes on from any position, with either colour to move") {
    random_player honest;
    quitter quitting;
    small_board b;
    const auto white_quits = play_game(b, quitting, honest, {});
    REQUIRE(white_quits.has_value());
    CHECK(white_quits->winner == player::black);
    b.make(*random_play(b, honest.random));
    const auto black_quits = play_game(b, honest, quitting, {});
    REQUIRE(black_quits.has_value());
    CHECK(black_quits->winner == player::white);
    CHECK(black_quits->plays.empty());
}

TEST_CASE("a match that is stopped says so") {
    random_player first;
    random_player second;
    const std::atomic<bool> stop = true;
    const match_result r =
        play_match<small_board>(first, second, {.stop = senda::stop_token(stop)});
    CHECK(r.was_stopped);
    CHECK(r.games == 0);
    CHECK(r.share() == 0.5);
}

}  // namespace match_test
}  // namespace
