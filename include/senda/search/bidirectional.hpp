// SPDX-License-Identifier: MIT
// Bidirectional Dijkstra, breadth-first search and A*: from both ends at once.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/detail/storage/radix_queue.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// The nodes of one end: those whose f is within the bound are ready, least cost first; the others
/// wait, least f first. Each entry moves once (Chen, Holte, Zilles and Sturtevant, 2017).
template <Cost C, class Id>
class pair_queue {
public:
    explicit pair_queue(memory_budget& budget) : ready_(budget), waiting_(budget) {}

    [[nodiscard]] bool empty() const noexcept { return ready_.empty() && waiting_.empty(); }

    /// Adds a node; false if there is no room for it.
    [[nodiscard]] bool push(C f, C g, Id id) { return waiting_.push(f, g, id); }

    /// Makes all ready whose f is at most `bound`; false if there is no room.
    [[nodiscard]] bool make_ready(C bound) {
        while (!waiting_.empty() && !(waiting_.min_f() > bound)) {
            const auto first = waiting_.pop();
            if (!ready_.push(first.g, first.g, first.id)) return false;
        }
        return true;
    }
    /// The least cost of what is ready, `infinite` if nothing is.
    [[nodiscard]] C least_ready() { return ready_.empty() ? infinite<C> : ready_.min_f(); }
    [[nodiscard]] bool has_ready() const noexcept { return !ready_.empty(); }
    /// The least f of what waits, `infinite` if nothing does.
    [[nodiscard]] C least_waiting() { return waiting_.empty() ? infinite<C> : waiting_.min_f(); }

    /// Takes the first of what is ready out, else of what waits; it must not be empty.
    open_node<C, Id> pop() {
        if (!ready_.empty()) return ready_.pop();
        return waiting_.pop();
    }

    void clear() noexcept {
        ready_.clear();
        waiting_.clear();
    }

private:
    open_list<C, Id, ties::fifo> ready_;             // by cost
    open_list<C, Id, ties::deepest_first> waiting_;  // by f
};

}  // namespace senda::detail

namespace senda {

/// A goal that can be searched from: a node or `any_of` several, not a predicate.
template <class Goal, class Node>
concept KnownGoal =
    WeightedGoalOf<Goal, Node> && (detail::is_any_of<std::remove_cvref_t<Goal>> ||
                                   !detail::GoalPredicate<std::remove_cvref_t<Goal>, Node>);

namespace detail {

/// A search from both ends. `Derived::advance` says which side goes on, by `expand_next`, and
/// `Derived::enqueue<Forward>(side, id, g)` queues a node in `Queue`, or leaves it out.
template <class Derived, class Queue, class G, class Node, class Observer, class Id>
class two_ended_search : public graph_engine<Derived, G, Node, no_goal, Observer> {
    using base = graph_engine<Derived, G, Node, no_goal, Observer>;

protected:
    using engine_type = engine<Derived>;
    using typename base::types, typename base::cost, typename base::action;

    using record = reached_node<cost, Id, action>;
    using store = node_store<std::remove_cvref_t<G>, Node, record, Id>;

    struct side {
        store nodes;
        Queue open;
        cost_bounds<cost> bounds;

        side(memory_budget& budget, const limits& l) : nodes(budget), open(budget), bounds(l) {}
    };

public:
    using typename base::result_type;

    /// Starts again from another start to another goal, with the memory of before; costs no more
    /// than the search before it did, however large the graph. An estimate that aims at the old
    /// ones must be changed first.
    template <class Start, class NewGoal = Node>
    void restart(const Start& start, const NewGoal& goal) {
        this->start_again([&] { begin(start, goal); });
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r = this->pathless_result();
        if (r.status == status::exhausted) return r;
        r.lower_bound = std::min(
            {r.lower_bound, forward_.bounds.pruned_bound(), backward_.bounds.pruned_bound()});
        if (r.status == status::found) {
            r.cost = r.lower_bound = best_;
            append_path(parent_cursor{&forward_.nodes, meeting_forward_}, r.path, r.actions);
            append_path_to_goal(r);
        }
        return r;
    }

protected:
    two_ended_search(G&& g, const options& o, Observer&& observer)
        : base(std::forward<G>(g), no_goal{}, o, std::forward<Observer>(observer)),
          forward_(control_.budget(), o.limits),
          backward_(control_.budget(), o.limits) {}
    two_ended_search(two_ended_search&&) = default;
    two_ended_search& operator=(two_ended_search&&) = default;
    ~two_ended_search() = default;

