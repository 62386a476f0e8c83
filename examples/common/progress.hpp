// SPDX-License-Identifier: MIT
// A line that says that a search still runs, for whoever waits at a terminal.
#pragma once

#include "console.hpp"
#include "quantity.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace program {

/// Shows a line with the time on the standard error if that is a terminal, from half a second on
/// until it is destroyed; then the line is erased.
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

private:
    void watch() {
        using namespace std::chrono_literals;
        const auto started = std::chrono::steady_clock::now();
        std::unique_lock lock{mutex_};
        const auto is_done = [this] { return done_; };
        if (changed_.wait_for(lock, 500ms, is_done)) return;
        do {
            const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started;
            char time[32];
            std::snprintf(time, sizeof time, "%.1f s", passed.count());
            write("\r" + what_ + ": " + time + " (Ctrl-C ends it)\x1b[K");
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
    std::thread watcher_;
};

}  // namespace program
