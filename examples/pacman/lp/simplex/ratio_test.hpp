// SPDX-License-Identifier: MIT
// Which variable enters the basis in a step of the dual simplex method.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::lp {

/// The ratio test with bound flips (I. Maros, A generalized dual phase-2 simplex algorithm, 2003):
/// a variable in a range may change its end instead of entering, as long as the cost still grows.
/// Among those that tie but for a tolerance (P. Harris, 1973), the largest pivot enters.
class ratio_test {
public:
    static constexpr double least_pivot = 1e-8;  ///< smaller numbers are not divided by

    /// Begins a test for a variable that is `outside` of its range.
    void begin(double outside) {
        slope_ = outside;
        candidates_.clear();
        flipped_.clear();
    }

    /// Adds a variable: its pivot and reduced cost without signs, and the width of its range.
    void add(std::uint32_t variable, double pivot, double reduced, double width) {
        candidates_.push_back({reduced / pivot, pivot, width, variable});
    }

    /// The variable that enters; the largest number if there is none.
    [[nodiscard]] std::uint32_t choose() {
        std::size_t first = 0;  // those before it flip
        while (first < candidates_.size()) {
            // The next in order of their ratios, a few at a time: mostly few are wanted.
            const std::size_t next = gather(first);
            double slope = slope_;
            for (std::size_t i = first; i < next; ++i)
                slope -= candidates_[i].pivot * candidates_[i].width;
            const bool last = next == candidates_.size();
            if (slope < 0 || (last && slope < tolerance)) return enter(first, next);
            slope_ = slope;
            first = next;
        }
        return std::numeric_limits<std::uint32_t>::max();
    }

    /// The variables that go to their other ends.
    [[nodiscard]] const std::vector<std::uint32_t>& flipped() const noexcept { return flipped_; }

private:
    struct candidate {
        double ratio, pivot, width;
        std::uint32_t variable;
    };
    static constexpr double tolerance = 1e-9;

    // Moves forward all that could enter without hurting any by more than the tolerance.
    std::size_t gather(std::size_t first) {
        double bound = std::numeric_limits<double>::infinity();
        for (std::size_t i = first; i < candidates_.size(); ++i)
            bound = std::min(bound, candidates_[i].ratio + tolerance / candidates_[i].pivot);
        const auto middle = std::partition(
            candidates_.begin() + static_cast<std::ptrdiff_t>(first), candidates_.end(),
            [bound](const candidate& c) { return c.ratio <= bound; });
        return static_cast<std::size_t>(middle - candidates_.begin());
    }

    std::uint32_t enter(std::size_t first, std::size_t next) {
        std::size_t best = first;
        for (std::size_t i = first + 1; i < next; ++i)
            if (candidates_[i].pivot > candidates_[best].pivot) best = i;
        for (std::size_t i = 0; i < first; ++i) flipped_.push_back(candidates_[i].variable);
        return candidates_[best].variable;
    }

    double slope_ = 0;
    std::vector<candidate> candidates_;
    std::vector<std::uint32_t> flipped_;
};

}  // namespace senda::lp