    void forget() {
        bounds_ = cost_bounds<cost>(control_.limits());
        for (side* s : {&forward_, &backward_}) {
            s->nodes.clear(graph_);
            s->open.clear();
            s->bounds = bounds_;
        }
        best_ = infinite<cost>;
    }

    template <class Start, class NewGoal>
    void begin(const Start& start, const NewGoal& goal) {
        if (!control_.fits(forward_.nodes.prepare(graph_) && backward_.nodes.prepare(graph_)))
            return;
        const bool starts = for_each_start_cost<types>(graph_, start, [&](auto&& n, cost price) {
            relax<true>(std::forward<decltype(n)>(n), price, store::none, action{});
        });
        const bool ends = for_each_start_cost<types>(graph_, goal, [&](auto&& n, cost price) {
            relax<false>(std::forward<decltype(n)>(n), price, store::none, action{});
        });
        if (!starts || !ends) control_.end(status::negative_cost);
    }

    /// Whether no path that is still to be found can be cheaper than the best found.
    [[nodiscard]] bool has_best() const noexcept {
        return best_ != infinite<cost> && !(bounds_.proven_bound() < best_);
    }

    // A side with nothing to expand has met the other on every path within the limit. If it left
    // something out, the other goes on alone: it may still prove that there is no path.
    void finish() {
        if (best_ != infinite<cost>) return control_.end(status::found);
        if (bounds_.pruned() != 0) return control_.end(status::cost_limit);
        const auto has_seen_all = [](const side& s) {
            return s.open.empty() && s.bounds.pruned() == 0;
        };
        if (has_seen_all(forward_) || has_seen_all(backward_)) {
            control_.end(status::exhausted);
        } else if (!forward_.open.empty()) {
            expand_next<true>(forward_);
        } else if (!backward_.open.empty()) {
            expand_next<false>(backward_);
        } else {
            control_.end(status::cost_limit);
        }
    }

    /// Takes the next node of a side and expands it, unless it was queued again since.
    template <bool Forward>
    bool expand_next(side& here) {
        if constexpr (requires { here.open.make_ready(); }) {
            const auto expect = [&here](Id id) { here.nodes.expect(id); };
            if (!control_.fits(here.open.make_ready(expect))) return false;
        }
        const auto first = here.open.pop();
        const cost g = first.g;
        const Id id = first.id;
        record& popped = here.nodes.record(id);
        if (g > popped.g) return false;  // a cheaper path was found after this entry was queued
        if (!control_.may_expand()) return false;
        if (popped.state == node_state::closed) control_.count_reopened();
        popped.state = node_state::closed;
        const auto& node = here.nodes.pinned(id);
        if (!admits<expand_hook>(control_, observer_, node, g)) return true;
        for_each_edge<types, Forward>(
            graph_, node, g, control_, observer_, [&](auto&& to, cost there, cost, action a) {
                relax<Forward>(std::forward<decltype(to)>(to), there, id, std::move(a));
            });
        return true;
    }

