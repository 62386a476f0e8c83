// SPDX-License-Identifier: MIT
// What every planner does alike: it numbers the graph, asks for the distances to the goals, plans
// on numbers, and writes the plan in the user's nodes.
#pragma once

#include <senda/agents/plan.hpp>
#include <senda/detail/agents/agent_distances.hpp>
#include <senda/detail/agents/agent_graph.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/search/control.hpp>
#include <senda/search/progress.hpp>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::detail {

/// What a planner works on.
struct planning_task {
    const agent_graph& graph;
    agent_team& team;
    const std::vector<agent_place>& starts;
    const agents::plan_options& options;
    search_control& control;
    std::uint64_t single_costs = 0;  ///< what each agent would take alone, added up
};

/// What a planner found: paths of all agents, or none.
struct place_plan {
    std::vector<std::vector<agent_place>> paths;
    std::uint64_t lower_bound = 0;
};

/// What a control allows a search within a planner to expand.
struct control_allowance {
    static constexpr std::uint64_t at_once = 256;

    search_control& control;

    [[nodiscard]] std::uint64_t more() const { return control.request_expansions(at_once); }
    void spend(std::uint64_t nodes) const noexcept { control.count_expanded(nodes); }
};

/// The options of a search within a planner.
[[nodiscard]] inline options search_options(const agents::plan_options& o) noexcept {
    return {o.limits, o.stop, o.progress, o.weight, o.threads};
}

/// Plans by `solve(task)` or `solve(task, numbering)`, which returns a `place_plan` and ends the
/// control if there is none; with a plan, also one that a limit kept from becoming better, the
/// answer is `found`. Agents before the number `first` have plans already:
/// the team has those after them.
template <class Node, class G, class Solve>
[[nodiscard]] agents::plan<Node> plan_in_places(G& g, const std::vector<Node>& starts,
                                                const std::vector<Node>& goals,
                                                const agents::plan_options& o,
                                                std::string_view engine, Solve&& solve,
                                                std::size_t first = 0) {
    agents::plan<Node> answer;
    movable_control control(search_options(o));
    abort_guard guard(control);
    // Reading the graph is no expansion.
    options reading = search_options(o);
    reading.limits.expansions = limits{}.expansions;
    movable_control reader(reading);
    agent_numbering<G, Node> numbering(g, o.rules, reader);
    numbered_agents<Node> numbered = numbering.number(starts, goals);
    place_plan made;
    if (numbered.ended != status::running) {
        control.end(numbered.ended);
    } else if (!numbered.fault.empty()) {
        answer.message = std::move(numbered.fault);
        control.end(status::exhausted);
    } else {
        agent_distances distances(numbered.graph, control.budget());
        distances.expect(starts.size() - first);
        agent_team team(distances);
        planning_task task{numbered.graph, team, numbered.starts, o, control};
        for (std::size_t i = first; control.running() && i < starts.size(); ++i) {
            if (!control.fits(team.add(numbered.starts[i], numbered.goals[i]))) break;
            const std::uint32_t alone = team.distance(i - first, numbered.starts[i]);
            if (distances.has_failed()) control.end(status::memory_limit);
            if (alone == unreachable) {
                answer.message = "agent " + std::to_string(i) + " cannot reach its goal";
                control.end(status::exhausted);
            }
            task.single_costs += alone;
            if (control.running() && !control.poll()) break;
        }
        if (control.running()) {
            if constexpr (requires { solve(task, numbering); }) {
                made = solve(task, numbering);
            } else {
                made = solve(task);
            }
            made.lower_bound = std::max(made.lower_bound, task.single_costs);
        }
        write_paths(numbered, made.paths, answer);
    }
    answer.lower_bound = made.lower_bound;
    if (!made.paths.empty() || (starts.empty() && answer.message.empty())) {
        control.resume();
        control.end(status::found);
    }
    guard.release();
    answer.status = control.status();
    answer.statistics = control.statistics();
    answer.engine = engine;
    return answer;
}

}  // namespace senda::detail
