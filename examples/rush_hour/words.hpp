// SPDX-License-Identifier: MIT
// What rush_hour says about a board to people, below the headline.
#pragma once

#include "documents.hpp"

#include <senda/rush_hour/rate.hpp>
#include <senda/text/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

/// The lines with the counts, the solution, the difficulty and what the search took.
std::string solve_text(const board_report& r);

/// The lines with what the difficulty is made of.
std::string rate_text(const senda::rush_hour::difficulty& d);

/// A table of boards: what its columns are, and how a board came out, or why it is none.
std::string table_head();
std::string table_line(const board_report& r);
std::string table_line(std::size_t line, const senda::diagnostic& fault);

/// A board that was made, in one line: its moves, its code and its cells.
std::string generated_line(const senda::rush_hour::board& b, std::uint32_t moves);
