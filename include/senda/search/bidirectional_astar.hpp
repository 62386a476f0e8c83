// SPDX-License-Identifier: MIT
// A* from both ends that knows when to stop: the cheapest path, never far from the fewest
// expansions that any such search could prove it with.
#pragma once

#include <senda/detail/engines/two_ended/pair_queue.hpp>
#include <senda/detail/engines/two_ended/two_ended_search.hpp>
#include <senda/language/extensions.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace senda {

/// Options with which `bidirectional_astar` knows what the cheapest edge costs: it then stops
/// sooner, since the two ends that are still to be joined lie at least that far apart. Where the
/// graph has no costs it is 1 by itself. A number that is too large makes paths too long.
class bidirectional_astar_options : public options {
public:
    /// No edge costs less than `least`; `o` is what else is asked for.
    explicit constexpr bidirectional_astar_options(cost_ceiling least,
                                                   const options& o = {}) noexcept
        : options(o), least_edge(least) {}

    /// A lower bound of the cost of every edge, kept exactly as it was given.
    cost_ceiling least_edge;
};

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
    template <class Start, class Options = options>
    bidirectional_astar_search(G&& g, const Start& start, const Goal& goal, F&& forward,
                               B&& backward, const Options& o = {}, Observer&& observer = {})
        : base(std::forward<G>(g), o, std::forward<Observer>(observer)),
          to_goal_(std::forward<F>(forward)),
          from_start_(std::forward<B>(backward)),
          least_edge_(least_edge_of(o)) {
        this->begin(start, goal);
    }

private:
    using base::control_, base::forward_, base::backward_, base::paths_, base::best_;

    template <class Options>
    [[nodiscard]] static cost least_edge_of([[maybe_unused]] const Options& o) {
        if constexpr (requires { o.least_edge; }) {
            return o.least_edge.template most<cost>();
        } else {
            return types::weighted ? cost{0} : cost{1};
        }
    }

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
        const cost bound = paths_.raised();
        if (!control_.fits(forward_.open.make_ready(bound) && backward_.open.make_ready(bound)))
            return;
        const bool has_pair = forward_.open.has_ready() && backward_.open.has_ready();
        const cost apart = between(forward_.open.least_ready());
        if (has_pair && !(apart > bound)) {
            ahead_ = forward_.open.least_ready();
            is_owed_ = this->template expand_next<true>(forward_);
            return;
        }
        paths_.raise(std::min({best_, forward_.open.least_waiting(), backward_.open.least_waiting(),
                               has_pair ? apart : infinite<cost>}));
    }

    // Both nodes of a pair are expanded: one of them any search must expand that proves as much.
    void expand_behind() {
        is_owed_ = backward_.open.has_ready() && !(between(ahead_) > paths_.raised()) &&
                   !this->template expand_next<false>(backward_);
    }

    /// What a path costs at least that leaves one end at a cost `ahead`, and the other where it is
    /// ready.
    [[nodiscard]] cost between(cost ahead) {
        return add_costs(add_costs(ahead, backward_.open.least_ready()), least_edge_);
    }

    template <bool Forward>
    void enqueue(side& here, Id id, cost g) {
        const auto h = estimate<Forward>(here.nodes.node(id));
        const cost f = here.bounds.through(g, h);
        if (!here.bounds.admits(f) && h == infinite<cost>) [[unlikely]]
            return close(here, id);
        if (!here.bounds.keeps(here.nodes.record(id).state, f)) return;
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

    // The estimate says that no path leads through it.
    void close(side& here, Id id) noexcept {
        auto& known = here.nodes.record(id);
        if (known.state == detail::node_state::left_out) here.bounds.take_in();
        known.state = detail::node_state::closed;
    }

    SENDA_NO_UNIQUE_ADDRESS F to_goal_;
    SENDA_NO_UNIQUE_ADDRESS B from_start_;
    cost least_edge_;
    cost ahead_ = cost{0};  // of the pair's first node
    bool is_owed_ = false;  // the pair's second node is still to be expanded
};

template <class G, class Start, class Goal, class F, class B, class Options = options,
          class Observer = no_observer>
bidirectional_astar_search(G&&, const Start&, const Goal&, F&&, B&&, const Options& = {},
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
/// `o`         limits, a stop token; `bidirectional_astar_options` also says what the cheapest edge
///             costs. `threads` changes nothing: one thread works; nor does `weight`.
/// `observer`  hooks that look on; `from` and `to` are as the search walks.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class F, class B,
          class Options = options, class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && ReversibleGraph<G, node_of<G, Start>> &&
             KnownGoal<Goal, node_of<G, Start>> &&
             Heuristic<F, node_of<G, Start>, cost_of<G, Start>> &&
             Heuristic<B, node_of<G, Start>, cost_of<G, Start>>
[[nodiscard]] auto bidirectional_astar(G&& g, const Start& start, const Goal& goal, F&& forward,
                                       B&& backward, const Options& o = {},
                                       Observer&& observer = {}) {
    return detail::run_to_end(bidirectional_astar_search(
        g, start, detail::goal_from<G, Start>(goal), forward, backward, o, observer));
}

}  // namespace senda
