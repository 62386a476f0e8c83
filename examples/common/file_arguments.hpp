// SPDX-License-Identifier: MIT
// What commands are told that read a file.
#pragma once

#include <senda/draw/terminal_style.hpp>

#include <string>

namespace program {

/// The file to read, how to read it, and how to print.
struct file_arguments {
    std::string file;
    bool json = false;
    bool strict = false;
    senda::draw::color_choice color = senda::draw::color_choice::automatic;
};

}  // namespace program
