// SPDX-License-Identifier: MIT
// The algorithm of Bellman, Ford and Moore: the cheapest paths where costs may be negative.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/search_tree.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/rows/whole_rows.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// Used like a `node_store`, without the step from a node's number to its place in a list: twice as
/// fast where a search comes to nodes again and again. `Record` has `is_known`.
template <class Node, class Record>
class numbered_labels {
    struct entry {
        Node node;
        Record record;
    };

public:
    using id = std::uint32_t;
    using key = std::size_t;
    static constexpr id none = std::numeric_limits<id>::max();
    /// Whether such nodes can be kept so: zeros are nodes that were not met.
    static constexpr bool suits = moves_as_bytes<entry> && std::is_default_constructible_v<entry>;

    struct slot {
        std::uint32_t id;
    };

    /// Nothing yet; `budget` must outlive it.
    explicit numbered_labels(memory_budget& budget) noexcept : entries_(budget), met_(budget) {}

    template <class G>
    [[nodiscard]] bool prepare(const G& g) {
        const std::size_t bound = index_bound_of(g);
        return bound < none && (entries_.size() == bound || entries_.assign_zeros(bound));
    }
    template <class G>
    void clear(const G&) noexcept {
        for (const id n : met_) entries_[n].record.is_known = false;
        met_.clear();
    }

    /// How many nodes were met, and the number of each in the order in which they were.
    [[nodiscard]] std::size_t size() const noexcept { return met_.size(); }
    [[nodiscard]] id met(std::size_t place) const noexcept { return met_[place]; }
    /// All numbers are below this.
    [[nodiscard]] std::size_t bound() const noexcept { return entries_.size(); }

    template <class G>
    [[nodiscard]] static key key_of(const G& g, const Node& node) {
        return index_in(g, node);
    }
    [[nodiscard]] slot look_up(key k, const Node&) const noexcept {
        return {entries_[k].record.is_known ? static_cast<id>(k) : none};
    }
    [[nodiscard]] id add(slot, key k, const Node& node, Record&& record) {
        if (!met_.push(static_cast<id>(k))) return none;
        entries_[k] = {node, record};
        return static_cast<id>(k);
    }
    template <class G>
    [[nodiscard]] id find(const G& g, const Node& node) const {
        if (met_.empty() || !is_in(g, node)) return none;
        return look_up(key_of(g, node), node).id;
    }

    [[nodiscard]] Record& record(std::size_t n) noexcept { return entries_[n].record; }
    [[nodiscard]] const Record& record(std::size_t n) const noexcept { return entries_[n].record; }
    [[nodiscard]] const Node& node(std::size_t n) const noexcept { return entries_[n].node; }
    [[nodiscard]] const Node& pinned(std::size_t n) const noexcept { return entries_[n].node; }

private:
    buffer<entry> entries_;
    buffer<id> met_;
};

template <class G, class Node, class Record>
using labels_for = std::conditional_t<IndexedGraph<G, Node> && numbered_labels<Node, Record>::suits,
                                      numbered_labels<Node, Record>, node_store<G, Node, Record>>;

}  // namespace senda::detail

namespace senda {

/// How a search of all cheapest paths ended: `complete` if they are all known, `negative_cycle` if
/// there are none, else the limit that stopped it.
template <class Node>
struct bellman_ford_result : answer {
    /// The nodes of a cycle whose costs add up to less than 0: each has an edge to the next, and
    /// the last to the first. Empty if there is none.
    std::vector<Node> cycle = {};
};

namespace detail {

/// What the search keeps about a node. `next` and `previous` link the nodes of the tree in
/// preorder.
template <class Cost, class Action>
struct ford_label {
    static constexpr std::uint32_t in_no_tree = std::numeric_limits<std::uint32_t>::max();

