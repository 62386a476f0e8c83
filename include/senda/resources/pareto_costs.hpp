// SPDX-License-Identifier: MIT
// The Pareto front of several costs: every trade between time, distance and climb that no other
// path beats.
#pragma once

#include <senda/detail/labels/costs_search.hpp>
#include <senda/graph/adaptors.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// One path of a Pareto front of several costs.
template <class Node, Cost C, std::size_t N, class Action>
struct costs_route {
    std::array<C, N> costs = {};       ///< what it costs, in each sense
    std::vector<Node> path = {};       ///< from start to goal
    std::vector<Action> actions = {};  ///< one an edge, where edges have any beside their costs
};

/// A Pareto front of several costs: `complete`, `exhausted` if no goal can be reached, or what
/// stopped it.
template <class Node, Cost C, std::size_t N, class Action>
struct costs_front : answer {
    /// The routes in the order of their costs, the first cost first. After a limit those that were
    /// found so far, which are of the front: all that come before the others.
    std::vector<costs_route<Node, C, N, Action>> routes = {};
};

/// An estimate of each cost from a node to the nearest goal. Valid expression: `h(n)[i]`, a number.
template <class H, class Node>
concept CostsHeuristic = requires(std::remove_reference_t<H>& h, const Node& n) {
    requires std::is_arithmetic_v<std::remove_cvref_t<decltype(h(n)[std::size_t{0}])>>;
};

/// A search for a Pareto front of several costs that can be stepped; it refers to lvalues and keeps
/// temporaries.
template <class G, class Node, class Goal, class H = detail::no_heuristic,
          class Observer = no_observer>
    requires SearchableGraph<G, Node> && CostsGraph<G, Node> && GoalOf<Goal, Node>
class pareto_costs_search : public detail::costs_search<G, Node, Goal, H, Observer> {
    using base = detail::costs_search<G, Node, Goal, H, Observer>;

public:
    using result_type = costs_front<Node, typename base::cost,
                                    std::tuple_size_v<typename base::costs>, typename base::action>;

    /// A search from `start` to `goal`.
    template <class Start>
        requires std::same_as<std::remove_cvref_t<H>, detail::no_heuristic>
    pareto_costs_search(G&& g, const Start& start, const Goal& goal, const options& o = {},
                        Observer&& observer = {})
        : base(std::forward<G>(g), start, goal, H{}, o, std::forward<Observer>(observer)) {}
    /// A search led by the estimates of `h`.
    template <class Start>
        requires CostsHeuristic<H, Node>
    pareto_costs_search(G&& g, const Start& start, const Goal& goal, H&& h, const options& o = {},
                        Observer&& observer = {})
        : base(std::forward<G>(g), start, goal, std::forward<H>(h), o,
               std::forward<Observer>(observer)) {}

    /// The front as it stands.
    [[nodiscard]] result_type result() const {
        result_type r{this->as_answer()};
        this->read_back(r.routes);
        return r;
    }
};

template <class G, class Start, class Goal, class Observer = no_observer>
pareto_costs_search(G&&, const Start&, const Goal&, const options& = {}, Observer&& = {})
    -> pareto_costs_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>,
                           detail::no_heuristic, Observer>;
template <class G, class Start, class Goal, class H, class Observer = no_observer>
    requires CostsHeuristic<H, node_of<G, Start>>
pareto_costs_search(G&&, const Start&, const Goal&, H&&, const options& = {}, Observer&& = {})
    -> pareto_costs_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>, H,
                           Observer>;

/// Finds, for every combination of costs that no other path dominates, one path from `start` to
/// `goal`. Where the graph can be walked backwards and the goal is given by its nodes, the least of
/// each cost to the goal is found first, and leads the search.
///
/// `g`         the graph, whose edges have two or three costs (`CostsGraph`), none of them negative
///             (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several.
/// `goal`      a node, `any_of` several, or a predicate on nodes; a path ends at its first goal.
/// `o`         limits, that on the cost for the first one; a stop token; `threads` changes nothing:
///             one thread works.
/// `observer`  hooks that are called as it works, with arrays of costs; a node may be expanded once
/// for each label.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && CostsGraph<G, node_of<G, Start>> &&
             GoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto pareto_front(G&& g, const Start& start, const Goal& goal, const options& o = {},
                                Observer&& observer = {}) {
    return detail::run_to_end(
        pareto_costs_search(g, start, detail::goal_from<G, Start>(goal), o, observer));
}

/// The front found by estimates, for graphs that cannot be walked backwards: `h(n)` is an array
/// with an estimate of each cost from `n` to the nearest goal, all of them consistent: an edge
/// costs at least as much as the estimate falls along it. `infinite` says that no goal follows.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class H,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && CostsGraph<G, node_of<G, Start>> &&
             GoalOf<Goal, node_of<G, Start>> && CostsHeuristic<H, node_of<G, Start>>
[[nodiscard]] auto pareto_front(G&& g, const Start& start, const Goal& goal, H&& h,
                                const options& o = {}, Observer&& observer = {}) {
    return detail::run_to_end(
        pareto_costs_search(g, start, detail::goal_from<G, Start>(goal), h, o, observer));
}

}  // namespace senda
