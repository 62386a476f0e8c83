// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/board.hpp>
#include <rush_hour/component.hpp>
#include <rush_hour/rules.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/options.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

namespace senda::rush_hour {

/// How hard a board is, in the words of the classic cards.
enum class level : std::uint8_t { beginner, intermediate, advanced, expert };

/// The name of a level as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(level l) noexcept {
    return senda::enum_name(l, {"beginner", "intermediate", "advanced", "expert"});
}

/// The level of a score. A score that is just a threshold, 36, 66 or 104, has the harder level.
[[nodiscard]] constexpr level level_of_score(double score) noexcept {
    if (score < 36) return level::beginner;
    if (score < 66) return level::intermediate;
    return score < 104 ? level::advanced : level::expert;
}

/// The level by the number of moves alone; 15 moves are intermediate.
[[nodiscard]] constexpr level level_of_moves(std::uint32_t moves) noexcept {
    if (moves < 15) return level::beginner;
    if (moves < 25.5) return level::intermediate;
    return moves < 34.5 ? level::advanced : level::expert;
}

/// The level of a number of seconds. One that is just a threshold, 60, 150 or 270, has the harder
/// level.
[[nodiscard]] constexpr level level_of_seconds(double seconds) noexcept {
    if (seconds < 60) return level::beginner;
    if (seconds < 150) return level::intermediate;
    return seconds < 270 ? level::advanced : level::expert;
}

/// How long people take for a board, in seconds: 1.1 moves^1.2 sqrt(astray) / optimal^(0.4/moves).
///
/// `astray` is the mean number of moves that are left in the positions that as many moves lead to
/// as a shortest solution has, whichever they are: how far one gets from the solution by trying.
/// `optimal` is the number of shortest solutions. Fitted to the mean logarithm of the times that
/// some 40 people took for each of 35 boards of 6 to 15 moves; beyond these it is extrapolated.
[[nodiscard]] inline double people_seconds(std::uint32_t moves, double astray,
                                           double optimal) noexcept {
    if (moves == 0) return 0;
    return 1.1 * std::pow(moves, 1.2) * std::sqrt(astray) / std::pow(optimal, 0.4 / moves);
}

/// How hard a board is, and why.
///
/// `people_seconds` is the figure that follows people. The score is 0.7 moves^1.4 + 0.2
/// sqrt(moved%) + 0.1 symmetry%: it and its thresholds were fitted to the 40 classic cards, of
/// which it puts 37 into their level. `moves_level` stands beside it, as the formula adds symmetry
/// although symmetry makes boards easier.
struct difficulty {
    /// How long people take; nothing if only a solution of the board was at hand.
    std::optional<double> people_seconds = {};
    double score = 0;               ///< by the formula above
    level rated = level::beginner;  ///< by the score
    double moved_percent = 0;       ///< vehicles that move in the canonical optimal solution
    double symmetry_percent = 0;  ///< vehicles whose mirror image is a vehicle, on the better axis
    level moves_level = level::beginner;  ///< by the moves alone
    std::uint32_t moves = 0;              ///< of an optimal solution

    friend bool operator==(const difficulty&, const difficulty&) = default;
};

namespace detail {

/// The vehicle seen in a mirror that exchanges left and right, or top and bottom.
[[nodiscard]] constexpr vehicle mirrored(vehicle v, axis across, const board_shape& s) noexcept {
    const int length = v.direction == across ? v.length : 1;
    std::uint8_t& offset = across == axis::horizontal ? v.column : v.row;
    offset = static_cast<std::uint8_t>(s.length_of(across) - length - offset);
    return v;
}

/// The share of the vehicles of a board that fulfil `is_one`, in percent.
template <class Test>
[[nodiscard]] double percent_of_vehicles(const board& b, Test is_one) noexcept {
    const auto vehicles = b.vehicles();
    return 100.0 * static_cast<double>(std::count_if(vehicles.begin(), vehicles.end(), is_one)) /
           static_cast<double>(vehicles.size());
}

/// The share of the vehicles whose mirror image is a vehicle.
[[nodiscard]] inline double mirrored_percent(const board& b, axis across) noexcept {
    return percent_of_vehicles(b, [&](const vehicle& v) {
        const cell_set image = cells_of(mirrored(v, across, b.shape()), b.shape());
        return std::any_of(b.vehicles().begin(), b.vehicles().end(), [&](const vehicle& other) {
            return cells_of(other, b.shape()) == image;
        });
    });
}

}  // namespace detail

/// The percentage of vehicles whose mirror image is a vehicle, on the axis that has more of them.
[[nodiscard]] inline double symmetry_percent(const board& b) noexcept {
    return std::max(detail::mirrored_percent(b, axis::horizontal),
                    detail::mirrored_percent(b, axis::vertical));
}

/// How hard a board is by an optimal solution of it alone, which is the canonical one: at each
/// position the first move that comes nearer to the exit, in the order of `for_each_move`.
[[nodiscard]] inline difficulty rate(const board& b, std::span<const move> canonical) noexcept {
    difficulty d;
    d.moves = static_cast<std::uint32_t>(canonical.size());
    d.moved_percent = detail::percent_of_vehicles(b, [canonical](const vehicle& v) {
        return std::any_of(canonical.begin(), canonical.end(),
                           [&v](const move& m) { return m.vehicle == v.id; });
    });
    d.symmetry_percent = symmetry_percent(b);
    d.score =
        0.7 * std::pow(d.moves, 1.4) + 0.2 * std::sqrt(d.moved_percent) + 0.1 * d.symmetry_percent;
    d.rated = level_of_score(d.score);
    d.moves_level = level_of_moves(d.moves);
    return d;
}

/// How hard a board is; nothing if it is not one of the positions of `around`, or cannot be solved.
[[nodiscard]] inline std::optional<difficulty> rate(const board& b, const component& around) {
    const std::optional<std::uint32_t> moves = around.distance(b);
    if (!moves) return std::nullopt;
    difficulty d = rate(b, around.canonical_solution(b));
    if (const std::optional<double> astray = around.mean_distance_within(*moves, b))
        d.people_seconds = people_seconds(*moves, *astray, around.approximate_optimal_count(b));
    return d;
}

/// How hard a board is; nothing if it cannot be solved, or if a limit or the stop token came first.
[[nodiscard]] inline std::optional<difficulty> rate(const board& b, const limits& l = {},
                                                    stop_token stop = {}) {
    return rate(b, component(b, l, stop));
}

}  // namespace senda::rush_hour
