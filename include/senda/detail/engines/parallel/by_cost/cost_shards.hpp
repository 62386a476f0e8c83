// SPDX-License-Identifier: MIT
// The parts of a search by f that threads share: which nodes are in each, and what it does with
// them.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/engines/word_frontier.hpp>
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
#include <utility>

namespace senda::detail {

/// The shards of a search by f.
inline constexpr unsigned cost_shards = 16;

/// By its hash, of which tables use the upper bits.
[[nodiscard]] inline unsigned shard_of_hash(std::uint64_t hash) noexcept {
    return static_cast<unsigned>(hash % cost_shards);
}

/// The shard that has a node, and the key by which it looks it up: here by its hash.
template <class G, class Node>
struct placement {
    struct place {
        unsigned shard;
        std::uint32_t key;
    };

    [[nodiscard]] static place of(const G& g, const Node& node) {
        const std::uint64_t hash = hash_in(g, node);
        return {shard_of_hash(hash), static_cast<std::uint32_t>(hash >> 32)};
    }
    /// Makes the store of a shard ready; false if there is no room.
    template <class Store>
    [[nodiscard]] static bool prepare(Store& nodes, const G& g) {
        return nodes.prepare(g);
    }
};

/// Numbers are dealt out to the shards in turn, some that follow each other at a time; a shard has
/// numbers of its own without gaps.
template <class G, class Node>
    requires IndexedGraph<G, Node>
struct placement<G, Node> {
    static constexpr std::size_t at_a_time = 64;

    struct place {
        unsigned shard;
        std::size_t key;
    };

    [[nodiscard]] static place of(const G& g, const Node& node) {
        const std::size_t number = index_in(g, node);
        const std::size_t turn = number / at_a_time;
        return {static_cast<unsigned>(turn % cost_shards),
                turn / cost_shards * at_a_time + number % at_a_time};
    }

    template <class Store>
    [[nodiscard]] static bool prepare(Store& nodes, const G& g) {
        return nodes.prepare(
            numbers{(index_bound_of(g) / (at_a_time * cost_shards) + 1) * at_a_time});
    }

private:
    struct numbers {
        std::size_t bound;

        [[nodiscard]] std::size_t index_bound() const noexcept { return bound; }
    };
};

/// What a round knows of a shard.
template <Cost C, class End>
struct round_shard {
    explicit round_shard(memory_budget& whole) noexcept : budget(whole, 4096) {}

    memory_budget budget;
    C least = infinite<C>;       // f of what waits
    C found_cost = infinite<C>;  // of the best goal that was taken from the queue,
    End found{};                 // which is there
    std::uint64_t quota = 0;     // expansions that are allowed in the round
    bool is_last = false;        // the limit on expansions is within it
    std::uint64_t expanded = 0;  // in the round, as is all that follows
    std::uint64_t generated = 0;
    std::uint64_t reopened = 0;
    bool is_full = false;
    bool is_over = false;  // it may not expand what is next
    bool must_stop = false;
    bool is_negative = false;
};

/// Some of the nodes of a `best_first` search, without a weight; what two threads write is apart.
template <class G, class Node, class C, ties Ties>
struct alignas(64) stored_shard : round_shard<C, std::uint32_t> {
    using id = std::uint32_t;
    using places = placement<G, Node>;

    struct record {
        C g;
        id parent;  // by the number it has among all shards
        node_state state;
    };
    using store = node_store<G, Node, record, id>;
    using waiting = open_node<C, id>;

    /// A node that was met, on its way to its shard.
    struct message {
        Node node;
        typename store::key k;
        C g;
        id parent;
    };
    /// What is known of a node that waited.
    struct known_state {
        bool stale;  // a cheaper path to it was found since
        bool again;  // it was expanded before
    };

    static constexpr id none = std::numeric_limits<id>::max();
    static constexpr std::size_t batch = 1;  // nodes that are taken at once

    explicit stored_shard(memory_budget& whole) noexcept
        : stored_shard::round_shard(whole),
          open(this->budget),
          outboxes(this->budget),
          nodes_(this->budget) {}

    [[nodiscard]] bool prepare(const G& g) { return places::prepare(nodes_, g); }

    /// Takes over what a search knows.
    template <class Shards, class Search>
    [[nodiscard]] static bool take_over(Shards& shards, Search& search) {
        buffer<id> numbers(search.control_.budget());
        if (!numbers.reserve(search.store_.size())) return false;
        for (stored_shard& own : shards) own.bounds_ = cost_bounds<C>(search.control_.limits());
        for (std::size_t i = 0; i < search.store_.size(); ++i) {
            const Node& node = search.store_.node(i);
            const auto& known = search.store_.record(i);
            const auto [p, k] = places::of(search.graph_, node);
            stored_shard& own = shards[p];
            const id n = own.nodes_.add(own.nodes_.look_up(k, node), k, node,
                                        {known.g, known.parent, known.state});
            if (n > most_in_shard) return false;
            (void)numbers.push(number(n, p));
            if (known.state == node_state::pruned) own.bounds_.prune(search.bounds_.pruned_bound());
        }
        for (stored_shard& own : shards) {
            for (std::size_t n = 0; n < own.nodes_.size(); ++n) {
                id& parent = own.nodes_.record(n).parent;
                if (parent != none) parent = numbers[parent];
            }
        }
        while (!search.open_.empty()) {
            const auto first = search.open_.pop();
            if (first.g > search.store_.record(first.id).g) continue;
            const id n = numbers[first.id];
            stored_shard& own = shards[n % cost_shards];
            if (!own.open.push(first.f, first.g, n / cost_shards)) return false;
            own.least = std::min(own.least, first.f);
        }
        search.release();
        return true;
    }

