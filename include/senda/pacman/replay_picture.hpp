// SPDX-License-Identifier: MIT
// A page on which Pac-Man walks a route move by move: food vanishes and bombs explode.
#pragma once

#include <senda/draw/canvas.hpp>
#include <senda/draw/replay_page.hpp>
#include <senda/pacman/board.hpp>
#include <senda/pacman/picture.hpp>
#include <senda/pacman/pictures/colors.hpp>
#include <senda/pacman/pictures/shapes.hpp>
#include <senda/pacman/report.hpp>
#include <senda/pacman/rules.hpp>

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
    walk_page(const board& b, std::string_view title)
        : board_(&b),
          layout_(picture_layout::for_board(b)),
          page_(std::string{title}, replay_ground(b, layout_)) {
        add_things();
        trail_ = page_.add_sprite(page_.add_look(draw::canvas(1, 1)), middle(b.start()));
        page_.trail(trail_, colors::route, layout_.line_width());
        for (const direction d : directions)
            looking_[static_cast<std::size_t>(d)] = page_.add_sprite(
                look([d](shape_painter& shapes) { shapes.pacman({0, 0}, d); }), middle(b.start()));
    }

    /// Shows all of a walk.
    [[nodiscard]] draw::replay_page of(std::span<const direction> moves, const replayed& walk) && {
        turn_to(moves.empty() ? direction::right : moves[0], board_->start(), true);
        page_.value("move", 0);
        page_.value("energy", walk.energies[0]);
        page_.value("food", eaten_text());
        if (walk) caption_ = "Pac-Man is at the goal already.";
        page_.caption(walk.places.size() > 1 ? "Pac-Man sets out." : caption_);
        for (std::size_t i = 1; i < walk.places.size(); ++i) frame(i, moves[i - 1], walk);
        return std::move(page_);
    }

private:
    template <class Draw>
    draw::look_id look(Draw&& how) {
        draw::canvas shapes(1, 1);
        shape_painter painter(shapes, layout_.cell);
        how(painter);
        return page_.add_look(shapes);
    }

    /// The food and the bombs, one look for all that are alike.
    void add_things() {
        std::vector<std::pair<tile, draw::look_id>> looks;
        for (const place p : board_->one_time_cells()) {
            const tile t = (*board_)[p];
            std::optional<draw::look_id> found;
            for (const auto& [like, id] : looks)
                if (like == t) found = id;
            if (!found) {
                draw::canvas shapes(1, 1);
                map_painter(shapes, *board_, layout_).thing({0, 0}, t);
                found = page_.add_look(shapes);
                looks.emplace_back(t, *found);
            }
            things_.push_back(page_.add_sprite(*found, middle(p)));
        }
        if (board_->bombs().empty()) return;
        const draw::look_id scorch = look([](shape_painter& shapes) { shapes.scorch({0, 0}); });
        for (const place p : board_->bombs()) {
            scorches_.push_back(page_.add_sprite(scorch, middle(p)));
            page_.hide(scorches_.back());
        }
        blast_ = page_.add_sprite(look([](shape_painter& shapes) { shapes.blast({0, 0}); }),
                                  middle(board_->start()));
        page_.hide(*blast_);
    }

    void frame(std::size_t i, direction d, const replayed& walk) {
        const place at = walk.places[i];
        page_.next_frame();
        turn_to(d, at, false);
        page_.move(trail_, middle(at));
        page_.value("move", i);
        page_.value("energy", walk.energies[i]);
        if (blasting_) page_.hide(*blast_);
        blasting_ = false;
        if (walk.takes[i]) take(at);
        std::string says = caption_of(*board_, walk, i);
        if (says != caption_) page_.caption(caption_ = std::move(says));
    }

    void turn_to(direction d, place at, bool first) {
        const auto index = static_cast<std::size_t>(d);
        for (std::size_t i = 0; i < looking_.size(); ++i)
            if (i != index && (first || i == turned_)) page_.hide(looking_[i]);
        if (!first && index != turned_) page_.show(looking_[index]);
        page_.move(looking_[index], middle(at));
        turned_ = index;
    }

    void take(place at) {
        page_.hide(things_[*board_->one_time_number(at)]);
        if ((*board_)[at].what == kind::food) {
            ++eaten_;
            page_.value("food", eaten_text());
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
        return std::to_string(eaten_) + " of " + std::to_string(board_->foods().size());
    }

    [[nodiscard]] draw::point middle(place p) const noexcept { return layout_.middle(*board_, p); }

    const board* board_;
    picture_layout layout_;
    draw::replay_page page_;
    std::vector<draw::sprite_id> things_;    // by the numbers of one-time cells
    std::vector<draw::sprite_id> scorches_;  // in the order of the bombs
    std::optional<draw::sprite_id> blast_;
    bool blasting_ = false;
    draw::sprite_id trail_ = {};
    std::array<draw::sprite_id, 4> looking_ = {};  // Pac-Man, by where he looks
    std::size_t turned_ = 0;
    std::size_t eaten_ = 0;
    std::string caption_;
};

}  // namespace detail

/// A page on which Pac-Man walks a route: food vanishes when it is eaten, bombs explode, and move,
/// energy and food are shown all along. A route that fails is shown up to where it does.
///
/// `b`      the map.
/// `moves`  the route from the start on; if empty, Pac-Man stays there.
/// `title`  what the page is called.
[[nodiscard]] inline draw::replay_page to_replay_page(const board& b,
                                                      std::span<const direction> moves,
                                                      std::string_view title) {
    return detail::walk_page(b, title).of(moves, replay(b, moves));
}

}  // namespace senda::pacman
