// SPDX-License-Identifier: MIT
// The cheapest edges that keep together what is connected.
#pragma once

#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/rows/whole_rows.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/disjoint_sets.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// An edge of a forest.
template <class Node, Cost C>
struct forest_edge {
    Node from;  ///< one end
    Node to;    ///< the other
    C cost;     ///< what it costs

    friend bool operator==(const forest_edge&, const forest_edge&) = default;
};

/// A minimum spanning forest: the cheapest edges by which all is connected that can be:
/// `complete`, or what stopped it.
template <class Node, Cost C>
struct forest : answer {
    /// The type in which the costs of a forest are added up: 64 bits for whole numbers.
    using total = std::conditional_t<
        std::floating_point<C>, C,
        std::conditional_t<std::unsigned_integral<C>, std::uint64_t, std::int64_t>>;

    /// Its edges, cheapest first; of the same cost in the order in which the graph has them. Empty
    /// unless the forest is complete.
    std::vector<forest_edge<Node, C>> edges = {};
    /// What they cost together; `infinite`, or the lowest number, where that is beyond 64 bits.
    total cost = total{0};
    /// How many trees there are: parts that are not connected with each other.
    std::size_t trees = 0;
};

namespace detail {

/// An edge's cost and its place in the list, to be sorted by both: in one word, where costs are
/// short whole numbers.
template <class C>
using edge_key = std::conditional_t<std::integral<C> && sizeof(C) <= 4, std::uint64_t,
                                    std::pair<C, std::uint32_t>>;
template <class C>
[[nodiscard]] edge_key<C> key_of(C cost, std::uint32_t place) noexcept {
    if constexpr (std::integral<edge_key<C>>) {
        constexpr std::int64_t lowest = std::numeric_limits<C>::lowest();
        return static_cast<std::uint64_t>(std::int64_t{cost} - lowest) << 32U | place;
    } else {
        return {cost, place};
    }
}
template <class Key>
[[nodiscard]] std::uint32_t place_of(const Key& key) noexcept {
    if constexpr (std::integral<Key>) {
        return static_cast<std::uint32_t>(key);
    } else {
        return key.second;
    }
}

template <class Total, class C>
[[nodiscard]] Total add_to_total(Total sum, C cost) noexcept {
    if constexpr (std::floating_point<Total>) {
        return sum + cost;
    } else {
        const Total more = static_cast<Total>(cost);
        if (add_within(sum, more, sum)) return sum;
        return is_negative(more) ? std::numeric_limits<Total>::lowest() : infinite<Total>;
    }
}

/// Kruskal's algorithm (J. Kruskal, On the shortest spanning subtree of a graph, 1956): takes, from
/// the cheapest on, each edge that joins two trees.
template <class Node, class G, class Start>
[[nodiscard]] auto run_spanning_forest(G& g, const Start& start, const options& o) {
    using cost = typename whole_rows<G, Node>::cost;
    struct listed_edge {
        std::uint32_t from;
        std::uint32_t to;
        cost price;
    };
    forest<Node, cost> made;
    search_control control(o, general_engine<G, Node>);
    memory_budget& budget = control.budget();
    whole_rows<G, Node> whole(budget);
    buffer<listed_edge> edges(budget);
    buffer<edge_key<cost>> keys(budget);
    disjoint_sets trees(budget);
    if (whole.take_in(g, start, control)) {
        bool lists_twice = false;
        if constexpr (requires { g.is_undirected(); }) lists_twice = g.is_undirected();
        whole.with_rows([&](const auto& rows) {
            for (std::uint32_t from = 0; from < whole.size() && control.tick(); ++from)
                for_each_edge_in<cost>(rows, from, [&](std::uint32_t to, cost price) {
                    if (from == to || (lists_twice && to < from) || !control.running()) return;
                    if (is_no_number(price)) return control.end(status::negative_cost);
                    const std::size_t place = edges.size();
                    control.fits(place < std::numeric_limits<std::uint32_t>::max() &&
                                 edges.push(listed_edge{from, to, price}) &&
                                 keys.push(key_of(price, static_cast<std::uint32_t>(place))));
                });
        });
    }
    if (control.running() && control.fits(trees.reset(whole.size()))) {
        std::sort(keys.begin(), keys.end());
        made.trees = whole.size();
        for (const edge_key<cost>& key : keys) {
            if (made.trees == 1 || !control.tick()) break;
            const auto& [from, to, price] = edges[place_of(key)];
            if (!trees.unite(from, to)) continue;
            if (!control.fits(budget.take(sizeof(forest_edge<Node, cost>)))) break;
            made.edges.push_back({whole.node(from), whole.node(to), price});
            made.cost = add_to_total(made.cost, price);
            --made.trees;
        }
        control.end(status::complete);
    }
    static_cast<answer&>(made) = answer_of(control);
    if (!made) {
        made.edges.clear();
        made.cost = {};
        made.trees = 0;
    }
    return made;
}

}  // namespace detail

/// Finds a minimum spanning forest of a graph: of the edges, whichever way they point, the cheapest
/// by which all nodes stay connected that are. Costs may be negative; closed edges and loops do not
/// count.
///
/// `g`  a graph that can list its nodes: `csr`, best made by `from_undirected_edges`, `adjacency`,
///      containers, graphs of Boost.
/// `o`  limits, a stop token; `limits.cost` and `threads` change nothing.
template <detail::ListedGraph G>
    requires SearchableGraph<G, detail::declared_node_t<std::remove_cvref_t<G>>>
[[nodiscard]] auto spanning_forest(G&& g, const options& o = {}) {
    using node = detail::declared_node_t<std::remove_cvref_t<G>>;
    return detail::run_spanning_forest<node>(g, detail::every_node{}, o);
}

/// A minimum spanning forest of the nodes that can be reached from `start`.
///
/// `g`      the graph.
/// `start`  a node, or `any_of` several.
/// `o`      limits, a stop token; `limits.cost` and `threads` change nothing.
template <class G, detail::StartNotOptions Start = detail::declared_node_t<G>>
    requires SearchableGraph<G, node_of<G, Start>>
[[nodiscard]] auto spanning_forest(G&& g, const Start& start, const options& o = {}) {
    return detail::run_spanning_forest<node_of<G, Start>>(g, start, o);
}

}  // namespace senda
