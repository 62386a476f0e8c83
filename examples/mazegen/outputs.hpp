// SPDX-License-Identifier: MIT
// The files that mazegen writes, and the picture in the terminal.
#pragma once

#include "made.hpp"

#include "../common/console.hpp"

#include <senda/text/diagnostic.hpp>

#include <cstdint>
#include <string>
#include <vector>

/// A file that was written.
struct written_file {
    std::string name;
    std::uint64_t bytes = 0;
};

/// What became of the files: those that are there, and why others are not.
struct written_files {
    std::vector<written_file> files;
    std::vector<senda::diagnostic> faults;
};

/// Writes the files that were asked for.
written_files write_outputs(const arguments& args, const made_maze& made);

/// Prints the maze as large as the terminal allows.
void print_picture(const arguments& args, const made_maze& made, program::console& out);
