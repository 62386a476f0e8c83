// SPDX-License-Identifier: MIT
// A match between two players of any game, and what its score says about their strength.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/games/position.hpp>
#include <senda/search/options.hpp>
#include <senda/storage/random.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace senda::games {

/// A range in which a probability lies, with the confidence that was asked for.
struct confidence_interval {
    double low = 0;   ///< the lower end
    double high = 1;  ///< the upper end
};

/// The Wilson score interval (E. Wilson, Probable inference, 1927) of `wins` in `games`, with a
/// confidence of 95 % or a number of standard deviations. A draw is half a win; the interval is
/// then a little wider than it need be.
[[nodiscard]] inline confidence_interval wilson_interval(double wins, int games,
                                                         double deviations = 1.959964) noexcept {
    if (games <= 0) return {};
    const double z = deviations;
    const double n = games;
    const double share = wins / n;
    const double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
    const double half =
        z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    return {std::max(middle - half, 0.0), std::min(middle + half, 1.0)};
}

/// The difference in Elo (A. Elo, The rating of chessplayers, 1978) of a player who gets that share
/// of the points; infinite for all or none of them.
[[nodiscard]] inline double elo_of_share(double share) noexcept {
    if (share <= 0) return -std::numeric_limits<double>::infinity();
    if (share >= 1) return std::numeric_limits<double>::infinity();
    return 400 * std::log10(share / (1 - share));
}

/// The share of the points that a player gets who is stronger by `elo`.
[[nodiscard]] inline double share_of_elo(double elo) noexcept {
    return 1 / (1 + std::pow(10.0, -elo / 400));
}

/// Games that one player won, drew and lost.
struct tally {
    int wins = 0;    ///< games won
    int draws = 0;   ///< games drawn
    int losses = 0;  ///< games lost

    /// Counts another game.
    constexpr void add(outcome o) noexcept {
        ++(o == outcome::win ? wins : o == outcome::draw ? draws : losses);
    }
    /// How many games there were.
    [[nodiscard]] constexpr int games() const noexcept { return wins + draws + losses; }
    /// The wins, and half of the draws.
    [[nodiscard]] constexpr double points() const noexcept { return wins + draws / 2.0; }
    /// The points a game, from 0 to 1; a half without any game.
    [[nodiscard]] constexpr double share() const noexcept {
        return games() > 0 ? points() / games() : 0.5;
    }
    /// Where the share of all games that could be played lies, with a confidence of 95 %.
    [[nodiscard]] confidence_interval interval() const noexcept {
        return wilson_interval(points(), games());
    }
    /// How many Elo stronger the player looks.
    [[nodiscard]] double elo() const noexcept { return elo_of_share(share()); }

    friend constexpr bool operator==(const tally&, const tally&) noexcept = default;
};

/// What a sequential test has found out so far.
enum class test_verdict : std::uint8_t { open, accepted, rejected };

/// The name of a verdict as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(test_verdict v) noexcept {
    return v == test_verdict::open ? "open" : v == test_verdict::accepted ? "accepted" : "rejected";
}

/// The sequential probability ratio test (A. Wald, Sequential tests of statistical hypotheses,
/// 1945): as few games as it takes to tell two strengths apart. A draw counts as half a win and
/// half a loss, so that with draws it takes more games than it need, and errs less.
struct sequential_test {
    double elo_rejected = 0;     ///< stronger by at most this: it is to be rejected
    double elo_accepted = 20;    ///< stronger by at least this: it is to be accepted
    double false_accept = 0.05;  ///< how often it may accept what should be rejected
    double false_reject = 0.05;  ///< how often it may reject what should be accepted

    /// The logarithm of how much likelier the games are under the second hypothesis.
    [[nodiscard]] double log_likelihood_ratio(const tally& t) const noexcept {
        const double before = share_of_elo(elo_rejected);
        const double after = share_of_elo(elo_accepted);
        return t.points() * std::log(after / before) +
               (t.games() - t.points()) * std::log((1 - after) / (1 - before));
    }
    /// From this ratio on it is accepted.
    [[nodiscard]] double accept_bound() const noexcept {
        return std::log((1 - false_reject) / false_accept);
    }
    /// Down from this ratio it is rejected.
    [[nodiscard]] double reject_bound() const noexcept {
        return std::log(false_reject / (1 - false_accept));
    }
    /// Whether these games are enough to tell.
    [[nodiscard]] test_verdict verdict(const tally& t) const noexcept {
        const double ratio = log_likelihood_ratio(t);
        if (ratio >= accept_bound()) return test_verdict::accepted;
        if (ratio <= reject_bound()) return test_verdict::rejected;
        return test_verdict::open;
    }
};

