// SPDX-License-Identifier: MIT
// A computer that thinks while the screen stays awake.
#pragma once

#include "computer.hpp"

#include <amazons/board.hpp>
#include <amazons/engine_options.hpp>

#include <atomic>
#include <chrono>
#include <future>

/// Thinks about one position at a time in a thread of its own.
class thinker {
public:
    thinker() = default;
    thinker(const thinker&) = delete;
    thinker& operator=(const thinker&) = delete;
    ~thinker() { stop(); }

    /// Begins to think; what it thought about before is forgotten.
    void start(computer& who, const senda::amazons::board& b) {
        stop();
        stop_ = false;
        chosen_ = std::async(std::launch::async, [this, &who, b] { return who.choose(b, stop_); });
    }

    [[nodiscard]] bool is_thinking() const noexcept { return chosen_.valid(); }
    [[nodiscard]] bool is_ready() const {
        return is_thinking() &&
               chosen_.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
    }

    /// What it chose, once it is ready.
    senda::amazons::chosen take() { return chosen_.get(); }

    /// Gives up what it thinks about.
    void stop() {
        stop_ = true;
        if (is_thinking()) chosen_.get();
    }

private:
    std::atomic<bool> stop_ = false;
    std::future<senda::amazons::chosen> chosen_;
};
