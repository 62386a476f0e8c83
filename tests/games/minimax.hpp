// SPDX-License-Identifier: MIT
// Plain minimax, without a table or cuts: the reference for the searches, for small games.
#pragma once

#include <senda/games/position.hpp>
#include <senda/games/result.hpp>

#include <algorithm>
#include <optional>
#include <vector>

namespace test_games {

using senda::games::EvaluatedPosition;
using senda::games::move_of;
using senda::games::NoisyPosition;
using senda::games::outcome;
using senda::games::Position;

/// The legal moves of a position in its own order; none when the game is over.
template <Position P>
[[nodiscard]] std::vector<move_of<P>> moves_of(const P& position) {
    std::vector<move_of<P>> moves;
    if (std::optional<outcome>(position.terminal())) return moves;
    position.for_each_move([&](const move_of<P>& m) {
        moves.push_back(m);
        return true;
    });
    return moves;
}

template <EvaluatedPosition P>
[[nodiscard]] int minimax_below(P& position, int depth, int ply, int noisy_plies) {
    if (const std::optional<outcome> end = position.terminal())
        return senda::games::detail::score_of(*end, ply);
    std::vector<move_of<P>> moves;
    const auto add = [&](const move_of<P>& m) {
        moves.push_back(m);
        return true;
    };
    int best = -senda::games::win_score;
    if (depth > 0) {
        position.for_each_move(add);
    } else {
        best = senda::games::detail::evaluation_of(position);  // nobody has to play a noisy move
        if constexpr (NoisyPosition<P>) {
            if (noisy_plies-- > 0) position.for_each_noisy_move(add);
        }
    }
    for (const move_of<P>& m : moves) {
        position.make(m);
        best = std::max(best, -minimax_below(position, depth - 1, ply + 1, noisy_plies));
        position.unmake(m);
    }
    return best;
}

/// The score of a position for the player to move when both look `depth` plies ahead; positions at
/// that depth count what they say themselves, after up to `noisy_plies` noisy moves.
template <EvaluatedPosition P>
[[nodiscard]] int minimax(P position, int depth, int noisy_plies = 0) {
    return minimax_below(position, depth, 0, noisy_plies);
}

/// How the game ends for the player to move when both play best, by playing every game there is.
template <Position P>
[[nodiscard]] outcome minimax_outcome(P position) {
    if (const std::optional<outcome> end = position.terminal()) return *end;
    outcome best = outcome::loss;
    for (const move_of<P>& m : moves_of(position)) {
        position.make(m);
        best = std::max(best, senda::games::opposite(minimax_outcome(position)));
        position.unmake(m);
    }
    return best;
}

}  // namespace test_games
