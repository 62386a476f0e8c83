// SPDX-License-Identifier: MIT
// mazegen: grows mazes, and draws, measures, solves and writes them.
#include "arguments.hpp"

#include "../common/command_line.hpp"
#include "../common/interrupt.hpp"

#include <mazegen/maze_text.hpp>
#include <mazegen/paper.hpp>
#include <mazegen/priced_maze.hpp>
#include <senda/draw/color.hpp>
#include <senda/text/diagnostic.hpp>

#include <initializer_list>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace mazegen = senda::mazegen;

namespace {

template <class Fraction>
CLI::Option* add_fraction(CLI::App& app, const std::string& name, Fraction& into,
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

/// Gives each option of a list that excludes another.
void exclude(CLI::App& app, const std::string& name, std::initializer_list<const char*> others) {
    for (const char* const other : others) app.get_option(name)->excludes(app.get_option(other));
}

void add_maze(CLI::App& app, arguments& args) {
    constexpr std::uint64_t longest = 2'147'483'645;
    program::add_number(app, "--rows", 1, longest, args.rows, "Rows of rooms; 20 if not said", "R");
    program::add_number(app, "--cols", 1, longest, args.cols, "Columns of rooms; 20 if not said",
                        "C");
    program::add_choice<room_shape>(app, "--rooms", args.rooms,
                                    {{"square", room_shape::square},
                                     {"hexagonal", room_shape::hexagonal},
                                     {"polar", room_shape::polar}},
                                    "The shape of the rooms: square, hexagonal, or polar, in\n"
                                    "rings around a centre; square if not said")
        ->option_text("SHAPE");
    program::add_number(app, "--rings", 1, 25'000, args.rings,
                        "Rings of polar rooms, the centre included; 12 if not said", "N");
    program::add_file_option(app, "--mask", args.mask,
                             "Rooms where this text has '.', and none where it has '#';\n"
                             "instead of rows and columns");
    exclude(app, "--mask", {"--rows", "--cols"});
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
    program::add_file_option(app, "--read", args.read,
                             "Take the maze of a MAZE file instead of making one: its\n"
                             "rooms, or its cells if it is not made of rooms");
    exclude(app, "--read", {"--rows", "--cols", "--mask", "--algorithm", "--braid", "--open"});
    program::add_strict(app, args.strict);
    program::choices<std::optional<mazegen::entrance_rule>> rules;
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
                                 {"astar", solver::astar},
                                 {"all", solver::all}},
                                "Find and draw a path from the entrance to the exit; all\n"
                                "compares the four");
    program::add_threads(app, args.threads,
                         "How many threads, one a processor at most, a search may use\n"
                         "that knows how to share; 1 if not said");
    program::add_number(app, "--weights", 1, mazegen::priced_maze::most_weight, args.weights,
                        "Passages weigh 1 to this, at random: dijkstra and astar find\n"
                        "the cheapest path, not the shortest",
                        "MAX");
    app.add_flag("--diagonal", args.diagonal,
                 "Diagonal steps too, where no corner is in the way: they\n"
                 "cost 14, straight ones 10");
    exclude(app, "--diagonal", {"--weights"});
}

void add_floor(CLI::App& app, floor_arguments& floor) {
    constexpr const char* group = "In the text of --maze";
    add_fraction(app, "--digits", floor.digits, "So much of the floor costs 1 to 9 of life")
        ->group(group);
    program::add_number(app, "--treasures", 0, UINT64_MAX, floor.treasures,
                        "So many treasures lie on the floor")
        ->group(group);
    program::add_number(app, "--life", 1, mazegen::most_life, floor.life,
                        "The life at the start; 10", "P")
        ->group(group);
    app.add_flag("--winnable", floor.winnable,
                 "Choose the life so that the maze can be won, with proof;\n"
                 "and what lies on the floor, where that is not said")
        ->group(group);
    program::add_number(app, "--slack", 0, mazegen::most_life, floor.slack,
                        "So much life beyond the least that wins; 0", "K")
        ->group(group);
    app.add_flag("--rate", floor.rate, "Say whether it can be won, and how hard it is")
        ->group(group);
    exclude(app, "--winnable", {"--life"});
    exclude(app, "--read", {"--digits", "--treasures"});
}

