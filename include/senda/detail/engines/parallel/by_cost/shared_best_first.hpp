// SPDX-License-Identifier: MIT
// Dijkstra's algorithm and A* on several threads, in rounds: which nodes are in each part, what is
// expanded when, and when it ends.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/engine_list.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/engines/best_first.hpp>
#include <senda/detail/engines/parallel/parallel_tuning.hpp>
#include <senda/detail/engines/word_frontier.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
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
            if constexpr (requires { search.open_.make_ready(); }) {
                if (!search.open_.make_ready()) return false;
            }
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

    [[nodiscard]] bool is_nearly_full() const noexcept { return nodes_.is_nearly_full(); }
    void grow_early(const G&) { nodes_.grow_early(); }

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
        if (!bounds_.update_state(known.state, f, h)) return;
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

    [[nodiscard]] bool is_nearly_full() const noexcept { return this->known.is_nearly_full(); }
    template <class G>
    void grow_early(const G& g) {
        this->known.grow_early(g);
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

/// Goes on with a `best_first` or `batched_astar` search in shards. The hash of a node says to
/// which shard it belongs. In a round each shard expands some of its nodes of the smallest f of
/// all, and sends what they lead to, a box for each shard; then each takes in what was sent to it,
/// in the order of the senders. Where few nodes have that f, some of larger f join them; a node is
/// expanded again if it was too early. So what is found depends neither on time nor on the number
/// of threads.
///
/// `Search::shard` keeps nodes: a `word_shard` or a `stored_shard`. It has `open`, its queue, and
/// `outboxes`.
template <class Search>
class shared_best_first {
    using types = typename Search::types;
    using graph = std::remove_cvref_t<decltype(Search::graph_)>;
    using cost = typename Search::cost;
    using shard = typename Search::shard;
    using waiting = typename shard::waiting;
    static constexpr unsigned shards = cost_shards;
    using shard_list = node_shards<shard, shards>;

public:
    using result_type = typename Search::result_type;

    shared_best_first(Search& search, unsigned threads, const parallel_cost_tuning& how)
        : search_(search),
          graph_(search.graph_),
          heuristic_(search.heuristic_),
          how_(how),
          control_(search.control_),
          bounds_(search.bounds_),
          threads_(threads) {}
    shared_best_first(const shared_best_first&) = delete;
    shared_best_first& operator=(const shared_best_first&) = delete;

    static constexpr parallel_cost_tuning tuning{};

    /// Whether enough nodes wait for threads to help, and memory allows it.
    [[nodiscard]] static bool should_share(Search& search,
                                           const parallel_cost_tuning& how) noexcept {
        const memory_budget& budget = search.control_.budget();
        return search.queued() >= how.min_frontier &&
               budget.left() / 3 >= budget.used() + how.min_spare_bytes;
    }

    /// Takes over what the search knows; without room for it the search ends.
    [[nodiscard]] SENDA_COLD bool take_over() {
        if (!shards_.make(control_.budget(), graph_) || !shard::take_over(shards_, search_)) {
            control_.end(status::memory_limit);
            return false;
        }
        const cost raised = bounds_.proven_bound();
        bounds_ = cost_bounds<cost>(control_.limits());
        bounds_.raise_lower_bound(raised);
        expanded_ = control_.expanded();
        return true;
    }

    /// Goes on to the end.
    SENDA_COLD void run() {
        team_.start(std::min(threads_, shards));
        control_.note_engine(shared_engine<graph, typename types::node>);
        control_.note_threads(team_.size());
        while (control_.running() && plan()) {
            const std::uint64_t allowed = control_.peek_expansion_batch(most_ * shards);
            if (allowed < most_ * shards) {
                expand_in_turn(allowed);
            } else {
                serve_all<&shared_best_first::expand>();
            }
            serve_all<&shared_best_first::receive>();
            end_round();
        }
    }

    [[nodiscard]] senda::statistics statistics() const { return control_.statistics(); }

    /// The answer as it stands.
    [[nodiscard]] SENDA_COLD result_type result() const {
        result_type r = search_.pathless_result();
        if (r.status == status::found) {
            using cursor = typename shard::template cursor<shard_list>;
            append_path(cursor{shards_, found_}, r.path, r.actions);
            append_actions<types>(graph_, r.path, r.actions);  // they are not kept
            // Where the estimate was too large, part of the path may have become cheaper since.
            r.cost = std::min(found_cost_, cost_of_path<types>(graph_, r.path));
            r.lower_bound = std::min(r.lower_bound, r.cost);
        }
        return r;
    }

private:
    /// What the next round is about; ends the search if there is none.
    [[nodiscard]] SENDA_COLD bool plan() {
        cost least = infinite<cost>;
        for (const shard& own : shards_) least = std::min(least, own.least);
        if (found_cost_ <= least && found_cost_ != infinite<cost>) {
            bounds_.raise_lower_bound(found_cost_);
            control_.end(status::found);
            return false;
        }
        if (least == infinite<cost>) {
            for (shard& own : shards_) own.note_pruned(graph_, heuristic_, bounds_);
            control_.end(bounds_.ending());
            return false;
        }
        bounds_.raise_lower_bound(least);
        least_ = least;
        limit_ = std::min(add_costs(least, window_), largest_cost<cost>);
        // A round is a small part of all, or much of the last layer would be in vain.
        most_ = std::clamp(static_cast<std::uint64_t>(expanded_ / (how_.round_divisor * shards)),
                           how_.min_round, how_.max_round);
        for (shard& own : shards_) {
            own.quota = most_;
            own.is_last = false;
        }
        return true;
    }

    template <void (shared_best_first::*Work)(shard&, unsigned)>
    void serve_all() {
        const auto serve = [this](std::size_t p, unsigned) {
            (this->*Work)(shards_[p], static_cast<unsigned>(p));
        };
        if (is_small_) {
            for (unsigned p = 0; p < shards; ++p) serve(p, 0);
        } else {
            team_.for_each(shards, serve);
        }
    }
    void receive(shard& own, unsigned p) {
        if (grows_) own.grow_early(graph_);
        own.receive(shards_, p, graph_, heuristic_, bounds_);
        own.least = own.open.empty() ? infinite<cost> : own.open.min_f();
    }
    /// The last expansions before a limit, shard after shard.
    SENDA_COLD void expand_in_turn(std::uint64_t allowed) {
        for (unsigned p = 0; p < shards; ++p) {
            shards_[p].quota = std::min(allowed, most_);
            shards_[p].is_last = allowed < most_;
            expand(shards_[p], p);
            allowed -= shards_[p].expanded;
        }
    }

    void expand(shard& own, unsigned p) {
        for (auto& box : own.outboxes) box.clear();
        own.expanded = own.generated = own.reopened = 0;
        const bool has_deadline_or_stop = control_.has_deadline_or_stop();
        while (!own.open.empty() && !own.is_full && !own.is_negative) {
            const cost f = own.open.min_f();
            if (f > limit_ || !(f < std::min(own.found_cost, found_cost_))) break;
            if (f > least_ && own.expanded >= how_.max_early) break;
            if (own.expanded == own.quota && !own.is_last) break;
            if (has_deadline_or_stop && control_.must_stop()) {
                own.must_stop = true;
                break;
            }
            if (!expand_some(own, p, f)) break;
        }
    }

    /// Expands some nodes of an f; false if the limit on expansions keeps it from that.
    [[nodiscard]] bool expand_some(shard& own, unsigned p, cost f) {
        const auto wanted = static_cast<std::size_t>(
            std::clamp<std::uint64_t>(own.quota - own.expanded, 1, shard::batch));
        std::array<waiting, shard::batch> taken;
        const std::size_t count = own.take(graph_, f, wanted, taken);
        for (std::size_t i = 0; i < count; ++i) {
            const waiting& next = taken[i];
            const auto& node = own.node_of(next);
            const auto [stale, again] = own.look_at(next);
            if (stale) continue;
            if (search_.goal_(graph_, node)) {
                if (next.g < own.found_cost) own.found = own.end_of(next, p);
                own.found_cost = std::min(own.found_cost, next.g);
                continue;
            }
            if (own.expanded == own.quota) {
                own.is_over = true;
                return false;
            }
            const auto by = own.begin(next, p);
            if (by == shard::none) {
                own.is_full = true;
                continue;
            }
            own.reopened += again ? 1 : 0;
            ++own.expanded;
            expand_one(own, next, node, by);
        }
        return true;
    }

    /// Sends what a node leads to.
    template <class Node>
    void expand_one(shard& own, const waiting& next, const Node& node, std::uint32_t by) {
        auto* const boxes = own.outboxes.data();
        std::uint64_t edges = 0;
        for_each_successor<types>(graph_, node, [&](auto&& to, cost step, const auto&) {
            ++edges;
            if (is_negative(step)) [[unlikely]] {
                own.is_negative = true;
            } else if (!own.send(boxes, graph_, std::forward<decltype(to)>(to),
                                 add_costs(next.g, step), next, by)) [[unlikely]] {
                own.is_full = true;
            }
        });
        own.generated += edges;
    }

    /// Counts what was done; a goal comes before a limit.
    SENDA_COLD void end_round() {
        std::uint64_t expanded = 0;
        bool is_full = false;
        bool is_over = false;
        bool is_negative = false;
        for (const shard& own : shards_) {
            expanded += own.expanded;
            control_.count_generated(own.generated);
            control_.count_reopened(own.reopened);
            if (own.found_cost < found_cost_) {
                found_cost_ = own.found_cost;
                found_ = own.found;
            }
            is_full = is_full || own.is_full;
            is_over = is_over || own.is_over || own.must_stop;
            is_negative = is_negative || own.is_negative;
        }
        control_.count_expanded(expanded);
        expanded_ += expanded;
        // At the same time: else all others wait for each of them.
        grows_ = std::any_of(shards_.begin(), shards_.end(),
                             [](const shard& own) { return own.is_nearly_full(); });
        is_small_ = expanded < how_.min_batch;
        if (is_small_) {
            window_ = std::max(first_window(), std::min(add_costs(window_, window_),
                                                        static_cast<cost>(largest_cost<cost> / 4)));
        } else if (expanded > 2 * how_.max_early * shards) {
            window_ = static_cast<cost>(window_ / 2);
        }
        if (is_negative) return control_.end(status::negative_cost);
        if (found_cost_ <= least_) {
            bounds_.raise_lower_bound(found_cost_);
            return control_.end(status::found);
        }
        if (is_full) return control_.end(status::memory_limit);
        if (is_over) control_.end_by_limit();
    }

    /// From which it doubles: soon enough, whatever the costs are like.
    [[nodiscard]] cost first_window() const noexcept {
        if constexpr (std::integral<cost>) {
            return 1;
        } else {
            return std::max(least_ / 1048576, static_cast<cost>(1e-9));
        }
    }

    Search& search_;
    const graph& graph_;
    const std::remove_reference_t<decltype(Search::heuristic_)>& heuristic_;
    parallel_cost_tuning how_;
    search_control& control_;
    cost_bounds<cost>& bounds_;
    shard_list shards_;
    std::uint64_t expanded_ = 0;  // by all
    cost found_cost_ = infinite<cost>;
    decltype(shard::found) found_{};
    unsigned threads_;
    std::uint64_t most_ = 0;  // expansions of a shard in a round
    cost least_ = 0;          // the smallest f
    cost limit_ = 0;          // the largest f of the round
    cost window_ = 0;         // how much larger it may be
    bool is_small_ = false;   // the round is not worth threads
    bool grows_ = false;      // tables of shards grow in it
    thread_team team_;
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
