// SPDX-License-Identifier: MIT
// What searches from both ends share: the two sides, where they meet, and the path that is joined.
#pragma once

#include <senda/detail/contract/engine.hpp>
#include <senda/detail/contract/path.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/language/extensions.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// A goal that can be searched from: a node or `any_of` several, not a predicate.
template <class Goal, class Node>
concept KnownGoal =
    PricedGoalOf<Goal, Node> && (detail::is_any_of<std::remove_cvref_t<Goal>> ||
                                 !detail::GoalPredicate<std::remove_cvref_t<Goal>, Node>);

namespace detail {

/// A search from both ends. `Derived::advance` says which side goes on, by `expand_next`, and
/// `Derived::enqueue<Forward>(side, id, g)` queues a node in `Queue`, or leaves it out.
template <class Derived, class Queue, class G, class Node, class Observer, class Id>
class two_ended_search : public engine<Derived> {
protected:
    using engine_type = engine<Derived>;
    using types = graph_types<std::remove_reference_t<G>, Node>;
    using cost = typename types::cost;
    using action = typename types::action;

    using record = reached_node<cost, Id, action>;
    using store = node_store<std::remove_cvref_t<G>, Node, record, Id>;

    struct side {
        store nodes;
        Queue open;
        cost_bounds<cost> bounds;

        side(memory_budget& budget, const limits& l) : nodes(budget), open(budget), bounds(l) {}
    };

public:
    using result_type = senda::result<Node, cost, action>;

    /// Starts again from another start to another goal, with the memory of before; costs no more
    /// than the search before it did, however large the graph. An estimate that aims at the old
    /// ones must be changed first.
    template <class Start, class NewGoal = Node>
    void restart(const Start& start, const NewGoal& goal) {
        this->start_again([&] { begin(start, goal); });
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        const senda::status s = this->status();
        result_type r{.status = s,
                      .lower_bound = std::min(
                          {paths_.lower_bound(s), forward_.bounds.cut(), backward_.bounds.cut()}),
                      .statistics = this->statistics(),
                      .engine = engine_text<G, Node>(engine_kind::general)};
        if (s == status::exhausted) r.lower_bound = infinite<cost>;
        if (s == status::found) {
            r.cost = r.lower_bound = best_;
            append_path(trail{&forward_.nodes, meeting_forward_}, r.path, r.actions);
            append_path_to_goal(r);
        }
        return r;
    }

protected:
    two_ended_search(G&& g, const options& o, Observer&& observer)
        : engine<Derived>(o),
          graph_(std::forward<G>(g)),
          observer_(std::forward<Observer>(observer)),
          forward_(this->control_.budget(), o.limits),
          backward_(this->control_.budget(), o.limits),
          paths_(o.limits) {
        if constexpr (watched<Observer>) {
            check_observer<std::remove_reference_t<Observer>, Node, cost>();
        }
    }
    two_ended_search(two_ended_search&&) = default;
    two_ended_search& operator=(two_ended_search&&) = default;
    ~two_ended_search() = default;

    void forget() {
        paths_ = cost_bounds<cost>(control_.limits());
        for (side* s : {&forward_, &backward_}) {
            s->nodes.clear(graph_);
            s->open.clear();
            s->bounds = paths_;
        }
        best_ = infinite<cost>;
    }

    template <class Start, class NewGoal>
    void begin(const Start& start, const NewGoal& goal) {
        if (!control_.fits(forward_.nodes.prepare(graph_) && backward_.nodes.prepare(graph_)))
            return;
        const bool starts = for_each_priced_start<types>(graph_, start, [&](auto&& n, cost price) {
            relax<true>(std::forward<decltype(n)>(n), price, store::none, action{});
        });
        const bool ends = for_each_priced_start<types>(graph_, goal, [&](auto&& n, cost price) {
            relax<false>(std::forward<decltype(n)>(n), price, store::none, action{});
        });
        if (!starts || !ends) control_.end(status::negative_cost);
    }

    /// Whether no path that is still to be found can be cheaper than the best found.
    [[nodiscard]] bool has_best() const noexcept {
        return best_ != infinite<cost> && !(paths_.raised() < best_);
    }

    // A side with nothing to expand has met the other on every path within the limit. If it left
    // something out, the other goes on alone: it may still prove that there is no path.
    void finish() {
        if (best_ != infinite<cost>) return control_.end(status::found);
        if (paths_.left_out() != 0) return control_.end(status::cost_limit);
        const auto has_seen_all = [](const side& s) {
            return s.open.empty() && s.bounds.left_out() == 0;
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
            if (!control_.fits(here.open.make_ready())) return false;
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
        if constexpr (watched<Observer>) {
            const Id known = here.nodes.find(graph_, node);
            if (here.bounds.admits(g) && parent != store::none &&
                (known == store::none || g < here.nodes.record(known).g) &&
                !admits<improve_hook>(control_, observer_, here.nodes.node(parent), node, g)) {
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

    using engine<Derived>::control_;

    G graph_;
    SENDA_NO_UNIQUE_ADDRESS Observer observer_;
    side forward_;
    side backward_;
    cost_bounds<cost> paths_;     // from a start to a goal
    cost best_ = infinite<cost>;  // the cheapest path through a node that both sides reached

private:
    using trail = record_trail<store, Id>;

    void meet(Id ahead, Id behind) {
        const cost through =
            add_costs(forward_.nodes.record(ahead).g, backward_.nodes.record(behind).g);
        if (!paths_.admits(through)) {
            paths_.leave_out(through);
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
            append_path_ahead(trail{&backward_.nodes, meeting_backward_}, r.path, none);
            append_actions<types>(graph_, r.path, r.actions);
        } else {
            append_path_ahead(trail{&backward_.nodes, meeting_backward_}, r.path, r.actions);
        }
    }

    Id meeting_forward_ = store::none;
    Id meeting_backward_ = store::none;
};

}  // namespace detail

}  // namespace senda
