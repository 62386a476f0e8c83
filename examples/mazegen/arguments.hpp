// SPDX-License-Identifier: MIT
// The arguments of mazegen.
#pragma once

#include "../common/arguments.hpp"
#include "../common/console.hpp"

#include <mazegen/algorithms.hpp>
#include <mazegen/entrances.hpp>
#include <mazegen/paper.hpp>
#include <mazegen/picture.hpp>
#include <senda/search/options.hpp>

#include <cstdint>
#include <optional>
#include <string>

/// A search from the entrance to the exit.
enum class solver { none, dfs, bfs, dijkstra, astar, all };

/// The shape of the rooms.
enum class room_shape { square, hexagonal, polar };

/// The files that are written; those without a name are not, and `-` is the standard output.
struct output_names {
    std::string maze;
    std::string svg;
    std::string png;
    std::string dot;
    std::string animation;
    std::string apng;
    std::string graph;
    std::string matrix;
};

/// What is strewn on the floor of the MAZE text, as far as it was said.
struct floor_arguments {
    std::optional<double> digits;
    std::optional<std::uint64_t> treasures;
    std::optional<std::int64_t> life;
    bool winnable = false;    ///< whether the life is chosen so that the maze can be won
    std::uint64_t slack = 0;  ///< the life beyond the least that wins
    bool rate = false;        ///< whether it is said how hard the maze is
};

struct arguments : program::output_arguments {
    std::string read;  ///< a MAZE file that is read instead of making a maze; empty without one
    bool strict = false;
    room_shape rooms = room_shape::square;
    std::int64_t rings = 12;  ///< of polar rooms
    std::int64_t rows = 20;
    std::int64_t cols = 20;
    std::string mask;
    senda::mazegen::algorithm algorithm = senda::mazegen::algorithm::wilson;
    std::uint64_t seed = 0;
    double braid = 0;
    double open = 0;
    std::optional<senda::mazegen::entrance_rule> entrance;
    solver solve = solver::none;
    unsigned threads = 1;  // of a search
    floor_arguments floor;
    senda::mazegen::picture_style style;
    bool distances = false;
    std::uint32_t weights = 0;  ///< the most that a passage weighs; 0 without weights
    bool diagonal = false;
    bool show_costs = false;
    std::optional<senda::draw::paper> paper;
    output_names files;
    bool stats = false;
    bool show = false;
    senda::limits limits;
};

/// What is drawn by chance after the maze is dug; each has a seed of its own.
enum class chance : std::uint64_t { braid = 1, open, entrance, floor, weights };

inline std::uint64_t seed_of(const arguments& args, chance what) {
    return args.seed + static_cast<std::uint64_t>(what);
}

/// Makes a maze and all that the arguments name. Returns the exit code.
int run(const arguments& args, program::console& out);
