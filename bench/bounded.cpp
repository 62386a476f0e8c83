// SPDX-License-Identifier: MIT
// Which search for a path within a bound is best where? A* with a weight or
// the first answer of anytime_astar, on the 15-puzzle, on maps of Moving AI and on the roads of
// Luxembourg; then how anytime_astar gets on, beside A*; and beams. Every search solves the same
// instances in turn.
//
// usage: bounded TILES|- ROADS|- [MAP ...]
#include "puzzle15.hpp"

#include <senda/estimates/landmarks.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/formats/moving_ai.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/anytime_astar.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/beam.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

constexpr std::uint64_t most_expanded = 2'000'000;

/// Processor time in seconds, which others on the machine disturb less.
double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// What one way of searching did on all instances.
struct tally {
    double expanded = 0;
    double reopened = 0;
    double seconds = 0;
    double ratio = 0;
    int solved = 0;
    int asked = 0;
    int wrong = 0;

    /// Runs a search; `best` is the least cost and `weight` what it may be exceeded by.
    template <class Search>
    void add(double best, double weight, Search search) {
        const double before = now();
        const auto found = search();
        seconds += now() - before;
        expanded += static_cast<double>(found.statistics.expanded);
        reopened += static_cast<double>(found.statistics.reopened);
        ++asked;
        if (found.path.empty() || found.status == senda::status::expansion_limit) return;
        ++solved;
        const auto cost = static_cast<double>(found.cost);
        ratio += best > 0 ? cost / best : 1;
        if (cost > weight * best * (1 + 1e-9) || cost < best * (1 - 3e-5)) ++wrong;
    }
    void print(const char* what, double weight) const {
        const double count = std::max(1, asked);
        std::printf("| %.1f | %s | %.0f | %.0f | %.0f | %.3f | %d of %d%s |\n", weight, what,
                    expanded / count, reopened / count, 1e6 * seconds / count,
                    ratio / std::max(1, solved), solved, asked, wrong > 0 ? " WRONG" : "");
        std::fflush(stdout);
    }
};

/// All searches on all instances: `each(use)` calls `use(graph, start, goal, h, best)`.
template <class Each>
void compare(const char* what, Each each) {
    std::printf(
        "\n%s\n\n| bound | search | expanded | again | us | cost / least | solved |\n"
        "|---|---|---|---|---|---|---|\n",
        what);
    for (const double weight : {1.1, 1.5, 2.0}) {
        std::array<tally, 2> by;
        each([&](const auto& g, const auto& start, const auto& goal, const auto& h, double best) {
            const senda::options o{.limits = {.expansions = most_expanded}, .weight = weight};
            by[0].add(best, weight, [&] {
                senda::astar_search search{g, start, goal, h, o};
                search.run();
                return search.result();
            });
            by[1].add(best, weight, [&] {
                senda::anytime_astar_search search{
                    g, start, goal, h, {.limits = o.limits, .weight = weight}};
                search.next_answer();
                return search.result();
            });
        });
        by[0].print("astar", weight);
        by[1].print("anytime_astar, first answer", weight);
    }
    // How an anytime search gets on.
    std::array<tally, 8> to;
    each([&](const auto& g, const auto& start, const auto& goal, const auto& h, double best) {
        const senda::limits some{.expansions = 2 * most_expanded};
        const auto until = [&](double last, double shrink) {
            return [&, last, shrink] {
                return senda::anytime_astar(
                    g, start, goal, h, {.limits = some, .last_weight = last, .shrink = shrink});
            };
        };
        const auto first = [&](double weight, const senda::limits& l) {
            senda::anytime_astar_search search{
                g, start, goal, h, {.limits = l, .weight = weight, .shrink = 0}};
            search.next_answer();
            return search.result();
        };
        to[0].add(best, 3, [&] { return first(3, some); });
        to[1].add(best, 1.5, until(1.5, 0.25));
        to[2].add(best, 1.1, until(1.1, 0.25));
        to[3].add(best, 1, until(1, 0.25));
        to[4].add(best, 1, until(1, 0.5));
        to[5].add(best, 1, until(1, 0));
        to[6].add(best, 1, [&] {  // nothing is kept but what the best path costs
            auto last = first(3, some);
            for (const double weight : {1.5, 1.125, 1.0}) {
                auto next = first(weight, {.expansions = some.expansions, .cost = last.cost});
                next.statistics.expanded += last.statistics.expanded;
                next.statistics.reopened += last.statistics.reopened;
                if (next.path.empty()) next.path = std::move(last.path);
                next.cost = std::min(next.cost, last.cost);
                last = std::move(next);
            }
            return last;
        });
        to[7].add(best, 1, [&] {
            senda::astar_search search{g, start, goal, h, {.limits = some}};
            search.run();
            return search.result();
        });
    });
    to[0].print("anytime_astar from weight 3: first answer", 3);
    to[1].print("until proven within 1.5", 1.5);
    to[2].print("until proven within 1.1", 1.1);
    to[3].print("until proven optimal", 1);
    to[4].print("the same, shrink 0.5", 1);
    to[5].print("the same, shrink 0", 1);
    to[6].print("the same, from scratch for each weight", 1);
    to[7].print("astar without a weight", 1);
}

