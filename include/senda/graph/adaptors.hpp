// SPDX-License-Identifier: MIT
// Views of a graph that change its storage, its direction or its costs.
#pragma once

#include <senda/graph/adjacency.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/hash.hpp>
#include <senda/language/extensions.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

template <class G>
class undirected_view;

namespace detail {

template <class G>
inline constexpr bool is_undirected = names_edges_back<G>;
template <class G>
inline constexpr bool is_undirected<undirected_view<G>> = true;

/// The types that a graph declares, declared again by a view of it.
template <class G>
struct same_types : declares_node<declared_node_t<G>>,
                    declares_cost<typename declared_or<G, cost_type_in, unweighted>::type>,
                    declares_action<typename declared_or<G, action_type_in, no_action>::type> {};

// Whether a graph can be asked for its edges with a sink, or without one for a range of them.
template <class G, class Node, class... Emit>
concept AskedForSuccessors = (sizeof...(Emit) == 0 && RangeGraph<const G, Node>) ||
                             (sizeof...(Emit) == 1 && SinkGraph<const G, Node>);
template <class G, class Node, class... Emit>
concept AskedForPredecessors = (sizeof...(Emit) == 0 && PredecessorRange<const G, Node>) ||
                               (sizeof...(Emit) == 1 && PredecessorSink<const G, Node>);

/// Hands on a graph's edges and hashes; derived views decide on the index.
template <class G>
class graph_view : public same_types<std::remove_cvref_t<G>> {
    using graph = std::remove_reference_t<G>;

public:
    static constexpr bool names_edges_back = detail::names_edges_back<std::remove_cvref_t<G>>;

    constexpr explicit graph_view(G&& g) : graph_(std::forward<G>(g)) {}

    template <class Node, class... Emit>
        requires AskedForSuccessors<graph, Node, Emit...>
    constexpr decltype(auto) successors(const Node& n, Emit&&... emit) const {
        if constexpr (sizeof...(Emit) == 0) {
            return call_range(base(), n);
        } else if constexpr (MemberSink<const graph, Node>) {
            return graph_.successors(n, emit...);
        } else if constexpr (CallSink<const graph, Node>) {
            return graph_(n, emit...);
        } else {
            return emit_adapted(base(), n, emit...);
        }
    }

    template <class Node, class... Emit>
        requires AskedForPredecessors<graph, Node, Emit...>
    constexpr decltype(auto) predecessors(const Node& n, Emit&&... emit) const {
        if constexpr (AdapterSink<const graph, Node>) {
            return adapter_of<graph>::predecessors(base(), n, emit...);
        } else {
            return graph_.predecessors(n, emit...);
        }
    }

    template <class Node, class Graph = const graph>
        requires requires(Graph& g, const Node& n) { g.hash(n); }
    constexpr auto hash(const Node& n) const {
        return graph_.hash(n);
    }
    template <class Node, class Graph = const graph>
        requires requires(Graph& g, const Node& n) { g.key(n); }
    constexpr auto key(const Node& n) const {
        return graph_.key(n);
    }

    template <class Node, class Graph = const graph>
        requires requires(Graph& g, const Node& n) { g.contains(n); }
    constexpr bool contains(const Node& n) const {
        return graph_.contains(n);
    }
    template <class Node>
    constexpr bool is_node(const Node& n) const {
        return is_in(base(), n);
    }

    /// The graph that is viewed.
    [[nodiscard]] constexpr const graph& base() const noexcept { return graph_; }

private:
    G graph_;
};

/// A view of a graph that hands on its index, too.
template <class G>
class indexed_view : public graph_view<G> {
    using graph = std::remove_reference_t<G>;

public:
    using graph_view<G>::graph_view;

