// SPDX-License-Identifier: MIT
// A page that plays a picture step by step, in any browser, from one file.
#pragma once

#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/page/replay_script.hpp>
#include <senda/draw/svg.hpp>
#include <senda/draw/svg/escape.hpp>
#include <senda/draw/svg/svg_path.hpp>
#include <senda/text/sink.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace senda::draw {

/// How a sprite looks; made by `replay_page::add_look`.
enum class look_id : std::uint32_t {};

/// A thing that moves over the picture; made by `replay_page::add_sprite`.
enum class sprite_id : std::uint32_t {};

/// Makes an HTML page with a picture, things that move over it, and buttons to play, pause, step,
/// go back and choose a frame. What is done before the first `next_frame` is frame 0, and every
/// frame begins as the one before it ended. A frame costs some twenty bytes.
class replay_page {
public:
    /// A page with a title, whose things move over `background`.
    replay_page(std::string title, canvas background)
        : title_(std::move(title)), background_(std::move(background)) {}

    /// A look: the shapes of a canvas, whose size and background do not matter, around the sprite
    /// at (0, 0). To those in the colour `changing`, if given, `paint` gives another.
    [[nodiscard]] look_id add_look(const canvas& shapes, std::optional<color> changing = {}) {
        std::string svg;
        auto sink = [&svg](std::string_view piece) { svg += piece; };
        detail::svg_shapes<decltype(sink)>{shapes, sink, changing}.write();
        const std::string paint = '"' + (changing ? to_hex(*changing) : "") + '"';
        const auto [found, is_new] = look_numbers_.try_emplace(paint + svg, look_numbers_.size());
        if (is_new) {
            if (!look_colors_.empty()) look_colors_ += ',';
            look_colors_ += paint;
            looks_ += "<g id=\"look" + std::to_string(found->second) + "\">\n" + svg + "</g>\n";
        }
        return look_id{static_cast<std::uint32_t>(found->second)};
    }

    /// A look that `draw(canvas&)` draws around the point (0, 0).
    template <std::invocable<canvas&> Draw>
    [[nodiscard]] look_id add_look(Draw draw, std::optional<color> changing = {}) {
        canvas shapes(1, 1);
        draw(shapes);
        return add_look(shapes, changing);
    }

    /// A sprite, which is seen from the present frame on. Later ones are drawn over earlier ones.
    sprite_id add_sprite(look_id look, point at) {
        const sprite_id made{static_cast<std::uint32_t>(sprites_.size())};
        const detail::path_point place = detail::to_path(at.x, at.y);
        sprites_.push_back({look, place, place, frame_count_ == 1});
        if (frame_count_ > 1) show(made);
        return made;
    }

    /// Moves a sprite.
    void move(sprite_id sprite, point to) {
        detail::path_point& place = sprites_[index(sprite)].place;
        const detail::path_point there = detail::to_path(to.x, to.y);
        if (place == there) return;
        begin_change('0', sprite);
        frames_ += ',';
        detail::append_json_number(frames_, there.x - place.x);
        frames_ += ',';
        detail::append_json_number(frames_, there.y - place.y);
        place = there;
    }

    /// Lets a sprite be seen.
    void show(sprite_id sprite) { begin_change('1', sprite); }
    /// Hides a sprite.
    void hide(sprite_id sprite) { begin_change('2', sprite); }

    /// Gives the changing parts of a sprite another colour.
    void paint(sprite_id sprite, color c) {
        begin_change('3', sprite);
        frames_ += ',' + std::to_string(number_of(colors_, to_hex(c)));
    }

    /// Draws a line behind all sprites along the path of this one, as long as it is seen. A sprite
    /// has one trail at most, which is set before the first `next_frame`.
    void trail(sprite_id sprite, color paint, coordinate width) {
        trails_ += trails_.empty() ? "[" : ",[";
        trails_ += std::to_string(index(sprite)) + ",\"" + to_hex(paint) + "\",";
        detail::append_json_number(trails_, detail::to_hundredths(width));
        trails_ += ']';
    }

    /// Shows a named number beside the picture, such as `life`, until it changes.
    template <std::integral Integer>
    void value(std::string_view name, Integer number) {
        begin_value('4', name);
        frames_ += std::to_string(number);
    }

    /// Shows a named text beside the picture; an empty one takes it away.
    void value(std::string_view name, std::string_view text) {
        begin_value('5', name);
        frames_ += std::to_string(number_of(texts_, text));
    }

    /// Says what happens, below the picture, until the next caption.
    void caption(std::string_view text) {
        if (text == caption_) return;
        caption_ = text;
        begin_change('6');
        frames_ += std::to_string(number_of(texts_, text));
    }

    /// Lets sprites glide from one place to the next instead of jumping there.
    void glide() noexcept { glides_ = true; }

    /// How many frames a second are played at first; by itself, the page takes half a minute for
    /// all of them, but is no slower than five a second.
    void pace(unsigned frames_a_second) noexcept { pace_ = frames_a_second; }

    /// Ends the present frame and begins the next.
    void next_frame() {
        frames_ += "],[";
        ++frame_count_;
    }

