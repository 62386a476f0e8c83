// SPDX-License-Identifier: MIT
// rush_hour: solves, rates, makes, shares, shows and plays car parks out of which a red car must
// get.
#include "commands.hpp"

#include "../common/command_line.hpp"

#include <rush_hour/census.hpp>
#include <rush_hour/generate.hpp>
#include <senda/text/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace rush_hour = senda::rush_hour;

namespace {

CLI::Option* add_board(CLI::App& command, board_arguments& args) {
    CLI::Option* const board = command.add_option(
        "BOARD", args.board,
        "36 characters, rows with / between, a share code, or a file; - is the\nstandard input");
    program::add_strict(command, args.strict);
    program::add_color(command, args.color);
    return board;
}

void add_solve(CLI::App& command, solve_arguments& args) {
    CLI::Option* const board = add_board(command, args);
    program::add_json(command, args.json);
    program::add_choice<rush_hour::metric>(
        command, "--metric", args.question.count,
        {{"slide", rush_hour::metric::slide}, {"step", rush_hour::metric::step}},
        "What is counted: slides by any number of cells, or cells");
    program::add_choice<rush_hour::engine>(command, "--engine", args.question.how,
                                           {{"fast", rush_hour::engine::fast},
                                            {"bfs", rush_hour::engine::bfs},
                                            {"astar", rush_hour::engine::astar}},
                                           "fast, or a search of the library on the same graph");
    command.add_flag("--analyse,--analyze", args.analyse,
                     "Count all positions that can be reached, and all optimal solutions");
    program::add_show(command, args.show);
    CLI::Option* const batch =
        command
            .add_option("--batch", args.batch,
                        "Answer one board a line of a file; - is the standard input")
            ->option_text("FILE");
    program::add_threads(command, args.threads,
                         "How many threads work on it; if not said, all cores on a batch and\n"
                         "one on a board");
    program::add_limits(command, args.question.limits);
    program::add_progress(command);
    program::add_pictures(command, args.pictures, "Write a page that plays the solution");
    command.callback([&args, board, batch] {
        if (board->count() == 0 && batch->count() == 0)
            throw CLI::RequiredError("BOARD or --batch");
        if (board->count() > 0 && batch->count() > 0)
            throw CLI::ValidationError("--batch", "takes the place of BOARD");
        const program::picture_files& files = args.pictures;
        if (args.show && (args.json || batch->count() > 0))
            throw CLI::ValidationError(
                "--show", args.json ? "has no effect with --json" : "has no effect with --batch");
        if (batch->count() > 0 &&
            !(files.svg.empty() && files.png.empty() && files.html.empty() && files.apng.empty()))
            throw CLI::ValidationError("--batch", "makes no pictures");
    });
    program::add_examples(
        command,
        {"rush_hour solve oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo",
         "rush_hour solve examples/parks/tow_away.txt --analyse --json",
         "rush_hour solve examples/parks/tow_away.txt --metric step --html /tmp/tow_away.html",
         "cat examples/parks/*.txt | tr -d '\\n' | fold -w 36 | rush_hour solve --batch -"});
}

void add_rate(CLI::App& command, rate_arguments& args) {
    add_board(command, args)->required();
    program::add_json(command, args.json);
    program::add_threads(command, args.threads, "How many threads work on it; 1 if not said");
    program::add_limits(command, args.question.limits);
    program::add_progress(command);
    program::add_examples(command, {"rush_hour rate oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo",
                                    "rush_hour rate examples/parks/tow_away.txt --json"});
}

/// Scores as LOW..HIGH; one of them may be missing.
std::optional<rush_hour::score_range> parse_scores(const std::string& typed) {
    const std::size_t dots = typed.find("..");
    if (dots == std::string::npos) return std::nullopt;
    rush_hour::score_range range;
    const auto read = [](const std::string& text, double& into) {
        if (text.empty()) return true;
        const auto number = senda::parse_decimal(text);
        into = number.value;
        return static_cast<bool>(number);
    };
    const bool good = typed.size() > 2 && read(typed.substr(0, dots), range.least) &&
                      read(typed.substr(dots + 2), range.most) && range.least <= range.most;
    return good ? std::optional{range} : std::nullopt;
}

void add_generate(CLI::App& command, generate_arguments& args) {
    program::add_number(command, "--moves", 0, std::numeric_limits<std::uint32_t>::max(),
                        args.moves,
                        "The moves of a shortest solution; if nothing says how hard the\n"
                        "boards are, 8 to 24 are drawn and said");
    using rush_hour::level;
    CLI::Option* const rated =
        program::add_choice<std::optional<level>>(command, "--level", args.level,
                                                  {{"beginner", level::beginner},
                                                   {"intermediate", level::intermediate},
                                                   {"advanced", level::advanced},
                                                   {"expert", level::expert}},
                                                  "Only boards of this level");
    CLI::Option* const score = program::add_quantity(
        command, "--score", "LOW..HIGH", "a range of scores such as 40..60, 40.. or ..60",
        "Only boards with such a score", parse_scores, args.score);
    CLI::Option* const minimal =
        command.add_flag("--minimal", args.minimal,
                         "Only boards on which no vehicle can be left out without saving a move");
    program::add_number(command, "--seed", 0, std::numeric_limits<std::uint64_t>::max(), args.seed,
                        "The same seed makes the same boards; if not said, a random\n"
                        "one is drawn and said");
    program::add_number(command, "--walls", 0, rush_hour::most_generated_walls, args.walls,
                        "Cells that nothing can stand on");
    program::add_number(command, "--count", 1, 1'000'000, args.count, "How many boards");
    CLI::Option* const hardest = command.add_flag(
        "--hardest", args.hardest,
        "Look for the hardest boards until a limit or Ctrl-C; --count of each number of moves, "
        "from --moves on");
    program::add_threads(command, args.threads,
                         "How many threads work on it; all cores if not said");
    program::add_json(command, args.json);
    program::add_color(command, args.color);
    program::add_limits(command, args.limits);
    program::add_progress(command);
    command.callback([rated, score, minimal, hardest] {
        const bool chosen = rated->count() > 0 || score->count() > 0;
        if (hardest->count() > 0 && (chosen || minimal->count() > 0))
            throw CLI::ValidationError("--hardest",
                                       "goes with none of --level, --score, --minimal");
    });
    program::add_examples(
        command,
        {"rush_hour generate", "rush_hour generate --moves 12 --seed 7",
         "rush_hour generate --moves 20 --seed 1 --walls 1 --count 3 --json",
         "rush_hour generate --level expert --minimal --seed 4",
         "rush_hour generate --score 40..60 --seed 1 --count 3",
         "rush_hour generate --hardest --seed 1 --limit-time 2s",
         "rush_hour generate --moves 15 --seed 3 | awk '{print $2}' | xargs rush_hour show"});
}

void add_census(CLI::App& command, census_arguments& args) {
    program::add_number(command, "--walls", 0, rush_hour::most_census_walls, args.walls,
                        "Count boards with up to so many walls");
    command
        .add_option("--checkpoint", args.checkpoint,
                    "Go on from this file if it is there, and keep it up to date")
        ->option_text("FILE");
    program::add_threads(command, args.threads, "How many shards at a time; all cores if not said");
    program::add_json(command, args.json);
    program::add_color(command, args.color);
    program::add_limits(command, args.limits);
    program::add_progress(command);
    program::add_examples(
        command,
        {"rush_hour census --limit-time 2s | head -n 5",
         "rush_hour census --walls 2 --limit-time 1s --checkpoint /tmp/census.txt | head -n 5"},
        "Counts the boards that are the hardest of all that slides can turn them into, and on\n"
        "which no vehicle or wall can be left out without saving a move. All of it takes hours of\n"
        "processor time: with --checkpoint it can be stopped, and goes on another time.");
}

void add_share(CLI::App& command, board_arguments& args) {
    add_board(command, args)->required();
    program::add_json(command, args.json);
    program::add_examples(
        command,
        {"rush_hour share oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo",
         "rush_hour share examples/parks/tow_away.txt | head -n 1 | xargs rush_hour show"},
        "A code has 10 characters, 16 with walls, and tells where vehicles stand, not their\n"
        "letters: a board that was read from one has A for the red car and then B, C, ... as one\n"
        "reads.");
}

void add_show(CLI::App& command, show_arguments& args) {
    add_board(command, args)->required();
    program::add_json(command, args.json);
    program::add_pictures(command, args.pictures, {});
    program::add_examples(command,
                          {"rush_hour show oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo",
                           "rush_hour show examples/parks/other_sizes/upstairs.txt",
                           "rush_hour show examples/parks/tow_away.txt --svg /tmp/tow_away.svg"});
}

void add_verify(CLI::App& command, verify_arguments& args) {
    add_board(command, args)->required();
    command
        .add_option("MOVES", args.moves,
                    "Moves such as 'C-3 O+3 A+1', where + is right or down; - is the standard "
                    "input")
        ->required();
    program::add_json(command, args.json);
    program::add_show(command, args.show, "Print the last board even if nobody seems to look");
    command.callback([&args] {
        if (args.show && args.json)
            throw CLI::ValidationError("--show", "has no effect with --json");
    });
    program::add_examples(
        command, {"rush_hour verify examples/parks/morning.txt 'B-1 E-1 F-1 A+2 H-2 J-3 C+3 A+1'",
                  "rush_hour solve X4j1fK9pSz | grep solution | cut -c 15- | rush_hour verify "
                  "X4j1fK9pSz -"});
}

void add_play(CLI::App& command, board_arguments& args) {
    add_board(command, args)->required();
    program::add_examples(
        command,
        {"rush_hour play examples/parks/tow_away.txt",
         "echo B-1 E-1 F-1 A+2 | rush_hour play oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo"},
        "Keys: a letter or Tab selects a vehicle, arrows slide it; u takes a move back, y makes "
        "it\n"
        "again, r starts again; ? gives a hint, n makes the next move of a solution, b takes it\n"
        "back; q ends. A capital selects the vehicle even if its letter is a key.\n"
        "From a pipe it reads moves such as C-3 O+3 and prints what came of them.");
}

}  // namespace

int main(int argc, char** argv) {
    program::command_set commands(
        "rush_hour",
        "Vehicles in a car park of 6 x 6 cells slide along their lines until the red car can leave "
        "on the right of the third row.",
        {"rush_hour solve oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo",
         "rush_hour generate --moves 12 --seed 7"},
        "BOARD is 36 characters, a share code, or a file; a file of that name comes first. Boards "
        "of\n"
        "other sizes, or with other exits, have / between their rows and a mark at the exit, as "
        "in\n"
        "'oBBo/AAoC>/oooC'.\n");
    commands.add("solve", "Find a solution with the fewest moves", add_solve, solve);
    commands.add("rate", "Say how hard a board is for people", add_rate, rate);
    commands.add("generate", "Make boards with so many moves, or as hard as you like", add_generate,
                 generate);
    commands.add("census", "Count all boards that are hardest of their kind and need every vehicle",
                 add_census, take_census);
    commands.add("share", "Print the share code of a board, and the board of it", add_share, share);
    commands.add("show", "Draw a board", add_show, show);
    commands.add("verify", "Make moves by the rules, and say whether they solve the board",
                 add_verify, verify);
    commands.add("play", "Get the red car out yourself", add_play, play);
    return commands.run(argc, argv);
}
