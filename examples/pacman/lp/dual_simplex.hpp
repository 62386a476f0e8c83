// SPDX-License-Identifier: MIT
// The dual simplex method for columns in finite ranges; what it proves holds despite rounding.
#pragma once

#include <pacman/lp/model.hpp>
#include <pacman/lp/simplex/basis_factor.hpp>
#include <pacman/lp/simplex/ratio_test.hpp>
#include <pacman/lp/simplex/simplex_basis.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace senda::lp {

/// How a run of the simplex method ended.
enum class result {
    optimal,     ///< `value` has a solution of least cost, but for a tiny change of the costs
    infeasible,  ///< it is proven that there is no solution
    cutoff,      ///< it is proven that every solution costs at least the cutoff
    stopped,     ///< the caller stopped it
    trouble      ///< rounding got the better of it; what is proven holds all the same
};

/// Solves a linear program. All columns are in finite ranges, so every basis becomes dual feasible
/// by choosing the end at which each column rests; the costs are changed a little at random,
/// against ties. (E. Koberstein, The dual simplex method, techniques for a fast and stable
/// implementation, 2005, tells of each part.)
class dual_simplex {
public:
    /// Numbers rows, columns and variables.
    using number = std::uint32_t;

    /// A solver of `m`, which must outlive it. Whoever changes it says so: `rows_were_added`,
    /// `remove_rows`, `costs_were_changed`; ranges may change without a word.
    explicit dual_simplex(model& m) : model_(&m) {
        rows_were_added();
        costs_were_changed();
    }

    /// Takes note of rows that the model got since, which begin in the basis.
    void rows_were_added() {
        rows_ = model_->rows();
        basis_.add_rows(model_->columns(), rows_);
        resize();
        stale_ = true;
    }

    /// Takes note of other costs of the model.
    void costs_were_changed() {
        random_source random(1);
        for (number j = 0; j < model_->columns(); ++j) {
            const double size = 1e-6 * std::min(1 + std::abs(model_->cost(j)), 10.0);
            const double part = 0.5 + 0.5 * static_cast<double>(random.below(1024)) / 1024;
            base_cost_[j] = model_->cost(j) + (random.below(2) == 0 ? size : -size) * part;
        }
    }

    /// Whether a row may be taken out without a change of the solution: it is not at an end.
    [[nodiscard]] bool is_row_loose(number row) const {
        return basis_.is_basic(model_->columns() + row);
    }

    /// Takes the marked rows, which are loose, out of the problem.
    void remove_rows(const std::vector<bool>& marked) {
        basis_.remove_rows(model_->columns(), marked);
        model_->remove_rows(marked);
        rows_ = model_->rows();
        resize();
        stale_ = true;
    }

    /// Solves the program as it is now, from where the last run ended. Ends when it is proven that
    /// the cost is at least `cutoff`, or when `may_go_on()`, asked now and then, says no.
    template <class MayGoOn>
    result run(double cutoff, MayGoOn&& may_go_on) {
        troubles_ = 0;
        std::copy(base_cost_.begin(), base_cost_.end(), cost_.begin());
        std::fill(cost_.data() + model_->columns(), cost_.data() + cost_.size(), 0.0);
        model_->find_finite_ranges(range_);
        begin();
        for (number since = 0;; ++since) {
            if (since % 16 == 15) {
                if (!may_go_on()) return result::stopped;
                if (is_cut_off(cutoff)) return result::cutoff;
            }
            if (factor_.replaced() >= most_replaced) begin();
            const number out = leaving_slot();
            if (out == none) {
                if (factor_.replaced() == 0 || is_accurate())
                    return is_cut_off(cutoff) ? result::cutoff : result::optimal;
                begin();
                continue;
            }
            switch (pivot(out)) {
                case step::made: ++iterations_; break;
                case step::unbounded: return result::infeasible;
                case step::failed:
                    if (++troubles_ > most_troubles) return result::trouble;
                    begin();
            }
        }
    }

    /// The value of a column in the last solution.
    [[nodiscard]] double value(number column) const { return value_[column]; }
    /// The sum of a row in the last solution.
    [[nodiscard]] double row_value(number row) const { return value_[model_->columns() + row]; }
    /// What a column's cost is above what the rows account for.
    [[nodiscard]] double reduced_cost(number column) const { return reduced_[column]; }
    /// How many pivots were made since the beginning.
    [[nodiscard]] std::uint64_t iterations() const noexcept { return iterations_; }

    /// The cost that is proven by the present basis: no solution costs less.
    [[nodiscard]] double bound() {
        std::vector<double> rest;
        return bound(rest);
    }
    /// The same, with the rest of each column, see `model::proven_bound`.
    [[nodiscard]] double bound(std::vector<double>& rest) {
        if (stale_) refactor();
        duals();
        return model_->proven_bound(dual_, 1, rest);
    }

