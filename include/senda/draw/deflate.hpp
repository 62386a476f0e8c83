// SPDX-License-Identifier: MIT
// Compressing: the blocks of deflate (RFC 1951) in the frame of zlib (RFC 1950), as PNG needs it.
#pragma once

#include <senda/draw/deflate/checksum.hpp>
#include <senda/draw/deflate/deflate_block.hpp>
#include <senda/draw/deflate/matches.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace senda::draw {

/// Compresses bytes that come in pieces. What is ready is in `output`, from where the caller may
/// take it at any time. Needs less than a megabyte, however long the input.
class zlib_compressor {
public:
    /// Begins a stream.
    zlib_compressor() { block_.bits().append_bytes("\x78\x9C"); }

    /// Adds bytes to the input.
    void write(std::string_view bytes) {
        sum_ = adler32(bytes, sum_);
        while (!bytes.empty()) {
            const std::size_t block = block_.input_size() + 1;
            const bool may_be_stored = block <= detail::deflate_block::most_stored;
            bytes.remove_prefix(matches_.append(bytes, may_be_stored ? block : 0));
            compress(2 * std::size_t{detail::match_finder::longest_match});
        }
    }

    /// Ends the input, after which there can be no more.
    void finish() {
        compress(0);
        settle();
        end_block(true);
        block_.bits().align();
        for (unsigned shift = 32; shift > 0;) {
            shift -= 8;
            block_.bits().write(sum_ >> shift & 255U, 8);
        }
    }

    /// What is compressed so far; the caller may empty it.
    [[nodiscard]] std::string& output() noexcept { return block_.bits().bytes(); }

private:
    // From here on, a match is not put off for a better one at the next byte.
    static constexpr std::uint32_t good_enough = 64;

    /// Compresses all but so many bytes. A match at one place waits for a longer one at the next.
    void compress(std::size_t kept) {
        while (matches_.ahead() > kept) {
            if (waiting_.length >= good_enough) {
                take_waiting(1);
                continue;
            }
            const detail::match found = matches_.find(waiting_.length);
            if (waiting_.length > 0 && found.length == 0) {
                take_waiting(2);
                continue;
            }
            if (is_waiting_) add_literal(matches_.byte_before(2));
            waiting_ = found;
            is_waiting_ = true;
        }
    }

    /// Uses the match that waits, of which the finder has passed `passed` bytes.
    void take_waiting(std::size_t passed) {
        matches_.skip(waiting_.length - passed);
        block_.add_match(waiting_);
        waiting_ = {};
        is_waiting_ = false;
        if (block_.is_full()) end_block(false);
    }

    void add_literal(std::uint8_t byte) {
        block_.add_literal(byte);
        if (block_.is_full()) end_block(false);
    }

    /// Uses what waits at the end of the input.
    void settle() {
        if (waiting_.length > 0) {
            take_waiting(1);
        } else if (is_waiting_) {
            is_waiting_ = false;
            add_literal(matches_.byte_before(1));
        }
    }

    void end_block(bool is_final) {
        const std::size_t size = block_.input_size();
        const bool may_be_stored = size <= detail::deflate_block::most_stored;
        block_.write(
            may_be_stored ? matches_.before(is_waiting_ ? 1 : 0, size) : std::string_view{},
            is_final);
    }

    detail::match_finder matches_;
    detail::deflate_block block_;
    detail::match waiting_;    // at the byte before the place of the finder
    bool is_waiting_ = false;  // whether that byte is not in the block yet
    std::uint32_t sum_ = 1;
};

}  // namespace senda::draw
