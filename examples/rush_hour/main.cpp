// SPDX-License-Identifier: MIT
// rush_hour: solves, rates, makes, shares, shows and plays car parks out of which a red car must
// get.
#include "commands.hpp"

#include "../common/command_line.hpp"
#include "../common/interrupt.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace rush_hour = senda::rush_hour;

namespace {

void add_json(CLI::App& command, arguments& told) {
    command.add_flag("--json", told.json, "Print one JSON document and nothing else");
}

CLI::Option* add_board(CLI::App& command, board_arguments& told) {
    CLI::Option* const board = command.add_option(
        "BOARD", told.board, "36 characters, a share code, or a file; - is the standard input");
    command.add_flag("--strict", told.strict, "Accept only what the format says");
    program::add_color(command, told.color);
    return board;
}

CLI::Option* add_number(CLI::App& command, const std::string& name, const std::string& help,
                        std::uint64_t least, std::uint64_t most, auto& into) {
    return program::add_quantity(
        command, name, "N",
        "a whole number from " + std::to_string(least) + " to " + std::to_string(most), help,
        [least, most](const std::string& typed) {
            const auto number = program::parse_count(typed);
            return number && *number >= least && *number <= most ? number : std::nullopt;
        },
        [&into](std::uint64_t number) {
            into = static_cast<std::remove_cvref_t<decltype(into)>>(number);
        });
}

void add_solve(CLI::App& app, solve_arguments& told) {
    CLI::App& command = program::add_command(app, "solve", "Find a solution with the fewest moves");
    CLI::Option* const board = add_board(command, told);
    add_json(command, told);
    program::add_choice<rush_hour::metric>(
        command, "--metric", told.asked.count,
        {{"slide", rush_hour::metric::slide}, {"step", rush_hour::metric::step}},
        "What is counted: slides by any number of cells, or cells");
    program::add_choice<rush_hour::engine>(command, "--engine", told.asked.how,
                                           {{"fast", rush_hour::engine::fast},
                                            {"bfs", rush_hour::engine::bfs},
                                            {"astar", rush_hour::engine::astar}},
                                           "fast, or a search of the library on the same graph");
    command.add_flag("--analyse,--analyze", told.analyse,
                     "Count all positions that can be reached, and all optimal solutions");
    command.add_flag("--show", told.show, "Print the picture even if nobody seems to look");
    CLI::Option* const batch =
        command
            .add_option("--batch", told.batch,
                        "Answer one board a line of a file; - is the standard input")
            ->option_text("FILE");
    add_number(command, "--threads", "How many boards of a batch at a time; all cores if not said",
               1, 1024, told.threads)
        ->needs(batch);
    program::add_limits(command, told.asked.limits);
    program::add_pictures(command, told.pictures, "Write a page that plays the solution");
    command.callback([&told, board, batch] {
        if (board->count() == 0 && batch->count() == 0)
            throw CLI::RequiredError("BOARD or --batch");
        if (board->count() > 0 && batch->count() > 0)
            throw CLI::ValidationError("--batch", "takes the place of BOARD");
        const program::picture_files& files = told.pictures;
        if (batch->count() > 0 && !(files.svg.empty() && files.png.empty() && files.html.empty()))
            throw CLI::ValidationError("--batch", "makes no pictures");
    });
    command.footer(program::examples({
        "rush_hour solve oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo",
        "rush_hour solve examples/parks/tow_away.txt --analyse --json",
        "rush_hour solve examples/parks/tow_away.txt --metric step --html /tmp/tow_away.html",
        "cat examples/parks/*.txt | tr -d '\\n' | fold -w 36 | rush_hour solve --batch -",
    }));
}

void add_rate(CLI::App& app, rate_arguments& told) {
    CLI::App& command = program::add_command(app, "rate", "Say how hard a board is for people");
    add_board(command, told)->required();
    add_json(command, told);
    program::add_limits(command, told.asked.limits);
    command.footer(program::examples({
        "rush_hour rate oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo",
        "rush_hour rate examples/parks/tow_away.txt --json",
    }));
}

void add_generate(CLI::App& app, generate_arguments& told) {
    CLI::App& command = program::add_command(
        app, "generate", "Make boards whose shortest solutions have exactly so many moves");
    add_number(command, "--moves", "The moves of a shortest solution", 0, 1000, told.moves)
        ->required();
    program::add_quantity(command, "--seed", "S", "a whole number",
                          "The same seed makes the same boards", program::parse_count,
                          [&told](std::uint64_t seed) { told.seed = seed; })
        ->required();
    add_number(command, "--walls", "Cells that nothing can stand on", 0, 36, told.walls);
    add_number(command, "--count", "How many boards", 1, 1'000'000, told.count);
    add_json(command, told);
    program::add_color(command, told.color);
    program::add_limits(command, told.limits);
    command.footer(program::examples({
        "rush_hour generate --moves 12 --seed 7",
        "rush_hour generate --moves 20 --seed 1 --walls 1 --count 3 --json",
        "rush_hour generate --moves 15 --seed 3 | awk '{print $2}' | xargs rush_hour show",
    }));
}

void add_share(CLI::App& app, board_arguments& told) {
    CLI::App& command =
        program::add_command(app, "share", "Print the share code of a board, and the board of it");
    add_board(command, told)->required();
    add_json(command, told);
    command.footer(
        "A code has 10 characters, 16 with walls, and tells where vehicles stand, not their\n"
        "letters: a board that was read from one has A for the red car and then B, C, ... as one\n"
        "reads.\n\n" +
        program::examples({
            "rush_hour share oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo",
            "rush_hour share examples/parks/tow_away.txt | head -n 1 | xargs rush_hour show",
        }));
}

void add_show(CLI::App& app, show_arguments& told) {
    CLI::App& command = program::add_command(app, "show", "Draw a board");
    add_board(command, told)->required();
    add_json(command, told);
    program::add_pictures(command, told.pictures, {});
    command.footer(program::examples({
        "rush_hour show oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo",
        "rush_hour show examples/parks/tow_away.txt --svg /tmp/tow_away.svg",
    }));
}

void add_verify(CLI::App& app, verify_arguments& told) {
    CLI::App& command = program::add_command(
        app, "verify", "Make moves by the rules, and say whether they solve the board");
    add_board(command, told)->required();
    command
        .add_option("MOVES", told.moves,
                    "Moves such as 'C-3 O+3 A+1', where + is right or down; - is the standard "
                    "input")
        ->required();
    add_json(command, told);
    command.add_flag("--show", told.show, "Print the last board even if nobody seems to look");
    command.footer(program::examples({
        "rush_hour verify oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo 'C-2 O+1'",
    }));
}

void add_play(CLI::App& app, board_arguments& told) {
    CLI::App& command = program::add_command(app, "play", "Get the red car out yourself");
    add_board(command, told)->required();
    command.footer(
        "Keys: a letter or Tab selects a vehicle, arrows slide it; u takes a move back, y makes "
        "it\n"
        "again, r starts again; ? gives a hint, n makes the next move of a solution, b takes it\n"
        "back; q ends. A capital selects the vehicle even if its letter is a key.\n"
        "From a pipe it reads moves such as C-3 O+3 and prints what came of them.\n\n" +
        program::examples({
            "rush_hour play examples/parks/tow_away.txt",
            "echo D+2 P-1 | rush_hour play oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo",
        }));
}

}  // namespace

