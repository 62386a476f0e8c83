// SPDX-License-Identifier: MIT
#include <senda/estimates/combine.hpp>

#include <algorithm>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/estimates/check_estimate.hpp>
#include <senda/estimates/pattern_database.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/ida_star.hpp>
#include <senda/search/verify.hpp>
#include <type_traits>
#include <utility>

#include "boards.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

namespace combine_tests {

using namespace boards;
using senda::infinite;
using senda::max_of;
using senda::mirrored;
using senda::pattern_database;
using senda::status;
using senda::steps;
using senda::sum_of;
using support::split_mix64;

board random_board(split_mix64& random) {
    const eight_puzzle g;
    board b = eight_puzzle::solved;
    for (int i = 0; i < 200; ++i)
        if (const int a = random.below(4); g.allows(b, a)) g.apply(b, a);
    return b;
}

TEST_CASE("max_of and sum_of combine estimates of several types") {
    const auto one = [](int n) { return n; };
    const auto two = [](int n) { return 2.5 * n; };
    const auto none = [](int) { return infinite<int>; };
    CHECK(max_of(one, two)(4) == 10.0);
    CHECK(sum_of(one, two)(4) == 14.0);
    static_assert(std::is_same_v<decltype(max_of(one, two)(1)), double>);
    static_assert(std::is_same_v<decltype(sum_of(one, one)(1)), int>);
    CHECK(sum_of(one, none)(4) == infinite<int>);
    CHECK(max_of(one, none, one)(4) == infinite<int>);
    CHECK(sum_of(one, [](int) { return -3; })(4) == 4);
    CHECK(max_of(sum_of(one, one), one)(3) == 6);
    CHECK(mirrored(two, [](int n) { return -n; })(-2) == 5.0);
}

TEST_CASE("max_of and sum_of refer to what is named and keep what is not") {
    int asked = 0;
    const auto counting = [&](int n) { return ++asked, n; };
    const max_of h(counting, [](int n) { return n + 1; });
    CHECK(h(3) == 4);
    CHECK(asked == 1);
}

/// How often an action changed what an estimate sees.
struct sum_of_digits {
    mutable int fresh = 0;
    int operator()(int n) const { return n; }
    int parts(int n) const { return n; }
    int after(int n, int a, int before) const {
        if (a == 0) return before;
        ++fresh;
        return n;
    }
};

TEST_CASE("parts of a combination are those of its estimates") {
    const sum_of_digits h;
    const sum_of sum(h, h, h);
    static_assert(senda::IncrementalHeuristic<decltype(sum), int>);
    const auto parts = sum.parts(4);
    static_assert(std::is_trivially_copyable_v<std::remove_cvref_t<decltype(parts)>>);
    CHECK(static_cast<int>(parts) == 12);
    CHECK(static_cast<int>(sum.after(5, 0, parts)) == 12);
    CHECK(h.fresh == 0);
    CHECK(static_cast<int>(sum.after(5, 1, parts)) == 15);
    CHECK(h.fresh == 3);
    const max_of most(h, sum_of(h, h));
    CHECK(static_cast<int>(most.after(7, 1, most.parts(1))) == 14);
    const auto without = [](int n) { return n; };
    static_assert(!senda::IncrementalHeuristic<decltype(max_of(h, without)), int>);
}

TEST_CASE("patterns of the 8-puzzle are added, mirrored and compared, and every path is shortest") {
    const eight_puzzle g;
    const board solved = eight_puzzle::solved;
    const pattern_database whole(g, solved, some_tiles<8>{{1, 2, 3, 4, 5, 6, 7, 8}});
    const pattern_database left(
        seen_moves{}, solved,
        some_tiles{std::uint8_t{1}, std::uint8_t{3}, std::uint8_t{4}, std::uint8_t{6}});
    const pattern_database right(
        seen_moves{}, solved,
        some_tiles{std::uint8_t{2}, std::uint8_t{5}, std::uint8_t{7}, std::uint8_t{8}});
    const sum_of sum(left, right);
    const max_of best(sum, mirrored(sum, transposed{}));
    static_assert(senda::IncrementalHeuristic<decltype(best), board>);
    split_mix64 random(5);
    std::uint64_t nodes_sum = 0;
    std::uint64_t nodes_best = 0;
    for (int round = 0; round < (support::is_slow ? 8 : 150); ++round) {
        const board b = random_board(random);
        const steps least = whole(b);
        CHECK(whole(b) == whole(transposed{}(b)));
        CHECK(left(b) + right(b) == sum(b));
        CHECK(sum(b) <= best(b));
        CHECK(best(b) <= least);
        const auto a = senda::astar(g, b, solved, best);
        CHECK(a.cost == least);
        const auto plain = senda::ida_star(g, b, solved, sum);
        CHECK(plain.cost == least);
        const auto deep = senda::ida_star(g, b, solved, best);
        CHECK(deep.cost == least);
        CHECK(senda::verify(g, b, solved, deep));
        nodes_sum += plain.statistics.expanded;
        nodes_best += deep.statistics.expanded;
    }
    CHECK(nodes_best < nodes_sum);
    const senda::walk_options o{.walks = support::is_slow ? 40U : 200U};
    CHECK(senda::check_estimate(g, solved, solved, best, o));
    const auto twice = senda::check_estimate(g, solved, solved, sum_of(sum, left), o);
    CHECK_FALSE(twice);
}

TEST_CASE("a dual look-up is admissible but not consistent, and A* still finds the shortest path") {
    const pancakes g;
    const pattern_database whole(g, pancakes::sorted, pancakes{});
    const pattern_database h(g, pancakes::sorted, large_pancakes{});
    const mirrored dual(h, inverse_stack{});
    const max_of best(h, dual);
    std::uint64_t above = 0;
    for (std::uint64_t i = 0; i < g.index_bound(); ++i) {
        const auto n = g.node(i);
        CHECK(whole(n) == whole(inverse_stack{}(n)));
        CHECK(best(n) <= whole(n));
        if (dual(n) > h(n)) ++above;
    }
    CHECK(above > g.index_bound() / 20);
    CHECK(senda::check_estimate(g, pancakes::sorted, pancakes::sorted, h));
    const auto checked = senda::check_estimate(g, pancakes::sorted, pancakes::sorted, best);
    CHECK(checked.fault == senda::estimate_fault::inconsistent);
    split_mix64 random(6);
    for (int round = 0; round < support::rounds(200); ++round) {
        const auto n = g.node(static_cast<std::uint64_t>(random.below(5040)));
        CHECK(senda::astar(g, n, pancakes::sorted, best).cost == whole(n));
        CHECK(senda::ida_star(g, n, pancakes::sorted, best).cost == whole(n));
    }
}

}  // namespace combine_tests
