// SPDX-License-Identifier: MIT
// Compression: the blocks of deflate (RFC 1951) in the frame of zlib (RFC 1950), and checksums.
#pragma once

#include <senda/detail/language/algorithm.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// The code of a symbol as deflate sends it: the first bit is the lowest.
struct prefix_code {
    std::uint32_t bits = 0;
    unsigned length = 0;
};

/// The lengths of Huffman codes for symbols that occur so often.
[[nodiscard]] inline std::vector<unsigned> huffman_lengths(
    const std::vector<std::uint32_t>& counts) {
    using node = std::pair<std::uint64_t, std::size_t>;  // a count, and a place in `above`
    const auto later = [](const node& a, const node& b) { return a > b; };
    std::vector<node> roots;  // a heap
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0) roots.push_back({counts[i], i});
    std::make_heap(roots.begin(), roots.end(), later);
    std::vector<std::size_t> above(counts.size());
    while (roots.size() > 1) {
        node joined{0, above.size()};
        for (int i = 0; i < 2; ++i) {
            std::pop_heap(roots.begin(), roots.end(), later);
            joined.first += roots.back().first;
            above[roots.back().second] = joined.second;
            roots.pop_back();
        }
        above.push_back(0);
        roots.push_back(joined);
        std::push_heap(roots.begin(), roots.end(), later);
    }
    std::vector<unsigned> lengths(above.size());
    for (std::size_t i = above.size(); i-- > 0;)
        if (above[i] > 0) lengths[i] = lengths[above[i]] + 1;
    lengths.resize(counts.size());
    return lengths;
}

/// Canonical codes (RFC 1951, 3.2.2) of at most `limit` bits for symbols that occur so often. They
/// are complete, as strict readers want it: two symbols have one at least.
[[nodiscard]] inline std::vector<prefix_code> huffman_codes(std::vector<std::uint32_t> counts,
                                                            unsigned limit) {
    const auto unused = [&] { return std::count(counts.begin(), counts.end(), 0U); };
    for (std::size_t i = 0; unused() + 2 > static_cast<std::ptrdiff_t>(counts.size()); ++i)
        counts[i] = std::max(counts[i], 1U);
    std::vector<unsigned> lengths = huffman_lengths(counts);
    // Flatter counts make a flatter tree, in the end a balanced one.
    while (*std::max_element(lengths.begin(), lengths.end()) > limit) {
        for (std::uint32_t& count : counts) count = (count + 1) / 2;
        lengths = huffman_lengths(counts);
    }
    std::vector<prefix_code> codes(counts.size());
    std::uint32_t next = 0;
    for (unsigned length = 1; length <= limit; ++length, next <<= 1U) {
        for (std::size_t i = 0; i < codes.size(); ++i) {
            if (lengths[i] != length) continue;
            codes[i].length = length;
            for (unsigned bit = 0; bit < length; ++bit)
                codes[i].bits |= (next >> bit & 1U) << (length - 1 - bit);
            ++next;
        }
    }
    return codes;
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
};

/// A number as deflate sends it: a symbol and extra bits.
struct coded_number {
    std::uint32_t symbol;
    std::uint32_t extra = 0;
    unsigned extra_bits = 0;
};

/// A number with `2 ** precision` symbols for each power of two; the smallest have no extra bits.
[[nodiscard]] constexpr coded_number coded(std::uint32_t value, unsigned precision) noexcept {
    const auto width = static_cast<unsigned>(std::bit_width(value));
    const unsigned bits = std::max(width, precision + 1) - precision - 1;
    return {(bits << precision) + (value >> bits), value & ((1U << bits) - 1), bits};
}

/// Says that the next `length` bytes are those `distance` bytes before; a length of 0 is no match.
struct match {
    static constexpr std::uint32_t shortest = 3;
    static constexpr std::uint32_t longest = 258;

    std::uint32_t length = 0;
    std::uint32_t distance = 0;
};

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

/// Compresses bytes that come in pieces, in blocks with codes of their own. What is ready is in
/// `output`, from where the caller may take it at any time. Needs about a megabyte, however long
/// the input.
class zlib_compressor {
public:
    /// The farthest that a match reaches back.
    static constexpr std::size_t window = 32768;

    /// Begins a stream.
    zlib_compressor() : head_(std::size_t{1} << hash_bits), previous_(window) {
        output() = "\x78\x9C";
    }

