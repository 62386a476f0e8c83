// SPDX-License-Identifier: MIT
// Lengths of paths on 8-connected grids as whole numbers that compare exactly.
#pragma once

#include <senda/search/contract/octile_units.hpp>

#include <cstdint>
#include <limits>

namespace senda::detail {

/// A length in units, exact for a thousand million steps.
using cell_length = std::int64_t;
using cell_units = octile_units<1'311'738'121, 1'855'077'841>;

inline constexpr cell_length straight_step = cell_units::straight;
inline constexpr cell_length diagonal_step = cell_units::diagonal;
inline constexpr cell_length no_length = std::numeric_limits<cell_length>::max() / 4;

/// A length as a number of straight steps, rounded.
[[nodiscard]] constexpr double as_number(cell_length length) noexcept {
    return length >= no_length ? std::numeric_limits<double>::infinity()
                               : static_cast<double>(length) / static_cast<double>(straight_step);
}

}  // namespace senda::detail
