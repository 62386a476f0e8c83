// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <functional>
#include <limits>
#include <optional>
#include <senda/estimates/combine.hpp>
#include <senda/estimates/landmarks.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/resources/constrained.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/ida_star.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/enum_names.hpp"
#include "support/random_graphs.hpp"
#include "support/random_grids.hpp"
#include "support/reference.hpp"
#include "support/rounds.hpp"

namespace landmarks_test {

using namespace support;
using senda::any_of;
using senda::cell;
using senda::landmark_options;
using senda::landmarks;
using senda::status;
using id = std::uint32_t;

/// Any estimate on a graph: searches by them are compiled once.
template <class G>
using estimate_of = std::function<typename landmarks<G>::cost(const typename G::node_type&)>;

template <class Cost>
struct triple {
    id from;
    id to;
    Cost cost;
};

template <class Cost>
senda::csr<Cost> stored(const basic_test_graph<Cost>& graph) {
    std::vector<triple<Cost>> edges;
    for (int from = 0; from < graph.node_count(); ++from)
        for (const auto& edge : graph.from(from))
            edges.push_back({static_cast<id>(from), static_cast<id>(edge.to), edge.cost});
    return *senda::csr<Cost>::from_edges(graph.out.size(), edges);
}

/// What landmarks can know at best of the cost from a node to a goal, by distances between all.
wide best_bound(const distance_matrix& least, const std::vector<id>& nodes, int from, int to) {
    const auto less = [](wide a, wide b) {
        return b == unreachable ? wide{0} : a == unreachable ? unreachable : a - b;
    };
    wide best = 0;
    for (const id each : nodes) {
        const int mark = static_cast<int>(each);
        best = std::max({best, less(between(least, mark, to), between(least, mark, from)),
                         less(between(least, from, mark), between(least, to, mark))});
    }
    return best;
}

/// How far an estimate by whole entries may be from that.
template <class Marks>
wide slack(const Marks& marks) {
    const wide step = static_cast<wide>(marks.step());
    return step + step - 2;
}

/// Laws of an estimate: it is what landmarks know at best, but for the step; so it is admissible,
/// `infinite` only without a path, and consistent, but for the step.
template <class G, class Cost>
void check_laws(const landmarks<G>& marks, const basic_test_graph<Cost>& graph,
                const distance_matrix& least, bool has_huge_costs) {
    using cost = typename landmarks<G>::cost;
    const auto as_wide = [](cost h) {
        return h == senda::infinite<cost> ? unreachable : static_cast<wide>(h);
    };
    for (int goal = 0; goal < graph.node_count(); ++goal) {
        const auto h = marks.to(static_cast<id>(goal));
        for (int n = 0; n < graph.node_count(); ++n) {
            const wide estimate = as_wide(h(static_cast<id>(n)));
            const wide best = best_bound(least, marks.nodes(), n, goal);
            REQUIRE(estimate <= between(least, n, goal));
            if (!has_huge_costs) {  // which distances cut off make smaller
                REQUIRE(estimate <= best);
                REQUIRE(estimate + slack(marks) >= best);
                REQUIRE((estimate == unreachable) == (best == unreachable));
            }
            for (const auto& edge : graph.from(n)) {
                if (is_closed_edge(edge.cost)) continue;
                const wide next = as_wide(h(static_cast<id>(edge.to)));
                REQUIRE(estimate <
                        static_cast<wide>(edge.cost) + next + static_cast<wide>(marks.step()));
            }
        }
    }
}

template <class G, class Cost>
void check_landmarks(const G& g, const basic_test_graph<Cost>& graph, const distance_matrix& least,
                     split_mix64& random, bool has_huge_costs) {
    const landmark_options how{.count = static_cast<std::size_t>(random.between(1, 9)),
                               .seed = random.next()};
    const bool is_given = random.percent(25);
    const std::vector<id> given{static_cast<id>(random.below(graph.node_count())), 0};
    const landmarks<G> marks = is_given ? landmarks<G>(g, given) : landmarks<G>(g, how);
    REQUIRE(marks);
    REQUIRE(marks.status() == status::complete);
    const std::set<id> different(marks.nodes().begin(), marks.nodes().end());
    if (is_given) {
        REQUIRE(marks.nodes() == given);
    } else {
        REQUIRE(different.size() == marks.nodes().size());
        REQUIRE(different.size() == std::min(how.count, graph.out.size()));
    }
    REQUIRE(marks.bytes() == landmarks<G>::bytes_needed(g, marks.nodes().size()));
    check_laws(marks, graph, least, has_huge_costs);

    const id start = static_cast<id>(random.below(graph.node_count()));
    const id goal = static_cast<id>(random.below(graph.node_count()));
    const estimate_of<G> h = marks.to(goal);
    const auto path = senda::astar(g, start, goal, h);
    const wide reference = between(least, static_cast<int>(start), static_cast<int>(goal));
    REQUIRE(bool(path) == fits<typename landmarks<G>::cost>(reference));
    if (path) {
        const std::vector<int> steps(path.path.begin(), path.path.end());
        REQUIRE(steps.front() == static_cast<int>(start));
        REQUIRE(steps.back() == static_cast<int>(goal));
        REQUIRE(same_cost(path.cost, reference));
        REQUIRE(replay_fault(graph, steps, path.actions, path.cost) == "");
    }
    if (marks.is_exact()) REQUIRE(path.statistics.reopened == 0);
}

/// One way and both ways.
template <class Cost>
void check_all(const basic_test_graph<Cost>& graph, split_mix64& random, bool has_huge_costs) {
    const auto one_way = stored(graph);
    const auto least = floyd_warshall(graph);
    check_landmarks(one_way, graph, least, random, has_huge_costs);
    if constexpr (std::same_as<Cost, int>) {
        const auto reversible = one_way.with_reverse();
        check_landmarks(reversible, graph, least, random, has_huge_costs);
    }

    const auto both_ways = undirected(graph);
    auto symmetric = stored(both_ways);
    REQUIRE(symmetric.check_undirected());
    const auto least_both = floyd_warshall(both_ways);
    check_landmarks(symmetric, both_ways, least_both, random, has_huge_costs);
}

TEST_CASE("landmarks know all that the triangle inequality says, on any graph with whole costs") {
    for_each_graph(
        support::is_slow ? 400 : 1200, 12, [](const test_graph& graph, split_mix64& random) {
            check_all(graph, random, false);
            check_all(with_costs<int>(graph, [&](int c) { return c * random.between(1, 40'000); }),
                      random, false);
        });
}

TEST_CASE("landmarks are right where costs come near the end of their type") {
    const auto check = [](const auto& graph, split_mix64& random) {
        check_all(graph, random, true);
    };
    for_each_graph<int>(300, 9, check, true);
    for_each_graph<std::uint64_t>(300, 9, check, true);
}

TEST_CASE("landmarks count steps where a graph has no costs") {
    for_each_graph(300, 12, [](const test_graph& graph, split_mix64& random) {
        const auto plain = with_unit_costs(graph);
        std::vector<std::pair<int, int>> edges;
        for (int from = 0; from < plain.node_count(); ++from)
            for (const auto& edge : plain.from(from)) edges.emplace_back(from, edge.to);
        const auto g = *senda::csr<>::from_edges(plain.out.size(), edges);
        const auto least = floyd_warshall(plain);
        check_landmarks(g, plain, least, random, false);
    });
}

template <class Real>
void check_real(const senda::csr<Real>& g, const test_graph& graph, const distance_matrix& least,
                Real unit, Real tolerance, split_mix64& random) {
    const landmarks<senda::csr<Real>> marks(g, {.count = 3, .seed = random.next()});
    REQUIRE(marks);
    wide longest = 0;
    for (const auto& row : least)
        for (const wide cost : row)
            if (cost != unreachable) longest = std::max(longest, cost);
    const Real rounding = static_cast<Real>(longest) * unit * tolerance;
    for (int goal = 0; goal < graph.node_count(); ++goal) {
        const estimate_of<senda::csr<Real>> h = marks.to(static_cast<id>(goal));
        for (int n = 0; n < graph.node_count(); ++n) {
            const Real estimate = h(static_cast<id>(n));
            const wide best = best_bound(least, marks.nodes(), n, goal);
            if (best == unreachable) {
                REQUIRE(estimate == senda::infinite<Real>);
                continue;
            }
            const Real reference = static_cast<Real>(best) * unit;
            REQUIRE(estimate >= 0);
            // Whole multiples of a unit that is no power of two: rounded wherever they are added.
            REQUIRE(estimate <= reference);
            REQUIRE(estimate + 2 * marks.step() + rounding >= reference);
        }
        const id start = static_cast<id>(random.below(graph.node_count()));
        const wide cost = between(least, static_cast<int>(start), goal);
        const auto path = senda::astar(g, start, static_cast<id>(goal), h);
        REQUIRE(bool(path) == (cost != unreachable));
        if (!path) continue;
        REQUIRE(path.cost >= static_cast<Real>(cost) * unit * (1 - tolerance));
        REQUIRE(path.cost <= static_cast<Real>(cost) * unit * (1 + tolerance));
    }
}

TEST_CASE("landmarks round so that costs which are fractions are never overestimated") {
    for_each_graph(400, 12, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const double unit = std::ldexp(0.1, random.between(-900, 900));
        const auto g = stored(with_costs<double>(graph, [&](int c) { return c * unit; }));
        check_real(g, graph, least, unit, 1e-13, random);
    });
}

/// The laws on a grid, against searches from every cell.
template <class Grid>
void check_grid(const Grid& g, const landmarks<Grid>& marks, split_mix64& random) {
    using cost = typename landmarks<Grid>::cost;
    constexpr bool is_real = std::floating_point<cost>;
    const cost rounding = is_real ? static_cast<cost>(1e-9) : cost{0};
    REQUIRE(marks);
    std::vector<cell> open;
    for (int y = 0; y < g.height(); ++y)
        for (int x = 0; x < g.width(); ++x)
            if (g.open({x, y})) open.push_back({x, y});
    if (open.empty()) return;
    const auto any = [&] { return open[static_cast<std::size_t>(random.below(int(open.size())))]; };
    const cell goal = any();
    const estimate_of<Grid> h = marks.to(goal);
    const auto backward = senda::reverse(g);
    senda::dijkstra_search to_goal{backward, goal};
    to_goal.run();
    for (const cell c : open) {
        const auto least = to_goal.cost_to(c);
        const cost estimate = h(c);
        if (!least) continue;
        REQUIRE(estimate <= *least + rounding);
        g.successors(c, [&](cell next, auto... price) {
            const cost edge = static_cast<cost>((1 * ... * price));
            if (marks.is_exact()) REQUIRE(estimate <= edge + h(next) + rounding);
        });
    }
    for (int i = 0; i < 3; ++i) {
        const cell start = any();
        const auto path = senda::astar(g, start, goal, h);
        const auto least = to_goal.cost_to(start);
        REQUIRE(bool(path) == least.has_value());
        if (path) REQUIRE(path.cost <= *least + rounding);
        if (path) REQUIRE(path.cost >= *least - rounding);
        // With a landmark in one of two parts it is known that no path leads to the other.
        senda::dijkstra_search to_start{backward, start};
        to_start.run();
        const bool knows = std::any_of(marks.nodes().begin(), marks.nodes().end(), [&](cell c) {
            return to_goal.cost_to(c) || to_start.cost_to(c);
        });
        if (!path && knows) REQUIRE(h(start) == senda::infinite<cost>);
    }
}

TEST_CASE("landmarks on grids of all kinds") {
    for_each_grid(support::is_slow ? 14 : 150, [](const senda::grid& g, split_mix64& random) {
        const landmark_options how{.count = static_cast<std::size_t>(random.between(1, 6)),
                                   .seed = random.next()};
        const auto is_open = [&](cell c) { return g.open(c); };
        const auto weight = [&](cell c) {
            return g.open(c) ? random.between(0, 9) : senda::weighted_grid::closed;
        };
        check_grid(g, landmarks(g, how), random);
        const senda::octile_grid octile(g.width(), g.height(), is_open);
        check_grid(octile, landmarks(octile, how), random);
        const senda::weighted_grid weighted(g.width(), g.height(), weight);
        check_grid(weighted, landmarks(weighted, how), random);
        using octile_weights = senda::basic_grid<senda::grid_moves::octile, int>;
        const octile_weights both(g.width(), g.height(), weight);
        check_grid(both, landmarks(both, how), random);
    });
}

/// Roads for tests of what is not about lengths: a grid of streets with lengths of their own.
senda::csr<int> streets(int side, std::uint64_t seed) {
    split_mix64 random(seed);
    std::vector<triple<int>> edges;
    const auto at = [side](int x, int y) { return static_cast<id>(y * side + x); };
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            if (x + 1 < side) edges.push_back({at(x, y), at(x + 1, y), random.between(50, 150)});
            if (x + 1 < side) edges.push_back({at(x + 1, y), at(x, y), random.between(50, 150)});
            if (y + 1 < side) edges.push_back({at(x, y), at(x, y + 1), random.between(50, 150)});
            if (y + 1 < side) edges.push_back({at(x, y + 1), at(x, y), random.between(50, 150)});
        }
    return *senda::csr<int>::from_edges(static_cast<std::size_t>(side * side), edges);
}

/// A tank that every road drains.
struct fuel {
    template <class Edge>
    std::optional<int> extend(int left, id, const Edge& edge) const {
        return edge.cost <= left ? std::optional(left - edge.cost) : std::nullopt;
    }
};

TEST_CASE("estimates by landmarks guide every search that takes one") {
    const auto g = streets(12, 1);
    const landmarks far(g, {.count = 4});
    const id start = 14;
    const id goal = 117;
    const estimate_of<senda::csr<int>> h = far.to(goal);
    const auto least = senda::dijkstra(g, start, goal);
    CHECK(senda::astar(g, start, goal, h).cost == least.cost);
    CHECK(senda::astar(g, start, goal, h).statistics.expanded < least.statistics.expanded / 3);
    CHECK(senda::ida_star(g, start, goal, h).cost == least.cost);
    CHECK(senda::greedy(g, start, goal, h).cost >= least.cost);
    const auto fuelled = senda::constrained(g, start, goal, fuel{}, least.cost, h);
    CHECK(fuelled.cost == least.cost);
    CHECK(fuelled.statistics.expanded <
          senda::constrained(g, start, goal, fuel{}, least.cost).statistics.expanded / 3);
    CHECK(!senda::constrained(g, start, goal, fuel{}, least.cost - 1, h));
    CHECK(senda::max_of{h, senda::landmarks(g, any_of{start}).to(goal)}(start) == least.cost);
}

TEST_CASE("of several goals the nearest counts") {
    for_each_graph(400, 12, [](const test_graph& graph, split_mix64& random) {
        const auto g = stored(graph);
        const auto least = floyd_warshall(graph);
        const landmarks<senda::csr<int>> marks(g, {.count = 3});
        const any_of<id> goals{static_cast<id>(random.below(graph.node_count())),
                               static_cast<id>(random.below(graph.node_count())), 1'000'000};
        const estimate_of<senda::csr<int>> h = marks.to(goals);
        for (int n = 0; n < graph.node_count(); ++n) {
            wide nearest = unreachable;
            for (const id goal : goals)
                if (goal < graph.out.size())
                    nearest = std::min(nearest, between(least, n, static_cast<int>(goal)));
            const int estimate = h(static_cast<id>(n));
            REQUIRE((estimate == senda::infinite<int> ? nearest == unreachable
                                                      : static_cast<wide>(estimate) <= nearest));
        }
        const id start = static_cast<id>(random.below(graph.node_count()));
        REQUIRE(senda::astar(g, start, goals, h).cost == senda::dijkstra(g, start, goals).cost);
    });
}

TEST_CASE("to no goal, and from where there are no nodes") {
    const auto g = streets(3, 1);
    const landmarks far(g, {.count = 2});
    CHECK(far.to(id{99})(0) == senda::infinite<int>);
    CHECK(!senda::astar(g, id{0}, id{99}, far.to(id{99})));
    const senda::csr<int> empty;
    const landmarks none(empty);
    CHECK(none);
    CHECK(none.nodes().empty());
    CHECK(landmarks<senda::csr<int>>::bytes_needed(empty) == 0);
    const landmarks no_marks(g, {.count = 0});
    CHECK(no_marks);
    CHECK(no_marks.to(id{3})(0) == 0);
    const senda::grid closed(5, 5, [](cell) { return false; });
    CHECK(landmarks(closed).nodes().empty());
    const landmarks two(g, std::vector<id>{3, 77, 5});
    CHECK(two.nodes() == std::vector<id>{3, 5});
    CHECK(landmarks(g, any_of<id>{7}).nodes() == std::vector<id>{7});
}

TEST_CASE("the same seed chooses the same landmarks, for any number of threads") {
    const auto g = streets(30, 7);
    const landmark_options how{.count = 6, .seed = 3};
    const landmarks chosen(g, how);
    REQUIRE(chosen);
    for (const unsigned threads : {2U, 3U, 5U}) {
        const landmarks shared(g, how, {.threads = threads});
        REQUIRE(shared);
        CHECK(shared.nodes() == chosen.nodes());
        CHECK(shared.step() == chosen.step());
        const auto one = chosen.to(444);
        const auto other = shared.to(444);
        for (id n = 0; n < g.node_count(); ++n) REQUIRE(one(n) == other(n));
    }
    CHECK(landmarks(g, {.count = 6, .seed = 4}).nodes() != chosen.nodes());
    const std::vector<id> given{0, 29, 870, 899, 450};
    const landmarks alone(g, given);
    const landmarks shared(g, given, {.threads = 4});
    for (id n = 0; n < g.node_count(); ++n) REQUIRE(alone.to(n)(77) == shared.to(n)(77));
}

TEST_CASE("landmarks move with their distances") {
    const auto g = streets(10, 2);
    landmarks far(g);
    const int before = far.to(99)(0);
    CHECK(before > 1000);
    const landmarks moved = std::move(far);
    CHECK(moved.to(99)(0) == before);
    far = landmarks(g, {.count = 3});
    CHECK(far.nodes().size() == 3);
    CHECK(far.to(99)(99) == 0);
}

TEST_CASE("limits end the making of landmarks, and those that are done remain") {
    const auto g = streets(40, 5);
    const auto nodes = g.node_count();
    const auto check_admissible = [&](const landmarks<senda::csr<int>>& marks) {
        const estimate_of<senda::csr<int>> h = marks.to(1599);
        for (const id n : {id{0}, id{39}, id{777}})
            REQUIRE(h(n) <= senda::dijkstra(g, n, id{1599}).cost);
        REQUIRE(senda::astar(g, id{0}, id{1599}, h).cost ==
                senda::dijkstra(g, id{0}, id{1599}).cost);
    };
    const landmark_options how;
    for (const std::uint64_t searches : {0U, 1U, 2U, 3U, 4U, 6U, 11U}) {
        const landmarks cut(g, how, {.limits = {.expansions = searches * nodes + 7}});
        CHECK(cut.status() == status::expansion_limit);
        CHECK(!cut);
        CHECK(cut.statistics().expanded == searches * nodes + 7);
        CHECK(cut.nodes().size() <= searches / 2);
        CHECK(cut.nodes().size() + 2 >= searches / 3);
        check_admissible(cut);
    }
    const landmarks late(g, how, {.limits = {.time = 0}});
    CHECK(late.status() == status::time_limit);
    check_admissible(late);
    const landmarks whole(g, how);
    CHECK(whole.nodes().size() == 8);
    const auto needed = landmarks<senda::csr<int>>::bytes_needed(g);
    CHECK(whole.bytes() == needed);
    CHECK(whole.statistics().bytes > needed);
    for (const std::uint64_t bytes : {std::uint64_t{0}, needed - 1, needed, needed + 1000}) {
        const landmarks small(g, how, {.limits = {.bytes = bytes}});
        CAPTURE(bytes);
        CHECK(small.status() == status::memory_limit);
        CHECK(small.statistics().bytes <= bytes);
        check_admissible(small);
    }
    CHECK(landmarks(g, how, {.limits = {.bytes = 2 * whole.statistics().bytes}}));
    CHECK(landmarks(g, how, {.limits = {.cost = 100}}).to(1599)(0) == whole.to(1599)(0));
}

TEST_CASE("a stop token ends the making of landmarks; progress counts searches") {
    const auto g = streets(40, 5);
    const std::atomic<bool> stop = true;
    for (const unsigned threads : {1U, 3U}) {
        const landmarks stopped(g, {}, {.stop = stop, .threads = threads});
        CHECK(stopped.status() == status::cancelled);
        CHECK(stopped.nodes().empty());
    }
    senda::search_progress progress;
    const landmarks far(g, {.count = 3}, {.progress = &progress});
    CHECK(progress.now().done == 6);
    CHECK(progress.now().total == 6);
}

TEST_CASE("a cost below zero is reported") {
    const auto g = *senda::csr<int>::from_edges(3, {{0, 1, 5}, {1, 2, -1}, {2, 0, 3}});
    const landmarks far(g, {.count = 2});
    CHECK(far.status() == status::negative_cost);
    CHECK(far.to(2)(0) == 0);
}

TEST_CASE("landmarks are spread over parts that are not joined") {
    std::vector<triple<int>> edges;
    for (id n = 0; n < 400; ++n)
        if (n % 100 != 99) edges.push_back({n, n + 1, 3});
    const auto g = *senda::csr<int>::from_undirected_edges(400, edges);
    const landmarks far(g, {.count = 16});
    std::set<id> parts;
    for (const id n : far.nodes()) parts.insert(n / 100);
    CHECK(parts.size() == 4);
    CHECK(far.to(399)(300) == 297);
    CHECK(far.to(399)(299) == senda::infinite<int>);
    CHECK(senda::astar(g, id{0}, id{399}, far.to(399)).statistics.expanded == 0);
}

}  // namespace landmarks_test
