// SPDX-License-Identifier: MIT
// Terminals of all kinds.
#pragma once

#include <common/text_grid.hpp>

namespace support {

using senda::draw::terminal_charset;
using senda::draw::terminal_colors;
using senda::draw::terminal_style;

inline constexpr terminal_style plain{terminal_colors::none, terminal_charset::unicode};
inline constexpr terminal_style ascii{terminal_colors::none, terminal_charset::ascii};
inline constexpr terminal_style colored{terminal_colors::truecolor, terminal_charset::unicode};
inline constexpr terminal_style colored_ascii{terminal_colors::ansi256, terminal_charset::ascii};

}  // namespace support
