// SPDX-License-Identifier: MIT
// maze: solves, checks, shows and plays mazes in which a runner has a life to lose.
#include "commands.hpp"

#include "../common/command_line.hpp"
#include "../common/interrupt.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace {

constexpr const char* about_file = "A maze file";

void add_solve(CLI::App& app, solve_arguments& told) {
    CLI::App& command = program::add_command(app, "solve", "Find a route with the fewest steps");
    program::add_file(command, told, about_file);
    program::add_json(command, told);
    command.add_flag("--count", told.asked.count, "Count the routes with the fewest steps");
    program::add_quantity(command, "--routes", "N", "a whole number", "List the first N of them",
                          program::parse_count, [&told](std::uint64_t count) {
                              told.asked.routes = static_cast<std::size_t>(count);
                          });
    command.add_flag("--show", told.show, "Print the picture even if nobody seems to look");
    CLI::Option* const method =
        program::add_choice<engine>(command, "--method", told.method,
                                    {{"fast", engine::fast},
                                     {"bfs", engine::bfs},
                                     {"astar", engine::astar},
                                     {"astar-exact", engine::astar_exact}},
                                    "fast (the solver for large mazes), or a search of all states\n"
                                    "of cell, life and treasures: bfs, astar (Manhattan distance)\n"
                                    "or astar-exact (distance around the walls)")
            ->option_text("NAME");
    command.add_flag("--exhaustive", told.exhaustive, "Search all states; bfs if no --method");
    program::add_limits(command, told.asked.limits);
    program::add_pictures(command, told.pictures, "Write a page on which a runner walks the route");
    command.callback([&told, method] {
        if (!told.exhaustive) return;
        if (method->count() > 0 && told.method == engine::fast)
            throw CLI::ValidationError("--exhaustive",
                                       "'--method fast' does not search all states");
        if (told.method == engine::unset) told.method = engine::bfs;
    });
    command.footer(program::examples({
        "maze solve examples/mazes/treasure.txt",
        "maze solve examples/mazes/crossroads.txt --count --routes 3",
        "maze solve examples/mazes/detour.txt --method astar --json",
        "maze solve examples/mazes/labyrinth.txt --png /tmp/maze.png --html /tmp/maze.html",
        "maze solve - < examples/mazes/corridor.txt",
    }));
}

void add_check(CLI::App& app, arguments& told) {
    CLI::App& command = program::add_command(
        app, "check",
        "Say whether a file is valid, and whether E can be reached if life did not matter");
    program::add_file(command, told, about_file);
    program::add_json(command, told);
    command.footer(program::examples({
        "maze check examples/mazes/detour.txt",
        "maze check examples/mazes/detour.txt --strict --json",
    }));
}

void add_verify(CLI::App& app, verify_arguments& told) {
    CLI::App& command =
        program::add_command(app, "verify", "Replay a route by the rules, and say where it fails");
    program::add_file(command, told, about_file);
    command
        .add_option("ROUTE", told.route,
                    "Cells such as '(1,1) (2,1)': x from the left, y from the bottom row, both "
                    "from 0; - is the standard input")
        ->required();
    program::add_json(command, told);
    command.add_flag("--show", told.show, "Print the picture even if nobody seems to look");
    command.footer(program::examples({
        "maze verify examples/mazes/corridor.txt '(1,1) (2,1) (3,1) (4,1) (5,1) (6,1) (7,1) (8,1) "
        "(9,1) (10,1)'",
        "echo '(1,1) (2,1) (3,1) (4,1) (5,1) (6,1) (7,1) (8,1) (9,1) (10,1)' | maze verify "
        "examples/mazes/corridor.txt -",
    }));
}

void add_show(CLI::App& app, show_arguments& told) {
    CLI::App& command = program::add_command(app, "show", "Draw a maze");
    program::add_file(command, told, about_file);
    program::add_json(command, told);
    program::add_pictures(command, told.pictures, "Write a page on which a runner walks the route");
    command.footer(program::examples({
        "maze show examples/mazes/garden.txt",
        "maze show examples/mazes/garden.txt --svg /tmp/garden.svg",
    }));
}

void add_least(CLI::App& app, least_arguments& told) {
    CLI::App& command =
        program::add_command(app, "least", "Find the least life with which a maze can be won");
    program::add_file(command, told, about_file);
    program::add_json(command, told);
    program::add_limits(command, told.options.limits);
    command.footer(program::examples({"maze least examples/mazes/starved.txt"}));
}

void add_play(CLI::App& app, arguments& told) {
    CLI::App& command = program::add_command(app, "play", "Run through a maze yourself");
    program::add_file(command, told, about_file);
    command.footer(
        "Keys: arrows, WASD or HJKL move; u takes a step back, r starts again, ? gives a hint, q "
        "ends.\nFrom a pipe it reads moves, of U, D, L and R, and prints what came of them.\n\n" +
        program::examples({
            "maze play examples/mazes/treasure.txt",
            "echo D RRRRR U RRR | maze play examples/mazes/treasure.txt",
        }));
}

}  // namespace

int main(int count, char** words) {
    const std::unique_ptr<CLI::App> app = program::make_program(
        "maze",
        "A runner with a life to lose must reach E from S in the fewest steps: digits cost life, "
        "treasures give 5 once.");
    app->footer("'maze COMMAND --help' says more about each.\n\n" +
                program::examples({"maze solve examples/mazes/treasure.txt",
                                   "maze play examples/mazes/detour.txt"}));
    solve_arguments to_solve;
    arguments to_check;
    verify_arguments to_verify;
    show_arguments to_show;
    least_arguments to_least;
    arguments to_play;
    add_solve(*app, to_solve);
    add_check(*app, to_check);
    add_verify(*app, to_verify);
    add_show(*app, to_show);
    add_least(*app, to_least);
    add_play(*app, to_play);
    if (const auto code = program::read_command_line(*app, count, words)) return *code;

    program::interruption::listen();
    to_solve.asked.stop = program::interruption::flag();
    to_least.options.stop = program::interruption::flag();
    if (app->got_subcommand("solve")) return solve(to_solve);
    if (app->got_subcommand("check")) return check(to_check);
    if (app->got_subcommand("verify")) return verify(to_verify);
    if (app->got_subcommand("show")) return show(to_show);
    if (app->got_subcommand("least")) return least(to_least);
    return play(to_play);
}
