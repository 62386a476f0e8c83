// SPDX-License-Identifier: MIT
// Agents that walk by rules of precedence alone: plans at once, without search.
#pragma once

#include <senda/agents/plan.hpp>
#include <senda/detail/agents/planning.hpp>
#include <senda/detail/agents/walking_team.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/search/result.hpp>

#include <vector>

namespace senda::agents {

/// Lets all agents walk, step by step, by priority inheritance with backtracking (PIBT), until all
/// are at their goals at the same time. The fastest of all, and mostly good; but agents may go
/// round and round: it ends with `width_limit` after so many steps that this is likely. `lacam`
/// does not.
///
/// `g`       the graph.
/// `starts`  the node of each agent.
/// `goals`   where each agent shall stay, in the same order.
/// `o`       limits, the seed, the rules. An expansion is a step of all agents.
template <class G, class Node>
    requires Graph<G, Node>
[[nodiscard]] plan<Node> pibt(G&& g, const std::vector<Node>& starts,
                              const std::vector<Node>& goals, const plan_options& o = {}) {
    return detail::plan_in_places(
        g, starts, goals, o, "pibt: step by step", [](detail::planning_task& task) {
            detail::place_plan made;
            if (!detail::walk_to_goals(task, task.options.seed, made.paths)) {
                task.control.end(status::width_limit);
                made.paths.clear();
            }
            return made;
        });
}

}  // namespace senda::agents
