// SPDX-License-Identifier: MIT
// A block of deflate (RFC 1951) and its codes, in whichever of the three forms is shortest.
#pragma once

#include <senda/detail/draw/deflate/match_finder.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace senda::draw::detail {

/// The code of a symbol as deflate sends it: the first bit is the lowest.
struct prefix_code {
    std::uint16_t bits = 0;
    std::uint8_t length = 0;
};

/// Canonical codes by their lengths (RFC 1951, 3.2.2).
inline void assign_canonical_codes(std::span<prefix_code> codes) {
    constexpr int longest = 15;
    std::uint32_t next[longest + 2] = {};  // the next code of each length
    for (const prefix_code& c : codes) ++next[c.length + 1];
    next[1] = 0;  // no code for what does not occur
    for (int length = 1; length <= longest; ++length)
        next[length + 1] = (next[length] + next[length + 1]) << 1U;
    for (prefix_code& c : codes) {
        std::uint32_t code = c.length == 0 ? 0 : next[c.length]++;
        std::uint32_t reversed = 0;
        for (int bit = 0; bit < c.length; ++bit, code >>= 1U)
            reversed = reversed << 1U | (code & 1U);
        c.bits = static_cast<std::uint16_t>(reversed);
    }
}

struct huffman_node {
    std::uint64_t count;
    std::size_t symbol = 0;  // of a leaf
    std::size_t parent = 0;
    std::size_t depth = 0;
};

/// A Huffman tree in linear time, from leaves sorted by their counts; parents come last.
[[nodiscard]] inline std::vector<huffman_node> huffman_tree(std::vector<huffman_node> nodes) {
    const std::size_t leaf_count = nodes.size();
    std::size_t next_leaf = 0;
    std::size_t next_inner = leaf_count;
    const auto take_least = [&] {
        const bool is_leaf =
            next_leaf < leaf_count &&
            (next_inner == nodes.size() || nodes[next_leaf].count <= nodes[next_inner].count);
        return is_leaf ? next_leaf++ : next_inner++;
    };
    while (nodes.size() < 2 * leaf_count - 1) {
        const std::size_t a = take_least();
        const std::size_t b = take_least();
        nodes[a].parent = nodes[b].parent = nodes.size();
        nodes.push_back({nodes[a].count + nodes[b].count});
    }
    for (std::size_t i = nodes.size() - 1; i-- > 0;)
        nodes[i].depth = nodes[nodes[i].parent].depth + 1;
    return nodes;
}

/// Codes of at most `limit` bits for symbols that occur so often. The code is complete, as strict
/// readers want it: if fewer than two symbols occur, others of the first two get a code too.
inline void assign_huffman_codes(std::span<const std::uint32_t> counts, std::size_t limit,
                                 std::span<prefix_code> codes) {
    std::vector<huffman_node> leaves;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0) leaves.push_back({counts[i], i});
    for (std::size_t i = 0; leaves.size() < 2; ++i)
        if (counts[i] == 0) leaves.push_back({1, i});
    std::sort(leaves.begin(), leaves.end(), [](const huffman_node& a, const huffman_node& b) {
        return a.count != b.count ? a.count < b.count : a.symbol < b.symbol;
    });
    std::vector<huffman_node> tree = huffman_tree(leaves);
    // Flatter counts make a flatter tree, in the end a balanced one. The rarest symbol is deepest.
    while (tree.front().depth > limit) {
        for (huffman_node& leaf : leaves) leaf.count = leaf.count / 2 + 1;
        tree = huffman_tree(leaves);
    }
    std::fill(codes.begin(), codes.end(), prefix_code{});
    for (std::size_t i = 0; i < leaves.size(); ++i)
        codes[tree[i].symbol].length = static_cast<std::uint8_t>(tree[i].depth);
    assign_canonical_codes(codes);
}

/// Writes bits into bytes, the lowest first.
struct bit_writer {
    std::string bytes;  ///< those that are complete; may be emptied at any time
    std::uint64_t pending = 0;
    unsigned pending_bits = 0;

    void write(std::uint32_t bits, unsigned count) {
        pending |= std::uint64_t{bits} << pending_bits;
        pending_bits += count;
        for (; pending_bits >= 8; pending_bits -= 8, pending >>= 8U)
            bytes += static_cast<char>(pending);
    }