    [[nodiscard]] std::size_t take(const G&, C, std::size_t, std::array<waiting, batch>& taken) {
        taken[0] = open.pop();
        return 1;
    }
    [[nodiscard]] const Node& node_of(const waiting& next) const { return nodes_.node(next.id); }
    [[nodiscard]] known_state look_at(const waiting& next) const {
        const record& known = nodes_.record(next.id);
        return {next.g > known.g, known.state == node_state::closed};
    }
    [[nodiscard]] static id end_of(const waiting& next, unsigned p) { return number(next.id, p); }
    /// Begins to expand; by which number among all shards.
    [[nodiscard]] id begin(const waiting& next, unsigned p) {
        nodes_.record(next.id).state = node_state::closed;
        return number(next.id, p);
    }
    template <class N>
    [[nodiscard]] static bool send(buffer<message>* boxes, const G& g, N&& to, C cost,
                                   const waiting&, id by) {
        const auto [p, k] = places::of(g, to);
        return boxes[p].push(std::forward<N>(to), k, cost, by);
    }

    template <class Shards, class H>
    void receive(Shards& shards, unsigned p, const G&, H& heuristic, const cost_bounds<C>&) {
        for (stored_shard& sender : shards) {
            buffer<message>& box = sender.outboxes[p];
            for (std::size_t i = 0; i < box.size() && !this->is_full; i += at_once)
                receive_some(box.data() + i, std::min(at_once, box.size() - i), heuristic);
        }
    }

    template <class H>
    void note_pruned(const G&, H&, cost_bounds<C>& bounds) const {
        if (bounds_.pruned() != 0) bounds.prune(bounds_.pruned_bound());
    }

    /// Stands at a node of a path, and goes back.
    template <class Shards>
    struct cursor {
        const Shards& shards;
        id at;

        [[nodiscard]] const store& nodes() const { return shards[at % cost_shards].nodes_; }
        [[nodiscard]] const Node& node() const { return nodes().node(at / cost_shards); }
        [[nodiscard]] bool at_start() const {
            return nodes().record(at / cost_shards).parent == none;
        }
        void go_back() { at = nodes().record(at / cost_shards).parent; }
    };

    open_list<C, id, Ties> open;
    buffer<buffer<message>> outboxes;  // to each shard

private:
    static constexpr id most_in_shard = none / cost_shards - 1;
    static constexpr std::size_t at_once = 32;  // look-ups that wait for memory together

    [[nodiscard]] static id number(id in_shard, unsigned p) noexcept {
        return in_shard * cost_shards + p;
    }

    template <class H>
    void receive_some(message* sent, std::size_t count, H& heuristic) {
        std::array<id, at_once> guesses;
        for (std::size_t i = 0; i < count; ++i) guesses[i] = nodes_.guess(sent[i].k);
        for (std::size_t i = 0; i < count; ++i) nodes_.touch(guesses[i]);
        for (std::size_t i = 0; i < count && !this->is_full; ++i) relax(sent[i], heuristic);
    }

    template <class H>
    void relax(message& m, H& heuristic) {
        const auto at = nodes_.look_up(m.k, m.node);
        id n = at.id;
        if (n == none) {
            n = nodes_.add(at, m.k, std::move(m.node), {m.g, m.parent, node_state::open});
            this->is_full = n > most_in_shard;
            if (this->is_full) return;
        } else {
            record& known = nodes_.record(n);
            if (!(m.g < known.g)) return;
            known.g = m.g;
            known.parent = m.parent;
        }
        enqueue(n, m.g, heuristic);
    }

    template <class H>
    void enqueue(id n, C g, H& heuristic) {
        record& known = nodes_.record(n);
        const auto h = as_estimate<C>(heuristic(nodes_.node(n)));
        const C f = bounds_.through(g, h);
        if (!bounds_.admits(f) && h == infinite<C>) [[unlikely]] {  // no goal follows
            if (known.state == node_state::pruned) bounds_.readmit();
            known.state = node_state::closed;
            return;
        }
        if (!bounds_.update_state(known.state, f)) return;
        if (!open.push(f, g, n)) this->is_full = true;
    }

