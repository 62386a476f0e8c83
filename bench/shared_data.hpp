// SPDX-License-Identifier: MIT
// Public benchmark data that may lie beside the checkout: whoever measures with it compiles the
// same without it.
#pragma once

#include <cstdlib>
#include <fstream>
#include <ios>
#include <iterator>
#include <string>

namespace bench {

/// The path of a file of that data, there or not: beside the folder of senda, where a benchmark is
/// started, or where the environment says.
inline std::string shared_data(const std::string& file) {
    const char* folder = std::getenv("SENDA_SHARED_DATA");
    return std::string{folder != nullptr ? folder : "../shared/data"} + "/" + file;
}

/// What is in a file of that data, or nothing where it is not to be had.
inline std::string shared_text(const std::string& file) {
    std::ifstream in(shared_data(file), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Whether a file of that data is to be had.
inline bool has_shared(const std::string& file) { return std::ifstream(shared_data(file)).good(); }

}  // namespace bench
