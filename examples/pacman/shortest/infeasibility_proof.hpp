// SPDX-License-Identifier: MIT
// The proof that all food together is too little, even with debts of energy on the way.
#pragma once

#include <pacman/answer.hpp>
#include <pacman/board.hpp>
#include <pacman/richest/branch_and_cut.hpp>
#include <pacman/richest/eulerian_walk.hpp>
#include <pacman/richest/food_graph.hpp>
#include <pacman/richest/walk_lp.hpp>
#include <senda/search/control.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Looks for a walk that enters the goal with 0 or more, whether it survives or not. Every route of
/// two or more moves does, so where there is no such walk, there is no route. Branch and cut
/// answers this soon, even if so much must be eaten that a label search sees no end.
class infeasibility_proof {
public:
    explicit infeasibility_proof(const board& b) : board_(&b) {}

    /// Whether it makes sense to try: the goal is two moves away or more, and there is no food
    /// under the start, which the food graph does not know.
    [[nodiscard]] bool is_open() const {
        const place start = board_->start();
        return !is_refuted_ && food_graph::fits(*board_) && !is_consumable((*board_)[start]) &&
               start != board_->goal() &&
               std::none_of(directions.begin(), directions.end(), [&](direction d) {
                   return board_->neighbour(start, d) == board_->goal();
               });
    }

    /// Looks for the proof until the control ends it.
    void run(search_control& control) {
        const food_graph graph(*board_, food_graph::walks::no_edge_thrice);
        const std::uint64_t bytes = 4000 * (graph.size() + graph.edges().size());
        if (!control.budget().take(bytes)) return control.end(status::memory_limit);
        graph_ = &graph;
        walk_lp program(graph);
        branch_and_cut tree(program, 1, control);
        tree.run(static_cast<double>(board_->start_energy()) + 1, *this);
        is_proven_ = !is_refuted_ && control.running() && tree.is_done();
        graph_ = nullptr;
        control.budget().give(bytes);
    }

    /// Whether there is no route.
    [[nodiscard]] bool is_proven() const noexcept { return is_proven_; }
    /// A route that turned up by the way.
    [[nodiscard]] const std::optional<route>& found() const noexcept { return found_; }

    /// For the tree: a walk that enters the goal with 0 or more.
    void offer(const std::vector<std::uint8_t>& times, double) {
        is_refuted_ = true;
        const std::optional<std::vector<graph_id>> walk = eulerian_walk(*graph_).find(times);
        if (!walk) return;
        std::vector<place> cells{board_->start()};
        graph_->append_walk(*walk, cells);
        found_ = route_along(*board_, std::move(cells));
    }

    /// For the tree: nothing is to be learned from fractional solutions.
    void look_at(const walk_lp&) const noexcept {}

    /// For the tree: one walk is enough.
    [[nodiscard]] double known() const noexcept {
        return is_refuted_ ? -lp::infinity : lp::infinity;
    }

private:
    const board* board_;
    const food_graph* graph_ = nullptr;
    bool is_proven_ = false;
    bool is_refuted_ = false;
    std::optional<route> found_;
};

}  // namespace senda::pacman::detail
