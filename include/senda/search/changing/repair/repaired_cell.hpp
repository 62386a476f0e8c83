// SPDX-License-Identifier: MIT
// What a repair on a grid keeps of a cell.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/search/changing/repair/cell_length.hpp>
#include <senda/search/changing/repair/opened_cells.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace senda::detail {

/// Expansions of a repair after which one from scratch is sooner: fewer after each that was.
inline constexpr std::uint64_t least_patience = 256;
inline constexpr std::uint64_t most_patience = 4096;
/// How many opened cells are too many to compare.
inline constexpr std::size_t most_opened = 96;
/// What a search is told that may run to its end.
inline constexpr std::uint64_t whole_run = std::numeric_limits<std::uint64_t>::max();

/// What is searched for, in this order; the last three are a repair.
enum class repair_phase : std::uint8_t {
    from_goal,   ///< lengths to the goal
    from_start,  ///< lengths from the start, near the path
    known,       ///< a path over cells that were open when these lengths were found
    lowering,    ///< lengths to the goal over cells that were opened since
    opened       ///< a shorter path over them
};

/// What is known of a cell.
struct repaired_cell {
    cell_length to_goal;   // one more than the length, or 0: not known
    cell_length to_start;  // the same
    cell_length lowered;   // a bound of the length to the goal, by the search with that number
    cell_length from;      // the length from where the search with that number began
    std::uint32_t lowering;
    std::uint32_t search;
    std::uint8_t entered;  // the move that led here
    bool is_closed;
    bool is_opened;  // since the lengths were found
};
/// What is known of a cell's lengths. One with a length to the goal alone was not `within` reach:
/// no path over it was as short.
[[nodiscard]] constexpr known_place place_by(const repaired_cell& r, cell at,
                                             cell_length within) noexcept {
    known_place place{at, {}, {}};
    if (r.is_opened || r.to_goal == 0) return place;
    place.to_goal = {r.to_goal - 1, r.to_goal - 1};
    place.to_start.least = std::max(cell_length{0}, within - (r.to_goal - 1));
    if (r.to_start != 0) place.to_start = {r.to_start - 1, r.to_start - 1};
    return place;
}

/// A cell in the queue.
struct repaired_open {
    cell_length through;
    cell_length from;
    std::uint32_t at;
};
/// The shortest path first, and of equals the one that has come farthest.
struct repaired_sooner {
    constexpr bool operator()(const repaired_open& a, const repaired_open& b) const noexcept {
        return a.through < b.through || (a.through == b.through && a.from > b.from);
    }
};

}  // namespace senda::detail
