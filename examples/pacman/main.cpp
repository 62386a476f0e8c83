// SPDX-License-Identifier: MIT
// pacman: solves, checks, replays, converts and plays maps on which every move costs energy.
#include "commands.hpp"

#include "../common/command_line.hpp"
#include "../common/interrupt.hpp"

#include <memory>
#include <string>

namespace pacman = senda::pacman;

namespace {

constexpr const char* about_file = "A map, as text or as JSON";

void add_show(CLI::App& command, bool& show) {
    command.add_flag("--show", show, "Print the picture even if nobody seems to look");
}

void add_solve(CLI::App& app, solve_arguments& told) {
    CLI::App& command = program::add_command(app, "solve", "Find the best route, and prove it");
    program::add_file(command, told, about_file);
    program::add_json(command, told);
    program::add_choice<pacman::goal_kind>(
        command, "--goal", told.goal,
        {{"shortest", pacman::goal_kind::shortest}, {"energy", pacman::goal_kind::richest}},
        "The fewest moves, or the most energy on entering the goal");
    add_show(command, told.show);
    program::add_limits(command, told.asked.limits);
    program::add_pictures(command, told.pictures, "Write a page on which Pac-Man walks the route");
    command.footer(program::examples({
        "pacman solve examples/maps/first.txt",
        "pacman solve examples/maps/first.txt --goal energy --json",
        "pacman solve examples/maps/orchard.txt --goal energy --html /tmp/orchard.html",
        "pacman solve - < examples/maps/first.json",
    }));
}

void add_check(CLI::App& app, check_arguments& told) {
    CLI::App& command = program::add_command(app, "check", "Say whether a file is a valid map");
    program::add_file(command, told, about_file);
    program::add_json(command, told);
    add_show(command, told.show);
    command.footer(program::examples({
        "pacman check examples/maps/first.txt --show",
        "pacman check examples/maps/first.json --strict --json",
    }));
}

void add_replay(CLI::App& app, replay_arguments& told) {
    CLI::App& command = program::add_command(
        app, "replay", "Make moves by the rules, and say whether they win or which one fails");
    program::add_file(command, told, about_file);
    command
        .add_option("MOVES", told.moves,
                    "Letters U, D, L and R, such as 'RRDDLUR'; - is the standard input")
        ->required();
    program::add_json(command, told);
    add_show(command, told.show);
    program::add_pictures(command, told.pictures, "Write a page on which Pac-Man makes the moves");
    command.footer(program::examples({
        "pacman replay examples/maps/first.txt URRDDRR",
        "echo U RR DD RR | pacman replay examples/maps/first.txt -",
        "pacman replay examples/maps/first.txt RRR --json",
    }));
}

void add_convert(CLI::App& app, convert_arguments& told) {
    CLI::App& command = program::add_command(app, "convert", "Print a map in a format");
    program::add_file(command, told, about_file);
    program::add_json(command, told);
    program::add_choice<map_format>(command, "--to", told.to,
                                    {{"text", map_format::text}, {"json", map_format::json}},
                                    "The format to write")
        ->required();
    command.footer("--json puts the map into a document with its warnings.\n\n" +
                   program::examples({
                       "pacman convert examples/maps/first.txt --to json",
                       "pacman convert examples/maps/first.json --to text | pacman solve -",
                   }));
}

void add_play(CLI::App& app, play_arguments& told) {
    CLI::App& command = program::add_command(app, "play", "Be Pac-Man yourself");
    program::add_file(command, told, about_file);
    command.add_flag("--safe", told.safe, "Begin in safe mode, which refuses deadly moves");
    command.footer(
        "Keys: arrows, WASD or HJKL move; u takes a move back, y makes it again, r starts again; m "
        "turns\n"
        "safe mode on or off; ? gives a hint, p shows the whole route of the computer from there, "
        "n makes\n"
        "its next move, g changes what it looks for (moves or energy); o opens another map; q "
        "ends.\n"
        "From a pipe it reads moves, of U, D, L and R, and prints what came of them.\n\n" +
        program::examples({
            "pacman play examples/maps/first.txt",
            "echo U RR DD RR | pacman play examples/maps/first.txt --safe",
        }));
}

}  // namespace

int main(int count, char** words) {
    const std::unique_ptr<CLI::App> app =
        program::make_program("pacman",
                              "Every move costs Pac-Man energy, food gives some back, walls and "
                              "bombs take more: how does "
                              "he get to the goal?");
    app->footer("'pacman COMMAND --help' says more about each.\n\n" +
                program::examples({"pacman solve examples/maps/first.txt",
                                   "pacman play examples/maps/first.txt"}));
    solve_arguments to_solve;
    check_arguments to_check;
    replay_arguments to_replay;
    convert_arguments to_convert;
    play_arguments to_play;
    add_solve(*app, to_solve);
    add_check(*app, to_check);
    add_replay(*app, to_replay);
    add_convert(*app, to_convert);
    add_play(*app, to_play);
    if (const auto code = program::read_command_line(*app, count, words)) return *code;

    program::interruption::listen();
    to_solve.asked.stop = program::interruption::flag();
    if (app->got_subcommand("solve")) return solve(to_solve);
    if (app->got_subcommand("check")) return check(to_check);
    if (app->got_subcommand("replay")) return replay(to_replay);
    if (app->got_subcommand("convert")) return convert(to_convert);
    return play(to_play);
}
