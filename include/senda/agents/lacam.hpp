// SPDX-License-Identifier: MIT
// Plans for hundreds and thousands of agents: a first one soon, then ever better ones.
#pragma once

#include <senda/agents/plan.hpp>
#include <senda/detail/agents/anytime_planner.hpp>
#include <senda/detail/agents/planning.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/search/goal.hpp>

#include <vector>

namespace senda::agents {

/// Finds paths of many agents that never collide, by lazy constraints adding search (LaCAM). It is
/// complete: if there is no plan, the search ends `exhausted`, which only takes long.
///
/// `g`       the graph: any, as for other searches. See `rules` for what costs mean.
/// `starts`  the node of each agent.
/// `goals`   where each agent shall stay, in the same order.
/// `o`       limits, the seed, the rules. With `effort::until_limit` the plan gets better until a
///           limit: by refinement (large neighbourhoods), on `o.threads` threads, while the search
///           for a better plan goes on. `lower_bound == sum_of_costs` says that it is the best; on
///           small instances it ends then by itself.
///
/// For the same seed and limit of expansions the plan is the same, whatever machine it is made on.
template <class G, class Node>
    requires Graph<G, Node>
[[nodiscard]] plan<Node> lacam(G&& g, const std::vector<Node>& starts,
                               const std::vector<Node>& goals, const plan_options& o = {}) {
    return detail::plan_in_places(
        g, starts, goals, o, "lacam: configurations of all agents, depth first",
        [](detail::planning_task& task) { return detail::anytime_planner(task).run(); });
}

}  // namespace senda::agents