    /// Adds bytes to the input.
    void write(std::string_view bytes) {
        sum_ = adler32(bytes, sum_);
        while (!bytes.empty()) {
            const std::string_view piece = bytes.substr(0, capacity - input_.size());
            bytes.remove_prefix(piece.size());
            input_ += piece;
            if (input_.size() == capacity) compress();
        }
    }

    /// Ends the input, after which there can be no more.
    void finish() {
        compress();
        end_block(true);
        bits_.write(0, 7);  // up to a whole byte
        detail::append_big_endian(output(), sum_);
    }

    /// What is compressed so far; the caller may empty it.
    [[nodiscard]] std::string& output() noexcept { return bits_.bytes; }

private:
    using match = detail::match;
    using coded_number = detail::coded_number;

    static constexpr std::size_t capacity = std::size_t{1} << 18U;
    static constexpr std::size_t most_tokens = std::size_t{1} << 15U;
    static constexpr unsigned hash_bits = 15;
    static constexpr int longest_chain = 128;
    static constexpr std::uint32_t good_match = 32;        // a better one is not looked for as long
    static constexpr std::uint32_t longest_deferred = 64;  // nor one at the next byte
    static constexpr std::uint32_t too_far = 4096;         // beyond, 3 bytes are better as literals
    static constexpr std::uint32_t end_of_block = 256;

    /// Lazy matching: a match waits for a longer one at the next byte.
    void compress() {
        match now = longest_at(at_, 0);
        while (at_ < input_.size()) {
            const auto byte = static_cast<unsigned char>(input_[at_]);
            pass(1);
            const match next =
                now.length < longest_deferred ? longest_at(at_, now.length) : match{};
            if (now.length == 0 || next.length > 0) {
                tokens_.push_back(byte);
                now = next;
            } else {
                tokens_.push_back(now.length << 16U | now.distance);
                pass(now.length - 1);
                now = longest_at(at_, 0);
            }
            if (tokens_.size() == most_tokens) end_block(false);
        }
        const std::size_t passed = at_ - std::min(at_, window);
        input_.erase(0, passed);
        at_ -= passed;
        erased_ += static_cast<std::uint32_t>(passed);
    }

    /// The position of a byte of the input in the whole of it, modulo 2^32.
    [[nodiscard]] std::uint32_t position(std::size_t at) const noexcept {
        return erased_ + static_cast<std::uint32_t>(at);
    }

