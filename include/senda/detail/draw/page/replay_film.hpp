// SPDX-License-Identifier: MIT
// A replay as pictures, one after another, of which only what changes is drawn again.
#pragma once

#include <senda/detail/draw/raster/coverage.hpp>
#include <senda/detail/draw/raster/font.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/raster.hpp>
#include <senda/draw/replay_page.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace senda::draw::detail {

/// What is said in a frame of a replay.
class replay_status {
public:
    explicit replay_status(const replay_record& replay)
        : replay_(&replay), values_(replay.names.list().size()) {}

    /// Makes a change, if it is one of what is said.
    void apply(const replay_change& c) {
        switch (c.kind) {
            case change_kind::number: values_[c.target] = std::to_string(c.a); break;
            case change_kind::text: values_[c.target] = text(c.a); break;
            case change_kind::caption: caption_ = text(c.a); break;
            default: break;
        }
    }

    /// The values, in lines of at most `columns` characters.
    [[nodiscard]] std::vector<std::string> values(std::size_t columns) const {
        std::vector<std::string> lines;
        for (std::size_t i = 0; i < values_.size(); ++i)
            if (!values_[i].empty())
                append(lines, replay_->names.list()[i] + ' ' + values_[i], "   ", columns);
        return lines;
    }

    /// The caption, in lines of at most `columns` characters.
    [[nodiscard]] std::vector<std::string> caption(std::size_t columns) const {
        std::vector<std::string> lines;
        for (std::string_view rest = caption_; !rest.empty();) {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            append(lines, std::string{rest.substr(0, end)}, " ", columns);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        return lines;
    }

private:
    [[nodiscard]] const std::string& text(std::int64_t number) const {
        return replay_->texts.list()[static_cast<std::size_t>(number)];
    }

    static void append(std::vector<std::string>& lines, const std::string& piece,
                       std::string_view between, std::size_t columns) {
        const bool fits =
            !lines.empty() &&
            count_characters(lines.back()) + between.size() + count_characters(piece) <= columns;
        if (fits)
            lines.back().append(between).append(piece);
        else
            lines.push_back(piece);
    }

    const replay_record* replay_;
    std::vector<std::string> values_;
    std::string caption_;
};

/// An area that holds all shapes of a canvas, wherever they are; one without size at (0, 0) if
/// there are none.
[[nodiscard]] inline area bounds_of(const canvas& picture) {
    constexpr double reach = 2.0 * coordinate::reach;
    area all{reach, reach, -reach, -reach};
    const auto add = [&all](double x, double y, double right, double down) {
        all = {std::min(all.left, x - right), std::min(all.top, y - down),
               std::max(all.right, x + right), std::max(all.bottom, y + down)};
    };
    for (const shape_run& run : picture.runs()) {
        if (run.kind == shape::text) {
            for (const label& l : picture.labels(run)) {
                const auto letters = static_cast<double>(count_characters(l.text));
                // Either side of the place, whichever part of the text is there.
                add(l.at.x, l.at.y, letters * run.width * glyph_advance / line_dots, run.width);
            }
            continue;
        }
        const auto numbers = picture.numbers(run);
        const bool is_box = run.kind == shape::rectangle || run.kind == shape::rounded;
        const std::size_t step = run.kind == shape::circle ? 3 : is_box ? 4 : 2;
        for (std::size_t i = 0; i < numbers.size(); i += step) {
            const double x = numbers[i];
            const double y = numbers[i + 1];
            const double radius = run.kind == shape::circle ? numbers[i + 2] + run.width
                                  : is_box                  ? 0.0
                                                            : double{run.width};
            add(x, y, radius, radius);
            if (is_box) add(x + numbers[i + 2], y + numbers[i + 3], 0, 0);
        }
    }
    return all.left > all.right ? area{0, 0, 0, 0} : all;
}

/// Plays a replay in pictures with its values and its caption below.
class replay_film {
public:
    /// Draws each pixel of the replay as `scale` a side.
    replay_film(const replay_record& replay, double scale)
        : replay_(replay),
          scale_(scale),
          width_(std::max(replay.background.width(),
                          static_cast<int>(std::ceil(least_width / scale)))),
          left_((width_ - replay.background.width()) / 2),
          columns_(static_cast<std::size_t>((width_ * scale - 8) / (text_size * 0.6))),
          trail_of_(replay.sprites.size(), replay.trails.size()) {
        const std::size_t frames = replay.begins.size();
        stride_ = (frames + most_pictures - 1) / most_pictures;
        const double wished = replay.pace > 0 ? replay.pace : std::max(double(frames) / 30, 5.0);
        time_ = static_cast<int>(1000 / std::clamp(wished, 1.0, 50.0));
        measure_status();
        const int below = static_cast<int>(std::ceil(
            (static_cast<double>(value_lines_ + caption_lines_) * line_height + 8) / scale));
        height_ = replay.background.height() + (value_lines_ + caption_lines_ > 0 ? below : 0);
        overlay_ = empty();
        if (replay.overlay) overlay_.add(*replay.overlay, {left_, 0});
        for (const replay_look& l : replay.looks) bounds_.push_back(bounds_of(l.shapes));
        for (std::size_t i = 0; i < replay.trails.size(); ++i)
            trail_of_[replay.trails[i].sprite] = i;
    }

