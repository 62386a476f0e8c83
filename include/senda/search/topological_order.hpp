// SPDX-License-Identifier: MIT
// Topological order of a graph, and the longest paths of one without cycles.
#pragma once

#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/rows/whole_rows.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace senda::detail {

/// Counts the edges into each node, and the nodes; false if a limit came first.
template <class C, class Whole, class Rows>
[[nodiscard]] bool count_edges_into(const Whole& whole, const Rows& rows,
                                    buffer<std::uint32_t>& into, buffer<std::uint32_t>& order,
                                    std::size_t& nodes, search_control& control) {
    if (!whole.is_partial()) {
        nodes = whole.size();
        for (std::uint32_t n = 0; n < whole.size(); ++n) {
            if (!control.tick()) return false;
            for_each_edge_in<C>(rows, n, [&](std::uint32_t to, C) { ++into[to]; });
        }
        return true;
    }
    // An edge to each root makes it one that was met; `order` is the queue.
    whole.for_each_root([&](std::uint32_t n) {
        if (into[n]++ == 0) (void)order.push(n);
    });
    for (std::size_t next = 0; next < order.size(); ++next) {
        if (!control.may_expand()) return false;
        if (next + 8 < order.size()) prefetch(&rows.offsets[order[next + 8]]);
        if (next + 4 < order.size()) prefetch(&rows.edges[rows.offsets[order[next + 4]]]);
        control.count_generated(rows.offsets[std::size_t{order[next]} + 1] -
                                rows.offsets[order[next]]);
        for_each_edge_in<C>(rows, order[next], [&](std::uint32_t to, C) {
            if (into[to]++ == 0) (void)order.push(to);
        });
    }
    whole.for_each_root([&](std::uint32_t n) { --into[n]; });
    nodes = order.size();
    order.clear();
    return true;
}

/// Writes the nodes in topological order to `order` and says `found`; or the nodes of a cycle and
/// says `cycle` (A. Kahn, Topological sorting of large networks, 1962). Nodes into which no edge
/// leads come first, by number; each other follows once the last edge into it is seen. Calls
/// `see(from, to, cost)` for each edge when all edges into `from` were seen.
template <class C, class Whole, class Rows, class See>
[[nodiscard]] status order_rows(const Whole& whole, const Rows& rows, buffer<std::uint32_t>& order,
                                search_control& control, See&& see) {
    const std::uint32_t size = whole.size();
    buffer<std::uint32_t> into(control.budget());  // edges into each node that are still to be seen
    std::size_t nodes = 0;
    if (!into.assign_zeros(size) || !order.reserve(size)) return status::memory_limit;
    if (!count_edges_into<C>(whole, rows, into, order, nodes, control)) return control.status();
    // What is in order and not looked at yet is the queue.
    whole.for_each_root([&](std::uint32_t n) {
        if (into[n] == 0) (void)order.push(n);
    });
    for (std::size_t next = 0; next < order.size(); ++next) {
        if (!control.tick()) return control.status();
        // In a function of its own g++ would leave it out.
        if (next + 8 < order.size()) prefetch(&rows.offsets[order[next + 8]]);
        if (next + 4 < order.size()) prefetch(&rows.edges[rows.offsets[order[next + 4]]]);
        const std::uint32_t from = order[next];
        for_each_edge_in<C>(rows, from, [&](std::uint32_t to, C step) {
            see(from, to, step);
            if (--into[to] == 0) (void)order.push(to);
        });
    }
    if (order.size() == nodes) return status::complete;

    // Each node that is left has an edge into it from another that is left: walked back along such
    // edges, they come round.
    order.clear();
    buffer<std::uint32_t> from(control.budget());
    std::uint32_t at = 0;
    if (!from.assign_zeros(size)) return status::memory_limit;
    for (std::uint32_t n = size; n-- > 0;) {
        if (into[n] == 0) continue;
        at = n;
        for_each_edge_in<C>(rows, n, [&](std::uint32_t to, C) { from[to] = n; });
    }
    for (std::uint32_t step = 0; step < size; ++step) at = from[at];
    const std::uint32_t met = at;
    do {
        (void)order.push(at);
        at = from[at];
    } while (at != met);
    std::reverse(order.begin(), order.end());
    return status::cycle;
}

