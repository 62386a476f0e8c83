// SPDX-License-Identifier: MIT
// Files as strings of bytes.
#pragma once

#include <fstream>
#include <ios>
#include <iterator>
#include <string>
#include <string_view>

namespace support {

inline std::string bytes_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
/// Writes a file; whether that failed.
inline bool write_file(const std::string& file, std::string_view bytes) {
    std::ofstream out(file, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    return !out;
}

}  // namespace support
