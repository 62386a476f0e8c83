// SPDX-License-Identifier: MIT
#pragma once

#include <common/replay_page.hpp>
#include <common/room_layout.hpp>
#include <mazegen/carving/part_colors.hpp>
#include <mazegen/direction.hpp>
#include <mazegen/entrances.hpp>
#include <mazegen/listing.hpp>
#include <mazegen/maze.hpp>
#include <mazegen/rooms/outer_gaps.hpp>
#include <mazegen/search_trace.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/graph/cell.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::mazegen {

/// What an animation shows, and how often.
struct animation_options {
    /// Whether the parts of the maze have colours while they are joined, as Kruskal's are.
    bool colors_parts = false;
    /// The names of searches that are shown side by side in the same maze; without any there is
    /// one maze.
    std::vector<std::string> searches = {};
};

/// A search that an animation shows. What it refers to must outlive the call.
struct shown_search {
    const search_trace* trace = nullptr;  ///< what it did; nothing of it is shown without
    std::span<const cell> route = {};     ///< what it found
};

/// An observer of a generator that makes a page with buttons to play, pause, step, go back, choose
/// a speed and a frame: `generate(wilson{}, 25, 30, 7, page)`, where `page` is what `make` gives.
class animation {
public:
    /// The most rooms that a page is made for: a browser draws them all.
    static constexpr std::int64_t most_rooms = 250'000;
    /// The most rooms, in all mazes of a page, whose floors have colours.
    static constexpr std::uint64_t most_colored = 40'000;

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
                                                std::string_view title,
                                                const animation_options& o = {}) {
        if (diagnostic fault = fault_of(rows, cols); !fault.code.empty()) return fault;
        parsed<maze> nothing = maze::make(rows, cols);
        if (!nothing) return nothing.error();
        return animation(*std::move(nothing), false, title, o);
    }

    /// A page with a maze that is there from the beginning. Errors: the same.
    [[nodiscard]] static parsed<animation> make(const maze& m, std::string_view title,
                                                const animation_options& o = {}) {
        if (diagnostic fault = fault_of(m.rows(), m.cols()); !fault.code.empty()) return fault;
        maze dug = m.copy();
        if (dug.rooms() != m.rooms())
            return diagnostic{"no_memory", "there is no memory for a copy of the maze"};
        return animation(std::move(dug), true, title, o);
    }

    /// Whether the floors of so many rooms may have colours.
    [[nodiscard]] bool has_colors(std::uint64_t rooms) const noexcept {
        return rooms * panels_.size() <= most_colored;
    }

    /// Digs from one room to another beside it; the hook that generators call.
    void on_carve(cell from, cell to) {
        page_.next_frame();
        for (panel& p : panels_) {
            if (at_ != from) {
                if (at_) page_.hide(p.digger);
                page_.move(p.digger, middle(p, from));
                page_.show(p.digger);
            }
            page_.move(p.digger, middle(p, to));
        }
        at_ = to;
        dug_.open(from, direction_of(from, to));
        if (parts_)
            parts_->join(dug_.index(from), dug_.index(to), [&](std::uint32_t room, draw::color c) {
                for (panel& p : panels_) paint_floor(p, dug_.node(room), c);
            });
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
        if (is_whole_) return;
        page_.next_frame();
        for (panel& p : panels_) {
            page_.hide(p.digger);
            for (floor& f : p.floors) hide(f);
        }
        at_ = std::nullopt;
        parts_ = std::nullopt;
        page_.caption("The maze is dug.");
    }

    /// Shows where the maze is entered and left, after `finish`, and walks a route if there is one.
    void walk(const entrances& marks, std::span<const cell> route) {
        show_marks(marks, route.empty() ? "In and out." : "The way out.");
        const shown_search one{nullptr, route};
        walk(std::span{&one, 1});
    }

    /// Shows where the maze is entered and left, after `finish`, then the searches side by side, an
    /// expansion a frame, and walks what they found. There is one for each that was named.
    void search(const entrances& marks, std::span<const shown_search> searches) {
        show_marks(marks, "Green is the frontier, blue is closed.");
        std::vector<std::size_t> next(searches.size());
        for (bool goes_on = true; goes_on;) {
            goes_on = false;
            for (std::size_t i = 0; i < searches.size() && i < panels_.size(); ++i)
                if (searches[i].trace != nullptr && next[i] < searches[i].trace->events().size()) {
                    if (!goes_on) page_.next_frame();
                    goes_on = true;
                    expand(panels_[i], searches[i].trace->events(), next[i]);
                }
        }
        page_.next_frame();
        page_.caption("The ways that they found.");
        walk(searches);
    }

    /// The page so far.
    [[nodiscard]] const draw::replay_page& page() const noexcept { return page_; }

