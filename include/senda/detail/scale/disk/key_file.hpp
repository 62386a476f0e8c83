// SPDX-License-Identifier: MIT
// Nodes as numbers that can be sorted, files of these, and reading several as one, from any key on.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/checksummed_file.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/text/diagnostic.hpp>

#include <array>
#include <bit>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// A number of 128 bits, of which only sorting and differences are asked.
struct wide_key {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    friend constexpr bool operator==(const wide_key&, const wide_key&) = default;
    friend constexpr auto operator<=>(const wide_key&, const wide_key&) = default;
    friend constexpr wide_key operator-(const wide_key& a, const wide_key& b) noexcept {
        return {a.high - b.high - (a.low < b.low ? 1U : 0U), a.low - b.low};
    }
    friend constexpr wide_key operator+(const wide_key& a, const wide_key& b) noexcept {
        const std::uint64_t sum = a.low + b.low;
        return {a.high + b.high + (sum < a.low ? 1U : 0U), sum};
    }
};

/// How many bits a number has up to its highest 1.
[[nodiscard]] constexpr unsigned key_width(std::uint64_t k) noexcept {
    return static_cast<unsigned>(std::bit_width(k));
}
[[nodiscard]] constexpr unsigned key_width(const wide_key& k) noexcept {
    return k.high != 0 ? 64 + key_width(k.high) : key_width(k.low);
}
[[nodiscard]] constexpr std::uint64_t low_word(std::uint64_t k) noexcept { return k; }
[[nodiscard]] constexpr std::uint64_t low_word(const wide_key& k) noexcept { return k.low; }
[[nodiscard]] constexpr std::uint64_t high_word(std::uint64_t) noexcept { return 0; }
[[nodiscard]] constexpr std::uint64_t high_word(const wide_key& k) noexcept { return k.high; }
template <class Key>
[[nodiscard]] constexpr Key make_key(std::uint64_t high, std::uint64_t low) noexcept {
    if constexpr (std::same_as<Key, wide_key>) {
        return {high, low};
    } else {
        return low;
    }
}

/// A graph that numbers its nodes and finds them by number: `g.index(n)` and `g.node(k)`.
template <class G, class Node>
concept FindsByNumber = requires(const G& g, const Node& n, std::uint64_t k) {
    { g.index(n) } -> std::convertible_to<std::uint64_t>;
    { g.node(k) } -> std::convertible_to<Node>;
};

/// How the nodes of a graph become keys and back: by number, else by value or by bytes.
template <class G, class Node>
struct node_keys {
    static constexpr bool by_number = FindsByNumber<G, Node>;
    static constexpr bool by_value = std::integral<Node> || std::is_enum_v<Node>;
    using key = std::conditional_t<by_number || sizeof(Node) <= 8, std::uint64_t, wide_key>;

    [[nodiscard]] static key key_of([[maybe_unused]] const G& g, const Node& n) {
        if constexpr (by_number) {
            return static_cast<std::uint64_t>(g.index(n));
        } else if constexpr (by_value) {
            return static_cast<std::uint64_t>(n);
        } else {
            std::uint64_t words[2] = {};
            std::memcpy(words, &n, sizeof(Node));
            return make_key<key>(words[1], words[0]);
        }
    }
    [[nodiscard]] static Node node_of([[maybe_unused]] const G& g, const key& k) {
        if constexpr (by_number) {
            return static_cast<Node>(g.node(k));
        } else if constexpr (by_value) {
            return static_cast<Node>(k);
        } else {
            const std::uint64_t words[2] = {low_word(k), high_word(k)};
            return node_of_word<Node>([&] {
                node_word<Node> w{};
                std::memcpy(&w, words, sizeof(Node));
                return w;
            }());
        }
    }
};

/// The most keys in a chunk, which has its own ranks of widths.
inline constexpr std::size_t keys_in_chunk = 2048;

/// Appends bits to bytes, the lowest first.
class bit_writer {
public:
    explicit bit_writer(unsigned char* to) noexcept : to_(to) {}

