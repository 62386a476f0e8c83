// SPDX-License-Identifier: MIT
// The heaviest paths of a graph without cycles, as of tasks that wait for others.
#pragma once

#include <senda/detail/contract/engine_texts.hpp>
#include <senda/detail/rows/order_rows.hpp>
#include <senda/detail/rows/whole_rows.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/cost.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/statistics.hpp>
#include <senda/search/status.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>
#include <vector>

namespace senda {

/// The heaviest path to each node of a graph without cycles. True in a condition when all are
/// known.
template <class Node, Cost C>
struct heaviest_paths {
    /// What `before` says where a path begins.
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// `found` if they are all known, `cycle` if there are none; `cost_limit` if a path weighs more
    /// or less than the type holds; else the limit that came first.
    senda::status status = status::running;
    /// The nodes in topological order.
    std::vector<Node> nodes = {};
    /// What the heaviest path to each of them costs.
    std::vector<C> costs = {};
    /// The place in `nodes` of the one before it on that path; `none` where the path begins.
    std::vector<std::uint32_t> before = {};
    /// The nodes of a cycle: each has an edge to the next, and the last to the first. Empty if
    /// there is none.
    std::vector<Node> cycle = {};
    /// What it took.
    senda::statistics statistics = {};
    /// The engine that answered, and why that one.
    std::string_view engine = {};

    /// The heaviest path to the node at a place of `nodes`.
    [[nodiscard]] std::vector<Node> path_to(std::size_t place) const {
        std::vector<Node> path;
        for (; place < nodes.size(); place = before[place]) path.push_back(nodes[place]);
        std::reverse(path.begin(), path.end());
        return path;
    }

    [[nodiscard]] explicit operator bool() const noexcept { return status == status::found; }
};

/// One heaviest path. True in a condition when there is one.
template <class Node, Cost C>
struct heaviest_path {
    /// `found`, or `exhausted` if no path leads to a goal, or `cycle` if there is no heaviest;
    /// `cost_limit` if a path weighs more or less than the type holds; else the limit that came
    /// first.
    senda::status status = status::running;
    /// What it costs; 0 without a path.
    C cost = C{0};
    /// Its nodes.
    std::vector<Node> path = {};
    /// The nodes of a cycle: each has an edge to the next, and the last to the first. Empty if
    /// there is none.
    std::vector<Node> cycle = {};
    /// What it took.
    senda::statistics statistics = {};
    /// The engine that answered, and why that one.
    std::string_view engine = {};

    [[nodiscard]] explicit operator bool() const noexcept { return status == status::found; }
};

namespace detail {

/// What the heaviest path to each node costs, and the number of the node before it.
template <class C>
class heaviest_labels {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

public:
    struct label {
        C cost;
        std::uint32_t before;  // where a path begins, the node itself
    };

    explicit heaviest_labels(memory_budget& budget) noexcept : labels_(budget) {}

    [[nodiscard]] const label& operator[](std::size_t n) const noexcept { return labels_[n]; }
    /// `found`, or what is wrong with the costs.
    [[nodiscard]] status ending() const noexcept { return ending_; }

    /// Makes room; false if there is none.
    template <class Whole>
    [[nodiscard]] bool prepare(const Whole& whole) {
        if (!labels_.assign_zeros(whole.size())) return false;
        std::fill(labels_.begin(), labels_.end(), label{C{0}, none});
        whole.for_each_root([&](std::uint32_t n) { labels_[n].before = n; });
        return true;
    }

    /// Follows an edge out of a node whose label is final: all edges into it were followed.
    void follow(std::uint32_t from, std::uint32_t to, C step) noexcept {
        C there{};
        label& known = labels_[to];
        if (is_no_number(step)) [[unlikely]] {
            ending_ = status::negative_cost;
        } else if (!add_signed(labels_[from].cost, step, there)) [[unlikely]] {
            ending_ = status::cost_limit;
        } else if (there > known.cost || known.before == none) {
            known = {there, from};
        }
    }

private:
    buffer<label> labels_;
    status ending_ = status::found;
};

template <class Node, class G, class Start>
[[nodiscard]] auto run_longest_paths(G& g, const Start& start, const options& o) {
    using rows_type = whole_rows<G, Node>;
    using cost = typename rows_type::cost;
    heaviest_paths<Node, cost> made;
    search_control control(o);
    memory_budget& budget = control.budget();
    rows_type whole(budget);
    if (whole.take_in_place(g, start, control)) {
        buffer<std::uint32_t> order(budget);
        heaviest_labels<cost> labels(budget);
        status ending = status::memory_limit;
        if (labels.prepare(whole)) {
            ending = whole.with_rows([&](const auto& rows) {
                return order_rows<cost>(whole, rows, order, control,
                                        [&](std::uint32_t from, std::uint32_t to, cost step) {
                                            labels.follow(from, to, step);
                                        });
            });
        }
        if (ending == status::found) ending = labels.ending();
        buffer<std::uint32_t> place(budget);  // of each node in the order
        const std::size_t size = order.size();
        if (ending == status::cycle) {
            made.cycle = nodes_of(whole, order);
        } else if (ending == status::found) {
            if (place.assign_zeros(whole.size()) &&
                budget.take(size * (sizeof(Node) + sizeof(cost) + sizeof(std::uint32_t)))) {
                made.nodes = nodes_of(whole, order);
                for (std::uint32_t i = 0; i < size; ++i) place[order[i]] = i;
                made.costs.reserve(size);
                made.before.reserve(size);
                for (const std::uint32_t n : order) {
                    const auto [cost_there, before] = labels[n];
                    made.costs.push_back(cost_there);
                    made.before.push_back(before == n ? made.none : place[before]);
                }
            } else {
                ending = status::memory_limit;
            }
        }
        control.end(ending);
    }
    made.status = control.status();
    made.statistics = control.statistics();
    made.engine = engine_text<G, Node>(engine_kind::general);
    return made;
}

/// The heaviest of all paths that end where `may_end(node)` says so; of equal ones the first.
template <class Node, Cost C, class MayEnd>
[[nodiscard]] heaviest_path<Node, C> heaviest_of(heaviest_paths<Node, C>&& all, MayEnd may_end) {
    heaviest_path<Node, C> best{.status = all.status,
                                .cycle = std::move(all.cycle),
                                .statistics = all.statistics,
                                .engine = all.engine};
    if (best.status != status::found) return best;
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

/// Finds the heaviest path to every node of a graph without cycles, wherever it begins; or a cycle.
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

/// Finds the heaviest path of a graph without cycles, wherever it begins and ends: the critical
/// path of a plan. Parameters as in `longest_paths`.
template <detail::ListedGraph G>
    requires SearchableGraph<G, detail::declared_node_t<std::remove_cvref_t<G>>>
[[nodiscard]] auto longest_path(G&& g, const options& o = {}) {
    return detail::heaviest_of(longest_paths(g, o), [](const auto&) { return true; });
}

/// Finds the heaviest path from `start`, wherever it ends.
template <class G, detail::StartNotOptions Start = detail::declared_node_t<G>>
    requires SearchableGraph<G, node_of<G, Start>>
[[nodiscard]] auto longest_path(G&& g, const Start& start, const options& o = {}) {
    return detail::heaviest_of(longest_paths(g, start, o), [](const auto&) { return true; });
}

/// Finds the heaviest path from `start` to `goal`. A cycle anywhere that `start` leads to stands in
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
    return detail::heaviest_of(longest_paths(g, start, o),
                               [&](const node& n) { return is_goal(g, n); });
}

}  // namespace senda
