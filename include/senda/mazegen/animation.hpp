// SPDX-License-Identifier: MIT
#pragma once

#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/layout.hpp>
#include <senda/draw/palette.hpp>
#include <senda/draw/replay_page.hpp>
#include <senda/graph/cell.hpp>
#include <senda/mazegen/direction.hpp>
#include <senda/mazegen/entrances.hpp>
#include <senda/mazegen/listing.hpp>
#include <senda/mazegen/maze.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace senda::mazegen {

/// An observer of a generator that makes a page with buttons to play, pause, step, go back, choose
/// a speed and a frame: `generate(wilson{}, 25, 30, 7, page)`, where `page` is what `make` gives.
class animation {
public:
    /// The most rooms that a page is made for: a browser draws them all.
    static constexpr std::int64_t most_rooms = 250'000;

    /// Why a maze of that size cannot be shown, if so: `too_many_rooms`, or `bad_size`.
    [[nodiscard]] static diagnostic fault_of(std::int64_t rows, std::int64_t cols) {
        if (rows < 1 || cols < 1) return {"bad_size", "expected at least 1 row and 1 column"};
        if (rows <= most_rooms && cols <= most_rooms / rows) return {};
        return {"too_many_rooms", "an animation of " + std::to_string(rows) + " x " +
                                      std::to_string(cols) +
                                      " rooms is too large: expected at most " +
                                      std::to_string(most_rooms) + " rooms"};
    }

    /// A page with nothing dug. Errors: those of `fault_of`, and `no_memory`.
    [[nodiscard]] static parsed<animation> make(std::int64_t rows, std::int64_t cols,
                                                std::string_view title) {
        if (diagnostic fault = fault_of(rows, cols); !fault.code.empty()) return fault;
        parsed<maze> nothing = maze::make(rows, cols);
        if (!nothing) return nothing.error();
        return animation(*std::move(nothing), title);
    }

    /// Digs from one room to another beside it; the hook that generators call.
    void on_carve(cell from, cell to) {
        page_.next_frame();
        if (at_ != from) {
            if (at_) page_.hide(digger_);
            page_.move(digger_, middle(from));
            page_.show(digger_);
        }
        page_.move(digger_, middle(to));
        at_ = to;
        dug_.open(from, direction_of(from, to));
        if (passages_ == 0) page_.caption("The maze is being dug.");
        page_.value("passages", ++passages_);
    }

    /// Digs what a finished maze has besides, such as the dead ends that were opened.
    void finish(const maze& m) {
        for_each_passage(m, [&](cell a, cell b) {
            if (dug_.has_passage(a, direction_of(a, b))) return;
            on_carve(a, b);
            page_.caption("More walls are opened, so that there are loops.");
        });
        page_.next_frame();
        page_.hide(digger_);
        at_ = std::nullopt;
        page_.caption("The maze is dug.");
    }

    /// Shows where the maze is entered and left, after `finish`, and walks a route if there is one.
    void walk(const entrances& marks, std::span<const cell> route) {
        page_.next_frame();
        page_.add_sprite(add_mark(mix(draw::palette::red, draw::palette::paper, 0.55)),
                         middle(marks.exit));
        page_.add_sprite(add_mark(draw::palette::red), middle(marks.entrance));
        page_.caption(route.empty() ? "In and out." : "The way out.");
        page_.move(walker_, middle(marks.entrance));
        for (std::size_t i = 0; i < route.size(); ++i) {
            page_.next_frame();
            if (i == 0) page_.show(walker_);
            page_.move(walker_, middle(route[i]));
            page_.value("steps", i);
        }
    }

    /// The page so far.
    [[nodiscard]] const draw::replay_page& page() const noexcept { return page_; }

private:
    animation(maze nothing, std::string_view title)
        : layout_(layout_for(std::max(nothing.rows(), nothing.cols()))),
          dug_(std::move(nothing)),
          page_(std::string{title}, draw::canvas(layout_.length(dug_.cols()),
                                                 layout_.length(dug_.rows()), draw::palette::ink)),
          digger_(page_.add_sprite(add_disc(draw::palette::red), {0, 0})),
          walker_(page_.add_sprite(add_disc(draw::palette::blue), {0, 0})) {
        page_.hide(digger_);
        page_.hide(walker_);
        page_.trail(digger_, draw::palette::paper, layout_.room);
        page_.trail(walker_, draw::palette::blue, std::max(layout_.room * 0.3, 1.0));
        page_.value("passages", 0);
        page_.caption("Nothing is dug yet.");
    }

    /// Rooms so large that the longer side has some 900 pixels.
    [[nodiscard]] static draw::room_layout layout_for(int rooms) noexcept {
        const int pitch = std::clamp(900 / rooms, 3, 36);
        const int wall = std::max(pitch / 5, 1);
        return {.room = pitch - wall, .wall = wall, .margin = wall};
    }

    [[nodiscard]] draw::point middle(cell c) const noexcept { return layout_.middle(c.y, c.x); }

    [[nodiscard]] static direction direction_of(cell from, cell to) noexcept {
        if (from.y != to.y) return to.y < from.y ? direction::north : direction::south;
        return to.x < from.x ? direction::west : direction::east;
    }

    [[nodiscard]] draw::look_id add_disc(draw::color paint) {
        return page_.add_look([&](draw::canvas& look) {
            look.circle({0, 0}, std::max(layout_.room * 0.32, 2.0), paint);
        });
    }

    [[nodiscard]] draw::look_id add_mark(draw::color paint) {
        const double half = std::max(layout_.room * 0.28, 2.0);
        return page_.add_look(
            [&](draw::canvas& look) { look.rectangle({-half, -half, 2 * half, 2 * half}, paint); });
    }

    draw::room_layout layout_;
    maze dug_;
    draw::replay_page page_;
    draw::sprite_id digger_;
    draw::sprite_id walker_;
    std::optional<cell> at_;  // where the digger is, if it is seen
    std::uint64_t passages_ = 0;
};

}  // namespace senda::mazegen
