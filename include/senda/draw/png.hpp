// SPDX-License-Identifier: MIT
// A canvas or an image as a PNG file, with a palette if its colours are few.
#pragma once

#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/image.hpp>
#include <senda/draw/png/png_writer.hpp>
#include <senda/draw/raster/raster.hpp>
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
#include <vector>

namespace senda::draw {

namespace detail {

/// The colours of a picture and their indices, as long as they are few: an open-addressing table.
class color_table {
public:
    static constexpr std::size_t most = 256;

    /// The index of a colour, which is added if it is new; `most` if there are too many.
    [[nodiscard]] std::size_t index_of(color c) {
        // Neighbours are mostly equal, and comparing them as one number is fastest.
        if (has_last_ && std::bit_cast<std::uint32_t>(c) == std::bit_cast<std::uint32_t>(last_))
            return last_index_;
        std::size_t slot = (std::bit_cast<std::uint32_t>(c) * 0x9E37'79B1U >> 16U) % slots_.size();
        while (slots_[slot] > 0 && colors_[slots_[slot] - 1U] != c)
            slot = (slot + 1) % slots_.size();
        if (slots_[slot] == 0) {
            if (colors_.size() == most) return most;
            colors_.push_back(c);
            slots_[slot] = static_cast<std::uint16_t>(colors_.size());
        }
        last_ = c;
        has_last_ = true;
        return last_index_ = slots_[slot] - 1U;
    }

    [[nodiscard]] std::span<const color> colors() const noexcept { return colors_; }

private:
    std::vector<color> colors_;
    std::array<std::uint16_t, 4 * most> slots_{};  // an index and 1, or 0
    color last_;
    std::size_t last_index_ = 0;
    bool has_last_ = false;
};

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
    const auto fits = [&table](color c) { return table.index_of(c) < color_table::most; };
    if (for_each_strip([&](std::span<const color> pixels) {
            return std::all_of(pixels.begin(), pixels.end(), fits);
        })) {
        png_writer writer{pass_on, columns, rows, table.colors()};
        std::vector<std::uint8_t> indices(columns);
        for_each_row([&](std::span<const color> row) {
            for (std::size_t i = 0; i < row.size(); ++i)
                indices[i] = static_cast<std::uint8_t>(table.index_of(row[i]));
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

/// Writes a picture as a PNG file whose canvas would be too large: `part(top, rows)` gives a canvas
/// of the size of the whole with at least the shapes that reach into these rows. Each part is asked
/// for twice, and they come from the top down.
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
