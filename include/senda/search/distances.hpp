// SPDX-License-Identifier: MIT
// Tables of costs: from one start to many targets, between all nodes of a set, and Johnson's
// algorithm for all pairs with negative costs.
#pragma once

#include <senda/detail/core/cost_matrix.hpp>
#include <senda/detail/core/engine_fallback.hpp>
#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/rows/whole_rows.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/bellman_ford.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/control.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace senda::detail {

/// The type in which changed costs are exact: 64 bits for whole numbers of up to 32.
template <Cost C>
using wide_cost = std::conditional_t<std::integral<C> && sizeof(C) <= 4, std::int64_t, C>;

/// Rows as a graph, with wide costs.
template <class C, class Rows>
struct wide_row_graph {
    using node_type = std::uint32_t;
    using cost_type = wide_cost<C>;
    Rows rows;

    [[nodiscard]] std::size_t index(std::uint32_t n) const noexcept { return n; }
    [[nodiscard]] std::size_t index_bound() const noexcept { return rows.node_count; }
    template <class Emit>
    void successors(std::uint32_t n, Emit&& emit) const {
        for_each_edge_in<C>(
            rows, n, [&](std::uint32_t to, C step) { emit(to, static_cast<cost_type>(step)); });
    }
};

/// The edges with a node's potential added to the cost of each that leaves it and taken off each
/// that enters it: by so much paths between two nodes change alike. The potentials are the least
/// costs from a node outside that has an edge of cost 0 to all.
template <class C>
class reweighted_rows {
public:
    using wide = wide_cost<C>;
    using id = std::uint32_t;

    explicit reweighted_rows(memory_budget& budget)
        : potentials_(budget), first_(budget), edges_(budget) {}

    [[nodiscard]] id size() const noexcept { return static_cast<id>(potentials_.size()); }
    [[nodiscard]] csr_rows<wide> rows() const noexcept {
        return {first_.data(), edges_.data(), potentials_.size()};
    }

    /// Changes the costs: `found`; `negative_cycle`, with its nodes in `cycle`; `cost_limit` if a
    /// cost does not fit; or the limit that came first.
    template <class Rows>
    [[nodiscard]] status make(const Rows& rows, options left, std::vector<id>& cycle,
                              statistics& used) {
        memory_budget& budget = potentials_.budget();
        if (!potentials_.assign_zeros(rows.node_count) || !first_.push(std::size_t{0}))
            return status::memory_limit;
        std::vector<id> all(rows.node_count);
        std::iota(all.begin(), all.end(), id{0});
        left.limits.bytes = budget.left();
        {
            const auto search = bellman_ford(wide_row_graph<C, Rows>{rows}, any_of<id>(all), left);
            used = search.statistics();
            used.bytes += budget.used();
            cycle = search.cycle();
            if (!search) return search.status();
            for (const auto& node : search.tree()) potentials_[node.node] = node.cost;
        }
        status ending = status::found;
        for (id from = 0; from < size(); ++from) {
            for_each_edge_in<C>(rows, from, [&](id to, C step) {
                wide changed{};
                if (!change(static_cast<wide>(step), potentials_[from], potentials_[to], changed)) {
                    ending = status::cost_limit;
                } else if (!edges_.push(csr_half_edge<wide>{to, changed})) {
                    ending = status::memory_limit;
                }
            });
            if (ending != status::found) return ending;
            if (!first_.push(edges_.size())) return status::memory_limit;
        }
        return ending;
    }

    /// What a path costs by the costs as they were given; false if that does not fit.
    [[nodiscard]] bool unchanged(wide cost, id from, id to, C& was) const noexcept {
        wide first{};
        if (!change(cost, potentials_[to], potentials_[from], first)) return false;
        if constexpr (!std::same_as<wide, C>) {
            if (first > largest_cost<C> || first < std::numeric_limits<C>::lowest()) return false;
        }
        was = static_cast<C>(first);
        return true;
    }

private:
    // Potentials are at most 0.
    [[nodiscard]] static bool change(wide cost, wide add, wide take, wide& changed) noexcept {
        if constexpr (std::floating_point<wide>) {
            changed = cost + add - take;
            return !is_no_number(changed);
        } else {
            wide less{};
            if constexpr (std::signed_integral<wide>) {
                if (take == std::numeric_limits<wide>::lowest()) return false;
            }
            return add_within(cost, add, less) &&
                   add_signed(less, static_cast<wide>(-take), changed);
        }
    }

    buffer<wide> potentials_;
    buffer<std::size_t> first_;
    buffer<csr_half_edge<wide>> edges_;
};

/// Dijkstra's algorithm from one node after the other, in one memory.
template <class C>
class reweighted_search {
    using wide = wide_cost<C>;
    using id = std::uint32_t;

public:
    static constexpr id none = std::numeric_limits<id>::max();

    reweighted_search(const reweighted_rows<C>& graph, const options& o)
        : control_(o), graph_(graph), cost_limit_(o.limits.cost.most<C>()) {}

