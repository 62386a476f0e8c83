// SPDX-License-Identifier: MIT
// The cheapest edges that keep together what is connected.
#pragma once

#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/rows/whole_rows.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/disjoint_sets.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>
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

    /// Its edges, cheapest first; of the same cost in the order in which they were given. Empty
    /// unless the forest is complete.
    std::vector<forest_edge<Node, C>> edges = {};
    /// What they cost together; `infinite`, or the lowest number, where that is beyond 64 bits.
    total cost = total{0};
    /// How many trees there are: parts that are not connected with each other.
    std::size_t trees = 0;
};

namespace detail {

/// An edge's cost and its place in the list: sorted by both.
template <class C>
struct edge_key {
    C cost;
    std::uint32_t place;

    static edge_key of(C cost, std::uint32_t place) noexcept { return {cost, place}; }
    friend bool operator<(const edge_key& a, const edge_key& b) noexcept {
        return a.cost != b.cost ? a.cost < b.cost : a.place < b.place;
    }
};
/// The cost and the number of an edge in one word, where costs are short whole numbers.
template <std::integral C>
    requires(sizeof(C) <= 4)
struct edge_key<C> {
    std::uint64_t word;

    static edge_key of(C cost, std::uint32_t at) noexcept {
        constexpr std::int64_t lowest = std::numeric_limits<C>::lowest();
        return {static_cast<std::uint64_t>(std::int64_t{cost} - lowest) << 32U | at};
    }
    friend bool operator<(const edge_key& a, const edge_key& b) noexcept { return a.word < b.word; }
};

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

/// Kruskal's algorithm on a list of edges by number (J. Kruskal, On the shortest spanning subtree
/// of a graph, 1956).
template <class C>
class kruskal_forest {
    struct listed_edge {
        std::uint32_t from;
        std::uint32_t to;
        C cost;
    };

public:
    explicit kruskal_forest(search_control& control)
        : control_(control), edges_(control.budget()), keys_(control.budget()) {}

    /// Lists an edge; one that is closed, or leads back to its node, is of no use.
    void add(std::uint32_t from, std::uint32_t to, C cost) {
        if (from == to || is_closed(cost) || !control_.running()) return;
        if (is_no_number(cost)) return control_.end(status::negative_cost);
        const std::size_t place = edges_.size();
        control_.fits(place < std::numeric_limits<std::uint32_t>::max() &&
                      edges_.push(listed_edge{from, to, cost}) &&
                      keys_.push(edge_key<C>::of(cost, static_cast<std::uint32_t>(place))));
    }

    /// Takes, from the cheapest on, each edge that joins two trees.
    template <class Node, class NodeOf>
    void grow(std::size_t nodes, forest<Node, C>& made, NodeOf node_of) {
        disjoint_sets trees(control_.budget());
        if (!control_.running() || !control_.fits(trees.reset(nodes))) return;
        std::sort(keys_.begin(), keys_.end());
        made.trees = nodes;
        for (const edge_key<C>& key : keys_) {
            if (!control_.tick()) return;
            const listed_edge& e = edges_[place_of(key)];
            if (!trees.unite(e.from, e.to)) continue;
            if (!control_.fits(control_.budget().take(sizeof(forest_edge<Node, C>)))) return;
            made.edges.push_back({node_of(e.from), node_of(e.to), e.cost});
            made.cost = add_to_total(made.cost, e.cost);
            if (--made.trees == 1) break;
        }
        control_.end(status::complete);
    }

private:
    [[nodiscard]] static std::uint32_t place_of(const edge_key<C>& key) noexcept {
        if constexpr (requires { key.word; }) {
            return static_cast<std::uint32_t>(key.word);
        } else {
            return key.place;
        }
    }

    search_control& control_;
    buffer<listed_edge> edges_;
    buffer<edge_key<C>> keys_;
};

/// Makes the answer of what a search did.
template <class Forest>
void note_ending(Forest& made, const search_control& control) {
    made.status = control.status();
    made.statistics = control.statistics();
    if (made) return;
    made.edges.clear();
    made.cost = {};
    made.trees = 0;
}

template <class Node, class G, class Start>
[[nodiscard]] auto run_spanning_forest(G& g, const Start& start, const options& o) {
    using cost = typename whole_rows<G, Node>::cost;
    forest<Node, cost> made;
    search_control control(o);
    whole_rows<G, Node> whole(control.budget());
    if (whole.take_in(g, start, control)) {
        bool lists_twice = false;
        if constexpr (requires { g.is_undirected(); }) lists_twice = g.is_undirected();
        kruskal_forest<cost> trees(control);
        whole.with_rows([&](const auto& rows) {
            for (std::uint32_t from = 0; from < whole.size() && control.tick(); ++from)
                for_each_edge_in<cost>(rows, from, [&](std::uint32_t to, cost c) {
                    if (!lists_twice || from < to) trees.add(from, to, c);
                });
        });
        trees.grow(whole.size(), made, [&](std::uint32_t n) { return whole.node(n); });
    }
    note_ending(made, control);
    made.engine = engine_text<G, Node>(engine_kind::general);
    return made;
}

/// The cost of an edge that comes apart into from, to and cost.
template <class Edge>
[[nodiscard]] auto cost_of_edge(const Edge& edge) {
    const auto& [from, to, cost] = edge;
    return static_cast<path_cost<std::remove_cvref_t<decltype(cost)>>>(cost);
}
template <class Edges>
using listed_cost = decltype(cost_of_edge(std::declval<const element_of<Edges>&>()));

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

/// A minimum spanning forest of a list of edges between the nodes 0 to `node_count` - 1, without a
/// graph.
///
/// `node_count`  how many nodes there are, at most 2^32 - 1.
/// `edges`       a range of what comes apart into from, to and cost; those that lead outside do not
///               count.
/// `o`           limits, a stop token; `limits.cost` and `threads` change nothing.
template <class Edges>
    requires detail::Iterable<const Edges&>
[[nodiscard]] auto spanning_forest(std::size_t node_count, const Edges& edges,
                                   const options& o = {}) {
    forest<std::uint32_t, detail::listed_cost<Edges>> made;
    detail::search_control control(o);
    detail::kruskal_forest<detail::listed_cost<Edges>> trees(control);
    for (const auto& edge : edges) {
        [[maybe_unused]] const auto& [from, to, cost] = edge;
        if (!control.tick()) break;
        control.count_generated();
        if (static_cast<std::uint64_t>(from) < node_count &&
            static_cast<std::uint64_t>(to) < node_count)
            trees.add(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to),
                      detail::cost_of_edge(edge));
    }
    control.fits(node_count < std::numeric_limits<std::uint32_t>::max());
    trees.grow(node_count, made, [](std::uint32_t n) { return n; });
    detail::note_ending(made, control);
    made.engine = detail::fallback_reason::numbered;
    return made;
}

}  // namespace senda
