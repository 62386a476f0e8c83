// SPDX-License-Identifier: MIT
// pacman: solves, checks, replays, draws, generates, converts and plays maps on which every move
// costs energy.
#include "commands.hpp"

#include "../common/command_line.hpp"
#include "../common/language.hpp"

namespace pacman = senda::pacman;

namespace {

void add_language(CLI::App& command, pacman::language& into) {
    program::add_language<pacman::language>(
        command, into, {{"en", pacman::language::english}, {"cs", pacman::language::czech}});
}

void add_file(CLI::App& command, arguments& args) {
    program::add_file(command, args, "A map, as text or as JSON; - is the standard input");
    add_language(command, args.language);
}

CLI::Option* add_format(CLI::App& command, map_format& into) {
    return program::add_choice<map_format>(command, "--to", into,
                                           {{"text", map_format::text}, {"json", map_format::json}},
                                           "The format to write");
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
    program::add_threads(command, args.threads,
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
         "ls examples/maps/*.json | pacman solve --list - --limit-time 10s --json"},
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

void add_generate(CLI::App& command, generate_arguments& args) {
    using pacman::level;
    pacman::wanted_maps& wanted = args.wanted;
    constexpr std::uint32_t least = pacman::wanted_maps::least_side;
    constexpr std::uint32_t most_percent = pacman::wanted_maps::most_percent;
    program::add_choice<std::optional<level>>(
        command, "--level", wanted.level,
        {{"easy", level::easy}, {"medium", level::medium}, {"hard", level::hard}},
        "How hard the maps are; any if not said");
    program::add_number(command, "--rows", least, pacman::most_side, wanted.height, "Rows");
    program::add_number(command, "--cols", least, pacman::most_side, wanted.width, "Columns");
    program::add_count(command, "--seed", args.seed.emplace(),
                       "The same seed makes the same maps; if not said, a random\n"
                       "one is drawn and printed");
    program::add_number(command, "--count", 1, 1000, args.count, "How many maps");
    const auto add_percent = [&](const char* name, std::uint32_t& into, const std::string& what) {
        program::add_number(
            command, name, 0, most_percent, into,
            what + " in percent of the cells; " + std::to_string(into) + " if not said", "PERCENT");
    };
    add_percent("--walls", wanted.densities.walls, "Infinite walls");
    add_percent("--doors", wanted.densities.doors, "Walls that can be climbed, between others,");
    add_percent("--bombs", wanted.densities.bombs, "Bombs");
    add_percent("--food", wanted.densities.food, "Food");
    program::add_number(command, "--energy", 1, static_cast<std::uint64_t>(pacman::most_energy),
                        wanted.start_energy,
                        "The energy at the start; one that fits the level if not said");
    add_format(command, args.to);
    command
        .add_option("--into", args.into,
                    "Write each map into a file in this folder, and print its name")
        ->option_text("FOLDER");
    program::add_json(command, args.json);
    program::add_color(command, args.color);
    add_language(command, args.language);
    program::add_limits(command, wanted.limits);
    program::add_progress(command);
    command.callback([&args, &command] {
        if (command.get_option("--seed")->count() == 0) args.seed.reset();
    });
    program::add_examples(
        command,
        {"pacman generate --level hard --seed 7",
         "pacman generate --rows 20 --cols 20 --level medium --seed 1 | pacman solve - --goal "
         "energy",
         "pacman generate --count 3 --seed 4 --json",
         "pacman generate --level easy --seed 4 --into /tmp/ | pacman solve --list -"},
        "The fewest moves and the most energy of every map are proven. The difficulty, from 0 to "
        "100, is\n"
        "half how far the shortest route leads out of the way, and half at how many of its places "
        "a wrong\n"
        "move is the end: easy is below " +
            std::to_string(pacman::rating::medium_from) + ", hard from " +
            std::to_string(pacman::rating::hard_from) + " on.");
}

void add_convert(CLI::App& command, convert_arguments& args) {
    add_file(command, args);
    program::add_json(command, args.json);
    add_format(command, args.to)->required();
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
    commands.add("generate", "Make maps as hard as wished, with proven answers", add_generate,
                 generate);
    commands.add("convert", "Print a map in a format", add_convert, convert);
    commands.add("play", "Be Pac-Man yourself", add_play, play);
    return commands.run(argc, argv);
}
