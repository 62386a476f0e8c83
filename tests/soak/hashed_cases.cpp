// SPDX-License-Identifier: MIT
// Searches of graphs whose nodes are found by their hash.
#include "lattices.hpp"
#include "memory_case.hpp"

#include <senda/search/all_shortest.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/ida_star.hpp>
#include <senda/search/k_shortest.hpp>
#include <senda/search/reachable.hpp>

#include <array>
#include <utility>

namespace soak {

namespace {

/// Points in a row without end: every path is as long as it can be.
struct row_of_points {
    template <class Emit>
    void successors(std::uint64_t n, Emit&& emit) const {
        emit(n + 1);
    }
};

/// The same with so large states that a path alone takes more memory than there is.
struct page {
    static constexpr int last = 1'000'000;

    int number = 0;
    std::array<int, 2047> text = {};

    friend bool operator==(const page& a, const page& b) { return a.number == b.number; }
};

struct row_of_pages {
    template <class Emit>
    void successors(const page& p, Emit&& emit) const {
        emit(page{p.number + 1});
    }
    std::uint64_t hash(const page& p) const { return static_cast<std::uint64_t>(p.number); }
};

template <class State>
told bfs_of_counters(std::uint64_t bytes, ready begin) {
    begin();
    const counter_space<State> g;
    return tell(senda::bfs(g, State{}, g.goal(), within(bytes)), g.far);
}

template <class State>
told dfs_of_counters(std::uint64_t bytes, ready begin) {
    begin();
    const counter_space<State> g;
    return tell(senda::dfs(g, State{}, stepped(State{}, 1, -9), within(bytes)), 9);
}

template <class State>
told dijkstra_of_counters(std::uint64_t bytes, ready begin) {
    begin();
    const counter_space<State> g;
    return tell(senda::dijkstra(g, State{}, g.goal(), within(bytes)), g.far);
}

template <class State>
told bidirectional_of_counters(std::uint64_t bytes, ready begin) {
    begin();
    const counter_space<State> g;
    return tell(senda::bidirectional(g, State{}, g.goal(), within(bytes)), g.far);
}

template <class Cost, int Base, int Spread>
told weighted_dijkstra(std::uint64_t bytes, ready begin) {
    begin();
    const weighted_space<Cost> g{Base, Spread};
    return tell(senda::dijkstra(g, middle, far_point, within(bytes)), g.far_point_cost(Base));
}

template <class Cost, int Base, int Spread>
told weighted_astar(std::uint64_t bytes, ready begin) {
    begin();
    const weighted_space<Cost> g{Base, Spread};
    return tell(senda::astar(g, middle, far_point, half_the_way{}, within(bytes)),
                g.far_point_cost(Base));
}

template <class Result>
told tell_of_many(const Result& r) {
    return {r.status, 0, 0, r.statistics.bytes};
}

}  // namespace

std::vector<memory_case> searches_by_hash() {
    return {
        {"bfs, a row",
         [](std::uint64_t bytes, ready begin) {
             begin();
             return tell(senda::bfs(row_of_points{}, std::uint64_t{0}, std::uint64_t{1} << 40,
                                    within(bytes)),
                         0x1p40);
         }},
        {"bfs, large states", bfs_of_counters<counters>},
        {"bfs, states with memory of their own", bfs_of_counters<listed>},
        {"bfs, words",
         [](std::uint64_t bytes, ready begin) {
             begin();
             return tell(
                 senda::bfs(word_space{}, word_space::start(), word_space::goal(), within(bytes)),
                 8 * 13);
         }},
        {"dfs, small states",
         [](std::uint64_t bytes, ready begin) {
             begin();
             return tell(
                 senda::dfs(space{}, middle, at(1 << 20, 1 << 20, (1 << 20) - 1), within(bytes)),
                 1);
         }},
        {"dfs, large states", dfs_of_counters<counters>},
        {"dfs, states with memory of their own", dfs_of_counters<listed>},
        {"dijkstra, large states", dijkstra_of_counters<counters>},
        {"dijkstra, states with memory of their own", dijkstra_of_counters<listed>},
        {"dijkstra, large whole numbers", weighted_dijkstra<std::int64_t, 1000, 9000>},
        {"dijkstra, huge whole numbers", weighted_dijkstra<std::int64_t, 1'000'000, 9'000'000>},
        {"dijkstra, fractions", weighted_dijkstra<double, 1, 9>},
        {"astar, whole numbers", weighted_astar<int, 1, 9>},
        {"astar, large whole numbers", weighted_astar<std::int64_t, 1000, 9000>},
        {"astar, fractions", weighted_astar<double, 1, 9>},
        {"greedy",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const auto away = [](point p) { return -half_the_way{}(p) + 1'000'000; };
             return tell(senda::greedy(space{}, middle, far_point, away, within(bytes)), 0);
         }},
        {"ida_star, huge states",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const auto h = [](const page& p) { return page::last - p.number; };
             return tell(
                 senda::ida_star(row_of_pages{}, page{}, page{page::last}, h, within(bytes)),
                 page::last);
         }},
        {"bidirectional, small states",
         [](std::uint64_t bytes, ready begin) {
             begin();
             return tell(senda::bidirectional(space{}, middle, far_point, within(bytes)),
                         far_point_steps);
         }},
        {"bidirectional, whole numbers",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const weighted_space<int> g;
             return tell(senda::bidirectional(g, middle, far_point, within(bytes)),
                         g.far_point_cost(1));
         }},
        {"bidirectional, large states", bidirectional_of_counters<counters>},
        {"all_shortest, small states",
         [](std::uint64_t bytes, ready begin) {
             begin();
             return tell(senda::all_shortest(space{}, middle, far_point, within(bytes)),
                         far_point_steps);
         }},
        {"all_shortest, large states",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const counter_space<counters> g;
             return tell(senda::all_shortest(g, counters{}, g.goal(), within(bytes)), g.far);
         }},
        {"k_shortest, small states",
         [](std::uint64_t bytes, ready begin) {
             begin();
             return tell_of_many(senda::k_shortest(space{}, middle, far_point, 5, within(bytes)));
         }},
        {"k_shortest, many long routes",
         [](std::uint64_t bytes, ready begin) {
             begin();
             // A ladder of 300 rungs: each route is long, and there are more than can be kept.
             const auto ladder = [](int n) {
                 const bool last = n >= 600;
                 return std::array<std::pair<int, int>, 2>{
                     {{last ? n : n + 2, 1}, {last ? n : (n ^ 1) + 2, 2}}};
             };
             return tell_of_many(senda::k_shortest(ladder, 0, 600, 10'000'000, within(bytes)));
         }},
        {"reachable, small states",
         [](std::uint64_t bytes, ready begin) {
             begin();
             return tell_of_many(senda::reachable(space{}, middle, within(bytes)));
         }},
        {"reachable, large states",
         [](std::uint64_t bytes, ready begin) {
             begin();
             return tell_of_many(
                 senda::reachable(counter_space<counters>{}, counters{}, within(bytes)));
         }},
        {"reachable, states with memory of their own",
         [](std::uint64_t bytes, ready begin) {
             begin();
             return tell_of_many(
                 senda::reachable(counter_space<listed>{}, listed{}, within(bytes)));
         }},
    };
}

}  // namespace soak
