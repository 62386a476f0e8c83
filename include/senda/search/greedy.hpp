// SPDX-License-Identifier: MIT
// Greedy best-first search: some path, soon.
#pragma once

#include <senda/detail/engines/best_first.hpp>

#include <cstdint>

namespace senda {

/// A greedy best-first search that can be stepped; it refers to lvalues and keeps temporaries.
template <class G, class Node, class Goal, class H, class Observer = no_observer,
          class Id = std::uint32_t>
    requires SearchableGraph<G, Node> && PricedGoalOf<Goal, Node> &&
             Heuristic<H, Node, cost_of<G, Node>>
class greedy_search
    : public detail::best_first<detail::order::estimate, G, Node, Goal, H, Observer, Id> {
    using base = detail::best_first<detail::order::estimate, G, Node, Goal, H, Observer, Id>;

public:
    using base::base;
};

template <class G, class Start, class Goal, class H, class Observer = no_observer>
greedy_search(G&&, const Start&, const Goal&, H&&, const options& = {}, Observer&& = {})
    -> greedy_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>, H, Observer>;

/// Finds a path from `start` to `goal`, often soon and seldom the cheapest: always expands the node
/// that seems nearest to a goal, each at most once. Where all that is left is beyond the limit on
/// costs it looks for cheaper paths to what it knows. The result's `lower_bound` is 0.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several, also at different costs.
/// `goal`      a node, `any_of` several, also at different costs, or a predicate on nodes.
/// `h`         the estimated cost from a node to the nearest goal; `infinite` says "none".
/// `o`         limits, a stop token; `threads` changes nothing: one thread works.
/// `observer`  hooks that look on; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class H,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && PricedGoalOf<Goal, node_of<G, Start>> &&
             Heuristic<H, node_of<G, Start>, cost_of<G, Start>>
[[nodiscard]] auto greedy(G&& g, const Start& start, const Goal& goal, H&& h, const options& o = {},
                          Observer&& observer = {}) {
    return detail::run_to_end(
        greedy_search(g, start, detail::goal_from<G, Start>(goal), h, o, observer));
}

}  // namespace senda