    void write(prefix_code code) { write(code.bits, code.length); }

    void align() {
        if (pending_bits > 0) write(0, 8 - pending_bits);
    }
};

inline constexpr std::size_t length_symbols = 286;
inline constexpr std::size_t distance_symbols = 30;
inline constexpr std::uint32_t end_of_block = 256;

/// A number as deflate sends it: a symbol and extra bits.
struct coded_number {
    std::uint32_t symbol;
    std::uint32_t extra;
    unsigned extra_bits;
};

/// A number with `2 ** precision` symbols for each power of two; the smallest have no extra bits.
[[nodiscard]] constexpr coded_number coded(std::uint32_t value, unsigned precision) noexcept {
    const auto width = static_cast<unsigned>(std::bit_width(value));
    const unsigned bits = std::max(width, precision + 1) - precision - 1;
    return {(bits << precision) + (value >> bits), value & ((1U << bits) - 1), bits};
}

[[nodiscard]] constexpr coded_number coded_distance(std::uint32_t distance) noexcept {
    return coded(distance - 1, 1);
}

[[nodiscard]] constexpr coded_number coded_length(std::uint32_t length) noexcept {
    if (length == match_finder::longest_match) return {length_symbols - 1, 0, 0};
    coded_number number = coded(length - match_finder::shortest_match, 2);
    number.symbol += end_of_block + 1;
    return number;
}

/// The codes of literals and lengths, and those of distances. The last two of each are never sent.
struct block_codes {
    std::array<prefix_code, length_symbols + 2> lengths{};
    std::array<prefix_code, distance_symbols + 2> distances{};
};

/// The codes that every reader knows.
[[nodiscard]] inline block_codes fixed_codes() {
    block_codes codes;
    for (std::size_t i = 0; i < codes.lengths.size(); ++i)
        codes.lengths[i].length = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    for (prefix_code& c : codes.distances) c.length = 5;
    assign_canonical_codes(codes.lengths);
    assign_canonical_codes(codes.distances);
    return codes;
}

/// The codes of one block and how they are sent: as lengths, run by run, in a code of their own.
class dynamic_codes {
public:
    dynamic_codes(std::span<const std::uint32_t> length_counts,
                  std::span<const std::uint32_t> distance_counts) {
        assign_huffman_codes(length_counts, 15, codes.lengths);
        assign_huffman_codes(distance_counts, 15, codes.distances);
        sent_lengths_ = used(codes.lengths, 257);
        sent_distances_ = used(codes.distances, 1);
        std::vector<std::uint8_t> all;
        all.reserve(sent_lengths_ + sent_distances_);
        for (std::size_t i = 0; i < sent_lengths_; ++i) all.push_back(codes.lengths[i].length);
        for (std::size_t i = 0; i < sent_distances_; ++i) all.push_back(codes.distances[i].length);
        for (auto at = all.begin(); at != all.end();) {
            const auto end =
                std::find_if(at, all.end(), [at](std::uint8_t length) { return length != *at; });
            add_run(*at, static_cast<std::size_t>(end - at));
            at = end;
        }

        std::array<std::uint32_t, run_symbols> counts{};
        for (const run& r : runs_) ++counts[r.symbol];
        assign_huffman_codes(counts, 7, run_codes_);
        sent_runs_ = run_symbols;
        while (sent_runs_ > 4 && run_codes_[order[sent_runs_ - 1]].length == 0) --sent_runs_;
    }

    /// The bits that sending the codes takes.
    [[nodiscard]] std::uint64_t cost() const noexcept {
        std::uint64_t bits = 14 + 3 * sent_runs_;
        for (const run& r : runs_) bits += run_codes_[r.symbol].length + extra_bits(r.symbol);
        return bits;
    }

    void write(bit_writer& out) const {
        out.write(static_cast<std::uint32_t>(sent_lengths_ - 257), 5);
        out.write(static_cast<std::uint32_t>(sent_distances_ - 1), 5);
        out.write(static_cast<std::uint32_t>(sent_runs_ - 4), 4);
        for (std::size_t i = 0; i < sent_runs_; ++i) out.write(run_codes_[order[i]].length, 3);
        for (const run& r : runs_) {
            out.write(run_codes_[r.symbol]);
            out.write(r.extra, extra_bits(r.symbol));
        }
    }

