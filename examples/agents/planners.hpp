// SPDX-License-Identifier: MIT
// A plan by the method that the command line names.
#pragma once

#include "commands.hpp"
#include "documents.hpp"
#include "instance.hpp"

#include <senda/agents/plan.hpp>
#include <senda/graph/grid.hpp>

/// Plans, and replays the plan: one that is wrong comes back with a message and without a plan.
[[nodiscard]] cell_plan plan_by(method by, const senda::grid& g, const agent_list& agents,
                                const senda::agents::plan_options& options);