    [[nodiscard]] senda::statistics statistics() const { return control_.statistics(); }

    /// Writes the costs from a node to all, and the node before each unless there is no room to:
    /// `found` if there is a path to every node, `exhausted` if there is not, `cost_limit` if one
    /// is beyond it; else the limit that came first.
    [[nodiscard]] status fill(id from, std::span<C> costs, std::span<id> before) {
        if (!control_.running() || !control_.fits(prepare(before.empty())))
            return control_.status();
        search(from, !before.empty());
        if (!control_.running()) return control_.status();
        status ending = status::found;
        for (id to = 0; to < graph_.size(); ++to) {
            C cost = infinite<C>;
            if (least_[to] == infinite<wide>) {
                if (ending == status::found) ending = status::exhausted;
            } else if (!graph_.unchanged(least_[to], from, to, cost) || cost > cost_limit_) {
                cost = infinite<C>;
                ending = status::cost_limit;
            }
            costs[to] = cost;
            if (!before.empty()) before[to] = cost == infinite<C> ? none : before_[to];
        }
        return is_cut_ ? status::cost_limit : ending;
    }

private:
    [[nodiscard]] bool prepare(bool without_paths) {
        is_cut_ = false;
        open_.clear();
        if (least_.size() != graph_.size() &&
            (!least_.assign_zeros(graph_.size()) ||
             (!without_paths && !before_.assign_zeros(graph_.size()))))
            return false;
        std::fill(least_.begin(), least_.end(), infinite<wide>);
        std::fill(before_.begin(), before_.end(), none);
        return true;
    }

    void search(id start, bool keeps_paths) {
        const csr_rows<wide> rows = graph_.rows();
        least_[start] = wide{0};
        bool fits = open_.push(wide{0}, wide{0}, start);
        while (fits && !open_.empty()) {
            const auto next = open_.pop();
            if (next.g > least_[next.id]) continue;  // a cheaper path was found since
            if (!control_.may_expand()) return;
            const std::size_t last = rows.offsets[std::size_t{next.id} + 1];
            std::size_t e = rows.offsets[next.id];
            control_.count_generated(last - e);
            for (; e < last; ++e) {
                const auto& edge = rows.edges[e];
                // Rounding may leave a little less than nothing.
                const wide there = add_costs(next.g, std::max(edge.cost, wide{0}));
                if (!(there < least_[edge.to])) {
                    is_cut_ = is_cut_ || there == infinite<wide>;
                    continue;
                }
                least_[edge.to] = there;
                if (keeps_paths) before_[edge.to] = next.id;
                fits = fits && open_.push(there, there, edge.to);
            }
        }
        control_.fits(fits);
    }

    search_control control_;
    const reweighted_rows<C>& graph_;
    C cost_limit_;
    buffer<wide> least_{control_.budget()};
    buffer<id> before_{control_.budget()};
    open_list<wide, id, ties::fifo> open_{control_.budget()};
    bool is_cut_ = false;  // a cost was beyond what the type holds
};

}  // namespace senda::detail

namespace senda {

/// Whether a table of costs knows the paths as well, which takes four bytes more a pair.
enum class pair_paths {
    left_out,  ///< only costs
    kept       ///< costs and paths
};

/// The costs of the cheapest paths between all nodes: `m[from][to]`, by their places in `nodes`.
/// It is `complete` if they are all known, also that there is no path, and `negative_cycle` if
/// there are no cheapest ones; otherwise the status says what stopped it, and costs may be missing.
template <class Node, Cost C>
class all_pairs : public cost_matrix<C> {
public:
    /// The nodes; in a graph that numbers them from 0 on, such as `csr`, each at its own place.
    std::vector<Node> nodes = {};
    /// The nodes of a cycle whose costs add up to less than 0: each has an edge to the next, and
    /// the last to the first. Empty if there is none.
    std::vector<Node> cycle = {};

    /// How many nodes there are costs for; 0 after a cycle, or without room for the table.
    [[nodiscard]] std::size_t size() const noexcept { return this->rows(); }
    /// The nodes of the cheapest path from the node at one place to that at another; empty if there
    /// is none, or paths were left out.
    [[nodiscard]] std::vector<Node> path(std::size_t from, std::size_t to) const {
        std::vector<Node> path;
        if (before_.rows() == 0 || (*this)[from][to] == infinite<C>) return path;
        for (; to != from; to = before_[from][to]) path.push_back(nodes[to]);
        path.push_back(nodes[from]);
        std::reverse(path.begin(), path.end());
        return path;
    }

