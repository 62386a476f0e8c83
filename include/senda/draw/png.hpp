// SPDX-License-Identifier: MIT
// A canvas or an image as a PNG file, with a palette if its colours are few.
#pragma once

#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/deflate.hpp>
#include <senda/draw/deflate/match_finder.hpp>
#include <senda/draw/image.hpp>
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

namespace senda::draw {

/// What the pixels of a PNG file without a palette have.
enum class png_pixels { rgb, rgba };

/// Writes a PNG file to a sink, a row at a time from the top.
template <ByteSink Sink>
class png_writer {
public:
    /// A picture whose pixels are indices of a palette of 1 to 256 colours: 1, 2, 4 or 8 bits each.
    png_writer(Sink sink, std::uint32_t width, std::uint32_t height, std::span<const color> palette)
        : sink_(std::move(sink)), width_(width), rows_left_(height), colors_(palette.size()) {
        depth_ = colors_ <= 2 ? 1 : colors_ <= 4 ? 2 : colors_ <= 16 ? 4 : 8;
        begin(height, depth_, 3, palette.empty() || colors_ > 256);
        if (is_good_) write_palette(palette);
    }

    /// A picture whose pixels have their own colours.
    png_writer(Sink sink, std::uint32_t width, std::uint32_t height, png_pixels kind)
        : sink_(std::move(sink)), width_(width), rows_left_(height) {
        depth_ = kind == png_pixels::rgb ? 24 : 32;
        begin(height, 8, kind == png_pixels::rgb ? 2 : 6, false);
    }

    /// Adds a row of indices of the palette; false if it does not fit.
    bool row(std::span<const std::uint8_t> indices) {
        const auto is_wrong = [this](std::uint8_t index) { return index >= colors_; };
        if (colors_ == 0 || !takes_row(indices.size()) ||
            std::any_of(indices.begin(), indices.end(), is_wrong))
            return is_good_ = false;
        const std::size_t a_byte = 8 / depth_;
        for (std::size_t i = 0; i < row_.size(); ++i) {
            unsigned byte = 0;
            for (std::size_t k = i * a_byte; k < (i + 1) * a_byte; ++k)
                byte = byte << depth_ | (k < indices.size() ? indices[k] : 0U);
            row_[i] = static_cast<std::uint8_t>(byte);
        }
        add_row();
        return true;
    }

    /// Adds a row of colours to a picture without a palette; false if it does not fit.
    bool row(std::span<const color> pixels) {
        if (colors_ > 0 || !takes_row(pixels.size())) return is_good_ = false;
        std::size_t at = 0;
        for (const color& c : pixels) {
            row_[at++] = c.red;
            row_[at++] = c.green;
            row_[at++] = c.blue;
            if (depth_ == 32) row_[at++] = c.alpha;
        }
        add_row();
        return true;
    }

    /// Ends the file. Says whether it is complete: as many rows as it is high, and each one right.
    bool finish() {
        if (!is_good_ || rows_left_ > 0) return is_good_ = false;
        compressor_.finish();
        write_data();
        write_chunk("IEND", {});
        return true;
    }

private:
    static constexpr std::size_t chunk_size = std::size_t{1} << 16U;

    void begin(std::uint32_t height, unsigned bits, unsigned kind, bool is_wrong) {
        constexpr std::uint32_t longest = 0x7FFF'FFFF;
        if (is_wrong || width_ == 0 || height == 0 || width_ > longest || height > longest) return;
        is_good_ = true;
        const auto row_size = static_cast<std::size_t>((std::uint64_t{width_} * depth_ + 7) / 8);
        row_.resize(row_size);
        before_.resize(row_size);
        sink_(std::string_view{"\x89PNG\r\n\x1a\n"});
        std::string header;
        detail::append_big_endian(header, width_);
        detail::append_big_endian(header, height);
        header += static_cast<char>(bits);
        header += static_cast<char>(kind);
        header.append(3, '\0');  // deflate, the usual filters, not interlaced
        write_chunk("IHDR", header);
    }

