// SPDX-License-Identifier: MIT
// When work that no search limits must end.
#pragma once

#include "interrupt.hpp"

#include <chrono>

namespace program {

/// Asks to stop at Ctrl-C, or when the time is over that runs from when it is made.
class time_limit {
public:
    explicit time_limit(double seconds) : seconds_(seconds) {}

    [[nodiscard]] double passed() const {
        return std::chrono::duration<double>(clock::now() - started_).count();
    }
    [[nodiscard]] bool stop_requested() const {
        return interruption::requested() || passed() > seconds_;
    }

private:
    using clock = std::chrono::steady_clock;

    clock::time_point started_ = clock::now();
    double seconds_;
};

}  // namespace program
