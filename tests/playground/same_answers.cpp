// SPDX-License-Identifier: MIT
// A run of each system that prints all it finds out: compiled for this machine and for WebAssembly,
// it must print the same bytes.
#include "../../examples/playground/frame/bridge.hpp"

#include <amazons/endgame.hpp>
#include <amazons/engine.hpp>
#include <amazons/format.hpp>
#include <amazons/picture.hpp>
#include <amazons/queries.hpp>
#include <maze/format.hpp>
#include <maze/least_life.hpp>
#include <maze/picture.hpp>
#include <maze/report.hpp>
#include <maze/solve.hpp>
#include <mazegen/algorithms.hpp>
#include <mazegen/analysis.hpp>
#include <mazegen/braid.hpp>
#include <mazegen/distances.hpp>
#include <mazegen/entrances.hpp>
#include <mazegen/maze_text.hpp>
#include <mazegen/picture.hpp>
#include <pacman/json_format.hpp>
#include <pacman/moves.hpp>
#include <pacman/picture.hpp>
#include <pacman/report.hpp>
#include <pacman/solve.hpp>
#include <rush_hour/examine.hpp>
#include <rush_hour/generate.hpp>
#include <rush_hour/picture.hpp>
#include <rush_hour/share.hpp>
#include <senda/draw/deflate.hpp>
#include <senda/draw/png.hpp>
#include <senda/draw/svg.hpp>
#include <senda/everything.hpp>
#include <senda/search/bellman_ford.hpp>
#include <senda/text/report.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

extern "C" void playground_lab_search();  // of examples/playground/lab

namespace {

/// Numbers and texts, all of one line.
template <class... Parts>
void print(const Parts&... parts) {
    std::string line;
    const auto add = [&line](const auto& part) {
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(part)>>) {
            line += std::to_string(part);
        } else {
            line += part;
        }
        line += ' ';
    };
    (add(parts), ...);
    line.back() = '\n';
    std::fwrite(line.data(), 1, line.size(), stdout);
}

/// A number with decimals, to the precision that a user may see.
std::string thousandths(double number) { return std::to_string(std::llround(number * 1000)); }

std::string folder;  // of the files that are read

std::string read_file(const char* name) {
    std::string text;
    std::FILE* const file = std::fopen((folder + '/' + name).c_str(), "rb");
    if (file == nullptr) {
        print("cannot read", name);
        return text;
    }
    char buffer[4096];
    for (std::size_t size = 0; (size = std::fread(buffer, 1, sizeof buffer, file)) != 0;)
        text.append(buffer, size);
    std::fclose(file);
    return text;
}

void print_picture(const senda::draw::canvas& picture) {
    const std::string svg = to_svg(picture);
    const std::string png = to_png(picture);
    print("svg", svg.size(), senda::draw::crc32(svg), "png", png.size(), senda::draw::crc32(png));
}

/// Anything below 2^64 as a node: a graph that is not stored, in a hash table.
void run_searches() {
    const auto next = [](std::uint64_t n) { return std::array{2 * n, n + 1, n * n % 1000003}; };
    const auto found = senda::bfs(next, std::uint64_t{3}, std::uint64_t{999983});
    print("bfs", found.cost, found.statistics.expanded);
    for (const std::uint64_t n : found.path) print(n);

    const senda::grid grid{60, 45};
    const senda::cell goal{59, 44};
    const auto by_estimate = senda::astar(grid, senda::cell{0, 0}, goal, senda::manhattan{goal});
    print("astar", by_estimate.cost, by_estimate.statistics.expanded);
    const auto ways = senda::all_shortest(grid, senda::cell{0, 0}, goal);
    print("all_shortest", ways.count()->to_string());
}

