// SPDX-License-Identifier: MIT
// Pictures of a map: in the terminal, and into files.
#pragma once

#include "../common/console.hpp"
#include "../common/write_pictures.hpp"

#include <senda/pacman/board.hpp>
#include <senda/pacman/game.hpp>

#include <span>
#include <string>

/// Writes the pictures that were asked for; false if one could not be written. The page plays the
/// moves.
bool write_pictures(const program::picture_files& files, const senda::pacman::board& b,
                    std::span<const senda::pacman::direction> moves, const std::string& title,
                    const program::console& out);

/// Prints a game, and a line through some cells, as large as the terminal allows.
void print_picture(const senda::pacman::game& g, std::span<const senda::pacman::place> route,
                   program::console& out);
