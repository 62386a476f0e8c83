// SPDX-License-Identifier: MIT
// What mazegen says about a maze: for people, and as JSON.
#pragma once

#include "made.hpp"
#include "outputs.hpp"

#include <senda/text/diagnostic.hpp>

#include <span>
#include <string>
#include <string_view>

/// The report for people, line by line.
std::string report_text(const arguments& args, const made_maze& made,
                        std::span<const written_file> files);

/// The report as one JSON document.
std::string report_json(const arguments& args, const made_maze& made);

/// The document for what was refused, or stopped before the end.
std::string fault_json(const senda::diagnostic& fault, std::string_view status);
