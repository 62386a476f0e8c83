// SPDX-License-Identifier: MIT
// How hard a board is, found from the board alone.
#pragma once

#include <senda/rush_hour/board.hpp>
#include <senda/rush_hour/component.hpp>
#include <senda/rush_hour/difficulty.hpp>
#include <senda/search/options.hpp>

#include <optional>

namespace senda::rush_hour {

/// How hard a board is; nothing if it is not one of the positions of `around`, or cannot be solved.
[[nodiscard]] inline std::optional<difficulty> rate(const board& b, const component& around) {
    if (!around.distance(b)) return std::nullopt;
    return rate(b, around.canonical_solution(b));
}

/// How hard a board is; nothing if it cannot be solved, or if a limit or the stop token came first.
[[nodiscard]] inline std::optional<difficulty> rate(const board& b, const limits& l = {},
                                                    stop_token stop = {}) {
    return rate(b, component(b, l, stop));
}

}  // namespace senda::rush_hour
