// SPDX-License-Identifier: MIT
// How much faster are searches with 1, 2, 4, 8 and 16 threads? A table in Markdown: milliseconds on
// the wall, the best of some rounds that are taken in turn, and how many times as fast as one.
//
// usage: threads [ROUNDS] [PART OF A NAME]
#include "implicit_grid.hpp"
#include "inputs.hpp"
#include "sliding15.hpp"
#include "stored_graphs.hpp"

#include <senda/graph/csr.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/hash.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/ida_star.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace bench;

constexpr std::array<unsigned, 5> numbers_of_threads{1, 2, 4, 8, 16};

int rounds = 3;
std::string chosen;

/// `search(threads)` returns what must be the same for any number of them.
template <class Search>
void measure(const std::string& name, const Search& search) {
    std::array<double, numbers_of_threads.size()> best;
    best.fill(std::numeric_limits<double>::infinity());
    std::uint64_t answer = 0;
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < best.size(); ++i) {
            const double begin = senda::now_in_seconds();
            const std::uint64_t found = search(numbers_of_threads[i]);
            best[i] = std::min(best[i], senda::now_in_seconds() - begin);
            if (round == 0 && i == 0) answer = found;
            if (found != answer) {
                std::printf("%s: a wrong answer with %u threads\n", name.c_str(),
                            numbers_of_threads[i]);
                std::exit(1);
            }
        }
    }
    std::printf("| %s |", name.c_str());
    for (const double seconds : best)
        std::printf(" %.1f ms, %.2f |", 1000 * seconds, best[0] / seconds);
    std::printf("\n");
    std::fflush(stdout);
}

bool is_chosen(const std::string& name) { return name.find(chosen) != std::string::npos; }

void hashed_bfs(int depth) {
    const std::string name = "`bfs`, 15-puzzle to depth " + std::to_string(depth);
    if (!is_chosen(name)) return;
    const auto nothing = [](std::uint64_t) { return false; };
    measure(name, [&](unsigned threads) {
        const auto seen = senda::bfs(puzzle15{}, puzzle15::goal, nothing,
                                     senda::options{.limits = {.cost = depth}, .threads = threads});
        return static_cast<std::uint64_t>(seen.lower_bound);
    });
}

void hashed_astar() {
    const std::string name = "`astar`, four 15-puzzles";
    if (!is_chosen(name)) return;
    const manhattan15 h;
    measure(name, [&](unsigned threads) {
        std::uint64_t moves = 0;
        for (const instance15& i : instances15) {
            const auto found = senda::astar(puzzle15{}, shuffled15(i.seed), puzzle15::goal, h,
                                            senda::options{.threads = threads});
            moves = moves * 100 + found.path.size();
        }
        return moves;
    });
}

/// The puzzle with states that are not compared as bytes, and costs that are not whole.
struct fractional15 {
    using cost_type = double;
    using node_type = board15;

    template <class Emit>
    static void successors(const board15& b, Emit&& emit) {
        for (int action = 0; action < sliding15::action_count(); ++action) {
            if (!sliding15::allows(b, action)) continue;
            board15 next = b;
            sliding15::apply(next, action);
            emit(next, 0.5);
        }
    }
    static std::uint64_t hash(const board15& b) { return senda::hash_value(b.tiles); }
};

void structs_astar() {
    const std::string name = "`astar`, four 15-puzzles, structs, costs of type `double`";
    if (!is_chosen(name)) return;
    const auto is_solved = [](const board15& b) { return b.estimate == 0; };
    const auto half = [](const board15& b) { return 0.5 * b.estimate; };
    measure(name, [&](unsigned threads) {
        std::uint64_t moves = 0;
        for (const instance15& i : instances15) {
            const auto found = senda::astar(fractional15{}, board15{shuffled15(i.seed)}, is_solved,
                                            half, senda::options{.threads = threads});
            moves = moves * 100 + found.path.size();
        }
        return moves;
    });
}

void ida_star() {
    const std::string name = "`ida_star`, four 15-puzzles";
    if (!is_chosen(name)) return;
    const auto is_solved = [](const board15& b) { return b.estimate == 0; };
    measure(name, [&](unsigned threads) {
        std::uint64_t moves = 0;
        for (const instance15& i : instances15) {
            const auto found = senda::ida_star(sliding15{}, board15{shuffled15(i.seed)}, is_solved,
                                               kept_estimate{}, senda::options{.threads = threads});
            moves = moves * 100 + found.path.size();
        }
        return moves;
    });
}

/// Between opposite corners, on `grid` and on the struct that a user wrote.
void maps(map_kind kind, std::uint32_t side) {
    const std::string where = std::string{to_string(kind)} + " " + std::to_string(side);
    const std::string on_grid = "`bfs` on `grid`, " + where;
    const std::string numbered = "`bfs`, numbered cells, " + where;
    const std::string by_costs = "`dijkstra`, numbered cells, " + where;
    if (!is_chosen(on_grid) && !is_chosen(numbered) && !is_chosen(by_costs)) return;
    const grid_map map = make_map(kind, side);
    const auto length = static_cast<int>(side);
    if (is_chosen(on_grid)) {
        const senda::grid g(length, length, [&](senda::cell c) {
            return map.open[map.at(static_cast<std::uint32_t>(c.x),
                                   static_cast<std::uint32_t>(c.y))] != 0;
        });
        measure(on_grid, [&](unsigned threads) {
            const auto found = senda::bfs(g, senda::cell{1, 1}, {length - 2, length - 2},
                                          senda::options{.threads = threads});
            return found.path.size();
        });
    }
    const implicit_grid g(map);
    if (is_chosen(numbered)) {
        measure(numbered, [&](unsigned threads) {
            return senda::bfs(g, map.start(), map.goal(), senda::options{.threads = threads})
                .path.size();
        });
    }
    if (is_chosen(by_costs)) {
        measure(by_costs, [&](unsigned threads) {
            return senda::dijkstra(g, map.start(), map.goal(), senda::options{.threads = threads})
                .path.size();
        });
    }
}

