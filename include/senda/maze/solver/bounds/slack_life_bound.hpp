// SPDX-License-Identifier: MIT
// The least life that a runner in any cell needs, by the slack that he has left.
#pragma once

#include <senda/maze/rules.hpp>
#include <senda/maze/solver/bounds/life_bound.hpp>
#include <senda/maze/solver/distances/distance_table.hpp>
#include <senda/maze/solver/distances/key_nodes.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::maze::detail {

/// The least life in each cell with which a walk reaches the end with at most so much slack, if
/// treasures paid at every visit but for one: a treasure pays nobody who has been at no other one
/// since he last was there.
///
/// On a route every treasure pays once, so no runner with less life reaches the end. (One who comes
/// back to a treasure with no other in between has walked in a circle for nothing; the walk
/// without the circle is as good.)
///
/// Worked out from the end backwards by levels of slack, as ways are found forwards: a step towards
/// the end keeps the level, a step away from it belongs to the level before. Cells come nearest to
/// the end first, so that both queues are in order by themselves. For each cell the two best walks
/// are kept that come to different treasures first, so that a treasure finds the best walk that
/// does not begin with a circle.
class prospects final : public outlook {
    struct hope {
        loss_points needed;  // 0 if there is none
        station first;       // the treasure that the walk comes to first, or the end
    };
    struct cell_hopes {
        hope best;
        hope other;  // with another first treasure
    };
    // What the tables of all cells may take in all. Where there are treasures they need not be
    // exact, and a few of them do nearly as well as all.
    static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 26;
    static constexpr std::uint64_t most_bytes_if_exact = std::uint64_t{1} << 30;

public:
    /// For runners who never have more than `largest_life`.
    prospects(terrain& ground, life_points largest_life)
        : ground_(&ground),
          stations_(ground),
          largest_life_(static_cast<loss_points>(std::min<life_points>(largest_life, endless / 2))),
          cells_(ground.control().budget()),
          settled_(ground.control().budget()),
          behind_(ground.control().budget()),
          queued_(ground.control().budget()),
          now_(ground.control().budget()),
          wave_(ground.control().budget()),
          next_(ground.control().budget()),
          rows_(ground.control().budget()) {}

    /// Works out the needs for up to that slack; false if a limit came first.
    [[nodiscard]] bool extend(std::uint32_t slack) {
        if (levels_ == 0 && !prepare()) return false;
        while (levels_ <= slack)
            if (!spread() || !keep_row() || !keep_table()) return false;
        return true;
    }

    /// How many levels have been worked out.
    [[nodiscard]] std::uint32_t levels() const noexcept { return levels_; }

    [[nodiscard]] loss_points least(place p, std::uint32_t slack) const override {
        const terrain_cell& cell = (*ground_)[p];
        if (cell.is_station())
            return p == ground_->maze().end() ? 1 : least_at(stations_.at(p), slack);
        // A table of a higher level says no more than is true.
        const std::size_t table = (std::size_t{slack} + spacing_ - 1) / spacing_;
        const loss_points needed = table < tables_.size() ? tables_[table][p] : settled_[p];
        return needed == 0 ? endless : needed;
    }

    /// The same for a treasure, or for the start.
    [[nodiscard]] loss_points least_at(station s, std::uint32_t slack) const noexcept {
        return rows_[std::size_t{slack} * row() + s];
    }

    [[nodiscard]] bool is_exact() const override {
        return stations_.treasures() == 0 && spacing_ == 1;
    }

private:
    bool out_of_memory() const {
        ground_->control().end(status::memory_limit);
        return false;
    }

    /// Treasures and the start.
    [[nodiscard]] std::size_t row() const noexcept { return stations_.start() + std::size_t{1}; }

    bool prepare() {
        const place bound = ground_->maze().bound();
        if (!cells_.assign_zeros(bound) || !settled_.assign_zeros(bound) ||
            !behind_.assign_zeros(bound) || !queued_.assign_zeros(bound))
            return out_of_memory();
        return look_back();
    }

    // The least loss from the start to every cell, counted from 1; treasures as zeros.
    bool look_back() {
        const bool done = ground_->search_cheapest(
            ground_->maze().start(), {.stop_at_treasures = false}, [](place, loss_points) {});
        if (done) {
            for (const place p : ground_->touched()) behind_[p] = (*ground_)[p].best + 1;
        }
        ground_->forget();
        return done;
    }

