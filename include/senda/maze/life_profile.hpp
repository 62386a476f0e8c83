// SPDX-License-Identifier: MIT
// The life along a route, drawn below its maze.
#pragma once

#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/palette.hpp>
#include <senda/maze/colors.hpp>
#include <senda/maze/rules.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

namespace senda::maze::detail {

/// Draws the life along a route as a band of columns, with the treasures where they are taken.
class life_profile {
public:
    static constexpr int height = 84;
    static constexpr int least_width = 200;

    life_profile(draw::canvas& picture, const draw::box& where)
        : picture_(&picture), where_(where) {}

    void draw(const replayed& walk) {
        constexpr double caption = 26;
        picture_->rectangle(where_, draw::palette::paper);
        const draw::box band{where_.x + 10, where_.y + caption, where_.width - 20,
                             where_.height - caption - 10};
        const std::size_t steps = walk.life.size() - 1;
        const life_points most = *std::max_element(walk.life.begin(), walk.life.end());
        const auto columns = static_cast<std::size_t>(band.width);
        const auto top_of = [&](life_points life) {
            const double part = static_cast<double>(std::max<life_points>(life, 0)) /
                                static_cast<double>(std::max<life_points>(most, 1));
            return band.y + band.height * (1 - part);
        };
        const draw::color shade = draw::mix(draw::palette::paper, colors::route, 0.35);
        for (std::size_t x = 0; x < columns; ++x) {
            const double top = top_of(walk.life[x * (steps + 1) / columns]);
            picture_->rectangle({band.x + double(x), top, 1, band.y + band.height - top}, shade);
        }
        for (const std::size_t step : walk.taken_at) {
            const double x = band.x + band.width * (double(step) + 0.5) / double(steps + 1);
            picture_->circle({x, top_of(walk.life[step])}, 4, colors::treasure);
        }
        const draw::lettering how{
            .paint = draw::palette::slate, .size = 13, .at = draw::anchor::start};
        picture_->text({band.x, where_.y + 14},
                       std::to_string(steps) + (steps == 1 ? " step" : " steps") + ", life " +
                           std::to_string(walk.life.front()) + " to " +
                           std::to_string(walk.life.back()),
                       how);
    }

private:
    draw::canvas* picture_;
    draw::box where_;
};

}  // namespace senda::maze::detail
