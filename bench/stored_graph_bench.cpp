// SPDX-License-Identifier: MIT
// How fast is bfs of everything in a stored graph, on one thread and on several, beside the
// textbook loop over the same edges? The graphs are those of the Graph 500 and of GAP: a Kronecker
// graph (R-MAT with a = 0.57, b = c = 0.19) and a uniform one, of 2^scale nodes and 16 edges a
// node, each both ways.
#include "harness.hpp"
#include "stored_graphs.hpp"

#include <senda/graph/csr.hpp>
#include <senda/search/bfs.hpp>
#include <senda/storage/random.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stored_graph_bench {
namespace {

using namespace bench;

struct stored {
    senda::csr<> undirected;
    senda::csr<> directed;  // the same edges, not known to lead both ways
    std::vector<std::uint32_t> starts;
};

const stored& graph_of(graph_kind kind, unsigned scale) {
    static std::map<std::pair<graph_kind, unsigned>, stored> graphs;
    const auto [place, fresh] = graphs.try_emplace({kind, scale});
    if (!fresh) return place->second;
    stored& made = place->second;
    std::vector<edge> edges = edges_of(kind, scale);
    made.undirected = *senda::csr<>::from_undirected_edges(std::size_t{1} << scale, edges);
    const std::size_t count = edges.size();
    for (std::size_t i = 0; i < count; ++i) edges.push_back({edges[i][1], edges[i][0]});
    made.directed = *senda::csr<>::from_edges(std::size_t{1} << scale, edges);
    senda::random_source random(1);
    while (made.starts.size() < 8) {
        const auto start = static_cast<std::uint32_t>(random.below(made.directed.node_count()));
        if (made.directed.degree(start) > 0) made.starts.push_back(start);
    }
    return made;
}

/// The textbook: a queue, and the parent of each node.
std::size_t by_hand(const senda::csr<>& g, std::uint32_t start) {
    constexpr std::uint32_t none = ~0U;
    std::vector<std::uint32_t> parents(g.node_count(), none);
    std::vector<std::uint32_t> queue{start};
    parents[start] = start;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const std::uint32_t from = queue[i];
        g.successors(from, [&](std::uint32_t to) {
            if (parents[to] != none) return;
            parents[to] = from;
            queue.push_back(to);
        });
    }
    benchmark::DoNotOptimize(parents.data());
    return queue.size();
}

std::size_t by_senda(const senda::csr<>& g, std::uint32_t start, unsigned threads) {
    senda::bfs_search search(g, start, senda::no_goal{}, {.threads = threads});
    search.run();
    return search.reached();
}

/// Registers one contender on one graph: starts in turn, all nodes from each.
template <class Search>
void add(graph_kind kind, unsigned scale, const std::string& contender, Search search) {
    const auto body = [=](benchmark::State& state) {
        const stored& graph = graph_of(kind, scale);
        std::size_t turn = 0;
        for (auto _ : state) {
            const std::uint32_t start = graph.starts[turn++ % graph.starts.size()];
            const std::size_t reached = search(graph, start);
            state.PauseTiming();
            if (turn <= graph.starts.size() && reached != by_hand(graph.directed, start)) {
                state.SkipWithError("wrong number of nodes");
                return;
            }
            state.ResumeTiming();
        }
        state.counters["edges/s"] = bench::rate(graph.directed.edge_count());
    };
    const std::string input = to_string(kind);
    const std::string size = std::to_string(scale);
    benchmark::RegisterBenchmark(("stored_bfs/" + input + "/" + size + "/" + contender).c_str(),
                                 body)
        ->Unit(benchmark::kMillisecond);
}

[[maybe_unused]] const bool registered = [] {
    for (const graph_kind kind : {graph_kind::kronecker, graph_kind::uniform}) {
        constexpr unsigned scale = 20;
        for (const unsigned threads : {1U, 2U, 4U, 8U, 16U}) {
            const std::string on = threads == 1 ? "" : "_" + std::to_string(threads) + "_threads";
            add(kind, scale, "senda" + on, [threads](const stored& g, std::uint32_t start) {
                return by_senda(g.undirected, start, threads);
            });
            add(kind, scale, "senda_one_way" + on, [threads](const stored& g, std::uint32_t start) {
                return by_senda(g.directed, start, threads);
            });
        }
        add(kind, scale, "hand_written",
            [](const stored& g, std::uint32_t start) { return by_hand(g.directed, start); });
    }
    return true;
}();

}  // namespace
}  // namespace stored_graph_bench
