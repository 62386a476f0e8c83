// SPDX-License-Identifier: MIT
// Johnson's algorithm: the cheapest paths between all nodes, where costs may be negative.
#pragma once

#include <senda/detail/contract/engine_texts.hpp>
#include <senda/detail/contract/relay.hpp>
#include <senda/detail/engines/parallel/shared_rows.hpp>
#include <senda/detail/rows/reweighted_rows.hpp>
#include <senda/detail/rows/whole_rows.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/cost.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/statistics.hpp>
#include <senda/search/status.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace senda {

/// Whether a table of costs knows the paths as well, which takes four bytes more a pair.
enum class pair_paths {
    left_out,  ///< only costs
    kept       ///< costs and paths
};

/// The costs of the cheapest paths between all nodes: `m[from][to]`, by their places in `nodes`.
/// True in a condition when they are all known.
template <class Node, Cost C>
class all_pairs {
public:
    /// `found` if there is a path for every pair, `exhausted` if there is none for those without a
    /// cost; `negative_cycle` if there are no cheapest ones; otherwise what stopped the search, and
    /// costs may be missing.
    senda::status status = status::running;
    /// The nodes; in a graph that numbers them from 0 on, such as `csr`, each at its own place.
    std::vector<Node> nodes = {};
    /// The nodes of a cycle whose costs add up to less than 0: each has an edge to the next, and
    /// the last to the first. Empty if there is none.
    std::vector<Node> cycle = {};
    /// What it took.
    senda::statistics statistics = {};
    /// The engine that answered, and why that one.
    std::string_view engine = {};

    /// How many nodes there are costs for; 0 after a cycle, or without room for the table.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// The costs from a node to all; `infinite<C>` where no path is known.
    [[nodiscard]] std::span<const C> operator[](std::size_t from) const noexcept {
        const std::vector<C>& row = costs_[from].empty() ? unknown_ : costs_[from];
        return {row.data(), size_};
    }
    /// The nodes of the cheapest path from the node at one place to that at another; empty if there
    /// is none, or paths were left out.
    [[nodiscard]] std::vector<Node> path(std::size_t from, std::size_t to) const {
        std::vector<Node> path;
        if (before_.empty() || (*this)[from][to] == infinite<C>) return path;
        for (; to != from; to = before_[from][to]) path.push_back(nodes[to]);
        path.push_back(nodes[from]);
        std::reverse(path.begin(), path.end());
        return path;
    }

    [[nodiscard]] explicit operator bool() const noexcept {
        return status == status::found || status == status::exhausted;
    }

    /// Makes room for so many nodes, of which nothing is known yet.
    void resize(std::size_t count, pair_paths paths) {
        size_ = count;
        unknown_.assign(count, infinite<C>);
        costs_.assign(count, {});
        before_.assign(paths == pair_paths::kept ? count : 0, {});
    }
    /// The costs from a node to all, to be filled in.
    [[nodiscard]] std::span<C> costs_from(std::size_t from) {
        if (costs_[from].empty()) costs_[from] = unknown_;
        return costs_[from];
    }
    /// The place before each on its path from a node, to be filled in; nothing without paths.
    [[nodiscard]] std::span<std::uint32_t> before_from(std::size_t from) {
        if (before_.empty()) return {};
        if (before_[from].empty())
            before_[from].assign(size_, std::numeric_limits<std::uint32_t>::max());
        return before_[from];
    }

private:
    std::size_t size_ = 0;
    // A row is made when it is filled in: to write all of a large table takes long.
    std::vector<std::vector<C>> costs_;
    std::vector<std::vector<std::uint32_t>> before_;
    std::vector<C> unknown_;  // the row of a node from which nothing is known
};

