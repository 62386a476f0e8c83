// SPDX-License-Identifier: MIT
// A census of all boards of 6 x 6 cells: how many are the hardest of their component and need every
// vehicle. docs/rush_hour.md has the definition in full.
#pragma once

#include <rush_hour/board.hpp>
#include <rush_hour/census/checkpoint.hpp>
#include <rush_hour/census/component_census.hpp>
#include <rush_hour/census/counts.hpp>
#include <rush_hour/census/pushed_boards.hpp>
#include <rush_hour/engine/on_threads.hpp>
#include <rush_hour/generator/random_board.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::rush_hour {

/// Which boards a census counts, and with what means.
struct census_options {
    std::uint32_t walls = 0;  ///< boards with at most so many walls, up to `most_census_walls`
    /// Cells that are walls on every board and that no board could do without: they make it
    /// smaller.
    cell_set outside = 0;
    std::size_t examples = 16;  ///< boards that are kept of each number of slides
    unsigned threads = 1;       ///< how many work on it, which does not change what is counted
    /// Where to stop. The expansions are looked at after each shard, in their order.
    senda::limits limits = {};
    stop_token stop = {};  ///< who may stop it from outside
};

/// The most walls of a census.
inline constexpr std::uint32_t most_census_walls = 2;

/// Counts boards shard by shard: a shard has the boards with the same walls and the same vehicles
/// in each row. They come in a scattered order, so that those that are done are a sample of all.
class census {
public:
    /// A census of which nothing is counted yet.
    explicit census(const census_options& o) : options_(o) {
        assert(o.walls <= most_census_walls);
        add_walls(o.outside, 0, std::min(o.walls, most_census_walls));
        // Near the golden section of their number, so that any run of shards is spread over all.
        stride_ = static_cast<std::uint64_t>(0.6180339887 * static_cast<double>(shards()));
        while (std::gcd(stride_, shards()) != 1) ++stride_;
    }

    /// The number of shards.
    [[nodiscard]] std::uint64_t shards() const noexcept { return walls_.size() * row_choices; }
    /// What is counted in the shards that are done.
    [[nodiscard]] const census_counts& counts() const noexcept { return counts_; }
    /// Whether all shards are done.
    [[nodiscard]] bool complete() const noexcept { return counts_.shards == shards(); }

    /// The number of boards that the shards so far suggest for all.
    [[nodiscard]] double estimate() const noexcept {
        return counts_.shards == 0 ? 0 : static_cast<double>(counts_.boards) * scale();
    }
    /// The standard error of the estimate, as if the shards were a random sample; infinite as long
    /// as they are too few. Most boards are in a few shards, and who has not met these cannot tell
    /// from the others how many are missing.
    [[nodiscard]] double standard_error() const noexcept {
        if (complete()) return 0;
        const auto n = static_cast<double>(counts_.shards);
        const auto sum = static_cast<double>(counts_.boards);
        const auto squares = static_cast<double>(counts_.squares);
        // As many shards of equal size would tell as much (L. Kish, Survey Sampling, 1965).
        const double effective = squares > 0 ? sum * sum / squares : 0;
        if (n < least_sample || effective < least_effective_sample)
            return std::numeric_limits<double>::infinity();
        const double variance = (squares - sum * sum / n) / (n - 1);
        const double left = 1 - n / static_cast<double>(shards());
        return static_cast<double>(shards()) * std::sqrt(std::max(variance * left, 0.0) / n);
    }

    /// A text from which the same census goes on where this one is.
    [[nodiscard]] std::string checkpoint() const {
        return detail::checkpoint_text(identity(), counts_);
    }
    /// Goes on from a checkpoint; what is wrong with it, `bad_checkpoint`, if it does not fit.
    [[nodiscard]] std::optional<diagnostic> resume(std::string_view text) {
        const parsed<census_counts> read = detail::checkpoint_reader(text).read(identity());
        if (!read) return read.error();
        counts_ = *read;
        return std::nullopt;
    }

