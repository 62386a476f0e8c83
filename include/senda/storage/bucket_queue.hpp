// SPDX-License-Identifier: MIT
// A priority queue for whole-number keys: a row of buckets, and a heap for keys far away.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace senda::detail {

inline constexpr std::ptrdiff_t any_number_of_moves = std::numeric_limits<std::ptrdiff_t>::max();

/// Insertion sort; false, with not all in place, if it takes more moves than allowed.
template <class Item, class Before>
bool sort_by_insertion(Item* begin, Item* end, const Before& before, std::ptrdiff_t moves_left) {
    for (Item* next = begin; next != end; ++next) {
        if (next == begin || !before(*next, next[-1])) continue;
        Item item = std::move(*next);
        Item* at = next;
        do {
            *at = std::move(at[-1]);
            --at;
        } while (at != begin && before(item, at[-1]));
        *at = std::move(item);
        moves_left -= next - at;
        if (moves_left < 0) return false;
    }
    return true;
}

/// Sorts by merging halves; `scratch` has room for the larger one.
template <class Item, class Before>
void sort_by_merging(Item* begin, Item* end, const Before& before, buffer<Item>& scratch) {
    constexpr std::ptrdiff_t few = 16;
    if (end - begin <= few) {
        sort_by_insertion(begin, end, before, any_number_of_moves);
        return;
    }
    Item* right = begin + (end - begin) / 2;
    sort_by_merging(begin, right, before, scratch);
    sort_by_merging(right, end, before, scratch);
    if (!before(*right, right[-1])) return;
    scratch.clear();
    for (Item* i = begin; i != right; ++i) (void)scratch.push(std::move(*i));
    Item* left = scratch.begin();
    Item* out = begin;
    while (left != scratch.end() && right != end) {
        *out++ = std::move(before(*right, *left) ? *right++ : *left++);
    }
    std::move(left, scratch.end(), out);
}

/// Sorts `items` stably; without room for scratch memory only slowly.
template <class Item, class Before>
void stable_sort(buffer<Item>& items, const Before& before, buffer<Item>& scratch) {
    const auto size = static_cast<std::ptrdiff_t>(items.size());
    if (sort_by_insertion(items.begin(), items.end(), before, 8 * size)) return;
    if (scratch.reserve((items.size() + 1) / 2)) {
        sort_by_merging(items.begin(), items.end(), before, scratch);
    } else {
        sort_by_insertion(items.begin(), items.end(), before, any_number_of_moves);
    }
}

/// The order of a bucket whose items leave first in, first out.
struct fifo {};

/// Smallest key first; among equal keys `Before` decides, then the first in. Keys are not negative
/// and may rise or fall: cheapest is a walk upwards in small steps.
template <std::integral Key, class Item, class Before = fifo>
class bucket_queue {
    static constexpr bool ordered = !std::same_as<Before, fifo>;
    static constexpr std::size_t smallest_row = 64;
    static constexpr std::size_t largest_row = 4096;
    static constexpr std::size_t little = 64;

    // First-in first-out items leave from the front, and `mark` counts those that have left.
    // Ordered ones leave from the end: the first `mark` are sorted, last first, the rest when one
    // is taken. Mostly they are in place: a search goes on from what it found last.
    struct bucket {
        buffer<Item> items;
        std::size_t mark = 0;

        explicit bucket(memory_budget& budget) noexcept : items(budget) {}
        [[nodiscard]] std::size_t size() const noexcept {
            return ordered ? items.size() : items.size() - mark;
        }
    };

    struct keyed_item {
        Key key;
        std::uint64_t turn;
        Item item;
    };
    struct keyed_before {
        constexpr bool operator()(const keyed_item& a, const keyed_item& b) const {
            if (a.key != b.key) return a.key < b.key;
            if constexpr (ordered) {
                if (Before{}(a.item, b.item)) return true;
                if (Before{}(b.item, a.item)) return false;
            }
            return a.turn < b.turn;
        }
    };

public:
    explicit bucket_queue(memory_budget& budget) noexcept
        : budget_(&budget),
          row_(budget),
          occupied_(budget),
          spare_(budget),
          scratch_(budget),
          late_(budget),
          far_(budget) {}

