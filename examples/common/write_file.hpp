// SPDX-License-Identifier: MIT
// Files that are written whole or not at all, in standard C++ alone.
#pragma once

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace senda {

namespace detail {

/// Writes all bytes and closes the file; returns the first error.
inline std::error_code write_and_close(std::FILE* file, std::string_view bytes) {
    std::error_code error;
    const auto check = [&error](bool good) {
        if (!good && !error) error = {errno != 0 ? errno : EIO, std::generic_category()};
    };
    errno = 0;
    check(std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size());
    check(std::fclose(file) == 0);
    return error;
}

/// A new file beside that of a name, which becomes its own; null, with `errno`, if there is none.
inline std::FILE* open_beside(std::string& name) {
    constexpr int most_tries = 1000;  // as many as programs that crashed may have left behind
    for (int i = 0; i < most_tries; ++i) {
        const std::string other = name + ".part-" + std::to_string(i);
        std::FILE* const file = std::fopen(other.c_str(), "wbx");
        if (file == nullptr && errno == EEXIST) continue;
        name = other;
        return file;
    }
    return nullptr;
}

}  // namespace detail

/// Writes a file, whole or not at all: beside the old one, in whose place it is put at the end.
/// After an error, which is returned, the old file is as it was. A link stays one, and what is no
/// regular file, such as a device, is written to.
[[nodiscard]] inline std::error_code write_file(const std::string& name, std::string_view bytes) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::file_status before = fs::status(name, ignored);
    if (fs::exists(before) && !fs::is_regular_file(before)) {
        std::FILE* const file = std::fopen(name.c_str(), "wb");
        if (file == nullptr) return {errno, std::generic_category()};
        return detail::write_and_close(file, bytes);
    }
    std::error_code error;
    fs::path target = fs::canonical(name, error);
    if (error) target = name;
    std::string temporary = target.string();
    std::FILE* const file = detail::open_beside(temporary);
    if (file == nullptr) return {errno, std::generic_category()};
    error = detail::write_and_close(file, bytes);
    if (!error && fs::exists(before)) fs::permissions(temporary, before.permissions(), ignored);
    if (!error) fs::rename(temporary, target, error);
    if (error) fs::remove(temporary, ignored);
    return error;
}

}  // namespace senda
