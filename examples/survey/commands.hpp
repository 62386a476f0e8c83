// SPDX-License-Identifier: MIT
// The commands of survey and their arguments. All return the exit code.
#pragma once

#include "../common/arguments.hpp"
#include "../common/console.hpp"
#include "../common/puzzles.hpp"

#include <senda/search/options.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

/// What every survey takes.
struct survey_arguments : program::output_arguments {
    std::optional<std::uint32_t> depth;  // how deep, if not to the end
    std::size_t threads = 0;             // as many as there are cores
    senda::limits limits;
    std::string checkpoint;  // a folder for those of ranks,
    double every = 600;      // seconds between two
    std::string folder;      // for a search on disk
    std::string name;        // of what is there; the puzzle's if it is empty
    bool layers = false;     // whether each is told as it ends
};

struct tiles_arguments : survey_arguments {
    std::string size;
};

struct pancakes_arguments : survey_arguments {
    std::uint32_t count = 0;
};

struct cube_arguments : survey_arguments {
    puzzles::turns turns = puzzles::turns::half;
};

struct rush_hour_arguments : survey_arguments {
    std::string file;
    bool strict = false;
};

/// How many pancakes a stack can have.
inline constexpr std::uint32_t most_pancakes = 13;

int survey_tiles(const tiles_arguments& args, program::console& out);
int survey_pancakes(const pancakes_arguments& args, program::console& out);
int survey_cube(const cube_arguments& args, program::console& out);
int survey_rush_hour(const rush_hour_arguments& args, program::console& out);
