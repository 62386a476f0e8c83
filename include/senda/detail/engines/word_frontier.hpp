// SPDX-License-Identifier: MIT
// What A* on small hashed nodes knows: costs in buckets of a cache line, a queue by f and h, the
// tree and what the limit left out.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
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

    /// Whether it grows soon, so that tables of several threads can grow at the same time.
    [[nodiscard]] bool is_nearly_full() const noexcept { return size_ > room_ - room_ / 8; }
    /// Grows before it must, if it is to grow soon or not much later.
    template <class G>
    void grow_early(const G& g) {
        if (size_ > room_ - room_ / 4) (void)grow(g);
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

/// All of a search, or a shard of it. Nodes are taken and looked up some at a time: they wait for
/// memory together.
template <class Node, std::signed_integral C>
struct word_frontier {
    using word = node_word<Node>;
    using table = bucketed_cost_table<Node, C>;
    using key = typename table::key;

    static constexpr std::size_t batch = 32;    // nodes that are taken at once,
    static constexpr std::size_t at_once = 64;  // and that are looked up

    /// How a node that was expanded was reached; one that waits; and one that was just met.
    struct expansion {
        word node;
        std::uint32_t by;  // which expansion reached it
    };
    struct reached {
        word node;
        word from;
        std::uint32_t by;
    };
    struct waiting {
        key k;
        reached w;
        C g;
    };
    struct pruned_word {
        word node;
        C through;  // paths through it cost so much, at least
    };

    explicit word_frontier(memory_budget& budget) noexcept
        : known(budget), open(budget), tree(budget), pruned(budget) {}

    /// Takes up to `wanted` nodes of the smallest f out; how many.
    template <class G>
    [[nodiscard]] std::size_t take(const G& g, C f, std::size_t wanted,
                                   std::array<waiting, batch>& taken) {
        std::size_t count = 0;
        while (count < wanted && !open.empty() && open.min_f() == f) {
            const auto first = open.pop();
            taken[count++] = expect(g, first.item, static_cast<C>(f - first.h));
        }
        return count;
    }

    /// Fetches what is needed to look a node up.
    template <class G>
    [[nodiscard]] SENDA_ALWAYS_INLINE waiting expect(const G& g, const reached& w, C cost) const {
        const key k = table::key_of(g, node_of_word<Node>(w.node));
        known.fetch(k);
        return {k, w, cost};
    }

    /// Looks nodes up and queues those with a better path, sorted out without unpredictable
    /// branches; false if there is no room.
    template <class G, class H>
    [[nodiscard]] bool receive(const G& g, H& h, const cost_bounds<C>& bounds,
                               std::array<waiting, at_once>& met, std::size_t count) {
        const bool fits = known.make_room(g, count);
        const C most = bounds.cost_limit();
        bool has_room = true;
        std::size_t better = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const waiting next = met[i];
            if (!fits && !known.make_room(g, 1)) [[unlikely]] {
                has_room = false;
                break;
            }
            if (next.g > most) [[unlikely]] {
                has_room = prune(next.w.node, next.g) && has_room;
                continue;
            }
            met[better] = next;
            better += known.improve(next.k, node_of_word<Node>(next.w.node), next.g) ? 1 : 0;
        }
        for (std::size_t i = 0; i < better; ++i)
            if (!enqueue(h, bounds, met[i])) has_room = false;
        return has_room;
    }

    /// Notes what the limit on costs left out for good: what was expanded later, by a path within
    /// the limit, was not.
    template <class G, class H>
    SENDA_COLD void note_pruned(const G& g, H& h, cost_bounds<C>& bounds) {
        for (const auto& [w, through] : pruned) {
            const Node node = node_of_word<Node>(w);
            if (known.was_expanded(table::key_of(g, node), node)) continue;
            if (as_estimate<C>(h(node)) != infinite<C>) bounds.prune(through);
        }
    }

    table known;
    two_key_queue<C, reached> open;
    buffer<expansion> tree;  // in the order of expansion
    buffer<pruned_word> pruned;

private:
    template <class H>
    [[nodiscard]] bool enqueue(H& heuristic, const cost_bounds<C>& bounds, const waiting& next) {
        const auto h = as_estimate<C>(heuristic(node_of_word<Node>(next.w.node)));
        const C f = bounds.through(next.g, h);
        // Not h, which may have been cut short: g is what is left of f.
        if (bounds.admits(f)) [[likely]]
            return open.push(f, static_cast<C>(f - next.g), next.w);
        return h == infinite<C> || prune(next.w.node, f);  // else no goal follows
    }

    [[nodiscard]] SENDA_NOINLINE bool prune(const word& node, C through) {
        return pruned.push(node, through);
    }
};

}  // namespace senda::detail
