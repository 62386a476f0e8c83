// SPDX-License-Identifier: MIT
// Cuts that a fractional solution violates although it hangs together: walks leave every set of
// nodes an even number of times.
#pragma once

#include <senda/lp/sparse.hpp>
#include <senda/pacman/richest/cuts/min_cut.hpp>
#include <senda/pacman/richest/food_graph.hpp>
#include <senda/pacman/richest/walk_lp.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Finds sets of nodes that a fractional solution leaves an odd number of times. Let H be nodes, F
/// some of the edges that leave it, an odd number of them, or an even one if H parts the start from
/// the goal. Round each end n of an edge of F let C be nodes without the other end, the start and
/// the goal. The excess of n is walked(leaving C) - 2 visited(n); at the start, where C has the
/// start in it, and at the goal, it is walked(leaving C) - 1. Then
///     walked(leaving H, not in F) + sum over F (1 - walked + excess of both ends) >= 1.
/// None of these is below 0 or between 0 and 1 for a walk: if an edge is walked twice and neither
/// end had an excess, it would be the only way out of both sets C, and nothing else be visited. So
/// if the sum is 0, the walk leaves H by the edges of F, once each, and by no others: a wrong
/// number of times. (With single nodes as C, these are the two-matching inequalities, otherwise
/// combs, in the form for walks that may repeat nodes.)
class parity_cuts {
public:
    using number = std::uint32_t;

    explicit parity_cuts(walk_program& p) : program_(&p) {}

    /// Adds the violated cuts that it finds, at most so many; returns how many. With `thorough`,
    /// flows are looked at if simpler means find nothing.
    std::size_t separate(std::size_t most, bool thorough) {
        load();
        found_.clear();
        grow();
        if (found_.empty() && thorough) cut_tree();
        std::sort(found_.begin(), found_.end(), [](const handle& a, const handle& b) {
            return a.sum < b.sum || (a.sum == b.sum && a.nodes < b.nodes);
        });
        found_.erase(
            std::unique(found_.begin(), found_.end(),
                        [](const handle& a, const handle& b) { return a.nodes == b.nodes; }),
            found_.end());
        if (found_.size() > most) found_.resize(most);
        for (const handle& h : found_) add(h);
        if (!found_.empty()) program_->cuts_were_added();
        return found_.size();
    }

private:
    static constexpr double least_violation = 0.02;

    struct handle {
        std::vector<number> nodes;
        double sum;
    };

    // What the edges add to the sum outside of F and in it.
    void load() {
        const food_graph& g = program_->graph();
        degree_.assign(g.size(), 0);
        for (number n = 0; n < g.size(); ++n)
            for (const number e : g[n].edges) degree_[n] += program_->walked(e);
        outside_.assign(program_->edges(), 0);
        inside_.assign(program_->edges(), 0);
        for (number e = 0; e < program_->edges(); ++e) {
            outside_[e] = std::max(0.0, program_->walked(e));
            inside_[e] = 1 - outside_[e];
        }
        in_handle_.assign(g.size(), false);
        find_rounds();
        for (number e = 0; e < program_->edges(); ++e) inside_[e] = std::max(0.0, inside_[e]);
    }

    [[nodiscard]] double due(number n) const { return n < 2 ? 1 : 2 * program_->visited(n); }

    // Chooses what lies round each node: mostly nothing, else what makes the excess least.
    void find_rounds() {
        const food_graph& g = program_->graph();
        flows_.begin(g.size(), food_graph::start);
        for (number e = 0; e < program_->edges(); ++e)
            if (outside_[e] > 1e-9)
                flows_.add_link(g.edges()[e].ends[0], g.edges()[e].ends[1], outside_[e],
                                outside_[e]);
        rounds_.resize(g.size());
        for (number n = 0; n < g.size(); ++n) {
            rounds_[n].clear();
            double least = degree_[n];
            if (n != food_graph::goal && degree_[n] > due(n) + 0.1) {
                flows_.set_root(food_graph::goal);
                if (n != food_graph::start) flows_.merge_with_root(food_graph::start);
                const double flow = flows_.flow(n, degree_[n] - 1e-3);
                if (flow < degree_[n] - 0.1) {
                    rounds_[n] = flows_.side();
                    least = flow;
                }
            }
            for (const number k : rounds_[n]) in_handle_[k] = true;
            for (const number e : g[n].edges)
                inside_[e] += (in_handle_[g.edges()[e].other(n)] ? degree_[n] : least) - due(n);
            for (const number k : rounds_[n]) in_handle_[k] = false;
        }
    }

    [[nodiscard]] double weight(number e) const { return std::min(outside_[e], inside_[e]); }

    // Joins nodes along the heaviest edges, and looks at each set on the way.
    void grow() {
        const food_graph& g = program_->graph();
        std::vector<number> order;
        for (number e = 0; e < program_->edges(); ++e)
            if (weight(e) > 1e-6) order.push_back(e);
        std::sort(order.begin(), order.end(), [&](number a, number b) {
            return weight(a) > weight(b) || (weight(a) == weight(b) && a < b);
        });
        sets_.resize(g.size());
        set_of_.resize(g.size());
        for (number n = 0; n < g.size(); ++n) {
            sets_[n].assign(1, n);
            set_of_[n] = n;
            look_at(sets_[n]);
        }
        for (const number e : order) {
            number a = set_of_[g.edges()[e].ends[0]];
            number b = set_of_[g.edges()[e].ends[1]];
            if (a == b) continue;
            if (sets_[a].size() < sets_[b].size()) std::swap(a, b);
            for (const number n : sets_[b]) set_of_[n] = a;
            sets_[a].insert(sets_[a].end(), sets_[b].begin(), sets_[b].end());
            sets_[b].clear();
            if (sets_[a].size() + 1 < g.size()) look_at(sets_[a]);
        }
    }

