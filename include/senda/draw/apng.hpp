// SPDX-License-Identifier: MIT
// Moving pictures as APNG files, of which each frame has only what changes.
#pragma once

#include <senda/detail/draw/png/color_table.hpp>
#include <senda/detail/draw/png/png_format.hpp>
#include <senda/detail/draw/raster/coverage.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/deflate.hpp>
#include <senda/draw/image.hpp>
#include <senda/text/sink.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::draw {

/// How long a frame is seen, in milliseconds: at most about a minute.
using frame_time = std::uint16_t;

/// Writes an APNG file to a sink, a frame at a time: a PNG file that moves where it is understood,
/// and elsewhere shows its first frame.
template <ByteSink Sink>
class apng_writer {
public:
    /// A picture of `frames` frames, at least one, that is played `plays` times; 0 is for ever.
    ///
    /// `sink`     where the bytes go.
    /// `width`    in pixels.
    /// `height`   in pixels.
    /// `frames`   how many there are.
    /// `palette`  all colours of all frames, `transparent` among them, if that is at most 256;
    ///            empty if they are more.
    /// `plays`    how often they are played.
    apng_writer(Sink sink, std::uint32_t width, std::uint32_t height, std::uint32_t frames,
                std::span<const color> palette = {}, std::uint32_t plays = 0)
        : sink_(std::move(sink)),
          format_(palette.empty() ? detail::png_pixel_format::rgba()
                                  : detail::png_pixel_format::of_palette(palette.size())),
          last_(1, 1),
          width_(width),
          height_(height),
          frames_left_(frames) {
        if (frames == 0 || !detail::write_png_head(sink_, width, height, format_)) return;
        is_good_ = true;
        std::string control;
        detail::append_big_endian(control, frames);
        detail::append_big_endian(control, plays);
        detail::write_png_chunk(sink_, "acTL", control);
        if (!palette.empty()) detail::write_png_palette(sink_, palette);
        for (const color& c : palette) static_cast<void>(table_.index_of(c));
        has_gaps_ = palette.empty() || table_.holds(transparent);
    }

    /// Adds a frame, of which only what differs from the one before is written; false if it has
    /// another size or colours that are not in the palette, or if there are too many frames.
    bool frame(const image& picture, frame_time time) {
        return frame(picture, time, {0, 0, picture.width(), picture.height()});
    }

    /// Adds a frame that differs from the last one only within a part of it.
    bool frame(const image& picture, frame_time time, detail::pixel_box within) {
        if (!is_good_ || frames_left_ == 0 || picture.width() != static_cast<int>(width_) ||
            picture.height() != static_cast<int>(height_))
            return is_good_ = false;
        --frames_left_;
        const bool is_first = next_number_ == 0;
        if (is_first) last_ = picture;
        const detail::pixel_box part = is_first
                                           ? detail::pixel_box{0, 0, last_.width(), last_.height()}
                                           : changed(picture, within);
        const bool is_blended = !is_first && has_gaps_ && is_opaque_where_changed(picture, part);
        control(part, time, is_blended);
        const auto columns = static_cast<std::size_t>(part.right - part.left);
        detail::png_rows rows(static_cast<std::uint32_t>(columns), format_);
        std::vector<color> pixels(columns);
        for (int y = part.top; y < part.bottom; ++y) {
            const auto row = picture.row(y).subspan(static_cast<std::size_t>(part.left), columns);
            color* const before = &last_.at(part.left, y);
            if (is_blended) {
                std::fill(pixels.begin(), pixels.end(), transparent);
                const row_span span = spans_[static_cast<std::size_t>(y - part.top)];
                for (int x = span.left; x < span.right; ++x) {
                    const auto i = static_cast<std::size_t>(x - part.left);
                    if (row[i] != before[i]) pixels[i] = row[i];
                }
            } else {
                std::copy(row.begin(), row.end(), pixels.begin());
            }
            std::copy(row.begin(), row.end(), before);
            is_good_ = is_good_ && add(rows, pixels);
            if (rows.output().size() >= detail::png_chunk_size) data(rows, is_first);
        }
        rows.finish();
        data(rows, is_first);
        return is_good_;
    }

