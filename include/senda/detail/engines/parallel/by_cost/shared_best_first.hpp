// SPDX-License-Identifier: MIT
// Dijkstra's algorithm and A* on several threads: nodes of any type, costs of any type.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/engine_list.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/engines/best_first.hpp>
#include <senda/detail/engines/parallel/by_cost/cost_rounds.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// Some of the nodes of a search by f; what two threads write is apart.
template <class G, class Node, class C, ties Ties>
struct alignas(64) stored_shard : round_shard<C> {
    using id = std::uint32_t;

    struct record {
        C g;
        id parent;  // by the number it has among all shards
        node_state state;
    };
    using store = node_store<G, Node, record, id>;

    /// A node that was met, on its way to its shard.
    struct message {
        Node node;
        typename store::key k;
        C g;
        id parent;
    };

    explicit stored_shard(memory_budget& whole) noexcept
        : budget(whole, 4096), nodes(budget), open(budget), outboxes(budget) {}

    [[nodiscard]] bool prepare(const G& g) { return placement<G, Node>::prepare(nodes, g); }

    memory_budget budget;
    store nodes;
    open_list<C, id, Ties> open;
    buffer<buffer<message>> outboxes;  // to each shard
    cost_bounds<C> bounds{limits{}};   // for what is left out
    id found{};                        // by its number among all shards
};