    /// The lowest bits of a word.
    void put(std::uint64_t word, unsigned count) noexcept {
        if (count > 32) {
            put(word, 32);
            word >>= 32U;
            count -= 32;
        }
        window_ |= (word & ((std::uint64_t{1} << count) - 1)) << filled_;
        filled_ += count;
        while (filled_ >= 8) {
            *to_++ = static_cast<unsigned char>(window_);
            window_ >>= 8U;
            filled_ -= 8;
        }
    }
    void put_unary(unsigned ones) noexcept {
        for (; ones >= 31; ones -= 31) put(0x7fff'ffffU, 31);
        put((std::uint64_t{1} << ones) - 1, ones + 1);
    }
    /// The end of what was written, after bits up to a whole byte.
    [[nodiscard]] unsigned char* finish() noexcept {
        if (filled_ != 0) *to_++ = static_cast<unsigned char>(window_);
        window_ = 0;
        filled_ = 0;
        return to_;
    }

private:
    unsigned char* to_;
    std::uint64_t window_ = 0;
    unsigned filled_ = 0;
};

/// Reads bits of a block after which there are 8 bytes more in memory.
class bit_reader {
public:
    bit_reader(const unsigned char* bytes, std::size_t begin, std::size_t end) noexcept
        : bytes_(bytes), at_(begin * 8), end_(end * 8) {}

    /// The next 57 bits or more; what is beyond the end means nothing.
    [[nodiscard]] std::uint64_t peek() const noexcept {
        return get_number(bytes_ + at_ / 8) >> (at_ % 8);
    }
    /// Goes on; false at the end.
    [[nodiscard]] bool skip(unsigned bits) noexcept {
        at_ += bits;
        return at_ <= end_;
    }
    /// Up to 64 bits.
    [[nodiscard]] bool get(unsigned count, std::uint64_t& bits) noexcept {
        bits = 0;
        for (unsigned done = 0; done < count;) {
            const unsigned now = std::min(count - done, 32U);
            bits |= (peek() & ((std::uint64_t{1} << now) - 1)) << done;
            if (!skip(now)) return false;
            done += now;
        }
        return true;
    }
    /// The byte after the last bit read.
    [[nodiscard]] std::size_t place() const noexcept { return (at_ + 7) / 8; }

private:
    const unsigned char* bytes_;
    std::size_t at_;
    std::size_t end_;
};

/// Writes a chunk of sorted keys into `room`; how many of them there was room for. `before` is the
/// key before the first, or zero; `used` counts the bytes.
template <class Key>
[[nodiscard]] std::size_t encode_keys(std::span<const Key> keys, const Key& before,
                                      std::span<unsigned char> room, std::size_t& used) {
    constexpr std::size_t widths = 8 * sizeof(Key) + 1;
    used = 0;
    std::array<std::uint32_t, widths> count{};
    Key last = before;
    for (const Key& k : keys) {
        ++count[key_width(k - last)];
        last = k;
    }
    std::array<unsigned char, widths> by_rank{};
    unsigned char* end = by_rank.data();
    for (std::size_t w = 0; w < widths; ++w)
        if (count[w] != 0) *end++ = static_cast<unsigned char>(w);
    std::sort(by_rank.data(), end, [&](unsigned char a, unsigned char b) {
        return count[a] != count[b] ? count[a] > count[b] : a < b;
    });
    const auto kinds = static_cast<std::size_t>(end - by_rank.data());
    std::array<unsigned char, widths> rank{};
    for (std::size_t i = 0; i < kinds; ++i) rank[by_rank[i]] = static_cast<unsigned char>(i);

    const std::size_t head = 3 + kinds;
    if (room.size() <= head) return 0;
    std::size_t bits_left = (room.size() - head) * 8;
    std::size_t taken = 0;
    bit_writer out(room.data() + head);
    last = before;
    for (const Key& k : keys) {
        const Key delta = k - last;
        const unsigned width = key_width(delta);
        const unsigned below = width == 0 ? 0 : width - 1;
        const std::size_t bits = std::size_t{rank[width]} + 1 + below;
        if (bits > bits_left) break;
        bits_left -= bits;
        out.put_unary(rank[width]);
        out.put(low_word(delta), std::min(below, 64U));
        if (below > 64) out.put(high_word(delta), below - 64);
        last = k;
        ++taken;
    }
    room[0] = static_cast<unsigned char>(taken);
    room[1] = static_cast<unsigned char>(taken >> 8U);
    room[2] = static_cast<unsigned char>(kinds);
    std::copy(by_rank.data(), end, room.data() + 3);
    used = static_cast<std::size_t>(out.finish() - room.data());
    return taken;
}

/// Reads the chunk at `place` of a block into `keys`, which has room for `keys_in_chunk`, and moves
/// `place` behind it. Returns how many keys it has: 0 at the end of the block, or, with `is_valid`
/// false, if this is no chunk of keys that grow. `last` is the key before, and then the last one.
template <class Key>
[[nodiscard]] std::size_t decode_keys(std::span<const unsigned char> block, std::size_t& place,
                                      Key& last, Key* keys, bool& is_valid) {
    constexpr std::size_t widths = 8 * sizeof(Key) + 1;
    is_valid = true;
    if (place + 3 > block.size()) return 0;
    const std::size_t count = block[place] | std::size_t{block[place + 1]} << 8U;
    const std::size_t kinds = block[place + 2];
    if (count == 0) return 0;
    is_valid = false;
    const bool is_first = place == 0;
    if (count > keys_in_chunk || kinds > widths || place + 3 + kinds > block.size()) return 0;
    const unsigned char* const by_rank = block.data() + place + 3;
    for (std::size_t i = 0; i < kinds; ++i)
        if (by_rank[i] >= widths) return 0;
    bit_reader in(block.data(), place + 3 + kinds, block.size());
    Key now = last;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t window = in.peek();
        auto rank = static_cast<unsigned>(std::countr_one(window));
        unsigned width = rank < kinds ? by_rank[rank] : 0;
        Key delta{};
        if (rank < kinds && width != 0 && rank + width <= 56) [[likely]] {
            const std::uint64_t below = (std::uint64_t{1} << (width - 1)) - 1;
            delta = make_key<Key>(0, (window >> (rank + 1) & below) | (below + 1));
            if (!in.skip(rank + width)) return 0;
        } else {
            rank = 0;
            for (std::uint64_t bit = 1; in.get(1, bit) && bit != 0;)
                if (++rank == kinds) return 0;
            if (rank >= kinds) return 0;
            width = by_rank[rank];
            std::uint64_t low = 0;
            std::uint64_t high = 0;
            const unsigned below = width == 0 ? 0 : width - 1;
            if (!in.get(std::min(below, 64U), low)) return 0;
            if (below > 64 && !in.get(below - 64, high)) return 0;
            if (width > 64) {
                high |= std::uint64_t{1} << (width - 65);
            } else if (width > 0) {
                low |= std::uint64_t{1} << (width - 1);
            }
            delta = make_key<Key>(high, low);
        }
        now = last + delta;
        if (!(last < now) && !(is_first && i == 0)) return 0;
        last = keys[i] = now;
    }
    place = in.place();
    is_valid = true;
    return count;
}

