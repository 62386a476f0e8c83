// SPDX-License-Identifier: MIT
// Pictures of mazes of hexagonal and of polar rooms.
#pragma once

#include <common/room_layout.hpp>
#include <mazegen/picture.hpp>
#include <mazegen/room_maze.hpp>
#include <mazegen/rooms/room_geometry.hpp>
#include <mazegen/shapes/hexagonal_rooms.hpp>
#include <mazegen/shapes/polar_rooms.hpp>
#include <mazegen/shapes/rooms.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace senda::mazegen {

/// What a picture of rooms of any shape shows besides the walls. What it refers to must outlive the
/// drawing.
struct room_picture_extras {
    /// Where the maze is entered and left; there is a gap in the outer wall if they are at it.
    std::optional<std::pair<room_number, room_number>> marks = std::nullopt;
    std::span<const room_number> route = {};        ///< rooms, each beside the one before
    std::span<const std::uint32_t> distances = {};  ///< one a room: colours the floor by them
};

namespace detail {

/// Draws a maze whose rooms have a `room_geometry`.
template <class R>
class room_painter {
public:
    room_painter(const room_maze<R>& m, const picture_style& style,
                 const room_picture_extras& extras)
        : maze_(&m), style_(&style), extras_(&extras), geometry_(m.shape(), style.layout) {
        if (!extras.marks) return;
        entrance_ = gap_of(extras.marks->first, -1);
        exit_ = gap_of(extras.marks->second, 1);
    }

    [[nodiscard]] draw::canvas paint() const {
        draw::canvas picture(static_cast<int>(std::ceil(geometry_.width())),
                             static_cast<int>(std::ceil(geometry_.height())), style_->floor);
        if (!extras_->distances.empty()) paint_distances(picture);
        if (extras_->marks) {
            paint_mark(picture, extras_->marks->second, style_->exit);
            paint_mark(picture, extras_->marks->first, style_->entrance);
        }
        paint_walls(picture);
        paint_route(picture);
        return picture;
    }

private:
    struct gap {
        room_number room = no_room;
        unsigned side = 0;
    };

    /// The outer wall of a room that is farthest to the left (-1) or to the right (1).
    [[nodiscard]] gap gap_of(room_number room, int towards) const {
        gap best;
        double farthest = 0;
        for (unsigned side = 0; side < shape().sides(room); ++side) {
            if (shape().beyond(room, side) != no_room) continue;
            const line_of_points wall = geometry_.side(room, side);
            const double x = towards * (wall.front().x + wall.back().x);
            if (best.room != no_room && x <= farthest) continue;
            best = {room, side};
            farthest = x;
        }
        return best;
    }

    [[nodiscard]] const R& shape() const noexcept { return maze_->shape(); }

    [[nodiscard]] bool is_gap(room_number room, unsigned side) const noexcept {
        return (room == entrance_.room && side == entrance_.side) ||
               (room == exit_.room && side == exit_.side);
    }

    // Straight ones first, in one run, so that an SVG has one element for them.
    void paint_walls(draw::canvas& picture) const {
        const draw::stroke how{
            .paint = style_->wall, .width = style_->layout.wall, .ends = draw::cap::round};
        std::vector<line_of_points> curves;
        for (room_number room = 0; room < maze_->rooms(); ++room)
            for (unsigned side = 0; side < shape().sides(room); ++side) {
                const room_number other = shape().beyond(room, side);
                const bool is_drawn_there = other != no_room && other < room;
                if (is_drawn_there || maze_->has_passage(room, side) || is_gap(room, side))
                    continue;
                line_of_points wall = geometry_.side(room, side);
                if (wall.size() == 2)
                    picture.line(wall.front(), wall.back(), how);
                else
                    curves.push_back(std::move(wall));
            }
        for (const line_of_points& curve : curves) picture.polyline(curve, how);
    }

    void paint_distances(draw::canvas& picture) const {
        constexpr std::uint64_t shades = 64;  // few, so that a PNG has a palette
        const std::uint64_t most = std::max<std::uint64_t>(
            *std::max_element(extras_->distances.begin(), extras_->distances.end()), 1);
        for (room_number room = 0; room < maze_->rooms(); ++room) {
            const std::uint64_t shade = extras_->distances[room] * (shades - 1) / most;
            const draw::color paint = draw::distance_color(double(shade) / (shades - 1));
            line_of_points outline = geometry_.outline(room);
            picture.polygon(outline, paint);
            // Half a pixel beyond, or the background would shine through between two floors.
            outline.push_back(outline.front());
            picture.polyline(outline, {.paint = paint, .width = 1, .ends = draw::cap::round});
        }
    }

    void paint_mark(draw::canvas& picture, room_number room, draw::color paint) const {
        const double least = std::max(picture.width(), picture.height()) / 150.0;
        const double radius = style_->layout.room * 0.33;
        const point middle = geometry_.middle(room);
        if (radius < least) picture.circle(middle, least * 1.3, style_->floor);
        picture.circle(middle, std::max(radius, least), paint);
    }

    void paint_route(draw::canvas& picture) const {
        if (extras_->route.size() < 2) return;
        const bool is_fine = style_->layout.room >= 5;
        const draw::stroke how{.paint = style_->route,
                               .width = is_fine ? style_->layout.room * 0.3 : style_->layout.room,
                               .ends = draw::cap::round};
        line_of_points line{geometry_.middle(extras_->route.front())};
        for (std::size_t i = 1; i < extras_->route.size(); ++i) {
            const room_number from = extras_->route[i - 1];
            geometry_.path(from, maze_->side_towards(from, extras_->route[i]), line);
        }
        picture.polyline(line, how);
    }

    const room_maze<R>* maze_;
    const picture_style* style_;
    const room_picture_extras* extras_;
    room_geometry<R> geometry_;
    gap entrance_;
    gap exit_;
};

}  // namespace detail

/// Why a maze of these rooms cannot be drawn so, if it cannot: `bad_layout` or `picture_too_large`.
[[nodiscard]] inline diagnostic fault_of_picture(const hexagonal_rooms& shape,
                                                 const draw::room_layout& layout) {
    return fault_of_picture(shape.rows(), std::int64_t{shape.cols()} + 1, layout);
}
/// The same for polar rooms.
[[nodiscard]] inline diagnostic fault_of_picture(const polar_rooms& shape,
                                                 const draw::room_layout& layout) {
    const std::int64_t across = 2 * std::int64_t{shape.rings()};
    return fault_of_picture(across, across, layout);
}

/// Draws a maze of hexagonal or of polar rooms. `layout.room` and `layout.wall` of the style
/// together are how wide a hexagon is, and how deep a ring.
template <Rooms R>
[[nodiscard]] draw::canvas to_picture(const room_maze<R>& m, const picture_style& style = {},
                                      const room_picture_extras& extras = {}) {
    return detail::room_painter<R>(m, style, extras).paint();
}

}  // namespace senda::mazegen
