// SPDX-License-Identifier: MIT
// Where to split the walks of a program whose solution is not whole.
#pragma once

#include <senda/lp/model.hpp>
#include <senda/pacman/walk_program.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace senda::pacman::detail {

/// Chooses what to branch on: a column between two whole numbers, or an odd degree.
class branching {
public:
    using number = std::uint32_t;

    /// Two ranges of a variable (a column, or a node's degree behind the columns) that hold all
    /// walks and not the last solution.
    struct parts {
        number variable;
        lp::range below, above;
        bool above_first;
    };

    explicit branching(walk_program& p) : program_(&p) {}

    /// Looks at the last solution; false if it is whole and all degrees are right.
    bool find() {
        candidates_.clear();
        const lp::model& m = program_->model();
        for (number j = 0; j < m.columns(); ++j) {
            const double x = program_->solver().value(j);
            add(j, x, 1, j < program_->edges() ? 1 : 2);
        }
        if (!candidates_.empty()) return true;
        for (number n = 0; n < program_->graph().size(); ++n) {
            const double odd = n < 2 ? 1 : 0;  // at the ends degrees are odd
            const double x = (program_->solver().row_value(n) - odd) / 2;
            add(m.columns() + n, x, 2, 1);
        }
        return !candidates_.empty();
    }

    [[nodiscard]] parts choose() const {
        const candidate* best = &candidates_[0];
        for (const candidate& c : candidates_)
            if (score(c) > score(*best)) best = &c;
        const double odd = best->unit == 2 && best->variable < program_->model().columns() + 2;
        const double low = best->unit * std::floor(best->value) + odd;
        return {best->variable,
                {-lp::infinity, low},
                {low + best->unit, lp::infinity},
                best->value - std::floor(best->value) > 0.5};
    }

private:
    struct candidate {
        number variable;
        double value;
        double unit;
        double weight;
    };

    void add(number variable, double x, double unit, double weight) {
        if (std::abs(x - std::round(x)) > 1e-5) candidates_.push_back({variable, x, unit, weight});
    }

    [[nodiscard]] static double score(const candidate& c) {
        const double part = c.value - std::floor(c.value);
        return c.weight * std::min(part, 1 - part);
    }

    walk_program* program_;
    std::vector<candidate> candidates_;
};

}  // namespace senda::pacman::detail
