// SPDX-License-Identifier: MIT
// The cheapest goal that ranks have met, and what is beyond a limit on costs.
#pragma once

#include <senda/detail/mpi/ranks/cost_order.hpp>
#include <senda/detail/mpi/ranks/node_records.hpp>
#include <senda/detail/mpi/ranks/rank_group.hpp>
#include <senda/graph/cost.hpp>
#include <senda/scale/mpi/packing.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace senda::detail {

/// In the place of `ordered` costs: none.
inline constexpr std::uint64_t no_cost = std::numeric_limits<std::uint64_t>::max();

/// The least, by hash and by bytes, of the goals of this rank that cost the least.
template <class Node, Cost C>
class cheapest_goal {
public:
    void meet(std::uint64_t hash, const Node& node, C g) {
        if (g > cost_) return;
        if (g < cost_) goals_.forget();
        cost_ = g;
        (void)goals_.meet(hash, node);
    }
    [[nodiscard]] bool is_there() const noexcept { return goals_.is_there(); }
    [[nodiscard]] C cost() const noexcept { return cost_; }
    [[nodiscard]] std::uint64_t ordered_cost() const noexcept {
        return is_there() ? ordered(cost_) : no_cost;
    }
    [[nodiscard]] Node node() const {
        mpi::reader from = goals_.packed();
        return unpacked<Node>(from);
    }

    /// The least of all ranks, of those that cost so much.
    [[nodiscard]] Node agree(const rank_group& ranks, std::uint64_t least_cost) {
        if (ordered_cost() != least_cost) goals_.forget();
        goals_.agree(ranks);
        return node();
    }

private:
    least_node goals_;
    C cost_ = infinite<C>;
};

/// The least f, as `ordered`, of the nodes of which `is_left_out(record)`; `no_cost` if of none.
template <Cost C, class Store, class H, class IsLeftOut>
[[nodiscard]] std::uint64_t least_left_out(const Store& nodes, H& estimate, C limit,
                                           const IsLeftOut& is_left_out) {
    std::uint64_t least = no_cost;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (!is_left_out(nodes.record(i))) continue;
        const C h = as_estimate<C>(estimate(nodes.node(i)));
        least = std::min(least, ordered(path_bound(nodes.record(i).how.g, h, limit)));
    }
    return least;
}

}  // namespace senda::detail
