// SPDX-License-Identifier: MIT
// Writing PNG files row by row, so that no picture needs to be in memory.
#pragma once

#include <senda/draw/color.hpp>
#include <senda/draw/deflate.hpp>
#include <senda/draw/deflate/checksum.hpp>
#include <senda/draw/deflate/match_finder.hpp>
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

    /// Adds a row of indices of the palette. Says whether it could: there must be a palette with
    /// all of them, and the row must be as long as the picture is wide.
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

    /// Adds a row of colours. Says whether it could: there must be no palette, and the row must be
    /// as long as the picture is wide.
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

    // The colours of a drawing are flat and come again: matches say that best of rows as they are,
    // unless a row is so long that matches do not reach the one above. Then the filter "up" may be
    // better.
    void add_row() {
        const std::span<const std::uint8_t> row{row_};
        const bool is_up =
            row.size() >= detail::match_finder::window &&
            differences(row, before_) < differences(row.subspan(std::max(depth_ / 8, 1U)), row);
        filtered_.assign(1, is_up ? '\2' : '\0');
        for (std::size_t i = 0; i < row_.size(); ++i)
            filtered_ += static_cast<char>(is_up ? row_[i] - before_[i] : row_[i]);
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

}  // namespace senda::draw
