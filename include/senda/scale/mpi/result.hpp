// SPDX-License-Identifier: MIT
// The answer of a search on many ranks.
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/result.hpp>

#include <cstdint>
#include <string>

namespace senda::mpi {

/// What a search found, the same on every rank. `statistics` counts what all did together, with the
/// bytes of the rank that held most, and the time of the slowest.
template <class Node, Cost C, class Action = no_action>
struct result : senda::result<Node, C, Action> {
    /// How many nodes were reached, on all ranks.
    std::uint64_t reached = 0;
    /// The lowest rank that a limit, a stop token, an exception or a checkpoint stopped; else -1.
    int stopped_by = -1;
    /// Why, where the status does not say it: "rank 2: what the exception said".
    std::string message = {};
};

}  // namespace senda::mpi
