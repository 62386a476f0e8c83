// SPDX-License-Identifier: MIT
// Boards as text: 36 characters row by row, or six lines of six.
#pragma once

#include <senda/rush_hour/board.hpp>
#include <senda/rush_hour/format/rows.hpp>
#include <senda/rush_hour/vehicle.hpp>
#include <senda/text/counted.hpp>
#include <senda/text/diagnostic.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::rush_hour {

/// How a board is read.
enum class reading {
    lenient,  ///< what is harmless is accepted with a warning
    strict    ///< what would be a warning is an error with the same code
};

namespace detail {

/// The cell after another one in a direction; nothing after the last of the line.
[[nodiscard]] constexpr cell_set next_cell(cell_set cell, axis direction) noexcept {
    constexpr cell_set last_column = 0x820820820;
    if (direction == axis::vertical) return cell << side & every_cell;
    return (cell & last_column) != 0 ? 0 : cell << 1;
}

/// The longest vehicle that begins in the first of some cells and has no others. Its letter is
/// not filled in.
[[nodiscard]] constexpr vehicle first_line_of(cell_set cells) noexcept {
    const cell_set first = cells & (~cells + 1);
    const axis direction =
        (next_cell(first, axis::horizontal) & cells) != 0 ? axis::horizontal : axis::vertical;
    const int number = std::countr_zero(first);
    vehicle line{0, static_cast<std::uint8_t>(number / side),
                 static_cast<std::uint8_t>(number % side), 0, direction};
    for (cell_set c = first; (c & cells) != 0; c = next_cell(c, direction)) ++line.length;
    return line;
}

/// Finds the vehicles among the cells of a text.
class vehicle_reader {
public:
    explicit vehicle_reader(const row_reader& rows) : rows_(&rows) {
        for (int i = 0; i < cell_count; ++i) {
            const char c = rows.cell(i);
            if (c == 'x') walls_ |= cell_set{1} << i;
            if (is_vehicle_id(c)) cells_of_letter(c) |= cell_set{1} << i;
        }
    }

    [[nodiscard]] parsed<board> read() {
        std::vector<vehicle> vehicles;
        // In reading order, so that the first fault of the text is the one that is told.
        for (int i = 0; i < cell_count; ++i) {
            const char id = rows_->cell(i);
            if (!is_vehicle_id(id) || std::countr_zero(cells_of_letter(id)) != i) continue;
            const cell_set cells = cells_of_letter(id);
            vehicle found = first_line_of(cells);
            found.id = id;
            if (std::optional<diagnostic> wrong = fault_of(found, cells)) return *std::move(wrong);
            vehicles.push_back(found);
        }
        parsed<board> made = board::make(vehicles, walls_);
        const cell_set red = cells_of_letter(red_id);
        if (made || red == 0) return made;
        return rows_->refuse(made.error().code, made.error().message, std::countr_zero(red));
    }

private:
    cell_set& cells_of_letter(char id) { return letters_[static_cast<std::size_t>(id - 'A')]; }

    /// What is wrong with the cells of a letter, of which those in `line` make a vehicle.
    [[nodiscard]] std::optional<diagnostic> fault_of(const vehicle& line, cell_set cells) const {
        const int count = std::popcount(cells);
        const cell_set others = cells & ~cells_of(line);
        const std::string name = std::string{line.id == red_id ? "the red car " : "vehicle "} +
                                 line.id + " at " + cell_name(line.row, line.column);
        const int first = first_cell_of(line);
        if (count < shortest_vehicle || count > longest_vehicle)
            return rows_->refuse("bad_vehicle_length",
                                 name + " has " +
                                     counted(static_cast<std::uint64_t>(count), "cell") +
                                     ": expected 2 or 3" +
                                     (others != 0 ? " in a line, and no two with one letter" : ""),
                                 first);
        if (others == 0) return std::nullopt;
        const int odd = std::countr_zero(others);
        return rows_->refuse("bad_vehicle_shape",
                             name + ' ' + fault_of_shape(line, odd) + ' ' +
                                 cell_name(odd / side, odd % side) +
                                 ": expected its cells side by side in one row or one column",
                             odd);
    }

    static const char* fault_of_shape(const vehicle& line, int odd) noexcept {
        const int stride = stride_of(line.direction);
        const int first = first_cell_of(line);
        const int last = first + (line.length - 1) * stride;
        if (odd == last + 1 && odd % side == 0) return "wraps over the end of its row to";
        for (int cell = first; cell <= last; cell += stride)
            if (std::abs(odd / side - cell / side) + std::abs(odd % side - cell % side) == 1)
                return "is bent at";
        return "is split: it does not reach";
    }

    const row_reader* rows_;
    cell_set walls_ = 0;
    std::array<cell_set, 26> letters_{};
};

[[nodiscard]] inline parsed<board> read_rows(const row_reader& rows, reading how) {
    if (std::optional<diagnostic> wrong = rows.fault()) return *std::move(wrong);
    parsed<board> found = vehicle_reader{rows}.read();
    if (found && how == reading::strict && !rows.warnings().empty()) return rows.warnings().front();
    return found;
}

[[nodiscard]] inline std::string cells_text(const board& b, char empty, std::string_view end) {
    std::string out;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            const char c = b.at(row, column);
            out += c == '.' ? empty : c;
        }
        out += end;
    }
    return out;
}

}  // namespace detail

/// Reads a board: 36 characters row by row, or six lines of six. `.` or `o` is an empty cell, `x`
/// a wall, `A` the red car, and the other capital letters are vehicles. Errors: `bad_length
/// bad_character bad_vehicle_length bad_vehicle_shape no_red_car bad_red_car`. Warnings: `bom
/// blank_lines leading_blanks trailing_blanks` (also for CRLF).
[[nodiscard]] inline parsed<board> parse_board(std::string_view text,
                                               reading how = reading::lenient) {
    const detail::row_reader rows{text};
    parsed<board> found = detail::read_rows(rows, how);
    if (how == reading::lenient) found.warnings = rows.warnings();
    return found;
}

/// The 36 characters of a board in one line, with `o` for an empty cell.
[[nodiscard]] inline std::string to_text(const board& b) { return detail::cells_text(b, 'o', ""); }

/// The six lines of a board, with `.` for an empty cell. Ends in a newline.
[[nodiscard]] inline std::string to_lines(const board& b) {
    return detail::cells_text(b, '.', "\n");
}

}  // namespace senda::rush_hour
