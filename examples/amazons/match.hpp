// SPDX-License-Identifier: MIT
// A match between two players: games from many openings, each with both colours.
#pragma once

#include <amazons/board.hpp>
#include <amazons/evaluation.hpp>
#include <amazons/play.hpp>
#include <amazons/size.hpp>
#include <senda/games/match.hpp>
#include <senda/search/options.hpp>
#include <senda/storage/random.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

namespace senda::amazons {

/// `p.choose(board).best` is a play, or nothing to resign; `p.forget()` is called before each game.
template <class P, class Board>
concept MatchPlayer = requires(P& p, const Board& b) {
    { p.choose(b).best } -> std::convertible_to<std::optional<play>>;
    p.forget();
};

using games::confidence_interval;
using games::sequential_test;
using games::test_verdict;
using games::wilson_interval;

/// Options of a match.
struct match_options {
    /// How many games; each opening is played twice, with the colours swapped.
    int games = 100;
    /// How many random plays open a game, so that no two are alike.
    int opening_plays = 4;
    /// Openings are drawn until the logarithm of the odds is at most this, or fifty times.
    double opening_balance = 0.5;
    /// Names the openings.
    std::uint64_t seed = 1;
    /// Who may end it from outside: between two plays.
    stop_token stop = {};
    /// The size of the board, if not that of its type.
    std::optional<board_size> size = {};
    /// Ends the match when it can tell whether the first player is the stronger one.
    std::optional<sequential_test> test = {};
};

/// A game of a match.
struct match_game {
    std::vector<play> plays = {};           ///< the opening too
    player color_of_first = player::white;  ///< of the first player of the match
    player winner = player::white;          ///< whose opponent could not play
    bool was_illegal = false;               ///< the loser made an illegal play

    /// Whether the first player of the match won.
    [[nodiscard]] bool first_won() const noexcept { return winner == color_of_first; }
};

/// How a match ended.
struct match_result {
    int games = 0;                              ///< games that were played
    int wins = 0;                               ///< of the first player
    int wins_as_white = 0;                      ///< of these
    int illegal_plays = 0;                      ///< games that one of both lost by one
    bool was_stopped = false;                   ///< whether it was stopped from outside
    test_verdict verdict = test_verdict::open;  ///< of the sequential test, if there is one

    /// The part of the games that the first player won.
    [[nodiscard]] double share() const noexcept {
        return games > 0 ? static_cast<double>(wins) / games : 0.5;
    }
    /// Where the probability lies that it wins a game.
    [[nodiscard]] confidence_interval interval() const noexcept {
        return wilson_interval(wins, games);
    }
    /// The games as statistics take them.
    [[nodiscard]] games::tally tally() const noexcept {
        return {.wins = wins, .losses = games - wins};
    }
};

/// A play drawn from all legal ones; nothing if there is none.
template <class Board>
[[nodiscard]] std::optional<play> random_play(const Board& b, random_source& random) {
    const int count = b.count_plays();
    if (count == 0) return std::nullopt;
    std::uint64_t left = random.below(static_cast<std::uint64_t>(count));
    std::optional<play> drawn;
    b.for_each_play([&](const play& p) {
        drawn = p;
        return left-- > 0;
    });
    return drawn;
}

/// Random plays from a position that leave both players about the same chances.
template <class Board>
[[nodiscard]] std::vector<play> random_opening(const Board& start, random_source& random, int plays,
                                               double balance) {
    constexpr int most_tries = 50;
    std::vector<play> opening;
    for (int i = 0; i < most_tries; ++i) {
        opening.clear();
        Board b = start;
        for (int n = 0; n < plays; ++n) {
            const std::optional<play> p = random_play(b, random);
            if (!p) break;
            b.make(*p);
            opening.push_back(*p);
        }
        if (b.has_play() && std::abs(static_cast<double>(evaluate(b))) <= 1000 * balance) break;
    }
    return opening;
}

namespace detail {

/// A player of Amazons as one of any game.
template <class P>
struct any_game_player {
    P* player;

    template <class Board>
    std::optional<play> operator()(const Board& b) const {
        return player->choose(b).best;
    }
    void new_game() const { player->forget(); }
};

inline match_game to_amazons(const games::match_game<play>& g, player beginner = player::white) {
    const player first = g.first_begins ? beginner : opponent(beginner);
    return {.plays = g.moves,
            .color_of_first = first,
            .winner = g.outcome == games::outcome::win ? first : opponent(first),
            .was_illegal = g.was_illegal};
}

}  // namespace detail

/// Plays a game to its end, after an opening of legal plays; nothing if it is stopped. Whoever has
/// the turn at the start is the first player of the game.
template <class Board, MatchPlayer<Board> White, MatchPlayer<Board> Black>
[[nodiscard]] std::optional<match_game> play_game(const Board& start, White& white, Black& black,
                                                  const std::vector<play>& opening,
                                                  stop_token stop = {}) {
    detail::any_game_player<White> w{&white};
    detail::any_game_player<Black> b{&black};
    const auto g = start.to_move() == player::white ? games::play_game(start, w, b, opening, stop)
                                                    : games::play_game(start, b, w, opening, stop);
    if (!g) return std::nullopt;
    return detail::to_amazons(*g, start.to_move());
}

/// Looks on at a match and does nothing.
struct ignore_games {
    /// Called after each game, with the match so far.
    void operator()(const match_game&, const match_result&) const noexcept {}
};

/// Plays a match, and calls `watch(game, result so far)` after each game.
template <class Board = board, MatchPlayer<Board> First, MatchPlayer<Board> Second,
          class Watch = ignore_games>
match_result play_match(First& first, Second& second, const match_options& o = {},
                        Watch watch = {}) {
    match_result r;
    detail::any_game_player<First> one{&first};
    detail::any_game_player<Second> two{&second};
    const auto count = [&](const games::match_game<play>& g, const games::match_result& now) {
        r.games = now.all.games();
        r.wins = now.all.wins;
        r.wins_as_white = now.as_beginner.wins;
        r.illegal_plays = now.illegal_moves;
        r.verdict = now.verdict;
        watch(detail::to_amazons(g), r);
    };
    const auto opening = [&](const Board& start, random_source& random, const auto&) {
        return random_opening(start, random, o.opening_plays, o.opening_balance);
    };
    r.was_stopped =
        games::play_match(o.size ? Board(*o.size) : Board(), one, two,
                          {.games = o.games, .seed = o.seed, .test = o.test, .stop = o.stop}, count,
                          opening)
            .was_stopped;
    return r;
}

}  // namespace senda::amazons
