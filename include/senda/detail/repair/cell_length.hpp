// SPDX-License-Identifier: MIT
// Lengths of paths on 8-connected grids as whole numbers that compare exactly.
#pragma once

#include <senda/detail/contract/octile_units.hpp>
#include <senda/graph/cell.hpp>
#include <senda/grid/jump_point.hpp>

#include <cstdint>
#include <limits>

namespace senda::detail {

/// A length in the units of jump point search, with a sign for differences.
using cell_length = std::int64_t;

inline constexpr cell_length straight_step = jump_units::straight;
inline constexpr cell_length diagonal_step = jump_units::diagonal;
inline constexpr cell_length no_length = std::numeric_limits<cell_length>::max() / 4;

/// The length of a path on an empty grid.
[[nodiscard]] constexpr cell_length empty_length(cell a, cell b) noexcept {
    return static_cast<cell_length>(jump_units::sum(octile_distance(a, b)));
}

/// A length as a number of straight steps, rounded down.
[[nodiscard]] constexpr double as_number(cell_length length) noexcept {
    constexpr double below = 1 - 0x1p-50;
    return length >= no_length
               ? std::numeric_limits<double>::infinity()
               : static_cast<double>(length) / static_cast<double>(straight_step) * below;
}

}  // namespace senda::detail
