// SPDX-License-Identifier: MIT
// Small numbers in a row, four or eight bits each.
#pragma once

#include <senda/language/extensions.hpp>

#include <cstdint>

namespace senda::detail {

/// How many bits an entry of a table has.
enum class entry_bits : unsigned char { four = 4, eight = 8 };

/// The bytes of so many entries.
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

}  // namespace senda::detail
