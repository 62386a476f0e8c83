// SPDX-License-Identifier: MIT
// The cheapest paths between all stops of a tour, and the nearest neighbours of each.
#pragma once

#include <pacman/richest/food_graph.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// The distances between the nodes of a graph past bombs, and the paths.
class stop_distances {
public:
    explicit stop_distances(const food_graph& g) : graph_(&g) {}

    /// Finds all cheapest paths, if these bombs cost nothing and others their force.
    void find(const std::vector<bool>& free_bombs) {
        const graph_id n = graph_->size();
        distances_.resize(std::size_t{n} * n);
        by_.resize(distances_.size());
        std::vector<price> to;
        std::vector<graph_id> by;
        for (graph_id from = 0; from < n; ++from) {
            graph_->cheapest_paths_past_bombs(from, free_bombs, to, by);
            const auto row = static_cast<std::ptrdiff_t>(row_of(from));
            std::copy(to.begin(), to.end(), distances_.begin() + row);
            std::copy(by.begin(), by.end(), by_.begin() + row);
        }
        stops_.clear();
        for (graph_id v = 2; v < n; ++v)
            if (graph_->is_food(v) && distance(food_graph::start, v) < no_price)
                stops_.push_back(v);
        find_neighbours();
    }

    [[nodiscard]] price distance(graph_id a, graph_id b) const noexcept {
        return distances_[row_of(a) + b];
    }

    /// What may be visited: food.
    [[nodiscard]] const std::vector<graph_id>& stops() const noexcept { return stops_; }

    /// The few nodes that are nearest to one, the nearest first: stops, the start and the goal.
    [[nodiscard]] const std::vector<graph_id>& neighbours(graph_id v) const noexcept {
        return neighbours_[v];
    }

    /// Appends the edges of the path to a node, the last one first.
    void append_backwards(graph_id to, graph_id from, std::vector<graph_id>& edges) const {
        while (to != from) {
            const graph_id e = by_[row_of(from) + to];
            edges.push_back(e);
            to = graph_->edges()[e].other(to);
        }
    }

private:
    static constexpr std::size_t most_neighbours = 10;

    [[nodiscard]] std::size_t row_of(graph_id from) const noexcept {
        return std::size_t{from} * graph_->size();
    }

    void find_neighbours() {
        neighbours_.assign(graph_->size(), {});
        std::vector<graph_id> ends_and_stops{food_graph::start, food_graph::goal};
        ends_and_stops.insert(ends_and_stops.end(), stops_.begin(), stops_.end());
        std::vector<std::pair<price, graph_id>> all;
        for (graph_id v = 0; v < graph_->size(); ++v) {
            all.clear();
            for (const graph_id w : ends_and_stops)
                if (w != v && distance(v, w) < no_price) all.push_back({distance(v, w), w});
            const auto middle =
                all.begin() + static_cast<std::ptrdiff_t>(std::min(most_neighbours, all.size()));
            std::partial_sort(all.begin(), middle, all.end());
            for (auto i = all.begin(); i != middle; ++i) neighbours_[v].push_back(i->second);
        }
    }

    const food_graph* graph_;
    std::vector<price> distances_;  // between all pairs of nodes
    std::vector<graph_id> by_;      // the last edge of the path from one to the other
    std::vector<graph_id> stops_;
    std::vector<std::vector<graph_id>> neighbours_;
};

}  // namespace senda::pacman::detail
