// SPDX-License-Identifier: MIT
// A table of what the searches know of each cell, and Dijkstra's algorithm by loss of life on it.
#pragma once

#include <maze/connectivity.hpp>
#include <senda/language/extensions.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace senda::maze::detail {

using senda::buffer;
using senda::search_control;

/// Life that is lost or needed. A search by losses begins only when a shortest route may starve,
/// so that 9 times the cells of the board is more than any of them.
using loss_points = std::uint32_t;

inline constexpr loss_points infinite_loss = std::numeric_limits<loss_points>::max();

/// The most places of a board whose losses fit: beyond, a search by losses has no memory.
inline constexpr std::uint64_t most_places = (std::uint64_t{1} << 31) / 9;

/// A node of the maze reduced to its treasures: a treasure's number, then the start, then the end.
using key_node = std::uint32_t;

/// What is known of a cell: what never changes, and the marks of the search that runs.
struct table_cell {
    std::uint32_t to_end;  // the fewest steps to the end
    loss_points loss;      // the least so far; 0 in walls, so that nothing improves it
    std::uint32_t mark;    // where it was entered from, or when it was queued
    std::uint32_t packed;  // the least loss from here to the end, and what kind of cell it is

    static constexpr std::uint32_t key = 10;  // kinds below are entry costs
    static constexpr std::uint32_t wall = 11;

    [[nodiscard]] std::uint32_t kind() const noexcept { return packed & 15; }
    /// Whether it is a treasure or the end.
    [[nodiscard]] bool is_key() const noexcept { return kind() == key; }
    /// What entering it takes if its treasure is gone.
    [[nodiscard]] loss_points entry_cost() const noexcept { return kind() < key ? kind() : 0; }
    /// The least loss from here to the end, however long.
    [[nodiscard]] loss_points loss_to_end() const noexcept { return packed >> 4; }
    void set_loss_to_end(loss_points least) noexcept { packed = least << 4 | kind(); }
};

/// Lets a search for paths go through all cells.
struct keep_all {
    template <class... What>
    constexpr bool operator()(const What&...) const noexcept {
        return true;
    }
};

/// Where a search for the paths that lose least ends.
struct cheapest_limits {
    /// Whether paths end at the first treasure, or go on as if it were a 0.
    bool stop_at_treasures = true;
    /// Where to stop; `no_place` to go everywhere.
    place target = no_place;
    std::uint64_t most_cells = std::numeric_limits<std::uint64_t>::max();
    /// The most that the loss and the least loss that must follow may be together.
    loss_points most_loss = infinite_loss - 16;
};

/// The table of cells, and searches by loss alone on it. It is shared by all searches, one after
/// the other; each leaves it as it found it.
class distance_table {
    static constexpr std::uint32_t bucket_count = 16;  // more than the loss of any step

public:
    distance_table(const board& b, search_control& control)
        : board_(&b),
          control_(&control),
          treasures_(static_cast<key_node>(b.treasures().size())),
          cells_(control.budget()),
          touched_(control.budget()) {
        buckets_.reserve(bucket_count);
        for (std::uint32_t i = 0; i < bucket_count; ++i) buckets_.emplace_back(control.budget());
    }

    /// Fills the table; false if there is no memory, time or permission for it.
    [[nodiscard]] bool prepare(const std::vector<std::uint32_t>& to_end) {
        if (board_->bound() > most_places || !cells_.assign_zeros(board_->bound()))
            return out_of_memory();
        constexpr place cells_between = 1 << 16;
        for (place p = 0; p < board_->bound(); ++p) {
            if (p % cells_between == cells_between - 1 && !control_->poll()) return false;
            cells_[p] = cell_of((*board_)[p], to_end[p]);
        }
        return measure_losses();
    }

    [[nodiscard]] const board& maze() const noexcept { return *board_; }
    [[nodiscard]] search_control& control() const noexcept { return *control_; }
    [[nodiscard]] memory_budget& budget() const noexcept { return control_->budget(); }
    [[nodiscard]] table_cell& operator[](place p) noexcept { return cells_[p]; }
    [[nodiscard]] const table_cell& operator[](place p) const noexcept { return cells_[p]; }

    /// Ends the search for lack of memory; false, so that it can be returned.
    SENDA_COLD bool out_of_memory() const {
        control_->end(status::memory_limit);
        return false;
    }

    /// How many treasures the maze has; the number of the start, too.
    [[nodiscard]] key_node treasures() const noexcept { return treasures_; }
    [[nodiscard]] key_node start() const noexcept { return treasures_; }
    [[nodiscard]] key_node end() const noexcept { return treasures_ + 1; }
    [[nodiscard]] place place_of(key_node k) const noexcept {
        return k == start() ? board_->start() : k == end() ? board_->end() : board_->treasures()[k];
    }
    [[nodiscard]] key_node key_node_at(place p) const noexcept {
        return p == board_->start() ? start()
               : p == board_->end() ? end()
                                    : static_cast<key_node>(board_->treasure_number(p));
    }
    [[nodiscard]] const table_cell& at_key(key_node k) const noexcept {
        return cells_[place_of(k)];
    }

