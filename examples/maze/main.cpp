// SPDX-License-Identifier: MIT
// maze: solves, checks, shows and plays mazes in which a runner has a life to lose.
#include "commands.hpp"

#include "../common/command_line.hpp"
#include "../common/language.hpp"

#include <maze/picture.hpp>

namespace {

void add_file(CLI::App& command, arguments& args) {
    using senda::maze::language;
    program::add_file(command, args, "A maze file; - is the standard input");
    program::add_language<language>(command, args.language,
                                    {{"en", language::english}, {"es", language::spanish}})
        ->description(
            "The language of answers, games and of what is wrong with a\n"
            "file; this help is in English. That of LANG if not said");
}

/// Refuses an option that does nothing beside another.
void refuse_beside(CLI::App& command, const std::string& option, const std::string& other,
                   const std::string& value = {}) {
    if (command.count(option) == 0 || command.count(other) == 0) return;
    throw CLI::ValidationError(option,
                               "has no effect with " + other + (value.empty() ? "" : ' ' + value));
}

void add_solve(CLI::App& command, solve_arguments& args) {
    add_file(command, args);
    program::add_json(command, args.json);
    command.add_flag("--count", args.question.count, "Count the routes with the fewest steps");
    program::add_number(command, "--routes", 1, 1'000'000'000, args.question.routes,
                        "List the first N of them");
    program::add_choice<goal>(
        command, "--goal", args.wanted,
        {{"steps", goal::steps}, {"life", goal::life}, {"pareto", goal::pareto}},
        "steps (the fewest; the default), life (the most at the end, and the\n"
        "fewest steps for it), or pareto (what steps can buy: all pairs of\n"
        "steps and life that no other route beats)");
    program::add_show(command, args.show);
    CLI::Option* const method =
        program::add_choice<engine>(command, "--method", args.method,
                                    {{"fast", engine::fast},
                                     {"bfs", engine::bfs},
                                     {"astar", engine::astar},
                                     {"astar-exact", engine::astar_exact}},
                                    "fast (the solver for large mazes), or a search of all states\n"
                                    "of cell, life and treasures: bfs, astar (Manhattan distance)\n"
                                    "or astar-exact (distance around the walls)")
            ->option_text("NAME");
    command.add_flag("--exhaustive", args.exhaustive, "Search all states; bfs if no --method");
    command.add_flag("--explain", args.explain,
                     "Say why a maze is starved even if that takes long: how far one\n"
                     "comes, which life would be enough, and where all die");
    program::add_limits(command, args.question.limits);
    program::add_progress(command);
    program::add_pictures(command, args.pictures, "Write a page on which a runner walks the route");
    program::add_cell(command, args.pictures, senda::maze::picture_layout::largest_cell);
    command.callback([&args, &command, method] {
        refuse_beside(command, "--show", "--json");
        if (args.wanted != goal::steps)
            for (const char* option :
                 {"--count", "--routes", "--method", "--exhaustive", "--explain"})
                refuse_beside(command, option, "--goal",
                              args.wanted == goal::life ? "life" : "pareto");
        if (!args.exhaustive) return;
        if (method->count() > 0 && args.method == engine::fast)
            throw CLI::ValidationError("--exhaustive",
                                       "'--method fast' does not search all states");
        if (args.method == engine::unset) args.method = engine::bfs;
    });
    program::add_examples(
        command,
        {"maze solve examples/mazes/treasure.txt",
         "maze solve examples/mazes/crossroads.txt --count --routes 3",
         "maze solve examples/mazes/detour.txt --goal pareto",
         "maze solve examples/mazes/detour.txt --method astar --json",
         "maze solve examples/mazes/twice.txt --lang es",
         "maze solve examples/mazes/labyrinth.txt --png /tmp/maze.png --html /tmp/maze.html",
         "maze solve examples/mazes/twice.txt --apng /tmp/walk.png --cell 24",
         "maze solve - < examples/mazes/corridor.txt"});
}

void add_check(CLI::App& command, arguments& args) {
    add_file(command, args);
    program::add_json(command, args.json);
    program::add_examples(command, {"maze check examples/mazes/detour.txt",
                                    "maze check examples/mazes/detour.txt --strict --json"});
}

void add_verify(CLI::App& command, verify_arguments& args) {
    add_file(command, args);
    command
        .add_option("ROUTE", args.route,
                    "Cells such as '(1,1) (2,1)': x from the left, y from the bottom row, both "
                    "from 0; - is the standard input")
        ->required();
    program::add_json(command, args.json);
    program::add_show(command, args.show);
    command.callback([&command] { refuse_beside(command, "--show", "--json"); });
    program::add_examples(
        command,
        {"maze verify examples/mazes/corridor.txt '(1,1) (2,1) (3,1) (4,1) (5,1) (6,1) (7,1) (8,1) "
         "(9,1) (10,1)'",
         "echo '(1,1) (2,1) (3,1) (4,1) (5,1) (6,1) (7,1) (8,1) (9,1) (10,1)' | maze verify "
         "examples/mazes/corridor.txt -"});
}

void add_show(CLI::App& command, show_arguments& args) {
    add_file(command, args);
    program::add_json(command, args.json);
    program::add_pictures(command, args.pictures, "Write a page on which a runner walks the route");
    program::add_cell(command, args.pictures, senda::maze::picture_layout::largest_cell);
    program::add_examples(command, {"maze show examples/mazes/garden.txt",
                                    "maze show examples/mazes/garden.txt --svg /tmp/garden.svg"});
}

void add_least(CLI::App& command, least_arguments& args) {
    add_file(command, args);
    program::add_json(command, args.json);
    program::add_limits(command, args.options.limits);
    program::add_progress(command);
    program::add_examples(command, {"maze least examples/mazes/starved.txt"});
}

void add_play(CLI::App& command, arguments& args) {
    add_file(command, args);
    program::add_examples(
        command,
        {"maze play examples/mazes/treasure.txt",
         "echo D RRRRR U RRR | maze play examples/mazes/treasure.txt"},
        "Keys: arrows, WASD or HJKL move; u takes a step back, r starts again, ? gives a hint, q "
        "ends.\nFrom a pipe it reads moves, of U, D, L and R, and prints what came of them.");
}

}  // namespace

int main(int argc, char** argv) {
    program::command_set commands(
        "maze",
        "A runner with a life to lose must reach E from S in the fewest steps: digits cost life, "
        "treasures give 5 once.",
        {"maze solve examples/mazes/treasure.txt", "maze play examples/mazes/detour.txt"});
    commands.add("solve", "Find a route with the fewest steps, or with the most life", add_solve,
                 solve);
    commands.add("check",
                 "Say whether a file is valid, and how E is reached if life did not matter",
                 add_check, check);
    commands.add("verify", "Replay a route by the rules, and say where it fails", add_verify,
                 verify);
    commands.add("show", "Draw a maze", add_show, show);
    commands.add("least", "Find the least life with which a maze can be won", add_least, least);
    commands.add("play", "Run through a maze yourself", add_play, play);
    return commands.run(argc, argv);
}