    /// The last position whose next three bytes had the same hash; those before it are chained.
    [[nodiscard]] std::uint32_t& head_at(std::size_t at) noexcept {
        std::uint32_t three = 0;
        for (std::size_t i = 0; i < 3; ++i)
            three = three << 8U | static_cast<unsigned char>(input_[at + i]);
        return head_[three * 0x9E37'79B1U >> (32 - hash_bits)];
    }

    void pass(std::size_t count) noexcept {
        const std::size_t end = std::min(at_ + count + match::shortest - 1, input_.size());
        for (std::size_t i = at_; i + match::shortest <= end; ++i) {
            const std::uint32_t here = position(i);
            previous_[here % window] = std::exchange(head_at(i), here);
        }
        at_ += count;
    }

    /// The longest match at a place that is longer than `known`.
    [[nodiscard]] match longest_at(std::size_t at, std::uint32_t known) noexcept {
        const auto most =
            static_cast<std::uint32_t>(std::min<std::size_t>(match::longest, input_.size() - at));
        match best{std::max(known, match::shortest - 1), 0};
        if (most <= best.length) return {};
        const char* const here = input_.data() + at;
        const auto farthest = static_cast<std::uint32_t>(std::min(at, window));
        std::uint32_t last = 0;
        int tries = known >= good_match ? longest_chain / 8 : longest_chain;
        for (std::uint32_t from = head_at(at); tries > 0; --tries) {
            const std::uint32_t distance = position(at) - from;
            if (distance <= last || distance > farthest) break;  // was overwritten since
            last = distance;
            const char* const there = here - distance;
            if (there[best.length] == here[best.length]) {
                const std::uint32_t length = common_prefix(here, there, most);
                if (length > best.length) best = {length, distance};
                if (length == most) break;
            }
            from = previous_[from % window];
        }
        const bool is_worth_it =
            best.distance > 0 && (best.length > match::shortest || best.distance <= too_far);
        return is_worth_it ? best : match{};
    }

    [[nodiscard]] static std::uint32_t common_prefix(const char* a, const char* b,
                                                     std::uint32_t most) noexcept {
        std::uint32_t length = 0;
        for (; length + 8 <= most; length += 8) {
            std::uint64_t left = 0;
            std::uint64_t right = 0;
            std::memcpy(&left, a + length, 8);
            std::memcpy(&right, b + length, 8);
            if (left == right) continue;
            if constexpr (std::endian::native == std::endian::little)
                return length + static_cast<std::uint32_t>(std::countr_zero(left ^ right)) / 8;
            break;
        }
        while (length < most && a[length] == b[length]) ++length;
        return length;
    }

    [[nodiscard]] static coded_number coded_length(std::uint32_t length) noexcept {
        coded_number n = length == match::longest ? coded_number{28}
                                                  : detail::coded(length - match::shortest, 2);
        n.symbol += end_of_block + 1;
        return n;
    }

    void write(const std::vector<detail::prefix_code>& codes, const coded_number& n) {
        bits_.write(codes[n.symbol]);
        bits_.write(n.extra, n.extra_bits);
    }

    /// Writes what there is as a block, behind its codes.
    void end_block(bool is_final) {
        std::vector<std::uint32_t> length_counts(286);
        std::vector<std::uint32_t> distance_counts(30);
        length_counts[end_of_block] = 1;
        const auto for_each_number = [this](auto of_length, auto of_distance) {
            for (const std::uint32_t token : tokens_) {
                const std::uint32_t length = token >> 16U;
                of_length(length == 0 ? coded_number{token} : coded_length(length));
                if (length > 0) of_distance(detail::coded((token & 0xFFFFU) - 1, 1));
            }
        };
        for_each_number([&](const coded_number& n) { ++length_counts[n.symbol]; },
                        [&](const coded_number& n) { ++distance_counts[n.symbol]; });
        const auto lengths = detail::huffman_codes(length_counts, 15);
        const auto distances = detail::huffman_codes(distance_counts, 15);
        bits_.write(is_final ? 1 : 0, 1);
        bits_.write(2, 2);
        write_codes(lengths, distances);
        for_each_number([&](const coded_number& n) { write(lengths, n); },
                        [&](const coded_number& n) { write(distances, n); });
        write(lengths, {end_of_block});
        tokens_.clear();
    }

    /// Sends codes as their lengths, run by run, in a code of their own.
    void write_codes(const std::vector<detail::prefix_code>& lengths,
                     const std::vector<detail::prefix_code>& distances) {
        std::vector<detail::prefix_code> all = lengths;
        all.insert(all.end(), distances.begin(), distances.end());
        std::vector<coded_number> runs;
        std::vector<std::uint32_t> counts(19);
        const auto add = [&](const coded_number& n) {
            runs.push_back(n);
            ++counts[n.symbol];
        };
        for (std::size_t at = 0; at < all.size();) {
            std::size_t end = at + 1;
            while (end < all.size() && all[end].length == all[at].length) ++end;
            // 16 repeats the last length, 17 and 18 stand for many zeros.
            if (all[at].length > 0) add({all[at++].length});
            for (; end - at >= 3;) {
                const bool is_used = all[at].length > 0;
                const auto taken =
                    static_cast<std::uint32_t>(std::min<std::size_t>(end - at, is_used ? 6 : 138));
                add(is_used       ? coded_number{16, taken - 3, 2}
                    : taken <= 10 ? coded_number{17, taken - 3, 3}
                                  : coded_number{18, taken - 11, 7});
                at += taken;
            }
            for (; at < end; ++at) add({all[at].length});
        }
        const auto codes = detail::huffman_codes(counts, 7);
        bits_.write(static_cast<std::uint32_t>(lengths.size() - 257), 5);
        bits_.write(static_cast<std::uint32_t>(distances.size() - 1), 5);
        bits_.write(19 - 4, 4);
        for (const unsigned symbol :
             {16U, 17U, 18U, 0U, 8U, 7U, 9U, 6U, 10U, 5U, 11U, 4U, 12U, 3U, 13U, 2U, 14U, 1U, 15U})
            bits_.write(codes[symbol].length, 3);
        for (const coded_number& run : runs) write(codes, run);
    }

    std::string input_;                    // a window that was passed, and what comes
    std::size_t at_ = 0;                   // the end of what was passed
    std::uint32_t erased_ = 0;             // before the input, modulo 2^32
    std::vector<std::uint32_t> head_;      // the last position of each chain
    std::vector<std::uint32_t> previous_;  // the one before each position in its chain
    std::vector<std::uint32_t> tokens_;    // a byte, or length and distance
    detail::bit_writer bits_;
    std::uint32_t sum_ = 1;
};

}  // namespace senda::draw
