// SPDX-License-Identifier: MIT
// What is far ahead in a queue whose keys rise: the levels of a radix heap (Ahuja, Mehlhorn, Orlin,
// Tarjan, Faster algorithms for the shortest path problem, 1990).
#pragma once

#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace senda::detail {

/// Items lie on a level by the highest bit in which their key differs from the least one that was
/// taken, above the last `NearBits`. The first level is spread when its turn comes: each item moves
/// a few times, in order through memory, however far keys are apart.
template <class Key, int NearBits, class Item>
class radix_levels {
    static constexpr std::size_t count = std::numeric_limits<Key>::digits - NearBits;
    static constexpr Key none = std::numeric_limits<Key>::max();

public:
    explicit radix_levels(memory_budget& budget) noexcept
        : radix_levels(budget, std::make_index_sequence<count>{}) {}

    [[nodiscard]] bool empty() const noexcept { return taken_ == 0; }

    /// Whether a key that differs so from the least one is too far ahead to be at hand.
    [[nodiscard]] static bool is_far(Key differing) noexcept { return differing >> NearBits != 0; }

    /// Adds an item whose key is that far ahead; false if there is no room for it.
    [[nodiscard]] bool push(Key key, Key differing, const Item& item) {
        const auto level = static_cast<std::size_t>(std::bit_width(differing)) - NearBits - 1;
        if (!levels_[level].push(item)) return false;
        taken_ |= std::uint64_t{1} << level;
        least_[level] = std::min(least_[level], key);
        return true;
    }

    /// The least key, of the first level; there must be one.
    [[nodiscard]] Key least() const noexcept { return least_[first()]; }

    /// Takes the items of the first level out, and calls `place(item)` with each: now that the
    /// least key is taken, all are at hand or on lower levels.
    template <class Place>
    void spread(Place&& place) {
        const std::size_t level = first();
        taken_ &= taken_ - 1;
        least_[level] = none;
        for (const Item& item : levels_[level]) place(item);
        levels_[level].clear();
    }

    void clear() noexcept {
        for (; taken_ != 0; taken_ &= taken_ - 1) {
            levels_[first()].clear();
            least_[first()] = none;
        }
    }

private:
    template <std::size_t... Level>
    radix_levels(memory_budget& budget, std::index_sequence<Level...>) noexcept
        : levels_{(static_cast<void>(Level), buffer<Item>(budget))...} {
        least_.fill(none);
    }

    [[nodiscard]] std::size_t first() const noexcept {
        return static_cast<std::size_t>(std::countr_zero(taken_));
    }

    std::array<buffer<Item>, count> levels_;
    std::array<Key, count> least_;  // the least key on each level
    std::uint64_t taken_ = 0;       // a bit for each level that is not empty
};

}  // namespace senda::detail
