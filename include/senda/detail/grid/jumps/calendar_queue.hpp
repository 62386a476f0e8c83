// SPDX-License-Identifier: MIT
// A queue by whole-number keys that mostly differ: days of a calendar, of which only the first is
// kept in order.
#pragma once

#include <senda/detail/storage/radix_queue.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <cstdint>
#include <limits>

namespace senda::detail {

/// Gives the least key first. No key may be less than the last that was given, but for those of the
/// same day. An item with just that key, as most have where nothing is in the way, is given next.
class calendar_queue {
public:
    struct item {
        std::uint64_t key;
        std::uint32_t value;
    };

    explicit calendar_queue(memory_budget& budget) noexcept
        : on_level_(budget), today_(budget), later_(budget) {}

    [[nodiscard]] bool empty() const noexcept {
        return on_level_.empty() && today_.empty() && later_.empty();
    }

    /// Adds an item; false if there is no room for it.
    [[nodiscard]] bool push(const item& i) {
        return i.key == level_ ? on_level_.push(i.value) : file(i);
    }

    /// The first item; nothing if there is no room to put its day in order.
    [[nodiscard]] bool pop(item& first) {
        if (!on_level_.empty() && (today_.empty() || today_.top().key >= level_)) {
            first = {level_, on_level_.pop()};
        } else {
            if (today_.empty() && !begin_day()) return false;
            first = today_.pop();
            if (on_level_.empty()) level_ = first.key;
        }
        return true;
    }

    void clear() noexcept {
        on_level_.clear();
        level_ = none_yet;
        today_.clear();
        later_.clear();
        now_ = 0;
    }

private:
    static constexpr unsigned day_bits = 28;
    static constexpr std::uint64_t none_yet = std::numeric_limits<std::uint64_t>::max();

    struct sooner {
        constexpr bool operator()(const item& a, const item& b) const noexcept {
            return a.key < b.key;
        }
    };
    using days = radix_levels<std::uint64_t, day_bits, item>;

    [[nodiscard]] bool file(const item& i) {
        const std::uint64_t differing = i.key ^ now_;
        const bool is_later = days::is_far(differing) && i.key > now_;
        return is_later ? later_.push(i.key, differing, i) : today_.push(i);
    }

    /// Puts the next day with items in order; false if there is none, or no room for it.
    [[nodiscard]] bool begin_day() {
        if (later_.empty()) return false;
        now_ = later_.least();
        bool has_room = true;
        later_.spread([&](const item& i) { has_room = file(i) && has_room; });
        return has_room;
    }

    buffer<std::uint32_t> on_level_;  // what has the key that was given last, in no other order
    std::uint64_t level_ = none_yet;  // that key
    four_ary_heap<item, sooner> today_;
    days later_;
    std::uint64_t now_ = 0;  // a key of the day that is kept in order
};

}  // namespace senda::detail
