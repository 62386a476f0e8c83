// SPDX-License-Identifier: MIT
// What a reader finds wrong, in the order of the text; and messages about it for a terminal.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace senda {

/// Adds the warning `bom` if the text began with a byte order mark, which its reader skipped.
inline void warn_of_byte_order_mark(const line_reader& lines, std::vector<diagnostic>& warnings) {
    if (lines.had_byte_order_mark())
        warnings.push_back(
            {"bom", "the text begins with a byte order mark, which is skipped", 1, 1});
}

/// The errors and warnings of a text while it is read, in the order of the text; those without a
/// place last.
class diagnostic_list {
public:
    /// Keeps the first `most_errors` errors that come, and one warning of each kind, which is its
    /// code or its message.
    diagnostic_list(std::size_t most_errors, std::string diagnostic::* kind) noexcept
        : most_errors_(most_errors), kind_(kind) {}

    /// Notes an error unless there are enough; always false, for readers that stop then.
    bool error(text_position where, std::string_view code, std::string_view message) {
        if (!is_full()) insert(errors, make(where, code, message));
        return false;
    }
    /// Notes a warning if it is the first of its kind.
    void warn(text_position where, std::string_view code, std::string_view message) {
        diagnostic d = make(where, code, message);
        if (!has_warning(d.*kind_)) insert(warnings, std::move(d));
    }
    /// Whether there is a warning of that kind.
    [[nodiscard]] bool has_warning(std::string_view kind) const noexcept {
        return std::any_of(warnings.begin(), warnings.end(),
                           [&](const diagnostic& d) { return d.*kind_ == kind; });
    }
    /// Whether there are as many errors as are kept.
    [[nodiscard]] bool is_full() const noexcept { return errors.size() == most_errors_; }

    /// Turns warnings into errors if the reading is strict.
    void conclude(reading how) {
        if (how == reading::lenient) return;
        for (diagnostic& d : warnings)
            if (!is_full()) insert(errors, std::move(d));
        warnings.clear();
    }

    std::vector<diagnostic> errors;    ///< what keeps the text from being accepted
    std::vector<diagnostic> warnings;  ///< what is not quite right

private:
    static diagnostic make(text_position where, std::string_view code, std::string_view message) {
        return {std::string{code}, std::string{message}, where.line, where.column};
    }
    static void insert(std::vector<diagnostic>& list, diagnostic d) {
        const auto before = [](const diagnostic& a, const diagnostic& b) {
            return std::tuple(a.line == 0, a.line, a.column) <
                   std::tuple(b.line == 0, b.line, b.column);
        };
        list.insert(std::upper_bound(list.begin(), list.end(), d, before), std::move(d));
    }

    std::size_t most_errors_;
    std::string diagnostic::* kind_;
};

/// How much a diagnostic matters: whether the input was refused or accepted.
enum class severity { error, warning };

namespace detail {

/// A number that a line must have: what it is called, and from where to where it may be.
struct expected_number {
    std::string_view name;
    std::string_view code;
    std::int64_t least;
    std::int64_t most;

    [[nodiscard]] constexpr bool allows(std::int64_t n) const noexcept {
        return n >= least && n <= most;
    }
};

/// Reads the lines of a graph or a map, up to the first fault.
class format_reader {
public:
    explicit format_reader(std::string_view text) : lines(text) {
        if (lines.had_byte_order_mark())
            faults.warn({1, 1}, "bom", "the text begins with a byte order mark, which is skipped");
    }

    /// Goes to the next line; false after the last.
    bool advance() noexcept {
        const std::optional<text_line> next = lines.next();
        line = next.value_or(line);
        return next.has_value();
    }

    /// Reads a field of the line as a whole number.
    bool read_number(const text_field& field, const expected_number& e, std::int64_t& into) {
        const parsed_number<std::int64_t> number = parse_integer<std::int64_t>(field.text);
        into = number.value;
        if (number && e.allows(into)) return true;
        return refuse(field.offset + number.offset, e.code,
                      "the " + std::string{e.name} + " is " + quoted(field.text) +
                          ": expected a whole number from " + std::to_string(e.least) + " to " +
                          std::to_string(e.most));
    }

    /// Notes what is wrong at a byte of the line; always false.
    bool refuse(std::size_t offset, std::string_view code, std::string_view message) {
        return faults.error({line.number, column_of(line.text, offset)}, code, message);
    }
    /// Notes what is missing where the text ends; always false.
    bool refuse_end(std::string_view code, std::string_view message) {
        return faults.error({lines.number() + 1, 1}, code, message);
    }

