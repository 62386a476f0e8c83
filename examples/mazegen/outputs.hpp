// SPDX-License-Identifier: MIT
// The files that mazegen writes, and the picture in the terminal.
#pragma once

#include "made.hpp"

#include "../common/console.hpp"

#include <senda/draw/canvas.hpp>
#include <senda/text/diagnostic.hpp>

#include <cstdint>
#include <string>
#include <vector>

/// A file that was written.
struct written_file {
    std::string name;
    std::uint64_t bytes = 0;
};

/// Writes the MAZE text that was asked for. Errors: those of `write_maze_text`, and `unwritable`;
/// then the file is not there.
senda::diagnostic write_text(const arguments& args, const made_maze& made,
                             std::vector<written_file>& list);

/// Writes the other files that were asked for. Those that could not be written are not there, and
/// are noted as missing.
void write_pictures(const arguments& args, made_maze& made, std::vector<written_file>& list);

/// Writes a picture as SVG and PNG, as far as that was asked for, and notes what is missing.
void write_picture(const arguments& args, const senda::draw::canvas& picture,
                   const std::string& title, std::vector<written_file>& list,
                   std::vector<senda::diagnostic>& missing);

/// Prints the maze as large as the terminal allows.
void print_picture(const arguments& args, const made_maze& made, program::console& out);
