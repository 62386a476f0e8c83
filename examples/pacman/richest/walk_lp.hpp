// SPDX-License-Identifier: MIT
// Walks that collect food as a linear program: how often each edge of the food graph is walked.
#pragma once

#include <pacman/lp/dual_simplex.hpp>
#include <pacman/lp/model.hpp>
#include <pacman/lp/sparse.hpp>
#include <pacman/richest/food_graph.hpp>

#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// The linear program of the walks in a food graph that use no edge more than twice, which is never
/// needed: x counts how often an edge is walked, y whether a food or bomb is visited. That degrees
/// are even except at the ends, and what is visited is connected, is enforced by cuts.
class walk_lp {
public:
    /// What the program minimises.
    enum class objective {
        loss,  ///< the energy lost
        moves  ///< the moves, for a given loss
    };

    /// The program that minimises the loss. The graph must outlive it.
    explicit walk_lp(const food_graph& g) : graph_(&g), solver_(model_) { build(); }
    walk_lp(const walk_lp&) = delete;
    walk_lp& operator=(const walk_lp&) = delete;

    [[nodiscard]] const food_graph& graph() const noexcept { return *graph_; }
    [[nodiscard]] lp::model& model() noexcept { return model_; }
    [[nodiscard]] lp::dual_simplex& solver() noexcept { return solver_; }

    [[nodiscard]] graph_id edges() const noexcept {
        return static_cast<graph_id>(graph_->edges().size());
    }
    /// The column that says whether a food or bomb is visited.
    [[nodiscard]] graph_id column_of(graph_id node) const noexcept { return edges() + node - 2; }
    /// How many times an edge is walked in the last solution.
    [[nodiscard]] double walked(graph_id e) const { return solver_.value(e); }
    /// Whether a node is visited in the last solution.
    [[nodiscard]] double visited(graph_id n) const {
        return n < 2 ? 1 : solver_.value(column_of(n));
    }

    /// Adds a row that all walks satisfy.
    void add_cut(std::vector<lp::entry> sum, double least) {
        model_.add_row(std::move(sum), {least, lp::infinity});
        idle_.push_back(0);
    }
    void cuts_were_added() { solver_.rows_were_added(); }

    /// Takes out the cuts that had no effect in several solutions one after the other.
    void drop_idle_cuts(graph_id patience) {
        std::vector<bool> marked(model_.rows());
        for (graph_id i = fixed_rows_; i < model_.rows(); ++i) {
            graph_id& idle = idle_[i - fixed_rows_];
            idle = solver_.is_row_loose(i) ? idle + 1 : 0;
            marked[i] = idle > patience;
        }
        if (std::erase_if(idle_, [&](graph_id idle) { return idle > patience; }) > 0)
            solver_.remove_rows(marked);
    }

    /// Sets the range of a variable: of a column, or of a node's degree behind the columns.
    void set_range(graph_id variable, lp::range r) {
        if (variable < model_.columns()) {
            model_.set_column_range(variable, r);
        } else {
            model_.set_row_range(variable - model_.columns(), r);
        }
    }

    /// From now on minimises the moves, for walks with exactly that loss.
    void minimise_moves(energy loss) {
        for (graph_id j = 0; j < model_.columns(); ++j)
            model_.set_cost(
                j, j < edges() ? static_cast<double>(moves_of(graph_->edges()[j].cost)) : 0.0);
        model_.set_row_range(loss_row_, {static_cast<double>(loss), static_cast<double>(loss)});
        solver_.costs_were_changed();
    }

private:
    void build() {
        for (const auto& e : graph_->edges())
            model_.add_column(static_cast<double>(energy_of(e.cost)), {0, most_walked(e)});
        for (graph_id n = 2; n < graph_->size(); ++n)
            model_.add_column(static_cast<double>(-(*graph_)[n].gain), {0, 1});
        for (graph_id n = 0; n < graph_->size(); ++n) {
            std::vector<lp::entry> degree;
            for (const graph_id e : (*graph_)[n].edges) degree.push_back({e, 1});
            if (n >= 2) degree.push_back({column_of(n), -2});
            model_.add_row(std::move(degree), degree_range(n));
        }
        std::vector<lp::entry> loss;
        for (graph_id j = 0; j < model_.columns(); ++j)
            if (model_.cost(j) != 0) loss.push_back({j, model_.cost(j)});
        loss_row_ = model_.add_row(std::move(loss), {-lp::infinity, lp::infinity});
        fixed_rows_ = model_.rows();
        solver_.rows_were_added();
        solver_.costs_were_changed();
    }

    [[nodiscard]] double most_walked(const food_graph::edge& e) const noexcept {
        return graph_->is_single(e.ends[0]) || graph_->is_single(e.ends[1]) ? 1 : 2;
    }
    [[nodiscard]] lp::range degree_range(graph_id n) const noexcept {
        return {n < 2 ? 1.0 : 0.0, graph_->is_single(n) ? 1 : lp::infinity};
    }

    const food_graph* graph_;
    lp::model model_;
    lp::dual_simplex solver_;
    std::vector<graph_id> idle_;
    graph_id fixed_rows_ = 0;  // that say how often a node is passed, and stay
    graph_id loss_row_ = 0;
};

}  // namespace senda::pacman::detail
