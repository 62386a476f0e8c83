// SPDX-License-Identifier: MIT
// A file of arrays that somebody has changed and sealed again.
#pragma once

#include "target.hpp"

#include <senda/detail/storage/mapped_file.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace fuzz {

/// A file with the changes that the input says, and checksums as if it had been written so.
inline std::string changed_file(std::string bytes, decoder& input) {
    using format = senda::detail::mapped_format;
    while (!input.at_end()) {
        const unsigned at = input.byte() << 8U | input.byte();
        char& byte = bytes[at % bytes.size()];
        byte = static_cast<char>(static_cast<unsigned char>(byte) ^ input.byte());
    }
    auto* const h = reinterpret_cast<unsigned char*>(bytes.data());
    // Arrays that go beyond the end are refused before their checksum is asked for.
    std::uint64_t sum = 0;
    std::uint64_t at = format::header_bytes;
    const std::uint64_t arrays = senda::detail::get_number(h + format::arrays_at);
    for (std::size_t i = 0; i < arrays && i < format::most_arrays; ++i) {
        const std::uint64_t size = senda::detail::get_number(h + format::extent_at(i));
        const std::uint64_t count = senda::detail::get_number(h + format::extent_at(i) + 8);
        if (size == 0 || count > (bytes.size() - at) / size) break;
        const auto here = static_cast<std::size_t>(size * count);
        sum = senda::detail::combine_checksums(
            sum, senda::detail::checksum_of_content(h + static_cast<std::size_t>(at), here));
        at += format::aligned(here);
        if (at > bytes.size()) break;
    }
    senda::detail::put_number(h + format::checksum_at, sum);
    senda::detail::put_number(h + format::header_checksum_at,
                              senda::detail::checksum_of_bytes(h, format::header_checksum_at, 0));
    return bytes;
}

}  // namespace fuzz
