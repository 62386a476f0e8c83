// SPDX-License-Identifier: MIT
// Work in a thread of its own, while a screen stays awake.
#pragma once

#include "platform.hpp"

#include <atomic>
#include <chrono>
#include <future>
#include <utility>

namespace program {

/// Works out one result at a time; what is not needed any more is stopped.
template <class Result>
class background {
public:
    background() = default;
    background(const background&) = delete;
    background& operator=(const background&) = delete;
    ~background() { stop(); }

    /// Begins `work(stop)`, which ends early once `stop`, an atomic boolean, is true. What went on
    /// before is stopped.
    template <class Work>
    void start(Work work) {
        stop();
        stop_ = false;
        started_ = std::chrono::steady_clock::now();
        const platform::without_signals only_here;
        result_ = std::async(std::launch::async,
                             [this, work = std::move(work)] { return work(std::as_const(stop_)); });
    }

    [[nodiscard]] bool is_running() const noexcept { return result_.valid(); }
    /// Whether it is done, and the result can be taken.
    [[nodiscard]] bool is_ready() const {
        return is_running() &&
               result_.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
    }
    /// How long it has gone on.
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
    }

    /// The result, once it is ready.
    Result take() { return result_.get(); }

    /// Gives up what it works on.
    void stop() {
        stop_ = true;
        if (is_running()) result_.get();
    }

private:
    std::atomic<bool> stop_ = false;
    std::chrono::steady_clock::time_point started_;
    std::future<Result> result_;
};

}  // namespace program
