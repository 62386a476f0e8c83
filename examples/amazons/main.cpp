// SPDX-License-Identifier: MIT
// amazons: plays the game of the Amazons, finds good plays, and answers questions about positions.
#include "commands.hpp"

#include "../common/command_line.hpp"
#include "../common/interrupt.hpp"

#include <senda/amazons/engine_options.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>

namespace amazons = senda::amazons;

namespace {

void add_file(CLI::App& command, arguments& told) {
    command
        .add_option("FILE", told.file,
                    "A saved game; - is the standard input, new the start of a game")
        ->required();
    command.add_flag("--strict", told.strict, "Accept only what the format says");
    program::add_color(command, told.color);
    command.add_flag("--json", told.json, "Print one JSON document and nothing else");
}

CLI::Option* add_number(CLI::App& command, const std::string& name, const std::string& help,
                        std::uint64_t least, std::uint64_t most, auto take) {
    return program::add_quantity(
        command, name, "N",
        "a whole number from " + std::to_string(least) + " to " + std::to_string(most), help,
        [least, most](const std::string& typed) {
            const auto number = program::parse_count(typed);
            return number && *number >= least && *number <= most ? number : std::nullopt;
        },
        take);
}

void add_time(CLI::App& command, const std::string& help, auto take) {
    program::add_quantity(command, "--time", "TIME", "a time such as 500ms, 2s or 1m", help,
                          program::parse_seconds, take);
}

void add_check(CLI::App& app, arguments& told) {
    CLI::App& command = program::add_command(
        app, "check", "Say whether a file is valid, and which amazons can still move");
    add_file(command, told);
    command.footer(program::examples({
        "amazons check examples/duels/middle.txt",
        "amazons check new --json",
    }));
}

void add_valid(CLI::App& app, valid_arguments& told) {
    CLI::App& command = program::add_command(
        app, "valid", "Say whether an amazon of the player to move can go or shoot somewhere");
    add_file(command, told);
    program::add_choice<valid_question>(
        command, "WHAT", told.what,
        {{"move", valid_question::move}, {"shot", valid_question::shot}},
        "move, or shot: from where the amazon stands in the file")
        ->required();
    command.add_option("FROM", told.from, "The cell of the amazon, such as d1")->required();
    command.add_option("TO", told.to, "The cell to reach")->required();
    command.footer("The exit code is 0 if it can and 1 if not.\n\n" +
                   program::examples({
                       "amazons valid new move d1 d7",
                       "amazons valid examples/duels/middle.txt shot g1 g4",
                   }));
}

void add_moves(CLI::App& app, arguments& told) {
    CLI::App& command = program::add_command(app, "moves", "List all legal plays");
    add_file(command, told);
    command.footer("A play is written from-to/arrow.\n\n" +
                   program::examples({
                       "amazons moves examples/duels/endgame.txt",
                       "amazons moves new | wc -l",
                   }));
}

void add_perft(CLI::App& app, perft_arguments& told) {
    CLI::App& command =
        program::add_command(app, "perft", "Count the sequences of so many legal plays");
    add_file(command, told);
    program::add_quantity(command, "DEPTH", "DEPTH", "a whole number", "How many plays",
                          program::parse_count,
                          [&told](std::uint64_t depth) { told.depth = depth; })
        ->required();
    program::add_limits(command, told.limits);
    command.footer(program::examples({
        "amazons perft new 2",
        "amazons perft examples/duels/endgame.txt 3 --json",
    }));
}

void add_level(CLI::App& command, auto take) {
    add_number(command, "--level", "How well the computer plays; 4 if nothing is said",
               amazons::weakest_level, amazons::strongest_level, take);
}

void add_best(CLI::App& app, best_arguments& told) {
    CLI::App& command = program::add_command(app, "best", "Find a good play");
    add_file(command, told);
    thinking& how = told.how;
    add_level(command, [&how](std::uint64_t level) { how.level = static_cast<int>(level); });
    add_time(command, "How long to think", [&how](double seconds) { how.seconds = seconds; });
    add_number(command, "--nodes", "How many simulations, or positions, to look at", 1,
               std::numeric_limits<std::uint64_t>::max(),
               [&how](std::uint64_t nodes) { how.nodes = nodes; });
    add_number(command, "--threads", "How many threads think together", 1, 256,
               [&how](std::uint64_t threads) { how.threads = static_cast<unsigned>(threads); });
    add_number(command, "--seed", "Names the answer, with one thread and no --time", 0,
               std::numeric_limits<std::uint64_t>::max(),
               [&how](std::uint64_t seed) { how.seed = seed; });
    program::add_limits(command, told.limits);
    command.footer(program::examples({
        "amazons best new",
        "amazons best examples/duels/middle.txt --time 500ms --threads 2",
        "amazons best examples/duels/middle.txt --nodes 2000 --json",
    }));
}

void add_solve(CLI::App& app, solve_arguments& told) {
    CLI::App& command = program::add_command(
        app, "solve", "Find out who wins with best play, near the end of a game");
    add_file(command, told);
    program::add_limits(command, told.limits);
    command.footer(
        "The exit code is 0 if the player to move wins, 1 if not, 4 if a limit came first.\n\n" +
        program::examples({
            "amazons solve examples/duels/endgame.txt",
            "amazons solve examples/duels/hopeless.txt --json --limit-time 20s",
        }));
}

void add_match(CLI::App& app, match_arguments& told) {
    CLI::App& command =
        program::add_command(app, "match", "Let two computer players play many games");
    const std::string player = "1 to 5 (a level), greedy, alpha_beta:DEPTH or mcts:SIMULATIONS";
    command.add_option("A", told.first, player)->required();
    command.add_option("B", told.second, "The same")->required();
    add_number(command, "--games", "How many games; each opening is played with both colours", 1,
               1'000'000, [&told](std::uint64_t games) { told.games = static_cast<int>(games); });
    add_number(command, "--opening", "How many random plays open a game", 0, 40,
               [&told](std::uint64_t plays) { told.opening_plays = static_cast<int>(plays); });
    add_number(command, "--seed", "Names the openings", 0,
               std::numeric_limits<std::uint64_t>::max(),
               [&told](std::uint64_t seed) { told.seed = seed; });
    add_time(command, "The most time for a play", [&told](double s) { told.seconds = s; });
    command.add_flag("--json", told.json, "Print one JSON document and nothing else");
    program::add_color(command, told.color);
    program::add_quantity(command, "--limit-time", "TIME", "a time such as 500ms, 2s or 1m",
                          "End the match after this time: 500ms, 2s, 1m", program::parse_seconds,
                          [&told](double s) { told.limit_seconds = s; })
        ->group("Limits");
    command.footer(
        "The interval is where the probability lies that A wins a game. Ctrl-C ends a match with\n"
        "the games that were finished.\n\n" +
        program::examples({
            "amazons match 2 1 --games 10",
            "amazons match mcts:20 greedy --games 2 --json",
        }));
}

void add_show(CLI::App& app, show_arguments& told) {
    CLI::App& command = program::add_command(app, "show", "Draw a position");
    add_file(command, told);
    program::add_pictures(command, told.pictures, {});
    command.footer(program::examples({
        "amazons show examples/duels/middle.txt",
        "amazons show new --png /tmp/amazons.png",
    }));
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

void add_play(CLI::App& app, play_arguments& told) {
    CLI::App& command =
        program::add_command(app, "play", "Play with somebody or against the computer");
    add_seat(command, "white", told.white);
    add_seat(command, "black", told.black);
    add_level(command, [&told](std::uint64_t level) {
        told.white.how.level = told.black.how.level = static_cast<int>(level);
    });
    add_time(command, "How long the computer thinks about a play", [&told](double seconds) {
        told.white.how.seconds = told.black.how.seconds = seconds;
    });
    CLI::Option* const load =
        command.add_option("--load", told.load, "Go on with a saved game")->option_text("FILE");
    command.add_flag("--new", told.fresh, "Begin a new game without asking")->excludes(load);
    command
        .add_option("--save", told.save,
                    "The file that games are saved to; tablero.txt if not said")
        ->option_text("FILE");
    program::add_choice<std::optional<amazons::language>>(
        command, "--lang", told.language,
        {{"es", amazons::language::spanish}, {"en", amazons::language::english}},
        "The language; that of LANG if not said");
    command.add_flag("--plain", told.plain, "Ask in lines, also in a terminal");
    command.add_flag("--strict", told.strict, "Accept only what the format says");
    program::add_color(command, told.color);
    command.footer(
        "In lines, and so in a pipe: the names, n or s for a new or a saved game, and then cell "
        "by\n"
        "cell one's own amazon, where it goes, where its arrow flies. -1 resigns, s saves, u "
        "takes\n"
        "back, ? gives a hint. In a terminal there is a cursor, and the keys stand beside the "
        "board.\n\n" +
        program::examples({
            "amazons play --white human --black computer --level 2",
            "printf 'Ana\\nLuis\\nn\\nd1\\nd7\\ng7\\n-1\\n' | amazons play --lang es",
        }));
}

}  // namespace

int main(int count, char** words) {
    const std::unique_ptr<CLI::App> app = program::make_program(
        "amazons",
        "Queens that shoot arrows: move like one, shoot like one, and whoever cannot do both any "
        "more has lost.");
    app->footer(
        "FILE is a saved game, - the standard input, or new for the start of a game.\n"
        "'amazons COMMAND --help' says more about each.\n\n" +
        program::examples({"amazons play --black computer", "amazons perft new 2"}));
    arguments to_check;
    valid_arguments to_valid;
    arguments to_moves;
    perft_arguments to_perft;
    best_arguments to_best;
    solve_arguments to_solve;
    match_arguments to_match;
    show_arguments to_show;
    play_arguments to_play;
    add_play(*app, to_play);
    add_check(*app, to_check);
    add_valid(*app, to_valid);
    add_moves(*app, to_moves);
    add_perft(*app, to_perft);
    add_best(*app, to_best);
    add_solve(*app, to_solve);
    add_match(*app, to_match);
    add_show(*app, to_show);
    if (const auto code = program::read_command_line(*app, count, words)) return *code;

    program::interruption::listen();
    if (app->got_subcommand("check")) return check(to_check);
    if (app->got_subcommand("valid")) return valid(to_valid);
    if (app->got_subcommand("moves")) return moves(to_moves);
    if (app->got_subcommand("perft")) return perft(to_perft);
    if (app->got_subcommand("best")) return best(to_best);
    if (app->got_subcommand("solve")) return solve(to_solve);
    if (app->got_subcommand("match")) return match(to_match);
    if (app->got_subcommand("show")) return show(to_show);
    return play(to_play);
}
