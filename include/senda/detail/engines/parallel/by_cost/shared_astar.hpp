// SPDX-License-Identifier: MIT
// A* on several threads: small hashed nodes in shards, whole-number costs.
#pragma once

#include <senda/detail/core/path.hpp>
#include <senda/detail/engines/parallel/by_cost/cost_rounds.hpp>
#include <senda/detail/engines/word_frontier.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace senda::detail {

/// The part of the budget that a shard draws on.
struct shard_budget {
    explicit shard_budget(memory_budget& whole) noexcept : budget(whole, 4096) {}
    memory_budget budget;
};

/// Some of the nodes with their queue; what two threads write is apart.
template <class Node, class C>
struct alignas(64) open_shard : round_shard<C>, shard_budget, word_frontier<Node, C> {
    /// A node that was met, on its way to its shard.
    struct message {
        typename open_shard::reached w;
        C g;
    };

    explicit open_shard(memory_budget& whole) noexcept
        : shard_budget(whole), open_shard::word_frontier(budget), outboxes(budget) {}

    template <class G>
    [[nodiscard]] bool prepare(const G&) {
        return this->known.prepare();
    }

    buffer<buffer<message>> outboxes;  // to each shard
    typename open_shard::expansion found{};
};

/// Goes on with a `batched_astar` by rounds.
template <class Search>
class shared_astar
    : public cost_rounds<shared_astar<Search>, Search,
                         open_shard<typename Search::types::node, typename Search::cost>> {
    using shard = open_shard<typename Search::types::node, typename Search::cost>;
    using base = cost_rounds<shared_astar, Search, shard>;
    friend base;
    using typename base::node_type, typename base::cost;
    using word = typename shard::word;
    using table = typename shard::table;
    using key = typename table::key;
    using reached = typename shard::reached;
    using waiting = typename shard::waiting;
    using message = typename shard::message;
    using id = std::uint32_t;

    static constexpr id none = std::numeric_limits<id>::max();

public:
    using base::base;

private:
    using base::bounds_, base::control_, base::graph_, base::heuristic_, base::search_,
        base::shards, base::shards_;

    [[nodiscard]] shard& shard_of(const word& w) {
        return shards_[shard_of_hash(table::key_of(graph_, node_of_word<node_type>(w)))];
    }

    /// Takes over what the search knows, but for its tree.
    [[nodiscard]] SENDA_COLD bool prepare() {
        auto& from = search_.nodes_;
        bool fits = from.known.for_each([&](const node_type& node, cost g, bool was_expanded) {
            const key k = table::key_of(graph_, node);
            shard& own = shards_[shard_of_hash(k)];
            if (!own.known.make_room(graph_, 1)) return false;
            (void)own.known.improve(k, node, g);
            if (was_expanded) (void)own.known.expand(k, node, g);
            return true;
        });
        from.known = table(control_.budget());
        while (fits && !from.open.empty()) {
            const auto first = from.open.pop();
            shard& own = shard_of(first.item.node);
            own.least = std::min(own.least, first.f);
            fits = own.open.push(first.f, first.h, first.item);
        }
        from.open = decltype(from.open)(control_.budget());
        for (const auto& left_out : from.pruned)
            fits = fits && shard_of(left_out.node).pruned.push(left_out);
        before_ = static_cast<id>(from.tree.size());
        return fits;
    }

    /// Expands some nodes of an f; false if the limit on expansions keeps it from that.
    [[nodiscard]] bool expand_some(shard& own, unsigned p, cost f) {
        const std::uint64_t room = own.quota - own.expanded;
        const auto wanted = static_cast<std::size_t>(
            std::clamp<std::uint64_t>(room, 1, std::uint64_t{shard::batch}));
        std::array<waiting, shard::batch> taken;
        const std::size_t count = own.take(graph_, f, wanted, taken);
        for (std::size_t i = 0; i < count; ++i) {
            const waiting& next = taken[i];
            const node_type node = node_of_word<node_type>(next.w.node);
            const auto [stale, again] = own.known.expand(next.k, node, next.g);
            if (stale) continue;
            if (search_.goal_(graph_, node)) {
                note_goal(own, next);
                continue;
            }
            if (room == 0) {
                own.is_over = true;
                return false;
            }
            own.reopened += again ? 1 : 0;
            expand_one(own, p, next, node);
        }
        return true;
    }

    SENDA_COLD void note_goal(shard& own, const waiting& at) const {
        if (!(at.g < own.found_cost)) return;
        own.found = {at.w.node, at.w.by};
        own.found_cost = at.g;
    }

    void expand_one(shard& own, unsigned p, const waiting& next, const node_type& node) {
        const std::uint64_t by = before_ + own.tree.size() * std::uint64_t{shards} + p;
        if (by >= none || !own.tree.push(next.w.node, next.w.by)) {
            own.is_full = true;
            return;
        }
        ++own.expanded;
        buffer<message>* const outboxes = own.outboxes.data();
        this->send_edges(own, node, next.g, [&](const node_type& to, cost g) {
            const word w = word_of(to);
            if (w == next.w.from) return true;  // straight back is no cheaper path
            return outboxes[shard_of_hash(table::key_of(graph_, to))].push(
                reached{w, next.w.node, static_cast<id>(by)}, g);
        });
    }

    /// Reads what another thread wrote, all at once.
    static void fetch(const buffer<message>& box) noexcept {
        const auto* const bytes = reinterpret_cast<const char*>(box.data());
        for (std::size_t at = 0; at < box.size() * sizeof(message); at += 64) prefetch(bytes + at);
    }

    void receive(shard& own, unsigned p) {
        std::array<waiting, shard::at_once> met;
        std::size_t count = 0;
        const auto look_up = [&] {
            if (!own.is_full) own.is_full = !own.receive(graph_, heuristic_, bounds_, met, count);
            count = 0;
        };
        for (unsigned from = 0; from < shards; ++from) {
            if (from + 1 < shards) fetch(shards_[from + 1].outboxes[p]);
            for (const message& m : shards_[from].outboxes[p]) {
                met[count++] = own.expect(graph_, m.w, m.g);
                if (count == shard::at_once) look_up();
            }
        }
        look_up();
    }

    SENDA_COLD void note_pruned() {
        for (shard& own : shards_) own.note_pruned(graph_, heuristic_, bounds_);
    }

    struct parent_cursor {
        const shared_astar* search;
        typename shard::expansion at;

        [[nodiscard]] node_type node() const { return node_of_word<node_type>(at.node); }
        [[nodiscard]] bool at_start() const { return at.by == none; }
        void go_back() {
            const id before = search->before_;
            if (at.by < before) {
                at = search->search_.nodes_.tree[at.by];
            } else {
                const id number = at.by - before;
                at = search->shards_[number % shards].tree[number / shards];
            }
        }
    };

    id before_ = 0;  // expansions of the search that was taken over have lower numbers
};

}  // namespace senda::detail