/// Someone who plays: `a(position)` is a move, or nothing to resign. If there is `a.new_game()`, it
/// is called before each game.
template <class A, class P>
concept Player = requires(A& a, const P& position) {
    { a(position) } -> std::convertible_to<std::optional<move_of<P>>>;
};

/// A move drawn from all legal ones; nothing if the game is over.
template <Position P>
[[nodiscard]] std::optional<move_of<P>> random_move(const P& position, random_source& random) {
    if (detail::outcome_at(position)) return std::nullopt;
    return detail::draw_move(position, random);
}

/// Plays any legal move, all equally likely.
struct random_player {
    random_source random{1};  ///< where the moves come from

    /// A move, or nothing if the game is over.
    template <Position P>
    [[nodiscard]] std::optional<move_of<P>> operator()(const P& position) {
        return random_move(position, random);
    }
};

/// Whether a move is one of those that a position lists.
template <Position P>
[[nodiscard]] bool is_legal_move(const P& position, const move_of<P>& m) {
    bool is_legal = false;
    if (detail::outcome_at(position)) return false;
    position.for_each_move([&](const move_of<P>& legal) {
        is_legal = is_legal || legal == m;
        return !is_legal;
    });
    return is_legal;
}

/// Options of a match.
struct match_options {
    /// How many games at most; each opening is played twice, with the sides swapped.
    int games = 100;
    /// How many random moves open a game, so that no two are alike.
    int opening_moves = 4;
    /// Openings are drawn until `evaluate` is at most this far from 0, or fifty times; for
    /// positions that have it.
    std::optional<int> opening_balance = {};
    /// Names the openings.
    std::uint64_t seed = 1;
    /// Ends the match when it can tell whether the first player is the stronger one.
    std::optional<sequential_test> test = {};
    /// What may end it from outside: between two moves.
    stop_token stop = {};
    /// How many moves a game has at most, those of the opening too: one that is not over then is a
    /// draw.
    std::size_t longest_game = 10'000;
};

/// A game of a match.
template <class Move>
struct match_game {
    std::vector<Move> moves = {};            ///< those of the opening too
    bool first_begins = true;                ///< whether the first player of the match did
    games::outcome outcome = outcome::draw;  ///< for the first player
    int margin = 0;                          ///< in a game of points that was played to its end
    bool was_resigned = false;               ///< the loser did not want to move any more
    bool was_illegal = false;                ///< the loser made an illegal move
    bool was_unfinished = false;             ///< it is a draw because it was too long

    /// This game as the other player of the match sees it.
    [[nodiscard]] match_game swapped() const {
        match_game g = *this;
        g.first_begins = !first_begins;
        g.outcome = opposite(outcome);
        g.margin = -margin;
        return g;
    }
};

/// How a match ended, for its first player.
struct match_result {
    tally all = {};                             ///< all games
    tally as_beginner = {};                     ///< of these, those that it began
    std::int64_t margin = 0;                    ///< in games of points: the sum of all margins
    int illegal_moves = 0;                      ///< games that one of both lost by one
    int unfinished_games = 0;                   ///< games that are draws because they were too long
    bool was_stopped = false;                   ///< whether it was stopped from outside
    test_verdict verdict = test_verdict::open;  ///< of the sequential test, if there is one

    /// The points a game, from 0 to 1.
    [[nodiscard]] double share() const noexcept { return all.share(); }
    /// Where that lies with a confidence of 95 %.
    [[nodiscard]] confidence_interval interval() const noexcept { return all.interval(); }

    /// Counts another game.
    template <class Move>
    void add(const match_game<Move>& g) noexcept {
        all.add(g.outcome);
        if (g.first_begins) as_beginner.add(g.outcome);
        margin += g.margin;
        illegal_moves += g.was_illegal ? 1 : 0;
        unfinished_games += g.was_unfinished ? 1 : 0;
    }
};

