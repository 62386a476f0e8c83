// SPDX-License-Identifier: MIT
// Maps as text: `M,N`, then `x0,y0,e`, then `x1,y1`, then N rows of M tokens between commas.
#pragma once

#include <senda/pacman/board.hpp>
#include <senda/pacman/format/raw_map.hpp>
#include <senda/pacman/format/map_builder.hpp>
#include <senda/pacman/format/tokens.hpp>
#include <senda/text/counted.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/lines.hpp>
#include <senda/text/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::pacman {

namespace detail {

/// Reads the lines of the text format into a draft.
class text_drafter {
public:
    text_drafter(std::string_view text, warning_list& warnings)
        : lines_(text), warnings_(&warnings) {}

    /// The draft, or what keeps the text from being one.
    [[nodiscard]] parsed<draft> read() {
        draft d{.width = {"M"},
                .height = {"N"},
                .start_x = {"x0"},
                .start_y = {"y0"},
                .energy = {"e"},
                .goal_x = {"x1"},
                .goal_y = {"y1"}};
        if (!read_numbers("the width and the height 'M,N'", {&d.width, &d.height}) ||
            !read_numbers("the start and the energy 'x0,y0,e'",
                          {&d.start_x, &d.start_y, &d.energy}) ||
            !read_numbers("the goal 'x1,y1'", {&d.goal_x, &d.goal_y}))
            return *std::move(fault_);
        while (d.rows.size() <= most_side) {
            const std::optional<text_line> line = next();
            if (!line) break;
            d.rows.push_back(split_row(spots(*line), *warnings_));
        }
        d.end = {last_ + 1, 1};
        return d;
    }

private:
    /// The next line that is not blank.
    std::optional<text_line> next() {
        std::optional<spot> blank;
        while (const std::optional<text_line> line = lines_.next()) {
            if (line->text.find_first_not_of(" \t\r") == std::string_view::npos) {
                if (!blank) blank = spot{line->number, 1};
                continue;
            }
            // Those at the end are never followed by a line, and do no harm in any reading.
            if (blank) warnings_->add(*blank, "syntax", "blank lines are skipped");
            last_ = line->number;
            return line;
        }
        return std::nullopt;
    }

    static line_spots spots(const text_line& line) noexcept {
        return {line.text, {line.number, 1}};
    }

    bool read_numbers(const std::string& what, std::initializer_list<drafted_number*> into) {
        const std::optional<text_line> line = next();
        if (!line) return refuse({last_ + 1, 1}, "the text ends here: expected " + what);
        const line_spots where = spots(*line);
        std::size_t count = 0;
        for_each_field(where, *warnings_, [&](const text_field& field) {
            if (count < into.size()) read_number(field, where, **(into.begin() + count));
            if (count == into.size() && !fault_)
                refuse(where(field.offset), "expected nothing after " + what);
            ++count;
        });
        if (count < into.size() && !fault_)
            refuse(where(line->text.size()),
                   "this line has " + counted(count, "number") + ": expected " + what);
        return !fault_;
    }

    void read_number(const text_field& field, const line_spots& where, drafted_number& into) {
        const parsed_number<std::int64_t> number = parse_integer<std::int64_t>(field.text);
        into.text = field.text;
        into.where = where(field.offset);
        if (number) into.value = number.value;
        if (number.fault == number_fault::malformed && !fault_)
            refuse(where(field.offset + number.offset),
                   into.described() + ": expected a whole number");
    }

    bool refuse(spot where, std::string message) {
        fault_ = fault_at(where, "syntax", std::move(message));
        return false;
    }

    line_reader lines_;
    warning_list* warnings_;
    std::optional<diagnostic> fault_;
    std::size_t last_ = 0;  // the line that was read last
};

[[nodiscard]] inline parsed<board> read_text(std::string_view text, warning_list& warnings) {
    text = without_mark(text, warnings);
    if (std::optional<diagnostic> wrong = fault_of_text(text)) return *std::move(wrong);
    const parsed<draft> read = text_drafter{text, warnings}.read();
    if (!read) return read.error();
    return draft_reader{*read, warnings}.read();
}

}  // namespace detail

/// Reads a map in the text format. Errors: `empty_input encoding syntax size rows columns token
/// outside energy`. Warnings: `encoding` (a byte order mark) `syntax` (blanks around commas, blank
/// lines before the last row) `token` (a letter in lower case, a value that is not 1 to 9)
/// `occupied` (start or goal on a cell that is not empty) `same` (the goal is the start) `energy`
/// (below 1).
[[nodiscard]] inline parsed<board> parse_text(std::string_view text,
                                              reading how = reading::lenient) {
    detail::warning_list warnings;
    parsed<board> read = detail::read_text(text, warnings);
    return std::move(warnings).conclude(std::move(read), how);
}

namespace detail {

/// A row of a map as both formats write it, from 1 at the top.
[[nodiscard]] inline std::string row_text(const board& b, std::uint32_t row) {
    std::string out;
    for (std::uint32_t column = 1; column <= b.width(); ++column) {
        if (column > 1) out += ',';
        out += to_token(b[b.at(column, row)]);
    }
    return out;
}

}  // namespace detail

/// A map in the text format, as `parse_text` reads it if it is not too large for the format.
[[nodiscard]] inline std::string to_text(const board& b) {
    const auto joined = [](point p) { return std::to_string(p.x) + ',' + std::to_string(p.y); };
    std::string out = joined({b.width(), b.height()}) + '\n';
    out += joined(b.xy(b.start())) + ',' + std::to_string(b.start_energy()) + '\n';
    out += joined(b.xy(b.goal())) + '\n';
    for (std::uint32_t row = 1; row <= b.height(); ++row) out += detail::row_text(b, row) + '\n';
    return out;
}

}  // namespace senda::pacman