    void write_palette(std::span<const color> palette) {
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
        write_chunk("PLTE", colors);
        if (last_alpha > 0) write_chunk("tRNS", std::string_view{alphas}.substr(0, last_alpha));
    }

    [[nodiscard]] bool takes_row(std::size_t size) const noexcept {
        return is_good_ && rows_left_ > 0 && size == width_;
    }

    [[nodiscard]] static std::size_t differences(std::span<const std::uint8_t> a,
                                                 std::span<const std::uint8_t> b) noexcept {
        std::size_t count = 0;
        for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1 : 0;
        return count;
    }

    // Matches compress the flat colours of a drawing best without a filter. But where a row is so
    // long that they do not reach the one above, the filter "up" may be better.
    void add_row() {
        const std::span<const std::uint8_t> row{row_};
        const bool is_up =
            row.size() >= detail::match_finder::window &&
            differences(row, before_) < differences(row.subspan(std::max(depth_ / 8, 1U)), row);
        filtered_.assign(1, is_up ? '\2' : '\0');
        filtered_.append(row_.begin(), row_.end());
        for (std::size_t i = 0; i < row_.size() && is_up; ++i)
            filtered_[i + 1] = static_cast<char>(row_[i] - before_[i]);
        compressor_.write(filtered_);
        std::swap(row_, before_);
        --rows_left_;
        if (compressor_.output().size() >= chunk_size) write_data();
    }

    void write_data() {
        write_chunk("IDAT", compressor_.output());
        compressor_.output().clear();
    }

    void write_chunk(std::string_view name, std::string_view data) {
        std::string frame;
        detail::append_big_endian(frame, static_cast<std::uint32_t>(data.size()));
        frame += name;
        sink_(std::string_view{frame});
        if (!data.empty()) sink_(data);
        frame.clear();
        detail::append_big_endian(frame, crc32(data, crc32(name)));
        sink_(std::string_view{frame});
    }

    Sink sink_;
    zlib_compressor compressor_;
    std::vector<std::uint8_t> row_;
    std::vector<std::uint8_t> before_;  // the row above, of zeros at first
    std::string filtered_;
    std::uint32_t width_;
    std::uint32_t rows_left_;
    std::size_t colors_ = 0;  // of the palette, if there is one
    unsigned depth_ = 0;      // bits a pixel
    bool is_good_ = false;
};

namespace detail {

/// The colours of a picture and their indices, as long as they are few: an open-addressing table.
class color_table {
public:
    static constexpr std::size_t most = 256;

    /// The index of a colour, which is added if it is new; `most` if there are too many.
    [[nodiscard]] std::size_t index_of(color c) {
        std::size_t slot = (std::bit_cast<std::uint32_t>(c) * 0x9E37'79B1U >> 16U) % slots_.size();
        while (slots_[slot] > 0 && colors[slots_[slot] - 1U] != c)
            slot = (slot + 1) % slots_.size();
        if (slots_[slot] == 0) {
            if (colors.size() == most) return most;
            colors.push_back(c);
            slots_[slot] = static_cast<std::uint16_t>(colors.size());
        }
        return slots_[slot] - 1U;
    }

    std::vector<color> colors;

private:
    std::array<std::uint16_t, 4 * most> slots_{};  // an index and 1, or 0
};

/// Whether a pixel differs from the one before it, compared as one number.
[[nodiscard]] inline bool changes(std::span<const color> pixels, std::size_t at) noexcept {
    return at == 0 ||
           std::bit_cast<std::uint32_t>(pixels[at]) != std::bit_cast<std::uint32_t>(pixels[at - 1]);
}

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
    const auto add_colors = [&table](std::span<const color> pixels) {
        for (std::size_t i = 0; i < pixels.size(); ++i)
            if (changes(pixels, i) && table.index_of(pixels[i]) == color_table::most) return false;
        return true;
    };
    if (for_each_strip(add_colors)) {
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
