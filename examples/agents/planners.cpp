// SPDX-License-Identifier: MIT
// The planners, each compiled once for the grids of the benchmark.
#include "planners.hpp"

#include <senda/agents/conflict_based.hpp>
#include <senda/agents/lacam.hpp>
#include <senda/agents/pibt.hpp>
#include <senda/agents/prioritized.hpp>
#include <senda/agents/verify.hpp>
#include <senda/search/result.hpp>

namespace mapf = senda::agents;

namespace {

cell_plan plan_unchecked(method by, const senda::grid& g, const agent_list& a,
                         const mapf::plan_options& o) {
    switch (by) {
        case method::pibt: return mapf::pibt(g, a.starts, a.goals, o);
        case method::prioritized: return mapf::prioritized(g, a.starts, a.goals, o);
        case method::cbs: return mapf::conflict_based(g, a.starts, a.goals, o);
        default: return mapf::lacam(g, a.starts, a.goals, o);
    }
}

}  // namespace

cell_plan plan_by(method by, const senda::grid& g, const agent_list& agents,
                  const mapf::plan_options& options) {
    cell_plan made = plan_unchecked(by, g, agents, options);
    if (!made) return made;
    if (const auto found = mapf::verify(g, agents.starts, agents.goals, made); !found) {
        made.status = senda::status::aborted;
        made.message = "the plan is wrong: " + found.message;
    }
    return made;
}
