// SPDX-License-Identifier: MIT
#pragma once

#include <common/replay_page.hpp>
#include <rush_hour/board.hpp>
#include <rush_hour/picture.hpp>
#include <rush_hour/rate.hpp>
#include <rush_hour/report.hpp>
#include <rush_hour/rules.hpp>
#include <senda/draw/canvas.hpp>

#include <cstddef>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace senda::rush_hour {

/// A page on which the moves are made one by one, with the number of the move, the cells moved so
/// far and the difficulty, if that is known. It ends before a move that is not possible.
[[nodiscard]] inline draw::replay_page to_replay_page(const board& b, std::span<const move> moves,
                                                      std::string_view title,
                                                      const std::optional<difficulty>& rated = {}) {
    const picture_layout layout{.shape = b.shape()};
    draw::replay_page page(std::string{title}, detail::park_picture(b.walls(), layout));
    page.glide();
    page.pace(2);
    const auto vehicles = b.vehicles();
    std::vector<draw::sprite_id> sprites;
    for (std::size_t i = 0; i < vehicles.size(); ++i) {
        const draw::look_id look = page.add_look([&](draw::canvas& shapes) {
            detail::vehicle_painter(shapes, vehicles[i], {0, 0}, layout.cell)
                .draw(colors::of_vehicle(i, vehicles.size()));
        });
        sprites.push_back(page.add_sprite(look, layout.corner(vehicles[i])));
    }
    page.value("move", 0);
    page.value("steps", 0);
    if (rated) {
        const auto tenths = static_cast<long>(rated->score * 10 + 0.5);
        page.value("difficulty", std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) +
                                     ", " + to_string(rated->rated));
        if (rated->people_seconds) page.value("people", people_time(*rated->people_seconds));
    }
    page.caption(b.solved() ? std::string{"The red car is at the exit."}
                            : std::string{"Get the red car to the exit "} +
                                  place_of_exit(b.shape()) + '.');

    board now = b;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const std::optional<board> then = after(now, moves[i]);
        if (!then) break;
        now = *then;
        const std::size_t index = *now.index_of(moves[i].vehicle);
        const vehicle& moved = now.vehicles()[index];
        page.next_frame();
        page.move(sprites[index], layout.corner(moved));
        page.value("move", i + 1);
        page.value("steps", count_steps(moves.first(i + 1)));
        page.caption(std::string(1, moved.id) + ": " + std::to_string(std::abs(moves[i].by)) + ' ' +
                     direction_of(moved.direction, moves[i].by) + '.' +
                     (now.solved() ? " The red car is at the exit." : ""));
    }
    return page;
}

}  // namespace senda::rush_hour
