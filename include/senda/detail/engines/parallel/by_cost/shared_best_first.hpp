// SPDX-License-Identifier: MIT
// Dijkstra's algorithm and A* on several threads: nodes of any type, costs of any type.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/path.hpp>
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
    : public cost_rounds<shared_best_first<Search>, typename Search::shard, typename Search::cost> {
    using shard = typename Search::shard;
    using base = cost_rounds<shared_best_first, shard, typename Search::cost>;
    friend base;
    using types = typename Search::types;
    using graph = std::remove_cvref_t<decltype(Search::graph_)>;
    using node_type = typename types::node;
    using cost = typename Search::cost;
    using store = typename shard::store;
    using places = placement<graph, node_type>;
    using message = typename shard::message;
    using id = typename shard::id;

    static constexpr id none = std::numeric_limits<id>::max();
    static constexpr id most_in_shard = none / cost_shards - 1;
    static constexpr std::size_t at_once = 32;  // look-ups that wait for memory together

public:
    using result_type = typename Search::result_type;

    shared_best_first(Search& search, unsigned threads, const parallel_cost_tuning& how)
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
        if (r.status == status::found) {
            append_path(parent_cursor{this, found_}, r.path, r.actions);
            append_actions<types>(graph_, r.path, r.actions);  // they are not kept
            // Where the estimate was too large, part of the path may have become cheaper since.
            r.cost = std::min(found_cost_, cost_of_path<types>(graph_, r.path));
            r.lower_bound = std::min(r.lower_bound, r.cost);
        }
        return r;
    }

private:
    using base::bounds_, base::control_, base::expanded_, base::found_, base::found_cost_,
        base::shards, base::shards_;

    [[nodiscard]] static id number(id in_shard, unsigned p) noexcept {
        return in_shard * shards + p;
    }

    /// Takes over what the search knows.
    [[nodiscard]] SENDA_COLD bool prepare() {
        memory_budget& budget = control_.budget();
        buffer<id> numbers(budget);
        if (!shards_.make(budget, graph_) || !numbers.reserve(search_.store_.size())) return false;
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
        const cost raised = bounds_.proven_bound();
        bounds_ = cost_bounds<cost>(control_.limits());
        bounds_.raise_lower_bound(raised);
        search_.release();
        expanded_ = control_.expanded();
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
        expand_one(own, node, first.g, number(first.id, p));
        return true;
    }

    void expand_one(shard& own, const node_type& node, cost g, id from) {
        buffer<message>* const outboxes = own.outboxes.data();
        std::uint64_t edges = 0;
        for_each_successor<types>(graph_, node, [&](auto&& to, cost step, const auto&) {
            ++edges;
            if (is_negative(step)) [[unlikely]] {
                own.is_negative = true;
                return;
            }
            const auto [p, k] = places::of(graph_, to);
            if (!outboxes[p].push(std::forward<decltype(to)>(to), k, add_costs(g, step), from))
                [[unlikely]] {
                own.is_full = true;
            }
        });
        own.generated += edges;
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

    SENDA_COLD void finish() {
        for (const shard& own : shards_) {
            if (own.bounds.pruned() != 0) bounds_.prune(own.bounds.pruned_bound());
        }
        control_.end(bounds_.ending());
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

    Search& search_;
    const graph& graph_;
    const std::remove_reference_t<decltype(Search::heuristic_)>& heuristic_;
};

}  // namespace senda::detail
