// SPDX-License-Identifier: MIT
// A maze as the graph that it is: numbered circles for rooms, lines for passages, and their costs.
#pragma once

#include <mazegen/listing.hpp>
#include <mazegen/maze.hpp>
#include <mazegen/picture.hpp>
#include <mazegen/priced_maze.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/graph/cell.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/sink.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace senda::mazegen {

/// The most rooms that a graph is drawn for.
inline constexpr std::uint64_t most_drawn_nodes = 10'000;

namespace detail {

/// The numbers of rooms in the order of `list_rooms`, by their index.
[[nodiscard]] inline std::vector<std::uint64_t> room_numbers(const maze& m) {
    std::vector<std::uint64_t> numbers(m.index_bound());
    std::uint64_t next = 0;
    for_each_room(m, [&](cell c) { numbers[m.index(c)] = next++; });
    return numbers;
}

}  // namespace detail

/// Draws the graph of a maze: a circle for each room at its place, with its number in the order of
/// `list_rooms`; a line for each step, with its cost unless all cost 1; the route and its ends in
/// their colours. Error: `too_many_rooms`.
[[nodiscard]] inline parsed<draw::canvas> to_graph_picture(const priced_maze& graph,
                                                           const picture_style& style = {},
                                                           const picture_extras& extras = {}) {
    const maze& m = graph.rooms();
    if (m.rooms() > most_drawn_nodes)
        return diagnostic{"too_many_rooms", "a picture of a graph of " + std::to_string(m.rooms()) +
                                                " rooms is too large: expected at most " +
                                                std::to_string(most_drawn_nodes)};
    constexpr double pitch = 60;
    constexpr double radius = 15;
    constexpr double margin = 30;
    const auto place = [&](cell c) -> draw::point {
        return {margin + pitch * c.x, margin + pitch * c.y};
    };
    draw::canvas picture(static_cast<int>(2 * margin + pitch * (m.cols() - 1)),
                         static_cast<int>(2 * margin + pitch * (m.rows() - 1)), style.floor);
    const auto for_each_step = [&](auto visit) {
        for_each_room(m, [&](cell c) {
            graph.successors(c, [&](cell to, priced_maze::cost_type cost) {
                if (m.index(c) < m.index(to)) visit(c, to, cost);
            });
        });
    };
    for_each_step([&](cell a, cell b, priced_maze::cost_type) {
        picture.line(place(a), place(b), {.paint = draw::palette::stone, .width = 2});
    });
    std::vector<draw::point> line;
    for (const cell c : extras.route) line.push_back(place(c));
    picture.polyline(line, {.paint = style.route, .width = 5, .ends = draw::cap::round});
    if (graph.heaviest() > 1)
        for_each_step([&](cell a, cell b, priced_maze::cost_type cost) {
            const std::string text = std::to_string(cost);
            const double half = 4.0 * static_cast<double>(text.size()) + 2;
            const draw::point from = place(a);
            const draw::point to = place(b);
            const draw::point middle{(from.x + to.x) / 2, (from.y + to.y) / 2};
            picture.rectangle({middle.x - half, middle.y - 8, 2 * half, 16}, style.floor);
            picture.text(middle, text, {.paint = draw::palette::slate, .size = 13});
        });
    std::vector<bool> is_on_route(m.index_bound());
    for (const cell c : extras.route) is_on_route[m.index(c)] = true;
    const std::vector<std::uint64_t> numbers = detail::room_numbers(m);
    for_each_room(m, [&](cell c) {
        const bool is_entrance = extras.marks && c == extras.marks->entrance;
        const bool is_exit = extras.marks && c == extras.marks->exit;
        const draw::color inside = is_entrance               ? style.entrance
                                   : is_exit                 ? style.exit
                                   : is_on_route[m.index(c)] ? style.route
                                                             : style.floor;
        const std::string text = std::to_string(numbers[m.index(c)]);
        picture.circle(place(c), radius, inside);
        picture.ring(place(c), radius, {.paint = style.wall, .width = 1.5});
        picture.text(place(c), text,
                     {.paint = draw::readable_on(inside),
                      .size = std::min(14.0, 42.0 / static_cast<double>(text.size()))});
    });
    return picture;
}

/// Writes the adjacency matrix of a maze as text, a line for each room in the order of
/// `list_rooms`: the cost of the step to each room, or 0. False if the sink did not take it all.
/// Error: `too_many_rooms`.
template <ByteSink Sink>
parsed<bool> write_matrix(const priced_maze& graph, Sink&& sink) {
    const maze& m = graph.rooms();
    if (m.rooms() > passage_matrix::most_rooms)
        return diagnostic{"too_many_rooms", "a matrix for " + std::to_string(m.rooms()) +
                                                " rooms is too large: expected at most " +
                                                std::to_string(passage_matrix::most_rooms)};
    const std::vector<std::uint64_t> numbers = detail::room_numbers(m);
    std::vector<priced_maze::cost_type> row(static_cast<std::size_t>(m.rooms()));
    buffered_text<std::remove_reference_t<Sink>> out(sink);
    bool good = true;
    for_each_room(m, [&](cell c) {
        if (!good) return;
        std::fill(row.begin(), row.end(), 0);
        graph.successors(c, [&](cell to, priced_maze::cost_type cost) {
            row[static_cast<std::size_t>(numbers[m.index(to)])] = cost;
        });
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i != 0) out.put(" ");
            out.put(std::to_string(row[i]));
        }
        out.put("\n");
        good = out.flush_if_long();
    });
    return out.flush() && good;
}

}  // namespace senda::mazegen
