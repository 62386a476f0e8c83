// SPDX-License-Identifier: MIT
// Graphs of Boost.Graph, searched as they stand. This header needs Boost and is not in
// <senda/senda.hpp>.
#pragma once

#include <senda/graph/adaptors.hpp>
#include <senda/graph/concepts.hpp>

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/pending/property.hpp>
#include <boost/property_map/property_map.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace senda {

namespace detail {

template <class G>
using boost_vertex = typename boost::graph_traits<G>::vertex_descriptor;
template <class G>
using boost_edge = typename boost::graph_traits<G>::edge_descriptor;

/// A model of Boost's IncidenceGraph that declares its types as those of Boost do. (Boost takes
/// vectors of vectors for graphs, too; these are graphs without it.)
template <class G>
concept BoostGraph = requires {
    typename G::traversal_category;
    typename G::vertex_descriptor;
    typename G::edge_descriptor;
} && requires(const G& g, boost_vertex<G> v, boost_edge<G> e) {
    out_edges(v, g).first;
    { target(e, g) } -> std::convertible_to<boost_vertex<G>>;
};

/// A view such as `filtered_graph` or `reverse_graph`: vertices are those of the graph `m_g`.
template <class G>
concept BoostView = requires(const G& g) { g.m_g; };
template <BoostView G>
using boost_viewed = std::remove_cvref_t<decltype(std::declval<const G&>().m_g)>;

/// Whether edges have a weight of their own: a property with the tag `edge_weight_t`.
template <class G>
constexpr bool boost_weighted() {
    using tag = boost::edge_weight_t;
    if constexpr (requires { typename G::edge_property_type; }) {
        // compressed_sparse_row_graph calls all its properties bundled.
        return boost::lookup_one_property<typename G::edge_property_type, tag>::found ||
               boost::lookup_one_property<typename G::edge_bundled, tag>::found;
    } else if constexpr (BoostView<G>) {
        return boost_weighted<boost_viewed<G>>();
    } else {
        return false;
    }
}
template <class G>
concept BoostWeighted = boost_weighted<G>();

/// A `grid_graph`, whose vertices are cells.
template <class G>
concept BoostGrid = requires(const G& g) { g.length(g.dimensions()); };

/// Whether vertices are numbered: as numbers, cells of a grid, or in a property `vertex_index_t`.
template <class G>
constexpr bool boost_indexed() {
    if constexpr (BoostView<G>) {
        return boost_indexed<boost_viewed<G>>();
    } else if constexpr (!requires(const G& g) { num_vertices(g); }) {
        return false;
    } else if constexpr (std::integral<boost_vertex<G>> || BoostGrid<G>) {
        return true;
    } else if constexpr (requires { typename G::vertex_property_type; }) {
        return boost::lookup_one_property<typename G::vertex_property_type,
                                          boost::vertex_index_t>::found;
    } else {
        return false;
    }
}
template <class G>
concept BoostIndexed = boost_indexed<G>();

/// Calls `emit(vertex)` or `emit(vertex, cost)` for each edge of a pair of iterators; `weight`
/// gives the cost, and `end` the vertex.
template <class Edges, class End, class Weight, class Emit>
void emit_boost_edges(const Edges& edges, End end, const Weight& weight, Emit& emit) {
    for (auto e = edges.first; e != edges.second; ++e) {
        if constexpr (std::same_as<Weight, unweighted>) {
            emit(end(*e));
        } else {
            emit(end(*e), weight(*e));
        }
    }
}
template <class G, class Weight, class Emit>
void emit_boost_successors(const G& g, boost_vertex<G> v, const Weight& weight, Emit& emit) {
    emit_boost_edges(out_edges(v, g), [&g](const auto& e) { return target(e, g); }, weight, emit);
}
template <class G, class Weight, class Emit>
void emit_boost_predecessors(const G& g, boost_vertex<G> v, const Weight& weight, Emit& emit) {
    emit_boost_edges(in_edges(v, g), [&g](const auto& e) { return source(e, g); }, weight, emit);
}
template <class G>
concept BoostReversible = requires(const G& g, boost_vertex<G> v) { in_edges(v, g).first; };

/// The weight that an edge has of its own, as a function; nothing if there is none.
template <class G>
[[nodiscard]] auto own_weight([[maybe_unused]] const G& g) {
    if constexpr (BoostWeighted<G>) {
        return [map = get(boost::edge_weight, g)](const boost_edge<G>& e) { return get(map, e); };
    } else {
        return unweighted{};
    }
}

/// A weight that is given, as a function: a property map, a member of the edges' bundle, or a
/// function already.
template <class G, class Weight>
[[nodiscard]] auto given_weight(const G& g, const Weight& weight) {
    if constexpr (std::is_member_object_pointer_v<Weight>) {
        return [&g, weight](const boost_edge<G>& e) { return g[e].*weight; };
    } else if constexpr (requires(const boost_edge<G>& e) { weight(e); }) {
        return [&weight](const boost_edge<G>& e) { return weight(e); };
    } else {
        return [&weight](const boost_edge<G>& e) { return get(weight, e); };
    }
}

template <class G, class Weight>
using boost_cost = std::remove_cvref_t<decltype(std::declval<const Weight&>()(
    std::declval<const boost_edge<G>&>()))>;

template <class G>
struct boost_edges {};
template <BoostWeighted G>
struct boost_edges<G> {
    using cost_type = boost_cost<G, decltype(own_weight(std::declval<const G&>()))>;
};

/// Graphs of Boost: nodes are vertex descriptors, costs the property `edge_weight` if there is one.
/// Storage is dense where vertices are numbered, by themselves or in the property `vertex_index`,
/// which must be filled in then, as for the algorithms of Boost.
template <BoostGraph G>
struct boost_adapter : boost_edges<G> {
    using node_type = boost_vertex<G>;

