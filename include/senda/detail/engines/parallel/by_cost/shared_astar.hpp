// SPDX-License-Identifier: MIT
// A* on several threads: small hashed nodes in shards, whole-number costs.
#pragma once

#include <senda/detail/core/path.hpp>
#include <senda/detail/engines/bucketed_cost_table.hpp>
#include <senda/detail/engines/parallel/by_cost/cost_rounds.hpp>
#include <senda/detail/engines/two_key_queue.hpp>
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

/// Some of the nodes with their queue; what two threads write is apart.
template <class Node, class C>
struct alignas(64) open_shard : round_shard<C> {
    using word = node_word<Node>;
    using table = bucketed_cost_table<Node, C>;
    using reached = reached_word<word>;

    /// A node that was met, on its way to its shard.
    struct message {
        reached w;
        C g;
    };

    struct pruned_word {
        word node;
        C through;  // paths through it cost so much, at least
    };

    explicit open_shard(memory_budget& whole) noexcept
        : budget(whole, 4096),
          known(budget),
          open(budget),
          tree(budget),
          pruned(budget),
          outboxes(budget) {}

    template <class G>
    [[nodiscard]] bool prepare(const G&) {
        return known.prepare();
    }

    memory_budget budget;
    table known;
    two_key_queue<C, reached> open;
    buffer<expanded_word<word>> tree;  // in the order of expansion
    buffer<pruned_word> pruned;        // for the limit on costs
    buffer<buffer<message>> outboxes;  // to each shard
    expanded_word<word> found{};
};

