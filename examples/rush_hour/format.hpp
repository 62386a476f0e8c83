// SPDX-License-Identifier: MIT
#pragma once

#include <common/format.hpp>
#include <rush_hour/board.hpp>
#include <rush_hour/format/cell_reader.hpp>
#include <senda/text/diagnostic.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace senda::rush_hour {

using senda::reading;

namespace detail {

/// The longest vehicle that begins in the first of some cells and has no others; of length 1 if
/// none.
[[nodiscard]] constexpr vehicle first_line_of(char id, cell_set cells,
                                              const board_shape& shape) noexcept {
    const auto fits = [&](const vehicle& v) {
        return is_inside(v, shape) && (cells_of(v, shape) & ~cells) == 0;
    };
    const int first = std::countr_zero(cells);
    vehicle line{id, static_cast<std::uint8_t>(first / shape.columns),
                 static_cast<std::uint8_t>(first % shape.columns), 2, axis::horizontal};
    if (!fits(line)) line.direction = axis::vertical;
    while (fits(line)) ++line.length;
    --line.length;
    return line;
}

/// Finds the vehicles among the cells of a text.
class vehicle_reader {
public:
    explicit vehicle_reader(const cell_reader& cells) : cells_(&cells), shape_(cells.shape()) {
        for (int i = 0; i < shape_.cells(); ++i) {
            const char c = cells.cell(i);
            if (c == 'x') walls_ |= cell_set{1} << i;
            if (is_vehicle_id(c)) cells_of_letter(c) |= cell_set{1} << i;
        }
    }

    [[nodiscard]] parsed<board> read() {
        std::vector<vehicle> vehicles;
        // In reading order, so that the first fault of the text is the one that is reported.
        for (int i = 0; i < shape_.cells(); ++i) {
            const char id = cells_->cell(i);
            if (!is_vehicle_id(id) || std::countr_zero(cells_of_letter(id)) != i) continue;
            const vehicle found = first_line_of(id, cells_of_letter(id), shape_);
            if (std::optional<diagnostic> wrong = fault_of(found, cells_of_letter(id)))
                return *std::move(wrong);
            vehicles.push_back(found);
        }
        parsed<board> made = board::make(vehicles, walls_, shape_);
        const cell_set red = cells_of_letter(red_id);
        if (made || red == 0) return made;
        return cells_->refuse(made.error().code, made.error().message, std::countr_zero(red));
    }

private:
    cell_set& cells_of_letter(char id) { return letters_[static_cast<std::size_t>(id - 'A')]; }

    /// What is wrong with the cells of a letter, of which those in `line` make a vehicle.
    [[nodiscard]] std::optional<diagnostic> fault_of(const vehicle& line, cell_set cells) const {
        const int count = std::popcount(cells);
        const cell_set others = cells & ~cells_of(line, shape_);
        const std::string name = std::string{line.id == red_id ? "the red car " : "vehicle "} +
                                 line.id + " at " + cell_name(line.row, line.column);
        if (count < shortest_vehicle || count > longest_vehicle)
            return cells_->refuse("bad_vehicle_length",
                                  name + " has " +
                                      pluralize(static_cast<std::uint64_t>(count), "cell") +
                                      ": expected 2 or 3" +
                                      (others != 0 ? " in a line, and no two with one letter" : ""),
                                  first_cell_of(line, shape_));
        if (others == 0) return std::nullopt;
        const int odd = std::countr_zero(others);
        return cells_->refuse("bad_vehicle_shape",
                              name + ' ' + fault_of_shape(line, odd) + ' ' +
                                  cell_name(odd / shape_.columns, odd % shape_.columns) +
                                  ": expected its cells side by side in one row or one column",
                              odd);
    }

    [[nodiscard]] const char* fault_of_shape(const vehicle& line, int odd) const noexcept {
        const int stride = stride_of(line.direction, shape_);
        const int first = first_cell_of(line, shape_);
        const int last = first + (line.length - 1) * stride;
        const int columns = shape_.columns;
        if (odd == last + 1 && odd % columns == 0) return "wraps over the end of its row to";
        for (int cell = first; cell <= last; cell += stride)
            if (std::abs(odd / columns - cell / columns) +
                    std::abs(odd % columns - cell % columns) ==
                1)
                return "is bent at";
        return "is split: it does not reach";
    }

    const cell_reader* cells_;
    board_shape shape_;
    cell_set walls_ = 0;
    std::array<cell_set, letter_count> letters_{};
};

/// The rows of a board, each with what ends it; the exit is marked if the board is not classic.
[[nodiscard]] inline std::string cells_text(const board& b, char empty, std::string_view end) {
    const board_shape& s = b.shape();
    const auto mark_of = [&](edge e, int line) {
        return !s.is_classic() && s.exit == e && s.exit_line == line;
    };
    const auto exit_line = [&](edge e, char mark) {
        if (s.is_classic() || s.exit != e) return std::string{};
        std::string line(s.columns, empty);
        line[s.exit_line] = mark;
        return line.append(end);
    };
    std::string out = exit_line(edge::top, '^');
    for (int row = 0; row < s.rows; ++row) {
        if (mark_of(edge::left, row)) {
            out += '<';
        } else if (end == "\n" && !s.is_classic() && s.exit == edge::left) {
            out += ' ';  // in line with the others
        }
        for (int column = 0; column < s.columns; ++column) {
            const char c = b.at(row, column);
            out += c == '.' ? empty : c;
        }
        if (mark_of(edge::right, row)) out += '>';
        out += end;
    }
    return out + exit_line(edge::bottom, 'v');
}

}  // namespace detail

/// Reads a board: 36 characters row by row, or six lines of six. `.` or `o` is an empty cell, `x`
/// a wall, `A` the red car, and the other capital letters are vehicles.
///
/// A board of another size, from 3 to 8 rows and columns, or with another exit, has its rows in
/// lines or with `/` between them, and a mark where the exit is: `<` before a row, `>` after one,
/// or `^` or `v` in a line of its own above or below, whose other characters are `.` or `o`.
///
/// Errors: `bad_length bad_character bad_vehicle_length bad_vehicle_shape no_red_car bad_red_car
/// bad_size bad_exit`. Warnings: `bom blank_lines leading_blanks trailing_blanks` (also for CRLF).
[[nodiscard]] inline parsed<board> parse_text(std::string_view text,
                                              reading how = reading::lenient) {
    const detail::cell_reader cells{text, how};
    std::optional<diagnostic> wrong = cells.fault();
    parsed<board> found = wrong ? *std::move(wrong) : detail::vehicle_reader{cells}.read();
    if (how == reading::lenient) {
        found.warnings = cells.warnings();
    } else if (found && !cells.warnings().empty()) {
        return cells.warnings().front();
    }
    return found;
}

/// The 36 characters of a classic board in one line, with `o` for an empty cell; the rows of
/// another with `/` between them, and its exit.
[[nodiscard]] inline std::string to_text(const board& b) {
    if (b.shape().is_classic()) return detail::cells_text(b, 'o', "");
    std::string text = detail::cells_text(b, 'o', "/");
    text.pop_back();
    return text;
}

/// The lines of a board, with `.` for an empty cell. Ends in a newline.
[[nodiscard]] inline std::string to_lines(const board& b) {
    return detail::cells_text(b, '.', "\n");
}

}  // namespace senda::rush_hour
