// SPDX-License-Identifier: MIT
// Which graphs are searched by wide layers, and when a layer counts as wide.
#pragma once

#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// A graph whose edges lie in one array, those of a node side by side, such as `csr`; its reverse
/// rows are empty unless it knows the edges into each node.
template <class G, class Node>
concept CsrGraph = std::same_as<Node, std::uint32_t> && requires(const G& g) {
    { g.edge_rows().edges[g.edge_rows().offsets[0]].to } -> std::convertible_to<Node>;
    { g.reverse_rows().edges[g.reverse_rows().offsets[0]].to } -> std::convertible_to<Node>;
    { g.reverse_rows().node_count } -> std::convertible_to<std::size_t>;
};

/// When a layer is searched at once, and when threads share it, whatever their number.
struct layer_tuning {
    std::size_t min_frontier = 256;  ///< nodes that wait; more in a larger graph
    std::size_t min_edges = 32768;   ///< out of a layer, for which it is searched top-down
    std::size_t min_edges_for_threads =
        131072;  ///< edges out of a layer for which threads are started
};

/// For tests.
struct layer_tuner {
    template <class Search>
    static void set(Search& search, const layer_tuning& tuning) {
        search.layers_.tuning_ = tuning;
    }
};

/// What a `bfs_search` of another graph has instead: nothing.
struct no_layers {
    explicit no_layers(memory_budget&) noexcept {}
    void forget(search_control&) noexcept {}
};

}  // namespace senda::detail
