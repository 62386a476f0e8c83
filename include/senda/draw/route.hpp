// SPDX-License-Identifier: MIT
// The line of a walk from cell to cell of a grid, in which ways that are walked twice are seen
// twice.
#pragma once

#include <senda/draw/canvas.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace senda::draw {

namespace detail {

/// Whether a walk comes by a point again.
[[nodiscard]] inline bool comes_back(std::span<const point> walk) {
    // As one number a point, which sorts sooner than two.
    const auto bits = [](double number) {
        return std::uint64_t{std::bit_cast<std::uint32_t>(static_cast<float>(number))};
    };
    std::vector<std::uint64_t> sorted;
    sorted.reserve(walk.size());
    for (const point& p : walk) sorted.push_back(bits(p.x) << 32U | bits(p.y));
    std::sort(sorted.begin(), sorted.end());
    return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

}  // namespace detail

/// The line of a walk along the axes. Where it comes by the same points again, it keeps to the
/// right, so that both ways are seen.
///
/// `middles`  the middles of the cells, each beside the one before it.
/// `cell`     the side of a cell.
[[nodiscard]] inline std::vector<point> route_line(std::span<const point> middles, double cell) {
    const double aside = detail::comes_back(middles) ? cell * 0.17 : 0;

    // From a middle to the right of one who goes from `from` to `to`.
    const auto to_the_right = [aside](const point& from, const point& to) -> point {
        if (to.x > from.x) return {0, aside};
        if (to.x < from.x) return {0, -aside};
        return to.y > from.y ? point{-aside, 0} : point{aside, 0};
    };
    std::vector<point> line;
    line.reserve(middles.size());
    const auto add = [&line](const point& middle, const point& offset) {
        line.push_back({middle.x + offset.x, middle.y + offset.y});
    };
    for (std::size_t i = 0; i < middles.size(); ++i) {
        const point& middle = middles[i];
        if (i == 0 || i + 1 == middles.size()) {
            if (i > 0) add(middle, to_the_right(middles[i - 1], middle));
            add(middle, {0, 0});
            if (i + 1 < middles.size()) add(middle, to_the_right(middle, middles[i + 1]));
            continue;
        }
        const point in = to_the_right(middles[i - 1], middle);
        const point out = to_the_right(middle, middles[i + 1]);
        if (in == out) {
            add(middle, in);
        } else if (middles[i - 1] == middles[i + 1]) {  // it turns back
            add(middle, in);
            add(middle, out);
        } else {
            add(middle, {in.x + out.x, in.y + out.y});
        }
    }
    return line;
}

}  // namespace senda::draw
