// SPDX-License-Identifier: MIT
#pragma once

#include <senda/rush_hour/board.hpp>
#include <senda/text/counted.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/lines.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
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

/// Whether a character is a cell of the format.
[[nodiscard]] constexpr bool is_cell(char c) noexcept {
    return c == '.' || c == 'o' || c == 'x' || is_vehicle_id(c);
}

/// The 36 cells of a board as they stand in a text: in one line, or in six lines of six.
class cell_reader {
public:
    cell_reader(std::string_view text, reading how) : how_(how) {
        line_reader lines{text};
        if (lines.had_byte_order_mark()) warn("bom", "a byte order mark before the board", 1, 1);
        std::string_view rest = lines.rest();
        for (; const std::optional<text_line> line = lines.next(); rest = lines.rest()) {
            // With its carriage return, which the format does not have.
            add_line(rest.substr(0, rest.find('\n')), line->number);
        }
    }

    /// What keeps the text from being 36 cells of the format, if anything does.
    [[nodiscard]] std::optional<diagnostic> fault() const {
        std::optional<diagnostic> wrong = fault_of_length();
        return wrong ? wrong : fault_of_characters();
    }

    /// What a cell shows, from 0 in reading order; only without a fault.
    [[nodiscard]] char cell(int number) const noexcept {
        return row_of(number).text[index_in_row(number)];
    }

    /// An error in that cell; only without a fault.
    [[nodiscard]] diagnostic refuse(std::string code, std::string message, int number) const {
        return refuse_at(std::move(code), std::move(message), row_of(number), index_in_row(number));
    }

    /// One warning of each kind, at its first place.
    [[nodiscard]] const std::vector<diagnostic>& warnings() const noexcept { return warnings_; }

private:
    struct row {
        std::string_view text;
        std::size_t line;
        std::size_t indent;
    };

    void add_line(std::string_view whole, std::size_t line) {
        constexpr std::string_view blanks = " \t\r";
        const std::size_t indent = whole.find_first_not_of(blanks);
        if (indent == std::string_view::npos) return warn("blank_lines", "a blank line", line, 1);
        // One row more than there may be is enough to say that there are too many.
        if (rows_.size() > side) return;
        const std::size_t end = whole.find_last_not_of(blanks) + 1;
        const std::string_view text = whole.substr(indent, end - indent);
        if (indent > 0) warn("leading_blanks", "blanks at the beginning of a line", line, 1);
        if (end < whole.size())
            warn("trailing_blanks", "blanks or a carriage return at the end of a line", line,
                 indent + count_characters(text) + 1);
        rows_.push_back({text, line, indent});
    }

    void warn(const char* code, const char* message, std::size_t line, std::size_t column) {
        for (const diagnostic& known : warnings_)
            if (known.code == code) return;
        warnings_.push_back(
            {code,
             message + std::string{how_ == reading::lenient ? ": ignored" : ": expected none"},
             line, column});
    }

    [[nodiscard]] std::optional<diagnostic> fault_of_length() const {
        if (rows_.empty()) return bad_length("the text is empty", {{}, 1, 0}, 0);
        const std::size_t first = count_characters(rows_[0].text);
        if (rows_.size() == 1) {
            if (first == cell_count) return std::nullopt;
            return bad_length("the board has " + counted(first, "character"), rows_[0],
                              std::min<std::size_t>(first, cell_count));
        }
        if (first == cell_count) return bad_length("the board goes on after 36", rows_[1], 0);
        for (std::size_t i = 0; i < rows_.size() && i < side; ++i) {
            const std::size_t length = count_characters(rows_[i].text);
            if (length != side)
                return bad_length(
                    "row " + std::to_string(i + 1) + " has " + counted(length, "character"),
                    rows_[i], std::min<std::size_t>(length, side));
        }
        if (rows_.size() > side) return bad_length("the board goes on after row 6", rows_[6], 0);
        if (rows_.size() < side)
            return bad_length("the board ends after " + counted(rows_.size(), "row"),
                              {{}, rows_.back().line + 1, 0}, 0);
        return std::nullopt;
    }

    [[nodiscard]] std::optional<diagnostic> fault_of_characters() const {
        for (const row& r : rows_) {
            std::size_t column = 0;
            for (std::string_view rest = r.text; !rest.empty(); ++column) {
                const std::string_view c = rest.substr(0, first_character(rest).size);
                if (!is_cell(c[0]))
                    return refuse_at(
                        "bad_character",
                        "unknown cell " + quoted(c) +
                            ": expected '.' or 'o' (empty), 'x' (wall) or a capital letter",
                        r, column);
                rest.remove_prefix(c.size());
            }
        }
        return std::nullopt;
    }

