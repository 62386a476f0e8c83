// SPDX-License-Identifier: MIT
#pragma once

#include <common/format.hpp>
#include <rush_hour/board.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::rush_hour::detail {

/// Whether a character is a cell of the format.
[[nodiscard]] constexpr bool is_cell(char c) noexcept {
    return c == '.' || c == 'o' || c == 'x' || is_vehicle_id(c);
}

/// Where a board of another shape than the classic one has its exit: outside of its cells.
inline constexpr std::string_view exit_marks = "<>^v";

/// The cells of a board as they stand in a text: 36 in one line, or six lines of six; or rows of
/// any other number, with an exit that is marked.
class cell_reader {
public:
    cell_reader(std::string_view text, reading how) : how_(how) {
        line_reader lines{text};
        const std::string_view body =
            lines.rest().substr(0, lines.rest().find_last_not_of(blanks) + 1);
        is_marked_ = body.find_first_of(exit_marks) != body.npos &&
                     body.find_first_of("/\n", body.find_first_not_of(blanks)) != body.npos;
        is_shifted_ = is_marked_ && body.find('<') != body.npos;
        if (lines.had_byte_order_mark()) warn("bom", "a byte order mark before the board", 1, 1);
        std::string_view rest = lines.rest();
        for (; const std::optional<text_line> line = lines.next(); rest = lines.rest()) {
            // With its carriage return, which the format does not have.
            add_line(rest.substr(0, rest.find('\n')), line->number);
        }
        if (is_marked_) take_exit();
    }

    /// What keeps the text from being the cells of a board, if anything does.
    [[nodiscard]] std::optional<diagnostic> fault() const {
        if (fault_of_exit_) return fault_of_exit_;
        std::optional<diagnostic> wrong = is_marked_ ? fault_of_size() : fault_of_length();
        return wrong ? wrong : fault_of_characters();
    }

    /// How large the board is, and where its exit is; only without a fault.
    [[nodiscard]] const board_shape& shape() const noexcept { return shape_; }

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

    static constexpr std::string_view blanks = " \t\r\n";

    void add_line(std::string_view whole, std::size_t line) {
        const std::size_t indent = whole.find_first_not_of(blanks);
        if (indent == std::string_view::npos) return warn("blank_lines", "a blank line", line, 1);
        // One row more than there may be is enough to say that there are too many.
        if (rows_.size() > (is_marked_ ? longest_side + 2 : side)) return;
        const std::size_t end = whole.find_last_not_of(blanks) + 1;
        const std::string_view text = whole.substr(indent, end - indent);
        // Below and above a row with '<', a blank keeps the others in line.
        if (indent > (is_shifted_ && whole[0] == ' ' ? 1U : 0U))
            warn("leading_blanks", "blanks at the beginning of a line", line, 1);
        if (end < whole.size())
            warn("trailing_blanks", "blanks or a carriage return at the end of a line", line,
                 indent + count_characters(text) + 1);
        for (std::size_t from = 0, to = 0; to != text.npos && rows_.size() <= longest_side + 2;
             from = to + 1) {
            to = is_marked_ ? text.find('/', from) : text.npos;
            rows_.push_back({text.substr(from, to - from), line,
                             indent + count_characters(text.substr(0, from))});
        }
    }

