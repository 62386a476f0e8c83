// SPDX-License-Identifier: MIT
// How a maze is drawn: floors by what they cost, treasures, start and end, and a route with the
// life along it.
#pragma once

#include <common/axes.hpp>
#include <common/room_layout.hpp>
#include <common/route.hpp>
#include <maze/game.hpp>
#include <maze/words.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/maze/board.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace senda::maze {

/// The colours of a maze.
namespace colors {

inline constexpr draw::color wall = draw::palette::ink;       ///< a cell that nobody enters
inline constexpr draw::color start = draw::palette::green;    ///< where the runner begins
inline constexpr draw::color end = draw::palette::red;        ///< where the runner has to go
inline constexpr draw::color treasure = draw::palette::gold;  ///< what gives life
inline constexpr draw::color route = draw::palette::blue;     ///< the route of the runner
inline constexpr draw::color deadly = draw::palette::red;     ///< a cell that nobody survives

/// The floor of a cell: the more it costs, the warmer.
[[nodiscard]] constexpr draw::color floor(char cell) noexcept {
    const bool costs = cell >= '1' && cell <= '9';
    return costs ? draw::distance_color((cell - '0') * 0.045) : draw::palette::paper;
}

/// What is seen of a cell where there is room for one colour only.
[[nodiscard]] constexpr draw::color of(char cell) noexcept {
    switch (cell) {
        case '#': return wall;
        case 'S': return start;
        case 'E': return end;
        case 'T': return treasure;
        default: return floor(cell);
    }
}

}  // namespace colors

/// Where the cells of a maze are in a picture, in pixels.
struct picture_layout {
    int cell = 1;                 ///< the side of a cell
    int margin = 1;               ///< of the wall around all
    draw::axes_layout axes = {};  ///< the room for coordinates, if there are any

    static constexpr int largest_cell = 400;   ///< the side of a cell, at most
    static constexpr int most_pixels = 65535;  ///< a side of a picture: browsers draw no more

    /// A layout in which the longer side has about `longest` pixels, but no cell more than 40.
    [[nodiscard]] static picture_layout for_board(const board& b, int longest = 2000) {
        return with_cells(
            b, std::clamp(longest / static_cast<int>(std::max(b.rows(), b.cols())), 1, 40));
    }

    /// A layout with cells of that side, with room for coordinates.
    [[nodiscard]] static picture_layout with_cells(const board& b, int cell) {
        picture_layout made{cell, std::max(cell / 4, 1)};
        made.axes = draw::axes_layout::for_grid(b.rows(), made.width(b), made.height(b));
        return made;
    }

    /// The largest side that cells of a maze can have in a picture.
    [[nodiscard]] static int largest_for(const board& b) noexcept {
        const auto cells = static_cast<int>(std::max(b.rows(), b.cols()));
        return std::clamp((most_pixels - 1000) / cells, 1, largest_cell);
    }

    /// The width of the picture of a maze.
    [[nodiscard]] int width(const board& b) const noexcept {
        return axes.left + grid().length(b.cols());
    }
    /// The height of the picture of a maze.
    [[nodiscard]] int height(const board& b) const noexcept {
        return axes.below + grid().length(b.rows());
    }

    /// The square of a cell.
    [[nodiscard]] draw::box square(const board& b, place p) const noexcept {
        draw::box square = grid().inside(b.row_of(p), b.col_of(p));
        square.x = square.x + axes.left;
        return square;
    }
    /// The middle of a cell.
    [[nodiscard]] draw::point middle(const board& b, place p) const noexcept {
        const draw::point middle = grid().middle(b.row_of(p), b.col_of(p));
        return {middle.x + axes.left, middle.y};
    }
    /// All cells.
    [[nodiscard]] draw::box all(const board& b) const noexcept {
        return {axes.left + margin, margin, double(b.cols()) * cell, double(b.rows()) * cell};
    }

    /// Whether cells are large enough for shapes in them, or for letters.
    [[nodiscard]] bool shows_shapes() const noexcept { return cell >= 5; }
    /// Whether cells are large enough for letters.
    [[nodiscard]] bool shows_letters() const noexcept { return cell >= 12; }

    /// How wide the line of a route is.
    [[nodiscard]] double line_width() const noexcept {
        return shows_letters() ? cell * 0.16 : std::max(cell * 0.3, 1.0);
    }
    /// The radius of a mark that must be seen from afar.
    [[nodiscard]] double mark_radius(const board& b) const noexcept {
        return std::max(cell * 0.7, std::max(width(b), height(b)) / 250.0);
    }

private:
    [[nodiscard]] draw::room_layout grid() const noexcept { return {cell, 0, margin}; }
};

