// SPDX-License-Identifier: MIT
// What pacman prints with --json: one document a command, each with its end of line.
#pragma once

#include "commands.hpp"

#include "../common/refuse.hpp"

#include <senda/pacman/answer.hpp>
#include <senda/pacman/board.hpp>
#include <senda/pacman/rules.hpp>

#include <span>
#include <string>
#include <string_view>

std::string solve_document(const senda::pacman::board& b, const program::diagnostics& warnings,
                           senda::pacman::goal_kind goal, const senda::pacman::answer& a);
std::string check_document(const senda::pacman::board& b, const program::diagnostics& warnings,
                           bool reachable);
std::string replay_document(const senda::pacman::board& b, const program::diagnostics& warnings,
                            std::span<const senda::pacman::direction> moves,
                            const senda::pacman::replayed& walk, std::string_view message);
std::string convert_document(const senda::pacman::board& b, const program::diagnostics& warnings,
                             map_format to);
