// SPDX-License-Identifier: MIT
// Whether the end of a maze can be reached at all: breadth-first search that ignores life.
#pragma once

#include <senda/maze/board.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace senda::maze {

/// The steps to a cell that cannot be reached.
inline constexpr std::uint32_t far_away = std::numeric_limits<std::uint32_t>::max();

/// Whether walls part the start from the end.
struct connectivity {
    bool connected = false;  ///< whether the end can be reached at all
    /// The fewest steps from the start to the end if life did not matter; `far_away` if not
    /// connected.
    std::uint32_t steps = far_away;

    friend bool operator==(const connectivity&, const connectivity&) = default;
};

namespace detail {

/// The steps from a cell to all others, or to those nearer than `target`. No path leads through the
/// end. It asks `may_go_on()` now and then; if that says no, what it did not reach is far away.
template <class MayGoOn>
std::vector<std::uint32_t> bfs_distances(const board& b, place from, place target,
                                         const MayGoOn& may_go_on) {
    // Walls are marked in the table itself, so that each neighbour costs one access and not two.
    static constexpr std::uint32_t wall = far_away;
    static constexpr std::uint32_t unseen = far_away - 1;
    std::vector<std::uint32_t> steps(b.bound());
    std::transform(b.cells(), b.cells() + b.bound(), steps.begin(),
                   [](char cell) { return cell == '#' ? wall : unseen; });
    const place stride = b.stride();
    std::vector<place> frontier{from};
    std::vector<place> next;
    steps[b.end()] = wall;
    steps[from] = 0;
    constexpr std::size_t cells_between = 1 << 16;
    std::size_t cells = 0;
    for (std::uint32_t depth = 1; !frontier.empty(); ++depth) {
        cells += frontier.size();
        if (cells >= cells_between) {
            cells = 0;
            if (!may_go_on()) break;
        }
        next.resize(4 * frontier.size());
        std::size_t reached = 0;
        for (const place p : frontier) {
            for (const place n : {p - stride, p + stride, p - 1, p + 1}) {
                if (steps[n] != unseen) continue;
                steps[n] = depth;
                next[reached++] = n;
            }
        }
        next.resize(reached);
        frontier.swap(next);
        if (target != no_place && steps[target] != unseen) break;
    }
    std::replace(steps.begin(), steps.end(), unseen, far_away);
    return steps;
}
inline std::vector<std::uint32_t> bfs_distances(const board& b, place from,
                                                place target = no_place) {
    return bfs_distances(b, from, target, [] { return true; });
}

/// Whether the end can be reached, by breadth-first search with a bitset: where there is no memory
/// for a table of steps. Nothing if there is none for this either.
[[nodiscard]] inline std::optional<connectivity> bfs_with_bitset(const board& b,
                                                                 memory_budget& budget) {
    senda::buffer<std::uint64_t> seen(budget);
    senda::buffer<place> frontier(budget);
    senda::buffer<place> next(budget);
    if (!seen.assign_zeros(b.bound() / 64 + 1) || !frontier.push(b.start())) return std::nullopt;
    for (std::uint32_t depth = 0; !frontier.empty(); ++depth) {
        for (const place p : frontier) {
            if (p == b.end()) return connectivity{true, depth};
            bool room = true;
            b.for_each_neighbour(p, [&](place n) {
                const std::uint64_t bit = std::uint64_t{1} << n % 64;
                if ((seen[n / 64] & bit) == 0) room = room && next.push(n);
                seen[n / 64] |= bit;
            });
            if (!room) return std::nullopt;
        }
        std::swap(frontier, next);
        next.clear();
    }
    return connectivity{};
}

/// Counts on a budget what solvers do not count where they take it: the steps to the end, and a few
/// words of each treasure in every list. False if there is no memory for that.
[[nodiscard]] inline bool reserve_tables(const board& b, memory_budget& budget) noexcept {
    constexpr std::uint64_t bytes_a_treasure = 256;
    return budget.take(std::uint64_t{b.bound()} * sizeof(std::uint32_t) +
                       b.treasures().size() * bytes_a_treasure);
}

/// The steps from one cell to another if there were no walls.
[[nodiscard]] inline std::uint32_t manhattan_distance(const board& b, place p, place q) noexcept {
    const auto apart = [](std::uint32_t x, std::uint32_t y) { return x < y ? y - x : x - y; };
    return apart(b.row_of(p), b.row_of(q)) + apart(b.col_of(p), b.col_of(q));
}

}  // namespace detail

/// The fewest steps from every place to the end if life did not matter, `far_away` where there is
/// no path; one entry a place.
[[nodiscard]] inline std::vector<std::uint32_t> steps_to_end(const board& b) {
    return detail::bfs_distances(b, b.end());
}

/// What a table of `steps_to_end` says about the start.
[[nodiscard]] inline connectivity connectivity_of(const board& b,
                                                  const std::vector<std::uint32_t>& to_end) {
    const std::uint32_t steps = to_end[b.start()];
    return {steps != far_away, steps};
}

/// Whether the end can be reached from the start, and in how many steps, if life did not matter.
[[nodiscard]] inline connectivity connectivity_of(const board& b) {
    return connectivity_of(b, detail::bfs_distances(b, b.end(), b.start()));
}

/// A path with the fewest steps from the start to the end that ignores life, both included: of all
/// such paths the first in the fixed order of directions. Empty if walls part them.
[[nodiscard]] inline std::vector<place> shortest_path(const board& b) {
    const std::vector<std::uint32_t> to_end = detail::bfs_distances(b, b.end(), b.start());
    std::vector<place> cells;
    if (to_end[b.start()] == far_away) return cells;
    cells.reserve(std::size_t{to_end[b.start()]} + 1);
    cells.push_back(b.start());
    while (cells.back() != b.end()) {
        const place at = cells.back();
        const auto next = std::find_if(directions.begin(), directions.end(), [&](direction d) {
            return to_end[b.neighbour(at, d)] == to_end[at] - 1;
        });
        cells.push_back(b.neighbour(at, *next));
    }
    return cells;
}

}  // namespace senda::maze
