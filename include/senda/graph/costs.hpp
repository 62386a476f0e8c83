// SPDX-License-Identifier: MIT
// Edges with several costs, such as time and distance: how they say them, and a view that adds
// them to a graph.
#pragma once

#include <senda/graph/adaptors.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/cost.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/successors.hpp>
#include <senda/language/extensions.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace senda {

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
/// `std::array` of costs, or a struct with such an array in `costs`. For one who looks for a single
/// cost it is a graph with such actions.
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
        if constexpr (has_actions && types::weighted) {
            emit(other, e.cost, action_type{all, std::move(e.action)});
        } else if constexpr (has_actions) {
            emit(other, action_type{all, std::move(e.action)});
        } else if constexpr (types::weighted) {
            emit(other, e.cost, all);
        } else {
            emit(other, all);
        }
    }

    SENDA_NO_UNIQUE_ADDRESS std::tuple<Functions...> functions_;
};
template <class G, class... Functions>
with_costs(G&&, Functions...) -> with_costs<G, Functions...>;

}  // namespace senda
