// SPDX-License-Identifier: MIT
// Maze files: `N=rows, M=columns, P=life`, then the rows of the grid from the top; and routes as
// text: `(x,y) (x,y) ...`, in the coordinates of the first quadrant.
#pragma once

#include <common/format.hpp>
#include <senda/maze/board.hpp>
#include <senda/text/report.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
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

/// What is said of something that is not quite right: that it is repaired, or that it is refused.
struct repair {
    const char* lenient;  ///< what is done about it
    const char* strict;   ///< what was expected

    /// What is said if a file is read like that.
    [[nodiscard]] constexpr const char* in(reading how) const noexcept {
        return how == reading::lenient ? lenient : strict;
    }
};

/// What readers say, by default in English; `filled` replaces `%1`, `%2` and `%3`.
struct messages {
    noun cell = {"cell", "cells", "cells"};  ///< of a row
    noun row = {"row", "rows", "rows"};      ///< of a maze

    const char* empty = "the text is empty: expected a maze";  ///< nothing but blanks
    /// What was expected; then the form of the first line.
    const char* header = "%1 (the first line is 'N=rows, M=columns, P=life')";
    const char* comma = "expected a comma and '%1='";                      ///< letter
    const char* letter = "expected '%1='";                                 ///< letter
    const char* equals = "expected '=' after %1";                          ///< letter
    const char* number = "expected a whole number for %1";                 ///< letter
    const char* nothing_more = "expected nothing after the life";          ///< after the header
    const char* range = "%1 is %2: expected a whole number from 1 to %3";  ///< letter, value, most
    /// N, M.
    const char* too_many_cells =
        "N is %1: with M=%2 the maze has more cells than the 4 billion that can be numbered";
    const char* too_small = "%1 is %2: the rules ask for at least 10";  ///< letter, value

    /// A letter in lower case.
    repair lower_case = {"a letter in lower case is read as upper case",
                         "a letter in lower case: expected upper case"};
    /// A byte order mark.
    repair bom = {"the text begins with a byte order mark, which is skipped",
                  "the text begins with a byte order mark: expected none"};
    /// A line of nothing else.
    repair blank_lines = {"blank lines are skipped", "a blank line: expected none"};
    /// CRLF in place of LF.
    repair carriage_return = {"a carriage return at the end of a line is ignored",
                              "a carriage return at the end of a line: expected none"};
    /// Blanks after a row.
    repair trailing_blanks = {"blanks at the end of a line are ignored",
                              "blanks at the end of a line: expected none"};
    /// Cells there, cells expected.
    repair short_row = {"this row has %1 instead of %2: it is filled up with walls",
                        "this row has %1: expected %2"};

    const char* ends_early = "the maze ends after %1: expected %2";  ///< rows, rows expected
    const char* goes_on = "the maze goes on after %1, which are all that N promises";  ///< rows
    const char* no_start = "there is no start: expected one 'S'";                      ///< missing
    const char* no_end = "there is no end: expected one 'E'";                          ///< missing
    /// Line and column of the first.
    const char* second_start = "a second start 'S': the first is in line %1, column %2";
    const char* second_end = "a second end 'E': the first is in line %1, column %2";  ///< the same
    /// Rows, columns.
    const char* too_large =
        "a maze of %1 x %2 cells is too large for memory, or for so short a text";
    const char* long_row = "this row has %1: expected %2";  ///< cells there, cells expected
    const char* longer_row = "this row has more than %1";   ///< cells expected
    const char* bad_cell = "unknown cell %1: expected S, E, #, T or a digit";  ///< what is there

    /// What was expected; then the form of a route.
    const char* route = "%1 (a route is '(x,y) (x,y) ...')";
    const char* sign = "expected '%1'";                               ///< character
    const char* coordinate = "expected a number from 0 up";           ///< in a route
    const char* large_number = "the number %1 is too large";          ///< digits
    const char* bad_move = "unknown move %1: expected U, D, L or R";  ///< what is there
};

namespace detail {

/// The numbers of the first line.
struct maze_header {
    std::uint32_t rows = 0;
    std::uint32_t cols = 0;
    life_points life = 0;
};

/// Where the faults of a text are gathered, and in which language.
struct fault_list {
    diagnostic_list* found;
    const messages* texts;
    reading how;
};

/// Reads the first line, `N=n, M=m, P=p` with blanks anywhere between.
class header_reader : fault_list {
public:
    header_reader(const text_line& line, const fault_list& faults)
        : fault_list(faults), line_(line) {}

