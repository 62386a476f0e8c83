// SPDX-License-Identifier: MIT
// Maps as text: `M,N`, then `x0,y0,e`, then `x1,y1`, then N rows of M tokens between commas.
#pragma once

#include <common/format.hpp>
#include <pacman/board.hpp>
#include <pacman/format/raw_map.hpp>
#include <pacman/words.hpp>
#include <senda/text/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace senda::pacman {

namespace detail {

/// Reads the lines of the text format.
class text_map_reader {
public:
    text_map_reader(std::string_view text, map_faults& found)
        : lines_(text), found_(&found), words_(&found.words()) {}

    /// The map as it is written, as far as there is no error.
    [[nodiscard]] raw_map read() {
        raw_map m{.width = {"M"},
                  .height = {"N"},
                  .start_x = {"x0"},
                  .start_y = {"y0"},
                  .energy = {"e"},
                  .goal_x = {"x1"},
                  .goal_y = {"y1"}};
        if (!read_numbers(words_->size_line, {&m.width, &m.height}) ||
            !read_numbers(words_->start_line, {&m.start_x, &m.start_y, &m.energy}) ||
            !read_numbers(words_->goal_line, {&m.goal_x, &m.goal_y}))
            return m;
        while (m.rows.size() <= largest_side) {
            const std::optional<text_line> line = next();
            if (!line) break;
            m.rows.push_back(split_row(located(*line), *found_));
        }
        m.end = {last_ + 1, 1};
        return m;
    }

private:
    /// The next line that is not blank.
    std::optional<text_line> next() {
        std::optional<text_position> blank;
        while (const std::optional<text_line> line = lines_.next()) {
            if (line->text.find_first_not_of(" \t\r") == std::string_view::npos) {
                if (!blank) blank = text_position{line->number, 1};
                continue;
            }
            // Those at the end are never followed by a line, and do no harm in any reading.
            if (blank) found_->oddity(*blank, "syntax", words_->blank_lines);
            last_ = line->number;
            return line;
        }
        return std::nullopt;
    }

    static located_text located(const text_line& line) noexcept {
        return {line.text, {line.number, 1}};
    }

    bool read_numbers(std::string_view what, std::initializer_list<raw_number*> into) {
        const std::optional<text_line> line = next();
        if (!line) return found_->error({last_ + 1, 1}, "syntax", substitute(words_->ends, {what}));
        const located_text where = located(*line);
        std::size_t count = 0;
        for_each_field(where, *found_, [&](const text_field& field) {
            if (count < into.size()) take_number(field, where, **(into.begin() + count));
            if (count == into.size())
                found_->error(where.at(field.offset), "syntax",
                              substitute(words_->too_much, {what}));
            ++count;
        });
        if (count < into.size())
            found_->error(
                where.at(line->text.size()), "syntax",
                substitute(words_->few_numbers, {pluralize(count, words_->number), what}));
        return found_->errors.empty();
    }

    void take_number(const text_field& field, const located_text& where, raw_number& into) {
        const auto number = into.take(field.text, where.at(field.offset));
        if (number.fault == number_fault::malformed)
            found_->error(where.at(field.offset + number.offset), "syntax",
                          substitute(words_->not_whole, {into.described(*words_)}));
    }

    line_reader lines_;
    map_faults* found_;
    const reading_words* words_;
    std::size_t last_ = 0;  // the line that was read last
};

}  // namespace detail

/// Reads a map in the text format. Errors: `empty_input encoding syntax size rows columns token
/// outside energy`. Warnings: `encoding` (a byte order mark) `syntax` (blanks around commas, blank
/// lines before the last row) `token` (a letter in lower case, a value that is not 1 to 9)
/// `occupied` (start or goal on a cell that is not empty) `same` (the goal is the start) `energy`
/// (below 1). A strict reading refuses what would be a warning, with the same code.
[[nodiscard]] inline parsed<board> parse_text(std::string_view text, reading how = reading::lenient,
                                              const words& w = english_words) {
    return detail::parse_map<detail::text_map_reader>(text, how, w.reading);
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
