// SPDX-License-Identifier: MIT
// Public benchmark data that may lie beside the checkout: whoever reads it compiles the same
// without it.
#pragma once

#include "file_bytes.hpp"

#include <cstdlib>
#include <doctest/doctest.h>
#include <string>

namespace support {

/// The path of a file of that data, there or not. ctest says in which folder.
inline std::string shared_data(const std::string& file) {
    const char* folder = std::getenv("SENDA_SHARED_DATA");
    return std::string{folder != nullptr ? folder : "../shared/data"} + "/" + file;
}

/// What is in a file of that data; nothing where it is not to be had, which the test then says.
inline std::string shared_text(const std::string& file) {
    std::string text = bytes_of(shared_data(file));
    if (text.empty()) MESSAGE("skipped: no ", file, " in the shared data (SENDA_SHARED_DATA)");
    return text;
}

}  // namespace support
