// SPDX-License-Identifier: MIT
// The first line of a maze file: `N=rows, M=columns, P=life`.
#pragma once

#include <senda/maze/board.hpp>
#include <senda/maze/format/diagnostic_list.hpp>
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
    header_reader(const text_line& line, fault_list& faults) : line_(line), faults_(&faults) {}

    /// The header; without one if the rows below it cannot be judged. A life that is out of range
    /// is an error, but not one that keeps the rows from being read.
    std::optional<maze_header> read() {
        std::array<field, 3> fields;
        for (std::size_t i = 0; i < fields.size(); ++i)
            if (!read_field("NMP"[i], i == 0 ? '\0' : ',', fields[i])) return std::nullopt;
        skip_blanks();
        if (at_ != line_.text.size()) {
            bad_header("expected nothing after the life", at_);
            return std::nullopt;
        }
        const auto& [rows, cols, life] = fields;
        check_life(life);
        if (!check_dimensions(rows, cols)) return std::nullopt;
        return maze_header{static_cast<std::uint32_t>(rows.value),
                           static_cast<std::uint32_t>(cols.value), life.value};
    }

private:
    // What the rules ask for, and the longest side that a grid can have.
    static constexpr std::int64_t small = 10;
    static constexpr std::int64_t longest = no_place / 3 - 2;

    struct field {
        char name = 0;
        std::string_view text;
        std::int64_t value = 0;  // the largest if it is larger
        std::size_t offset = 0;
    };

    bool read_field(char name, char separator, field& into) {
        const char lower = static_cast<char>(name - 'A' + 'a');
        const std::string expected{name, '='};
        if (separator != '\0' && !take(separator))
            return bad_header("expected a comma and '" + expected + "'", at_);
        skip_blanks();
        if (at_ < line_.text.size() && line_.text[at_] == lower) {
            faults_->warn("lower_case", "a letter in lower case is read as upper case",
                          line_.number, column(at_));
            ++at_;
        } else if (!take(name)) {
            return bad_header("expected '" + expected + "'", at_);
        }
        if (!take('=')) return bad_header("expected '=' after " + std::string{name}, at_);
        skip_blanks();
        const std::size_t end = std::min(line_.text.find_first_of(" \t,", at_), line_.text.size());
        into.name = name;
        into.offset = at_;
        into.text = line_.text.substr(at_, end - at_);
        const parsed_number<std::int64_t> number = parse_integer<std::int64_t>(into.text);
        if (number.fault == number_fault::malformed)
            return bad_header("expected a whole number for " + std::string{name},
                              at_ + number.offset);
        at_ = end;
        // Below the least of 64 bits is as wrong as above the most.
        into.value = number ? number.value : std::numeric_limits<std::int64_t>::max();
        return true;
    }

    bool check_dimensions(const field& rows, const field& cols) {
        bool good = true;
        for (const field* f : {&rows, &cols}) {
            if (f->value >= 1 && f->value <= longest) continue;
            refuse("bad_dimensions", *f,
                   "expected a whole number from 1 to " + std::to_string(longest));
            good = false;
        }
        if (!good) return false;
        if (!board::is_possible(static_cast<std::uint64_t>(rows.value),
                                static_cast<std::uint64_t>(cols.value))) {
            refuse("bad_dimensions", rows,
                   "with M=" + std::to_string(cols.value) +
                       " the maze has more cells than the 4 billion that can be numbered");
            return false;
        }
        if (rows.value < small || cols.value < small) {
            const field& f = rows.value < small ? rows : cols;
            faults_->warn("small_dimensions",
                          std::string{f.name} + " is " + std::to_string(f.value) +
                              ": the rules ask for at least 10",
                          line_.number, column(f.offset));
        }
        return true;
    }

    void check_life(const field& life) {
        if (life.value < 1 || life.value > most_life) {
            refuse("bad_life", life,
                   "expected a whole number from 1 to " + std::to_string(most_life));
        } else if (life.value < small) {
            faults_->warn("small_life",
                          "P is " + std::to_string(life.value) + ": the rules ask for at least 10",
                          line_.number, column(life.offset));
        }
    }

    void refuse(std::string_view code, const field& f, const std::string& expected) {
        faults_->refuse({std::string{code},
                         std::string{f.name} + " is " + quoted(f.text) + ": " + expected,
                         line_.number, column(f.offset)});
    }

    bool bad_header(const std::string& expected, std::size_t offset) {
        faults_->refuse({"bad_header",
                         expected + " (the first line is 'N=rows, M=columns, P=life')",
                         line_.number, column(offset)});
        return false;
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
    [[nodiscard]] std::size_t column(std::size_t offset) const {
        return column_of(line_.text, offset);
    }

    text_line line_;
    fault_list* faults_;
    std::size_t at_ = 0;
};

}  // namespace senda::maze::detail
