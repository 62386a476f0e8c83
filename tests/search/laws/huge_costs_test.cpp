// SPDX-License-Identifier: MIT
// Searches that add or multiply costs, on random graphs with costs near the end of their type and
// with random limits, beside least costs in a wider type: each ends, and what it says is so.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/graph/csr.hpp>
#include <senda/roads/contraction_hierarchy.hpp>
#include <senda/roads/customizable_graph.hpp>
#include <senda/search/all_shortest.hpp>
#include <senda/search/anytime_astar.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/beam.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/ida_star.hpp>
#include <senda/search/incremental.hpp>
#include <string>
#include <vector>

#include "support/checks.hpp"
#include "support/heuristics.hpp"
#include "support/rounds.hpp"
#include "support/views.hpp"

namespace huge_costs {

using namespace support;
using senda::status;

/// A number of the reference as a cost; `infinite` where the type does not hold it.
template <class Cost>
Cost as_cost(wide number) {
    return fits<Cost>(number) ? static_cast<Cost>(number) : infinite<Cost>;
}

/// A question with what the reference knows about it.
template <class Cost>
struct question {
    basic_test_graph<Cost> graph;
    int start = 0;
    int goal = 0;
    wide best = unreachable;
    table_heuristic<Cost> ahead = {};   ///< never more than is left to the goal
    table_heuristic<Cost> behind = {};  ///< never more than leads from the start
    senda::limits limits = {};
    wide cap = unreachable;  ///< the most that a path may cost
    double weight = 1;
};

/// Never above `exact`: all of it in `led` of 100, nothing, or a part. What cannot be reached may
/// say so.
template <class Cost>
Cost draw_estimate(wide exact, int led, split_mix64& random) {
    const bool is_led = random.percent(led);
    if (exact == unreachable && random.percent(led)) return infinite<Cost>;
    const Cost most = fits<Cost>(exact) ? static_cast<Cost>(exact) : senda::largest_cost<Cost>;
    if (is_led) return most;
    return random.percent(50) ? Cost{0}
                              : static_cast<Cost>(most / 4 * static_cast<Cost>(random.below(4)));
}

template <class Cost>
question<Cost> draw(split_mix64& random) {
    const auto form = random.percent(50) ? shape::huge_costs : shape::dense;
    question<Cost> q{.graph = random_graph<Cost>(form, 8, random)};
    if (form == shape::dense) {  // sums of a few edges are near the end, each far from it
        const auto unit = static_cast<Cost>(senda::largest_cost<Cost> / 250);
        q.graph = with_costs<Cost>(q.graph, [&](Cost c) { return static_cast<Cost>(c * unit); });
    }
    const auto least = floyd_warshall(q.graph);
    q.start = random.below(q.graph.node_count());
    q.goal = random.below(q.graph.node_count());
    q.best = between(least, q.start, q.goal);
    const int led = random.below(101);
    for (int node = 0; node < q.graph.node_count(); ++node) {
        q.ahead.estimate.push_back(draw_estimate<Cost>(between(least, node, q.goal), led, random));
        q.behind.estimate.push_back(
            draw_estimate<Cost>(between(least, q.start, node), led, random));
    }
    q.cap = static_cast<wide>(senda::largest_cost<Cost>);
    if (random.percent(40)) {
        const Cost part =
            static_cast<Cost>(senda::largest_cost<Cost> / static_cast<Cost>(random.between(1, 4)));
        const Cost limit = fits<Cost>(q.best) && random.percent(50)
                               ? static_cast<Cost>(q.best - static_cast<wide>(q.best > 0))
                               : part;
        q.limits.cost = limit;
        q.cap = static_cast<wide>(limit);
    }
    q.limits.expansions =
        random.percent(30) ? static_cast<std::uint64_t>(random.below(12)) : 100'000;
    constexpr double weights[] = {1, 1, 1.25, 3, 50, 1e30};
    q.weight = weights[random.below(6)];
    return q;
}

/// What a search promises of the cost of its path.
enum class promise { least, within_weight, nothing };

template <class Cost, class Answer>
void check(const std::string& name, const question<Cost>& q, const Answer& a, promise kept) {
    INFO("search: " << name);
    INFO("status: " << std::string(senda::to_string(a.status)));
    const auto lower = static_cast<wide>(a.lower_bound);
    CHECK(lower <= q.best);
    if (q.limits.expansions > 1000) CHECK(a.status != status::expansion_limit);
    if (a.status == status::exhausted) CHECK(q.best == unreachable);
    if (a.status == status::cost_limit) {
        CHECK(q.best > q.cap);
        if (kept != promise::nothing) CHECK(lower > q.cap);
    }
    CHECK((a.status == status::found || a.status == status::exhausted ||
           a.status == status::cost_limit || a.status == status::expansion_limit ||
           a.status == status::width_limit));
    if (a.status == status::found) REQUIRE_FALSE(a.path.empty());
    if (a.path.empty()) {
        CHECK(a.cost == infinite<Cost>);
        return;
    }
    CHECK_EQ(replay_fault(q.graph, a, q.start, q.goal), "");
    const auto cost = static_cast<wide>(a.cost);
    CHECK(cost >= q.best);
    CHECK(cost <= q.cap);
    if (a.status != status::found) return;
    if (kept == promise::least) CHECK(cost == q.best);
    if (kept == promise::within_weight) {
        CHECK(static_cast<double>(cost) <= q.weight * static_cast<double>(q.best) * (1 + 1e-12));
    }
}

template <class Cost>
void check_all(int rounds, std::uint64_t seed) {
    split_mix64 random{seed};
    for (int round = 0; round < support::rounds(rounds); ++round) {
        CAPTURE(round);
        const auto q = draw<Cost>(random);
        const dense_view dense{q.graph};
        const auto& h = q.ahead;
        const senda::options plain{.limits = q.limits};
        const senda::options weighted{.limits = q.limits, .weight = q.weight};
        const int from = q.start;
        const int to = q.goal;

        check("dijkstra", q, senda::dijkstra(dense, from, to, plain), promise::least);
        check("astar", q, senda::astar(dense, from, to, h, plain), promise::least);
        check("weighted astar", q, senda::astar(dense, from, to, h, weighted),
              promise::within_weight);
        check("hashed weighted astar", q, senda::astar(as_hashed(dense), from, to, h, weighted),
              promise::within_weight);
        check("greedy", q, senda::greedy(dense, from, to, h, plain), promise::nothing);
        check("beam", q, senda::beam(dense, from, to, h, 2, plain), promise::nothing);
        check("doubling beam", q,
              senda::beam(dense, from, to, h, {1, senda::beam_growth::doubling}, plain),
              promise::nothing);
        check("bidirectional", q, senda::bidirectional(dense, from, to, plain), promise::least);
        check("bidirectional_astar", q,
              senda::bidirectional_astar(dense, from, to, h, q.behind, plain), promise::least);
        check("ida_star", q, senda::ida_star(dense, from, to, h, plain), promise::least);

        const double first = random.percent(50) ? 3 : random.percent(50) ? 1e300 : 1.5;
        const double shrink = random.percent(50) ? 0.25 : random.percent(50) ? 0.9 : 0.0;
        check("anytime_astar", q,
              senda::anytime_astar(dense, from, to, h,
                                   {.limits = q.limits, .weight = first, .shrink = shrink}),
              promise::least);
        check("anytime_astar to a weight", q,
              senda::anytime_astar(
                  dense, from, to, h,
                  {.limits = q.limits, .weight = first, .last_weight = q.weight, .shrink = shrink}),
              promise::within_weight);
    }
}

/// The same graph as it is stored.
template <class Cost>
senda::csr<Cost> stored(const basic_test_graph<Cost>& graph) {
    std::vector<typename senda::csr<Cost>::edge_type> edges;
    for (int from = 0; from < graph.node_count(); ++from)
        for (const auto& e : graph.from(from))
            edges.push_back(
                {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(e.to), e.cost});
    return *senda::csr<Cost>::from_edges(graph.out.size(), edges);
}

/// What is the same in an answer about stored nodes, or with several routes.
template <class Cost, class Answer>
auto plain_answer(const Answer& a) {
    senda::result<int, Cost> plain{{.status = a.status}, a.cost, a.lower_bound};
    for (const auto node : a.path) plain.path.push_back(static_cast<int>(node));
    return plain;
}

template <class Cost>
void check_stored(int rounds, std::uint64_t seed) {
    split_mix64 random{seed};
    for (int round = 0; round < support::rounds(rounds); ++round) {
        CAPTURE(round);
        auto q = draw<Cost>(random);
        const dense_view dense{q.graph};
        const auto graph = stored(q.graph);
        const auto both_ways = graph.with_reverse();
        const auto from = static_cast<std::uint32_t>(q.start);
        const auto to = static_cast<std::uint32_t>(q.goal);
        const senda::options o{.limits = q.limits};
        const auto check_plain = [&](const char* name, const auto& a) {
            check(name, q, plain_answer<Cost>(a), promise::least);
        };

        check_plain("dijkstra", senda::dijkstra(graph, from, to, o));
        check_plain(
            "shared dijkstra",
            senda::dijkstra(graph, from, to, senda::options{.limits = q.limits, .threads = 3}));
        check_plain("bidirectional", senda::bidirectional(both_ways, from, to, o));
        check_plain("contraction_hierarchy", senda::contraction_hierarchy(graph).path(from, to, o));
        check_plain("customizable_graph",
                    senda::customizable_graph(graph).customize().path(from, to, o));
        senda::d_star_lite moving(both_ways, from, to, senda::zero_heuristic{}, o);
        moving.run();
        check_plain("d_star_lite", moving.result());
        const auto all = senda::all_shortest(dense, q.start, q.goal, o);
        senda::result<int, Cost> first{{.status = all.status}, all.cost, all.lower_bound};
        if (all) first.path = *all.routes().begin();
        check("all_shortest", q, first, promise::least);
    }
}

}  // namespace huge_costs

TEST_CASE("searches that add and multiply costs are right near the end of int") {
    huge_costs::check_all<int>(300, 1);
}

TEST_CASE("searches that add and multiply costs are right near the end of unsigned 64 bits") {
    huge_costs::check_all<std::uint64_t>(300, 2);
}

TEST_CASE("searches of stored graphs are right near the end of the type of costs") {
    huge_costs::check_stored<int>(200, 3);
    huge_costs::check_stored<std::uint32_t>(100, 4);
    huge_costs::check_stored<std::int64_t>(100, 5);
}
