// SPDX-License-Identifier: MIT
// What the searches of a maze know of each cell, in one table, and the cheapest ways through it.
#pragma once

#include <senda/maze/board.hpp>
#include <senda/maze/connectivity.hpp>
#include <senda/maze/rules.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace senda::maze::detail {

using senda::detail::search_control;

/// Life that is lost or needed. A search by losses begins only when a shortest route may starve,
/// so that 9 times the cells of the board is more than any of them.
using loss_points = std::uint32_t;

/// More than every loss.
inline constexpr loss_points endless = std::numeric_limits<loss_points>::max();

/// The most places of a board whose losses fit: beyond, a search by losses has no memory.
inline constexpr std::uint64_t most_places = (std::uint64_t{1} << 31) / 9;

/// What entering a cell takes if its treasure is gone.
[[nodiscard]] constexpr loss_points toll_of(char cell) noexcept {
    return static_cast<loss_points>(-life_after(cell, 0, true));
}

/// What is known of a cell: what never changes, and the marks of the search that runs.
struct terrain_cell {
    std::uint32_t to_end;  // the fewest steps to the end
    loss_points best;      // the least loss so far; 0 in walls, so that nothing betters it
    std::uint32_t mark;    // where it was entered from, or when it was queued
    std::uint32_t packed;  // the least loss from here to the end, and what kind of cell it is

    static constexpr std::uint32_t station = 10;  // kinds below are tolls
    static constexpr std::uint32_t wall = 11;

    [[nodiscard]] std::uint32_t kind() const noexcept { return packed & 15; }
    /// Whether it is a treasure or the end.
    [[nodiscard]] bool is_station() const noexcept { return kind() == station; }
    [[nodiscard]] loss_points toll() const noexcept { return kind() < station ? kind() : 0; }
    /// The least loss from here to the end, however long.
    [[nodiscard]] loss_points ahead() const noexcept { return packed >> 4; }
    void set_ahead(loss_points loss) noexcept { packed = loss << 4 | kind(); }
};

/// How a search for the ways that lose least goes about it.
struct cheapest_ways {
    /// Whether ways end at the first treasure, or go on as if it were a 0.
    bool stop_at_treasures = true;
    /// Where to stop; `no_place` to go everywhere.
    place target = no_place;
    /// How many cells to look at before giving up.
    std::uint64_t most_cells = std::numeric_limits<std::uint64_t>::max();
    /// The most that the loss and the least loss that must follow may be together.
    loss_points most_loss = endless - 16;
};

/// The table of cells, and searches by loss alone on it. It is shared by all searches, one after
/// the other; each leaves it as it found it.
class terrain {
    static constexpr std::uint32_t rings = 16;  // more than the loss of any step

public:
    terrain(const board& b, search_control& control)
        : board_(&b), control_(&control), cells_(control.budget()), touched_(control.budget()) {
        buckets_.reserve(rings);
        for (std::uint32_t i = 0; i < rings; ++i) buckets_.emplace_back(control.budget());
    }

    /// Fills the table; false if there is no memory, time or permission for it.
    [[nodiscard]] bool prepare(const std::vector<std::uint32_t>& to_end) {
        if (board_->bound() > most_places || !cells_.assign_zeros(board_->bound())) {
            control_->end(status::memory_limit);
            return false;
        }
        for (place p = 0; p < board_->bound(); ++p) cells_[p] = cell_of((*board_)[p], to_end[p]);
        return measure_losses();
    }

    [[nodiscard]] const board& maze() const noexcept { return *board_; }
    [[nodiscard]] search_control& control() const noexcept { return *control_; }
    [[nodiscard]] terrain_cell& operator[](place p) noexcept { return cells_[p]; }
    [[nodiscard]] const terrain_cell& operator[](place p) const noexcept { return cells_[p]; }

    /// The four neighbours in their fixed order; the ring has to be asked for none.
    [[nodiscard]] std::array<place, 4> around(place p) const noexcept {
        const place stride = board_->stride();
        return {p - stride, p + stride, p - 1, p + 1};
    }

    /// What a way from one cell to the next beside it adds to the steps, as half of them: nothing
    /// towards the end, 1 away from it. (On a grid all ways between two cells are even or odd.)
    [[nodiscard]] std::uint32_t slack(place from, place to) const noexcept {
        return cells_[to].to_end < cells_[from].to_end ? 0 : 1;
    }

    /// Remembers that a cell's `best` is to be set back by `forget`; false if out of memory.
    [[nodiscard]] bool touch(place p) {
        if (touched_.push(p)) return true;
        control_->end(status::memory_limit);
        return false;
    }