    /// The width of the pictures, in their own pixels.
    [[nodiscard]] int width() const { return drawing(empty()).width(); }
    /// Their height.
    [[nodiscard]] int height() const { return drawing(empty()).height(); }

    /// Calls `visit(picture, changed, milliseconds)` for each picture, where nothing differs from
    /// the one before outside of the boxes `changed`.
    template <class Visit>
    void play(Visit&& visit) {
        begin();
        const std::size_t frames = replay_.begins.size();
        for (std::size_t from = 0; from < frames; from += stride_) {
            const std::size_t to = std::min(from + stride_, frames);
            const std::vector<path_point> before =
                replay_.glides && from > 0 ? places() : std::vector<path_point>{};
            for (std::size_t i = from; i < to; ++i)
                for (const replay_change& c : replay_.frame(i)) apply(c);
            int left = time_;
            if (from == 0) left = std::max(left, first_time);
            if (to == frames) left = std::max(left, last_time);
            if (!before.empty()) left -= glide(before, visit);
            redraw();
            visit(shown_, std::span<const pixel_box>{dirty_}, left);
        }
    }

private:
    static constexpr std::size_t most_pictures = 1500;  // half a minute, as fast as eyes follow
    static constexpr int first_time = 700;              // milliseconds, to see where it begins
    static constexpr int last_time = 2500;              // and how it ended
    static constexpr double least_width = 240;          // or captions are torn
    static constexpr double text_size = 14;
    static constexpr double line_height = 20;

    struct film_sprite {
        path_point place;
        bool is_shown;
        std::optional<color> paint;
        pixel_box seen;  // where it was last drawn
        bool is_touched;
    };

    [[nodiscard]] rasterizer drawing(const canvas& shapes) const {
        return rasterizer{shapes, scale_};
    }
    [[nodiscard]] canvas empty() const { return {width_, height_, palette::paper}; }
    [[nodiscard]] pixel_box whole() const { return {0, 0, shown_.width(), shown_.height()}; }

    /// How many lines there are at most, so that the picture does not jump.
    void measure_status() {
        replay_status said(replay_);
        for (std::size_t i = 0; i < replay_.begins.size(); ++i) {
            for (const replay_change& c : replay_.frame(i)) said.apply(c);
            if ((i + 1) % stride_ != 0 && i + 1 != replay_.begins.size()) continue;
            value_lines_ = std::max(value_lines_, said.values(columns_).size());
            caption_lines_ = std::max(caption_lines_, said.caption(columns_).size());
        }
    }

    void begin() {
        canvas ground = empty();
        const canvas& picture = replay_.background;
        ground.rectangle({left_, 0, picture.width(), picture.height()}, picture.background());
        ground.add(picture, {left_, 0});
        masks_.assign(replay_.trails.size(), {});
        base_ = rasterize(ground, scale_);
        shown_ = ground_ = base_;
        draw_ground(whole());
        status_.emplace(replay_);
        sprites_.clear();
        for (const replay_sprite& s : replay_.sprites)
            sprites_.push_back({s.place, s.is_shown, {}, {}, true});
        touched_.resize(sprites_.size());
        for (std::uint32_t i = 0; i < touched_.size(); ++i) touched_[i] = i;
        dirty_.assign(1, whole());
        is_first_ = true;
    }

