// SPDX-License-Identifier: MIT
// Counting the nodes of a game search and saying when it must stop, however slow a node is.
#pragma once

#include <senda/search/options.hpp>
#include <senda/search/statistics.hpp>
#include <senda/search/status.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace senda::games::detail {

/// One comparison a node; the clock and the stop token are looked at as seldom as the time limit
/// allows. An evaluation may take a nanosecond or a second, so a fixed interval would not do.
class node_control {
    static constexpr std::uint64_t longest_step = 4096;
    static constexpr double longest_gap = 1e-3;     // seconds between two looks
    static constexpr double share_of_time = 0.002;  // the same as a part of the time limit

public:
    explicit node_control(const limits& l = {}, stop_token stop = {})
        : limits_(l), stop_(stop), gap_(std::min(longest_gap, l.time.seconds() * share_of_time)) {}

    /// Forgets what was counted and starts the clock.
    void restart(const limits& l, stop_token stop) { *this = node_control(l, stop); }

    /// Asked before each node; ends the search and says no when a limit is reached.
    [[nodiscard]] bool may_visit() {
        if (visited_ >= allowed_ && !look()) [[unlikely]]
            return false;
        ++visited_;
        return true;
    }

    /// Asked again and again by what makes up a single node, such as a game to its end; ends the
    /// search and says no once the time is used up or the stop token asks for it.
    [[nodiscard]] bool may_work() { return ++worked_ < work_allowed_ || look_at_work(); }

    /// Whether there is time for something that takes much longer than a node.
    [[nodiscard]] bool has_time(double needed = 0) const {
        return !is_timed() ||
               senda::detail::now_in_seconds() - started_ + needed < limits_.time.seconds();
    }

    /// Ends the search; the first reason stands.
    void end(senda::status why) {
        if (status_ != status::running) return;
        status_ = why;
        allowed_ = 0;
        seconds_ = senda::detail::now_in_seconds() - started_;
    }

    [[nodiscard]] senda::status status() const noexcept { return status_; }
    [[nodiscard]] bool running() const noexcept { return status_ == status::running; }
    [[nodiscard]] std::uint64_t visited() const noexcept { return visited_; }
    [[nodiscard]] double seconds() const noexcept {
        return running() ? senda::detail::now_in_seconds() - started_ : seconds_;
    }

private:
    [[nodiscard]] bool is_timed() const noexcept {
        return limits_.time.seconds() < std::numeric_limits<double>::infinity();
    }

    bool look() {
        if (!running()) return false;
        const double now = senda::detail::now_in_seconds();
        if (visited_ >= limits_.expansions) {
            end(status::expansion_limit);
        } else if (stop_.stop_requested()) {
            end(status::cancelled);
        } else if (is_timed() && !(now - started_ < limits_.time.seconds())) {
            end(status::time_limit);
        }
        if (!running()) return false;
        allowed_ = limits_.expansions;
        if (!is_timed() && !stop_.stop_possible()) return true;
        adapt(step_, now - looked_);
        looked_ = now;
        allowed_ = visited_ + std::min(step_, limits_.expansions - visited_);
        return true;
    }

    bool look_at_work() {
        if (!running()) return false;
        if (!is_timed() && !stop_.stop_possible()) {
            work_allowed_ = std::numeric_limits<std::uint64_t>::max();
            return true;
        }
        const double now = senda::detail::now_in_seconds();
        if (stop_.stop_requested()) {
            end(status::cancelled);
        } else if (is_timed() && !(now - started_ < limits_.time.seconds())) {
            end(status::time_limit);
        }
        adapt(work_step_, now - looked_at_work_);
        looked_at_work_ = now;
        work_allowed_ = worked_ + work_step_;
        return running();
    }

    /// Makes steps longer or shorter by how long the last ones took.
    void adapt(std::uint64_t& step, double passed) const {
        if (passed * 2 < gap_) step = std::min(step * 2, longest_step);
        if (passed > gap_)
            step = std::max(static_cast<std::uint64_t>(static_cast<double>(step) * gap_ / passed),
                            std::uint64_t{1});
    }

    limits limits_;
    stop_token stop_;
    std::uint64_t visited_ = 0;
    std::uint64_t allowed_ = 0;  // nodes up to the next look
    std::uint64_t step_ = 1;     // nodes between two looks
    std::uint64_t worked_ = 0;   // pieces of work within nodes
    std::uint64_t work_allowed_ = 0;
    std::uint64_t work_step_ = 1;
    senda::status status_ = status::running;
    double started_ = senda::detail::now_in_seconds();
    double looked_ = started_;
    double looked_at_work_ = started_;
    double seconds_ = 0;
    double gap_;
};

}  // namespace senda::games::detail