    /// Takes the mark of the exit away, and with it the line above or below the board that has it.
    void take_exit() {
        std::size_t marks = 0;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const std::size_t at = rows_[i].text.find_first_of(exit_marks);
            if (at == rows_[i].text.npos) continue;
            if (!take_mark(i, at, ++marks > 1)) return;
            if (shape_.red_direction() == axis::vertical) --i;
        }
        shape_.rows = static_cast<std::uint8_t>(std::min<std::size_t>(rows_.size(), 255));
        shape_.columns = static_cast<std::uint8_t>(
            std::min<std::size_t>(rows_.empty() ? 0 : rows_[0].text.size(), 255));
        if (shape_.red_direction() == axis::vertical && shape_.exit_line >= shape_.columns)
            fault_of_exit_ = diagnostic{"bad_exit", "the exit is not above or below a column"};
    }

    /// Takes the mark at a place of a row away; false, with a fault, if none can be there.
    bool take_mark(std::size_t i, std::size_t at, bool is_second) {
        row& r = rows_[i];
        const char mark = r.text[at];
        const bool is_alone = r.text.find_first_not_of(".o", at + 1) == r.text.npos &&
                              r.text.find_first_not_of(".o") == at;
        const bool is_placed = mark == '<'   ? at == 0
                               : mark == '>' ? at + 1 == r.text.size()
                               : mark == '^' ? i == 0 && is_alone
                                             : i + 1 == rows_.size() && is_alone;
        if (is_second || !is_placed) {
            fault_of_exit_ = refuse_at(
                "bad_exit",
                is_second ? "there is a second exit: expected one"
                          : "no exit can be here: expected '<' before a row, '>' after one, or "
                            "'^' or 'v' in a line of its own above or below the board",
                r, count_characters(r.text.substr(0, at)));
            return false;
        }
        shape_.exit = mark == '<'   ? edge::left
                      : mark == '>' ? edge::right
                      : mark == '^' ? edge::top
                                    : edge::bottom;
        shape_.exit_line = static_cast<std::uint8_t>(mark == '<' || mark == '>' ? i : at);
        if (mark == '<') {
            r.text.remove_prefix(1);
            ++r.indent;
        } else if (mark == '>') {
            r.text.remove_suffix(1);
        } else {
            rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(i));
        }
        return true;
    }

    [[nodiscard]] std::optional<diagnostic> fault_of_size() const {
        const std::size_t columns = rows_.empty() ? 0 : count_characters(rows_[0].text);
        const auto is_side = [](std::size_t n) { return n >= shortest_side && n <= longest_side; };
        if (!is_side(rows_.size()) || !is_side(columns))
            return diagnostic{"bad_size", "a board of " + pluralize(rows_.size(), "row") + " and " +
                                              pluralize(columns, "column") +
                                              ": expected 3 to 8 of each"};
        for (std::size_t i = 1; i < rows_.size(); ++i) {
            const std::size_t length = count_characters(rows_[i].text);
            if (length != columns)
                return refuse_at("bad_length",
                                 "row " + std::to_string(i + 1) + " has " +
                                     pluralize(length, "character") + ": expected " +
                                     std::to_string(columns) + " as in the first row",
                                 rows_[i], std::min(length, columns));
        }
        return std::nullopt;
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
            return bad_length("the board has " + pluralize(first, "character"), rows_[0],
                              std::min<std::size_t>(first, cell_count));
        }
        if (first == cell_count) return bad_length("the board goes on after 36", rows_[1], 0);
        for (std::size_t i = 0; i < rows_.size() && i < side; ++i) {
            const std::size_t length = count_characters(rows_[i].text);
            if (length != side)
                return bad_length(
                    "row " + std::to_string(i + 1) + " has " + pluralize(length, "character"),
                    rows_[i], std::min<std::size_t>(length, side));
        }
        if (rows_.size() > side) return bad_length("the board goes on after row 6", rows_[6], 0);
        if (rows_.size() < side)
            return bad_length("the board ends after " + pluralize(rows_.size(), "row"),
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
        return rows_.size() == 1 ? rows_[0]
                                 : rows_[static_cast<std::size_t>(number / shape_.columns)];
    }
    [[nodiscard]] std::size_t index_in_row(int number) const noexcept {
        return static_cast<std::size_t>(rows_.size() == 1 ? number : number % shape_.columns);
    }

    reading how_;
    bool is_marked_ = false;
    bool is_shifted_ = false;
    board_shape shape_;
    std::optional<diagnostic> fault_of_exit_;
    std::vector<row> rows_;
    std::vector<diagnostic> warnings_;
};

}  // namespace senda::rush_hour::detail
