// SPDX-License-Identifier: MIT
// Files read whole, and files written whole or not at all.
#pragma once

#include <senda/text/diagnostic.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace senda {

/// Reads a file of up to so many bytes. Errors: `unreadable`, also for a longer file, with what the
/// system says about it.
[[nodiscard]] inline parsed<std::string> read_file(const std::string& name,
                                                   std::size_t most_bytes) {
    const auto unreadable = [](const std::error_code& why) {
        return diagnostic{"unreadable", why.message()};
    };
    std::FILE* const file = std::fopen(name.c_str(), "rb");
    if (file == nullptr) return unreadable({errno, std::generic_category()});
    std::string text;
    char buffer[std::size_t{1} << 14U];
    std::size_t got = 0;
    while (text.size() <= most_bytes && (got = std::fread(buffer, 1, sizeof buffer, file)) > 0)
        text.append(buffer, got);
    std::error_code error;
    if (std::ferror(file) != 0) error = {errno, std::generic_category()};
    if (!error && text.size() > most_bytes) error = std::make_error_code(std::errc::file_too_large);
    std::fclose(file);
    if (error) return unreadable(error);
    return text;
}

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
