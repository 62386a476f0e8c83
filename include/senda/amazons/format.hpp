// SPDX-License-Identifier: MIT
// Saved games: four lines with white's amazons, black's amazons, the arrows and the player to move.
#pragma once

#include <senda/amazons/board.hpp>
#include <senda/amazons/cell.hpp>
#include <senda/amazons/cell_set.hpp>
#include <senda/amazons/play.hpp>
#include <senda/text/counted.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/lines.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::amazons {

/// The most errors that are listed of one text.
inline constexpr std::size_t most_errors = 100;

namespace detail {

/// A text without the blanks around it, and where it begins; if there is nothing else, it begins at
/// the end.
[[nodiscard]] constexpr text_field without_blanks(std::string_view text) noexcept {
    constexpr std::string_view blanks = " \t";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {{}, text.size()};
    return {text.substr(begin, text.find_last_not_of(blanks) + 1 - begin), begin};
}

/// Reads lines of cells one after the other; no cell may stand in two of them.
class cell_line_reader {
public:
    cell_line_reader(int columns, int rows, std::vector<diagnostic>& errors)
        : errors_(&errors), columns_(columns), rows_(rows) {}

    /// The cells of a line, of which `count` are expected if it is given.
    cell_set read(const text_line& line, const char* name, std::optional<std::size_t> count = {}) {
        cells_ = {};
        items_ = 0;
        std::size_t excess = line.text.size();
        if (!without_blanks(line.text).text.empty()) {
            for (std::size_t begin = 0; begin <= line.text.size();) {
                const std::size_t end = std::min(line.text.find(',', begin), line.text.size());
                text_field item = without_blanks(line.text.substr(begin, end - begin));
                item.offset += begin;
                if (items_++ == count) excess = item.offset;
                read_cell(line, item);
                begin = end + 1;
            }
        }
        if (count) check_count(line, name, *count, excess);
        taken_ |= cells_;
        return cells_;
    }

private:
    void read_cell(const text_line& line, const text_field& item) {
        const std::optional<cell> c = parse_cell(item.text, columns_, rows_);
        if (!c) {
            refuse("bad_cell", line, item.offset,
                   (item.text.empty() ? std::string{"there is no cell here"}
                                      : "unknown cell " + quoted(item.text)) +
                       ": expected a column from a to " + static_cast<char>('a' + columns_ - 1) +
                       " and a row from 1 to " + std::to_string(rows_) +
                       ", with commas between cells");
        } else if (cells_.contains(*c)) {
            refuse("duplicate_cell", line, item.offset,
                   "the cell " + cell_name(*c) + " stands twice in this line");
        } else if (taken_.contains(*c)) {
            refuse("overlap", line, item.offset,
                   "the cell " + cell_name(*c) +
                       " stands in an earlier line too: nothing shares a cell");
        }
        if (c) cells_.insert(*c);
    }

    /// A line with as many cells as expected, right or wrong, has no fault of its own in their
    /// number, and neither has one that has it but for faulty cells.
    void check_count(const text_line& line, const char* name, std::size_t count,
                     std::size_t offset) {
        if (items_ == count || static_cast<std::size_t>(cells_.count()) == count) return;
        refuse("wrong_count", line, offset,
               std::string{name} + " are " + std::to_string(items_) + ": expected " +
                   counted(count, "cell"));
    }

    void refuse(const char* code, const text_line& line, std::size_t offset, std::string message) {
        if (errors_->size() < most_errors)
            errors_->push_back(
                {code, std::move(message), line.number, column_of(line.text, offset)});
    }

    std::vector<diagnostic>* errors_;
    cell_set cells_;
    cell_set taken_;
    int columns_;
    int rows_;
    std::size_t items_ = 0;
};

}  // namespace detail

/// How a saved game is read.
enum class reading {
    lenient,  ///< a byte order mark is skipped with the warning `bom`
    strict    ///< a byte order mark is an error
};

/// What reading a saved game gave: a position, or all errors that can be told apart.
template <class Board>
struct parsed_board {
    /// The position; nothing if there are errors.
    std::optional<Board> board = {};
    /// In the order of the text; no more than `most_errors`.
    std::vector<diagnostic> errors = {};
    /// What was accepted although it is not quite right.
    std::vector<diagnostic> warnings = {};

