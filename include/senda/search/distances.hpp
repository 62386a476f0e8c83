// SPDX-License-Identifier: MIT
// Costs without paths: from one start to many targets, and between all nodes of a set.
#pragma once

#include <senda/detail/contract/cost_matrix.hpp>
#include <senda/detail/contract/relay.hpp>
#include <senda/detail/engines/parallel/shared_rows.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/control.hpp>
#include <senda/search/dijkstra.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

namespace detail {

/// The search that finds least costs: Dijkstra's, or breadth-first where a graph has no costs.
template <class G, class Node, class Observer>
using least_cost_search =
    std::conditional_t<is_weighted<G, Node>, dijkstra_search<G&, Node, no_goal, Observer&>,
                       bfs_search<G&, Node, no_goal, Observer&>>;

/// Writes the costs to targets; how it ended: `found` or `exhausted` if all are known. Many targets
/// may be known without a search, so `control` looks at the clock and the stop token, too.
template <class Node, class Search, class G, class Targets, class C>
[[nodiscard]] status settle_into(Search& search, const G& g, const Targets& targets,
                                 std::span<C> costs, search_control& control) {
    status ending = status::found;
    std::size_t i = 0;
    for (const auto& each : targets) {
        if (!control.may_work()) return control.status();
        const Node target(each);
        if (const auto cost = search.settle(target)) {
            costs[i] = *cost;
        } else if (is_in(g, target)) {
            ending = search.status();
        } else if (ending == status::found) {
            ending = status::exhausted;  // what is not in the graph has no path to it
        }
        ++i;
    }
    return ending;
}

}  // namespace detail

/// Finds the least costs from `start` to each of `targets`, by Dijkstra's algorithm, breadth-first
/// search where the graph has no costs. It ends when the last target is settled.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several.
/// `targets`   a range of nodes; some may be the same, or not in the graph.
/// `o`         limits, a stop token; `threads`, which share the search of a `csr` and no other.
/// `observer`  hooks that look on; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>,
          class Targets = std::initializer_list<node_of<G, Start>>, class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && detail::RangeOf<Targets, node_of<G, Start>>
[[nodiscard]] target_costs<cost_of<G, Start>> costs_to(G&& g, const Start& start,
                                                       const Targets& targets,
                                                       const options& o = {},
                                                       Observer&& observer = {}) {
    using node = node_of<G, Start>;
    using cost = cost_of<G, Start>;
    const std::size_t count = detail::length_of(targets);
    target_costs<cost> r;
    options left = o;
    if (!detail::take_costs<cost>(left.limits, count)) {
        r.status = status::memory_limit;
        return r;
    }
    detail::least_cost_search<std::remove_reference_t<G>, node, std::remove_reference_t<Observer>>
        search(g, start, no_goal{}, left, observer);
    r.costs.assign(count, infinite<cost>);
    detail::search_control control(o);
    r.status = detail::settle_into<node>(search, g, targets, std::span<cost>(r.costs), control);
    r.statistics = search.statistics();
    r.statistics.bytes += count * sizeof(cost);
    return r;
}

namespace detail {

/// The graph as the searches of a matrix ask it: as `const` if it can be, so that several may.
template <class G, class Node>
using matrix_graph = std::conditional_t<SENDA_HAS_THREADS && can_expand<const G, Node> &&
                                            IndexedGraph<const G, Node> == IndexedGraph<G, Node>,
                                        const G, G>;

/// Whether threads are worth it for the rows that are left, by what those before took. They have a
/// memory each, and do not count expansions together: such limits are for one thread.
[[nodiscard]] inline bool is_worth_sharing(const options& o, std::size_t done, std::size_t rows,
                                           const statistics& used) noexcept {
    constexpr std::uint64_t least_work = 65'536;  // expansions
    return o.threads > 1 && done > 0 && rows - done > 1 && used.expanded >= least_work / 16 &&
           used.expanded / done * (rows - done) >= least_work &&
           o.limits.expansions == limits{}.expansions && o.limits.bytes == limits{}.bytes;
}

/// Adds up how rows ended; false if there is no going on. After a limit of cost another source may
/// still be near enough.
[[nodiscard]] inline bool goes_on_after(status ending, status& all) noexcept {
    if (ending == status::found) return true;
    if (ending != status::exhausted || all == status::found) all = ending;
    return ending == status::exhausted || ending == status::cost_limit;
}

#if SENDA_HAS_THREADS
/// Fills the last rows of a matrix on threads, each with a search of its own.
template <class Search, class G, class Node, class Targets, class C>
void share_rows(Search& first, G& g, const std::vector<Node>& sources, const Targets& targets,
                const options& left, cost_matrix<C>& m) {
    const double started = now_in_seconds();
    const std::size_t before = m.rows() - sources.size();
    std::vector<status> endings(sources.size(), status::running);
    thread_team team;
    team.start(static_cast<unsigned>(std::min<std::size_t>(left.threads, sources.size())));
    std::vector<statistics> used(team.size());
    row_roster roster(sources.size());
    const auto fill_with = [&](Search& search, statistics& mine) {
        search_control control(left);
        for (std::size_t i; (i = roster.next()) < sources.size();) {
            limits l = left.limits;
            l.time = left.limits.time.seconds() - (now_in_seconds() - started);
            search.set_limits(l);
            search.restart(sources[i]);
            endings[i] = settle_into<Node>(search, g, targets, m.costs_from(before + i), control);
            relay::add(mine, search.statistics());
            status alone = status::found;
            if (!goes_on_after(endings[i], alone)) roster.end();
        }
    };
    const auto work = [&](unsigned thread) {
        if (thread == 0) return fill_with(first, used[0]);
        no_observer nobody;
        options alone = left;
        alone.threads = 1;
        Search own(g, any_of<Node>{}, no_goal{}, alone, nobody);
        fill_with(own, used[thread]);
    };
    roster.run(team, work);
    for (const status ending : endings)
        if (ending != status::running && !goes_on_after(ending, m.status)) break;
    std::uint64_t bytes = 0;
    const double seconds = m.statistics.seconds;
    for (const statistics& s : used) {
        relay::add(m.statistics, s);
        bytes += s.bytes;
    }
    m.statistics.bytes = std::max(m.statistics.bytes, bytes);
    m.statistics.seconds = seconds + now_in_seconds() - started;
    m.statistics.threads = team.size();
}
#endif

}  // namespace detail