/// Goes on with a `batched_astar` by rounds. `Search` has `hand_over(to)`, which tells what it
/// knows, and a tree of what it expanded.
template <class Search>
class shared_astar
    : public cost_rounds<shared_astar<Search>,
                         open_shard<typename Search::types::node, typename Search::cost>,
                         typename Search::cost> {
    using shard = open_shard<typename Search::types::node, typename Search::cost>;
    using base = cost_rounds<shared_astar, shard, typename Search::cost>;
    friend base;
    using types = typename Search::types;
    using graph = std::remove_cvref_t<decltype(Search::graph_)>;
    using node_type = typename types::node;
    using cost = typename Search::cost;
    using word = typename shard::word;
    using table = typename shard::table;
    using key = typename table::key;
    using reached = typename shard::reached;
    using message = typename shard::message;
    using id = std::uint32_t;

    static constexpr id none = std::numeric_limits<id>::max();
    static constexpr std::size_t batch = 32;  // nodes whose records wait for memory together
    static constexpr std::size_t at_once = 64;

    struct waiting {
        key k;
        reached w;
        cost g;
    };

    /// Messages whose look-ups wait for memory together.
    struct arrivals {
        std::array<const message*, at_once> sent;
        std::array<key, at_once> keys;
        std::size_t count = 0;
    };

public:
    using result_type = typename Search::result_type;

    shared_astar(Search& search, unsigned threads, const parallel_cost_tuning& how)
        : base(search.control_, search.bounds_, threads, how),
          search_(search),
          graph_(search.graph_),
          heuristic_(search.heuristic_) {}

    [[nodiscard]] static bool should_share(Search& search,
                                           const parallel_cost_tuning& how) noexcept {
        return base::is_enough(search.open_.size(), search.control_.budget(), how);
    }

    /// The answer as it stands.
    [[nodiscard]] SENDA_COLD result_type result() const {
        result_type r = search_.pathless_result();
        if (r.status == status::cost_limit) r.lower_bound = pruned_bound_;
        if (r.status == status::found) {
            r.cost = found_cost_;
            r.lower_bound = std::min(r.lower_bound, r.cost);
            append_path(parent_cursor{this, found_}, r.path, r.actions);
            append_actions<types>(graph_, r.path, r.actions);  // they are not kept
        }
        return r;
    }

    // What a search hands over; each is false if there is no room.

    [[nodiscard]] SENDA_COLD bool know(const node_type& node, cost g, bool is_expanded) {
        const key k = table::key_of(graph_, node);
        shard& own = shards_[shard_of(k)];
        if (!own.known.make_room(graph_, 1)) return false;
        (void)own.known.improve(k, node, g);
        if (is_expanded) (void)own.known.expand(k, node, g);
        return true;
    }
    [[nodiscard]] SENDA_COLD bool queue(cost f, cost h, const reached& w) {
        shard& own = shard_of(w);
        own.least = std::min(own.least, f);
        return own.open.push(f, h, w);
    }
    [[nodiscard]] SENDA_COLD bool prune(const word& w, cost through) {
        return shard_of(reached{w, w, none}).pruned.push(w, through);
    }

private:
    using base::bounds_, base::control_, base::expanded_, base::found_, base::found_cost_,
        base::shards, base::shards_;

    [[nodiscard]] static unsigned shard_of(key k) noexcept { return shard_of_hash(k); }
    [[nodiscard]] SENDA_COLD shard& shard_of(const reached& w) {
        return shards_[shard_of(table::key_of(graph_, node_of_word<node_type>(w.node)))];
    }

    [[nodiscard]] SENDA_COLD bool prepare() {
        if (!shards_.make(control_.budget(), graph_)) return false;
        before_ = search_.hand_over(*this);
        expanded_ = control_.expanded();
        return before_ != none;
    }

    /// Expands some nodes of an f; false if the limit on expansions keeps it from that.
    [[nodiscard]] bool expand_some(shard& own, unsigned p, cost f) {
        const std::uint64_t room = own.quota - own.expanded;
        const std::size_t wanted = room == 0      ? 1
                                   : room < batch ? static_cast<std::size_t>(room)
                                                  : batch;
        std::array<waiting, batch> taken;
        std::size_t count = 0;
        while (count < wanted && !own.open.empty() && own.open.min_f() == f) {
            const auto first = own.open.pop();
            const key k = table::key_of(graph_, node_of_word<node_type>(first.item.node));
            own.known.fetch(k);
            taken[count++] = {k, first.item, static_cast<cost>(f - first.h)};
        }
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
        std::uint64_t edges = 0;
        for_each_successor<types>(graph_, node, [&](const auto& to, cost step, const auto&) {
            ++edges;
            if (is_negative(step)) [[unlikely]] {
                own.is_negative = true;
                return;
            }
            const node_type met = to;
            const word w = word_of(met);
            if (w == next.w.from) return;  // straight back is no cheaper path
            const key k = table::key_of(graph_, met);
            if (!outboxes[shard_of(k)].push(reached{w, next.w.node, static_cast<id>(by)},
                                            add_costs(next.g, step))) [[unlikely]] {
                own.is_full = true;
            }
        });
        own.generated += edges;
    }

    /// Reads what another thread wrote, all at once.
    static void fetch(const buffer<message>& box) noexcept {
        const auto* const bytes = reinterpret_cast<const char*>(box.data());
        for (std::size_t at = 0; at < box.size() * sizeof(message); at += 64) prefetch(bytes + at);
    }

    void receive(shard& own, unsigned p) {
        arrivals some;
        for (unsigned from = 0; from < shards; ++from) {
            if (from + 1 < shards) fetch(shards_[from + 1].outboxes[p]);
            for (const message& m : shards_[from].outboxes[p]) {
                some.sent[some.count] = &m;
                some.keys[some.count] = table::key_of(graph_, node_of_word<node_type>(m.w.node));
                own.known.fetch(some.keys[some.count]);
                if (++some.count == at_once) receive(own, some);
            }
        }
        receive(own, some);
    }

    // What is better is sorted out without unpredictable branches, as `batched_astar` does.
    void receive(shard& own, arrivals& some) {
        std::array<const message*, at_once> better;
        std::size_t rest = 0;
        const bool fits = own.known.make_room(graph_, some.count);
        for (std::size_t i = 0; i < some.count && !own.is_full; ++i) {
            if (!fits && !own.known.make_room(graph_, 1)) {
                own.is_full = true;
                break;
            }
            better[rest] = some.sent[i];
            rest += improves(own, some.keys[i], *some.sent[i]) ? 1 : 0;
        }
        for (std::size_t i = 0; i < rest; ++i) enqueue(own, *better[i]);
        some.count = 0;
    }

    [[nodiscard]] SENDA_ALWAYS_INLINE bool improves(shard& own, key k, const message& m) const {
        if (!bounds_.admits(m.g)) [[unlikely]] {
            prune(own, m.w.node, m.g);
            return false;
        }
        return own.known.improve(k, node_of_word<node_type>(m.w.node), m.g);
    }

    void enqueue(shard& own, const message& m) const {
        const auto h = as_estimate<cost>(heuristic_(node_of_word<node_type>(m.w.node)));
        const cost f = bounds_.through(m.g, h);
        if (!bounds_.admits(f)) [[unlikely]] {
            if (h != infinite<cost>) prune(own, m.w.node, f);  // else no goal follows
            return;
        }
        if (!own.open.push(f, static_cast<cost>(f - m.g), m.w)) own.is_full = true;
    }

    SENDA_COLD static void prune(shard& own, const word& w, cost through) {
        if (!own.pruned.push(w, through)) own.is_full = true;
    }

    // What was left out may have been expanded later, by a path within the limit.
    SENDA_COLD void finish() {
        for (shard& own : shards_) {
            for (const auto& [w, through] : own.pruned) {
                const node_type node = node_of_word<node_type>(w);
                if (own.known.was_expanded(table::key_of(graph_, node), node)) continue;
                if (as_estimate<cost>(heuristic_(node)) == infinite<cost>) continue;
                pruned_bound_ = std::min(pruned_bound_, through);
            }
        }
        control_.end(pruned_bound_ == infinite<cost> ? status::exhausted : status::cost_limit);
    }

    struct parent_cursor {
        const shared_astar* search;
        expanded_word<word> at;

        [[nodiscard]] node_type node() const { return node_of_word<node_type>(at.node); }
        [[nodiscard]] bool at_start() const { return at.by == none; }
        void go_back() {
            const id before = search->before_;
            if (at.by < before) {
                at = search->search_.tree_[at.by];
            } else {
                const id number = at.by - before;
                at = search->shards_[number % shards].tree[number / shards];
            }
        }
    };

    Search& search_;
    const graph& graph_;
    const std::remove_reference_t<decltype(Search::heuristic_)>& heuristic_;
    id before_ = 0;  // expansions of the search that was taken over have lower numbers
    cost pruned_bound_ = infinite<cost>;  // the least f that was left out
};

}  // namespace senda::detail