/// What a search of the lab says, and all that happens in it.
void print_lab_search(const char* search, int directions, const char* estimate, const char* ties) {
    constexpr int cols = 37;
    constexpr int rows = 23;
    std::string cells;
    for (int i = 0; i < rows * cols; ++i) {
        const bool is_wall = i % cols == 18 ? i / cols != 3 : i * 37 % 101 < 15;
        cells += static_cast<char>(is_wall ? 0 : directions == 8 ? 1 : 1 + i * 7 % 61 % 9);
    }
    cells.front() = cells.back() = 1;
    playground::exchange& e = playground::the_exchange();
    e.wire.clear();
    const auto add = [&e](std::string_view name, const std::string& value) {
        e.wire.append(name).append(1, '\0').append(std::to_string(value.size())).append(1, '\0');
        e.wire.append(value).append(1, '\0');
    };
    add("cells", cells);
    add("cols", std::to_string(cols));
    add("start", "0");
    add("goal", std::to_string(rows * cols - 1));
    add("search", search);
    add("directions", std::to_string(directions));
    add("estimate", estimate);
    add("weight", "1.7");
    add("ties", ties);
    playground_lab_search();
    print("lab", search, directions, estimate, ties, e.answer.text(),
          senda::draw::crc32(e.answer.bytes()));
}

void run_lab() {
    for (const int directions : {4, 8}) {
        for (const char* const search :
             {"bfs", "dfs", "dijkstra", "bidirectional", "iterative_deepening_dfs", "jump_point"})
            print_lab_search(search, directions, "zero", "default");
        for (const char* const estimate : {"zero", "manhattan", "octile", "euclid", "double"})
            for (const char* const search : {"greedy", "astar", "weighted", "bidirectional_astar",
                                             "ida_star", "anytime_astar", "beam"})
                print_lab_search(search, directions, estimate, "default");
        for (const char* const ties : {"shallow", "line"})
            print_lab_search("astar", directions, "octile", ties);
    }
}

void print_maze(const senda::mazegen::maze& m) {
    namespace mazegen = senda::mazegen;
    const auto seen = mazegen::analyse(m);
    print(m.hash(), seen->rooms.dead_ends(), seen->rooms.crossroads(), seen->connection.cycles,
          seen->longest.steps);
    const auto at = mazegen::place_entrances(m, mazegen::entrance_rule::random, 5);
    const senda::manhattan estimate{at->exit};
    const auto depth = senda::dfs(m, at->entrance, at->exit);
    const auto breadth = senda::bfs(m, at->entrance, at->exit);
    const auto cheapest = senda::dijkstra(m, at->entrance, at->exit);
    const auto guided = senda::astar(m, at->entrance, at->exit, estimate);
    print("dfs", depth.path.size(), depth.statistics.expanded, "bfs", breadth.cost,
          breadth.statistics.expanded, "dijkstra", cheapest.cost, cheapest.statistics.expanded,
          "astar", guided.cost, guided.statistics.expanded);
    const auto far = mazegen::distances_from(m, at->entrance);
    print("farthest", far->most(), far->farthest().x, far->farthest().y);
    print_picture(to_picture(m, {}, {.marks = *at, .route = breadth.path, .distances = &*far}));
    const auto text =
        mazegen::to_maze_text(m, *at, {.digits = 0.3, .treasures = 9, .life = 50, .seed = 11});
    print("text", senda::draw::crc32(*text));
}

void run_mazes() {
    namespace mazegen = senda::mazegen;
    for (const mazegen::algorithm_description& a : mazegen::algorithms) {
        print("maze", a.name);
        auto made = mazegen::generate(a.name, 30, 41, 2026);
        print_maze(*made);
        print("braid", *mazegen::braid(*made, 0.4, 7));
        print_maze(*made);
    }
}

