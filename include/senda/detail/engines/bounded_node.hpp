// SPDX-License-Identifier: MIT
// What a search within a bound keeps about a node, and the path that leads there.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::detail {

/// What a search keeps about a node that it may leave as it is when a cheaper path to it turns up.
/// Its children then cost less than they say: what a path costs is told by its steps alone.
template <class Cost, class Id, class Action>
struct bounded_node {
    Cost g;     ///< no less than what the path by the parents costs
    Cost h;     ///< the estimate, which is asked for once
    Cost step;  ///< what the edge from the parent costs; of a start, what it costs to begin there
    Id parent;
    node_state state;
    bool is_goal;       ///< a path may end here
    bool is_done;       ///< it was expanded, in this round where there are several
    bool was_expanded;  ///< in any
    SENDA_NO_UNIQUE_ADDRESS Action action;

    /// Notes a cheaper path to it.
    void lead_by(Cost there, Cost last_step, Id from, [[maybe_unused]] Action by) {
        g = there;
        step = last_step;
        parent = from;
        if constexpr (!std::same_as<Action, no_action>) action = std::move(by);
    }
};

/// A node that waits to be expanded by f = g + weight * h, which is not rounded to a cost: whole
/// numbers would lose what the weight promises.
template <class Cost, class Id>
struct weighted_node {
    double f;
    Cost g;
    std::uint32_t turn;
    Id id;
};
struct deepest_of_equals {
    template <class Waiting>
    constexpr bool operator()(const Waiting& a, const Waiting& b) const noexcept {
        return a.f != b.f ? a.f < b.f : a.g != b.g ? a.g > b.g : a.turn < b.turn;
    }
};

/// Appends the path by the parents to a node and its actions; what it costs.
template <class Store, class Id, class Node, class Action>
[[nodiscard]] auto append_bounded_path(const Store& store, Id last, std::vector<Node>& path,
                                       std::vector<Action>& actions) {
    append_path(record_parent_cursor<Store, Id>{&store, last}, path, actions);
    using cost = decltype(store.record(last).step);
    std::vector<cost> steps;
    for (Id at = last; at != Store::none; at = store.record(at).parent)
        steps.push_back(store.record(at).step);
    cost sum{0};  // from the start on, as a search adds, so that fractions are rounded alike
    for (; !steps.empty(); steps.pop_back()) sum = add_costs(sum, steps.back());
    return sum;
}

/// A weight without end would make nothing of an estimate of 0, and would not shrink.
[[nodiscard]] inline double finite(double weight) noexcept {
    return std::min(weight, std::numeric_limits<double>::max());
}

/// Whether a sum that is weighted and rounded is surely no less than a cost.
template <Cost C>
[[nodiscard]] bool is_no_less(double sum, C cost) noexcept {
    const auto other = static_cast<double>(cost);
    if constexpr (std::integral<C>) {
        if (other > 0x1p53) return sum * (1 - 1e-15) > other;  // above, a double is not exact
    }
    return !(sum < other);
}

/// `bound` times a weight of at least 1, rounded down; at most the largest cost.
template <Cost C>
[[nodiscard]] C times_weight(C bound, double weight) noexcept {
    constexpr auto most = static_cast<double>(largest_cost<C>);
    if constexpr (std::floating_point<C>) {
        const double product = weight * static_cast<double>(bound);
        return product < most ? static_cast<C>(product) : largest_cost<C>;
    } else {  // what is above 2^53 is no exact double, but its part beyond the bound is small
        const double more = (weight - 1) * static_cast<double>(bound);
        if (!(more < most)) return largest_cost<C>;
        return std::min(add_costs(bound, static_cast<C>(more)), largest_cost<C>);
    }
}

}  // namespace senda::detail
