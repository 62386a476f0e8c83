// SPDX-License-Identifier: MIT
// Costs without paths, as values: to each of some targets, and between two sets of nodes, whose
// rows threads share.
#pragma once

#include <senda/detail/core/engine_fallback.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <array>  // also for std::begin: <iterator> would bring the streams along
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace senda {

/// The least costs from a start to some targets: `complete` if they are all known, also that there
/// is no path; otherwise what stopped it.
template <Cost C>
struct target_costs : answer {
    /// In the order of the targets; `infinite<C>` where no path is known. Empty if the limit of
    /// bytes has no room for it.
    std::vector<C> costs = {};
};

/// The least costs from each of some sources to each of some targets: `m[source][target]`, by their
/// places in the lists. It is `complete` if they are all known, also that there is no path;
/// otherwise the status says what stopped it, and costs may be missing.
template <Cost C>
class cost_matrix : public answer {
public:
    /// How many sources there are; 0 if the limit of bytes has no room for the matrix.
    [[nodiscard]] std::size_t rows() const noexcept { return rows_.size(); }
    /// How many targets there are.
    [[nodiscard]] std::size_t columns() const noexcept { return unknown_.size(); }
    /// The costs from a source to all targets; `infinite<C>` where no path is known.
    [[nodiscard]] std::span<const C> operator[](std::size_t row) const noexcept {
        return rows_[row].empty() ? unknown_ : rows_[row];
    }

    /// Makes it one of `rows` x `columns` costs, none of which is known.
    void resize(std::size_t rows, std::size_t columns) {
        rows_.assign(rows, {});
        unknown_.assign(columns, infinite<C>);
    }
    /// A row of costs to be filled in; several threads may ask for rows of their own.
    [[nodiscard]] std::span<C> costs_from(std::size_t row) {
        rows_[row] = unknown_;
        return rows_[row];
    }

private:
    std::vector<std::vector<C>> rows_;  // empty where nothing is known
    std::vector<C> unknown_;            // the row of a source from which nothing is known
};

namespace detail {

template <class Range>
[[nodiscard]] std::size_t length_of(const Range& range) {
    return static_cast<std::size_t>(std::distance(std::begin(range), std::end(range)));
}

/// What a row of a matrix takes besides its costs.
inline constexpr std::size_t bytes_of_row = sizeof(std::vector<int>) + 2 * sizeof(void*);

/// How many bytes a matrix takes: its rows, and one that is not known.
template <class C>
[[nodiscard]] constexpr std::uint64_t matrix_bytes(std::size_t rows, std::size_t columns) noexcept {
    return rows == 0 ? 0 : (std::uint64_t{rows} + 1) * (columns * sizeof(C) + bytes_of_row);
}
/// Takes the bytes of a matrix off a limit, if there is one; false if there is no room for it.
template <class C>
[[nodiscard]] bool take_matrix(limits& l, std::size_t rows, std::size_t columns) noexcept {
    if (rows != 0 && rows >= l.bytes / (columns * sizeof(C) + bytes_of_row)) return false;
    if (l.bytes != limits{}.bytes) l.bytes -= matrix_bytes<C>(rows, columns);
    return true;
}
/// The same for a list of costs.
template <class C>
[[nodiscard]] bool take_costs(limits& l, std::size_t count) noexcept {
    if (count > l.bytes / sizeof(C)) return false;
    if (l.bytes != limits{}.bytes) l.bytes -= count * sizeof(C);
    return true;
}

/// Adds up how rows ended; false if there is no going on. After a limit of cost another source may
/// still be near enough.
[[nodiscard]] constexpr bool goes_on_after(status ending, status& all) noexcept {
    if (ending == status::found) return true;
    if (ending != status::exhausted || all == status::found) all = ending;
    return ending == status::exhausted || ending == status::cost_limit;
}

/// Fills rows, each by `fill(worker, row)` with a worker that `make(worker, options)` puts into its
/// place, with what is left of `o`; how they ended. More threads than one, each with a worker, are
/// started once they are worth it; they do not count expansions and bytes together, so that such
/// limits are for one.
template <class Worker, class Make, class Fill>
[[nodiscard]] status share_rows(std::size_t rows, const options& o, statistics& used,
                                const Make& make, const Fill& fill) {
    const bool is_counted =
        o.limits.expansions != limits{}.expansions || o.limits.bytes != limits{}.bytes;
    const unsigned threads = is_counted ? 1 : std::clamp(o.threads, 1U, thread_team::most);
    constexpr std::uint64_t least_work = 8192;  // expansions, before threads are started
    const double started = now_in_seconds();
    thread_team team;
    std::vector<std::optional<Worker>> workers(threads);
    std::vector<status> endings(rows, status::running);
    const auto fill_row = [&](std::size_t row, unsigned thread) {
        if (!workers[thread]) {
            options left = o;
            left.limits.time = o.limits.time.seconds() - (now_in_seconds() - started);
            make(workers[thread], left);
        }
        endings[row] = fill(*workers[thread], row);
        status alone = status::found;
        return goes_on_after(endings[row], alone);
    };
    std::size_t row = 0;
    const auto is_worth_sharing = [&] {
        return row > 0 && threads > 1 && rows - row > 1 &&
               workers[0]->statistics().expanded >= least_work;
    };
    while (row < rows && !is_worth_sharing())
        if (!fill_row(row++, 0)) rows = row;
    if (row < rows) team.start(static_cast<unsigned>(std::min<std::size_t>(threads, rows - row)));
    team.for_each(rows - row,
                  [&](std::size_t i, unsigned thread) { return fill_row(row + i, thread); });
    std::uint64_t bytes = used.bytes;
    for (const std::optional<Worker>& worker : workers) {
        if (!worker) continue;
        const statistics its = worker->statistics();
        engine_fallback::add(used, its);
        bytes += its.bytes;
    }
    used.bytes = bytes;
    used.seconds = now_in_seconds() - started;
    used.threads = team.size();
    status all = status::found;
    for (const status ending : endings)
        if (ending != status::running && !goes_on_after(ending, all)) break;
    return all;
}

}  // namespace detail

}  // namespace senda
