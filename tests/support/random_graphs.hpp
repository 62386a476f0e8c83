// SPDX-License-Identifier: MIT
// Seeded random directed graphs of many shapes, the same on every machine.
#pragma once

#include "rounds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace support {

/// A generator of its own, so that no test depends on a standard library's distributions.
class split_mix64 {
public:
    explicit split_mix64(std::uint64_t seed) : state_{seed} {}

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31);
    }

    /// A whole number in [0, bound).
    int below(int bound) {
        return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(bound)) >> 32);
    }

    /// A whole number in [low, high].
    int between(int low, int high) { return low + below(high - low + 1); }

    /// A fraction in [0, 1).
    double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

    bool percent(int chance) { return below(100) < chance; }

private:
    std::uint64_t state_;
};

template <class Cost>
struct test_edge {
    int to;
    Cost cost;
};

/// A graph with nothing to get wrong: one list of edges a node.
template <class Cost>
struct basic_test_graph {
    std::vector<std::vector<test_edge<Cost>>> out;

    explicit basic_test_graph(int node_count) : out(static_cast<std::size_t>(node_count)) {}

    int node_count() const { return static_cast<int>(out.size()); }
    const std::vector<test_edge<Cost>>& from(int node) const {
        return out[static_cast<std::size_t>(node)];
    }
    void add(int from, int to, Cost cost) {
        out[static_cast<std::size_t>(from)].push_back({to, cost});
    }
};

using test_graph = basic_test_graph<int>;

/// The same edges with each cost turned into `change(cost)`.
template <class Cost, class From, class Change>
basic_test_graph<Cost> with_costs(const basic_test_graph<From>& graph, Change change) {
    basic_test_graph<Cost> changed{graph.node_count()};
    for (int from = 0; from < graph.node_count(); ++from)
        for (const auto& edge : graph.from(from)) changed.add(from, edge.to, change(edge.cost));
    return changed;
}

/// The same edges, each at cost 1.
template <class Cost>
basic_test_graph<Cost> with_unit_costs(const basic_test_graph<Cost>& graph) {
    return with_costs<Cost>(graph, [](Cost) { return Cost{1}; });
}

/// The same edges and their mirror images.
template <class Cost>
basic_test_graph<Cost> undirected(const basic_test_graph<Cost>& graph) {
    basic_test_graph<Cost> both{graph.node_count()};
    for (int from = 0; from < graph.node_count(); ++from)
        for (const auto& edge : graph.from(from)) {
            both.add(from, edge.to, edge.cost);
            both.add(edge.to, from, edge.cost);
        }
    return both;
}

enum class shape {
    edgeless,
    one_node,
    self_loops,
    parallel_edges,
    disconnected,
    zero_costs,
    huge_costs,
    cycle,
    dag,
    tree,
    complete,
    grid,
    chain,
    sparse,
    dense
};

inline constexpr int shape_count = 15;

inline std::string name_of(shape form) {
    constexpr const char* names[shape_count] = {
        "edgeless",   "one node", "self loops", "parallel edges", "disconnected", "zero costs",
        "huge costs", "cycle",    "dag",        "tree",           "complete",     "grid",
        "chain",      "sparse",   "dense"};
    return names[static_cast<int>(form)];
}

/// Draws one cost: small, medium or mostly equal by the seed, or near the end of the type.
template <class Cost>
class cost_picker {
public:
    cost_picker(shape form, split_mix64& random)
        : random_{random},
          form_{form},
          high_{std::vector{1, 3, 9, 100}[static_cast<std::size_t>(random.below(4))]} {}

    Cost operator()() {
        if (form_ == shape::zero_costs) return static_cast<Cost>(random_.percent(60) ? 0 : 1);
        if (form_ == shape::huge_costs) return huge();
        return static_cast<Cost>(random_.between(1, high_));
    }

private:
    Cost huge() {
        if (random_.percent(30)) return static_cast<Cost>(random_.between(0, 3));
        constexpr Cost most = std::numeric_limits<Cost>::max();
        const auto part = static_cast<Cost>(most / static_cast<Cost>(random_.between(1, 4)));
        return static_cast<Cost>(part - static_cast<Cost>(random_.below(5)));
    }

    split_mix64& random_;
    shape form_;
    int high_;
};

