// SPDX-License-Identifier: MIT
// A priority queue for two whole-number keys that stay small: a bucket for each pair of them.
#pragma once

#include <senda/detail/storage/open_list.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace senda::detail {

/// A queue by f, then by smaller h, then first in, first out, without ever comparing two items.
/// Those far from where the queue began wait in an open list; of equal f their h is larger.
template <std::integral C, class Item>
    requires std::is_trivially_copyable_v<Item>
class two_key_queue {
    static constexpr std::size_t most_rows = 4096;
    static constexpr std::size_t most_buckets = 1024;

    // A bucket is a chain of blocks, and an empty block serves the next bucket that needs one.
    struct block {
        static constexpr std::size_t room = sizeof(Item) < 500 ? 1016 / sizeof(Item) : 2;
        Item items[room];
        std::uint32_t next;
    };
    struct bucket {
        std::uint32_t first = 0;  // block, counted from 1; 0 if there is none
        std::uint32_t last = 0;
        std::uint32_t begin = 0;  // the first item in the first block
        std::uint32_t end = 0;    // behind the last item in the last block
    };
    struct row {
        buffer<bucket> buckets;
        std::size_t size = 0;
        std::size_t first = 0;  // no bucket before it has items

        explicit row(memory_budget& budget) noexcept : buckets(budget) {}
    };

public:
    struct entry {
        C f;
        C h;
        Item item;
    };

    explicit two_key_queue(memory_budget& budget) noexcept
        : rows_(budget), blocks_(budget), far_(budget) {}

    [[nodiscard]] bool empty() const noexcept { return near_ == 0 && far_.empty(); }

    [[nodiscard]] std::size_t size() const noexcept { return near_ + far_.size(); }

    /// Adds an item; false if there is no room for it. Keys are not negative.
    [[nodiscard]] bool push(C f, C h, const Item& item) {
        if (rows_.empty()) origin_ = f;
        const bool is_near = f >= origin_ && static_cast<std::uint64_t>(f - origin_) < most_rows &&
                             static_cast<std::uint64_t>(h) < most_buckets;
        // In an open list a larger g is first, which is a smaller h.
        if (!is_near) [[unlikely]]
            return far_.push(f, f - h, 0, item);
        const auto level = static_cast<std::size_t>(f - origin_);
        const auto place = static_cast<std::size_t>(h);
        if (level >= rows_.size() || place >= rows_[level].buckets.size()) [[unlikely]] {
            if (!widen(level, place)) return false;
        }
        row& into = rows_[level];
        bucket& to = into.buckets[place];
        if (to.first == 0 || to.end == block::room) [[unlikely]] {
            if (!add_block(to)) return false;
        }
        blocks_[to.last - 1].items[to.end++] = item;
        if (place < into.first || into.size == 0) into.first = place;
        if (level < cursor_ || near_ == 0) cursor_ = level;
        ++into.size;
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
        row& from = rows_[cursor_];
        while (from.buckets[from.first].first == 0) ++from.first;
        bucket& to = from.buckets[from.first];
        const entry out{f_at(cursor_), static_cast<C>(from.first),
                        blocks_[to.first - 1].items[to.begin++]};
        if (to.begin == (to.first == to.last ? to.end : block::room)) drop_block(to);
        --from.size;
        --near_;
        return out;
    }

private:
    [[nodiscard]] C f_at(std::size_t level) const noexcept {
        return static_cast<C>(origin_ + static_cast<C>(level));
    }

    void find_row() noexcept {
        while (rows_[cursor_].size == 0) ++cursor_;
    }

    [[nodiscard]] SENDA_COLD bool widen(std::size_t level, std::size_t place) {
        while (rows_.size() <= level) {
            if (!rows_.push(rows_.budget())) return false;
        }
        buffer<bucket>& buckets = rows_[level].buckets;
        while (buckets.size() <= place) {
            if (!buckets.push()) return false;
        }
        return true;
    }

    [[nodiscard]] SENDA_NOINLINE bool add_block(bucket& to) {
        std::uint32_t added = free_;
        if (added != 0) {
            free_ = blocks_[added - 1].next;
        } else {
            if (blocks_.size() == blocks_.capacity() && !blocks_.grow()) return false;
            blocks_.set_size(blocks_.size() + 1);
            added = static_cast<std::uint32_t>(blocks_.size());
        }
        if (to.first == 0) {
            to.first = added;
            to.begin = 0;
        } else {
            blocks_[to.last - 1].next = added;
        }
        to.last = added;
        to.end = 0;
        return true;
    }

    void drop_block(bucket& to) noexcept {
        const std::uint32_t next = to.first == to.last ? 0 : blocks_[to.first - 1].next;
        blocks_[to.first - 1].next = free_;
        free_ = to.first;
        to.first = next;
        to.begin = 0;
    }

    buffer<row> rows_;
    buffer<block> blocks_;
    open_list<C, std::uint32_t, ties::deepest_first, Item> far_;
    C origin_ = 0;
    std::size_t near_ = 0;
    std::size_t cursor_ = 0;  // no row before it has items
    std::uint32_t free_ = 0;  // an empty block, counted from 1
};

}  // namespace senda::detail
