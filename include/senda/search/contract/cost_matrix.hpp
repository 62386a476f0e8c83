// SPDX-License-Identifier: MIT
// Costs without paths, as values: to each of some targets, and between two sets of nodes.
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/search/options.hpp>
#include <senda/search/statistics.hpp>
#include <senda/search/status.hpp>

#include <cstddef>
#include <iterator>
#include <span>
#include <vector>

namespace senda {

/// The least costs from a start to some targets. True in a condition when they are all known.
template <Cost C>
struct target_costs {
    /// `found` if there is a path to every target, `exhausted` if there is none to those without a
    /// cost; otherwise what stopped the search.
    senda::status status = status::running;
    /// In the order of the targets; `infinite<C>` where no path is known. Empty if the limit of
    /// bytes has no room for it.
    std::vector<C> costs = {};
    /// What it took.
    senda::statistics statistics = {};

    [[nodiscard]] explicit operator bool() const noexcept {
        return status == status::found || status == status::exhausted;
    }
};

/// The least costs from each of some sources to each of some targets: `m[source][target]`, by their
/// places in the lists. True in a condition when they are all known.
template <Cost C>
class cost_matrix {
public:
    /// A matrix of `rows` x `columns` costs, none of which is known.
    explicit cost_matrix(std::size_t rows = 0, std::size_t columns = 0)
        : rows_(rows), columns_(columns), costs_(rows * columns, infinite<C>) {}

    /// `found` if there is a path for every pair, `exhausted` if there is none for those without a
    /// cost; otherwise what stopped the search, and costs may be missing.
    senda::status status = status::running;
    /// What it took.
    senda::statistics statistics = {};

    /// How many sources there are; 0 if the limit of bytes has no room for the matrix.
    [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
    /// How many targets there are.
    [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
    /// The costs from a source to all targets; `infinite<C>` where no path is known.
    [[nodiscard]] std::span<const C> operator[](std::size_t row) const noexcept {
        return {costs_.data() + row * columns_, columns_};
    }
    /// The same, to be filled in.
    [[nodiscard]] std::span<C> operator[](std::size_t row) noexcept {
        return {costs_.data() + row * columns_, columns_};
    }

    [[nodiscard]] explicit operator bool() const noexcept {
        return status == status::found || status == status::exhausted;
    }

private:
    std::size_t rows_;
    std::size_t columns_;
    std::vector<C> costs_;
};

namespace detail {

template <class Range>
[[nodiscard]] std::size_t length_of(const Range& range) {
    return static_cast<std::size_t>(std::distance(std::begin(range), std::end(range)));
}

/// Takes the bytes of a matrix of costs off the limit; false if there is no room for it.
template <class C>
[[nodiscard]] bool take_costs(limits& l, std::size_t rows, std::size_t columns) noexcept {
    if (columns != 0 && rows > l.bytes / sizeof(C) / columns) return false;
    l.bytes -= rows * columns * sizeof(C);
    return true;
}

}  // namespace detail

}  // namespace senda
