// SPDX-License-Identifier: MIT
// A canvas or an image as a PNG file, and images in a row as an animated one.
#pragma once

#include <senda/detail/draw/deflate/match_finder.hpp>
#include <senda/detail/draw/raster/coverage.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/deflate.hpp>
#include <senda/draw/raster.hpp>
#include <senda/text/sink.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::draw::detail {

/// The colours of a picture and their indices, as long as they are few: an open-addressing table.
class color_table {
public:
    static constexpr std::size_t most = 256;

    /// The index of a colour, which is added if it is new; `most` if there are too many.
    [[nodiscard]] std::size_t index_of(color c) {
        const std::size_t slot = slot_of(c);
        if (slots_[slot] == 0) {
            if (colors.size() == most) return most;
            colors.push_back(c);
            slots_[slot] = static_cast<std::uint16_t>(colors.size());
        }
        return slots_[slot] - 1U;
    }

    /// Whether a colour is among them.
    [[nodiscard]] bool holds(color c) const noexcept { return slots_[slot_of(c)] > 0; }

    std::vector<color> colors;

private:
    [[nodiscard]] std::size_t slot_of(color c) const noexcept {
        std::size_t slot = (std::bit_cast<std::uint32_t>(c) * 0x9E37'79B1U >> 16U) % slots_.size();
        while (slots_[slot] > 0 && colors[slots_[slot] - 1U] != c)
            slot = (slot + 1) % slots_.size();
        return slot;
    }

    std::array<std::uint16_t, 4 * most> slots_{};  // an index and 1, or 0
};

/// Whether a pixel differs from the one before it, compared as one number.
[[nodiscard]] inline bool changes(std::span<const color> pixels, std::size_t at) noexcept {
    return at == 0 ||
           std::bit_cast<std::uint32_t>(pixels[at]) != std::bit_cast<std::uint32_t>(pixels[at - 1]);
}

/// Adds the colours of pixels to a table; false if there are too many.
[[nodiscard]] inline bool add_colors(color_table& table, std::span<const color> pixels) {
    for (std::size_t i = 0; i < pixels.size(); ++i)
        if (changes(pixels, i) && table.index_of(pixels[i]) == color_table::most) return false;
    return true;
}

inline constexpr std::size_t png_chunk_size = std::size_t{1} << 16U;  ///< that of data, about

/// How a pixel is written.
struct png_pixel_format {
    unsigned bits = 0;       ///< a pixel; 0 if there is no such format
    unsigned kind = 0;       ///< the number that the format has for it
    std::size_t colors = 0;  ///< of the palette, if there is one

    [[nodiscard]] static constexpr png_pixel_format of_palette(std::size_t colors) noexcept {
        if (colors == 0 || colors > 256) return {};
        return {colors <= 2 ? 1U : colors <= 4 ? 2U : colors <= 16 ? 4U : 8U, 3, colors};
    }
    [[nodiscard]] static constexpr png_pixel_format rgb() noexcept { return {24, 2, 0}; }
    [[nodiscard]] static constexpr png_pixel_format rgba() noexcept { return {32, 6, 0}; }
};

template <class Sink>
void write_png_chunk(Sink& sink, std::string_view name, std::string_view data) {
    std::string frame;
    append_big_endian(frame, static_cast<std::uint32_t>(data.size()));
    frame += name;
    sink(std::string_view{frame});
    if (!data.empty()) sink(data);
    frame.clear();
    append_big_endian(frame, crc32(data, crc32(name)));
    sink(std::string_view{frame});
}

/// Writes what a file begins with; false, and nothing, if there can be no such picture.
template <class Sink>
[[nodiscard]] bool write_png_head(Sink& sink, std::uint32_t width, std::uint32_t height,
                                  const png_pixel_format& pixels) {
    constexpr std::uint32_t longest = 0x7FFF'FFFF;
    if (pixels.bits == 0 || width == 0 || height == 0 || width > longest || height > longest)
        return false;
    sink(std::string_view{"\x89PNG\r\n\x1a\n"});
    std::string header;
    append_big_endian(header, width);
    append_big_endian(header, height);
    header += static_cast<char>(std::min(pixels.bits, 8U));
    header += static_cast<char>(pixels.kind);
    header.append(3, '\0');  // deflate, the usual filters, not interlaced
    write_png_chunk(sink, "IHDR", header);
    return true;
}

template <class Sink>
void write_png_palette(Sink& sink, std::span<const color> palette) {
    std::string colors;
    std::string alphas;
    std::size_t last_alpha = 0;
    for (const color& c : palette) {
        colors += static_cast<char>(c.red);
        colors += static_cast<char>(c.green);
        colors += static_cast<char>(c.blue);
        alphas += static_cast<char>(c.alpha);
        if (!is_opaque(c)) last_alpha = alphas.size();
    }
    write_png_chunk(sink, "PLTE", colors);
    if (last_alpha > 0)
        write_png_chunk(sink, "tRNS", std::string_view{alphas}.substr(0, last_alpha));
}

/// The rows of a picture from the top on, compressed.
class png_rows {
public:
    png_rows(std::uint32_t width, const png_pixel_format& pixels)
        : width_(width), bits_(pixels.bits), colors_(pixels.colors) {}

