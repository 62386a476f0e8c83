// SPDX-License-Identifier: MIT
// A block of deflate (RFC 1951): literals and matches, in whichever of its three forms is shortest.
#pragma once

#include <senda/draw/deflate/deflate_codes.hpp>
#include <senda/draw/deflate/matches.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
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
        ++length_counts_[split_length(m.length).symbol];
        ++distance_counts_[split_distance(m.distance).symbol];
        input_size_ += m.length;
    }

    /// Whether it is time to write: by then, the codes fit what is in it.
    [[nodiscard]] bool is_full() const noexcept { return tokens_.size() >= most_tokens; }

    /// How many bytes of input are in it.
    [[nodiscard]] std::size_t input_size() const noexcept { return input_size_; }

    /// The longest input that can be sent as it is.
    static constexpr std::size_t most_stored = 65535;

    /// Writes the block and begins a new one. `input` is what it stands for, if that is at most
    /// `most_stored` bytes.
    void write(std::string_view input, bool is_final) {
        const sent_codes own{length_counts_, distance_counts_};
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
        input_size_ = 0;
    }

    [[nodiscard]] std::uint64_t cost(const block_codes& codes) const noexcept {
        std::uint64_t bits = 0;
        for (std::uint32_t i = 0; i < length_symbols; ++i) {
            const unsigned rest = i < 265 || i == 285 ? 0 : (i - 261) / 4;
            bits += std::uint64_t{length_counts_[i]} * (codes.lengths[i].length + rest);
        }
        for (std::uint32_t i = 0; i < distance_symbols; ++i) {
            const unsigned rest = i < 4 ? 0 : i / 2 - 1;
            bits += std::uint64_t{distance_counts_[i]} * (codes.distances[i].length + rest);
        }
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
        for (const std::uint32_t token : tokens_) {
            const std::uint32_t length = token >> 16U;
            if (length == 0) {
                bits_.write(codes.lengths[token]);
                continue;
            }
            const split_number l = split_length(length);
            bits_.write(codes.lengths[l.symbol]);
            bits_.write(l.rest, l.rest_bits);
            const split_number d = split_distance(token & 0xFFFFU);
            bits_.write(codes.distances[d.symbol]);
            bits_.write(d.rest, d.rest_bits);
        }
        bits_.write(codes.lengths[end_of_block]);
    }

    bit_writer bits_;
    block_codes fixed_;
    std::vector<std::uint32_t> tokens_;  // a byte, or length and distance
    std::array<std::uint32_t, length_symbols> length_counts_{};
    std::array<std::uint32_t, distance_symbols> distance_counts_{};
    std::size_t input_size_ = 0;
};

}  // namespace senda::draw::detail
