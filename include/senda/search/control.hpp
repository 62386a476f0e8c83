// SPDX-License-Identifier: MIT
// The part of a search that is the same in all: limits, the stop token, and counting.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <cstdint>
#include <limits>
#include <utility>

namespace senda::detail {

/// A budget that stays in its place when its owner moves, since arrays refer to it.
class heap_budget {
public:
    explicit heap_budget(std::uint64_t limit) : budget_(new memory_budget(limit)) {}
    heap_budget(const heap_budget&) = delete;
    heap_budget& operator=(const heap_budget&) = delete;
    heap_budget(heap_budget&& other) noexcept : budget_(std::exchange(other.budget_, nullptr)) {}
    heap_budget& operator=(heap_budget&& other) noexcept {
        std::swap(budget_, other.budget_);  // as arrays do, whose owners go with them
        return *this;
    }
    ~heap_budget() { delete budget_; }

    /// Not in what was moved from.
    [[nodiscard]] explicit operator bool() const noexcept { return budget_ != nullptr; }
    [[nodiscard]] memory_budget& operator*() const noexcept { return *budget_; }
    [[nodiscard]] memory_budget* operator->() const noexcept { return budget_; }

private:
    memory_budget* budget_;
};

/// Counts what a search does and says when it must stop: one comparison an expansion. A goal comes
/// before a limit: a search asks only once it knows that the node is no goal.
class search_control {
    // Expansions, and pieces of work, between two looks at the clock and the stop token.
    static constexpr std::uint64_t interval = 64;
    static constexpr std::uint64_t work_interval = 1024;

public:
    explicit search_control(const senda::options& o, engine_name engine = engine_kind::general)
        : options_(o), budget_(o.limits.bytes), counts_{.engine = engine.kind}, engine_(engine) {}

    void set_limits(const senda::limits& l) {
        options_.limits = l;
        budget_->set_limit(l.bytes);
    }
    void set_options(const senda::options& o) {
        options_ = o;
        budget_->set_limit(o.limits.bytes);
    }

    SENDA_NOINLINE void restart() {
        counts_ = {.engine = counts_.engine, .threads = counts_.threads, .weight = counts_.weight};
        allowed_ = 0;
        status_ = limit_ = status::running;
        started_ = now_in_seconds();
    }

    [[nodiscard]] memory_budget& budget() noexcept { return *budget_; }
    [[nodiscard]] const senda::options& options() const noexcept { return options_; }
    [[nodiscard]] const senda::limits& limits() const noexcept { return options_.limits; }
    [[nodiscard]] senda::status status() const noexcept { return status_; }
    [[nodiscard]] bool running() const noexcept { return status_ == status::running; }

    /// Ends the search; the first reason stands.
    SENDA_NOINLINE void end(senda::status why) {
        if (status_ != status::running) return;
        status_ = why;
        counts_.seconds = now_in_seconds() - started_;
    }

    /// Takes an end back: somebody else goes on, or decides.
    void resume() noexcept { status_ = status::running; }

    /// Ends the search by the limit on memory unless something had room; whether it had.
    bool fits(bool had_room) {
        if (!had_room) [[unlikely]]
            end(status::memory_limit);
        return had_room;
    }

    /// Asked before each expansion; ends the search and says no when a limit is reached.
    [[nodiscard]] bool may_expand() {
        if (counts_.expanded >= allowed_ && !extend()) [[unlikely]]
            return false;
        ++counts_.expanded;
        return true;
    }

    /// How many of `wanted` expansions may follow before the next request; ends the search if none.
    /// The caller counts them by `count_expanded`.
    [[nodiscard]] std::uint64_t request_expansions(std::uint64_t wanted) {
        if (counts_.expanded >= allowed_ && !extend()) return 0;
        return std::min(wanted, allowed_ - counts_.expanded);
    }
    /// How many of `wanted` expansions the limits allow; a limit does not end the search yet: the
    /// next node may be a goal.
    [[nodiscard]] std::uint64_t peek_expansions(std::uint64_t wanted) {
        if (counts_.expanded >= allowed_ && !is_within_limits()) return 0;
        return std::min(wanted, allowed_ - counts_.expanded);
    }
    /// How many of `wanted` expansions the limits allow in one batch, within which nobody looks at
    /// the clock.
    [[nodiscard]] std::uint64_t peek_expansion_batch(std::uint64_t wanted) {
        if (counts_.expanded >= allowed_ && !is_within_limits()) return 0;
        return std::min(wanted, options_.limits.expansions - counts_.expanded);
    }
    /// Counts work that is no expansion and polls now and then; false once the search is ended.
    [[nodiscard]] bool tick() { return ++worked_ % work_interval != 0 || poll(); }
    /// Looks at the stop token and the clock now; false once one of them ended the search.
    [[nodiscard]] SENDA_NOINLINE bool poll() {
        if (!is_within_limits() && limit_ != status::expansion_limit) end(limit_);
        return running();
    }
    /// Whether the clock or the stop token can end the search. Several threads may ask at once.
    [[nodiscard]] bool has_deadline_or_stop() const noexcept {
        return is_timed() || options_.stop.stop_possible();
    }
    [[nodiscard]] bool must_stop() const { return stop_reason() != status::running; }
    /// Ends the search by the limit that keeps it from expanding what is no goal.
    SENDA_NOINLINE void end_by_limit() {
        if (limit_ == status::running) (void)is_within_limits();
        end(limit_);
    }
    void count_expanded(std::uint64_t expansions) noexcept { counts_.expanded += expansions; }

