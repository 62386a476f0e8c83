// SPDX-License-Identifier: MIT
// A replay as a moving picture, for where no page can be: a message, a document, a slide.
#pragma once

#include <common/replay_page.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/png.hpp>
#include <senda/draw/raster.hpp>
#include <senda/text/sink.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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

    /// The values and then the caption, in lines of at most `columns` characters.
    [[nodiscard]] std::vector<std::pair<std::string, color>> lines(std::size_t columns) const {
        std::vector<std::pair<std::string, color>> all;
        const auto add = [&](const std::string& piece, std::string_view between, color paint) {
            const bool fits =
                !all.empty() && all.back().second == paint &&
                count_characters(all.back().first) + between.size() + count_characters(piece) <=
                    columns;
            if (fits)
                all.back().first.append(between).append(piece);
            else
                all.emplace_back(piece, paint);
        };
        for (std::size_t i = 0; i < values_.size(); ++i)
            if (!values_[i].empty())
                add(replay_->names.list()[i] + ' ' + values_[i], "   ", palette::ink);
        for (std::string_view rest = caption_; !rest.empty();) {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            add(std::string{rest.substr(0, end)}, " ", palette::slate);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        return all;
    }

private:
    [[nodiscard]] const std::string& text(std::int64_t number) const {
        return replay_->texts.list()[static_cast<std::size_t>(number)];
    }

    const replay_record* replay_;
    std::vector<std::string> values_;
    std::string caption_;
};

/// An area between real coordinates.
struct replay_area {
    double left, top, right, bottom;
};