    [[nodiscard]] bool empty() const noexcept { return !waits_ && near_ == 0 && only_row(); }
    [[nodiscard]] std::size_t size() const noexcept {
        return near_ + late_.size() + far_.size() + (waits_ ? 1 : 0);
    }

    /// Adds an item; false if there is no room for it.
    [[nodiscard]] bool push(Key key, const Item& item) {
        if constexpr (ordered) {
            // A search that goes straight ahead takes out next what it put in last.
            if (is_before(key, item, first_key_, first_)) {
                if (waits_ && !push_first()) return false;
                first_key_ = key;
                first_ = item;
                waits_ = true;
                return true;
            }
        }
        return push_behind(key, item);
    }

    /// The smallest key; the queue must not be empty.
    [[nodiscard]] Key min_key() {
        if (waits_) return first_key_;
        switch (first_place()) {
            case place::row: return key_at(cursor_);
            case place::late: return late_.top().key;
            default: return far_.top().key;
        }
    }

    /// Takes the first item out; the queue must not be empty.
    std::pair<Key, Item> pop() {
        if constexpr (ordered) {
            if (!waits_) {
                const auto [key, item] = pop_behind();
                first_key_ = key;
                first_ = item;
            }
            waits_ = false;
            return {first_key_, first_};
        } else {
            return pop_behind();
        }
    }

    /// Takes out up to `most` first items of one key; their key and number. It must not be empty.
    std::pair<Key, std::size_t> pop_some(Item* out, std::size_t most)
        requires(!ordered)
    {
        if (first_place() != place::row) [[unlikely]] {
            std::pair<Key, Item> first = pop_behind();
            *out = std::move(first.second);
            return {first.first, 1};
        }
        bucket& first = row_[cursor_];
        const Key key = key_at(cursor_);
        const std::size_t count = std::min(most, first.size());
        std::move(first.items.begin() + first.mark, first.items.begin() + first.mark + count, out);
        first.mark += count;
        near_ -= count;
        if (first.size() == 0) retire(cursor_);
        return {key, count};
    }

    void clear() noexcept {
        while (near_ != 0) {
            find_first();
            near_ -= row_[cursor_].size();
            retire(cursor_);
        }
        late_.clear();
        far_.clear();
        cursor_ = 0;
        was_taken_ = false;
        waits_ = false;
        first_key_ = 0;
        first_ = Item{};
    }

private:
    // Where an item is: in the row; in the heap of keys outside the row; or in the heap of those
    // that came to their bucket too late. Of equals, those in the row came first, then the late.
    enum class place { row, late, beyond };

    bool push_behind(Key key, const Item& item) {
        std::size_t slot = distance(key);
        if (slot >= reach_) [[unlikely]] {
            if (near_ == 0 && only_row()) {
                place_row(rises_from_last(key) ? key_at(cursor_) : key);
                slot = distance(key);
            }
            if (slot >= reach_ && (slot == largest_row || !widen(slot))) {
                falls_ = falls_ || key < origin_;
                return far_.push(keyed_item{key, turns_++, item});
            }
        }
        return push_near(slot, item);
    }

    /// Puts `first_` into its bucket, ahead of all others and of its equals.
    bool push_first() {
        const std::size_t slot = distance(first_key_);
        if (slot >= reach_) return far_.push(keyed_item{first_key_, 0, first_});
        bucket& target = row_[slot];
        if (target.mark != target.size()) sort_in(target, first_key_);
        if (target.size() == 0) retire(slot);  // all were late
        if (!push_near(slot, first_)) return false;
        target.mark = target.size();
        return true;
    }

    std::pair<Key, Item> pop_behind() {
        const place from = first_place();
        if (from != place::row) [[unlikely]] {
            keyed_item item = from == place::beyond ? pop_far() : late_.pop();
            return {item.key, std::move(item.item)};
        }
        bucket& first = row_[cursor_];
        std::pair<Key, Item> out{key_at(cursor_), take(first)};
        --near_;
        if (first.size() == 0) retire(cursor_);
        return out;
    }

