// SPDX-License-Identifier: MIT
// How long a search may take, and what the page sees of it meanwhile.
#pragma once

#include "bridge.hpp"

#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <cstdint>
#include <limits>

namespace playground {

/// Says when it is time to report progress: a few times a second.
class progress_clock {
public:
    [[nodiscard]] double seconds() const { return senda::now_in_seconds() - began_; }

    [[nodiscard]] bool is_due() const {
        constexpr double interval = 0.1;
        if (seconds() < next_) return false;
        next_ = seconds() + interval;
        return true;
    }

private:
    double began_ = senda::now_in_seconds();
    mutable double next_ = 0;
};

/// The limits of a search as the page asks for them: `seconds`, none if that is 0 or missing. It is
/// a stop token too, which never stops the search but reports how much of the time has passed.
class timed_search {
public:
    explicit timed_search(const request& in) : seconds_(in.decimal("seconds", 0)) {}

    [[nodiscard]] senda::limits limits() const {
        // A search that knows its limit ends with what it has; one that takes all memory is lost.
        constexpr std::uint64_t most_bytes = 1'500'000'000;
        constexpr double forever = std::numeric_limits<double>::infinity();
        return {.bytes = most_bytes, .time = seconds_ > 0 ? seconds_ : forever};
    }

    [[nodiscard]] bool stop_requested() const {
        if (clock_.is_due()) progress(seconds_ > 0 ? clock_.seconds() / seconds_ : -1, {});
        return false;
    }

private:
    double seconds_;
    progress_clock clock_;
};

}  // namespace playground
