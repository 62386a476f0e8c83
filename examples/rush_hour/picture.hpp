// SPDX-License-Identifier: MIT
#pragma once

#include <common/hue_color.hpp>
#include <rush_hour/board.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <string>

namespace senda::rush_hour {

/// The colours of a car park.
namespace colors {

inline constexpr draw::color floor{0xec, 0xef, 0xf2};       ///< an empty cell
inline constexpr draw::color marking{0xd3, 0xd9, 0xdf};     ///< the lines between cells
inline constexpr draw::color kerb = draw::palette::slate;   ///< around the car park
inline constexpr draw::color wall{0x6b, 0x77, 0x83};        ///< a cell that nothing enters
inline constexpr draw::color exit = draw::palette::stone;   ///< where the red car leaves
inline constexpr draw::color red_car = draw::palette::red;  ///< the car that has to leave

/// The colour of vehicle `index` of `count`: the first is red, the others share the other hues.
[[nodiscard]] inline draw::color of_vehicle(std::size_t index, std::size_t count) {
    if (index == 0 || count < 2) return red_car;
    const std::size_t others = count - 1;
    // About a golden section of the circle from one to the next, and none twice.
    std::size_t stride = others * 5 / 13 + 1;
    while (std::gcd(stride, others) != 1) ++stride;
    const std::size_t place = (index - 1) * stride % others;
    constexpr double first = 0.11;  // between these lies red, with what could be taken for it
    constexpr double last = 0.86;
    const double part = others == 1 ? 0.65 : double(place) / double(others - 1);
    // Neighbours on the circle also differ in lightness, for those who see fewer hues.
    constexpr std::array<double, 3> lightness = {0.74, 0.64, 0.82};
    return draw::hue_color(first + part * (last - first), lightness[place % 3], 0.12);
}

}  // namespace colors

/// Where the cells of a car park are in a picture, in pixels.
struct picture_layout {
    int cell = 72;           ///< the side of a cell
    board_shape shape = {};  ///< of the board; `to_picture` sets it

    /// The margin around the cells: a kerb, and paper outside of it.
    [[nodiscard]] int margin() const noexcept { return std::max(cell / 3, 2); }
    /// How wide the kerb is.
    [[nodiscard]] double kerb() const noexcept { return cell * 0.11; }
    /// The width of the picture.
    [[nodiscard]] int width() const noexcept {
        return shape.columns * cell + 2 * margin() + room_at(edge::left) + room_at(edge::right);
    }
    /// The height of the picture.
    [[nodiscard]] int height() const noexcept {
        return shape.rows * cell + 2 * margin() + room_at(edge::top) + room_at(edge::bottom);
    }

    /// The upper left corner of a cell.
    [[nodiscard]] draw::point corner(int row, int column) const noexcept {
        return {margin() + room_at(edge::left) + double(column) * cell,
                margin() + room_at(edge::top) + double(row) * cell};
    }
    /// The room for the arrows outside of an edge, if the exit is there.
    [[nodiscard]] int room_at(edge e) const noexcept { return shape.exit == e ? cell / 3 : 0; }
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
        for (const double along : {0.42, length() - 0.42})  // the wheels
            for (const double beside : {-1.0, 1.0})
                block(along - 0.13, along + 0.13, 0.05, 0.04, draw::palette::ink,
                      beside * (half_width - 0.015));
        block(gap, length() - gap, half_width, 0.24, draw::mix(paint, draw::palette::ink, 0.38));
        block(gap + rim, length() - gap - rim, half_width - rim, 0.21, paint);
        const draw::color glass = draw::mix(paint, draw::palette::ink, 0.72);
        const draw::color roof = draw::mix(paint, draw::palette::paper, 0.22);
        const bool is_truck = vehicle_.length == 3;
        is_truck ? truck(paint, glass, roof) : car(glass, roof);
        const draw::color lamp = draw::mix(paint, draw::color{0xff, 0xf6, 0xd0}, 0.85);
        for (const double beside : {-0.28, 0.28})
            block(length() - gap - 0.09, length() - gap - 0.035, 0.07, 0.03, lamp, beside);
        picture_->text(at(is_truck ? 1.14 : 0.96, 0), std::string(1, vehicle_.id),
                       {.paint = draw::readable_on(roof), .size = cell_ * 0.5});
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

    void car(draw::color glass, draw::color roof) {
        pane(1.42, 0.27, 1.60, 0.34, glass);
        pane(0.50, 0.27, 0.36, 0.33, glass);
        for (const double beside : {-1.0, 1.0})
            block(0.58, 1.34, 0.022, 0.02, glass, beside * 0.32);
        block(0.50, 1.42, 0.27, 0.07, roof);
    }