void run_runner(const char* name) {
    namespace maze = senda::maze;
    const std::string text = read_file(name);
    const senda::parsed<maze::board> read = maze::parse(text);
    print("runner", name);
    for (const senda::diagnostic& d : read.errors()) print(senda::describe(d, name, text));
    if (!read) return;
    const maze::answer a = maze::solve(*read, {.count = true, .routes = 3});
    print(maze::headline(a), a.lower_bound, a.statistics.expanded, a.statistics.labels);
    if (a.count) print("count", a.count->to_string());
    if (const auto least = maze::least_life(*read)) print("least", *least);
    for (const maze::route& r : a.routes) {
        std::string json;
        maze::append_json(json, *read, r.cells);
        print(r.life, json);
    }
    if (a.optimal) print_picture(to_picture(*read, a.optimal->cells));
}

void run_pacman(const char* name) {
    namespace pacman = senda::pacman;
    const std::string text = read_file(name);
    const auto map = pacman::parse(text);
    print("pacman", name);
    if (!map) return print(senda::describe(map.error(), name, text));
    print(pacman::to_text(*map), pacman::to_json(*map));
    for (const auto goal : {pacman::goal_kind::shortest, pacman::goal_kind::richest}) {
        const pacman::answer a = pacman::solve(*map, goal);
        print(pacman::headline(a), a.lower_bound, a.upper_bound.value_or(-1), a.optimal,
              a.statistics.expanded);
        if (!a.best) continue;
        print(pacman::to_text(a.best->moves), a.best->left);
        print_picture(to_picture(*map, a.best->moves));
    }
}

void print_park(const senda::rush_hour::board& b) {
    namespace rush_hour = senda::rush_hour;
    print(to_text(b), rush_hour::share_code(b));
    for (const auto metric : {rush_hour::metric::slide, rush_hour::metric::step}) {
        const rush_hour::findings all =
            rush_hour::examine(b, {.count = metric}, rush_hour::depth::analysed);
        print(to_string(all.found.outcome), to_string(all.found.solution), all.moves.value_or(0),
              all.steps.value_or(0), all.found.statistics.expanded);
        if (all.rated)
            print(thousandths(all.rated->score), to_string(all.rated->rated),
                  thousandths(all.rated->moved_percent), thousandths(all.rated->symmetry_percent));
        if (all.component)
            print(all.component->states, all.component->goals,
                  all.component->deepest_moves.value_or(0),
                  all.component->deepest_steps.value_or(0),
                  all.component->optimal_count.to_string());
    }
    print_picture(to_picture(b));
}

void run_rush_hour(const char* name) {
    const std::string text = read_file(name);
    const auto board = senda::rush_hour::parse(text);
    print("rush_hour", name);
    if (!board) return print(senda::describe(board.error(), name, text));
    print_park(*board);
}

void run_park_generator() {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        print("rush_hour generated", seed);
        if (const auto made = senda::rush_hour::generate({.moves = 12, .seed = seed, .walls = 1}))
            print_park(*made);
    }
}

void print_choice(const senda::amazons::chosen& found) {
    print(found.best ? to_string(*found.best) : "no play", found.score,
          thousandths(found.win_probability), found.depth, found.nodes);
    for (const senda::amazons::play& p : found.principal_variation) print(to_string(p));
}

void run_amazons(const char* name) {
    namespace amazons = senda::amazons;
    const std::string text = read_file(name);
    const auto read = amazons::parse_board(text);
    print("amazons", name);
    for (const senda::diagnostic& d : read.errors()) print(senda::describe(d, name, text));
    if (!read) return;
    print(to_text(*read), read->count_moves());
    for (int level = amazons::weakest_level; level < amazons::strongest_level; ++level)
        print_choice(amazons::engine(level).choose(*read));
    const auto end = amazons::solve_endgame(*read, {.most_contested = 40});
    print("endgame", end.outcome ? static_cast<int>(*end.outcome) : -1, end.nodes,
          end.best ? to_string(*end.best) : "no play");
    print_picture(to_picture(*read));
}

