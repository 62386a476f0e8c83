// SPDX-License-Identifier: MIT
// A priority queue of nodes by costs that never fall below the least: a radix heap (Ahuja,
// Mehlhorn, Orlin, Tarjan, Faster algorithms for the shortest path problem, 1990).
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

namespace senda::detail {

/// Items lie on a level by the highest bit in which their key differs from the least one that was
/// taken, above the last `NearBits`. The first level is spread when its turn comes: each item moves
/// a few times, in order through memory, however far keys are apart.
template <class Key, int NearBits, class Item>
class radix_levels {
    static constexpr std::size_t count = std::numeric_limits<Key>::digits - NearBits;
    static constexpr Key none = std::numeric_limits<Key>::max();

public:
    explicit radix_levels(memory_budget& budget) noexcept : levels_(budget) { least_.fill(none); }

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
    [[nodiscard]] std::size_t first() const noexcept {
        constexpr auto last = std::uint64_t{1} << (count - 1);  // compilers see that there is one
        return static_cast<std::size_t>(std::countr_zero(taken_ | last));
    }

    buffer_array<Item, count> levels_;
    std::array<Key, count> least_;  // the least key on each level
    std::uint64_t taken_ = 0;       // a bit for each level that is not empty
};

/// Whether a radix heap can hold numbers of nodes by their costs: by the bits of these, which are
/// in the same order as costs that are not negative.
template <class C, class Id>
concept RadixSorted =
    std::same_as<Id, std::uint32_t> && sizeof(C) <= 8 &&
    (std::integral<C> || (std::floating_point<C> && std::numeric_limits<C>::is_iec559));

/// Costs that differ from the least one that was taken in their last bits only have a bucket each.
/// The others lie on levels, and are spread when their turn comes.
template <RadixSorted<std::uint32_t> C>
class radix_queue {
    using key = std::conditional_t<sizeof(C) <= 4, std::uint32_t, std::uint64_t>;
    using id = std::uint32_t;
    struct item {
        key cost;
        id node;
    };
    static constexpr int near_bits = 6;
    static constexpr std::size_t near_count = std::size_t{1} << near_bits;
    using levels = radix_levels<key, near_bits, item>;

public:
    explicit radix_queue(memory_budget& budget) noexcept : buckets_(budget), far_(budget) {}

    [[nodiscard]] bool empty() const noexcept { return near_ == 0 && far_.empty(); }

    /// Adds a node of a cost that is no less than those that were taken; false if there is no room.
    [[nodiscard]] bool push(C cost, id node) { return push_key(key_of(cost), node); }

    /// The least cost; the queue must not be empty.
    [[nodiscard]] C min_key() const noexcept {
        return cost_of(near_ != 0 ? key_of_bucket(first_near()) : far_.least());
    }

    /// Takes all nodes of the least cost out and appends them; false if there is no room for them.
    /// `ahead(node)` is called some times for each node before its turn, the last time soon before.
    template <class Ahead>
    [[nodiscard]] bool pop_least(buffer<id>& out, Ahead&& ahead) {
        bool has_room = true;
        if (near_ == 0) {
            floor_ = far_.least();
            far_.spread([&](const item& i) {
                ahead(i.node);
                if (!push_key(i.cost, i.node)) has_room = false;
            });
        }
        if (near_ == 0) return false;  // there was no room for any
        const std::size_t first = first_near();
        floor_ = key_of_bucket(first);
        near_ &= near_ - 1;
        for (const id node : buckets_[first])
            if (!out.push(node)) has_room = false;
        buckets_[first].clear();
        return has_room;
    }

    void clear() noexcept {
        for (; near_ != 0; near_ &= near_ - 1) buckets_[first_near()].clear();
        far_.clear();
        floor_ = 0;
    }

private:
    [[nodiscard]] static key key_of(C cost) noexcept {
        if constexpr (std::integral<C>) {
            return static_cast<key>(cost);
        } else {
            return std::bit_cast<key>(cost + C{0});  // there is a zero that is negative
        }
    }
    [[nodiscard]] static C cost_of(key k) noexcept {
        if constexpr (std::integral<C>) {
            return static_cast<C>(k);
        } else {
            return std::bit_cast<C>(k);
        }
    }
    [[nodiscard]] std::size_t first_near() const noexcept {
        return static_cast<std::size_t>(std::countr_zero(near_));
    }
    [[nodiscard]] key key_of_bucket(std::size_t bucket) const noexcept {
        return (floor_ & ~key{near_count - 1}) | static_cast<key>(bucket);
    }

