// SPDX-License-Identifier: MIT
// What files of pixels are made of: chunks, a head, a palette, and rows that are compressed.
#pragma once

#include <senda/detail/draw/deflate/match_finder.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/deflate.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::draw::detail {

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
