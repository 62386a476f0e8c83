// SPDX-License-Identifier: MIT
// A strict reader of zlib and PNG, written from the specifications and apart from the writer.
#pragma once

#include <senda/draw/color.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace test_draw {

/// Reads bits, the lowest of a byte first.
class bit_reader {
public:
    explicit bit_reader(std::string_view bytes) : bytes_(bytes) {}

    int bit() {
        if (at_ >= 8 * bytes_.size()) {
            failed_ = true;
            return 0;
        }
        const auto byte = static_cast<unsigned char>(bytes_[at_ / 8]);
        return byte >> (at_++ % 8) & 1;
    }

    int bits(int count) {
        int value = 0;
        for (int i = 0; i < count; ++i) value |= bit() << i;
        return value;
    }

    void align() { at_ = (at_ + 7) / 8 * 8; }
    std::size_t byte_place() const { return at_ / 8; }
    void skip_bytes(std::size_t count) { at_ += 8 * count; }
    bool failed() const { return failed_; }

private:
    std::string_view bytes_;
    std::size_t at_ = 0;
    bool failed_ = false;
};

/// A code given by the lengths of its words, read a bit at a time.
class prefix_decoder {
public:
    explicit prefix_decoder(const std::vector<int>& lengths) {
        for (const int length : lengths) ++count_[static_cast<std::size_t>(length)];
        count_[0] = 0;
        for (int length = 1; length <= 15; ++length)
            for (std::size_t i = 0; i < lengths.size(); ++i)
                if (lengths[i] == length) symbols_.push_back(static_cast<int>(i));
    }

    /// Whether each sequence of bits is read in exactly one way.
    bool is_complete() const {
        int left = 1;
        for (std::size_t length = 1; length <= 15; ++length) left = 2 * left - count_[length];
        return left == 0;
    }

    int read(bit_reader& in) const {
        int code = 0;
        int first = 0;
        int before = 0;
        for (std::size_t length = 1; length <= 15; ++length) {
            code |= in.bit();
            if (code - first < count_[length])
                return symbols_[static_cast<std::size_t>(before + code - first)];
            before += count_[length];
            first = (first + count_[length]) << 1;
            code <<= 1;
        }
        return -1;
    }

private:
    std::array<int, 16> count_{};
    std::vector<int> symbols_;
};

/// How many blocks of each kind there were.
struct inflated {
    std::string bytes;
    int stored = 0;
    int fixed = 0;
    int dynamic = 0;
};

