// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/board.hpp>
#include <rush_hour/engine/on_threads.hpp>
#include <rush_hour/generator/board_builder.hpp>
#include <rush_hour/generator/wanted.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace senda::rush_hour {

namespace detail {

/// What no slide changes of a board: the lengths of the vehicles in each row and each column, in
/// their order, and the walls. The same text for the same car park.
[[nodiscard]] inline std::string lines_of(const board& b) {
    std::vector<vehicle> all(b.vehicles().begin(), b.vehicles().end());
    const auto key = [](const vehicle& v) {
        const bool is_row = v.direction == axis::horizontal;
        return std::array{is_row ? 0 : 1, int{is_row ? v.row : v.column},
                          int{is_row ? v.column : v.row}};
    };
    std::sort(all.begin(), all.end(),
              [&](const vehicle& x, const vehicle& y) { return key(x) < key(y); });
    std::string text = std::to_string(b.walls());
    for (const vehicle& v : all) {
        const auto [axis_number, line, place] = key(v);
        text += (axis_number == 0 ? " r" : " c") + std::to_string(line) + std::to_string(v.length);
    }
    return text;
}

}  // namespace detail

/// How far the search for a board is.
struct generating {
    std::uint64_t tried = 0;      ///< car parks that were measured
    std::uint32_t deepest = 0;    ///< the most slides that one of them since the last board needs
    std::uint64_t found = 0;      ///< boards that were given
    std::uint64_t car_parks = 0;  ///< of which they are
};

/// Makes boards that are all as wanted, no two the same up to letters, and each of another car park
/// as long as others come up: with other vehicles in a row or column, or in another order. Each
/// attempt grows a car park in which some position needs as many slides as wanted, from nothing or
/// from a hard board that is known, and takes such a position.
class generator {
public:
    /// Makes boards for what `fault_of` has no objection to; for anything else, none.
    explicit generator(const wanted& w)
        : seeds_(w.seed), threads_(detail::threads_for(w.threads, most_threads)) {
        senda::limits each = w.limits;
        each.bytes /= threads_;
        if (each.expansions != limits{}.expansions) each.expansions /= threads_;
        for (unsigned t = 0; t < threads_; ++t) makers_.emplace_back(w, each);
        if (fault_of(w)) ended_ = status::exhausted;
    }
    generator(const generator&) = delete;
    generator& operator=(const generator&) = delete;

    /// The next board; nothing if a limit or the stop token came first.
    [[nodiscard]] std::optional<board> next() {
        return next([](const generating&) {});
    }

    /// The same; calls `watch(generating)` after each car park that the caller's thread measured,
    /// and after some by others.
    template <class Watch>
    [[nodiscard]] std::optional<board> next(Watch&& watch) {
        so_far_.deepest = 0;
        for (std::size_t failed = 0; ended_ == status::running; ++failed) {
            if (!others_.empty() && (has_repeated_ || failed >= most_repetitions)) break;
            if (made_.empty() && stopped_ == status::running) make_some(watch);
            if (made_.empty() || failed == most_failures) {
                if (!others_.empty()) break;
                ended_ = made_.empty() ? stopped_ : status::exhausted;
                break;
            }
            const std::optional<board> found = made_.front();
            made_.pop_front();
            if (!found || !known_.insert(*found).second) continue;
            if (car_parks_.insert(detail::lines_of(*found)).second) {
                ++so_far_.found;
                ++so_far_.car_parks;
                return found;
            }
            others_.push_back(*found);
        }
        if (others_.empty()) return std::nullopt;
        has_repeated_ = true;
        board other = others_.front();
        others_.pop_front();
        ++so_far_.found;
        return other;
    }

    /// How far it is, and of how many car parks the boards so far are.
    [[nodiscard]] const generating& so_far() const noexcept { return so_far_; }

    /// `running` as long as `next` may give a board; then what stopped it, `exhausted` if it was
    /// asked for what cannot be, or no other board came up in many attempts.
    [[nodiscard]] senda::status status() const noexcept { return ended_; }
    /// What it took so far.
    [[nodiscard]] senda::statistics statistics() const {
        senda::statistics sum = makers_.front().control().statistics();
        for (std::size_t t = 1; t < makers_.size(); ++t) {
            const senda::statistics other = makers_[t].control().statistics();
            sum.expanded += other.expanded;
            sum.bytes += other.bytes;
        }
        sum.threads = threads_;
        return sum;
    }

private:
    static constexpr std::size_t most_threads = 256;
    static constexpr std::size_t most_failures = 150;
    // So many attempts without another car park mean that there are hardly others.
    static constexpr std::size_t most_repetitions = 16;

    /// One attempt a thread. They are numbered, and each has its own random numbers, so that the
    /// boards come in the same order from any number of threads.
    template <class Watch>
    void make_some(Watch&& watch) {
        std::vector<random_source> randoms;
        randoms.reserve(threads_);
        for (unsigned t = 0; t < threads_; ++t) randoms.emplace_back(seeds_.next());
        std::vector<std::optional<board>> results(threads_);
        std::vector<generating> seen(threads_);
        detail::for_each_on_threads(threads_, threads_, [&](std::size_t i, unsigned thread) {
            results[i] = makers_[thread].attempt(randoms[i], [&](std::uint32_t depth) {
                if (thread != 0) {
                    ++seen[thread].tried;
                    seen[thread].deepest = std::max(seen[thread].deepest, depth);
                    return;
                }
                ++so_far_.tried;
                so_far_.deepest = std::max(so_far_.deepest, depth);
                watch(std::as_const(so_far_));
            });
        });
        for (unsigned t = 0; t < threads_; ++t) {
            so_far_.tried += seen[t].tried;
            so_far_.deepest = std::max(so_far_.deepest, seen[t].deepest);
            if (stopped_ == status::running) stopped_ = makers_[t].control().status();
        }
        if (threads_ > 1) watch(std::as_const(so_far_));  // what the others measured
        // What comes after an attempt that was cut off is not what would have come next.
        if (stopped_ != status::running)
            results.erase(std::find(results.begin(), results.end(), std::nullopt), results.end());
        made_.insert(made_.end(), results.begin(), results.end());
    }

    random_source seeds_;
    unsigned threads_;
    std::deque<detail::board_builder> makers_;  // one a thread
    std::deque<std::optional<board>> made_;     // by attempts that were not looked at yet
    std::unordered_set<board> known_;
    std::unordered_set<std::string> car_parks_;
    std::deque<board> others_;   // of car parks of which a board was given
    bool has_repeated_ = false;  // gave one of them
    generating so_far_;
    senda::status stopped_ = status::running;  // what keeps the makers from going on
    senda::status ended_ = status::running;
};

/// One board as it is wanted; nothing if it cannot be, or if a limit or the stop token came first.
/// For several, or to see how far it is, ask a `generator`.
[[nodiscard]] inline std::optional<board> generate(const wanted& w) { return generator(w).next(); }

}  // namespace senda::rush_hour
