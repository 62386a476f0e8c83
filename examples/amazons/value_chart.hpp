// SPDX-License-Identifier: MIT
// A chart of white's chance to win along a game, with dots on the plays that cost most.
#pragma once

#include <amazons/analysis.hpp>
#include <amazons/picture.hpp>
#include <common/axes.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace senda::amazons {

namespace colors {

/// The dot of a play, by what is thought of it; transparent if it gets none.
[[nodiscard]] constexpr draw::color of_verdict(verdict v) noexcept {
    return v == verdict::blunder      ? draw::palette::red
           : v == verdict::mistake    ? draw::palette::orange
           : v == verdict::inaccuracy ? draw::palette::gold
                                      : draw::transparent;
}

}  // namespace colors

/// A chart in a part of a picture: white's chance from the bottom, black's from the top, and plays
/// from the left to the right.
class value_chart {
public:
    static constexpr int height = 190;  ///< that goes well with a board of the usual size
    static constexpr int width = 900;   ///< of a chart without a board

    /// The chart of a game in a part of a picture.
    value_chart(const analysis& a, const draw::box& where)
        : analysis_(&a),
          where_(where),
          plot_{where.x + 52, where.y + 34, where.width - 52 - 20, where.height - 34 - 44} {}

    /// Where the value after so many plays is.
    [[nodiscard]] draw::point at(std::size_t plays) const noexcept {
        return {x(plays), y(analysis_->values[plays])};
    }

    /// Draws all of it.
    void draw(draw::canvas& picture) const {
        picture.rectangle(where_, draw::palette::paper);
        areas(picture);
        value_axis(picture);
        plays_axis(picture);
        dots(picture);
    }

private:
    [[nodiscard]] std::size_t last() const noexcept { return analysis_->values.size() - 1; }
    [[nodiscard]] double x(std::size_t plays) const noexcept {
        const double all = static_cast<double>(std::max<std::size_t>(last(), 1));
        return plot_.x + plot_.width * static_cast<double>(plays) / all;
    }
    [[nodiscard]] double y(double value) const noexcept {
        return plot_.y + plot_.height * (1 - value);
    }

    void areas(draw::canvas& picture) const {
        picture.rectangle(plot_, draw::mix(colors::black, draw::palette::paper, 0.25));
        std::vector<draw::point> line;
        for (std::size_t i = 0; i <= last(); ++i) line.push_back(at(i));
        if (line.size() == 1) line.push_back({plot_.x + plot_.width, line[0].y});
        std::vector<draw::point> area = line;
        area.push_back({plot_.x + plot_.width, y(0)});
        area.push_back({plot_.x, y(0)});
        picture.polygon(area, draw::mix(colors::light_cell, draw::palette::paper, 0.4));
        picture.polyline(line, {colors::frame, 2, draw::cap::round});
    }

    void value_axis(draw::canvas& picture) const {
        for (const int percent : {0, 25, 50, 75, 100}) {
            const double level = y(percent / 100.0);
            const auto alpha = static_cast<std::uint8_t>(percent == 50 ? 255 : 90);
            picture.line({plot_.x, level}, {plot_.x + plot_.width, level},
                         {draw::with_alpha(draw::palette::stone, alpha), 1});
            picture.text({plot_.x - 8, level}, std::to_string(percent) + " %",
                         {.paint = draw::palette::slate, .size = 12, .at = draw::anchor::end});
        }
        picture.text({where_.x + 14, where_.y + 16}, "white's chance to win",
                     {.paint = draw::palette::slate, .size = 13, .at = draw::anchor::start});
    }

    void plays_axis(draw::canvas& picture) const {
        const double below = plot_.y + plot_.height;
        const double places = static_cast<double>(std::max<std::size_t>(last(), 1));
        const auto apart = static_cast<std::size_t>(draw::tick_step(36 * places / plot_.width));
        for (std::size_t i = 0; i <= last(); i += apart) {
            picture.line({x(i), below}, {x(i), below + 4}, {draw::palette::slate, 1});
            picture.text({x(i), below + 14}, std::to_string(i),
                         {.paint = draw::palette::slate, .size = 12});
        }
        picture.text({plot_.x + plot_.width, below + 32}, "plays",
                     {.paint = draw::palette::slate, .size = 12, .at = draw::anchor::end});
    }

    /// On the value that a play led to; and what the colours mean, below the chart.
    void dots(draw::canvas& picture) const {
        const double below = plot_.y + plot_.height + 32;
        double left = where_.x + 20;
        for (const verdict v : {verdict::inaccuracy, verdict::mistake, verdict::blunder}) {
            for (std::size_t i = 0; i < analysis_->plays.size(); ++i)
                if (analysis_->plays[i].verdict == v) dot(picture, at(i + 1), v);
            const std::string name = to_string(v);
            dot(picture, {left, below}, v);
            picture.text({left + 12, below}, name,
                         {.paint = draw::palette::slate, .size = 12, .at = draw::anchor::start});
            left += 7.4 * static_cast<double>(name.size()) + 34;
        }
    }

    static void dot(draw::canvas& picture, draw::point p, verdict v) {
        picture.circle(p, 5.5, colors::black);
        picture.circle(p, 4.5, colors::of_verdict(v));
    }

    const analysis* analysis_;
    draw::box where_;
    draw::box plot_;
};

/// Draws the chart of a game by itself.
[[nodiscard]] inline draw::canvas to_chart(const analysis& a) {
    draw::canvas picture(value_chart::width, 2 * value_chart::height, draw::palette::paper);
    value_chart(a, {0, 0, picture.width(), picture.height()}).draw(picture);
    return picture;
}

}  // namespace senda::amazons
