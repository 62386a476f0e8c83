// SPDX-License-Identifier: MIT
// The queue of a search in a hierarchy: short, and seldom guessed right by a processor.
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// A binary heap of nodes by cost. The first leaves a hole that sinks to the bottom, without asking
/// on the way whether the last fits in: that would be guesswork for the processor.
template <Cost C>
class climb_queue {
public:
    struct item {
        C cost;
        std::uint32_t node;
    };

    explicit climb_queue(memory_budget& budget) noexcept : items_(budget) {}

    /// Takes memory for a queue without items; false if there is none.
    [[nodiscard]] bool prepare() {
        return items_.empty() ? items_.push(end) && items_.push(end) : true;
    }

    /// The least cost, `infinite` if there are no items.
    [[nodiscard]] C least() const noexcept { return items_[1].cost; }

    /// Adds an item of a cost below `infinite`; false if there is no room for it.
    [[nodiscard]] bool push(const item& added) {
        std::size_t hole = items_.size() - 1;
        if (!items_.push(end)) return false;
        item* const all = items_.data();
        for (; hole > 1 && added.cost < all[hole / 2].cost; hole /= 2) all[hole] = all[hole / 2];
        all[hole] = added;
        return true;
    }

    item pop() noexcept {
        item* const all = items_.data();
        const item first = all[1];
        const std::size_t count = items_.size() - 3;  // that are left
        const item last = all[count + 1];
        all[count + 1] = end;
        items_.truncate(count + 2);
        if (count == 0) return first;
        std::size_t hole = 1;
        while (2 * hole <= count) {
            const std::size_t child = 2 * hole + (all[2 * hole + 1].cost < all[2 * hole].cost);
            all[hole] = all[child];
            hole = child;
        }
        for (; hole > 1 && last.cost < all[hole / 2].cost; hole /= 2) all[hole] = all[hole / 2];
        all[hole] = last;
        return first;
    }

    void clear() noexcept {
        if (items_.empty()) return;
        items_.truncate(2);
        items_[1] = end;
    }

private:
    static constexpr item end{infinite<C>, 0};

    buffer<item> items_;  // from the second on, and an end behind them
};

}  // namespace senda::detail
