// SPDX-License-Identifier: MIT
// Costs as whole numbers in the same order, of which ranks can agree on the least; and what a path
// through a node costs at least.
#pragma once

#include <senda/graph/cost.hpp>

#include <bit>
#include <concepts>
#include <cstdint>

namespace senda::detail {

/// A cost that is not negative as a number in the same order, the same way back.
template <Cost C>
[[nodiscard]] constexpr std::uint64_t ordered(C cost) noexcept {
    static_assert(sizeof(C) <= 8, "astar on ranks: costs of at most 64 bits");
    if constexpr (std::integral<C>) {
        return static_cast<std::uint64_t>(cost);
    } else {
        return std::bit_cast<std::uint64_t>(static_cast<double>(cost) + 0.0);
    }
}
template <Cost C>
[[nodiscard]] constexpr C cost_from(std::uint64_t order) noexcept {
    if constexpr (std::integral<C>) {
        return static_cast<C>(order);
    } else {
        return static_cast<C>(std::bit_cast<double>(order));
    }
}

/// A lower bound of paths through a node within a limit on costs. Without a limit it is at most the
/// largest cost: only an estimate of `infinite` is beyond it.
template <Cost C>
[[nodiscard]] constexpr C path_bound(C g, C h, C limit) noexcept {
    const C f = add_costs(g, h);
    if (!(f > limit)) return f;
    if (g > limit) return g;
    return limit == largest_cost<C> && h != infinite<C> ? limit : f;
}

}  // namespace senda::detail