    void apply(const replay_change& c) {
        status_->apply(c);
        if (c.kind >= change_kind::number) {
            says_anew_ = true;
            return;
        }
        film_sprite& s = sprites_[c.target];
        touch(c.target);
        switch (c.kind) {
            case change_kind::move: {
                const point from = at(s.place);
                s.place = {s.place.x + c.a, s.place.y + c.b};
                const std::size_t trail = trail_of_[c.target];
                if (trail < masks_.size() && s.is_shown)
                    lines_.push_back({from, at(s.place), trail});
                break;
            }
            case change_kind::paint:
                s.paint = parse_hex(replay_.colors.list()[static_cast<std::size_t>(c.a)]);
                break;
            default: s.is_shown = c.kind == change_kind::show;
        }
    }

    void touch(std::uint32_t sprite) {
        if (sprites_[sprite].is_touched) return;
        sprites_[sprite].is_touched = true;
        touched_.push_back(sprite);
    }

    [[nodiscard]] std::vector<path_point> places() const {
        std::vector<path_point> all;
        all.reserve(sprites_.size());
        for (const film_sprite& s : sprites_) all.push_back(s.place);
        return all;
    }

    /// Shows the sprites that move on their way; the milliseconds that this took.
    template <class Visit>
    int glide(const std::vector<path_point>& before, Visit&& visit) {
        constexpr int parts = 6;
        const int a_part = std::min(40, time_ / (parts + 2));
        const std::vector<path_point> after = places();
        if (after == before || a_part < 20) return 0;
        for (int k = 1; k < parts; ++k) {
            const double t = static_cast<double>(k) / parts;
            const double part = t * t * (3 - 2 * t);
            for (std::uint32_t i = 0; i < sprites_.size(); ++i) {
                if (before[i] == after[i]) continue;
                const auto between = [part](hundredths a, hundredths b) {
                    return a + static_cast<hundredths>(std::lround(double(b - a) * part));
                };
                sprites_[i].place = {between(before[i].x, after[i].x),
                                     between(before[i].y, after[i].y)};
                touch(i);
            }
            redraw();
            visit(shown_, std::span<const pixel_box>{dirty_}, a_part);
        }
        for (std::uint32_t i = 0; i < sprites_.size(); ++i) {
            sprites_[i].place = after[i];
            if (before[i] != after[i]) touch(i);
        }
        return (parts - 1) * a_part;
    }

    [[nodiscard]] point at(path_point p) const noexcept {
        return {static_cast<double>(p.x) / 100 + left_, static_cast<double>(p.y) / 100};
    }

    /// The pixels of an area of the canvas, and one more on each side.
    [[nodiscard]] pixel_box pixels_of(const area& a) const noexcept {
        return touched(
            {a.left * scale_ - 1, a.top * scale_ - 1, a.right * scale_ + 1, a.bottom * scale_ + 1},
            whole());
    }

    [[nodiscard]] pixel_box box_of(std::uint32_t sprite) const noexcept {
        const area& a = bounds_[replay_.sprites[sprite].look];
        const point p = at(sprites_[sprite].place);
        return pixels_of({a.left + p.x, a.top + p.y, a.right + p.x, a.bottom + p.y});
    }

    void redraw() {
        if (!is_first_) dirty_.clear();
        is_first_ = false;
        extend_trails();
        for (const std::uint32_t i : touched_) {
            film_sprite& s = sprites_[i];
            add_dirty(s.seen);
            s.seen = s.is_shown ? box_of(i) : pixel_box{};
            add_dirty(s.seen);
            s.is_touched = false;
        }
        touched_.clear();
        if (says_anew_)
            add_dirty(pixels_of(
                {0, double(replay_.background.height()), double(width_), double(height_)}));
        says_anew_ = false;
        constexpr std::size_t few = 32;
        if (dirty_.size() > few) dirty_.assign(1, around(dirty_));
        for (const pixel_box& b : dirty_) draw(b);
    }

    void add_dirty(const pixel_box& b) {
        if (!b.is_empty()) dirty_.push_back(b);
    }

