// SPDX-License-Identifier: MIT
// Costs without paths, as values: to each of some targets, and between two sets of nodes.
#pragma once

#include <senda/graph/edge.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

namespace senda {

/// The least costs from a start to some targets: `complete` if they are all known, also that there
/// is no path; otherwise what stopped it.
template <Cost C>
struct target_costs : answer {
    /// In the order of the targets; `infinite<C>` where no path is known. Empty if the limit of
    /// bytes has no room for it.
    std::vector<C> costs = {};
};

/// The least costs from each of some sources to each of some targets: `m[source][target]`, by their
/// places in the lists. It is `complete` if they are all known, also that there is no path;
/// otherwise the status says what stopped it, and costs may be missing.
template <Cost C>
class cost_matrix : public answer {
public:
    /// A matrix of `rows` x `columns` costs, none of which is known.
    explicit cost_matrix(std::size_t rows = 0, std::size_t columns = 0)
        : rows_(rows),
          columns_(columns),
          costs_(new C[rows * columns]),
          is_made_(rows),
          unknown_(columns, infinite<C>) {}
    cost_matrix(const cost_matrix& other) : cost_matrix(other.rows_, other.columns_) {
        status = other.status;
        statistics = other.statistics;
        for (std::size_t row = 0; row < rows_; ++row)
            if (other.is_made_[row] != 0)
                std::copy_n(other[row].data(), columns_, costs_from(row).data());
    }
    cost_matrix(cost_matrix&& other) noexcept = default;
    cost_matrix& operator=(const cost_matrix& other) { return *this = cost_matrix(other); }
    cost_matrix& operator=(cost_matrix&& other) noexcept = default;
    ~cost_matrix() = default;

    /// How many sources there are; 0 if the limit of bytes has no room for the matrix.
    [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
    /// How many targets there are.
    [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
    /// The costs from a source to all targets; `infinite<C>` where no path is known.
    [[nodiscard]] std::span<const C> operator[](std::size_t row) const noexcept {
        return {is_made_[row] != 0 ? &costs_[row * columns_] : unknown_.data(), columns_};
    }
    /// A row of costs to be filled in; several threads may ask for rows of their own.
    [[nodiscard]] std::span<C> costs_from(std::size_t row) noexcept {
        const std::span<C> costs(&costs_[row * columns_], columns_);
        if (is_made_[row] == 0) std::fill(costs.begin(), costs.end(), infinite<C>);
        is_made_[row] = 1;
        return costs;
    }

private:
    std::size_t rows_;
    std::size_t columns_;
    // A row is written when it is filled in: to write all of a large matrix takes long.
    std::unique_ptr<C[]> costs_;
    std::vector<unsigned char> is_made_;  // 1 for rows that were written
    std::vector<C> unknown_;              // the row of a source from which nothing is known
};

namespace detail {

template <class Range>
[[nodiscard]] std::size_t length_of(const Range& range) {
    return static_cast<std::size_t>(std::distance(std::begin(range), std::end(range)));
}

/// Takes the bytes of a list of costs off the limit; false if there is no room for it.
template <class C>
[[nodiscard]] bool take_costs(limits& l, std::size_t count) noexcept {
    if (count > l.bytes / sizeof(C)) return false;
    l.bytes -= count * sizeof(C);
    return true;
}

/// How many bytes a matrix takes: its rows, which of them are known, and a row that is not.
template <class C>
[[nodiscard]] constexpr std::uint64_t matrix_bytes(std::size_t rows, std::size_t columns) noexcept {
    return rows == 0 ? 0 : (std::uint64_t{rows} + 1) * (columns * sizeof(C) + 1);
}
/// Takes the bytes of a matrix off the limit; false if there is no room for it.
template <class C>
[[nodiscard]] bool take_matrix(limits& l, std::size_t rows, std::size_t columns) noexcept {
    if (rows != 0 && rows >= l.bytes / (columns * sizeof(C) + 1)) return false;
    l.bytes -= matrix_bytes<C>(rows, columns);
    return true;
}

}  // namespace detail

}  // namespace senda
