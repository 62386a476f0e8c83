// SPDX-License-Identifier: MIT
// Resource-constrained search: the cheapest path that the resource it carries survives.
#pragma once

#include <senda/detail/engines/label_search.hpp>
#include <senda/detail/language/algorithm.hpp>

#include <vector>

namespace senda {

/// What a constrained search found: a result, with the resource at each node of the path.
template <class Node, Cost C, class Action, class Resource>
struct constrained_result : result<Node, C, Action> {
    /// What is left of the resource, one a node of the path.
    std::vector<Resource> resources = {};
};

/// A resource-constrained search that can be stepped; it refers to lvalues, keeps temporaries.
template <class G, class Node, class Goal, class M, class Resource, class H = detail::no_heuristic,
          class Observer = no_observer>
    requires SearchableGraph<G, Node> && GoalOf<Goal, Node> &&
             ResourceModel<M, Resource, Node, cost_of<G, Node>, action_of<G, Node>> &&
             detail::LabelHeuristic<H, Node, Resource, cost_of<G, Node>>
class constrained_search
    : public detail::label_search<false, G, Node, Goal, M, Resource, H, Observer> {
    using base = detail::label_search<false, G, Node, Goal, M, Resource, H, Observer>;

public:
    using result_type =
        constrained_result<Node, typename base::cost, typename base::action, Resource>;

    using base::base;

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r{this->pathless_result()};
        if (!this->goals().empty()) {
            this->read_back(this->goals()[0], r);
            r.lower_bound = std::min(r.lower_bound, r.cost);
        }
        return r;
    }
};

template <class G, class Start, class Goal, class M, class Resource, class H = detail::no_heuristic,
          class Observer = no_observer>
constrained_search(G&&, const Start&, const Goal&, M&&, const Resource&, H&& = {},
                   const options& = {}, Observer&& = {})
    -> constrained_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>, M,
                          Resource, H, Observer>;

/// Finds the cheapest path from `start` to `goal` that its resource survives, guided by an
/// estimate.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several, also at different costs.
/// `goal`      a node, `any_of` several, or a predicate on nodes.
/// `model`     how an edge changes the resource, when it is dead, when one dominates another.
/// `resource`  what the path starts with.
/// `h`         the estimated cost to the nearest goal: `h(n)` or `h(n, resource)`, admissible.
/// `o`         limits, a stop token; `threads` changes nothing: one thread works.
/// `observer`  hooks that are called as it works; a node may be expanded once for each label.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class M,
          class Resource, class H, class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>> &&
             ResourceModel<M, Resource, node_of<G, Start>, cost_of<G, Start>,
                           action_of<G, Start>> &&
             detail::LabelHeuristic<H, node_of<G, Start>, Resource, cost_of<G, Start>>
[[nodiscard]] auto constrained(G&& g, const Start& start, const Goal& goal, M&& model,
                               const Resource& resource, H&& h, const options& o = {},
                               Observer&& observer = {}) {
    return detail::run_to_end(constrained_search(g, start, detail::goal_from<G, Start>(goal), model,
                                                 resource, h, o, observer));
}

/// Finds the cheapest path from `start` to `goal` that its resource survives.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class M,
          class Resource, class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>> &&
             ResourceModel<M, Resource, node_of<G, Start>, cost_of<G, Start>, action_of<G, Start>>
[[nodiscard]] auto constrained(G&& g, const Start& start, const Goal& goal, M&& model,
                               const Resource& resource, const options& o = {},
                               Observer&& observer = {}) {
    return constrained(g, start, goal, model, resource, detail::no_heuristic{}, o, observer);
}

}  // namespace senda
