// SPDX-License-Identifier: MIT
// A search in a picture of the maze: F, G and H in each room, frontier and closed list in colours.
#pragma once

#include <common/room_layout.hpp>
#include <mazegen/listing.hpp>
#include <mazegen/maze.hpp>
#include <mazegen/picture.hpp>
#include <mazegen/priced_maze.hpp>
#include <mazegen/rooms/outer_gaps.hpp>
#include <mazegen/search_trace.hpp>
#include <mazegen/walls.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/graph/cell.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace senda::mazegen {

/// What is drawn of a search. What it refers to must outlive the drawing.
struct search_view {
    const search_trace* trace = nullptr;  ///< what happened
    const priced_maze* costs = nullptr;   ///< where it happened
    cell goal;                            ///< where it ended
    bool is_guided = false;               ///< whether it had an estimate, as A* has
};

/// The most rooms that the numbers of a search are drawn for.
inline constexpr std::uint64_t most_numbered_rooms = 10'000;

/// The floors of rooms in a picture of a search.
namespace search_colors {

inline constexpr draw::color closed{0xcf, 0xe0, 0xf5};    ///< rooms that were expanded
inline constexpr draw::color frontier{0xd3, 0xef, 0xd9};  ///< rooms that were seen and not expanded

}  // namespace search_colors

namespace detail {

/// Draws the numbers of a search over a picture.
class search_numbers {
public:
    search_numbers(draw::canvas& picture, const draw::room_layout& layout, const search_view& view)
        : picture_(&picture), layout_(layout), view_(view), size_(size_for(view)) {}

    /// Whether there is room for numbers that can be read.
    [[nodiscard]] bool is_readable() const noexcept { return size_ >= 6; }

    void draw(cell room) {
        const std::optional<std::uint64_t> g = view_.trace->cost_to(room);
        if (!g) return;
        draw_pointer(room);
        if (!is_readable()) return;
        const std::uint64_t h = view_.is_guided ? view_.costs->estimate(room, view_.goal) : 0;
        const draw::box b = layout_.inside(room.y, room.x);
        const double gap = size_ * 0.3;
        const double low = b.y + b.height - gap - size_ * 0.35;
        put({b.x + gap, b.y + gap + size_ * 0.35}, *g + h, draw::anchor::start, draw::palette::ink);
        if (!view_.is_guided) return;  // F is G then
        put({b.x + gap, low}, *g, draw::anchor::start, draw::palette::slate);
        put({b.x + b.width - gap, low}, h, draw::anchor::end, draw::palette::slate);
    }

    /// Writes the weight of a passage into it.
    void draw_weight(cell a, cell b) {
        const std::string text = std::to_string(view_.costs->cost(a, b).value_or(0));
        const draw::point from = layout_.middle(a.y, a.x);
        const draw::point to = layout_.middle(b.y, b.x);
        const double size = layout_.room * 0.2;
        const double width = size * 0.62 * static_cast<double>(text.size()) + size * 0.4;
        const draw::point middle{(from.x + to.x) / 2, (from.y + to.y) / 2};
        picture_->rounded_rectangle(
            {middle.x - width / 2, middle.y - size * 0.55, width, size * 1.1}, size * 0.4,
            draw::palette::mist);
        if (is_readable())
            picture_->text(middle, text, {.paint = draw::palette::ink, .size = size});
    }

private:
    /// So that two of the longest numbers stand side by side.
    [[nodiscard]] double size_for(const search_view& view) const {
        std::uint64_t most = 1;
        for_each_room(view.costs->rooms(), [&](cell c) {
            if (const auto g = view.trace->cost_to(c))
                most = std::max(most, *g + view.costs->estimate(c, view.goal));
        });
        const double digits = static_cast<double>(std::to_string(most).size());
        return std::min(layout_.room * 0.27, layout_.room * 0.9 / (2 * 0.62 * digits + 1));
    }

    void put(draw::point at, std::uint64_t number, draw::anchor where, draw::color paint) {
        picture_->text(at, std::to_string(number), {.paint = paint, .size = size_, .at = where});
    }

    /// A short line from the middle towards the room from which this one was reached.
    void draw_pointer(cell room) {
        const cell parent = view_.trace->parent_of(room);
        const draw::point middle = layout_.middle(room.y, room.x);
        const double reach = layout_.room * 0.2;
        picture_->circle(middle, std::max(layout_.room * 0.05, 1.0), draw::palette::stone);
        if (parent == room) return;
        picture_->line(
            middle,
            {middle.x + reach * (parent.x - room.x), middle.y + reach * (parent.y - room.y)},
            {.paint = draw::palette::stone, .width = std::max(layout_.room * 0.04, 1.0)});
    }

    draw::canvas* picture_;
    draw::room_layout layout_;
    search_view view_;
    double size_;
};

}  // namespace detail

/// Draws a maze with a search in it: in each room F = G + H at the upper left, G at the lower left
/// and H at the lower right, or G alone where there is no estimate; with a line to the room from
/// which it was reached; closed rooms blue and the frontier green. Error: `too_many_rooms`.
[[nodiscard]] inline parsed<draw::canvas> to_search_picture(const maze& m, const search_view& view,
                                                            const picture_style& style = {},
                                                            const picture_extras& extras = {}) {
    if (m.rooms() > most_numbered_rooms)
        return diagnostic{"too_many_rooms", "a picture of the costs of " +
                                                std::to_string(m.rooms()) +
                                                " rooms is too large: expected at most " +
                                                std::to_string(most_numbered_rooms)};
    const draw::room_layout& layout = style.layout;
    draw::canvas picture(layout.length(m.cols()), layout.length(m.rows()), style.floor);
    const auto fill = [&](cell c, draw::color paint) {
        picture.rectangle(layout.inside(c.y, c.x), paint);
    };
    for_each_room(m, [&](cell c) {
        if (view.trace->cost_to(c))
            fill(c, view.trace->is_closed(c) ? search_colors::closed : search_colors::frontier);
    });
    if (extras.marks) {
        fill(extras.marks->exit, mix(style.exit, style.floor, 0.35));
        fill(extras.marks->entrance, mix(style.entrance, style.floor, 0.35));
    }
    const detail::walls_with_gaps walls =
        extras.marks ? detail::walls_with_gaps(m, extras.marks->entrance, extras.marks->exit)
                     : detail::walls_with_gaps(m);
    draw::draw_walls(picture, walls, layout, style.wall);
    std::vector<draw::point> line;
    for (const cell c : detail::turns_of(extras.route)) line.push_back(layout.middle(c.y, c.x));
    picture.polyline(line, {.paint = mix(style.route, style.floor, 0.45),
                            .width = layout.room * 0.16,
                            .ends = draw::cap::round});
    detail::search_numbers numbers(picture, layout, view);
    for_each_room(m, [&](cell c) { numbers.draw(c); });
    if (view.costs->heaviest() > 1)
        for_each_passage(m, [&](cell a, cell b) { numbers.draw_weight(a, b); });
    return picture;
}

}  // namespace senda::mazegen
