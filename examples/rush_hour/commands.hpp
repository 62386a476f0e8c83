// SPDX-License-Identifier: MIT
// The commands of rush_hour and what the command line says to each. All return the exit code.
#pragma once

#include "../common/picture_files.hpp"

#include <senda/draw/terminal_style.hpp>
#include <senda/rush_hour/answer.hpp>
#include <senda/search/options.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// What all commands are told.
struct arguments {
    bool json = false;
    senda::draw::color_choice color = senda::draw::color_choice::automatic;
};

/// What the commands are told that begin with a board.
struct board_arguments : arguments {
    std::string board;
    bool strict = false;
};

struct solve_arguments : board_arguments {
    senda::rush_hour::question asked;
    bool analyse = false;
    bool show = false;
    std::string batch;        // a file of boards, if there is one
    std::size_t threads = 0;  // as many as there are cores
    program::picture_files pictures;
};

struct rate_arguments : board_arguments {
    senda::rush_hour::question asked;
};

struct generate_arguments : arguments {
    std::uint32_t moves = 0;
    std::uint64_t seed = 0;
    std::uint32_t walls = 0;
    std::uint64_t count = 1;
    senda::limits limits;
};

struct verify_arguments : board_arguments {
    std::vector<std::string> moves;
    bool show = false;
};

struct show_arguments : board_arguments {
    program::picture_files pictures;
};

int solve(const solve_arguments& told);
int solve_batch(const solve_arguments& told);
int rate(const rate_arguments& told);
int generate(const generate_arguments& told);
int share(const board_arguments& told);
int show(const show_arguments& told);
int verify(const verify_arguments& told);
int play(const board_arguments& told);
