// SPDX-License-Identifier: MIT
// Agents that walk by rules of precedence alone: plans at once, without search.
#pragma once

#include <senda/agents/plan.hpp>
#include <senda/detail/agents/planning.hpp>
#include <senda/detail/agents/walking_team.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/search/result.hpp>

#include <cstddef>
#include <cstdint>
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
            detail::walking_team walkers(task.graph, task.team, task.options.seed);
            const std::size_t agents = task.starts.size();
            std::vector<std::vector<detail::agent_place>> paths(agents);
            std::size_t most = 4 * (std::size_t{task.graph.size()} + agents) + 64;
            for (std::uint32_t i = 0; i < agents; ++i) walkers.add(task.starts[i]);
            while (true) {
                bool all_arrived = true;
                for (std::uint32_t i = 0; i < agents; ++i) {
                    paths[i].push_back(walkers.at(i));
                    all_arrived = all_arrived && walkers.has_arrived(i);
                }
                if (all_arrived) {
                    made.paths = std::move(paths);
                    return made;
                }
                if (!task.control.may_expand() || !task.control.poll() ||
                    !task.control.fits(
                        task.control.budget().take(agents * sizeof(detail::agent_place))))
                    return made;
                if (most-- == 0 || !walkers.step([] { return false; })) {
                    task.control.end(status::width_limit);
                    return made;
                }
            }
        });
}

}  // namespace senda::agents
