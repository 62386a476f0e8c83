// SPDX-License-Identifier: MIT
// What amazons prints with --json: one document a command, each with its end of line.
#pragma once

#include "commands.hpp"

#include "../common/refuse.hpp"

#include <senda/amazons/board.hpp>
#include <senda/amazons/endgame.hpp>
#include <senda/amazons/engine_options.hpp>
#include <senda/amazons/match.hpp>
#include <senda/search/status.hpp>

#include <cstdint>
#include <string>
#include <string_view>

using program::diagnostics;

std::string check_document(const senda::amazons::board& b, const diagnostics& warnings);
/// `reason` is null if the answer is yes.
std::string valid_document(const char* reason, std::string_view message,
                           const diagnostics& warnings);
std::string moves_document(const senda::amazons::board& b, const diagnostics& warnings);
std::string perft_document(std::uint64_t depth, std::uint64_t nodes, senda::status ended,
                           const diagnostics& warnings);
std::string best_document(const senda::amazons::chosen& c, const diagnostics& warnings);
std::string solve_document(const senda::amazons::endgame_result& r, const diagnostics& warnings);
std::string match_document(const match_arguments& args, const senda::amazons::match_result& r,
                           double seconds);
std::string show_document(const senda::amazons::board& b, const diagnostics& warnings);
