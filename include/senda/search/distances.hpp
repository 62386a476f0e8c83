// SPDX-License-Identifier: MIT
// Costs without paths: from one start to many targets, and between all nodes of a set.
#pragma once

#include <senda/search/bfs.hpp>
#include <senda/search/contract/relay.hpp>
#include <senda/search/dijkstra.hpp>

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// The least costs from a start to some targets. True in a condition when they are all known.
template <Cost C>
struct target_costs {
    /// `found` if there is a path to every target, `exhausted` if there is none to those without a
    /// cost; otherwise what stopped the search.
    senda::status status = status::running;
    /// In the order of the targets; `infinite<C>` where no path is known. Empty if the limit of
    /// bytes has no room for it.
    std::vector<C> costs = {};
    /// What it took.
    senda::statistics statistics = {};

    [[nodiscard]] explicit operator bool() const noexcept {
        return status == status::found || status == status::exhausted;
    }
};

/// The least costs from each of some sources to each of some targets: `m[source][target]`, by their
/// places in the lists. True in a condition when they are all known.
template <Cost C>
class cost_matrix {
public:
    /// A matrix of `rows` x `columns` costs, none of which is known.
    explicit cost_matrix(std::size_t rows = 0, std::size_t columns = 0)
        : rows_(rows), columns_(columns), costs_(rows * columns, infinite<C>) {}

    /// `found` if there is a path for every pair, `exhausted` if there is none for those without a
    /// cost; otherwise what stopped the search, and costs may be missing.
    senda::status status = status::running;
    /// What it took.
    senda::statistics statistics = {};

    /// How many sources there are; 0 if the limit of bytes has no room for the matrix.
    [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
    /// How many targets there are.
    [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
    /// The costs from a source to all targets; `infinite<C>` where no path is known.
    [[nodiscard]] std::span<const C> operator[](std::size_t row) const noexcept {
        return {costs_.data() + row * columns_, columns_};
    }
    /// The same, to be filled in.
    [[nodiscard]] std::span<C> operator[](std::size_t row) noexcept {
        return {costs_.data() + row * columns_, columns_};
    }

    [[nodiscard]] explicit operator bool() const noexcept {
        return status == status::found || status == status::exhausted;
    }

private:
    std::size_t rows_;
    std::size_t columns_;
    std::vector<C> costs_;
};

namespace detail {

/// The search that finds least costs: Dijkstra's, or breadth-first where a graph has no costs.
template <class G, class Node, class Observer>
using least_cost_search =
    std::conditional_t<is_weighted<G, Node>, dijkstra_search<G&, Node, no_goal, Observer&>,
                       bfs_search<G&, Node, no_goal, Observer&>>;

/// Writes the costs to targets; how it ended: `found` or `exhausted` if all are known.
template <class Node, class Search, class G, class Targets, class C>
[[nodiscard]] status settle_into(Search& search, const G& g, const Targets& targets,
                                 std::span<C> costs) {
    status ending = status::found;
    std::size_t i = 0;
    for (const auto& each : targets) {
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

template <class Range>
[[nodiscard]] std::size_t length_of(const Range& range) {
    return static_cast<std::size_t>(std::distance(std::begin(range), std::end(range)));
}

/// Takes the bytes of a matrix of costs off the limit; false if there is no room for it.
template <class C>
[[nodiscard]] bool take_costs(limits& l, std::size_t rows, std::size_t columns) noexcept {
    if (columns != 0 && rows > l.bytes / sizeof(C) / columns) return false;
    l.bytes -= rows * columns * sizeof(C);
    return true;
}

}  // namespace detail

/// Finds the least costs from `start` to each of `targets`, by Dijkstra's algorithm, breadth-first
/// search where the graph has no costs. It ends when the last target is settled.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several.
/// `targets`   a range of nodes; some may be the same, or not in the graph.
/// `o`         limits, a stop token.
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
    if (!detail::take_costs<cost>(left.limits, 1, count)) {
        r.status = status::memory_limit;
        return r;
    }
    detail::least_cost_search<std::remove_reference_t<G>, node, std::remove_reference_t<Observer>>
        search(g, start, no_goal{}, left, observer);
    r.costs.assign(count, infinite<cost>);
    r.status = detail::settle_into<node>(search, g, targets, std::span<cost>(r.costs));
    r.statistics = search.statistics();
    r.statistics.bytes += count * sizeof(cost);
    return r;
}

/// Finds the least cost from each of `sources` to each of `targets`: a search a source, in one
/// memory and within the limits together.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `sources`   a range of nodes, one for each row.
/// `targets`   a range of nodes, one for each column; some may be the same, or not in the graph.
/// `o`         limits, a stop token.
template <class G, class Sources, class Targets>
    requires SearchableGraph<G, node_of<G, detail::element_of<Sources>>> &&
             detail::RangeOf<Targets, node_of<G, detail::element_of<Sources>>>
[[nodiscard]] auto distance_matrix(G&& g, const Sources& sources, const Targets& targets,
                                   const options& o = {}) {
    using node = node_of<G, detail::element_of<Sources>>;
    using cost = cost_of<G, detail::element_of<Sources>>;
    const std::size_t rows = detail::length_of(sources);
    const std::size_t columns = detail::length_of(targets);
    options left = o;
    if (!detail::take_costs<cost>(left.limits, rows, columns)) {
        cost_matrix<cost> none;
        none.status = status::memory_limit;
        return none;
    }
    cost_matrix<cost> m(rows, columns);
    detail::relay relay(left);
    no_observer nobody;
    detail::least_cost_search<std::remove_reference_t<G>, node, no_observer> search(
        g, any_of<node>{}, no_goal{}, left, nobody);
    m.status = status::found;
    std::size_t row = 0;
    for (const auto& source : sources) {
        search.set_limits(relay.left().limits);
        search.restart(node(source));
        const status ending = detail::settle_into<node>(search, g, targets, m[row++]);
        relay.hand_on(search.statistics());
        // Another source may still be near enough; after any other limit there is no going on.
        if (ending == status::found) continue;
        if (ending != status::exhausted || m.status == status::found) m.status = ending;
        if (ending != status::exhausted && ending != status::cost_limit) break;
    }
    m.statistics = relay.used();
    m.statistics.bytes += rows * columns * sizeof(cost);
    return m;
}

/// Finds the least cost from each of `nodes` to each other; see above.
template <class G, class Nodes = std::initializer_list<detail::declared_node_t<G>>>
    requires SearchableGraph<G, node_of<G, detail::element_of<Nodes>>>
[[nodiscard]] auto distance_matrix(G&& g, const Nodes& nodes, const options& o = {}) {
    return distance_matrix(g, nodes, nodes, o);
}

}  // namespace senda
