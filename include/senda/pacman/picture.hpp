// SPDX-License-Identifier: MIT
// How a map is drawn: food, walls and bombs with their values, Pac-Man, the goal, and a route with
// the energy along it.
#pragma once

#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/layout.hpp>
#include <senda/draw/palette.hpp>
#include <senda/draw/route.hpp>
#include <senda/pacman/board.hpp>
#include <senda/pacman/rules.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace senda::pacman {

/// The colours of a map: empty cells white, food green, walls grey to black, bombs red.
namespace colors {

inline constexpr draw::color empty = draw::palette::paper;  ///< a cell with nothing in it
inline constexpr draw::color food = draw::palette::green;   ///< what gives energy
inline constexpr draw::color solid = draw::palette::ink;    ///< a wall that nobody climbs
inline constexpr draw::color bomb = draw::palette::red;     ///< what takes energy
inline constexpr draw::color lethal{0x8c, 0x17, 0x1f};      ///< a bomb that nobody survives
inline constexpr draw::color goal = draw::palette::blue;    ///< where Pac-Man has to go
inline constexpr draw::color route = draw::palette::blue;   ///< the route of Pac-Man
/// Pac-Man.
inline constexpr draw::color pacman{0xff, 0xcf, 0x1f};
inline constexpr draw::color blast = draw::palette::orange;  ///< a bomb as it explodes

/// A wall: the higher, the darker, but never like an infinite one.
[[nodiscard]] constexpr draw::color wall(std::uint32_t height) noexcept {
    const std::uint32_t seen = std::min(height, std::uint32_t{9});
    return draw::mix(draw::color{0xd4, 0xd8, 0xdd}, draw::color{0x5c, 0x63, 0x6b}, seen / 9.0);
}

/// The colour of what is in a cell.
[[nodiscard]] constexpr draw::color of(tile t) noexcept {
    switch (t.what) {
        case kind::empty: return empty;
        case kind::food: return food;
        case kind::wall: return wall(t.value);
        case kind::solid: return solid;
        case kind::bomb: return bomb;
        case kind::lethal: return lethal;
    }
    return empty;
}

}  // namespace colors

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

/// Where the cells of a map are in a picture, in pixels.
struct picture_layout {
    int cell = 1;    ///< the side of a cell
    int margin = 1;  ///< above and on the left, for the numbers of columns and rows

    /// A layout in which the longer side has about 2000 pixels, but no cell more than 44.
    [[nodiscard]] static picture_layout for_board(const board& b) noexcept {
        const int cell = draw::cell_side(std::max(b.width(), b.height()), 44);
        return {cell, std::max(cell / 2, 1)};
    }

    /// The width of the picture of a map.
    [[nodiscard]] int width(const board& b) const noexcept { return length(b.width()); }
    /// The height of the picture of a map.
    [[nodiscard]] int height(const board& b) const noexcept { return length(b.height()); }

    /// The square of a cell.
    [[nodiscard]] draw::box square(const board& b, place p) const noexcept {
        return grid().inside(b.xy(p).y - 1, b.xy(p).x - 1);
    }
    /// The middle of a cell.
    [[nodiscard]] draw::point middle(const board& b, place p) const noexcept {
        return grid().middle(b.xy(p).y - 1, b.xy(p).x - 1);
    }

    /// Whether cells are large enough for shapes and values in them.
    [[nodiscard]] bool shows_shapes() const noexcept { return cell >= 14; }
    /// How wide the line of a route is.
    [[nodiscard]] double line_width() const noexcept {
        return shows_shapes() ? cell * 0.13 : std::max(cell * 0.3, 1.0);
    }

private:
    [[nodiscard]] draw::room_layout grid() const noexcept { return {cell, 0, margin}; }
    // Below and on the right there are no numbers.
    [[nodiscard]] int length(std::uint32_t cells) const noexcept {
        return grid().length(cells) - margin + std::max(margin / 2, 1);
    }
};

namespace detail {

/// Draws the parts of a map.
class map_painter : public shape_painter {
public:
    map_painter(draw::canvas& picture, const board& b, const picture_layout& layout)
        : shape_painter(picture, layout.cell), board_(&b), layout_(layout) {}

    /// All that stays where it is and is never used up.
    void ground() {
        const draw::box inside{layout_.margin, layout_.margin, double(board_->width()) * cell(),
                               double(board_->height()) * cell()};
        const double edge = std::max(cell() * 0.07, 1.0);
        picture_->rectangle(
            {inside.x - edge, inside.y - edge, inside.width + 2 * edge, inside.height + 2 * edge},
            colors::solid);
        picture_->rectangle(inside, colors::empty);
        if (layout_.shows_shapes()) lines(inside);
        for_each_cell([this](place p, tile t) {
            if (t.what == kind::solid || t.what == kind::wall)
                picture_->rectangle(layout_.square(*board_, p), colors::of(t));
        });
        numbers();
    }