    template <class Node, class Graph = const graph>
        requires IndexedGraph<Graph, Node>
    constexpr std::size_t index(const Node& n) const {
        return index_in(this->base(), n);
    }
    template <class Graph = const graph>
        requires requires(Graph& g) { index_bound_of(g); }
    constexpr std::size_t index_bound() const {
        return index_bound_of(this->base());
    }
    template <class Graph = const graph, class Node = typename declarations<Graph>::node_type>
        requires EnumeratedGraph<Graph, Node>
    constexpr Node node(std::size_t number) const {
        return node_at<Node>(this->base(), number);
    }
};

/// The way back from a number that a graph does not have.
struct no_way_back {};

}  // namespace detail

/// A graph without its index: searches on it use hashed storage, and touch only what they reach.
template <class G>
class hashed : public detail::graph_view<G> {
public:
    using detail::graph_view<G>::graph_view;
};
template <class G>
hashed(G&&) -> hashed<G>;

/// A graph with an index: `indexed(g, bound, number)` uses arrays, with `number(n)` below `bound`.
/// With `indexed(g, bound, number, node)`, where `node(number(n))` is `n`, it is enumerated too.
template <class G, class Number, class ByNumber = detail::no_way_back>
class indexed : public detail::graph_view<G> {
public:
    /// A graph whose nodes `number` numbers below `bound`.
    constexpr indexed(G&& g, std::size_t bound, Number number, ByNumber node = {})
        : detail::graph_view<G>(std::forward<G>(g)),
          bound_(bound),
          number_(std::move(number)),
          node_(std::move(node)) {}

    /// The number of a node.
    template <class Node>
    [[nodiscard]] constexpr std::size_t index(const Node& n) const {
        return static_cast<std::size_t>(number_(n));
    }
    [[nodiscard]] constexpr std::size_t index_bound() const noexcept { return bound_; }

    /// The node of a number.
    [[nodiscard]] constexpr auto node(std::size_t number) const
        requires requires(const ByNumber& find) { find(number); }
    {
        return node_(number);
    }

private:
    std::size_t bound_;
    SENDA_NO_UNIQUE_ADDRESS Number number_;
    SENDA_NO_UNIQUE_ADDRESS ByNumber node_;
};
template <class G, class Number>
indexed(G&&, std::size_t, Number) -> indexed<G, Number>;
template <class G, class Number, class ByNumber>
indexed(G&&, std::size_t, Number, ByNumber) -> indexed<G, Number, ByNumber>;

/// A graph in which every edge can be walked both ways at the same cost: its predecessors are its
/// successors. Actions of edges walked backwards are those of the edge back; `bidirectional` looks
/// up those of the edges ahead for the path that it found.
template <class G>
class symmetric : public detail::indexed_view<G> {
    using graph = std::remove_reference_t<G>;
    using view = detail::indexed_view<G>;

public:
    using view::view;

    /// Emits the successors of a node, or without a sink is the range of them.
    template <class Node, class... Emit>
        requires detail::AskedForSuccessors<graph, Node, Emit...>
    constexpr decltype(auto) predecessors(const Node& n, Emit&&... emit) const {
        return view::successors(n, emit...);
    }
};
template <class G>
symmetric(G&&) -> symmetric<G>;

namespace detail {
template <class G>
inline constexpr bool names_edges_back<symmetric<G>> = true;
}

/// A graph seen backwards, made by `reverse(g)`: its successors are the predecessors of `g` and the
/// other way round. Each edge keeps its cost and its action; nodes keep their index and their hash.
/// `G` is a reference for a graph that lives elsewhere.
template <class G>
class reversed : public detail::indexed_view<G> {
    using graph = std::remove_reference_t<G>;
    using view = detail::indexed_view<G>;

public:
    using view::view;

    /// Emits what leads to a node, or without a sink is the range of it.
    template <class Node, class... Emit>
        requires detail::AskedForPredecessors<graph, Node, Emit...>
    constexpr decltype(auto) successors(const Node& n, Emit&&... emit) const {
        return view::predecessors(n, emit...);
    }
    /// Emits what a node leads to, or without a sink is the range of it.
    template <class Node, class... Emit>
        requires detail::AskedForSuccessors<graph, Node, Emit...>
    constexpr decltype(auto) predecessors(const Node& n, Emit&&... emit) const {
        return view::successors(n, emit...);
    }
};

