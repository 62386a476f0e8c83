// SPDX-License-Identifier: MIT
// The codes of deflate (RFC 1951): bits, the symbols of lengths and distances, and how codes are
// sent.
#pragma once

#include <senda/draw/deflate/huffman.hpp>
#include <senda/draw/deflate/matches.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace senda::draw::detail {

/// Writes bits into bytes, the lowest first.
class bit_writer {
public:
    void write(std::uint32_t bits, unsigned count) {
        pending_ |= std::uint64_t{bits} << count_;
        count_ += count;
        for (; count_ >= 8; count_ -= 8, pending_ >>= 8U) bytes_ += static_cast<char>(pending_);
    }

    void write(prefix_code code) { write(code.bits, code.length); }

    /// Goes on to the next whole byte.
    void align() {
        if (count_ > 0) write(0, 8 - count_);
    }

    /// Adds bytes where a byte begins.
    void append_bytes(std::string_view bytes) { bytes_ += bytes; }

    /// How many bits of a byte are written already.
    [[nodiscard]] unsigned bits_over() const noexcept { return count_; }

    /// The bytes that are complete; may be emptied at any time.
    [[nodiscard]] std::string& bytes() noexcept { return bytes_; }

private:
    std::string bytes_;
    std::uint64_t pending_ = 0;
    unsigned count_ = 0;
};

inline constexpr std::size_t length_symbols = 286;
inline constexpr std::size_t distance_symbols = 30;
inline constexpr std::uint32_t end_of_block = 256;

/// A number as deflate sends it: a symbol, and the rest in so many bits.
struct split_number {
    std::uint32_t symbol;
    std::uint32_t rest;
    unsigned rest_bits;
};

/// Two symbols for each power of two, after the first four that stand for themselves.
[[nodiscard]] constexpr split_number split_distance(std::uint32_t distance) noexcept {
    const std::uint32_t value = distance - 1;
    if (value < 4) return {value, 0, 0};
    const auto bits = static_cast<unsigned>(std::bit_width(value)) - 2;
    return {2 * bits + (value >> bits), value & ((1U << bits) - 1), bits};
}

/// Four symbols for each power of two, after the first eight, and one for the longest.
[[nodiscard]] constexpr split_number split_length(std::uint32_t length) noexcept {
    const std::uint32_t value = length - match_finder::shortest_match;
    if (length == match_finder::longest_match) return {285, 0, 0};
    if (value < 8) return {257 + value, 0, 0};
    const auto bits = static_cast<unsigned>(std::bit_width(value)) - 3;
    return {257 + 4 * bits + (value >> bits), value & ((1U << bits) - 1), bits};
}

/// The codes of the literals and lengths, and those of the distances.
struct block_codes {
    std::array<prefix_code, length_symbols + 2> lengths{};
    std::array<prefix_code, distance_symbols + 2> distances{};
};

/// The codes that every reader knows.
[[nodiscard]] inline block_codes fixed_codes() {
    std::array<std::uint8_t, length_symbols + 2> lengths{};
    std::fill(lengths.begin(), lengths.begin() + 144, std::uint8_t{8});
    std::fill(lengths.begin() + 144, lengths.begin() + 256, std::uint8_t{9});
    std::fill(lengths.begin() + 256, lengths.begin() + 280, std::uint8_t{7});
    std::fill(lengths.begin() + 280, lengths.end(), std::uint8_t{8});
    std::array<std::uint8_t, distance_symbols + 2> distances{};
    distances.fill(5);
    block_codes codes;
    assign_codes(lengths, codes.lengths);
    assign_codes(distances, codes.distances);
    return codes;
}

