// SPDX-License-Identifier: MIT
// Compression: the blocks of deflate (RFC 1951) in the frame of zlib (RFC 1950), and checksums.
#pragma once

#include <senda/detail/draw/deflate/deflate_block.hpp>
#include <senda/detail/draw/deflate/match_finder.hpp>

#include <algorithm>
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
    constexpr std::size_t safe = 5552;  // bytes that cannot overflow the sums
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

/// Compresses bytes that come in pieces. What is ready is in `output`, from where the caller may
/// take it at any time. Needs less than a megabyte, however long the input.
class zlib_compressor {
public:
    /// Begins a stream.
    zlib_compressor() { output() = "\x78\x9C"; }

    /// Adds bytes to the input.
    void write(std::string_view bytes) {
        sum_ = adler32(bytes, sum_);
        while (!bytes.empty()) {
            bytes.remove_prefix(matches_.append(bytes));
            compress(2 * std::size_t{detail::match_finder::longest_match});
        }
    }

    /// Ends the input, after which there can be no more.
    void finish() {
        compress(0);
        if (deferred_.length > 0) {
            take_deferred(1);
        } else if (has_deferred_) {
            has_deferred_ = false;
            add_literal(matches_.byte_before(1));
        }
        end_block(true);
        block_.bits.align();
        detail::append_big_endian(output(), sum_);
    }

    /// What is compressed so far; the caller may empty it.
    [[nodiscard]] std::string& output() noexcept { return block_.bits.bytes; }

private:
    // From here on, a match is not put off for a better one at the next byte.
    static constexpr std::uint32_t longest_deferred = 64;

    /// Lazy matching of all but the last `kept` bytes: a match waits for a longer one at the next
    /// byte.
    void compress(std::size_t kept) {
        while (matches_.ahead() > kept) {
            if (deferred_.length >= longest_deferred) {
                take_deferred(1);
                continue;
            }
            const detail::match found = matches_.find(deferred_.length);
            if (deferred_.length > 0 && found.length == 0) {
                take_deferred(2);
                continue;
            }
            if (has_deferred_) add_literal(matches_.byte_before(2));
            deferred_ = found;
            has_deferred_ = true;
        }
    }

    /// Uses the deferred match, of which the finder has passed `passed` bytes.
    void take_deferred(std::size_t passed) {
        matches_.skip(deferred_.length - passed);
        block_.add_match(deferred_);
        deferred_ = {};
        has_deferred_ = false;
        if (block_.is_full()) end_block(false);
    }

    void add_literal(std::uint8_t byte) {
        block_.add_literal(byte);
        if (block_.is_full()) end_block(false);
    }

    void end_block(bool is_final) {
        static_assert(detail::match_finder::history > detail::deflate_block::most_stored);
        const std::size_t size = std::min(block_.input_size(), detail::deflate_block::most_stored);
        block_.write(matches_.before(has_deferred_ ? 1 : 0, size), is_final);
    }

    detail::match_finder matches_;
    detail::deflate_block block_;
    detail::match deferred_;     // at the byte before the position of the finder
    bool has_deferred_ = false;  // whether that byte is not in the block yet
    std::uint32_t sum_ = 1;
};

}  // namespace senda::draw