    store nodes_;
    cost_bounds<C> bounds_{limits{}};  // for what is left out
};

/// Some of the nodes of a `batched_astar` with their queue; what two threads write is apart.
template <class Node, class C>
struct alignas(64) word_shard : round_shard<C, typename word_frontier<Node, C>::expansion>,
                                word_frontier<Node, C> {
    using id = std::uint32_t;
    using table = typename word_shard::word_frontier::table;
    using typename word_shard::word_frontier::expansion;
    using typename word_shard::word_frontier::reached;
    using typename word_shard::word_frontier::waiting;

    /// A node that was met, on its way to its shard.
    struct message {
        reached w;
        C g;
    };

    static constexpr id none = std::numeric_limits<id>::max();

    explicit word_shard(memory_budget& whole) noexcept
        : word_shard::round_shard(whole),
          word_shard::word_frontier(this->budget),
          outboxes(this->budget) {}

    template <class G>
    [[nodiscard]] bool prepare(const G&) {
        return this->known.prepare();
    }

    /// Takes over what a search knows, but for its tree.
    template <class Shards, class Search>
    [[nodiscard]] static bool take_over(Shards& shards, Search& search) {
        const auto& g = search.graph_;
        auto& from = search.nodes_;
        const auto shard_of = [&](const auto& w) -> word_shard& {
            return shards[shard_of_hash(table::key_of(g, node_of_word<Node>(w)))];
        };
        bool fits = from.known.for_each([&](const Node& node, C cost, bool was_expanded) {
            const auto k = table::key_of(g, node);
            word_shard& own = shards[shard_of_hash(k)];
            if (!own.known.make_room(g, 1)) return false;
            (void)own.known.improve(k, node, cost);
            if (was_expanded) (void)own.known.expand(k, node, cost);
            return true;
        });
        from.known = table(search.control_.budget());
        while (fits && !from.open.empty()) {
            const auto first = from.open.pop();
            word_shard& own = shard_of(first.item.node);
            own.least = std::min(own.least, first.f);
            fits = own.open.push(first.f, first.h, first.item);
        }
        from.open = decltype(from.open)(search.control_.budget());
        for (const auto& left_out : from.pruned)
            fits = fits && shard_of(left_out.node).pruned.push(left_out);
        for (word_shard& own : shards) own.before_ = &from.tree;
        return fits;
    }

    [[nodiscard]] static Node node_of(const waiting& next) {
        return node_of_word<Node>(next.w.node);
    }
    [[nodiscard]] auto look_at(const waiting& next) {
        return this->known.expand(next.k, node_of(next), next.g);
    }
    [[nodiscard]] static expansion end_of(const waiting& next, unsigned) {
        return {next.w.node, next.w.by};
    }
    /// Begins to expand; by which number among all shards, `none` if there is no room.
    [[nodiscard]] id begin(const waiting& next, unsigned p) {
        const std::uint64_t by =
            before_->size() + this->tree.size() * std::uint64_t{cost_shards} + p;
        if (by >= none || !this->tree.push(next.w.node, next.w.by)) return none;
        return static_cast<id>(by);
    }
    template <class G>
    [[nodiscard]] static bool send(buffer<message>* boxes, const G& g, const Node& to, C cost,
                                   const waiting& from, id by) {
        const auto w = word_of(to);
        if (w == from.w.from) return true;  // straight back is no cheaper path
        return boxes[shard_of_hash(table::key_of(g, to))].push(reached{w, from.w.node, by}, cost);
    }

    template <class Shards, class G, class H>
    void receive(Shards& shards, unsigned p, const G& g, H& heuristic,
                 const cost_bounds<C>& bounds) {
        std::array<waiting, word_shard::at_once> met;
        std::size_t count = 0;
        const auto look_up = [&] {
            if (!this->is_full)
                this->is_full =
                    !word_shard::word_frontier::receive(g, heuristic, bounds, met, count);
            count = 0;
        };
        for (unsigned from = 0; from < cost_shards; ++from) {
            if (from + 1 < cost_shards) fetch(shards[from + 1].outboxes[p]);
            for (const message& m : shards[from].outboxes[p]) {
                met[count++] = this->expect(g, m.w, m.g);
                if (count == met.size()) look_up();
            }
        }
        look_up();
    }

    /// Stands at a node of a path, and goes back.
    template <class Shards>
    struct cursor {
        const Shards& shards;
        expansion at;

        [[nodiscard]] Node node() const { return node_of_word<Node>(at.node); }
        [[nodiscard]] bool at_start() const { return at.by == none; }
        void go_back() {
            const auto& before = *shards[0].before_;
            const std::size_t number = at.by - before.size();
            at = at.by < before.size() ? before[at.by]
                                       : shards[number % cost_shards].tree[number / cost_shards];
        }
    };

    buffer<buffer<message>> outboxes;  // to each shard

private:
    /// Reads what another thread wrote, all at once.
    static void fetch(const buffer<message>& box) noexcept {
        const auto* const bytes = reinterpret_cast<const char*>(box.data());
        for (std::size_t at = 0; at < box.size() * sizeof(message); at += 64) prefetch(bytes + at);
    }

    const buffer<expansion>* before_ = nullptr;  // the tree of the search: lower numbers
};

}  // namespace senda::detail
