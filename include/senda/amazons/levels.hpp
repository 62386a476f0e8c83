// SPDX-License-Identifier: MIT
// How well the engine plays, from 1 to 5. Levels count simulations, so that they play alike on
// every machine.
#pragma once

#include <senda/amazons/engine_options.hpp>

#include <algorithm>
#include <cstdint>

namespace senda::amazons {

inline constexpr int weakest_level = 1;    ///< greedy, and disturbed by chance
inline constexpr int strongest_level = 5;  ///< the longest searches
inline constexpr int default_level = 4;    ///< what a program takes if it is not told

/// What the engine is told at a level; beyond the ends, the nearest one.
[[nodiscard]] inline engine_options options_of(int level) {
    engine_options o;
    o.endgame_positions = 0;
    switch (std::clamp(level, weakest_level, strongest_level)) {
        case 1:
            o.method = method::greedy;
            o.noise = 0.5;
            break;
        case 2: o.method = method::greedy; break;
        case 3: o.limits.expansions = engine_options::default_simulations / 10; break;
        case 4:
            o.limits.expansions = engine_options::default_simulations;
            o.endgame_positions = 2'000;
            break;
        default:
            o.limits.expansions = 10 * engine_options::default_simulations;
            o.endgame_positions = 20'000;
            break;
    }
    return o;
}

}  // namespace senda::amazons