    block_codes codes;

private:
    struct run {
        std::uint8_t symbol;
        std::uint8_t extra;
    };

    static constexpr std::size_t run_symbols = 19;
    static constexpr std::array<std::uint8_t, run_symbols> order = {
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

    [[nodiscard]] static constexpr unsigned extra_bits(std::uint8_t symbol) noexcept {
        return symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0;
    }

    [[nodiscard]] static std::size_t used(std::span<const prefix_code> codes,
                                          std::size_t least) noexcept {
        std::size_t size = codes.size();
        while (size > least && codes[size - 1].length == 0) --size;
        return size;
    }

    /// Equal lengths one after the other: 16 repeats the last one, 17 and 18 stand for many zeros.
    void add_run(std::uint8_t length, std::size_t count) {
        if (length > 0) {
            runs_.push_back({length, 0});
            --count;
        }
        while (count >= 3) {
            const std::size_t taken = std::min<std::size_t>(count, length > 0 ? 6 : 138);
            const std::uint8_t symbol = length > 0 ? 16 : taken <= 10 ? 17 : 18;
            runs_.push_back({symbol, static_cast<std::uint8_t>(taken - (symbol == 18 ? 11 : 3))});
            count -= taken;
        }
        runs_.insert(runs_.end(), count, run{length, 0});
    }

    std::size_t sent_lengths_ = 0;
    std::size_t sent_distances_ = 0;
    std::size_t sent_runs_ = 0;
    std::vector<run> runs_;
    std::array<prefix_code, run_symbols> run_codes_{};
};

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

    [[nodiscard]] std::size_t input_size() const noexcept { return input_size_; }

    /// The longest input that can be stored without compression.
    static constexpr std::size_t most_stored = 65535;

    /// Writes the block and begins a new one. `input` is the end of what it stands for, all of it
    /// if that is at most `most_stored` bytes.
    void write(std::string_view input, bool is_final) {
        const dynamic_codes own{length_counts_, distance_counts_};
        const std::uint64_t with_own = own.cost() + cost(own.codes);
        const std::uint64_t with_fixed = cost(fixed_);
        const std::uint64_t padding = (8 - (bits.pending_bits + 3) % 8) % 8;
        const std::uint64_t stored = input_size_ <= most_stored
                                         ? padding + 32 + 8 * std::uint64_t{input_size_}
                                         : std::numeric_limits<std::uint64_t>::max();
        bits.write(is_final ? 1 : 0, 1);
        if (stored < std::min(with_own, with_fixed)) {
            const auto size = static_cast<std::uint32_t>(input.size());
            bits.write(0, 2);
            bits.align();
            bits.write(size, 16);
            bits.write(~size & 0xFFFFU, 16);
            bits.bytes += input;
        } else if (with_own < with_fixed) {
            bits.write(2, 2);
            own.write(bits);
            write_tokens(own.codes);
        } else {
            bits.write(1, 2);
            write_tokens(fixed_);
        }
        clear();
    }

    bit_writer bits;

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
        std::uint64_t sum = extra_bits_;
        for (std::size_t i = 0; i < length_symbols; ++i)
            sum += std::uint64_t{length_counts_[i]} * codes.lengths[i].length;
        for (std::size_t i = 0; i < distance_symbols; ++i)
            sum += std::uint64_t{distance_counts_[i]} * codes.distances[i].length;
        return sum;
    }

    void write_tokens(const block_codes& codes) {
        const auto write = [this](std::span<const prefix_code> symbols, coded_number n) {
            bits.write(symbols[n.symbol]);
            bits.write(n.extra, n.extra_bits);
        };
        for (const std::uint32_t token : tokens_) {
            const std::uint32_t length = token >> 16U;
            if (length == 0) {
                bits.write(codes.lengths[token]);
            } else {
                write(codes.lengths, coded_length(length));
                write(codes.distances, coded_distance(token & 0xFFFFU));
            }
        }
        bits.write(codes.lengths[end_of_block]);
    }

    block_codes fixed_;
    std::vector<std::uint32_t> tokens_;  // a byte, or length and distance
    std::array<std::uint32_t, length_symbols> length_counts_{};
    std::array<std::uint32_t, distance_symbols> distance_counts_{};
    std::uint64_t extra_bits_ = 0;  // of all matches
    std::size_t input_size_ = 0;
};

}  // namespace senda::draw::detail
