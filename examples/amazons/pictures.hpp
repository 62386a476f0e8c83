// SPDX-License-Identifier: MIT
// Pictures of a position: in the terminal, and into files.
#pragma once

#include "../common/console.hpp"
#include "../common/write_pictures.hpp"

#include <senda/amazons/board.hpp>
#include <senda/amazons/terminal_picture.hpp>

#include <string>

/// Writes the pictures that were asked for; false if one could not be written.
bool write_pictures(const program::picture_files& files, const senda::amazons::board& b,
                    const std::string& title, const program::console& out);

/// Prints a position as large as the terminal allows.
void print_picture(const senda::amazons::board& b, program::console& out,
                   const senda::amazons::board_marks& marks = {});
