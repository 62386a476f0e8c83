// SPDX-License-Identifier: MIT
// How an Amazons board is drawn: wood, crowns for amazons and barred cells for arrows.
#pragma once

#include <amazons/board.hpp>
#include <amazons/cell.hpp>
#include <amazons/play.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace senda::amazons {

/// The colours of a board.
namespace colors {

inline constexpr draw::color light_cell{0xe3, 0xc9, 0x9b};   ///< the lighter of two woods
inline constexpr draw::color dark_cell{0xc9, 0xa4, 0x6c};    ///< the darker one
inline constexpr draw::color frame{0x6b, 0x4a, 0x2b};        ///< around the cells
inline constexpr draw::color white = draw::palette::paper;   ///< the amazons of white
inline constexpr draw::color black = draw::palette::ink;     ///< the amazons of black
inline constexpr draw::color arrow = draw::palette::slate;   ///< a cell that an arrow burnt
inline constexpr draw::color choice = draw::palette::green;  ///< cells that can be chosen
inline constexpr draw::color chosen = draw::palette::blue;   ///< the cell that was chosen
/// The cell that the player is looking at.
inline constexpr draw::color cursor = draw::palette::gold;
inline constexpr draw::color last_play = draw::palette::red;  ///< the cells of the play before

/// The wood of a cell: a1 is dark.
[[nodiscard]] constexpr draw::color wood(cell c) noexcept {
    return (c.row() + c.column()) % 2 == 0 ? dark_cell : light_cell;
}

}  // namespace colors

/// Where the cells of a board are in a picture, in pixels.
struct picture_layout {
    int cell = 52;  ///< the side of a cell

    /// The frame around the cells, with the names of rows and columns.
    [[nodiscard]] int margin() const noexcept { return std::max(cell / 2, 2); }
    /// The side of a picture of so many cells.
    [[nodiscard]] int length(int cells) const noexcept { return cells * cell + 2 * margin(); }

    /// The upper left corner of a cell on a board of so many rows.
    [[nodiscard]] draw::point corner(amazons::cell c, int rows) const noexcept {
        return {margin() + double(c.column()) * cell, margin() + double(rows - 1 - c.row()) * cell};
    }
    /// The middle of a cell.
    [[nodiscard]] draw::point middle(amazons::cell c, int rows) const noexcept {
        return {corner(c, rows).x + cell / 2.0, corner(c, rows).y + cell / 2.0};
    }
};

namespace detail {

/// Draws the parts of a board.
template <class Board>
class board_painter {
public:
    board_painter(draw::canvas& picture, const Board& b, const picture_layout& layout)
        : picture_(&picture), board_(&b), layout_(layout), side_(layout.cell) {}

    void wood() {
        for (const draw::color paint : {colors::dark_cell, colors::light_cell})
            for_each_cell(board_->area(), [&](cell c) {
                const draw::point p = corner(c);
                if (colors::wood(c) == paint) picture_->rectangle({p.x, p.y, side_, side_}, paint);
            });
    }

    void names() {
        const double from_edge = layout_.margin() / 2.0;
        const draw::lettering how{.paint = colors::light_cell, .size = layout_.margin() * 0.62};
        const double width = layout_.length(board_->size().columns);
        const double height = layout_.length(board_->size().rows);
        for (int column = 0; column < board_->size().columns; ++column) {
            const draw::point at = middle(cell_at(column, 0));
            const std::string name(1, static_cast<char>('a' + column));
            for (const double y : {from_edge, height - from_edge})
                picture_->text({at.x, y}, name, how);
        }
        for (int row = 0; row < board_->size().rows; ++row) {
            const draw::point at = middle(cell_at(0, row));
            for (const double x : {from_edge, width - from_edge})
                picture_->text({x, at.y}, std::to_string(row + 1), how);
        }
    }

    void arrows() {
        for_each_cell(board_->arrows(), [this](cell c) { arrow(middle(c)); });
    }

