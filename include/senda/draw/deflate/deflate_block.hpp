// SPDX-License-Identifier: MIT
// A block of deflate (RFC 1951): literals and matches, in whichever of its three forms is shortest.
#pragma once

#include <senda/draw/deflate/deflate_codes.hpp>
#include <senda/draw/deflate/match_finder.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace senda::draw::detail {

/// Collects literals and matches and writes them as blocks.
class deflate_block {
public:
    deflate_block() : fixed_(fixed_codes()) { clear(); }

    void add_literal(std::uint8_t byte) {
        tokens_.push_back(byte);
        ++length_counts_[byte];
        ++input_size_;
    }

    void add_match(match m) {
        tokens_.push_back(m.length << 16U | m.distance);
        const coded_number length = coded_length(m.length);
        const coded_number distance = coded_distance(m.distance);
        ++length_counts_[length.symbol];
        ++distance_counts_[distance.symbol];
        extra_bits_ += length.extra_bits + distance.extra_bits;
        input_size_ += m.length;
    }

    /// Whether it is time to write: by then, the codes fit what is in it.
    [[nodiscard]] bool is_full() const noexcept { return tokens_.size() >= most_tokens; }

    /// How many bytes of input are in it.
    [[nodiscard]] std::size_t input_size() const noexcept { return input_size_; }

    /// The longest input that can be stored without compression.
    static constexpr std::size_t most_stored = 65535;

    /// Writes the block and begins a new one. `input` is the end of what it stands for, all of it
    /// if that is at most `most_stored` bytes.
    void write(std::string_view input, bool is_final) {
        const dynamic_codes own{length_counts_, distance_counts_};
        const std::uint64_t with_own = own.cost() + cost(own.codes);
        const std::uint64_t with_fixed = cost(fixed_);
        const std::uint64_t padding = (8 - (bits_.bits_over() + 3) % 8) % 8;
        const std::uint64_t stored = input_size_ <= most_stored
                                         ? padding + 32 + 8 * std::uint64_t{input_size_}
                                         : std::numeric_limits<std::uint64_t>::max();
        bits_.write(is_final ? 1 : 0, 1);
        if (stored < std::min(with_own, with_fixed)) {
            write_stored(input);
        } else if (with_own < with_fixed) {
            bits_.write(2, 2);
            own.write(bits_);
            write_tokens(own.codes);
        } else {
            bits_.write(1, 2);
            write_tokens(fixed_);
        }
        clear();
    }

    [[nodiscard]] bit_writer& bits() noexcept { return bits_; }

private:
    static constexpr std::size_t most_tokens = std::size_t{1} << 15U;

    void clear() {
        tokens_.clear();
        length_counts_.fill(0);
        distance_counts_.fill(0);
        length_counts_[end_of_block] = 1;
        extra_bits_ = 0;
        input_size_ = 0;
    }

    /// The bits that the tokens take.
    [[nodiscard]] std::uint64_t cost(const block_codes& codes) const noexcept {
        std::uint64_t bits = extra_bits_;
        for (std::size_t i = 0; i < length_symbols; ++i)
            bits += std::uint64_t{length_counts_[i]} * codes.lengths[i].length;
        for (std::size_t i = 0; i < distance_symbols; ++i)
            bits += std::uint64_t{distance_counts_[i]} * codes.distances[i].length;
        return bits;
    }

    void write_stored(std::string_view input) {
        bits_.write(0, 2);
        bits_.align();
        const auto size = static_cast<std::uint32_t>(input.size());
        bits_.write(size, 16);
        bits_.write(~size & 0xFFFFU, 16);
        bits_.append_bytes(input);
    }

    void write_tokens(const block_codes& codes) {
        const auto write = [this](std::span<const prefix_code> symbols, coded_number n) {
            bits_.write(symbols[n.symbol]);
            bits_.write(n.extra, n.extra_bits);
        };
        for (const std::uint32_t token : tokens_) {
            const std::uint32_t length = token >> 16U;
            if (length == 0) {
                bits_.write(codes.lengths[token]);
            } else {
                write(codes.lengths, coded_length(length));
                write(codes.distances, coded_distance(token & 0xFFFFU));
            }
        }
        bits_.write(codes.lengths[end_of_block]);
    }

    bit_writer bits_;
    block_codes fixed_;
    std::vector<std::uint32_t> tokens_;  // a byte, or length and distance
    std::array<std::uint32_t, length_symbols> length_counts_{};
    std::array<std::uint32_t, distance_symbols> distance_counts_{};
    std::uint64_t extra_bits_ = 0;  // of all matches
    std::size_t input_size_ = 0;
};

}  // namespace senda::draw::detail
