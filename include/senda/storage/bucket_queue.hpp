// SPDX-License-Identifier: MIT
// A priority queue for whole-number keys: a row of bins, one a key, and a heap for keys far away.
#pragma once

#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

namespace senda {

/// The order of a bin whose items leave as they came.
struct in_turn {};

/// A queue of items by key, smallest key first; among equal keys `Before` decides, or with
/// `in_turn` the first to come. Keys are not negative and may rise or fall: cheapest is a walk
/// upwards in small steps, as the searches make it.
template <std::integral Key, class Item, class Before = in_turn>
class bucket_queue {
    static constexpr bool ordered = !std::same_as<Before, in_turn>;
    static constexpr std::size_t smallest_row = 64;
    static constexpr std::size_t largest_row = 4096;
    static constexpr std::size_t little = 64;

    // Items in turn leave from the head. Ordered ones are sorted, last first, when the first is
    // taken, and leave from the end. What comes later mostly belongs near the end, as on a stack;
    // the rest forms a heap of its own.
    struct bin {
        buffer<Item> items;
        buffer<Item> late;
        std::size_t head = 0;
        bool opened = false;

        explicit bin(memory_budget& budget) noexcept : items(budget), late(budget) {}
        [[nodiscard]] std::size_t size() const noexcept {
            return items.size() - head + late.size();
        }
    };

    struct far_item {
        Key key;
        std::uint64_t turn;
        Item item;
    };
    struct far_before {
        constexpr bool operator()(const far_item& a, const far_item& b) const {
            if (a.key != b.key) return a.key < b.key;
            if constexpr (ordered) {
                return Before{}(a.item, b.item);
            } else {
                return a.turn < b.turn;
            }
        }
    };

public:
    /// An empty queue that draws on `budget`.
    explicit bucket_queue(memory_budget& budget) noexcept
        : budget_(&budget), row_(budget), occupied_(budget), spare_(budget), far_(budget) {}

    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    /// Adds an item; false if there is no room for it.
    [[nodiscard]] bool push(Key key, const Item& item) {
        if constexpr (ordered) {
            // A search that goes straight ahead takes out next what it put in last: such an item
            // never enters a bin.
            if (front_ != no_front && precedes(key, item)) {
                if (front_ == waiting && !push_behind(first_key_, first_)) return false;
                first_key_ = key;
                first_ = item;
                front_ = waiting;
                ++size_;
                return true;
            }
        }
        if (!push_behind(key, item)) return false;
        ++size_;
        return true;
    }

    /// The smallest key; the queue must not be empty.
    [[nodiscard]] Key min_key() {
        if (ordered && front_ == waiting) return first_key_;
        return near_first() ? key_at(first_slot()) : far_.top().key;
    }

    /// Takes the first item out; the queue must not be empty.
    std::pair<Key, Item> pop() {
        --size_;
        if constexpr (ordered) {
            if (front_ != waiting) std::tie(first_key_, first_) = pop_behind();
            front_ = taken;
            return {first_key_, first_};
        } else {
            return pop_behind();
        }
    }

    /// Removes all items and keeps the memory.
    void clear() noexcept {
        while (near_ != 0) {
            const std::size_t slot = first_slot();
            near_ -= row_[slot].size();
            retire(slot);
        }
        far_.clear();
        size_ = 0;
        cursor_ = 0;
        front_ = no_front;
    }

private:
    // `first_` is before all items in the bins and the heap: either it waits to be taken itself, or
    // it was the last to be taken. What is before it is therefore before all others.
    enum front { no_front, waiting, taken };

    [[nodiscard]] bool precedes(Key key, const Item& item) const {
        return key != first_key_ ? key < first_key_ : Before{}(item, first_);
    }

    bool push_behind(Key key, const Item& item) {
        if (near_ == 0 && far_.empty()) place_row(key);
        const std::size_t slot = distance(key);
        if (slot < reach_ || (slot < largest_row && widen(slot))) return push_near(slot, item);
        falls_ = falls_ || key < origin_;
        return far_.push(far_item{key, turns_++, item});
    }

    std::pair<Key, Item> pop_behind() {
        if (!near_first()) return pop_far();
        const std::size_t slot = first_slot();
        bin& first = row_[slot];
        std::pair<Key, Item> out{key_at(slot), take(first)};
        if (first.size() == 0) retire(slot);
        --near_;
        return out;
    }

    /// How far a key is above the row's first; very far if it is below.
    [[nodiscard]] std::size_t distance(Key key) const noexcept {
        const auto above = static_cast<std::uint64_t>(key) - static_cast<std::uint64_t>(origin_);
        return key < origin_ || above > largest_row ? largest_row : static_cast<std::size_t>(above);
    }

    [[nodiscard]] Key key_at(std::size_t slot) const noexcept {
        return static_cast<Key>(origin_ + static_cast<Key>(slot));
    }

    // The keys of the heap are outside the row. Only where there was no room to fetch all items of
    // a key from the heap, the row has the earlier ones and the heap the rest.
    [[nodiscard]] bool near_first() {
        if (near_ == 0 || far_.empty()) return near_ != 0;
        const Key key = key_at(first_slot());
        if (key != far_.top().key) return key < far_.top().key;
        if constexpr (ordered) {
            return !Before{}(far_.top().item, first_of(row_[first_slot()]));
        } else {
            return true;
        }
    }

