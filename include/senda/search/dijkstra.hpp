// SPDX-License-Identifier: MIT
// Dijkstra's algorithm: the cheapest path.
#pragma once

#include <senda/search/contract/relay.hpp>
#include <senda/search/engines/best_first.hpp>
#include <senda/search/engines/byte_dijkstra.hpp>
#include <senda/search/grid/dial/dial.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace senda {

/// Dijkstra's algorithm as a search that can be stepped; it refers to lvalues, keeps temporaries.
template <class G, class Node, class Goal = no_goal, class Observer = no_observer,
          class Id = std::uint32_t>
    requires SearchableGraph<G, Node> && PricedGoalOf<Goal, Node>
class dijkstra_search : public detail::best_first<detail::order::cost, G, Node, Goal,
                                                  detail::no_heuristic, Observer, Id> {
    using base =
        detail::best_first<detail::order::cost, G, Node, Goal, detail::no_heuristic, Observer, Id>;

public:
    /// A search from `start`, a node or `any_of` several, to `goal`; without one it sees all.
    template <class Start>
    explicit dijkstra_search(G&& g, const Start& start, const Goal& goal = {},
                             const options& o = {}, Observer&& observer = {})
        : base(std::forward<G>(g), start, goal, detail::no_heuristic{}, o,
               std::forward<Observer>(observer)) {}
};

template <class G, class Start, class Goal = no_goal, class Observer = no_observer>
dijkstra_search(G&&, const Start&, const Goal& = {}, const options& = {}, Observer&& = {})
    -> dijkstra_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>, Observer>;

/// Finds the cheapest path from `start` to `goal`. Between two cells of a 4-connected grid whose
/// weights are small whole numbers a faster search does it, unobserved; among paths of the same
/// cost it may choose another.
/// A graph whose nodes are numbers (`IndexedGraph`) and whose edges cost whole numbers below 127 is
/// searched in two bytes a node, unobserved; the path is the same.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several, also at different costs.
/// `goal`      a node, `any_of` several, also at different costs, or a predicate on nodes.
/// `o`         limits, a stop token.
/// `observer`  hooks that look on; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && PricedGoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto dijkstra(G&& g, const Start& start, const Goal& goal, const options& o = {},
                            Observer&& observer = {}) {
    using node = node_of<G, Start>;
    constexpr bool on_dial_grid = detail::is_dial_grid<std::remove_cvref_t<G>>;
    constexpr bool is_one_to_one = detail::is_one_to_one<Start, Goal, node>;
    detail::relay relay(
        o, detail::ruled_out<Observer>(on_dial_grid || detail::IntegerNodeGraph<G, node>,
                                       on_dial_grid && !is_one_to_one));
    if constexpr (on_dial_grid && is_one_to_one && !detail::watched<Observer>) {
        detail::dial_search search(g, start, detail::goal_from<G, Start>(goal), relay.left());
        if (relay.run(search)) return relay.result(search);
    }
    if constexpr (detail::PricedEnds<node, Start, Goal>) {
        relay.rule_out(detail::general_because::priced_ends);
    } else if constexpr (detail::IntegerNodeGraph<G, node> && !detail::watched<Observer>) {
        detail::byte_dijkstra search(g, start, detail::goal_from<G, Start>(goal), relay.left());
        if (relay.run(search)) return relay.result(search);
    }
    dijkstra_search search(g, start, detail::goal_from<G, Start>(goal), relay.left(), observer);
    (void)relay.run(search);
    return relay.result(search);
}

}  // namespace senda
