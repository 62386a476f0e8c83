// SPDX-License-Identifier: MIT
// A computer that thinks while the screen stays awake.
#pragma once

#include "computer.hpp"

#include <senda/amazons/board.hpp>
#include <senda/amazons/engine_options.hpp>

#include <atomic>
#include <thread>
#include <utility>

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
        stop_ = done_ = false;
        thread_ = std::thread{[this, &who, b] {
            chosen_ = who.choose(b, stop_);
            done_ = true;
        }};
    }

    [[nodiscard]] bool is_thinking() const noexcept { return thread_.joinable(); }
    [[nodiscard]] bool is_ready() const noexcept { return is_thinking() && done_; }

    /// What it chose, once it is ready.
    senda::amazons::chosen take() {
        thread_.join();
        return std::move(chosen_);
    }

    /// Gives up what it thinks about.
    void stop() {
        stop_ = true;
        if (thread_.joinable()) thread_.join();
    }

private:
    std::atomic<bool> stop_ = false;
    std::atomic<bool> done_ = false;
    senda::amazons::chosen chosen_;
    std::thread thread_;
};
