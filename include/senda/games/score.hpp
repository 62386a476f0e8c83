// SPDX-License-Identifier: MIT
// Scores of positions: guesses in the middle, and proven ends of the game beyond them.
#pragma once

#include <senda/games/position.hpp>

#include <algorithm>

namespace senda::games {

/// The score of a win on the spot. One that is `n` plies away scores `n` less: sooner is better.
inline constexpr int win_score = 1'000'000;

/// The farthest that a search looks, in plies.
inline constexpr int longest_line = 10'000;

/// What a position says about itself is cut to this, so that it never looks like a proven end.
inline constexpr int largest_evaluation = win_score - longest_line - 1;

/// Whether a score says how the game ends with best play, and not only how it seems to stand.
[[nodiscard]] constexpr bool is_decided(int score) noexcept {
    return score > largest_evaluation || score < -largest_evaluation;
}

/// The plies to the end of the game that a decided score announces.
[[nodiscard]] constexpr int plies_to_end(int score) noexcept {
    return win_score - (score < 0 ? -score : score);
}

namespace detail {

/// The score of a game that ended `ply` plies after the root.
[[nodiscard]] constexpr int score_of(outcome end, int ply) noexcept {
    if (end == outcome::draw) return 0;
    return end == outcome::win ? win_score - ply : ply - win_score;
}

template <EvaluatedPosition P>
[[nodiscard]] int evaluation_of(const P& position) {
    return std::clamp(static_cast<int>(position.evaluate()), -largest_evaluation,
                      largest_evaluation);
}

}  // namespace detail

}  // namespace senda::games
