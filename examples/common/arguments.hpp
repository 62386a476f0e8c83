// SPDX-License-Identifier: MIT
// Arguments that the commands of all programs share.
#pragma once

#include "terminal_style.hpp"

#include <string>

namespace program {

/// How to print.
struct output_arguments {
    bool json = false;
    color_choice color = color_choice::automatic;
};

/// The file to read, how to read it, and how to print.
struct file_arguments : output_arguments {
    std::string file;
    bool strict = false;
};

/// The files that pictures go to; those without a name are not made.
struct picture_files {
    std::string svg;
    std::string png;
    std::string html;
    std::string apng;
    int cell = 0;  // the side of a cell in pixels, if it was chosen
};

}  // namespace program
