// SPDX-License-Identifier: MIT
// A canvas or an image as a PNG file, with a palette if its colours are few.
#pragma once

#include <senda/detail/draw/png/color_table.hpp>
#include <senda/detail/draw/png/png_format.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/image.hpp>
#include <senda/draw/raster.hpp>
#include <senda/text/sink.hpp>

#include <algorithm>
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
