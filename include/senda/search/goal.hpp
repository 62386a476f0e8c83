// SPDX-License-Identifier: MIT
// Where a search starts and ends: a node, several nodes, or a predicate.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/language/extensions.hpp>

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

namespace detail {

// A concept of its own: g++ 13 crashes on a requires-expression in the constructor of `any_of`.
template <class Range, class Node>
concept RangeOf = requires(const Range& range) {
    { *std::begin(range) } -> std::convertible_to<Node>;
};

}  // namespace detail

/// Several nodes where a search takes one: `bfs(g, any_of{1, 2}, any_of{8, 9})` finds the
/// cheapest path from any of the first to any of the second. An edge, or a pair where nodes are no
/// pairs, says what it costs to begin there, or to end:
/// `dijkstra(g, any_of{edge{1, 7}, edge{2, 0}}, any_of{edge{8, 3}, edge{9, 5}})`.
template <class Node>
class any_of {
public:
    /// The nodes in braces.
    any_of(std::initializer_list<Node> nodes) : nodes_(nodes) {}

    /// The nodes of a range.
    template <class Range>
        requires(!std::same_as<Range, any_of> && detail::RangeOf<Range, Node>)
    explicit any_of(const Range& nodes) : nodes_(std::begin(nodes), std::end(nodes)) {}

    [[nodiscard]] auto begin() const noexcept { return nodes_.begin(); }
    [[nodiscard]] auto end() const noexcept { return nodes_.end(); }

private:
    std::vector<Node> nodes_;
};

template <class Range>
    requires detail::Iterable<const Range&>
any_of(const Range&)
    -> any_of<std::remove_cvref_t<decltype(*std::begin(std::declval<const Range&>()))>>;

/// The goal of a search that is to see everything.
struct no_goal {
    /// Says of no node that it is the goal.
    template <class Node>
    constexpr bool operator()(const Node&) const noexcept {
        return false;
    }
};

namespace detail {

template <class Goal>
inline constexpr bool is_any_of = false;
template <class Node>
inline constexpr bool is_any_of<any_of<Node>> = true;

/// Several nodes of a known type; those of another may have a price, what it costs to begin or end.
template <class Several, class Node>
inline constexpr bool is_any_of_nodes = false;
template <class Element, class Node>
inline constexpr bool is_any_of_nodes<any_of<Element>, Node> = NodeFrom<Element, Node>;
template <class Several, class Node>
inline constexpr bool has_terminal_costs = false;
template <class From, class C, class Action, class Node>
inline constexpr bool has_terminal_costs<any_of<edge<From, C, Action>>, Node> =
    NodeFrom<From, Node> && !NodeFrom<edge<From, C, Action>, Node>;
template <class From, Cost C, class Node>
inline constexpr bool has_terminal_costs<any_of<std::pair<From, C>>, Node> =
    NodeFrom<From, Node> && !NodeFrom<std::pair<From, C>, Node>;

/// Calls `take(node, price)` for a part of a start or a goal, or `take(node)` if it has no price.
template <class Node, class Terminal, class Take>
constexpr void take_terminal(const Terminal& terminal, Take&& take) {
    if constexpr (NodeFrom<Terminal, Node>) {
        take(terminal);
    } else if constexpr (is_edge<Terminal>) {
        take(terminal.to, terminal.cost);
    } else {
        take(terminal.first, terminal.second);
    }
}

/// A goal given as a node. Graphs that number their nodes are asked for the number instead of `==`.
template <class G, class Node>
class node_goal {
public:
    node_goal(const G&, Node node) : node_(std::move(node)) {}

