// SPDX-License-Identifier: MIT
// A file of arrays that somebody has changed and sealed again.
#pragma once

#include "target.hpp"

#include <senda/detail/storage/mapped_file.hpp>

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
    senda::detail::put_number(h + format::checksum_at,
                              senda::detail::content_checksum::of(
                                  h + format::header_bytes, bytes.size() - format::header_bytes));
    senda::detail::put_number(h + format::header_checksum_at, format::header_checksum(h));
    return bytes;
}

}  // namespace fuzz
