// SPDX-License-Identifier: MIT
// The least loss of life between cells, whatever the steps: Dijkstra's algorithm with buckets.
#pragma once

#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::maze::detail {

using senda::buffer;
using senda::search_control;

/// The life that a path takes by its digits.
using path_loss = std::uint32_t;

/// The loss of a path that there is not.
inline constexpr path_loss no_path = std::numeric_limits<path_loss>::max();

/// The most places of a board on which the loss of every path fits.
inline constexpr std::uint64_t most_places_with_losses = no_path / 16;

/// A life as a limit for losses.
[[nodiscard]] constexpr path_loss as_loss(life_points life) noexcept {
    return static_cast<path_loss>(std::clamp<life_points>(life, 0, no_path - 1));
}

/// What entering a cell takes if its treasure is gone.
[[nodiscard]] constexpr path_loss entry_loss(char cell) noexcept {
    return static_cast<path_loss>(-life_after(cell, 0, true));
}

/// The least losses from one cell at a time. Treasures are zeros, and no path leads through the
/// end.
class loss_search {
    static constexpr std::size_t bucket_count = 10;  // more than the loss of any step

public:
    loss_search(const board& b, search_control& control)
        : board_(&b),
          control_(&control),
          loss_(control.budget()),
          from_(control.budget()),
          touched_(control.budget()) {
        buckets_.reserve(bucket_count);
        for (std::size_t i = 0; i < bucket_count; ++i) buckets_.emplace_back(control.budget());
    }

    /// Makes room for the tables; false if there is none.
    [[nodiscard]] bool prepare() {
        const bool fits = board_->bound() <= most_places_with_losses &&
                          loss_.assign_zeros(board_->bound()) &&
                          from_.assign_zeros(board_->bound());
        if (fits) std::fill(loss_.begin(), loss_.end(), no_path);
        return control_->fits(fits);
    }

    /// From now on no limit but that of memory counts: for routes that are known already.
    void ignore_limits() noexcept { is_limited_ = false; }

    /// Finds the least losses from a cell to those that lose less than `below`, until `stop(place)`
    /// says yes to one; false if a limit came first. `Backward` is from all cells to this one.
    template <bool Backward = false, class Stop>
    [[nodiscard]] bool run(place from, path_loss below, const Stop& stop) {
        for (const place p : touched_) loss_[p] = no_path;
        touched_.clear();
        found_ = no_place;
        for (auto& bucket : buckets_) bucket.clear();
        std::size_t queued = 0;
        if (!enter(from, from, 0, queued)) return false;
        for (path_loss at = 0; queued != 0 && at < below; ++at) {
            buffer<place>& bucket = buckets_[at % bucket_count];
            for (std::size_t i = 0; i < bucket.size(); ++i) {
                const place p = bucket[i];
                --queued;
                if (loss_[p] != at) continue;
                if (stop(p)) {
                    found_ = p;
                    return true;
                }
                if (p == board_->end() && p != from) continue;
                if (is_limited_ && !control_->may_expand()) return false;
                bool fits = true;
                board_->for_each_neighbour(p, [&](place n) {
                    const path_loss there = at + entry_loss((*board_)[Backward ? p : n]);
                    if (there < loss_[n]) fits = fits && enter(n, p, there, queued);
                });
                if (!fits) return false;
            }
            bucket.clear();
        }
        return true;
    }
    template <bool Backward = false>
    [[nodiscard]] bool run(place from, path_loss below = no_path - 1) {
        return run<Backward>(from, below, [](place) { return false; });
    }

    /// The least loss to a cell that the last run reached, `no_path` to others.
    [[nodiscard]] path_loss operator[](place p) const noexcept { return loss_[p]; }
    /// The cell that the last run stopped at.
    [[nodiscard]] place found() const noexcept { return found_; }
    /// The cells that the last run reached, and some beyond its limit.
    [[nodiscard]] const buffer<place>& touched() const noexcept { return touched_; }

    /// Appends the cells of the path to a cell that the last run reached, without the first.
    void append_path(place to, std::vector<place>& cells) const {
        const auto begin = static_cast<std::ptrdiff_t>(cells.size());
        for (place p = to; from_[p] != p; p = from_[p]) cells.push_back(p);
        std::reverse(cells.begin() + begin, cells.end());
    }

private:
    bool enter(place p, place from, path_loss loss, std::size_t& queued) {
        const bool is_new = loss_[p] == no_path;
        loss_[p] = loss;
        from_[p] = from;
        ++queued;
        return control_->fits((!is_new || touched_.push(p)) &&
                              buckets_[loss % bucket_count].push(p));
    }

    const board* board_;
    search_control* control_;
    bool is_limited_ = true;
    buffer<path_loss> loss_;
    buffer<place> from_;
    buffer<place> touched_;
    std::vector<buffer<place>> buckets_;
    place found_ = no_place;
};

}  // namespace senda::maze::detail
