// SPDX-License-Identifier: MIT
// How hard a maze is to win by hand: a number made of what its best route asks for.
#pragma once

#include <maze/connectivity.hpp>
#include <senda/language/extensions.hpp>
#include <senda/maze/board.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace senda::maze {

/// How hard a maze is, in a word.
enum class difficulty_level {
    easy,    ///< a score below 20
    medium,  ///< below 60
    hard,    ///< below 150
    expert   ///< from 150 on
};

/// The name of a level as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(difficulty_level l) noexcept {
    return senda::enum_name(l, {"easy", "medium", "hard", "expert"});
}

/// What makes a maze hard: the choices along a route with the fewest steps, the detour that life
/// forces, and how little life there is to spare. A yardstick for mazes beside one another; it was
/// not measured on people.
struct difficulty {
    std::uint64_t steps = 0;         ///< of the route
    std::uint64_t direct_steps = 0;  ///< the fewest if life did not matter
    std::uint64_t treasures = 0;     ///< that the route takes
    double choices = 0;              ///< what must be chosen right along the route, in bits
    life_points life = 0;            ///< at the start
    life_points least = 0;           ///< with which the maze can be won

    /// How much longer the route is than it would be if life did not matter, from 1 up.
    [[nodiscard]] double detour() const noexcept {
        return direct_steps == 0 ? 1
                                 : static_cast<double>(steps) / static_cast<double>(direct_steps);
    }
    /// Which part of the life at the start is needed, up to 1.
    [[nodiscard]] double tightness() const noexcept {
        return life == 0 ? 0 : static_cast<double>(least) / static_cast<double>(life);
    }
    /// The choices, times the detour, times 1 to 2 for how tight the life is.
    [[nodiscard]] double score() const noexcept { return choices * detour() * (1 + tightness()); }
    /// The score in a word.
    [[nodiscard]] difficulty_level level() const noexcept {
        const double s = score();
        return s < 20    ? difficulty_level::easy
               : s < 60  ? difficulty_level::medium
               : s < 150 ? difficulty_level::hard
                         : difficulty_level::expert;
    }
};

/// The choices along a route, in bits: for each cell that it leaves, the logarithm of the number of
/// ways on. The way back is one only where the route takes it; a dead end leaves no choice.
[[nodiscard]] inline double choices_along(const board& b, std::span<const place> route) {
    double bits = 0;
    for (std::size_t i = 0; i + 1 < route.size(); ++i) {
        unsigned ways = 0;
        b.for_each_neighbour(route[i], [&](place) { ++ways; });
        const bool turns_back = i > 0 && route[i + 1] == route[i - 1];
        if (i > 0 && !turns_back) --ways;
        bits += std::log2(std::max(ways, 1U));
    }
    return bits;
}

/// Rates a maze by a route with the fewest steps and by the least life that wins.
[[nodiscard]] inline difficulty difficulty_of(const board& b, std::span<const place> route,
                                              life_points least) {
    difficulty d;
    d.steps = route.empty() ? 0 : route.size() - 1;
    d.direct_steps = connectivity_of(b).steps;
    std::vector<place> treasures;
    for (const place p : route)
        if (b[p] == 'T') treasures.push_back(p);
    std::sort(treasures.begin(), treasures.end());
    treasures.erase(std::unique(treasures.begin(), treasures.end()), treasures.end());
    d.treasures = treasures.size();
    d.choices = choices_along(b, route);
    d.life = b.life();
    d.least = least;
    return d;
}

}  // namespace senda::maze