    [[nodiscard]] SENDA_ALWAYS_INLINE bool push_key(key cost, id node) {
        const key differing = cost ^ floor_;
        if (levels::is_far(differing)) return far_.push(cost, differing, item{cost, node});
        const auto bucket = static_cast<std::size_t>(cost % near_count);
        if (!buckets_[bucket].push(node)) return false;
        near_ |= std::uint64_t{1} << bucket;
        return true;
    }

    buffer_array<id, near_count> buckets_;
    levels far_;
    std::uint64_t near_ = 0;  // a bit for each bucket that is not empty
    key floor_ = 0;           // the least cost that was taken
};

/// The open list of a search whose costs never fall: nodes by cost, those of one cost first in,
/// first out, as `open_list` has them. A few are in a heap, which is made sooner.
template <RadixSorted<std::uint32_t> C>
class rising_open_list {
    using id = std::uint32_t;
    // Whole costs share buckets, so that these pay sooner.
    static constexpr std::size_t most_few = std::integral<C> ? 16 : 64;

public:
    explicit rising_open_list(memory_budget& budget) noexcept
        : budget_(&budget), few_(budget), due_(budget) {}

    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    [[nodiscard]] std::size_t size() const noexcept { return few_.size() + size_; }

    /// Adds a node; false if there is no room for it.
    [[nodiscard]] bool push(C f, C g, id node) {
        if (are_few_) return few_.push(f, g, node) && (few_.size() < most_few || sort_all());
        if (!later_->push(f, node)) return false;
        ++size_;
        return true;
    }

    /// The least cost; the list must not be empty.
    [[nodiscard]] C min_f() noexcept {
        if (are_few_) return few_.min_f();
        return next_ < due_.size() ? due_cost_ : later_->min_key();
    }

    /// Sees to it that the first node can be taken out; false if there is no room for that. The
    /// list must not be empty. `ahead(node)` is called for nodes some time before they are first.
    [[nodiscard]] bool make_ready() {
        return make_ready([](id) {});
    }
    template <class Ahead>
    [[nodiscard]] bool make_ready(Ahead&& ahead) {
        if (are_few_ || next_ < due_.size()) return true;
        due_cost_ = later_->min_key();
        due_.clear();
        next_ = 0;
        return later_->pop_least(due_, ahead);
    }

    /// Takes the first node out, which is ready.
    open_node<C, id> pop() {
        if (are_few_) return few_.pop();
        --size_;
        return {due_cost_, due_cost_, due_[next_++], {}};
    }

    void clear() noexcept {
        few_.clear();
        if (later_) later_->clear();
        due_.clear();
        next_ = size_ = 0;
        are_few_ = true;
    }

private:
    /// From now on there are many.
    SENDA_COLD bool sort_all() {
        are_few_ = false;
        if (!later_) later_.emplace(*budget_);
        while (!few_.empty()) {
            const auto first = few_.pop();
            if (!push(first.f, first.g, first.id)) return false;
        }
        return true;
    }

    memory_budget* budget_;
    open_list<C, id, ties::fifo, no_payload, queue_kind::heap> few_;
    std::optional<radix_queue<C>> later_;
    buffer<id> due_;        // those of one cost
    std::size_t next_ = 0;  // of which these are left
    std::size_t size_ = 0;  // of `due_` and `later_`
    C due_cost_ = 0;
    bool are_few_ = true;
};

/// The open list for a search whose costs never fall.
template <class C, class Id>
struct open_list_for_rising {
    using type = open_list<C, Id, ties::fifo>;
};
template <class C, class Id>
    requires RadixSorted<C, Id>
struct open_list_for_rising<C, Id> {
    using type = rising_open_list<C>;
};

}  // namespace senda::detail
