// SPDX-License-Identifier: MIT
// The arguments of mazegen.
#pragma once

#include "../common/arguments.hpp"
#include "../common/console.hpp"

#include <senda/mazegen/algorithms.hpp>
#include <senda/mazegen/entrances.hpp>
#include <senda/mazegen/maze_text.hpp>
#include <senda/mazegen/picture.hpp>
#include <senda/search/options.hpp>

#include <cstdint>
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
    std::string apng;
};

struct arguments : program::output_arguments {
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
    senda::limits limits;
};

/// What is drawn by chance after the maze is dug; each has a seed of its own.
enum class chance : std::uint64_t { braid = 1, open, entrance, floor };

inline std::uint64_t seed_of(const arguments& args, chance what) {
    return args.seed + static_cast<std::uint64_t>(what);
}

/// Makes a maze and all that the arguments name. Returns the exit code.
int run(const arguments& args, program::console& out);
