// SPDX-License-Identifier: MIT
// Where the rooms of each shape are in a picture.
#pragma once

#include <common/room_layout.hpp>
#include <mazegen/shapes/hexagonal_rooms.hpp>
#include <mazegen/shapes/polar_rooms.hpp>
#include <mazegen/shapes/rooms.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/graph/cell.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace senda::mazegen::detail {

using draw::point;

/// A line through points.
using line_of_points = std::vector<point>;

/// Where rooms are in a picture: `width()`, `height()`, `middle(room)`, `outline(room)` for the
/// floor, `side(room, side)` for the wall, and `path(room, side, into)`, which appends the way from
/// the middle of a room through a side to the middle of the next, without its first point.
template <class R>
class room_geometry;

/// Hexagons that stand on a corner, as wide as a square room and its wall.
template <>
class room_geometry<hexagonal_rooms> {
public:
    room_geometry(const hexagonal_rooms& shape, const draw::room_layout& layout)
        : shape_(&shape), pitch_(layout.pitch()), edge_(layout.margin + layout.wall / 2.0) {}

    [[nodiscard]] double width() const {
        return 2 * edge_ + pitch_ * (shape_->cols() + (shape_->rows() > 1 ? 0.5 : 0));
    }
    [[nodiscard]] double height() const {
        return 2 * edge_ + radius() * (1.5 * shape_->rows() + 0.5);
    }
    [[nodiscard]] point middle(room_number room) const {
        const cell at = shape_->place(room);
        return {edge_ + pitch_ * (at.x + 0.5 + (at.y % 2) / 2.0),
                edge_ + radius() * (1 + 1.5 * at.y)};
    }
    [[nodiscard]] line_of_points outline(room_number room) const {
        line_of_points corners;
        for (unsigned k = 0; k < 6; ++k) corners.push_back(corner(room, k));
        return corners;
    }
    [[nodiscard]] line_of_points side(room_number room, unsigned side) const {
        return {corner(room, side), corner(room, (side + 1) % 6)};
    }
    void path(room_number room, unsigned side, line_of_points& into) const {
        into.push_back(middle(shape_->beyond(room, side)));
    }

private:
    /// From the middle to a corner.
    [[nodiscard]] double radius() const { return pitch_ / std::numbers::sqrt3; }

    /// The corners clockwise from the top: side k lies between k and k + 1.
    [[nodiscard]] point corner(room_number room, unsigned k) const {
        constexpr std::array<double, 6> x{0, 0.5, 0.5, 0, -0.5, -0.5};
        constexpr std::array<double, 6> y{-1, -0.5, 0.5, 1, 0.5, -0.5};
        const point at = middle(room);
        return {at.x + x[k] * pitch_, at.y + y[k] * radius()};
    }

    const hexagonal_rooms* shape_;
    double pitch_;
    double edge_;
};

/// Rings as deep as a square room and its wall, around a centre of that radius.
template <>
class room_geometry<polar_rooms> {
public:
    room_geometry(const polar_rooms& shape, const draw::room_layout& layout)
        : shape_(&shape),
          pitch_(layout.pitch()),
          centre_(layout.margin + layout.wall / 2.0 + pitch_ * shape.rings()) {}

    [[nodiscard]] double width() const { return 2 * centre_; }
    [[nodiscard]] double height() const { return 2 * centre_; }
    [[nodiscard]] point middle(room_number number) const {
        const polar_room r = shape_->room(number);
        return r.ring == 0 ? point{centre_, centre_} : at(r.ring + 0.5, turn(r, 0.5));
    }
    [[nodiscard]] line_of_points outline(room_number number) const {
        const polar_room r = shape_->room(number);
        line_of_points line = arc(r.ring + 1.0, turn(r, 0), turn(r, 1));
        if (r.ring == 0) return line;
        const line_of_points inner = arc(r.ring, turn(r, 1), turn(r, 0));
        line.insert(line.end(), inner.begin(), inner.end());
        return line;
    }
    [[nodiscard]] line_of_points side(room_number number, unsigned side) const {
        const polar_room r = shape_->room(number);
        if (r.ring > 0) {
            if (side == 0) return {at(r.ring, turn(r, 0)), at(r.ring + 1.0, turn(r, 0))};
            if (side == 1) return {at(r.ring, turn(r, 1)), at(r.ring + 1.0, turn(r, 1))};
            if (side == 2) return arc(r.ring, turn(r, 0), turn(r, 1));
            side -= 3;
        }
        const double parts = shape_->sides(number) - (r.ring > 0 ? 3.0 : 0.0);
        return arc(r.ring + 1.0, turn(r, side / parts), turn(r, (side + 1) / parts));
    }
    /// Along the ring, and straight to the middle where that changes.
    void path(room_number number, unsigned side, line_of_points& into) const {
        const polar_room from = shape_->room(number);
        const polar_room to = shape_->room(shape_->beyond(number, side));
        double begin = turn(from, 0.5);
        double end = turn(to, 0.5);
        if (from.ring == to.ring) {  // the shorter way around
            if (end - begin > 0.5) begin += 1;
            if (begin - end > 0.5) end += 1;
            append(into, arc(from.ring + 0.5, begin, end));
        } else if (from.ring < to.ring) {
            if (from.ring > 0) append(into, arc(from.ring + 0.5, begin, end));
        } else if (to.ring > 0) {
            into.push_back(at(to.ring + 0.5, begin));
            append(into, arc(to.ring + 0.5, begin, end));
        }
        into.push_back(middle(shape_->index(to)));
    }

private:
    /// The direction of a part of a room, in turns clockwise from the top.
    [[nodiscard]] double turn(polar_room r, double part) const {
        return (r.place + part) / shape_->rooms_of(r.ring);
    }
    [[nodiscard]] point at(double ring, double turns) const {
        const double angle = 2 * std::numbers::pi * turns;
        return {centre_ + pitch_ * ring * std::sin(angle),
                centre_ - pitch_ * ring * std::cos(angle)};
    }
    /// A part of a circle, by lines that are nowhere more than a twentieth of a pixel away from it.
    [[nodiscard]] line_of_points arc(double ring, double from, double to) const {
        const double radius = std::max(ring * pitch_, 1.0);
        const double step = std::acos(1 - 0.05 / radius) / std::numbers::pi;  // in turns
        const auto pieces =
            static_cast<std::size_t>(std::ceil(std::max(std::abs(to - from) / step, 1.0)));
        line_of_points line;
        for (std::size_t i = 0; i <= pieces; ++i)
            line.push_back(at(ring, from + (to - from) * double(i) / double(pieces)));
        return line;
    }
    static void append(line_of_points& into, const line_of_points& more) {
        into.insert(into.end(), more.begin(), more.end());
    }

    const polar_rooms* shape_;
    double pitch_;
    double centre_;
};

}  // namespace senda::mazegen::detail
