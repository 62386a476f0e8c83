// SPDX-License-Identifier: MIT
// Searching from both ends at once: the cheapest path, often after far fewer expansions.
#pragma once

#include <senda/detail/engines/two_ended/two_ended_search.hpp>
#include <senda/detail/storage/radix_queue.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace senda {

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
    using base::control_, base::forward_, base::backward_, base::paths_, base::best_;

    // A path not yet seen leaves both searched regions, so it costs at least the sum of the two
    // smallest queued costs: no better one is left when that reaches the best found.
    void advance(std::uint64_t) {
        if (forward_.open.empty() || backward_.open.empty()) return this->finish();
        paths_.raise(std::min(best_, add_costs(forward_.open.min_f(), backward_.open.min_f())));
        if (this->has_best()) return control_.end(status::found);
        const bool ahead = forward_.open.size() <= backward_.open.size();
        ahead ? this->template expand_next<true>(forward_)
              : this->template expand_next<false>(backward_);
    }

    template <bool Forward>
    void enqueue(side& here, Id id, cost g) {
        if (!here.bounds.keeps(here.nodes.record(id).state, g)) return;
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
