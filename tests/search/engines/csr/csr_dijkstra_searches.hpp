// SPDX-License-Identifier: MIT
// Searches of stored graphs with whole costs, beside looking again at whatever gets cheaper.
#pragma once

#include "search/engines/csr/csr_bfs_searches.hpp"

#include <senda/graph/csr.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace support {

using costly_edges = std::vector<senda::csr<int>::edge_type>;

/// Threads share whatever has one node.
inline constexpr senda::detail::bucket_tuning always_shared{
    .min_generated = 0, .min_frontier = 1, .min_edges = 0};

/// A random graph of a seed with costs, some of them 0, and where to begin and to end.
struct costly_sample {
    std::uint32_t nodes;
    costly_edges edges;
    std::vector<senda::edge<std::uint32_t, int>> starts;
    std::uint32_t goal;
    int cap;

    explicit costly_sample(std::uint64_t seed, std::uint32_t most = 50) {
        const stored_sample sample(seed, most);
        senda::random_source random(seed + 7);
        nodes = sample.nodes;
        constexpr int largest[] = {1, 2, 5, 300, 100'000, senda::infinite<int>};
        const auto kinds = static_cast<std::uint64_t>(largest[random.below(6)]) + 1;
        for (const auto& e : sample.edges)
            edges.push_back({e.from, e.to, static_cast<int>(random.below(kinds))});
        for (std::uint64_t i = 0; i <= random.below(3); ++i)
            starts.push_back({any(random), i == 0 ? 0 : static_cast<int>(random.below(kinds))});
        goal = any(random);
        cap = static_cast<int>(random.below(kinds + kinds / 2 + 2) % senda::infinite<int>);
    }

    /// The least costs, `infinite` where no path leads or it costs too much to be added up.
    template <class G>
    [[nodiscard]] std::vector<int> costs(const G& g) const {
        std::vector<int> least(nodes, senda::infinite<int>);
        for (const auto& s : starts) least[s.to] = std::min(least[s.to], s.cost);
        for (bool is_better = true; is_better;) {
            is_better = false;
            for (std::uint32_t from = 0; from < nodes; ++from) {
                if (least[from] == senda::infinite<int>) continue;
                g.successors(from, [&](std::uint32_t to, int step) {
                    const int there = senda::add_costs(least[from], step);
                    if (!(there < least[to])) return;
                    least[to] = there;
                    is_better = true;
                });
            }
        }
        return least;
    }

private:
    [[nodiscard]] std::uint32_t any(senda::random_source& random) const {
        return static_cast<std::uint32_t>(random.below(nodes));
    }
};

/// What a search found: of each node the cost and the parent, itself at a start.
struct costly_tree {
    std::vector<int> costs;
    std::vector<std::uint32_t> parents, path;
    senda::status status{};
    std::size_t reached = 0;
    std::uint64_t expanded = 0, generated = 0;
    int lower_bound = 0;

