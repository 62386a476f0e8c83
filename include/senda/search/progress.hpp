// SPDX-License-Identifier: MIT
// How far a search is, for whoever watches it from another thread.
#pragma once

#include <senda/detail/language/atomic_access.hpp>

#include <cstdint>
#include <limits>
#include <optional>

namespace senda {

/// What a search knows so far: the search writes it, and whoever watches reads it from any thread.
class search_progress {
public:
    search_progress() = default;
    search_progress(const search_progress&) = delete;
    search_progress& operator=(const search_progress&) = delete;

    /// What is known at a time.
    struct snapshot {
        std::optional<std::int64_t> best = {};    ///< what the best solution so far is worth
        std::optional<std::int64_t> bound = {};   ///< no solution can be better than this
        std::uint64_t done = 0;                   ///< pieces of work that are done
        std::optional<std::uint64_t> total = {};  ///< pieces of work in all

        friend bool operator==(const snapshot&, const snapshot&) = default;
    };

    /// A solution is known that is worth so much.
    void set_best(std::int64_t value) noexcept { detail::store_relaxed(best_, value); }
    /// It is proven that no solution is better.
    void set_bound(std::int64_t value) noexcept { detail::store_relaxed(bound_, value); }
    /// So much of the work is done; a total of 0 is not known.
    void advance(std::uint64_t done, std::uint64_t total = 0) noexcept {
        detail::store_relaxed(done_, done);
        detail::store_relaxed(total_, total);
    }

    /// What is known now.
    [[nodiscard]] snapshot now() const noexcept {
        snapshot s;
        if (const auto best = detail::load_relaxed(best_); best != unknown) s.best = best;
        if (const auto bound = detail::load_relaxed(bound_); bound != unknown) s.bound = bound;
        s.done = detail::load_relaxed(done_);
        if (const auto total = detail::load_relaxed(total_); total > 0) s.total = total;
        return s;
    }

private:
    static constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::min();

    // Whoever writes and whoever reads them does so atomically.
    std::int64_t best_ = unknown;
    std::int64_t bound_ = unknown;
    std::uint64_t done_ = 0;
    std::uint64_t total_ = 0;
};

}  // namespace senda
