// SPDX-License-Identifier: MIT
// Reliability branching: where to split the walks of a program whose solution is not integral.
#pragma once

#include <pacman/lp/dual_simplex.hpp>
#include <pacman/lp/model.hpp>
#include <pacman/richest/walk_lp.hpp>
#include <senda/search/control.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace senda::pacman::detail {

using senda::search_control;

/// Chooses what to branch on: a fractional column, or a degree of the wrong parity. It learns how
/// much the bound grows when a variable is split (pseudocosts); as long as little is known, it
/// tries both branches by a few steps of the simplex method (strong branching). (T. Achterberg, T.
/// Koch, A. Martin, Branching rules revisited, 2005.)
class reliability_branching {
public:
    /// Two ranges of a variable (a column, or a node's degree behind the columns) that hold all
    /// walks and not the last solution.
    struct split {
        graph_id variable;
        lp::range below, above;
        bool above_first;
        double part;  ///< how far the last solution is from the range below, of 1
        double bounds[2] = {-lp::infinity, -lp::infinity};  ///< if they are known: below, above
    };

    reliability_branching(walk_lp& p, search_control& control)
        : program_(&p), control_(&control), pseudocosts_(p.model().columns() + p.graph().size()) {}

    /// Looks at the last solution; false if it is integral and all degrees have the right parity.
    bool find() {
        candidates_.clear();
        const lp::model& m = program_->model();
        for (graph_id j = 0; j < m.columns(); ++j)
            add(j, program_->solver().value(j), 1, j < program_->edges() ? 1 : 2);
        if (!candidates_.empty()) return true;
        for (graph_id n = 0; n < program_->graph().size(); ++n) {
            const double odd = n < 2 ? 1 : 0;  // at the ends degrees are odd
            add(m.columns() + n, (program_->solver().row_value(n) - odd) / 2, 2, 1);
        }
        return !candidates_.empty();
    }

    /// The best split of those that were found, where no solution costs less than `bound`, those of
    /// `limit` or more are of no use, and variables are in the ranges `now`.
    [[nodiscard]] split choose(double bound, double limit, const std::vector<lp::range>& now) {
        std::vector<split> splits = most_promising();
        if (splits.size() == 1) return splits[0];
        const lp::dual_simplex::position here = program_->solver().save();
        std::size_t best = 0;
        double most = -1;
        for (std::size_t i = 0; i < splits.size(); ++i) {
            split& s = splits[i];
            double merit = expected_merit(s.variable, s.part);
            const auto& known = pseudocosts_[s.variable];
            if (std::min(known[0].count, known[1].count) < enough_trials) {
                double gains[2];
                for (const bool above : {false, true}) {
                    s.bounds[above] = try_branch(s, above, limit, now[s.variable]);
                    program_->solver().go_back(here);
                    gains[above] = std::max(0.0, std::min(s.bounds[above], limit + 1) - bound);
                    learn(s, above, gains[above]);
                }
                merit = merit_of(gains[0], gains[1]);
            }
            // Nothing is better than a branch that is pruned at once.
            if (s.bounds[0] > limit || s.bounds[1] > limit || !control_->running()) return s;
            if (merit <= most) continue;
            most = merit;
            best = i;
        }
        return splits[best];
    }

private:
    static constexpr double enough_trials = 3;
    static constexpr std::size_t most_candidates = 4;
    static constexpr graph_id most_looks = 2;

    struct candidate {
        graph_id variable;
        double value;
        double unit;
        double weight;
        double score = 0;
    };
    struct pseudocost {
        double sum = 0;
        double count = 0;
    };

    void add(graph_id variable, double x, double unit, double weight) {
        if (std::abs(x - std::round(x)) > 1e-5) candidates_.push_back({variable, x, unit, weight});
    }

    [[nodiscard]] std::vector<split> most_promising() {
        for (candidate& c : candidates_)
            c.score = c.weight * expected_merit(c.variable, c.value - std::floor(c.value));
        const auto middle = candidates_.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                      most_candidates, candidates_.size()));
        std::partial_sort(candidates_.begin(), middle, candidates_.end(),
                          [](const candidate& a, const candidate& b) {
                              return a.score > b.score ||
                                     (a.score == b.score && a.variable < b.variable);
                          });
        std::vector<split> splits;
        for (auto i = candidates_.begin(); i != middle; ++i) splits.push_back(split_of(*i));
        return splits;
    }

    [[nodiscard]] split split_of(const candidate& c) const {
        const double odd = c.unit == 2 && c.variable < program_->model().columns() + 2;
        const double low = c.unit * std::floor(c.value) + odd;
        const double part = c.value - std::floor(c.value);
        return {c.variable, {-lp::infinity, low}, {low + c.unit, lp::infinity}, part > 0.5, part};
    }

    // The bound of a branch after a few steps; infinite if it is empty.
    double try_branch(const split& s, bool above, double limit, lp::range now) {
        const lp::range r = above ? s.above : s.below;
        program_->set_range(s.variable,
                            {std::max(r.lower, now.lower), std::min(r.upper, now.upper)});
        lp::dual_simplex& solver = program_->solver();
        graph_id looks = 0;
        const lp::result ended =
            solver.run(limit, [&] { return ++looks <= most_looks && control_->may_expand(); });
        const bool has_bound = ended != lp::result::infeasible && ended != lp::result::trouble;
        const double bound = has_bound ? solver.bound() : -lp::infinity;
        program_->set_range(s.variable, now);
        return ended == lp::result::infeasible ? lp::infinity : bound;
    }

    // Remembers by how much the bound of a branch is above that of its parent.
    void learn(const split& s, bool above, double gain) {
        const double per_unit = gain / std::max(above ? 1 - s.part : s.part, 1e-6);
        for (pseudocost* p : {&pseudocosts_[s.variable][above], &mean_}) {
            p->sum += per_unit;
            p->count += 1;
        }
    }

    // How good a split is that raises the bounds so much.
    [[nodiscard]] static double merit_of(double below, double above) {
        return std::max(below, 1e-4) * std::max(above, 1e-4);
    }
    [[nodiscard]] double expected_merit(graph_id variable, double part) const {
        return merit_of(expected_gain(variable, 0) * part, expected_gain(variable, 1) * (1 - part));
    }
    // By the mean of all variables where little is known.
    [[nodiscard]] double expected_gain(graph_id variable, std::size_t above) const {
        const pseudocost& p = pseudocosts_[variable][above];
        const double mean = mean_.count > 0 ? mean_.sum / mean_.count : 1;
        return (p.sum + mean) / (p.count + 1);
    }

    walk_lp* program_;
    search_control* control_;
    std::vector<candidate> candidates_;
    std::vector<std::array<pseudocost, 2>> pseudocosts_;  // by variable: below, above
    pseudocost mean_;
};

}  // namespace senda::pacman::detail