/// Goes on with a `best_first` search, without a weight, by rounds.
template <class Search>
class shared_best_first
    : public cost_rounds<shared_best_first<Search>, Search, typename Search::shard> {
    using shard = typename Search::shard;
    using base = cost_rounds<shared_best_first, Search, shard>;
    friend base;
    using typename base::graph, typename base::node_type, typename base::cost;
    using store = typename shard::store;
    using places = placement<graph, node_type>;
    using message = typename shard::message;
    using id = typename shard::id;

    static constexpr id none = std::numeric_limits<id>::max();
    static constexpr id most_in_shard = none / cost_shards - 1;
    static constexpr std::size_t at_once = 32;  // look-ups that wait for memory together

public:
    using base::base;

private:
    using base::bounds_, base::control_, base::graph_, base::heuristic_, base::search_,
        base::shards, base::shards_;

    [[nodiscard]] static id number(id in_shard, unsigned p) noexcept {
        return in_shard * shards + p;
    }

    /// Takes over what the search knows.
    [[nodiscard]] SENDA_COLD bool prepare() {
        buffer<id> numbers(control_.budget());
        if (!numbers.reserve(search_.store_.size())) return false;
        for (shard& own : shards_) own.bounds = cost_bounds<cost>(control_.limits());
        for (std::size_t i = 0; i < search_.store_.size(); ++i) {
            const node_type& node = search_.store_.node(i);
            const auto& known = search_.store_.record(i);
            const auto [p, k] = places::of(graph_, node);
            shard& own = shards_[p];
            const id n = own.nodes.add(own.nodes.look_up(k, node), k, node,
                                       {known.g, known.parent, known.state});
            if (n > most_in_shard) return false;
            (void)numbers.push(number(n, p));
            if (known.state == node_state::pruned) own.bounds.prune(bounds_.pruned_bound());
        }
        for (shard& own : shards_) {
            for (std::size_t n = 0; n < own.nodes.size(); ++n) {
                id& parent = own.nodes.record(n).parent;
                if (parent != none) parent = numbers[parent];
            }
        }
        while (!search_.open_.empty()) {
            const auto first = search_.open_.pop();
            if (first.g > search_.store_.record(first.id).g) continue;
            const id n = numbers[first.id];
            shard& own = shards_[n % shards];
            if (!own.open.push(first.f, first.g, n / shards)) return false;
            own.least = std::min(own.least, first.f);
        }
        search_.release();
        return true;
    }

    /// Expands the first node of an f; false if the limit on expansions keeps it from that.
    [[nodiscard]] bool expand_some(shard& own, unsigned p, cost) {
        const auto first = own.open.pop();
        auto& known = own.nodes.record(first.id);
        if (first.g > known.g) return true;  // a cheaper path was found after it was queued
        const node_type& node = own.nodes.node(first.id);
        if (search_.goal_(graph_, node)) {
            own.found = number(first.id, p);
            own.found_cost = first.g;
            return true;
        }
        if (own.expanded == own.quota) {
            own.is_over = true;
            return false;
        }
        own.reopened += known.state == node_state::closed ? 1 : 0;
        known.state = node_state::closed;
        ++own.expanded;
        buffer<message>* const outboxes = own.outboxes.data();
        this->send_edges(own, node, first.g, [&, from = number(first.id, p)](auto&& to, cost g) {
            const auto [to_shard, k] = places::of(graph_, to);
            return outboxes[to_shard].push(std::forward<decltype(to)>(to), k, g, from);
        });
        return true;
    }

    void receive(shard& own, unsigned p) {
        for (shard& sender : shards_) {
            buffer<message>& box = sender.outboxes[p];
            for (std::size_t i = 0; i < box.size() && !own.is_full; i += at_once)
                receive(own, box.data() + i, std::min(at_once, box.size() - i));
        }
    }

    void receive(shard& own, message* sent, std::size_t count) {
        std::array<id, at_once> guesses;
        for (std::size_t i = 0; i < count; ++i) guesses[i] = own.nodes.guess(sent[i].k);
        for (std::size_t i = 0; i < count; ++i) own.nodes.touch(guesses[i]);
        for (std::size_t i = 0; i < count && !own.is_full; ++i) relax(own, sent[i]);
    }

    void relax(shard& own, message& m) const {
        const auto at = own.nodes.look_up(m.k, m.node);
        id n = at.id;
        if (n == none) {
            n = own.nodes.add(at, m.k, std::move(m.node), {m.g, m.parent, node_state::open});
            own.is_full = n > most_in_shard;
            if (own.is_full) return;
        } else {
            auto& known = own.nodes.record(n);
            if (!(m.g < known.g)) return;
            known.g = m.g;
            known.parent = m.parent;
        }
        enqueue(own, n, m.g);
    }

    void enqueue(shard& own, id n, cost g) const {
        auto& known = own.nodes.record(n);
        const auto h = as_estimate<cost>(heuristic_(own.nodes.node(n)));
        const cost f = own.bounds.through(g, h);
        if (!own.bounds.admits(f) && h == infinite<cost>) [[unlikely]] {  // no goal follows
            if (known.state == node_state::pruned) own.bounds.readmit();
            known.state = node_state::closed;
            return;
        }
        if (!own.bounds.update_state(known.state, f)) return;
        if (!own.open.push(f, g, n)) own.is_full = true;
    }

    SENDA_COLD void note_pruned() {
        for (const shard& own : shards_) {
            if (own.bounds.pruned() != 0) bounds_.prune(own.bounds.pruned_bound());
        }
    }

    struct parent_cursor {
        const shared_best_first* search;
        id at;

        [[nodiscard]] const shard& own() const { return search->shards_[at % shards]; }
        [[nodiscard]] const node_type& node() const { return own().nodes.node(at / shards); }
        [[nodiscard]] bool at_start() const {
            return own().nodes.record(at / shards).parent == none;
        }
        void go_back() { at = own().nodes.record(at / shards).parent; }
    };
};

/// The general engine of `dijkstra` and `astar`.
template <class Query, order Order, queue_kind Queue = queue_kind::by_cost>
struct best_first_engine : engine_defaults {
    using node = typename Query::node;
    using graph = typename Query::graph_type;
    using heuristic =
        std::conditional_t<Order == order::cost, no_heuristic, typename Query::heuristic&>;
    using engine = best_first<Order, graph&, node, typename Query::goal_type, heuristic,
                              typename Query::observer_type&, std::uint32_t, Queue>;

    static constexpr bool fits = true;
    static constexpr bool shares =
        Query::may_share && !Query::has_terminal_costs && !Query::is_observed &&
        is_only_read_by_f<graph, node, typename Query::goal_argument, typename Query::heuristic>;
    template <class Search>
    using shared = shared_best_first<Search>;

    [[nodiscard]] static engine make(const Query& q, const options& o) {
        return engine(q.g, q.start, q.goal(), static_cast<heuristic&&>(q.h), o, q.observer);
    }
};

}  // namespace senda::detail
