// SPDX-License-Identifier: MIT
// What the operating system says, in the words of every one.
#pragma once

#include <cstddef>

namespace program {

/// How many characters a terminal shows.
struct window {
    int rows = 24;
    int cols = 80;
};

namespace platform {

// The numbers of the three files that a program begins with.
inline constexpr int standard_input = 0;
inline constexpr int standard_output = 1;
inline constexpr int standard_error = 2;

enum class file_kind { missing, regular, folder, other };

/// What is known of a file.
struct file_status {
    file_kind kind = file_kind::missing;
    std::size_t size = 0;  // of a regular file
    unsigned mode = 0;     // who may read and write it
};

/// What came of waiting for keys.
enum class key_wait { keys, timeout, interrupted, closed };

}  // namespace platform
}  // namespace program
