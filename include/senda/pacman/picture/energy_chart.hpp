// SPDX-License-Identifier: MIT
// The energy along a walk as a chart with axes.
#pragma once

#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/palette.hpp>
#include <senda/pacman/board.hpp>
#include <senda/pacman/picture/colors.hpp>
#include <senda/pacman/rules.hpp>
#include <senda/pacman/words.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace senda::pacman::detail {

/// Draws the energy along a walk, with the food that is eaten and the bombs that explode.
class energy_chart {
public:
    static constexpr int height = 150;       // in pixels
    static constexpr int least_width = 200;  // or the numbers have no room

    /// The height of a chart below a picture of that width: 0 if there is no room, or no walk.
    [[nodiscard]] static constexpr int height_below(int width, std::size_t places) noexcept {
        return places > 1 && width >= least_width ? height : 0;
    }

    energy_chart(draw::canvas& picture, const draw::box& where, const replayed& walk,
                 const words& w)
        : picture_(&picture),
          walk_(&walk),
          words_(&w),
          least_(
              std::min<energy>(0, *std::min_element(walk.energies.begin(), walk.energies.end()))),
          most_(
              std::max<energy>(1, *std::max_element(walk.energies.begin(), walk.energies.end()))) {
        const auto digits = std::max(std::to_string(most_).size(), std::to_string(least_).size());
        const double left = 16 + 8.0 * static_cast<double>(digits);
        plot_ = {where.x + left, where.y + 30, where.width - left - 18, where.height - 30 - 40};
        picture.rectangle(where, draw::palette::paper);
    }

    void draw(const board& b) {
        energy_axis();
        line();
        moves_axis();
        for (std::size_t i = 0; i < walk_->places.size(); ++i)
            if (walk_->takes[i]) picture_->circle(at(i), 4, colors::of(b[walk_->places[i]]));
    }

private:
    /// The distance of the numbers on an axis, of 1, 2 or 5 and zeros: no more than so many fit.
    [[nodiscard]] static std::int64_t step_for(std::int64_t range, double most_numbers) noexcept {
        for (std::int64_t power = 1;; power *= 10)
            for (const std::int64_t digit : {1, 2, 5})
                if (static_cast<double>(range) <= static_cast<double>(digit * power) * most_numbers)
                    return digit * power;
    }

    [[nodiscard]] double x_of(std::size_t move) const noexcept {
        return plot_.x + plot_.width * static_cast<double>(move) / static_cast<double>(last());
    }
    [[nodiscard]] double y_of(energy e) const noexcept {
        return plot_.y +
               plot_.height * static_cast<double>(most_ - e) / static_cast<double>(most_ - least_);
    }
    [[nodiscard]] draw::point at(std::size_t i) const noexcept {
        return {x_of(i), y_of(walk_->energies[i])};
    }
    [[nodiscard]] std::size_t last() const noexcept { return walk_->energies.size() - 1; }

    void number(draw::point where, std::int64_t value, draw::anchor side) {
        picture_->text(where, std::to_string(value),
                       {.paint = draw::palette::slate, .size = 12, .at = side});
    }

    void energy_axis() {
        const std::int64_t step = step_for(most_ - least_, 4);
        for (energy e = least_ / step * step; e <= most_; e += step) {
            picture_->line({plot_.x, y_of(e)}, {plot_.x + plot_.width, y_of(e)},
                           {draw::palette::mist, 1});
            number({plot_.x - 6, y_of(e)}, e, draw::anchor::end);
        }
        picture_->text({plot_.x - 6, plot_.y - 18}, words_->energy_label,
                       {.paint = draw::palette::slate, .size = 12, .at = draw::anchor::start});
        picture_->line({plot_.x, plot_.y - 6}, {plot_.x, plot_.y + plot_.height}, axis_);
    }

    void moves_axis() {
        const double y = y_of(0);
        const double below = plot_.y + plot_.height;
        picture_->line({plot_.x, y}, {plot_.x + plot_.width, y}, axis_);
        const auto step = static_cast<std::size_t>(
            step_for(static_cast<std::int64_t>(last()), plot_.width / 36.0));
        for (std::size_t move = 0; move <= last(); move += step) {
            picture_->line({x_of(move), y}, {x_of(move), y + 4}, axis_);
            number({x_of(move), below + 14}, static_cast<std::int64_t>(move), draw::anchor::middle);
        }
        picture_->text({plot_.x + plot_.width, below + 30}, words_->moves_axis,
                       {.paint = draw::palette::slate, .size = 12, .at = draw::anchor::end});
    }

    void line() {
        std::vector<draw::point> points;
        points.reserve(last() + 3);
        for (std::size_t i = 0; i <= last(); ++i) points.push_back(at(i));
        std::vector<draw::point> area = points;
        area.push_back({x_of(last()), y_of(0)});
        area.push_back({x_of(0), y_of(0)});
        picture_->polygon(area, draw::mix(draw::palette::paper, colors::route, 0.25));
        picture_->polyline(points, {colors::route, 1.5, draw::cap::round});
    }

    static constexpr draw::stroke axis_{draw::palette::slate, 1};

    draw::canvas* picture_;
    const replayed* walk_;
    const words* words_;
    energy least_;
    energy most_;
    draw::box plot_;
};

}  // namespace senda::pacman::detail
