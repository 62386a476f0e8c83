// SPDX-License-Identifier: MIT
// Conflict-based search: the least sum of costs, or a plan whose cost is proven to be near it.
#pragma once

#include <senda/agents/plan.hpp>
#include <senda/detail/agents/conflict_planner.hpp>
#include <senda/detail/agents/planning.hpp>
#include <senda/graph/concepts.hpp>

#include <type_traits>
#include <vector>

namespace senda::agents {

/// Finds a plan with the least sum of costs, or with one of at most `o.weight` times that, by
/// conflict-based search (CBS). Each agent's path is shortest until agents collide; then one of
/// them may not be there and then, and what that means is searched best first. Proves that there is
/// no plan only where agents have few configurations.
///
/// `g`       the graph.
/// `starts`  the node of each agent.
/// `goals`   where each agent shall stay, in the same order.
/// `o`       limits, the weight, the rules. An expansion is that of a set of constraints; with a
///           weight also that of a node in time, while a plan is refined.
template <class G, class Node>
    requires Graph<G, Node>
[[nodiscard]] plan<Node> conflict_based(G&& g, const std::vector<Node>& starts,
                                        const std::vector<Node>& goals,
                                        const plan_options& o = {}) {
    return detail::plan_in_places(
        g, starts, goals, o, "conflict_based: sets of constraints, best first",
        [](detail::planning_task& task) { return detail::plan_by_conflicts(task); });
}

}  // namespace senda::agents
