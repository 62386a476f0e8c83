// SPDX-License-Identifier: MIT
// How long the page waits for a search, and what it sees of it meanwhile.
#pragma once

#include "bridge.hpp"

#include <senda/search/options.hpp>
#include <senda/search/statistics.hpp>

#include <cstdint>
#include <limits>

namespace playground {

/// The limits of a search by the wish of the page: `seconds`, none if that is 0 or missing. While
/// the search asks it whether to stop, it tells the page how much of the time is gone.
class patience {
public:
    explicit patience(const request& in) : seconds_(in.decimal("seconds", 0)) {}

    [[nodiscard]] senda::limits limits() const {
        // A search that knows its limit ends with what it has; one that takes all memory is lost.
        constexpr std::uint64_t most_bytes = 1'500'000'000;
        constexpr double forever = std::numeric_limits<double>::infinity();
        return {.bytes = most_bytes, .time = is_limited() ? seconds_ : forever};
    }

    /// Never stops a search: the page does that, by its limit or by ending the worker.
    [[nodiscard]] bool stop_requested() const {
        constexpr double pause = 0.1;
        const double now = senda::detail::now_in_seconds();
        if (now >= next_) {
            next_ = now + pause;
            progress(is_limited() ? (now - began_) / seconds_ : -1, {});
        }
        return false;
    }

private:
    [[nodiscard]] bool is_limited() const noexcept { return seconds_ > 0; }

    double seconds_;
    double began_ = senda::detail::now_in_seconds();
    mutable double next_ = began_;
};

}  // namespace playground
