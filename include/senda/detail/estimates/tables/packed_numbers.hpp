// SPDX-License-Identifier: MIT
// Small numbers in a row, four or eight bits each.
#pragma once

#include <senda/detail/language/atomic_access.hpp>
#include <senda/language/extensions.hpp>

#include <cstdint>

namespace senda::detail {

/// How many bits an entry of a table has.
enum class entry_bits : unsigned char { four = 4, eight = 8 };

/// The bytes of `count` entries.
template <entry_bits Bits>
[[nodiscard]] constexpr std::uint64_t packed_bytes(std::uint64_t count) noexcept {
    return Bits == entry_bits::four ? count / 2 + count % 2 : count;
}

/// Reads entries from bytes that belong to somebody else: a table that was made, or one in a file.
template <entry_bits Bits>
class packed_view {
public:
    /// The largest entry.
    static constexpr unsigned most = Bits == entry_bits::four ? 15 : 255;

    constexpr packed_view() = default;
    constexpr explicit packed_view(const unsigned char* bytes) noexcept : bytes_(bytes) {}

    [[nodiscard]] constexpr const unsigned char* data() const noexcept { return bytes_; }
    [[nodiscard]] constexpr unsigned operator[](std::uint64_t number) const noexcept {
        if constexpr (Bits == entry_bits::eight) {
            return bytes_[number];
        } else {
            return static_cast<unsigned>(bytes_[number / 2] >> (4 * (number % 2))) & 15;
        }
    }
    void touch(std::uint64_t number) const noexcept {
        prefetch(bytes_ + (Bits == entry_bits::four ? number / 2 : number));
    }

private:
    const unsigned char* bytes_ = nullptr;
};

/// Writes entries that are 0 until then, into bytes that belong to somebody else.
template <entry_bits Bits>
class packed_span {
public:
    /// The largest entry.
    static constexpr unsigned most = packed_view<Bits>::most;
    static constexpr entry_bits bits = Bits;

    constexpr packed_span() = default;
    constexpr packed_span(unsigned char* bytes, std::uint64_t count) noexcept
        : bytes_(bytes), count_(count) {}

    [[nodiscard]] constexpr unsigned char* data() const noexcept { return bytes_; }
    [[nodiscard]] constexpr std::uint64_t size() const noexcept { return count_; }

    /// Makes an entry of 0 another, one thread each; `alone` if others write to none meanwhile.
    void set(std::uint64_t number, unsigned entry, bool alone) const noexcept {
        if constexpr (Bits == entry_bits::eight) {
            bytes_[number] = static_cast<unsigned char>(entry);
        } else {
            const unsigned shifted = entry << (4 * (number % 2));
            (void)fetch_or(bytes_[number / 2], static_cast<unsigned char>(shifted), alone);
        }
    }

private:
    unsigned char* bytes_ = nullptr;
    std::uint64_t count_ = 0;
};

}  // namespace senda::detail
