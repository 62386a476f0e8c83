// SPDX-License-Identifier: MIT
#pragma once

#include <common/format.hpp>
#include <rush_hour/answer.hpp>
#include <rush_hour/board.hpp>
#include <rush_hour/rules.hpp>
#include <senda/search/result.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace senda::rush_hour {

/// Where the exit is: `on the right`, `on the left`, `at the top` or `at the bottom`.
[[nodiscard]] constexpr const char* place_of_exit(const board_shape& s) noexcept {
    switch (s.exit) {
        case edge::left: return "on the left";
        case edge::top: return "at the top";
        case edge::bottom: return "at the bottom";
        default: return "on the right";
    }
}

/// What is on a board: `13 vehicles, 2 walls`; before it the size, if it is another than 6 x 6.
[[nodiscard]] inline std::string about(const board& b) {
    const auto walls = static_cast<std::uint64_t>(std::popcount(b.walls()));
    const board_shape& s = b.shape();
    const bool is_usual = s.rows == side && s.columns == side;
    return (is_usual ? ""
                     : std::to_string(s.rows) + " x " + std::to_string(s.columns) + " cells, ") +
           pluralize(b.vehicles().size(), "vehicle") +
           (walls > 0 ? ", " + pluralize(walls, "wall") : "");
}

/// A cost with what is counted: `8 moves` or `16 steps`.
[[nodiscard]] inline std::string cost_text(std::uint64_t cost, metric count) {
    return pluralize(cost, count == metric::slide ? "move" : "step");
}

/// How an answer came out, in one line.
[[nodiscard]] inline std::string headline(const answer& a, metric count) {
    if (a) return "solved: " + cost_text(*a.cost, count);
    if (a.outcome == outcome::no_route) return "no solution: the red car cannot get to the exit";
    return "stopped by " + std::string{stopped_by(a.statistics.ended)} +
           " before the answer was proven";
}

/// The direction of a slide: `left`, `right`, `up` or `down`.
[[nodiscard]] inline const char* direction_of(axis direction, int by) noexcept {
    if (direction == axis::horizontal) return by < 0 ? "left" : "right";
    return by < 0 ? "up" : "down";
}

/// A time that people take, as roughly as it is known: `about 40 seconds`, `about 3 minutes`.
[[nodiscard]] inline std::string people_time(double seconds) {
    const auto rounded = [](double value) { return static_cast<std::uint64_t>(value + 0.5); };
    if (seconds < 10) return "about " + pluralize(rounded(seconds), "second");
    if (seconds < 97.5) return "about " + pluralize(rounded(seconds / 5) * 5, "second");
    return "about " + pluralize(rounded(seconds / 60), "minute");
}

/// Why a slide is not possible on a board, in words.
[[nodiscard]] inline std::string obstacle(const board& b, move m) {
    const std::optional<std::size_t> index = b.index_of(m.vehicle);
    if (!index) return std::string{"there is no vehicle "} + m.vehicle;
    const slide_range range = slide_range_of(b, *index);
    const int free = m.by < 0 ? range.back : range.forth;
    return std::string{m.vehicle} + " can go " +
           pluralize(static_cast<std::uint64_t>(free), "cell") + ' ' +
           direction_of(b.vehicles()[*index].direction, m.by);
}

/// What a replay says about a list of slides, in one line.
[[nodiscard]] inline std::string explain(std::span<const move> moves, const replayed& played) {
    if (played.verdict == verdict::bad_move) {
        const move m = moves[played.failed_at];
        return "move " + std::to_string(played.failed_at + 1) + ", " + to_string(m) +
               ", is not possible: " + obstacle(played.last, m);
    }
    const std::string made =
        pluralize(moves.size(), "move") + " (" + pluralize(count_steps(moves), "step") + ')';
    if (played) return "the moves solve the board: " + made;
    return "the board is not solved after " + made + ": the red car is " +
           pluralize(static_cast<std::uint64_t>(played.last.cells_to_exit()), "cell") +
           " from the exit";
}

}  // namespace senda::rush_hour