    [[nodiscard]] bool is_good() const noexcept { return faults.errors.empty(); }

    /// A value, if there is no error in it.
    template <class Value>
    [[nodiscard]] parsed<Value> conclude(Value value, reading how = reading::lenient) {
        faults.conclude(how);
        if (!is_good()) return {std::move(faults.errors.front()), std::move(faults.warnings)};
        return {std::move(value), std::move(faults.warnings)};
    }

    line_reader lines;
    text_line line;
    diagnostic_list faults{1, &diagnostic::code};
};

struct line_excerpt {
    std::string text;        ///< as it is shown
    std::size_t before = 0;  ///< screen columns left of the caret
};

/// The line with tabs spread out and the unprintable replaced: the caret fits any terminal.
inline line_excerpt excerpt_of(std::string_view line, std::size_t column) {
    constexpr std::string_view dots = "...";
    constexpr std::size_t tab = 4;
    constexpr std::size_t most = 100;  // characters of a long line that are shown around the caret
    const std::size_t count = count_characters(line);
    const std::size_t caret = std::min(column == 0 ? 0 : column - 1, count);
    std::size_t first = 0;
    if (count > most && caret > most / 2) first = std::min(caret - most / 2, count - most);
    const std::size_t last = std::min(count, first + most);

    line_excerpt shown;
    std::size_t width = 0;
    if (first > 0) {
        shown.text = dots;
        width = dots.size();
    }
    for (std::size_t at = 0; at < last; ++at) {
        const utf8_character c = first_character(line);
        const std::string_view bytes = line.substr(0, c.size);
        line.remove_prefix(c.size);
        if (at < first) continue;
        if (at == caret) shown.before = width;
        if (c.code == U'\t' && c.valid) {
            const std::size_t blanks = tab - width % tab;
            shown.text.append(blanks, ' ');
            width += blanks;
        } else if (is_printable(c)) {
            shown.text += bytes;
            width += display_width(c.code);
        } else {
            shown.text += "\xEF\xBF\xBD";  // U+FFFD, the replacement character
            ++width;
        }
    }
    if (caret >= last) shown.before = width;
    if (last < count) shown.text += dots;
    return shown;
}

/// The line with that number; empty after the last.
inline std::string_view line_of(std::string_view text, std::size_t number) noexcept {
    line_reader lines{text};
    while (const std::optional<text_line> line = lines.next())
        if (line->number == number) return line->text;
    return {};
}

}  // namespace detail

/// As `describe`, for a reader that has only the `line` of the diagnostic at hand.
[[nodiscard]] inline std::string describe_in_line(const diagnostic& d, std::string_view file_name,
                                                  std::string_view line,
                                                  severity how = severity::error) {
    std::string out;
    if (how == severity::error) {
        out += "error[" + d.code + "]: " + d.message + '\n';
    } else {
        out += "warning: " + d.message + " [" + d.code + "]\n";
    }
    const std::string number = d.line == 0 ? std::string{} : std::to_string(d.line);
    const std::string margin(std::max<std::size_t>(number.size(), 1), ' ');
    out += margin + "--> ";
    out += printable(file_name);
    if (d.line == 0) return out + '\n';

    out += ':' + number;
    if (d.column > 0) out += ':' + std::to_string(d.column);
    const detail::line_excerpt shown = detail::excerpt_of(line, d.column);
    out += '\n' + margin + " |\n";
    out += number + " |" + (shown.text.empty() ? "" : " ") + shown.text + '\n';
    if (d.column > 0) out += margin + " | " + std::string(shown.before, ' ') + "^\n";
    return out;
}

/// The message of a diagnostic for a terminal: what is wrong, the place, and the line of `text`
/// with a caret under the column. Ends in a newline.
/// ```
/// error[bad_cell]: unknown cell 'x': expected '#', '@', '.' or a blank
///  --> rooms.txt:2:3
///   |
/// 2 | #.x.#
///   |   ^
/// ```
[[nodiscard]] inline std::string describe(const diagnostic& d, std::string_view file_name,
                                          std::string_view text, severity how = severity::error) {
    return describe_in_line(d, file_name, detail::line_of(text, d.line), how);
}

}  // namespace senda
