// SPDX-License-Identifier: MIT
// A place in a hexagonal map: neighbours, distances, rings and lines.
#pragma once

#include <senda/graph/cell.hpp>

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>  // declares std::hash at the least cost
#include <vector>

namespace senda {

/// A place in a hexagonal map, by axial coordinates: hexagons stand on a corner, `r` counts rows
/// from the top, and `q` grows to the east along a row. A row down at the same `q` is half a
/// hexagon to the east. Differences mean the same everywhere, so that places add like vectors.
struct hex_cell {
    int q = 0;  ///< along the row
    int r = 0;  ///< the row

    friend constexpr bool operator==(const hex_cell&, const hex_cell&) = default;
    /// The place that is as far from `a` as `b` is from the origin.
    friend constexpr hex_cell operator+(hex_cell a, hex_cell b) noexcept {
        return {a.q + b.q, a.r + b.r};
    }
    /// What leads from `b` to `a`.
    friend constexpr hex_cell operator-(hex_cell a, hex_cell b) noexcept {
        return {a.q - b.q, a.r - b.r};
    }
};

/// The steps to the six neighbours, clockwise: north-east, east, south-east, south-west, west,
/// north-west.
inline constexpr std::array<hex_cell, 6> hex_directions = {
    {{1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}}};

/// The six neighbours of a place, in the order of `hex_directions`.
[[nodiscard]] constexpr std::array<hex_cell, 6> hex_neighbours(hex_cell c) noexcept {
    std::array<hex_cell, 6> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = c + hex_directions[i];
    return all;
}

/// The steps between two places where nothing is in the way.
[[nodiscard]] constexpr std::int64_t hex_distance(hex_cell a, hex_cell b) noexcept {
    const std::int64_t q = std::int64_t{a.q} - b.q;
    const std::int64_t r = std::int64_t{a.r} - b.r;
    // Steps against each other in q and r are one: (1, -1) leads to a neighbour.
    const std::int64_t both = q + r;
    const auto size = [](std::int64_t x) { return x < 0 ? -x : x; };
    return (size(q) + size(r) + size(both)) / 2;
}

/// The column and row of a place in a rectangular map, whose odd rows are shifted to the east by
/// half a hexagon.
[[nodiscard]] constexpr cell to_offset(hex_cell c) noexcept { return {c.q + (c.r >> 1), c.r}; }

/// The place at a column and row of a rectangular map.
[[nodiscard]] constexpr hex_cell from_offset(cell c) noexcept { return {c.x - (c.y >> 1), c.y}; }

/// All places `radius` steps from `centre`, clockwise from the one due west; 6 * radius, or the
/// centre alone.
[[nodiscard]] inline std::vector<hex_cell> hex_ring(hex_cell centre, int radius) {
    assert(radius >= 0);
    if (radius <= 0) return {centre};
    std::vector<hex_cell> ring;
    ring.reserve(6 * static_cast<std::size_t>(radius));
    hex_cell at = centre + hex_cell{-radius, 0};
    for (const hex_cell step : hex_directions)
        for (int i = 0; i < radius; ++i) {
            ring.push_back(at);
            at = at + step;
        }
    return ring;
}

/// The places on the straight line between two, both included, each a neighbour of the one before:
/// for each step, the place whose middle is nearest to the line.
[[nodiscard]] inline std::vector<hex_cell> hex_line(hex_cell from, hex_cell to) {
    const std::int64_t length = hex_distance(from, to);
    const hex_cell whole = to - from;
    std::vector<hex_cell> line;
    line.reserve(static_cast<std::size_t>(length) + 1);
    line.push_back(from);
    for (std::int64_t i = 1; i <= length; ++i) {
        // What is rounded is i / length of the way, in whole numbers: q, r and s = -q - r are
        // rounded, and the one that was off most is replaced by what the others leave.
        const auto part = [&](std::int64_t all) {
            struct rounded {
                std::int64_t value, error;
            };
            const std::int64_t doubled = 2 * all * i + length;
            std::int64_t down = doubled / (2 * length);
            if (down * 2 * length > doubled) --down;
            const std::int64_t off = down * length - all * i;
            return rounded{down, off < 0 ? -off : off};
        };
        auto q = part(whole.q);
        auto r = part(whole.r);
        const auto s = part(-std::int64_t{whole.q} - whole.r);
        if (q.error >= r.error && q.error >= s.error) {
            q.value = -r.value - s.value;
        } else if (r.error >= s.error) {
            r.value = -q.value - s.value;
        }
        line.push_back(from + hex_cell{static_cast<int>(q.value), static_cast<int>(r.value)});
    }
    return line;
}

}  // namespace senda

/// Spreads places over all bits, as for `cell`.
template <>
struct std::hash<senda::hex_cell> {
    [[nodiscard]] constexpr std::size_t operator()(senda::hex_cell c) const noexcept {
        return std::hash<senda::cell>{}({c.q, c.r});
    }
};
