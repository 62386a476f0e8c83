// SPDX-License-Identifier: MIT
// Splits of walks that are tried before one is chosen.
#pragma once

#include <senda/lp/dual_simplex.hpp>
#include <senda/lp/model.hpp>
#include <senda/pacman/richest/reliability_branching.hpp>
#include <senda/pacman/richest/walk_lp.hpp>
#include <senda/search/control.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::pacman::detail {

using senda::detail::search_control;

/// Chooses a split by a few steps of the simplex method in both parts of the most promising ones,
/// or by what is known of them from before.
class trial_branching {
public:
    using number = std::uint32_t;

    trial_branching(walk_program& p, search_control& control)
        : program_(&p), control_(&control), choice_(p) {}

    /// Looks at the last solution; false if it is whole and all degrees are right.
    bool find() { return choice_.find(); }

    /// The best split of those that were found, where no solution costs less than `bound`, those of
    /// `limit` or more are of no use, and variables are in the ranges `now`.
    [[nodiscard]] branching::parts choose(double bound, double limit,
                                          const std::vector<lp::range>& now) {
        std::vector<branching::parts> all = choice_.best(most_trials);
        if (all.size() == 1) return all[0];
        const lp::dual_simplex::position here = program_->solver().save();
        std::size_t best = 0;
        double most = -1;
        for (std::size_t i = 0; i < all.size(); ++i) {
            branching::parts& p = all[i];
            double merit = choice_.merit(p);
            if (!choice_.is_known(p.variable)) {
                double gains[2];
                for (const bool above : {false, true}) {
                    p.bounds[above] = try_part(p, above, limit, now[p.variable]);
                    program_->solver().go_back(here);
                    gains[above] = std::max(0.0, std::min(p.bounds[above], limit + 1) - bound);
                    choice_.learn(p, above, gains[above]);
                }
                merit = branching::merit(gains[0], gains[1]);
            }
            // Nothing is better than a part that need not be looked at.
            if (p.bounds[0] > limit || p.bounds[1] > limit || !control_->running()) return p;
            if (merit <= most) continue;
            most = merit;
            best = i;
        }
        return all[best];
    }

private:
    static constexpr std::size_t most_trials = 4;
    static constexpr number most_looks = 2;

    // The bound of a part after a few steps; infinite if it is empty.
    double try_part(const branching::parts& p, bool above, double limit, lp::range now) {
        const lp::range r = above ? p.above : p.below;
        program_->set_range(p.variable,
                            {std::max(r.lower, now.lower), std::min(r.upper, now.upper)});
        lp::dual_simplex& solver = program_->solver();
        number looks = 0;
        const lp::result ended =
            solver.run(limit, [&] { return ++looks <= most_looks && control_->may_expand(); });
        const bool has_bound = ended != lp::result::infeasible && ended != lp::result::trouble;
        const double bound = has_bound ? solver.bound() : -lp::infinity;
        program_->set_range(p.variable, now);
        return ended == lp::result::infeasible ? lp::infinity : bound;
    }

    walk_program* program_;
    search_control* control_;
    branching choice_;
};

}  // namespace senda::pacman::detail