/// The nodes of numbers.
template <class Rows>
[[nodiscard]] auto nodes_of(const Rows& whole, const buffer<std::uint32_t>& numbers) {
    std::vector<decltype(whole.node(0))> nodes;
    nodes.reserve(numbers.size());
    for (const std::uint32_t n : numbers) nodes.push_back(whole.node(n));
    return nodes;
}

}  // namespace senda::detail

namespace senda {

/// The longest path to each node of a graph without cycles: `complete` if they are all known,
/// `cycle` if there are none, `cost_limit` if one weighs more or less than the type holds, else the
/// limit that came first.
template <class Node, Cost C>
struct longest_paths_result : answer {
    /// What `before` says where a path begins.
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// The nodes in topological order.
    std::vector<Node> nodes = {};
    /// What the longest path to each of them costs.
    std::vector<C> costs = {};
    /// The place in `nodes` of the one before it on that path; `none` where the path begins.
    std::vector<std::uint32_t> before = {};
    /// The nodes of a cycle: each has an edge to the next, and the last to the first. Empty if
    /// there is none.
    std::vector<Node> cycle = {};

    /// The longest path to the node at a place of `nodes`.
    [[nodiscard]] std::vector<Node> path_to(std::size_t place) const {
        std::vector<Node> path;
        for (; place < nodes.size(); place = before[place]) path.push_back(nodes[place]);
        std::reverse(path.begin(), path.end());
        return path;
    }
};

/// One longest path: `found`, `exhausted` if no path leads to a goal, `cycle` if there is none
/// because of one, `cost_limit` if one weighs more or less than the type holds, else the limit that
/// came first.
template <class Node, Cost C>
struct longest_path_result : answer {
    /// What it costs; 0 without a path.
    C cost = C{0};
    /// Its nodes.
    std::vector<Node> path = {};
    /// The nodes of a cycle: each has an edge to the next, and the last to the first. Empty if
    /// there is none.
    std::vector<Node> cycle = {};
};

namespace detail {

template <class Node, class G, class Start>
[[nodiscard]] auto run_longest_paths(G& g, const Start& start, const options& o) {
    using cost = typename whole_rows<G, Node>::cost;
    using result = longest_paths_result<Node, cost>;
    struct label {
        cost longest;
        std::uint32_t before;  // where a path begins, the node itself
    };
    result made;
    search_control control(o, general_engine<G, Node>);
    memory_budget& budget = control.budget();
    whole_rows<G, Node> whole(budget);
    buffer<std::uint32_t> order(budget);
    buffer<label> labels(budget);
    if (whole.take_in_place(g, start, control) && control.fits(labels.assign_zeros(whole.size()))) {
        std::fill(labels.begin(), labels.end(), label{cost{0}, result::none});
        whole.for_each_root([&](std::uint32_t n) { labels[n].before = n; });
        status costs = status::complete;  // or what is wrong with them
        // All edges into `from` were followed before.
        const auto follow = [&](std::uint32_t from, std::uint32_t to, cost step) {
            cost there{};
            label& known = labels[to];
            if (is_no_number(step)) [[unlikely]] {
                costs = status::negative_cost;
            } else if (!add_signed(labels[from].longest, step, there)) [[unlikely]] {
                costs = status::cost_limit;
            } else if (there > known.longest || known.before == result::none) {
                known = {there, from};
            }
        };
        status ending = whole.with_rows([&](const auto& rows) {
            return order_rows<cost>(whole, rows, order, control, follow);
        });
        if (ending == status::complete) ending = costs;
        buffer<std::uint32_t> place(budget);  // of each node in the order
        const std::size_t size = order.size();
        if (ending == status::cycle) {
            made.cycle = nodes_of(whole, order);
        } else if (ending == status::complete) {
            if (place.assign_zeros(whole.size()) &&
                budget.take(size * (sizeof(Node) + sizeof(cost) + sizeof(std::uint32_t)))) {
                made.nodes = nodes_of(whole, order);
                for (std::uint32_t i = 0; i < size; ++i) place[order[i]] = i;
                made.costs.reserve(size);
                made.before.reserve(size);
                for (const std::uint32_t n : order) {
                    made.costs.push_back(labels[n].longest);
                    made.before.push_back(labels[n].before == n ? made.none
                                                                : place[labels[n].before]);
                }
            } else {
                ending = status::memory_limit;
            }
        }
        control.end(ending);
    }
    static_cast<answer&>(made) = answer_of(control);
    return made;
}

/// The heaviest of all paths that end where `may_end(node)` says so; of equal ones the first.
template <class Node, Cost C, class MayEnd>
[[nodiscard]] longest_path_result<Node, C> longest_of(longest_paths_result<Node, C>&& all,
                                                      MayEnd may_end) {
    longest_path_result<Node, C> best{
        {.status = all.status, .statistics = all.statistics, .engine = all.engine}};
    best.cycle = std::move(all.cycle);
    if (best.status != status::complete) return best;
    best.status = status::found;
    std::size_t last = all.nodes.size();
    for (std::size_t i = 0; i < all.nodes.size(); ++i) {
        if (last < all.nodes.size() && !(all.costs[i] > all.costs[last])) continue;
        if (may_end(all.nodes[i])) last = i;
    }
    if (last == all.nodes.size()) {
        best.status = status::exhausted;
        return best;
    }
    best.cost = all.costs[last];
    best.path = all.path_to(last);
    return best;
}

}  // namespace detail

/// Finds the longest path to every node of a graph without cycles, wherever it begins; or a cycle.
/// In a plan whose edges say how long a task takes before the next can begin, `costs` are the
/// earliest beginnings. Costs may be negative. A path of one node costs 0.
///
/// `g`  a graph that can list its nodes: `csr`, `adjacency`, containers, graphs of Boost.
/// `o`  limits, a stop token; `limits.cost` and `threads` change nothing.
template <detail::ListedGraph G>
    requires SearchableGraph<G, detail::declared_node_t<std::remove_cvref_t<G>>>
[[nodiscard]] auto longest_paths(G&& g, const options& o = {}) {
    using node = detail::declared_node_t<std::remove_cvref_t<G>>;
    return detail::run_longest_paths<node>(g, detail::every_node{}, o);
}

/// The longest paths that begin in `start`, to all nodes that can be reached from there.
///
/// `g`      the graph.
/// `start`  a node, or `any_of` several.
/// `o`      limits, a stop token; `limits.cost` and `threads` change nothing.
template <class G, detail::StartNotOptions Start = detail::declared_node_t<G>>
    requires SearchableGraph<G, node_of<G, Start>>
[[nodiscard]] auto longest_paths(G&& g, const Start& start, const options& o = {}) {
    return detail::run_longest_paths<node_of<G, Start>>(g, start, o);
}

/// Finds the longest path of a graph without cycles, wherever it begins and ends: the critical
/// path of a plan. Parameters as in `longest_paths`.
template <detail::ListedGraph G>
    requires SearchableGraph<G, detail::declared_node_t<std::remove_cvref_t<G>>>
[[nodiscard]] auto longest_path(G&& g, const options& o = {}) {
    return detail::longest_of(longest_paths(g, o), [](const auto&) { return true; });
}

/// Finds the longest path from `start`, wherever it ends.
template <class G, detail::StartNotOptions Start = detail::declared_node_t<G>>
    requires SearchableGraph<G, node_of<G, Start>>
[[nodiscard]] auto longest_path(G&& g, const Start& start, const options& o = {}) {
    return detail::longest_of(longest_paths(g, start, o), [](const auto&) { return true; });
}

/// Finds the longest path from `start` to `goal`. A cycle anywhere that `start` leads to stands in
/// the way of all paths.
///
/// `g`      the graph.
/// `start`  a node, or `any_of` several.
/// `goal`   a node, `any_of` several, or a predicate on nodes.
/// `o`      limits, a stop token; `limits.cost` and `threads` change nothing.
template <class G, detail::StartNotOptions Start = detail::declared_node_t<G>,
          detail::StartNotOptions Goal = Start>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto longest_path(G&& g, const Start& start, const Goal& goal,
                                const options& o = {}) {
    using node = node_of<G, Start>;
    detail::goal_test<G, node, detail::goal_type<Goal, node>> is_goal(
        g, detail::goal_from<G, Start>(goal));
    return detail::longest_of(longest_paths(g, start, o),
                              [&](const node& n) { return is_goal(g, n); });
}

/// The nodes of a graph in an order in which every edge leads ahead: `complete`, `cycle` if
/// there is no such order, else the limit that came first.
template <class Node>
struct node_order : answer {
    /// All nodes, each before those that it leads to; empty if there is no order.
    std::vector<Node> nodes = {};
    /// The nodes of a cycle: each has an edge to the next, and the last to the first. Empty if
    /// there is none.
    std::vector<Node> cycle = {};
};

namespace detail {

template <class Node, class G, class Start>
[[nodiscard]] node_order<Node> run_topological_order(G& g, const Start& start, const options& o) {
    node_order<Node> made;
    search_control control(o, general_engine<G, Node>);
    whole_rows<G, Node> whole(control.budget());
    buffer<std::uint32_t> order(control.budget());
    if (whole.take_in_place(g, start, control)) {
        using cost = typename whole_rows<G, Node>::cost;
        status ending = whole.with_rows([&](const auto& rows) {
            return order_rows<cost>(whole, rows, order, control,
                                    [](std::uint32_t, std::uint32_t, cost) {});
        });
        const bool is_known = ending == status::complete || ending == status::cycle;
        if (is_known && !control.budget().take(order.size() * sizeof(Node)))
            ending = status::memory_limit;
        if (ending == status::complete) made.nodes = nodes_of(whole, order);
        if (ending == status::cycle) made.cycle = nodes_of(whole, order);
        control.end(ending);
    }
    static_cast<answer&>(made) = answer_of(control);
    return made;
}

}  // namespace detail

/// Finds an order of all nodes in which every edge leads ahead, or a cycle. Nodes into which no
/// edge leads come first, as the graph lists them; each other as soon as all that lead to it are
/// there. Closed edges do not count, and costs do not matter.
///
/// `g`  a graph that can list its nodes: `csr`, `adjacency`, containers, graphs of Boost.
/// `o`  limits, a stop token; `threads` changes nothing: one thread works.
template <detail::ListedGraph G>
    requires SearchableGraph<G, detail::declared_node_t<std::remove_cvref_t<G>>>
[[nodiscard]] auto topological_order(G&& g, const options& o = {}) {
    using node = detail::declared_node_t<std::remove_cvref_t<G>>;
    return detail::run_topological_order<node>(g, detail::every_node{}, o);
}

/// An order of the nodes that can be reached from `start`, itself included.
///
/// `g`      the graph.
/// `start`  a node, or `any_of` several.
/// `o`      limits, a stop token; `threads` changes nothing: one thread works.
template <class G, detail::StartNotOptions Start = detail::declared_node_t<G>>
    requires SearchableGraph<G, node_of<G, Start>>
[[nodiscard]] auto topological_order(G&& g, const Start& start, const options& o = {}) {
    return detail::run_topological_order<node_of<G, Start>>(g, start, o);
}

}  // namespace senda
