// SPDX-License-Identifier: MIT
// Does what the command line says.
#pragma once

#include "arguments.hpp"

/// Makes a maze and all that is asked of it. Returns the exit code.
int run(const arguments& told);
