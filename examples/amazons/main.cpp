// SPDX-License-Identifier: MIT
// amazons: plays the game of the Amazons, finds good plays, and answers questions about positions.
#include "commands.hpp"

#include "../common/command_line.hpp"

#include <amazons/board.hpp>
#include <amazons/engine_options.hpp>
#include <amazons/size.hpp>
#include <senda/games/match.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace amazons = senda::amazons;

namespace {

/// A seed, or a number of nodes, may be any that there is.
constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();

/// The size of the board; saved games do not say it.
template <class Size>
void add_size(CLI::App& command, Size& into) {
    const auto parse = [](const std::string& typed) -> std::optional<amazons::board_size> {
        const auto size = amazons::parse_size(typed);
        const bool has_room =
            size && amazons::board::holds(*size) && size->rows * size->columns > 1;
        return has_room ? size : std::nullopt;
    };
    program::add_quantity(command, "--size", "RxC",
                          "a size in rows and columns, such as 5x6, from 1x2 to 10x10",
                          "Rows and columns of the board; 10x10 if nothing is said", parse, into);
}

void add_file(CLI::App& command, arguments& args) {
    program::add_file(command, args,
                      "A saved game, or a record, whose last position is taken;\n"
                      "- is the standard input, new the start of a game");
    add_size(command, args.size);
    program::add_json(command, args.json);
    program::refuse_without_effect(
        command.get_option("--strict"), [&args] { return args.file == start_word; },
        "on the start of a game");
}

void add_record(CLI::App& command, arguments& args) {
    program::add_file(command, args, "The record of a game; - is the standard input");
    program::add_json(command, args.json);
}

/// Whether a player looks one play ahead and no further, whatever it is allowed.
bool is_greedy(const std::optional<amazons::engine_options>& player) {
    return player && player->method == amazons::method::greedy;
}

void add_level(CLI::App& command, engine_arguments& engine) {
    program::add_number(command, "--level", amazons::weakest_level, amazons::strongest_level,
                        engine.level, "How well the computer plays; 4 if nothing is said");
}

/// Refuses options on levels that look one play ahead and no further.
void refuse_on_low_levels(CLI::App& command, const engine_arguments& engine,
                          std::initializer_list<const char*> names) {
    for (const char* name : names)
        program::refuse_without_effect(
            command.get_option(name),
            [&engine] { return engine.level && is_greedy(amazons::options_of(*engine.level)); },
            "on levels 1 and 2, which look one play ahead");
}

void add_check(CLI::App& command, arguments& args) {
    add_file(command, args);
    program::add_examples(command,
                          {"amazons check examples/duels/middle.txt", "amazons check new --json"});
}

void add_valid(CLI::App& command, valid_arguments& args) {
    add_file(command, args);
    program::add_choice<valid_question>(
        command, "WHAT", args.what,
        {{"move", valid_question::move}, {"shot", valid_question::shot}},
        "move of an amazon, or shot of an arrow")
        ->required();
    command
        .add_option("FROM", args.from,
                    "A cell such as d1: an amazon of either player, or any cell for a shot")
        ->required();
    command.add_option("TO", args.to, "The cell to reach")->required();
    command.add_flag("--player", args.player, "Ask whether the player to move may do it");
    program::add_examples(
        command,
        {"amazons valid new move d1 d7", "amazons valid examples/duels/middle.txt shot c1 d1",
         "amazons valid examples/duels/middle.txt move b1 a1 --player  # exit code 1"},
        "The exit code is 0 if it can, 1 if not, 3 if FROM or TO is no cell.");
}

void add_moves(CLI::App& command, arguments& args) {
    add_file(command, args);
    program::add_examples(command,
                          {"amazons moves examples/duels/endgame.txt", "amazons moves new | wc -l",
                           "amazons moves new --size 6x6"},
                          "A play is written from-to/arrow.");
}

void add_perft(CLI::App& command, perft_arguments& args) {
    add_file(command, args);
    program::add_count(command, "DEPTH", args.depth, "How many plays", "DEPTH")->required();
    program::add_time_limit(command, args.limits);
    program::add_expansion_limit(command, args.limits);
    program::add_progress(command);
    program::add_examples(
        command, {"amazons perft new 2", "amazons perft examples/duels/endgame.txt 3 --json"});
}

void add_best(CLI::App& command, best_arguments& args) {
    add_file(command, args);
    engine_arguments& engine = args.engine;
    add_level(command, engine);
    // One limit with two names: that of this command, and that of all searches.
    program::add_time(command, "--time,--limit-time", engine.seconds, "How long to think");
    program::add_number(command, "--nodes,--limit-expansions", 1, any_number, engine.nodes,
                        "How many simulations, or positions, to look at");
    program::add_number(command, "--threads", 1, 256, engine.threads,
                        "How many threads think together");
    program::add_number(command, "--seed", 0, any_number, engine.seed,
                        "Names the answer, with one thread and no --time");
    program::add_memory_limit(command, engine.bytes, "How large the tree may grow: 64M, 2G");
    refuse_on_low_levels(command, engine, {"--nodes", "--threads", "--limit-memory"});
    program::add_progress(command);
    program::add_examples(
        command,
        {"amazons best new", "amazons best examples/duels/middle.txt --time 500ms --threads 2",
         "amazons best examples/duels/middle.txt --nodes 2000 --json"});
}

void add_solve(CLI::App& command, solve_arguments& args) {
    add_file(command, args);
    program::add_threads(
        command, args.threads,
        "How many threads, one a processor at most, share the proof; 1 if not said");
    program::add_limits(command, args.limits);
    program::add_progress(command);
    program::add_examples(
        command,
        {"amazons solve examples/duels/endgame.txt", "amazons solve new --size 3x5",
         "amazons solve new --size 4x5 --threads 2",
         "amazons solve examples/duels/hopeless.txt --json --limit-time 20s  # exit code 1"},
        "The exit code is 0 if the player to move wins, 1 if not, 4 if a limit came first.");
}

/// Two strengths in Elo, the lower one first, that a sequential test is to tell apart.
std::optional<senda::games::sequential_test> parse_test(const std::string& typed) {
    const auto parse = [](std::string_view text) -> std::optional<double> {
        const bool is_negative = text.starts_with('-');
        const auto number = senda::parse_decimal(text.substr(is_negative ? 1 : 0));
        constexpr double most = 1000;
        if (!number || number.value > most) return std::nullopt;
        return is_negative ? -number.value : number.value;
    };
    const std::size_t comma = std::min(typed.find(','), typed.size());
    const auto low = parse(typed.substr(0, comma));
    const auto high = parse(typed.substr(std::min(comma + 1, typed.size())));
    if (!low || !high || *low >= *high) return std::nullopt;
    return senda::games::sequential_test{.elo_rejected = *low, .elo_accepted = *high};
}

void add_match(CLI::App& command, match_arguments& args) {
    const std::string player = "1 to 5 (a level), greedy, alpha_beta:DEPTH or mcts:SIMULATIONS";
    command.add_option("A", args.first, player)->required();
    CLI::Option* const second = command.add_option("B", args.second, "The same");
    program::add_number(command, "--games", 1, most_games, args.games,
                        "How many games, each opening with both colours; 100 if not said, with\n"
                        "--sprt as many as it takes");
    program::add_quantity(command, "--sprt", "ELO0,ELO1",
                          "two differences in Elo such as 0,20, the lower one first, from -1000 to "
                          "1000",
                          "End as soon as the games tell whether A is ELO1 Elo stronger or more\n"
                          "(H1), or ELO0 or less (H0), each with an error of 5 %",
                          parse_test, args.test);
    program::add_number(command, "--opening", 0, 40, args.opening_plays,
                        "How many random plays open a game");
    add_size(command, args.size);
    program::refuse_without_effect(
        program::add_number(command, "--seed", 0, any_number, args.seed, "Names the openings"),
        [&args] { return args.opening_plays == 0; }, "with --opening 0");
    program::refuse_without_effect(
        program::add_time(command, "--time", args.seconds, "The most time for a play"),
        [&args] {
            return is_greedy(amazons::parse_player(args.first)) &&
                   is_greedy(amazons::parse_player(args.second));
        },
        "on players that look one play ahead");
    program::refuse_without_effect(
        program::add_choice<kind_of_clock>(
            command, "--clock", args.clock,
            {{"wall", kind_of_clock::wall}, {"processor", kind_of_clock::processor}},
            "What --time is measured by in this program"),
        [&args] { return !args.seconds; }, "without --time");
    CLI::Option* const against =
        command
            .add_option("--against", args.against,
                        "Another program in place of B, which speaks the engine protocol;\n"
                        "the shell runs the command")
            ->option_text("COMMAND")
            ->excludes(second);
    program::add_time(command, "--patience", args.patience,
                      "How long that program may take for a play before it loses the\n"
                      "game; ten times --time and ten seconds more if not said")
        ->needs(against);
    command.add_option("--records", args.records, "Write the record of each game into this folder")
        ->option_text("FOLDER");
    program::add_json(command, args.json);
    program::add_color(command, args.color);
    program::add_time(command, "--limit-time", args.limit_seconds,
                      "End the match after this time: 500ms, 2s, 1m")
        ->group("Limits");
    program::add_progress(command);
    program::add_examples(
        command,
        {"amazons match 2 1 --games 10", "amazons match mcts:20 greedy --games 2 --json",
         "amazons match greedy 1 --sprt 0,100",
         "amazons match greedy --against 'amazons engine --level 1' --games 2"},
        "The interval is where the probability lies that A wins a game. Ctrl-C ends a match with\n"
        "the games that were finished. With --sprt the exit code is 0 if H1 is accepted, 1 if H0\n"
        "is, 4 if there were too few games to tell.");
}

void add_show(CLI::App& command, show_arguments& args) {
    add_file(command, args);
    program::add_pictures(command, args.pictures, {});
    program::add_examples(command, {"amazons show examples/duels/middle.txt",
                                    "amazons show new --png /tmp/amazons.png"});
}

void add_replay(CLI::App& command, replay_arguments& args) {
    add_record(command, args);
    program::add_number(command, "--at", 0, 1000, args.at, "Show the position after so many plays");
    program::add_show(command, args.show, "Print the game even if somebody could step through it");
    program::add_output_option(command, "--save", args.save,
                               "Write the position that is shown as a saved game")
        ->group(program::output_group);
    program::add_pictures(command, args.pictures, "Write a page that plays the game");
    program::add_examples(command,
                          {"amazons replay examples/duels/game.txt --show",
                           "amazons replay examples/duels/game.txt --html /tmp/game.html",
                           "amazons replay examples/duels/game.txt --at 20 --save - | "
                           "amazons best - --level 2"},
                          "In a terminal, arrow keys step through the game.");
}

void add_analyse(CLI::App& command, analyse_arguments& args) {
    add_record(command, args);
    add_level(command, args.engine);
    program::add_time(command, "--time", args.engine.seconds, "How long to think about a position");
    program::add_number(command, "--nodes", 1, any_number, args.engine.nodes,
                        "How many simulations, or positions, to look at");
    program::add_number(command, "--threads", 1, 256, args.engine.threads,
                        "How many threads think together");
    refuse_on_low_levels(command, args.engine, {"--nodes", "--threads"});
    program::add_pictures(command, args.pictures,
                          "Write a page that plays the game, with the chart below the board");
    program::add_time(command, "--limit-time", args.limit_seconds,
                      "End after this time with the plays so far: 500ms, 2s, 1m")
        ->group("Limits");
    program::add_progress(command);
    program::add_examples(
        command,
        {"amazons analyse examples/duels/game.txt --level 3",
         "amazons analyse examples/duels/game.txt --nodes 20 --png /tmp/chart.png"},
        "The loss of a play is by how much the position after it is worse than that after the\n"
        "engine's own play. 5 points are an inaccuracy, 10 a mistake, 20 a blunder.");
}

void add_engine(CLI::App& command, engine_program_arguments& args) {
    add_level(command, args.engine);
    program::add_number(command, "--threads", 1, 256, args.engine.threads,
                        "How many threads think together");
    program::add_number(command, "--seed", 0, any_number, args.engine.seed,
                        "Names the answers, with one thread and no time");
    program::add_memory_limit(command, args.engine.bytes, "How large the tree may grow: 64M, 2G");
    refuse_on_low_levels(command, args.engine, {"--threads", "--limit-memory"});
    program::add_examples(
        command,
        {"printf 'pos new\\ngo ms 200\\n' | amazons engine",
         "printf 'hello\\npos new moves d1-d7/g7\\ngo nodes 100\\n' | amazons engine"},
        "A line in, lines out: pos POSITION, go ms N, stop, quit and the others that are in\n"
        "docs/amazons.md. The answer to go is a line with bestmove.");
}

void add_seat(CLI::App& command, const std::string& color, seat& into) {
    program::add_choice<kind_of_player>(
        command, "--" + color, into.kind,
        {{"human", kind_of_player::human}, {"computer", kind_of_player::computer}},
        "Who plays " + color);
    command
        .add_option("--" + color + "-name", into.name,
                    "What the player is called; if not said, a human is asked")
        ->option_text("NAME");
}

void add_play(CLI::App& command, play_arguments& args) {
    add_seat(command, "white", args.white);
    add_seat(command, "black", args.black);
    add_level(command, args.engine);
    add_size(command, args.size);
    program::add_time(command, "--time", args.engine.seconds,
                      "How long the computer thinks about a play");
    for (const char* name : {"--level", "--time"})
        program::refuse_without_effect(
            command.get_option(name),
            [&args] {
                return args.white.kind == kind_of_player::human &&
                       args.black.kind == kind_of_player::human;
            },
            "without --white computer or --black computer");
    CLI::Option* const load = program::add_file_option(
        command, "--load", args.load, "Go on with a saved game, or a recorded one");
    CLI::Option* const fresh =
        command.add_flag("--new", args.fresh, "Begin a new game without asking")->excludes(load);
    program::add_file_option(command, "--save", args.save,
                             "The file of the saved game; tablero.txt if not said");
    program::add_choice<std::optional<amazons::language>>(
        command, "--lang", args.language,
        {{"es", amazons::language::spanish}, {"en", amazons::language::english}},
        "The language; that of LANG if not said");
    program::add_output_option(command, "--record", args.record,
                               "Write the record of the game when it ends");
    command.add_flag("--plain", args.plain, "Ask in lines, also in a terminal");
    command.add_flag("--json", args.json,
                     "Print one JSON document at the end; the game is in lines on the\n"
                     "error output");
    program::refuse_without_effect(
        program::add_strict(command, args.strict), [fresh] { return fresh->count() > 0; },
        "with --new");
    program::add_color(command, args.color);
    program::add_examples(
        command,
        {"amazons play --white human --black computer --level 2",
         "printf 'Ana\\nLuis\\n1\\nd1\\nd7\\ng7\\n-1\\n' | amazons play --lang es"},
        "In lines, and so in a pipe: the names, 1 for a new game or 2 for the saved one (2 FILE\n"
        "for another), and then cell by cell one's own amazon, where it goes, where its arrow\n"
        "flies. -1 resigns, s saves, u takes back, ? gives a hint. In a terminal there is a\n"
        "cursor, and the keys stand beside the board.");
}

}  // namespace

