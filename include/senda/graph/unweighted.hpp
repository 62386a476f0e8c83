// SPDX-License-Identifier: MIT
// The weight of graphs without weights.
#pragma once

namespace senda {

/// Stands in the place of a weight's type: every edge counts one step and nothing is stored.
struct unweighted {};

namespace detail {

/// Declares `cost_type`. A graph without costs must not have one, or a search would take it for
/// weighted.
template <class Cost>
struct declares_cost {
    using cost_type = Cost;
};
template <>
struct declares_cost<unweighted> {};

}  // namespace detail

}  // namespace senda
