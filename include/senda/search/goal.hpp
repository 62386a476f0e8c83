// SPDX-License-Identifier: MIT
// Where a search starts and ends: a node, several nodes, or a predicate.
#pragma once

#include <senda/graph/access.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/successors.hpp>
#include <senda/storage/node_store.hpp>

#include <algorithm>
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
/// cheapest path from any of the first to any of the second.
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

/// A goal given as several nodes, looked up by number or hash.
template <class G, class Node>
class nodes_goal {
public:
    template <class Range>
    nodes_goal(const G& g, const Range& nodes) {
        for (const auto& n : nodes) {
            if (Node node(n); is_in(g, node)) nodes_.push_back(std::move(node));
        }
        for (const Node& n : nodes_) keys_.push_back(key(g, n));
        std::sort(keys_.begin(), keys_.end());
    }

    bool operator()(const G& g, const Node& n) const {
        if (!std::binary_search(keys_.begin(), keys_.end(), key(g, n))) return false;
        if constexpr (std::equality_comparable<Node>) {
            return std::find(nodes_.begin(), nodes_.end(), n) != nodes_.end();
        } else {
            return true;
        }
    }
    [[nodiscard]] auto begin() const noexcept { return nodes_.begin(); }
    [[nodiscard]] auto end() const noexcept { return nodes_.end(); }

private:
    static std::uint64_t key(const G& g, const Node& n) {
        if constexpr (IndexedGraph<G, Node>) {
            return std::uint64_t{index_in(g, n)};
        } else {
            return hash_in(g, n);
        }
    }

    std::vector<Node> nodes_;
    std::vector<std::uint64_t> keys_;
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

template <class Goal>
inline constexpr bool is_any_of = false;
template <class Node>
inline constexpr bool is_any_of<any_of<Node>> = true;

template <class Goal, class Node>
concept GoalPredicate = requires(Goal& goal, const Node& n) {
    { goal(n) } -> std::convertible_to<bool>;
};

}  // namespace detail

/// Where a search may end: a predicate on nodes, a node, or `any_of` several nodes.
template <class Goal, class Node>
concept GoalOf = detail::GoalPredicate<std::remove_cvref_t<Goal>, Node> ||
                 detail::NodeFrom<Goal, Node> || detail::is_any_of<std::remove_cvref_t<Goal>>;

namespace detail {

/// The type a search keeps a goal as: a predicate or `any_of` as it is, all else as a node.
template <class Goal, class Node>
using goal_type = std::conditional_t<is_any_of<Goal> || GoalPredicate<Goal, Node>,
                                     std::decay_t<const Goal&>, Node>;

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
    is_any_of<Goal>, nodes_goal<Graph, Node>,
    std::conditional_t<GoalPredicate<Goal, Node>, predicate_goal<Graph, Node, Goal>,
                       node_goal<Graph, Node>>>;

/// Calls `take(node)` for each node of a start, one or `any_of` several, that is in the graph.
template <class Node, class G, class Start, class Take>
void for_each_start(const G& g, const Start& start, Take&& take) {
    const auto take_if_there = [&](Node&& n) {
        if (is_in(g, n)) take(static_cast<passed<Node, Node>>(n));
    };
    if constexpr (is_any_of<Start>) {
        for (const auto& n : start) take_if_there(Node(n));
    } else {
        take_if_there(Node(start));
    }
}

}  // namespace detail

}  // namespace senda
