// SPDX-License-Identifier: MIT
// What a search within a search may use.
#pragma once

#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <cstdint>

namespace senda::pacman::detail {

using senda::search_control;

/// What is left of the limits of a search, for one within it.
[[nodiscard]] inline senda::limits limits_left(search_control& control) {
    senda::limits left = control.limits();
    const senda::statistics used = control.statistics();
    left.time = std::max(0.0, left.time.seconds() - used.seconds);
    left.expansions -= std::min(used.expanded, left.expansions);
    left.bytes = control.budget().left();
    return left;
}

/// The options of a search within another that makes no more than so many expansions.
[[nodiscard]] inline senda::options options_within(search_control& control,
                                                   std::uint64_t most_expansions) {
    senda::options inner = control.options();
    inner.limits = limits_left(control);
    inner.limits.expansions = std::min(most_expansions, inner.limits.expansions);
    return inner;
}

}  // namespace senda::pacman::detail
