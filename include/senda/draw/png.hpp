// SPDX-License-Identifier: MIT
// A canvas or an image as a PNG file, and images one after the other as a PNG file that moves.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/deflate.hpp>
#include <senda/draw/raster.hpp>
#include <senda/text/sink.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace senda::draw::detail {

/// The colours of a picture and their indices, as long as they are few: an open-addressing table.
class color_table {
public:
    static constexpr std::size_t most = 256;

    /// Adds a colour if it is new; false if there are too many.
    [[nodiscard]] bool add(color c) {
        const std::size_t slot = slot_of(c);
        if (slots_[slot] > 0) return true;
        if (colors.size() == most) return false;
        colors.push_back(c);
        slots_[slot] = static_cast<std::uint16_t>(colors.size());
        return true;
    }

    /// The index of a colour that was added.
    [[nodiscard]] std::size_t find(color c) const noexcept { return slots_[slot_of(c)] - 1U; }

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

/// How a pixel is written: as the index of a colour, or as what it is.
struct png_pixel_format {
    unsigned bits;  ///< a pixel
    unsigned kind;  ///< the number that the format has for it

    [[nodiscard]] static png_pixel_format of_palette(std::size_t colors) noexcept {
        return {colors <= 2 ? 1U : colors <= 4 ? 2U : colors <= 16 ? 4U : 8U, 3};
    }
    [[nodiscard]] bool has_palette() const noexcept { return bits <= 8; }
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

/// Writes what a file begins with, and the colours if there is a palette.
template <class Sink>
void write_png_head(Sink& sink, int width, int height, const png_pixel_format& pixels,
                    const color_table& table) {
    sink(std::string_view{"\x89PNG\r\n\x1a\n"});
    std::string header;
    append_big_endian(header, static_cast<std::uint32_t>(width));
    append_big_endian(header, static_cast<std::uint32_t>(height));
    header += static_cast<char>(std::min(pixels.bits, 8U));
    header += static_cast<char>(pixels.kind);
    header.append(3, '\0');  // deflate, the usual filters, not interlaced
    write_png_chunk(sink, "IHDR", header);
    if (!pixels.has_palette()) return;
    std::string colors;
    std::string alphas;
    std::size_t last_alpha = 0;
    for (const color& c : table.colors) {
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
    /// `table`  has the colours of the picture where its format has a palette.
    png_rows(int width, const png_pixel_format& pixels, const color_table& table)
        : table_(table),
          pixels_(pixels),
          row_(static_cast<std::size_t>((static_cast<std::uint64_t>(width) * pixels.bits + 7) / 8)),
          before_(row_.size()) {}

    /// Adds a row of pixels. Matches compress the flat colours of a drawing best without a filter;
    /// but where a row is so long that they do not reach the one above, the filter "up" does.
    void add(std::span<const color> pixels) {
        pack(pixels);
        const bool is_up = row_.size() >= zlib_compressor::window;
        filtered_.assign(1, is_up ? '\2' : '\0');
        filtered_.append(row_.begin(), row_.end());
        for (std::size_t i = 0; i < row_.size() && is_up; ++i)
            filtered_[i + 1] = static_cast<char>(row_[i] - before_[i]);
        compressor_.write(filtered_);
        std::swap(row_, before_);
    }

    /// Ends the data.
    void finish() { compressor_.finish(); }

    /// What is compressed so far; the caller may empty it.
    [[nodiscard]] std::string& output() noexcept { return compressor_.output(); }

private:
    /// Writes pixels into a row; indices of colours with the first in the highest bits of a byte.
    void pack(std::span<const color> pixels) {
        std::fill(row_.begin(), row_.end(), std::uint8_t{0});
        std::size_t index = 0;
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            const std::size_t end = (i + 1) * pixels_.bits;
            if (pixels_.has_palette()) {
                if (changes(pixels, i)) index = table_.find(pixels[i]);
                row_[(end - 1) / 8] |= static_cast<std::uint8_t>(index << (8 - end % 8) % 8);
            } else {
                const std::uint8_t bytes[] = {pixels[i].red, pixels[i].green, pixels[i].blue,
                                              pixels[i].alpha};
                std::copy_n(bytes, pixels_.bits / 8, &row_[(end - pixels_.bits) / 8]);
            }
        }
    }

    const color_table& table_;
    png_pixel_format pixels_;
    std::vector<std::uint8_t> row_;
    std::vector<std::uint8_t> before_;  // the row above, of zeros at first
    std::string filtered_;
    zlib_compressor compressor_;
};

/// Writes a picture of which `strip(top, rows)` gives some rows; those at the top come twice.
template <class Strip, ByteSink Sink>
void write_strips(int width, int height, bool is_opaque, Strip strip, Sink& sink) {
    constexpr int pixels_a_strip = 1 << 20;
    const int strip_rows = std::clamp(pixels_a_strip / width, 1, height);
    const auto for_each_row = [&](auto&& f) {  // until it says no
        for (int top = 0; top < height; top += strip_rows) {
            const auto columns = static_cast<std::size_t>(width);
            std::span<const color> rows = strip(top, std::min(strip_rows, height - top));
            for (; !rows.empty(); rows = rows.subspan(columns))
                if (!f(rows.first(columns))) return false;
        }
        return true;
    };
    color_table table;
    const bool has_palette = for_each_row([&table](std::span<const color> pixels) {
        for (std::size_t i = 0; i < pixels.size(); ++i)
            if (changes(pixels, i) && !table.add(pixels[i])) return false;
        return true;
    });
    const png_pixel_format format = has_palette ? png_pixel_format::of_palette(table.colors.size())
                                    : is_opaque ? png_pixel_format{24, 2}
                                                : png_pixel_format{32, 6};
    write_png_head(sink, width, height, format, table);
    png_rows data(width, format, table);
    const auto write_data = [&] {
        write_png_chunk(sink, "IDAT", data.output());
        data.output().clear();
    };
    for_each_row([&](std::span<const color> pixels) {
        constexpr std::size_t enough = std::size_t{1} << 16U;  // for a chunk
        data.add(pixels);
        if (data.output().size() >= enough) write_data();
        return true;
    });
    data.finish();
    write_data();
    write_png_chunk(sink, "IEND", {});
}

}  // namespace senda::draw::detail

namespace senda::draw {

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

/// Counts the colours of pictures, and then gives each one of a palette.
class color_reduction {
public:
    /// Counts the colours of pixels.
    void count(std::span<const color> pixels) {
        std::uint64_t* same = nullptr;
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            if (detail::changes(pixels, i)) same = &colors_[number_of(pixels[i])].pixels;
            ++*same;
        }
    }

