// SPDX-License-Identifier: MIT
// The check sums of PNG and of zlib.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace senda::draw {

namespace detail {

// tables[k][b] is the remainder of byte b followed by k zero bytes, so that four bytes go at once.
inline constexpr auto crc_tables = [] {
    std::array<std::array<std::uint32_t, 256>, 4> tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit)
            rest = (rest & 1U) != 0 ? 0xEDB88320U ^ (rest >> 1U) : rest >> 1U;
        tables[0][byte] = rest;
    }
    for (std::size_t k = 1; k < tables.size(); ++k)
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const std::uint32_t rest = tables[k - 1][byte];
            tables[k][byte] = tables[0][rest & 255U] ^ (rest >> 8U);
        }
    return tables;
}();

}  // namespace detail

/// The CRC-32 of bytes that follow others whose CRC-32 is `before`.
[[nodiscard]] constexpr std::uint32_t crc32(std::string_view bytes,
                                            std::uint32_t before = 0) noexcept {
    const auto& tables = detail::crc_tables;
    const auto byte = [bytes](std::size_t at) {
        return std::uint32_t{static_cast<unsigned char>(bytes[at])};
    };
    std::uint32_t rest = ~before;
    std::size_t at = 0;
    for (; at + 4 <= bytes.size(); at += 4) {
        rest ^= byte(at) | byte(at + 1) << 8U | byte(at + 2) << 16U | byte(at + 3) << 24U;
        rest = tables[3][rest & 255U] ^ tables[2][rest >> 8U & 255U] ^
               tables[1][rest >> 16U & 255U] ^ tables[0][rest >> 24U];
    }
    for (; at < bytes.size(); ++at) rest = tables[0][(rest ^ byte(at)) & 255U] ^ (rest >> 8U);
    return ~rest;
}

/// The Adler-32 of bytes that follow others whose Adler-32 is `before`.
[[nodiscard]] constexpr std::uint32_t adler32(std::string_view bytes,
                                              std::uint32_t before = 1) noexcept {
    constexpr std::uint32_t prime = 65521;
    constexpr std::size_t safe = 5552;  // so many bytes cannot overflow the sums
    std::uint32_t low = before & 0xFFFFU;
    std::uint32_t high = before >> 16U;
    while (!bytes.empty()) {
        const std::string_view part = bytes.substr(0, safe);
        bytes.remove_prefix(part.size());
        for (const char c : part) {
            low += static_cast<unsigned char>(c);
            high += low;
        }
        low %= prime;
        high %= prime;
    }
    return high << 16U | low;
}

}  // namespace senda::draw
