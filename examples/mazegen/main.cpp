// SPDX-License-Identifier: MIT
// mazegen: grows mazes, and draws, measures, solves and writes them.
#include "arguments.hpp"

#include "../common/command_line.hpp"
#include "../common/interrupt.hpp"

#include <senda/draw/color.hpp>
#include <senda/text/lines.hpp>

#include <memory>
#include <optional>
#include <random>
#include <string>

namespace mazegen = senda::mazegen;

namespace {

CLI::Option* add_fraction(CLI::App& app, const std::string& name, double& into,
                          const std::string& help) {
    const auto parse = [](const std::string& typed) -> std::optional<double> {
        const auto number = senda::parse_decimal(typed);
        if (!number || !(number.value >= 0 && number.value <= 1)) return std::nullopt;
        return number.value;
    };
    return program::add_quantity(app, name, "PART", "a number from 0 to 1", help, parse, into);
}

void add_paint(CLI::App& app, const std::string& name, senda::draw::color& into,
               const std::string& help) {
    const auto parse = [](const std::string& typed) {
        // A shell takes what follows a # for a comment, so that it may be left out.
        const auto paint = senda::draw::parse_hex(typed.starts_with('#') ? typed : '#' + typed);
        return paint && is_opaque(*paint) ? paint : std::nullopt;
    };
    program::add_quantity(app, name, "RRGGBB", "a colour such as 2a76c3", help, parse, into)
        ->group("Pictures");
}

void add_maze(CLI::App& app, arguments& args) {
    constexpr std::uint64_t longest = 2'147'483'645;
    CLI::Option* const rows = program::add_number(app, "--rows", 1, longest, args.rows,
                                                  "Rows of rooms; 20 if not said", "R");
    CLI::Option* const cols = program::add_number(app, "--cols", 1, longest, args.cols,
                                                  "Columns of rooms; 20 if not said", "C");
    program::add_file_option(app, "--mask", args.mask,
                             "Rooms where this text has '.', and none where it has '#';\n"
                             "instead of rows and columns")
        ->excludes(rows)
        ->excludes(cols);
    program::choices<mazegen::algorithm> names;
    for (const mazegen::algorithm_description& a : mazegen::algorithms)
        names.emplace_back(a.name, a.which);
    program::add_choice(app, "--algorithm", args.algorithm, names,
                        "One of those below; wilson if not said")
        ->option_text("NAME");
    program::add_number(app, "--seed", 0, UINT64_MAX, args.seed,
                        "The same seed makes the same maze; if not said, a random\n"
                        "one is drawn and printed",
                        "S");
    add_fraction(app, "--braid", args.braid, "Open so many of the dead ends: 0 none, 1 all");
    add_fraction(app, "--open", args.open, "Open so many of the inner walls");
    program::choices<mazegen::entrance_rule> rules;
    for (const std::string_view rule : mazegen::entrance_rules)
        rules.emplace_back(rule, *mazegen::find_entrance_rule(rule));
    program::add_choice(app, "--entrance", args.entrance, rules,
                        "Where it is entered and left: corners, sides (left and\n"
                        "right), farthest (as far apart as there is) or random")
        ->option_text("RULE");
    program::add_choice<solver>(app, "--solve", args.solve,
                                {{"dfs", solver::dfs},
                                 {"bfs", solver::bfs},
                                 {"dijkstra", solver::dijkstra},
                                 {"astar", solver::astar}},
                                "Find and draw a path from the entrance to the exit");
}

void add_output(CLI::App& app, arguments& args) {
    const auto add_file = [&app](const std::string& name, std::string& into, const char* help) {
        program::add_output_option(app, name, into, help)->group(program::output_group);
    };
    add_file("--svg", args.files.svg, "Write the picture as SVG");
    add_file("--png", args.files.png, "Write the picture as PNG");
    add_file("--maze", args.files.maze, "Write the text that 'maze' reads");
    add_file("--dot", args.files.dot, "Write the graph for Graphviz");
    add_file("--animate", args.files.animation, "Write a page on which the maze is dug");
    add_file("--apng", args.files.apng, "Write the same as a moving picture (animated PNG)");

    senda::draw::room_layout& layout = args.style.layout;
    const auto add_pixels = [&](const std::string& name, std::uint64_t least, int& into,
                                const char* help) {
        program::add_number(app, name, least, 1000, into, help, "PX")->group("Pictures");
    };
    add_pixels("--room", 1, layout.room, "The side of a room; 15");
    add_pixels("--wall", 1, layout.wall, "How thick walls are; 1");
    add_pixels("--margin", 0, layout.margin, "Around all; 10");
    app.add_flag("--distances", args.distances,
                 "Colour the floor by the distance from the entrance")
        ->group("Pictures");
    add_paint(app, "--wall-color", args.style.wall, "The colour of walls");
    add_paint(app, "--floor-color", args.style.floor, "The colour of floors");
    add_paint(app, "--route-color", args.style.route, "The colour of the path");

    constexpr const char* in_text = "In the text of --maze";
    add_fraction(app, "--digits", args.floor.digits, "So much of the floor costs 1 to 9 of life")
        ->group(in_text);
    program::add_number(app, "--treasures", 0, UINT64_MAX, args.floor.treasures,
                        "So many treasures lie on the floor")
        ->group(in_text);
    program::add_number(app, "--life", 1, mazegen::most_life, args.floor.life,
                        "The life at the start; 10", "P")
        ->group(in_text);

    app.add_flag("--stats", args.stats, "Count and measure dead ends, junctions, loops, ...");
    program::add_show(app, args.show);
    program::add_json(app, args.json);
    program::add_color(app, args.color);
    program::add_limits(app, args.limits);
    program::add_progress(app);
}

std::string list_of_algorithms() {
    std::string text = "Algorithms:";
    for (const mazegen::algorithm_description& a : mazegen::algorithms) {
        constexpr std::size_t width = 23;
        text += "\n  " + std::string{a.name};
        text.append(width - std::min(width - 1, a.name.size()), ' ');
        text += a.summary;
    }
    return text;
}

}  // namespace

int main(int argc, char** argv) {
    const std::unique_ptr<CLI::App> app = program::make_program(
        "mazegen", "Grows mazes, and draws, measures, solves and writes them.");
    arguments args;
    // Short enough to be typed again.
    args.seed = std::random_device{}();
    add_maze(*app, args);
    add_output(*app, args);
    app->footer(list_of_algorithms() + "\n\n" +
                program::examples({
                    "mazegen --rows 10 --cols 18 --show",
                    "mazegen --rows 25 --cols 30 --algorithm wilson --seed 7 --braid 0.3 --solve "
                    "bfs --wall 4 --svg /tmp/a.svg --png /tmp/a.png --stats",
                    "mazegen --rows 40 --cols 40 --algorithm recursive_backtracker --animate "
                    "/tmp/dig.html",
                    "mazegen --rows 9 --cols 9 --seed 2 --digits 0.2 --life 99 --maze - | "
                    "maze solve -",
                }));
    if (const auto code = program::read_command_line(*app, argc, argv)) return *code;
    program::interruption::listen();
    program::console out(args.color);
    return program::finished(out, run(args, out));
}
