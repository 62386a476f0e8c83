// SPDX-License-Identifier: MIT
// The commands of rush_hour and their arguments. All return the exit code.
#pragma once

#include "../common/arguments.hpp"
#include "../common/console.hpp"
#include "../common/interrupt.hpp"

#include <rush_hour/answer.hpp>
#include <rush_hour/generate.hpp>
#include <rush_hour/rate.hpp>
#include <senda/search/options.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The arguments of the commands that begin with a board.
struct board_arguments : program::output_arguments {
    std::string board;
    bool strict = false;
};

struct solve_arguments : board_arguments {
    senda::rush_hour::question question{.stop = program::interruption::flag()};
    bool analyse = false;
    bool show = false;
    std::string batch;        // a file of boards, if there is one
    std::size_t threads = 0;  // as many as there are cores for a batch, one for a board
    program::picture_files pictures;
};

struct rate_arguments : board_arguments {
    senda::rush_hour::question question{.stop = program::interruption::flag()};
    std::size_t threads = 1;
};

struct generate_arguments : program::output_arguments {
    std::optional<std::uint32_t> moves;
    std::optional<std::uint64_t> seed;  // drawn if it is not said, as the moves are
    std::uint32_t walls = 0;
    std::optional<senda::rush_hour::level> level;
    std::optional<senda::rush_hour::score_range> score;
    bool minimal = false;
    std::uint64_t count = 1;
    bool hardest = false;
    std::size_t threads = 0;  // as many as there are cores
    senda::limits limits;
};

struct census_arguments : program::output_arguments {
    std::uint32_t walls = 0;
    std::string checkpoint;   // the file to go on from, if there is one
    std::size_t threads = 0;  // as many as there are cores
    senda::limits limits;
};

struct verify_arguments : board_arguments {
    std::vector<std::string> moves;
    bool show = false;
};

struct show_arguments : board_arguments {
    program::picture_files pictures;
};

int solve(const solve_arguments& args, program::console& out);
int solve_batch(const solve_arguments& args, program::console& out);
int rate(const rate_arguments& args, program::console& out);
int generate(const generate_arguments& args, program::console& out);
int take_census(const census_arguments& args, program::console& out);
int share(const board_arguments& args, program::console& out);
int show(const show_arguments& args, program::console& out);
int verify(const verify_arguments& args, program::console& out);
int play(const board_arguments& args, program::console& out);
