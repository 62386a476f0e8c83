// SPDX-License-Identifier: MIT
// A page on which Pac-Man walks a route move by move: food vanishes and bombs explode.
#pragma once

#include <common/format.hpp>
#include <common/replay_page.hpp>
#include <pacman/board.hpp>
#include <pacman/picture.hpp>
#include <pacman/report.hpp>
#include <pacman/rules.hpp>
#include <pacman/words.hpp>
#include <senda/draw/canvas.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::pacman {

namespace detail {

/// The picture below everything that moves or vanishes.
[[nodiscard]] inline draw::canvas replay_ground(const board& b, const picture_layout& layout) {
    draw::canvas ground(layout.width(b), layout.height(b));
    map_painter painter(ground, b, layout);
    painter.ground();
    painter.marks();
    painter.things(false);
    return ground;
}

/// Makes the page of a walk, frame by frame.
class walk_page {
public:
    walk_page(const board& b, std::string_view title, const words& w)
        : board_(&b),
          words_(&w),
          layout_(picture_layout::for_board(b)),
          page_(std::string{title}, replay_ground(b, layout_)) {
        page_.words(w.page);
        add_things();
        trail_ = page_.add_sprite(page_.add_look(draw::canvas(1, 1)), middle(b.start()));
        page_.trail(trail_, colors::route, layout_.line_width());
        for (const direction d : directions)
            facing_[static_cast<std::size_t>(d)] = page_.add_sprite(
                add_look([d](map_painter& m) { m.pacman({0, 0}, d); }), middle(b.start()));
    }

    /// Shows all of a walk.
    [[nodiscard]] draw::replay_page of(std::span<const direction> moves, const replayed& walk) && {
        turned_ = static_cast<std::size_t>(moves.empty() ? direction::right : moves[0]);
        for (std::size_t i = 0; i < facing_.size(); ++i)
            if (i != turned_) page_.hide(facing_[i]);
        page_.value(words_->move_label, 0);
        page_.value(words_->energy_label, walk.energies[0]);
        page_.value(words_->food_label, eaten_text());
        if (walk.places.size() > 1)
            page_.caption(words_->sets_out);
        else if (walk)
            page_.caption(words_->is_there);
        for (std::size_t i = 1; i < walk.places.size(); ++i) frame(i, moves[i - 1], walk);
        return std::move(page_);
    }

private:
    template <class Draw>
    draw::look_id add_look(Draw draw_shapes) {
        return page_.add_look([&](draw::canvas& look) {
            map_painter painter(look, *board_, layout_);
            draw_shapes(painter);
        });
    }

    void add_things() {
        for (const place p : board_->one_time_cells()) {
            const tile t = (*board_)[p];
            const draw::look_id look = add_look([t](map_painter& m) { m.thing({0, 0}, t); });
            things_.push_back(page_.add_sprite(look, middle(p)));
        }
        if (board_->bombs().empty()) return;
        const draw::look_id scorch = add_look([](map_painter& m) { m.scorch({0, 0}); });
        for (const place p : board_->bombs()) {
            scorches_.push_back(page_.add_sprite(scorch, middle(p)));
            page_.hide(scorches_.back());
        }
        blast_ = page_.add_sprite(add_look([](map_painter& m) { m.blast({0, 0}); }),
                                  middle(board_->start()));
        page_.hide(*blast_);
    }

    void frame(std::size_t i, direction d, const replayed& walk) {
        const place at = walk.places[i];
        page_.next_frame();
        turn_to(d);
        page_.move(facing_[turned_], middle(at));
        page_.move(trail_, middle(at));
        page_.value(words_->move_label, i);
        page_.value(words_->energy_label, walk.energies[i]);
        if (blasting_) page_.hide(*blast_);
        blasting_ = false;
        if (walk.takes[i]) take(at);
        const std::string says = caption_of(*board_, walk, i, *words_);
        is_eventful_ |= !says.empty();  // until then, Pac-Man sets out
        if (is_eventful_) page_.caption(says);
    }

    void turn_to(direction d) {
        const auto index = static_cast<std::size_t>(d);
        if (index == turned_) return;
        page_.hide(facing_[turned_]);
        page_.show(facing_[index]);
        turned_ = index;
    }

    void take(place at) {
        page_.hide(things_[*board_->one_time_number(at)]);
        if ((*board_)[at].what == kind::food) {
            ++eaten_;
            page_.value(words_->food_label, eaten_text());
            return;
        }
        const std::vector<place>& bombs = board_->bombs();
        const auto bomb = std::lower_bound(bombs.begin(), bombs.end(), at) - bombs.begin();
        page_.show(scorches_[static_cast<std::size_t>(bomb)]);
        page_.move(*blast_, middle(at));
        page_.show(*blast_);
        blasting_ = true;
    }

    [[nodiscard]] std::string eaten_text() const {
        return substitute(words_->part,
                          {std::to_string(eaten_), std::to_string(board_->foods().size())});
    }

    [[nodiscard]] draw::point middle(place p) const noexcept { return layout_.middle(*board_, p); }

    const board* board_;
    const words* words_;
    picture_layout layout_;
    draw::replay_page page_;
    std::vector<draw::sprite_id> things_;    // by the numbers of one-time cells
    std::vector<draw::sprite_id> scorches_;  // in the order of the bombs
    std::optional<draw::sprite_id> blast_;
    bool blasting_ = false;
    draw::sprite_id trail_ = {};
    std::array<draw::sprite_id, 4> facing_ = {};  // Pac-Man, by where he faces
    std::size_t turned_ = 0;
    std::size_t eaten_ = 0;
    bool is_eventful_ = false;
};

}  // namespace detail

/// A page on which Pac-Man walks a route: food vanishes when it is eaten, bombs explode, and move,
/// energy and food are shown all along. A route that fails is shown up to where it does.
///
/// `b`      the map.
/// `moves`  the route from the start on; if empty, Pac-Man stays there.
/// `title`  what stands above it.
/// `w`      the language.
[[nodiscard]] inline draw::replay_page to_replay_page(const board& b,
                                                      std::span<const direction> moves,
                                                      std::string_view title,
                                                      const words& w = english_words) {
    return detail::walk_page(b, title, w).of(moves, replay(b, moves));
}

}  // namespace senda::pacman
