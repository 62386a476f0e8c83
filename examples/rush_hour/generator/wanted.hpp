// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/rate.hpp>
#include <senda/search/options.hpp>
#include <senda/text/diagnostic.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace senda::rush_hour {

/// Scores from the least to the most, both included.
struct score_range {
    double least = 0;                                       ///< the lowest
    double most = std::numeric_limits<double>::infinity();  ///< the highest
};

/// What boards are wanted.
struct wanted {
    /// The slides of a shortest solution, from 1 to `most_known_moves`; nothing for any number.
    std::optional<std::uint32_t> moves = 20;
    /// Names the boards: the same seed gives the same boards everywhere.
    std::uint64_t seed = 0;
    /// The cells that are walls, at most `most_generated_walls`. One or two help to make hard
    /// boards; with many, there are no hard ones.
    std::uint32_t walls = 0;
    /// Only boards of this level, as `rate` finds it.
    std::optional<level> rated = {};
    /// Only boards with such a score, as `rate` finds it.
    std::optional<score_range> score = {};
    /// Only boards on which no vehicle can be left out without saving a slide. Walls stay.
    bool minimal = false;
    /// How many threads work on it, which does not change the boards.
    unsigned threads = 1;
    /// Where to give up; they hold for all boards together, each thread having its part.
    senda::limits limits = {};
    /// Who may end the search from outside.
    stop_token stop = {};
};

/// The walls that a generated board may have.
inline constexpr std::uint32_t most_generated_walls = 10;

/// The most slides that any known board with so many walls needs.
[[nodiscard]] constexpr std::uint32_t most_known_moves(std::uint32_t walls) noexcept {
    return walls == 0 ? 51 : 60;
}

/// Why boards cannot be made as they are wanted, `bad_moves`, `bad_walls` or `bad_score`; nothing
/// if they can.
[[nodiscard]] inline std::optional<diagnostic> fault_of(const wanted& w) {
    if (w.walls > most_generated_walls)
        return diagnostic{"bad_walls", std::to_string(w.walls) + " walls: expected 0 to " +
                                           std::to_string(most_generated_walls)};
    if (w.score && !(w.score->least <= w.score->most))
        return diagnostic{"bad_score", "the lowest score is above the highest"};
    const std::uint32_t most = most_known_moves(w.walls);
    if (!w.moves || (*w.moves >= 1 && *w.moves <= most)) return std::nullopt;
    std::string message =
        std::to_string(*w.moves) + " moves: expected 1 to " + std::to_string(most);
    if (*w.moves > most)
        message += std::string{", the most that any known board with"} +
                   (w.walls == 0 ? "out" : "") + " walls needs";
    return diagnostic{"bad_moves", std::move(message)};
}

}  // namespace senda::rush_hour