int main(int argc, char** argv) {
    program::command_set commands(
        "amazons",
        "Queens that shoot arrows: move like one, shoot like one, and whoever cannot do both any "
        "more has lost.",
        {"amazons play --black computer", "amazons perft new 2"},
        "FILE is a saved game or a record, - the standard input, or new for the start of a "
        "game.\n");
    commands.add("play", "Play with somebody or against the computer", add_play, play);
    commands.add("check", "Say whether a file is valid, and which amazons can still move",
                 add_check, check);
    commands.add("valid",
                 "Say whether an amazon can go, or an arrow can fly, from a cell to another",
                 add_valid, valid);
    commands.add("moves", "List all legal plays", add_moves, moves);
    commands.add("perft", "Count the sequences of so many legal plays", add_perft, perft);
    commands.add("best", "Find a good play", add_best, best);
    commands.add("solve", "Find out who wins with best play, near the end of a game", add_solve,
                 solve);
    commands.add("match", "Let two computer players, or one and another program, play many games",
                 add_match, match);
    commands.add("show", "Draw a position", add_show, show);
    commands.add("replay", "Step through a game that was recorded, or make a page of it",
                 add_replay, replay);
    commands.add("analyse", "Say what each play of a recorded game cost, and draw the chances",
                 add_analyse, analyse);
    commands.add("engine", "Answer another program, line by line", add_engine, engine);
    return commands.run(argc, argv);
}
