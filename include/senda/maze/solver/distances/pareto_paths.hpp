// SPDX-License-Identifier: MIT
// The best ways from one treasure to the next: more steps for less loss of life.
#pragma once

#include <senda/maze/solver/distances/distance_table.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace senda::maze::detail {

/// A way from one station (the start, a treasure, the end) to another without a treasure between.
struct way {
    std::uint32_t to;     // a place, and later the number of a station
    std::uint32_t slack;  // half of the steps beyond those that bring it nearer to the end
    loss_points loss;     // what it takes, the cell it leads to included
};

/// What a search for ways may spend.
struct way_limits {
    std::uint32_t slack = std::numeric_limits<std::uint32_t>::max();
    /// The loss so far and the least loss that must follow are together at most this.
    loss_points loss = endless - 16;
    /// Whether ways go on from treasures as if they were zeros.
    bool through_treasures = false;
};

/// Lets a search for ways go through all cells.
struct keep_all {
    constexpr bool operator()(place, std::uint32_t, loss_points) const noexcept { return true; }
};

/// Finds ways by levels of slack: at each level the cells that are reached with less loss than
/// with less slack.
///
/// A step towards the end keeps the level, a step away from it leads to the next. So within a level
/// cells come in the order of their steps to the end, farthest first, and both queues (cells that
/// the level before led to, and cells that this one led to) are in that order by themselves. A cell
/// is bettered at this level only from one that is farther from the end, hence before its turn, and
/// for the next level only from one that is nearer, hence after it: one field a cell is enough.
template <bool Recorded = false>
class way_search {
    struct record {
        std::uint32_t slack;
        loss_points loss;
        std::uint32_t before;  // the same cell with less slack
    };
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

public:
    explicit way_search(terrain& ground)
        : ground_(&ground),
          now_(ground.control().budget()),
          wave_(ground.control().budget()),
          next_(ground.control().budget()),
          records_(ground.control().budget()) {}
    way_search(const way_search&) = delete;
    way_search& operator=(const way_search&) = delete;

    /// Writes all ways out of `from` that are worth their steps, least slack first for each place,
    /// through cells for which `keep(place, slack, loss)` says yes; false if a limit of the control
    /// came first.
    template <class Keep = keep_all>
    [[nodiscard]] bool find(place from, const way_limits& most, std::vector<way>& ways,
                            const Keep& keep = {}) {
        ways.clear();
        const bool done = spread(from, most, ways, no_place, 0, keep);
        ground_->forget();
        return done;
    }

    /// The way with the least slack from `from` to the station `to` that loses at most `enough`,
    /// and the cells after `from` on it, appended; nothing if there is none, or if a limit of the
    /// control came first.
    [[nodiscard]] std::optional<way> walk(place from, place to, const way_limits& most,
                                          loss_points enough, std::vector<place>& cells)
        requires Recorded
    {
        std::vector<way> ways;
        std::optional<way> found;
        if (spread(from, most, ways, to, enough, keep_all{}) && (*ground_)[to].best <= enough) {
            found = ways[(*ground_)[to].mark];
            trace(from, *found, most, cells);
        }
        ground_->forget();
        return found;
    }

    /// The cells after `from` on a way that `find` has found, appended; false if a limit of the
    /// control came first.
    [[nodiscard]] bool append_path(place from, const way& known, std::vector<place>& cells)
        requires Recorded
    {
        // What must follow is at least what must follow from its end.
        const loss_points most = known.loss + (*ground_)[known.to].ahead();
        return walk(from, known.to, {known.slack, most}, known.loss, cells).has_value();
    }

    /// How far the last search came: all levels below are done.
    [[nodiscard]] std::uint32_t level() const noexcept { return level_; }

private:
    template <class Keep>
    bool spread(place from, const way_limits& most, std::vector<way>& ways, place target,
                loss_points enough, const Keep& keep) {
        terrain& ground = *ground_;
        search_control& control = ground.control();
        now_.clear();
        records_.clear();
        level_ = 0;
        if (!enter(from, 0, 0) || !now_.push(from)) return out_of_memory();
        for (; !now_.empty() && level_ <= most.slack; ++level_) {
            const std::uint32_t level = level_;
            wave_.clear();
            next_.clear();
            for (std::size_t i = 0, k = 0; i != now_.size() || k != wave_.size();) {
                const place p = take(i, k);
                if (!control.may_expand()) return false;
                const loss_points here = ground[p].best;
                const std::uint32_t to_end = ground[p].to_end;
                if constexpr (Recorded) records_[ground[p].mark].loss = here;
                for (const place n : ground.around(p)) {
                    terrain_cell& cell = ground[n];
                    const loss_points there = here + cell.toll();
                    if (there >= cell.best || there + cell.ahead() > most.loss) continue;
                    const bool nearer = cell.to_end < to_end;
                    const std::uint32_t slack = nearer ? level : level + 1;
                    if (slack > most.slack || !keep(n, slack, there)) continue;
                    if (stops_at(n, most)) {
                        if (!arrive(n, slack, there, ways)) return out_of_memory();
                        continue;
                    }
                    if constexpr (Recorded) {
                        if (slack + detour(n, target) > most.slack) continue;
                    }
                    if (is_queued(cell, slack)) {
                        cell.best = there;
                    } else if (!enter(n, slack, there) || !(nearer ? wave_ : next_).push(n)) {
                        return out_of_memory();
                    }
                }
            }
            if (is_complete(target, level, enough, ways)) break;
            std::swap(now_, next_);
        }
        return true;
    }

