// SPDX-License-Identifier: MIT
// What the programs ask of the operating system, and all that they know of it: files by their
// numbers, the terminal, and requests to end. Both headers have the same functions.
#pragma once

#if defined(_WIN32)
#include "platform_windows.hpp"
#else
#include "platform_posix.hpp"
#endif