    [[nodiscard]] engine_name engine() const noexcept { return engine_; }
    [[nodiscard]] std::uint64_t expanded() const noexcept { return counts_.expanded; }
    void count_generated(std::uint64_t edges = 1) noexcept { counts_.generated += edges; }
    void count_reopened(std::uint64_t nodes = 1) noexcept { counts_.reopened += nodes; }
    /// Notes what the search makes of the options that not every search knows.
    void note_threads(unsigned threads) noexcept { counts_.threads = threads; }
    void note_engine(engine_name engine) noexcept {
        engine_ = engine;
        counts_.engine = engine.kind;
    }
    void note_weight(double weight) noexcept { counts_.weight = weight; }

    [[nodiscard]] SENDA_NOINLINE senda::statistics statistics() const {
        senda::statistics now = counts_;
        now.bytes = budget_ ? budget_->peak() : 0;
        now.seconds = seconds();
        return now;
    }
    /// How long it has taken so far.
    [[nodiscard]] double seconds() const {
        return running() ? now_in_seconds() - started_ : counts_.seconds;
    }
    /// Whether the clock can end the search.
    [[nodiscard]] bool is_timed() const noexcept {
        return options_.limits.time.seconds() < std::numeric_limits<double>::infinity();
    }

protected:
    // Parts of a solver often refer to its control: only a `movable_control` can be moved. What it
    // was moved from does not go on.
    search_control(search_control&&) = default;
    search_control& operator=(search_control&&) = default;

private:
    SENDA_COLD bool extend() {
        if (is_within_limits()) return true;
        end(limit_);
        return false;
    }

    /// Looks at the stop token, the clock and the count, and notes which of them ends the search.
    [[nodiscard]] bool is_within_limits() {
        limit_ = stop_reason();
        if (limit_ == status::running && counts_.expanded >= options_.limits.expansions) {
            limit_ = status::expansion_limit;
        }
        if (limit_ != status::running) return false;
        allowed_ = options_.limits.expansions;
        if (has_deadline_or_stop()) allowed_ = std::min(allowed_, counts_.expanded + interval);
        return true;
    }

    /// What the stop token and the clock say.
    [[nodiscard]] senda::status stop_reason() const {
        if (options_.stop.stop_requested()) return status::cancelled;
        const bool is_late =
            is_timed() && now_in_seconds() - started_ >= options_.limits.time.seconds();
        return is_late ? status::time_limit : status::running;
    }

    senda::options options_;
    heap_budget budget_;
    moved_status status_;
    senda::status limit_ = status::running;  // what the last look said
    senda::statistics counts_;
    engine_name engine_;
    std::uint64_t allowed_ = 0;  // expansions up to the next look
    std::uint64_t worked_ = 0;   // pieces of work between expansions
    double started_ = now_in_seconds();
};

/// The control of a search that can be moved.
class movable_control : public search_control {
public:
    using search_control::search_control;
};

/// Ends a search as `aborted` if an exception leaves it while this lives.
class abort_guard {
public:
    explicit abort_guard(search_control& control) noexcept : control_(&control) {}
    abort_guard(const abort_guard&) = delete;
    abort_guard& operator=(const abort_guard&) = delete;
    ~abort_guard() {
        if (control_ != nullptr) [[unlikely]]
            control_->end(status::aborted);
    }

    void release() noexcept { control_ = nullptr; }

private:
    search_control* control_;
};

}  // namespace senda::detail

namespace senda {

/// The limits, the clock and the counts of a search, for one of one's own.
using detail::search_control;

}  // namespace senda