    // Trails are below all sprites and never go away, so they become part of the ground. Where the
    // parts of one overlap they are seen as one, as those of a polyline are.
    void extend_trails() {
        for (const trail_line& l : lines_) {
            trail_mask& mask = masks_[l.trail];
            const double half = replay_.trails[l.trail].width / 2;
            const pixel_box box = pixels_of({std::min<double>(l.from.x, l.to.x) - half,
                                             std::min<double>(l.from.y, l.to.y) - half,
                                             std::max<double>(l.from.x, l.to.x) + half,
                                             std::max<double>(l.from.y, l.to.y) + half});
            if (box.is_empty()) continue;
            mask.resize(base_.pixels().size());
            cover_line({l.from.x * scale_, l.from.y * scale_, l.to.x * scale_, l.to.y * scale_,
                        half * 2 * scale_, true},
                       box, [&](int y, int x, int end, unsigned part) {
                           for (std::size_t i = index(x, y); x < end; ++x, ++i)
                               mask[i] = std::max(mask[i], static_cast<std::uint8_t>(part));
                       });
            add_dirty(box);
            draw_ground(box);
        }
        lines_.clear();
    }

    void draw_ground(const pixel_box& part) {
        for (int y = part.top; y < part.bottom; ++y) {
            for (std::size_t i = index(part.left, y); i < index(part.right, y); ++i) {
                color& c = ground_.pixels()[i];
                c = base_.pixels()[i];
                for (std::size_t t = 0; t < masks_.size(); ++t)
                    if (!masks_[t].empty()) c = over(replay_.trails[t].paint, c, masks_[t][i]);
            }
        }
        if (replay_.overlay) drawing(overlay_).draw_over(ground_, part);
    }

    [[nodiscard]] std::size_t index(int x, int y) const noexcept {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(shown_.width()) +
               static_cast<std::size_t>(x);
    }

    void draw(const pixel_box& part) {
        const auto columns = static_cast<std::size_t>(part.right - part.left);
        for (int y = part.top; y < part.bottom; ++y) {
            const auto row = ground_.pixels().subspan(index(part.left, y), columns);
            std::copy(row.begin(), row.end(),
                      shown_.pixels().begin() + static_cast<std::ptrdiff_t>(index(part.left, y)));
        }
        canvas shapes = empty();
        for (std::uint32_t i = 0; i < sprites_.size(); ++i) {
            const film_sprite& s = sprites_[i];
            if (s.seen.left >= part.right || s.seen.right <= part.left ||
                s.seen.top >= part.bottom || s.seen.bottom <= part.top)
                continue;
            const replay_look& look = replay_.looks[replay_.sprites[i].look];
            const color changing = look.changing.value_or(color{});
            shapes.add(look.shapes, at(s.place), changing, s.paint.value_or(changing));
        }
        if (part.bottom > std::floor(replay_.background.height() * scale_)) add_status(shapes);
        drawing(shapes).draw_over(shown_, part);
    }

    void add_status(canvas& shapes) const {
        double y = replay_.background.height() + (4 + line_height / 2) / scale_;
        const auto add = [&](const std::vector<std::string>& lines, color paint) {
            for (const std::string& line : lines) {
                shapes.text({width_ / 2.0, y}, line, {.paint = paint, .size = text_size / scale_});
                y += line_height / scale_;
            }
        };
        add(status_->values(columns_), palette::ink);
        y = replay_.background.height() +
            (4 + line_height / 2 + line_height * static_cast<double>(value_lines_)) / scale_;
        add(status_->caption(columns_), palette::slate);
    }

    struct trail_line {
        point from;
        point to;
        std::size_t trail;
    };
    using trail_mask = std::vector<std::uint8_t>;  // how much of each pixel is covered

    const replay_record& replay_;
    double scale_;
    int width_;  // in pixels of the replay
    int height_ = 0;
    int left_;             // where the picture begins, if it is narrower than its captions
    std::size_t columns_;  // characters a line
    std::size_t value_lines_ = 0;
    std::size_t caption_lines_ = 0;
    std::size_t stride_ = 1;             // frames a picture
    int time_ = 0;                       // milliseconds a picture
    std::vector<area> bounds_;           // of looks
    std::vector<std::size_t> trail_of_;  // by sprites; no trail has the number of those without

    canvas overlay_{1, 1};
    image base_{1, 1};
    image ground_{1, 1};  // with the trails so far
    std::vector<trail_mask> masks_;
    image shown_{1, 1};
    std::optional<replay_status> status_;
    std::vector<film_sprite> sprites_;
    std::vector<std::uint32_t> touched_;
    std::vector<trail_line> lines_;
    std::vector<pixel_box> dirty_;
    bool is_first_ = true;
    bool says_anew_ = false;
};

}  // namespace senda::draw::detail
