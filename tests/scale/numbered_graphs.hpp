// SPDX-License-Identifier: MIT
// Graphs whose nodes have numbers and are found by them, and a search of them with nothing to get
// wrong.
#pragma once

#include "support/random_graphs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <utility>
#include <vector>

namespace numbered {

/// A node that is not its number.
struct marked_node {
    int id = 0;
    friend bool operator==(marked_node, marked_node) = default;
};

/// Any graph, of whose numbers only every third is a node.
struct sparse_graph {
    using node_type = marked_node;
    support::test_graph edges;

    std::size_t index(marked_node n) const { return static_cast<std::size_t>(n.id) * 3 + 1; }
    std::size_t index_bound() const { return static_cast<std::size_t>(edges.node_count()) * 3 + 5; }
    marked_node node(std::size_t number) const {
        REQUIRE(number % 3 == 1);
        return {static_cast<int>(number / 3)};
    }
    bool contains(marked_node n) const { return n.id >= 0 && n.id < edges.node_count(); }
    template <class Emit>
    void successors(marked_node n, Emit&& emit) const {
        for (const auto& e : edges.from(n.id)) emit(marked_node{e.to});
    }
};

/// A large graph that takes no memory: each number leads to some others that look random.
struct computed_graph {
    using node_type = std::uint32_t;
    std::uint32_t bound = 1;
    std::uint32_t seed = 1;

    std::size_t index(node_type n) const { return n; }
    std::size_t index_bound() const { return bound; }
    node_type node(std::size_t number) const { return static_cast<node_type>(number); }
    template <class Emit>
    void successors(node_type n, Emit&& emit) const {
        const std::uint64_t x = n;
        emit(static_cast<node_type>((x * (2 * seed + 3) + 11) % bound));
        if ((n ^ seed) % 3 != 0) emit(static_cast<node_type>((x * 7 + seed) % bound));
        if (n % 5 == 0) emit(static_cast<node_type>((x + 1) % bound));
    }
};

/// The nodes at each depth from some numbers, in order: by trying each edge of a layer.
template <class G>
std::vector<std::vector<std::size_t>> layers_of(const G& g,
                                                const std::vector<std::size_t>& starts) {
    std::vector<char> seen(g.index_bound());
    std::vector<std::vector<std::size_t>> layers;
    std::vector<std::size_t> layer;
    for (const std::size_t n : starts) {
        if (!std::exchange(seen[n], char{1})) layer.push_back(n);
    }
    while (!layer.empty()) {
        std::vector<std::size_t> next;
        for (const std::size_t n : layer) {
            g.successors(g.node(n), [&](const auto& to) {
                if (!std::exchange(seen[g.index(to)], char{1})) next.push_back(g.index(to));
            });
        }
        std::sort(layer.begin(), layer.end());
        layers.push_back(std::exchange(layer, next));
    }
    return layers;
}

}  // namespace numbered
