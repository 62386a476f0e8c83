// SPDX-License-Identifier: MIT
// Lengths on 8-connected grids as whole numbers that are ordered exactly as the lengths are.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/heuristics.hpp>

#include <cstdint>
#include <numbers>

namespace senda::detail {

/// The length of a path, counted apart in straight and diagonal steps so that it is exact.
struct octile_length {
    std::uint32_t straight = 0;
    std::uint32_t diagonal = 0;

    [[nodiscard]] constexpr double value() const noexcept {
        return static_cast<double>(straight) + static_cast<double>(diagonal) * std::numbers::sqrt2;
    }
    friend constexpr octile_length operator+(octile_length a, octile_length b) noexcept {
        return {a.straight + b.straight, a.diagonal + b.diagonal};
    }
    friend constexpr bool operator==(octile_length, octile_length) = default;
};

/// The length of a path between two cells as if there were no walls.
[[nodiscard]] constexpr octile_length octile_distance(cell from, cell to) noexcept {
    const planar_offset apart = offset_between(from, to);
    return {static_cast<std::uint32_t>(apart.longer() - apart.shorter()),
            static_cast<std::uint32_t>(apart.shorter())};
}

/// A straight step is `Straight` units long and a diagonal one `Diagonal`, a convergent of the
/// continued fraction of sqrt(2). No fraction with a smaller denominator is nearer to sqrt(2), so
/// that sums of units compare as the lengths do while the numbers of diagonal steps differ by less
/// than `Straight`, and equal sums are equal in both kinds of steps: see docs/inside.md.
template <std::uint32_t Straight, std::uint32_t Diagonal>
struct octile_units {
    static constexpr std::uint32_t straight = Straight;
    static constexpr std::uint32_t diagonal = Diagonal;
    static_assert(std::uint64_t{Diagonal} * Diagonal + 1 ==
                      2 * std::uint64_t{Straight} * Straight ||
                  std::uint64_t{Diagonal} * Diagonal == 2 * std::uint64_t{Straight} * Straight + 1);

    /// Sums below this have fewer than `Straight` diagonal steps.
    static constexpr std::uint64_t most = std::uint64_t{Straight} * Diagonal;

    /// The sum of a length.
    [[nodiscard]] static constexpr std::uint64_t sum(octile_length l) noexcept {
        return std::uint64_t{l.straight} * Straight + std::uint64_t{l.diagonal} * Diagonal;
    }

    /// A sum as a length, rounded down: also one that no steps add up to.
    [[nodiscard]] static constexpr double at_least(std::uint64_t units) noexcept {
        return static_cast<double>(units) / Straight * (1 - 0x1p-50);
    }

    /// The steps of a sum below `most`. As Diagonal^2 is 1 or -1 modulo Straight, Diagonal is its
    /// own inverse, but for the sign.
    [[nodiscard]] static constexpr octile_length length(std::uint64_t units) noexcept {
        constexpr bool is_above = std::uint64_t{Diagonal} * Diagonal % Straight == 1;
        const std::uint64_t product = units % Straight * Diagonal % Straight;
        const std::uint64_t diagonals = is_above || product == 0 ? product : Straight - product;
        return {static_cast<std::uint32_t>((units - diagonals * Diagonal) / Straight),
                static_cast<std::uint32_t>(diagonals)};
    }
};

/// The units of paths on maps: a path through all cells that a grid can have is below 2^63 of them.
using map_units = octile_units<1'311'738'121, 1'855'077'841>;

}  // namespace senda::detail
