// SPDX-License-Identifier: MIT
// The 36 cells of a board as they stand in a text: in one line, or in six lines of six.
#pragma once

#include <senda/rush_hour/vehicle.hpp>
#include <senda/text/counted.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/lines.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
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

/// Reads the lines of a board, and knows where in the text each cell stands.
class row_reader {
public:
    explicit row_reader(std::string_view text) { collect(text); }

    /// What keeps the text from being 36 cells of the format, if anything does.
    [[nodiscard]] std::optional<diagnostic> fault() const {
        if (std::optional<diagnostic> wrong = fault_of_length()) return wrong;
        return fault_of_characters();
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

    // One line more than there may be is enough to say that there are too many.
    static constexpr std::size_t most_rows = side + 1;

    void collect(std::string_view text) {
        line_reader lines{text};
        warn_of_byte_order_mark(lines, warnings_);
        std::string_view rest = lines.rest();
        for (; const std::optional<text_line> line = lines.next(); rest = lines.rest()) {
            // With its carriage return, which the format does not have.
            const std::string_view whole = rest.substr(0, rest.find('\n'));
            const std::size_t indent = whole.find_first_not_of(blanks);
            if (indent == std::string_view::npos) {
                warn("blank_lines", "blank lines are skipped", line->number, 1);
                continue;
            }
            const std::size_t end = whole.find_last_not_of(blanks) + 1;
            const row found{whole.substr(indent, end - indent), line->number, indent};
            if (rows_.size() < most_rows) take(found, whole.size() - end);
        }
    }

    void take(const row& found, std::size_t blanks_after) {
        if (found.indent > 0)
            warn("leading_blanks", "blanks at the beginning of a line are ignored", found.line, 1);
        if (blanks_after > 0)
            warn("trailing_blanks", "blanks or a carriage return at the end of a line are ignored",
                 found.line, found.indent + count_characters(found.text) + 1);
        rows_.push_back(found);
    }

    void warn(std::string_view code, std::string_view message, std::size_t line,
              std::size_t column) {
        for (const diagnostic& known : warnings_)
            if (known.code == code) return;
        warnings_.push_back({std::string{code}, std::string{message}, line, column});
    }

    [[nodiscard]] std::optional<diagnostic> fault_of_length() const {
        if (rows_.empty()) return bad_length("the text is empty", 1, 1);
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
                              rows_.back().line + 1, 1);
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
    static diagnostic bad_length(const std::string& what, std::size_t line, std::size_t column) {
        return {"bad_length", what + ": expected 36 characters, or six lines of six", line, column};
    }
    static diagnostic bad_length(const std::string& what, const row& r, std::size_t index) {
        return bad_length(what, r.line, r.indent + index + 1);
    }

    [[nodiscard]] const row& row_of(int number) const noexcept {
        return rows_.size() == 1 ? rows_[0] : rows_[static_cast<std::size_t>(number / side)];
    }
    [[nodiscard]] std::size_t index_in_row(int number) const noexcept {
        return static_cast<std::size_t>(rows_.size() == 1 ? number : number % side);
    }

    static constexpr std::string_view blanks = " \t\r";

    std::vector<row> rows_;
    std::vector<diagnostic> warnings_;
};

}  // namespace senda::rush_hour::detail