    bool operator()(const G& g, const Node& n) const { return same_node(g, n, node_); }
    [[nodiscard]] const Node* begin() const noexcept { return &node_; }
    [[nodiscard]] const Node* end() const noexcept { return &node_ + 1; }

private:
    Node node_;
};

/// The number or the hash of a node: equal for equal nodes.
template <class G, class Node>
[[nodiscard]] std::uint64_t key_in(const G& g, const Node& n) {
    if constexpr (IndexedGraph<G, Node>) {
        return std::uint64_t{index_in(g, n)};
    } else {
        return hash_in(g, n);
    }
}

/// A goal given as several nodes, looked up by number or hash.
template <class G, class Node>
class nodes_goal {
public:
    template <class Range>
    nodes_goal(const G& g, const Range& nodes) {
        for (const auto& n : nodes) {
            if (Node node(n); is_in(g, node)) nodes_.push_back(std::move(node));
        }
        for (const Node& n : nodes_) keys_.push_back(key_in(g, n));
        std::sort(keys_.begin(), keys_.end());
    }

    bool operator()(const G& g, const Node& n) const {
        if (!std::binary_search(keys_.begin(), keys_.end(), key_in(g, n))) return false;
        if constexpr (std::equality_comparable<Node>) {
            return std::find(nodes_.begin(), nodes_.end(), n) != nodes_.end();
        } else {
            return true;
        }
    }
    [[nodiscard]] auto begin() const noexcept { return nodes_.begin(); }
    [[nodiscard]] auto end() const noexcept { return nodes_.end(); }

private:
    using key = decltype(key_in(std::declval<const G&>(), std::declval<const Node&>()));

    std::vector<Node> nodes_;
    std::vector<key> keys_;
};

/// A goal given as several nodes with what it costs to end in each.
template <class G, class Node, class C>
class goal_with_costs {
public:
    template <class Ends>
    goal_with_costs(const G& g, const Ends& ends) : nodes_(g, std::vector<Node>()) {
        std::vector<Node> nodes;
        for (const auto& e : ends) {
            take_terminal<Node>(e, [&]<class Price = C>(const auto& node, Price price = {}) {
                static_assert(KeepsCost<Price, C>, "any_of: the cost to end at does not fit");
                nodes.push_back(Node(node));
                ends_.push_back({Node(node), static_cast<C>(price)});
            });
        }
        nodes_ = nodes_goal<G, Node>(g, nodes);
    }

    /// The least that it costs to end in a node; `infinite` where no path may.
    [[nodiscard]] C terminal_cost(const G& g, const Node& n) const {
        C least = infinite<C>;
        if (!nodes_(g, n)) return least;
        for (const end& e : ends_) {
            if (e.price < least && same_node(g, n, e.node)) least = e.price;
        }
        return least;
    }
    [[nodiscard]] bool has_negative_cost() const {
        return std::any_of(ends_.begin(), ends_.end(),
                           [](const end& e) { return is_negative(e.price); });
    }
    bool operator()(const G& g, const Node& n) const { return terminal_cost(g, n) != infinite<C>; }

private:
    struct end {
        Node node;
        C price;
    };
    nodes_goal<G, Node> nodes_;
    std::vector<end> ends_;
};

/// A goal given as a predicate on nodes.
template <class G, class Node, class Predicate>
class predicate_goal {
public:
    predicate_goal(const G&, Predicate predicate) : predicate_(std::move(predicate)) {}

    bool operator()(const G&, const Node& n) { return static_cast<bool>(predicate_(n)); }

private:
    Predicate predicate_;
};

template <class Goal, class Node>
concept GoalPredicate = requires(Goal& goal, const Node& n) {
    { goal(n) } -> std::convertible_to<bool>;
};

/// Whether several threads may ask a graph and a goal at once: as `const`, which only reads.
template <class G, class Node, class Goal>
inline constexpr bool is_only_read =
    SENDA_HAS_THREADS && can_expand<const G, Node> &&
    (!GoalPredicate<Goal, Node> || GoalPredicate<const Goal, Node>);

template <class Goal, class Node>
inline constexpr bool is_goal_of =
    GoalPredicate<std::remove_cvref_t<Goal>, Node> || NodeFrom<Goal, Node> ||
    is_any_of_nodes<std::remove_cvref_t<Goal>, Node>;
template <class Goal, class Node>
inline constexpr bool is_weighted_goal_of =
    is_goal_of<Goal, Node> || has_terminal_costs<std::remove_cvref_t<Goal>, Node>;

}  // namespace detail

