// SPDX-License-Identifier: MIT
// Where the shapes of a canvas are.
#pragma once

#include <senda/detail/draw/raster/coverage.hpp>
#include <senda/detail/draw/raster/font.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>

namespace senda::draw::detail {

/// An area that holds all shapes of a canvas, wherever they are; one without size at (0, 0) if
/// there are none.
[[nodiscard]] inline area bounds_of(const canvas& picture) {
    constexpr double reach = 2.0 * coordinate::reach;
    area all{reach, reach, -reach, -reach};
    const auto add = [&all](double x, double y, double right, double down) {
        all = {std::min(all.left, x - right), std::min(all.top, y - down),
               std::max(all.right, x + right), std::max(all.bottom, y + down)};
    };
    for (const shape_run& run : picture.runs()) {
        if (run.kind == shape::text) {
            for (const label& l : picture.labels(run)) {
                const auto letters = static_cast<double>(count_characters(l.text));
                // Either side of the place, whichever part of the text is there.
                add(l.at.x, l.at.y, letters * run.width * glyph_advance / line_dots, run.width);
            }
            continue;
        }
        const auto numbers = picture.numbers(run);
        const bool is_box = run.kind == shape::rectangle || run.kind == shape::rounded;
        const std::size_t step = run.kind == shape::circle ? 3 : is_box ? 4 : 2;
        for (std::size_t i = 0; i < numbers.size(); i += step) {
            const double x = numbers[i];
            const double y = numbers[i + 1];
            const double radius = run.kind == shape::circle ? numbers[i + 2] + run.width
                                  : is_box                  ? 0.0
                                                            : double{run.width};
            add(x, y, radius, radius);
            if (is_box) add(x + numbers[i + 2], y + numbers[i + 3], 0, 0);
        }
    }
    return all.left > all.right ? area{0, 0, 0, 0} : all;
}

}  // namespace senda::draw::detail