inline bool inflate_codes(bit_reader& in, const prefix_decoder& lengths,
                          const prefix_decoder& distances, std::string& out) {
    static constexpr int length_base[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                          15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                          67, 83, 99, 115, 131, 163, 195, 227, 258};
    static constexpr int length_bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                          2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static constexpr int distance_base[] = {
        1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
        193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    static constexpr int distance_bits[] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                            6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
    for (;;) {
        const int symbol = lengths.read(in);
        if (in.failed() || symbol < 0 || symbol > 285) return false;
        if (symbol < 256) {
            out += static_cast<char>(symbol);
            continue;
        }
        if (symbol == 256) return true;
        const auto l = static_cast<std::size_t>(symbol - 257);
        const int length = length_base[l] + in.bits(length_bits[l]);
        const int distance_symbol = distances.read(in);
        if (distance_symbol < 0 || distance_symbol > 29) return false;
        const auto d = static_cast<std::size_t>(distance_symbol);
        const auto distance =
            static_cast<std::size_t>(distance_base[d] + in.bits(distance_bits[d]));
        if (in.failed() || distance > out.size()) return false;
        for (int i = 0; i < length; ++i) out += out[out.size() - distance];
    }
}

inline bool inflate_dynamic(bit_reader& in, std::string& out) {
    const int length_count = 257 + in.bits(5);
    const int distance_count = 1 + in.bits(5);
    const int run_count = 4 + in.bits(4);
    if (length_count > 286 || distance_count > 30) return false;
    static constexpr std::size_t order[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                            11, 4,  12, 3, 13, 2, 14, 1, 15};
    std::vector<int> run_lengths(19);
    for (int i = 0; i < run_count; ++i) run_lengths[order[i]] = in.bits(3);
    const prefix_decoder runs{run_lengths};
    if (!runs.is_complete()) return false;
    std::vector<int> all;
    while (static_cast<int>(all.size()) < length_count + distance_count) {
        const int symbol = runs.read(in);
        if (in.failed() || symbol < 0) return false;
        if (symbol < 16) {
            all.push_back(symbol);
        } else if (symbol == 16) {
            if (all.empty()) return false;
            const int again = all.back();
            all.insert(all.end(), static_cast<std::size_t>(3 + in.bits(2)), again);
        } else {
            const int count = symbol == 17 ? 3 + in.bits(3) : 11 + in.bits(7);
            all.insert(all.end(), static_cast<std::size_t>(count), 0);
        }
    }
    if (static_cast<int>(all.size()) != length_count + distance_count) return false;
    const prefix_decoder lengths{{all.begin(), all.begin() + length_count}};
    const prefix_decoder distances{{all.begin() + length_count, all.end()}};
    if (all[256] == 0 || !lengths.is_complete() || !distances.is_complete()) return false;
    return inflate_codes(in, lengths, distances, out);
}

inline bool inflate_fixed(bit_reader& in, std::string& out) {
    std::vector<int> lengths(288, 8);
    for (std::size_t i = 144; i < 256; ++i) lengths[i] = 9;
    for (std::size_t i = 256; i < 280; ++i) lengths[i] = 7;
    return inflate_codes(in, prefix_decoder{lengths}, prefix_decoder{std::vector<int>(32, 5)}, out);
}

/// What a zlib stream stands for; nothing if anything about it is wrong.
inline std::optional<inflated> read_zlib(std::string_view bytes) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    if (bytes.size() < 6 || (byte(0) & 15) != 8 || byte(0) >> 4 > 7) return std::nullopt;
    if ((byte(0) * 256 + byte(1)) % 31 != 0 || (byte(1) & 32) != 0) return std::nullopt;
    bit_reader in{bytes};
    in.skip_bytes(2);
    inflated result;
    for (bool is_last = false; !is_last;) {
        is_last = in.bit() == 1;
        switch (in.bits(2)) {
            case 0: {
                in.align();
                const int size = in.bits(16);
                if ((in.bits(16) ^ 0xFFFF) != size) return std::nullopt;
                if (in.failed() || in.byte_place() + static_cast<std::size_t>(size) > bytes.size())
                    return std::nullopt;
                result.bytes += bytes.substr(in.byte_place(), static_cast<std::size_t>(size));
                in.skip_bytes(static_cast<std::size_t>(size));
                ++result.stored;
                break;
            }
            case 1:
                if (!inflate_fixed(in, result.bytes)) return std::nullopt;
                ++result.fixed;
                break;
            case 2:
                if (!inflate_dynamic(in, result.bytes)) return std::nullopt;
                ++result.dynamic;
                break;
            default: return std::nullopt;
        }
    }
    in.align();
    std::uint32_t low = 1;
    std::uint32_t high = 0;
    for (const char c : result.bytes) {
        low = (low + static_cast<unsigned char>(c)) % 65521;
        high = (high + low) % 65521;
    }
    std::uint32_t sum = 0;
    const std::size_t at = in.byte_place();
    if (at + 4 != bytes.size()) return std::nullopt;
    for (std::size_t i = at; i < at + 4; ++i) sum = sum << 8 | byte(i);
    if (sum != (high << 16 | low)) return std::nullopt;
    return result;
}

/// The CRC of a chunk of a PNG file: of its name and its data.
inline std::uint32_t png_crc(std::string_view bytes) {
    static const std::array<std::uint32_t, 256> of_byte = [] {
        std::array<std::uint32_t, 256> all{};
        for (std::uint32_t b = 0; b < 256; ++b) {
            std::uint32_t& rest = all[b] = b;
            for (int k = 0; k < 8; ++k) rest = (rest & 1) != 0 ? rest >> 1 ^ 0xEDB88320 : rest >> 1;
        }
        return all;
    }();
    std::uint32_t rest = 0xFFFFFFFF;
    for (const char c : bytes)
        rest = rest >> 8 ^ of_byte[(rest ^ static_cast<unsigned char>(c)) & 255];
    return rest ^ 0xFFFFFFFF;
}

/// A PNG file as it was read.
struct read_png_file {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    int depth = 0;  ///< bits a sample
    int kind = 0;   ///< 2 RGB, 3 palette, 6 RGBA
    std::size_t palette_size = 0;
    std::size_t data_chunks = 0;
    std::vector<int> filters;                ///< of each row
    std::vector<senda::draw::color> pixels;  ///< row by row
};

