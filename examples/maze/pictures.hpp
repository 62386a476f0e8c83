// SPDX-License-Identifier: MIT
// Pictures of a maze: in the terminal, and into files.
#pragma once

#include "../common/console.hpp"
#include "../common/write_pictures.hpp"

#include <senda/maze/board.hpp>

#include <span>
#include <string>

/// Writes the pictures that were asked for; false if one could not be written.
bool write_pictures(const program::picture_files& files, const senda::maze::board& b,
                    std::span<const senda::maze::place> route, const std::string& title,
                    const program::console& out);

/// Prints the maze as large as the terminal allows.
void print_picture(const senda::maze::board& b, std::span<const senda::maze::place> route,
                   program::console& out);
