// SPDX-License-Identifier: MIT
// The answer of a search, with its whole story.
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/statistics.hpp>
#include <senda/search/status.hpp>

#include <string_view>
#include <vector>

namespace senda {

/// What a search found. True in a condition when it found a path.
template <class Node, Cost C, class Action = no_action>
struct result {
    /// Why the search ended.
    senda::status status = status::running;
    /// The cost of the path, also of one to what is nearest to a goal; `infinite<C>` without one.
    C cost = infinite<C>;
    /// No path to a goal costs less than this, also when a limit stopped the search; `infinite<C>`
    /// when there is none. With a heuristic it holds if that is admissible.
    C lower_bound = C{0};
    /// The nodes from a start to a goal, or to what is `nearest` to it, both included; empty
    /// without a path.
    std::vector<Node> path = {};
    /// The actions along the path, one less than nodes; empty if the graph's edges have none.
    std::vector<Action> actions = {};
    /// What it took.
    senda::statistics statistics = {};
    /// The engine that answered, and why that one: "tiles: one cell to another on a grid".
    std::string_view engine = {};

    [[nodiscard]] explicit operator bool() const noexcept { return status == status::found; }
};

}  // namespace senda