    [[nodiscard]] explicit operator bool() const noexcept { return board.has_value(); }
};

namespace detail {

/// The four lines of a saved game, or what is wrong with their number.
struct four_lines {
    std::array<text_line, 4> lines;
    std::optional<diagnostic> fault;
};

[[nodiscard]] inline diagnostic missing_line(std::size_t number) {
    static constexpr std::array<const char*, 4> names = {"white's amazons", "black's amazons",
                                                         "the arrows (which may be empty)",
                                                         "the player to move"};
    return {"missing_line",
            "line " + std::to_string(number) + " is missing: expected " + names[number - 1] +
                "; a game has four lines: white's amazons, black's amazons, arrows, player",
            number, 1};
}

[[nodiscard]] inline four_lines read_four_lines(line_reader& reader) {
    four_lines found;
    std::size_t written = 0;  // lines to the last that is not blank
    while (const std::optional<text_line> line = reader.next()) {
        const std::string_view text = without_blanks(line->text).text;
        if (!text.empty()) written = line->number;
        if (line->number <= 4) {
            found.lines[line->number - 1] = *line;
        } else if (!text.empty()) {
            found.fault = {
                "extra_line",
                "unexpected " + quoted(text) + ": a game ends with its fourth line, the player",
                line->number, column_of(line->text, without_blanks(line->text).offset)};
            return found;
        }
    }
    if (written >= 4) return found;
    // Of the four, only the third may be blank; blank lines at the end of a text say nothing.
    const bool has_arrows = written == 2 && reader.number() >= 3;
    found.fault = missing_line(has_arrows ? 4 : written + 1);
    return found;
}

[[nodiscard]] inline std::optional<player> read_player(const text_line& line,
                                                       std::vector<diagnostic>& errors) {
    const text_field field = without_blanks(line.text);
    if (field.text == "1") return player::white;
    if (field.text == "2") return player::black;
    if (errors.size() < most_errors)
        errors.push_back(
            {"bad_player",
             "unknown player " + quoted(field.text) + ": expected 1 (white) or 2 (black)",
             line.number, column_of(line.text, field.offset)});
    return std::nullopt;
}

}  // namespace detail

/// Reads a saved game. Errors: `missing_line extra_line bad_cell duplicate_cell overlap wrong_count
/// bad_player`. Blanks around cells, CRLF, blank lines at the end and a missing last line end are
/// part of the format.
template <class Board = board>
[[nodiscard]] parsed_board<Board> parse_board(std::string_view text,
                                              reading how = reading::lenient) {
    parsed_board<Board> result;
    line_reader reader{text};
    warn_of_byte_order_mark(reader, how == reading::strict ? result.errors : result.warnings);
    detail::four_lines found = detail::read_four_lines(reader);
    if (found.fault) {
        result.errors.push_back(*std::move(found.fault));
        return result;
    }
    constexpr int each = amazons_each(Board::columns, Board::rows);
    detail::cell_line_reader cells{Board::columns, Board::rows, result.errors};
    const cell_set white = cells.read(found.lines[0], "white's amazons", each);
    const cell_set black = cells.read(found.lines[1], "black's amazons", each);
    const cell_set arrows = cells.read(found.lines[2], "the arrows");
    const std::optional<player> to_move = detail::read_player(found.lines[3], result.errors);
    if (result.errors.empty()) result.board = Board::make(white, black, arrows, *to_move);
    return result;
}

/// The cells of a set by columns, each from the bottom, with commas between them.
[[nodiscard]] inline std::string to_text(cell_set cells) {
    std::string out;
    for (int column = 0; column < most_columns; ++column) {
        for (int row = 0; row < most_rows; ++row) {
            const cell c = cell_at(column, row);
            if (!cells.contains(c)) continue;
            if (!out.empty()) out += ',';
            out += cell_name(c);
        }
    }
    return out;
}

/// The text of a saved game, as `parse_board` reads it.
template <int Columns, int Rows>
[[nodiscard]] std::string to_text(const basic_board<Columns, Rows>& b) {
    return to_text(b.amazons(player::white)) + '\n' + to_text(b.amazons(player::black)) + '\n' +
           to_text(b.arrows()) + '\n' + (b.to_move() == player::white ? "1\n" : "2\n");
}

}  // namespace senda::amazons
