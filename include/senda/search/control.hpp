// SPDX-License-Identifier: MIT
// The part of a search that is the same in all: limits, the stop token, and counting.
#pragma once

#include <senda/search/options.hpp>
#include <senda/search/statistics.hpp>
#include <senda/search/status.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace senda::detail {

/// Counts what a search does and says when it must stop. One comparison an expansion.
class search_control {
    // How many expansions may pass between two looks at the clock and the stop token.
    static constexpr std::uint64_t interval = 64;

public:
    explicit search_control(const options& o) : options_(o), budget_(o.limits.bytes) {}

    search_control(const search_control&) = delete;
    search_control& operator=(const search_control&) = delete;

    /// Sets other limits for the next run.
    void set_limits(const limits& l) {
        options_.limits = l;
        budget_.set_limit(l.bytes);
    }

    void restart() {
        counts_ = {};
        allowed_ = 0;
        status_ = status::running;
        started_ = now_in_seconds();
    }

    [[nodiscard]] memory_budget& budget() noexcept { return budget_; }
    [[nodiscard]] const options& asked() const noexcept { return options_; }
    [[nodiscard]] senda::status status() const noexcept { return status_; }
    [[nodiscard]] bool running() const noexcept { return status_ == status::running; }

    /// Ends the search; the first reason stands.
    void end(senda::status why) {
        if (status_ != status::running) return;
        status_ = why;
        counts_.seconds = now_in_seconds() - started_;
    }

    /// Asked before each expansion; ends the search and says no when a limit is reached.
    [[nodiscard]] bool may_expand() {
        if (counts_.expanded >= allowed_ && !extend()) [[unlikely]]
            return false;
        ++counts_.expanded;
        return true;
    }

    /// How many expansions may follow without asking again, at most `wanted`; they are counted by
    /// `count_expanded` when they are done.
    [[nodiscard]] std::uint64_t may_expand_many(std::uint64_t wanted) {
        if (counts_.expanded >= allowed_ && !extend()) return 0;
        return std::min(wanted, allowed_ - counts_.expanded);
    }
    void count_expanded(std::uint64_t expansions) noexcept { counts_.expanded += expansions; }

    [[nodiscard]] std::uint64_t expanded() const noexcept { return counts_.expanded; }
    void count_generated(std::uint64_t edges = 1) noexcept { counts_.generated += edges; }
    void count_reopened() noexcept { ++counts_.reopened; }

    [[nodiscard]] senda::statistics statistics() const {
        senda::statistics now = counts_;
        now.bytes = budget_.peak();
        if (status_ == status::running) now.seconds = now_in_seconds() - started_;
        return now;
    }

private:
    bool extend() {
        if (options_.stop.stop_requested()) {
            end(status::cancelled);
        } else if (timed() && now_in_seconds() - started_ >= options_.limits.time.seconds()) {
            end(status::time_limit);
        } else if (counts_.expanded >= options_.limits.expansions) {
            end(status::expansion_limit);
        } else {
            allowed_ = options_.limits.expansions;
            if (timed() || options_.stop.stop_possible()) {
                allowed_ = std::min(allowed_, counts_.expanded + interval);
            }
            return true;
        }
        return false;
    }

    [[nodiscard]] bool timed() const noexcept {
        return options_.limits.time.seconds() < std::numeric_limits<double>::infinity();
    }

    options options_;
    memory_budget budget_;
    senda::status status_ = status::running;
    senda::statistics counts_ = {};
    std::uint64_t allowed_ = 0;  // expansions up to the next look
    double started_ = now_in_seconds();
};

}  // namespace senda::detail