    /// The header; without one if the rows below it cannot be judged. A life that is out of range
    /// is an error, but not one that keeps the rows from being read.
    std::optional<maze_header> read() {
        std::array<field, 3> fields;
        for (std::size_t i = 0; i < fields.size(); ++i)
            if (!read_field("NMP"[i], fields[i])) return std::nullopt;
        skip_blanks();
        if (at_ != line_.text.size()) {
            bad_header(texts->nothing_more);
            return std::nullopt;
        }
        const auto& [rows, cols, life] = fields;
        if (check_range(life, most_life, "bad_life")) warn_if_small(life, "small_life");
        if (!check_dimensions(rows, cols)) return std::nullopt;
        return maze_header{static_cast<std::uint32_t>(rows.value),
                           static_cast<std::uint32_t>(cols.value), life.value};
    }

private:
    // The longest side that a grid can have.
    static constexpr std::int64_t longest = no_place / 3 - 2;

    struct field {
        char name = 0;
        std::string_view text;
        std::int64_t value = 0;  // the largest if it is larger
        std::size_t offset = 0;
    };

    bool read_field(char name, field& into) {
        const std::string letter{name};
        if (name != 'N' && !take(',')) return bad_header(substitute(texts->comma, {letter}));
        skip_blanks();
        if (at_ < line_.text.size() && line_.text[at_] == name - 'A' + 'a') {
            found->warn(position_of(at_), "lower_case", texts->lower_case.in(how));
            ++at_;
        } else if (!take(name)) {
            return bad_header(substitute(texts->letter, {letter}));
        }
        if (!take('=')) return bad_header(substitute(texts->equals, {letter}));
        skip_blanks();
        // Signs that stand for a comma elsewhere end a number too: then a comma is missing.
        const std::size_t end =
            std::min(line_.text.find_first_of(" \t,;:/|", at_), line_.text.size());
        into = {name, line_.text.substr(at_, end - at_), 0, at_};
        const parsed_number<std::int64_t> number = parse_integer<std::int64_t>(into.text);
        if (number.fault == number_fault::malformed) {
            at_ += number.offset;
            return bad_header(substitute(texts->number, {letter}));
        }
        at_ = end;
        // Below the least of 64 bits is as wrong as above the most.
        into.value = number ? number.value : std::numeric_limits<std::int64_t>::max();
        return true;
    }

    bool check_dimensions(const field& rows, const field& cols) {
        const bool good = check_range(rows, longest, "bad_dimensions");
        if (!check_range(cols, longest, "bad_dimensions") || !good) return false;
        if (!board::is_possible(static_cast<std::uint64_t>(rows.value),
                                static_cast<std::uint64_t>(cols.value)))
            return found->error(
                position_of(rows.offset), "bad_dimensions",
                substitute(texts->too_many_cells, {quoted(rows.text), std::to_string(cols.value)}));
        warn_if_small(rows, "small_dimensions");
        warn_if_small(cols, "small_dimensions");
        return true;
    }

    bool check_range(const field& f, std::int64_t most, std::string_view code) {
        if (f.value >= 1 && f.value <= most) return true;
        return found->error(
            position_of(f.offset), code,
            substitute(texts->range, {{&f.name, 1}, quoted(f.text), std::to_string(most)}));
    }

    void warn_if_small(const field& f, std::string_view code) {
        constexpr std::int64_t asked = 10;
        if (f.value < asked)
            found->warn(position_of(f.offset), code,
                        substitute(texts->too_small, {{&f.name, 1}, std::to_string(f.value)}));
    }

    bool bad_header(std::string_view expected) {
        return found->error(position_of(at_), "bad_header", substitute(texts->header, {expected}));
    }

    [[nodiscard]] text_position position_of(std::size_t offset) const noexcept {
        return {line_.number, column_of(line_.text, offset)};
    }

    void skip_blanks() {
        at_ = std::min(line_.text.find_first_not_of(" \t", at_), line_.text.size());
    }
    bool take(char c) {
        skip_blanks();
        if (at_ == line_.text.size() || line_.text[at_] != c) return false;
        ++at_;
        return true;
    }

