// SPDX-License-Identifier: MIT
// What cells that were opened can do for a path, by lengths from before they were.
#pragma once

#include <senda/detail/repair/cell_length.hpp>
#include <senda/graph/cell.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace senda::detail {

/// Where a length lies; all where it is not known.
struct length_range {
    cell_length least = 0;
    cell_length most = no_length;

    [[nodiscard]] static constexpr length_range nothing() noexcept { return {no_length, -1}; }
    constexpr void take_in(const length_range& other) noexcept {
        least = std::min(least, other.least);
        most = std::max(most, other.most);
    }
    /// How far two ranges are apart at least.
    [[nodiscard]] constexpr cell_length gap(const length_range& other) const noexcept {
        return std::max({cell_length{0}, least - other.most, other.least - most});
    }
};

/// Cells that were opened since the lengths to the goal were found, with bounds of theirs. A path
/// uses one by stepping into it, or past its corner, which is half a diagonal step at least. The
/// lengths of two cells differ by no more than the path between them is long.
class opened_cells {
    static constexpr cell_length half = diagonal_step / 2;
    static constexpr cell_length corner = straight_step - half;

    struct opened {
        cell at;
        length_range around;  // the lengths of its neighbours
        cell_length to_goal;
    };

public:
    explicit opened_cells(memory_budget& budget) noexcept : cells_(budget) {}

    void clear() noexcept { cells_.clear(); }
    /// Adds a cell with neighbours of such lengths; false if there is no room for it.
    [[nodiscard]] bool add(cell at, const length_range& around) {
        const cell_length to_goal = std::min(around.least + half, no_length);
        return cells_.push(opened{at, around.most < 0 ? length_range{} : around, to_goal});
    }

    /// Bounds the lengths over several of them: Dijkstra's algorithm on all pairs, which leaves
    /// them in the order of their lengths.
    void connect() {
        for (std::size_t done = 0; done < cells_.size(); ++done) {
            opened* const rest = cells_.begin() + done;
            std::swap(*rest,
                      *std::min_element(rest, cells_.end(), [](const auto& a, const auto& b) {
                          return a.to_goal < b.to_goal;
                      }));
            for (opened& o : cells_)
                o.to_goal = std::min(o.to_goal, rest->to_goal + between(*rest, o));
        }
    }

    /// A bound of the length from a cell by a path over these, if it is less than `known`, which
    /// bounds that of others.
    [[nodiscard]] cell_length lowered(cell at, cell_length known,
                                      const length_range& length) const noexcept {
        cell_length least = known;
        for (const opened& o : cells_) {
            if (o.to_goal >= least) break;
            least = std::min(least, between(at, length, o) + o.to_goal);
        }
        return least;
    }

private:
    /// A bound of the path from a cell to one of these which has no other of them.
    [[nodiscard]] static cell_length between(cell at, const length_range& length,
                                             const opened& o) noexcept {
        if (at == o.at) return 0;
        return std::max(empty_length(at, o.at) - corner, length.gap(o.around) + half);
    }
    [[nodiscard]] static cell_length between(const opened& a, const opened& b) noexcept {
        const cell_length direct = empty_length(a.at, b.at) - 2 * corner;
        // Cells side by side are reached without one whose length was known.
        if (direct <= 2 * diagonal_step) return std::max(cell_length{0}, direct);
        return std::max(direct, a.around.gap(b.around) + 2 * half);
    }

    buffer<opened> cells_;
};

}  // namespace senda::detail
