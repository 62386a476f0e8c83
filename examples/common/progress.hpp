// SPDX-License-Identifier: MIT
// What is known of work that goes on, for whoever waits for it.
#pragma once

#include "console.hpp"
#include "interrupt.hpp"
#include "json.hpp"
#include "quantity.hpp"

#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace program {

/// How progress is shown on the standard error.
enum class progress_form {
    automatic,   ///< as a line that is erased at the end, if that is a terminal
    json_lines,  ///< as JSON, a line a second and one at the end, wherever it goes
    lines,       ///< as text, a line every ten seconds, wherever it goes
    never
};

/// Shows every second what is known of some work, from half a second on until it is destroyed.
class progress {
public:
    explicit progress(std::string what) : what_(std::move(what)) {
        if (is_watched()) watcher_ = std::thread{[this] { watch(); }};
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

    /// Decides, once for the whole program, how it is shown.
    static void show_as(progress_form form) noexcept { form_ = form; }
    /// Whether anybody sees what is found out for it alone.
    [[nodiscard]] static bool is_watched() {
        return form_ == progress_form::json_lines || form_ == progress_form::lines ||
               (form_ == progress_form::automatic && console::messages_are_seen());
    }

    /// Where a search writes what it knows; from any thread.
    [[nodiscard]] senda::search_progress& known() noexcept { return known_; }
    /// Says how much is done; from any thread.
    void advance(std::uint64_t done, std::uint64_t total) noexcept { known_.advance(done, total); }

private:
    /// `[#####....] 20 %, 4 of 20, best 82, bound 79`, or what of that is known.
    [[nodiscard]] std::string known_text() const {
        const senda::search_progress::snapshot now = known_.now();
        std::string text;
        if (now.total) {
            constexpr std::size_t width = 25;
            const double part =
                std::min(1.0, static_cast<double>(now.done) / static_cast<double>(*now.total));
            const auto full = static_cast<std::size_t>(part * width);
            text += ", [" + std::string(full, '#') + std::string(width - full, '.') + "] " +
                    count_text(now.done) + " of " + count_text(*now.total);
        } else if (now.done > 0) {
            text += ", " + count_text(now.done) + " done";
        }
        if (now.best) text += ", best " + std::to_string(*now.best);
        if (now.bound) text += ", bound " + std::to_string(*now.bound);
        return text;
    }

    [[nodiscard]] std::string json_line(double seconds) const {
        const senda::search_progress::snapshot now = known_.now();
        return json_object{}
            .add("doing", what_)
            .add("seconds", std::round(seconds * 10) / 10)
            .add("best", or_null(now.best))
            .add("bound", or_null(now.bound))
            .add("done", now.done)
            .add("total", or_null(now.total))
            .finish_document();
    }

    void watch() {
        using namespace std::chrono_literals;
        using clock = std::chrono::steady_clock;
        const bool is_json = form_ == progress_form::json_lines;
        const bool is_kept = is_json || form_ == progress_form::lines;
        const std::int64_t every = form_ == progress_form::lines ? 10 : 1;  // seconds
        const clock::time_point started = clock::now();
        const auto passed = [started] {
            return std::chrono::duration<double>(clock::now() - started).count();
        };
        std::unique_lock lock{mutex_};
        const auto ends_before = [&](clock::time_point t) {
            return changed_.wait_until(lock, t, [this] { return done_; });
        };
        clock::time_point next = started + (is_kept ? every * 1000ms : 500ms);
        if (!is_kept) interruption::call_at_end(console::erase_status);
        while (!ends_before(next)) {
            next = started + std::chrono::seconds(static_cast<std::int64_t>(passed()) + every);
            const std::string line = what_ + ": " + decimal_text(passed(), 0) + " s" + known_text();
            if (is_json)
                console::write_message(json_line(passed()));
            else if (is_kept)
                console::write_message(line + '\n');
            else
                console::show_status(line + " (Ctrl-C ends it)");
        }
        if (is_json) return console::write_message(json_line(passed()));
        if (is_kept) return;
        console::erase_status();
        interruption::call_at_end(nullptr);
    }

    inline static progress_form form_ = progress_form::automatic;

    std::string what_;
    senda::search_progress known_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool done_ = false;
    std::thread watcher_;
};

}  // namespace program
