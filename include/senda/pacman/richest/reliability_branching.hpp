// SPDX-License-Identifier: MIT
// Where to split the walks of a program whose solution is not whole.
#pragma once

#include <senda/lp/model.hpp>
#include <senda/pacman/richest/walk_lp.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::pacman::detail {

/// Chooses what to branch on: a column between two whole numbers, or an odd degree. It learns how
/// much the bound grew when a variable was split before. (T. Achterberg, T. Koch, A. Martin,
/// Branching rules revisited, 2005.)
class branching {
public:
    using number = std::uint32_t;

    /// Two ranges of a variable (a column, or a node's degree behind the columns) that hold all
    /// walks and not the last solution.
    struct parts {
        number variable;
        lp::range below, above;
        bool above_first;
        double part;  ///< how far the last solution is from the range below, of 1
        double bounds[2] = {-lp::infinity, -lp::infinity};  ///< if they are known: below, above
    };

    explicit branching(walk_program& p)
        : program_(&p), known_(p.model().columns() + p.graph().size()) {}

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

    /// The most promising of those that were found, at most so many, the best first.
    [[nodiscard]] std::vector<parts> best(std::size_t most) {
        for (candidate& c : candidates_) c.score = score(c);
        const auto middle =
            candidates_.begin() + static_cast<std::ptrdiff_t>(std::min(most, candidates_.size()));
        std::partial_sort(candidates_.begin(), middle, candidates_.end(),
                          [](const candidate& a, const candidate& b) {
                              return a.score > b.score ||
                                     (a.score == b.score && a.variable < b.variable);
                          });
        std::vector<parts> all;
        for (auto i = candidates_.begin(); i != middle; ++i) all.push_back(parts_of(*i));
        return all;
    }

    /// Remembers that the bound of one part, below or above, is so much more than that of both.
    void learn(const parts& p, bool above, double gain) {
        side& s = known_[p.variable].sides[above];
        const double per_unit = gain / std::max(above ? 1 - p.part : p.part, 1e-6);
        s.sum += per_unit;
        s.count += 1;
        all_.sum += per_unit;
        all_.count += 1;
    }

    /// Whether so much is known of a variable that it need not be tried.
    [[nodiscard]] bool is_known(number variable) const {
        const auto& sides = known_[variable].sides;
        return sides[0].count >= enough && sides[1].count >= enough;
    }

    /// How good a split is that raises the bounds so much.
    [[nodiscard]] static double merit(double below, double above) {
        return std::max(below, 1e-4) * std::max(above, 1e-4);
    }
    /// How good a split is, by what was learned.
    [[nodiscard]] double merit(const parts& p) const {
        return merit(guess(p.variable, 0) * p.part, guess(p.variable, 1) * (1 - p.part));
    }

private:
    static constexpr double enough = 3;

    struct candidate {
        number variable;
        double value;
        double unit;
        double weight;
        double score = 0;
    };
    struct side {
        double sum = 0;
        double count = 0;
    };
    struct history {
        side sides[2];
    };

    void add(number variable, double x, double unit, double weight) {
        if (std::abs(x - std::round(x)) > 1e-5) candidates_.push_back({variable, x, unit, weight});
    }

    [[nodiscard]] parts parts_of(const candidate& c) const {
        const double odd = c.unit == 2 && c.variable < program_->model().columns() + 2;
        const double low = c.unit * std::floor(c.value) + odd;
        const double part = c.value - std::floor(c.value);
        return {c.variable, {-lp::infinity, low}, {low + c.unit, lp::infinity}, part > 0.5, part};
    }

    // What a unit is worth; that of all, where little is known.
    [[nodiscard]] double guess(number variable, int above) const {
        const side& s = known_[variable].sides[above];
        const double mean = all_.count > 0 ? all_.sum / all_.count : 1;
        return (s.sum + mean) / (s.count + 1);
    }

    [[nodiscard]] double score(const candidate& c) const {
        const double part = c.value - std::floor(c.value);
        return c.weight * merit(guess(c.variable, 0) * part, guess(c.variable, 1) * (1 - part));
    }

    walk_program* program_;
    std::vector<candidate> candidates_;
    std::vector<history> known_;  // by variable
    side all_;
};

}  // namespace senda::pacman::detail
