// SPDX-License-Identifier: MIT
// Files as strings of bytes.
#pragma once

#include <fstream>
#include <ios>
#include <iterator>
#include <string>

namespace support {

inline std::string bytes_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
inline void put(const std::string& file, const std::string& bytes) {
    std::ofstream out(file, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace support
