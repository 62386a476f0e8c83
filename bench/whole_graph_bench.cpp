// SPDX-License-Identifier: MIT
// How fast are the algorithms about all nodes of a stored graph, beside those of Boost.Graph?
// Graphs are uniform, 8 edges a node, or square grids; costs of either sign come from potentials,
// so that no cycle is negative.
#include "harness.hpp"

#include <senda/graph/csr.hpp>
#include <senda/search/bellman_ford.hpp>
#include <senda/search/distances.hpp>
#include <senda/search/spanning_forest.hpp>
#include <senda/search/topological_order.hpp>
#include <senda/storage/random.hpp>

#if defined(SENDA_HAVE_BOOST_GRAPH)
#include "peers/boost_whole_graph.hpp"
#endif

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace whole_graph_bench {
namespace {

enum class kind { uniform, grid, dag };

struct priced_edge {
    std::uint32_t from;
    std::uint32_t to;
    int cost;
};

struct stored {
    std::vector<priced_edge> edges;
    senda::csr<int> graph;
#if defined(SENDA_HAVE_BOOST_GRAPH)
    bench::peers::boost_stored boost;
#endif
};

/// A graph in which node 0 leads to all others.
std::vector<priced_edge> edges_of(kind of, std::uint32_t nodes) {
    senda::random_source random(20);
    const auto below = [&](std::uint64_t bound) {
        return static_cast<std::uint32_t>(random.below(bound));
    };
    std::vector<int> potential(nodes);
    for (int& p : potential) p = static_cast<int>(below(2000));
    std::vector<priced_edge> edges;
    const auto add = [&](std::uint32_t from, std::uint32_t to) {
        edges.push_back({from, to, static_cast<int>(below(100)) + potential[from] - potential[to]});
    };
    if (of == kind::grid) {
        std::uint32_t side = 1;
        while (side * side < nodes) ++side;
        for (std::uint32_t n = 0; n < nodes; ++n) {
            if (n % side + 1 < side) add(n, n + 1), add(n + 1, n);
            if (n + side < nodes) add(n, n + side), add(n + side, n);
        }
        return edges;
    }
    std::vector<std::uint32_t> number(nodes);  // an order that is not that of the numbers
    for (std::uint32_t i = 0; i < nodes; ++i) number[i] = i;
    for (std::uint32_t i = nodes; i > 2; --i) std::swap(number[i - 1], number[1 + below(i - 1)]);
    for (std::uint32_t i = 1; i < nodes; ++i) {
        add(number[below(i)], number[i]);
        for (int more = 0; more < 7; ++more)
            add(number[of == kind::dag ? below(i) : below(nodes)], number[i]);
    }
    return edges;
}

const stored& graph_of(kind of, std::uint32_t nodes) {
    static std::map<std::pair<kind, std::uint32_t>, stored> graphs;
    const auto [place, fresh] = graphs.try_emplace({of, nodes});
    stored& made = place->second;
    if (fresh) {
        made.edges = edges_of(of, nodes);
        made.graph = *senda::csr<int>::from_edges(nodes, made.edges);
#if defined(SENDA_HAVE_BOOST_GRAPH)
        made.boost = bench::peers::make_boost_stored(nodes, made.edges);
#endif
    }
    return made;
}

std::int64_t bellman_ford(const stored& g) {
    const auto found = senda::bellman_ford(g.graph, std::uint32_t{0});
    std::int64_t sum = 0;
    for (const auto& node : found.tree()) sum += node.cost;
    return sum;
}

std::int64_t johnson(const stored& g, unsigned threads) {
    const auto table = senda::johnson(g.graph, {.threads = threads});
    std::int64_t sum = 0;
    for (std::size_t from = 0; from < table.size(); ++from)
        for (const int cost : table[from]) sum += cost;
    return sum;
}

std::int64_t topological_order(const stored& g) {
    return static_cast<std::int64_t>(senda::topological_order(g.graph).nodes.size());
}

std::int64_t longest_paths(const stored& g) {
    const auto paths = senda::longest_paths(g.graph, std::uint32_t{0});
    std::int64_t sum = 0;
    for (const int cost : paths.costs) sum += cost;
    return sum;
}

std::int64_t spanning_forest(const stored& g) { return senda::spanning_forest(g.graph).cost; }

/// Registers one contender: `run(graph)` returns a number that is the same for all of them.
template <class Run>
void add(const std::string& question, kind of, std::uint32_t nodes, const std::string& contender,
         std::int64_t (*expected)(const stored&), Run run) {
    const auto body = [=](benchmark::State& state) {
        const stored& graph = graph_of(of, nodes);
        const std::int64_t right = expected(graph);
        for (auto _ : state) {
            if (run(graph) != right) {
                state.SkipWithError("another answer");
                return;
            }
        }
        state.counters["edges/s"] = bench::rate(graph.edges.size());
    };
    const char* const inputs[] = {"uniform", "grid", "dag"};
    benchmark::RegisterBenchmark(
        bench::benchmark_name(question, inputs[static_cast<int>(of)], nodes, contender).c_str(),
        body)
        ->Unit(benchmark::kMillisecond);
}

[[maybe_unused]] const bool registered = [] {
    using std::uint32_t;
    const auto one = [](const stored& g) { return johnson(g, 1); };
    for (const kind of : {kind::uniform, kind::grid}) {
        for (const uint32_t nodes : {uint32_t{1} << 12U, uint32_t{1} << 16U})
            add("bellman_ford", of, nodes, "senda", bellman_ford, bellman_ford);
        add("johnson", of, 1024, "senda", one, one);
        add("johnson", of, 1024, "senda_2_threads", one,
            [](const stored& g) { return johnson(g, 2); });
        add("spanning_forest", of, 1U << 18U, "senda", spanning_forest, spanning_forest);
    }
    add("topological_order", kind::dag, 1U << 18U, "senda", topological_order, topological_order);
    add("longest_path", kind::dag, 1U << 18U, "senda", longest_paths, longest_paths);
#if defined(SENDA_HAVE_BOOST_GRAPH)
    using namespace bench::peers;
    for (const kind of : {kind::uniform, kind::grid}) {
        for (const uint32_t nodes : {uint32_t{1} << 12U, uint32_t{1} << 16U})
            add("bellman_ford", of, nodes, "boost", bellman_ford,
                [](const stored& g) { return boost_bellman_ford(g.boost, 0); });
        add("johnson", of, 1024, "boost", one,
            [](const stored& g) { return boost_johnson(g.boost); });
        add("spanning_forest", of, 1U << 18U, "boost", spanning_forest,
            [](const stored& g) { return boost_spanning_forest(g.boost); });
    }
    add("topological_order", kind::dag, 1U << 18U, "boost", topological_order, [](const stored& g) {
        return static_cast<std::int64_t>(boost_topological_order(g.boost).size());
    });
    add("longest_path", kind::dag, 1U << 18U, "boost", longest_paths,
        [](const stored& g) { return boost_longest_paths(g.boost, 0); });
#endif
    return true;
}();

}  // namespace
}  // namespace whole_graph_bench
