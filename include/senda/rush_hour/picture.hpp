// SPDX-License-Identifier: MIT
// How a car park is drawn: a kerb with its exit, walls, and vehicles seen from above.
#pragma once

#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/palette.hpp>
#include <senda/rush_hour/board.hpp>
#include <senda/rush_hour/pictures/colors.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace senda::rush_hour {

/// Where the cells of a car park are in a picture, in pixels.
struct picture_layout {
    int cell = 72;  ///< the side of a cell

    /// The way around the cells: a kerb, and paper outside of it.
    [[nodiscard]] int margin() const noexcept { return std::max(cell / 3, 2); }
    /// How wide the kerb is.
    [[nodiscard]] double kerb() const noexcept { return cell * 0.11; }
    /// The width of the picture.
    [[nodiscard]] int width() const noexcept { return side * cell + 2 * margin() + cell / 3; }
    /// The height of the picture.
    [[nodiscard]] int height() const noexcept { return side * cell + 2 * margin(); }

    /// The upper left corner of a cell.
    [[nodiscard]] draw::point corner(int row, int column) const noexcept {
        return {margin() + double(column) * cell, margin() + double(row) * cell};
    }
    /// The upper left corner of a vehicle.
    [[nodiscard]] draw::point corner(const vehicle& v) const noexcept {
        return corner(v.row, v.column);
    }
};

namespace detail {

/// Draws one vehicle as it is seen from above. Places on it are measured along it, from its tail,
/// and across it, from its middle line, in cells: its front is to the right or up.
class vehicle_painter {
public:
    /// Draws with the upper left corner of the vehicle's first cell at `corner`.
    vehicle_painter(draw::canvas& picture, const vehicle& v, draw::point corner, double cell)
        : picture_(&picture), vehicle_(v), corner_(corner), cell_(cell) {}

    void draw(draw::color paint) {
        const bool is_truck = vehicle_.length == 3;
        wheels();
        block(gap, length() - gap, half_width, 0.24, draw::mix(paint, draw::palette::ink, 0.38));
        block(gap + rim, length() - gap - rim, half_width - rim, 0.21, paint);
        if (is_truck) {
            truck(paint);
        } else {
            car(paint);
        }
        lamps(paint);
        letter(paint);
    }

private:
    static constexpr double gap = 0.07;  // between the vehicle and the edge of its cells
    static constexpr double rim = 0.03;
    static constexpr double half_width = 0.5 - gap;

    [[nodiscard]] double length() const noexcept { return vehicle_.length; }

    [[nodiscard]] draw::point at(double along, double across) const noexcept {
        if (vehicle_.direction == axis::horizontal)
            return {corner_.x + along * cell_, corner_.y + (0.5 + across) * cell_};
        return {corner_.x + (0.5 + across) * cell_, corner_.y + (length() - along) * cell_};
    }

    /// A rectangle with round corners from `from` to `to`, its middle on the middle line or beside.
    void block(double from, double to, double half, double radius, draw::color paint,
               double beside = 0) {
        const draw::point a = at(from, beside - half);
        const draw::point b = at(to, beside + half);
        picture_->rounded_rectangle({std::min<double>(a.x, b.x), std::min<double>(a.y, b.y),
                                     std::abs(b.x - a.x), std::abs(b.y - a.y)},
                                    radius * cell_, paint);
    }

    /// A pane of glass that is `half` wide to each side at `from` and `other_half` at `to`.
    void pane(double from, double half, double to, double other_half, draw::color paint) {
        const std::array<draw::point, 4> corners = {at(from, -half), at(from, half),
                                                    at(to, other_half), at(to, -other_half)};
        picture_->polygon(corners, paint);
    }

    void wheels() {
        for (const double along : {0.42, length() - 0.42})
            for (const double beside : {-1.0, 1.0})
                block(along - 0.13, along + 0.13, 0.05, 0.04, draw::palette::ink,
                      beside * (half_width - 0.015));
    }

    void car(draw::color paint) {
        const draw::color glass = draw::mix(paint, draw::palette::ink, 0.72);
        const draw::color roof = draw::mix(paint, draw::palette::paper, 0.22);
        pane(1.42, 0.27, 1.60, 0.34, glass);
        pane(0.50, 0.27, 0.36, 0.33, glass);
        for (const double beside : {-1.0, 1.0})
            block(0.58, 1.34, 0.022, 0.02, glass, beside * 0.32);
        block(0.50, 1.42, 0.27, 0.07, roof);
    }

