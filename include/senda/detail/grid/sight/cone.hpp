// SPDX-License-Identifier: MIT
// What is seen from a point between two rays, row by row. Everything is decided in whole numbers.
#pragma once

#include <cstdint>

namespace senda::detail {

/// A place in half cells: corners of cells are even, centres odd.
struct half_point {
    std::int64_t x = 0;
    std::int64_t y = 0;

    friend constexpr bool operator==(const half_point&, const half_point&) = default;
};

/// A direction in half cells, where y counts the way that the cone looks: up or down the map. It
/// fits: wider than 2^30 cells is only a map of one row, where nobody turns.
struct ray {
    std::int32_t x = 0;
    std::int32_t y = 0;

    [[nodiscard]] static constexpr ray through(std::int64_t x, std::int64_t y) noexcept {
        return {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
    }
};

/// On which side of a ray a place is, as seen from where it begins: positive to its right, where x
/// is larger. No overflow: x times y is below 16 times the cells of a map, which are below 2^32.
[[nodiscard]] constexpr std::int64_t side_of(ray r, std::int64_t x, std::int64_t y) noexcept {
    return x * r.y - r.x * y;
}

/// Where a ray crosses a line between two rows, counted in cells.
struct crossing {
    std::int64_t floor;
    bool is_whole;  ///< at a corner of cells

    /// Where a ray from `x` crosses the line that is `depth` half cells ahead; it is not level.
    [[nodiscard]] static constexpr crossing of(ray r, std::int64_t x, std::int64_t depth) noexcept {
        const std::int64_t above = x * r.y + r.x * depth;
        const std::int64_t below = 2 * std::int64_t{r.y};
        const std::int64_t rest = above % below;
        return {above / below - (rest < 0 ? 1 : 0), rest == 0};
    }
    [[nodiscard]] constexpr std::int64_t ceiling() const noexcept {
        return is_whole ? floor : floor + 1;
    }
};

/// What is seen of a run of open cells, and behind it, from a root on its near side.
struct cone {
    std::uint32_t root;
    int row;
    int begin;  ///< of the run of open cells
    int end;
    ray left;  ///< both meet the near side of the row within the run
    ray right;
    int ahead;  ///< 1 down the map, -1 up
};

}  // namespace senda::detail
