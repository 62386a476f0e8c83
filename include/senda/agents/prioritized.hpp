// SPDX-License-Identifier: MIT
// One agent after the other, each among those before it.
#pragma once

#include <senda/agents/plan.hpp>
#include <senda/detail/agents/planning.hpp>
#include <senda/detail/agents/prioritized_search.hpp>
#include <senda/graph/concepts.hpp>

#include <vector>

namespace senda::agents {

/// Plans agents one after the other, each as early as can be among those before it (M. Erdmann,
/// T. Lozano-Perez, On Multiple Moving Objects, 1987), those with long ways first. Who finds no
/// path goes first when it begins anew. Good plans where there is room; it is not complete:
/// `width_limit` says that some orders were tried in vain.
///
/// `g`       the graph.
/// `starts`  the node of each agent.
/// `goals`   where each agent shall stay, in the same order.
/// `o`       limits, the seed, the rules. With `effort::until_limit` it tries other orders, and
///           keeps the best plan.
template <class G, class Node>
    requires Graph<G, Node>
[[nodiscard]] plan<Node> prioritized(G&& g, const std::vector<Node>& starts,
                                     const std::vector<Node>& goals, const plan_options& o = {}) {
    return detail::plan_in_places(
        g, starts, goals, o, "prioritized: one agent after the other",
        [](detail::planning_task& task) { return detail::prioritized_search(task).run(); });
}

}  // namespace senda::agents
