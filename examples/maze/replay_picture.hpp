// SPDX-License-Identifier: MIT
// A page on which a runner walks a route of a maze step by step.
#pragma once

#include <common/replay_page.hpp>
#include <common/route.hpp>
#include <maze/game.hpp>
#include <maze/picture.hpp>
#include <maze/words.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/maze/board.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::maze {

namespace detail {

/// What a step did, in words of which there are few, so that a page with many steps stays small.
[[nodiscard]] inline std::string caption_of(char cell, life_points before, life_points after,
                                            const words& w) {
    if (cell == 'E') return after >= 1 ? w.page_won : w.page_not_won;
    if (after <= 0) return w.page_dead;
    if (after > before) return substitute(w.page_treasure, {std::to_string(after - before)});
    if (after < before)
        return substitute(w.page_cost, {std::string(1, cell), std::to_string(before - after)});
    return cell == 'T' ? w.page_gone : w.page_nothing;
}

/// The picture below everything that moves, with the life along the walk below it.
[[nodiscard]] inline draw::canvas replay_ground(const board& b, const picture_layout& layout,
                                                const replayed& walk, const draw::box& chart,
                                                const words& w, const picture_note& note) {
    const auto below = static_cast<int>(chart.height);
    const int said = note.height_below(layout.width(b));
    draw::canvas ground(layout.width(b), layout.height(b) + below + said, colors::wall);
    maze_painter painter(ground, b, layout);
    painter.axes();
    painter.floors();
    painter.digits();
    if (below > 0) draw_life(ground, chart, walk, w);
    draw_note(ground, {0, layout.height(b) + below, layout.width(b), said}, note);
    return ground;
}

/// Makes the page of a walk, frame by frame.
class walk_page {
public:
    walk_page(const board& b, std::span<const place> route, std::string_view title,
              const picture_layout& layout, const words& w, const picture_note& note)
        : board_(&b),
          words_(&w),
          layout_(layout),
          walk_(replay(b, route)),
          cells_(route.first(walk_.life.size())),
          chart_{0, layout.height(b), layout.width(b),
                 draw::profile::height_below(layout.width(b), walk_.life.size())},
          page_(std::string{title}, replay_ground(b, layout, walk_, chart_, w, note)) {
        for (const place p : cells_) middles_.push_back(layout.middle(b, p));
        lanes_.emplace(middles_, layout.shows_shapes() ? layout.cell : 0);
        if (chart_.height > 0) scale_.emplace(chart_, walk_.life);
        add_overlay(note);
        add_treasures();
        add_runner();
        if (scale_) add_cursor();
        page_.words(w.page);
    }

    [[nodiscard]] draw::replay_page made() && {
        page_.value(words_->step_label, 0);
        page_.value(words_->life_label, board_->life());
        if (!treasures_.empty()) page_.value(words_->treasures_label, 0);
        if (is_low(board_->life())) page_.paint(runner_, draw::palette::red);
        for (std::size_t step = 1; step < cells_.size(); ++step) frame(step);
        return std::move(page_);
    }

private:
    [[nodiscard]] static bool is_low(life_points life) noexcept { return life <= 3; }

    /// What the trail must not hide.
    void add_overlay(const picture_note& note) {
        draw::canvas above(1, 1);
        maze_painter painter(above, *board_, layout_);
        painter.digits_along(cells_);
        painter.deadly(note.deadly_cells);
        painter.ends();
        page_.overlay(std::move(above));
    }

    void add_treasures() {
        const draw::look_id gem = page_.add_look(
            [this](draw::canvas& look) { maze_painter(look, *board_, layout_).treasure({0, 0}); });
        for (const place p : board_->treasures())
            treasures_.push_back(page_.add_sprite(gem, layout_.middle(*board_, p)));
    }

    void add_runner() {
        const auto draw_runner = [this](draw::canvas& look) {
            const double radius =
                layout_.shows_letters() ? layout_.cell * 0.34 : layout_.mark_radius(*board_);
            look.circle({0, 0}, radius, draw::palette::paper);
            look.circle({0, 0}, radius * 0.84, colors::route);
        };
        runner_ = page_.add_sprite(page_.add_look(draw_runner, colors::route),
                                   layout_.middle(*board_, board_->start()));
        page_.trail(runner_, colors::route, layout_.line_width());
    }

