// SPDX-License-Identifier: MIT
// A line that says that work goes on, and how far it is, for whoever waits at a terminal.
#pragma once

#include "console.hpp"
#include "quantity.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace program {

/// Shows a line with the time on the standard error if that is a terminal, and a bar if it is known
/// how much is done, from half a second on until it is destroyed; then the line is erased.
class progress {
public:
    explicit progress(std::string what) : what_(std::move(what)) {
        if (console::messages_are_seen()) watcher_ = std::thread{[this] { watch(); }};
    }
    progress(const progress&) = delete;
    progress& operator=(const progress&) = delete;
    ~progress() {
        if (!watcher_.joinable()) return;
        {
            const std::lock_guard lock{mutex_};
            done_ = true;
        }
        changed_.notify_one();
        watcher_.join();
    }

    /// Says how much is done; from any thread.
    void advance(std::uint64_t done, std::uint64_t total) noexcept {
        if (total > 0)
            percent_ =
                static_cast<int>(100.0 * static_cast<double>(done) / static_cast<double>(total));
    }

private:
    [[nodiscard]] std::string bar() const {
        const int percent = std::clamp<int>(percent_, -1, 100);
        if (percent < 0) return {};
        constexpr int width = 25;
        const auto full = static_cast<std::size_t>(percent * width / 100);
        return '[' + std::string(full, '#') + std::string(width - full, '.') + "] " +
               std::to_string(percent) + " %, ";
    }

    void watch() {
        using namespace std::chrono_literals;
        const auto started = std::chrono::steady_clock::now();
        std::unique_lock lock{mutex_};
        const auto is_done = [this] { return done_; };
        if (changed_.wait_for(lock, 500ms, is_done)) return;
        do {
            const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started;
            write("\r" + what_ + ": " + bar() + decimal_text(passed.count(), 1) +
                  " s (Ctrl-C ends it)\x1b[K");
        } while (!changed_.wait_for(lock, 100ms, is_done));
        write("\r\x1b[K");
    }

    static void write(const std::string& text) {
        std::fwrite(text.data(), 1, text.size(), stderr);
        std::fflush(stderr);
    }

    std::string what_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool done_ = false;
    std::atomic<int> percent_ = -1;  // not known
    std::thread watcher_;
};

}  // namespace program
