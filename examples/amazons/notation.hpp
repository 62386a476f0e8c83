// SPDX-License-Identifier: MIT
// A position in one line, as records and engines write it; and why a play is not legal, in words.
#pragma once

#include <amazons/board.hpp>
#include <amazons/cell.hpp>
#include <amazons/format.hpp>
#include <amazons/play.hpp>
#include <amazons/reading_words.hpp>
#include <amazons/size.hpp>
#include <common/format.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace senda::amazons {

/// A position in one line: the four lines of a saved game with bars between them, such as
/// `a4,d1,g1,j4|a7,d10,g10,j7||1`.
template <int Columns, int Rows>
[[nodiscard]] std::string to_line(const basic_board<Columns, Rows>& b) {
    std::string text = to_text(b);
    text.pop_back();
    std::replace(text.begin(), text.end(), '\n', '|');
    return text;
}

/// Reads a position in one line. The errors are those of saved games, all in the first line.
template <class Board = board>
[[nodiscard]] parsed<Board> parse_line(std::string_view line,
                                       board_size size = {Board::rows, Board::columns},
                                       const reading_words& w = {}) {
    std::string text{line};
    // What would end a line is no part of one, and no cell.
    for (char& c : text) c = c == '|' ? '\n' : c == '\n' || c == '\r' ? '?' : c;
    parsed<Board> read = parse_board<Board>(text, reading::strict, size, w);
    if (read) return read;
    std::vector<diagnostic> errors = read.errors();
    for (diagnostic& d : errors) {
        std::size_t before = 0;  // bytes of the line before the part that the error is in
        for (std::size_t part = 1; part < d.line && before < line.size(); ++part)
            before = std::min(line.find('|', before), line.size() - 1) + 1;
        d.column += column_of(line, before) - 1;
        d.line = 1;
        if (d.code == "missing_line" || d.code == "extra_line") d.message = w.four_parts;
    }
    return errors;
}

/// Why a play of the player to move is not legal, in a sentence without its stop; empty if it is.
template <int Columns, int Rows>
[[nodiscard]] std::string why_illegal(const basic_board<Columns, Rows>& b, const play& p,
                                      const reading_words& w = {}) {
    for (const cell c : {p.from, p.to, p.arrow})
        if (!b.contains(c)) return substitute(w.outside, {cell_name(c)});
    if (!b.amazons(b.to_move()).contains(p.from))
        return substitute(w.no_amazon,
                          {b.to_move() == player::white ? w.white : w.black, cell_name(p.from)});
    if (!b.moves_from(p.from).contains(p.to))
        return substitute(w.no_move, {cell_name(p.from), cell_name(p.to)});
    if (!b.shots_from(p.from, p.to).contains(p.arrow))
        return substitute(w.no_shot, {cell_name(p.to), cell_name(p.arrow)});
    return {};
}

}  // namespace senda::amazons