    /// Chooses a palette: `transparent` and the most frequent colours, at most 255.
    [[nodiscard]] std::vector<color> palette() {
        std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted;
        sorted.reserve(colors_.size());
        for (const auto& [number, c] : colors_) sorted.emplace_back(c.pixels, ~number);
        std::sort(sorted.rbegin(), sorted.rend());
        std::vector<color> chosen = {transparent};
        for (std::size_t i = 0; i < std::min<std::size_t>(sorted.size(), 255); ++i)
            chosen.push_back(color_of(~sorted[i].second));
        for (auto& [number, c] : colors_) c.shown = nearest(color_of(number), chosen);
        return chosen;
    }

    /// The colour of the palette for one that was counted.
    [[nodiscard]] color of(color c) const { return colors_.find(number_of(c))->second.shown; }

private:
    struct counted {
        std::uint64_t pixels = 0;
        color shown = {};  // in its place
    };

    [[nodiscard]] static std::uint32_t number_of(color c) noexcept {
        return std::uint32_t{c.red} << 16U | std::uint32_t{c.green} << 8U | c.blue;
    }
    [[nodiscard]] static color color_of(std::uint32_t number) noexcept {
        const auto byte = [number](unsigned shift) {
            return static_cast<std::uint8_t>(number >> shift & 255U);
        };
        return {byte(16), byte(8), byte(0)};
    }

    [[nodiscard]] static color nearest(color c, std::span<const color> among) {
        const auto distance = [c](color other) {
            const auto square = [](int a, int b) { return (a - b) * (a - b); };
            return 2 * square(c.red, other.red) + 4 * square(c.green, other.green) +
                   square(c.blue, other.blue) + 8 * square(c.alpha, other.alpha);
        };
        return *std::min_element(among.begin(), among.end(),
                                 [&](color a, color b) { return distance(a) < distance(b); });
    }

