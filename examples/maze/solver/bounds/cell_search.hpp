// SPDX-License-Identifier: MIT
// Best-first search over cells with labels that remember the treasures near.
#pragma once

#include <maze/solver/bounds/cell_labels.hpp>
#include <maze/solver/distances/distance_table.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::maze::detail {

/// Label correcting with a bucket queue, which goes back when a treasure's pay lessens a key.
class cell_search {
    struct entry {
        loss_points key;
        std::uint32_t id;
    };

public:
    /// How a search ended: where cycles gain beyond what is remembered, it takes too long.
    enum class end { complete, too_long, limit };

    explicit cell_search(distance_table& table)
        : table_(&table), labels_(table.budget(), most_per_cell) {}

    [[nodiscard]] const cell_labels& labels() const noexcept { return labels_; }

    /// Finds the best walks from a cell to all others.
    ///
    /// `first`       the key at `from`.
    /// `step`        is called with a label and a function to give it those a step on.
    /// `last`        the label that was expanded last.
    /// `pay`         what a treasure takes off the key.
    /// `most_step`   what a step adds to the key at most.
    template <class Step>
    end run(place from, loss_points first, const Step& step, std::uint32_t& last, loss_points pay,
            loss_points most_step = 9) {
        const place bound = table_->maze().bound();
        if (!labels_.clear(bound, pay)) return out_of_memory();
        const auto width = std::bit_ceil(std::max<loss_points>(256, 4 * most_step));
        while (buckets_.size() < width) buckets_.emplace_back(table_->budget());
        for (auto& bucket : buckets_) bucket.clear();
        loss_points now = first;
        loss_points largest = first;
        std::uint64_t queued = 0;
        bool has_room = true;
        const auto queue = [&](std::uint32_t id) {
            if (id == cell_labels::none) return;
            ++queued;
            const loss_points key = labels_[id].key;
            largest = std::max(largest, key);
            const loss_points bucket = std::max(key, largest - std::min(largest, width - 1));
            now = std::min(now, bucket);
            has_room = has_room && buckets_[bucket % width].push(entry{key, id});
        };
        const auto reach = [&](cell_label to) {
            to.parent = last;
            queue(labels_.add(to));
        };
        last = cell_labels::none;
        queue(
            labels_.add({first, static_cast<std::int32_t>(first), 0, 0, cell_labels::none, from}));
        if (!has_room || labels_.is_full()) return out_of_memory();
        std::uint64_t visits =
            std::min(20'000 + std::uint64_t{8} * bound, 2'000'000 + std::uint64_t{2} * bound);
        while (queued != 0) {
            buffer<entry>& bucket = buckets_[now % width];
            if (bucket.empty()) {
                ++now;
                continue;
            }
            const entry next = bucket.pop();
            --queued;
            if (labels_[next.id].key != next.key) continue;
            last = next.id;
            if (visits-- == 0) return end::too_long;
            if (!table_->control().may_expand()) return end::limit;
            step(cell_label{labels_[next.id]}, reach);
            if (!has_room || labels_.is_full()) return out_of_memory();
        }
        return end::complete;
    }

private:
    end out_of_memory() const {
        table_->out_of_memory();
        return end::limit;
    }

    static constexpr std::size_t most_per_cell = 16;

    distance_table* table_;
    cell_labels labels_;
    std::vector<buffer<entry>> buckets_;
};

}  // namespace senda::maze::detail