    // Least cuts between all pairs of nodes, by one flow a node (D. Gusfield, Very simple methods
    // for all pairs network flow analysis, 1990).
    void cut_tree() {
        const food_graph& g = program_->graph();
        flows_.begin(g.size(), 0);
        for (number e = 0; e < program_->edges(); ++e) {
            const double w = weight(e);
            if (w > 1e-9) flows_.add_link(g.edges()[e].ends[0], g.edges()[e].ends[1], w, w);
        }
        std::vector<number> parent(g.size(), 0);
        for (number n = 1; n < g.size(); ++n) {
            flows_.set_root(parent[n]);
            if (flows_.flow(n, 1) > 1 - least_violation) continue;
            for (number m = n + 1; m < g.size(); ++m)
                if (parent[m] == parent[n] && flows_.is_in_side(m)) parent[m] = n;
            look_at(flows_.side());
        }
    }

    // Takes nodes as a handle, with the best F, if that is violated.
    void look_at(const std::vector<number>& nodes) {
        for (const number n : nodes) in_handle_[n] = true;
        const double sum = choose(nodes);
        for (const number n : nodes) in_handle_[n] = false;
        if (sum > 1 - least_violation) return;
        found_.push_back({nodes, sum});
        std::sort(found_.back().nodes.begin(), found_.back().nodes.end());
    }

    // Chooses F for a handle that is marked; returns the sum.
    double choose(const std::vector<number>& nodes) {
        const food_graph& g = program_->graph();
        teeth_.clear();
        double sum = 0;
        double least = 1e9;
        number last = 0;
        bool last_is_tooth = false;
        for (const number n : nodes) {
            for (const number e : g[n].edges) {
                if (in_handle_[g.edges()[e].other(n)]) continue;
                const bool tooth = inside_[e] < outside_[e];
                sum += weight(e);
                if (tooth) teeth_.push_back(e);
                if (std::abs(inside_[e] - outside_[e]) >= least) continue;
                least = std::abs(inside_[e] - outside_[e]);
                last = e;
                last_is_tooth = tooth;
            }
            if (sum > 1) return sum;
        }
        const bool parts = in_handle_[food_graph::start] != in_handle_[food_graph::goal];
        if ((teeth_.size() % 2 == 1) != parts) return sum;
        if (last_is_tooth) {
            std::erase(teeth_, last);
        } else {
            teeth_.push_back(last);
        }
        return sum + least;
    }

    void add(const handle& h) {
        const food_graph& g = program_->graph();
        for (const number n : h.nodes) in_handle_[n] = true;
        choose(h.nodes);
        factors_.resize(program_->model().columns());
        touched_.clear();
        double least = 1 - static_cast<double>(teeth_.size());
        for (const number n : h.nodes)
            for (const number e : g[n].edges)
                if (!in_handle_[g.edges()[e].other(n)]) put(e, 1);
        for (const number e : teeth_) {
            put(e, -2);
            for (const number n : g.edges()[e].ends) {
                put_way_out(n, g.edges()[e].other(n));
                if (n < 2) {
                    least += 1;
                } else {
                    put(program_->column_of(n), -2);
                }
            }
        }
        std::vector<lp::entry> sum;
        for (const number j : touched_) {
            if (factors_[j] != 0) sum.push_back({j, factors_[j]});
            factors_[j] = 0;
        }
        for (const number n : h.nodes) in_handle_[n] = false;
        program_->add_cut(std::move(sum), least);
    }

    // The edges that leave what lies round a node, if that has not the other end in it.
    void put_way_out(number n, number other) {
        const food_graph& g = program_->graph();
        const std::vector<number>& round = rounds_[n];
        if (round.empty() || std::find(round.begin(), round.end(), other) != round.end()) {
            for (const number e : g[n].edges) put(e, 1);
            return;
        }
        is_round_.resize(g.size());
        for (const number k : round) is_round_[k] = true;
        for (const number k : round)
            for (const number e : g[k].edges)
                if (!is_round_[g.edges()[e].other(k)]) put(e, 1);
        for (const number k : round) is_round_[k] = false;
    }

    void put(number column, double factor) {
        if (factors_[column] == 0) touched_.push_back(column);
        factors_[column] += factor;
    }

    walk_program* program_;
    min_cut flows_;
    std::vector<double> degree_;
    std::vector<std::vector<number>> rounds_;  // what lies round a node; empty for itself alone
    std::vector<bool> is_round_;
    std::vector<double> outside_;  // what an edge that leaves the handle adds, not in F
    std::vector<double> inside_;   // and in F
    std::vector<bool> in_handle_;
    std::vector<number> teeth_;  // F
    std::vector<std::vector<number>> sets_;
    std::vector<number> set_of_;
    std::vector<handle> found_;
    std::vector<double> factors_;
    std::vector<number> touched_;
};

}  // namespace senda::pacman::detail