/// The graph `g`, which has `predecessors`, with every edge reversed. It refers to a `g` that
/// has a name and keeps one that has none; reversed twice, it has the edges of `g` again.
template <class G>
[[nodiscard]] constexpr reversed<G> reverse(G&& g) {
    return reversed<G>(std::forward<G>(g));
}

namespace detail {

template <class G>
concept ListsNodes =
    requires(const G& g, any_sink& take) { adapter_of<G>::for_each_node(g, take); };
template <class G>
concept CountsNodes = requires(const G& g) {
    { g.node_count() } -> std::convertible_to<std::size_t>;
    requires std::integral<declared_node_t<G>>;
};

/// A graph whose nodes can be listed: by its adapter, or as the numbers below `node_count()`.
template <class G, class Graph = std::remove_cvref_t<G>, class Node = declared_node_t<Graph>>
concept StoredGraph =
    (ListsNodes<Graph> || CountsNodes<Graph>) && (IndexedGraph<Graph, Node> || Hashable<Node>);

}  // namespace detail

/// A stored graph with `predecessors`: `with_reverse(g)` stores each edge of `g` once more, by
/// where it leads. For containers that are graphs, `csr`, and others whose nodes can be listed. It
/// refers to a `g` that has a name and keeps one that has none; it does not see what changes in `g`
/// later.
template <class G>
    requires detail::StoredGraph<G>
class with_reverse : public detail::indexed_view<G> {
    using graph = std::remove_cvref_t<G>;
    using node = detail::declared_node_t<G>;
    using types = detail::graph_types<const graph, node>;
    using cost = std::conditional_t<types::weighted, typename types::cost, unweighted>;
    using action = typename types::action;

public:
    /// Walks all edges of `g`.
    explicit with_reverse(G&& g) : detail::indexed_view<G>(std::forward<G>(g)) {
        const graph& forward = this->base();
        if constexpr (detail::ListsNodes<graph>) {
            detail::adapter_of<graph>::for_each_node(forward,
                                                     [this](const node& n) { turn_edges_of(n); });
        } else {
            for (std::size_t i = 0; i < forward.node_count(); ++i)
                turn_edges_of(static_cast<node>(i));
        }
    }

    /// Calls `emit` as `successors` does, for each edge into `n` in the order of the nodes from
    /// which they come.
    template <class Emit>
    void predecessors(const node& n, Emit&& emit) const {
        if constexpr (is_numbered) {
            const std::size_t number = detail::index_in(this->base(), n);
            if (number >= into_.size()) return;
            for (const back_edge& e : into_[number])
                detail::emit_edge(emit, e.from, e.price, e.taken);
        } else {
            into_.predecessors(n, emit);
        }
    }

private:
    static constexpr bool is_numbered = IndexedGraph<graph, node>;
    struct back_edge {
        node from;                             ///< where the edge begins
        SENDA_NO_UNIQUE_ADDRESS cost price;    ///< what it costs
        SENDA_NO_UNIQUE_ADDRESS action taken;  ///< what it is called
    };

    void turn_edges_of(const node& n) {
        detail::for_each_successor<types>(this->base(), n, [&](const node& to, auto c, action a) {
            if constexpr (is_numbered) {
                const std::size_t number = detail::index_in(this->base(), to);
                if (number >= into_.size()) into_.resize(number + 1);
                into_[number].push_back({n, price_of(c), std::move(a)});
            } else if constexpr (types::weighted) {
                into_.add_edge(n, to, c, std::move(a));
            } else {
                into_.add_edge(n, to, std::move(a));
            }
        });
    }
    static cost price_of([[maybe_unused]] auto c) {
        if constexpr (types::weighted) {
            return c;
        } else {
            return {};
        }
    }

    std::conditional_t<is_numbered, std::vector<std::vector<back_edge>>,
                       adjacency<node, cost, action>>
        into_;
};
template <class G>
with_reverse(G&&) -> with_reverse<G>;

