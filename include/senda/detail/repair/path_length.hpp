// SPDX-License-Identifier: MIT
// How long a path is, for a search that compares lengths which it computed at different times.
#pragma once

#include <senda/graph/cost.hpp>

#include <cstdint>
#include <limits>

namespace senda::detail {

/// The cost of a path, and then how many edges it has. So every edge makes a path longer, also one
/// that costs nothing or is lost in rounding: nodes on a circle can never hold each other up.
template <Cost C>
struct path_length {
    C cost = infinite<C>;
    std::uint32_t edges = std::numeric_limits<std::uint32_t>::max();

    [[nodiscard]] static constexpr path_length none() noexcept { return {C{0}, 0}; }
    [[nodiscard]] constexpr bool is_infinite() const noexcept { return is_closed(cost); }
    /// The length with one more edge; infinite where the type cannot hold the cost.
    [[nodiscard]] constexpr path_length plus(C step) const noexcept {
        const C sum = add_costs(cost, step);
        return is_closed(sum) ? path_length{} : path_length{sum, edges + 1};
    }

    friend constexpr bool operator==(const path_length&, const path_length&) = default;
    friend constexpr bool operator<(const path_length& a, const path_length& b) noexcept {
        return a.cost < b.cost || (a.cost == b.cost && a.edges < b.edges);
    }
};

}  // namespace senda::detail