    /// How far a key is above the row's first; very far if it is below.
    [[nodiscard]] std::size_t distance(Key key) const noexcept {
        const auto above = static_cast<std::uint64_t>(key) - static_cast<std::uint64_t>(origin_);
        const bool below = sizeof(Key) == 8 && key < origin_;  // smaller keys cannot wrap around
        return below || above > largest_row ? largest_row : static_cast<std::size_t>(above);
    }

    [[nodiscard]] Key key_at(std::size_t slot) const noexcept {
        return static_cast<Key>(origin_ + static_cast<Key>(slot));
    }

    [[nodiscard]] bool only_row() const noexcept { return late_.empty() && far_.empty(); }

    /// Whether a key is not far above the one that was taken last: others between them may follow.
    [[nodiscard]] bool rises_from_last(Key key) const noexcept {
        const Key last = key_at(cursor_);
        return was_taken_ && key > last &&
               static_cast<std::uint64_t>(key) - static_cast<std::uint64_t>(last) < largest_row;
    }

    /// Where the first item is; if in the row, `cursor_` is at its bucket.
    [[nodiscard]] place first_place() {
        if (near_ != 0) find_first();
        return only_row() ? place::row : first_of_all();
    }

    [[nodiscard]] SENDA_NOINLINE place first_of_all() {
        place first = place::beyond;
        if (!late_.empty() && (far_.empty() || !is_before(far_.top().key, far_.top().item,
                                                          late_.top().key, late_.top().item))) {
            first = place::late;
        }
        if (near_ == 0) return first;
        const keyed_item& other = first == place::late ? late_.top() : far_.top();
        const Key key = key_at(cursor_);
        if (key != other.key) return key < other.key ? place::row : first;
        if constexpr (ordered) {
            bucket& here = row_[cursor_];
            if (here.mark != here.size()) {
                sort_in(here, key);
                if (here.size() == 0) retire(cursor_);
                return first_place();
            }
            if (Before{}(other.item, here.items.back())) return first;
        }
        return place::row;
    }

    [[nodiscard]] static bool is_before(Key a, const Item& item, Key b, const Item& other) {
        if constexpr (ordered) {
            if (a == b) return Before{}(item, other);
        }
        return a < b;
    }

    bool push_near(std::size_t slot, const Item& item) {
        bucket& target = row_[slot];
        if (target.items.capacity() == 0 && !spare_.empty()) [[unlikely]]
            target.items = spare_.pop();
        if (!target.items.push(item)) return false;
        occupied_[slot / 64] |= std::uint64_t{1} << slot % 64;
        if (slot < cursor_) cursor_ = slot;
        ++near_;
        return true;
    }

    Item take(bucket& from) {
        if constexpr (ordered) {
            const std::size_t size = from.items.size();
            const bool in_place =
                size == from.mark ||
                (size == from.mark + 1 &&
                 (size == 1 || Before{}(from.items[size - 1], from.items[size - 2])));
            if (!in_place) sort_in(from, key_at(cursor_));
            from.mark = from.items.size() - 1;
            return from.items.pop();
        } else {
            return std::move(from.items[from.mark++]);
        }
    }
    /// Sorts in what came since. A few items find their places from the end; one that belongs far
    /// from it is late, and so is what must leave after an equal that was late.
    SENDA_NOINLINE void sort_in(bucket& into, Key key) {
        constexpr std::size_t near_end = 16;
        buffer<Item>& items = into.items;
        const std::size_t size = items.size();
        const std::size_t fresh = size - into.mark;
        if ((into.mark == 0 || (fresh > near_end && fresh > into.mark / 4)) && !late_has(key)) {
            return sort_in_many(into);
        }
        std::size_t sorted = into.mark;
        for (std::size_t i = sorted; i != size; ++i) {
            Item item = std::move(items[i]);
            const std::size_t lowest = sorted > near_end ? sorted - near_end : 0;
            std::size_t at = sorted;
            while (at != lowest && !Before{}(item, items[at - 1])) --at;
            const bool after_late = late_has(key) && !Before{}(item, late_.top().item);
            if ((after_late || (at == lowest && lowest != 0)) &&
                late_.push(keyed_item{key, turns_++, item})) {
                --near_;
                continue;
            }
            if (after_late) {  // there is no room: the first there comes here instead
                Item first = late_.pop().item;
                (void)late_.push(keyed_item{key, turns_++, std::move(item)});
                item = std::move(first);
            }
            at = sorted++;
            for (; at != 0 && !Before{}(item, items[at - 1]); --at) {
                items[at] = std::move(items[at - 1]);
            }
            items[at] = std::move(item);
        }
        items.truncate(sorted);
        into.mark = sorted;
    }

