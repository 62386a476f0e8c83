// SPDX-License-Identifier: MIT
// Mazes of rooms that are not square.
#pragma once

#include "made.hpp"

#include <senda/text/diagnostic.hpp>

#include <string>
#include <vector>

/// What is said about a maze of hexagonal or polar rooms, and what could not be found out or
/// written.
struct shaped_answer {
    std::string text;
    std::vector<senda::diagnostic> missing;
};

/// Makes, solves, draws and measures a maze of hexagonal or polar rooms as the command line says.
/// Errors: those of the library; `cancelled` if a signal came, `time_limit` and the like if a limit
/// did.
senda::parsed<shaped_answer> make_shaped(const arguments& args, const deadline& until);