    bool out_of_memory() const {
        ground_->control().end(status::memory_limit);
        return false;
    }

    /// Whether the target was reached, and nothing on this level or below can better that.
    [[nodiscard]] bool is_complete(place target, std::uint32_t level, loss_points enough,
                                   const std::vector<way>& ways) const noexcept {
        if (target == no_place) return false;
        const terrain_cell& cell = (*ground_)[target];
        return cell.best <= enough && cell.best != endless && ways[cell.mark].slack <= level;
    }

    /// The next cell of either queue, the one farther from the end.
    place take(std::size_t& i, std::size_t& k) const noexcept {
        if (k == wave_.size()) return now_[i++];
        if (i == now_.size()) return wave_[k++];
        const terrain& ground = *ground_;
        return ground[now_[i]].to_end >= ground[wave_[k]].to_end ? now_[i++] : wave_[k++];
    }

    [[nodiscard]] bool stops_at(place p, const way_limits& most) const noexcept {
        return (*ground_)[p].is_station() &&
               (!most.through_treasures || p == ground_->maze().end());
    }

    [[nodiscard]] bool is_queued(const terrain_cell& cell, std::uint32_t slack) const noexcept {
        if (cell.best == endless) return false;
        if constexpr (Recorded) {
            return records_[cell.mark].slack == slack;
        } else {
            return cell.mark == slack;
        }
    }

    bool enter(place p, std::uint32_t slack, loss_points loss) {
        terrain_cell& cell = (*ground_)[p];
        [[maybe_unused]] std::uint32_t before = none;
        if (cell.best == endless) {
            if (!ground_->touch(p)) return false;
        } else {
            before = cell.mark;
        }
        cell.best = loss;
        if constexpr (Recorded) {
            cell.mark = static_cast<std::uint32_t>(records_.size());
            return records_.size() < none && records_.push(record{slack, loss, before});
        } else {
            cell.mark = slack;
            return true;
        }
    }

    // The mark of a station is its last way.
    bool arrive(place p, std::uint32_t slack, loss_points loss, std::vector<way>& ways) {
        terrain_cell& cell = (*ground_)[p];
        const bool fresh = cell.best == endless;
        if (fresh && !ground_->touch(p)) return false;
        cell.best = loss;
        if (!fresh && ways[cell.mark].slack == slack) {
            ways[cell.mark].loss = loss;
        } else {
            cell.mark = static_cast<std::uint32_t>(ways.size());
            ways.push_back({p, slack, loss});
        }
        return true;
    }

    /// The least slack from a cell to the target, as if there were no walls.
    [[nodiscard]] std::uint32_t detour(place p, place target) const noexcept {
        if (target == no_place) return 0;
        const std::uint64_t way_there =
            std::uint64_t{steps_apart(ground_->maze(), p, target)} + (*ground_)[target].to_end;
        const std::uint64_t straight = (*ground_)[p].to_end;
        return way_there <= straight ? 0
                                     : static_cast<std::uint32_t>((way_there - straight + 1) / 2);
    }

    /// The least loss with which a cell was reached by that slack.
    [[nodiscard]] std::optional<loss_points> loss_at(place p, std::uint32_t slack) const {
        const terrain_cell& cell = (*ground_)[p];
        if (cell.best == endless || cell.kind() == terrain_cell::wall) return std::nullopt;
        for (std::uint32_t i = cell.mark; i != none; i = records_[i].before)
            if (records_[i].slack <= slack) return records_[i].loss;
        return std::nullopt;
    }

    // Back from the end of a way: a cell before it has just the loss that is missing. A cell's
    // record has the very slack that is left, for with less the way would have been found before.
    void trace(place from, const way& found, const way_limits& most,
               std::vector<place>& cells) const {
        const terrain& ground = *ground_;
        const auto begin = static_cast<std::ptrdiff_t>(cells.size());
        std::uint32_t slack = found.slack;
        loss_points loss = found.loss;
        for (place p = found.to; p != from || slack != 0 || loss != 0;) {
            cells.push_back(p);
            const loss_points before = loss - ground[p].toll();
            const auto leads_here = [&](place n) {
                if (n != from && stops_at(n, most)) return false;
                const std::uint32_t step = ground.slack(n, p);
                return step <= slack && loss_at(n, slack - step) == before;
            };
            const auto around = ground.around(p);
            const place previous = *std::find_if(around.begin(), around.end(), leads_here);
            slack -= ground.slack(previous, p);
            loss = before;
            p = previous;
        }
        std::reverse(cells.begin() + begin, cells.end());
    }

    terrain* ground_;
    std::uint32_t level_ = 0;
    senda::detail::buffer<place>
        now_;  // cells to be looked at on this level because of the one before
    senda::detail::buffer<place> wave_;  // and because of this one
    senda::detail::buffer<place> next_;  // cells for the level to come
    senda::detail::buffer<record> records_;
};

}  // namespace senda::maze::detail
