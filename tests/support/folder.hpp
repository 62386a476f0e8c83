// SPDX-License-Identifier: MIT
// A folder of a test's own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <random>
#include <string>
#include <system_error>

namespace support {

/// A new folder, which is removed at the end with all that is in it.
class temporary_folder {
public:
    temporary_folder() {
        std::error_code error;
        if (std::filesystem::create_directory(path_, error)) return;
        path_ = std::filesystem::temp_directory_path() / path_.filename();
        std::filesystem::create_directory(path_);
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    ~temporary_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    [[nodiscard]] std::string name() const { return path_.string(); }
    [[nodiscard]] std::string file(const std::string& name) const {
        return (path_ / name).string();
    }
    /// How many files are in it.
    [[nodiscard]] std::size_t files() const {
        using std::filesystem::directory_iterator;
        return static_cast<std::size_t>(
            std::distance(directory_iterator(path_), directory_iterator()));
    }

private:
    /// In memory where the system has such a place: flushing files to a disk takes long.
    [[nodiscard]] static std::filesystem::path place() {
        std::error_code error;
        const std::filesystem::path memory = "/dev/shm";
        const auto needed = std::uintmax_t{64} << 20U;
        const bool has_room = std::filesystem::space(memory, error).available > needed && !error;
        return has_room ? memory : std::filesystem::temp_directory_path();
    }

    std::filesystem::path path_ =
        place() / ("senda-test-" + std::to_string(std::random_device{}()));
};

}  // namespace support