/// Adds each ordered pair of different nodes with the given chance.
template <class Cost>
void scatter(basic_test_graph<Cost>& graph, int first, int last, int chance, split_mix64& random,
             cost_picker<Cost>& cost) {
    for (int from = first; from < last; ++from)
        for (int to = first; to < last; ++to)
            if (from != to && random.percent(chance)) graph.add(from, to, cost());
}

template <class Cost>
basic_test_graph<Cost> random_graph(shape form, int max_nodes, split_mix64& random) {
    const int nodes = form == shape::one_node ? 1 : random.between(2, max_nodes);
    basic_test_graph<Cost> graph{nodes};
    cost_picker<Cost> cost{form, random};
    const int sparse = std::min(100, 180 / nodes + 5);
    switch (form) {
        case shape::edgeless: break;
        case shape::one_node:
            for (int loops = random.below(3); loops > 0; --loops) graph.add(0, 0, cost());
            break;
        case shape::self_loops:
            scatter(graph, 0, nodes, sparse, random, cost);
            for (int node = 0; node < nodes; ++node)
                if (random.percent(60)) graph.add(node, node, cost());
            break;
        case shape::parallel_edges:
            for (int copies = 0; copies < 3; ++copies)
                scatter(graph, 0, nodes, sparse, random, cost);
            break;
        case shape::disconnected:
            scatter(graph, 0, nodes / 2, 2 * sparse, random, cost);
            scatter(graph, nodes / 2, nodes, 2 * sparse, random, cost);
            break;
        case shape::cycle:
            for (int node = 0; node < nodes; ++node) graph.add(node, (node + 1) % nodes, cost());
            for (int chords = random.below(3); chords > 0; --chords) {
                const int from = random.below(nodes);
                const int to = random.below(nodes);
                graph.add(from, to, cost());
            }
            break;
        case shape::dag:
            for (int from = 0; from < nodes; ++from)
                for (int to = from + 1; to < nodes; ++to)
                    if (random.percent(2 * sparse)) graph.add(from, to, cost());
            break;
        case shape::tree:
            for (int node = 1; node < nodes; ++node) {
                const int parent = random.below(node);
                graph.add(parent, node, cost());
            }
            break;
        case shape::complete: scatter(graph, 0, nodes, 100, random, cost); break;
        case shape::grid: {
            const int width = std::max(2, nodes / 3);
            for (int node = 0; node < nodes; ++node) {
                if (node % width + 1 < width && node + 1 < nodes) {
                    graph.add(node, node + 1, cost());
                    graph.add(node + 1, node, cost());
                }
                if (node + width < nodes) {
                    graph.add(node, node + width, cost());
                    graph.add(node + width, node, cost());
                }
            }
            break;
        }
        case shape::chain:
            for (int node = 0; node + 1 < nodes; ++node) graph.add(node, node + 1, cost());
            break;
        case shape::dense: scatter(graph, 0, nodes, 70, random, cost); break;
        case shape::zero_costs:
        case shape::huge_costs:
        case shape::sparse: scatter(graph, 0, nodes, sparse, random, cost); break;
    }
    return graph;
}

/// Calls `body(graph, random)` for `count` graphs, each shape in turn.
/// Huge costs are left out unless the body asks for them: they overflow on purpose.
template <class Cost = int, class Body>
void for_each_graph_of(int count, int max_nodes, Body body, bool with_huge_costs = false) {
    int made = 0;
    for (int seed = 1; made < count; ++seed) {
        const auto form = static_cast<shape>(seed % shape_count);
        if (form == shape::huge_costs && !with_huge_costs) continue;
        split_mix64 random{static_cast<std::uint64_t>(seed)};
        const auto graph = random_graph<Cost>(form, max_nodes, random);
        INFO("shape: " << name_of(form) << ", seed: " << seed);
        body(graph, random);
        ++made;
    }
}

/// The same with fewer graphs under the sanitizers, each shape several times still.
template <class Cost = int, class Body>
void for_each_graph(int count, int max_nodes, Body body, bool with_huge_costs = false) {
    for_each_graph_of<Cost>(std::min(count, std::max(rounds(count), 40)), max_nodes, body,
                            with_huge_costs);
}

}  // namespace support
