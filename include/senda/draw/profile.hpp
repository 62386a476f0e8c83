// SPDX-License-Identifier: MIT
// A number along a walk, drawn as a band below the picture of the walk.
#pragma once

#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/palette.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace senda::draw {

/// A dot on a profile.
struct profile_mark {
    std::size_t at = 0;  ///< which of the numbers
    color paint;         ///< its colour
};

/// What a profile shows: a number for each place of a walk, at least one, and dots on some.
struct profile {
    std::span<const std::int64_t> numbers;     ///< one a place of the walk
    std::span<const profile_mark> marks = {};  ///< the dots
    std::string_view caption = {};             ///< what the numbers are
    color paint = palette::blue;               ///< of the line

    static constexpr int height = 84;        ///< of the drawing, in pixels
    static constexpr int least_width = 200;  ///< or the caption has no room
};

/// Draws a profile into a part of a picture: a column for each number, none for those below 0.
inline void draw_profile(canvas& picture, const box& where, const profile& what) {
    constexpr double caption = 26;
    picture.rectangle(where, palette::paper);
    const box band{where.x + 10, where.y + caption, where.width - 20, where.height - caption - 10};
    const std::int64_t most = *std::max_element(what.numbers.begin(), what.numbers.end());
    const auto top_of = [&](std::int64_t number) {
        const double part = static_cast<double>(std::max<std::int64_t>(number, 0)) /
                            static_cast<double>(std::max<std::int64_t>(most, 1));
        return band.y + band.height * (1 - part);
    };
    const auto columns = static_cast<std::size_t>(band.width);
    const color shade = mix(palette::paper, what.paint, 0.35);
    for (std::size_t x = 0; x < columns; ++x) {
        const double top = top_of(what.numbers[x * what.numbers.size() / columns]);
        picture.rectangle({band.x + double(x), top, 1, band.y + band.height - top}, shade);
    }
    for (const profile_mark& m : what.marks) {
        const double x = band.x + band.width * (double(m.at) + 0.5) / double(what.numbers.size());
        picture.circle({x, top_of(what.numbers[m.at])}, 4, m.paint);
    }
    picture.text({band.x, where.y + 14}, what.caption,
                 {.paint = palette::slate, .size = 13, .at = anchor::start});
}

}  // namespace senda::draw