    template <class Emit>
    static void successors(const G& g, node_type v, Emit&& emit) {
        emit_boost_successors(g, v, own_weight(g), emit);
    }
    template <class Emit>
        requires BoostReversible<G>
    static void predecessors(const G& g, node_type v, Emit&& emit) {
        emit_boost_predecessors(g, v, own_weight(g), emit);
    }

    [[nodiscard]] static std::size_t index([[maybe_unused]] const G& g, node_type v)
        requires BoostIndexed<G>
    {
        if constexpr (std::integral<node_type>) {
            return static_cast<std::size_t>(v);
        } else if constexpr (BoostView<G>) {
            return boost_adapter<boost_viewed<G>>::index(g.m_g, v);
        } else {
            return static_cast<std::size_t>(get(get(boost::vertex_index, g), v));
        }
    }
    [[nodiscard]] static std::size_t index_bound(const G& g)
        requires BoostIndexed<G>
    {
        if constexpr (BoostView<G>) {
            return boost_adapter<boost_viewed<G>>::index_bound(g.m_g);
        } else {
            return static_cast<std::size_t>(num_vertices(g));
        }
    }

    /// A vertex that a `filtered_graph` hides is none.
    [[nodiscard]] static bool contains([[maybe_unused]] const G& g, [[maybe_unused]] node_type v) {
        if constexpr (requires { g.m_vertex_pred(v); }) {
            return boost_adapter<boost_viewed<G>>::contains(g.m_g, v) && g.m_vertex_pred(v);
        } else if constexpr (BoostView<G>) {
            return boost_adapter<boost_viewed<G>>::contains(g.m_g, v);
        } else if constexpr (BoostGrid<G>) {
            for (std::size_t d = 0; d < g.dimensions(); ++d)
                if (v[d] >= g.length(d)) return false;
            return true;
        } else if constexpr (std::integral<node_type> && BoostIndexed<G>) {
            return index(g, v) < index_bound(g);
        } else {
            return true;
        }
    }

    template <class Take>
        requires requires(const G& g) { vertices(g).first; }
    static void for_each_node(const G& g, Take&& take) {
        const auto all = vertices(g);
        for (auto v = all.first; v != all.second; ++v) take(*v);
    }
};

}  // namespace detail

template <detail::BoostGraph G>
struct graph_adapter<G> : detail::boost_adapter<G> {};

/// A graph of Boost with costs that are given, made by `from_boost(g, weight)`.
template <class G, class Weight>
class boost_graph : public detail::indexed_view<G> {
    using graph = std::remove_cvref_t<G>;
    using node = detail::boost_vertex<graph>;

    [[nodiscard]] auto cost() const { return detail::given_weight(this->base(), weight_); }

public:
    using cost_type =
        detail::boost_cost<graph, decltype(detail::given_weight(std::declval<const graph&>(),
                                                                std::declval<const Weight&>()))>;

    /// The graph `g` with the costs that `weight` gives.
    boost_graph(G&& g, Weight weight)
        : detail::indexed_view<G>(std::forward<G>(g)), weight_(std::move(weight)) {}

    /// Calls `emit(vertex, cost)` for each edge out of a vertex.
    template <class Emit>
    void successors(node v, Emit&& emit) const {
        detail::emit_boost_successors(this->base(), v, cost(), emit);
    }
    /// Calls `emit` for each edge into a vertex.
    template <class Emit>
        requires detail::BoostReversible<graph>
    void predecessors(node v, Emit&& emit) const {
        detail::emit_boost_predecessors(this->base(), v, cost(), emit);
    }

private:
    Weight weight_;
};

/// The Boost graph `g` with costs from elsewhere than its property `edge_weight`: `weight` is a
/// property map of its edges, a member of what is bundled with them (`&road::km`), or a function of
/// the edge. It refers to a `g` that has a name and keeps one that has none.
template <class G, class Weight>
    requires detail::BoostGraph<std::remove_cvref_t<G>>
[[nodiscard]] boost_graph<G, Weight> from_boost(G&& g, Weight weight) {
    return {std::forward<G>(g), std::move(weight)};
}

}  // namespace senda
