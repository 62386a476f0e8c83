// SPDX-License-Identifier: MIT
// Saved games and records in files: read with diagnostics, and written whole or not at all.
#pragma once

#include <amazons/board.hpp>
#include <amazons/format.hpp>
#include <amazons/record.hpp>
#include <amazons/size.hpp>
#include <common/write_file.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/file.hpp>
#include <senda/text/utf8.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <system_error>

namespace senda::amazons {

/// No saved game is longer than this, in bytes.
inline constexpr std::size_t most_file_bytes = std::size_t{16} << 20U;

namespace detail {

[[nodiscard]] inline diagnostic unreadable(const std::string& path, const diagnostic& why) {
    return {why.code, "cannot read " + quoted(path, path.size()) + ": " + why.message};
}

[[nodiscard]] inline std::optional<diagnostic> save_text(const std::string& text,
                                                         const std::string& path) {
    const std::error_code error = write_file(path, text);
    if (!error) return std::nullopt;
    return diagnostic{"unwritable",
                      "cannot write " + quoted(path, path.size()) + ": " + error.message()};
}

}  // namespace detail

/// Reads the saved game in a file, as `parse_board` does its text; the error `unreadable` if there
/// is none to be read.
template <class Board = board>
[[nodiscard]] parsed<Board> read_board(const std::string& path, reading how = reading::lenient,
                                       board_size size = {Board::rows, Board::columns}) {
    const parsed<std::string> text = read_file(path, most_file_bytes);
    if (!text) return detail::unreadable(path, text.error());
    return parse_board<Board>(*text, how, size);
}

/// Saves a game to a file, whole or not at all. Returns nothing, or the error `unwritable`; then
/// what was in the file before is still there.
template <class Board>
[[nodiscard]] std::optional<diagnostic> save_board(const Board& b, const std::string& path) {
    return detail::save_text(to_text(b), path);
}

/// Reads the record of a game in a file, as `parse_record` does its text; the error `unreadable`
/// if there is none to be read.
template <class Board = board>
[[nodiscard]] parsed<basic_record<Board>> read_record(const std::string& path,
                                                      reading how = reading::lenient) {
    const parsed<std::string> text = read_file(path, most_file_bytes);
    if (!text) return detail::unreadable(path, text.error());
    return parse_record<Board>(*text, how);
}

/// Saves the record of a game to a file, as `save_board` does a position.
template <class Board>
[[nodiscard]] std::optional<diagnostic> save_record(const basic_record<Board>& r,
                                                    const std::string& path) {
    return detail::save_text(to_text(r), path);
}

}  // namespace senda::amazons
