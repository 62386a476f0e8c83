// SPDX-License-Identifier: MIT
// A match between two players: games from many openings, each with both colours.
#pragma once

#include <senda/amazons/board.hpp>
#include <senda/amazons/evaluation.hpp>
#include <senda/amazons/play.hpp>
#include <senda/search/options.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
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

/// A range in which a probability lies with a confidence of 95 %.
struct confidence_interval {
    double low = 0;   ///< the lower end
    double high = 1;  ///< the upper end
};

/// The Wilson score interval (E. Wilson, Probable inference, 1927) of so many wins in so many
/// games.
[[nodiscard]] inline confidence_interval wilson_interval(int wins, int games) noexcept {
    if (games <= 0) return {};
    constexpr double z = 1.959964;
    const double n = games;
    const double share = wins / n;
    const double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
    const double half =
        z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    return {std::max(middle - half, 0.0), std::min(middle + half, 1.0)};
}

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
    int games = 0;             ///< games that were played
    int wins = 0;              ///< of the first player
    int wins_as_white = 0;     ///< of these
    int illegal_plays = 0;     ///< games that one of both lost by one
    bool was_stopped = false;  ///< whether it ended before all games were played

    /// The part of the games that the first player won.
    [[nodiscard]] double share() const noexcept {
        return games > 0 ? static_cast<double>(wins) / games : 0.5;
    }
    /// Where the probability lies that it wins a game.
    [[nodiscard]] confidence_interval interval() const noexcept {
        return wilson_interval(wins, games);
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

/// Plays a game to its end, after an opening of legal plays; nothing if it is stopped.
template <class Board, MatchPlayer<Board> White, MatchPlayer<Board> Black>
[[nodiscard]] std::optional<match_game> play_game(const Board& start, White& white, Black& black,
                                                  const std::vector<play>& opening,
                                                  stop_token stop = {}) {
    match_game g{.plays = opening};
    Board b = start;
    for (const play& p : opening) b.make(p);
    white.forget();
    black.forget();
    while (b.has_play()) {
        if (stop.stop_requested()) return std::nullopt;
        const std::optional<play> p =
            b.to_move() == player::white ? white.choose(b).best : black.choose(b).best;
        if (stop.stop_requested()) return std::nullopt;
        if (!p || !b.is_legal(*p)) {
            g.was_illegal = p.has_value();
            break;
        }
        b.make(*p);
        g.plays.push_back(*p);
    }
    g.winner = opponent(b.to_move());
    return g;
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
    random_source random(o.seed);
    std::vector<play> opening;
    const Board start;
    for (int i = 0; i < o.games; ++i) {
        const bool as_white = i % 2 == 0;
        if (as_white) opening = random_opening(start, random, o.opening_plays, o.opening_balance);
        std::optional<match_game> g = as_white ? play_game(start, first, second, opening, o.stop)
                                               : play_game(start, second, first, opening, o.stop);
        if (!g) {
            r.was_stopped = true;
            break;
        }
        g->color_of_first = as_white ? player::white : player::black;
        ++r.games;
        r.wins += g->first_won() ? 1 : 0;
        r.wins_as_white += as_white && g->first_won() ? 1 : 0;
        r.illegal_plays += g->was_illegal ? 1 : 0;
        watch(*g, r);
    }
    return r;
}

}  // namespace senda::amazons
