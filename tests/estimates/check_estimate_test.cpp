// SPDX-License-Identifier: MIT
#include <senda/estimates/check_estimate.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <senda/estimates/combine.hpp>
#include <senda/estimates/pattern_database.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/dijkstra.hpp>
#include <vector>

#include "boards.hpp"
#include "permutation_puzzles.hpp"
#include "support/enum_names.hpp"
#include "support/rounds.hpp"

namespace check_estimate_tests {

using senda::any_of;
using senda::check_estimate;
using senda::estimate_fault;
using senda::infinite;
using senda::pattern_database;
using senda::walk_options;
using support::rounds;
using support::split_mix64;

/// A small graph with costs that lead one way.
struct numbered {
    using node_type = int;
    using cost_type = int;
    support::test_graph edges;
    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
    std::size_t index_bound() const { return static_cast<std::size_t>(edges.node_count()); }
    int node(std::size_t i) const { return static_cast<int>(i); }
    template <class Emit>
    void successors(int n, Emit&& emit) const {
        for (const auto& e : edges.from(n)) emit(e.to, e.cost);
    }
    template <class Emit>
    void predecessors(int n, Emit&& emit) const {
        for (int from = 0; from < edges.node_count(); ++from)
            for (const auto& e : edges.from(from))
                if (e.to == n) emit(from, e.cost);
    }
};

TEST_CASE("check_estimate finds a fault of a random estimate if and only if there is one") {
    split_mix64 random(31);
    std::map<estimate_fault, int> met;
    for (int round = 0; round < rounds(support::is_slow ? 120 : 400); ++round) {
        CAPTURE(round);
        const int count = random.between(2, 8);
        numbered g{support::test_graph(count)};
        for (int from = 0; from < count; ++from)
            for (int n = random.between(1, 3); n > 0; --n)
                g.edges.add(from, random.below(count), random.below(5));
        const int goal = random.below(count);
        std::vector<int> distance;
        for (int n = 0; n < count; ++n) distance.push_back(senda::dijkstra(g, n, goal).cost);
        std::vector<int> values = distance;
        for (int& v : values) v = std::min(v, 12);
        if (random.percent(70)) {
            int& changed = values[static_cast<std::size_t>(random.below(count))];
            changed = std::max(0, changed + random.between(-3, 2));
        }
        const auto h = [&](int n) { return values[static_cast<std::size_t>(n)]; };
        bool is_right = h(goal) == 0;
        for (int n = 0; n < count; ++n) {
            if (h(n) > distance[static_cast<std::size_t>(n)]) is_right = false;
            for (const auto& e : g.edges.from(n))
                if (h(n) > e.cost + h(e.to)) is_right = false;
        }
        std::vector<int> all;
        for (int n = 0; n < count; ++n) all.push_back(n);
        const auto checked = check_estimate(g, any_of<int>(all), goal, h);
        CHECK(static_cast<bool>(checked) == is_right);
        CHECK(checked.message.empty() == is_right);
        CHECK(checked.nodes.empty() == is_right);
        ++met[checked.fault];
        if (checked.fault == estimate_fault::inconsistent) {
            bool is_there = false;
            for (const auto& e : g.edges.from(checked.nodes[0]))
                is_there = is_there || (e.to == checked.nodes[1] &&
                                        h(checked.nodes[0]) > e.cost + h(checked.nodes[1]));
            CHECK(is_there);
        }
        if (checked.fault == estimate_fault::not_admissible)
            CHECK(h(checked.nodes[0]) > distance[static_cast<std::size_t>(checked.nodes[0])]);
    }
    if (!support::is_slow) {
        CHECK(met[estimate_fault::goal] > 5);
        CHECK(met[estimate_fault::inconsistent] > 20);
        CHECK(met[estimate_fault::not_admissible] > 5);
        CHECK(met[estimate_fault::none] > 100);
    }
}

TEST_CASE("check_estimate says in words what is wrong") {
    numbered line{support::test_graph(4)};
    for (int n = 0; n < 3; ++n) {
        line.edges.add(n, n + 1, 2);
        line.edges.add(n + 1, n, 2);
    }
    const auto fault_of = [&](auto h) { return check_estimate(line, 3, 0, h).message; };
    CHECK(fault_of([](int n) { return 2 * n; }) == "");
    CHECK(fault_of([](int n) { return 2 * n + 1; }) == "h is 1 at 0, which is a goal");
    CHECK(fault_of([](int n) { return n == 1 ? 5 : 0; }) ==
          "h is 5 at 1, from where a path to a goal costs 2");
    CHECK(fault_of([](int n) { return n == 3 ? 5 : 0; }) ==
          "h falls from 5 to 0 along the edge from 3 to 2, which costs 2");
    const auto h = [](int n) { return n == 3 ? 5.0 : 0.0; };
    CHECK(check_estimate(line, 3, 0, h, {.walks = 0}));
    CHECK(check_estimate(line, 3, 0, h).nodes == std::vector{3, 2});
    CHECK(check_estimate(line, 3, 0, [](int n) { return 2.0 * n; }).edges > 1000);
}

/// Two pieces get the same number.
struct confused_pieces : permuted::some_pieces {
    std::uint64_t index(const permuted::row& small) const { return some_pieces::index(small) / 2; }
};

TEST_CASE("check_estimate accepts pattern databases and finds what is none") {
    using namespace permuted;
    split_mix64 random(32);
    const row goal = sorted();
    int twice = 0;
    int confused = 0;
    const int count = rounds(support::is_slow ? 40 : 100);
    for (int round = 0; round < count; ++round) {
        CAPTURE(round);
        auto moves = random_moves(6, false, random, 4);
        moves.push_back({{1, 2, 0, 4, 5, 3, 6, 7}, 2});  // this one is in all of them, one way
        const costly_puzzle g{moves};
        const some_pieces first{{0, 3}};
        const some_pieces second{{1, 4, 5}};
        const walk_options o{.walks = 40, .length = 30, .seed = random.next()};
        const pattern_database one(g, goal, first);
        const pattern_database two(g, goal, second);
        CHECK(check_estimate(g, goal, goal, one, o));
        CHECK(check_estimate(g, goal, goal, senda::max_of(one, two), o));
        twice += !check_estimate(g, goal, goal, senda::sum_of(one, two), o);

        costly_puzzle halved = g;
        costly_puzzle rest = g;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            halved.moves[i].cost /= 2;
            rest.moves[i].cost -= halved.moves[i].cost;
        }
        const pattern_database a(halved, goal, first);
        const pattern_database b(rest, goal, second);
        CHECK(check_estimate(g, goal, goal, senda::sum_of(a, b), o));

        const pattern_database wrong(g, goal, confused_pieces{{{0, 3}}});
        confused += !check_estimate(g, goal, goal, wrong, o);
    }
    CHECK(twice * 2 > count);
    CHECK(confused * 2 > count);
}