/// What a picture says of a maze that cannot be won.
struct picture_note {
    std::string text = {};                     ///< what is written below; empty for nothing
    std::span<const place> deadly_cells = {};  ///< cells to be marked: nobody survives them

    /// The height of what is written below a picture of that width.
    [[nodiscard]] int height_below(int width) const noexcept {
        return text.empty() ? 0 : std::clamp(width / 30, 12, 40);
    }
};

namespace detail {

/// Draws the parts of a maze.
class maze_painter {
public:
    maze_painter(draw::canvas& picture, const board& b, const picture_layout& layout)
        : picture_(&picture), board_(&b), layout_(layout) {}

    /// The coordinates of the cells, on paper.
    void axes() {
        if (layout_.axes.below == 0) return;
        const double below = layout_.height(*board_) - layout_.axes.below;
        picture_->rectangle({0, 0, layout_.axes.left, layout_.height(*board_)},
                            draw::palette::paper);
        picture_->rectangle({0, below, layout_.width(*board_), layout_.axes.below},
                            draw::palette::paper);
        draw::draw_axes(*picture_,
                        {layout_.all(*board_), board_->rows(), board_->cols(), layout_.margin},
                        layout_.axes);
    }

    /// The floors on a background of wall, each colour at once so that the canvas stays small.
    void floors() {
        for (char cell = '0'; cell <= '9'; ++cell)
            for_each_floor([&](place p, char c) {
                const bool costs = c >= '1' && c <= '9';
                if (cell != (costs ? c : '0')) return;
                picture_->rectangle(layout_.square(*board_, p), colors::floor(cell));
            });
    }

    void digits() {
        for_each_digit([this](place p, char cell) { digit(p, cell); });
    }

    /// The digits along a route again, each on a disc of its floor, so that a line does not hide
    /// them.
    void digits_along(std::span<const place> route) {
        if (!layout_.shows_letters() || route.empty()) return;
        const draw::route_marks passed(*board_, route);
        const auto is_passed = [&](auto draw_one) {
            for_each_digit([&](place p, char cell) {
                if (passed.passes(p)) draw_one(p, cell);
            });
        };
        is_passed([this](place p, char cell) {
            picture_->circle(middle(p), layout_.cell * 0.3, colors::floor(cell));
        });
        is_passed([this](place p, char cell) { digit(p, cell); });
    }

    void treasures() {
        for (const place p : board_->treasures()) treasure(middle(p));
    }

    /// A treasure around a point.
    void treasure(draw::point at) {
        if (!layout_.shows_shapes()) {
            const double half = layout_.cell / 2.0;
            picture_->rectangle({at.x - half, at.y - half, layout_.cell, layout_.cell},
                                colors::treasure);
            return;
        }
        const double radius = layout_.cell * (layout_.shows_letters() ? 0.40 : 0.55);
        diamond(at, radius, draw::mix(colors::treasure, draw::palette::ink, 0.35));
        diamond(at, radius * 0.78, colors::treasure);
        if (layout_.shows_letters())
            diamond({at.x, at.y - radius * 0.15}, radius * 0.35,
                    draw::mix(colors::treasure, draw::palette::paper, 0.6));
    }

    /// A cross on each of some cells.
    void deadly(std::span<const place> cells) {
        for (const place p : cells) {
            if (!layout_.shows_shapes()) {
                picture_->rectangle(layout_.square(*board_, p), colors::deadly);
                continue;
            }
            const draw::point m = middle(p);
            const double half = layout_.cell * 0.34;
            for (const auto& [paint, width] :
                 {std::pair{draw::palette::paper, 0.26}, std::pair{colors::deadly, 0.14}}) {
                const draw::stroke line{paint, layout_.cell * width, draw::cap::round};
                picture_->line({m.x - half, m.y - half}, {m.x + half, m.y + half}, line);
                picture_->line({m.x - half, m.y + half}, {m.x + half, m.y - half}, line);
            }
        }
    }

    void ends() {
        mark(board_->start(), colors::start, "S");
        mark(board_->end(), colors::end, "E");
    }

    void route(std::span<const place> cells) {
        if (cells.empty()) return;
        if (!layout_.shows_shapes()) {
            for (const place p : cells)
                picture_->rectangle(layout_.square(*board_, p), colors::route);
            return;
        }
        std::vector<draw::point> middles;
        middles.reserve(cells.size());
        for (const place p : cells) middles.push_back(middle(p));
        draw::draw_route(*picture_, middles, layout_.cell,
                         {colors::route, layout_.line_width(), draw::cap::round},
                         layout_.shows_letters() ? layout_.cell * 0.06 : 0);
    }

private:
    void digit(place p, char cell) {
        picture_->text(middle(p), std::string(1, cell),
                       {.paint = draw::mix(colors::floor(cell), draw::palette::ink, 0.8),
                        .size = layout_.cell * 0.55});
    }