    /// The four neighbours in their fixed order. Those of the ring are never asked for.
    [[nodiscard]] std::array<place, 4> neighbours(place p) const noexcept {
        const place stride = board_->stride();
        return {p - stride, p + stride, p - 1, p + 1};
    }

    /// Half of the steps that a step to a neighbour adds to the shortest path: none towards the
    /// end, 1 away from it. (On a grid all paths between two cells are even, or all are odd.)
    [[nodiscard]] std::uint32_t slack(place from, place to) const noexcept {
        return cells_[to].to_end < cells_[from].to_end ? 0 : 1;
    }

    /// Notes that a cell's `loss` is to be undone by `reset`; false if out of memory.
    [[nodiscard]] bool touch(place p) { return touched_.push(p) || out_of_memory(); }

    [[nodiscard]] std::span<const place> touched() const noexcept {
        return {touched_.data(), touched_.size()};
    }

    /// Undoes what a search has left in the cells that it touched.
    void reset() noexcept {
        for (const place p : touched_) cells_[p].loss = infinite_loss;
        touched_.clear();
    }

    /// Dijkstra's algorithm from `from` by loss, with a bucket queue. Calls `reached(place, loss)`
    /// for each treasure and for the end, and goes through cells for which `keep(place, loss)` says
    /// yes. Afterwards `loss` is the least loss and `mark` the cell before, until `reset`. False if
    /// a limit of the control ended it; true with less than all if `most` did.
    template <bool Backward = false, class Reached, class Keep = keep_all>
    [[nodiscard]] bool find_cheapest(place from, const cheapest_limits& most, Reached&& reached,
                                     const Keep& keep = {}) {
        std::uint64_t queued = 1;
        std::uint64_t seen = 0;
        is_exhaustive_ = false;
        for (auto& bucket : buckets_) bucket.clear();
        cells_[from].loss = 0;
        if (!touch(from) || !queue(from, 0)) return false;
        for (loss_points loss = 0; queued != 0; ++loss) {
            for (std::size_t i = 0; i < buckets_[loss % bucket_count].size(); ++i) {
                const place p = buckets_[loss % bucket_count][i];
                --queued;
                if (cells_[p].loss != loss) continue;
                if (p == most.target) return true;
                if (p != from && cells_[p].is_key()) {
                    reached(p, loss);
                    if (p == board_->end() || most.stop_at_treasures) continue;
                }
                if (++seen > most.most_cells) return true;
                if (!control_->may_expand()) return false;
                for (const place n : neighbours(p)) {
                    const loss_points there = loss + cells_[Backward ? p : n].entry_cost();
                    if (there >= cells_[n].loss) continue;
                    if (there + cells_[n].loss_to_end() > most.most_loss) continue;
                    if (!keep(n, there)) continue;
                    if (cells_[n].loss == infinite_loss && !touch(n)) return false;
                    cells_[n].loss = there;
                    cells_[n].mark = p;
                    if (!queue(n, there)) return false;
                    ++queued;
                }
            }
            buckets_[loss % bucket_count].clear();
        }
        is_exhaustive_ = true;
        return true;
    }

    /// Whether the last of these searches saw all that it could.
    [[nodiscard]] bool is_exhaustive() const noexcept { return is_exhaustive_; }

    /// Appends the cells after `from` up to `to` on a path that loses least; false if a limit came
    /// first. There must be a path.
    [[nodiscard]] bool append_cheapest_path(place from, place to, bool stop_at_treasures,
                                            std::vector<place>& cells) {
        const bool done =
            find_cheapest(from, {.stop_at_treasures = stop_at_treasures, .target = to},
                          [](place, loss_points) {});
        if (done) {
            const auto begin = static_cast<std::ptrdiff_t>(cells.size());
            for (place p = to; p != from; p = cells_[p].mark) cells.push_back(p);
            std::reverse(cells.begin() + begin, cells.end());
        }
        reset();
        return done;
    }

private:
    static table_cell cell_of(char cell, std::uint32_t to_end) noexcept {
        if (cell == '#') return {to_end, 0, 0, table_cell::wall};
        if (cell == 'T' || cell == 'E') return {to_end, infinite_loss, 0, table_cell::key};
        return {to_end, infinite_loss, 0, static_cast<std::uint32_t>(-life_after(cell, 0, true))};
    }

    // Backwards from the end, with treasures as zeros.
    bool measure_losses() {
        const bool done = find_cheapest<true>(board_->end(), {.stop_at_treasures = false},
                                              [](place, loss_points) {});
        bool fits = true;
        for (const place p : touched_) {
            fits = fits && cells_[p].loss <= infinite_loss >> 4;
            cells_[p].set_loss_to_end(cells_[p].loss);
        }
        reset();
        return done && (fits || out_of_memory());
    }

    bool queue(place p, loss_points loss) {
        return buckets_[loss % bucket_count].push(p) || out_of_memory();
    }

    const board* board_;
    search_control* control_;
    key_node treasures_;
    buffer<table_cell> cells_;
    buffer<place> touched_;
    std::vector<buffer<place>> buckets_;
    bool is_exhaustive_ = false;
};

}  // namespace senda::maze::detail
