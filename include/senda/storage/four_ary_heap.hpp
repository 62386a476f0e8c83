// SPDX-License-Identifier: MIT
// A heap with four children a node, side by side: half the depth of a binary one.
#pragma once

#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <utility>

namespace senda::detail {

/// Moves the item at `position` towards the root until its parent is before it.
template <class Item, class Before>
constexpr void heap_rise(Item* items, std::size_t position, const Before& before) {
    Item item = std::move(items[position]);
    while (position != 0) {
        const std::size_t parent = (position - 1) / 4;
        if (!before(item, items[parent])) break;
        items[position] = std::move(items[parent]);
        position = parent;
    }
    items[position] = std::move(item);
}

/// Moves the item at `position` away from the root until it is before its children.
template <class Item, class Before>
constexpr void heap_sink(Item* items, std::size_t size, std::size_t position,
                         const Before& before) {
    Item item = std::move(items[position]);
    for (std::size_t first = 4 * position + 1; first < size; first = 4 * position + 1) {
        const std::size_t last = first + 4 < size ? first + 4 : size;
        std::size_t best = first;
        for (std::size_t child = first + 1; child < last; ++child) {
            if (before(items[child], items[best])) best = child;
        }
        if (!before(items[best], item)) break;
        items[position] = std::move(items[best]);
        position = best;
    }
    items[position] = std::move(item);
}

/// Makes a heap of items in any order.
template <class Item, class Before>
constexpr void heap_make(Item* items, std::size_t size, const Before& before) {
    if (size < 2) return;
    for (std::size_t position = (size - 2) / 4 + 1; position-- > 0;) {
        heap_sink(items, size, position, before);
    }
}

/// Takes the first item out of a heap of `size` items and leaves a heap of one less. The hole that
/// it leaves sinks to the bottom before the last item fills it: nearly always that belongs there,
/// and asking on the way would be guesswork for the processor.
template <class Item, class Before>
constexpr Item heap_take(Item* items, std::size_t size, const Before& before) {
    Item first = std::move(items[0]);
    --size;
    std::size_t hole = 0;
    std::size_t child = 1;
    for (; child + 3 < size; child = 4 * hole + 1) {
        const std::size_t left = child + (before(items[child + 1], items[child]) ? 1 : 0);
        const std::size_t right = child + 2 + (before(items[child + 3], items[child + 2]) ? 1 : 0);
        const std::size_t best = before(items[right], items[left]) ? right : left;
        items[hole] = std::move(items[best]);
        hole = best;
    }
    if (child < size) {
        std::size_t best = child;
        while (++child < size)
            if (before(items[child], items[best])) best = child;
        items[hole] = std::move(items[best]);
        hole = best;
    }
    if (hole != size) {
        items[hole] = std::move(items[size]);
        heap_rise(items, hole, before);
    }
    return first;
}

/// A priority queue on a budget: `pop` gives the item that is before all others.
template <class Item, class Before>
class four_ary_heap {
public:
    explicit four_ary_heap(memory_budget& budget, Before before = {}) noexcept
        : items_(budget), before_(before) {}

    [[nodiscard]] bool empty() const noexcept { return items_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }
    [[nodiscard]] const Item& top() const noexcept { return items_[0]; }

    /// Adds an item; false if there is no room for it.
    [[nodiscard]] bool push(const Item& item) {
        if (!items_.push(item)) return false;
        heap_rise(items_.data(), items_.size() - 1, before_);
        return true;
    }

    Item pop() {
        Item first = heap_take(items_.data(), items_.size(), before_);
        items_.truncate(items_.size() - 1);
        return first;
    }

    /// Removes all items but those of which `keep(item)` is true.
    template <class Keep>
    void keep_if(const Keep& keep) {
        std::size_t kept = 0;
        for (const Item& item : items_)
            if (keep(item)) items_[kept++] = item;
        items_.truncate(kept);
        heap_make(items_.data(), kept, before_);
    }

    void clear() noexcept { items_.clear(); }

private:
    buffer<Item> items_;
    SENDA_NO_UNIQUE_ADDRESS Before before_;
};

}  // namespace senda::detail

namespace senda {

/// A priority queue that keeps to a limit on memory, for a search of one's own.
using detail::four_ary_heap;

}  // namespace senda