    [[nodiscard]] bool late_has(Key key) const { return !late_.empty() && late_.top().key == key; }

    // Last first: of equals the last to come is before the others, which a stable sort keeps. Most
    // are then in place, since a search fills a bucket while it empties the one before.
    void sort_in_many(bucket& into) {
        std::reverse(into.items.begin(), into.items.begin() + into.mark);
        std::reverse(into.items.begin(), into.items.end());
        stable_sort(
            into.items, [](const Item& a, const Item& b) { return Before{}(b, a); }, scratch_);
        into.mark = into.items.size();
    }

    /// Keeps the memory of an emptied bucket for the next one that is filled, unless it is little.
    void retire(std::size_t slot) noexcept {
        bucket& emptied = row_[slot];
        was_taken_ = true;
        emptied.mark = 0;
        emptied.items.clear();
        occupied_[slot / 64] &= ~(std::uint64_t{1} << slot % 64);
        if (emptied.items.capacity() > little && !spare_.push(std::move(emptied.items))) {
            emptied.items.release();
        }
    }

    /// Moves the cursor to the first bucket that is not empty; there must be one.
    void find_first() noexcept {
        if (row_[cursor_].size() != 0) return;
        std::size_t word = cursor_ / 64;
        std::uint64_t bits = occupied_[word] & (~std::uint64_t{0} << cursor_ % 64);
        while (bits == 0) bits = occupied_[++word];
        cursor_ = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
    }

    /// Lengthens the row so that it has `slot`; false leaves the item to the heap.
    SENDA_COLD bool widen(std::size_t slot) {
        if (reach_ < row_.size() || (falls_ && !far_.empty())) return false;
        const std::size_t wanted = std::bit_ceil(slot < smallest_row ? smallest_row : slot + 1);
        if (!row_.reserve(wanted) || !occupied_.reserve(wanted / 64)) return false;
        while (row_.size() < wanted) (void)row_.push(*budget_);
        while (occupied_.size() < wanted / 64) (void)occupied_.push(std::uint64_t{0});
        reach_ = wanted;
        fetch();
        return slot < reach_;
    }

    SENDA_COLD keyed_item pop_far() {
        keyed_item first = far_.pop();
        if (near_ == 0) {
            place_row(first.key);
            fetch();
        }
        return first;
    }

    /// Puts the empty row where `key` is in it, with room below if keys are known to fall.
    SENDA_COLD void place_row(Key key) noexcept {
        const auto below = static_cast<Key>(falls_ ? row_.size() / 2 : 0);
        origin_ = key > below ? static_cast<Key>(key - below) : Key{0};
        cursor_ = 0;
        reach_ = row_.size();
    }

    /// Fetches what belongs in the row from the heap, in order, until there is no room.
    SENDA_COLD void fetch() {
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
    buffer<bucket> row_;
    buffer<std::uint64_t> occupied_;
    buffer<buffer<Item>> spare_;
    buffer<Item> scratch_;
    four_ary_heap<keyed_item, keyed_before> late_;
    four_ary_heap<keyed_item, keyed_before> far_;
    Key origin_ = 0;          // the key of slot 0
    std::size_t reach_ = 0;   // the slots below it are in use
    std::size_t cursor_ = 0;  // no slot below it is occupied
    bool falls_ = false;      // a key below the row was seen
    bool was_taken_ = false;  // a bucket was emptied, at the cursor the last one
    std::size_t near_ = 0;    // items in the row
    std::uint64_t turns_ = 1;
    // `first_` is before all items in the buckets and the heaps: either it waits to be taken
    // itself, or it was the last to be taken. What is before it is therefore before all others.
    bool waits_ = false;
    Key first_key_ = 0;
    Item first_{};
};

}  // namespace senda::detail

namespace senda {

/// A priority queue for whole numbers that keeps to a limit on memory.
using detail::bucket_queue;

}  // namespace senda
