// SPDX-License-Identifier: MIT
// Cuts at bombs: what the edges at a bomb are walked must be worth its force.
#pragma once

#include <pacman/lp/dual_simplex.hpp>
#include <pacman/lp/model.hpp>
#include <pacman/lp/sparse.hpp>
#include <pacman/richest/bomb_patterns.hpp>
#include <pacman/richest/food_graph.hpp>
#include <pacman/richest/walk_lp.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Finds bombs that a fractional solution passes too cheaply. A bomb that is visited has one of its
/// patterns, so the edges at it are a mixture of these, with weights whose sum is at most its
/// visits. If there is no such mixture, a linear program over the patterns says why (local cuts; D.
/// Applegate, R. Bixby, V. Chvatal, W. Cook, 2001).
class bomb_cuts {
public:
    explicit bomb_cuts(walk_lp& p) : program_(&p) {
        const food_graph& g = p.graph();
        for (graph_id n = 2; n < g.size(); ++n) {
            if (!g.is_bomb(n) || g[n].edges.empty()) continue;
            std::vector<bomb_pattern> patterns = g.patterns_of(n);
            if (!patterns.empty()) bombs_.push_back({n, std::move(patterns)});
        }
    }

    /// Adds the violated cuts that it finds; returns how many.
    std::size_t separate() {
        std::size_t found = 0;
        for (const bomb& b : bombs_) found += separate(b) ? 1 : 0;
        if (found > 0) program_->cuts_were_added();
        return found;
    }

private:
    static constexpr double least_violation = 0.01;
    static constexpr double dearest = 2;  // bounds the factors of a cut

    struct bomb {
        graph_id node;
        std::vector<bomb_pattern> patterns;
    };

    bool separate(const bomb& b) {
        const std::vector<graph_id>& edges = program_->graph()[b.node].edges;
        const double visited = program_->visited(b.node);
        if (visited > 1 - least_violation) return false;
        double walked = 0;
        for (const graph_id e : edges) walked += program_->walked(e);
        if (walked < least_violation) return false;

        // Mixes the edges as they are walked from patterns, with the least sum of weights.
        lp::model mixture;
        for (std::size_t i = 0; i < b.patterns.size(); ++i) mixture.add_column(1, {0, 4});
        for (std::size_t i = 0; i < edges.size(); ++i) {
            std::vector<lp::entry> sum;
            for (std::uint32_t k = 0; k < b.patterns.size(); ++k)
                if (b.patterns[k][i] > 0) sum.push_back({k, static_cast<double>(b.patterns[k][i])});
            for (const double sign : {1.0, -1.0})
                sum.push_back({mixture.add_column(dearest, {0, 4}), sign});
            const double x = program_->walked(edges[i]);
            mixture.add_row(std::move(sum), {x, x});
        }
        lp::dual_simplex solver(mixture);
        std::uint32_t looks = 0;
        if (solver.run(lp::infinity, [&] { return ++looks < 20; }) != lp::result::optimal)
            return false;
        return add(b, edges, solver, visited);
    }

    // The duals of the rows are the factors of the cut; whatever they are, it is made to hold.
    bool add(const bomb& b, const std::vector<graph_id>& edges, const lp::dual_simplex& solver,
             double visited) {
        std::vector<lp::entry> sum;
        double violation = 0;
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const auto slack = static_cast<std::uint32_t>(b.patterns.size() + 2 * i);
            const double factor = std::round(24 * (dearest - solver.reduced_cost(slack))) / 24;
            factors_[i] = factor;
            violation += factor * program_->walked(edges[i]);
            if (factor != 0) sum.push_back({edges[i], -factor});
        }
        double most = 0;
        for (const bomb_pattern& p : b.patterns) {
            double value = 0;
            for (std::size_t i = 0; i < edges.size(); ++i) value += factors_[i] * p[i];
            most = std::max(most, value);
        }
        if (violation < most * visited + least_violation) return false;
        if (most > 0) sum.push_back({program_->column_of(b.node), most});
        program_->add_cut(std::move(sum), 0);
        return true;
    }

    walk_lp* program_;
    std::vector<bomb> bombs_;
    std::array<double, bomb_star::most_edges> factors_ = {};
};

}  // namespace senda::pacman::detail