/// A PNG file; nothing if anything about it is wrong.
inline std::optional<read_png_file> read_png(std::string_view bytes) {
    using senda::draw::color;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const auto number = [&](std::size_t i) {
        return std::uint32_t{byte(i)} << 24 | std::uint32_t{byte(i + 1)} << 16 |
               std::uint32_t{byte(i + 2)} << 8 | std::uint32_t{byte(i + 3)};
    };
    if (bytes.substr(0, 8) != "\x89PNG\r\n\x1a\n") return std::nullopt;
    read_png_file file;
    std::vector<color> palette;
    std::string data;
    std::string names;
    std::size_t at = 8;
    while (at < bytes.size()) {
        if (at + 12 > bytes.size()) return std::nullopt;
        const std::size_t size = number(at);
        if (size > 0x7FFFFFFF || at + 12 + size > bytes.size()) return std::nullopt;
        const std::string_view name = bytes.substr(at + 4, 4);
        const std::string_view content = bytes.substr(at + 8, size);
        if (png_crc(bytes.substr(at + 4, 4 + size)) != number(at + 8 + size)) return std::nullopt;
        if (name == "IHDR") {
            if (size != 13) return std::nullopt;
            file.width = number(at + 8);
            file.height = number(at + 12);
            file.depth = byte(at + 16);
            file.kind = byte(at + 17);
            if (byte(at + 18) != 0 || byte(at + 19) != 0 || byte(at + 20) != 0) return std::nullopt;
        } else if (name == "PLTE") {
            if (size % 3 != 0 || size == 0 || size > 768) return std::nullopt;
            for (std::size_t i = at + 8; i < at + 8 + size; i += 3)
                palette.push_back({byte(i), byte(i + 1), byte(i + 2)});
        } else if (name == "tRNS") {
            if (size > palette.size() || size == 0) return std::nullopt;
            for (std::size_t i = 0; i < size; ++i) palette[i].alpha = byte(at + 8 + i);
        } else if (name == "IDAT") {
            data += content;
            ++file.data_chunks;
        } else if (name != "IEND" || size != 0) {
            return std::nullopt;
        }
        if (name != "IDAT" || names.substr(names.size() - 4) != "IDAT") names += name;
        at += 12 + size;
    }
    const bool has_palette = file.kind == 3;
    const bool in_order =
        names == "IHDRIDATIEND" ||
        (has_palette && (names == "IHDRPLTEIDATIEND" || names == "IHDRPLTEtRNSIDATIEND"));
    if (!in_order || has_palette == palette.empty()) return std::nullopt;
    if (file.width == 0 || file.height == 0) return std::nullopt;
    if (has_palette && (palette.size() > std::size_t{1} << file.depth || file.depth > 8))
        return std::nullopt;
    if (!has_palette && file.depth != 8) return std::nullopt;
    file.palette_size = palette.size();

    const std::optional<inflated> raw = read_zlib(data);
    const int channels = file.kind == 2 ? 3 : file.kind == 6 ? 4 : 1;
    const std::size_t pixel = static_cast<std::size_t>(has_palette ? 1 : channels);
    const std::size_t stride =
        (std::size_t{file.width} * static_cast<std::size_t>(file.depth * channels) + 7) / 8;
    if (!raw || raw->bytes.size() != (stride + 1) * file.height) return std::nullopt;
    std::vector<int> before(stride);
    for (std::size_t y = 0; y < file.height; ++y) {
        const std::size_t start = y * (stride + 1);
        const int filter = static_cast<unsigned char>(raw->bytes[start]);
        if (filter > 4) return std::nullopt;
        file.filters.push_back(filter);
        std::vector<int> row(stride);
        for (std::size_t x = 0; x < stride; ++x) {
            const int sent = static_cast<unsigned char>(raw->bytes[start + 1 + x]);
            const int up = before[x];
            if (filter == 0 || filter == 2) {
                row[x] = (sent + (filter == 0 ? 0 : up)) & 255;
                continue;
            }
            const int left = x >= pixel ? row[x - pixel] : 0;
            const int corner = x >= pixel ? before[x - pixel] : 0;
            const int to_left = std::abs(up - corner);
            const int to_up = std::abs(left - corner);
            const int to_corner = std::abs(left + up - 2 * corner);
            const int paeth = to_left <= to_up && to_left <= to_corner ? left
                              : to_up <= to_corner                     ? up
                                                                       : corner;
            const int guess = filter == 1 ? left : filter == 3 ? (left + up) / 2 : paeth;
            row[x] = (sent + guess) & 255;
        }
        const auto sample = [&](std::size_t i) { return static_cast<std::uint8_t>(row[i]); };
        for (std::size_t x = 0; x < file.width; ++x) {
            if (has_palette) {
                const std::size_t bit = x * static_cast<std::size_t>(file.depth);
                const std::size_t shift = 8 - static_cast<std::size_t>(file.depth) - bit % 8;
                const auto place =
                    static_cast<std::size_t>(row[bit / 8] >> shift & ((1 << file.depth) - 1));
                if (place >= palette.size()) return std::nullopt;
                file.pixels.push_back(palette[place]);
            } else {
                const std::size_t i = x * pixel;
                file.pixels.push_back({sample(i), sample(i + 1), sample(i + 2),
                                       channels == 4 ? sample(i + 3) : std::uint8_t{255}});
            }
        }
        before = row;
    }
    return file;
}

}  // namespace test_draw