    /// How many frames there are so far.
    [[nodiscard]] std::size_t frame_count() const noexcept { return frame_count_; }

    /// Writes the page to a sink, in pieces.
    template <ByteSink Sink>
    void write(Sink&& sink) const {
        std::string text;
        const auto send = [&] {
            sink(std::string_view{text});
            text.clear();
        };
        append_head(text);
        send();
        auto pass_on = [&sink](std::string_view piece) { sink(piece); };
        detail::svg_shapes<decltype(pass_on)>{background_, pass_on}.write();
        text +=
            "<defs>\n" + looks_ + "</defs>\n<g id=\"trails\"></g>\n<g id=\"stage\"></g>\n</svg>\n";
        text += "<figcaption id=\"caption\" aria-live=\"polite\"></figcaption>\n</figure>\n";
        text += "<dl id=\"values\"></dl>";
        text += detail::replay_controls;
        text += "</main>\n<script type=\"application/json\" id=\"data\">\n";
        append_data(text);
        send();
        sink(std::string_view{frames_});
        text += "]]}\n</script>\n<script>";
        text += detail::replay_script;
        text += "</script>\n</body>\n</html>\n";
        send();
    }

    /// The text of the page.
    [[nodiscard]] std::string to_html() const {
        std::string text;
        write([&text](std::string_view piece) { text += piece; });
        return text;
    }

private:
    struct placed_sprite {
        look_id look;
        detail::path_point first_place;
        detail::path_point place;
        bool is_shown_first;
    };

    /// Texts that are numbered in the order in which they first came.
    struct numbered {
        std::unordered_map<std::string, std::size_t> numbers;
        std::string json;
    };

    [[nodiscard]] static std::size_t index(sprite_id id) noexcept {
        return static_cast<std::size_t>(id);
    }

    [[nodiscard]] static std::size_t number_of(numbered& table, std::string_view text) {
        const auto [found, is_new] =
            table.numbers.try_emplace(std::string{text}, table.numbers.size());
        if (is_new) {
            if (!table.json.empty()) table.json += ',';
            append_json(table.json, text);
        }
        return found->second;
    }

    void begin_change(char kind) {
        if (frames_.back() != '[') frames_ += ',';
        frames_ += kind;
        frames_ += ',';
    }

    void begin_change(char kind, sprite_id sprite) {
        begin_change(kind);
        frames_ += std::to_string(index(sprite));
    }

    void begin_value(char kind, std::string_view name) {
        begin_change(kind);
        frames_ += std::to_string(number_of(names_, name)) + ',';
    }

    void append_head(std::string& out) const {
        out += "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
        out += "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n";
        out += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ";
        out += "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>";
        append_xml(out, title_);
        out += "</title>\n<style>";
        out += detail::replay_style;
        out += "</style>\n</head>\n<body>\n<main>\n<h1>";
        append_xml(out, title_);
        out += "</h1>\n<figure>\n";
        const std::string width = std::to_string(background_.width());
        const std::string height = std::to_string(background_.height());
        out += "<svg id=\"picture\" role=\"img\" width=\"" + width + "\" height=\"" + height;
        const int widest = std::max(background_.width(), 480);  // a small picture may grow
        out += "\" style=\"max-width:" + std::to_string(widest) + "px";
        out += "\" viewBox=\"0 0 " + width + ' ' + height + "\" aria-label=\"";
        append_xml(out, title_);
        out += "\" aria-describedby=\"caption\">\n";
        detail::append_background(out, background_);
    }

    /// The data up to the frames.
    void append_data(std::string& out) const {
        out += "{\"looks\":[" + look_colors_ + "],\n\"sprites\":[";
        for (const placed_sprite& s : sprites_) {
            if (out.back() != '[') out += ',';
            out += '[' + std::to_string(static_cast<std::uint32_t>(s.look)) + ',';
            detail::append_json_number(out, s.first_place.x);
            out += ',';
            detail::append_json_number(out, s.first_place.y);
            out += s.is_shown_first ? ",1,-1]" : ",0,-1]";
        }
        out += "],\n\"values\":[" + names_.json + "],\n\"texts\":[" + texts_.json;
        out += "],\n\"colours\":[" + colors_.json + "],\n\"trails\":[" + trails_ + "],\n";
        if (glides_) out += "\"glides\":1,";
        if (pace_ > 0) out += "\"pace\":" + std::to_string(pace_) + ',';
        out += "\"frames\":";
    }

    std::string title_;
    canvas background_;
    std::string looks_;        // as SVG
    std::string look_colors_;  // as JSON: what changes in each look, before it does
    std::unordered_map<std::string, std::size_t> look_numbers_;
    std::vector<placed_sprite> sprites_;
    std::string trails_;
    numbered names_;
    numbered texts_;
    numbered colors_;
    std::string caption_;        // the last one
    std::string frames_ = "[[";  // as JSON, without the brackets that end it
    std::size_t frame_count_ = 1;
    bool glides_ = false;
    unsigned pace_ = 0;  // frames a second; 0 lets the page choose
};

}  // namespace senda::draw
