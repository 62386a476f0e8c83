// SPDX-License-Identifier: MIT
// The commands of amazons and what the command line says to each. All return the exit code.
#pragma once

#include "../common/picture_files.hpp"

#include <senda/amazons/words.hpp>
#include <senda/draw/terminal_style.hpp>
#include <senda/search/options.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

/// What all commands are told.
struct arguments {
    std::string file;
    bool json = false;
    bool strict = false;
    senda::draw::color_choice color = senda::draw::color_choice::automatic;
};

enum class valid_question { move, shot };

struct valid_arguments : arguments {
    valid_question what = valid_question::move;
    std::string from;
    std::string to;
};

struct perft_arguments : arguments {
    std::uint64_t depth = 0;
    senda::limits limits;
};

struct show_arguments : arguments {
    program::picture_files pictures;
};

/// How hard a computer thinks.
struct thinking {
    std::optional<int> level;
    std::optional<double> seconds;
    std::optional<std::uint64_t> nodes;
    std::uint64_t bytes = senda::limits{}.bytes;
    unsigned threads = 1;
    std::uint64_t seed = 1;
};

struct best_arguments : arguments {
    thinking how;
    senda::limits limits;  // another way to say the same
};

struct solve_arguments : arguments {
    senda::limits limits;
};

struct match_arguments {
    std::string first;
    std::string second;
    int games = 100;
    int opening_plays = 4;
    std::uint64_t seed = 1;
    std::optional<double> seconds;  // for a play
    double limit_seconds = std::numeric_limits<double>::infinity();
    bool json = false;
    senda::draw::color_choice color = senda::draw::color_choice::automatic;
};

enum class kind_of_player { human, computer };

struct seat {
    kind_of_player kind = kind_of_player::human;
    std::string name;
    thinking how;
};

struct play_arguments {
    std::string load;
    std::string save = "tablero.txt";
    seat white;
    seat black;
    bool fresh = false;  // a new game, without being asked
    bool plain = false;  // lines, also in a terminal
    bool strict = false;
    std::optional<senda::amazons::language> language;
    senda::draw::color_choice color = senda::draw::color_choice::automatic;
};

int check(const arguments& told);
int valid(const valid_arguments& told);
int moves(const arguments& told);
int perft(const perft_arguments& told);
int best(const best_arguments& told);
int solve(const solve_arguments& told);
int match(const match_arguments& told);
int show(const show_arguments& told);
int play(const play_arguments& told);
