// SPDX-License-Identifier: MIT
#include <senda/detail/engines/compact_dijkstra.hpp>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"
#include "support/views.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/graph/grid.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <vector>

namespace compact_dijkstra_test {

using senda::detail::compact_dijkstra;
using support::split_mix64;

/// A field of walls on a torus whose nodes are numbered from `first` on; entering a place has a
/// cost, and each way out has a name.
template <class Node, class Cost>
struct field {
    using node_type = Node;
    using cost_type = Cost;
    using action_type = char;
    int width;
    int height;
    Node first;
    std::vector<Cost> entering;  // 0 is a place like others
    std::vector<bool> open;

    field(split_mix64& random, int w, int h, int most, Node from)
        : width{w}, height{h}, first{from} {
        const int walls = random.below(50);
        for (int i = 0; i < w * h; ++i) {
            open.push_back(!random.percent(walls));
            entering.push_back(static_cast<Cost>(random.between(0, most)));
        }
    }

    std::size_t index(Node n) const { return static_cast<std::size_t>(n - first); }
    std::size_t index_bound() const { return open.size(); }

    template <class Emit>
    void successors(Node n, Emit&& emit) const {
        const int x = static_cast<int>(index(n)) % width;
        const int y = static_cast<int>(index(n)) / width;
        const auto go = [&](int to_x, int to_y, char name) {
            const auto to =
                static_cast<std::size_t>((to_y + height) % height * width + (to_x + width) % width);
            if (open[to])
                emit(static_cast<Node>(first + static_cast<Node>(to)), entering[to], name);
        };
        go(x, y - 1, 'n');
        go(x + 1, y, 'e');
        go(x, y + 1, 's');
        go(x - 1, y, 'w');
    }
    Node any(split_mix64& random) const {
        return static_cast<Node>(first + static_cast<Node>(random.below(width * height)));
    }
};

template <class Answer>
void check_equal(const Answer& a, const Answer& b) {
    CHECK(a.status == b.status);
    CHECK(a.cost == b.cost);
    CHECK(a.lower_bound == b.lower_bound);
    CHECK(a.path == b.path);
    CHECK(a.actions == b.actions);
    CHECK(a.statistics.expanded == b.statistics.expanded);
    CHECK(a.statistics.generated == b.statistics.generated);
    CHECK(a.statistics.reopened == 0);
}

template <class Node, class Cost>
void check_beside_dijkstra(int seed, int most, Node first) {
    CAPTURE(seed);
    split_mix64 random(static_cast<std::uint64_t>(seed));
    const int width = random.between(1, 40);
    const field<Node, Cost> g(random, width, random.between(1, 40), most, first);
    const senda::any_of<Node> starts{g.any(random), g.any(random)};
    const Node goal = g.any(random);
    senda::options o;
    if (random.percent(25)) o.limits.expansions = static_cast<std::uint64_t>(random.below(200));
    if (random.percent(25)) o.limits.cost = random.below(20 * most + 2);
    senda::no_observer nobody;
    senda::dijkstra_search sure{g, starts, goal, o, nobody};
    sure.run();
    compact_dijkstra<const field<Node, Cost>&, Node, Node> bytes(g, starts, goal, o);
    bytes.run();
    REQUIRE(bytes.applicable());
    check_equal(bytes.result(), sure.result());
    check_equal(senda::dijkstra(g, starts, goal, o), sure.result());
}

TEST_CASE("Dijkstra's algorithm in two bytes a node answers as dijkstra_search does") {
    for (int seed = 1; seed <= support::rounds(150); ++seed) {
        check_beside_dijkstra<std::uint32_t, int>(seed, seed % 12, 1u << 31);
        check_beside_dijkstra<std::int16_t, std::uint64_t>(seed, 126, -700);
    }
}

TEST_CASE("Dijkstra's algorithm in two bytes a node takes a question for a goal") {
    split_mix64 random(5);
    const field<std::uint32_t, int> g(random, 30, 30, 9, 0);
    const auto far_down = [](std::uint32_t n) { return n >= 870; };
    senda::no_observer nobody;
    senda::dijkstra_search sure{g, 0u, far_down, senda::options{}, nobody};
    sure.run();
    check_equal(senda::dijkstra(g, 0u, far_down), sure.result());
}

/// A row of nodes; the last step has a cost of its own, the others cost 1.
struct row {
    using node_type = int;
    using cost_type = int;
    int size;
    int last_step;

    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
    std::size_t index_bound() const { return static_cast<std::size_t>(size); }
    template <class Emit>
    void successors(int n, Emit&& emit) const {
        if (n + 1 < size) emit(n + 1, n + 2 == size ? last_step : 1);
    }
};

bool fits(const row& g) {
    compact_dijkstra<const row&, int, int> search(g, 0, g.size - 1, {});
    search.run();
    return search.applicable();
}

TEST_CASE("an edge that costs more than seven bits hold is left to another search") {
    CHECK(fits({500, 126}));
    for (const int step : {127, 128, 255, 256, 100000, 2'000'000'000}) {
        CAPTURE(step);
        const row g{500, step};
        CHECK(!fits(g));
        const auto found = senda::dijkstra(g, 0, 499);
        CHECK(found.cost == 498 + step);
        CHECK(found.path.size() == 500);
    }
}

/// From 0 straight to each other node: every difference there is.
struct star {
    using node_type = int;
    int size;

    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
    std::size_t index_bound() const { return static_cast<std::size_t>(size); }
    template <class Emit>
    void successors(int n, Emit&& emit) const {
        for (int to = 1; n == 0 && to < size; ++to) emit(to);
    }
};

TEST_CASE("many differences between the numbers of neighbours are left to another search") {
    const auto fits_star = [](int size) {
        const star g{size};
        compact_dijkstra<const star&, int, int> search(g, 0, size - 1, {});
        search.run();
        return search.applicable();
    };
    CHECK(fits_star(33));
    CHECK(!fits_star(34));
    for (const int size : {33, 34, 5000}) {
        const star g{size};
        const auto found = senda::dijkstra(g, 0, size - 1);
        CHECK(found.path == std::vector{0, size - 1});
        CHECK(found.cost == 1);
    }
}

TEST_CASE("Dijkstra's algorithm in two bytes a node reports a negative cost and a memory limit") {
    const row negative{20, -1};
    CHECK(senda::dijkstra(negative, 0, 19).status == senda::status::negative_cost);
    split_mix64 random(7);
    const field<std::uint32_t, int> g(random, 200, 200, 9, 0);
    for (const std::uint64_t bytes : {0u, 1000u, 79'999u, 80'000u, 81'000u, 90'000u}) {
        CAPTURE(bytes);
        senda::options o;
        o.limits.bytes = bytes;
        const auto found = senda::dijkstra(g, 0u, 20'100u, o);
        CHECK(found.status == senda::status::memory_limit);
        CHECK(found.statistics.bytes <= bytes);
    }
}

}  // namespace compact_dijkstra_test

namespace handed_on_bounds {

/// Bounds that hold, and that no further expansion lowers.
template <class Ask>
void check_bounds(std::uint64_t expansions, double best, Ask ask) {
    double before = 0;
    for (std::uint64_t limit = 0; limit < expansions; ++limit) {
        CAPTURE(limit);
        const auto cut = ask(senda::options{.limits = {.expansions = limit}});
        if (cut.status == senda::status::found) continue;
        const auto bound = static_cast<double>(cut.lower_bound);
        CHECK(bound >= before);
        CHECK(bound <= best + 1e-9);
        before = bound;
    }
}

}  // namespace handed_on_bounds

TEST_CASE("a lower bound stays when an edge is too dear for one engine and another goes on") {
    using namespace support;
    test_graph line{5};
    line.add(0, 1, 2);
    line.add(1, 2, 200);
    line.add(2, 3, 1);
    line.add(3, 4, 1);
    const dense_view dense{line};
    const auto ask = [&](const senda::options& o) { return senda::dijkstra(dense, 0, 4, o); };
    CHECK(ask({.limits = {.expansions = 1}}).lower_bound == 2);
    CHECK(ask({.limits = {.expansions = 2}}).lower_bound >= 2);
    handed_on_bounds::check_bounds(8, 204, ask);
    for_each_graph(60, 12, [](const test_graph& graph, split_mix64& random) {
        const auto dear =
            with_costs<int>(graph, [&](int c) { return random.percent(20) ? 150 * c : c; });
        const dense_view view{dear};
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto whole = senda::dijkstra(view, start, goal);
        const double best = whole ? static_cast<double>(whole.cost) : 1e300;
        handed_on_bounds::check_bounds(
            2 * whole.statistics.expanded + 1, best,
            [&](const senda::options& o) { return senda::dijkstra(view, start, goal, o); });
    });
}

TEST_CASE("a lower bound stays when a cell is too heavy for one engine and another goes on") {
    using namespace support;
    const senda::cell goal{9, 9};
    const auto check = [&](const auto& g) {
        const auto ask = [&](const senda::options& o) {
            return senda::dijkstra(g, senda::cell{0, 0}, goal, o);
        };
        const auto whole = ask({});
        REQUIRE(whole.status == senda::status::found);
        handed_on_bounds::check_bounds(2 * whole.statistics.expanded + 1,
                                       static_cast<double>(whole.cost), ask);
    };
    const auto weight = [](senda::cell c) { return c.x == 6 && c.y < 9 ? 5000 : 1 + c.x % 3; };
    check(senda::weighted_grid(10, 10, weight));
    check(senda::basic_grid<senda::grid_moves::octile, int>(10, 10, weight));
}
