// SPDX-License-Identifier: MIT
// Searches of stored graphs whose layers are searched at once, beside a queue written by hand.
#pragma once

#include <senda/graph/csr.hpp>
#include <senda/search/bfs.hpp>
#include <senda/storage/random.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace support {

using stored_edges = std::vector<senda::csr<>::edge_type>;

/// A random graph of a seed: some with hubs, some in pieces, with loops and parallel edges.
struct stored_sample {
    std::uint32_t nodes;
    stored_edges edges;

    explicit stored_sample(std::uint64_t seed, std::uint32_t most = 150) {
        senda::random_source random(seed);
        nodes = 2 + static_cast<std::uint32_t>(random.below(most));
        const std::uint64_t count = random.below(std::uint64_t{nodes} * (1 + random.below(8)));
        const bool has_hubs = random.below(2) == 0;
        const auto any = [&] { return static_cast<std::uint32_t>(random.below(nodes)); };
        for (std::uint64_t i = 0; i < count; ++i) {
            edges.push_back({has_hubs ? any() % (1 + any()) : any(), any()});
        }
    }
};

/// The distances from a node, by a queue; the number of nodes where it does not lead.
template <class G>
std::vector<std::uint32_t> distances_by_queue(const G& g, std::uint32_t start) {
    const auto far = static_cast<std::uint32_t>(g.node_count());
    std::vector<std::uint32_t> distance(g.node_count(), far);
    std::vector<std::uint32_t> queue{start};
    distance[start] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        g.successors(queue[i], [&](std::uint32_t to) {
            if (distance[to] != far) return;
            distance[to] = distance[queue[i]] + 1;
            queue.push_back(to);
        });
    }
    return distance;
}

template <class G>
bool has_edge(const G& g, std::uint32_t from, std::uint32_t to) {
    bool found = false;
    g.successors(from, [&](std::uint32_t n) { found = found || n == to; });
    return found;
}

/// Every layer counts as wide, and threads are started for any.
inline constexpr senda::detail::layer_tuning always_wide{
    .min_frontier = 1, .min_edges = 0, .min_edges_for_threads = 0};

/// What a search of all nodes found, in its order.
struct stored_tree {
    std::vector<std::uint32_t> order, parents;
    senda::statistics statistics;
    friend bool operator==(const stored_tree& a, const stored_tree& b) {
        return a.order == b.order && a.parents == b.parents &&
               a.statistics.expanded == b.statistics.expanded &&
               a.statistics.generated == b.statistics.generated;
    }
};

/// The fault of a search of everything from a start, against the queue; empty if there is none.
template <class G>
std::string fault_of_tree(const G& g, std::uint32_t start, unsigned threads, stored_tree& tree) {
    senda::bfs_search search(g, start, senda::no_goal{}, {.threads = threads});
    senda::detail::layer_tuner::set(search, always_wide);
    if (search.run() != senda::status::exhausted) return "a search of everything does not end";
    const auto expected = distances_by_queue(g, start);
    tree = {};
    tree.statistics = search.statistics();
    std::size_t reachable = 0;
    for (const std::uint32_t d : expected) reachable += d != g.node_count() ? 1 : 0;
    if (search.reached() != reachable) return "a search reaches too many nodes, or too few";
    for (const auto& [node, cost, parent, action] : search.tree()) {
        if (cost != static_cast<senda::steps>(expected[node])) return "a wrong distance";
        if (parent != nullptr &&
            (!has_edge(g, *parent, node) || expected[*parent] + 1 != expected[node])) {
            return "a wrong parent";
        }
        tree.order.push_back(node);
        tree.parents.push_back(parent != nullptr ? *parent : node);
    }
    if (tree.statistics.expanded != reachable) return "not every node was expanded";
    return {};
}

/// The fault of a search for one node; `path` is what it found.
template <class G>
std::string fault_of_path(const G& g, std::uint32_t start, std::uint32_t goal, unsigned threads,
                          std::vector<std::uint32_t>& path) {
    senda::bfs_search search(g, start, goal, {.threads = threads});
    senda::detail::layer_tuner::set(search, always_wide);
    search.run();
    const auto found = search.result();
    const std::uint32_t expected = distances_by_queue(g, start)[goal];
    path = found.path;
    if (expected == g.node_count()) {
        return found.status == senda::status::exhausted ? "" : "a path to where none leads";
    }
    if (!found || found.cost != static_cast<senda::steps>(expected)) return "a path that is longer";
    if (path.front() != start || path.back() != goal) return "a path between other nodes";
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        if (!has_edge(g, path[i], path[i + 1])) return "a path along no edge";
    }
    return {};
}

/// The fault of one graph with some numbers of threads; empty if there is none.
template <class G>
std::string fault_on_stored_graph(const G& g, std::uint64_t seed,
                                  const std::vector<unsigned>& threads) {
    senda::random_source random(seed);
    const auto start = static_cast<std::uint32_t>(random.below(g.node_count()));
    const auto goal = static_cast<std::uint32_t>(random.below(g.node_count()));
    stored_tree first;
    stored_tree tree;
    std::vector<std::uint32_t> first_path;
    std::vector<std::uint32_t> path;
    for (const unsigned count : threads) {
        std::string fault = fault_of_tree(g, start, count, tree);
        if (fault.empty()) fault = fault_of_path(g, start, goal, count, path);
        if (!fault.empty()) return fault;
        if (first.order.empty()) {
            first = tree;
            first_path = path;
        }
        if (tree != first) return "the tree depends on the number of threads";
        if (path != first_path) return "the path depends on the number of threads";
    }
    return {};
}

/// The same of a seed: as it is, with predecessors, and both ways.
inline std::string fault_on_stored_graphs(std::uint64_t seed,
                                          const std::vector<unsigned>& threads) {
    const stored_sample sample(seed);
    const auto one_way = senda::csr<>::from_edges(sample.nodes, sample.edges);
    const auto both_ways = senda::csr<>::from_undirected_edges(sample.nodes, sample.edges);
    std::string fault = fault_on_stored_graph(*one_way, seed, threads);
    if (fault.empty()) fault = fault_on_stored_graph(one_way->with_reverse(), seed, threads);
    if (fault.empty()) fault = fault_on_stored_graph(*both_ways, seed, threads);
    return fault.empty() ? fault : fault + ", seed " + std::to_string(seed);
}

}  // namespace support
