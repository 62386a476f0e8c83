// SPDX-License-Identifier: MIT
// A priority queue for two whole-number keys that stay small: a bucket for each pair of them.
#pragma once

#include <senda/detail/storage/open_list.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/bucket_queue.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// A queue by f, then by smaller h, then first in, first out, without ever comparing two items: a
/// row of buckets by h for each f. Those far from where the queue began wait in an open list.
template <std::integral C, class Item>
    requires std::is_trivially_copyable_v<Item>
class two_key_queue {
    using row = bucket_queue<C, Item>;
    static constexpr std::size_t most_rows = 4096;

public:
    struct entry {
        C f;
        C h;
        Item item;
    };

    explicit two_key_queue(memory_budget& budget) noexcept : rows_(budget), far_(budget) {}

    [[nodiscard]] bool empty() const noexcept { return near_ == 0 && far_.empty(); }

    [[nodiscard]] std::size_t size() const noexcept { return near_ + far_.size(); }

    /// Adds an item; false if there is no room for it. Keys are not negative.
    [[nodiscard]] bool push(C f, C h, const Item& item) {
        if (rows_.empty()) origin_ = f;
        const bool is_near = f >= origin_ && static_cast<std::uint64_t>(f - origin_) < most_rows;
        // In an open list a larger g is first, which is a smaller h.
        if (!is_near) [[unlikely]]
            return far_.push(f, f - h, 0, item);
        const auto level = static_cast<std::size_t>(f - origin_);
        while (level >= rows_.size())
            if (!rows_.push(rows_.budget(), C{0})) return false;
        if (!rows_[level].push(h, item)) return false;
        if (level < cursor_ || near_ == 0) cursor_ = level;
        ++near_;
        return true;
    }

    /// The smallest f; the queue must not be empty.
    [[nodiscard]] C min_f() {
        if (near_ == 0) return far_.min_f();
        find_row();
        return far_.empty() ? f_at(cursor_) : std::min(f_at(cursor_), far_.min_f());
    }

    /// Takes the first item out; the queue must not be empty.
    [[nodiscard]] entry pop() {
        if (near_ != 0) find_row();
        if (near_ == 0 || (!far_.empty() && far_.min_f() < f_at(cursor_))) [[unlikely]] {
            const auto first = far_.pop();
            return {first.f, static_cast<C>(first.f - first.g), first.payload};
        }
        --near_;
        const auto [h, item] = rows_[cursor_].pop();
        return {f_at(cursor_), h, item};
    }

private:
    [[nodiscard]] C f_at(std::size_t level) const noexcept {
        return static_cast<C>(origin_ + static_cast<C>(level));
    }

    /// Goes on to the first row with items, and gives back the memory of those before it.
    void find_row() noexcept {
        for (; rows_[cursor_].empty(); ++cursor_) rows_[cursor_] = row(rows_.budget(), C{0});
    }

    buffer<row> rows_;
    open_list<C, std::uint32_t, ties::deepest_first, Item> far_;
    C origin_ = 0;
    std::size_t near_ = 0;
    std::size_t cursor_ = 0;  // no row before it has items
};

}  // namespace senda::detail
