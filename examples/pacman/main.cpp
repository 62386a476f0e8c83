// SPDX-License-Identifier: MIT
// pacman: solves, checks, replays, converts and plays maps on which every move costs energy.
#include "commands.hpp"

#include "../common/command_line.hpp"

namespace pacman = senda::pacman;

namespace {

void add_file(CLI::App& command, arguments& args) {
    program::add_file(command, args, "A map, as text or as JSON; - is the standard input");
}

void add_solve(CLI::App& command, solve_arguments& args) {
    add_file(command, args);
    program::add_json(command, args.json);
    program::add_choice<pacman::goal_kind>(
        command, "--goal", args.goal,
        {{"shortest", pacman::goal_kind::shortest}, {"energy", pacman::goal_kind::richest}},
        "The fewest moves, or the most energy on entering the goal");
    program::add_show(command, args.show);
    program::add_limits(command, args.question.limits);
    program::add_progress(command);
    program::add_pictures(command, args.pictures, "Write a page on which Pac-Man walks the route");
    program::add_examples(
        command, {"pacman solve examples/maps/first.txt",
                  "pacman solve examples/maps/first.txt --goal energy --json",
                  "pacman solve examples/maps/orchard.txt --goal energy --html /tmp/orchard.html",
                  "pacman solve - < examples/maps/first.json"});
}

void add_check(CLI::App& command, check_arguments& args) {
    add_file(command, args);
    program::add_json(command, args.json);
    program::add_show(command, args.show);
    program::add_examples(command, {"pacman check examples/maps/first.txt --show",
                                    "pacman check examples/maps/first.json --strict --json"});
}

void add_replay(CLI::App& command, replay_arguments& args) {
    add_file(command, args);
    command
        .add_option("MOVES", args.moves,
                    "Letters U, D, L and R, such as 'RRDDLUR'; - is the standard input")
        ->required();
    program::add_json(command, args.json);
    program::add_show(command, args.show);
    program::add_pictures(command, args.pictures, "Write a page on which Pac-Man makes the moves");
    program::add_examples(command,
                          {"pacman replay examples/maps/first.txt URRDDRR",
                           "echo U RR DD RR | pacman replay examples/maps/first.txt -",
                           "pacman replay examples/maps/first.txt RRR --json  # exit code 1"});
}

void add_convert(CLI::App& command, convert_arguments& args) {
    add_file(command, args);
    program::add_json(command, args.json);
    program::add_choice<map_format>(command, "--to", args.to,
                                    {{"text", map_format::text}, {"json", map_format::json}},
                                    "The format to write")
        ->required();
    program::add_examples(command,
                          {"pacman convert examples/maps/first.txt --to json",
                           "pacman convert examples/maps/first.json --to text | pacman solve -"},
                          "--json puts the map into a document with its warnings.");
}

void add_play(CLI::App& command, play_arguments& args) {
    add_file(command, args);
    command.add_flag("--safe", args.safe, "Begin in safe mode, which refuses deadly moves");
    program::add_examples(
        command,
        {"pacman play examples/maps/first.txt",
         "echo U RR DD RR | pacman play examples/maps/first.txt --safe"},
        "Keys: arrows, WASD or HJKL move; u takes a move back, y makes it again, r starts again; m "
        "turns\n"
        "safe mode on or off; ? gives a hint, p shows the whole route of the computer from there, "
        "n makes\n"
        "its next move, g changes what it looks for (moves or energy); o opens another map; q "
        "ends.\n"
        "From a pipe it reads moves, of U, D, L and R, and prints what came of them.");
}

}  // namespace

int main(int argc, char** argv) {
    program::command_set commands(
        "pacman",
        "Every move costs Pac-Man energy, food gives some back, walls and bombs take more: how "
        "does he get to the goal?",
        {"pacman solve examples/maps/first.txt", "pacman play examples/maps/first.txt"});
    commands.add("solve", "Find the best route, and prove it", add_solve, solve);
    commands.add("check", "Say whether a file is a valid map", add_check, check);
    commands.add("replay", "Make moves by the rules, and say whether they win or which one fails",
                 add_replay, replay);
    commands.add("convert", "Print a map in a format", add_convert, convert);
    commands.add("play", "Be Pac-Man yourself", add_play, play);
    return commands.run(argc, argv);
}
