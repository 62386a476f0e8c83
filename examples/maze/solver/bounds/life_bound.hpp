// SPDX-License-Identifier: MIT
// Lower bounds on the life that a runner in a cell needs to reach the end.
#pragma once

#include <maze/solver/bounds/cell_labels.hpp>
#include <maze/solver/bounds/life_range.hpp>
#include <maze/solver/distances/distance_table.hpp>
#include <senda/maze/rules.hpp>
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
/// treasures pay whenever they are not remembered, which they are near them (see docs/inside.md).
/// Computed from the end backwards by levels of slack, as `pareto_search` goes forwards.
class slack_life_bound final : public life_bound {
    // What the tables of all cells may take in all. Where there are treasures they need not be
    // exact, and a few of them do nearly as well as all.
    static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 26;
    static constexpr std::uint64_t most_bytes_if_exact = std::uint64_t{1} << 30;
    static constexpr std::size_t most_per_cell = 8;

public:
    /// `range` is for runners with any slack, and must have been prepared when this is extended.
    slack_life_bound(distance_table& table, const life_range& range)
        : table_(&table),
          range_(&range),
          labels_(table.budget(), most_per_cell),
          settled_(table.budget()),
          now_(table.budget()),
          wave_(table.budget()),
          next_(table.budget()),
          rows_(table.budget()) {}

    /// Computes the bound for up to that slack; false if a limit came first.
    [[nodiscard]] bool extend(std::uint32_t slack) {
        if (levels_ == 0 && !prepare()) return false;
        while (levels_ <= slack && !is_settled())
            if (!settle_level() || !keep_row() || !keep_table()) return false;
        most_slack_ = std::max(most_slack_, slack);
        return true;
    }

    /// The most slack for which it was computed.
    [[nodiscard]] std::uint32_t most_slack() const noexcept { return most_slack_; }
    /// Whether no more slack lowers the bound of any cell.
    [[nodiscard]] bool is_settled() const noexcept { return levels_ != 0 && now_.empty(); }

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
        return rows_[std::size_t{std::min(slack, levels_ - 1)} * row() + s];
    }

    [[nodiscard]] bool is_exact() const override {
        return table_->treasures() == 0 && spacing_ == 1;
    }

private:
    /// Treasures and the start.
    [[nodiscard]] std::size_t row() const noexcept { return table_->start() + std::size_t{1}; }

    bool prepare() {
        const place bound = table_->maze().bound();
        return (labels_.clear(bound, treasure_life) && settled_.assign_zeros(bound) &&
                now_.push(labels_.add({1, 1, 0, 0, 0, table_->maze().end()}))) ||
               table_->out_of_memory();
    }

    bool settle_level() {
        const distance_table& table = *table_;
        const auto to_end = [&](std::uint32_t id) { return table[labels_[id].at].to_end; };
        wave_.clear();
        next_.clear();
        for (std::size_t i = 0, k = 0; i != now_.size() || k != wave_.size();) {
            const bool from_now =
                k == wave_.size() || (i != now_.size() && to_end(now_[i]) <= to_end(wave_[k]));
            const cell_label here = labels_[from_now ? now_[i++] : wave_[k++]];
            if (here.key == cell_labels::dominated) continue;
            if (!table_->control().may_expand()) return false;
            loss_points& settled = settled_[here.at];
            if (settled == 0 || here.key < settled) settled = here.key;
            has_room_ = true;
            range_->step_back(
                here, [this](const cell_label& from, const cell_label& to) { reach(from.at, to); });
            if (!has_room_ || labels_.is_full()) return table_->out_of_memory();
        }
        labels_.recycle(next_);
        std::swap(now_, next_);
        ++levels_;
        return true;
    }

    void reach(place from, const cell_label& to) {
        if (to.key > range_->most(to.at)) return;
        const std::uint32_t id = labels_.add(to);
        if (id == cell_labels::none) return;
        const bool farther = (*table_)[to.at].to_end > (*table_)[from].to_end;
        has_room_ = (farther ? wave_ : next_).push(id) && has_room_;
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
    const life_range* range_;
    cell_labels labels_;           // some may already be for the next level
    buffer<loss_points> settled_;  // what is needed at the last level, 0 if there is no walk
    buffer<std::uint32_t> now_;    // labels that the level before led to
    buffer<std::uint32_t> wave_;   // and that this one led to
    buffer<std::uint32_t> next_;   // labels of the next level
    bool has_room_ = true;
    buffer<loss_points> rows_;
    std::vector<buffer<loss_points>> tables_;
    std::uint32_t spacing_ = 1;
    std::uint32_t levels_ = 0;  // that are kept: all beyond are like the last one
    std::uint32_t most_slack_ = 0;
};

}  // namespace senda::maze::detail
