// SPDX-License-Identifier: MIT
// Where the simplex method stands: which variables are basic, and at which end the others rest.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::lp {

/// A basis with the weights of its steepest edges. Variables are the columns, then the rows.
class simplex_basis {
public:
    /// Numbers rows, columns and variables.
    using number = std::uint32_t;
    /// The number that no variable has.
    static constexpr number none = std::numeric_limits<number>::max();

    /// How many rows, and so slots, there are.
    [[nodiscard]] number rows() const noexcept { return static_cast<number>(in_.size()); }
    /// The variable in a slot.
    [[nodiscard]] number operator[](std::size_t slot) const { return in_[slot]; }
    /// Whether a variable is in the basis.
    [[nodiscard]] bool is_basic(number variable) const { return slot_[variable] != none; }
    /// Whether a variable outside the basis rests at its upper end.
    [[nodiscard]] bool is_at_upper(number variable) const { return at_upper_[variable]; }
    /// Says at which end a variable outside the basis rests.
    void set_at_upper(number variable, bool upper) { at_upper_[variable] = upper; }
    /// The weight of the steepest edge of a slot.
    [[nodiscard]] double weight(number slot) const { return weights_[slot]; }

    /// Adds rows up to so many, which are basic.
    void add_rows(number columns, number rows) {
        const number old = this->rows();
        for (number i = old; i < rows; ++i) in_.push_back(columns + i);
        weights_.resize(rows, 1);
        resize(columns);
        for (number i = old; i < rows; ++i) slot_[columns + i] = i;
    }

    /// Takes out the rows that are marked, which must be basic.
    void remove_rows(number columns, const std::vector<bool>& marked) {
        const number old = rows();
        std::vector<number> renamed;
        number kept = 0;
        for (number i = 0; i < old; ++i) {
            renamed.push_back(columns + kept);
            if (!marked[i]) at_upper_[columns + kept++] = at_upper_[columns + i];
        }
        number slots = 0;
        for (number k = 0; k < old; ++k) {
            const number variable = in_[k];
            if (variable >= columns && marked[variable - columns]) continue;
            weights_[slots] = weights_[k];
            in_[slots++] = variable < columns ? variable : renamed[variable - columns];
        }
        in_.resize(kept);
        weights_.resize(kept);
        resize(columns);
        find_slots();
    }

    /// Makes all rows basic.
    void restart(number columns) {
        for (number i = 0; i < rows(); ++i) in_[i] = columns + i;
        forget_weights();
        find_slots();
    }

    /// Puts another variable into a slot.
    void replace(number slot, number variable) {
        slot_[in_[slot]] = none;
        in_[slot] = variable;
        slot_[variable] = slot;
    }

    /// Begins with unit weights again.
    void forget_weights() { std::fill(weights_.begin(), weights_.end(), 1.0); }

    /// Updates the weights when slot `out` leaves (J. Forrest, D. Goldfarb, Steepest-edge simplex
    /// algorithms, 1992): `entering` is the column that enters, `own` the square of the length of
    /// row `out` of the inverse, `turned` that row times the inverse.
    void update_weights(number out, double own, const std::vector<double>& entering,
                        const std::vector<double>& turned) {
        const double pivot = entering[out];
        for (number k = 0; k < rows(); ++k) {
            if (k == out || entering[k] == 0) continue;
            const double share = entering[k] / pivot;
            weights_[k] = std::max(
                {weights_[k] + share * (share * own - 2 * turned[k]), share * share, 1e-4});
        }
        weights_[out] = std::max(own / (pivot * pivot), 1e-4);
    }

    /// What is needed to come back.
    struct position {
        std::vector<number> basis;    ///< the variable in each slot
        std::vector<bool> at_upper;   ///< by variable
        std::vector<double> weights;  ///< by slot
    };
    /// What `go_back` needs to return here.
    [[nodiscard]] position save() const { return {in_, at_upper_, weights_}; }
    /// Returns to what was saved.
    void go_back(const position& p) {
        in_ = p.basis;
        at_upper_ = p.at_upper;
        weights_ = p.weights;
        find_slots();
    }

private:
    void resize(number columns) {
        slot_.resize(std::size_t{columns} + rows(), none);
        at_upper_.resize(std::size_t{columns} + rows(), false);
    }
    void find_slots() {
        std::fill(slot_.begin(), slot_.end(), none);
        for (number k = 0; k < rows(); ++k) slot_[in_[k]] = k;
    }

    std::vector<number> in_;      // by slot
    std::vector<number> slot_;    // by variable
    std::vector<bool> at_upper_;  // where a variable rests that is not basic
    std::vector<double> weights_;
};

}  // namespace senda::lp
