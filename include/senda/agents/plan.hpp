// SPDX-License-Identifier: MIT
// Plans for many agents that never collide: what a planner is asked, and what it answers.
#pragma once

#include <senda/language/extensions.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace senda::agents {

/// Whether an agent may enter a node in the same step in which another leaves it.
enum class following { allowed, forbidden };

/// How long an agent takes for an edge.
enum class travel {
    one_step,   ///< a step, whatever the edge costs
    cost_steps  ///< as many steps as it costs, a whole number from 1 on; it does not stop on the
                ///< way. Of edges that lead to the same node the shortest counts.
};

/// What agents may do. Always: in each step an agent waits or moves along an edge, a node holds one
/// agent (or `g.capacity(node)`, if the graph has that), and no two pass each other on an edge.
struct rules {
    agents::following following = agents::following::allowed;  ///< behind each other
    agents::travel travel = agents::travel::one_step;          ///< along an edge

    friend constexpr bool operator==(const rules&, const rules&) = default;
};

/// When a planner that can better its plan is content.
enum class effort {
    first_plan,  ///< with the first
    until_limit  ///< when a limit ends it, or the plan is proven to be the best
};

/// What a caller may ask of a planner.
struct plan_options {
    /// Where to give up. An expansion is that of a configuration or of a node in time.
    senda::limits limits = {};
    /// What may end it from outside.
    stop_token stop = {};
    /// Where it writes the best sum of costs and the bound while it works.
    search_progress* progress = nullptr;
    /// `conflict_based`: the plan may cost so many times the least; below 1 counts as 1.
    double weight = 1;
    /// How many threads better a plan. The first is found by one.
    unsigned threads = 1;
    /// The same seed makes the same plan, unless time ends it.
    std::uint64_t seed = 1;
    /// When to be content.
    agents::effort effort = agents::effort::first_plan;
    /// What agents may do.
    agents::rules rules = {};
};

/// The paths of all agents. An agent stays at the last node of its path. True in a condition if
/// there is a plan. `exhausted` says that there is none, `message` why if that was seen at once.
template <class Node>
struct plan : answer {
    /// The node of each agent after each step, from its start on; on a long edge the node it left.
    std::vector<std::vector<Node>> paths = {};
    /// The step in which the last agent arrives for good.
    std::uint64_t makespan = 0;
    /// The steps in which agents arrive for good, added up.
    std::uint64_t sum_of_costs = 0;
    /// No plan has a smaller sum of costs.
    std::uint64_t lower_bound = 0;
    /// What is wrong with the agents, if they cannot have a plan; else nothing.
    std::string message = {};
};

/// How many steps an agent takes until it stays where its path ends.
template <class Node>
[[nodiscard]] std::size_t steps_of(const std::vector<Node>& path) noexcept {
    std::size_t last = path.size();
    while (last > 1 && path[last - 2] == path[last - 1]) --last;
    return last == 0 ? 0 : last - 1;
}

/// Paths from elsewhere as a plan, for `verify` and `safe_intervals`.
template <class Node>
[[nodiscard]] plan<Node> plan_of(std::vector<std::vector<Node>> paths) {
    plan<Node> made;
    made.status = status::found;
    for (const std::vector<Node>& path : paths) {
        const std::uint64_t steps = steps_of(path);
        made.makespan = steps > made.makespan ? steps : made.makespan;
        made.sum_of_costs += steps;
    }
    made.paths = std::move(paths);
    return made;
}

}  // namespace senda::agents
