// SPDX-License-Identifier: MIT
// What a search did, and the clock it was measured with.
#pragma once

#include <cstdint>
#include <ctime>

namespace senda {

/// What a search did.
struct statistics {
    /// Nodes (in a search by labels: labels) whose successors were asked for.
    std::uint64_t expanded = 0;
    /// Edges seen.
    std::uint64_t generated = 0;
    /// Nodes expanded again because a cheaper way to them turned up.
    std::uint64_t reopened = 0;
    /// The most bytes held at any one time.
    std::uint64_t bytes = 0;
    /// Seconds from the start to the end, or to now while it runs.
    double seconds = 0;
};

namespace detail {

/// Seconds on a clock that never goes back. <chrono> would cost every user a tenth of a second.
[[nodiscard]] inline double now_in_seconds() noexcept {
    std::timespec t{};
#if defined(CLOCK_MONOTONIC)
    clock_gettime(CLOCK_MONOTONIC, &t);
#else
    (void)std::timespec_get(&t, TIME_UTC);
#endif
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace detail

}  // namespace senda
