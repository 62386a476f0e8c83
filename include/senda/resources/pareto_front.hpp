// SPDX-License-Identifier: MIT
// The Pareto front: every trade-off between cost and resource that no other path dominates.
#pragma once

#include <senda/detail/engines/label_search.hpp>

#include <utility>
#include <vector>

namespace senda {

/// One path of a Pareto front: what it costs, and what it ends with.
template <class Node, Cost C, class Action, class Resource>
struct front_route {
    C cost = C{};                      ///< what it costs
    std::vector<Node> path = {};       ///< from start to goal
    std::vector<Action> actions = {};  ///< one an edge, where edges have any
    /// What is left of the resource, one a node of the path.
    std::vector<Resource> resources = {};

    /// What is left of the resource at the goal.
    [[nodiscard]] const Resource& resource() const noexcept { return resources.back(); }
};

/// A Pareto front: `complete`, `exhausted` if no goal can be reached, or what stopped it.
template <class Node, Cost C, class Action, class Resource>
struct front : answer {
    /// The routes, cheapest first; after a limit those that were found so far.
    std::vector<front_route<Node, C, Action, Resource>> routes = {};
};

/// A search for a Pareto front that can be stepped; it refers to lvalues and keeps temporaries.
template <class G, class Node, class Goal, class M, class Resource, class Observer = no_observer>
    requires SearchableGraph<G, Node> && GoalOf<Goal, Node> &&
             ResourceModel<M, Resource, Node, cost_of<G, Node>, action_of<G, Node>>
class pareto_front_search : public detail::label_search<true, G, Node, Goal, M, Resource,
                                                        detail::no_heuristic, Observer> {
    using base =
        detail::label_search<true, G, Node, Goal, M, Resource, detail::no_heuristic, Observer>;

public:
    using result_type = front<Node, typename base::cost, typename base::action, Resource>;

    /// A search from `start` with `resource` to `goal` under the rules of `model`.
    template <class Start>
    pareto_front_search(G&& g, const Start& start, const Goal& goal, M&& model,
                        const Resource& resource, const options& o = {}, Observer&& observer = {})
        : base(std::forward<G>(g), start, goal, std::forward<M>(model), resource,
               detail::no_heuristic{}, o, std::forward<Observer>(observer)) {}

    /// The front as it stands.
    [[nodiscard]] result_type result() const {
        result_type r{this->as_answer()};
        r.routes.reserve(this->goals().size());
        for (const auto last : this->goals()) this->read_back(last, r.routes.emplace_back());
        return r;
    }
};

template <class G, class Start, class Goal, class M, class Resource, class Observer = no_observer>
pareto_front_search(G&&, const Start&, const Goal&, M&&, const Resource&, const options& = {},
                    Observer&& = {})
    -> pareto_front_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>, M,
                           Resource, Observer>;

/// Finds, for every pair of cost and final resource that no other path dominates, one path
/// from `start` to `goal`.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several, also at different costs.
/// `goal`      a node, `any_of` several, or a predicate on nodes; a path ends at its first goal.
/// `model`     how an edge changes the resource, when it is dead, when one dominates another.
/// `resource`  what the path starts with.
/// `o`         limits, a stop token; `threads` changes nothing: one thread works.
/// `observer`  hooks that are called as it works; a node may be expanded once for each label.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class M,
          class Resource, class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>> &&
             ResourceModel<M, Resource, node_of<G, Start>, cost_of<G, Start>, action_of<G, Start>>
[[nodiscard]] auto pareto_front(G&& g, const Start& start, const Goal& goal, M&& model,
                                const Resource& resource, const options& o = {},
                                Observer&& observer = {}) {
    return detail::run_to_end(pareto_front_search(g, start, detail::goal_from<G, Start>(goal),
                                                  model, resource, o, observer));
}

}  // namespace senda