    /// Ends the file. Says whether it is complete: all frames, and each one right.
    bool finish() {
        if (!is_good_ || frames_left_ > 0) return is_good_ = false;
        detail::write_png_chunk(sink_, "IEND", {});
        return true;
    }

private:
    /// What differs in a row from the frame before: the pixels from `left` to before `right`.
    struct row_span {
        int left = 0;
        int right = 0;
    };

    /// The smallest part with all that differs from the frame before; a pixel if nothing does.
    [[nodiscard]] detail::pixel_box changed(const image& picture, const detail::pixel_box& within) {
        detail::pixel_box found{last_.width(), last_.height(), 0, 0};
        spans_.clear();
        for (int y = within.top; y < within.bottom; ++y) {
            const color* const row = picture.row(y).data();
            const color* const before = last_.row(y).data();
            row_span span{within.left, within.right};
            while (span.left < span.right && row[span.left] == before[span.left]) ++span.left;
            while (span.left < span.right && row[span.right - 1] == before[span.right - 1])
                --span.right;
            if (span.left < span.right)
                found = {std::min(found.left, span.left), std::min(found.top, y),
                         std::max(found.right, span.right), y + 1};
            if (!found.is_empty()) spans_.push_back(span);
        }
        if (!found.is_empty()) return found;
        spans_.assign(1, {});
        return {0, 0, 1, 1};
    }

    /// Whether what changed can be blended: what shows through would show what was there before.
    [[nodiscard]] bool is_opaque_where_changed(const image& picture,
                                               const detail::pixel_box& part) const {
        for (int y = part.top; y < part.bottom; ++y) {
            const row_span span = spans_[static_cast<std::size_t>(y - part.top)];
            for (int x = span.left; x < span.right; ++x)
                if (!is_opaque(picture.at(x, y)) && picture.at(x, y) != last_.at(x, y))
                    return false;
        }
        return true;
    }

    void control(const detail::pixel_box& part, frame_time time, bool is_blended) {
        std::string text;
        for (const int number :
             {part.right - part.left, part.bottom - part.top, part.left, part.top})
            detail::append_big_endian(text, static_cast<std::uint32_t>(number));
        constexpr unsigned a_second = 1000;
        detail::append_big_endian(text, static_cast<std::uint32_t>(time) << 16U | a_second);
        text += '\0';  // it stays when the next one comes
        text += is_blended ? '\1' : '\0';
        numbered("fcTL", text);
    }

    void data(detail::png_rows& rows, bool is_first) {
        if (is_first)
            detail::write_png_chunk(sink_, "IDAT", rows.output());
        else
            numbered("fdAT", rows.output());
        rows.output().clear();
    }

    void numbered(std::string_view name, std::string_view data) {
        std::string text;
        detail::append_big_endian(text, next_number_++);
        text += data;
        detail::write_png_chunk(sink_, name, text);
    }

    [[nodiscard]] bool add(detail::png_rows& rows, std::span<const color> pixels) {
        if (format_.colors == 0) return rows.add(pixels);
        indices_.resize(pixels.size());
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            if (!detail::changes(pixels, i)) {
                indices_[i] = indices_[i - 1];
                continue;
            }
            if (!table_.holds(pixels[i])) return false;
            indices_[i] = static_cast<std::uint8_t>(table_.index_of(pixels[i]));
        }
        return rows.add(std::span<const std::uint8_t>{indices_});
    }

    Sink sink_;
    detail::png_pixel_format format_;
    detail::color_table table_;
    image last_;                   // what is seen
    std::vector<row_span> spans_;  // of the rows of a part that changed
    std::vector<std::uint8_t> indices_;
    std::uint32_t width_;
    std::uint32_t height_;
    std::uint32_t frames_left_;
    std::uint32_t next_number_ = 0;  // of the chunks of frames
    bool has_gaps_ = false;          // whether what stays can be left out
    bool is_good_ = false;
};

}  // namespace senda::draw