    /// The cells that a search has touched.
    [[nodiscard]] std::span<const place> touched() const noexcept {
        return {touched_.data(), touched_.size()};
    }

    /// Sets every cell back that a search has touched.
    void forget() noexcept {
        for (const place p : touched_) cells_[p].best = endless;
        touched_.clear();
    }

    /// Walks outwards from `from`, least loss first, and calls `reached(place, loss)` for each
    /// treasure and for the end. Afterwards `best` is the loss and `mark` the cell before, until
    /// `forget`. False if a limit ended the search; true with less than all if `how` said so.
    template <class Reached>
    [[nodiscard]] bool search_cheapest(place from, const cheapest_ways& how, Reached&& reached) {
        return spread<false>(from, how, reached);
    }

    /// Whether the last of these searches saw all that it could.
    [[nodiscard]] bool saw_all() const noexcept { return saw_all_; }

    /// Appends the cells after `from` up to `to` on a way that loses least; false if a limit came
    /// first. There must be a way.
    [[nodiscard]] bool append_cheapest(place from, place to, bool stop_at_treasures,
                                       std::vector<place>& cells) {
        const cheapest_ways how{.stop_at_treasures = stop_at_treasures, .target = to};
        const bool done = search_cheapest(from, how, [](place, loss_points) {});
        if (done) {
            const auto begin = static_cast<std::ptrdiff_t>(cells.size());
            for (place p = to; p != from; p = cells_[p].mark) cells.push_back(p);
            std::reverse(cells.begin() + begin, cells.end());
        }
        forget();
        return done;
    }

private:
    static terrain_cell cell_of(char cell, std::uint32_t to_end) noexcept {
        if (cell == '#') return {to_end, 0, 0, terrain_cell::wall};
        const bool station = cell == 'T' || cell == 'E';
        return {to_end, endless, 0, station ? terrain_cell::station : toll_of(cell)};
    }

    // Backwards from the end, with treasures as zeros.
    bool measure_losses() {
        if (!spread<true>(board_->end(), {.stop_at_treasures = false}, [](place, loss_points) {})) {
            forget();
            return false;
        }
        bool fits = true;
        for (const place p : touched_) {
            fits = fits && cells_[p].best <= endless >> 4;
            cells_[p].set_ahead(cells_[p].best);
        }
        forget();
        if (!fits) control_->end(status::memory_limit);
        return fits;
    }

    // Dijkstra's algorithm with one bucket for each loss: an entry is out of date if its cell was
    // bettered meanwhile.
    template <bool Backward, class Reached>
    bool spread(place from, const cheapest_ways& how, Reached&& reached) {
        std::uint64_t queued = 1;
        std::uint64_t seen = 0;
        saw_all_ = true;
        for (auto& bucket : buckets_) bucket.clear();
        cells_[from].best = 0;
        if (!touch(from) || !queue(from, 0)) return false;
        for (loss_points loss = 0; queued != 0; ++loss) {
            for (std::size_t i = 0; i < buckets_[loss % rings].size(); ++i) {
                const place p = buckets_[loss % rings][i];
                --queued;
                if (cells_[p].best != loss) continue;
                if (p == how.target) {
                    saw_all_ = false;
                    return true;
                }
                if (p != from && cells_[p].is_station()) {
                    reached(p, loss);
                    if (p == board_->end() || how.stop_at_treasures) continue;
                }
                if (++seen > how.most_cells) {
                    saw_all_ = false;
                    return true;
                }
                if (!control_->may_expand()) return false;
                for (const place n : around(p)) {
                    const loss_points there = loss + cells_[Backward ? p : n].toll();
                    if (there >= cells_[n].best) continue;
                    if (there + cells_[n].ahead() > how.most_loss) continue;
                    if (cells_[n].best == endless && !touch(n)) return false;
                    cells_[n].best = there;
                    cells_[n].mark = p;
                    if (!queue(n, there)) return false;
                    ++queued;
                }
            }
            buckets_[loss % rings].clear();
        }
        return true;
    }

    bool queue(place p, loss_points loss) {
        if (buckets_[loss % rings].push(p)) return true;
        control_->end(status::memory_limit);
        return false;
    }

    const board* board_;
    search_control* control_;
    senda::detail::buffer<terrain_cell> cells_;
    senda::detail::buffer<place> touched_;
    std::vector<senda::detail::buffer<place>> buckets_;
    bool saw_all_ = true;
};

}  // namespace senda::maze::detail
