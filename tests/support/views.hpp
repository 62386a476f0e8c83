// SPDX-License-Identifier: MIT
// One test graph in every spelling a user may choose. Views refer to the graph they show. Some come
// as constants, so that a temporary and a named one make the same search.
#pragma once

#include "random_graphs.hpp"

#include <cstddef>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/edge.hpp>
#include <string>
#include <utility>
#include <vector>

namespace support {

inline constexpr int actions_a_node = 1000;

/// The action of the edge at `position` in the list of `from`: it names the edge, so a replay is
/// exact.
constexpr int action_of(int from, std::size_t position) {
    return from * actions_a_node + static_cast<int>(position);
}

/// A lambda that returns only nodes: every move costs one step.
template <class Cost>
auto as_nodes(const basic_test_graph<Cost>& graph) {
    return [&graph](int node) {
        std::vector<int> next;
        for (const auto& edge : graph.from(node)) next.push_back(edge.to);
        return next;
    };
}

/// A lambda that returns pairs of node and cost.
template <class Cost>
auto as_pairs(const basic_test_graph<Cost>& graph) {
    return [&graph](int node) {
        std::vector<std::pair<int, Cost>> next;
        for (const auto& edge : graph.from(node)) next.emplace_back(edge.to, edge.cost);
        return next;
    };
}

/// A function that returns edges with actions.
template <class Cost>
class edges_view {
public:
    explicit edges_view(const basic_test_graph<Cost>& graph) : graph_{&graph} {}

    std::vector<senda::edge<int, Cost, int>> operator()(int node) const {
        std::vector<senda::edge<int, Cost, int>> next;
        for (const auto& edge : graph_->from(node))
            next.push_back({edge.to, edge.cost, action_of(node, next.size())});
        return next;
    }

private:
    const basic_test_graph<Cost>* graph_;
};

template <class Cost>
const edges_view<Cost> as_edges(const basic_test_graph<Cost>& graph) {
    return edges_view<Cost>{graph};
}

/// A lambda with a sink: it can declare no cost type, so every move costs one step.
template <class Cost>
auto as_sink(const basic_test_graph<Cost>& graph) {
    return [&graph](int node, auto&& emit) {
        for (const auto& edge : graph.from(node)) emit(edge.to);
    };
}

/// Everything declared: a sink of edges with actions, predecessors and a dense index.
template <class Cost>
class dense_view {
public:
    using node_type = int;
    using cost_type = Cost;
    using action_type = int;

    explicit dense_view(const basic_test_graph<Cost>& graph)
        : graph_{&graph}, bound_{graph.out.size()}, into_(graph.out.size()) {
        for (int from = 0; from < graph.node_count(); ++from)
            for (std::size_t i = 0; i < graph.from(from).size(); ++i)
                into_[static_cast<std::size_t>(graph.from(from)[i].to)].push_back({from, i});
    }

    template <class Emit>
    void successors(int node, Emit&& emit) const {
        const auto& edges = graph_->from(node);
        for (std::size_t i = 0; i < edges.size(); ++i)
            emit(edges[i].to, edges[i].cost, action_of(node, i));
    }

    template <class Emit>
    void predecessors(int node, Emit&& emit) const {
        for (const auto& [from, i] : into_[static_cast<std::size_t>(node)])
            emit(from, graph_->from(from)[i].cost, action_of(from, i));
    }

    std::size_t index(int node) const { return static_cast<std::size_t>(node); }
    std::size_t index_bound() const { return bound_; }

    /// Claims another bound than the number of nodes.
    void claim_bound(std::size_t bound) { bound_ = bound; }

private:
    struct arrival {
        int from;
        std::size_t position;
    };

    const basic_test_graph<Cost>* graph_;
    std::size_t bound_;
    std::vector<std::vector<arrival>> into_;
};

template <class Cost>
const dense_view<Cost> as_dense(const basic_test_graph<Cost>& graph) {
    return dense_view<Cost>{graph};
}

/// The same without the index.
template <class Cost>
const senda::hashed<const dense_view<Cost>&> as_hashed(const dense_view<Cost>& dense) {
    return senda::hashed(dense);
}

/// A node that has no default value and no `std::hash`: senda's own hash serves it.
struct place {
    constexpr explicit place(int number) : id{number} {}
    friend bool operator==(const place&, const place&) = default;

    int id;
};

/// Pairs of place and cost from a member function.
template <class Cost>
struct place_view {
    const basic_test_graph<Cost>* graph;

    std::vector<std::pair<place, Cost>> successors(const place& node) const {
        std::vector<std::pair<place, Cost>> next;
        for (const auto& edge : graph->from(node.id)) next.emplace_back(place{edge.to}, edge.cost);
        return next;
    }
};

inline std::string name_of_node(int node) {
    return "a node with a name too long for small strings, number " + std::to_string(node);
}

/// Nodes that own memory, edges both ways, both as ranges.
template <class Cost>
struct named_view {
    const basic_test_graph<Cost>* graph;
    using edge_type = senda::edge<std::string, Cost, int>;

    static int id(const std::string& name) { return std::stoi(name.substr(name.rfind(' ') + 1)); }

    std::vector<edge_type> successors(const std::string& name) const {
        std::vector<edge_type> next;
        for (const auto& edge : graph->from(id(name)))
            next.push_back({name_of_node(edge.to), edge.cost, action_of(id(name), next.size())});
        return next;
    }

    std::vector<edge_type> predecessors(const std::string& name) const {
        std::vector<edge_type> before;
        for (int from = 0; from < graph->node_count(); ++from)
            for (std::size_t i = 0; i < graph->from(from).size(); ++i)
                if (graph->from(from)[i].to == id(name))
                    before.push_back(
                        {name_of_node(from), graph->from(from)[i].cost, action_of(from, i)});
        return before;
    }
};

inline int id_of(int node) { return node; }
inline int id_of(const place& node) { return node.id; }
inline int id_of(const std::string& node) { return named_view<int>::id(node); }

/// The plain numbers of a path, whatever its nodes are: `id_of` is found with the node.
template <class Node>
std::vector<int> ids(const std::vector<Node>& path) {
    std::vector<int> numbers;
    for (const Node& node : path) numbers.push_back(id_of(node));
    return numbers;
}

}  // namespace support