/// A file of keys, each larger than the one before.
template <class Key>
struct key_part {
    std::string name = {};
    file_seal seal = {};
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;  ///< of the file
    Key first = {};
    Key last = {};
    bool is_safe = false;  ///< whether it outlasts a loss of power
};

/// What a file of keys is: the width of the keys is a part of its kind.
template <class Key>
inline constexpr file_kind key_file_kind{sizeof(Key) == 8 ? "keys of 64 bits" : "keys of 128 bits"};

inline constexpr std::size_t key_block = std::size_t{1} << 14U;

/// What a writer and a reader of such a file hold in memory, with what a stream of the
/// standard library holds.
template <class Key>
inline constexpr std::uint64_t key_file_memory = 2 * key_block + keys_in_chunk * sizeof(Key) + 4096;

/// Writes a file of keys that come sorted.
template <class Key>
class key_writer {
public:
    [[nodiscard]] bool open(std::string name, file_hook hook) {
        part_ = {};
        part_.name = std::move(name);
        staged_.resize(keys_in_chunk);
        block_.resize(key_block);
        size_ = used_ = 0;
        before_ = {};
        return file_.open(part_.name, key_file_kind<Key>, key_block, hook);
    }

    [[nodiscard]] bool push(const Key& k) {
        if (part_.count++ == 0) part_.first = k;
        part_.last = k;
        staged_[size_++] = k;
        return size_ < keys_in_chunk || encode();
    }