    template <bool Forward, class N>
    void relax(N&& node, cost g, Id parent, action a) {
        side& here = Forward ? forward_ : backward_;
        if constexpr (has_observer<Observer>) {
            const Id known = here.nodes.find(graph_, node);
            if ((known == store::none || g < here.nodes.record(known).g) &&
                !this->admits_path(here.nodes, parent, node, g)) {
                return;
            }
        }
        const auto key = here.nodes.key_of(graph_, node);
        const auto [id, fresh] = here.nodes.intern(key, std::forward<N>(node), [&] {
            return record{g, parent, node_state::open, std::move(a)};
        });
        if (!control_.fits(id != store::none)) return;
        if (!fresh) {
            record& known = here.nodes.record(id);
            if (!(g < known.g)) return;
            known.g = g;
            known.parent = parent;
            if constexpr (!std::same_as<action, no_action>) known.action = std::move(a);
        }
        this->self().template enqueue<Forward>(here, id, g);
    }

    /// Looks whether the other side has reached a node, too.
    template <bool Forward>
    void look_across(Id id) {
        side& here = Forward ? forward_ : backward_;
        side& there = Forward ? backward_ : forward_;
        const Id other = there.nodes.find(graph_, here.nodes.node(id));
        if (other != store::none) meet(Forward ? id : other, Forward ? other : id);
    }

    using base::control_, base::graph_, base::observer_, base::bounds_;

    side forward_;
    side backward_;
    cost best_ = infinite<cost>;  // the cheapest path through a node that both sides reached

private:
    using parent_cursor = record_parent_cursor<store, Id>;

    void meet(Id ahead, Id behind) {
        const cost through =
            add_costs(forward_.nodes.record(ahead).g, backward_.nodes.record(behind).g);
        if (!bounds_.admits(through)) {
            bounds_.prune(through);
        } else if (through < best_) {
            best_ = through;
            meeting_forward_ = ahead;
            meeting_backward_ = behind;
        }
    }

    // The actions of the backward search are those of edges walked backwards, unless the graph
    // only knows the edges that lead back: then those ahead are looked up.
    void append_path_to_goal(result_type& r) const {
        if constexpr (names_edges_back<std::remove_cvref_t<G>>) {
            std::vector<no_action> none;
            append_path_ahead(parent_cursor{&backward_.nodes, meeting_backward_}, r.path, none);
            append_actions<types>(graph_, r.path, r.actions);
        } else {
            append_path_ahead(parent_cursor{&backward_.nodes, meeting_backward_}, r.path,
                              r.actions);
        }
    }

