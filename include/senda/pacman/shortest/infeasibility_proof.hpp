// SPDX-License-Identifier: MIT
// The proof that all food together is too little, for one who may owe energy on the way.
#pragma once

#include <senda/pacman/answer.hpp>
#include <senda/pacman/board.hpp>
#include <senda/pacman/richest/food_graph.hpp>
#include <senda/pacman/richest/eulerian_walk.hpp>
#include <senda/pacman/richest/walk_lp.hpp>
#include <senda/pacman/richest/branch_and_cut.hpp>
#include <senda/search/control.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Asks for a walk that enters the goal with 0 or more, whether it survives or not. Every route of
/// two or more moves does: one who is about to enter the goal has at least 1, and the goal costs 1.
/// So where there is no such walk, there is no route. The question is one of linear programs, and
/// soon answered even if so much must be eaten that a search for routes sees no end.
class starvation {
public:
    explicit starvation(const board& b) : board_(&b) {}

    /// Whether the question makes sense, and has not been answered yet.
    [[nodiscard]] bool is_open() const {
        if (is_proven_ || is_refuted_ || !food_graph::fits(*board_)) return false;
        // The food graph knows neither a start that is the goal nor food under the start.
        if (board_->start() == board_->goal() || works_once((*board_)[board_->start()]))
            return false;
        bool beside_goal = false;
        board_->for_each_neighbour(board_->start(), [&](place n, direction) {
            beside_goal = beside_goal || n == board_->goal();
        });
        return !beside_goal;
    }

    /// Looks for the answer until the control ends it.
    void run(search_control& control) {
        const food_graph graph(*board_, food_graph::walks::no_edge_thrice);
        const std::uint64_t bytes = 4000 * (graph.size() + graph.edges().size());
        if (!control.budget().take(bytes)) return control.end(status::memory_limit);
        graph_ = &graph;
        walk_program program(graph);
        walk_tree tree(program, 1, control);
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
        walk_order order(*graph_);
        std::vector<food_graph::number> walk;
        if (!order.find(times, most_steps, walk)) return;
        std::vector<place> cells{board_->start()};
        food_graph::number at = food_graph::start;
        for (const food_graph::number e : walk) {
            graph_->append_way(e, at, cells);
            at = graph_->edges()[e].other(at);
        }
        found_ = route_along(*board_, std::move(cells));
    }

    /// For the tree: nothing is to be learned from solutions that are not whole.
    void look_at(const walk_program&) const noexcept {}

    /// For the tree: one walk is enough.
    [[nodiscard]] double known() const noexcept {
        return is_refuted_ ? -lp::infinity : lp::infinity;
    }

private:
    static constexpr std::size_t most_steps = 20'000;

    const board* board_;
    const food_graph* graph_ = nullptr;
    bool is_proven_ = false;
    bool is_refuted_ = false;
    std::optional<route> found_;
};

}  // namespace senda::pacman::detail
