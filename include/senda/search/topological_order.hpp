// SPDX-License-Identifier: MIT
// An order in which every edge leads ahead, or the cycle that stands in its way.
#pragma once

#include <senda/detail/contract/engine_texts.hpp>
#include <senda/detail/rows/order_rows.hpp>
#include <senda/detail/rows/whole_rows.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/statistics.hpp>
#include <senda/search/status.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

namespace senda {

/// The nodes of a graph in an order in which every edge leads ahead. True in a condition when there
/// is one.
template <class Node>
struct node_order {
    /// `found` if the nodes are in order, `cycle` if there is no order; else the limit that came
    /// first.
    senda::status status = status::running;
    /// All nodes, each before those that it leads to; empty if there is no order.
    std::vector<Node> nodes = {};
    /// The nodes of a cycle: each has an edge to the next, and the last to the first. Empty if
    /// there is none.
    std::vector<Node> cycle = {};
    /// What it took.
    senda::statistics statistics = {};
    /// The engine that answered, and why that one.
    std::string_view engine = {};

    [[nodiscard]] explicit operator bool() const noexcept { return status == status::found; }
};

namespace detail {

template <class Node, class G, class Start>
[[nodiscard]] node_order<Node> run_topological_order(G& g, const Start& start, const options& o) {
    node_order<Node> made;
    search_control control(o);
    whole_rows<G, Node> whole(control.budget());
    buffer<std::uint32_t> order(control.budget());
    if (whole.take_in_place(g, start, control)) {
        using cost = typename whole_rows<G, Node>::cost;
        status ending = whole.with_rows([&](const auto& rows) {
            return order_rows<cost>(whole, rows, order, control,
                                    [](std::uint32_t, std::uint32_t, cost) {});
        });
        const bool is_known = ending == status::found || ending == status::cycle;
        if (is_known && !control.budget().take(order.size() * sizeof(Node)))
            ending = status::memory_limit;
        if (ending == status::found) made.nodes = nodes_of(whole, order);
        if (ending == status::cycle) made.cycle = nodes_of(whole, order);
        control.end(ending);
    }
    made.status = control.status();
    made.statistics = control.statistics();
    made.engine = engine_text<G, Node>(engine_kind::general);
    return made;
}

}  // namespace detail

/// Finds an order of all nodes in which every edge leads ahead, or a cycle. Nodes into which no
/// edge leads come first, as the graph lists them; each other as soon as all that lead to it are
/// there. Closed edges do not count, and costs do not matter.
///
/// `g`  a graph that can list its nodes: `csr`, `adjacency`, containers, graphs of Boost.
/// `o`  limits, a stop token; `threads` changes nothing: one thread works.
template <detail::ListedGraph G>
    requires SearchableGraph<G, detail::declared_node_t<std::remove_cvref_t<G>>>
[[nodiscard]] auto topological_order(G&& g, const options& o = {}) {
    using node = detail::declared_node_t<std::remove_cvref_t<G>>;
    return detail::run_topological_order<node>(g, detail::every_node{}, o);
}

/// An order of the nodes that can be reached from `start`, itself included.
///
/// `g`      the graph.
/// `start`  a node, or `any_of` several.
/// `o`      limits, a stop token; `threads` changes nothing: one thread works.
template <class G, detail::StartNotOptions Start = detail::declared_node_t<G>>
    requires SearchableGraph<G, node_of<G, Start>>
[[nodiscard]] auto topological_order(G&& g, const Start& start, const options& o = {}) {
    return detail::run_topological_order<node_of<G, Start>>(g, start, o);
}

}  // namespace senda