/// Draws random moves that leave the game open, and balanced if that is asked for.
struct random_opening {
    /// The moves; fewer than asked for if the game is too short for them.
    template <Position P>
    [[nodiscard]] std::vector<move_of<P>> operator()(const P& start, random_source& random,
                                                     const match_options& o) const {
        constexpr int most_tries = 50;
        std::vector<move_of<P>> opening;
        for (int i = 0; i < most_tries; ++i) {
            opening.clear();
            P position = start;
            for (int n = 0; n < o.opening_moves; ++n) {
                const std::optional<move_of<P>> m = random_move(position, random);
                if (!m) break;
                (void)position.make(*m);
                opening.push_back(*m);
            }
            if (!detail::outcome_at(position) && is_balanced(position, o)) return opening;
        }
        while (!opening.empty() && detail::outcome_at(after(start, opening))) opening.pop_back();
        return opening;
    }

private:
    template <Position P>
    [[nodiscard]] static P after(P position, const std::vector<move_of<P>>& moves) {
        for (const move_of<P>& m : moves) (void)position.make(m);
        return position;
    }
    template <Position P>
    [[nodiscard]] static bool is_balanced(const P& position, const match_options& o) {
        if constexpr (EvaluatedPosition<P>) {
            return !o.opening_balance ||
                   std::abs(static_cast<std::int64_t>(position.evaluate())) <= *o.opening_balance;
        }
        return true;
    }
};

/// Plays a game to its end, after an opening of legal moves; nothing if it is stopped. A player
/// that does not move or makes an illegal move loses. One that is not over after `longest` moves,
/// those of the opening too, is a draw.
template <Position P, Player<P> Beginner, Player<P> Other>
[[nodiscard]] std::optional<match_game<move_of<P>>> play_game(
    const P& start, Beginner& beginner, Other& other, const std::vector<move_of<P>>& opening = {},
    stop_token stop = {}, std::size_t longest = match_options{}.longest_game) {
    match_game<move_of<P>> g{.moves = opening};
    P position = start;
    bool is_beginners_turn = true;
    const auto play = [&](const move_of<P>& m) {
        if (!detail::made_move<P>(position, m).keeps_turn()) is_beginners_turn = !is_beginners_turn;
    };
    for (const move_of<P>& m : opening) play(m);
    const auto begin = [](auto& player) {
        if constexpr (requires { player.new_game(); }) player.new_game();
    };
    begin(beginner);
    begin(other);
    int points = 0;  // of the player to move
    for (;;) {
        if (const detail::end_of<P> end = std::as_const(position).terminal()) {
            points = detail::points_of(*end);
            break;
        }
        g.was_unfinished = g.moves.size() >= longest;
        if (g.was_unfinished) break;
        if (stop.stop_requested()) return std::nullopt;
        const P& shown = position;
        const std::optional<move_of<P>> m = is_beginners_turn
                                                ? std::optional<move_of<P>>(beginner(shown))
                                                : std::optional<move_of<P>>(other(shown));
        if (stop.stop_requested()) return std::nullopt;
        g.was_resigned = !m;
        g.was_illegal = m && !is_legal_move(shown, *m);
        if (g.was_resigned || g.was_illegal) {
            points = -1;
            break;
        }
        play(*m);
        g.moves.push_back(*m);
    }
    if (!is_beginners_turn) points = -points;
    g.outcome = outcome_of(games::margin{points});
    if (ScoredPosition<P> && !g.was_resigned && !g.was_illegal) g.margin = points;
    return g;
}

/// Watches a match and does nothing.
struct ignore_games {
    /// Called after each game, with the match so far.
    template <class Move>
    void operator()(const match_game<Move>&, const match_result&) const noexcept {}
};

/// Plays a match: games, until there are enough or the test of the options can tell; each opening
/// is played twice, the first player beginning once.
///
/// `start`    where the openings begin.
/// `first`, `second`  the players; all that is counted is for the first.
/// `o`        how many games, the openings, a test that ends it early, a stop token.
/// `watch`    called after each game as `watch(game, result so far)`.
/// `opening`  `opening(start, random, options)` is the moves of the next one.
template <Position P, Player<P> First, Player<P> Second, class Watch = ignore_games,
          class Opening = random_opening>
match_result play_match(const P& start, First& first, Second& second, const match_options& o = {},
                        Watch watch = {}, Opening opening = {}) {
    match_result r;
    random_source random(o.seed);
    std::vector<move_of<P>> moves;
    for (int i = 0; i < o.games && r.verdict == test_verdict::open; ++i) {
        const bool first_begins = i % 2 == 0;
        if (first_begins) moves = opening(start, random, o);
        std::optional<match_game<move_of<P>>> g =
            first_begins ? play_game(start, first, second, moves, o.stop, o.longest_game)
                         : play_game(start, second, first, moves, o.stop, o.longest_game);
        if (!g) {
            r.was_stopped = true;
            break;
        }
        if (!first_begins) *g = g->swapped();
        r.add(*g);
        if (o.test && i % 2 == 1) r.verdict = o.test->verdict(r.all);
        watch(std::as_const(*g), std::as_const(r));
    }
    return r;
}

}  // namespace senda::games
