// SPDX-License-Identifier: MIT
// Maze files: `N=rows, M=columns, P=life`, then the rows of the grid from the top; and routes as
// text: `(x,y) (x,y) ...`, in the coordinates of the first quadrant.
#pragma once

#include <senda/detail/maze/maze_reader.hpp>
#include <senda/maze/board.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/format.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::maze {

using senda::reading;

/// The most errors that are listed of one text; reading stops there.
inline constexpr std::size_t most_errors = 100;

namespace detail {

/// How much of a text is there.
enum class extent : std::uint8_t { whole, beginning };

/// The maze of a text that is whole. Of a beginning only what is wrong with it is of interest.
inline std::optional<board> parse_part(std::string_view text, extent there,
                                       const fault_list& faults) {
    diagnostic_list& found = *faults.found;
    const bool is_whole = there == extent::whole;
    trimmed_lines lines{text, faults};
    const std::optional<text_line> first = lines.next();
    if (!first) {
        if (is_whole) found.error({1, 1}, "empty_input", faults.texts->empty);
        return std::nullopt;
    }
    // A header may go on where the beginning ends, unless it is longer than any that is meant as
    // one.
    constexpr std::size_t longest_header = 4096;
    if (!is_whole && text.back() != '\n' && lines.bytes_left() == 0 &&
        first->text.size() < longest_header)
        return std::nullopt;
    const std::optional<maze_header> header = header_reader{*first, faults}.read();
    if (!header) return std::nullopt;
    row_reader rows{*header, lines.bytes_left(), faults};
    while (!found.is_full()) {
        const std::optional<text_line> line = lines.next();
        if (!line) {
            if (!is_whole) return std::nullopt;
            rows.finish(first->number);
            break;
        }
        rows.take(*line, !is_whole && lines.bytes_left() == 0);
    }
    if (!is_whole || !found.errors.empty()) return std::nullopt;
    return board::adopt(header->rows, header->cols, header->life, rows.cells());
}

}  // namespace detail

/// Reads a maze file. Errors: `empty_input bad_header bad_dimensions bad_life bad_row_count
/// bad_row_length bad_cell no_start many_starts no_end many_ends`. Warnings: `bom blank_lines
/// trailing_blanks` (also for CRLF) `short_row lower_case small_dimensions small_life`; if reading
/// is strict, they are errors with the same codes. All errors that can be told apart are listed,
/// up to `most_errors`, those without a place last; and a warning of each kind, at its first place.
///
/// `text`  the whole file.
/// `how`   lenient or strict.
/// `said`  the messages, in any language.
[[nodiscard]] inline parsed<board> parse(std::string_view text, reading how = reading::lenient,
                                         const messages& said = {}) {
    diagnostic_list found(most_errors, &diagnostic::code);
    std::optional<board> made =
        detail::parse_part(text, detail::extent::whole, {&found, &said, how});
    found.conclude(how);
    if (!found.errors.empty()) return {std::move(found.errors), std::move(found.warnings)};
    return {*std::move(made), std::move(found.warnings)};
}

/// What is wrong with a maze file of which only the beginning is known: the errors that no
/// continuation undoes, in the order of the text.
[[nodiscard]] inline std::vector<diagnostic> errors_of_beginning(std::string_view text,
                                                                 const messages& said = {}) {
    diagnostic_list found(most_errors, &diagnostic::code);
    // A warning about what goes on may still become an error: it is not told of a beginning.
    (void)detail::parse_part(text, detail::extent::beginning, {&found, &said, reading::lenient});
    return std::move(found.errors);
}