namespace detail {

/// Takes the bytes of a table off the budget; false if there is no room for it.
[[nodiscard]] inline bool take_table(memory_budget& budget, std::uint64_t nodes,
                                     std::uint64_t bytes_a_pair) noexcept {
    const std::uint64_t row = nodes * bytes_a_pair;
    return nodes == 0 || (row <= budget.left() / nodes && budget.take(nodes * row));
}

/// Adds up how rows ended; false if there is no going on.
[[nodiscard]] inline bool goes_on_after_row(status row, status& all) noexcept {
    if (row == status::found) return true;
    const bool goes_on = row == status::exhausted || row == status::cost_limit;
    if (all == status::found || row == status::cost_limit || !goes_on) all = row;
    return goes_on;
}

/// Fills the rows of a table one after the other, or each thread the next one.
template <class Node, class C>
[[nodiscard]] status fill_rows(all_pairs<Node, C>& table, const reweighted_rows<C>& graph,
                               const options& left, statistics& used) {
    const std::size_t size = table.size();
    std::vector<status> endings(size, status::running);
    const auto fill = [&](reweighted_search<C>& search, std::size_t from) {
        endings[from] = search.fill(static_cast<std::uint32_t>(from), table.costs_from(from),
                                    table.before_from(from));
        status alone = status::found;
        return goes_on_after_row(endings[from], alone);
    };
    bool is_shared = false;
#if SENDA_HAS_THREADS
    constexpr std::size_t many_pairs = 16'384;  // fewer take less time than to start threads
    is_shared = left.threads > 1 && size * size >= many_pairs;
    if (is_shared) {
        thread_team team;
        team.start(static_cast<unsigned>(std::min<std::size_t>(left.threads, size)));
        std::vector<statistics> each(team.size());
        row_roster roster(size);
        const auto work = [&](unsigned thread) {
            reweighted_search<C> search(graph, left);
            for (std::size_t from; (from = roster.next()) < size;)
                if (!fill(search, from)) roster.end();
            each[thread] = search.statistics();
        };
        const double started = now_in_seconds();
        roster.run(team, work);
        std::uint64_t bytes = 0;
        const double seconds = used.seconds + now_in_seconds() - started;
        for (const statistics& s : each) {
            relay::add(used, s);
            bytes += s.bytes;
        }
        used.bytes = std::max(used.bytes, bytes);
        used.seconds = seconds;
        used.threads = team.size();
    }
#endif
    if (!is_shared) {
        reweighted_search<C> search(graph, left);
        for (std::size_t from = 0; from < size && fill(search, from);) ++from;
        relay::add(used, search.statistics());
    }
    status all = status::found;
    for (const status ending : endings)
        if (ending != status::running && !goes_on_after_row(ending, all)) break;
    return all;
}

/// Fills in a table; how it ended.
template <class Node, class C, class G, class Start>
[[nodiscard]] status fill_table(all_pairs<Node, C>& made, G& g, const Start& start,
                                pair_paths paths, const options& o) {
    search_control control(o);
    memory_budget& budget = control.budget();
    whole_rows<G, Node> whole(budget);
    const bool is_taken_in = whole.take_in(g, start, control);
    made.statistics = control.statistics();
    if (!is_taken_in) return control.status();
    const std::size_t size = whole.size();
    const std::uint64_t a_pair =
        sizeof(C) + (paths == pair_paths::kept ? sizeof(std::uint32_t) : 0);
    if (!take_table(budget, size, a_pair) || !budget.take(size * sizeof(Node)))
        return status::memory_limit;

    relay relay(o);
    relay.hand_on(made.statistics);
    options by_any_path = relay.left();
    by_any_path.limits.cost = limits{}.cost;  // potentials are no paths that were asked for
    reweighted_rows<C> reweighted(budget);
    std::vector<std::uint32_t> cycle;
    statistics used;
    const status ending = whole.with_rows(
        [&](const auto& rows) { return reweighted.make(rows, by_any_path, cycle, used); });
    used.bytes = std::max(used.bytes, budget.peak());
    relay.hand_on(used);
    relay::add(made.statistics, used);
    for (const std::uint32_t n : cycle) made.cycle.push_back(whole.node(n));
    if (ending != status::found) return ending;

    for (std::uint32_t n = 0; n < size; ++n) made.nodes.push_back(whole.node(n));
    made.resize(size, paths);
    used = {};
    options left = relay.left();
    left.limits.bytes = budget.left();
    // Threads do not count expansions and bytes together.
    if (o.limits.expansions != limits{}.expansions || o.limits.bytes != limits{}.bytes)
        left.threads = 1;
    const status filled = fill_rows(made, reweighted, left, used);
    used.bytes += budget.used();
    relay::add(used, made.statistics);
    made.statistics = used;
    return filled;
}

template <class Node, class G, class Start>
[[nodiscard]] auto run_johnson(G& g, const Start& start, pair_paths paths, const options& o) {
    all_pairs<Node, typename whole_rows<G, Node>::cost> made;
    made.status = fill_table(made, g, start, paths, o);
    made.engine = engine_text<G, Node>(engine_kind::general);
    return made;
}

}  // namespace detail

/// Finds the costs of the cheapest paths between all nodes where costs may be negative, or a cycle
/// of negative cost. Limits hold for the whole; the table is counted before it is made.
///
/// `g`      a graph that can list its nodes: `csr`, `adjacency`, containers, graphs of Boost.
/// `o`      limits, a stop token; `threads`, which share the rows where there is no limit on
///          expansions or bytes: the answer is the same.
/// `paths`  whether to keep the paths, too.
template <detail::ListedGraph G>
    requires SearchableGraph<G, detail::declared_node_t<std::remove_cvref_t<G>>>
[[nodiscard]] auto johnson(G&& g, const options& o = {}, pair_paths paths = pair_paths::left_out) {
    using node = detail::declared_node_t<std::remove_cvref_t<G>>;
    return detail::run_johnson<node>(g, detail::every_node{}, paths, o);
}

/// The least costs between all nodes that can be reached from `start`.
///
/// `g`      the graph.
/// `start`  a node, or `any_of` several.
/// `o`      limits, a stop token, threads; see above.
/// `paths`  whether to keep the paths, too.
template <class G, detail::StartNotOptions Start = detail::declared_node_t<G>>
    requires SearchableGraph<G, node_of<G, Start>>
[[nodiscard]] auto johnson(G&& g, const Start& start, const options& o = {},
                           pair_paths paths = pair_paths::left_out) {
    return detail::run_johnson<node_of<G, Start>>(g, start, paths, o);
}

}  // namespace senda
