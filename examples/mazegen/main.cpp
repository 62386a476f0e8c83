// SPDX-License-Identifier: MIT
// mazegen: grows mazes, and draws, measures, solves and writes them.
#include "arguments.hpp"
#include "run.hpp"

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

/// Adds an option whose value is a whole number within bounds.
template <class Integer>
CLI::Option* add_number(CLI::App& app, const std::string& name, const std::string& shown,
                        std::uint64_t least, std::uint64_t most, Integer& into,
                        const std::string& help) {
    const auto parse = [least, most](const std::string& typed) {
        const std::optional<std::uint64_t> number = program::parse_count(typed);
        return number && *number >= least && *number <= most ? number : std::nullopt;
    };
    return program::add_quantity(
        app, name, shown,
        "a whole number from " + std::to_string(least) + " to " + std::to_string(most), help, parse,
        [&into](std::uint64_t number) { into = static_cast<Integer>(number); });
}

CLI::Option* add_fraction(CLI::App& app, const std::string& name, double& into,
                          const std::string& help) {
    const auto parse = [](const std::string& typed) -> std::optional<double> {
        const auto number = senda::parse_decimal(typed);
        if (!number || !(number.value >= 0 && number.value <= 1)) return std::nullopt;
        return number.value;
    };
    return program::add_quantity(app, name, "PART", "a number from 0 to 1", help, parse,
                                 [&into](double part) { into = part; });
}

void add_paint(CLI::App& app, const std::string& name, senda::draw::color& into,
               const std::string& help) {
    const auto parse = [](const std::string& typed) {
        // A shell takes what follows a # for a comment, so that it may be left out.
        const auto paint = senda::draw::parse_hex(typed.starts_with('#') ? typed : '#' + typed);
        return paint && is_opaque(*paint) ? paint : std::nullopt;
    };
    program::add_quantity(app, name, "RRGGBB", "a colour such as 2a76c3", help, parse,
                          [&into](senda::draw::color paint) { into = paint; })
        ->group("Pictures");
}

void add_maze(CLI::App& app, arguments& told) {
    constexpr std::uint64_t longest = 2'147'483'645;
    CLI::Option* const rows =
        add_number(app, "--rows", "R", 1, longest, told.rows, "Rows of rooms; 20 if not said");
    CLI::Option* const cols =
        add_number(app, "--cols", "C", 1, longest, told.cols, "Columns of rooms; 20 if not said");
    app.add_option("--mask", told.mask,
                   "Rooms where this text has '.', and none where it has '#';\n"
                   "instead of rows and columns")
        ->option_text("FILE")
        ->excludes(rows)
        ->excludes(cols);
    program::choices<mazegen::algorithm> names;
    for (const mazegen::algorithm_description& a : mazegen::algorithms)
        names.emplace_back(a.name, a.which);
    program::add_choice(app, "--algorithm", told.algorithm, names,
                        "One of those below; wilson if not said")
        ->option_text("NAME");
    add_number(app, "--seed", "S", 0, UINT64_MAX, told.seed,
               "The same seed makes the same maze; if not said, a random\n"
               "one is drawn and printed");
    add_fraction(app, "--braid", told.braid, "Open so many of the dead ends: 0 none, 1 all");
    add_fraction(app, "--open", told.open, "Open so many of the inner walls");
    program::choices<mazegen::entrance_rule> rules;
    for (const std::string_view rule : mazegen::entrance_rules)
        rules.emplace_back(rule, *mazegen::find_entrance_rule(rule));
    program::add_choice(app, "--entrance", told.entrance, rules,
                        "Where it is entered and left: corners, sides (left and\n"
                        "right), farthest (as far apart as there is) or random")
        ->option_text("RULE");
    program::add_choice<solver>(app, "--solve", told.solve,
                                {{"dfs", solver::dfs},
                                 {"bfs", solver::bfs},
                                 {"dijkstra", solver::dijkstra},
                                 {"astar", solver::astar}},
                                "Find and draw a way from the entrance to the exit");
}

void add_output(CLI::App& app, arguments& told) {
    const auto add_file = [&app](const std::string& name, std::string& into, const char* help) {
        app.add_option(name, into, help)->option_text("FILE")->group("Files (- is the output)");
    };
    add_file("--svg", told.files.svg, "Write the picture as SVG");
    add_file("--png", told.files.png, "Write the picture as PNG");
    add_file("--maze", told.files.maze, "Write the text that 'maze' reads");
    add_file("--dot", told.files.dot, "Write the graph for Graphviz");
    add_file("--animate", told.files.animation, "Write a page on which the maze is dug");

    const auto in_pictures = [](CLI::Option* option) { option->group("Pictures"); };
    senda::draw::room_layout& layout = told.style.layout;
    in_pictures(add_number(app, "--room", "PX", 1, 1000, layout.room, "The side of a room; 15"));
    in_pictures(add_number(app, "--wall", "PX", 1, 1000, layout.wall, "How thick walls are; 1"));
    in_pictures(add_number(app, "--margin", "PX", 0, 1000, layout.margin, "Around all; 10"));
    app.add_flag("--distances", told.distances, "Colour the floor by the way from the entrance")
        ->group("Pictures");
    add_paint(app, "--wall-color", told.style.wall, "The colour of walls");
    add_paint(app, "--floor-color", told.style.floor, "The colour of floors");
    add_paint(app, "--route-color", told.style.route, "The colour of the way");

    const auto in_text = [](CLI::Option* option) { option->group("In the text of --maze"); };
    in_text(add_fraction(app, "--digits", told.floor.digits,
                         "So much of the floor costs 1 to 9 of life"));
    in_text(add_number(app, "--treasures", "N", 0, UINT64_MAX, told.floor.treasures,
                       "So many treasures lie on the floor"));
    in_text(add_number(app, "--life", "P", 1, mazegen::most_life, told.floor.life,
                       "The life at the start; 10"));

    app.add_flag("--stats", told.stats, "Count and measure dead ends, junctions, loops, ...");
    app.add_flag("--show", told.show, "Print the picture even if nobody seems to look");
    app.add_flag("--json", told.json, "Print one JSON document and nothing else");
    program::add_color(app, told.color);
    program::add_limits(app, told.limits);
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

int main(int count, char** words) {
    const std::unique_ptr<CLI::App> app = program::make_program(
        "mazegen", "Grows mazes, and draws, measures, solves and writes them.");
    arguments told;
    // Short enough to be typed again.
    told.seed = std::random_device{}();
    add_maze(*app, told);
    add_output(*app, told);
    app->footer(list_of_algorithms() + "\n\n" +
                program::examples({
                    "mazegen --rows 10 --cols 18 --show",
                    "mazegen --rows 25 --cols 30 --algorithm wilson --seed 7 --braid 0.3 --solve "
                    "bfs --wall 4 --svg /tmp/a.svg --png /tmp/a.png --stats",
                    "mazegen --rows 40 --cols 40 --algorithm recursive_backtracker --animate "
                    "/tmp/dig.html",
                    "mazegen --rows 9 --cols 9 --digits 0.2 --treasures 4 --life 20 --maze - | "
                    "maze solve -",
                }));
    if (const auto code = program::read_command_line(*app, count, words)) return *code;
    program::interruption::listen();
    return run(told);
}
