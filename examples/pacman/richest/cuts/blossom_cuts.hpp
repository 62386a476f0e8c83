// SPDX-License-Identifier: MIT
// Blossom inequalities and combs: walks leave every set of nodes an even number of times.
#pragma once

#include <pacman/lp/sparse.hpp>
#include <pacman/richest/cuts/min_cut.hpp>
#include <pacman/richest/food_graph.hpp>
#include <pacman/richest/walk_lp.hpp>

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Finds sets of nodes that a fractional solution leaves an odd number of times: handles H with
/// teeth F and gates B, bombs whose edges do not count, for which, as docs/inside.md explains and
/// proves,
///     walked(leaving H, not in F) + sum over F (1 - walked + excess of both ends) + visited(B)
///     >= 1.
class blossom_cuts {
public:
    explicit blossom_cuts(walk_lp& p) : program_(&p) {}

    /// Adds the violated cuts that it finds, at most so many; returns how many. With `thorough`,
    /// flows are looked at if simpler means find nothing.
    std::size_t separate(std::size_t most, bool thorough) {
        load();
        found_.clear();
        grow();
        if (found_.empty() && thorough) gomory_hu_tree();
        std::sort(found_.begin(), found_.end());
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
    static constexpr graph_id none = food_graph::none;

    struct handle {
        double sum;
        std::vector<graph_id> nodes;

        // Not by the `<` of vectors, which is wrong on big-endian machines before g++ 13.3 (its bug
        // 113960).
        friend bool operator<(const handle& a, const handle& b) {
            if (a.sum != b.sum) return a.sum < b.sum;
            return std::lexicographical_compare(a.nodes.begin(), a.nodes.end(), b.nodes.begin(),
                                                b.nodes.end());
        }
    };

    // What the edges add to the sum outside of F and in it.
    void load() {
        const food_graph& g = program_->graph();
        degree_.assign(g.size(), 0);
        for (graph_id n = 0; n < g.size(); ++n)
            for (const graph_id e : g[n].edges) degree_[n] += program_->walked(e);
        outside_.resize(program_->edges());
        inside_.resize(program_->edges());
        for (graph_id e = 0; e < program_->edges(); ++e) {
            outside_[e] = std::max(0.0, program_->walked(e));
            inside_[e] = 1 - outside_[e];
        }
        in_set_.assign(g.size(), false);
        is_gate_.assign(g.size(), false);
        passed_.assign(g.size(), 0);
        find_bombs();
        find_rounds();
        for (double& x : inside_) x = std::max(0.0, x);
    }

    // Of two bombs the one that is visited less.
    void find_bombs() {
        const food_graph& g = program_->graph();
        bomb_of_.assign(program_->edges(), none);
        for (graph_id e = 0; e < program_->edges(); ++e)
            for (const graph_id n : g.edges()[e].ends)
                if (g.is_bomb(n) &&
                    (bomb_of_[e] == none || program_->visited(n) < program_->visited(bomb_of_[e])))
                    bomb_of_[e] = n;
    }

    [[nodiscard]] double due(graph_id n) const { return n < 2 ? 1 : 2 * program_->visited(n); }

    // Chooses what lies round each node: mostly itself alone, else what makes the excess least.
    void find_rounds() {
        const food_graph& g = program_->graph();
        load_flows([&](graph_id e) { return outside_[e]; });
        rounds_.resize(g.size());
        for (graph_id n = 0; n < g.size(); ++n) {
            rounds_[n].assign(1, n);
            double least = degree_[n];
            if (n != food_graph::goal && degree_[n] > due(n) + 0.1) {
                flows_.set_sink(food_graph::goal);
                if (n != food_graph::start) flows_.merge_with_sink(food_graph::start);
                const double flow = flows_.flow(n, degree_[n] - 1e-3);
                if (flow < degree_[n] - 0.1) {
                    rounds_[n] = flows_.side();
                    least = flow;
                }
            }
            for (const graph_id e : g[n].edges)
                inside_[e] += (is_round(n, g.edges()[e].other(n)) ? degree_[n] : least) - due(n);
        }
    }
    [[nodiscard]] bool is_round(graph_id n, graph_id other) const {
        return std::find(rounds_[n].begin(), rounds_[n].end(), other) != rounds_[n].end();
    }

    // The graph with capacities, whose sink is still to be set.
    template <class Capacity>
    void load_flows(const Capacity& capacity) {
        const food_graph& g = program_->graph();
        flows_.begin(g.size(), 0);
        for (graph_id e = 0; e < program_->edges(); ++e) {
            const double c = capacity(e);
            if (c > 1e-9) flows_.add_link(g.edges()[e].ends[0], g.edges()[e].ends[1], c, c);
        }
    }

    [[nodiscard]] double weight(graph_id e) const { return std::min(outside_[e], inside_[e]); }
    // How much an edge holds its ends together: no more than a bomb there.
    [[nodiscard]] double strength(graph_id e) const {
        const graph_id b = bomb_of_[e];
        return b == none ? weight(e) : std::min(weight(e), program_->visited(b));
    }

    // Joins nodes along the heaviest edges, and looks at each set on the way.
    void grow() {
        const food_graph& g = program_->graph();
        std::vector<std::pair<double, graph_id>> order;  // heaviest first
        for (graph_id e = 0; e < program_->edges(); ++e)
            if (strength(e) > 1e-6) order.push_back({-strength(e), e});
        std::sort(order.begin(), order.end());
        sets_.resize(g.size());
        set_of_.resize(g.size());
        for (graph_id n = 0; n < g.size(); ++n) {
            sets_[n].assign(1, n);
            set_of_[n] = n;
            look_at(sets_[n]);
        }
        for (const auto& [rank, e] : order) {
            graph_id a = set_of_[g.edges()[e].ends[0]];
            graph_id b = set_of_[g.edges()[e].ends[1]];
            if (a == b) continue;
            if (sets_[a].size() < sets_[b].size()) std::swap(a, b);
            for (const graph_id n : sets_[b]) set_of_[n] = a;
            sets_[a].insert(sets_[a].end(), sets_[b].begin(), sets_[b].end());
            sets_[b].clear();
            if (sets_[a].size() + 1 < g.size()) look_at(sets_[a]);
        }
    }

    // Minimum cuts between all pairs of nodes, by one flow a node (D. Gusfield, Very simple methods
    // for all pairs network flow analysis, 1990).
    void gomory_hu_tree() {
        const food_graph& g = program_->graph();
        load_flows([&](graph_id e) { return strength(e); });
        std::vector<graph_id> parent(g.size(), 0);
        for (graph_id n = 1; n < g.size(); ++n) {
            flows_.set_sink(parent[n]);
            if (flows_.flow(n, 1) > 1 - least_violation) continue;
            for (graph_id m = n + 1; m < g.size(); ++m)
                if (parent[m] == parent[n] && flows_.is_in_side(m)) parent[m] = n;
            look_at(flows_.side());
        }
    }

    // Takes nodes as a handle, with the best F, if that is violated.
    void look_at(const std::vector<graph_id>& nodes) {
        const double sum = choose(nodes);
        if (sum > 1 - least_violation) return;
        found_.push_back({sum, nodes});
        std::sort(found_.back().nodes.begin(), found_.back().nodes.end());
    }

    // Chooses F and the gates for a handle; returns the sum.
    double choose(const std::vector<graph_id>& nodes) {
        const food_graph& g = program_->graph();
        choose_gates(nodes);
        teeth_.clear();
        double sum = 0;
        for (const graph_id b : gates_) sum += program_->visited(b);
        double least = 1e9;
        graph_id last = 0;
        for (const graph_id e : leaving_) {
            if (is_gate_[g.edges()[e].ends[0]] || is_gate_[g.edges()[e].ends[1]]) continue;
            sum += weight(e);
            if (inside_[e] < outside_[e]) teeth_.push_back(e);
            if (std::abs(inside_[e] - outside_[e]) < least) {
                least = std::abs(inside_[e] - outside_[e]);
                last = e;
            }
        }
        for (const graph_id b : gates_) is_gate_[b] = false;
        const bool separates = std::count(nodes.begin(), nodes.end(), food_graph::start) !=
                               std::count(nodes.begin(), nodes.end(), food_graph::goal);
        if (sum > 1 || (teeth_.size() % 2 == 1) != separates) return sum;
        if (least > 1) return 2;  // no edge is left to make the number of teeth right
        if (std::erase(teeth_, last) == 0) teeth_.push_back(last);
        return sum + least;
    }

    // A bomb is a gate where its visits count less than its edges that leave the handle.
    void choose_gates(const std::vector<graph_id>& nodes) {
        leaving_.clear();
        gates_.clear();
        double sum = 0;
        for_each_leaving(nodes, [&](graph_id e) {
            leaving_.push_back(e);
            const graph_id b = bomb_of_[e];
            if (b == none) {
                sum += weight(e);
            } else {
                if (passed_[b] == 0) gates_.push_back(b);
                passed_[b] += weight(e) + 1e-12;
            }
            return sum <= 1;
        });
        std::size_t kept = 0;
        for (const graph_id b : gates_) {
            if (passed_[b] > program_->visited(b) + 1e-6) {
                is_gate_[b] = true;
                gates_[kept++] = b;
            }
            passed_[b] = 0;
        }
        gates_.resize(kept);
    }

    void add(const handle& h) {
        const food_graph& g = program_->graph();
        choose(h.nodes);
        factors_.resize(program_->model().columns());
        touched_.clear();
        for (const graph_id b : gates_) {
            put(program_->column_of(b), 1);
            is_gate_[b] = true;
        }
        for (const graph_id e : leaving_)
            if (!is_gate_[g.edges()[e].ends[0]] && !is_gate_[g.edges()[e].ends[1]]) put(e, 1);
        for (const graph_id b : gates_) is_gate_[b] = false;
        double least = 1 - static_cast<double>(teeth_.size());
        for (const graph_id e : teeth_) {
            put(e, -2);
            const auto& edge = g.edges()[e];
            for (const graph_id n : edge.ends) {
                put_leaving(is_round(n, edge.other(n)) ? std::vector{n} : rounds_[n]);
                if (n < 2) {
                    least += 1;
                } else {
                    put(program_->column_of(n), -2);
                }
            }
        }
        std::vector<lp::entry> sum;
        for (const graph_id j : touched_) {
            if (factors_[j] != 0) sum.push_back({j, factors_[j]});
            factors_[j] = 0;
        }
        program_->add_cut(std::move(sum), least);
    }

    void put_leaving(const std::vector<graph_id>& nodes) {
        for_each_leaving(nodes, [&](graph_id e) {
            put(e, 1);
            return true;
        });
    }

    // Calls `visit(edge)` for each edge that leaves a set of nodes, until that says no.
    template <class Visit>
    void for_each_leaving(const std::vector<graph_id>& nodes, const Visit& visit) {
        const food_graph& g = program_->graph();
        for (const graph_id n : nodes) in_set_[n] = true;
        bool goes_on = true;
        for (auto n = nodes.begin(); n != nodes.end() && goes_on; ++n)
            for (const graph_id e : g[*n].edges)
                if (!in_set_[g.edges()[e].other(*n)]) goes_on = goes_on && visit(e);
        for (const graph_id n : nodes) in_set_[n] = false;
    }

    void put(graph_id column, double factor) {
        if (factors_[column] == 0) touched_.push_back(column);
        factors_[column] += factor;
    }

    walk_lp* program_;
    min_cut flows_;
    std::vector<double> degree_;
    std::vector<std::vector<graph_id>> rounds_;  // what lies round a node, with itself
    std::vector<double> outside_;  // what an edge that leaves the handle adds, not in F
    std::vector<double> inside_;   // and in F
    std::vector<bool> in_set_;
    std::vector<graph_id> teeth_;    // F
    std::vector<graph_id> gates_;    // B
    std::vector<graph_id> leaving_;  // the edges that leave the handle
    std::vector<graph_id> bomb_of_;  // at an end of an edge
    std::vector<bool> is_gate_;
    std::vector<double> passed_;  // what the edges of a bomb add
    std::vector<std::vector<graph_id>> sets_;
    std::vector<graph_id> set_of_;
    std::vector<handle> found_;
    std::vector<double> factors_;
    std::vector<graph_id> touched_;
};

}  // namespace senda::pacman::detail
