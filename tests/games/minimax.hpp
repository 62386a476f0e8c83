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
using senda::games::margin;
using senda::games::move_of;
using senda::games::NoisyPosition;
using senda::games::outcome;
using senda::games::Position;

/// How the game ended for the player to move: an outcome or a margin.
template <Position P>
[[nodiscard]] auto end_of(const P& position) {
    if constexpr (senda::games::ScoredPosition<P>) {
        return std::optional<margin>(position.terminal());
    } else {
        return std::optional<outcome>(position.terminal());
    }
}

/// The position after a move, copied.
template <Position P>
[[nodiscard]] P after(P position, const move_of<P>& m) {
    (void)position.make(m);
    return position;
}

/// Whether the other player is to move after a move.
template <Position P>
[[nodiscard]] bool changes_turn([[maybe_unused]] const P& before, [[maybe_unused]] const P& after) {
    if constexpr (senda::games::TurnPosition<P>) {
        return before.player_to_move() != after.player_to_move();
    } else {
        return true;
    }
}

/// The legal moves of a position in its own order; none when the game is over.
template <Position P>
[[nodiscard]] std::vector<move_of<P>> moves_of(const P& position) {
    std::vector<move_of<P>> moves;
    if (end_of(position)) return moves;
    position.for_each_move([&](const move_of<P>& m) {
        moves.push_back(m);
        return true;
    });
    return moves;
}

template <EvaluatedPosition P>
[[nodiscard]] int minimax_below(const P& position, int depth, int ply, int noisy_plies) {
    if (const auto end = end_of(position)) return senda::games::detail::score_of(*end, ply);
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
        const P next = after(position, m);
        const int score = minimax_below(next, depth - 1, ply + 1, noisy_plies);
        best = std::max(best, changes_turn(position, next) ? -score : score);
    }
    return best;
}

/// The score of a position for the player to move when both look `depth` plies ahead; positions at
/// that depth count what they say themselves, after up to `noisy_plies` noisy moves.
template <EvaluatedPosition P>
[[nodiscard]] int minimax(const P& position, int depth, int noisy_plies = 0) {
    return minimax_below(position, depth, 0, noisy_plies);
}

/// How the game ends for the player to move when both play best, by playing every game there is: an
/// outcome or a margin.
template <Position P>
[[nodiscard]] auto minimax_end(const P& position) {
    if (const auto end = end_of(position)) return *end;
    std::optional<typename decltype(end_of(position))::value_type> best;
    for (const move_of<P>& m : moves_of(position)) {
        const P next = after(position, m);
        const auto end = minimax_end(next);
        best = std::max(best, std::optional(changes_turn(position, next) ? opposite(end) : end));
    }
    return *best;
}

/// Who wins when both play best.
template <Position P>
[[nodiscard]] outcome minimax_outcome(const P& position) {
    if constexpr (senda::games::ScoredPosition<P>) {
        return outcome_of(minimax_end(position));
    } else {
        return minimax_end(position);
    }
}

/// The same for the player to move if that player makes a move.
template <Position P>
[[nodiscard]] outcome minimax_outcome_after(const P& position, const move_of<P>& m) {
    const P next = after(position, m);
    const outcome end = minimax_outcome(next);
    return changes_turn(position, next) ? opposite(end) : end;
}

}  // namespace test_games