/// An area that holds all shapes of a canvas, wherever they are; one without size at (0, 0) if
/// there are none.
[[nodiscard]] inline replay_area bounds_of(const canvas& picture) {
    constexpr double reach = 2.0 * coordinate::reach;
    replay_area all{reach, reach, -reach, -reach};
    const auto add = [&all](double x, double y, double right, double down) {
        all = {std::min(all.left, x - right), std::min(all.top, y - down),
               std::max(all.right, x + right), std::max(all.bottom, y + down)};
    };
    for (const shape_run& run : picture.runs()) {
        if (run.kind == shape::text) {
            for (const label& l : picture.labels(run)) {
                const auto letters = static_cast<double>(count_characters(l.text));
                // Either side of the place, whichever part of the text is there.
                add(l.at.x, l.at.y, letters * run.width * 6 / 10, run.width);
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
    return all.left > all.right ? replay_area{0, 0, 0, 0} : all;
}

/// Whether two boxes have a pixel in common.
[[nodiscard]] inline bool overlap(const pixel_box& a, const pixel_box& b) noexcept {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
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
          status_(replay) {
        const std::size_t frames = replay.begins.size();
        stride_ = (frames + most_pictures - 1) / most_pictures;
        const double wished = replay.pace > 0 ? replay.pace : std::max(double(frames) / 30, 5.0);
        time_ = static_cast<int>(1000 / std::clamp(wished, 1.0, 50.0));
        measure_status();
        const int below = static_cast<int>(std::ceil((double(lines_) * line_height + 8) / scale));
        height_ = replay.background.height() + (lines_ > 0 ? below : 0);
        for (const replay_look& l : replay.looks) bounds_.push_back(bounds_of(l.shapes));
        overlay_ = empty();
        if (replay.overlay) overlay_.add(*replay.overlay, {left_, 0});
    }

    /// The width of the pictures, in their own pixels.
    [[nodiscard]] int width() const { return drawing(overlay_).width(); }
    /// Their height.
    [[nodiscard]] int height() const { return drawing(overlay_).height(); }

    /// Calls `visit(picture, changed, milliseconds)` for each picture, where nothing differs from
    /// the one before outside of the boxes `changed`.
    template <class Visit>
    void play(Visit&& visit) {
        begin();
        const std::size_t frames = replay_.begins.size();
        for (std::size_t from = 0; from < frames; from += stride_) {
            const std::size_t to = std::min(from + stride_, frames);
            const std::vector<replay_place> before = places();
            for (std::size_t i = from; i < to; ++i)
                for (const replay_change& c : replay_.frame(i)) apply(c);
            int left = time_;
            if (from == 0) left = std::max(left, first_time);
            if (to == frames) left = std::max(left, last_time);
            if (from > 0) left -= glide(before, visit);
            show(visit, left);
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
        replay_place place;
        bool is_shown;
        std::optional<color> paint = {};
        std::size_t trail = 0;  // none: the number of all
    };

    [[nodiscard]] rasterizer drawing(const canvas& shapes) const {
        return rasterizer{shapes, scale_};
    }
    [[nodiscard]] canvas empty() const { return {width_, height_, palette::paper}; }
    [[nodiscard]] pixel_box whole() const { return {0, 0, shown_.width(), shown_.height()}; }

    /// How many lines there are at most, so that the picture does not jump.
    void measure_status() {
        for (std::size_t i = 0; i < replay_.begins.size(); ++i) {
            for (const replay_change& c : replay_.frame(i)) status_.apply(c);
            if ((i + 1) % stride_ != 0 && i + 1 != replay_.begins.size()) continue;
            lines_ = std::max(lines_, status_.lines(columns_).size());
        }
    }

    void begin() {
        canvas ground = empty();
        const canvas& picture = replay_.background;
        ground.rectangle({left_, 0, picture.width(), picture.height()}, picture.background());
        ground.add(picture, {left_, 0});
        shown_ = line_ = ground_ = base_ = rasterize(ground, scale_);
        masks_.assign(replay_.trails.size(), {});
        draw_ground(whole());
        status_ = replay_status(replay_);
        sprites_.clear();
        for (const replay_sprite& s : replay_.sprites)
            sprites_.push_back({s.place, s.is_shown, {}, masks_.size()});
        for (std::size_t i = 0; i < masks_.size(); ++i)
            sprites_[replay_.trails[i].sprite].trail = i;
        dirty_.assign(1, whole());
    }

    void apply(const replay_change& c) {
        status_.apply(c);
        if (c.kind >= change_kind::number) {
            mark({0, double(replay_.background.height()), double(width_), double(height_)});
            return;
        }
        film_sprite& s = sprites_[c.target];
        mark(c.target);
        switch (c.kind) {
            case change_kind::move: {
                const replay_place from = s.place;
                s.place = {s.place.x + c.a, s.place.y + c.b};
                if (s.trail < masks_.size() && s.is_shown)
                    extend_trail(s.trail, at(from), at(s.place));
                break;
            }
            case change_kind::paint:
                s.paint = parse_hex(replay_.colors.list()[static_cast<std::size_t>(c.a)]);
                break;
            default: s.is_shown = c.kind == change_kind::show;
        }
        mark(c.target);
    }

    // Trails are below all sprites and never go away, so they become part of the ground. Where the
    // parts of one overlap they are seen as one, as those of a polyline are.
    void extend_trail(std::size_t trail, const point& from, const point& to) {
        const coordinate width = replay_.trails[trail].width;
        const double half = width / 2;
        const replay_area around{
            std::min<double>(from.x, to.x) - half, std::min<double>(from.y, to.y) - half,
            std::max<double>(from.x, to.x) + half, std::max<double>(from.y, to.y) + half};
        const pixel_box part = pixels_of(around);
        // White on black is how much of each pixel is covered.
        canvas line = empty();
        line.line(from, to, {{255, 255, 255}, width, cap::round});
        std::vector<std::uint8_t>& mask = masks_[trail];
        mask.resize(base_.pixels().size());
        for_each_pixel(part, [&](std::size_t i) { line_.pixels()[i] = {}; });
        drawing(line).draw_over(line_, part);
        for_each_pixel(part,
                       [&](std::size_t i) { mask[i] = std::max(mask[i], line_.pixels()[i].red); });
        draw_ground(pixels_of(around));
        mark(around);
    }

    /// Calls `f` with the place of each pixel of a box in an image.
    template <class F>
    void for_each_pixel(const pixel_box& part, F f) const {
        const auto width = static_cast<std::size_t>(shown_.width());
        for (auto y = static_cast<std::size_t>(part.top); y < static_cast<std::size_t>(part.bottom);
             ++y)
            for (std::size_t i = y * width + static_cast<std::size_t>(part.left);
                 i < y * width + static_cast<std::size_t>(part.right); ++i)
                f(i);
    }

    void draw_ground(const pixel_box& part) {
        for_each_pixel(part, [&](std::size_t i) {
            color& c = ground_.pixels()[i];
            c = base_.pixels()[i];
            for (std::size_t t = 0; t < masks_.size(); ++t)
                if (!masks_[t].empty()) c = over(replay_.trails[t].paint, c, masks_[t][i]);
        });
        drawing(overlay_).draw_over(ground_, part);
    }

    [[nodiscard]] std::vector<replay_place> places() const {
        std::vector<replay_place> all;
        all.reserve(sprites_.size());
        for (const film_sprite& s : sprites_) all.push_back(s.place);
        return all;
    }

    /// Shows the sprites that move on their way; the milliseconds that this took.
    template <class Visit>
    int glide(const std::vector<replay_place>& before, Visit& visit) {
        constexpr int parts = 6;
        const int a_part = std::min(40, time_ / (parts + 2));
        const std::vector<replay_place> after = places();
        if (!replay_.glides || after == before || a_part < 20) return 0;
        for (int k = 1; k <= parts; ++k) {
            const double t = static_cast<double>(k) / parts;
            const auto between = [part = t * t * (3 - 2 * t)](hundredths a, hundredths b) {
                return a + static_cast<hundredths>(std::lround(double(b - a) * part));
            };
            for (std::uint32_t i = 0; i < sprites_.size(); ++i) {
                if (before[i] == after[i]) continue;
                mark(i);
                sprites_[i].place = {between(before[i].x, after[i].x),
                                     between(before[i].y, after[i].y)};
                mark(i);
            }
            if (k < parts) show(visit, a_part);
        }
        return (parts - 1) * a_part;
    }

    [[nodiscard]] point at(replay_place p) const noexcept {
        return {static_cast<double>(p.x) / 100 + left_, static_cast<double>(p.y) / 100};
    }

    /// The pixels of an area of the canvas, and one more on each side.
    [[nodiscard]] pixel_box pixels_of(const replay_area& a) const noexcept {
        const auto between = [](double value, int most) {
            return static_cast<int>(std::clamp<double>(value, 0, most));
        };
        return {between(std::floor(a.left * scale_ - 1), shown_.width()),
                between(std::floor(a.top * scale_ - 1), shown_.height()),
                between(std::ceil(a.right * scale_ + 1), shown_.width()),
                between(std::ceil(a.bottom * scale_ + 1), shown_.height())};
    }

    [[nodiscard]] replay_area area_of(std::uint32_t sprite) const noexcept {
        const replay_area& a = bounds_[replay_.sprites[sprite].look];
        const point p = at(sprites_[sprite].place);
        return {a.left + p.x, a.top + p.y, a.right + p.x, a.bottom + p.y};
    }

    /// Notes that an area is to be drawn again.
    void mark(const replay_area& a) {
        constexpr std::size_t most_boxes = 16;
        const pixel_box b = pixels_of(a);
        if (b.is_empty()) return;
        const auto found = std::find_if(dirty_.begin(), dirty_.end(),
                                        [&b](const pixel_box& d) { return overlap(b, d); });
        if (found == dirty_.end() && dirty_.size() < most_boxes)
            dirty_.push_back(b);
        else
            (found == dirty_.end() ? dirty_.back() : *found).join(b);
    }
    void mark(std::uint32_t sprite) {
        if (sprites_[sprite].is_shown) mark(area_of(sprite));
    }

    /// Draws what changed since the last picture, and shows it.
    template <class Visit>
    void show(Visit& visit, int time) {
        for (const pixel_box& b : dirty_) draw(b);
        visit(shown_, std::span<const pixel_box>{dirty_}, time);
        dirty_.clear();
    }

    void draw(const pixel_box& part) {
        for (int y = part.top; y < part.bottom; ++y)
            std::copy_n(&ground_.at(part.left, y), part.right - part.left,
                        &shown_.at(part.left, y));
        canvas shapes = empty();
        for (std::uint32_t i = 0; i < sprites_.size(); ++i) {
            if (!sprites_[i].is_shown || !overlap(pixels_of(area_of(i)), part)) continue;
            const replay_look& look = replay_.looks[replay_.sprites[i].look];
            const color changing = look.changing.value_or(color{});
            shapes.add(look.shapes, at(sprites_[i].place), changing,
                       sprites_[i].paint.value_or(changing));
        }
        if (part.bottom > std::floor(replay_.background.height() * scale_)) add_status(shapes);
        drawing(shapes).draw_over(shown_, part);
    }

    void add_status(canvas& shapes) const {
        double y = replay_.background.height() + (4 + line_height / 2) / scale_;
        for (const auto& [line, paint] : status_.lines(columns_)) {
            shapes.text({width_ / 2.0, y}, line, {.paint = paint, .size = text_size / scale_});
            y += line_height / scale_;
        }
    }

    const replay_record& replay_;
    double scale_;
    int width_;  // in pixels of the replay
    int height_ = 0;
    int left_;             // where the picture begins, if it is narrower than its captions
    std::size_t columns_;  // characters a line
    replay_status status_;
    std::size_t lines_ = 0;            // that are said at most
    std::size_t stride_ = 1;           // frames a picture
    int time_ = 0;                     // milliseconds a picture
    std::vector<replay_area> bounds_;  // of looks
    canvas overlay_{1, 1};
    image base_{1, 1};
    image ground_{1, 1};                            // with the trails so far
    std::vector<std::vector<std::uint8_t>> masks_;  // how much of each pixel a trail covers
    image line_{1, 1};                              // a part of a trail
    image shown_{1, 1};
    std::vector<film_sprite> sprites_;
    std::vector<pixel_box> dirty_;
};

}  // namespace senda::draw::detail

namespace senda::draw {

/// Writes a replay as an APNG file to a sink, with its values and captions below the picture. It
/// is as fast as the page, takes half a minute at most if that sets no pace, and leaves out frames
/// that nobody could see. It has at most 255 colours: those beyond become the nearest. All is drawn
/// twice, the first time to know them.
///
/// `page`     the replay.
/// `sink`     takes the bytes, piece by piece.
/// `longest`  the most pixels that a side of the picture of the replay has; a larger one is made
///            smaller.
template <ByteSink Sink>
void write_apng(const replay_page& page, Sink&& sink, int longest = 1200) {
    const detail::replay_record& replay = page.record();
    const canvas& ground = replay.background;
    detail::replay_film film(replay, std::min(1.0, double(std::max(longest, 1)) /
                                                       std::max(ground.width(), ground.height())));
    color_reduction colors;
    std::uint32_t frames = 0;
    using boxes = std::span<const pixel_box>;
    film.play([&](const image& picture, boxes changed, int) {
        ++frames;
        for (const pixel_box& b : changed)
            for (int y = b.top; y < b.bottom; ++y)
                colors.count(picture.row(y).subspan(static_cast<std::size_t>(b.left),
                                                    static_cast<std::size_t>(b.right - b.left)));
    });
    apng_writer writer(sink, film.width(), film.height(), frames, colors);
    film.play([&](const image& picture, boxes changed, int time) {
        writer.frame(picture, std::clamp(time, 1, 60'000), changed);
    });
    writer.finish();
}

/// A replay as the bytes of an APNG file.
[[nodiscard]] inline std::string to_apng(const replay_page& page, int longest = 1200) {
    std::string bytes;
    write_apng(page, [&bytes](std::string_view piece) { bytes += piece; }, longest);
    return bytes;
}

}  // namespace senda::draw
