// SPDX-License-Identifier: MIT
// How a map is drawn: food, walls and bombs with their values, Pac-Man, the goal, and a route with
// the energy along it.
#pragma once

#include <common/format.hpp>
#include <common/room_layout.hpp>
#include <common/route.hpp>
#include <pacman/board.hpp>
#include <pacman/picture/colors.hpp>
#include <pacman/picture/shapes.hpp>
#include <pacman/rules.hpp>
#include <pacman/words.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace senda::pacman {

/// Where the cells of a map are in a picture, in pixels.
struct picture_layout {
    int cell = 1;    ///< the side of a cell
    int margin = 1;  ///< above and on the left, for the numbers of columns and rows

    /// A layout in which the longer side has about 2000 pixels, but no cell more than 44.
    [[nodiscard]] static picture_layout for_board(const board& b) noexcept {
        const int cell = static_cast<int>(
            std::clamp<std::int64_t>(2000 / std::max(b.width(), b.height()), 1, 44));
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
            if (t.what == kind::solid)
                picture_->rectangle(layout_.square(*board_, p), colors::solid);
            if (t.what != kind::wall) return;
            if (layout_.shows_shapes()) return block(middle(p));
            picture_->rectangle(layout_.square(*board_, p), colors::small_wall(t.value));
        });
        numbers();
    }

    /// The heights of walls and the goal, which a route does not cover.
    void marks() {
        for_each_cell([this](place p, tile t) {
            if (t.what == kind::wall && layout_.shows_shapes()) height_mark(middle(p), t.value);
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
            if (with_one_time_cells || !is_consumable(t)) thing(middle(p), t);
        });
    }

    /// Food or a bomb around a point.
    void thing(draw::point at, tile t) {
        if (layout_.shows_shapes()) return shape_painter::thing(at, t);
        if (t.what != kind::food && t.what != kind::bomb && t.what != kind::lethal) return;
        const double half = cell() / 2.0;
        picture_->rectangle({at.x - half, at.y - half, cell(), cell()}, colors::of(t));
    }

    /// A route, with the direction of each move where there is room for it.
    void route(std::span<const place> cells) {
        if (cells.size() < 2) return;
        std::vector<draw::point> middles;
        for (const place p : cells) middles.push_back(middle(p));
        draw::draw_route(*picture_, middles, cell(),
                         {colors::route, layout_.line_width(), draw::cap::round},
                         layout_.shows_shapes() ? cell() * 0.06 : 0);
        if (!layout_.shows_shapes()) return;
        const std::vector<draw::point> line = draw::route_line(middles, cell());
        for (std::size_t i = 1; i < line.size(); ++i) {
            const double x = line[i].x - line[i - 1].x;
            const double y = line[i].y - line[i - 1].y;
            // Shorter parts are corners.
            if (std::abs(x) + std::abs(y) < cell() * 0.5) continue;
            arrow({line[i - 1].x + x / 2, line[i - 1].y + y / 2}, std::atan2(y, x), colors::route);
        }
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
                        const replayed& walk, const words& w) {
    std::vector<draw::profile_mark> taken;
    for (std::size_t i = 0; i < walk.places.size(); ++i)
        if (walk.takes[i]) taken.push_back({i, colors::of(b[walk.places[i]])});
    const std::string caption =
        substitute(w.energy_along,
                   {pluralize(walk.places.size() - 1, w.move),
                    std::to_string(walk.energies.front()), std::to_string(walk.energies.back())});
    draw::draw_profile(picture, where, {walk.energies, taken, caption, colors::route});
}

}  // namespace detail

/// Draws a map, and a route in it with the energy along it if one is given. A route that fails is
/// drawn up to where it does.
///
/// `b`       the map.
/// `moves`   the route from the start on; empty for none.
/// `layout`  how large; by itself it chooses a size that fits a screen.
/// `w`       the language of the chart.
[[nodiscard]] inline draw::canvas to_picture(const board& b, std::span<const direction> moves = {},
                                             std::optional<picture_layout> layout = {},
                                             const words& w = english_words) {
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
        detail::draw_energy(picture, {0, where.height(b), where.width(b), below}, b, walk, w);
    return picture;
}

}  // namespace senda::pacman