/// Where a search may end: a predicate on nodes, a node, or `any_of` several nodes.
template <class Goal, class Node>
concept GoalOf = detail::is_goal_of<Goal, Node>;  // goal(n), a node, or any_of nodes

/// Where a search by cost may end: also in `any_of` several nodes at different costs.
template <class Goal, class Node>
concept WeightedGoalOf = detail::is_weighted_goal_of<Goal, Node>;  // or any_of edge{node, cost}

namespace detail {

/// The type a search keeps a goal as: a predicate or `any_of` as it is, all else as a node.
template <class Goal, class Node>
using goal_type = std::conditional_t<is_any_of<Goal> || GoalPredicate<Goal, Node>,
                                     std::decay_t<const Goal&>, Node>;

/// Whether a search begins or ends at different costs.
template <class Node, class Start, class Goal>
concept HasTerminalCosts = has_terminal_costs<Start, Node> || has_terminal_costs<Goal, Node>;

/// Whether a search is from one node to another.
template <class Start, class Goal, class Node>
inline constexpr bool is_one_to_one =
    !is_any_of<Start> && std::same_as<goal_type<Goal, Node>, Node>;

/// A goal as a search keeps it; a conversion to a node is one that the caller asked for.
template <class Kept, class Goal>
[[nodiscard]] constexpr decltype(auto) as_goal(const Goal& goal) {
    if constexpr (std::same_as<Kept, Goal>) {
        return (goal);
    } else {
        return static_cast<Kept>(goal);
    }
}

/// A goal as a search from `Start` keeps it.
template <class G, class Start, class Goal>
[[nodiscard]] constexpr decltype(auto) goal_from(const Goal& goal) {
    return as_goal<goal_type<Goal, node_of<G, Start>>>(goal);
}

/// What tests for a goal of type `Goal`: `goal(g, n)`.
template <class G, class Node, class Goal, class Graph = std::remove_cvref_t<G>>
using goal_test = std::conditional_t<
    has_terminal_costs<Goal, Node>, goal_with_costs<Graph, Node, cost_of<G, Node>>,
    std::conditional_t<
        is_any_of<Goal>, nodes_goal<Graph, Node>,
        std::conditional_t<GoalPredicate<Goal, Node>, predicate_goal<Graph, Node, Goal>,
                           node_goal<Graph, Node>>>>;

/// Calls `take(node, price)` for each node of a start, one or `any_of` several, that is in the
/// graph; false if a price is below 0.
template <class Types, class G, class Start, class Take>
[[nodiscard]] bool for_each_start_cost(const G& g, const Start& start, Take&& take) {
    using node = typename Types::node;
    using cost = typename Types::cost;
    bool is_valid = true;
    const auto take_if_there = [&]<class Price = cost>(const auto& from, Price price = {}) {
        static_assert(KeepsCost<Price, cost>, "any_of: the cost to begin at does not fit");
        auto n = static_cast<node>(from);
        is_valid = is_valid && !is_negative(static_cast<cost>(price));
        if (is_valid && !is_closed(static_cast<cost>(price)) && is_in(g, n))
            take(static_cast<passed<node, node>>(n), static_cast<cost>(price));
    };
    if constexpr (is_any_of<Start>) {
        for (const auto& n : start) take_terminal<node>(n, take_if_there);
    } else {
        take_if_there(start);
    }
    return is_valid;
}

/// Calls `take(node)` for each node of a start, one or `any_of` several, that is in the graph.
template <class Node, class G, class Start, class Take>
void for_each_start(const G& g, const Start& start, Take&& take) {
    const auto take_if_there = [&](Node&& n) {
        if (is_in(g, n)) take(static_cast<passed<Node, Node>>(n));
    };
    static_assert(!has_terminal_costs<Start, Node>,
                  "any_of: only a search by cost can begin at different costs, such as dijkstra");
    if constexpr (is_any_of<Start>) {
        for (const auto& n : start) take_if_there(Node(n));
    } else {
        take_if_there(Node(start));
    }
}

}  // namespace detail

}  // namespace senda
