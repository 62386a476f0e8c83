// SPDX-License-Identifier: MIT
// Pictures of a board: in the terminal, and into files.
#pragma once

#include "../common/console.hpp"
#include "../common/write_pictures.hpp"

#include <senda/rush_hour/board.hpp>
#include <senda/rush_hour/difficulty.hpp>
#include <senda/rush_hour/moves.hpp>

#include <optional>
#include <span>
#include <string>

/// Writes the pictures that were asked for; false if one could not be written. The page plays the
/// moves.
bool write_pictures(const program::picture_files& files, const senda::rush_hour::board& b,
                    std::span<const senda::rush_hour::move> moves, const std::string& title,
                    const std::optional<senda::rush_hour::difficulty>& rated,
                    const program::console& out);

/// Prints the board as large as the terminal allows.
void print_picture(const senda::rush_hour::board& b, program::console& out);