    /// Where a run can begin.
    using position = simplex_basis::position;
    /// Where the next run would begin, to come back to as long as no rows come or go.
    [[nodiscard]] position save() const { return basis_.save(); }
    /// Returns to a basis that was saved.
    void go_back(const position& p) {
        basis_.go_back(p);
        stale_ = true;
    }

    /// Forgets the basis.
    void restart() {
        basis_.restart(model_->columns());
        stale_ = true;
    }

private:
    static constexpr number none = simplex_basis::none;
    static constexpr double primal_tolerance = 1e-7;
    static constexpr std::size_t most_replaced = 64;
    static constexpr number most_troubles = 20;
    enum class step { made, unbounded, failed };

    void resize() {
        const std::size_t all = model_->columns() + rows_;
        base_cost_.resize(model_->columns());
        for (std::vector<double>* const v : {&cost_, &value_, &reduced_}) v->resize(all);
        for (std::vector<double>* const v : {&dual_, &rho_, &tau_, &entering_}) v->resize(rows_);
        range_.resize(all);
        row_.assign(all, 0);
        is_touched_.assign(all, 0);
        touched_.clear();
    }

    // Computes all from the basis and the costs alone: factors, duals, and the solution.
    void begin() {
        refactor();
        duals();
        for (number v = 0; v < cost_.size(); ++v)
            if (!basis_.is_basic(v)) rest(v);
        basic_values();
    }

    void refactor() {
        if (!stale_ && factor_.replaced() == 0) return;
        const auto& repairs =
            factor_.factor(rows_, [&](std::size_t slot) { return column_of(basis_[slot]); });
        for (const auto& r : repairs) basis_.replace(r.slot, model_->columns() + r.row);
        if (!repairs.empty()) basis_.forget_weights();
        stale_ = false;
    }

    // A row is a variable too: the sum minus it is 0.
    [[nodiscard]] std::span<const entry> column_of(number variable) {
        if (variable < model_->columns()) return model_->column(variable);
        unit_ = {variable - model_->columns(), -1};
        return {&unit_, 1};
    }

    void duals() {
        for (number k = 0; k < rows_; ++k) dual_[k] = cost_[basis_[k]];
        factor_.solve_transposed(dual_);
    }

    // Rests a variable where its reduced cost is right; where that is rounding, its cost changes.
    void rest(number v) {
        const number columns = model_->columns();
        double d = cost_[v];
        if (v < columns) {
            for (const entry& e : model_->column(v)) d -= dual_[e.at] * e.value;
        } else {
            d += dual_[v - columns];
        }
        if (basis_.is_at_upper(v) ? d > 0 : d < 0) {
            if (std::abs(d) > 1e-9) {
                basis_.set_at_upper(v, !basis_.is_at_upper(v));
            } else {
                cost_[v] -= d;
                d = 0;
            }
        }
        reduced_[v] = d;
        value_[v] = basis_.is_at_upper(v) ? range_[v].upper : range_[v].lower;
    }

    void basic_values() {
        std::fill(tau_.begin(), tau_.end(), 0.0);
        for (number v = 0; v < value_.size(); ++v)
            if (!basis_.is_basic(v) && value_[v] != 0)
                for (const entry& e : column_of(v)) tau_[e.at] -= e.value * value_[v];
        factor_.solve(tau_);
        for (number k = 0; k < rows_; ++k) {
            value_[basis_[k]] = tau_[k];
            reduced_[basis_[k]] = 0;
        }
    }

    [[nodiscard]] bool is_cut_off(double cutoff) {
        const double cost = std::inner_product(cost_.begin(), cost_.end(), value_.begin(), 0.0);
        return cost > cutoff && bound() >= cutoff;
    }

    // The basic variable that is farthest outside of its range, measured along its edge.
    [[nodiscard]] number leaving_slot() const {
        number best = none;
        double most = 0;
        for (number k = 0; k < rows_; ++k) {
            const range r = range_[basis_[k]];
            const double x = value_[basis_[k]];
            const double outside = std::max(r.lower - x, x - r.upper);
            if (outside <= primal_tolerance || outside * outside <= most * basis_.weight(k))
                continue;
            most = outside * outside / basis_.weight(k);
            best = k;
        }
        return best;
    }

    step pivot(number out) {
        const number leaving = basis_[out];
        const range r = range_[leaving];
        const bool to_lower = value_[leaving] < r.lower;
        const double end = to_lower ? r.lower : r.upper;
        pivot_row(out);
        test_.begin(std::abs(value_[leaving] - end));
        for (const number v : touched_) {
            if (basis_.is_basic(v) || std::abs(row_[v]) <= ratio_test::least_pivot) continue;
            const range rv = range_[v];
            if (rv.lower == rv.upper) continue;
            // What moves the leaving variable towards its end, away from where it rests.
            const double along = to_lower ? -row_[v] : row_[v];
            if (basis_.is_at_upper(v) ? along < 0 : along > 0)
                test_.add(v, std::abs(row_[v]), std::abs(reduced_[v]), rv.upper - rv.lower);
        }
        const number in = test_.choose();
        if (in == none) return is_proven_infeasible() ? step::unbounded : step::failed;
        return exchange(out, in, end) ? step::made : step::failed;
    }

