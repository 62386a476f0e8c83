// SPDX-License-Identifier: MIT
// Saved games: four lines with white's amazons, black's amazons, the arrows and the player to move.
#pragma once

#include <amazons/board.hpp>
#include <amazons/cell.hpp>
#include <amazons/play.hpp>
#include <amazons/reading_words.hpp>
#include <amazons/size.hpp>
#include <common/format.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::amazons {

/// The most errors that are listed of one text.
inline constexpr std::size_t most_errors = 100;

using senda::reading;

namespace detail {

/// A text without the blanks around it, and where it begins.
[[nodiscard]] constexpr text_field without_blanks(std::string_view text) noexcept {
    constexpr std::string_view blanks = " \t";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {{}, text.size()};
    return {text.substr(begin, text.find_last_not_of(blanks) + 1 - begin), begin};
}

/// Reads the four lines of a saved game, and lists what is wrong with them.
class saved_game_reader {
public:
    saved_game_reader(int columns, int rows, std::vector<diagnostic>& errors,
                      const reading_words& w)
        : errors_(&errors), words_(&w), columns_(columns), rows_(rows) {}

    /// Takes the lines of a text; false if there are not four.
    bool read_lines(line_reader& reader) {
        std::size_t written = 0;  // lines to the last that is not blank
        while (const std::optional<text_line> line = reader.next()) {
            const text_field field = without_blanks(line->text);
            if (!field.text.empty()) written = line->number;
            if (line->number <= 4) {
                lines_[line->number - 1] = *line;
            } else if (!field.text.empty()) {
                refuse("extra_line", *line, field.offset,
                       substitute(words_->extra_line, {quoted(field.text)}));
                return false;
            }
        }
        if (written >= 4) return true;
        // Of the four, only the third may be blank; blank lines at the end of a text say nothing.
        const bool has_arrows = written == 2 && reader.number() >= 3;
        const std::size_t missing = has_arrows ? 4 : written + 1;
        refuse("missing_line", {{}, missing}, 0,
               substitute(words_->missing_line,
                          {std::to_string(missing), words_->lines[missing - 1]}));
        return false;
    }

    /// The amazons of a line: `least` to `most`.
    cell_set read_amazons(std::size_t index, std::size_t least, std::size_t most) {
        return read_cells(index, cell_count{least, most});
    }
    /// The arrows, of which there may be any number.
    cell_set read_arrows() { return read_cells(2, std::nullopt); }

    std::optional<player> read_player() {
        const text_field field = without_blanks(lines_[3].text);
        if (field.text == "1") return player::white;
        if (field.text == "2") return player::black;
        refuse("bad_player", lines_[3], field.offset,
               substitute(words_->bad_player, {quoted(field.text)}));
        return std::nullopt;
    }

private:
    struct cell_count {
        std::size_t least;
        std::size_t most;

        [[nodiscard]] bool allows(std::size_t n) const noexcept { return n >= least && n <= most; }
        [[nodiscard]] std::string text(const reading_words& w) const {
            const std::string cells = pluralize(most, w.cell);
            return least == most ? cells : substitute(w.range, {std::to_string(least), cells});
        }
    };

    /// The cells of a line, none of which may stand in two.
    cell_set read_cells(std::size_t index, std::optional<cell_count> expected) {
        const text_line& line = lines_[index];
        const bool is_blank = without_blanks(line.text).text.empty();
        cell_set cells;
        std::size_t count = 0;
        std::size_t excess = line.text.size();  // where the first cell too many stands
        for (std::size_t begin = 0; !is_blank && begin <= line.text.size();) {
            const std::size_t end = std::min(line.text.find(',', begin), line.text.size());
            text_field field = without_blanks(line.text.substr(begin, end - begin));
            field.offset += begin;
            if (expected && count++ == expected->most) excess = field.offset;
            if (const auto c = take_cell(line, field, cells)) cells.insert(*c);
            begin = end + 1;
        }
        taken_ |= cells;
        // A faulty cell, or one that stands twice, is no fault in their number.
        const auto good = static_cast<std::size_t>(cells.count());
        if (expected && !expected->allows(count) && !expected->allows(good))
            refuse("wrong_count", line, excess,
                   substitute(words_->wrong_count, {words_->lines[index], std::to_string(count),
                                                    expected->text(*words_)}));
        return cells;
    }

    std::optional<cell> take_cell(const text_line& line, const text_field& field, cell_set cells) {
        const std::optional<cell> c = parse_cell(field.text, columns_, rows_);
        if (!c) {
            const std::string expected = substitute(
                words_->cells,
                {std::string(1, static_cast<char>('a' + columns_ - 1)), std::to_string(rows_)});
            refuse("bad_cell", line, field.offset,
                   field.text.empty()
                       ? substitute(words_->no_cell, {expected})
                       : substitute(words_->bad_cell, {quoted(field.text), expected}));
        } else if (cells.contains(*c)) {
            refuse("duplicate_cell", line, field.offset,
                   substitute(words_->duplicate_cell, {cell_name(*c)}));
        } else if (taken_.contains(*c)) {
            refuse("overlap", line, field.offset, substitute(words_->overlap, {cell_name(*c)}));
        }
        return c;
    }

    void refuse(const char* code, const text_line& line, std::size_t offset, std::string message) {
        if (errors_->size() < most_errors)
            errors_->push_back(
                {code, std::move(message), line.number, column_of(line.text, offset)});
    }

    std::vector<diagnostic>* errors_;
    const reading_words* words_;
    std::array<text_line, 4> lines_ = {};
    cell_set taken_;  // in the lines before
    int columns_;
    int rows_;
};

}  // namespace detail

/// Reads a saved game, also with blanks around cells, CRLF or blank lines at the end. Errors:
/// `missing_line extra_line bad_cell duplicate_cell overlap wrong_count bad_player`, up to
/// `most_errors` of them. Warnings: `bom`.
///
/// `text`  the whole file.
/// `how`   whether warnings are errors.
/// `size`  the file does not say it, so the caller does. Players have four amazons on 10 x 10 cells
///         and one to four on others.
/// `w`     what is said, in which language.
template <class Board = board>
[[nodiscard]] parsed<Board> parse_board(std::string_view text, reading how = reading::lenient,
                                        board_size size = {Board::rows, Board::columns},
                                        const reading_words& w = {}) {
    assert(Board::holds(size));
    std::vector<diagnostic> errors;
    std::vector<diagnostic> warnings;
    line_reader reader{text};
    if (reader.had_byte_order_mark())
        (how == reading::strict ? errors : warnings).push_back({"bom", w.bom, 1, 1});
    detail::saved_game_reader game{size.columns, size.rows, errors, w};
    if (!game.read_lines(reader)) return {std::move(errors), std::move(warnings)};
    const std::size_t least = size == board_size{} ? most_amazons : 1;
    const cell_set white = game.read_amazons(0, least, most_amazons);
    const cell_set black = game.read_amazons(1, least, most_amazons);
    const cell_set arrows = game.read_arrows();
    const std::optional<player> to_move = game.read_player();
    if (!errors.empty()) return {std::move(errors), std::move(warnings)};
    // No cell stands twice or outside: that would have been an error.
    return {*Board::make(white, black, arrows, *to_move, size), std::move(warnings)};
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