    static diagnostic refuse_at(std::string code, std::string message, const row& r,
                                std::size_t index) {
        return {std::move(code), std::move(message), r.line, r.indent + index + 1};
    }
    static diagnostic bad_length(const std::string& what, const row& r, std::size_t index) {
        return refuse_at("bad_length", what + ": expected 36 characters, or six lines of six", r,
                         index);
    }

    [[nodiscard]] const row& row_of(int number) const noexcept {
        return rows_.size() == 1 ? rows_[0] : rows_[static_cast<std::size_t>(number / side)];
    }
    [[nodiscard]] std::size_t index_in_row(int number) const noexcept {
        return static_cast<std::size_t>(rows_.size() == 1 ? number : number % side);
    }

    reading how_;
    std::vector<row> rows_;
    std::vector<diagnostic> warnings_;
};

/// The longest vehicle that begins in the first of some cells and has no others; of length 1 if
/// none.
[[nodiscard]] constexpr vehicle first_line_of(char id, cell_set cells) noexcept {
    const auto fits = [cells](const vehicle& v) {
        return is_inside(v) && (cells_of(v) & ~cells) == 0;
    };
    const int first = std::countr_zero(cells);
    vehicle line{id, static_cast<std::uint8_t>(first / side),
                 static_cast<std::uint8_t>(first % side), 2, axis::horizontal};
    if (!fits(line)) line.direction = axis::vertical;
    while (fits(line)) ++line.length;
    --line.length;
    return line;
}

/// Finds the vehicles among the cells of a text.
class vehicle_reader {
public:
    explicit vehicle_reader(const cell_reader& cells) : cells_(&cells) {
        for (int i = 0; i < cell_count; ++i) {
            const char c = cells.cell(i);
            if (c == 'x') walls_ |= cell_set{1} << i;
            if (is_vehicle_id(c)) cells_of_letter(c) |= cell_set{1} << i;
        }
    }

    [[nodiscard]] parsed<board> read() {
        std::vector<vehicle> vehicles;
        // In reading order, so that the first fault of the text is the one that is reported.
        for (int i = 0; i < cell_count; ++i) {
            const char id = cells_->cell(i);
            if (!is_vehicle_id(id) || std::countr_zero(cells_of_letter(id)) != i) continue;
            const vehicle found = first_line_of(id, cells_of_letter(id));
            if (std::optional<diagnostic> wrong = fault_of(found, cells_of_letter(id)))
                return *std::move(wrong);
            vehicles.push_back(found);
        }
        parsed<board> made = board::make(vehicles, walls_);
        const cell_set red = cells_of_letter(red_id);
        if (made || red == 0) return made;
        return cells_->refuse(made.error().code, made.error().message, std::countr_zero(red));
    }

private:
    cell_set& cells_of_letter(char id) { return letters_[static_cast<std::size_t>(id - 'A')]; }

    /// What is wrong with the cells of a letter, of which those in `line` make a vehicle.
    [[nodiscard]] std::optional<diagnostic> fault_of(const vehicle& line, cell_set cells) const {
        const int count = std::popcount(cells);
        const cell_set others = cells & ~cells_of(line);
        const std::string name = std::string{line.id == red_id ? "the red car " : "vehicle "} +
                                 line.id + " at " + cell_name(line.row, line.column);
        if (count < shortest_vehicle || count > longest_vehicle)
            return cells_->refuse("bad_vehicle_length",
                                  name + " has " +
                                      counted(static_cast<std::uint64_t>(count), "cell") +
                                      ": expected 2 or 3" +
                                      (others != 0 ? " in a line, and no two with one letter" : ""),
                                  first_cell_of(line));
        if (others == 0) return std::nullopt;
        const int odd = std::countr_zero(others);
        return cells_->refuse("bad_vehicle_shape",
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

    const cell_reader* cells_;
    cell_set walls_ = 0;
    std::array<cell_set, 26> letters_{};
};

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

/// The 36 characters of a board in one line, with `o` for an empty cell.
[[nodiscard]] inline std::string to_text(const board& b) { return detail::cells_text(b, 'o', ""); }

/// The six lines of a board, with `.` for an empty cell. Ends in a newline.
[[nodiscard]] inline std::string to_lines(const board& b) {
    return detail::cells_text(b, '.', "\n");
}

}  // namespace senda::rush_hour