    text_line line_;
    std::size_t at_ = 0;
};

/// Gives the lines that are not blank, without the blanks at their ends.
class trimmed_lines : fault_list {
public:
    trimmed_lines(std::string_view text, const fault_list& faults) : fault_list(faults) {
        const line_reader lines{text};
        rest_ = lines.rest();
        if (lines.had_byte_order_mark()) found->warn({1, 1}, "bom", texts->bom.in(how));
    }

    // Not by the reader of lines, which takes CRLF for an end of line; the format has LF alone.
    std::optional<text_line> next() {
        while (!rest_.empty()) {
            const std::string_view whole = rest_.substr(0, rest_.find('\n'));
            rest_.remove_prefix(std::min(whole.size() + 1, rest_.size()));
            const std::size_t end = whole.find_last_not_of(" \t\r") + 1;  // 0 if there is none
            const text_line line{whole.substr(0, end), ++number_};
            if (end == 0) {
                found->warn({line.number, 1}, "blank_lines", texts->blank_lines.in(how));
                continue;
            }
            if (end != whole.size()) warn_of_blanks(line, whole);
            after_header_ = true;
            return line;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::size_t bytes_left() const noexcept { return rest_.size(); }

private:
    // Blanks are part of the first line that is not blank, the header; a carriage return is not.
    void warn_of_blanks(const text_line& line, std::string_view whole) {
        if (warned_ || (!after_header_ && whole.back() != '\r')) return;
        warned_ = true;
        const bool only_return = whole.size() == line.text.size() + 1 && whole.back() == '\r';
        found->warn({line.number, count_characters(line.text) + 1}, "trailing_blanks",
                    (only_return ? texts->carriage_return : texts->trailing_blanks).in(how));
    }

    std::string_view rest_;
    std::size_t number_ = 0;
    bool after_header_ = false;
    bool warned_ = false;
};

/// What a byte of a row can be.
enum : unsigned char { plain_cell = 0, mark_cell = 1, no_cell = 2 };

inline constexpr std::array<unsigned char, 256> kinds_of_cells = [] {
    std::array<unsigned char, 256> kinds{};
    for (std::size_t c = 0; c < kinds.size(); ++c)
        kinds[c] = c < 128 && is_cell(static_cast<char>(c)) ? plain_cell : no_cell;
    kinds['S'] = kinds['E'] = mark_cell;
    return kinds;
}();

/// Reads the rows below the header into the array of a board.
class row_reader : fault_list {
public:
    row_reader(const maze_header& header, std::size_t bytes_left, const fault_list& faults)
        : fault_list(faults),
          header_(header),
          start_{faults.texts->second_start, "many_starts"},
          end_{faults.texts->second_end, "many_ends"} {
        // A header can promise any size: memory is taken in proportion to what the text holds.
        constexpr std::uint64_t harmless = std::uint64_t{1} << 20;
        constexpr std::uint64_t cells_a_byte = 64;
        const std::uint64_t cells = std::uint64_t{header.rows} * header.cols;
        if (cells <= std::max<std::uint64_t>(harmless, cells_a_byte * bytes_left))
            cells_ = board::padded_array(header.rows, header.cols);
    }

    /// Takes a line that is not blank, without blanks at its end; `is_cut` says that nobody knows
    /// how it goes on.
    void take(const text_line& line, bool is_cut) {
        if (row_ >= header_.rows) {
            take_extra(line);
        } else {
            if (!take_clean(line)) take_carefully(line, is_cut);
            last_line_ = line.number;
        }
        ++row_;
    }

    /// Says what is missing now that all lines were taken.
    void finish(std::size_t header_line) {
        if (row_ < header_.rows)
            found->error({std::max(last_line_, header_line) + 1, 1}, "bad_row_count",
                         substitute(texts->ends_early,
                                    {pluralize(row_, texts->row), std::to_string(header_.rows)}));
        if (!start_.seen() && !start_.beyond) found->error({}, "no_start", texts->no_start);
        if (!end_.seen() && !end_.beyond) found->error({}, "no_end", texts->no_end);
        if (found->errors.empty() && !cells_)
            found->error({header_line, 1}, "bad_dimensions",
                         substitute(texts->too_large,
                                    {std::to_string(header_.rows), std::to_string(header_.cols)}));
    }

    /// The array that was filled; only without errors.
    [[nodiscard]] std::unique_ptr<char[]> cells() { return std::move(cells_); }

private:
    struct mark {
        const char* about_second;
        const char* code_of_second;
        text_position first = {};
        bool beyond = false;  // whether one stands where no cell can be
        [[nodiscard]] bool seen() const noexcept { return first.line != 0; }
    };

    /// Takes a row that has nothing wrong with it but that it may be short; false if it is another.
    bool take_clean(const text_line& line) {
        const std::size_t size = line.text.size();
        if (size > header_.cols) return false;
        unsigned kinds = plain_cell;
        for (const char c : line.text) kinds |= kinds_of_cells[static_cast<unsigned char>(c)];
        if ((kinds & no_cell) != 0) return false;
        if ((kinds & mark_cell) != 0)
            for (std::size_t i = 0; i < size; ++i) note(line.text[i], line, i + 1);
        if (char* const into = row()) std::memcpy(into, line.text.data(), size);
        pad(line, size);
        return true;
    }

    void take_carefully(const text_line& line, bool is_cut) {
        std::string_view rest = line.text;
        std::size_t col = 0;
        for (; col < header_.cols && !rest.empty() && !found->is_full(); ++col) {
            const std::string_view character = rest.substr(0, first_character(rest).size);
            rest.remove_prefix(character.size());
            const char c = cell_of(character, line, col + 1);
            note(c, line, col + 1);
            if (char* const into = row()) into[col] = c;
        }
        if (rest.empty()) return pad(line, col);
        found->error({line.number, col + 1}, "bad_row_length",
                     is_cut ? substitute(texts->longer_row, {pluralize(header_.cols, texts->cell)})
                            : substitute(texts->long_row,
                                         {pluralize(col + count_characters(rest), texts->cell),
                                          std::to_string(header_.cols)}));
        look_beyond(rest);
    }

    /// The cell that a character stands for; a wall, and an error, if for none.
    char cell_of(std::string_view character, const text_line& line, std::size_t column) {
        if (is_cell(character[0])) return character[0];
        if (character == "s" || character == "e" || character == "t") {
            found->warn({line.number, column}, "lower_case", texts->lower_case.in(how));
            return static_cast<char>(character[0] - 'a' + 'A');
        }
        found->error({line.number, column}, "bad_cell",
                     substitute(texts->bad_cell, {quoted(character)}));
        return '#';
    }

    void note(char c, const text_line& line, std::size_t column) {
        if (c != 'S' && c != 'E') return;
        mark& m = c == 'S' ? start_ : end_;
        const text_position here{line.number, column};
        if (!m.seen()) {
            m.first = here;
            return;
        }
        found->error(here, m.code_of_second,
                     substitute(m.about_second,
                                {std::to_string(m.first.line), std::to_string(m.first.column)}));
    }

    void pad(const text_line& line, std::size_t from) {
        if (from == header_.cols) return;
        found->warn({line.number, from + 1}, "short_row",
                    substitute(texts->short_row.in(how),
                               {pluralize(from, texts->cell), std::to_string(header_.cols)}));
        if (char* const into = row()) std::memset(into + from, '#', header_.cols - from);
    }

    // Said once, and not judged further: what follows a maze may be anything.
    void take_extra(const text_line& line) {
        if (row_ == header_.rows)
            found->error({line.number, 1}, "bad_row_count",
                         substitute(texts->goes_on, {pluralize(header_.rows, texts->row)}));
        look_beyond(line.text);
    }

    // A start or end that stands where no cell can be is not missing besides.
    void look_beyond(std::string_view text) {
        if (!start_.seen() && text.find_first_of("Ss") != std::string_view::npos)
            start_.beyond = true;
        if (!end_.seen() && text.find_first_of("Ee") != std::string_view::npos) end_.beyond = true;
    }

    [[nodiscard]] char* row() const noexcept {
        return cells_ ? cells_.get() + (row_ + 1) * (std::size_t{header_.cols} + 2) + 1 : nullptr;
    }

    maze_header header_;
    std::unique_ptr<char[]> cells_;
    std::size_t row_ = 0;
    std::size_t last_line_ = 0;
    mark start_;
    mark end_;
};

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