TEST_CASE("check_estimate knows which patterns of the 8-puzzle can be added") {
    using namespace boards;
    const eight_puzzle g;
    const board solved = eight_puzzle::solved;
    const some_tiles<3> a{{1, 2, 3}};
    const some_tiles<3> b{{4, 5, 6}};
    const seen_moves seen;
    const walk_options o{.walks = support::is_slow ? 40U : 200U};
    const pattern_database one(g, solved, a);
    const pattern_database two(g, solved, b);
    CHECK(check_estimate(g, solved, solved, senda::max_of(one, two), o));
    // Each move of the blank counted by both.
    CHECK_FALSE(check_estimate(g, solved, solved, senda::sum_of(one, two), o));
    const pattern_database moves_of_a(seen, solved, a);
    const pattern_database moves_of_b(seen, solved, b);
    const pattern_database again(seen, solved, some_tiles<3>{{3, 4, 7}});
    CHECK(check_estimate(g, solved, solved, senda::sum_of(moves_of_a, moves_of_b), o));
    CHECK_FALSE(check_estimate(g, solved, solved, senda::sum_of(moves_of_a, moves_of_b, again), o));
}

/// Says that no action but the first concerns it, or which do.
struct careless_tiles : boards::some_tiles<3> {
    bool is_right = false;
    bool concerns(const boards::board& n, int a) const {
        boards::board before = n;
        boards::eight_puzzle().undo(before, a);
        return is_right ? (*this)(before) != (*this)(n) : a == 0;
    }
};

TEST_CASE("check_estimate finds an estimate that actions do not bring up to date") {
    using namespace boards;
    const eight_puzzle g;
    const board solved = eight_puzzle::solved;
    const pattern_database right(g, solved, careless_tiles{{{1, 2, 3}}, true});
    CHECK(check_estimate(g, solved, solved, right));
    const pattern_database wrong(g, solved, careless_tiles{{{1, 2, 3}}, false});
    const auto checked = check_estimate(g, solved, solved, wrong);
    CHECK(checked.fault == estimate_fault::after);
    CHECK(checked.nodes.size() == 2);
    CHECK(checked.message.find("after the action ") == 0);
}

TEST_CASE("a fault of an estimate has a name") { support::check_names<estimate_fault>(); }

}  // namespace check_estimate_tests
