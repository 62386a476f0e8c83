// SPDX-License-Identifier: MIT
// Searches of graphs that number their nodes.
#include "memory_case.hpp"

#include <senda/search/all_shortest.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/components.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/k_shortest.hpp>
#include <senda/search/reachable.hpp>

#include <cmath>

namespace soak {

namespace {

/// A square of numbered places, left and right, up and down.
struct square {
    std::uint32_t side;

    explicit square(std::uint64_t places)
        : side(static_cast<std::uint32_t>(std::sqrt(static_cast<double>(places)))) {}

    template <class Emit>
    void successors(std::uint32_t n, Emit&& emit) const {
        const std::uint32_t x = n % side;
        if (x + 1 < side) emit(n + 1);
        if (x > 0) emit(n - 1);
        if (n + side < side * side) emit(n + side);
        if (n >= side) emit(n - side);
    }
    template <class Emit>
    void predecessors(std::uint32_t n, Emit&& emit) const {
        successors(n, emit);
    }
    [[nodiscard]] std::uint32_t index(std::uint32_t n) const { return n; }
    [[nodiscard]] std::uint32_t index_bound() const { return side * side; }
    [[nodiscard]] std::uint32_t last() const { return side * side - 1; }
    [[nodiscard]] double far() const { return 2.0 * (side - 1); }
};

struct nothing_known {
    int operator()(std::uint32_t) const { return 0; }
};

// By bits, and a list.
constexpr std::uint64_t places_by_bits(std::uint64_t bytes) { return bytes; }
// By an array of four bytes each, which fits, and a list, which does not.
constexpr std::uint64_t places_by_number(std::uint64_t bytes) { return bytes / 6; }

template <class Result>
told tell_of_many(const Result& r) {
    return {r.status, 0, 0, r.statistics.bytes};
}

}  // namespace

std::vector<memory_case> searches_by_index() {
    return {
        {"bfs, by number",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const square g(places_by_bits(bytes));
             return tell(senda::bfs(g, 0U, g.last(), within(bytes)), g.far());
         }},
        {"dfs, by number",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const square g(places_by_bits(bytes));
             return tell(senda::dfs(g, 0U, g.last(), within(bytes)), g.far());
         }},
        {"dijkstra, by number",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const square g(places_by_number(bytes));
             // The engine: the call needs two bytes a place, and would find the way.
             senda::dijkstra_search search(g, 0U, g.last(), within(bytes));
             search.run();
             return tell(search.result(), g.far());
         }},
        {"dijkstra, no room for the numbers",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const square g(3 * bytes);
             return tell(senda::dijkstra(g, 0U, g.last(), within(bytes)), g.far());
         }},
        {"astar, by number",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const square g(places_by_number(bytes));
             return tell(senda::astar(g, 0U, g.last(), nothing_known{}, within(bytes)), g.far());
         }},
        {"greedy, by number",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const square g(places_by_number(bytes));
             return tell(senda::greedy(g, 0U, g.last(), nothing_known{}, within(bytes)), g.far());
         }},
        {"bidirectional, by number",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const square g(places_by_number(bytes) / 2);
             return tell(senda::bidirectional(g, 0U, g.last(), within(bytes)), g.far());
         }},
        {"all_shortest, by number",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const square g(places_by_number(bytes));
             return tell(senda::all_shortest(g, 0U, g.last(), within(bytes)), g.far());
         }},
        {"all_shortest, no room for the answer",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const square g(bytes / 56);  // every place is on a route
             return tell(senda::all_shortest(g, 0U, g.last(), within(bytes)), g.far());
         }},
        {"k_shortest, by number",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const square g(places_by_number(bytes));
             return tell_of_many(senda::k_shortest(g, 0U, g.last(), 3, within(bytes)));
         }},
        {"components, by number",
         [](std::uint64_t bytes, ready begin) {
             const square g(places_by_number(bytes));
             std::vector<std::uint32_t> all(g.index_bound());
             for (std::uint32_t n = 0; n < all.size(); ++n) all[n] = n;
             begin();
             return tell_of_many(senda::components(g, all, within(bytes)));
         }},
        {"strong_components, by number",
         [](std::uint64_t bytes, ready begin) {
             const square g(bytes / 50);
             std::vector<std::uint32_t> all(g.index_bound());
             for (std::uint32_t n = 0; n < all.size(); ++n) all[n] = n;
             begin();
             return tell_of_many(senda::strong_components(g, all, within(bytes)));
         }},
        {"reachable, by number",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const square g(places_by_bits(bytes));
             return tell_of_many(senda::reachable(g, 0U, within(bytes)));
         }},
    };
}

}  // namespace soak
