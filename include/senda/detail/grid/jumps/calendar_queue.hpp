// SPDX-License-Identifier: MIT
// A queue by whole-number keys that mostly differ: days of a calendar, of which only the first is
// kept in order.
#pragma once

#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
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
        : on_level_(budget), today_(budget), entries_(budget) {
        days_.fill(none);
    }

    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

    /// Adds an item; false if there is no room for it.
    [[nodiscard]] bool push(const item& i) {
        const std::uint64_t day = i.key >> day_bits;
        const bool fits = i.key == level_ ? on_level_.push(i.value)
                          : day <= now_   ? today_.push(i)
                                          : put_off(i, day);
        size_ += fits;
        return fits;
    }

    /// The first item; nothing if there is no room to put its day in order.
    [[nodiscard]] bool pop(item& first) {
        if (!on_level_.empty() && (today_.empty() || today_.top().key >= level_)) {
            first = {level_, on_level_[on_level_.size() - 1]};
            on_level_.truncate(on_level_.size() - 1);
        } else {
            if (today_.empty() && !begin_day()) return false;
            first = today_.pop();
            if (on_level_.empty()) level_ = first.key;
        }
        --size_;
        return true;
    }

    void clear() noexcept {
        on_level_.clear();
        level_ = none_yet;
        today_.clear();
        entries_.clear();
        for (std::size_t i = 0; i < taken_.size(); ++i)
            for (; taken_[i] != 0; taken_[i] &= taken_[i] - 1)
                days_[i * 64 + static_cast<std::size_t>(std::countr_zero(taken_[i]))] = none;
        later_ = free_ = none;
        first_ = now_ = 0;
        size_ = 0;
    }

private:
    static constexpr unsigned day_bits = 28;
    static constexpr std::size_t days = 2048;
    static constexpr std::uint64_t none_yet = std::numeric_limits<std::uint64_t>::max();
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    struct sooner {
        constexpr bool operator()(const item& a, const item& b) const noexcept {
            return a.key < b.key;
        }
    };
    struct entry {
        item what;
        std::uint32_t next;
    };

    /// Notes an item on the list of its day, or on that of all days beyond the calendar.
    [[nodiscard]] bool put_off(const item& i, std::uint64_t day) {
        std::uint32_t at = free_;
        if (at == none) {
            at = static_cast<std::uint32_t>(entries_.size());
            if (!entries_.push(entry{i, none})) return false;
        } else {
            free_ = entries_[at].next;
            entries_[at].what = i;
        }
        file(at, day);
        return true;
    }
    void file(std::uint32_t at, std::uint64_t day) noexcept {
        const std::uint64_t ahead = day - first_;
        const bool is_later = ahead >= days;
        const auto number = static_cast<std::size_t>(ahead);
        if (!is_later) taken_[number / 64] |= std::uint64_t{1} << number % 64;
        std::uint32_t& list = is_later ? later_ : days_[number];
        entries_[at].next = list;
        list = at;
    }

    /// Goes on to the next day with items and puts them in order.
    [[nodiscard]] bool begin_day() {
        std::size_t number = next_taken();
        if (number == days) {
            turn_page();
            number = next_taken();
        }
        now_ = first_ + number;
        taken_[number / 64] &= ~(std::uint64_t{1} << number % 64);
        while (days_[number] != none) {
            const std::uint32_t at = days_[number];
            if (!today_.push(entries_[at].what)) return false;
            days_[number] = entries_[at].next;
            entries_[at].next = free_;
            free_ = at;
        }
        return true;
    }
    [[nodiscard]] std::size_t next_taken() const noexcept {
        for (auto i = static_cast<std::size_t>((now_ - first_) / 64); i < taken_.size(); ++i)
            if (taken_[i] != 0)
                return i * 64 + static_cast<std::size_t>(std::countr_zero(taken_[i]));
        return days;
    }
    /// Begins a calendar with the first of the days beyond.
    void turn_page() noexcept {
        std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
        for (std::uint32_t at = later_; at != none; at = entries_[at].next)
            least = std::min(least, entries_[at].what.key);
        first_ = now_ = least >> day_bits;
        std::uint32_t at = later_;
        later_ = none;
        while (at != none) {
            const std::uint32_t next = entries_[at].next;
            file(at, entries_[at].what.key >> day_bits);
            at = next;
        }
    }

    buffer<std::uint32_t> on_level_;  // what has the key that was given last, in no other order
    std::uint64_t level_ = none_yet;  // that key
    four_ary_heap<item, sooner> today_;
    buffer<entry> entries_;
    std::array<std::uint32_t, days> days_;
    std::array<std::uint64_t, days / 64> taken_{};  // which of them have items
    std::uint32_t later_ = none;
    std::uint32_t free_ = none;
    std::uint64_t first_ = 0;  // the day of the first list
    std::uint64_t now_ = 0;    // the day that is kept in order
    std::size_t size_ = 0;
};

}  // namespace senda::detail
