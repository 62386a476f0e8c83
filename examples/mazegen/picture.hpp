// SPDX-License-Identifier: MIT
#pragma once

#include <common/room_layout.hpp>
#include <mazegen/distances.hpp>
#include <mazegen/entrances.hpp>
#include <mazegen/maze.hpp>
#include <mazegen/rooms/outer_gaps.hpp>
#include <mazegen/walls.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/png.hpp>
#include <senda/graph/cell.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/sink.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace senda::mazegen {

static_assert(draw::Walls<maze> && draw::Walls<detail::walls_with_gaps>);

/// The sizes, in pixels, and the colours of a picture. The wall line i from the top has its middle
/// at y = y0 + i * dy and the wall line j from the left at x = x0 + j * dx, where x0 = y0 = margin
/// + wall / 2 and dx = dy = room + wall; passages are the gaps in them, and so are the entrances
/// that lie at the outer wall.
struct picture_style {
    draw::room_layout layout = {};              ///< how large rooms and walls are
    draw::color wall = draw::palette::ink;      ///< of the walls
    draw::color floor = draw::palette::paper;   ///< of the rooms
    draw::color entrance = draw::palette::red;  ///< of the room where one comes in
    /// Of the room where one goes out.
    draw::color exit = draw::mix(draw::palette::red, draw::palette::paper, 0.55);
    draw::color route = draw::palette::blue;  ///< of the route
};

/// What a picture shows besides the walls. What it refers to must outlive the drawing.
struct picture_extras {
    std::optional<entrances> marks = std::nullopt;  ///< where the maze is entered and left
    std::span<const cell> route = {};               ///< rooms, each beside the one before
    const distance_map* distances = nullptr;        ///< colours the floor by them
    bool legend = true;                             ///< whether what the colours mean is below
};

/// Why a maze of that size cannot be drawn so, if it cannot: `bad_layout` or `picture_too_large`.
[[nodiscard]] inline diagnostic fault_of_picture(std::int64_t rows, std::int64_t cols,
                                                 const draw::room_layout& layout) {
    constexpr int most = 1000;
    const auto is_outside = [](int value, int least) { return value < least || value > most; };
    if (is_outside(layout.room, 1) || is_outside(layout.wall, 1) || is_outside(layout.margin, 0))
        return {"bad_layout",
                "expected rooms and walls of 1 to 1000 pixels, and a margin of 0 to 1000"};
    constexpr std::int64_t longest = draw::coordinate::reach / 2;  // halves are exact up to here
    const std::int64_t side = std::max(rows, cols);
    const std::int64_t fixed = 2 * std::int64_t{layout.margin} + layout.wall;
    if (side <= (longest - fixed) / layout.pitch()) return {};
    return {"picture_too_large",
            "a picture of " + std::to_string(rows) + " x " + std::to_string(cols) + " rooms, " +
                std::to_string(layout.pitch()) +
                " pixels each with their wall, is too large: expected at most " +
                std::to_string(longest) + " pixels a side"};
}

namespace detail {

/// The rooms of a route where it begins, turns and ends.
[[nodiscard]] inline std::vector<cell> turns_of(std::span<const cell> route) {
    std::vector<cell> turns;
    for (std::size_t i = 0; i < route.size(); ++i) {
        const bool is_end = i == 0 || i + 1 == route.size();
        if (is_end || route[i].x - route[i - 1].x != route[i + 1].x - route[i].x ||
            route[i].y - route[i - 1].y != route[i + 1].y - route[i].y)
            turns.push_back(route[i]);
    }
    return turns;
}

}  // namespace detail

/// A maze to be drawn at once, or some rows of pixels at a time, without a canvas of its size.
class maze_picture {
public:
    /// A picture of a maze, which must outlive it. `fault_of_picture` says whether it can be drawn.
    explicit maze_picture(const maze& m, const picture_style& style = {},
                          const picture_extras& extras = {})
        : maze_(&m),
          style_(style),
          extras_(extras),
          walls_(extras.marks
                     ? detail::walls_with_gaps(m, extras.marks->entrance, extras.marks->exit)
                     : detail::walls_with_gaps(m)),
          turns_(detail::turns_of(extras.route)) {}

    /// The width in pixels.
    [[nodiscard]] int width() const noexcept {
        return std::max(layout().length(maze_->cols()), has_legend() ? legend_width : 1);
    }
    /// The height in pixels.
    [[nodiscard]] int height() const noexcept {
        return layout().length(maze_->rows()) + (has_legend() ? legend_height : 0);
    }

    /// The whole picture.
    [[nodiscard]] draw::canvas whole() const { return part(0, height()); }

    /// The picture with at least what is seen in some rows of pixels.
    [[nodiscard]] draw::canvas part(int top, int rows) const {
        draw::canvas picture(width(), height(), style_.floor);
        // A row of rooms more on either side, so that the ends of what is cut are not seen.
        const auto row_at = [this](int y) {
            return std::clamp((y - layout().margin) / layout().pitch(), 0, maze_->rows() - 1);
        };
        const int first = row_at(top - 2 * layout().pitch());
        const int last = row_at(top + rows + 2 * layout().pitch());
        if (extras_.distances != nullptr) draw_distances(picture, first, last);
        draw::draw_walls(picture, walls_, layout(), style_.wall, {first, last + 1});
        if (extras_.marks) {
            draw_mark(picture, extras_.marks->exit, style_.exit);
            draw_mark(picture, extras_.marks->entrance, style_.entrance);
        }
        draw_route(picture, first, last);
        if (has_legend()) draw_legend(picture);
        return picture;
    }

private:
    // Few shades, so that a PNG has a palette, and shade by shade, so that an SVG has few elements.
    static constexpr std::size_t shades = 64;
    static constexpr int legend_width = 150;
    static constexpr int legend_height = 40;

