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

/// A plan with the least sum of costs, or at most `o.weight` times that (EECBS, J. Li et al.,
/// 2021). Each agent's path is shortest until agents collide; then one of them may not be there and
/// then, and what that means is searched best first. Proves that there is no plan only where agents
/// have few configurations.
template <class G, class Node>
[[nodiscard]] plan<Node> conflict_based(G&& g, const std::vector<Node>& starts,
                                        const std::vector<Node>& goals,
                                        const plan_options& o = {}) {
    return detail::plan_in_places<Node>(
        g, starts, goals, o, "conflict-based search",
        [](detail::planning_task& task) { return detail::plan_by_conflicts(task); });
}

}  // namespace senda::agents