/// A cube of places with six neighbours, as wide as maps are not; a fraction of a cost, or all.
template <class C>
struct cube {
    struct node_type {
        std::int16_t x, y, z;
        friend bool operator==(node_type, node_type) = default;
    };
    using cost_type = C;
    static constexpr std::int16_t side = 160;
    static constexpr node_type last{side - 1, side - 1, side - 1};
    static constexpr C unit = static_cast<C>(std::is_integral_v<C> ? 1.0 : 0.37);

    explicit cube(std::uint64_t dearest) : dearest_(dearest) {}

    [[nodiscard]] static std::size_t index(node_type n) {
        return static_cast<std::size_t>((n.z * side + n.y) * side + n.x);
    }
    [[nodiscard]] static std::size_t index_bound() { return std::size_t{side} * side * side; }
    template <class Emit>
    void successors(node_type n, Emit&& emit) const {
        const auto go = [&](int x, int y, int z) {
            const node_type to{static_cast<std::int16_t>(x), static_cast<std::int16_t>(y),
                               static_cast<std::int16_t>(z)};
            emit(to, unit * static_cast<C>(1 + senda::hash_value(index(to)) % dearest_));
        };
        if (n.x > 0) go(n.x - 1, n.y, n.z);
        if (n.x + 1 < side) go(n.x + 1, n.y, n.z);
        if (n.y > 0) go(n.x, n.y - 1, n.z);
        if (n.y + 1 < side) go(n.x, n.y + 1, n.z);
        if (n.z > 0) go(n.x, n.y, n.z - 1);
        if (n.z + 1 < side) go(n.x, n.y, n.z + 1);
    }
    static C left(node_type n) {
        return unit * static_cast<C>(last.x - n.x + last.y - n.y + last.z - n.z);
    }

private:
    std::uint64_t dearest_;
};

template <class C>
void cubes(const std::string& costs, std::uint64_t dearest) {
    const std::string by_costs = "`dijkstra`, numbered places of a cube, " + costs;
    const std::string guided = "`astar`, numbered places of a cube, " + costs;
    const cube<C> g(dearest);
    const typename cube<C>::node_type first{0, 0, 0};
    if (is_chosen(by_costs)) {
        measure(by_costs, [&](unsigned threads) {
            return static_cast<std::uint64_t>(
                1000 *
                senda::dijkstra(g, first, cube<C>::last, senda::options{.threads = threads}).cost);
        });
    }
    if (is_chosen(guided)) {
        measure(guided, [&](unsigned threads) {
            return static_cast<std::uint64_t>(1000 *
                                              senda::astar(g, first, cube<C>::last, cube<C>::left,
                                                           senda::options{.threads = threads})
                                                  .cost);
        });
    }
}

/// From one node to all.
void stored(graph_kind kind, unsigned scale) {
    const std::string where =
        std::string{to_string(kind)} + ", 2^" + std::to_string(scale) + " nodes";
    const std::string by_steps = "`bfs` on `csr`, " + where;
    const std::string by_costs = "`dijkstra` on `csr`, " + where;
    if (!is_chosen(by_steps) && !is_chosen(by_costs)) return;
    const auto edges = edges_of(kind, scale);
    constexpr std::uint32_t sources = 8;
    if (is_chosen(by_steps)) {
        const auto made = senda::csr<>::from_undirected_edges(std::size_t{1} << scale, edges);
        measure(by_steps, [&](unsigned threads) {
            std::uint64_t reached = 0;
            for (std::uint32_t i = 0; i < sources; ++i) {
                senda::bfs_search search(*made, edges[i * 99'991][0], senda::no_goal{},
                                         senda::options{.threads = threads});
                search.run();
                reached += search.reached();
            }
            return reached;
        });
    }
    if (is_chosen(by_costs)) {
        splitmix64 random{2};
        std::vector<senda::csr<int>::edge_type> weighted;
        for (const auto& [a, b] : edges)
            weighted.push_back({a, b, static_cast<int>(1 + random.below(255))});
        const auto made = senda::csr<int>::from_undirected_edges(std::size_t{1} << scale, weighted);
        measure(by_costs, [&](unsigned threads) {
            senda::dijkstra_search search(*made, edges[0][0], senda::no_goal{},
                                          senda::options{.threads = threads});
            search.run();
            return search.statistics().expanded;
        });
    }
}

}  // namespace

int main(int count, char** words) {
    if (count > 1) rounds = std::max(1, std::atoi(words[1]));
    if (count > 2) chosen = words[2];
    std::printf("%u processors\n\n| search |", std::thread::hardware_concurrency());
    for (const unsigned threads : numbers_of_threads) std::printf(" %u |", threads);
    std::printf("\n|---|---|---|---|---|---|\n");
    hashed_bfs(22);
    hashed_bfs(25);
    hashed_astar();
    structs_astar();
    ida_star();
    for (const map_kind kind : {map_kind::braid10, map_kind::open25})
        for (const std::uint32_t side : {4001U, 10001U}) maps(kind, side);
    cubes<int>("whole costs up to 9", 9);
    cubes<int>("whole costs up to 200", 200);
    cubes<double>("fractions", 200);
    stored(graph_kind::kronecker, 20);
    stored(graph_kind::uniform, 20);
}