int main(int count, char** words) {
    const std::unique_ptr<CLI::App> app = program::make_program(
        "rush_hour",
        "Vehicles in a car park of 6 x 6 cells slide along their lines until the red car can leave "
        "on the right of the third row.");
    app->footer(
        "BOARD is 36 characters, a share code, or a file; a file of that name comes first.\n"
        "'rush_hour COMMAND --help' says more about each.\n\n" +
        program::examples({"rush_hour solve oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo",
                           "rush_hour generate --moves 12 --seed 7"}));
    solve_arguments to_solve;
    rate_arguments to_rate;
    generate_arguments to_generate;
    board_arguments to_share;
    show_arguments to_show;
    verify_arguments to_verify;
    board_arguments to_play;
    add_solve(*app, to_solve);
    add_rate(*app, to_rate);
    add_generate(*app, to_generate);
    add_share(*app, to_share);
    add_show(*app, to_show);
    add_verify(*app, to_verify);
    add_play(*app, to_play);
    if (const auto code = program::read_command_line(*app, count, words)) return *code;

    program::interruption::listen();
    to_solve.asked.stop = program::interruption::flag();
    to_rate.asked.stop = program::interruption::flag();
    if (app->got_subcommand("solve")) return solve(to_solve);
    if (app->got_subcommand("rate")) return rate(to_rate);
    if (app->got_subcommand("generate")) return generate(to_generate);
    if (app->got_subcommand("share")) return share(to_share);
    if (app->got_subcommand("show")) return show(to_show);
    if (app->got_subcommand("verify")) return verify(to_verify);
    return play(to_play);
}