    /// Adds a row of indices of the palette; false if it does not fit.
    [[nodiscard]] bool add(std::span<const std::uint8_t> indices) {
        const auto is_wrong = [this](std::uint8_t index) { return index >= colors_; };
        if (colors_ == 0 || indices.size() != width_ ||
            std::any_of(indices.begin(), indices.end(), is_wrong))
            return false;
        begin_row();
        const std::size_t a_byte = 8 / bits_;
        for (std::size_t i = 0; i < row_.size(); ++i) {
            unsigned byte = 0;
            for (std::size_t k = i * a_byte; k < (i + 1) * a_byte; ++k)
                byte = byte << bits_ | (k < indices.size() ? indices[k] : 0U);
            row_[i] = static_cast<std::uint8_t>(byte);
        }
        compress();
        return true;
    }

    /// Adds a row of colours to a picture without a palette; false if it does not fit.
    [[nodiscard]] bool add(std::span<const color> pixels) {
        if (colors_ > 0 || pixels.size() != width_) return false;
        begin_row();
        std::size_t at = 0;
        for (const color& c : pixels) {
            row_[at++] = c.red;
            row_[at++] = c.green;
            row_[at++] = c.blue;
            if (bits_ == 32) row_[at++] = c.alpha;
        }
        compress();
        return true;
    }

    /// Ends the data.
    void finish() { compressor_.finish(); }

    /// What is compressed so far; the caller may empty it.
    [[nodiscard]] std::string& output() noexcept { return compressor_.output(); }

private:
    // Only now, since a width may be that of a picture that cannot be.
    void begin_row() {
        const auto size = static_cast<std::size_t>((std::uint64_t{width_} * bits_ + 7) / 8);
        row_.resize(size);
        before_.resize(size);
    }

    [[nodiscard]] static std::size_t differences(std::span<const std::uint8_t> a,
                                                 std::span<const std::uint8_t> b) noexcept {
        std::size_t count = 0;
        for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1 : 0;
        return count;
    }

    // Matches compress the flat colours of a drawing best without a filter. But where a row is so
    // long that they do not reach the one above, the filter "up" may be better.
    void compress() {
        const std::span<const std::uint8_t> row{row_};
        const bool is_up =
            row.size() >= match_finder::window &&
            differences(row, before_) < differences(row.subspan(std::max(bits_ / 8, 1U)), row);
        filtered_.assign(1, is_up ? '\2' : '\0');
        filtered_.append(row_.begin(), row_.end());
        for (std::size_t i = 0; i < row_.size() && is_up; ++i)
            filtered_[i + 1] = static_cast<char>(row_[i] - before_[i]);
        compressor_.write(filtered_);
        std::swap(row_, before_);
    }

    zlib_compressor compressor_;
    std::vector<std::uint8_t> row_;
    std::vector<std::uint8_t> before_;  // the row above, of zeros at first
    std::string filtered_;
    std::uint32_t width_;
    unsigned bits_;
    std::size_t colors_;
};

}  // namespace senda::draw::detail

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

/// What the pixels of a PNG file without a palette have.
enum class png_pixels { rgb, rgba };

/// Writes a PNG file to a sink, a row at a time from the top.
template <ByteSink Sink>
class png_writer {
public:
    /// A picture whose pixels are indices of a palette of 1 to 256 colours: 1, 2, 4 or 8 bits each.
    png_writer(Sink sink, std::uint32_t width, std::uint32_t height, std::span<const color> palette)
        : sink_(std::move(sink)),
          pixels_(detail::png_pixel_format::of_palette(palette.size())),
          rows_(width, pixels_),
          rows_left_(height) {
        begin(width, height);
        if (is_good_) detail::write_png_palette(sink_, palette);
    }

    /// A picture whose pixels have their own colours.
    png_writer(Sink sink, std::uint32_t width, std::uint32_t height, png_pixels kind)
        : sink_(std::move(sink)),
          pixels_(kind == png_pixels::rgb ? detail::png_pixel_format::rgb()
                                          : detail::png_pixel_format::rgba()),
          rows_(width, pixels_),
          rows_left_(height) {
        begin(width, height);
    }

    /// Adds a row of indices of the palette; false if it does not fit.
    bool row(std::span<const std::uint8_t> indices) { return add(indices); }

    /// Adds a row of colours to a picture without a palette; false if it does not fit.
    bool row(std::span<const color> pixels) { return add(pixels); }

    /// Ends the file. Says whether it is complete: as many rows as it is high, and each one right.
    bool finish() {
        if (!is_good_ || rows_left_ > 0) return is_good_ = false;
        rows_.finish();
        write_data();
        detail::write_png_chunk(sink_, "IEND", {});
        return true;
    }

private:
    void begin(std::uint32_t width, std::uint32_t height) {
        is_good_ = detail::write_png_head(sink_, width, height, pixels_);
    }