    /// Ends the file; it is flushed to the disk later, or never.
    [[nodiscard]] bool finish() {
        while (size_ != 0) {
            if (!encode()) return false;
        }
        if (used_ != 0 && !file_.write(block_.data(), std::exchange(used_, 0))) return false;
        if (!file_.seal(file_durability::scratch)) return false;
        part_.seal = file_.contents();
        part_.bytes = file_.file_bytes();
        return true;
    }
    void discard() noexcept { file_.discard(); }

    [[nodiscard]] std::uint64_t count() const noexcept { return part_.count; }
    [[nodiscard]] std::uint64_t file_bytes() const noexcept { return file_.file_bytes(); }
    [[nodiscard]] const key_part<Key>& part() const noexcept { return part_; }
    [[nodiscard]] const diagnostic& error() const noexcept { return file_.error(); }

private:
    bool encode() {
        for (;;) {
            std::size_t bytes = 0;
            const std::span<unsigned char> room(block_.data() + used_, key_block - used_);
            const std::size_t taken =
                encode_keys<Key>({staged_.data(), size_}, before_, room, bytes);
            if (taken != 0) {
                used_ += bytes;
                before_ = staged_[taken - 1];
                std::copy(staged_.data() + taken, staged_.data() + size_, staged_.data());
                size_ -= taken;
            }
            if (size_ == 0) return true;
            if (!end_block()) return false;
            if (taken != 0) return true;
        }
    }

    // Every block can be read by itself.
    bool end_block() {
        std::fill(block_.data() + used_, block_.data() + key_block, static_cast<unsigned char>(0));
        used_ = 0;
        before_ = {};
        return file_.write(block_.data(), key_block);
    }

    checksummed_writer file_;
    key_part<Key> part_;
    std::vector<Key> staged_;
    std::size_t size_ = 0;
    std::vector<unsigned char> block_;
    std::size_t used_ = 0;
    Key before_ = {};
};

/// Reads one file of keys, from its beginning or from any block.
template <class Key>
class key_reader {
public:
    [[nodiscard]] bool open(const key_part<Key>& part) {
        keys_.resize(keys_in_chunk);
        count_ = 0;
        place_ = 0;
        error_ = {};
        return file_.open(part.name, key_file_kind<Key>, part.seal, key_block) || fail();
    }
    /// Some systems remove no file that is open.
    void close() noexcept { file_.close(); }
    [[nodiscard]] std::uint64_t blocks() const noexcept { return file_.blocks(); }
    [[nodiscard]] const diagnostic& error() const noexcept { return error_; }

    /// Goes to a block, and reads its first keys.
    [[nodiscard]] bool go_to(std::uint64_t block) {
        count_ = 0;
        place_ = 0;
        if (!file_.go_to(block) || !file_.next_block()) return fail();
        is_block_read_ = true;
        last_ = {};
        return decode();
    }
    /// Reads the next keys of the block; none at its end.
    [[nodiscard]] bool next_in_block() { return decode(); }
    /// Reads the next keys of the file; none at its end.
    [[nodiscard]] bool next() {
        if (is_block_read_ && !decode()) return false;
        while (count_ == 0) {
            if (!file_.next_block()) return fail();
            is_block_read_ = true;
            place_ = 0;
            last_ = {};
            if (file_.block().empty()) return true;
            if (!decode()) return false;
            if (count_ == 0) return damaged();
        }
        return true;
    }
    /// Goes to the last block that begins with a key of at most `from`, or to the first.
    [[nodiscard]] bool go_before(const Key& from) {
        std::uint64_t low = 0;
        std::uint64_t high = blocks();
        while (high - low > 1) {
            const std::uint64_t middle = low + (high - low) / 2;
            if (!go_to(middle)) return false;
            if (count_ == 0) return damaged();
            (keys_[0] <= from ? low : high) = middle;
        }
        return go_to(low);
    }

