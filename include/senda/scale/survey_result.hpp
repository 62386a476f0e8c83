// SPDX-License-Identifier: MIT
// The answer of a survey.
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/search/statistics.hpp>
#include <senda/search/status.hpp>

#include <cstdint>
#include <vector>

namespace senda {

/// What a survey saw. True in a condition when it saw everything that can be reached.
template <class Node>
struct survey_result {
    /// `exhausted` if all was seen; otherwise the limit that stopped it.
    senda::status status = status::running;
    /// How many nodes are at each depth, of all depths whose layers are complete.
    std::vector<std::uint64_t> counts = {};
    /// How many these are together.
    std::uint64_t total = 0;
    /// The depth of the farthest of them; 0 if there are none.
    steps eccentricity = 0;
    /// The nodes at that depth: all if they are few, else those with the lowest numbers, or the
    /// least hashes where the graph has no numbers.
    std::vector<Node> farthest = {};
    /// What it took.
    senda::statistics statistics = {};

    [[nodiscard]] explicit operator bool() const noexcept { return status == status::exhausted; }
};

}  // namespace senda