    /// The next level.
    bool spread() {
        const terrain& ground = *ground_;
        wave_.clear();
        next_.clear();
        bool room = levels_ != 0 || offer(ground.maze().end(), {1, stations_.end()});
        for (std::size_t i = 0, k = 0; i != now_.size() || k != wave_.size();) {
            const bool from_now =
                k == wave_.size() ||
                (i != now_.size() && ground[now_[i]].to_end <= ground[wave_[k]].to_end);
            const place p = from_now ? now_[i++] : wave_[k++];
            if (!ground_->control().may_expand()) return false;
            const terrain_cell& cell = ground[p];
            const cell_hopes hopes = cells_[p];
            if (cell.is_station()) {
                // The treasure's own pay does not count before another was visited.
                const station here = stations_.at(p);
                settled_[p] = (hopes.best.first != here ? hopes.best : hopes.other).needed;
                if (settled_[p] == 0) continue;
                constexpr auto pay = static_cast<loss_points>(treasure_life);
                room = room && offer(p, {settled_[p] > pay ? settled_[p] - pay : 1, here});
            } else {
                settled_[p] = hopes.best.needed;
                room = room && offer(p, {hopes.best.needed + cell.toll(), hopes.best.first});
                if (hopes.other.needed != 0)
                    room = room && offer(p, {hopes.other.needed + cell.toll(), hopes.other.first});
            }
            if (!room) return out_of_memory();
        }
        std::swap(now_, next_);
        ++levels_;
        return true;
    }

    /// Tells the cells around `p` what is needed to enter it; false if out of memory.
    bool offer(place p, const hope& entering) {
        terrain& ground = *ground_;
        const std::uint32_t to_end = ground[p].to_end;
        for (const place n : ground.around(p)) {
            const terrain_cell& cell = ground[n];
            if (behind_[n] == 0 || n == ground.maze().end()) continue;
            if (entering.needed + (behind_[n] - 1) > largest_life_) continue;
            if (!improve(cells_[n], entering)) continue;
            const bool farther = cell.to_end > to_end;
            const std::uint32_t level = farther ? levels_ + 1 : levels_ + 2;  // counted from 1
            if (queued_[n] == level) continue;
            queued_[n] = level;
            if (!(farther ? wave_ : next_).push(n)) return false;
        }
        return true;
    }

    /// Takes a hope in if it is among the two best; false if it is not.
    static bool improve(cell_hopes& known, const hope& found) noexcept {
        const auto better = [&](const hope& than) {
            return than.needed == 0 || found.needed < than.needed;
        };
        if (known.best.needed != 0 && found.first == known.best.first) {
            if (!better(known.best)) return false;
            known.best = found;
        } else if (better(known.best)) {
            known.other = known.best;
            known.best = found;
        } else {
            if (!better(known.other)) return false;
            known.other = found;
        }
        return true;
    }

    bool keep_row() {
        for (station s = 0; s < row(); ++s) {
            const loss_points needed = settled_[stations_.place_of(s)];
            if (!rows_.push(needed == 0 ? endless : needed)) return out_of_memory();
        }
        return true;
    }

    // A table for each level while they are few, then for every second, every fourth, and so on.
    bool keep_table() {
        const std::uint32_t level = levels_ - 1;
        if (level % spacing_ != 0) return true;
        const place bound = ground_->maze().bound();
        const std::uint64_t bytes = stations_.treasures() == 0 ? most_bytes_if_exact : most_bytes;
        const std::uint64_t most =
            std::max<std::uint64_t>(4, bytes / (sizeof(loss_points) * bound));
        senda::detail::buffer<loss_points> table(ground_->control().budget());
        while (tables_.size() >= most || !table.reserve(bound)) {
            if (tables_.size() < 2) return out_of_memory();
            thin_out();
        }
        if (level % spacing_ != 0) return true;
        std::copy_n(settled_.data(), bound, table.data());
        table.set_size(bound);
        tables_.push_back(std::move(table));
        return true;
    }

    void thin_out() {
        spacing_ *= 2;
        const std::size_t left = (tables_.size() + 1) / 2;
        for (std::size_t i = 1; i < left; ++i) tables_[i] = std::move(tables_[2 * i]);
        tables_.erase(tables_.begin() + static_cast<std::ptrdiff_t>(left), tables_.end());
    }

    terrain* ground_;
    stations stations_;
    loss_points largest_life_;
    senda::detail::buffer<cell_hopes> cells_;  // some may already be for the next level
    senda::detail::buffer<loss_points>
        settled_;  // what is needed at the last level, 0 if there is no hope
    senda::detail::buffer<loss_points> behind_;    // the least loss from the start, counted from 1
    senda::detail::buffer<std::uint32_t> queued_;  // for which level, counted from 1
    senda::detail::buffer<place> now_;
    senda::detail::buffer<place> wave_;
    senda::detail::buffer<place> next_;
    senda::detail::buffer<loss_points> rows_;
    std::vector<senda::detail::buffer<loss_points>> tables_;
    std::uint32_t spacing_ = 1;
    std::uint32_t levels_ = 0;
};

}  // namespace senda::maze::detail
