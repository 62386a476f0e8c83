// SPDX-License-Identifier: MIT
// Files that are read whole.
#pragma once

#include <senda/text/diagnostic.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <string>
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

}  // namespace senda
