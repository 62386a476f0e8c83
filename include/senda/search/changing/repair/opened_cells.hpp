// SPDX-License-Identifier: MIT
// What cells that were opened can do for a path, by distances from before they were.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/changing/repair/cell_length.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace senda::detail {

/// The length of a path on an empty grid.
[[nodiscard]] constexpr cell_length empty_length(cell a, cell b) noexcept {
    const planar_offset to = offset_between(a, b);
    return static_cast<cell_length>(to.longer() - to.shorter()) * straight_step +
           static_cast<cell_length>(to.shorter()) * diagonal_step;
}

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

/// What is known of the lengths between a place and two others, the start and the goal of a search.
/// Those of two places differ by no more than the path between them is long.
struct known_place {
    cell at;
    length_range to_start;
    length_range to_goal;

    [[nodiscard]] constexpr cell_length gap(const known_place& other) const noexcept {
        return std::max(to_start.gap(other.to_start), to_goal.gap(other.to_goal));
    }
};

/// Cells that were opened since lengths were known, with bounds of the lengths of paths over them.
/// A path uses one by stepping into it, or past its corner, which is half a diagonal step at least.
class opened_cells {
    static constexpr cell_length half = diagonal_step / 2;
    static constexpr cell_length corner = straight_step - half;

    struct opened {
        known_place place;  // the ranges are those of its neighbours
        cell_length from_start;
        cell_length to_goal;
        bool is_done;
    };

public:
    explicit opened_cells(memory_budget& budget) noexcept : cells_(budget) {}

    void clear() noexcept { cells_.clear(); }
    [[nodiscard]] bool empty() const noexcept { return cells_.empty(); }
    /// Adds a cell whose neighbours are in these ranges, and are at least so far from the goal.
    [[nodiscard]] bool add(const known_place& place, cell_length to_goal) {
        return cells_.push(opened{place, no_length, std::min(to_goal + half, no_length), false});
    }

    /// Keeps the cells over which a path from `start` may be shorter than `known`.
    void keep_useful(const known_place& start, cell_length known) {
        for (opened& o : cells_) o.from_start = std::min(no_length, between(start, o));
        spread([](opened& o) -> cell_length& { return o.from_start; });
        spread([](opened& o) -> cell_length& { return o.to_goal; });
        std::size_t kept = 0;
        for (const opened& o : cells_)
            if (o.from_start + o.to_goal < known) cells_[kept++] = o;
        cells_.truncate(kept);
    }

    /// A bound of the length from the start to a place by a path over one of these cells.
    [[nodiscard]] cell_length length_to(const known_place& place) const noexcept {
        cell_length least = no_length;
        for (const opened& o : cells_) least = std::min(least, between(place, o) + o.from_start);
        return least;
    }
    template <class Visit>
    void for_each(Visit visit) const {
        for (const opened& o : cells_) visit(o.place.at);
    }
    [[nodiscard]] bool has(cell c) const noexcept {
        return std::any_of(cells_.begin(), cells_.end(),
                           [c](const opened& o) { return o.place.at == c; });
    }

private:
    /// A bound of the path from a place to a cell, which no other of them is on.
    [[nodiscard]] static cell_length between(const known_place& place, const opened& o) noexcept {
        const cell_length direct = empty_length(place.at, o.place.at) - corner;
        return std::max(
            {cell_length{0}, direct, place.gap(o.place) + (place.at == o.place.at ? 0 : half)});
    }
    [[nodiscard]] static cell_length between(const opened& a, const opened& b) noexcept {
        const cell_length direct = empty_length(a.place.at, b.place.at) - 2 * corner;
        // Cells side by side are reached without one whose lengths were known.
        if (direct <= 2 * diagonal_step) return std::max(cell_length{0}, direct);
        return std::max(direct, a.place.gap(b.place) + 2 * half);
    }

    /// Dijkstra's algorithm on all pairs.
    template <class Length>
    void spread(Length length) {
        for (opened& o : cells_) o.is_done = false;
        for (std::size_t done = 0; done < cells_.size(); ++done) {
            opened* nearest = nullptr;
            for (opened& o : cells_)
                if (!o.is_done && (nearest == nullptr || length(o) < length(*nearest)))
                    nearest = &o;
            nearest->is_done = true;
            const cell_length so_far = length(*nearest);
            for (opened& o : cells_)
                if (!o.is_done) length(o) = std::min(length(o), so_far + between(*nearest, o));
        }
    }

    buffer<opened> cells_;
};

}  // namespace senda::detail