    [[nodiscard]] const draw::room_layout& layout() const noexcept { return style_.layout; }
    [[nodiscard]] bool has_legend() const noexcept {
        return extras_.distances != nullptr && extras_.legend;
    }

    [[nodiscard]] static draw::color shade_color(std::size_t shade) noexcept {
        return draw::distance_color(double(shade) / (shades - 1));
    }

    /// A bar with all the shades, and the distances at its ends.
    void draw_legend(draw::canvas& picture) const {
        constexpr double edge = 10;
        constexpr double bar = 12;
        const int top = layout().length(maze_->rows()) - layout().margin / 2;
        // At whole pixels, or their edges would be seen.
        const auto begin_of = [&](std::size_t shade) {
            return std::floor(edge + (width() - 2 * edge) * double(shade) / shades);
        };
        for (std::size_t shade = 0; shade < shades; ++shade)
            picture.rectangle({begin_of(shade), top, begin_of(shade + 1) - begin_of(shade), bar},
                              shade_color(shade));
        draw::lettering how{.paint = style_.wall, .size = 12, .at = draw::anchor::start};
        const double line = top + bar + 12;
        picture.text({edge, line}, "0", how);
        const std::string most = std::to_string(extras_.distances->most());
        const bool is_wide = width() >= 300;
        how.at = draw::anchor::end;
        picture.text({width() - edge, line}, is_wide ? most : most + " steps", how);
        how.at = draw::anchor::middle;
        if (is_wide) picture.text({width() / 2.0, line}, "steps from the entrance", how);
    }

    void draw_distances(draw::canvas& picture, int first, int last) const {
        std::array<std::vector<cell>, shades> rooms;
        const std::uint64_t most = std::max<std::uint64_t>(extras_.distances->most(), 1);
        for (int y = first; y <= last; ++y)
            for (int x = 0; x < maze_->cols(); ++x)
                if (const auto steps = (*extras_.distances)(*maze_, {x, y}))
                    rooms[static_cast<std::size_t>(*steps * std::uint64_t{shades - 1} / most)]
                        .push_back({x, y});
        // Up to the middle of the walls, so that passages are coloured too.
        const double pitch = layout().pitch();
        const int from = layout().margin + layout().wall / 2;
        for (std::size_t shade = 0; shade < shades; ++shade)
            for (const cell c : rooms[shade])
                picture.rectangle({from + c.x * pitch, from + c.y * pitch, pitch, pitch},
                                  shade_color(shade));
    }

    // A room that nobody would find in a large picture gets a mark that is larger than it.
    void draw_mark(draw::canvas& picture, cell room, draw::color paint) const {
        const double least = std::max(width(), height()) / 150.0;
        if (layout().room >= least) {
            const draw::box b = layout().inside(room.y, room.x);
            const int gap = layout().room / 6;
            picture.rectangle({b.x + gap, b.y + gap, b.width - 2 * gap, b.height - 2 * gap}, paint);
        } else {
            picture.circle(layout().middle(room.y, room.x), least * 1.3, style_.floor);
            picture.circle(layout().middle(room.y, room.x), least, paint);
        }
    }

    void draw_route(draw::canvas& picture, int first, int last) const {
        const bool is_fine = layout().room >= 5;
        const draw::stroke how{.paint = style_.route,
                               .width = is_fine ? layout().room * 0.3 : layout().room,
                               .ends = is_fine ? draw::cap::round : draw::cap::square};
        const auto is_hidden = [&](cell a, cell b) {
            return std::max(a.y, b.y) < first || std::min(a.y, b.y) > last;
        };
        std::vector<draw::point> line;
        for (std::size_t i = 1; i < turns_.size(); ++i) {
            const auto middle = [this](cell c) { return layout().middle(c.y, c.x); };
            if (!is_hidden(turns_[i - 1], turns_[i])) {
                if (line.empty()) line.push_back(middle(turns_[i - 1]));
                line.push_back(middle(turns_[i]));
            } else {
                picture.polyline(line, how);
                line.clear();
            }
        }
        picture.polyline(line, how);
    }

    const maze* maze_;
    picture_style style_;
    picture_extras extras_;
    detail::walls_with_gaps walls_;
    std::vector<cell> turns_;
};

/// Draws a maze.
[[nodiscard]] inline draw::canvas to_picture(const maze& m, const picture_style& style = {},
                                             const picture_extras& extras = {}) {
    return maze_picture(m, style, extras).whole();
}

/// Draws a maze as a PNG file to a sink, some rows at a time, with a few megabytes for any size.
template <ByteSink Sink>
void write_png(const maze& m, Sink&& sink, const picture_style& style = {},
               const picture_extras& extras = {}) {
    const maze_picture picture(m, style, extras);
    draw::write_png(
        picture.width(), picture.height(),
        [&picture](int top, int rows) { return picture.part(top, rows); }, sink);
}

}  // namespace senda::mazegen