/// A graph with `predecessors` in which every edge leads both ways, made by `undirected(g)`: its
/// successors are those of `g`, then the predecessors. An edge has its cost and its action both
/// ways. `G` is a reference for a graph that lives elsewhere.
template <class G>
class undirected_view : public detail::indexed_view<G> {
    using graph = std::remove_reference_t<G>;
    using view = detail::indexed_view<G>;

public:
    using view::view;

    /// Emits the nodes on the other end of the edges of a node.
    template <class Node, class Emit>
        requires detail::SinkGraph<const graph, Node> && ReversibleGraph<const graph, Node>
    constexpr void successors(const Node& n, Emit&& emit) const {
        view::successors(n, emit);
        if constexpr (detail::PredecessorSink<const graph, Node>) {
            view::predecessors(n, emit);
        } else {
            for (auto&& element : view::predecessors(n)) detail::emit_element<Node>(element, emit);
        }
    }
    /// The neighbours of a node as a range, if `g` has ranges.
    template <class Node>
        requires detail::RangeGraph<const graph, Node> &&
                 detail::PredecessorRange<const graph, Node>
    [[nodiscard]] constexpr auto successors(const Node& n) const {
        std::vector<detail::successor_element<const graph, Node>> both;
        for (auto&& element : view::successors(n)) both.push_back(element);
        for (auto&& element : view::predecessors(n)) both.push_back(element);
        return both;
    }

    /// The same as `successors`: those to which a node leads are those that lead to it.
    template <class Node, class... Emit>
        requires requires(const undirected_view& v, const Node& n, Emit&... emit) {
            v.successors(n, emit...);
        }
    constexpr decltype(auto) predecessors(const Node& n, Emit&&... emit) const {
        return successors(n, emit...);
    }
};

/// The graph `g` with every edge leading both ways. It needs `predecessors`, or nodes that can be
/// listed: then it stores each edge once more, as `with_reverse(g)`. An edge that `g` lists both
/// ways counts as two that are parallel, which changes no cost and no path. It refers to a `g` that
/// has a name and keeps one that has none.
template <class G>
[[nodiscard]] constexpr auto undirected(G&& g) {
    if constexpr (detail::StoredGraph<G> && !ReversibleGraph<G, detail::declared_node_t<G>>) {
        return undirected_view<with_reverse<G>>(with_reverse<G>(std::forward<G>(g)));
    } else {
        return undirected_view<G>(std::forward<G>(g));
    }
}

/// What an edge says that has several costs and a name.
template <Cost C, std::size_t N, class Action>
struct costs_and_action {
    std::array<C, N> costs;  ///< what it costs, in each sense
    Action action;           ///< what it is called
};

namespace detail {

/// Costs and action of what an edge says: an array of costs, or what has one in `costs`. If there
/// is an `action` beside it, that is what the edge is called, otherwise all of it is.
template <class Said>
struct several_costs {
    static constexpr std::size_t count = 0;
};
template <Cost C, std::size_t N>
struct several_costs<std::array<C, N>> {
    using cost = path_cost<C>;
    using action = no_action;
    static constexpr std::size_t count = N;

    [[nodiscard]] static constexpr const auto& costs(const std::array<C, N>& said) { return said; }
    [[nodiscard]] static constexpr action named(const std::array<C, N>&) { return {}; }
};
template <class Said>
    requires(several_costs<std::remove_cvref_t<decltype(std::declval<Said&>().costs)>>::count != 0)
struct several_costs<Said> : several_costs<std::remove_cvref_t<decltype(Said::costs)>> {
    [[nodiscard]] static constexpr const auto& costs(const Said& said) { return said.costs; }
    [[nodiscard]] static constexpr decltype(auto) named(const Said& said) {
        if constexpr (requires { said.action; }) {
            return (said.action);
        } else {
            return (said);
        }
    }
    using action = std::remove_cvref_t<decltype(named(std::declval<const Said&>()))>;
};

/// How many costs the edges of a graph have; 0 if they have one, or none.
template <class G, class Start>
inline constexpr std::size_t cost_count = several_costs<action_of<G, Start>>::count;

}  // namespace detail

