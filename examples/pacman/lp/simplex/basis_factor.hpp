// SPDX-License-Identifier: MIT
// LU factors of a sparse matrix, to solve equations with it and with some columns replaced.
#pragma once

#include <pacman/lp/sparse.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace senda::lp {

/// LU factors by Markowitz's rule with a threshold, and the columns replaced since (the product
/// form of the inverse). Rows are numbered as in the problem, columns by slots.
class basis_factor {
public:
    /// A slot whose column depended on the others, and the row whose unit column stands there now.
    struct repair {
        std::uint32_t slot;  ///< where the column was
        std::uint32_t row;   ///< whose unit column replaced it
    };

    /// Factors the matrix of the columns `column(slot)`; those that depend on others are replaced.
    template <class Columns>
    const std::vector<repair>& factor(std::size_t size, Columns&& column) {
        begin(size);
        for (std::size_t slot = 0; slot < size; ++slot)
            for (const entry& e : std::span<const entry>(column(slot))) insert(e, slot);
        eliminate();
        close();
        return repairs_;
    }

    /// How many columns were replaced since.
    [[nodiscard]] std::size_t replaced() const noexcept { return replacements_.size(); }

    /// Solves B x = b. Takes b by rows, leaves x by slots.
    void solve(std::vector<double>& b) {
        for (std::size_t k = 0; k < lower_.size(); ++k) {
            const double x = b[lower_rows_[k]];
            if (x == 0) continue;
            for (const entry& e : lower_[k]) b[e.at] -= e.value * x;
        }
        for (std::size_t k = order_.size(); k-- > 0;) {
            const pivot& p = order_[k];
            double x = b[p.row];
            if (x != 0) {
                x /= p.value;
                for (const entry& e : upper_columns_[p.slot]) b[e.at] -= e.value * x;
            }
            work_[p.slot] = x;
        }
        std::copy(work_.begin(), work_.end(), b.begin());
        for (std::size_t k = 0; k < replacements_.size(); ++k) {
            const pivot& p = replacements_[k];
            double& x = b[p.slot];
            if (x == 0) continue;
            x /= p.value;
            for (const entry& e : columns_[k]) b[e.at] -= e.value * x;
        }
    }

    /// Solves y B = c. Takes c by slots, leaves y by rows.
    void solve_transposed(std::vector<double>& c) {
        for (std::size_t k = replacements_.size(); k-- > 0;) {
            const pivot& p = replacements_[k];
            double sum = c[p.slot];
            for (const entry& e : columns_[k]) sum -= e.value * c[e.at];
            c[p.slot] = sum / p.value;
        }
        for (const pivot& p : order_) {
            double y = c[p.slot];
            if (y != 0) {
                y /= p.value;
                for (const entry& e : upper_rows_[p.row]) c[e.at] -= e.value * y;
            }
            work_[p.row] = y;
        }
        std::copy(work_.begin(), work_.end(), c.begin());
        for (std::size_t k = lower_.size(); k-- > 0;) {
            double sum = 0;
            for (const entry& e : lower_[k]) sum += e.value * c[e.at];
            c[lower_rows_[k]] -= sum;
        }
    }

    /// Puts another column into a slot, given as the solution of B x = column.
    void replace(std::uint32_t slot, const std::vector<double>& solved) {
        for (std::uint32_t i = 0; i < solved.size(); ++i)
            if (i != slot && std::abs(solved[i]) > tiny) columns_.add(i, solved[i]);
        columns_.close();
        replacements_.push_back({slot, slot, solved[slot]});
    }

private:
    struct pivot {
        std::uint32_t row, slot;
        double value;
    };
    static constexpr double tiny = 1e-14;
    static constexpr double least_pivot = 1e-9;
    static constexpr double threshold = 0.1;  // of the largest in its row: a pivot is no smaller
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    void begin(std::size_t size) {
        const auto empty = [size](auto& lists) {
            lists.resize(size);
            for (auto& list : lists) list.clear();
        };
        empty(rows_);
        empty(rows_of_slot_);
        count_.assign(size, 0);
        row_done_.assign(size, false);
        slot_done_.assign(size, false);
        position_.assign(size, none);
        work_.assign(size, 0);
        order_.clear();
        repairs_.clear();
        lower_.clear();
        lower_rows_.clear();
        columns_.clear();
        replacements_.clear();
    }

    void insert(const entry& e, std::size_t slot) {
        if (std::abs(e.value) <= tiny) return;
        rows_[e.at].push_back({static_cast<std::uint32_t>(slot), e.value});
        rows_of_slot_[slot].push_back(e.at);
        ++count_[slot];
    }

    void eliminate() {
        singles_.clear();
        for (std::uint32_t i = 0; i < count_.size(); ++i) {
            if (count_[i] == 1) singles_.push_back({i, true});
            if (rows_[i].size() == 1) singles_.push_back({i, false});
        }
        take_singles();
        active_.clear();
        for (std::uint32_t i = 0; i < rows_.size(); ++i)
            if (!row_done_[i]) active_.push_back(i);
        while (take_best()) take_singles();
    }

    // Rows and columns with one number left make no others denser: first all of them.
    void take_singles() {
        while (!singles_.empty()) {
            const auto [i, is_slot] = singles_.back();
            singles_.pop_back();
            if (is_slot) {
                if (slot_done_[i] || count_[i] != 1) continue;
                for (const std::uint32_t row : rows_of_slot_[i]) {
                    if (row_done_[row]) continue;
                    const double value = value_in(row, i);
                    if (!std::isnormal(value)) continue;
                    // It needs no elimination, so its size matters little.
                    if (std::abs(value) > std::max(least_pivot, 1e-4 * largest_in(row)))
                        take(row, i);
                    break;
                }
            } else if (!row_done_[i] && rows_[i].size() == 1) {
                if (std::abs(rows_[i][0].value) > least_pivot) take(i, rows_[i][0].at);
            }
        }
    }

