// SPDX-License-Identifier: MIT
// Columns that no good solution moves away from their ends.
#pragma once

#include <senda/lp/model.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::pacman::detail {

/// Remembers what linear programs have proven of each column, and narrows its range when better
/// solutions become known.
class column_fixing {
public:
    /// Forgets all that was proven.
    void begin(std::size_t columns) { proofs_.assign(columns, {-lp::infinity, 0}); }

    /// Takes note of a bound on all costs and of the rest of each column, see
    /// `lp::model::proven_bound`.
    void note(double bound, const std::vector<double>& rest) {
        for (std::size_t j = 0; j < proofs_.size(); ++j)
            if (bound + std::abs(rest[j]) > proofs_[j].bound + std::abs(proofs_[j].rest))
                proofs_[j] = {bound, rest[j]};
    }

    /// Narrows ranges to those of solutions that cost no more than `most`.
    void narrow(double most, std::vector<lp::range>& ranges) const {
        for (std::size_t j = 0; j < proofs_.size(); ++j) {
            lp::range& r = ranges[j];
            const proof& p = proofs_[j];
            if (r.lower == r.upper || std::abs(p.rest) < tolerance) continue;
            const double steps = std::floor((most - p.bound) / std::abs(p.rest) + tolerance);
            if (steps < 0 || steps >= r.upper - r.lower) continue;
            r = p.rest > 0 ? lp::range{r.lower, r.lower + steps}
                           : lp::range{r.upper - steps, r.upper};
        }
    }

private:
    static constexpr double tolerance = 1e-6;

    // A solution with a column k away from its end costs the bound and k times the rest at least.
    struct proof {
        double bound;
        double rest;
    };
    std::vector<proof> proofs_;
};

}  // namespace senda::pacman::detail