    /// The heights of walls and the goal, which a route does not cover.
    void marks() {
        for_each_cell([this](place p, tile t) {
            if (t.what == kind::wall && layout_.shows_shapes())
                value(middle(p), t.value, draw::readable_on(colors::of(t)));
        });
        if (layout_.shows_shapes()) {
            flag(middle(board_->goal()));
        } else {
            picture_->circle(middle(board_->goal()), cell() * 1.2, colors::goal);
        }
    }

    /// Food and bombs that are never used up, because they kill or are worth nothing; with all
    /// others if these are to stay.
    void things(bool with_one_time_cells) {
        for_each_cell([&](place p, tile t) {
            if (with_one_time_cells || !works_once(t)) thing(middle(p), t);
        });
    }

    /// Food or a bomb around a point.
    void thing(draw::point at, tile t) {
        if (layout_.shows_shapes()) return shape_painter::thing(at, t);
        if (t.what != kind::food && t.what != kind::bomb && t.what != kind::lethal) return;
        const double half = cell() / 2.0;
        picture_->rectangle({at.x - half, at.y - half, cell(), cell()}, colors::of(t));
    }

    void route(std::span<const place> cells) {
        if (cells.size() < 2) return;
        std::vector<draw::point> middles;
        for (const place p : cells) middles.push_back(middle(p));
        draw::draw_route(*picture_, middles, cell(),
                         {colors::route, layout_.line_width(), draw::cap::round},
                         layout_.shows_shapes() ? cell() * 0.06 : 0);
    }

private:
    template <class Visit>
    void for_each_cell(Visit&& visit) const {
        for (std::uint32_t row = 1; row <= board_->height(); ++row)
            for (std::uint32_t column = 1; column <= board_->width(); ++column) {
                const place p = board_->at(column, row);
                visit(p, (*board_)[p]);
            }
    }

    void lines(const draw::box& inside) {
        const draw::stroke how{draw::palette::mist, 1};
        for (std::uint32_t column = 1; column < board_->width(); ++column) {
            const double x = inside.x + double(column) * cell();
            picture_->line({x, inside.y}, {x, inside.y + inside.height}, how);
        }
        for (std::uint32_t row = 1; row < board_->height(); ++row) {
            const double y = inside.y + double(row) * cell();
            picture_->line({inside.x, y}, {inside.x + inside.width, y}, how);
        }
    }

    /// The numbers of columns above and of rows on the left.
    void numbers() {
        if (layout_.margin < 14) return;
        const draw::lettering how{.paint = draw::palette::stone, .size = layout_.margin * 0.55};
        const double from_edge = layout_.margin * 0.45;
        for (std::uint32_t column = 1; column <= board_->width(); ++column)
            picture_->text({middle(board_->at(column, 1)).x, from_edge}, std::to_string(column),
                           how);
        for (std::uint32_t row = 1; row <= board_->height(); ++row)
            picture_->text({from_edge, middle(board_->at(1, row)).y}, std::to_string(row), how);
    }

    [[nodiscard]] int cell() const noexcept { return layout_.cell; }
    [[nodiscard]] draw::point middle(place p) const noexcept { return layout_.middle(*board_, p); }

    const board* board_;
    picture_layout layout_;
};

/// The energy along a walk, with the food that is eaten and the bombs that explode.
inline void draw_energy(draw::canvas& picture, const draw::box& where, const board& b,
                        const replayed& walk) {
    std::vector<draw::profile_mark> marks;
    for (std::size_t i = 0; i < walk.places.size(); ++i)
        if (walk.takes[i]) marks.push_back({i, colors::of(b[walk.places[i]])});
    draw::draw_profile(picture, where,
                       {walk.energies, marks,
                        draw::profile_caption(walk.energies, "move", "energy"), colors::route});
}

}  // namespace detail

/// Draws a map, and a route in it with the energy along it if one is given. A route that fails is
/// drawn up to where it does.
///
/// `b`       the map.
/// `moves`   the route from the start on; empty for none.
/// `layout`  how large; by itself it chooses a size that fits a screen.
[[nodiscard]] inline draw::canvas to_picture(const board& b, std::span<const direction> moves = {},
                                             std::optional<picture_layout> layout = {}) {
    const picture_layout where = layout.value_or(picture_layout::for_board(b));
    const replayed walk = replay(b, moves);
    const int below = draw::profile::height_below(where.width(b), walk.places.size());
    draw::canvas picture(where.width(b), where.height(b) + below);
    detail::map_painter painter(picture, b, where);
    painter.ground();
    painter.route(walk.places);
    painter.marks();
    painter.things(true);
    painter.pacman(where.middle(b, b.start()), moves.empty() ? direction::right : moves[0]);
    if (below > 0)
        detail::draw_energy(picture, {0, where.height(b), where.width(b), below}, b, walk);
    return picture;
}

}  // namespace senda::pacman