    Id meeting_forward_ = store::none;
    Id meeting_backward_ = store::none;
};

}  // namespace detail

/// A bidirectional A* search that can be stepped: near-optimal bidirectional search (NBS) of Chen,
/// Holte, Zilles and Sturtevant, 2017. It refers to lvalues that it is given and keeps temporaries.
template <class G, class Node, class Goal, class F, class B, class Observer = no_observer,
          class Id = std::uint32_t>
    requires SearchableGraph<G, Node> && ReversibleGraph<G, Node> && KnownGoal<Goal, Node> &&
             Heuristic<F, Node, cost_of<G, Node>> && Heuristic<B, Node, cost_of<G, Node>>
class bidirectional_astar_search
    : public detail::two_ended_search<bidirectional_astar_search<G, Node, Goal, F, B, Observer, Id>,
                                      detail::pair_queue<cost_of<G, Node>, Id>, G, Node, Observer,
                                      Id> {
    using base =
        detail::two_ended_search<bidirectional_astar_search,
                                 detail::pair_queue<cost_of<G, Node>, Id>, G, Node, Observer, Id>;
    friend base;
    friend typename base::engine_type;
    using typename base::types, typename base::cost, typename base::side;

public:
    /// A search from `start` to `goal`, each a node or `any_of` several, with an estimate of what
    /// is left to the goal, and one of what leads from the start.
    template <class Start>
    bidirectional_astar_search(G&& g, const Start& start, const Goal& goal, F&& forward,
                               B&& backward, const options& o = {}, Observer&& observer = {})
        : base(std::forward<G>(g), o, std::forward<Observer>(observer)),
          to_goal_(std::forward<F>(forward)),
          from_start_(std::forward<B>(backward)) {
        this->begin(start, goal);
    }

private:
    using base::control_, base::forward_, base::backward_, base::bounds_, base::best_;

    // No edge costs less.
    static constexpr cost least_edge = types::weighted ? cost{0} : cost{1};

    void forget() {
        base::forget();
        is_owed_ = false;
    }

    // Of every path that is not found yet, one node is queued ahead and a later one behind, both
    // at their least costs: it costs at least the f of either, and their sum with an edge between.
    // The least such bound of all pairs is what any path to be found must cost; docs/inside.md has
    // the proof.
    void advance(std::uint64_t) {
        if (this->has_best()) return control_.end(status::found);
        if (is_owed_) return expand_behind();
        if (forward_.open.empty() || backward_.open.empty()) return this->finish();
        const cost bound = bounds_.proven_bound();
        if (!control_.fits(forward_.open.make_ready(bound) && backward_.open.make_ready(bound)))
            return;
        const bool has_pair = forward_.open.has_ready() && backward_.open.has_ready();
        const cost apart = between(forward_.open.least_ready());
        if (has_pair && !(apart > bound)) {
            ahead_ = forward_.open.least_ready();
            is_owed_ = this->template expand_next<true>(forward_);
            return;
        }
        bounds_.raise_lower_bound(
            std::min({best_, forward_.open.least_waiting(), backward_.open.least_waiting(),
                      has_pair ? apart : infinite<cost>}));
    }

    // Both nodes of a pair are expanded: one of them any search must expand that proves as much.
    void expand_behind() {
        is_owed_ = backward_.open.has_ready() && !(between(ahead_) > bounds_.proven_bound()) &&
                   !this->template expand_next<false>(backward_);
    }

    /// What a path costs at least that leaves one end at a cost `ahead`, and the other where it is
    /// ready.
    [[nodiscard]] cost between(cost ahead) {
        return add_costs(add_costs(ahead, backward_.open.least_ready()), least_edge);
    }

    template <bool Forward>
    void enqueue(side& here, Id id, cost g) {
        const auto h = estimate<Forward>(here.nodes.node(id));
        const cost f = here.bounds.through(g, h);
        if (!here.bounds.update_state(here.nodes.record(id).state, f, h)) return;
        this->template look_across<Forward>(id);
        if (f < best_) control_.fits(here.open.push(f, g, id));
    }

    template <bool Forward>
    [[nodiscard]] cost estimate(const Node& node) {
        if constexpr (Forward) {
            return as_estimate<cost>(to_goal_(node));
        } else {
            return as_estimate<cost>(from_start_(node));
        }
    }

    SENDA_NO_UNIQUE_ADDRESS F to_goal_;
    SENDA_NO_UNIQUE_ADDRESS B from_start_;
    cost ahead_ = cost{0};  // of the pair's first node
    bool is_owed_ = false;  // the pair's second node is still to be expanded
};

template <class G, class Start, class Goal, class F, class B, class Observer = no_observer>
bidirectional_astar_search(G&&, const Start&, const Goal&, F&&, B&&, const options& = {},
                           Observer&& = {})
    -> bidirectional_astar_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>,
                                  F, B, Observer>;

/// Finds the cheapest path from `start` to `goal` by searching from both ends, each led by an
/// estimate; exact if these never exceed the true costs. They need not be consistent: a node is
/// expanded again when a cheaper path to it turns up. With consistent ones it expands at most twice
/// as many nodes as any search that proves the same from the same estimates.
///
/// `g`         a graph that also says where a node can be reached from; `symmetric(g)` if edges go
///             both ways. Costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several, also at different costs.
/// `goal`      a node, or `any_of` several, also at different costs.
/// `forward`   the estimated cost from a node to the nearest goal, what it costs to end there
///             included; `infinite` says "none".
/// `backward`  the same from the nearest start to a node.
/// `o`         limits, a stop token; `threads` and `weight` change nothing: one thread works.
/// `observer`  hooks that are called as it works; `from` and `to` are as the search walks.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class F, class B,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && ReversibleGraph<G, node_of<G, Start>> &&
             KnownGoal<Goal, node_of<G, Start>> &&
             Heuristic<F, node_of<G, Start>, cost_of<G, Start>> &&
             Heuristic<B, node_of<G, Start>, cost_of<G, Start>>
[[nodiscard]] auto bidirectional_astar(G&& g, const Start& start, const Goal& goal, F&& forward,
                                       B&& backward, const options& o = {},
                                       Observer&& observer = {}) {
    return detail::run_to_end(bidirectional_astar_search(
        g, start, detail::goal_from<G, Start>(goal), forward, backward, o, observer));
}

/// Dijkstra's algorithm from both ends, breadth-first search where there are no costs, that can be
/// stepped. A graph or observer given as an lvalue is referred to; a temporary is taken over.
template <class G, class Node, class Goal, class Observer = no_observer, class Id = std::uint32_t>
    requires SearchableGraph<G, Node> && ReversibleGraph<G, Node> && KnownGoal<Goal, Node>
class bidirectional_search : public detail::two_ended_search<
                                 bidirectional_search<G, Node, Goal, Observer, Id>,
                                 typename detail::open_list_for_rising<cost_of<G, Node>, Id>::type,
                                 G, Node, Observer, Id> {
    using base =
        detail::two_ended_search<bidirectional_search,
                                 typename detail::open_list_for_rising<cost_of<G, Node>, Id>::type,
                                 G, Node, Observer, Id>;
    friend base;
    friend typename base::engine_type;
    using typename base::cost, typename base::side;

public:
    /// A search from `start` to `goal`, each a node or `any_of` several.
    template <class Start>
    bidirectional_search(G&& g, const Start& start, const Goal& goal, const options& o = {},
                         Observer&& observer = {})
        : base(std::forward<G>(g), o, std::forward<Observer>(observer)) {
        this->begin(start, goal);
    }

private:
    using base::control_, base::forward_, base::backward_, base::bounds_, base::best_;

    // A path not yet seen leaves both searched regions, so it costs at least the sum of the two
    // smallest queued costs: no better one is left when that reaches the best found.
    void advance(std::uint64_t) {
        if (forward_.open.empty() || backward_.open.empty()) return this->finish();
        bounds_.raise_lower_bound(
            std::min(best_, add_costs(forward_.open.min_f(), backward_.open.min_f())));
        if (this->has_best()) return control_.end(status::found);
        const bool ahead = forward_.open.size() <= backward_.open.size();
        ahead ? this->template expand_next<true>(forward_)
              : this->template expand_next<false>(backward_);
    }

    template <bool Forward>
    void enqueue(side& here, Id id, cost g) {
        if (!here.bounds.update_state(here.nodes.record(id).state, g)) return;
        this->template look_across<Forward>(id);
        control_.fits(here.open.push(g, g, id));
    }
};

template <class G, class Start, class Goal, class Observer = no_observer>
bidirectional_search(G&&, const Start&, const Goal&, const options& = {}, Observer&& = {})
    -> bidirectional_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>,
                            Observer>;

/// Finds the cheapest path from `start` to `goal` by searching from both ends; the fewest edges
/// where the graph has no costs.
///
/// `g`         a graph that also says where a node can be reached from; `symmetric(g)` if edges go
///             both ways. Costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several, also at different costs.
/// `goal`      a node, or `any_of` several, also at different costs.
/// `o`         limits, a stop token; `threads` changes nothing: one thread works.
/// `observer`  hooks that are called as it works; `from` and `to` are as the search walks.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && ReversibleGraph<G, node_of<G, Start>> &&
             KnownGoal<Goal, node_of<G, Start>>
[[nodiscard]] auto bidirectional(G&& g, const Start& start, const Goal& goal, const options& o = {},
                                 Observer&& observer = {}) {
    return detail::run_to_end(
        bidirectional_search(g, start, detail::goal_from<G, Start>(goal), o, observer));
}

}  // namespace senda
