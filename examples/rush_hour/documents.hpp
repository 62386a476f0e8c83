// SPDX-License-Identifier: MIT
// What rush_hour prints with --json: one document a command, each with its end of line.
#pragma once

#include "commands.hpp"

#include "../common/refuse.hpp"

#include <senda/rush_hour/answer.hpp>
#include <senda/rush_hour/board.hpp>
#include <senda/rush_hour/findings.hpp>
#include <senda/rush_hour/moves.hpp>
#include <senda/rush_hour/rules.hpp>
#include <senda/search/status.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

using program::diagnostics;

/// A board and what was found out about it.
struct board_report {
    senda::rush_hour::board board;
    std::string share;  // its code
    diagnostics warnings;
    senda::rush_hour::findings found;
    senda::rush_hour::metric metric;
    std::size_t line = 0;  // where a batch has it; 0 outside of one
};

std::string solve_document(const board_report& about);
std::string rate_document(const board_report& about);
std::string share_document(const senda::rush_hour::board& b, const diagnostics& warnings);
std::string show_document(const senda::rush_hour::board& b, const diagnostics& warnings);
std::string verify_document(const senda::rush_hour::board& b, const diagnostics& warnings,
                            std::span<const senda::rush_hour::move> moves,
                            const senda::rush_hour::replayed& played, std::string_view message);
std::string generate_document(const generate_arguments& args,
                              std::span<const senda::rush_hour::board> boards, senda::status ended);
