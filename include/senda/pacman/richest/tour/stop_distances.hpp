// SPDX-License-Identifier: MIT
// The cheapest ways between all that a walk may stop at, and what is near to what.
#pragma once

#include <senda/pacman/richest/food_graph.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// How far apart the nodes of a graph are while some bombs are open, and by which ways.
class stop_ways {
public:
    using number = std::uint32_t;

    /// The ways in a graph, which must outlive it.
    explicit stop_ways(const food_graph& g) : graph_(&g) {}

    /// Finds all ways that pass no bombs but these.
    void find(const std::vector<bool>& bombs) {
        const number n = graph_->size();
        far_.resize(std::size_t{n} * n);
        by_.resize(far_.size());
        std::vector<price> to;
        std::vector<number> by;
        for (number from = 0; from < n; ++from) {
            graph_->cheapest(from, bombs, to, by);
            const auto row = static_cast<std::ptrdiff_t>(row_of(from));
            std::copy(to.begin(), to.end(), far_.begin() + row);
            std::copy(by.begin(), by.end(), by_.begin() + row);
        }
        stops_.clear();
        for (number v = 2; v < n; ++v) {
            const bool wanted = graph_->is_food(v) || (graph_->is_bomb(v) && !bombs[v]);
            if (wanted && far(food_graph::start, v) < no_price) stops_.push_back(v);
        }
        find_near();
    }

    [[nodiscard]] price far(number a, number b) const noexcept { return far_[row_of(a) + b]; }

    /// What may be visited: food, and bombs that are not open.
    [[nodiscard]] const std::vector<number>& stops() const noexcept { return stops_; }

    /// The few nodes that are nearest to one, the nearest first: stops, the start and the goal.
    [[nodiscard]] const std::vector<number>& near(number v) const noexcept { return near_[v]; }

    /// Appends the edges of the way to a node, the last one first.
    void append_back(number to, number from, std::vector<number>& edges) const {
        while (to != from) {
            const number e = by_[row_of(from) + to];
            edges.push_back(e);
            to = graph_->edges()[e].other(to);
        }
    }

private:
    static constexpr std::size_t most_near = 10;

    [[nodiscard]] std::size_t row_of(number from) const noexcept {
        return std::size_t{from} * graph_->size();
    }

    void find_near() {
        near_.assign(graph_->size(), {});
        std::vector<std::pair<price, number>> all;
        for (number v = 0; v < graph_->size(); ++v) {
            all.clear();
            for (const number w : {food_graph::start, food_graph::goal})
                if (w != v && far(v, w) < no_price) all.push_back({far(v, w), w});
            for (const number w : stops_)
                if (w != v && far(v, w) < no_price) all.push_back({far(v, w), w});
            const auto middle =
                all.begin() + static_cast<std::ptrdiff_t>(std::min(most_near, all.size()));
            std::partial_sort(all.begin(), middle, all.end());
            for (auto i = all.begin(); i != middle; ++i) near_[v].push_back(i->second);
        }
    }

    const food_graph* graph_;
    std::vector<price> far_;  // between all pairs of nodes
    std::vector<number> by_;  // the last edge of the way from one to the other
    std::vector<number> stops_;
    std::vector<std::vector<number>> near_;
};

}  // namespace senda::pacman::detail
