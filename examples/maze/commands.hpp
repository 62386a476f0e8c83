// SPDX-License-Identifier: MIT
// The commands of maze and their arguments. All return the exit code.
#pragma once

#include "../common/arguments.hpp"
#include "../common/console.hpp"
#include "../common/interrupt.hpp"

#include <maze/answer.hpp>
#include <maze/words.hpp>
#include <senda/search/options.hpp>

#include <string>
#include <vector>

/// The arguments of all commands.
struct arguments : program::file_arguments {
    senda::maze::language language = senda::maze::language::english;

    [[nodiscard]] const senda::maze::words& words() const noexcept { return words_in(language); }
};

/// How a maze is solved.
enum class engine { unset, fast, bfs, astar, astar_exact };

/// What the best of all routes is.
enum class goal { steps, life, pareto };

struct solve_arguments : arguments {
    goal wanted = goal::steps;
    senda::maze::question question{.stop = program::interruption::flag()};
    bool exhaustive = false;
    engine method = engine::unset;
    bool show = false;
    bool explain = false;
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
    senda::options options{.stop = program::interruption::flag()};
};

int solve(const solve_arguments& args, program::console& out);
int solve_for_life(const solve_arguments& args, program::console& out);
int solve_for_pareto(const solve_arguments& args, program::console& out);
int check(const arguments& args, program::console& out);
int verify(const verify_arguments& args, program::console& out);
int show(const show_arguments& args, program::console& out);
int least(const least_arguments& args, program::console& out);
int play(const arguments& args, program::console& out);