/// Finds the least cost from each of `sources` to each of `targets`: a search a source, in one
/// memory and within the limits together. With `o.threads` and no limit of expansions or bytes,
/// each thread takes the next source once it is worth it; the answer is the same.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `sources`   a range of nodes, one for each row.
/// `targets`   a range of nodes, one for each column; some may be the same, or not in the graph.
/// `o`         limits, a stop token, threads.
template <class G, class Sources, class Targets>
    requires SearchableGraph<G, node_of<G, detail::element_of<Sources>>> &&
             detail::RangeOf<Targets, node_of<G, detail::element_of<Sources>>>
[[nodiscard]] auto distance_matrix(G&& g, const Sources& sources, const Targets& targets,
                                   const options& o = {}) {
    using node = node_of<G, detail::element_of<Sources>>;
    using cost = cost_of<G, detail::element_of<Sources>>;
    using graph = detail::matrix_graph<std::remove_reference_t<G>, node>;
    constexpr bool shares = SENDA_HAS_THREADS && std::is_const_v<graph>;
    using search_type = detail::least_cost_search<graph, node, no_observer>;
    const std::size_t rows = detail::length_of(sources);
    const std::size_t columns = detail::length_of(targets);
    options left = o;
    if (!detail::take_matrix<cost>(left.limits, rows, columns)) {
        cost_matrix<cost> none;
        none.status = status::memory_limit;
        return none;
    }
    detail::search_control control(o);
    cost_matrix<cost> m(rows, columns);
    detail::relay relay(left);
    no_observer nobody;
    options alone = left;
    alone.threads = 1;  // they share rows, not a search
    search_type search(g, any_of<node>{}, no_goal{}, alone, nobody);
    m.status = status::found;
    std::size_t row = 0;
    [[maybe_unused]] bool is_ended = false;
    auto source = std::begin(sources);
    for (; row < rows && !(shares && detail::is_worth_sharing(o, row, rows, relay.used()));
         ++source) {
        search.set_limits(relay.left().limits);
        search.restart(node(*source));
        const status ending =
            detail::settle_into<node>(search, g, targets, m.costs_from(row++), control);
        relay.hand_on(search.statistics());
        if (!detail::goes_on_after(ending, m.status)) {
            is_ended = true;
            break;
        }
    }
    m.statistics = relay.used();
#if SENDA_HAS_THREADS
    if constexpr (shares) {
        if (!is_ended && row < rows && detail::is_worth_sharing(o, row, rows, relay.used())) {
            const std::vector<node> rest(source, std::end(sources));
            detail::share_rows<search_type>(search, static_cast<graph&>(g), rest, targets,
                                            relay.left(), m);
        }
    }
#endif
    m.statistics.bytes += detail::matrix_bytes<cost>(rows, columns);
    return m;
}

/// Finds the least cost from each of `nodes` to each other; see above.
template <class G, class Nodes = std::initializer_list<detail::declared_node_t<G>>>
    requires(!std::same_as<Nodes, std::initializer_list<void>>) &&
            SearchableGraph<G, node_of<G, detail::element_of<Nodes>>>
[[nodiscard]] auto distance_matrix(G&& g, const Nodes& nodes, const options& o = {}) {
    return distance_matrix(g, nodes, nodes, o);
}

}  // namespace senda
