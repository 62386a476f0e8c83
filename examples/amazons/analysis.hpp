// SPDX-License-Identifier: MIT
// What each play of a game cost its player, by an engine: losses in the chance to win, and names
// for the worst of them.
#pragma once

#include <amazons/engine_options.hpp>
#include <amazons/play.hpp>
#include <amazons/record.hpp>
#include <amazons/win_chance.hpp>
#include <senda/games/position.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/options.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace senda::amazons {

/// What is thought of a play.
enum class verdict : std::uint8_t {
    best,        ///< the engine would have played it too, or found nothing better
    good,        ///< it cost little
    inaccuracy,  ///< 5 points or more of the chance to win
    mistake,     ///< 10 points or more
    blunder      ///< 20 points or more
};

/// The name of a verdict as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(verdict v) noexcept {
    return senda::enum_name(v, {"best", "good", "inaccuracy", "mistake", "blunder"});
}

/// What is thought of a play that cost so much of the chance to win, from 0 to 1.
[[nodiscard]] constexpr verdict verdict_of(double loss) noexcept {
    return loss >= 0.20   ? verdict::blunder
           : loss >= 0.10 ? verdict::mistake
           : loss >= 0.05 ? verdict::inaccuracy
           : loss > 0     ? verdict::good
                          : verdict::best;
}

/// A play of a game, and what the engine would have played.
struct analysed_play {
    play made = {};                   ///< what was played
    player by = player::white;        ///< who played it
    double loss = 0;                  ///< of the chance to win, from 0 to 1
    amazons::verdict verdict = {};    ///< what that is called
    std::optional<play> better = {};  ///< a play that would have kept the loss; nothing if none
    std::vector<play> line = {};      ///< what the engine expected, from that play on
};

/// A game with the opinion of an engine.
struct analysis {
    std::vector<analysed_play> plays = {};  ///< in the order of the game
    /// White's chance to win before each play and after the last: one more than plays.
    std::vector<double> values = {};
    bool was_stopped = false;  ///< whether there are fewer plays than the game has

    /// How many plays of a player got a verdict.
    [[nodiscard]] std::size_t count(player p, amazons::verdict v) const noexcept {
        return static_cast<std::size_t>(
            std::count_if(plays.begin(), plays.end(),
                          [&](const analysed_play& a) { return a.by == p && a.verdict == v; }));
    }
    /// What a play of a player cost on average; 0 if there is none.
    [[nodiscard]] double average_loss(player p) const noexcept {
        double sum = 0;
        std::size_t made = 0;
        for (const analysed_play& a : plays) {
            if (a.by != p) continue;
            sum += a.loss;
            ++made;
        }
        return made > 0 ? sum / static_cast<double>(made) : 0;
    }
};

/// A share as a percentage with one decimal: `12.5`.
[[nodiscard]] inline std::string points(double share) {
    const auto tenths = static_cast<long>(share * 1000 + 0.5);
    return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10);
}

/// What is thought of a play, if it cost enough for a word: `a mistake, 12.5 points: better was
/// a4-a5/a6`.
[[nodiscard]] inline std::string opinion_of(const analysed_play& p) {
    if (p.verdict < verdict::inaccuracy || !p.better) return {};
    return std::string{p.verdict == verdict::inaccuracy ? "an " : "a "} + to_string(p.verdict) +
           ", " + points(p.loss) + " points: better was " + to_string(*p.better);
}

/// `e.choose(board)` says the best play, how likely the player to move wins and the expected line;
/// `e.forget()` makes it begin anew; `e.options().method` says how it searches.
template <class E, class Board>
concept AnalysisEngine = requires(E& e, const Board& b) {
    { e.choose(b) } -> std::convertible_to<chosen>;
    e.forget();
    { e.options().method } -> std::convertible_to<method>;
};

/// Looks on at an analysis and does nothing.
struct ignore_plays {
    /// Called after each play, with the number of plays so far.
    void operator()(const analysis&) const noexcept {}
};

/// Analyses a game, and calls `watch(analysis so far)` after each play. The loss of a play is what
/// the position after it is worth less than that after the engine's own, both searched alike, so
/// that a search that sees further than another makes no loss. Chances are on the scale of
/// `win_chance`, the same for all engines.
template <class Board, AnalysisEngine<Board> Engine, class Watch = ignore_plays>
[[nodiscard]] analysis analyse(const basic_record<Board>& game, Engine& analyst,
                               stop_token stop = {}, Watch watch = {}) {
    struct opinion {
        chosen found;
        double chance;  // of the player to move
    };
    const auto think_about = [&](const Board& of) {
        analyst.forget();
        chosen found = analyst.choose(of);
        const double chance = win_chance(of, found, analyst.options().method);
        return opinion{std::move(found), chance};
    };
    const auto of_white = [](const Board& of, double mine) {
        return of.to_move() == player::white ? mine : 1 - mine;
    };
    analysis a;
    Board b = game.start;
    opinion now = think_about(b);
    for (const play& made : game.plays) {
        analysed_play p{.made = made, .by = b.to_move()};
        Board after = b;
        after.make(made);
        opinion next = think_about(after);
        // What was proven holds after a play too: after any that is made in a lost position, and
        // after the one that wins. A search that does not prove it again takes nothing back.
        const bool was_lost = now.found.outcome == games::outcome::loss;
        const bool was_won = now.found.outcome == games::outcome::win;
        if (!next.found.outcome && (was_lost || (was_won && now.found.best == made))) {
            next.found.outcome = opposite(*now.found.outcome);
            next.chance = win_chance(after, next.found, analyst.options().method);
        }
        if (now.found.best && *now.found.best != made && !was_lost) {
            Board otherwise = b;
            otherwise.make(*now.found.best);
            const double lost = next.chance - (was_won ? 0 : think_about(otherwise).chance);
            if (lost > 0) {
                p.loss = lost;
                p.better = now.found.best;
                p.line = now.found.principal_variation;
            }
        }
        if (stop.stop_requested()) {
            a.was_stopped = true;
            break;
        }
        p.verdict = verdict_of(p.loss);
        a.values.push_back(of_white(b, now.chance));
        a.plays.push_back(std::move(p));
        watch(a);
        now = std::move(next);
        b = after;
    }
    a.values.push_back(of_white(b, now.chance));
    return a;
}

}  // namespace senda::amazons
