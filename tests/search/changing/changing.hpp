// SPDX-License-Identifier: MIT
// Graphs that change, and what a path on them must be.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <senda/graph/cell.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/result.hpp>
#include <string>
#include <utility>
#include <vector>

#include "support/random_graphs.hpp"
#include "support/throwing.hpp"

namespace changing {

/// A directed graph as a matrix of costs, infinite where there is no edge; it throws when the fuse
/// says so.
template <class Cost>
class matrix_graph {
public:
    using node_type = int;
    using cost_type = Cost;

    matrix_graph(int nodes, support::split_mix64& random)
        : nodes_(nodes), costs_(static_cast<std::size_t>(nodes * nodes), senda::infinite<Cost>) {
        const int chance = random.between(5, 60);
        for (int from = 0; from < nodes; ++from)
            for (int to = 0; to < nodes; ++to)
                if (random.percent(chance)) at(from, to) = any_cost(random);
    }

    template <class Emit>
    void successors(int node, Emit&& emit) const {
        for (int to = 0; to < nodes_; ++to) give(emit, to, at(node, to));
    }
    template <class Emit>
    void predecessors(int node, Emit&& emit) const {
        for (int from = 0; from < nodes_; ++from) give(emit, from, at(from, node));
    }

    [[nodiscard]] int nodes() const { return nodes_; }
    [[nodiscard]] Cost& at(int from, int to) {
        return costs_[static_cast<std::size_t>(from * nodes_ + to)];
    }
    [[nodiscard]] Cost at(int from, int to) const {
        return costs_[static_cast<std::size_t>(from * nodes_ + to)];
    }

    /// Changes an edge and says at which node.
    int change(support::split_mix64& random) {
        const int from = random.below(nodes_);
        const int to = random.below(nodes_);
        at(from, to) = random.percent(50) ? senda::infinite<Cost> : any_cost(random);
        return random.percent(50) ? from : to;
    }

private:
    static Cost any_cost(support::split_mix64& random) {
        if constexpr (std::floating_point<Cost>) {
            return random.percent(10) ? Cost{0} : static_cast<Cost>(random.unit() * 3);
        } else {
            return static_cast<Cost>(random.below(5));
        }
    }
    template <class Emit>
    static void give(Emit& emit, int node, Cost cost) {
        support::fuse::tick();
        if (cost != senda::infinite<Cost>) emit(node, cost);
    }

    int nodes_;
    std::vector<Cost> costs_;
};

/// The same with numbers for its nodes.
template <class Cost>
class numbered_matrix : public matrix_graph<Cost> {
public:
    using matrix_graph<Cost>::matrix_graph;
    [[nodiscard]] std::size_t index(int node) const { return static_cast<std::size_t>(node); }
    [[nodiscard]] std::size_t index_bound() const {
        return static_cast<std::size_t>(this->nodes());
    }
};

template <class Cost>
bool same_cost(Cost a, Cost b) {
    if constexpr (std::floating_point<Cost>) {
        const Cost unit = std::same_as<Cost, float> ? Cost(1e-5) : Cost(1e-9);
        return a == b || std::abs(a - b) <= unit * std::max(a, b);
    } else {
        return a == b;
    }
}

/// The answer from scratch, by the general engine.
template <class G, class Node>
auto best(const G& g, const Node& start, const Node& goal) {
    senda::dijkstra_search search{g, start, goal};
    search.run();
    return search.result();
}

/// What is wrong with an answer beside that of `dijkstra`; nothing if all is well.
template <class G, class Answer, class Node>
std::string fault_of(const G& g, const Answer& answer, const Node& start, const Node& goal) {
    using cost = decltype(answer.cost);
    const auto expected = best(g, start, goal);
    if (answer.status != expected.status) return std::string("it is ") + to_string(answer.status);
    if (!same_cost(answer.cost, expected.cost)) {
        return "the cost is " + std::to_string(answer.cost) + ", not " +
               std::to_string(expected.cost);
    }
    if (answer.lower_bound != answer.cost) return "the bound is not the cost";
    if (expected.status != senda::status::found) return answer.path.empty() ? "" : "a path";
    if (answer.path.empty()) return "no path";
    if (!(answer.path.front() == start) || !(answer.path.back() == goal)) return "the ends";
    cost sum{0};
    for (std::size_t i = 0; i + 1 < answer.path.size(); ++i) {
        cost least = senda::infinite<cost>;
        using types = senda::detail::graph_types<const G, Node>;
        senda::detail::for_each_successor<types>(g, answer.path[i],
                                                 [&](const Node& to, cost step, const auto&) {
                                                     if (to == answer.path[i + 1])
                                                         least = std::min(least, step);
                                                 });
        if (least == senda::infinite<cost>) return "a step that is none";
        sum += least;
    }
    return same_cost(sum, answer.cost) ? "" : "the path costs something else";
}

/// Opens or closes a cell, or gives it another weight.
template <senda::grid_moves Moves, class Weight>
void change(senda::basic_grid<Moves, Weight>& g, senda::cell c, int walls,
            support::split_mix64& random) {
    if (random.percent(walls)) {
        g.close(c);
    } else if constexpr (std::same_as<Weight, senda::unweighted>) {
        g.set(c);
    } else {
        g.set(c, static_cast<Weight>(random.below(5)));
    }
}

template <class Grid>
Grid any_grid(int side, int walls, support::split_mix64& random) {
    Grid g(random.between(1, side), random.between(1, side));
    for (int y = 0; y < g.height(); ++y)
        for (int x = 0; x < g.width(); ++x) change(g, {x, y}, walls, random);
    return g;
}

template <class Grid>
senda::cell any_cell(const Grid& g, support::split_mix64& random) {
    return {random.below(g.width()), random.below(g.height())};
}

}  // namespace changing
