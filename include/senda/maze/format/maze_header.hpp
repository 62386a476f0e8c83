// SPDX-License-Identifier: MIT
// The first line of a maze file: `N=rows, M=columns, P=life`.
#pragma once

#include <senda/maze/board.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/lines.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace senda::maze::detail {

/// The numbers of the first line.
struct maze_header {
    std::uint32_t rows = 0;
    std::uint32_t cols = 0;
    life_points life = 0;
};

/// Reads the first line, `N=n, M=m, P=p` with blanks anywhere between.
class header_reader {
public:
    header_reader(const text_line& line, diagnostic_list& found) : line_(line), found_(&found) {}

    /// The header; without one if the rows below it cannot be judged. A life that is out of range
    /// is an error, but not one that keeps the rows from being read.
    std::optional<maze_header> read() {
        std::array<field, 3> fields;
        for (std::size_t i = 0; i < fields.size(); ++i)
            if (!read_field("NMP"[i], fields[i])) return std::nullopt;
        skip_blanks();
        if (at_ != line_.text.size()) {
            bad_header("expected nothing after the life");
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
        if (name != 'N' && !take(',')) return bad_header("expected a comma and '" + letter + "='");
        skip_blanks();
        if (at_ < line_.text.size() && line_.text[at_] == name - 'A' + 'a') {
            found_->warn(position_of(at_), "lower_case",
                         "a letter in lower case is read as upper case");
            ++at_;
        } else if (!take(name)) {
            return bad_header("expected '" + letter + "='");
        }
        if (!take('=')) return bad_header("expected '=' after " + letter);
        skip_blanks();
        const std::size_t end = std::min(line_.text.find_first_of(" \t,", at_), line_.text.size());
        into = {name, line_.text.substr(at_, end - at_), 0, at_};
        const parsed_number<std::int64_t> number = parse_integer<std::int64_t>(into.text);
        if (number.fault == number_fault::malformed) {
            at_ += number.offset;
            return bad_header("expected a whole number for " + letter);
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
            return error("bad_dimensions", rows,
                         "with M=" + std::to_string(cols.value) +
                             " the maze has more cells than the 4 billion that can be numbered");
        warn_if_small(rows, "small_dimensions");
        warn_if_small(cols, "small_dimensions");
        return true;
    }

    bool check_range(const field& f, std::int64_t most, std::string_view code) {
        if (f.value >= 1 && f.value <= most) return true;
        return error(code, f, "expected a whole number from 1 to " + std::to_string(most));
    }

    void warn_if_small(const field& f, std::string_view code) {
        constexpr std::int64_t small = 10;
        if (f.value < small)
            found_->warn(
                position_of(f.offset), code,
                f.name + (" is " + std::to_string(f.value)) + ": the rules ask for at least 10");
    }

    bool error(std::string_view code, const field& f, const std::string& expected) {
        return found_->error(position_of(f.offset), code,
                             f.name + (" is " + quoted(f.text)) + ": " + expected);
    }

    bool bad_header(const std::string& expected) {
        return found_->error(position_of(at_), "bad_header",
                             expected + " (the first line is 'N=rows, M=columns, P=life')");
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
    diagnostic_list* found_;
    std::size_t at_ = 0;
};

}  // namespace senda::maze::detail
