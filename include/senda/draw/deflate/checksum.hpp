// SPDX-License-Identifier: MIT
// The checksums of PNG and of zlib.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace senda::draw {

namespace detail {

inline constexpr auto crc_table = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit)
            rest = (rest & 1U) != 0 ? 0xEDB88320U ^ (rest >> 1U) : rest >> 1U;
        table[byte] = rest;
    }
    return table;
}();

/// Adds a number as four bytes, the highest first, as both formats have it.
inline void append_big_endian(std::string& out, std::uint32_t value) {
    for (const unsigned shift : {24U, 16U, 8U, 0U}) out += static_cast<char>(value >> shift & 255U);
}

}  // namespace detail

/// The CRC-32 of bytes that follow others whose CRC-32 is `before`.
[[nodiscard]] constexpr std::uint32_t crc32(std::string_view bytes,
                                            std::uint32_t before = 0) noexcept {
    std::uint32_t rest = ~before;
    for (const char c : bytes)
        rest = detail::crc_table[(rest ^ static_cast<unsigned char>(c)) & 255U] ^ (rest >> 8U);
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
