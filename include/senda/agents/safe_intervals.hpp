// SPDX-License-Identifier: MIT
// The earliest path of one agent among others whose plans stand.
#pragma once

#include <senda/agents/plan.hpp>
#include <senda/detail/agents/planning.hpp>
#include <senda/detail/agents/safe_interval_search.hpp>
#include <senda/detail/agents/timetable.hpp>
#include <senda/graph/concepts.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace senda::agents {

/// Finds the path of one more agent that arrives as early as can be and collides with nobody, by
/// search over safe intervals (SIPP). `exhausted` if there is none.
///
/// `g`       the graph.
/// `others`  the paths that stand, as in a `plan`: each agent stays at the last node of its path.
/// `start`   where the agent is,
/// `goal`    and where it shall stay.
/// `o`       limits, the rules. An expansion is that of a node in an interval of time.
///
/// The plan has one path; its costs are those of this agent. If the paths of others are none in the
/// graph or collide, `message` says whose.
template <class G, class Node>
    requires Graph<G, Node>
[[nodiscard]] plan<Node> safe_intervals(G&& g, const std::vector<std::vector<Node>>& others,
                                        const Node& start, const Node& goal,
                                        const plan_options& o = {}) {
    using detail::agent_place;
    std::vector<Node> starts;
    std::vector<Node> goals;
    for (const std::vector<Node>& path : others) {
        if (path.empty()) continue;
        starts.push_back(path.front());
        goals.push_back(path.back());
    }
    starts.push_back(start);
    goals.push_back(goal);
    const std::size_t self = starts.size() - 1;
    std::string fault;
    const auto solve = [&](detail::planning_task& task, auto& numbering) {
        detail::place_plan made;
        std::size_t steps = 0;
        for (const std::vector<Node>& path : others) steps = std::max(steps, path.size());
        detail::timetable table(task.graph, steps + 1);
        std::vector<std::vector<agent_place>> paths;
        for (const std::vector<Node>& path : others)
            paths.push_back(numbering.places_of(task.graph, path));
        detail::choose_slots(task.graph, paths);
        std::uint32_t agent = 0;
        for (std::size_t i = 0; i < others.size(); ++i) {
            if (others[i].empty()) continue;
            if (paths[i].empty() || !table.is_clear(paths[i])) {
                fault = "agent " + std::to_string(i) +
                        (paths[i].empty() ? " has a path that is none" : " collides with another");
                task.control.end(status::exhausted);
                return made;
            }
            table.add(agent++, paths[i]);
        }
        detail::control_allowance allowance{task.control};
        detail::safe_interval_search search(task.graph);
        std::vector<agent_place> path;
        if (search(table, task.team, 0, task.starts[self], detail::nobody - 1, path, allowance)) {
            made.lower_bound = path.size() - 1;
            made.paths.push_back(std::move(path));
        } else if (task.control.running()) {
            task.control.end(status::exhausted);
        }
        return made;
    };
    plan<Node> found = detail::plan_in_places(
        g, starts, goals, o, "safe_intervals: one agent among others", solve, self);
    if (!fault.empty()) found.message = fault;
    return found;
}

/// The same, among the agents of a plan.
template <class G, class Node>
    requires Graph<G, Node>
[[nodiscard]] plan<Node> safe_intervals(G&& g, const plan<Node>& others, const Node& start,
                                        const Node& goal, const plan_options& o = {}) {
    return safe_intervals(g, others.paths, start, goal, o);
}

}  // namespace senda::agents
