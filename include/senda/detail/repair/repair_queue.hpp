// SPDX-License-Identifier: MIT
// The queue of a search that repairs: entries change their keys and leave before their turn.
#pragma once

#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>

namespace senda::detail {

/// A heap of entries that may be outdated: what is queued anew, or not any more, leaves its entry
/// behind. `Entry` has `<`. Once most are outdated they are swept out.
template <class Entry>
class repair_queue {
    struct before {
        constexpr bool operator()(const Entry& a, const Entry& b) const noexcept { return a < b; }
    };

public:
    explicit repair_queue(memory_budget& budget) noexcept : entries_(budget) {}

    [[nodiscard]] bool empty() const noexcept { return entries_.empty(); }
    [[nodiscard]] const Entry& top() const noexcept { return entries_[0]; }

    /// Adds an entry; false if there is no room for it. `is_valid(entry)` tells the outdated.
    template <class IsValid>
    [[nodiscard]] bool push(const Entry& entry, const IsValid& is_valid) {
        if (entries_.size() >= sweep_at_) sweep(is_valid);
        if (!entries_.push(entry)) return false;
        heap_rise(entries_.data(), entries_.size() - 1, before{});
        return true;
    }
    void pop() {
        (void)heap_take(entries_.data(), entries_.size(), before{});
        entries_.truncate(entries_.size() - 1);
    }
    void clear() noexcept {
        entries_.clear();
        sweep_at_ = least;
    }

private:
    static constexpr std::size_t least = 1024;

    template <class IsValid>
    void sweep(const IsValid& is_valid) {
        std::size_t kept = 0;
        for (const Entry& e : entries_)
            if (is_valid(e)) entries_[kept++] = e;
        entries_.truncate(kept);
        heap_make(entries_.data(), kept, before{});
        sweep_at_ = kept < least / 2 ? least : 2 * kept;
    }

    buffer<Entry> entries_;
    std::size_t sweep_at_ = least;
};

}  // namespace senda::detail
