// SPDX-License-Identifier: MIT
// A page that plays a picture step by step, in any browser, from one file.
#pragma once

#include <senda/detail/draw/page/replay_html.hpp>
#include <senda/detail/draw/page/replay_record.hpp>
#include <senda/detail/draw/svg/svg_path.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/replay_words.hpp>
#include <senda/text/sink.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::draw {

/// How a sprite looks; made by `replay_page::add_look`.
enum class look_id : std::uint32_t {};

/// A thing that moves over the picture; made by `replay_page::add_sprite`.
enum class sprite_id : std::uint32_t {};

/// Makes an HTML page with a picture, things that move over it, and buttons to play, pause, step,
/// go back and choose a frame. What is done before the first `next_frame` is frame 0, and every
/// frame begins as the one before it ended. A frame costs some twenty bytes of the page.
/// `write_apng` makes a moving picture of it.
class replay_page {
public:
    /// A page with a title, whose things move over `background`.
    replay_page(std::string title, canvas background)
        : record_(std::move(title), std::move(background)) {}

    /// A look: the shapes of a canvas, whose size and background do not matter, around the sprite
    /// at (0, 0). To those in the colour `changing`, if given, `paint` gives another.
    [[nodiscard]] look_id add_look(canvas shapes, std::optional<color> changing = {}) {
        detail::replay_look made{std::move(shapes), changing};
        auto& looks = record_.looks;
        const auto found = std::find(looks.begin(), looks.end(), made);
        const auto number = static_cast<std::uint32_t>(found - looks.begin());
        if (found == looks.end()) looks.push_back(std::move(made));
        return look_id{number};
    }

    /// A look that `draw(canvas&)` draws around the point (0, 0).
    template <std::invocable<canvas&> Draw>
    [[nodiscard]] look_id add_look(Draw draw, std::optional<color> changing = {}) {
        canvas shapes(1, 1);
        draw(shapes);
        return add_look(std::move(shapes), changing);
    }

    /// A sprite, which is seen from the present frame on. Later ones are drawn over earlier ones.
    sprite_id add_sprite(look_id look, point at) {
        const sprite_id made{static_cast<std::uint32_t>(record_.sprites.size())};
        const detail::path_point place = detail::to_path(at.x, at.y);
        record_.sprites.push_back({static_cast<std::uint32_t>(look), place, frame_count() == 1});
        places_.push_back(place);
        if (frame_count() > 1) show(made);
        return made;
    }

    /// Moves a sprite.
    void move(sprite_id sprite, point to) {
        detail::path_point& place = places_[static_cast<std::size_t>(sprite)];
        const detail::path_point there = detail::to_path(to.x, to.y);
        if (place == there) return;
        change(detail::change_kind::move, sprite, there.x - place.x, there.y - place.y);
        place = there;
    }

    /// Lets a sprite be seen.
    void show(sprite_id sprite) { change(detail::change_kind::show, sprite); }
    /// Hides a sprite.
    void hide(sprite_id sprite) { change(detail::change_kind::hide, sprite); }

    /// Gives the changing parts of a sprite another colour.
    void paint(sprite_id sprite, color c) {
        change(detail::change_kind::paint, sprite, record_.colors.number_of(to_hex(c)));
    }

    /// Draws a line behind all sprites along the path of this one, as long as it is seen. A sprite
    /// has one trail at most, which is set before the first `next_frame`.
    void trail(sprite_id sprite, color paint, coordinate width) {
        record_.trails.push_back({static_cast<std::uint32_t>(sprite), paint, width});
    }

    /// Shapes that are seen above all trails, but below all sprites.
    void overlay(canvas shapes) { record_.overlay = std::move(shapes); }

    /// Shows a named number beside the picture, such as `life`, until it changes.
    template <std::integral Integer>
    void value(std::string_view name, Integer number) {
        set_value(detail::change_kind::number, name, static_cast<std::int64_t>(number));
    }

    /// Shows a named text beside the picture; an empty one takes it away.
    void value(std::string_view name, std::string_view text) {
        set_value(detail::change_kind::text, name, record_.texts.number_of(text));
    }

    /// Says what happens, below the picture, until the next caption.
    void caption(std::string_view text) {
        if (text == caption_) return;
        caption_ = text;
        record_.changes.push_back(
            {detail::change_kind::caption, 0, record_.texts.number_of(text), 0});
    }

    /// Lets sprites glide from one place to the next instead of jumping there.
    void glide() noexcept { record_.glides = true; }

    /// The language of the controls; English if it is not set.
    void words(const replay_words& w) noexcept { record_.words = w; }

    /// How many frames a second are played at first; by itself, the page takes half a minute for
    /// all of them, but is no slower than five a second.
    void pace(unsigned frames_a_second) noexcept { record_.pace = frames_a_second; }

    /// Ends the present frame and begins the next.
    void next_frame() { record_.begins.push_back(record_.changes.size()); }

    /// How many frames there are so far.
    [[nodiscard]] std::size_t frame_count() const noexcept { return record_.begins.size(); }

    /// Writes the page to a sink, in pieces.
    template <ByteSink Sink>
    void write(Sink&& sink) const {
        detail::replay_html<std::remove_reference_t<Sink>>{record_, sink}.write();
    }

    /// The text of the page.
    [[nodiscard]] std::string to_html() const {
        std::string text;
        write([&text](std::string_view piece) { text += piece; });
        return text;
    }

    /// All that happens, for what shows it in other ways.
    [[nodiscard]] const detail::replay_record& record() const noexcept { return record_; }

private:
    void change(detail::change_kind kind, sprite_id sprite, std::int64_t a = 0,
                std::int64_t b = 0) {
        record_.changes.push_back({kind, static_cast<std::uint32_t>(sprite), a, b});
    }

    void set_value(detail::change_kind kind, std::string_view name, std::int64_t to) {
        const auto which = static_cast<std::uint32_t>(record_.names.number_of(name));
        record_.changes.push_back({kind, which, to, 0});
    }

    detail::replay_record record_;
    std::vector<detail::path_point> places_;  // where the sprites are
    std::string caption_;                     // the last one
};

}  // namespace senda::draw
