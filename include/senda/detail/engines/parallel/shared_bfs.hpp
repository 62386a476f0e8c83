// SPDX-License-Identifier: MIT
// Breadth-first search of hashed nodes on several threads.
#pragma once

#include <senda/detail/engines/parallel/parallel_tuning.hpp>
#include <senda/detail/engines/parallel/shared_layers.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/goal.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace senda::detail {

/// Goes on with a `bfs_search`. The hash of a node says to which shard it belongs.
template <class Search>
class shared_bfs : public shared_layers<shared_bfs<Search>, Search, typename Search::store, 32> {
    using base = shared_layers<shared_bfs, Search, typename Search::store, 32>;
    friend base;
    using base::shards, base::most_in_shard, base::interval, base::number;
    using typename base::types, typename base::graph, typename base::store, typename base::record,
        typename base::action, typename base::node_type, typename base::id, typename base::shard,
        typename base::message;

    static constexpr std::size_t at_once = 64;  // look-ups that wait for memory together

public:
    static constexpr parallel_tuning tuning{};

    shared_bfs(Search& search, unsigned threads, const parallel_tuning& how)
        : base(search, threads, how) {}

private:
    using base::how_, base::search_, base::graph_, base::goal_, base::control_, base::shards_,
        base::depth_, base::is_last_, base::most_;

    [[nodiscard]] static unsigned shard_of(std::uint64_t hash) noexcept {
        return static_cast<unsigned>(hash % shards);  // tables use the upper bits
    }
    void do_round(std::uint64_t nodes) {
        this->template share<&shared_bfs::expand>(nodes);
        this->template share<&shared_bfs::receive>(nodes);
    }

    /// Sends the nodes of the search to their shards, in their order.
    [[nodiscard]] bool distribute() {
        const std::size_t count = search_.store_.size();
        const auto level = search_.level_of_next();
        depth_ = level.depth;
        buffer<id> numbers(control_.budget());
        if (!numbers.reserve(count)) return false;
        shard& sender = shards_[0];
        for (std::size_t i = 0; i < count; ++i) {
            const node_type& node = search_.store_.node(i);
            const std::uint64_t hash = hash_in(graph_, node);
            const unsigned p = shard_of(hash);
            const id parent = search_.parents_[i];
            (void)numbers.push(number(sender.outboxes[p].size(), p));
            if (!shard::send(sender.outboxes[p], node,
                             parent == store::none ? parent : numbers[parent], hash,
                             search_.store_.record(i))) {
                return false;
            }
            shards_[p].next += i < search_.next_ ? 1 : 0;
            shards_[p].layer_end += i < level.end ? 1 : 0;
        }
        this->template share<&shared_bfs::receive>(count);
        for (buffer<message>& box : sender.outboxes) box.release();
        bool fits = true;
        for (unsigned p = 0; p < shards; ++p) fits = fits && !shards_[p].is_full;
        return fits;
    }

    void expand(unsigned p) {
        shard& own = shards_[p];
        for (buffer<message>& box : own.outboxes) box.clear();
        buffer<message>* const outboxes = own.outboxes.data();
        const bool has_deadline_or_stop = control_.has_deadline_or_stop();
        const std::size_t first = own.next;
        std::size_t next = first;
        std::uint64_t edges = 0;
        std::uint64_t sent = 0;
        for (; next != own.round_end && sent < most_; ++next) {
            if (has_deadline_or_stop && (next - first) % interval == 0 && control_.must_stop()) {
                own.must_stop = true;
                break;
            }
            const auto& node = own.nodes.pinned(next);
            const id from = number(next, p);
            [[maybe_unused]] const auto back = node_before(own, next);
            for_each_successor<types>(graph_, node, [&](auto&& to, auto, action a) {
                ++edges;
                if constexpr (store::is_plain) {
                    if (to == back) return;
                }
                ++sent;
                const std::uint64_t hash = hash_in(graph_, to);
                if (!shard::send(outboxes[shard_of(hash)], std::forward<decltype(to)>(to), from,
                                 hash, record{std::move(a)})) [[unlikely]] {
                    own.is_full = true;
                }
            });
        }
        own.next = next;
        own.expanded = next - first;
        own.generated = edges;
    }

    /// The node from which one was reached, which many lead back to; itself if it is a start.
    [[nodiscard]] auto node_before(const shard& own, std::size_t at) const noexcept {
        if constexpr (store::is_plain) {
            const std::size_t soon = std::min(at + 16, own.round_end - 1);
            prefetch(&node_or_start(own.parents[soon], own, soon));
            return node_or_start(own.parents[at], own, at);
        } else {
            return nullptr;  // not worth a copy
        }
    }
    [[nodiscard]] const node_type& node_or_start(id from, const shard& own,
                                                 std::size_t at) const noexcept {
        return from == store::none ? own.nodes.node(at)
                                   : shards_[from % shards].nodes.node(from / shards);
    }

