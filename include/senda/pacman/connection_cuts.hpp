// SPDX-License-Identifier: MIT
// Cuts that a walk in pieces violates: what is visited is entered and left.
#pragma once

#include <senda/lp/sparse.hpp>
#include <senda/pacman/food_graph.hpp>
#include <senda/pacman/min_cut.hpp>
#include <senda/pacman/walk_program.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Finds nodes that are visited although they do not hang together with the start: for a set S
/// without start and goal and each v in it, walked(cut of S) >= 2 visited(v).
class connection_cuts {
public:
    using number = std::uint32_t;

    explicit connection_cuts(walk_program& p) : program_(&p), inside_(p.graph().size()) {}

    /// Adds the violated cuts that it finds; returns how many.
    std::size_t separate(std::size_t most) {
        std::size_t found = add_visits(most);
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

    std::size_t add_connections(std::size_t most) {
        load();
        std::size_t found = 0;
        for (const auto& [wanted, n] : order_) {
            if (found >= most) break;
            if (covered_[n] || flows_.is_root(n)) continue;
            const double flow = flows_.flow(n, 2);
            if (flow >= 2 - 1e-6) {
                flows_.merge_with_root(n);
            } else if (flow < 2 * wanted - least_violation) {
                add(flows_.side());
                ++found;
            }
        }
        return found;
    }

    // The graph of the last solution. Goal and start count as one: the walk joins them.
    void load() {
        const food_graph& g = program_->graph();
        flows_.begin(g.size(), food_graph::start);
        flows_.merge_with_root(food_graph::goal);
        for (number e = 0; e < program_->edges(); ++e)
            if (program_->walked(e) > 1e-9)
                flows_.add_edge(g.edges()[e].ends[0], g.edges()[e].ends[1], program_->walked(e));
        order_.clear();
        for (number n = 2; n < g.size(); ++n)
            if (program_->visited(n) > least_violation)
                order_.push_back({program_->visited(n), n});
        std::sort(order_.begin(), order_.end(), [](const auto& a, const auto& b) {
            return a.first > b.first || (a.first == b.first && a.second < b.second);
        });
        covered_.assign(g.size(), false);
    }

    void add(const std::vector<number>& side) {
        const food_graph& g = program_->graph();
        number best = side[0];
        for (const number n : side) {
            inside_[n] = true;
            covered_[n] = true;
            if (program_->visited(n) > program_->visited(best)) best = n;
        }
        std::vector<lp::entry> sum;
        for (const number n : side)
            for (const number e : g[n].edges)
                if (!inside_[g.edges()[e].other(n)]) sum.push_back({e, 1});
        for (const number n : side) inside_[n] = false;
        sum.push_back({program_->column_of(best), -2});
        program_->add_cut(std::move(sum), 0);
    }

    walk_program* program_;
    min_cut flows_;
    std::vector<std::pair<double, number>> order_;
    std::vector<bool> covered_;
    std::vector<bool> inside_;
};

}  // namespace senda::pacman::detail