    /// Calls `visit` for each cell that costs something, where there is room for digits.
    template <class Visit>
    void for_each_digit(Visit&& visit) const {
        if (!layout_.shows_letters()) return;
        for (char cell = '1'; cell <= '9'; ++cell)
            for_each_floor([&](place p, char c) {
                if (c == cell) visit(p, c);
            });
    }

    template <class Visit>
    void for_each_floor(Visit&& visit) const {
        for (std::uint32_t row = 0; row < board_->rows(); ++row) {
            const place first = board_->at(row, 0);
            for (place p = first; p != first + board_->cols(); ++p)
                if ((*board_)[p] != '#') visit(p, (*board_)[p]);
        }
    }

    void diamond(draw::point at, double radius, draw::color paint) {
        const std::array<draw::point, 4> corners = {
            draw::point{at.x, at.y - radius}, draw::point{at.x + radius * 0.85, at.y},
            draw::point{at.x, at.y + radius}, draw::point{at.x - radius * 0.85, at.y}};
        picture_->polygon(corners, paint);
    }

    // Where a cell is too small for a letter, the mark is larger than the cell, or nobody finds it.
    void mark(place p, draw::color paint, const char* letter) {
        if (!layout_.shows_letters()) {
            picture_->circle(middle(p), layout_.mark_radius(*board_) * 1.3, draw::palette::paper);
            picture_->circle(middle(p), layout_.mark_radius(*board_), paint);
            return;
        }
        const draw::box s = layout_.square(*board_, p);
        const double gap = layout_.cell * 0.08;
        const double side = layout_.cell - 2 * gap;
        picture_->rounded_rectangle({s.x + gap, s.y + gap, side, side}, side / 4, paint);
        picture_->text(middle(p), letter,
                       {.paint = draw::palette::paper, .size = layout_.cell * 0.62});
    }

    [[nodiscard]] draw::point middle(place p) const noexcept { return layout_.middle(*board_, p); }

    draw::canvas* picture_;
    const board* board_;
    picture_layout layout_;
};

/// The life along a walk, with the treasures where they are taken.
inline void draw_life(draw::canvas& picture, const draw::box& where, const replayed& walk,
                      const words& w) {
    std::vector<draw::profile_mark> treasures;
    treasures.reserve(walk.taken_at.size());
    for (const std::size_t step : walk.taken_at) treasures.push_back({step, colors::treasure});
    const std::string caption = substitute(
        w.life_along, {pluralize(walk.life.size() - 1, w.step), std::to_string(walk.life.front()),
                       std::to_string(walk.life.back())});
    draw::draw_profile(picture, where, {walk.life, treasures, caption, colors::route});
}

/// What there is to say, on paper, as large as it fits.
inline void draw_note(draw::canvas& picture, const draw::box& where, const picture_note& note) {
    constexpr double width_of_letter = 0.6;
    if (where.height <= 0) return;
    const double letters = static_cast<double>(note.text.size()) + 2;
    const double size = std::min(where.height * 0.7, where.width / (width_of_letter * letters));
    picture.rectangle(where, draw::palette::paper);
    picture.text({where.x + where.width / 2, where.y + where.height / 2}, note.text,
                 {.paint = colors::deadly, .size = size});
}

}  // namespace detail

/// Draws a maze with its coordinates, and a route in it with the life along it if one is given.
///
/// `b`       the maze.
/// `route`   cells from the start on; empty for none.
/// `layout`  how large; by itself it chooses a size that fits a screen.
/// `w`       the language of what is written below.
/// `note`    what to say of a maze that cannot be won.
[[nodiscard]] inline draw::canvas to_picture(const board& b, std::span<const place> route = {},
                                             std::optional<picture_layout> layout = {},
                                             const words& w = english_words,
                                             const picture_note& note = {}) {
    const picture_layout where = layout.value_or(picture_layout::for_board(b));
    const replayed walk = replay(b, route);
    const int below = draw::profile::height_below(where.width(b), walk.life.size());
    const int said = note.height_below(where.width(b));
    draw::canvas picture(where.width(b), where.height(b) + below + said, colors::wall);
    detail::maze_painter painter(picture, b, where);
    painter.axes();
    painter.floors();
    painter.digits();
    painter.route(route);
    painter.digits_along(route.first(walk.life.size()));
    painter.treasures();
    painter.deadly(note.deadly_cells);
    painter.ends();
    if (below > 0) detail::draw_life(picture, {0, where.height(b), where.width(b), below}, walk, w);
    detail::draw_note(picture, {0, where.height(b) + below, where.width(b), said}, note);
    return picture;
}

}  // namespace senda::maze