    bool push_near(std::size_t slot, const Item& item) {
        bin& target = row_[slot];
        if (target.items.capacity() == 0 && !spare_.empty()) target.items = spare_.pop();
        if (!target.opened ? !target.items.push(item) : !push_opened(target, item)) return false;
        occupied_[slot / 64] |= std::uint64_t{1} << slot % 64;
        if (slot < cursor_) cursor_ = slot;
        ++near_;
        return true;
    }

    bool push_opened([[maybe_unused]] bin& target, [[maybe_unused]] const Item& item) {
        if constexpr (ordered) {
            constexpr std::size_t near_end = 8;
            const std::size_t size = target.items.size();
            const std::size_t lowest = size > near_end ? size - near_end : 0;
            std::size_t place = size;
            while (place != lowest && Before{}(target.items[place - 1], item)) --place;
            if (place == lowest && lowest != 0) {
                if (!target.late.push(item)) return false;
                detail::heap_rise(target.late.data(), target.late.size() - 1, Before{});
            } else {
                if (!target.items.push(item)) return false;
                for (std::size_t i = size; i != place; --i) {
                    target.items[i] = target.items[i - 1];
                }
                target.items[place] = item;
            }
        }
        return true;
    }

    static bool first_is_late(const bin& from) {
        return !from.late.empty() &&
               (from.items.empty() || Before{}(from.late[0], from.items[from.items.size() - 1]));
    }

    static const Item& first_of(bin& from) {
        if (!from.opened) open(from);
        return first_is_late(from) ? from.late[0] : from.items.back();
    }

    Item take(bin& from) {
        if constexpr (ordered) {
            if (!from.opened) open(from);
            if (!first_is_late(from)) return from.items.pop();
            Item first = detail::heap_take(from.late.data(), from.late.size(), Before{});
            from.late.truncate(from.late.size() - 1);
            return first;
        } else {
            return from.items[from.head++];
        }
    }

    static void open(bin& first) {
        first.opened = true;
        if (first.items.size() < 2) return;
        std::sort(first.items.begin(), first.items.end(),
                  [](const Item& a, const Item& b) { return Before{}(b, a); });
    }

    /// Gives the memory of an emptied bin to the next one that is filled, unless it is little.
    void retire(std::size_t slot) noexcept {
        bin& emptied = row_[slot];
        emptied.head = 0;
        emptied.opened = false;
        occupied_[slot / 64] &= ~(std::uint64_t{1} << slot % 64);
        emptied.items.clear();
        emptied.late.clear();
        if (emptied.items.capacity() > little && !spare_.push(std::move(emptied.items))) {
            emptied.items.release();
        }
    }

    std::size_t first_slot() noexcept {
        std::size_t word = cursor_ / 64;
        std::uint64_t bits = occupied_[word] & (~std::uint64_t{0} << cursor_ % 64);
        while (bits == 0) bits = occupied_[++word];
        cursor_ = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
        return cursor_;
    }

    /// Lengthens the row so that it has `slot`, and fetches what now belongs there from the heap;
    /// false leaves the item to the heap.
    bool widen(std::size_t slot) {
        if (reach_ < row_.size() || (falls_ && !far_.empty())) return false;
        const std::size_t wanted = std::bit_ceil(slot < smallest_row ? smallest_row : slot + 1);
        if (!row_.reserve(wanted) || !occupied_.reserve(wanted / 64)) return false;
        while (row_.size() < wanted) (void)row_.push(*budget_);
        while (occupied_.size() < wanted / 64) (void)occupied_.push(std::uint64_t{0});
        reach_ = wanted;
        fetch();
        return slot < reach_;
    }

    std::pair<Key, Item> pop_far() {
        const far_item first = far_.pop();
        if (near_ == 0) {
            place_row(first.key);
            fetch();
        }
        return {first.key, first.item};
    }

    /// Puts the empty row where `key` is in it, with room below if keys are known to fall.
    void place_row(Key key) noexcept {
        const auto below = static_cast<Key>(falls_ ? row_.size() / 2 : 0);
        origin_ = key > below ? static_cast<Key>(key - below) : Key{0};
        cursor_ = 0;
        reach_ = row_.size();
    }

    /// Fetches the items that belong in the row from the heap, which gives them in order, so that a
    /// bin keeps the order of arrival. Where there is no room, the row ends before the one left
    /// over.
    void fetch() {
        while (!far_.empty() && distance(far_.top().key) < reach_) {
            const std::size_t slot = distance(far_.top().key);
            if (push_near(slot, far_.top().item)) {
                (void)far_.pop();
            } else {
                reach_ = slot;
            }
        }
    }

    memory_budget* budget_;
    buffer<bin> row_;
    buffer<std::uint64_t> occupied_;
    buffer<buffer<Item>> spare_;
    four_ary_heap<far_item, far_before> far_;
    Key origin_ = 0;          // the key of slot 0
    std::size_t reach_ = 0;   // the slots below it are in use
    std::size_t cursor_ = 0;  // no slot below it is occupied
    bool falls_ = false;      // a key below the row was seen
    std::size_t near_ = 0;    // items in the row
    std::size_t size_ = 0;
    std::uint64_t turns_ = 0;
    front front_ = no_front;
    Key first_key_ = 0;
    Item first_{};
};

}  // namespace senda