    Cost g;
    std::uint32_t parent;
    std::uint32_t next;
    std::uint32_t previous;
    std::uint32_t depth;  // or `in_no_tree`
    node_state state;     // `open` while it is queued
    bool is_known;
    SENDA_NO_UNIQUE_ADDRESS Action action;
};

}  // namespace detail

/// The search behind `bellman_ford`, which can be stepped; it refers to lvalues, keeps temporaries.
template <class G, class Node, class Observer = no_observer>
    requires SearchableGraph<G, Node>
class bellman_ford_search : public detail::tree_engine<bellman_ford_search<G, Node, Observer>, G,
                                                       Node, no_goal, Observer> {
    using base = detail::tree_engine<bellman_ford_search, G, Node, no_goal, Observer>;
    friend base;
    friend typename base::restartable_type;
    friend typename base::engine_type;
    using typename base::types, typename base::cost, typename base::action;

    using id = std::uint32_t;
    using record = detail::ford_label<cost, action>;
    using store = detail::labels_for<std::remove_cvref_t<G>, Node, record>;

public:
    /// The answer for one node.
    using path_type = typename base::result_type;

    /// A search from `start`, a node or `any_of` several.
    template <class Start>
    explicit bellman_ford_search(G&& g, const Start& start, const options& o = {},
                                 Observer&& observer = {})
        : base(std::forward<G>(g), no_goal{}, o, std::forward<Observer>(observer)),
          store_(control_.budget()),
          due_(control_.budget()),
          later_(control_.budget()),
          bits_(control_.budget()) {
        begin(start);
    }

    /// How the search stands.
    [[nodiscard]] bellman_ford_result<Node> result() const { return {this->as_answer(), cycle()}; }
    /// Whether all cheapest paths are known.
    [[nodiscard]] explicit operator bool() const noexcept {
        return this->status() == status::complete;
    }

    /// The nodes of the negative cycle that was met, in order; empty if none was.
    [[nodiscard]] std::vector<Node> cycle() const {
        std::vector<Node> nodes;
        if (cycle_last_ == store::none) return nodes;
        for (id at = cycle_last_; at != cycle_first_; at = store_.record(at).parent)
            nodes.push_back(store_.node(at));
        nodes.push_back(store_.node(cycle_first_));
        std::reverse(nodes.begin(), nodes.end());
        return nodes;
    }

    /// The answer for a goal: `found` with its path, actions and cost once the search has ended;
    /// otherwise how it stands.
    [[nodiscard]] path_type result_to(const Node& node) {
        path_type r = this->pathless_result();
        r.lower_bound =
            r.status == status::complete ? infinite<cost> : std::numeric_limits<cost>::lowest();
        const bool is_certain = r.status == status::complete || r.status == status::cost_limit;
        const auto at = is_certain ? this->find_reached(node) : std::nullopt;
        if (!at) {
            if (r.status == status::complete) r.status = status::exhausted;
            return r;
        }
        this->tell_path(*at, r);
        if (r.status == status::complete) r.lower_bound = r.cost;
        r.status = status::found;
        return r;
    }

private:
    using base::control_, base::graph_, base::observer_, base::bounds_;
    using node_state = detail::node_state;

    void forget() {
        store_.clear(graph_);
        due_.clear();
        later_.clear();
        next_ = 0;
        cycle_first_ = cycle_last_ = store::none;
    }

    template <class Start>
    void begin(const Start& start) {
        if (!control_.fits(store_.prepare(graph_))) return;
        const bool is_valid =
            detail::for_each_start_cost<types>(graph_, start, [&](auto&& n, cost g) {
                relax(std::forward<decltype(n)>(n), g, store::none, action{});
            });
        if (!is_valid) control_.end(status::negative_cost);
    }

    /// Expands the next node of this round; those that it improves wait for the next one.
    void advance(std::uint64_t) {
        if (next_ == due_.size()) {
            if (later_.empty()) return control_.end(detail::completed(bounds_.ending()));
            begin_round();
        }
        const id from = due_[next_];
        if (store_.record(from).depth == record::in_no_tree) {
            // Something before it got cheaper, and so will it: it is queued again then.
            store_.record(from).state = node_state::closed;
            ++next_;
            return;
        }
        if (!control_.may_expand()) return;
        ++next_;
        expand(from, store_.pinned(from));
    }

    // In a large round nodes follow each other as they lie in memory, which is faster than the
    // order in which they were improved.
    void begin_round() {
        constexpr std::size_t sparse = 16;
        std::swap(due_, later_);
        later_.clear();
        next_ = 0;
        const std::size_t bound = bound_of(store_);
        if (due_.size() < bound / sparse || !bits_.extend_zeros(bound / 64 + 1)) return;
        for (const id node : due_) bits_[node / 64] |= std::uint64_t{1} << node % 64;
        std::size_t count = 0;
        for (std::size_t word = 0; word < bits_.size(); ++word) {
            for (std::uint64_t left = std::exchange(bits_[word], 0); left != 0; left &= left - 1)
                due_[count++] =
                    static_cast<id>(word * 64) + static_cast<id>(std::countr_zero(left));
        }
    }

    /// More than all numbers of nodes that were met.
    [[nodiscard]] static std::size_t bound_of(const store& nodes) noexcept {
        if constexpr (requires { nodes.bound(); }) {
            return nodes.bound();
        } else {
            return nodes.size();
        }
    }

    void expand(id from, const Node& node) {
        store_.record(from).state = node_state::closed;
        const cost g = store_.record(from).g;
        if (!detail::admits<detail::expand_hook>(control_, observer_, node, g)) return;
        std::uint64_t edges = 0;
        detail::for_each_successor<types>(graph_, node, [&](auto&& to, cost step, action a) {
            if (!control_.running()) return;
            ++edges;
            if (detail::is_no_number(step)) [[unlikely]]
                return control_.end(status::negative_cost);
            cost there = infinite<cost>;
            if (!detail::add_signed(g, step, there)) [[unlikely]] {
                if (is_negative(step)) return sink_below(to, from);
                there = infinite<cost>;
            }
            if constexpr (detail::has_observer<Observer>) {
                if (!detail::admits<detail::generate_hook>(control_, observer_, node, to, there))
                    return;
            }
            relax(std::forward<decltype(to)>(to), there, from, std::move(a));
        });
        control_.count_generated(edges);
    }

    // Most edges lead to no better cost, which is seen here: only the rest is worth a call.
    template <class N>
    SENDA_ALWAYS_INLINE void relax(N&& node, cost g, id parent, action a) {
        const auto key = store_.key_of(graph_, node);
        const auto at = store_.look_up(key, node);
        if (at.id != store::none && !improves(store_.record(at.id), g)) return;
        improve(at, key, std::forward<N>(node), g, parent, std::move(a));
    }

    // A node that was cut off since something before it got cheaper gets cheaper as well, when its
    // turn comes; but in floating point perhaps by nothing.
    [[nodiscard]] static bool improves(const record& known, cost g) noexcept {
        if constexpr (std::floating_point<cost>) {
            if (g == known.g)
                return known.depth == record::in_no_tree && known.state != node_state::pruned;
        }
        return g < known.g;
    }

    template <class N>
    SENDA_NOINLINE void improve(typename store::slot at, typename store::key key, N&& node, cost g,
                                id parent, action a) {
        if (!this->admits_path(store_, parent, node, g)) return;
        id to = at.id;
        if (to == store::none) {
            to = store_.add(at, key, std::forward<N>(node),
                            record{g, parent, store::none, store::none, record::in_no_tree,
                                   node_state::closed, true, std::move(a)});
            if (!control_.fits(to != store::none)) return;
        } else {
            // What is only rounding must leave the tree as it is.
            if (std::floating_point<cost> && is_below(to, parent)) return end_at_cycle(to, parent);
            if (cut_off(to, parent)) return end_at_cycle(to, parent);
            record& known = store_.record(to);
            known.g = g;
            known.parent = parent;
            if constexpr (!std::same_as<action, no_action>) known.action = std::move(a);
        }
        const bool was_queued = store_.record(to).state == node_state::open;
        if (!bounds_.update_state(store_.record(to).state, g)) return;
        hang(to, parent);
        store_.record(to).state = node_state::open;
        if (!was_queued) control_.fits(later_.push(to));
    }

    // A node is in the tree below its parent, in preorder, as long as its cost is that of its
    // parent and the edge (R. Tarjan, Shortest paths, 1981; as "subtree disassembly" in B.
    // Cherkassky and A. Goldberg, Negative-cycle detection algorithms, 1999).
    void hang(id node, id parent) {
        record& here = store_.record(node);
        here.previous = parent;
        here.depth = 0;
        here.next = store::none;
        if (parent == store::none) return;
        record& above = store_.record(parent);
        here.depth = above.depth + 1;
        here.next = above.next;
        above.next = node;
        if (here.next != store::none) store_.record(here.next).previous = node;
    }

    /// Whether a node is at another or below it, so that an edge back there closes a cycle.
    [[nodiscard]] bool is_below(id top, id node) const {
        const std::uint32_t depth = store_.record(top).depth;
        if (node == store::none || depth == record::in_no_tree) return false;
        id at = top;
        do {
            if (at == node) return true;
            at = store_.record(at).next;
        } while (at != store::none && store_.record(at).depth > depth);
        return false;
    }

    /// Takes a node and all below it out of the tree; whether `parent` is among them.
    [[nodiscard]] bool cut_off(id node, id parent) {
        const std::uint32_t depth = store_.record(node).depth;
        if (depth == record::in_no_tree) return false;
        bool is_among = node == parent;
        const id before = store_.record(node).previous;
        id at = store_.record(node).next;
        while (at != store::none && store_.record(at).depth > depth) {
            is_among = is_among || at == parent;
            store_.record(at).depth = record::in_no_tree;
            at = store_.record(at).next;
        }
        if (before != store::none) store_.record(before).next = at;
        if (at != store::none) store_.record(at).previous = before;
        return is_among;
    }

    /// Ends the search at a cycle that got cheaper on the way round, unless that is rounding alone.
    SENDA_COLD void end_at_cycle(id first, id last) {
        cycle_first_ = first;
        cycle_last_ = last;
        if constexpr (std::floating_point<cost>) {
            std::vector<Node> round = cycle();
            round.push_back(round.front());
            if (!(detail::cost_of_path<types>(graph_, round) < cost{0})) {
                cycle_first_ = cycle_last_ = store::none;
                return;
            }
        }
        control_.end(status::negative_cycle);
    }

    /// A cost below what the type holds: that of a cycle, or the end of what can be told.
    SENDA_COLD void sink_below(const Node& to, id from) {
        const id node = store_.find(graph_, to);
        for (id at = from; at != store::none; at = store_.record(at).parent)
            if (at == node) return end_at_cycle(node, from);
        control_.end(status::cost_limit);
    }

    store store_;
    detail::buffer<id> due_;              // the nodes of this round, each once,
    detail::buffer<id> later_;            // and those of the next
    std::size_t next_ = 0;                // in `due_`
    detail::buffer<std::uint64_t> bits_;  // a node each, all 0 between rounds
    id cycle_first_ = store::none;
    id cycle_last_ = store::none;
};

template <class G, class Start, class Observer = no_observer>
bellman_ford_search(G&&, const Start&, const options& = {}, Observer&& = {})
    -> bellman_ford_search<G, node_of<G, Start>, Observer>;

/// Finds the cheapest paths from `start` to all nodes where costs may be negative, or a cycle of
/// negative cost, which makes them ever cheaper. Returns the search, run to its end: it knows
/// `cost_to(node)`, `path_to(node)`, `result_to(node)`, the whole `tree()`, and the `cycle()`; it
/// is true in a condition when all paths are known.
///
/// `g`         the graph.
/// `start`     a node, or `any_of` several, also at different costs, which are not negative.
/// `o`         limits, a stop token; `threads` changes nothing: one thread works. A path that costs
///             more than `limits.cost` on its way is not followed.
/// `observer`  hooks that are called as it works; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>>
[[nodiscard]] auto bellman_ford(G&& g, const Start& start, const options& o = {},
                                Observer&& observer = {}) {
    bellman_ford_search<G, node_of<G, Start>, Observer> search(std::forward<G>(g), start, o,
                                                               std::forward<Observer>(observer));
    search.run();
    return search;
}

}  // namespace senda
