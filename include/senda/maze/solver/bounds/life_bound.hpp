// SPDX-License-Identifier: MIT
// Lower bounds on the life that a runner in a cell needs to reach the end.
#pragma once

#include <senda/maze/rules.hpp>
#include <senda/maze/solver/distances/distance_table.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::maze::detail {

/// A lower bound on the life needed in a cell, on routes with a given slack.
class life_bound {
public:
    life_bound() = default;
    life_bound(const life_bound&) = delete;
    life_bound& operator=(const life_bound&) = delete;
    virtual ~life_bound() = default;

    /// The least life with which a runner in a cell with so much slack left may reach the end;
    /// `infinite_loss` if none does.
    [[nodiscard]] virtual loss_points least(place p, std::uint32_t slack) const = 0;
    /// Whether as much life as `least` is always enough.
    [[nodiscard]] virtual bool is_exact() const = 0;
};

/// The least life in each cell with which a walk reaches the end with at most so much slack, if
/// treasures paid at every visit but for those who return from no other (2-cycle elimination, see
/// docs/inside.md). Computed from the end backwards by levels of slack, as `pareto_search` goes
/// forwards. The two best walks of each cell are kept that come to different treasures first, so
/// that a treasure finds the best walk that does not return to it.
class slack_life_bound final : public life_bound {
    struct walk {
        loss_points needed;  // 0 if there is none
        key_node first;      // the treasure that the walk comes to first, or the end
    };
    struct two_best {
        walk best;
        walk other;  // with another first treasure
    };
    // What the tables of all cells may take in all. Where there are treasures they need not be
    // exact, and a few of them do nearly as well as all.
    static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 26;
    static constexpr std::uint64_t most_bytes_if_exact = std::uint64_t{1} << 30;

public:
    /// For runners who never have more than `largest_life`.
    slack_life_bound(distance_table& table, life_points largest_life)
        : table_(&table),
          largest_life_(
              static_cast<loss_points>(std::min<life_points>(largest_life, infinite_loss / 2))),
          cells_(table.budget()),
          settled_(table.budget()),
          loss_from_start_(table.budget()),
          queued_(table.budget()),
          now_(table.budget()),
          wave_(table.budget()),
          next_(table.budget()),
          rows_(table.budget()) {}

    /// Computes the bound for up to that slack; false if a limit came first.
    [[nodiscard]] bool extend(std::uint32_t slack) {
        if (levels_ == 0 && !prepare()) return false;
        while (levels_ <= slack)
            if (!settle_level() || !keep_row() || !keep_table()) return false;
        return true;
    }

    [[nodiscard]] std::uint32_t levels() const noexcept { return levels_; }

    [[nodiscard]] loss_points least(place p, std::uint32_t slack) const override {
        const table_cell& cell = (*table_)[p];
        if (cell.is_key())
            return p == table_->maze().end() ? 1 : least_at(table_->key_node_at(p), slack);
        // A table of a higher level says no more than is true.
        const std::size_t table = (std::size_t{slack} + spacing_ - 1) / spacing_;
        const loss_points needed = table < tables_.size() ? tables_[table][p] : settled_[p];
        return needed == 0 ? infinite_loss : needed;
    }

    /// The same for a treasure, or for the start.
    [[nodiscard]] loss_points least_at(key_node s, std::uint32_t slack) const noexcept {
        return rows_[std::size_t{slack} * row() + s];
    }

    [[nodiscard]] bool is_exact() const override {
        return table_->treasures() == 0 && spacing_ == 1;
    }

private:
    /// Treasures and the start.
    [[nodiscard]] std::size_t row() const noexcept { return table_->start() + std::size_t{1}; }

    bool prepare() {
        const place bound = table_->maze().bound();
        if (!cells_.assign_zeros(bound) || !settled_.assign_zeros(bound) ||
            !loss_from_start_.assign_zeros(bound) || !queued_.assign_zeros(bound))
            return table_->out_of_memory();
        const bool done = table_->find_cheapest(
            table_->maze().start(), {.stop_at_treasures = false}, [](place, loss_points) {});
        for (const place p : table_->touched()) loss_from_start_[p] = (*table_)[p].loss + 1;
        table_->reset();
        return done;
    }