// ---- The 15-puzzle, also where moving a tile costs its number.

struct heavy15 : bench::puzzle15 {
    using cost_type = std::int32_t;

    template <class Emit>
    void successors(std::uint64_t board, Emit&& emit) const {
        puzzle15::successors(board, [&](std::uint64_t next) {
            const std::uint64_t moved = board ^ next;  // the tile, on both squares
            emit(next,
                 static_cast<std::int32_t>((moved >> (std::countr_zero(moved) / 4 * 4)) & 15U));
        });
    }
};

struct heavy_manhattan15 {
    std::int32_t operator()(std::uint64_t board) const {
        std::int32_t sum = 0;
        for (int square = 0; square < 16; ++square) {
            const auto tile = static_cast<int>((board >> (4 * square)) & 15U);
            sum += tile * bench::manhattan15::distance(square, tile);
        }
        return sum;
    }
};

struct board_to_solve {
    std::uint64_t board = 0;
    double moves = 0;
    double weight = 0;  // the least of the costs by numbers; 0 if it took too long to find
};

/// Korf's boards: their goal has the blank first, so they are turned half around.
std::vector<board_to_solve> read_boards(const char* file) {
    std::vector<board_to_solve> all;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::vector<int> numbers;
        for (int n = 0; words >> n;) numbers.push_back(n);
        if (numbers.size() != 18) continue;
        board_to_solve made{.moves = static_cast<double>(numbers.back())};
        for (std::size_t square = 0; square < 16; ++square) {
            const int tile = numbers[square + 1];
            made.board |= static_cast<std::uint64_t>(tile == 0 ? 0 : 16 - tile)
                          << (4 * (15 - square));
        }
        all.push_back(made);
    }
    return all;
}

/// How good the paths of beams are, and what they take, beside searches that keep all nodes.
void compare_beams(const std::vector<board_to_solve>& all) {
    std::printf(
        "\n15-puzzle, Manhattan distance: beams\n\n"
        "| | cost / least | expanded | ms | MB at most |\n|---|---|---|---|---|\n");
    const bench::manhattan15 h;
    const auto row = [&](const char* what, auto search) {
        tally sum;
        std::uint64_t bytes = 0;
        for (const board_to_solve& b : all)
            sum.add(b.moves, 1e9, [&] {
                auto found = search(b.board);
                bytes = std::max(bytes, found.statistics.bytes);
                return found;
            });
        const double count = std::max(1, sum.asked);
        std::printf("| %s | %.2f | %.0f | %.1f | %.1f |\n", what,
                    sum.ratio / std::max(1, sum.solved), sum.expanded / count,
                    1e3 * sum.seconds / count, static_cast<double>(bytes) / 1e6);
        std::fflush(stdout);
    };
    const auto goal = bench::puzzle15::goal;
    row("greedy", [&](auto b) { return senda::greedy(bench::puzzle15{}, b, goal, h); });
    row("astar with weight 2",
        [&](auto b) { return senda::astar(bench::puzzle15{}, b, goal, h, {.weight = 2}); });
    for (const std::uint64_t width : {10U, 100U, 1000U, 10'000U, 100'000U})
        row(("beam, width " + std::to_string(width)).c_str(),
            [&](auto b) { return senda::beam(bench::puzzle15{}, b, goal, h, width); });
    row("beam, width 1, doubling", [&](auto b) {
        const senda::beam_width width{1, senda::beam_growth::doubling};
        return senda::beam(bench::puzzle15{}, b, goal, h, width);
    });
}

void compare_tiles(const char* file) {
    std::vector<board_to_solve> all = read_boards(file);
    compare_beams(all);
    std::sort(all.begin(), all.end(), [](auto& a, auto& b) { return a.moves < b.moves; });
    if (all.size() > 8) all.resize(8);  // those with the fewest moves: A* must end, too
    const bench::manhattan15 h;
    compare("15-puzzle, Manhattan distance", [&](auto use) {
        for (const board_to_solve& b : all)
            use(bench::puzzle15{}, b.board, bench::puzzle15::goal, h, b.moves);
    });
    const heavy_manhattan15 heavy;
    std::vector<board_to_solve> solved;
    for (board_to_solve b : all) {
        const auto found = senda::astar(heavy15{}, b.board, bench::puzzle15::goal, heavy,
                                        {.limits = {.expansions = 5'000'000}});
        b.weight = static_cast<double>(found.cost);
        if (found) solved.push_back(b);
    }
    compare("15-puzzle, moving a tile costs its number", [&](auto use) {
        for (const board_to_solve& b : solved)
            use(heavy15{}, b.board, bench::puzzle15::goal, heavy, b.weight);
    });
}

