// SPDX-License-Identifier: MIT
// What the command line of mazegen says.
#pragma once

#include <senda/draw/terminal_style.hpp>
#include <senda/mazegen/algorithms.hpp>
#include <senda/mazegen/entrances.hpp>
#include <senda/mazegen/maze_text.hpp>
#include <senda/mazegen/picture.hpp>
#include <senda/search/options.hpp>

#include <cstdint>
#include <optional>
#include <string>

/// A search from the entrance to the exit.
enum class solver { none, dfs, bfs, dijkstra, astar };

/// The files that are written; those without a name are not, and `-` is the standard output.
struct output_names {
    std::string maze;
    std::string svg;
    std::string png;
    std::string dot;
    std::string animation;
};

struct arguments {
    std::int64_t rows = 20;
    std::int64_t cols = 20;
    std::string mask;
    senda::mazegen::algorithm algorithm = senda::mazegen::algorithm::wilson;
    std::uint64_t seed = 0;
    double braid = 0;
    double open = 0;
    senda::mazegen::entrance_rule entrance = senda::mazegen::entrance_rule::corners;
    solver solve = solver::none;
    senda::mazegen::strewing floor;
    senda::mazegen::picture_style style;
    bool distances = false;
    output_names files;
    bool stats = false;
    bool show = false;
    bool json = false;
    senda::draw::color_choice color = senda::draw::color_choice::automatic;
    senda::limits limits;
};

/// What is drawn by chance after the maze is dug; each has a seed of its own.
enum class chance : std::uint64_t { braid = 1, open, entrance, floor };

inline std::uint64_t seed_of(const arguments& told, chance what) {
    return told.seed + static_cast<std::uint64_t>(what);
}