    bool settle_level() {
        const distance_table& table = *table_;
        wave_.clear();
        next_.clear();
        bool room = levels_ != 0 || relax(table.maze().end(), {1, table_->end()});
        for (std::size_t i = 0, k = 0; i != now_.size() || k != wave_.size();) {
            const bool from_now =
                k == wave_.size() ||
                (i != now_.size() && table[now_[i]].to_end <= table[wave_[k]].to_end);
            const place p = from_now ? now_[i++] : wave_[k++];
            if (!table_->control().may_expand()) return false;
            const table_cell& cell = table[p];
            const two_best walks = cells_[p];
            if (cell.is_key()) {
                // The treasure's own pay does not count before another was visited.
                const key_node here = table_->key_node_at(p);
                settled_[p] = (walks.best.first != here ? walks.best : walks.other).needed;
                if (settled_[p] == 0) continue;
                constexpr auto pay = static_cast<loss_points>(treasure_life);
                room = room && relax(p, {settled_[p] > pay ? settled_[p] - pay : 1, here});
            } else {
                settled_[p] = walks.best.needed;
                room = room && relax(p, {walks.best.needed + cell.entry_cost(), walks.best.first});
                if (walks.other.needed != 0)
                    room = room &&
                           relax(p, {walks.other.needed + cell.entry_cost(), walks.other.first});
            }
            if (!room) return table_->out_of_memory();
        }
        std::swap(now_, next_);
        ++levels_;
        return true;
    }

    /// Relaxes the steps into `p` with what entering it needs; false if out of memory.
    bool relax(place p, const walk& entering) {
        distance_table& table = *table_;
        const std::uint32_t to_end = table[p].to_end;
        for (const place n : table.neighbours(p)) {
            const table_cell& cell = table[n];
            if (loss_from_start_[n] == 0 || n == table.maze().end()) continue;
            if (entering.needed + (loss_from_start_[n] - 1) > largest_life_) continue;
            if (!improve(cells_[n], entering)) continue;
            const bool farther = cell.to_end > to_end;
            const std::uint32_t level = farther ? levels_ + 1 : levels_ + 2;  // counted from 1
            if (queued_[n] == level) continue;
            queued_[n] = level;
            if (!(farther ? wave_ : next_).push(n)) return false;
        }
        return true;
    }

    /// Keeps a walk if it is among the two best; false if it is not.
    static bool improve(two_best& known, const walk& found) noexcept {
        const auto better = [&](const walk& than) {
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
        for (key_node s = 0; s < row(); ++s) {
            const loss_points needed = settled_[table_->place_of(s)];
            if (!rows_.push(needed == 0 ? infinite_loss : needed)) return table_->out_of_memory();
        }
        return true;
    }

    // A table for each level while they are few, then for every second, every fourth, and so on.
    bool keep_table() {
        const std::uint32_t level = levels_ - 1;
        if (level % spacing_ != 0) return true;
        const place bound = table_->maze().bound();
        const std::uint64_t bytes = table_->treasures() == 0 ? most_bytes_if_exact : most_bytes;
        const std::uint64_t most =
            std::max<std::uint64_t>(4, bytes / (sizeof(loss_points) * bound));
        buffer<loss_points> table(table_->budget());
        while (tables_.size() >= most || !table.reserve(bound)) {
            if (tables_.size() < 2) return table_->out_of_memory();
            spacing_ *= 2;
            const std::size_t left = (tables_.size() + 1) / 2;
            for (std::size_t i = 1; i < left; ++i) tables_[i] = std::move(tables_[2 * i]);
            tables_.erase(tables_.begin() + static_cast<std::ptrdiff_t>(left), tables_.end());
        }
        if (level % spacing_ != 0) return true;
        std::copy_n(settled_.data(), bound, table.data());
        table.set_size(bound);
        tables_.push_back(std::move(table));
        return true;
    }

    distance_table* table_;
    loss_points largest_life_;
    buffer<two_best> cells_;       // some may already be for the next level
    buffer<loss_points> settled_;  // what is needed at the last level, 0 if there is no walk
    buffer<loss_points> loss_from_start_;  // treasures as zeros, counted from 1
    buffer<std::uint32_t> queued_;         // for which level, counted from 1
    buffer<place> now_;
    buffer<place> wave_;
    buffer<place> next_;
    buffer<loss_points> rows_;
    std::vector<buffer<loss_points>> tables_;
    std::uint32_t spacing_ = 1;
    std::uint32_t levels_ = 0;
};

}  // namespace senda::maze::detail
