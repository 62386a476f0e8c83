// SPDX-License-Identifier: MIT
// What each feature of a position is worth in each phase of a game.
#pragma once

#include <senda/amazons/evaluation/features.hpp>

#include <array>
#include <cstddef>

namespace senda::amazons {

/// The phases of a game by `features::contest`, from its end, when the players are apart, to its
/// start. Between two of them, weights are interpolated.
inline constexpr std::array<float, 7> phases = {0, 1, 4, 10, 20, 40, 70};

/// What features are worth, in logarithms of odds, in each phase.
struct weights {
    /// By phase, then by feature.
    std::array<std::array<float, feature_count>, phases.size()> of_phase{};
};

namespace detail {

/// A place between two phases: the first of them, and how far beyond it, from 0 to 1.
struct phase_place {
    std::size_t before = 0;
    float beyond = 0;
};

[[nodiscard]] constexpr phase_place place_of(float contest) noexcept {
    std::size_t before = 0;
    while (before + 2 < phases.size() && contest >= phases[before + 1]) ++before;
    const float beyond = (contest - phases[before]) / (phases[before + 1] - phases[before]);
    return {before, beyond < 1 ? beyond : 1.0F};
}

}  // namespace detail

/// The weights that the engine uses.
inline constexpr weights default_weights{{{
    // queens, close, kings, lead, free, turn
    {0.600F, 0.200F, 0.400F, 0.300F, 0.00F, 0.0F},
    {0.500F, 0.150F, 0.300F, 0.300F, 0.10F, 0.2F},
    {0.350F, 0.100F, 0.100F, 0.200F, 0.20F, 0.4F},
    {0.190F, 0.080F, 0.120F, 0.120F, 0.30F, 0.3F},
    {0.100F, 0.080F, 0.080F, 0.110F, 0.40F, 0.3F},
    {0.050F, 0.080F, 0.030F, 0.100F, 0.60F, 0.3F},
    {0.030F, 0.080F, 0.020F, 0.060F, 0.90F, 0.2F},
}}};

}  // namespace senda::amazons
