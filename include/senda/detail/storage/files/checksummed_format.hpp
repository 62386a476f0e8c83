// SPDX-License-Identifier: MIT
// What a checksummed file looks like: a header, blocks of one size that each end with a checksum,
// and a footer that only a file written to its end has. Numbers are little-endian.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace senda::detail {

/// Writes a number in the same order of bytes on every machine.
inline void put_number(unsigned char* to, std::uint64_t value) noexcept {
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(to, &value, sizeof value);
    } else {
        for (unsigned i = 0; i < 8; ++i) to[i] = static_cast<unsigned char>(value >> (8 * i));
    }
}
/// Reads what `put_number` wrote.
[[nodiscard]] inline std::uint64_t get_number(const unsigned char* from) noexcept {
    std::uint64_t value = 0;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(&value, from, sizeof value);
    } else {
        for (unsigned i = 0; i < 8; ++i) value |= static_cast<std::uint64_t>(from[i]) << (8 * i);
    }
    return value;
}

/// Two numbers made one, in which every bit of both counts.
[[nodiscard]] constexpr std::uint64_t combine_checksums(std::uint64_t a, std::uint64_t b) noexcept {
    std::uint64_t h = (a ^ (b * 0x9e37'79b9'7f4a'7c15U)) + 0x632b'e59b'd9b4'e019U;
    h = (h ^ (h >> 32U)) * 0xd6e8'feb8'6659'fd93U;
    h = (h ^ (h >> 29U)) * 0xff51'afd7'ed55'8ccdU;
    return h ^ (h >> 32U);
}

/// The checksum of some bytes: not against people, who could make another text with the same one.
[[nodiscard]] inline std::uint64_t checksum_of_bytes(const unsigned char* bytes, std::size_t count,
                                                     std::uint64_t seed) noexcept {
    std::uint64_t sum = combine_checksums(seed, count);
    std::size_t at = 0;
    for (; at + 8 <= count; at += 8) {
        const std::uint64_t word = get_number(bytes + at);
        sum = (sum ^ word) * 0x9fb2'1c65'1e98'df25U;  // odd: no word is lost
        sum ^= sum >> 35U;
    }
    std::array<unsigned char, 8> rest{};
    if (at < count) std::memcpy(rest.data(), bytes + at, count - at);
    return combine_checksums(sum, get_number(rest.data()));
}

/// The sizes and places of the parts of a checksummed file.
struct checksummed_format {
    static constexpr std::string_view begin_mark = "senda\x1a\r\n";
    static constexpr std::string_view end_mark = "sealed\r\n";
    static constexpr std::size_t kind_bytes = 24;
    static constexpr std::size_t header_bytes = 8 + kind_bytes + 8 + 8 + 8;
    static constexpr std::size_t footer_bytes = 32;
    static constexpr std::size_t checksum_bytes = 8;
    static constexpr std::size_t least_block = 64;
    static constexpr std::size_t most_block = std::size_t{1} << 24U;

    using header = std::array<unsigned char, header_bytes>;
    using footer = std::array<unsigned char, footer_bytes>;

    [[nodiscard]] static header make_header(std::string_view kind, std::uint64_t version,
                                            std::uint64_t block) noexcept {
        header h{};
        std::memcpy(h.data(), begin_mark.data(), 8);
        std::memcpy(h.data() + 8, kind.data(), kind.size() < kind_bytes ? kind.size() : kind_bytes);
        put_number(h.data() + 32, version);
        put_number(h.data() + 40, block);
        put_number(h.data() + 48, checksum_of_bytes(h.data(), 48, 0));
        return h;
    }
    [[nodiscard]] static footer make_footer(std::uint64_t payload, std::uint64_t seal) noexcept {
        footer f{};
        put_number(f.data(), payload);
        put_number(f.data() + 8, seal);
        std::memcpy(f.data() + 16, end_mark.data(), 8);
        put_number(f.data() + 24, checksum_of_bytes(f.data(), 24, 1));
        return f;
    }

    [[nodiscard]] static constexpr std::uint64_t blocks(std::uint64_t payload,
                                                        std::uint64_t block) noexcept {
        return payload / block + (payload % block != 0 ? 1 : 0);
    }
    /// The size of a file with `payload` bytes in it.
    [[nodiscard]] static constexpr std::uint64_t file_bytes(std::uint64_t payload,
                                                            std::uint64_t block) noexcept {
        return header_bytes + payload + blocks(payload, block) * checksum_bytes + footer_bytes;
    }
};

}  // namespace senda::detail
