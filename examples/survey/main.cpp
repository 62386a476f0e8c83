// SPDX-License-Identifier: MIT
// survey: counts the states of puzzles at each depth, on all cores or, under mpirun, on all ranks.
#include "commands.hpp"
#include "ranks.hpp"

#include "../common/command_line.hpp"

#include <cstdint>
#include <limits>

namespace {

void add_common(CLI::App& command, survey_arguments& args) {
    constexpr const char* files = "Files";
    command
        .add_option("--checkpoint", args.checkpoint,
                    "Under mpirun: write how far it is, and go on from there")
        ->option_text("FOLDER")
        ->group(files);
    program::add_time(command, "--every", args.every,
                      "The time between two checkpoints; 10m if not said")
        ->group(files);
    command
        .add_option("--folder", args.folder,
                    "Keep the states on disk, in this folder, and go on from there")
        ->option_text("FOLDER")
        ->group(files);
    command
        .add_option("--name", args.name,
                    "What tells the files from those of others; the puzzle if not said")
        ->option_text("NAME")
        ->group(files);
    command.add_flag("--layers", args.layers,
                     "Say after each layer what was done, on the error output");
    program::add_number(command, "--depth", 0, std::numeric_limits<std::int32_t>::max() - 1,
                        args.depth, "Count only states up to so many moves away", "D");
    program::add_json(command, args.json);
    program::add_color(command, args.color);
    program::add_limits(command, args.limits, ranks::here());
    program::add_progress(command);
}

void add_threads(CLI::App& command, survey_arguments& args) {
    program::add_threads(command, args.threads,
                         "How many threads work on it; all cores if not said");
}

void add_tiles(CLI::App& command, tiles_arguments& args) {
    command.add_option("SIZE", args.size, "Rows and columns: 2x2 to 2x6, 3x3 to 3x5, 4x4")
        ->required();
    add_threads(command, args);
    add_common(command, args);
    program::add_examples(command,
                          {"survey tiles 3x3", "survey tiles 4x4 --depth 10 --json",
                           "survey tiles 3x4 --depth 20 --threads 2"},
                          "Moves from the state with the blank first and the tiles in order. Up to "
                          "3x4 a state takes\ntwo bits; of 3x5 and 4x4, whose states are hashed, "
                          "say how deep.");
}

void add_pancakes(CLI::App& command, pancakes_arguments& args) {
    program::add_number(command, "N", 2, most_pancakes, args.count, "How many pancakes")
        ->required();
    add_threads(command, args);
    add_common(command, args);
    program::add_examples(command, {"survey pancakes 8", "survey pancakes 9 --json"},
                          "Turns of any number of pancakes from the top, from the sorted stack. 12 "
                          "take 120 MB and a\nminute on two cores, 13 take 1.6 GB.");
}

void add_cube(CLI::App& command, cube_arguments& args) {
    program::add_choice<puzzles::turns>(
        command, "--turns", args.turns,
        {{"half", puzzles::turns::half}, {"quarter", puzzles::turns::quarter}},
        "What counts one: a turn by any angle, or by a quarter");
    add_threads(command, args);
    add_common(command, args);
    program::add_examples(command,
                          {"survey cube --depth 6", "survey cube --turns quarter --depth 6 --json"},
                          "The cube of 2x2x2 with one corner held in its place. A state is the "
                          "corner in each of the\nother seven places, with + or - where it is "
                          "twisted.");
}

void add_rush_hour(CLI::App& command, rush_hour_arguments& args) {
    command.add_option("FILE", args.file, "A file with a board; - is the standard input")
        ->type_name(program::file_type)
        ->required();
    program::add_strict(command, args.strict);
    add_threads(command, args);
    add_common(command, args);
    program::add_examples(command,
                          {"survey rush_hour examples/parks/morning.txt",
                           "survey rush_hour examples/parks/tow_away.txt --json"},
                          "Slides by any number of cells, from the board of the file.");
}

}  // namespace

int main(int argc, char** argv) {
    const ranks::session session(argc, argv);
    program::command_set commands(
        "survey",
        "Counts the states of a puzzle by the fewest moves that lead to them, and names the "
        "farthest.",
        {"survey tiles 3x3", "survey pancakes 8 --json"},
        "Under mpirun all ranks count together, and the first prints what they found. With "
        "--checkpoint\n"
        "there, or --folder on one machine, what was counted is in files: the same line goes on "
        "after\n"
        "a limit, Ctrl-C, SIGTERM or a crash.\n");
    commands.add("tiles", "Sliding tiles in a frame", add_tiles, survey_tiles);
    commands.add("pancakes", "Stacks of pancakes", add_pancakes, survey_pancakes);
    commands.add("cube", "The cube of 2x2x2", add_cube, survey_cube);
    commands.add("rush_hour", "Positions of a car park", add_rush_hour, survey_rush_hour);
    return session.agreed(commands.run(argc, argv));
}
