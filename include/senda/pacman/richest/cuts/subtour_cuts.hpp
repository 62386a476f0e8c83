// SPDX-License-Identifier: MIT
// Cuts that a walk in pieces violates: what is visited is entered and left.
#pragma once

#include <senda/lp/sparse.hpp>
#include <senda/pacman/richest/cuts/min_cut.hpp>
#include <senda/pacman/richest/food_graph.hpp>
#include <senda/pacman/richest/walk_lp.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Finds nodes that are visited although they do not hang together with the start. If edges F and
/// bombs B part v from start and goal, then who visits v comes and goes by edges of F or by a bomb
/// of B: walked(F) + 2 visited(B) >= 2 visited(v). If they part the start from the goal, then
/// walked(F) + visited(B) >= 1.
class connection_cuts {
public:
    using number = std::uint32_t;

    explicit connection_cuts(walk_program& p) : program_(&p) {
        const food_graph& g = p.graph();
        way_out_.resize(g.size());
        halves_ = g.size();
        for (number n = 0; n < g.size(); ++n) way_out_[n] = g.is_bomb(n) ? halves_++ : n;
    }

    /// Adds the violated cuts that it finds; returns how many.
    std::size_t separate(std::size_t most) {
        std::size_t found = add_visits(most);
        found += add_passage();
        found += add_connections(most);
        if (found > 0) program_->cuts_were_added();
        return found;
    }

private:
    static constexpr double least_violation = 1e-3;

    // Who walks an edge visits its ends.
    std::size_t add_visits(std::size_t most) {
        std::size_t found = 0;
        const food_graph& g = program_->graph();
        for (number e = 0; e < program_->edges() && found < most; ++e) {
            const double walked = program_->walked(e);
            if (walked <= least_violation) continue;
            for (const number n : g.edges()[e].ends) {
                if (n < 2 || walked <= 2 * program_->visited(n) + 10 * least_violation) continue;
                program_->add_cut({{e, -1}, {program_->column_of(n), 2}}, 0);
                ++found;
            }
        }
        return found;
    }

    std::size_t add_passage() {
        load(food_graph::goal, 1);
        if (flows_.flow(food_graph::start, 1) >= 1 - least_violation) return 0;
        program_->add_cut(leaving(1), 1);
        return 1;
    }

    std::size_t add_connections(std::size_t most) {
        const food_graph& g = program_->graph();
        load(food_graph::start, 2);
        flows_.merge_with_root(food_graph::goal);  // the walk joins them
        order_.clear();
        for (number n = 2; n < g.size(); ++n)
            if (program_->visited(n) > least_violation) order_.push_back({program_->visited(n), n});
        std::sort(order_.begin(), order_.end(), [](const auto& a, const auto& b) {
            return a.first > b.first || (a.first == b.first && a.second < b.second);
        });
        covered_.assign(g.size(), false);
        std::size_t found = 0;
        for (const auto& [wanted, n] : order_) {
            if (found >= most) break;
            if (covered_[n] || flows_.is_root(n)) continue;
            const double flow = flows_.flow(way_out_[n], 2);
            if (flow >= 2 - 1e-6) {
                flows_.merge_with_root(n);
                flows_.merge_with_root(way_out_[n]);
            } else if (flow < 2 * wanted - least_violation) {
                add_connection(n);
                ++found;
            }
        }
        return found;
    }

    // The graph of the last solution. A bomb is two nodes, one to come and one to go; the link
    // between them holds `share` of its visits.
    void load(number root, double share) {
        const food_graph& g = program_->graph();
        flows_.begin(halves_, root);
        for (number e = 0; e < program_->edges(); ++e) {
            const double x = program_->walked(e);
            if (x <= 1e-9) continue;
            const number a = g.edges()[e].ends[0];
            const number b = g.edges()[e].ends[1];
            if (!g.is_bomb(a) && !g.is_bomb(b)) {
                flows_.add_link(a, b, x, x);
            } else {
                flows_.add_link(way_out_[a], b, x, 0);
                flows_.add_link(way_out_[b], a, x, 0);
            }
        }
        for (number n = 2; n < g.size(); ++n)
            if (g.is_bomb(n)) flows_.add_link(n, way_out_[n], share * program_->visited(n), 0);
    }

    // The edges and bombs by which the side of the last flow is left. Edges that are not walked
    // have no link, so all edges are looked at.
    [[nodiscard]] std::vector<lp::entry> leaving(double share) const {
        const food_graph& g = program_->graph();
        std::vector<lp::entry> sum;
        for (number e = 0; e < program_->edges(); ++e) {
            const number a = g.edges()[e].ends[0];
            const number b = g.edges()[e].ends[1];
            if ((flows_.is_in_side(way_out_[a]) && !flows_.is_in_side(b)) ||
                (flows_.is_in_side(way_out_[b]) && !flows_.is_in_side(a)))
                sum.push_back({e, 1});
        }
        for (number n = 2; n < g.size(); ++n)
            if (g.is_bomb(n) && flows_.is_in_side(n) && !flows_.is_in_side(way_out_[n]))
                sum.push_back({program_->column_of(n), share});
        return sum;
    }

    void add_connection(number n) {
        std::vector<lp::entry> sum = leaving(2);
        number best = n;
        for (const number inside : flows_.side()) {
            if (inside >= covered_.size() || !flows_.is_in_side(way_out_[inside])) continue;
            covered_[inside] = true;
            if (program_->visited(inside) > program_->visited(best)) best = inside;
        }
        sum.push_back({program_->column_of(best), -2});
        program_->add_cut(std::move(sum), 0);
    }

    walk_program* program_;
    min_cut flows_;
    std::vector<number> way_out_;  // by which node of the flow graph a node is left
    number halves_ = 0;            // how many nodes that graph has
    std::vector<std::pair<double, number>> order_;
    std::vector<bool> covered_;
};

}  // namespace senda::pacman::detail
