// SPDX-License-Identifier: MIT
// All that can be said about a board: its solution, both counts, its difficulty, its component.
#pragma once

#include <senda/rush_hour/answer.hpp>
#include <senda/rush_hour/difficulty.hpp>
#include <senda/search/status.hpp>
#include <senda/storage/big_unsigned.hpp>

#include <cstdint>
#include <optional>

namespace senda::rush_hour {

/// The numbers of all positions that can be reached from a board.
struct component_numbers {
    std::uint64_t states = 0;  ///< positions, solved ones included
    std::uint64_t goals = 0;   ///< those of them that are solved
    /// The most slides and the most steps that a position among them needs; nothing if no position
    /// is solved.
    std::optional<std::uint32_t> deepest_moves = {};
    std::optional<std::uint32_t> deepest_steps = {};  ///< the same in steps
    big_unsigned optimal_count = {};                  ///< solutions with the fewest slides
};

/// All that is known about a board.
struct findings {
    /// The answer to the question, in the metric that it asks for.
    answer found = {};
    std::optional<std::uint32_t> moves = {};          ///< the fewest slides
    std::optional<std::uint32_t> steps = {};          ///< the fewest steps, whatever the slides
    std::optional<difficulty> rated = {};             ///< if it can be solved
    std::optional<component_numbers> component = {};  ///< if it was asked for
    /// What stopped the work before all of it was known; `found` or `exhausted` if nothing did.
    senda::status ended = status::running;
};

}  // namespace senda::rush_hour