/// A graph whose edges have several costs: where others have an action, its edges have a
/// `std::array` of costs, or a struct with such an array in `costs`. For a search by a single cost
/// it is a graph with such actions.
///   `pair{to, std::array{9, 4}}` in a range of successors, and `emit(to, std::array{9, 4})` in a
///   graph that declares `action_type`;
///   `csr<std::array<std::uint32_t, 2>>`, a stored graph;
///   `with_costs(g, time, distance)`, a view that adds them to another.
template <class G, class Node>
concept CostsGraph = Graph<G, Node> && (detail::cost_count<G, Node> >= 2);

/// A graph with several costs an edge, one for each function: `with_costs(g, time, climb)` asks
/// `time(from, e)` for the `edge` `e` out of the node `from`. The graph declares its nodes, as
/// stored graphs, grids and containers do; what its edges cost and are called stays as it is.
template <class G, class... Functions>
    requires(sizeof...(Functions) >= 2)
class with_costs : public detail::indexed_view<G> {
    using view = detail::indexed_view<G>;
    using graph = std::remove_reference_t<G>;
    using types = detail::graph_types<const graph, detail::declared_node_t<graph>>;
    using node = typename types::node;
    using inner = edge<node, typename types::cost, typename types::action>;
    using numbers =
        std::common_type_t<std::invoke_result_t<const Functions&, const node&, const inner&>...>;
    static_assert(
        (detail::KeepsCost<
             std::remove_cvref_t<std::invoke_result_t<const Functions&, const node&, const inner&>>,
             numbers> &&
         ...),
        "with_costs: the functions return numbers of one kind: no sign and no fraction is "
        "cut off");
    using costs = std::array<numbers, sizeof...(Functions)>;
    static constexpr bool has_actions = !std::same_as<typename types::action, no_action>;

public:
    /// What stands in the place of an action: the costs, and the edge's own action if it has one.
    using action_type =
        std::conditional_t<has_actions,
                           costs_and_action<numbers, sizeof...(Functions), typename types::action>,
                           costs>;

    /// A view of `g`, which is kept if it is a temporary, with `functions` that say the costs.
    constexpr explicit with_costs(G&& g, Functions... functions)
        : view(std::forward<G>(g)), functions_(std::move(functions)...) {}

    /// Emits the edges out of a node with their costs.
    template <class Emit>
    constexpr void successors(const node& n, Emit&& emit) const {
        detail::for_each_successor<types>(
            this->base(), n, [&](const node& to, auto cost, typename types::action action) {
                give(emit, to, n, inner{to, cost, std::move(action)});
            });
    }
    /// Emits the edges that lead to a node with their costs.
    template <class Emit>
        requires detail::has_predecessors<const graph, node>
    constexpr void predecessors(const node& n, Emit&& emit) const {
        detail::for_each_predecessor<types>(
            this->base(), n, [&](const node& from, auto cost, typename types::action action) {
                give(emit, from, from, inner{n, cost, std::move(action)});
            });
    }

private:
    template <class Emit>
    constexpr void give(Emit& emit, const node& other, const node& from, inner&& e) const {
        const costs all = std::apply(
            [&](const Functions&... f) { return costs{static_cast<numbers>(f(from, e))...}; },
            functions_);
        std::conditional_t<types::weighted, typename types::cost, unweighted> cost{};
        if constexpr (types::weighted) cost = e.cost;
        if constexpr (has_actions) {
            detail::emit_edge(emit, other, cost, action_type{all, std::move(e.action)});
        } else {
            detail::emit_edge(emit, other, cost, all);
        }
    }

    SENDA_NO_UNIQUE_ADDRESS std::tuple<Functions...> functions_;
};
template <class G, class... Functions>
with_costs(G&&, Functions...) -> with_costs<G, Functions...>;

}  // namespace senda
