// SPDX-License-Identifier: MIT
// The Pareto-optimal paths from a cell to treasures and to the end, by steps and loss.
#pragma once

#include <maze/life/loss_search.hpp>
#include <senda/maze/board.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::maze::detail {

/// A path to a treasure or to the end.
struct step_loss_path {
    place to;
    std::uint32_t steps;
    path_loss loss;
};

/// Searches by steps, level by level: a cell is entered again whenever that loses less than all
/// before. Treasures are zeros, and no path leads through the end.
class step_loss_paths {
public:
    step_loss_paths(const board& b, search_control& control)
        : board_(&b),
          control_(&control),
          least_(control.budget()),
          entered_(control.budget()),
          visits_(control.budget()) {}

    /// Makes room for the tables; false if there is none.
    [[nodiscard]] bool prepare() {
        const bool fits = board_->bound() <= most_places_with_losses &&
                          least_.assign_zeros(board_->bound()) &&
                          entered_.assign_zeros(board_->bound());
        if (fits) std::fill(least_.begin(), least_.end(), no_path);
        return control_->fits(fits);
    }

    /// From now on no limit but that of memory counts: for routes that are known already.
    void ignore_limits() noexcept { is_limited_ = false; }

    /// Writes the Pareto-optimal paths that lose less than `below`; false if a limit came first.
    [[nodiscard]] bool find(place from, path_loss below, std::vector<step_loss_path>& found) {
        found.clear();
        return run(from, below, no_path, [&](const step_loss_path& p) { found.push_back(p); });
    }

    /// Appends the cells of a path that was found, without the first; false if a limit came first.
    [[nodiscard]] bool append_cells(place from, const step_loss_path& path,
                                    std::vector<place>& cells) {
        if (!run(from, path.loss + 1, path.steps, [](const step_loss_path&) {})) return false;
        const auto begin = static_cast<std::ptrdiff_t>(cells.size());
        // Backwards: the cell before was entered a step earlier, with just what is missing. Had it
        // been earlier still, the path would have fewer steps.
        visit here{path.to, path.loss};
        for (std::uint32_t level = path.steps; level > 0; --level) {
            cells.push_back(here.at);
            const path_loss before = here.loss - entry_loss((*board_)[here.at]);
            here = *std::find_if(
                visits_.begin() + levels_[level - 1], visits_.end(), [&](const visit& v) {
                    return v.loss == before && is_beside(v.at, here.at) && v.at != board_->end();
                });
        }
        std::reverse(cells.begin() + begin, cells.end());
        return true;
    }

private:
    struct visit {
        place at;
        path_loss loss;
    };

    [[nodiscard]] bool is_beside(place p, place q) const noexcept {
        return p + 1 == q || q + 1 == p || p + board_->stride() == q || q + board_->stride() == p;
    }

    template <class Found>
    bool run(place from, path_loss below, std::uint32_t most_steps, const Found& found) {
        for (const visit& v : visits_) least_[v.at] = no_path;
        visits_.clear();
        levels_.clear();
        if (!control_->fits(visits_.push(visit{from, 0}))) return false;
        least_[from] = 0;
        std::size_t begin = 0;
        for (std::uint32_t level = 1; begin < visits_.size() && level <= most_steps; ++level) {
            const std::size_t end = visits_.size();
            levels_.push_back(begin);
            for (std::size_t i = begin; i < end; ++i)
                if (!expand(visits_[i], end, below)) return false;
            for (std::size_t i = end; i < visits_.size(); ++i) {
                const auto [at, loss] = visits_[i];
                const bool is_goal = (*board_)[at] == 'T' || at == board_->end();
                if (is_goal && at != from) found(step_loss_path{at, level, loss});
            }
            begin = end;
        }
        return true;
    }

    bool expand(visit here, std::size_t level_end, path_loss below) {
        if (here.at == board_->end()) return true;
        if (is_limited_ && !control_->may_expand()) return false;
        bool fits = true;
        board_->for_each_neighbour(here.at, [&](place n) {
            const path_loss there = here.loss + entry_loss((*board_)[n]);
            if (there >= least_[n] || there >= below) return;
            // On a grid two neighbours are never of the same level, so that none is changed while
            // it is expanded.
            if (least_[n] == no_path || entered_[n] < level_end) {
                entered_[n] = visits_.size();
                fits = fits && visits_.push(visit{n, there});
            } else {
                visits_[entered_[n]].loss = there;
            }
            least_[n] = there;
        });
        return control_->fits(fits);
    }

    const board* board_;
    search_control* control_;
    bool is_limited_ = true;
    buffer<path_loss> least_;
    buffer<std::size_t> entered_;      // where among the visits a cell was entered last
    buffer<visit> visits_;             // level by level
    std::vector<std::size_t> levels_;  // where each level begins among the visits
};

}  // namespace senda::maze::detail
