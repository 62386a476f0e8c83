// SPDX-License-Identifier: MIT
// pacman: solves, checks, replays, converts and plays maps on which every move costs energy.
#include "commands.hpp"

#include "../common/command_line.hpp"
#include "../common/language.hpp"

namespace pacman = senda::pacman;

namespace {

void add_file(CLI::App& command, arguments& args) {
    program::add_file(command, args, "A map, as text or as JSON; - is the standard input");
    program::add_language<pacman::language>(
        command, args.language,
        {{"en", pacman::language::english}, {"cs", pacman::language::czech}});
}

/// Refuses an option that has no effect beside another.
void refuse_beside(const CLI::App& command, const std::string& option, const std::string& other) {
    if (command.get_option(option)->count() > 0 && command.get_option(other)->count() > 0)
        throw CLI::ValidationError(option, "has no effect with " + other);
}

void add_solve(CLI::App& command, solve_arguments& args) {
    add_file(command, args);
    program::add_json(command, args.json);
    program::add_choice<pacman::goal_kind>(
        command, "--goal", args.goal,
        {{"shortest", pacman::goal_kind::shortest}, {"energy", pacman::goal_kind::richest}},
        "The fewest moves, or the most energy on entering the goal");
    program::add_show(command, args.show);
    command.add_option("--batch", args.batch, "Solve many maps, and print a line about each")
        ->option_text("FILE...")
        ->expected(1, -1);
    command
        .add_option("--list", args.list,
                    "Solve the maps that a file names, one a line; - is the standard input")
        ->option_text("FILE");
    program::add_number(command, "--threads", 1, 1024, args.threads,
                        "How many maps of a batch at a time; all cores if not said");
    program::add_limits(command, args.question.limits);
    program::add_progress(command);
    program::add_pictures(command, args.pictures, "Write a page on which Pac-Man walks the route");
    CLI::Option* const file = command.get_option("FILE")->required(false);
    command.callback([&args, &command, file] {
        if (!args.is_batch() && file->count() == 0) throw CLI::RequiredError("FILE or --batch");
        refuse_beside(command, "--show", "--json");
        for (const char* const batch : {"--batch", "--list"}) {
            if (command.get_option(batch)->count() == 0) continue;
            if (file->count() > 0) throw CLI::ValidationError(batch, "takes the place of FILE");
            for (const char* const option : {"--show", "--svg", "--png", "--html"})
                refuse_beside(command, option, batch);
        }
        if (!args.is_batch() && args.threads > 0)
            throw CLI::ValidationError("--threads", "has no effect without --batch or --list");
    });
    program::add_examples(
        command,
        {"pacman solve examples/maps/first.txt",
         "pacman solve examples/maps/first.txt --goal energy --json",
         "pacman solve examples/maps/orchard.txt --goal energy --html /tmp/orchard.html",
         "pacman solve - < examples/maps/first.json", "pacman solve --batch examples/maps/f*.txt",
         "ls examples/maps/*.json | pacman solve --list - --limit-time 1s --json"},
        "The limits are those of each map. With --json, a batch prints a document a line.");
}

void add_check(CLI::App& command, check_arguments& args) {
    add_file(command, args);
    program::add_json(command, args.json);
    program::add_show(command, args.show);
    command.callback([&command] { refuse_beside(command, "--show", "--json"); });
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
    command.callback([&command] { refuse_beside(command, "--show", "--json"); });
    program::add_examples(command, {"pacman replay examples/maps/first.txt URRDDRR",
                                    "echo U RR DD RR | pacman replay examples/maps/first.txt -",
                                    "pacman replay examples/maps/first.txt URRDDDRUR --json"});
}

void add_show(CLI::App& command, show_arguments& args) {
    add_file(command, args);
    program::add_json(command, args.json);
    program::add_pictures(command, args.pictures, {});
    program::add_examples(command, {"pacman show examples/maps/fortress.txt",
                                    "pacman show examples/maps/spiral.json --png /tmp/spiral.png"});
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
    commands.add("show", "Draw a map", add_show, show);
    commands.add("convert", "Print a map in a format", add_convert, convert);
    commands.add("play", "Be Pac-Man yourself", add_play, play);
    return commands.run(argc, argv);
}
