// SPDX-License-Identifier: MIT
// The names of the pictures that a command line asks for.
#pragma once

#include <string>

namespace program {

/// The files that pictures go to; those without a name are not made.
struct picture_files {
    std::string svg;
    std::string png;
    std::string html;
};

}  // namespace program
