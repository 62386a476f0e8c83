// SPDX-License-Identifier: MIT
// Maze files: `N=rows, M=columns, P=life`, then the rows of the grid from the top.
#pragma once

#include <senda/maze/board.hpp>
#include <senda/maze/format/grid_rows.hpp>
#include <senda/maze/format/maze_header.hpp>
#include <senda/maze/format/route_text.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/lines.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::maze {

using senda::reading;

/// The most errors that are listed of one text; reading stops there.
inline constexpr std::size_t most_errors = 100;

/// What reading a maze file gave: a board, or all errors that can be told apart.
struct parsed {
    /// The maze; nothing if there are errors.
    std::optional<maze::board> board = {};
    /// In the order of the text, those without a place last; no more than `most_errors`.
    std::vector<diagnostic> errors = {};
    /// One of each kind, at its first place.
    std::vector<diagnostic> warnings = {};

    [[nodiscard]] explicit operator bool() const noexcept { return board.has_value(); }
};

namespace detail {

inline std::optional<maze::board> read_board(std::string_view text, diagnostic_list& found) {
    trimmed_lines lines{text, found};
    const std::optional<text_line> first = lines.next();
    if (!first) {
        found.error({1, 1}, "empty_input", "the text is empty: expected a maze");
        return std::nullopt;
    }
    const std::optional<maze_header> header = header_reader{*first, found}.read();
    if (!header) return std::nullopt;
    row_reader rows{*header, lines.bytes_left(), found};
    while (!found.is_full()) {
        const std::optional<text_line> line = lines.next();
        if (!line) {
            rows.finish(first->number);
            break;
        }
        rows.take(*line);
    }
    if (!found.errors.empty()) return std::nullopt;
    return board::adopt(header->rows, header->cols, header->life, rows.cells());
}

}  // namespace detail

/// Reads a maze file. Errors: `empty_input bad_header bad_dimensions bad_life bad_row_count
/// bad_row_length bad_cell no_start many_starts no_end many_ends`. Warnings: `bom blank_lines
/// trailing_blanks` (also for CRLF) `short_row lower_case small_dimensions small_life`.
[[nodiscard]] inline parsed parse(std::string_view text, reading how = reading::lenient) {
    diagnostic_list found(most_errors, &diagnostic::code);
    std::optional<board> read = detail::read_board(text, found);
    found.conclude(how);
    if (!found.errors.empty()) read.reset();
    return {std::move(read), std::move(found.errors), std::move(found.warnings)};
}

/// The most bytes that a maze file with this beginning may have, which goes on after it: what its
/// header promises and some blanks. Nothing if `parse` can say of the beginning alone what is
/// wrong. So whoever reads a file need not take memory for more.
[[nodiscard]] inline std::optional<std::uint64_t> most_bytes(std::string_view beginning) {
    diagnostic_list found(most_errors, &diagnostic::code);
    detail::trimmed_lines lines{beginning, found};
    const std::optional<text_line> first = lines.next();
    if (!first) return beginning.size();
    const std::optional<detail::maze_header> header = detail::header_reader{*first, found}.read();
    if (!header) return std::nullopt;
    constexpr std::uint64_t blanks_a_row = 16;
    const std::uint64_t rows = header->rows * (header->cols + blanks_a_row);
    return lines.bytes_left() == 0 ? beginning.size() : beginning.size() + rows;
}

/// The text of a maze, as `parse` reads it.
[[nodiscard]] inline std::string to_text(const board& b) {
    std::string out = "N=" + std::to_string(b.rows()) + ", M=" + std::to_string(b.cols()) +
                      ", P=" + std::to_string(b.life()) + '\n';
    out.reserve(out.size() + b.rows() * (std::size_t{b.cols()} + 1));
    for (std::uint32_t row = 0; row < b.rows(); ++row) {
        out.append(b.cells() + b.at(row, 0), b.cols());
        out += '\n';
    }
    return out;
}

}  // namespace senda::maze
