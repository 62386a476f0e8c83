// SPDX-License-Identifier: MIT
// The commands of amazons and their arguments. All return the exit code.
#pragma once

#include "../common/arguments.hpp"
#include "../common/console.hpp"

#include <amazons/size.hpp>
#include <amazons/words.hpp>
#include <senda/games/match.hpp>
#include <senda/search/options.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

/// The arguments of the commands that read a position.
struct arguments : program::file_arguments {
    std::optional<senda::amazons::board_size> size;  // a record says its own
};

/// The word that takes the place of a file for the start of a game.
inline constexpr std::string_view start_word = "new";

enum class valid_question { move, shot };

struct valid_arguments : arguments {
    valid_question what = valid_question::move;
    std::string from;
    std::string to;
    bool player = false;  // whether the player to move may do it
};

struct perft_arguments : arguments {
    std::uint64_t depth = 0;
    senda::limits limits;
};

struct show_arguments : arguments {
    program::picture_files pictures;
};

/// How well and how long a computer plays.
struct engine_arguments {
    std::optional<int> level;
    std::optional<double> seconds;
    std::optional<std::uint64_t> nodes = {};
    std::uint64_t bytes = senda::limits{}.bytes;
    unsigned threads = 1;
    std::uint64_t seed = 1;
};

struct best_arguments : arguments {
    engine_arguments engine;
};

struct solve_arguments : arguments {
    unsigned threads = 1;
    senda::limits limits;
};

/// What the time for a play is measured by.
enum class kind_of_clock { wall, processor };

inline constexpr int most_games = 1'000'000;

struct match_arguments : program::output_arguments {
    std::string first;
    std::string second;
    std::string against;  // a command, in place of the second
    std::optional<int> games;
    std::optional<senda::games::sequential_test> test;
    int opening_plays = 4;
    senda::amazons::board_size size;
    std::uint64_t seed = 1;
    std::optional<double> seconds;  // for a play
    kind_of_clock clock = kind_of_clock::wall;
    std::optional<double> patience;  // with the other program
    std::string records;             // the folder that games are written to
    double limit_seconds = std::numeric_limits<double>::infinity();
};

enum class kind_of_player { human, computer };

struct seat {
    kind_of_player kind = kind_of_player::human;
    std::string name;
};

struct play_arguments : program::output_arguments {
    std::optional<senda::amazons::board_size> size;
    std::string load;
    std::string save = "tablero.txt";
    std::string record;
    seat white;
    seat black;
    engine_arguments engine;  // of all computers
    bool fresh = false;       // a new game, without being asked
    bool plain = false;       // lines, also in a terminal
    bool strict = false;
    std::optional<senda::amazons::language> language;
};

struct engine_program_arguments : program::output_arguments {
    engine_arguments engine;
};

struct replay_arguments : arguments {
    std::optional<std::size_t> at;  // after so many plays; after all if not said
    bool show = false;
    std::string save;
    program::picture_files pictures;
};

struct analyse_arguments : arguments {
    engine_arguments engine;
    program::picture_files pictures;
    double limit_seconds = std::numeric_limits<double>::infinity();
};

int check(const arguments& args, program::console& out);
int valid(const valid_arguments& args, program::console& out);
int moves(const arguments& args, program::console& out);
int perft(const perft_arguments& args, program::console& out);
int best(const best_arguments& args, program::console& out);
int solve(const solve_arguments& args, program::console& out);
int match(const match_arguments& args, program::console& out);
int show(const show_arguments& args, program::console& out);
int play(const play_arguments& args, program::console& out);
int replay(const replay_arguments& args, program::console& out);
int analyse(const analyse_arguments& args, program::console& out);
int engine(const engine_program_arguments& args, program::console& out);
