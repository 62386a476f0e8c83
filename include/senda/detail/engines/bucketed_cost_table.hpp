// SPDX-License-Identifier: MIT
// The costs of small hashed nodes in buckets of a cache line: a look-up is one access to memory.
#pragma once

#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace senda::detail {

template <class Node, std::signed_integral C>
class bucketed_cost_table {
    using word = node_word<Node>;
    static constexpr std::size_t most = 64 / (sizeof(word) + sizeof(C));
    static constexpr unsigned fewest_bits = 2;  // four buckets

    // A cost is kept plus one, since 0 marks a gap; negated once its node was expanded.
    struct bucket {
        word keys[most];
        C marks[most];
    };

public:
    using key = std::uint64_t;

    explicit bucketed_cost_table(memory_budget& budget) noexcept : buckets_(budget) {}

    template <class G>
    [[nodiscard]] static key key_of(const G& g, const Node& node) {
        return hash_in(g, node);
    }

    [[nodiscard]] bool prepare() {
        if (!buckets_.assign_zeros(std::size_t{1} << fewest_bits)) return false;
        set_bits(fewest_bits);
        return true;
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    void fetch(key k) const noexcept { prefetch_to_write(buckets_.data() + home(k)); }

    /// Makes room for `count` more: grows at 5/8; where the budget forbids that, fills up to 15/16.
    template <class G>
    [[nodiscard]] bool make_room(const G& g, std::size_t count) {
        while (size_ + count > room_) {
            if (grow(g)) continue;
            const std::size_t slots = buckets_.size() * most;
            room_ = slots - slots / 16;
            return size_ + count <= room_;
        }
        return true;
    }

    /// Notes the cost of a node, for which there must be room; false if it is no improvement.
    [[nodiscard]] SENDA_ALWAYS_INLINE bool improve(key k, const Node& node, C cost) noexcept {
        const word w = word_of(node);
        for (std::size_t at = home(k), away = 0;; at = (at + 1) & mask_, ++away) {
            bucket& here = buckets_[at];
            const std::size_t found = find_in(here, w);
            const bool hit = found != 0;
            const std::size_t place = hit ? found - 1 : used_of(here);
            if (place == most) [[unlikely]]
                continue;
            const C known = here.marks[place];
            const bool better = !hit || cost + 1 < magnitude(known);
            here.keys[place] = w;
            here.marks[place] = better ? (known < 0 ? -(cost + 1) : cost + 1) : known;
            size_ += hit ? 0 : 1;
            reach_ = std::max(reach_, away);
            return better;
        }
    }

    /// What taking a node from the queue says of it.
    struct taken {
        bool stale;  // a cheaper path to it was found since
        bool again;  // it was expanded before
    };
    /// Marks a node that was reached at a cost as expanded.
    [[nodiscard]] taken expand(key k, const Node& node, C cost) noexcept {
        C& mark = *find(k, node);
        if (cost + 1 > magnitude(mark)) return {true, false};
        const bool again = mark < 0;
        mark = -(cost + 1);
        return {false, again};
    }
    [[nodiscard]] bool was_expanded(key k, const Node& node) noexcept {
        const C* const mark = find(k, node);
        return mark != nullptr && *mark < 0;
    }

    /// Calls `take(node, cost, was_expanded)` for each node while it answers true; whether it did.
    template <class Take>
    [[nodiscard]] bool for_each(Take&& take) const {
        for (const bucket& here : buckets_) {
            for (std::size_t i = 0; i < most && here.marks[i] != 0; ++i) {
                const C mark = here.marks[i];
                if (!take(node_of_word<Node>(here.keys[i]), magnitude(mark) - 1, mark < 0))
                    return false;
            }
        }
        return true;
    }

private:
    /// Where a node is in a bucket, from 1, or 0; without a branch, which would predict badly.
    [[nodiscard]] SENDA_ALWAYS_INLINE static std::size_t find_in(const bucket& here,
                                                                 const word& w) noexcept {
        std::size_t found = 0;
        for (std::size_t i = 0; i < most; ++i) {
            const auto same = static_cast<std::size_t>(here.keys[i] == w) &
                              static_cast<std::size_t>(here.marks[i] != 0);
            found += (i + 1) & (std::size_t{0} - same);
        }
        return found;
    }
    /// How many nodes are in a bucket, which is filled from its begin.
    [[nodiscard]] static std::size_t used_of(const bucket& here) noexcept {
        std::size_t used = 0;
        for (std::size_t i = 0; i < most; ++i) used += here.marks[i] != 0 ? 1 : 0;
        return used;
    }

    [[nodiscard]] static C magnitude(C mark) noexcept { return mark < 0 ? -mark : mark; }

    /// The mark of a node; null if it was never met.
    [[nodiscard]] C* find(key k, const Node& node) noexcept {
        const word w = word_of(node);
        for (std::size_t at = home(k);; at = (at + 1) & mask_) {
            const std::size_t found = find_in(buckets_[at], w);
            if (found != 0) return &buckets_[at].marks[found - 1];
            if (used_of(buckets_[at]) < most) return nullptr;
        }
    }

    [[nodiscard]] std::size_t home(key k) const noexcept {
        return static_cast<std::size_t>(k >> (64 - bits_));
    }

    void set_bits(unsigned bits) noexcept {
        bits_ = bits;
        mask_ = buckets_.size() - 1;
        room_ = buckets_.size() * most / 8 * 5;
    }

    // Bucket i splits into 2i and 2i + 1, from the last to the first in place. The few nodes near
    // the ends of the table for which that does not hold wait until all is done.
    template <class G>
    bool grow(const G& g) {
        constexpr std::size_t widest = 64;
        if (bits_ + 1 >= std::numeric_limits<std::size_t>::digits - 6) return false;
        const std::size_t before = buckets_.size();
        if (reach_ > widest) return grow_apart(g);
        if (!buckets_.extend_zeros(2 * before)) return false;
        set_bits(bits_ + 1);
        reach_ = 0;
        std::array<bucket, 4 * widest> strays{};
        std::size_t stray = 0;
        for (std::size_t at = before; at-- > 0;) {
            const bucket from = buckets_[at];
            buckets_[at] = bucket{};
            for (std::size_t i = 0; i < most && from.marks[i] != 0; ++i) {
                const std::size_t own = home(key_of(g, node_of_word<Node>(from.keys[i])));
                if (own >= at && put(own, from, i, buckets_.size())) continue;
                strays[stray / most].keys[stray % most] = from.keys[i];
                strays[stray / most].marks[stray % most] = from.marks[i];
                ++stray;
            }
        }
        for (std::size_t i = 0; i < stray; ++i) {
            const bucket& from = strays[i / most];
            const std::size_t own = home(key_of(g, node_of_word<Node>(from.keys[i % most])));
            (void)put(own, from, i % most, 2 * buckets_.size());
        }
        return true;
    }

    /// Grows into a second table, for hashes so poor that nodes stand far from where they belong.
    template <class G>
    SENDA_NOINLINE bool grow_apart(const G& g) {
        buffer<bucket> larger(buckets_.budget());
        if (!larger.assign_zeros(2 * buckets_.size())) return false;
        std::swap(larger, buckets_);
        set_bits(bits_ + 1);
        reach_ = 0;
        for (const bucket& from : larger) {
            for (std::size_t i = 0; i < most && from.marks[i] != 0; ++i) {
                const std::size_t own = home(key_of(g, node_of_word<Node>(from.keys[i])));
                (void)put(own, from, i, 2 * buckets_.size());
            }
        }
        return true;
    }

    /// Puts the `i`-th node of a bucket at `own` or behind it, before `end`; false without a gap.
    bool put(std::size_t own, const bucket& from, std::size_t i, std::size_t end) noexcept {
        for (std::size_t at = own; at < end; ++at) {
            bucket& here = buckets_[at & mask_];
            const std::size_t used = used_of(here);
            if (used == most) continue;
            here.keys[used] = from.keys[i];
            here.marks[used] = from.marks[i];
            reach_ = std::max(reach_, at - own);
            return true;
        }
        return false;
    }

    buffer<bucket> buckets_;
    unsigned bits_ = 0;
    std::size_t mask_ = 0;
    std::size_t size_ = 0;
    std::size_t room_ = 0;
    std::size_t reach_ = 0;  // how many buckets behind its own a node may stand
};

}  // namespace senda::detail
