// SPDX-License-Identifier: MIT
// The things on a map as shapes: food, bombs, walls, the flag, and Pac-Man himself.
#pragma once

#include <pacman/board.hpp>
#include <pacman/picture/colors.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

namespace senda::pacman {

namespace detail {

/// Draws the things on a map, in cells of one size.
class shape_painter {
public:
    shape_painter(draw::canvas& picture, double cell) : picture_(&picture), cell_(cell) {}

    /// A number in the middle of a cell, smaller if it is long.
    void value(draw::point at, std::uint32_t number, draw::color paint) {
        const std::string digits = std::to_string(number);
        constexpr double room = 0.62;
        constexpr double letter = 0.6;  // how wide a letter is, by the size of the text
        const double size = std::min(0.46, room / (letter * static_cast<double>(digits.size())));
        picture_->text(at, digits, {.paint = paint, .size = cell_ * size});
    }

    /// A wall that can be climbed, below a route.
    void block(draw::point at) {
        const double half = cell_ * 0.46;
        picture_->rounded_rectangle({at.x - half, at.y - half, 2 * half, 2 * half}, cell_ * 0.1,
                                    colors::wall);
    }
    /// Its height, which is read above a route too.
    void height_mark(draw::point at, std::uint32_t height) {
        picture_->circle(at, cell_ * 0.26, colors::wall);
        value(at, height, draw::palette::paper);
    }

    /// The head of an arrow, which points along an angle.
    void arrow(draw::point at, double angle, draw::color paint) {
        const std::array<draw::point, 3> corners = {
            polar(at, 0.18, angle), polar(at, 0.2, angle + 2.35), polar(at, 0.2, angle - 2.35)};
        picture_->polygon(corners, paint);
    }

    /// Food or a bomb; nothing for all else.
    void thing(draw::point at, tile t) {
        if (t.what == kind::food) food(at, t.value);
        if (t.what == kind::bomb || t.what == kind::lethal) bomb(at, t);
    }

    /// A bomb that goes off.
    void blast(draw::point at) {
        star(at, 0.62, 0.34, colors::blast);
        star(at, 0.42, 0.2, draw::palette::gold);
    }

    /// What a bomb leaves behind.
    void scorch(draw::point at) {
        star(at, 0.3, 0.16, draw::mix(draw::palette::paper, draw::palette::ink, 0.25));
    }

    /// The flag of the goal.
    void flag(draw::point at) {
        const draw::point foot = off(at, -0.2, 0.36);
        const draw::point top = off(at, -0.2, -0.38);
        picture_->line(foot, top, {draw::palette::ink, cell_ * 0.07, draw::cap::round});
        const std::array<draw::point, 3> cloth = {top, off(at, 0.34, -0.19), off(at, -0.2, 0.02)};
        picture_->polygon(cloth, colors::goal);
    }

    /// Pac-Man, who faces a direction.
    void pacman(draw::point at, direction faces) {
        constexpr double pi = std::numbers::pi;
        constexpr double mouth = 0.62;  // half of its angle
        constexpr int corners = 40;
        const double middle = faces == direction::right  ? 0
                              : faces == direction::down ? pi / 2
                              : faces == direction::left ? pi
                                                         : -pi / 2;
        std::vector<draw::point> outline = {at};
        for (int i = 0; i <= corners; ++i)
            outline.push_back(
                polar(at, 0.36, middle + mouth + (2 * pi - 2 * mouth) * i / double(corners)));
        picture_->polygon(outline, colors::pacman);
        outline.push_back(at);
        picture_->polyline(outline, {draw::mix(colors::pacman, draw::palette::ink, 0.6),
                                     std::max(cell_ * 0.05, 1.0), draw::cap::round});
        const double side = faces == direction::left ? 1.0 : -1.0;  // the eye is up, or to the left
        picture_->circle(polar(at, 0.19, middle + side * 1.35), cell_ * 0.05, draw::palette::ink);
    }

private:
    void food(draw::point at, std::uint32_t number) {
        picture_->circle(at, cell_ * 0.35, draw::mix(colors::food, draw::palette::ink, 0.25));
        picture_->circle(at, cell_ * 0.32, colors::food);
        value(at, number, draw::palette::paper);
    }

    void bomb(draw::point at, tile t) {
        const draw::color paint = colors::of(t);
        const draw::color edge = draw::mix(paint, draw::palette::ink, 0.35);
        const std::array<draw::point, 3> fuse = {off(at, 0.16, -0.2), off(at, 0.26, -0.36),
                                                 off(at, 0.36, -0.38)};
        picture_->polyline(fuse, {edge, cell_ * 0.06, draw::cap::round});
        picture_->circle(fuse[2], cell_ * 0.07, draw::palette::gold);
        const draw::point ball = off(at, -0.03, 0.04);
        picture_->circle(ball, cell_ * 0.33, edge);
        picture_->circle(ball, cell_ * 0.3, paint);
        if (t.what == kind::bomb) return value(ball, t.value, draw::palette::paper);
        const draw::stroke cross{draw::palette::paper, cell_ * 0.09, draw::cap::round};
        picture_->line(off(ball, -0.12, -0.12), off(ball, 0.12, 0.12), cross);
        picture_->line(off(ball, -0.12, 0.12), off(ball, 0.12, -0.12), cross);
    }

    void star(draw::point at, double outer, double inner, draw::color paint) {
        constexpr int points = 9;
        std::vector<draw::point> corners;
        corners.reserve(std::size_t{2} * points);
        for (int i = 0; i < 2 * points; ++i)
            corners.push_back(polar(at, i % 2 == 0 ? outer : inner, std::numbers::pi * i / points));
        picture_->polygon(corners, paint);
    }

    /// A point so many cells from another.
    [[nodiscard]] draw::point off(draw::point at, double x, double y) const noexcept {
        return {at.x + x * cell_, at.y + y * cell_};
    }

    /// A point so many cells from another, in a direction.
    [[nodiscard]] draw::point polar(draw::point at, double radius, double angle) const noexcept {
        return off(at, radius * std::cos(angle), radius * std::sin(angle));
    }

protected:
    draw::canvas* picture_;

private:
    double cell_;
};

}  // namespace detail

}  // namespace senda::pacman
