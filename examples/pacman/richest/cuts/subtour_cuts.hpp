// SPDX-License-Identifier: MIT
// Subtour elimination: cuts that a walk in pieces violates.
#pragma once

#include <pacman/lp/sparse.hpp>
#include <pacman/richest/cuts/min_cut.hpp>
#include <pacman/richest/food_graph.hpp>
#include <pacman/richest/walk_lp.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Finds nodes that are visited but not connected with the start. If edges F and bombs B separate v
/// from start and goal, then walked(F) + 2 visited(B) >= 2 visited(v); if they separate the start
/// from the goal, then walked(F) + visited(B) >= 1.
class subtour_cuts {
public:
    explicit subtour_cuts(walk_lp& p) : program_(&p) {
        const food_graph& g = p.graph();
        exit_.resize(g.size());
        flow_nodes_ = g.size();
        for (graph_id n = 0; n < g.size(); ++n) exit_[n] = g.is_bomb(n) ? flow_nodes_++ : n;
    }

    /// Adds the violated cuts that it finds; returns how many.
    std::size_t separate(std::size_t most) {
        std::size_t found = add_visits(most);
        found += add_passage() ? 1 : 0;
        found += add_connections(most);
        if (found > 0) program_->cuts_were_added();
        return found;
    }

private:
    static constexpr double least_violation = 1e-3;

    // An edge that is walked has its ends visited.
    std::size_t add_visits(std::size_t most) {
        std::size_t found = 0;
        const food_graph& g = program_->graph();
        for (graph_id e = 0; e < program_->edges() && found < most; ++e) {
            const double walked = program_->walked(e);
            if (walked <= least_violation) continue;
            for (const graph_id n : g.edges()[e].ends) {
                if (n < 2 || walked <= 2 * program_->visited(n) + 10 * least_violation) continue;
                program_->add_cut({{e, -1}, {program_->column_of(n), 2}}, 0);
                ++found;
            }
        }
        return found;
    }

    bool add_passage() {
        load(food_graph::goal, 1);
        if (flows_.flow(food_graph::start, 1) >= 1 - least_violation) return false;
        program_->add_cut(leaving(1), 1);
        return true;
    }

    std::size_t add_connections(std::size_t most) {
        const food_graph& g = program_->graph();
        load(food_graph::start, 2);
        flows_.merge_with_sink(food_graph::goal);        // the walk joins them
        std::vector<std::pair<double, graph_id>> order;  // most visited first
        for (graph_id n = 2; n < g.size(); ++n)
            if (program_->visited(n) > least_violation) order.push_back({-program_->visited(n), n});
        std::sort(order.begin(), order.end());
        covered_.assign(g.size(), false);
        std::size_t found = 0;
        for (const auto& [unwanted, n] : order) {
            if (found >= most) break;
            if (covered_[n] || flows_.is_sink(n)) continue;
            const double flow = flows_.flow(exit_[n], 2);
            if (flow >= 2 - 1e-6) {
                flows_.merge_with_sink(n);
                flows_.merge_with_sink(exit_[n]);
            } else if (flow < -2 * unwanted - least_violation) {
                add_connection(n);
                ++found;
            }
        }
        return found;
    }

    // The flow graph of the last solution. A bomb is two nodes, an entry and an exit; the arc
    // between them has the capacity of `share` of its visits.
    void load(graph_id sink, double share) {
        const food_graph& g = program_->graph();
        flows_.begin(flow_nodes_, sink);
        for (graph_id e = 0; e < program_->edges(); ++e) {
            const double x = program_->walked(e);
            if (x <= 1e-9) continue;
            const auto [a, b] = g.edges()[e].ends;
            if (!g.is_bomb(a) && !g.is_bomb(b)) {
                flows_.add_link(a, b, x, x);
            } else {
                flows_.add_link(exit_[a], b, x, 0);
                flows_.add_link(exit_[b], a, x, 0);
            }
        }
        for (graph_id n = 2; n < g.size(); ++n)
            if (g.is_bomb(n)) flows_.add_link(n, exit_[n], share * program_->visited(n), 0);
    }

    // The edges and bombs of the last cut. Edges that are not walked are not in the flow graph, so
    // all edges are looked at.
    [[nodiscard]] std::vector<lp::entry> leaving(double share) const {
        const food_graph& g = program_->graph();
        std::vector<lp::entry> sum;
        for (graph_id e = 0; e < program_->edges(); ++e) {
            const auto [a, b] = g.edges()[e].ends;
            if ((flows_.is_in_side(exit_[a]) && !flows_.is_in_side(b)) ||
                (flows_.is_in_side(exit_[b]) && !flows_.is_in_side(a)))
                sum.push_back({e, 1});
        }
        for (graph_id n = 2; n < g.size(); ++n)
            if (g.is_bomb(n) && flows_.is_in_side(n) && !flows_.is_in_side(exit_[n]))
                sum.push_back({program_->column_of(n), share});
        return sum;
    }

    void add_connection(graph_id n) {
        std::vector<lp::entry> sum = leaving(2);
        graph_id best = n;
        for (const graph_id inside : flows_.side()) {
            if (inside >= covered_.size() || !flows_.is_in_side(exit_[inside])) continue;
            covered_[inside] = true;
            if (program_->visited(inside) > program_->visited(best)) best = inside;
        }
        sum.push_back({program_->column_of(best), -2});
        program_->add_cut(std::move(sum), 0);
    }

    walk_lp* program_;
    min_cut flows_;
    std::vector<graph_id> exit_;  // by which node of the flow graph a node is left
    graph_id flow_nodes_ = 0;     // how many nodes that graph has
    std::vector<bool> covered_;
};

}  // namespace senda::pacman::detail
