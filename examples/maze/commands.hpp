// SPDX-License-Identifier: MIT
// The commands of maze and what the command line says to each. All return the exit code.
#pragma once

#include "../common/file_arguments.hpp"
#include "../common/picture_files.hpp"

#include <senda/maze/answer.hpp>
#include <senda/search/options.hpp>

#include <string>
#include <vector>

/// What all commands are told.
using arguments = program::file_arguments;

/// How a maze is solved.
enum class engine { unset, fast, bfs, astar, astar_exact };

struct solve_arguments : arguments {
    senda::maze::question asked;
    bool exhaustive = false;
    engine method = engine::unset;
    bool show = false;
    program::picture_files pictures;
};

struct verify_arguments : arguments {
    std::vector<std::string> route;
    bool show = false;
};

struct show_arguments : arguments {
    program::picture_files pictures;
};

struct least_arguments : arguments {
    senda::options options;
};

int solve(const solve_arguments& told);
int check(const arguments& told);
int verify(const verify_arguments& told);
int show(const show_arguments& told);
int least(const least_arguments& told);
int play(const arguments& told);