/// A game of the engine against itself, in which each answer depends on all before.
void run_duel() {
    namespace amazons = senda::amazons;
    amazons::board b;
    print("duel", amazons::perft(b, 2));
    amazons::engine white(3);
    amazons::engine black(2);
    while (b.has_play()) {
        const bool is_white = b.to_move() == amazons::player::white;
        const amazons::chosen found = (is_white ? white : black).choose(b);
        print(to_string(*found.best), found.score);
        b.make(*found.best);
    }
    print(to_text(b));
}

/// A search on a small graph: what it finds, and how often it looks.
template <class Result>
void print_found(const char* name, const Result& found) {
    print(name, to_string(found.status), found.statistics.expanded, found.statistics.generated);
    if (!found) return;
    print("cost", found.cost);
    for (const auto& node : found.path) print(node);
}

/// What the page asks of a graph that is drawn: all searches, every cheapest path and the best few.
void run_drawn_graph(senda::edge_kind kind, int saving) {
    senda::adjacency<std::uint32_t, int> g{kind};
    for (std::uint32_t n = 0; n < 40; ++n)
        for (const std::uint32_t step : {1U, 3U, 7U})
            g.add_edge(n, (n * step + step) % 41, static_cast<int>(n * step % 5 + 1) - saving);
    const auto estimate = [](std::uint32_t n) { return n == 33 ? 0 : 1; };
    print("drawn graph", g.node_count(), g.edge_count());
    print_found("bfs", senda::bfs(g, 0, 33));
    print_found("dfs", senda::dfs(g, 0, 33));
    print_found("dijkstra", senda::dijkstra(g, 0, 33));
    print_found("greedy", senda::greedy(g, 0, 33, estimate));
    print_found("astar", senda::astar(g, 0, 33, estimate));
    print_found("bidirectional", senda::bidirectional(g, 0, 33));
    auto ford = senda::bellman_ford(g, 0);
    print_found("bellman_ford", ford.result_to(33));
    for (const std::uint32_t n : ford.cycle()) print("cycle", n);
    if (const auto all = senda::all_shortest(g, 0, 33)) {
        print("all_shortest", all.cost, all.count()->to_string());
        for (const auto& path : all.routes())
            for (const std::uint32_t n : path) print(n);
    }
    const auto best = senda::k_shortest(g, 0, 33, 12);
    print("k_shortest", to_string(best.status));
    for (const auto& route : best.routes) {
        print(route.cost);
        for (const std::uint32_t n : route.path) print(n);
    }
}

}  // namespace

int main(int count, char** words) {
    if (count != 2) {
        std::fputs("usage: same_answers EXAMPLES\n", stderr);
        return 2;
    }
    folder = words[1];
    run_searches();
    run_lab();
    run_mazes();
    for (const char* const name :
         {"mazes/corridor.txt", "mazes/crossroads.txt", "mazes/detour.txt", "mazes/garden.txt",
          "mazes/caves.txt", "mazes/starved.txt", "mazes/trade_off.txt", "mazes/twice.txt",
          "mazes/walled_off.txt", "maps/first.txt"})
        run_runner(name);
    for (const char* const name :
         {"maps/first.txt", "maps/first.json", "maps/fork.json", "maps/spiral.json",
          "maps/orchard.txt", "maps/locked.txt", "maps/last_breath.txt", "maps/minefield.txt",
          "maps/mirage.json", "parks/morning.txt"})
        run_pacman(name);
    for (const char* const name : {"parks/morning.txt", "parks/evening.txt", "parks/gridlock.txt",
                                   "parks/pillars.txt", "parks/boxed_in.txt", "maps/home.txt"})
        run_rush_hour(name);
    run_park_generator();
    for (const char* const name : {"duels/middle.txt", "duels/endgame.txt", "duels/counting.txt",
                                   "duels/hopeless.txt", "parks/morning.txt"})
        run_amazons(name);
    run_duel();
    run_drawn_graph(senda::edge_kind::directed, 0);
    run_drawn_graph(senda::edge_kind::undirected, 0);
    run_drawn_graph(senda::edge_kind::directed, 2);
    return 0;
}