    /// Where the runner is in the chart.
    void add_cursor() {
        const auto draw_cursor = [this](draw::canvas& look) {
            const draw::box& band = scale_->band();
            look.line({0, band.y}, {0, band.y + band.height},
                      {draw::palette::ink, 1.5 * scale_->unit()});
        };
        cursor_ = page_.add_sprite(page_.add_look(draw_cursor), chart_place(0));
        dot_ = page_.add_sprite(page_.add_look([this](draw::canvas& look) {
            look.circle({0, 0}, 4.5 * scale_->unit(), draw::palette::paper);
            look.circle({0, 0}, 3.5 * scale_->unit(), draw::palette::ink);
        }),
                                dot_place(0));
    }

    [[nodiscard]] draw::point chart_place(std::size_t step) const { return {scale_->x(step), 0}; }
    [[nodiscard]] draw::point dot_place(std::size_t step) const {
        return {scale_->x(step), scale_->y(walk_.life[step])};
    }

    void frame(std::size_t step) {
        const life_points before = walk_.life[step - 1];
        const life_points now = walk_.life[step];
        const place at = cells_[step];
        page_.next_frame();
        walk_to(step);
        if (scale_) {
            page_.move(cursor_, chart_place(step));
            page_.move(dot_, dot_place(step));
        }
        page_.value(words_->step_label, step);
        if (now != before) page_.value(words_->life_label, now);
        if (is_low(now) != is_low(before))
            page_.paint(runner_, is_low(now) ? draw::palette::red : colors::route);
        if (taken_ < walk_.taken_at.size() && walk_.taken_at[taken_] == step) {
            page_.hide(treasures_[board_->treasure_number(at)]);
            page_.value(words_->treasures_label, ++taken_);
        }
        page_.caption(caption_of((*board_)[at], before, now, *words_));
    }

    /// Moves along the lanes: out of the cell before, and into this one as far as the line is the
    /// same wherever it goes on.
    void walk_to(std::size_t step) {
        std::size_t number = 0;
        lanes_->at(step - 1, [&](const draw::point& p) {
            if (number++ > 0) page_.move(runner_, p);
        });
        number = 0;
        lanes_->at(step, [&](const draw::point& p) {
            if (number++ == 0 || step + 1 == cells_.size()) page_.move(runner_, p);
        });
    }

    const board* board_;
    const words* words_;
    picture_layout layout_;
    replayed walk_;
    std::span<const place> cells_;  // those that were entered
    draw::box chart_;
    draw::replay_page page_;
    std::vector<draw::point> middles_;
    std::optional<draw::route_lanes> lanes_;
    std::optional<draw::profile_scale> scale_;  // if there is a chart
    std::vector<draw::sprite_id> treasures_;
    draw::sprite_id runner_ = {};
    draw::sprite_id cursor_ = {};
    draw::sprite_id dot_ = {};
    std::size_t taken_ = 0;
};

}  // namespace detail

/// A page with a runner who walks a route: treasures vanish when they are taken, step, life and
/// treasures are shown all along, and so is the life in a chart. A corridor that is walked twice
/// has two lanes. A route that fails is shown up to where it does.
///
/// `b`       the maze.
/// `route`   cells from the start on; if empty, the runner stays there.
/// `title`   what stands above it.
/// `chosen`  how large; by itself it chooses a size that fits a screen.
/// `w`       the language of captions and controls.
/// `note`    what to say of a maze that cannot be won.
[[nodiscard]] inline draw::replay_page to_replay_page(const board& b, std::span<const place> route,
                                                      std::string_view title,
                                                      std::optional<picture_layout> chosen = {},
                                                      const words& w = english_words,
                                                      const picture_note& note = {}) {
    const picture_layout layout = chosen.value_or(picture_layout::for_board(b));
    return detail::walk_page(b, route, title, layout, w, note).made();
}

}  // namespace senda::maze
