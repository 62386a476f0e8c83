// SPDX-License-Identifier: MIT
// What a mapped file looks like: a header, and arrays that each begin at a multiple of 64 bytes.
// Numbers of the header are little-endian, those in the arrays as the machine has them.
#pragma once

#include <senda/detail/storage/files/content_checksum.hpp>
#include <senda/detail/storage/files/file_kind.hpp>
#include <senda/detail/storage/files/seal_format.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace senda::detail {

/// The sizes and places of the parts of a mapped file.
struct mapped_format {
    static constexpr std::string_view begin_mark = "senda\x1a\rm";
    static constexpr std::size_t kind_bytes = seal_format::kind_bytes;
    static constexpr std::size_t alignment = content_checksum::line_bytes;
    static constexpr std::size_t most_arrays = 16;
    static constexpr std::size_t header_bytes = 384;

    static constexpr std::size_t kind_at = 8;
    static constexpr std::size_t version_at = kind_at + kind_bytes;
    static constexpr std::size_t byte_order_at = version_at + 8;
    static constexpr std::size_t fingerprint_at = byte_order_at + 8;
    static constexpr std::size_t checksum_at = fingerprint_at + 8;  // of all behind the header
    static constexpr std::size_t arrays_at = checksum_at + 8;       // how many, and their extents
    static constexpr std::size_t header_checksum_at = header_bytes - 8;
    static_assert(arrays_at + 8 + 16 * most_arrays <= header_checksum_at);

    using header = std::array<unsigned char, header_bytes>;

    /// The elements of an array.
    struct extent {
        std::uint64_t element_bytes = 0;
        std::uint64_t count = 0;
    };

    [[nodiscard]] static constexpr std::uint64_t aligned(std::uint64_t bytes) noexcept {
        return (bytes + alignment - 1) / alignment * alignment;
    }

    /// The kind as it stands in the header.
    [[nodiscard]] static std::array<unsigned char, kind_bytes> letters(
        std::string_view name) noexcept {
        std::array<unsigned char, kind_bytes> all{};
        std::memcpy(all.data(), name.data(), std::min(name.size(), kind_bytes));
        return all;
    }
    /// A number as this machine has it, which another order of bytes reads as another.
    [[nodiscard]] static std::array<unsigned char, 8> byte_order() noexcept {
        constexpr std::uint64_t number = 0x0102'0304'0506'0708U;
        std::array<unsigned char, 8> bytes{};
        std::memcpy(bytes.data(), &number, sizeof number);
        return bytes;
    }
    [[nodiscard]] static unsigned char* extent_at(header& h, std::size_t array) noexcept {
        return h.data() + arrays_at + 8 + 16 * array;
    }
    [[nodiscard]] static extent get_extent(const unsigned char* h, std::size_t array) noexcept {
        const unsigned char* const at = h + arrays_at + 8 + 16 * array;
        return {get_number(at), get_number(at + 8)};
    }
    [[nodiscard]] static std::uint64_t header_checksum(const unsigned char* h) noexcept {
        return checksum_of_bytes(h, header_checksum_at, 2);
    }
};

}  // namespace senda::detail
