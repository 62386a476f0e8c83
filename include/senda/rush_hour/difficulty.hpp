// SPDX-License-Identifier: MIT
// How hard a board is for people: a score from its solution and its looks, and a level from that.
#pragma once

#include <senda/rush_hour/board.hpp>
#include <senda/rush_hour/rules.hpp>
#include <senda/rush_hour/vehicle.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace senda::rush_hour {

/// How hard a board is, in the words of the classic cards.
enum class level : std::uint8_t { beginner, intermediate, advanced, expert };

/// The name of a level as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(level l) noexcept {
    switch (l) {
        case level::beginner: return "beginner";
        case level::intermediate: return "intermediate";
        case level::advanced: return "advanced";
        case level::expert: return "expert";
    }
    return "unknown";
}

/// The level of a score. A score that is just a threshold, 36, 66 or 104, has the harder level.
[[nodiscard]] constexpr level level_of_score(double score) noexcept {
    if (score < 36) return level::beginner;
    if (score < 66) return level::intermediate;
    return score < 104 ? level::advanced : level::expert;
}

/// The level by the number of moves alone: the thresholds are 15, 25.5 and 34.5 moves, and 15 moves
/// are intermediate.
[[nodiscard]] constexpr level level_of_moves(std::uint32_t moves) noexcept {
    if (moves < 15) return level::beginner;
    if (moves < 25.5) return level::intermediate;
    return moves < 34.5 ? level::advanced : level::expert;
}

/// How hard a board is, and why.
///
/// The score is 0.7 moves^1.4 + 0.2 sqrt(moved%) + 0.1 symmetry%. It and its thresholds were fitted
/// to the 40 classic cards, of which it puts 37 into their level. The formula adds symmetry
/// although symmetry makes boards easier: of two boards that are alike otherwise, the symmetric one
/// gets the higher score. `moves_level`, by the moves alone, stands beside it for that reason.
struct difficulty {
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
[[nodiscard]] constexpr vehicle mirrored(vehicle v, axis across) noexcept {
    const int length = v.direction == across ? v.length : 1;
    std::uint8_t& offset = across == axis::horizontal ? v.column : v.row;
    offset = static_cast<std::uint8_t>(side - length - offset);
    return v;
}

[[nodiscard]] inline double percent_of(std::size_t part, std::size_t whole) noexcept {
    return 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

[[nodiscard]] inline std::size_t count_mirrored(const board& b, axis across) noexcept {
    const auto vehicles = b.vehicles();
    const auto has_image = [&](const vehicle& v) {
        const cell_set image = cells_of(mirrored(v, across));
        return std::any_of(vehicles.begin(), vehicles.end(),
                           [image](const vehicle& other) { return cells_of(other) == image; });
    };
    return static_cast<std::size_t>(std::count_if(vehicles.begin(), vehicles.end(), has_image));
}

[[nodiscard]] inline std::size_t count_moved(const board& b, std::span<const move> moves) noexcept {
    const auto vehicles = b.vehicles();
    const auto moves_in_it = [&](const vehicle& v) {
        return std::any_of(moves.begin(), moves.end(),
                           [&v](const move& m) { return m.vehicle == v.id; });
    };
    return static_cast<std::size_t>(std::count_if(vehicles.begin(), vehicles.end(), moves_in_it));
}

}  // namespace detail

/// The share of vehicles, in percent, that stand where the mirror image of a vehicle is: of the two
/// mirrors, left to right and top to bottom, the one that shows more of them.
[[nodiscard]] inline double symmetry_percent(const board& b) noexcept {
    const std::size_t most = std::max(detail::count_mirrored(b, axis::horizontal),
                                      detail::count_mirrored(b, axis::vertical));
    return detail::percent_of(most, b.vehicles().size());
}

/// How hard a board is by an optimal solution of it, which is the canonical one: at each position
/// the first move that comes nearer to the exit, in the order of `for_each_move`.
[[nodiscard]] inline difficulty rate(const board& b, std::span<const move> canonical) noexcept {
    difficulty d;
    d.moves = static_cast<std::uint32_t>(canonical.size());
    d.moved_percent = detail::percent_of(detail::count_moved(b, canonical), b.vehicles().size());
    d.symmetry_percent = symmetry_percent(b);
    d.score =
        0.7 * std::pow(d.moves, 1.4) + 0.2 * std::sqrt(d.moved_percent) + 0.1 * d.symmetry_percent;
    d.rated = level_of_score(d.score);
    d.moves_level = level_of_moves(d.moves);
    return d;
}

}  // namespace senda::rush_hour