    void truck(draw::color paint) {
        const draw::color glass = draw::mix(paint, draw::palette::ink, 0.72);
        const draw::color edge = draw::mix(paint, draw::palette::ink, 0.25);
        const draw::color load = draw::mix(paint, draw::palette::paper, 0.22);
        pane(2.46, 0.28, 2.62, 0.34, glass);
        block(0.16, 2.12, 0.37, 0.06, edge);
        block(0.19, 2.09, 0.34, 0.05, load);
        for (const double along : {0.48, 0.78, 1.50, 1.80})
            block(along - 0.012, along + 0.012, 0.34, 0, edge);
        block(2.17, 2.44, 0.28, 0.05, load);
    }

    void lamps(draw::color paint) {
        const draw::color front = draw::mix(paint, draw::color{0xff, 0xf6, 0xd0}, 0.85);
        for (const double beside : {-0.28, 0.28})
            block(length() - gap - 0.09, length() - gap - 0.035, 0.07, 0.03, front, beside);
    }

    void letter(draw::color paint) {
        const draw::point middle = at(vehicle_.length == 3 ? 1.14 : 0.96, 0);
        const draw::color ground = draw::mix(paint, draw::palette::paper, 0.22);
        picture_->text(middle, std::string(1, vehicle_.id),
                       {.paint = draw::readable_on(ground), .size = cell_ * 0.5});
    }

    draw::canvas* picture_;
    vehicle vehicle_;
    draw::point corner_;
    double cell_;
};

/// Draws the parts of a car park that do not move.
class park_painter {
public:
    park_painter(draw::canvas& picture, const picture_layout& layout)
        : picture_(&picture), layout_(layout) {}

    void ground() {
        const double kerb = layout_.kerb();
        const double inside = double(side) * layout_.cell;
        const draw::point corner = layout_.corner(0, 0);
        picture_->rounded_rectangle(
            {corner.x - kerb, corner.y - kerb, inside + 2 * kerb, inside + 2 * kerb}, kerb * 1.5,
            colors::kerb);
        picture_->rectangle({corner.x, corner.y, inside, inside}, colors::floor);
        way_out();
        markings();
    }

    void walls(cell_set cells) {
        const double c = layout_.cell;
        for (int place = 0; place < cell_count; ++place) {
            if ((cells >> place & 1U) == 0) continue;
            const draw::point corner = layout_.corner(place / side, place % side);
            const auto slab = [&](double gap, draw::color paint) {
                const double length = c * (1 - 2 * gap);
                picture_->rounded_rectangle(
                    {corner.x + c * gap, corner.y + c * gap, length, length}, c * 0.06, paint);
            };
            slab(0.02, draw::mix(colors::wall, draw::palette::ink, 0.5));
            slab(0.06, colors::wall);
            slab(0.20, draw::mix(colors::wall, draw::palette::ink, 0.16));
        }
    }

private:
    /// The gap in the kerb, and arrows that point out of it.
    void way_out() {
        const double c = layout_.cell;
        const draw::point corner = layout_.corner(exit_row, side);
        picture_->rectangle({corner.x, corner.y, layout_.kerb() + 1, c}, colors::floor);
        for (const double along : {0.17, 0.33}) {
            const double x = corner.x + c * along;
            const double y = corner.y + c / 2;
            const double reach = c * 0.12;
            const std::array<draw::point, 3> arrow = {
                draw::point{x, y - reach}, draw::point{x + reach, y}, draw::point{x, y + reach}};
            picture_->polyline(arrow, {colors::exit, c * 0.06, draw::cap::round});
        }
    }

    /// Crosses where four cells meet, so that one can count cells.
    void markings() {
        const double arm = layout_.cell * 0.08;
        const draw::stroke how{colors::marking, std::max(layout_.cell * 0.028, 1.0)};
        for (int row = 1; row < side; ++row) {
            for (int column = 1; column < side; ++column) {
                const draw::point p = layout_.corner(row, column);
                picture_->line({p.x - arm, p.y}, {p.x + arm, p.y}, how);
                picture_->line({p.x, p.y - arm}, {p.x, p.y + arm}, how);
            }
        }
    }

    draw::canvas* picture_;
    picture_layout layout_;
};

/// The picture below everything that moves.
[[nodiscard]] inline draw::canvas park_picture(cell_set walls, const picture_layout& layout) {
    draw::canvas picture(layout.width(), layout.height());
    park_painter painter(picture, layout);
    painter.ground();
    painter.walls(walls);
    return picture;
}

}  // namespace detail

/// Draws a board.
[[nodiscard]] inline draw::canvas to_picture(const board& b, const picture_layout& layout = {}) {
    draw::canvas picture = detail::park_picture(b.walls(), layout);
    const auto vehicles = b.vehicles();
    for (std::size_t i = 0; i < vehicles.size(); ++i)
        detail::vehicle_painter(picture, vehicles[i], layout.corner(vehicles[i]), layout.cell)
            .draw(colors::of_vehicle(i, vehicles.size()));
    return picture;
}

}  // namespace senda::rush_hour
