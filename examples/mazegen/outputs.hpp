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

/// Why a file cannot be written, if that is known before the work begins.
senda::diagnostic fault_of_outputs(const arguments& args);

/// Whether one of the files is the standard output, which has no place for anything else then.
bool writes_to_output(const output_names& files);

/// Writes the files that were asked for. Those that could not be written are not there.
senda::parsed<std::vector<written_file>> write_outputs(const arguments& args,
                                                       const made_maze& made);

/// Prints the maze as large as the terminal allows.
void print_picture(const arguments& args, const made_maze& made, program::console& out);
