// SPDX-License-Identifier: MIT
// The commands of pacman and what the command line says to each. All return the exit code.
#pragma once

#include "../common/file_arguments.hpp"
#include "../common/picture_files.hpp"

#include <senda/pacman/answer.hpp>

#include <string>
#include <vector>

/// What all commands are told.
using arguments = program::file_arguments;

struct check_arguments : arguments {
    bool show = false;
};

struct solve_arguments : arguments {
    senda::pacman::goal_kind goal = senda::pacman::goal_kind::shortest;
    senda::pacman::question asked;
    bool show = false;
    program::picture_files pictures;
};

struct replay_arguments : arguments {
    std::vector<std::string> moves;
    bool show = false;
    program::picture_files pictures;
};

/// The formats that a map can be written in.
enum class map_format { text, json };

struct convert_arguments : arguments {
    map_format to = map_format::text;
};

struct play_arguments : arguments {
    bool safe = false;
};

int solve(const solve_arguments& told);
int check(const check_arguments& told);
int replay(const replay_arguments& told);
int convert(const convert_arguments& told);
int play(const play_arguments& told);