    void receive(unsigned p) {
        shard& own = shards_[p];
        if (is_last_) [[unlikely]] {
            for_each_batch(own, p, [&](batch sent) { look_over_limit(own, sent); });
        } else if constexpr (store::has_appender) {
            append_all(own, p);
        } else {
            for_each_batch(own, p, [&](batch sent) { intern(own, sent); });
        }
    }

    /// Some of what was sent to a shard.
    struct batch {
        message* sent = nullptr;
        std::size_t count = 0;

        [[nodiscard]] message* begin() const noexcept { return sent; }
        [[nodiscard]] message* end() const noexcept { return sent + count; }
    };
    /// What was sent to a shard, in the order of the senders.
    class mail {
    public:
        mail(node_shards<shard, shards>& all, unsigned to) noexcept : all_(all), to_(to) {}

        /// The next batch; empty at the end.
        [[nodiscard]] batch next() noexcept {
            for (; from_ < shards; ++from_, read_ = 0) {
                buffer<message>& box = all_[from_].outboxes[to_];
                const std::size_t first = read_;
                if (first == box.size()) continue;
                read_ = std::min(first + at_once, box.size());
                return {box.data() + first, read_ - first};
            }
            return {};
        }

    private:
        node_shards<shard, shards>& all_;
        unsigned to_;
        unsigned from_ = 0;
        std::size_t read_ = 0;
    };
    template <class Take>
    void for_each_batch(const shard& own, unsigned p, Take&& take) {
        mail sent(shards_, p);
        for (batch b = sent.next(); b.count != 0 && own.is_going_on(); b = sent.next()) take(b);
    }

    // At the limit on costs a node that is new is left out, and says that the limit is in the way.
    SENDA_COLD void look_over_limit(shard& own, batch sent) {
        for (const message& m : sent) {
            own.is_over_limit = own.is_over_limit || !own.nodes.contains(graph_, m.node);
        }
    }

    // Without a branch on whether a node is new, as `frontier_appender` does; while a batch is
    // looked up, the memory of the next is on its way.
    void append_all(shard& own, unsigned p) {
        typename store::appender list(own.nodes);
        using keys = std::array<typename store::key, at_once>;
        std::array<keys, 2> found;
        const auto ask_for = [&](batch b, keys& into) {
            for (std::size_t i = 0; i < b.count; ++i) {
                into[i] = shard::key_of(graph_, b.sent[i]);
                list.prefetch(into[i]);
            }
            return b;
        };
        mail sent(shards_, p);
        batch now = ask_for(sent.next(), found[0]);
        for (std::size_t turn = 0; now.count != 0 && own.is_going_on(); turn ^= 1) {
            const batch next = ask_for(sent.next(), found[turn ^ 1]);
            append(own, list, now, found[turn].data());
            now = next;
        }
        own.parents.set_size(list.size());
    }
    template <class Appender, class Key>
    SENDA_ALWAYS_INLINE void append(shard& own, Appender& list, batch sent, const Key* keys) {
        const bool fits = make_room(own, list, sent.count);
        for (const message& m : sent) {
            if (!fits && !make_room(own, list, 1)) [[unlikely]] {
                own.is_full = true;
                return;
            }
            const auto [at, fresh] = list.intern(*keys++, m.node, m.how);
            own.parents.data()[at] = m.parent;
            if ((is_compared || fresh) && goal_(graph_, m.node)) [[unlikely]] {
                own.found = at;
                return;
            }
        }
    }
    static constexpr bool is_compared =
        std::same_as<decltype(Search::goal_), node_goal<graph, node_type>>;

    template <class Appender>
    [[nodiscard]] static bool make_room(shard& own, Appender& list, std::size_t count) {
        const std::size_t size = list.size() + count;
        own.parents.set_size(list.size());
        if (size > most_in_shard || !list.make_room(count)) return false;
        while (own.parents.capacity() < size) {
            if (!own.parents.grow()) return false;
        }
        return true;
    }

    void intern(shard& own, batch sent) {
        if constexpr (requires { own.nodes.guess(shard::key_of(graph_, *sent.sent)); }) {
            for (const message& m : sent) own.nodes.touch(own.nodes.guess(m.k));
        }
        for (message& m : sent) {
            const auto [at, fresh] = own.nodes.intern(shard::key_of(graph_, m), std::move(m.node),
                                                      [&] { return std::move(m.how); });
            if (at > most_in_shard || (fresh && !own.parents.push(m.parent))) {
                own.is_full = true;
                return;
            }
            if (fresh && goal_(graph_, own.nodes.node(at))) {
                own.found = at;
                return;
            }
        }
    }
};

}  // namespace senda::detail