    /// An arrow on the cell around a point.
    void arrow(draw::point m) {
        slab(m, 0.06, draw::mix(colors::arrow, draw::palette::ink, 0.5));
        slab(m, 0.09, colors::arrow);
        const draw::stroke bar{draw::palette::mist, side_ * 0.075, draw::cap::round};
        const double reach = side_ * 0.2;
        picture_->line({m.x - reach, m.y - reach}, {m.x + reach, m.y + reach}, bar);
        picture_->line({m.x - reach, m.y + reach}, {m.x + reach, m.y - reach}, bar);
    }

    void amazons() {
        for (const player p : {player::white, player::black})
            for_each_cell(board_->amazons(p), [&](cell c) { crown(middle(c), p); });
    }

    /// The path of an amazon and of its arrow.
    void path(const play& p) {
        const draw::color paint = draw::mix(colors::last_play, colors::dark_cell, 0.15);
        const draw::stroke move{paint, side_ * 0.10, draw::cap::round};
        const draw::stroke shot{paint, side_ * 0.05, draw::cap::round};
        picture_->line(middle(p.from), middle(p.to), move);
        picture_->line(middle(p.to), middle(p.arrow), shot);
        picture_->circle(middle(p.from), side_ * 0.13, paint);
    }

    /// A crown on a disc, seen from the front.
    void crown(draw::point at, player p) {
        const bool is_white = p == player::white;
        const draw::color body = is_white ? colors::white : colors::black;
        const draw::color edge = is_white ? colors::black : colors::white;
        picture_->circle(at, side_ * 0.43, draw::mix(colors::frame, colors::black, 0.3));
        picture_->circle(at, side_ * 0.40, body);
        // Five points and a band below them, in parts of the side of a cell from the middle.
        constexpr std::array<double, 11> xs = {-0.27, -0.145, -0.135, -0.05, 0,    0.05,
                                               0.135, 0.145,  0.27,   0.19,  -0.19};
        constexpr std::array<double, 11> ys = {-0.12, 0.02, -0.21, 0,    -0.25, 0,
                                               -0.21, 0.02, -0.12, 0.14, 0.14};
        std::vector<draw::point> points;
        points.reserve(xs.size());
        for (std::size_t i = 0; i < xs.size(); ++i)
            points.push_back({at.x + xs[i] * side_, at.y + ys[i] * side_});
        picture_->polygon(points, edge);
        picture_->rounded_rectangle(
            {at.x - 0.19 * side_, at.y + 0.17 * side_, 0.38 * side_, 0.06 * side_}, 0.02 * side_,
            edge);
        for (std::size_t tip = 0; tip <= 8; tip += 2)
            picture_->circle(points[tip], side_ * 0.035, edge);
    }

private:
    void slab(draw::point at, double gap, draw::color paint) {
        const double length = side_ * (1 - 2 * gap);
        picture_->rounded_rectangle({at.x - length / 2, at.y - length / 2, length, length},
                                    side_ * 0.1, paint);
    }

    [[nodiscard]] draw::point corner(cell c) const noexcept {
        return layout_.corner(c, board_->size().rows);
    }
    [[nodiscard]] draw::point middle(cell c) const noexcept {
        return layout_.middle(c, board_->size().rows);
    }

    draw::canvas* picture_;
    const Board* board_;
    picture_layout layout_;
    double side_;
};

}  // namespace detail

/// Draws a board, and the path of the play that led to it if one is given.
template <int Columns, int Rows>
[[nodiscard]] draw::canvas to_picture(const basic_board<Columns, Rows>& b,
                                      const std::optional<play>& last_play = {},
                                      const picture_layout& layout = {}) {
    draw::canvas picture(layout.length(b.size().columns), layout.length(b.size().rows),
                         colors::frame);
    detail::board_painter painter(picture, b, layout);
    painter.wood();
    painter.names();
    painter.arrows();
    if (last_play) painter.path(*last_play);
    painter.amazons();
    return picture;
}

}  // namespace senda::amazons