// ---- Maps.

void compare_on_map(const std::string& name) {
    const auto text = [](const std::string& file) {
        std::ifstream in(file);
        return std::string{std::istreambuf_iterator<char>(in), {}};
    };
    const auto drawn = senda::parse_map(text(name));
    const auto scenarios = senda::parse_scenarios(text(name + ".scen"));
    if (!drawn || !scenarios) return;
    const senda::octile_grid map = senda::to_grid(*drawn);
    const std::size_t every = scenarios->size() / 60 + 1;
    compare(name.substr(name.find_last_of('/') + 1).c_str(), [&](auto use) {
        for (std::size_t i = 0; i < scenarios->size(); i += every) {
            const senda::scenario& s = (*scenarios)[i];
            use(map, s.start, s.goal, senda::octile{s.goal}, s.length * (1 + 1e-5));
        }
    });
}

// ---- Roads.

template <class Value>
std::vector<Value> read_vector(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    std::vector<Value> values;
    for (Value value; file.read(reinterpret_cast<char*>(&value), sizeof value);)
        values.push_back(value);
    return values;
}

void compare_on_roads(const std::string& folder) {
    using id = std::uint32_t;
    const std::string stem = folder + "/luxembourg_";
    const auto first = read_vector<id>(stem + "first_out");
    const auto head = read_vector<id>(stem + "head");
    const auto time = read_vector<id>(stem + "travel_time");
    const auto north = read_vector<float>(stem + "latitude");
    const auto east = read_vector<float>(stem + "longitude");
    const auto from = read_vector<id>(stem + "source_node");
    const auto to = read_vector<id>(stem + "target_node");
    const auto length = read_vector<id>(stem + "query_reference_travel_time_length");
    if (length.empty() || first.empty()) return;

    // Metres through the earth, which is no longer than over it.
    std::vector<std::array<double, 3>> places;
    for (std::size_t n = 0; n < north.size(); ++n) {
        constexpr double degree = 3.14159265358979323846 / 180;
        constexpr double radius = 6'371'000;
        const double a = north[n] * degree;
        const double b = east[n] * degree;
        places.push_back({radius * std::cos(a) * std::cos(b), radius * std::cos(a) * std::sin(b),
                          radius * std::sin(a)});
    }
    const auto apart = [&](id a, id b) {
        double sum = 0;
        for (std::size_t i = 0; i < 3; ++i)
            sum += (places[a][i] - places[b][i]) * (places[a][i] - places[b][i]);
        return std::sqrt(sum);
    };
    std::vector<std::tuple<id, id, id>> edges;
    double fastest = 0;  // metres a millisecond
    for (id n = 0; n + 1 < first.size(); ++n) {
        for (id i = first[n]; i < first[n + 1]; ++i) {
            edges.emplace_back(n, head[i], time[i]);
            if (time[i] > 0) fastest = std::max(fastest, apart(n, head[i]) / time[i]);
        }
    }
    const auto g = senda::csr<id>::from_edges(first.size() - 1, edges);
    if (!g) return;
    const auto on_queries = [&](auto use, auto estimate) {
        for (std::size_t i = 0; i < 200; ++i) {
            if (length[i] >= 2'147'483'647) continue;
            use(*g, from[i], to[i], estimate(to[i]), static_cast<double>(length[i]));
        }
    };
    std::printf("\nfastest road: %.0f km/h\n", fastest * 3600);
    compare("roads by travel time, great-circle distance at the fastest speed", [&](auto use) {
        on_queries(use,
                   [&](id goal) { return [&, goal](id n) { return apart(n, goal) / fastest; }; });
    });
    const senda::landmarks far{*g};
    compare("roads by travel time, 8 landmarks",
            [&](auto use) { on_queries(use, [&](id goal) { return far.to(goal); }); });
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::puts("usage: bounded TILES|- ROADS|- [MAP ...]");
        return 2;
    }
    if (argv[2] != std::string("-")) compare_on_roads(argv[2]);
    for (int i = 3; i < argc; ++i) compare_on_map(argv[i]);
    if (argv[1] != std::string("-")) compare_tiles(argv[1]);
    return 0;
}