    template <class Pixel>
    bool add(std::span<const Pixel> pixels) {
        if (!is_good_ || rows_left_ == 0 || !rows_.add(pixels)) return is_good_ = false;
        --rows_left_;
        if (rows_.output().size() >= detail::png_chunk_size) write_data();
        return true;
    }

    void write_data() {
        detail::write_png_chunk(sink_, "IDAT", rows_.output());
        rows_.output().clear();
    }

    Sink sink_;
    detail::png_pixel_format pixels_;
    detail::png_rows rows_;
    std::uint32_t rows_left_;
    bool is_good_ = false;
};

namespace detail {

/// Writes a picture of which `strip(top, rows)` gives some rows; those at the top come twice.
template <class Strip, ByteSink Sink>
void write_strips(int width, int height, bool is_opaque, Strip strip, Sink& sink) {
    constexpr int pixels_a_strip = 1 << 20;
    const int strip_rows = std::clamp(pixels_a_strip / width, 1, height);
    const auto for_each_strip = [&](auto&& f) {
        bool goes_on = true;
        for (int top = 0; top < height && goes_on; top += strip_rows)
            goes_on = f(strip(top, std::min(strip_rows, height - top)));
        return goes_on;
    };
    const auto for_each_row = [&](auto&& f) {
        for_each_strip([&](std::span<const color> pixels) {
            for (; !pixels.empty(); pixels = pixels.subspan(static_cast<std::size_t>(width)))
                f(pixels.first(static_cast<std::size_t>(width)));
            return true;
        });
    };
    const auto pass_on = [&sink](std::string_view piece) { sink(piece); };
    const auto columns = static_cast<std::uint32_t>(width);
    const auto rows = static_cast<std::uint32_t>(height);

    color_table table;
    const auto add = [&table](std::span<const color> pixels) { return add_colors(table, pixels); };
    if (for_each_strip(add)) {
        png_writer writer{pass_on, columns, rows, table.colors};
        std::vector<std::uint8_t> indices(columns);
        for_each_row([&](std::span<const color> row) {
            std::uint8_t index = 0;
            for (std::size_t i = 0; i < row.size(); ++i) {
                if (changes(row, i)) index = static_cast<std::uint8_t>(table.index_of(row[i]));
                indices[i] = index;
            }
            writer.row(indices);
        });
        writer.finish();
    } else {
        png_writer writer{pass_on, columns, rows, is_opaque ? png_pixels::rgb : png_pixels::rgba};
        for_each_row([&](std::span<const color> row) { writer.row(row); });
        writer.finish();
    }
}

}  // namespace detail

/// Writes a canvas as a PNG file to a sink, each pixel of it as `scale` a side. It is drawn in
/// strips, so that a picture of any size needs a few megabytes beside the canvas.
template <ByteSink Sink>
void write_png(const canvas& picture, Sink&& sink, double scale = 1) {
    rasterizer raster{picture, scale};
    std::vector<color> pixels;
    int drawn_top = -1;  // a small picture is one strip, which need not be drawn again
    const auto strip = [&](int top, int rows) -> std::span<const color> {
        if (top != drawn_top) {
            pixels.resize(static_cast<std::size_t>(rows) *
                          static_cast<std::size_t>(raster.width()));
            raster.draw(top, pixels);
            drawn_top = top;
        }
        return pixels;
    };
    detail::write_strips(raster.width(), raster.height(), is_opaque(picture.background()), strip,
                         sink);
}

/// Writes a PNG file of a picture whose canvas would be too large: `part(top, rows)` gives a canvas
/// of the whole size with the shapes of these rows. It is called twice for each part.
template <class Part, ByteSink Sink>
    requires std::is_invocable_r_v<canvas, Part&, int, int>
void write_png(int width, int height, Part&& part, Sink&& sink) {
    std::vector<color> pixels;
    const auto strip = [&](int top, int rows) -> std::span<const color> {
        pixels.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(width));
        const canvas shapes = part(top, rows);
        rasterizer{shapes}.draw(top, pixels);
        return pixels;
    };
    detail::write_strips(width, height, is_opaque(part(0, 1).background()), strip, sink);
}

/// Writes an image as a PNG file to a sink.
template <ByteSink Sink>
void write_png(const image& picture, Sink&& sink) {
    const auto width = static_cast<std::size_t>(picture.width());
    const auto strip = [&](int top, int rows) {
        return picture.pixels().subspan(static_cast<std::size_t>(top) * width,
                                        static_cast<std::size_t>(rows) * width);
    };
    const bool all_opaque =
        std::all_of(picture.pixels().begin(), picture.pixels().end(), is_opaque);
    detail::write_strips(picture.width(), picture.height(), all_opaque, strip, sink);
}

/// A canvas as the bytes of a PNG file.
[[nodiscard]] inline std::string to_png(const canvas& picture, double scale = 1) {
    std::string bytes;
    write_png(picture, [&bytes](std::string_view piece) { bytes += piece; }, scale);
    return bytes;
}

/// An image as the bytes of a PNG file.
[[nodiscard]] inline std::string to_png(const image& picture) {
    std::string bytes;
    write_png(picture, [&bytes](std::string_view piece) { bytes += piece; });
    return bytes;
}

}  // namespace senda::draw
