// SPDX-License-Identifier: MIT
// Breadth-first search of numbered nodes on several threads.
#pragma once

#include <senda/detail/engines/parallel/parallel_tuning.hpp>
#include <senda/detail/engines/parallel/shared_layers.hpp>
#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/goal.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>

namespace senda::detail {

/// The nodes of a shard. Which are known is noted elsewhere, for all shards.
template <class Node, class Record, class Id>
class listed_nodes {
public:
    using entry = node_entry<Node, Record>;
    using key = std::size_t;
    static constexpr Id none = std::numeric_limits<Id>::max();
    static constexpr bool is_hashed = false;
    static constexpr bool has_appender = false;

    explicit listed_nodes(memory_budget& budget) noexcept : list(budget) {}

    template <class G>
    [[nodiscard]] static bool prepare(const G&) noexcept {
        return true;
    }
    [[nodiscard]] std::size_t size() const noexcept { return list.size(); }
    [[nodiscard]] const Node& node(std::size_t i) const noexcept { return list[i].node; }
    [[nodiscard]] const Record& record(std::size_t i) const noexcept { return list[i].record; }

    buffer<entry> list;
};

/// Goes on with a `bfs_search`. Nodes whose numbers are near each other belong to the same shard:
/// on a map most edges lead to the shard where they begin, which takes in what is new at once.
template <class Search>
class shared_numbered_bfs
    : public shared_layers<
          shared_numbered_bfs<Search>, Search,
          listed_nodes<typename Search::types::node, typename Search::record, std::uint32_t>, 32> {
    using base = shared_layers<
        shared_numbered_bfs, Search,
        listed_nodes<typename Search::types::node, typename Search::record, std::uint32_t>, 32>;
    friend base;
    using typename base::types, typename base::graph, typename base::store, typename base::record,
        typename base::action, typename base::node_type, typename base::id, typename base::shard,
        typename base::message;
    using entry = typename store::entry;
    using base::shards, base::most_in_shard, base::interval, base::number;
    using word = unsigned long long;
    using shard_set = std::uint32_t;
    static constexpr std::size_t least_shard = 512;  // bits that fill a cache line

public:
    static constexpr const parallel_tuning& tuning = numbered_tuning;

    shared_numbered_bfs(Search& search, unsigned threads, const parallel_tuning& how)
        : base(search, threads, how), known_(search.control_.budget()) {}

private:
    using base::how_, base::search_, base::graph_, base::goal_, base::control_, base::shards_,
        base::is_last_, base::most_;

    [[nodiscard]] unsigned shard_of(std::size_t key) const noexcept {
        return static_cast<unsigned>(key >> shift_);
    }

    /// Gives the nodes of the search to their shards, in their order.
    [[nodiscard]] bool distribute() {
        const std::size_t bound = index_bound_of(graph_);
        shift_ =
            static_cast<std::size_t>(std::bit_width(std::max(bound / shards, least_shard - 1)));
        buffer<id> numbers(control_.budget());
        const std::size_t count = search_.store_.size();
        if (!known_.assign_zeros(bound / 64 + 1) || !numbers.reserve(count)) return false;
        const auto level = search_.level_of_next();
        base::depth_ = level.depth;
        for (std::size_t i = 0; i < count; ++i) {
            const node_type& node = search_.store_.node(i);
            const std::size_t key = index_in(graph_, node);
            const unsigned p = shard_of(key);
            shard& own = shards_[p];
            const id parent = search_.parents_[i];
            (void)numbers.push(number(own.nodes.size(), p));
            if (!own.nodes.list.push(node, search_.store_.record(i)) ||
                !own.parents.push(parent == store::none ? parent : numbers[parent])) {
                return false;
            }
            known_[key / 64] |= word{1} << key % 64;
            own.next += i < search_.next_ ? 1 : 0;
            own.layer_end += i < level.end ? 1 : 0;
        }
        return true;
    }

    void do_round(std::uint64_t nodes) {
        std::uint64_t most = 0;
        for (const shard& own : shards_) most = std::max(most, own.expanded);
        // What is all in one shard is for one thread.
        this->template share<&shared_numbered_bfs::expand>(
            nodes - most < how_.min_batch / 2 ? 0 : nodes);
        std::uint64_t sent = 0;
        receivers_ = 0;
        for (unsigned p = 0; p < shards; ++p) {
            if (sent_to_[p] == 0) continue;
            receivers_ |= sent_to_[p];
            sent += shards_[p].sent;
        }
        if (sent != 0) this->template share<&shared_numbered_bfs::receive>(sent);
    }

    SENDA_FLATTEN void expand(unsigned p) {
        shard& own = shards_[p];
        for (shard_set to = std::exchange(sent_to_[p], 0); to != 0; to &= to - 1)
            own.outboxes[static_cast<std::size_t>(std::countr_zero(to))].clear();
        if (own.expanded == 0) return;
        own.sent = 0;
        if (is_last_) [[unlikely]]
            return look_over_limit(own);
        const bool has_deadline_or_stop = control_.has_deadline_or_stop();
        word* const known = known_.data();
        const std::size_t shift = shift_;
        entry* list = own.nodes.list.data();
        id* parents = own.parents.data();
        std::size_t size = own.nodes.size();
        std::size_t room = common_room(own);
        const std::size_t first = own.next;
        std::size_t next = first;
        std::uint64_t edges = 0;
        for (; next != own.round_end && own.sent < most_ && own.is_going_on(); ++next) {
            if (has_deadline_or_stop && (next - first) % interval == 0 && control_.must_stop()) {
                own.must_stop = true;
                break;
            }
            const node_type node = list[next].node;
            const id from = number(next, p);
            for_each_successor<types>(graph_, node, [&](auto&& to, auto, action a) {
                ++edges;
                const std::size_t key = index_in(graph_, to);
                if (key >> shift != p) [[unlikely]]
                    return send(own, p, key, to, from, record{std::move(a)});
                if (size == room) [[unlikely]] {
                    own.nodes.list.set_size(size);
                    if (!make_room(own)) return;
                    list = own.nodes.list.data();
                    parents = own.parents.data();
                    room = common_room(own);
                }
                const bool is_new = note(known[key / 64], key);
                ::new (static_cast<void*>(list + size)) entry(to, record{std::move(a)});
                parents[size] = from;
                size += is_new ? 1 : 0;
                if ((is_compared || is_new) && goal_(graph_, to)) [[unlikely]]
                    note_goal(own, size, is_new);
            });
        }
        own.nodes.list.set_size(size);
        own.parents.set_size(size);
        own.expanded = next - first;
        own.next = next;
        own.generated = edges;
    }
    static constexpr bool is_compared =
        std::same_as<decltype(Search::goal_), node_goal<graph, node_type>>;

    // Out of line: a branch on whether a node is new is hard to predict.
    SENDA_COLD static void note_goal(shard& own, std::size_t size, bool is_new) noexcept {
        if (is_new && own.found == store::none) own.found = static_cast<id>(size - 1);
    }

    /// Notes that a node is known; whether it was not. Other shards may look at the same time.
    [[nodiscard]] SENDA_ALWAYS_INLINE static bool note(word& around, std::size_t key) noexcept {
        const word bit = word{1} << key % 64;
        const word before = around;
        store_relaxed(around, before | bit);
        return (before & bit) == 0;
    }

    /// Sends a node to its shard unless it is known there: what is first to reach it from within is
    /// its parent in any case.
    void send(shard& own, unsigned p, std::size_t key, const node_type& node, id from,
              const record& how) {
        ++own.sent;  // also if it is not: rounds must not depend on which was faster
        if ((load_relaxed(known_[key / 64]) >> key % 64 & 1) != 0) return;
        const unsigned to = shard_of(key);
        sent_to_[p] |= shard_set{1} << to;
        if (!shard::send(own.outboxes[to], node, from, 0, how)) own.is_full = true;
    }

    [[nodiscard]] static std::size_t common_room(shard& own) noexcept {
        return std::min(
            {own.nodes.list.capacity(), own.parents.capacity(), std::size_t{most_in_shard}});
    }
    [[nodiscard]] SENDA_COLD static bool make_room(shard& own) {
        own.parents.set_size(own.nodes.size());
        const std::size_t size = own.nodes.size();
        own.is_full = own.is_full || size == most_in_shard ||
                      (own.nodes.list.capacity() == size && !own.nodes.list.grow()) ||
                      (own.parents.capacity() == size && !own.parents.grow());
        return !own.is_full;
    }

    /// Takes in what was sent to a shard, in the order of the senders.
    void receive(unsigned p) {
        if ((receivers_ >> p & 1) == 0) return;
        shard& own = shards_[p];
        for (unsigned from = 0; from < shards; ++from) {
            if ((sent_to_[from] >> p & 1) == 0) continue;
            for (const message& m : shards_[from].outboxes[p]) {
                if (!own.is_going_on()) return;
                const std::size_t key = index_in(graph_, m.node);
                if (!note(known_[key / 64], key)) continue;
                if (own.nodes.size() == common_room(own) && !make_room(own)) return;
                if (goal_(graph_, m.node)) own.found = static_cast<id>(own.nodes.size());
                (void)own.nodes.list.push(m.node, m.how);
                (void)own.parents.push(m.parent);
            }
        }
    }

    // At the limit on costs a node that is new is left out, and says that the limit is in the way.
    SENDA_COLD void look_over_limit(shard& own) {
        const std::size_t first = own.next;
        for (; own.next != own.round_end && !own.is_over_limit; ++own.next) {
            for_each_successor<types>(
                graph_, own.nodes.node(own.next), [&](auto&& to, auto, action) {
                    ++own.generated;
                    const std::size_t key = index_in(graph_, to);
                    own.is_over_limit =
                        own.is_over_limit || (known_[key / 64] >> key % 64 & 1) == 0;
                });
        }
        own.expanded = own.next - first;
    }

    std::size_t shift_ = 0;  // log2 of the nodes of a shard
    buffer<word> known_;
    shard_set sent_to_[shards] = {};  // by each shard in the round,
    shard_set receivers_ = 0;         // and by all of them
};

}  // namespace senda::detail