    // Row `out` of the basis' inverse times all columns.
    void pivot_row(number out) {
        std::fill(rho_.begin(), rho_.end(), 0.0);
        rho_[out] = 1;
        factor_.solve_transposed(rho_);
        for (const number v : touched_) {
            row_[v] = 0;
            is_touched_[v] = 0;
        }
        touched_.clear();
        for (number i = 0; i < rows_; ++i) {
            if (std::abs(rho_[i]) < 1e-13) continue;
            for (const entry& e : model_->row(i)) {
                if (is_touched_[e.at] == 0) touched_.push_back(e.at);
                is_touched_[e.at] = 1;
                row_[e.at] += rho_[i] * e.value;
            }
            row_[model_->columns() + i] = -rho_[i];
            touched_.push_back(model_->columns() + i);
        }
    }

    [[nodiscard]] bool is_proven_infeasible() {
        for (const double sign : {1.0, -1.0}) {
            for (number i = 0; i < rows_; ++i) dual_[i] = sign * rho_[i];
            if (model_->proven_bound(dual_, 0) > 1e-9) return true;
        }
        return false;
    }

    // Exchanges a basic variable, which goes to `end`, with another; false if it is not safe.
    bool exchange(number out, number in, double end) {
        std::fill(entering_.begin(), entering_.end(), 0.0);
        for (const entry& e : column_of(in)) entering_[e.at] = e.value;
        factor_.solve(entering_);
        const double pivot = entering_[out];
        const bool close = std::abs(pivot - row_[in]) <= 1e-7 * (1 + std::abs(pivot));
        if (std::abs(pivot) < ratio_test::least_pivot || (!close && factor_.replaced() > 0))
            return false;
        flip();
        update_reduced(basis_[out], in, reduced_[in] / row_[in]);
        const double along = (value_[basis_[out]] - end) / pivot;
        for (number k = 0; k < rows_; ++k)
            if (entering_[k] != 0) value_[basis_[k]] -= along * entering_[k];
        value_[in] += along;
        update_weights(out);
        value_[basis_[out]] = end;
        basis_.set_at_upper(basis_[out], end == range_[basis_[out]].upper);
        basis_.replace(out, in);
        factor_.replace(out, entering_);
        return true;
    }

    // Variables whose reduced cost changes its sign go to their other end.
    void flip() {
        if (test_.flipped().empty()) return;
        std::fill(tau_.begin(), tau_.end(), 0.0);
        for (const number v : test_.flipped()) {
            const range r = range_[v];
            const double change = basis_.is_at_upper(v) ? r.lower - r.upper : r.upper - r.lower;
            basis_.set_at_upper(v, !basis_.is_at_upper(v));
            value_[v] += change;
            for (const entry& e : column_of(v)) tau_[e.at] -= e.value * change;
        }
        factor_.solve(tau_);
        for (number k = 0; k < rows_; ++k) value_[basis_[k]] += tau_[k];
    }

    void update_reduced(number leaving, number in, double ratio) {
        for (const number v : touched_) {
            if (basis_.is_basic(v) || row_[v] == 0) continue;
            reduced_[v] -= ratio * row_[v];
            // Rounding, and the tolerance of the ratio test: the cost gives way.
            if (basis_.is_at_upper(v) ? reduced_[v] > 0 : reduced_[v] < 0) {
                cost_[v] -= reduced_[v];
                reduced_[v] = 0;
            }
        }
        cost_[in] -= reduced_[in];
        reduced_[in] = 0;
        reduced_[leaving] = -ratio;
    }

    void update_weights(number out) {
        const double own = std::inner_product(rho_.begin(), rho_.end(), rho_.begin(), 0.0);
        tau_ = rho_;
        factor_.solve(tau_);
        basis_.update_weights(out, own, entering_, tau_);
    }

    // Whether the rows still add up, after many steps.
    [[nodiscard]] bool is_accurate() const {
        for (number i = 0; i < rows_; ++i) {
            double sum = -value_[model_->columns() + i];
            for (const entry& e : model_->row(i)) sum += e.value * value_[e.at];
            if (std::abs(sum) > 1e-8) return false;
        }
        return true;
    }

    model* model_;
    number rows_ = 0;
    simplex_basis basis_;
    std::vector<double> base_cost_;
    std::vector<double> cost_;
    std::vector<range> range_;  // of columns and rows
    std::vector<double> value_;
    std::vector<double> reduced_;
    std::vector<double> dual_;
    std::vector<double> rho_;
    std::vector<double> tau_;
    std::vector<double> entering_;
    std::vector<double> row_;
    std::vector<char> is_touched_;
    std::vector<number> touched_;
    ratio_test test_;
    basis_factor factor_;
    entry unit_;
    std::uint64_t iterations_ = 0;
    number troubles_ = 0;
    bool stale_ = true;
};

}  // namespace senda::lp