/// The codes of one block and how they are sent: as lengths, run by run, in a code of their own.
class sent_codes {
public:
    sent_codes(std::span<const std::uint32_t> length_counts,
               std::span<const std::uint32_t> distance_counts) {
        std::array<std::uint8_t, length_symbols> lengths{};
        std::array<std::uint8_t, distance_symbols> distances{};
        code_lengths maker;
        maker.assign(length_counts, 15, lengths);
        maker.assign(distance_counts, 15, distances);
        assign_codes(lengths, codes.lengths);
        assign_codes(distances, codes.distances);
        sent_lengths_ = used(lengths, 257);
        sent_distances_ = used(distances, 1);
        std::vector<std::uint8_t> all(lengths.begin(), lengths.begin() + to_offset(sent_lengths_));
        all.insert(all.end(), distances.begin(), distances.begin() + to_offset(sent_distances_));
        find_runs(all);

        std::array<std::uint32_t, run_symbols> counts{};
        for (const run& r : runs_) ++counts[r.symbol];
        std::array<std::uint8_t, run_symbols> run_lengths{};
        maker.assign(counts, 7, run_lengths);
        assign_codes(run_lengths, run_codes_);
        sent_runs_ = run_symbols;
        while (sent_runs_ > 4 && run_lengths[order[sent_runs_ - 1]] == 0) --sent_runs_;
    }

    /// The bits that sending the codes takes.
    [[nodiscard]] std::uint64_t cost() const noexcept {
        std::uint64_t bits = 14 + 3 * sent_runs_;
        for (const run& r : runs_) bits += run_codes_[r.symbol].length + rest_bits(r.symbol);
        return bits;
    }

    void write(bit_writer& out) const {
        out.write(static_cast<std::uint32_t>(sent_lengths_ - 257), 5);
        out.write(static_cast<std::uint32_t>(sent_distances_ - 1), 5);
        out.write(static_cast<std::uint32_t>(sent_runs_ - 4), 4);
        for (std::size_t i = 0; i < sent_runs_; ++i) out.write(run_codes_[order[i]].length, 3);
        for (const run& r : runs_) {
            out.write(run_codes_[r.symbol]);
            out.write(r.rest, rest_bits(r.symbol));
        }
    }

    block_codes codes;

private:
    struct run {
        std::uint8_t symbol;
        std::uint8_t rest;
    };

    static constexpr std::size_t run_symbols = 19;
    static constexpr std::array<std::uint8_t, run_symbols> order = {
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

    [[nodiscard]] static std::ptrdiff_t to_offset(std::size_t n) noexcept {
        return static_cast<std::ptrdiff_t>(n);
    }

    [[nodiscard]] static constexpr unsigned rest_bits(std::uint8_t symbol) noexcept {
        return symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0;
    }

    [[nodiscard]] static std::size_t used(std::span<const std::uint8_t> lengths,
                                          std::size_t least) noexcept {
        std::size_t size = lengths.size();
        while (size > least && lengths[size - 1] == 0) --size;
        return size;
    }

    /// Equal lengths one after the other: 16 says the last one again, 17 and 18 say many zeros.
    void find_runs(std::span<const std::uint8_t> lengths) {
        for (std::size_t at = 0; at < lengths.size();) {
            const std::uint8_t length = lengths[at];
            std::size_t count = 1;
            while (at + count < lengths.size() && lengths[at + count] == length) ++count;
            at += count;
            if (length > 0) {
                runs_.push_back({length, 0});
                --count;
            }
            add_run(length, count);
        }
    }

    void add_run(std::uint8_t length, std::size_t count) {
        while (count >= 3) {
            const std::size_t most = length > 0 ? 6 : 138;
            const std::size_t taken = std::min(count, most);
            if (length > 0) {
                runs_.push_back({16, static_cast<std::uint8_t>(taken - 3)});
            } else if (taken <= 10) {
                runs_.push_back({17, static_cast<std::uint8_t>(taken - 3)});
            } else {
                runs_.push_back({18, static_cast<std::uint8_t>(taken - 11)});
            }
            count -= taken;
        }
        for (; count > 0; --count) runs_.push_back({length, 0});
    }

    std::size_t sent_lengths_ = 0;
    std::size_t sent_distances_ = 0;
    std::size_t sent_runs_ = 0;
    std::vector<run> runs_;
    std::array<prefix_code, run_symbols> run_codes_{};
};

}  // namespace senda::draw::detail
