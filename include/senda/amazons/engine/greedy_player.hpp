// SPDX-License-Identifier: MIT
// The player that looks one play ahead, and takes what looks best.
#pragma once

#include <senda/amazons/evaluation.hpp>
#include <senda/amazons/evaluation/evaluated_board.hpp>
#include <senda/amazons/play.hpp>
#include <senda/games/engines/node_control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/status.hpp>
#include <senda/storage/random.hpp>

#include <cmath>
#include <cstdint>
#include <optional>

namespace senda::amazons {

/// What may be asked of the greedy player.
struct greedy_options {
    /// Where to stop looking: `expansions` counts plays.
    senda::limits limits = {};
    /// Who may end it from outside.
    stop_token stop = {};
    /// How far chance moves the logarithm of the odds of each play: 0 for the best play, more for a
    /// weaker player. A play whose logarithm is `noise` less is chosen about 2.7 times less often.
    double noise = 0;
    /// Names the stream of random numbers.
    std::uint64_t seed = 1;
};

/// What the greedy player took.
struct greedy_choice {
    /// Nothing only when the game is over.
    std::optional<play> best = {};
    /// The logarithm of the odds to win with it, without noise.
    double log_odds = 0;
    /// Plays that were looked at.
    std::uint64_t nodes = 0;
    /// `found`, `exhausted` when the game is over, else what stopped it.
    senda::status status = status::running;
};

/// Takes the play after which the position is worth most; the first one of equals.
template <class Board>
[[nodiscard]] greedy_choice choose_greedily(const Board& b, const weights& w = default_weights,
                                            const greedy_options& o = {}) {
    const evaluated_board<Board> position(b, w);
    random_source random(o.seed ^ b.hash());
    games::detail::node_control control(o.limits, o.stop);
    greedy_choice made;
    double highest = 0;
    b.for_each_play([&](const play& p) {
        if (!made.best) made.best = p;  // there is always an answer
        if (!control.may_visit()) return false;
        const double odds = position.prior(p);
        double rank = odds;
        if (o.noise > 0) {
            // Gumbel's distribution: the largest of such sums is drawn as a softmax would.
            const double unit = (static_cast<double>(random.next() >> 11U) + 0.5) * 0x1p-53;
            rank -= o.noise * std::log(-std::log(unit));
        }
        if (control.visited() == 1 || rank > highest) {
            highest = rank;
            made.best = p;
            made.log_odds = odds;
        }
        return true;
    });
    control.end(made.best ? status::found : status::exhausted);
    made.status = control.status();
    made.nodes = control.visited();
    return made;
}

}  // namespace senda::amazons
