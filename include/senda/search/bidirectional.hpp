// SPDX-License-Identifier: MIT
// Searching from both ends at once: the cheapest path, often after far fewer expansions.
#pragma once

#include <senda/language/extensions.hpp>
#include <senda/search/contract/engine.hpp>
#include <senda/search/contract/path.hpp>
#include <senda/storage/node_store.hpp>
#include <senda/storage/open_list.hpp>

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

/// Dijkstra's algorithm from both ends, breadth-first search where there are no costs, that can be
/// stepped. A graph or observer given as an lvalue is referred to; a temporary is taken over.
template <class G, class Node, class Goal, class Observer = no_observer, class Id = std::uint32_t>
    requires SearchableGraph<G, Node> && ReversibleGraph<G, Node> && KnownGoal<Goal, Node>
class bidirectional_search
    : public detail::engine<bidirectional_search<G, Node, Goal, Observer, Id>> {
    using base = detail::engine<bidirectional_search>;
    friend base;

    using types = detail::graph_types<std::remove_reference_t<G>, Node>;
    using cost = typename types::cost;
    using action = typename types::action;

    using record = detail::reached_node<cost, Id, action>;
    using store = detail::node_store<std::remove_cvref_t<G>, Node, record, Id>;

    struct side {
        store nodes;
        detail::open_list<cost, Id, detail::ties::fifo> open;
        detail::cost_bounds<cost> bounds;

        side(memory_budget& budget, const limits& l) : nodes(budget), open(budget), bounds(l) {}
    };
    using trail = detail::record_trail<store, Id>;

public:
    using result_type = senda::result<Node, cost, action>;

    /// A search from `start` to `goal`, each a node or `any_of` several.
    template <class Start>
    bidirectional_search(G&& g, const Start& start, const Goal& goal, const options& o = {},
                         Observer&& observer = {})
        : base(o),
          graph_(std::forward<G>(g)),
          observer_(std::forward<Observer>(observer)),
          forward_(control_.budget(), o.limits),
          backward_(control_.budget(), o.limits),
          paths_(o.limits) {
        if constexpr (detail::watched<Observer>) {
            detail::check_observer<std::remove_reference_t<Observer>, Node, cost>();
        }
        begin(start, goal);
    }

    /// Starts again from another start to another goal, with the memory of before; costs no more
    /// than the search before it did, however large the graph.
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
                      .engine = detail::engine_text<G, Node>(engine_kind::general)};
        if (s == status::exhausted) r.lower_bound = infinite<cost>;
        if (s == status::found) {
            r.cost = r.lower_bound = best_;
            detail::append_path(trail{&forward_.nodes, meeting_forward_}, r.path, r.actions);
            append_path_to_goal(r);
        }
        return r;
    }

private:
    using base::control_;

    void forget() {
        paths_ = detail::cost_bounds<cost>(control_.limits());
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
        const bool starts =
            detail::for_each_priced_start<types>(graph_, start, [&](auto&& n, cost price) {
                relax<true>(std::forward<decltype(n)>(n), price, store::none, action{});
            });
        const bool ends =
            detail::for_each_priced_start<types>(graph_, goal, [&](auto&& n, cost price) {
                relax<false>(std::forward<decltype(n)>(n), price, store::none, action{});
            });
        if (!starts || !ends) control_.end(status::negative_cost);
    }

    // A path not yet seen leaves both searched regions, so it costs at least the sum of the two
    // smallest queued costs: no better one is left when that reaches the best found.
    void advance(std::uint64_t) {
        if (forward_.open.empty() || backward_.open.empty()) return finish();
        paths_.raise(std::min(best_, add_costs(forward_.open.min_f(), backward_.open.min_f())));
        if (paths_.raised() == best_ && best_ != infinite<cost>) return control_.end(status::found);
        const bool ahead = forward_.open.size() <= backward_.open.size();
        ahead ? expand_next<true>(forward_) : expand_next<false>(backward_);
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

    template <bool Forward>
    void expand_next(side& here) {
        const auto first = here.open.pop();
        const cost g = first.g;
        const Id id = first.id;
        record& popped = here.nodes.record(id);
        if (g > popped.g) return;  // a cheaper path was found after this entry was queued
        if (!control_.may_expand()) return;
        popped.state = detail::node_state::closed;
        const auto& node = here.nodes.pinned(id);
        if (!detail::admits<detail::expand_hook>(control_, observer_, node, g)) return;
        detail::for_each_edge<types, Forward>(
            graph_, node, g, control_, observer_, [&](auto&& to, cost there, cost, action a) {
                relax<Forward>(std::forward<decltype(to)>(to), there, id, std::move(a));
            });
    }

    template <bool Forward, class N>
    void relax(N&& node, cost g, Id parent, action a) {
        side& here = Forward ? forward_ : backward_;
        side& there = Forward ? backward_ : forward_;
        if constexpr (detail::watched<Observer>) {
            const Id known = here.nodes.find(graph_, node);
            if (here.bounds.admits(g) && parent != store::none &&
                (known == store::none || g < here.nodes.record(known).g) &&
                !detail::admits<detail::improve_hook>(control_, observer_, here.nodes.node(parent),
                                                      node, g)) {
                return;
            }
        }
        const auto key = here.nodes.key_of(graph_, node);
        const auto [id, fresh] = here.nodes.intern(key, std::forward<N>(node), [&] {
            return record{g, parent, detail::node_state::open, std::move(a)};
        });
        if (!control_.fits(id != store::none)) return;
        record& known = here.nodes.record(id);
        if (!fresh) {
            if (!(g < known.g)) return;
            known.g = g;
            known.parent = parent;
            if constexpr (!std::same_as<action, no_action>) known.action = std::move(a);
        }
        if (!here.bounds.keeps(known.state, g)) return;
        const Id other = there.nodes.find(graph_, here.nodes.node(id));
        if (other != store::none) meet(Forward ? id : other, Forward ? other : id);
        control_.fits(here.open.push(g, g, id));
    }

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
        if constexpr (detail::names_edges_back<std::remove_cvref_t<G>>) {
            std::vector<no_action> none;
            detail::append_path_ahead(trail{&backward_.nodes, meeting_backward_}, r.path, none);
            detail::append_actions<types>(graph_, r.path, r.actions);
        } else {
            detail::append_path_ahead(trail{&backward_.nodes, meeting_backward_}, r.path,
                                      r.actions);
        }
    }

    G graph_;
    SENDA_NO_UNIQUE_ADDRESS Observer observer_;
    side forward_;
    side backward_;
    detail::cost_bounds<cost> paths_;  // from a start to a goal
    cost best_ = infinite<cost>;       // the cheapest path through a node that both sides reached
    Id meeting_forward_ = store::none;
    Id meeting_backward_ = store::none;
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
/// `observer`  hooks that look on; `from` and `to` are as the search walks.
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