private:
    /// A coloured floor of a room, made when it is first seen.
    struct floor {
        std::optional<draw::sprite_id> sprite = std::nullopt;
        bool is_seen = false;
    };
    /// One of the mazes that are shown.
    struct panel {
        double x = 0;
        double y = 0;
        std::string name = {};
        draw::sprite_id digger = {};
        draw::sprite_id walker = {};
        std::vector<floor> floors = {};
        std::uint64_t expanded = 0;
    };

    animation(maze dug, bool is_whole, std::string_view title, const animation_options& o)
        : layout_(layout_for(std::max(dug.rows(), dug.cols()), o.searches.size())),
          dug_(std::move(dug)),
          is_whole_(is_whole),
          panels_(panels_of(o)),
          page_(std::string{title}, background()) {
        const draw::look_id digger = add_disc(draw::palette::red);
        const draw::look_id walker = add_disc(draw::palette::blue);
        for (panel& p : panels_) {
            p.digger = page_.add_sprite(digger, {0, 0});
            p.walker = page_.add_sprite(walker, {0, 0});
            page_.hide(p.digger);
            page_.hide(p.walker);
            page_.trail(p.digger, draw::palette::paper, layout_.room);
            page_.trail(p.walker, draw::palette::blue, std::max(layout_.room * 0.3, 1.0));
        }
        floor_ = page_.add_look(
            [&](draw::canvas& look) {
                const double side = layout_.room;
                look.rectangle({-side / 2, -side / 2, side, side}, draw::palette::mist);
            },
            draw::palette::mist);
        if (o.colors_parts && has_colors(dug_.rooms())) parts_.emplace(dug_.index_bound());
        if (!is_whole_) page_.value("passages", 0);
        page_.caption(is_whole_ ? "The maze." : "Nothing is dug yet.");
    }

    static constexpr int title_height = 26;

    [[nodiscard]] std::vector<panel> panels_of(const animation_options& o) const {
        if (o.searches.empty()) return std::vector<panel>(1);
        std::vector<panel> made;
        const double width = layout_.length(dug_.cols()) + 10;
        const double height = layout_.length(dug_.rows()) + title_height;
        const std::size_t across = o.searches.size() == 1 ? 1 : 2;
        for (const std::string& name : o.searches) {
            const std::size_t row = made.size() / across;
            const std::size_t col = made.size() % across;
            made.push_back(
                {.x = double(col) * width, .y = double(row) * height + title_height, .name = name});
        }
        return made;
    }

    /// Rock where nothing is dug, and the rooms of a maze that is there from the beginning.
    [[nodiscard]] draw::canvas background() const {
        const int width = layout_.length(dug_.cols());
        const int height = layout_.length(dug_.rows());
        const panel& last = panels_.back();
        const int right = static_cast<int>(panels_.size() > 1 ? panels_[1].x : last.x) + width;
        draw::canvas picture(right, static_cast<int>(last.y) + height, draw::palette::paper);
        for (const panel& p : panels_) {
            picture.rectangle({p.x, p.y, width, height}, draw::palette::ink);
            if (!p.name.empty())
                picture.text({p.x + 4, p.y - title_height / 2.0}, p.name,
                             {.paint = draw::palette::ink, .size = 16, .at = draw::anchor::start});
            for_each_passage(dug_, [&](cell a, cell b) {
                picture.line(middle(p, a), middle(p, b),
                             {draw::palette::paper, layout_.room, draw::cap::square});
            });
        }
        return picture;
    }

    /// Rooms so large that the longer side has some 900 pixels.
    [[nodiscard]] static draw::room_layout layout_for(int rooms, std::size_t searches) noexcept {
        const int side = searches > 1 ? 480 : 900;
        const int pitch = std::clamp(side / rooms, 3, 36);
        const int wall = std::max(pitch / 5, 1);
        return {.room = pitch - wall, .wall = wall, .margin = wall};
    }

    [[nodiscard]] draw::point middle(const panel& p, cell c) const noexcept {
        const draw::point at = layout_.middle(c.y, c.x);
        return {p.x + at.x, p.y + at.y};
    }

    [[nodiscard]] static direction direction_of(cell from, cell to) noexcept {
        if (from.y != to.y) return to.y < from.y ? direction::north : direction::south;
        return to.x < from.x ? direction::west : direction::east;
    }

    /// Whether a room has a mark, which a coloured floor would cover.
    [[nodiscard]] bool is_marked(cell room) const noexcept {
        return room == marks_.entrance || room == marks_.exit;
    }

    void paint_floor(panel& p, cell room, draw::color c) {
        if (p.floors.empty()) p.floors.resize(dug_.index_bound());
        floor& f = p.floors[dug_.index(room)];
        if (!f.sprite)
            f.sprite = page_.add_sprite(floor_, middle(p, room));
        else if (!f.is_seen)
            page_.show(*f.sprite);
        f.is_seen = true;
        page_.paint(*f.sprite, c);
    }
    void hide(floor& f) {
        if (f.is_seen) page_.hide(*f.sprite);
        f.is_seen = false;
    }

    /// Shows the next expansion of a search, and all rooms that it brings into the frontier.
    void expand(panel& p, std::span<const search_trace::event> events, std::size_t& next) {
        bool is_first = true;
        for (; next < events.size(); ++next, is_first = false) {
            const auto [room, closes] = events[next];
            if (closes && !is_first) return;
            if (closes) page_.value(p.name + " expanded", ++p.expanded);
            if (!is_marked(room))
                paint_floor(p, room,
                            mix(closes ? draw::palette::blue : draw::palette::green,
                                draw::palette::paper, closes ? 0.65 : 0.4));
        }
    }

    void walk(std::span<const shown_search> searches) {
        std::size_t most = 0;
        for (const shown_search& s : searches) most = std::max(most, s.route.size());
        for (std::size_t i = 0; i < searches.size() && i < panels_.size(); ++i)
            if (!searches[i].route.empty())
                page_.move(panels_[i].walker, middle(panels_[i], searches[i].route.front()));
        for (std::size_t step = 0; step < most; ++step) {
            page_.next_frame();
            for (std::size_t i = 0; i < searches.size() && i < panels_.size(); ++i) {
                const auto& [trace, route] = searches[i];
                if (step >= route.size()) continue;
                panel& p = panels_[i];
                if (step == 0) page_.show(p.walker);
                page_.move(p.walker, middle(p, route[step]));
                if (trace != nullptr && !is_marked(route[step]))
                    paint_floor(p, route[step], draw::palette::blue);
            }
            page_.value("steps", step);
        }
    }

    void show_marks(const entrances& marks, std::string_view caption) {
        marks_ = marks;
        page_.next_frame();
        const detail::walls_with_gaps walls(dug_, marks.entrance, marks.exit);
        const draw::look_id exit = add_mark(mix(draw::palette::red, draw::palette::paper, 0.55));
        const draw::look_id entrance = add_mark(draw::palette::red);
        for (const panel& p : panels_) {
            for (const auto& gap : walls.gaps())
                if (gap) show_gap(p, *gap);
            page_.add_sprite(exit, middle(p, marks.exit));
            page_.add_sprite(entrance, middle(p, marks.entrance));
        }
        page_.caption(caption);
    }

    /// Opens the outer wall where the maze is entered or left.
    void show_gap(const panel& p, const detail::outer_gap& gap) {
        const bool is_level = gap.side == direction::west || gap.side == direction::east;
        // From the middle of the room on, whose end is round where it is a dead end.
        const double depth = layout_.wall + layout_.margin + layout_.room / 2.0;
        const double width = is_level ? depth : layout_.room;
        const double height = is_level ? layout_.room : depth;
        const cell out = next_to({0, 0}, gap.side);
        const draw::point at = middle(p, gap.room);
        const double away = depth / 2;
        const draw::look_id look = page_.add_look([&](draw::canvas& shapes) {
            shapes.rectangle({-width / 2, -height / 2, width, height}, draw::palette::paper);
        });
        page_.add_sprite(look, {at.x + out.x * away, at.y + out.y * away});
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
    bool is_whole_;  // from the beginning
    std::vector<panel> panels_;
    draw::replay_page page_;
    draw::look_id floor_ = {};
    std::optional<detail::part_colors> parts_;
    entrances marks_;
    std::optional<cell> at_;  // where the digger is, if it is seen
    std::uint64_t passages_ = 0;
};

}  // namespace senda::mazegen