    /// Counts on until all is done, `exhausted`, or a limit or the stop token comes; then shards
    /// that were begun count for nothing. Calls `watch(*this)` after each shard, one at a time.
    template <class Watch>
    senda::status run(Watch&& watch) {
        const auto first = counts_.shards;
        const auto left = static_cast<std::size_t>(shards() - first);
        const unsigned threads = detail::threads_for(options_.threads, left);
        senda::limits each = options_.limits;
        each.expansions = std::numeric_limits<std::uint64_t>::max();
        each.bytes /= threads;
        stop_of_all stop{options_.stop};
        std::deque<worker> workers;
        for (unsigned t = 0; t < threads; ++t) workers.emplace_back(each, options_, stop);

        detail::in_order<shard_result> results;
        std::uint64_t expanded = 0;
        senda::status ended = status::running;
        detail::for_each_on_threads(threads, left, [&](std::size_t i, unsigned thread) {
            worker& mine = workers[thread];
            if (!mine.running()) return;
            std::optional<shard_result> found = mine.count(shard(first + i));
            if (!found) return stop.end();  // no shard can come after one that is missing
            results.put(i, *std::move(found), [&](const shard_result& r) {
                if (ended != status::running) return;
                detail::add(counts_, r.counts, options_.examples);
                expanded += r.expanded;
                watch(std::as_const(*this));
                if (expanded < options_.limits.expansions || complete()) return;
                ended = status::expansion_limit;
                stop.end();
            });
        });
        if (complete()) return status::exhausted;
        // The first that stopped made the others stop, too.
        for (const worker& w : workers)
            if (ended == status::running && !w.running() && w.status() != status::cancelled)
                ended = w.status();
        return ended == status::running ? status::cancelled : ended;
    }
    /// The same without anybody watching.
    senda::status run() {
        return run([](const census&) {});
    }

private:
    // Each row but that of the red car is empty or has vehicles of 2, 3, 2 2, 2 3 or 3 2 cells.
    static constexpr std::uint64_t row_kind_count = 6;
    static constexpr std::uint64_t row_choices = 7776;
    static constexpr std::uint8_t red_row_kind = 1;
    // Fewer shards than this say nothing about all.
    static constexpr double least_sample = 100;
    static constexpr double least_effective_sample = 10;

    struct shard_of_boards {
        cell_set walls;
        detail::row_kinds rows;
    };
    struct shard_result {
        census_counts counts;
        std::uint64_t expanded = 0;
    };

    /// Stops all workers: when somebody outside says so, or one of them.
    class stop_of_all {
    public:
        explicit stop_of_all(stop_token outside) noexcept : outside_(outside) {}
        void end() noexcept { ended_.store(true, std::memory_order_relaxed); }
        [[nodiscard]] bool stop_requested() const {
            return ended_.load(std::memory_order_relaxed) || outside_.stop_requested();
        }

    private:
        stop_token outside_;
        std::atomic<bool> ended_{false};
    };

    /// Counts a shard after the other in the same memory.
    class worker {
    public:
        worker(const senda::limits& l, const census_options& o, const stop_of_all& stop)
            : options_(&o), control_({.limits = l, .stop = stop}), components_(control_) {}

        [[nodiscard]] bool running() const noexcept { return control_.running(); }
        [[nodiscard]] senda::status status() const noexcept { return control_.status(); }

        [[nodiscard]] std::optional<shard_result> count(const shard_of_boards& s) {
            const std::uint64_t before = control_.expanded();
            if (!control_.running() || control_.request_expansions(1) == 0) return std::nullopt;
            shard_result r;
            census_counts& sum = r.counts;
            boards_.clear();
            detail::pushed_boards(s.walls, options_->outside).append(s.rows, boards_);
            std::sort(boards_.begin(), boards_.end());
            sum.pushed = boards_.size();
            for (std::size_t i = 0; i < boards_.size();) {
                std::size_t end = i + 1;
                while (end < boards_.size() && boards_[end] >> 36 == boards_[i] >> 36) ++end;
                if (!count_layout(s, i, end, sum)) return std::nullopt;
                i = end;
            }
            sum.shards = 1;
            sum.squares = sum.boards * sum.boards;
            r.expanded = control_.expanded() - before;
            return r;
        }

