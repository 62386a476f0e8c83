// SPDX-License-Identifier: MIT
// What a table of distances needs of an abstraction and of the graph of its small states.
#pragma once

#include <senda/detail/estimates/tables/packed_numbers.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/goal.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// The small state of a node.
template <class A, class Node>
using small_of =
    std::remove_cvref_t<decltype(std::declval<const A&>()(std::declval<const Node&>()))>;

/// The node of a goal, one or `any_of` several.
template <class Goal>
struct node_of_goal {
    using type = std::decay_t<const Goal&>;
};
template <class Node>
struct node_of_goal<any_of<Node>> {
    using type = Node;
};
template <class Goal>
using goal_node = typename node_of_goal<Goal>::type;

/// The small states of a goal.
template <class A, class Goal>
[[nodiscard]] auto small_goals(const A& abstraction, const Goal& goal) {
    using small_type = small_of<A, goal_node<Goal>>;
    std::vector<small_type> abstracted;
    if constexpr (is_any_of<Goal>) {
        for (const auto& n : goal) abstracted.push_back(abstraction(n));
    } else {
        abstracted.push_back(abstraction(goal));
    }
    return any_of<small_type>(abstracted);
}

/// How a distance becomes an entry of a table and an entry an estimate. The largest entry stands
/// for what was not reached, unless the abstraction says that all is.
template <class A, entry_bits Bits>
struct entry_code {
    static constexpr unsigned most = packed_view<Bits>::most;
    static constexpr bool reaches_all = requires { requires A::reaches_all; };
    static constexpr unsigned largest = reaches_all ? most : most - 1;

    [[nodiscard]] static constexpr std::uint64_t step() noexcept {
        if constexpr (requires { A::step; }) {
            static_assert(A::step > 0, "pattern_database: a step is above 0");
            return static_cast<std::uint64_t>(A::step);
        } else {
            return 1;
        }
    }
    template <class Small>
    [[nodiscard]] static constexpr std::uint64_t floor(const A& a, const Small& abstracted) {
        if constexpr (requires { a.floor(abstracted); }) {
            return static_cast<std::uint64_t>(a.floor(abstracted));
        } else {
            return 0;
        }
    }
    /// The entry of a number that was reached: rounded down, and capped.
    [[nodiscard]] static constexpr unsigned entry(const A& a, std::uint64_t number,
                                                  std::uint64_t distance) {
        std::uint64_t known = 0;
        if constexpr (requires { a.floor(a.node(number)); }) known = floor(a, a.node(number));
        const std::uint64_t above = distance < known ? 0 : (distance - known) / step();
        return static_cast<unsigned>(std::min<std::uint64_t>(above, largest));
    }
};

/// A graph of small states, numbered by the abstraction, whose edges are walked backwards: by
/// `predecessors`, or as they are, if it has none; then each must lead both ways.
template <class G, class A, class Small>
class abstract_space {
    using types = graph_types<const G, Small>;

public:
    using node_type = Small;
    using cost = typename types::cost;
    static constexpr bool is_weighted = types::weighted;
    static_assert(Graph<const G, Small>, "pattern_database: a graph of the small states");
    static_assert(std::integral<cost>, "pattern_database: costs are whole numbers");
    static_assert(
        requires(const A& a) { a.node(a.index_bound()); },
        "pattern_database: an abstraction finds small states by number, node(i)");

    abstract_space(const G& g, const A& abstraction) noexcept
        : graph_(g), abstraction_(abstraction) {}

    [[nodiscard]] std::size_t index(const Small& n) const {
        return static_cast<std::size_t>(abstraction_.index(n));
    }
    [[nodiscard]] std::size_t index_bound() const {
        return static_cast<std::size_t>(abstraction_.index_bound());
    }
    [[nodiscard]] Small node(std::size_t number) const {
        using index = std::remove_cvref_t<decltype(abstraction_.index(std::declval<Small>()))>;
        return static_cast<Small>(abstraction_.node(static_cast<index>(number)));
    }

    /// Calls `take(node, cost)` for each edge that leads to a node.
    template <class Take>
    void for_each_edge_to(const Small& n, Take&& take) const {
        const auto edge = [&](const Small& from, cost c, auto&&) { take(from, c); };
        if constexpr (has_predecessors<const G, Small>) {
            for_each_predecessor<types>(graph_, n, edge);
        } else {
            for_each_successor<types>(graph_, n, edge);
        }
    }
    /// Emits the nodes from which an edge leads to a node, without costs.
    template <class Emit>
    void successors(const Small& n, Emit&& emit) const {
        for_each_edge_to(n, [&](const Small& from, cost) { emit(from); });
    }

private:
    const G& graph_;
    const A& abstraction_;
};

}  // namespace senda::detail
