// SPDX-License-Identifier: MIT
// Lengths of paths over a grid as whole numbers that add up and compare in one operation.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/cost.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>

#include <cstdint>
#include <limits>
#include <numbers>

namespace senda::detail {

/// The length of paths over grids with straight moves: the number of steps.
template <grid_moves Moves>
struct region_length {
    using type = std::uint32_t;
    using cost_type = steps;
    static constexpr type straight = 1;

    [[nodiscard]] static constexpr steps cost(type length) noexcept {
        return static_cast<steps>(length);
    }
    /// The length of a path without walls: no path is shorter.
    [[nodiscard]] static constexpr type estimate(cell from, cell to) noexcept {
        const auto [x, y] = offset_between(from, to);
        return static_cast<type>(x + y);
    }
};

/// With diagonal moves a length is a fixed-point number, 2^32 a straight step and nearly sqrt(2)
/// times that a diagonal one. As the latter is odd, the lower half tells how many are diagonal.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
struct region_length<Moves> {
    using type = std::uint64_t;
    using cost_type = double;
    static constexpr type straight = type{1} << 32;
    static constexpr type diagonal = 0x1'6A09'E667;

    [[nodiscard]] static constexpr double cost(type length) noexcept {
        const auto diagonals =
            static_cast<std::uint32_t>(static_cast<std::uint32_t>(length) * inverse);
        const type straights = (length - diagonals * diagonal) >> 32;
        return static_cast<double>(straights) +
               static_cast<double>(diagonals) * std::numbers::sqrt2;
    }
    [[nodiscard]] static constexpr type estimate(cell from, cell to) noexcept {
        const planar_offset apart = offset_between(from, to);
        return (apart.longer() - apart.shorter()) * straight + apart.shorter() * diagonal;
    }

private:
    /// Times `diagonal` it is 1 modulo 2^32: each round of Newton's method doubles the right bits.
    static constexpr std::uint32_t inverse = [] {
        const auto odd = static_cast<std::uint32_t>(diagonal);
        std::uint32_t found = odd;
        for (int round = 0; round < 5; ++round) found *= 2 - odd * found;
        return found;
    }();
};

template <grid_moves Moves>
inline constexpr typename region_length<Moves>::type unreachable_length =
    std::numeric_limits<typename region_length<Moves>::type>::max();

}  // namespace senda::detail