/// What is wrong with an option that has no effect in this call, if there is one.
std::optional<std::string> without_effect(const CLI::App& app, const arguments& args) {
    const auto is_given = [&app](const char* name) { return app.get_option(name)->count() > 0; };
    const bool is_drawn = is_given("--svg") || is_given("--png");
    const bool is_shown = !args.json && args.rooms == room_shape::square &&
                          (args.show || program::console::output_is_terminal());
    const bool has_colors = is_drawn || is_shown || is_given("--graph");
    const bool has_text = is_given("--maze") || args.floor.rate;
    const bool draws_by_chance = args.read.empty() ||
                                 args.entrance == mazegen::entrance_rule::sides ||
                                 args.entrance == mazegen::entrance_rule::random;
    struct rule {
        const char* name;
        bool has_effect;
        const char* needed;
    };
    const bool is_square = args.rooms == room_shape::square;
    for (const char* const name :
         {"--mask", "--read", "--braid", "--open", "--weights", "--diagonal", "--maze", "--dot",
          "--graph", "--matrix", "--animate", "--apng", "--show-costs", "--show", "--rate"})
        if (is_given(name) && !is_square)
            return std::string{name} + " has no effect here: it needs --rooms square";
    const rule rules[] = {
        {"--rows", args.rooms != room_shape::polar, "--rooms square or hexagonal"},
        {"--cols", args.rooms != room_shape::polar, "--rooms square or hexagonal"},
        {"--rings", args.rooms == room_shape::polar, "--rooms polar"},
        {"--room", is_drawn, "--svg or --png"},
        {"--wall", is_drawn, "--svg or --png"},
        {"--margin", is_drawn, "--svg or --png"},
        {"--wall-color", has_colors, "--svg, --png, --graph or --show"},
        {"--floor-color", has_colors, "--svg, --png, --graph or --show"},
        {"--threads", args.solve != solver::none, "--solve"},
        {"--route-color", args.solve != solver::none, "--solve"},
        {"--route-color", has_colors, "--svg, --png, --graph or --show"},
        {"--distances", is_drawn || is_shown, "--svg, --png or --show"},
        {"--show-costs", args.solve != solver::none, "--solve"},
        {"--show-costs", is_drawn, "--svg or --png"},
        {"--distances", !args.show_costs, "a picture without --show-costs"},
        {"--paper", is_given("--svg") || is_given("--graph"), "--svg or --graph"},
        {"--weights",
         args.solve != solver::none || is_given("--graph") || is_given("--matrix") ||
             is_given("--dot"),
         "--solve, --graph, --matrix or --dot"},
        {"--diagonal", args.solve != solver::none || is_given("--graph") || is_given("--matrix"),
         "--solve, --graph or --matrix"},
        {"--digits", has_text, "--maze or --rate"},
        {"--treasures", has_text, "--maze or --rate"},
        {"--life", has_text, "--maze or --rate"},
        {"--winnable", has_text, "--maze or --rate"},
        {"--slack", args.floor.winnable, "--winnable"},
        {"--strict", !args.read.empty(), "--read"},
        {"--seed", draws_by_chance, "something drawn by chance"},
        {"--limit-expansions", args.solve != solver::none || args.floor.winnable || args.floor.rate,
         "--solve, --winnable or --rate"},
    };
    for (const rule& r : rules)
        if (is_given(r.name) && !r.has_effect)
            return std::string{r.name} + " has no effect here: it needs " + r.needed;
    if (args.show && args.json) return "--show has no effect here: --json prints no picture";
    return std::nullopt;
}

void add_output(CLI::App& app, arguments& args) {
    const auto add_file = [&app](const std::string& name, std::string& into, const char* help) {
        program::add_output_option(app, name, into, help)->group(program::output_group);
    };
    add_file("--svg", args.files.svg, "Write the picture as SVG");
    add_file("--png", args.files.png, "Write the picture as PNG");
    add_file("--maze", args.files.maze, "Write the text that 'maze' reads");
    add_file("--dot", args.files.dot, "Write the graph for Graphviz");
    add_file("--graph", args.files.graph, "Draw it as a graph with numbered nodes: SVG, or PNG");
    add_file("--matrix", args.files.matrix, "Write the adjacency matrix of these nodes");
    add_file("--animate", args.files.animation, "Write a page on which it is dug and solved");
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
    app.add_flag("--show-costs", args.show_costs, "Write F, G and H of the search into each room")
        ->group("Pictures");
    program::choices<std::optional<senda::draw::paper>> papers;
    for (const senda::draw::paper& p : senda::draw::papers) papers.emplace_back(p.name, p);
    program::add_choice(app, "--paper", args.paper, papers,
                        "The SVG in millimetres, as large as fits on a sheet:\n"
                        "a3, a4, a5, letter or legal")
        ->option_text("SIZE")
        ->group("Pictures");
    add_paint(app, "--wall-color", args.style.wall, "The colour of walls");
    add_paint(app, "--floor-color", args.style.floor, "The colour of floors");
    add_paint(app, "--route-color", args.style.route, "The colour of the path");

    add_floor(app, args.floor);

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
    const std::string examples = program::examples({
        "mazegen --rows 10 --cols 18 --show",
        "mazegen --rows 25 --cols 30 --algorithm wilson --seed 7 --braid 0.3 --solve bfs --wall 4 "
        "--svg /tmp/a.svg --png /tmp/a.png --stats",
        "mazegen --rows 40 --cols 40 --algorithm recursive_backtracker --animate /tmp/dig.html",
        "mazegen --rows 9 --cols 9 --winnable --slack 3 --maze - | maze solve -",
        "mazegen --rooms polar --rings 10 --solve bfs --svg /tmp/round.svg",
        "mazegen --read examples/mazes/garden.txt --solve astar --stats --rate",
    });
    app->footer(list_of_algorithms() + "\n\n" + examples);
    if (argc < 2) {
        program::console out;
        out.print(app->get_description() + "\nUsage: mazegen [OPTIONS]\n\n" + examples +
                  "\n\n'mazegen --help' says all.\n");
        return program::finished(out, program::answered);
    }
    if (const auto code = program::read_command_line(*app, argc, argv)) return *code;
    program::console out(args.color);
    if (const auto fault = without_effect(*app, args)) {
        out.error(*fault + "\nTry 'mazegen --help'.");
        return program::wrong_usage;
    }
    // Three numbers need room.
    if (args.show_costs && app->get_option("--room")->count() == 0) args.style.layout.room = 54;
    if (args.show_costs && app->get_option("--wall")->count() == 0) args.style.layout.wall = 3;
    program::interruption::listen();
    return program::finished(out, run(args, out));
}