    /// Makes room for `count` nodes, of which nothing is known yet.
    void resize(std::size_t count, pair_paths paths) {
        cost_matrix<C>::resize(count, count);
        if (paths == pair_paths::kept) before_.resize(count, count);
    }
    /// The place before each on its path from a node, to be filled in; nothing without paths.
    [[nodiscard]] std::span<std::uint32_t> before_from(std::size_t from) {
        if (before_.rows() == 0) return {};
        return before_.costs_from(from);
    }

private:
    cost_matrix<std::uint32_t> before_;
};

namespace detail {

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
    const bool keeps_paths = paths == pair_paths::kept;
    limits room{.bytes = budget.left()};
    if (!take_matrix<C>(room, size, size) ||
        (keeps_paths && !take_matrix<std::uint32_t>(room, size, size)) ||
        !budget.take(matrix_bytes<C>(size, size) + size * sizeof(Node) +
                     (keeps_paths ? matrix_bytes<std::uint32_t>(size, size) : 0)))
        return status::memory_limit;

    engine_fallback fallback(o);
    fallback.charge(made.statistics);
    options by_any_path = fallback.remaining_options();
    by_any_path.limits.cost = limits{}.cost;  // potentials are no paths that were asked for
    reweighted_rows<C> reweighted(budget);
    std::vector<std::uint32_t> cycle;
    statistics used;
    const status ending = whole.with_rows(
        [&](const auto& rows) { return reweighted.make(rows, by_any_path, cycle, used); });
    used.bytes = std::max(used.bytes, budget.peak());
    fallback.charge(used);
    engine_fallback::add(made.statistics, used);
    for (const std::uint32_t n : cycle) made.cycle.push_back(whole.node(n));
    if (ending != status::found) return ending;

    for (std::uint32_t n = 0; n < size; ++n) made.nodes.push_back(whole.node(n));
    made.resize(size, paths);
    used = {};
    options left = fallback.remaining_options();
    if (o.limits.bytes != limits{}.bytes) left.limits.bytes = budget.left();
    using worker = reweighted_search<C>;
    const status filled = share_rows<worker>(
        size, left, used,
        [&](std::optional<worker>& w, const options& now) { w.emplace(reweighted, now); },
        [&](worker& w, std::size_t from) {
            return w.fill(static_cast<std::uint32_t>(from), made.costs_from(from),
                          made.before_from(from));
        });
    used.bytes += budget.used();
    engine_fallback::add(used, made.statistics);
    made.statistics = used;
    return filled;
}

template <class Node, class G, class Start>
[[nodiscard]] auto run_johnson(G& g, const Start& start, pair_paths paths, const options& o) {
    all_pairs<Node, typename whole_rows<G, Node>::cost> made;
    made.status = completed(fill_table(made, g, start, paths, o));
    made.engine = general_engine<G, Node>.text;
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
        if (!control.tick()) return control.status();
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
/// `observer`  hooks that are called as it works; see `no_observer`.
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
    r.status = detail::completed(
        detail::settle_into<node>(search, g, targets, std::span<cost>(r.costs), control));
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

/// Searches from one source after the other, in one memory and within the limits together.
template <class Search, class G, class Node, class Targets>
class matrix_search {
public:
    matrix_search(G& g, const Targets& targets, const options& o)
        : graph_(g),
          targets_(targets),
          control_(o),
          limits_(o),
          search_(g, any_of<Node>{}, no_goal{}, alone(o), unobserved_) {}
    matrix_search(const matrix_search&) = delete;
    matrix_search& operator=(const matrix_search&) = delete;

    /// What all rows took so far.
    [[nodiscard]] const senda::statistics& statistics() const noexcept { return limits_.used(); }

    /// Fills in the costs from a source; how that ended.
    template <class C>
    [[nodiscard]] status fill(const Node& source, std::span<C> costs) {
        search_.set_limits(limits_.remaining_options().limits);
        search_.restart(source);
        const status ending = settle_into<Node>(search_, graph_, targets_, costs, control_);
        limits_.charge(search_.statistics());
        return ending;
    }

private:
    [[nodiscard]] static options alone(options o) noexcept {
        o.threads = 1;  // they share rows, not a search
        return o;
    }

    G& graph_;
    const Targets& targets_;
    search_control control_;
    engine_fallback limits_;
    no_observer unobserved_;
    Search search_;
};

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
    using search = detail::matrix_search<detail::least_cost_search<graph, node, no_observer>, graph,
                                         node, Targets>;
    const std::vector<node> from(std::begin(sources), std::end(sources));
    const std::size_t columns = detail::length_of(targets);
    cost_matrix<cost> m;
    options left = o;
    if (!detail::take_matrix<cost>(left.limits, from.size(), columns)) {
        m.status = status::memory_limit;
        return m;
    }
    if (!shares) left.threads = 1;
    m.resize(from.size(), columns);
    m.status = detail::completed(detail::share_rows<search>(
        from.size(), left, m.statistics,
        [&](std::optional<search>& worker, const options& now) { worker.emplace(g, targets, now); },
        [&](search& worker, std::size_t row) {
            return worker.fill(from[row], m.costs_from(row));
        }));
    m.statistics.bytes += detail::matrix_bytes<cost>(from.size(), columns);
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
