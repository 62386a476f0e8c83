// SPDX-License-Identifier: MIT
// The commands of pacman and their arguments. All return the exit code.
#pragma once

#include "program_words.hpp"

#include "../common/arguments.hpp"
#include "../common/console.hpp"
#include "../common/interrupt.hpp"

#include <pacman/answer.hpp>
#include <pacman/generate.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The arguments of all commands that read a map.
struct arguments : program::file_arguments {
    senda::pacman::language language = senda::pacman::language::english;

    [[nodiscard]] language_words words() const { return words_of(language); }
};

struct check_arguments : arguments {
    bool show = false;
};

struct solve_arguments : arguments {
    senda::pacman::goal_kind goal = senda::pacman::goal_kind::shortest;
    senda::pacman::question question{.stop = program::interruption::flag()};
    bool show = false;
    program::picture_files pictures;
    std::vector<std::string> batch;  // maps to solve one after the other, if there are any
    std::string list;                // a file with the names of more
    std::size_t threads = 0;         // all cores

    [[nodiscard]] bool is_batch() const { return !batch.empty() || !list.empty(); }
};

struct replay_arguments : arguments {
    std::vector<std::string> moves;
    bool show = false;
    program::picture_files pictures;
};

struct show_arguments : arguments {
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

struct generate_arguments : program::output_arguments {
    senda::pacman::language language = senda::pacman::language::english;
    senda::pacman::wanted_maps wanted{.stop = program::interruption::flag()};
    std::optional<std::uint64_t> seed;  // drawn if it is not said
    std::uint32_t count = 1;
    map_format to = map_format::text;
    std::string into;  // a folder, if the maps are to be files
};

int solve(const solve_arguments& args, program::console& out);
int solve_batch(const solve_arguments& args, program::console& out);
int check(const check_arguments& args, program::console& out);
int replay(const replay_arguments& args, program::console& out);
int show(const show_arguments& args, program::console& out);
int generate(const generate_arguments& args, program::console& out);
int convert(const convert_arguments& args, program::console& out);
int play(const play_arguments& args, program::console& out);
