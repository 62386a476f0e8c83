// SPDX-License-Identifier: MIT
// What maze prints with --json: one document a command, each with its end of line.
#pragma once

#include "../common/json.hpp"

#include <senda/maze/answer.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/connectivity.hpp>
#include <senda/maze/rules.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

using program::diagnostics;

std::string solve_document(const senda::maze::board& b, const diagnostics& warnings,
                           const senda::maze::answer& a, const senda::maze::question& question);
std::string check_document(const senda::maze::board& b, const diagnostics& warnings,
                           const senda::maze::connectivity& found);
std::string verify_document(const senda::maze::board& b, const diagnostics& warnings,
                            std::span<const senda::maze::point> route,
                            const senda::maze::replayed& walk, std::string_view message);
std::string show_document(const senda::maze::board& b, const diagnostics& warnings);
std::string least_document(const senda::maze::board& b, const diagnostics& warnings,
                           senda::maze::outcome outcome,
                           std::optional<senda::maze::life_points> least);
