// SPDX-License-Identifier: MIT
// A shortest path between two cells of a grid whose corridors are contracted.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/cost.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/grid/corridors.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::detail {

/// A corridor graph with two nodes more: a start and a goal, which may lie within corridors.
class corridor_route {
    using node = corridor_graph::node_type;
    using corridor_end = corridor_graph::corridor_end;

public:
    using node_type = node;
    using cost_type = steps;

    corridor_route(const corridor_graph& g, cell start, cell goal)
        : graph_(g), start_(start), goal_(goal) {
        from_start_ = ends_of(start);
        to_goal_ = ends_of(goal);
        find_goal_beside_start();
    }

    [[nodiscard]] result<cell, steps> search(const options& o) const {
        const auto estimate = [this](node n) {
            return manhattan{goal_}(n == start_node()  ? start_
                                    : n == goal_node() ? goal_
                                                       : graph_.at(n));
        };
        const auto found = astar(*this, start_node(), goal_node(), estimate, o);
        result<cell, steps> answer{.status = found.status,
                                   .cost = found.cost,
                                   .lower_bound = found.lower_bound,
                                   .statistics = found.statistics};
        answer.statistics.engine = engine_kind::corridors;
        if (found) append_cells(found.path, answer.path);
        return answer;
    }

    template <class Emit>
    void successors(node n, Emit&& emit) const {
        if (n == start_node()) {
            for (const corridor_end& end : from_start_) emit(end.junction, end.length);
        } else if (n != goal_node()) {
            graph_.successors(n, emit);
            for (const corridor_end& end : to_goal_)
                if (end.junction == n) emit(goal_node(), end.length);
        }
    }

    [[nodiscard]] std::size_t index(node n) const noexcept { return n; }
    [[nodiscard]] std::size_t index_bound() const noexcept { return graph_.size() + 2; }

private:
    [[nodiscard]] node start_node() const noexcept { return static_cast<node>(graph_.size()); }
    [[nodiscard]] node goal_node() const noexcept { return start_node() + 1; }

    /// The junctions that a cell leads to; if it is one itself, only that.
    [[nodiscard]] std::vector<corridor_end> ends_of(cell c) const {
        if (const auto junction = graph_.junction(c)) return {{*junction, 0, c}};
        std::vector<corridor_end> ends;
        graph_.for_each_corridor(c, [&](const corridor_end& end) { ends.push_back(end); });
        return ends;
    }

    /// Adds the ways that lead from the start to the goal without a junction between.
    void find_goal_beside_start() {
        const std::size_t ways = from_start_.size();
        for (std::size_t i = 0; i < ways; ++i) {
            const corridor_end way = from_start_[i];
            steps length = 1;
            steps there = way.first == goal_ ? length : 0;
            graph_.walk(start_, way.first, [&](cell c) {
                ++length;
                if (c == goal_ && there == 0) there = length;
            });
            if (there != 0) from_start_.push_back({goal_node(), there, way.first});
        }
    }

    [[nodiscard]] static const corridor_end& shortest(const std::vector<corridor_end>& ends,
                                                      node to) {
        const corridor_end* best = nullptr;
        for (const corridor_end& end : ends) {
            if (end.junction == to && (best == nullptr || end.length < best->length)) best = &end;
        }
        return *best;
    }

    void append_cells(const std::vector<node>& nodes, std::vector<cell>& path) const {
        path.push_back(start_);
        for (std::size_t i = 1; i < nodes.size(); ++i) {
            if (i == 1) {
                append_walk(start_, shortest(from_start_, nodes[1]), path);
            } else if (nodes[i] == goal_node()) {
                append_end(shortest(to_goal_, nodes[i - 1]), path);
            } else {
                graph_.append_cells(nodes[i - 1], nodes[i], path);
            }
        }
    }

    /// Appends the cells of a way of known length, without the first.
    void append_walk(cell from, const corridor_end& way, std::vector<cell>& path) const {
        if (way.length == 0) return;
        path.push_back(way.first);
        steps left = way.length - 1;
        graph_.walk(from, way.first, [&](cell c) {
            if (left > 0) path.push_back(c);
            --left;
        });
    }

    /// Appends the cells from a junction to the goal: those of the way from the goal, turned round.
    void append_end(const corridor_end& way, std::vector<cell>& path) const {
        std::vector<cell> back{goal_};
        append_walk(goal_, way, back);
        back.pop_back();  // the junction, where the path is already
        path.insert(path.end(), back.rbegin(), back.rend());
    }

    const corridor_graph& graph_;
    cell start_;
    cell goal_;
    std::vector<corridor_end> from_start_;
    std::vector<corridor_end> to_goal_;
};

}  // namespace senda::detail
