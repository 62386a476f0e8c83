// SPDX-License-Identifier: MIT
// Law: costs are exact to the end of their type, limits on them too, and an estimate that is too
// high hides no path.
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/algorithms.hpp"
#include "support/views.hpp"

#include <senda/search/all_shortest.hpp>
#include <senda/search/k_shortest.hpp>

namespace contract_exact_costs {

using namespace support;
using senda::status;

/// Two ways from 0 to 3, one dearer by 1; the second edges cost nothing.
template <class Cost>
basic_test_graph<Cost> two_ways(Cost cheaper) {
    basic_test_graph<Cost> graph{4};
    graph.add(0, 1, static_cast<Cost>(cheaper + 1));
    graph.add(1, 3, 0);
    graph.add(0, 2, cheaper);
    graph.add(2, 3, 0);
    return graph;
}

template <class Cost, class Ask>
void check_limits(const char* name, Cost cheaper, Ask ask) {
    INFO("search: " << std::string{name});
    const auto graph = two_ways(cheaper);
    const dense_view dense{graph};
    const auto with = [&](Cost limit) {
        return ask(dense, senda::options{.limits = {.cost = limit}});
    };
    const auto exact = with(cheaper);
    CHECK(exact.status == status::found);
    CHECK(exact.cost == cheaper);
    const auto more = with(static_cast<Cost>(cheaper + 1));
    CHECK(more.status == status::found);
    CHECK(more.cost == cheaper);
    const auto less = with(static_cast<Cost>(cheaper - 1));
    CHECK(less.status == status::cost_limit);
    CHECK(less.lower_bound <= cheaper);
    CHECK(less.lower_bound > cheaper - 1);
}

template <class Cost>
void check_type(Cost cheaper) {
    check_limits("dijkstra", cheaper,
                 [](const auto& g, const auto& o) { return senda::dijkstra(g, 0, 3, o); });
    check_limits("dijkstra on hashed nodes", cheaper, [](const auto& g, const auto& o) {
        return senda::dijkstra(senda::hashed(g), 0, 3, o);
    });
    check_limits("astar", cheaper,
                 [](const auto& g, const auto& o) { return senda::astar(g, 0, 3, blind{}, o); });
    check_limits("astar on hashed nodes", cheaper, [](const auto& g, const auto& o) {
        return senda::astar(senda::hashed(g), 0, 3, blind{}, o);
    });
    check_limits("ida_star", cheaper,
                 [](const auto& g, const auto& o) { return senda::ida_star(g, 0, 3, blind{}, o); });
    check_limits("bidirectional", cheaper,
                 [](const auto& g, const auto& o) { return senda::bidirectional(g, 0, 3, o); });
    check_limits("all_shortest", cheaper,
                 [](const auto& g, const auto& o) { return senda::all_shortest(g, 0, 3, o); });
}

}  // namespace contract_exact_costs

TEST_CASE("contract: a limit on costs of 64 bits is exact above 2^53") {
    using namespace contract_exact_costs;
    check_type<std::int64_t>(std::int64_t{1} << 60);
    check_type<std::uint64_t>((std::uint64_t{1} << 63) + 12345);
    check_type<std::int64_t>(senda::largest_cost<std::int64_t> - 1);
}

TEST_CASE("contract: an edge as dear as a cost can be is an edge, and one dearer is closed") {
    using namespace contract_exact_costs;
    const std::int64_t most = senda::largest_cost<std::int64_t>;
    basic_test_graph<std::int64_t> graph{3};
    graph.add(0, 1, most);
    graph.add(0, 2, senda::infinite<std::int64_t>);
    const dense_view dense{graph};
    const auto check = [&](const auto& ask) {
        CHECK(ask(1).status == status::found);
        CHECK(ask(1).cost == most);
        CHECK(ask(2).status == status::exhausted);
    };
    check([&](int goal) { return senda::dijkstra(dense, 0, goal); });
    check([&](int goal) { return senda::astar(senda::hashed(dense), 0, goal, blind{}); });
    check([&](int goal) { return senda::ida_star(dense, 0, goal, blind{}); });
    check([&](int goal) { return senda::bidirectional(dense, 0, goal); });
    check([&](int goal) { return senda::all_shortest(dense, 0, goal); });
    check([&](int goal) { return senda::dfs(dense, 0, goal); });
    CHECK(senda::bfs(dense, 0, 2).status == status::exhausted);
    CHECK(senda::bfs(dense, 0, 1).cost == 1);
}

TEST_CASE(
    "contract: an estimate that is too high, with costs near the end of the type, hides no path") {
    using namespace contract_exact_costs;
    for (const std::int64_t cheaper : {std::int64_t{5}, senda::largest_cost<std::int64_t> - 1}) {
        for (const std::int64_t estimate :
             {std::int64_t{100}, senda::largest_cost<std::int64_t> - 3,
              senda::largest_cost<std::int64_t>}) {
            CAPTURE(cheaper);
            CAPTURE(estimate);
            const auto graph = two_ways(cheaper);
            const dense_view dense{graph};
            const auto h = [=](int node) { return node == 3 ? std::int64_t{0} : estimate; };
            const auto check = [&](const auto& answer) {
                CHECK(answer.status == status::found);
                CHECK(answer.cost >= cheaper);
                CHECK_EQ(replay_fault(graph, answer, 0, 3), "");
            };
            check(senda::astar(dense, 0, 3, h));
            check(senda::astar(dense, 0, 3, h, {.weight = 3}));
            check(senda::astar(senda::hashed(dense), 0, 3, h));
            check(senda::astar(senda::hashed(dense), 0, 3, h, {.weight = 3}));
            check(senda::greedy(dense, 0, 3, h));
            check(senda::ida_star(dense, 0, 3, h));
        }
    }
}
