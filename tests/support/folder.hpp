// SPDX-License-Identifier: MIT
// A folder of a test's own.
#pragma once

#include <cstddef>
#include <filesystem>
#include <iterator>
#include <random>
#include <string>

namespace support {

/// A new folder, which is removed at the end with all that is in it.
class temporary_folder {
public:
    temporary_folder() { std::filesystem::create_directory(path_); }
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
    std::filesystem::path path_ = std::filesystem::temp_directory_path() /
                                  ("senda-test-" + std::to_string(std::random_device{}()));
};

}  // namespace support
