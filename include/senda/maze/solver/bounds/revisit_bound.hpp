// SPDX-License-Identifier: MIT
// A lower bound on the life needed to visit a treasure again: who must remember which treasures.
#pragma once

#include <senda/maze/solver/bounds/loss_life_bound.hpp>
#include <senda/maze/solver/bounds/slack_life_bound.hpp>
#include <senda/maze/solver/distances/key_graph.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::maze::detail {

/// The life needed at a treasure to visit another one later on with what its bound asks for, by the
/// slack that is left, as if every visit paid.
class revisit_bound {
public:
    /// `graph` has the arcs of all routes with that slack, and `bound` has been computed for it.
    revisit_bound(const key_graph& graph, const slack_life_bound& bound, std::uint32_t slack)
        : graph_(&graph), bound_(&bound), slack_(slack), treasures_(graph.table().treasures()) {
        for (key_node k = 0; k < treasures_; ++k) {
            tables_.emplace_back(graph.table().budget());
            if (!graph.arcs_from(k).empty()) order_.push_back(k);
        }
        std::stable_sort(order_.begin(), order_.end(), [&](key_node a, key_node b) {
            return graph.table().at_key(a).to_end < graph.table().at_key(b).to_end;
        });
    }

    /// The least life at `at` with which `treasure` may be visited, with that slack left;
    /// `infinite_loss` if it cannot be, and if a limit of the control came first.
    [[nodiscard]] loss_points operator()(key_node treasure, key_node at, std::uint32_t slack) {
        if (tables_[treasure].empty() && !fill(treasure)) return infinite_loss;
        return tables_[treasure][index(at, slack)];
    }

private:
    [[nodiscard]] std::size_t index(key_node at, std::uint32_t slack) const noexcept {
        return std::size_t{slack} * treasures_ + at;
    }

    [[nodiscard]] bool fill(key_node treasure) {
        senda::detail::buffer<loss_points>& table = tables_[treasure];
        if (!table.assign_zeros((std::size_t{slack_} + 1) * treasures_))
            return graph_->table().out_of_memory();
        std::fill(table.begin(), table.end(), infinite_loss);
        // Arcs without slack lead nearer to the end, to what has its turn before.
        for (std::uint32_t level = 0; level <= slack_; ++level)
            for (const key_node k : order_)
                table[index(k, level)] = needed_from(k, treasure, level);
        return true;
    }

    [[nodiscard]] loss_points needed_from(key_node k, key_node treasure,
                                          std::uint32_t level) const noexcept {
        const senda::detail::buffer<loss_points>& table = tables_[treasure];
        loss_points least = level == 0 ? infinite_loss : table[index(k, level - 1)];
        for (const arc& a : graph_->arcs_from(k)) {
            if (a.loss + 1 >= least) break;  // arcs are in the order of their losses
            if (a.slack > level || a.to == graph_->table().end()) continue;
            const std::uint32_t left = level - a.slack;
            const loss_points then =
                a.to == treasure ? bound_->least_at(treasure, left) : table[index(a.to, left)];
            if (then != infinite_loss) least = std::min(least, needed_before(a.loss, then));
        }
        return least;
    }

    const key_graph* graph_;
    const slack_life_bound* bound_;
    std::uint32_t slack_;
    key_node treasures_;
    std::vector<key_node> order_;                             // nearest to the end first
    std::vector<senda::detail::buffer<loss_points>> tables_;  // by treasure, once asked for
};

}  // namespace senda::maze::detail
