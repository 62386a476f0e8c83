// SPDX-License-Identifier: MIT
// How far a search is, for whoever watches it from another thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>

namespace senda {

/// What a search knows so far: the search writes it, and whoever watches reads it from any thread.
class search_progress {
public:
    /// What is known at a time.
    struct snapshot {
        std::optional<std::int64_t> best = {};    ///< what the best solution so far is worth
        std::optional<std::int64_t> bound = {};   ///< no solution can be better than this
        std::uint64_t done = 0;                   ///< pieces of work that are done
        std::optional<std::uint64_t> total = {};  ///< pieces of work in all

        friend bool operator==(const snapshot&, const snapshot&) = default;
    };

    /// A solution is known that is worth so much.
    void set_best(std::int64_t value) noexcept { best_.store(value, order); }
    /// It is proven that no solution is better.
    void set_bound(std::int64_t value) noexcept { bound_.store(value, order); }
    /// So much of the work is done; a total of 0 is not known.
    void advance(std::uint64_t done, std::uint64_t total = 0) noexcept {
        done_.store(done, order);
        total_.store(total, order);
    }

    /// What is known now.
    [[nodiscard]] snapshot now() const noexcept {
        snapshot s;
        if (const std::int64_t best = best_.load(order); best != unknown) s.best = best;
        if (const std::int64_t bound = bound_.load(order); bound != unknown) s.bound = bound;
        s.done = done_.load(order);
        if (const std::uint64_t total = total_.load(order); total > 0) s.total = total;
        return s;
    }

private:
    static constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::min();
    static constexpr std::memory_order order = std::memory_order_relaxed;

    std::atomic<std::int64_t> best_ = unknown;
    std::atomic<std::int64_t> bound_ = unknown;
    std::atomic<std::uint64_t> done_ = 0;
    std::atomic<std::uint64_t> total_ = 0;
};

}  // namespace senda