/// The most bytes that a maze file with this beginning may have, which goes on after it: what its
/// header promises and some blanks. Nothing if `parse` can say of the beginning alone what is
/// wrong. So whoever reads a file need not take memory for more.
[[nodiscard]] inline std::optional<std::uint64_t> most_bytes(std::string_view beginning) {
    diagnostic_list found(most_errors, &diagnostic::code);
    constexpr messages english;
    const detail::fault_list faults{&found, &english, reading::lenient};
    detail::trimmed_lines lines{beginning, faults};
    const std::optional<text_line> first = lines.next();
    if (!first) return beginning.size();
    const std::optional<detail::maze_header> header = detail::header_reader{*first, faults}.read();
    if (!header) return std::nullopt;
    constexpr std::uint64_t blanks_a_row = 16;
    const std::uint64_t rows = header->rows * (header->cols + blanks_a_row);
    return lines.bytes_left() == 0 ? beginning.size() : beginning.size() + rows;
}

/// The text of a maze, as `parse` reads it.
[[nodiscard]] inline std::string to_text(const board& b) {
    std::string out = "N=" + std::to_string(b.rows()) + ", M=" + std::to_string(b.cols()) +
                      ", P=" + std::to_string(b.life()) + '\n';
    out.reserve(out.size() + b.rows() * (std::size_t{b.cols()} + 1));
    for (std::uint32_t row = 0; row < b.rows(); ++row) {
        out.append(b.cells() + b.at(row, 0), b.cols());
        out += '\n';
    }
    return out;
}

namespace detail {

/// Reads the points of a route one after the other.
class route_reader {
public:
    route_reader(std::string_view text, const messages& said) noexcept
        : text_(text), messages_(&said) {}

    parsed<std::vector<point>> read() {
        std::vector<point> points;
        for (skip_blanks(); at_ < text_.size(); skip_blanks()) {
            point p;
            const bool good =
                take('(') && take_number(p.x) && take(',') && take_number(p.y) && take(')');
            if (!good) return *std::move(fault_);
            points.push_back(p);
        }
        return points;
    }

private:
    bool take(char c) {
        skip_blanks();
        if (at_ == text_.size() || text_[at_] != c)
            return refuse(substitute(messages_->sign, {{&c, 1}}));
        ++at_;
        return true;
    }

    bool take_number(std::uint32_t& into) {
        skip_blanks();
        const std::size_t end = std::min(text_.find_first_not_of("0123456789", at_), text_.size());
        const std::string_view digits = text_.substr(at_, end - at_);
        const parsed_number<std::uint32_t> number = parse_integer<std::uint32_t>(digits);
        if (number.fault == number_fault::malformed) return refuse(messages_->coordinate);
        if (!number) return refuse(substitute(messages_->large_number, {quoted(digits)}));
        into = number.value;
        at_ = end;
        return true;
    }

    bool refuse(std::string_view what) {
        line_reader lines{text_};
        text_line line{text_, 1};
        while (const std::optional<text_line> next = lines.next()) {
            line = *next;
            if (text_.size() - lines.rest().size() > at_) break;
        }
        // A byte order mark stands before the first line, and is no part of a route.
        const auto begin = static_cast<std::size_t>(line.text.data() - text_.data());
        fault_ = {"bad_route", substitute(messages_->route, {what}), line.number,
                  column_of(line.text, at_ - std::min(at_, begin))};
        return false;
    }

    void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

    std::string_view text_;
    const messages* messages_;
    std::size_t at_ = 0;
    std::optional<diagnostic> fault_;
};

}  // namespace detail

/// Reads a route such as `(1,2) (1,1) (2,1)`; blanks and line ends may stand anywhere but within
/// numbers. Error: `bad_route`.
[[nodiscard]] inline parsed<std::vector<point>> parse_route(std::string_view text,
                                                            const messages& said = {}) {
    return detail::route_reader{text, said}.read();
}

/// A cell as people name it: `(3,1)`.
[[nodiscard]] inline std::string to_text(point p) {
    return '(' + std::to_string(p.x) + ',' + std::to_string(p.y) + ')';
}

/// The text of a route, as `parse_route` reads it.
[[nodiscard]] inline std::string to_text(const board& b, std::span<const place> route) {
    std::string out;
    for (const place p : route) {
        if (!out.empty()) out += ' ';
        out += to_text(b.xy(p));
    }
    return out;
}

}  // namespace senda::maze