    void truck(draw::color paint, draw::color glass, draw::color load) {
        const draw::color edge = draw::mix(paint, draw::palette::ink, 0.25);
        pane(2.46, 0.28, 2.62, 0.34, glass);
        block(0.16, 2.12, 0.37, 0.06, edge);
        block(0.19, 2.09, 0.34, 0.05, load);
        for (const double along : {0.48, 0.78, 1.50, 1.80})
            block(along - 0.012, along + 0.012, 0.34, 0, edge);
        block(2.17, 2.44, 0.28, 0.05, load);
    }

    draw::canvas* picture_;
    vehicle vehicle_;
    draw::point corner_;
    double cell_;
};

/// The kerb with its gap at the exit, and arrows that point out of it.
inline void draw_kerb(draw::canvas& picture, const picture_layout& layout) {
    const double kerb = layout.kerb();
    const board_shape& shape = layout.shape;
    const double wide = double(shape.columns) * layout.cell;
    const double high = double(shape.rows) * layout.cell;
    const draw::point corner = layout.corner(0, 0);
    picture.rounded_rectangle({corner.x - kerb, corner.y - kerb, wide + 2 * kerb, high + 2 * kerb},
                              kerb * 1.5, colors::kerb);
    picture.rectangle({corner.x, corner.y, wide, high}, colors::floor);

    // The middle of the exit, and the directions out of it and along the edge.
    const double c = layout.cell;
    const bool lies = shape.red_direction() == axis::horizontal;
    const bool is_far = shape.exit == edge::right || shape.exit == edge::bottom;
    const double outward = is_far ? 1 : -1;
    const double middle = (shape.exit_line + 0.5) * c;
    const draw::point exit = lies ? draw::point{corner.x + (is_far ? wide : 0), corner.y + middle}
                                  : draw::point{corner.x + middle, corner.y + (is_far ? high : 0)};
    const auto at = [&](double out, double along) {
        return lies ? draw::point{exit.x + outward * out, exit.y + along}
                    : draw::point{exit.x + along, exit.y + outward * out};
    };
    const draw::point a = at(0, -c / 2);
    const draw::point b = at(kerb + 1, c / 2);
    picture.rectangle({std::min<double>(a.x, b.x), std::min<double>(a.y, b.y), std::abs(b.x - a.x),
                       std::abs(b.y - a.y)},
                      colors::floor);
    for (const double along : {0.17, 0.33}) {
        const double reach = c * 0.12;
        const std::array<draw::point, 3> arrow = {at(c * along, -reach), at(c * along + reach, 0),
                                                  at(c * along, reach)};
        picture.polyline(arrow, {colors::exit, c * 0.06, draw::cap::round});
    }
}

/// Crosses where four cells meet, so that one can count cells.
inline void draw_markings(draw::canvas& picture, const picture_layout& layout) {
    const double arm = layout.cell * 0.08;
    const draw::stroke how{colors::marking, std::max(layout.cell * 0.028, 1.0)};
    for (int row = 1; row < layout.shape.rows; ++row) {
        for (int column = 1; column < layout.shape.columns; ++column) {
            const draw::point p = layout.corner(row, column);
            picture.line({p.x - arm, p.y}, {p.x + arm, p.y}, how);
            picture.line({p.x, p.y - arm}, {p.x, p.y + arm}, how);
        }
    }
}

/// The picture below everything that moves.
[[nodiscard]] inline draw::canvas park_picture(cell_set walls, const picture_layout& layout) {
    draw::canvas picture(layout.width(), layout.height());
    draw_kerb(picture, layout);
    draw_markings(picture, layout);
    for (int place = 0; place < layout.shape.cells(); ++place) {
        if ((walls >> place & 1U) == 0) continue;
        const draw::point corner =
            layout.corner(place / layout.shape.columns, place % layout.shape.columns);
        const double c = layout.cell;
        const auto slab = [&](double gap, draw::color paint) {
            const double length = c * (1 - 2 * gap);
            picture.rounded_rectangle({corner.x + c * gap, corner.y + c * gap, length, length},
                                      c * 0.06, paint);
        };
        slab(0.02, draw::mix(colors::wall, draw::palette::ink, 0.5));
        slab(0.06, colors::wall);
        slab(0.20, draw::mix(colors::wall, draw::palette::ink, 0.16));
    }
    return picture;
}

}  // namespace detail

/// Draws a board.
[[nodiscard]] inline draw::canvas to_picture(const board& b, picture_layout layout = {}) {
    layout.shape = b.shape();
    draw::canvas picture = detail::park_picture(b.walls(), layout);
    const auto vehicles = b.vehicles();
    for (std::size_t i = 0; i < vehicles.size(); ++i)
        detail::vehicle_painter(picture, vehicles[i], layout.corner(vehicles[i]), layout.cell)
            .draw(colors::of_vehicle(i, vehicles.size()));
    return picture;
}

}  // namespace senda::rush_hour
