// SPDX-License-Identifier: MIT
// A page on which a runner walks a route of a maze step by step.
#pragma once

#include <senda/draw/canvas.hpp>
#include <senda/draw/palette.hpp>
#include <senda/draw/replay_page.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/picture.hpp>
#include <senda/maze/rules.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace senda::maze {

namespace detail {

/// What a step did, in words of which there are few, so that a page with many steps stays small.
[[nodiscard]] inline std::string caption_of(char cell, life_points before, life_points after) {
    if (cell == 'E') return after >= 1 ? "The end: won." : "The end, but without life.";
    if (after <= 0) return "The last life is lost.";
    if (after > before) return "A treasure: " + std::to_string(after - before) + " life more.";
    if (after < before)
        return "A " + std::string(1, cell) + ": " + std::to_string(before - after) + " life less.";
    if (cell == 'T') return "The treasure here is gone.";
    return "Nothing is lost here.";
}

/// The picture below everything that moves.
[[nodiscard]] inline draw::canvas replay_ground(const board& b, const picture_layout& layout) {
    draw::canvas ground(layout.width(b), layout.height(b), colors::wall);
    maze_painter painter(ground, b, layout);
    painter.floors();
    painter.digits();
    painter.ends();
    return ground;
}

}  // namespace detail

/// A page with a runner who walks a route: treasures vanish when they are taken, and step, life and
/// treasures are shown all along. A route that fails is shown up to where it does.
///
/// `b`      the maze.
/// `route`  cells from the start on; if empty, the runner stays there.
/// `title`  what stands above it.
[[nodiscard]] inline draw::replay_page to_replay_page(const board& b, std::span<const place> route,
                                                      std::string_view title) {
    const picture_layout layout = picture_layout::for_board(b);
    draw::replay_page page(std::string{title}, detail::replay_ground(b, layout));
    const draw::look_id gem = page.add_look(
        [&](draw::canvas& look) { detail::maze_painter(look, b, layout).treasure({0, 0}); });
    std::vector<draw::sprite_id> treasures;
    for (const place p : b.treasures())
        treasures.push_back(page.add_sprite(gem, layout.middle(b, p)));
    const auto draw_runner = [&](draw::canvas& look) {
        const double radius = layout.shows_letters() ? layout.cell * 0.34 : layout.mark_radius(b);
        look.circle({0, 0}, radius, draw::palette::paper);
        look.circle({0, 0}, radius * 0.84, colors::route);
    };
    const draw::sprite_id runner =
        page.add_sprite(page.add_look(draw_runner, colors::route), layout.middle(b, b.start()));
    page.trail(runner, colors::route, layout.line_width());
    page.value("step", 0);
    page.value("life", b.life());
    if (!treasures.empty()) page.value("treasures", 0);

    const replayed walk = replay(b, route);
    const auto is_low = [](life_points life) { return life <= 3; };
    if (is_low(b.life())) page.paint(runner, draw::palette::red);
    std::size_t taken = 0;
    for (std::size_t step = 1; step < walk.life.size(); ++step) {
        const life_points before = walk.life[step - 1];
        const life_points now = walk.life[step];
        page.next_frame();
        page.move(runner, layout.middle(b, route[step]));
        page.value("step", step);
        if (now != before) page.value("life", now);
        if (is_low(now) != is_low(before))
            page.paint(runner, is_low(now) ? draw::palette::red : colors::route);
        if (taken < walk.taken_at.size() && walk.taken_at[taken] == step) {
            page.hide(treasures[b.treasure_number(route[step])]);
            page.value("treasures", ++taken);
        }
        page.caption(detail::caption_of(b[route[step]], before, now));
    }
    return page;
}

}  // namespace senda::maze
