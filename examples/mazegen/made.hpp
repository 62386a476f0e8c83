// SPDX-License-Identifier: MIT
// A maze that was made, and all that is known about it.
#pragma once

#include "arguments.hpp"

#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/mazegen/analysis.hpp>
#include <senda/mazegen/animation.hpp>
#include <senda/mazegen/distances.hpp>
#include <senda/mazegen/entrances.hpp>
#include <senda/mazegen/maze.hpp>
#include <senda/text/diagnostic.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// A path from the entrance to the exit.
struct solution {
    std::vector<senda::cell> route;
    std::uint64_t expanded = 0;

    [[nodiscard]] std::uint64_t length() const { return route.empty() ? 0 : route.size() - 1; }
};

struct made_maze {
    senda::mazegen::maze rooms;
    std::uint64_t braided = 0;  ///< dead ends that are gone
    std::uint64_t opened = 0;   ///< walls opened at random
    senda::mazegen::entrances at;
    std::optional<senda::mazegen::analysis> analysis;
    std::optional<::solution> solution;
    std::optional<senda::mazegen::distance_map> distances;
    std::optional<senda::mazegen::animation> animation;
    std::string title;
};

/// Makes a maze as the command line says, of the rooms that a mask leaves open. Errors: those of
/// the library; `cancelled` if a signal came, `time_limit` and the like if a limit did.
senda::parsed<made_maze> make(const arguments& args, const std::optional<senda::grid>& mask);