    friend bool operator==(const costly_tree&, const costly_tree&) = default;
};

template <class Search>
costly_tree tree_of(Search& search, std::size_t nodes) {
    const auto answer = search.result();
    costly_tree found{.costs = std::vector<int>(nodes, senda::infinite<int>),
                      .parents = std::vector<std::uint32_t>(nodes),
                      .path = answer.path,
                      .status = answer.status,
                      .reached = search.reached(),
                      .expanded = answer.statistics.expanded,
                      .generated = answer.statistics.generated,
                      .lower_bound = answer.lower_bound};
    for (const auto& [node, cost, parent, action] : search.tree()) {
        found.costs[node] = cost;
        found.parents[node] = parent != nullptr ? *parent : node;
    }
    return found;
}

/// The cheapest edge between two nodes.
template <class G>
int step_between(const G& g, std::uint32_t from, std::uint32_t to) {
    int least = senda::infinite<int>;
    g.successors(
        from, [&](std::uint32_t n, int cost) { least = n == to ? std::min(least, cost) : least; });
    return least;
}

/// What is wrong with the path to a node that a search reached at a cost.
template <class G, class Search>
std::string fault_of_route(const G& g, const costly_sample& sample, Search& search,
                           std::uint32_t to, int cost) {
    const auto path = search.path_to(to);
    if (path.empty() || path.back() != to) return "no path to a node that was reached";
    int begin = senda::infinite<int>;
    for (const auto& s : sample.starts) begin = s.to == path[0] ? std::min(begin, s.cost) : begin;
    for (std::size_t i = 0; i + 1 < path.size(); ++i)
        begin = senda::add_costs(begin, step_between(g, path[i], path[i + 1]));
    return begin == cost ? "" : "a path that costs something else";
}

/// A search of everything, with these limits, and what is wrong with it.
template <class G>
std::string fault_of_costs(const G& g, const costly_sample& sample, const senda::options& o,
                           costly_tree& tree) {
    const senda::any_of starts(sample.starts);
    senda::dijkstra_search search(g, starts, senda::no_goal{}, o);
    senda::detail::bucket_tuner::set(search, always_shared);
    search.run();
    tree = tree_of(search, sample.nodes);
    const int cap = o.limits.cost.most<int>();
    std::vector<int> least = sample.costs(g);
    std::size_t within = 0;
    int beyond = senda::infinite<int>;
    for (int& c : least) {
        within += c <= cap ? 1 : 0;
        if (c > cap) beyond = std::min(beyond, std::exchange(c, senda::infinite<int>));
    }
    if (tree.costs != least) return "a cost that is not the least";
    if (tree.reached != within || tree.expanded != within) return "nodes were left out";
    if (tree.status == senda::status::cost_limit ? tree.lower_bound != beyond
                                                 : tree.status != senda::status::exhausted) {
        return "a wrong end, or a wrong bound";
    }
    for (std::uint32_t n = 0; n < sample.nodes; ++n) {
        if (least[n] == senda::infinite<int>) continue;
        std::string fault = fault_of_route(g, sample, search, n, least[n]);
        if (!fault.empty()) return fault;
    }
    return {};
}

/// A search that is stopped after some expansions, then one for a goal, and what is wrong.
template <class G>
std::string fault_of_goal(const G& g, const costly_sample& sample, unsigned threads,
                          costly_tree& tree) {
    const senda::any_of starts(sample.starts);
    senda::dijkstra_search search(g, starts, sample.goal,
                                  {.limits = {.expansions = sample.nodes / 3}, .threads = threads});
    senda::detail::bucket_tuner::set(search, always_shared);
    search.run();
    tree = tree_of(search, sample.nodes);
    if (tree.expanded > sample.nodes / 3) return "more expansions than allowed";
    search.set_limits({});
    search.restart(starts, sample.goal);
    search.run();
    const auto found = search.result();
    const int least = sample.costs(g)[sample.goal];
    if (found ? found.cost != least || found.lower_bound != least : least != senda::infinite<int>)
        return "a wrong answer after a restart";
    tree.path = found.path;
    return found ? fault_of_route(g, sample, search, sample.goal, least) : std::string{};
}

/// The fault of one graph with some numbers of threads; empty if there is none.
template <class G>
std::string fault_on_costly_graph(const G& g, const costly_sample& sample,
                                  const std::vector<unsigned>& threads) {
    costly_tree first[3];
    for (const unsigned count : threads) {
        costly_tree found[3];
        std::string fault = fault_of_costs(g, sample, {.threads = count}, found[0]);
        if (fault.empty()) {
            fault = fault_of_costs(g, sample, {.limits = {.cost = sample.cap}, .threads = count},
                                   found[1]);
        }
        if (fault.empty()) fault = fault_of_goal(g, sample, count, found[2]);
        if (!fault.empty()) return fault;
        // Where one thread stops is its own affair, but its path is that of all.
        const bool is_first = count == threads.front();
        if (!is_first &&
            (found[0] != first[0] || found[1] != first[1] || found[2].path != first[2].path)) {
            return "the answer depends on the number of threads";
        }
        if (count > 2 && first[2].expanded != 0 && threads[0] > 1 && found[2] != first[2])
            return "where it stops depends on the number of threads";
        if (is_first) std::swap(first, found);
    }
    return {};
}

/// The same of a seed: one way and both ways.
inline std::string fault_on_costly_graphs(std::uint64_t seed,
                                          const std::vector<unsigned>& threads) {
    const costly_sample sample(seed);
    const auto one_way = senda::csr<int>::from_edges(sample.nodes, sample.edges);
    const auto both_ways = senda::csr<int>::from_undirected_edges(sample.nodes, sample.edges);
    std::string fault = fault_on_costly_graph(*one_way, sample, threads);
    if (fault.empty()) fault = fault_on_costly_graph(*both_ways, sample, threads);
    return fault.empty() ? fault : fault + ", seed " + std::to_string(seed);
}

}  // namespace support