    std::unordered_map<std::uint32_t, counted> colors_;
};

/// Writes an APNG file, a frame at a time: a PNG file that moves where it is understood, and
/// elsewhere shows its first frame. What did not change is transparent.
template <ByteSink Sink>
class apng_writer {
public:
    /// Pictures of one size and of colours that were counted, which are played for ever.
    apng_writer(Sink& sink, int width, int height, std::uint32_t frames, color_reduction& colors)
        : sink_(sink), colors_(colors), last_(width, height) {
        for (const color& c : colors.palette()) static_cast<void>(table_.add(c));
        format_ = detail::png_pixel_format::of_palette(table_.colors.size());
        detail::write_png_head(sink, width, height, format_, table_);
        std::string control;
        detail::append_big_endian(control, frames);
        detail::append_big_endian(control, 0);
        detail::write_png_chunk(sink, "acTL", control);
    }

    /// Adds a frame that is seen for some milliseconds, and differs from the last one only within
    /// some boxes.
    void frame(const image& picture, int time, std::span<const pixel_box> within) {
        const bool is_first = chunks_ == 0;
        const pixel_box part =
            is_first ? pixel_box{0, 0, last_.width(), last_.height()} : changed(picture, within);
        const int columns = part.right - part.left;
        std::string control;
        for (const int number : {columns, part.bottom - part.top, part.left, part.top})
            detail::append_big_endian(control, static_cast<std::uint32_t>(number));
        constexpr unsigned a_second = 1000;
        detail::append_big_endian(control, static_cast<std::uint32_t>(time) << 16U | a_second);
        control += '\0';                    // it stays when the next one comes
        control += is_first ? '\0' : '\1';  // and is seen where that is transparent
        numbered("fcTL", control);
        detail::png_rows rows(columns, format_, table_);
        std::vector<color> pixels(static_cast<std::size_t>(columns));
        for (int y = part.top; y < part.bottom; ++y) {
            const color* const row = &picture.row(y)[static_cast<std::size_t>(part.left)];
            color* const before = &last_.at(part.left, y);
            for (std::size_t i = 0; i < pixels.size(); ++i) {
                if (!is_first && row[i] == before[i])
                    pixels[i] = transparent;
                else if (i == 0 || row[i] != row[i - 1] || pixels[i - 1] == transparent)
                    pixels[i] = colors_.of(row[i]);
                else
                    pixels[i] = pixels[i - 1];
            }
            std::copy_n(row, columns, before);
            rows.add(pixels);
        }
        rows.finish();
        if (is_first)
            detail::write_png_chunk(sink_, "IDAT", rows.output());
        else
            numbered("fdAT", rows.output());
    }

    /// Ends the file.
    void finish() { detail::write_png_chunk(sink_, "IEND", {}); }

private:
    /// The smallest part with all that differs from the frame before; a pixel if nothing does.
    [[nodiscard]] pixel_box changed(const image& picture, std::span<const pixel_box> within) const {
        pixel_box found;
        for (const pixel_box& b : within) {
            for (int y = b.top; y < b.bottom; ++y) {
                const color* const row = picture.row(y).data();
                const color* const before = last_.row(y).data();
                int left = b.left;
                int right = b.right;
                while (left < right && row[left] == before[left]) ++left;
                while (left < right && row[right - 1] == before[right - 1]) --right;
                if (left < right) found.join({left, y, right, y + 1});
            }
        }
        return found.is_empty() ? pixel_box{0, 0, 1, 1} : found;
    }

    void numbered(std::string_view name, std::string_view data) {
        std::string text;
        detail::append_big_endian(text, chunks_++);
        text += data;
        detail::write_png_chunk(sink_, name, text);
    }

    Sink& sink_;
    color_reduction& colors_;
    detail::png_pixel_format format_{};
    detail::color_table table_;
    image last_;                // what is seen, in all colours
    std::uint32_t chunks_ = 0;  // that have a number
};

}  // namespace senda::draw