    /// The keys read last.
    [[nodiscard]] std::span<const Key> keys() const noexcept { return {keys_.data(), count_}; }

private:
    bool decode() {
        bool is_valid = false;
        count_ = decode_keys<Key>(file_.block(), place_, last_, keys_.data(), is_valid);
        return is_valid || damaged();
    }
    bool fail() {
        count_ = 0;
        error_ = file_.error();
        return false;
    }
    bool damaged() {
        count_ = 0;
        error_ = {"changed_file", "a file of keys holds something else than sorted keys"};
        return false;
    }

    checksummed_reader file_;
    std::vector<Key> keys_;
    std::size_t count_ = 0;
    std::size_t place_ = 0;  // in the block
    bool is_block_read_ = false;
    Key last_ = {};
    diagnostic error_;
};

/// Keys from sorted files whose ranges follow each other, or from memory, in order: a cursor.
template <class Key>
class key_cursor {
public:
    /// The keys of an array.
    explicit key_cursor(std::span<const Key> keys) : at_(keys.data()), end_(at_ + keys.size()) {}
    /// The keys of files that are at least `from` and below `below`, if there are such bounds.
    key_cursor(const std::vector<key_part<Key>>& parts, const Key* from, const Key* below)
        : parts_(&parts), below_(below) {
        while (from != nullptr && next_ < parts.size() && parts[next_].last < *from) ++next_;
        if (!open_part()) return;
        if (from != nullptr && parts[next_ - 1].first < *from) {
            if (!reader_.go_before(*from)) {
                fail();
                return;
            }
            take();
            while (!at_end() && end_[-1] < *from) refill();
            at_ = std::lower_bound(at_, end_, *from);
        } else {
            refill();
        }
    }

    [[nodiscard]] bool at_end() const noexcept { return at_ == end_; }
    [[nodiscard]] const Key& key() const noexcept { return *at_; }
    void advance() {
        if (++at_ == end_) refill();
    }
    /// Goes on to the first key that is not below `k`.
    void advance_to(const Key& k) {
        while (at_ != end_ && *at_ < k) advance();
    }
    /// Whether reading failed, which also is an end.
    [[nodiscard]] bool has_failed() const noexcept { return failed_; }
    [[nodiscard]] const diagnostic& error() const noexcept { return reader_.error(); }

private:
    bool open_part() {
        if (failed_ || is_last_ || parts_ == nullptr || next_ == parts_->size()) return false;
        if (below_ != nullptr && !((*parts_)[next_].first < *below_)) return false;
        if (!reader_.open((*parts_)[next_++])) {
            fail();
            return false;
        }
        is_open_ = true;
        return true;
    }
    void fail() {
        failed_ = true;
        at_ = end_ = nullptr;
    }
    void take() {
        at_ = reader_.keys().data();
        end_ = at_ + reader_.keys().size();
        if (below_ != nullptr && at_ != end_ && !(end_[-1] < *below_)) {
            end_ = std::lower_bound(at_, end_, *below_);
            is_last_ = true;
        }
    }
    void refill() {
        if (is_last_ || parts_ == nullptr) {
            at_ = end_;
            return;
        }
        do {
            if (!is_open_ && !open_part()) break;
            if (!reader_.next()) return fail();
            is_open_ = !reader_.keys().empty();
        } while (!is_open_);
        if (is_open_) {
            take();
        } else if (!failed_) {
            at_ = end_ = nullptr;
        }
    }

    const std::vector<key_part<Key>>* parts_ = nullptr;
    const Key* below_ = nullptr;
    std::size_t next_ = 0;
    key_reader<Key> reader_;
    const Key* at_ = nullptr;
    const Key* end_ = nullptr;
    bool is_open_ = false;
    bool is_last_ = false;
    bool failed_ = false;
};

/// Whether files hold a key; false also if they cannot be read, and then `error` says why.
template <class Key>
[[nodiscard]] bool contains_key(const std::vector<key_part<Key>>& parts, const Key& k,
                                diagnostic& error) {
    for (const key_part<Key>& p : parts) {
        if (k < p.first || p.last < k) continue;
        const key_cursor<Key> cursor(parts, &k, nullptr);
        if (cursor.has_failed()) error = cursor.error();
        return !cursor.at_end() && cursor.key() == k;
    }
    return false;
}

}  // namespace senda::detail