    [[nodiscard]] double value_in(std::uint32_t row, std::uint32_t slot) const {
        for (const entry& e : rows_[row])
            if (e.at == slot) return e.value;
        return 0;
    }

    [[nodiscard]] double largest_in(std::uint32_t row) const {
        double most = 0;
        for (const entry& e : rows_[row]) most = std::max(most, std::abs(e.value));
        return most;
    }

    // The pivot that could fill in the fewest zeros, among the rows with the fewest numbers.
    bool take_best() {
        std::erase_if(active_, [&](std::uint32_t row) { return row_done_[row]; });
        std::uint64_t best = std::numeric_limits<std::uint64_t>::max();
        pivot found{none, none, 0};
        for (const std::uint32_t row : active_) {
            const std::uint64_t others = rows_[row].size() - 1;
            if (rows_[row].empty() || others * others >= best) continue;
            const double least = std::max(threshold * largest_in(row), least_pivot);
            for (const entry& e : rows_[row]) {
                const std::uint64_t fill = others * (count_[e.at] - 1);
                if (std::abs(e.value) < least || fill > best) continue;
                if (fill == best && std::abs(e.value) <= std::abs(found.value)) continue;
                best = fill;
                found = {row, e.at, e.value};
            }
        }
        if (found.row == none) return false;
        take(found.row, found.slot);
        return true;
    }

    void take(std::uint32_t row, std::uint32_t slot) {
        const double value = take_out(row, slot);
        const std::vector<entry>& pivot_row = rows_[row];
        row_done_[row] = true;
        slot_done_[slot] = true;
        bool any = false;
        for (const std::uint32_t other : rows_of_slot_[slot]) {
            if (row_done_[other]) continue;
            const double factor = take_out(other, slot) / value;
            if (factor == 0) continue;
            any = true;
            lower_.add(other, factor);
            if (!pivot_row.empty()) subtract(other, row, factor);
            if (rows_[other].size() == 1) singles_.push_back({other, false});
        }
        if (any) {
            lower_.close();
            lower_rows_.push_back(row);
        }
        for (const entry& e : pivot_row)
            if (--count_[e.at] == 1) singles_.push_back({e.at, true});
        order_.push_back({row, slot, value});
    }

    // Removes the number of a slot from a row and returns it.
    double take_out(std::uint32_t row, std::uint32_t slot) {
        std::vector<entry>& list = rows_[row];
        for (entry& e : list) {
            if (e.at != slot) continue;
            const double value = e.value;
            e = list.back();
            list.pop_back();
            return value;
        }
        return 0;
    }

    void subtract(std::uint32_t row, std::uint32_t pivot_row, double factor) {
        std::vector<entry>& list = rows_[row];
        for (std::uint32_t k = 0; k < list.size(); ++k) position_[list[k].at] = k;
        for (const entry& e : rows_[pivot_row]) {
            if (position_[e.at] != none) {
                list[position_[e.at]].value -= factor * e.value;
            } else {
                position_[e.at] = static_cast<std::uint32_t>(list.size());
                list.push_back({e.at, -factor * e.value});
                rows_of_slot_[e.at].push_back(row);
                ++count_[e.at];
            }
        }
        for (const entry& e : list) position_[e.at] = none;
        std::erase_if(list, [&](const entry& e) {
            const bool gone = std::abs(e.value) <= tiny;
            if (gone && --count_[e.at] == 1) singles_.push_back({e.at, true});
            return gone;
        });
    }

    // Fills the slots that were left with unit columns, and keeps the upper triangle both ways.
    void close() {
        std::uint32_t row = 0;
        for (std::uint32_t slot = 0; slot < slot_done_.size(); ++slot) {
            if (slot_done_[slot]) continue;
            while (row_done_[row]) ++row;
            row_done_[row] = true;
            rows_[row].clear();
            repairs_.push_back({slot, row});
            order_.push_back({row, slot, -1});
        }
        if (!repairs_.empty()) drop_repaired();
        upper_rows_.clear();
        for (const std::vector<entry>& list : rows_) upper_rows_.push(list);
        transpose(upper_rows_, rows_.size(), upper_columns_);
    }

    // A column that was replaced is gone from the rows above, too.
    void drop_repaired() {
        std::vector<bool> is_new(slot_done_.size());
        for (const repair& r : repairs_) is_new[r.slot] = true;
        for (std::vector<entry>& list : rows_)
            std::erase_if(list, [&](const entry& e) { return is_new[e.at]; });
    }

    std::vector<std::vector<entry>> rows_;  // what is not yet eliminated, then the upper triangle
    std::vector<std::vector<std::uint32_t>> rows_of_slot_;
    std::vector<std::uint32_t> count_;  // numbers in a column that are not yet eliminated
    std::vector<bool> row_done_;
    std::vector<bool> slot_done_;
    std::vector<std::uint32_t> position_;
    std::vector<std::uint32_t> active_;
    std::vector<std::pair<std::uint32_t, bool>> singles_;
    std::vector<repair> repairs_;
    std::vector<pivot> order_;
    sparse_list lower_;
    std::vector<std::uint32_t> lower_rows_;
    sparse_list upper_rows_;
    sparse_list upper_columns_;
    sparse_list columns_;
    std::vector<pivot> replacements_;
    std::vector<double> work_;
};

}  // namespace senda::lp
