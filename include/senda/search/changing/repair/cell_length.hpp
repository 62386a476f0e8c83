// SPDX-License-Identifier: MIT
// Lengths of paths on 8-connected grids as whole numbers that compare exactly.
#pragma once

#include <cstdint>
#include <limits>
#include <numbers>

namespace senda::detail {

/// A length of straight and diagonal steps as one whole number: `straight * 1311738121 + diagonal *
/// 1855077841`. The two are a solution of Pell's equation p^2 - 2 q^2 = 1 or -1, so that p / q is
/// off from sqrt(2) by less than 1 / (2.8 q^2). Two lengths that differ by a and b steps differ by
/// |a + b sqrt(2)| >= 1 / (|a| + |b| sqrt(2)), since |a^2 - 2 b^2| is at least 1: up to q steps the
/// numbers are in the order of the lengths, and equal only where both counts are.
using cell_length = std::int64_t;

inline constexpr cell_length straight_step = 1'311'738'121;
inline constexpr cell_length diagonal_step = 1'855'077'841;
inline constexpr cell_length no_length = std::numeric_limits<cell_length>::max() / 4;

/// A length as a number of straight steps, rounded.
[[nodiscard]] constexpr double as_number(cell_length length) noexcept {
    return length >= no_length ? std::numeric_limits<double>::infinity()
                               : static_cast<double>(length) / static_cast<double>(straight_step);
}

}  // namespace senda::detail
