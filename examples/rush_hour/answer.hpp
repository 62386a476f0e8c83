// SPDX-License-Identifier: MIT
// What may be asked about a board, and what the answer says.
#pragma once

#include <rush_hour/rules.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace senda::rush_hour {

/// What is counted: slides of one vehicle by any number of cells, or cells.
enum class metric : std::uint8_t { slide, step };

/// Which search answers: the one made for car parks, or one of the library's on `parking_graph`.
enum class engine : std::uint8_t { fast, bfs, astar };

using senda::outcome;
using senda::to_string;

/// What a caller may ask of `solve`.
struct question {
    metric count = metric::slide;  ///< what counts as a move
    engine how = engine::fast;     ///< which search answers
    senda::limits limits = {};     ///< where it gives up
    stop_token stop = {};          ///< who may end it from outside
};

/// What an answer took.
struct statistics {
    /// Positions whose moves were asked for.
    std::uint64_t expanded = 0;
    /// Positions that were met.
    std::uint64_t states = 0;
    /// The bytes that the search held in the end, with those kept from searches before.
    std::uint64_t bytes = 0;
    double seconds = 0;
    /// Why the search ended: `found`, `exhausted`, or what stopped it.
    senda::status ended = status::running;
};

/// The lower bound where there is no solution.
inline constexpr std::uint32_t no_moves = std::numeric_limits<std::uint32_t>::max();

/// What is known about a board. True in a condition when it was solved.
struct answer {
    /// Whether there is a solution.
    rush_hour::outcome outcome = outcome::limit;
    /// The fewest slides or steps, whichever was asked for.
    std::optional<std::uint32_t> cost = {};
    /// A shortest solution. Steps of one vehicle in one direction are put together in one move, so
    /// that the cells of all moves are the cost.
    std::vector<move> solution = {};
    /// No solution is shorter; `no_moves` if there is none.
    std::uint32_t lower_bound = 0;
    /// What it took.
    rush_hour::statistics statistics = {};

    [[nodiscard]] explicit operator bool() const noexcept { return outcome == outcome::solved; }
};

}  // namespace senda::rush_hour
