// SPDX-License-Identifier: MIT
// A linear program, and bounds on its least cost that hold whatever the rounding.
#pragma once

#include <pacman/lp/sparse.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace senda::lp {

/// The end of a range that has none.
inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// From where to where a number may go.
struct range {
    double lower = 0;         ///< the least it may be
    double upper = infinity;  ///< the most it may be

    friend bool operator==(const range&, const range&) = default;
};

/// The linear program: least `cost * x` with each x in its range, which is finite, and each row
/// (a sum of x with factors) in its own, which need not be.
class model {
public:
    /// Adds a column; returns its number.
    std::uint32_t add_column(double cost, range within) {
        assert(std::isfinite(within.lower) && std::isfinite(within.upper));
        costs_.push_back(cost);
        column_ranges_.push_back(within);
        columns_.emplace_back();
        return static_cast<std::uint32_t>(costs_.size() - 1);
    }

    /// Adds a row, each column at most once in it; returns its number.
    std::uint32_t add_row(std::vector<entry> sum, range within) {
        const auto number = static_cast<std::uint32_t>(rows_.size());
        for (const entry& e : sum) columns_[e.at].push_back({number, e.value});
        rows_.push_back(std::move(sum));
        row_ranges_.push_back(within);
        return number;
    }

    /// Takes out the rows that are marked; the others move up in their order.
    void remove_rows(const std::vector<bool>& marked) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (marked[i]) continue;
            if (kept != i) rows_[kept] = std::move(rows_[i]);
            row_ranges_[kept++] = row_ranges_[i];
        }
        rows_.resize(kept);
        row_ranges_.resize(kept);
        for (std::vector<entry>& column : columns_) column.clear();
        for (std::uint32_t i = 0; i < kept; ++i)
            for (const entry& e : rows_[i]) columns_[e.at].push_back({i, e.value});
    }

    /// How many variables there are.
    [[nodiscard]] std::uint32_t columns() const noexcept {
        return static_cast<std::uint32_t>(costs_.size());
    }
    /// How many rows there are.
    [[nodiscard]] std::uint32_t rows() const noexcept {
        return static_cast<std::uint32_t>(rows_.size());
    }
    /// What a unit of a variable costs.
    [[nodiscard]] double cost(std::size_t column) const noexcept { return costs_[column]; }
    /// Changes what a unit of a variable costs.
    void set_cost(std::size_t column, double cost) noexcept { costs_[column] = cost; }
    /// Where a variable may be.
    [[nodiscard]] range column_range(std::size_t column) const noexcept {
        return column_ranges_[column];
    }
    /// Changes where a variable may be.
    void set_column_range(std::size_t column, range within) noexcept {
        column_ranges_[column] = within;
    }
    /// Where a row may be.
    [[nodiscard]] range row_range(std::size_t row) const noexcept { return row_ranges_[row]; }
    /// Changes where a row may be.
    void set_row_range(std::size_t row, range within) noexcept { row_ranges_[row] = within; }
    /// The factors of a variable, by rows.
    [[nodiscard]] std::span<const entry> column(std::size_t i) const noexcept {
        return columns_[i];
    }
    /// The factors of a row, by variables.
    [[nodiscard]] std::span<const entry> row(std::size_t i) const noexcept { return rows_[i]; }

    /// The ranges of the columns and, behind them, of the rows. Rows that may grow without end
    /// never do, as the columns do not: they get ends that they cannot reach.
    void find_finite_ranges(std::vector<range>& all) const {
        all.assign(column_ranges_.begin(), column_ranges_.end());
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            range r = row_ranges_[i];
            if (!std::isfinite(r.lower) || !std::isfinite(r.upper)) {
                range reached{-1, 1};
                for (const entry& e : rows_[i]) {
                    const range& x = column_ranges_[e.at];
                    reached.lower += e.value * (e.value > 0 ? x.lower : x.upper);
                    reached.upper += e.value * (e.value > 0 ? x.upper : x.lower);
                }
                // A row that asks for more than it can reach keeps the order of its ends.
                if (!std::isfinite(r.lower)) r.lower = std::min(reached.lower, r.upper - 1);
                if (!std::isfinite(r.upper)) r.upper = std::max(reached.upper, r.lower + 1);
            }
            all.push_back(r);
        }
    }

    /// What `multipliers`, one a row, prove: no x in its ranges costs less. Any numbers prove
    /// something (weak duality), so it does not matter how they were rounded; what is lost by
    /// adding up here is taken off. With `scale` 0 instead of 1, a result above 0 proves that no x
    /// is allowed at all.
    [[nodiscard]] double proven_bound(std::span<const double> multipliers, double scale = 1) const {
        std::vector<double> rest;
        return proven_bound(multipliers, scale, rest);
    }

    /// The same, with the `rest` of each column: what a unit away from the end that suits it adds.
    [[nodiscard]] double proven_bound(std::span<const double> multipliers, double scale,
                                      std::vector<double>& rest) const {
        double total = 0;
        double doubt = 0;  // the sizes of what was added
        const auto add = [&](double x) {
            total += x;
            doubt += std::abs(x);
        };
        rest.resize(costs_.size());
        std::vector<double> size(costs_.size());
        for (std::size_t j = 0; j < rest.size(); ++j) {
            rest[j] = scale * costs_[j];
            size[j] = std::abs(rest[j]);
        }
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const double y = usable(multipliers[i], row_ranges_[i]);
            if (y == 0) continue;
            add(y * (y > 0 ? row_ranges_[i].lower : row_ranges_[i].upper));
            for (const entry& e : rows_[i]) {
                rest[e.at] -= y * e.value;
                size[e.at] += std::abs(y * e.value);
            }
        }
        for (std::size_t j = 0; j < rest.size(); ++j) {
            const range& r = column_ranges_[j];
            add(std::min(rest[j] * r.lower, rest[j] * r.upper));
            doubt += size[j] * std::max(std::abs(r.lower), std::abs(r.upper));
        }
        // Each number above went through at most as many roundings as there are rows and columns.
        const double roundings = static_cast<double>(rows_.size() + costs_.size() + 8);
        return total - doubt * roundings * std::numeric_limits<double>::epsilon();
    }

private:
    // A multiplier whose sign asks for an end that the row does not have proves nothing.
    static double usable(double multiplier, range r) noexcept {
        const double end = multiplier > 0 ? r.lower : r.upper;
        return std::isfinite(end) && std::isfinite(multiplier) ? multiplier : 0;
    }

    std::vector<double> costs_;
    std::vector<range> column_ranges_;
    std::vector<range> row_ranges_;
    std::vector<std::vector<entry>> columns_;
    std::vector<std::vector<entry>> rows_;
};

}  // namespace senda::lp
