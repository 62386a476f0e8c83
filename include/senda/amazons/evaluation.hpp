// SPDX-License-Identifier: MIT
// How a position stands: features weighed by how much of the board is still contested.
#pragma once

#include <senda/amazons/board.hpp>
#include <senda/amazons/evaluation/features.hpp>
#include <senda/amazons/evaluation/weights.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace senda::amazons {

/// The logarithm of the odds that the player to move wins.
[[nodiscard]] inline float log_odds(const features& f,
                                    const weights& w = default_weights) noexcept {
    const detail::phase_place at = detail::place_of(f.contest);
    float before = 0;
    float after = 0;
    for (std::size_t i = 0; i < feature_count; ++i) {
        before += w.of_phase[at.before][i] * f.values[i];
        after += w.of_phase[at.before + 1][i] * f.values[i];
    }
    return before + at.beyond * (after - before);
}

/// How well the player to move stands: 1000 times the logarithm of the odds to win. It does not
/// look whether the game is over.
template <int Columns, int Rows>
[[nodiscard]] int evaluate(const basic_board<Columns, Rows>& b,
                           const weights& w = default_weights) noexcept {
    constexpr float most = 1'000'000;
    const float score = std::clamp(1000.0F * log_odds(features_of(b), w), -most, most);
    return static_cast<int>(std::lround(score));
}

/// The probability that the player to move wins.
template <int Columns, int Rows>
[[nodiscard]] double win_probability(const basic_board<Columns, Rows>& b,
                                     const weights& w = default_weights) noexcept {
    return 1.0 / (1.0 + std::exp(-static_cast<double>(log_odds(features_of(b), w))));
}

}  // namespace senda::amazons
