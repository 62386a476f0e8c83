// SPDX-License-Identifier: MIT
// Conflict-based search for a whole task, from a plan that LaCAM finds first.
#pragma once

#include <senda/detail/agents/anytime_planner.hpp>
#include <senda/detail/agents/conflict_tree.hpp>
#include <senda/detail/agents/planning.hpp>
#include <senda/detail/language/algorithm.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::detail {

/// Plans with a cost of at most the weight times the least.
[[nodiscard]] inline place_plan plan_by_conflicts(planning_task& task) {
    search_control& control = task.control;
    place_plan made;
    made.lower_bound = task.single_costs;
    if (task.starts.empty()) return made;
    const double weight = task.options.weight;
    const auto most = [weight](std::uint64_t bound) {
        constexpr double rounding = 1e-12;
        const double product = weight * static_cast<double>(bound) * (1 - rounding);
        return weight > 1 ? std::max(bound, static_cast<std::uint64_t>(product)) : bound;
    };
    // LaCAM proves of small tasks that there is no plan, while without one the tree has no end. And
    // where a plan may cost more than the least, a refined one is mostly good enough, or the tree
    // only has to prove that it is.
    anytime_planner first(task);
    std::vector<place_path> incumbent = first.find_near(most(task.single_costs), weight > 1);
    if (!incumbent.empty() && first.best_cost() <= most(task.single_costs)) {
        made.paths = std::move(incumbent);
        return made;
    }
    if (!control.running()) return made;
    single_agent_tools tools(task.graph, task.team, control);
    conflict_tree tree(task.graph, task.team, control, tools, weight);
    std::vector<std::size_t> agents(task.starts.size());
    for (std::size_t a = 0; a < agents.size(); ++a) agents[a] = a;
    tree.set_agents(std::move(agents), task.starts);
    if (!incumbent.empty()) tree.set_incumbent(std::move(incumbent), first.best_cost());
    const conflict_tree::outcome how = tree.run();
    made.lower_bound = std::max(made.lower_bound, tree.lower_bound());
    if (how == conflict_tree::outcome::none) control.end(status::exhausted);
    if (how == conflict_tree::outcome::found) made.paths = tree.paths();
    return made;
}

}  // namespace senda::detail