    private:
        /// Counts the components of the boards from `begin` to `end`, which differ by slides.
        bool count_layout(const shard_of_boards& s, std::size_t begin, std::size_t end,
                          census_counts& sum) {
            components_.begin_layout(detail::unpacked(boards_[begin], s.rows, s.walls));
            left_.clear();
            for (std::size_t i = begin; i < end; ++i)
                left_.push_back(components_.position_of(boards_[i]));
            for (std::size_t i = 0; i < left_.size(); ++i) {
                const auto found = components_.examine(left_[i], options_->outside);
                if (!found) return false;
                add(*found, sum);
                left_.erase(
                    std::remove_if(left_.begin() + static_cast<std::ptrdiff_t>(i) + 1, left_.end(),
                                   [&](const position& p) { return components_.has_met(p); }),
                    left_.end());
            }
            return true;
        }

        void add(const detail::component_census::result& found, census_counts& sum) const {
            ++sum.components;
            sum.positions += found.positions;
            if (found.solvable) ++sum.solvable;
            if (!found.hardest) return;
            ++sum.boards;
            sum.behind += found.positions;
            census_row& row = detail::row_of(sum, found.moves);
            ++row.boards;
            row.positions += found.positions;
            if (row.examples.size() < options_->examples)
                row.examples.push_back(
                    detail::lettered(found.hardest->vehicles(), found.hardest->walls()));
        }

        const census_options* options_;
        senda::search_control control_;
        detail::component_census components_;
        std::vector<detail::packed_board> boards_;
        std::vector<position> left_;
    };

    /// Adds the sets of walls with up to so many more, on cells from `from` on.
    void add_walls(cell_set walls, int from, std::uint32_t more) {
        walls_.push_back(walls);
        if (more == 0) return;
        for (int cell = from; cell < cell_count; ++cell)
            if ((walls >> cell & 1U) == 0)
                add_walls(walls | cell_set{1} << cell, cell + 1, more - 1);
    }

    [[nodiscard]] shard_of_boards shard(std::uint64_t i) const {
        std::uint64_t number = (i + 1) * stride_ % shards();
        shard_of_boards s{walls_[static_cast<std::size_t>(number / row_choices)], {}};
        number %= row_choices;
        for (std::size_t row = 0; row < side; ++row) {
            s.rows[row] = red_row_kind;
            if (row == exit_row) continue;
            s.rows[row] = static_cast<std::uint8_t>(number % row_kind_count);
            number /= row_kind_count;
        }
        return s;
    }

    [[nodiscard]] detail::census_identity identity() const noexcept {
        return {options_.walls, options_.outside, shards()};
    }
    [[nodiscard]] double scale() const noexcept {
        return static_cast<double>(shards()) / static_cast<double>(counts_.shards);
    }

    census_options options_;
    std::vector<cell_set> walls_;
    std::uint64_t stride_ = 1;
    census_counts counts_;
};

/// Whether a census counts a board: it is the first of the hardest positions of its component, its
/// red car is alone in its row, and it needs each vehicle and wall. Nothing if a limit came first.
[[nodiscard]] inline std::optional<bool> is_counted(const board& b, const limits& l = {},
                                                    stop_token stop = {}) {
    senda::search_control control({.limits = l, .stop = stop});
    detail::component_census components(control);
    components.begin_layout(b);
    const car_park park(b);
    if (!detail::is_countable(park)) return false;
    const auto found = components.examine(park.start(), 0);
    if (!found) return std::nullopt;
    return found->hardest && park.position_of(*found->hardest) == park.start();
}

}  // namespace senda::rush_hour
