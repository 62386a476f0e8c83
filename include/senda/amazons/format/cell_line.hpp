// SPDX-License-Identifier: MIT
// Reading the lines of cells of a saved game.
#pragma once

#include <senda/amazons/cell.hpp>
#include <senda/amazons/cell_set.hpp>
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

namespace senda::amazons {

/// The most errors that are listed of one text.
inline constexpr std::size_t most_errors = 100;

namespace detail {

/// A text without the blanks around it, and where it begins; if there is nothing else, it begins at
/// the end.
[[nodiscard]] constexpr text_field without_blanks(std::string_view text) noexcept {
    constexpr std::string_view blanks = " \t";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {{}, text.size()};
    return {text.substr(begin, text.find_last_not_of(blanks) + 1 - begin), begin};
}

/// Reads lines of cells one after the other; no cell may stand in two of them.
class cell_line_reader {
public:
    cell_line_reader(int columns, int rows, std::vector<diagnostic>& errors)
        : errors_(&errors), columns_(columns), rows_(rows) {}

    /// The cells of a line, of which `count` are expected if it is given.
    cell_set read(const text_line& line, const char* name, std::optional<std::size_t> count = {}) {
        cells_ = {};
        items_ = 0;
        std::size_t excess = line.text.size();
        if (!without_blanks(line.text).text.empty()) {
            for (std::size_t begin = 0; begin <= line.text.size();) {
                const std::size_t end = std::min(line.text.find(',', begin), line.text.size());
                text_field item = without_blanks(line.text.substr(begin, end - begin));
                item.offset += begin;
                if (items_++ == count) excess = item.offset;
                read_cell(line, item);
                begin = end + 1;
            }
        }
        if (count) check_count(line, name, *count, excess);
        taken_ |= cells_;
        return cells_;
    }

private:
    void read_cell(const text_line& line, const text_field& item) {
        const std::optional<cell> c = parse_cell(item.text, columns_, rows_);
        if (!c) {
            refuse("bad_cell", line, item.offset,
                   (item.text.empty() ? std::string{"there is no cell here"}
                                      : "unknown cell " + quoted(item.text)) +
                       ": expected a column from a to " + static_cast<char>('a' + columns_ - 1) +
                       " and a row from 1 to " + std::to_string(rows_) +
                       ", with commas between cells");
        } else if (cells_.contains(*c)) {
            refuse("duplicate_cell", line, item.offset,
                   "the cell " + cell_name(*c) + " stands twice in this line");
        } else if (taken_.contains(*c)) {
            refuse("overlap", line, item.offset,
                   "the cell " + cell_name(*c) +
                       " stands in an earlier line too: nothing shares a cell");
        }
        if (c) cells_.insert(*c);
    }

    /// A line with as many cells as expected, right or wrong, has no fault of its own in their
    /// number, and neither has one that has it but for faulty cells.
    void check_count(const text_line& line, const char* name, std::size_t count,
                     std::size_t offset) {
        if (items_ == count || static_cast<std::size_t>(cells_.count()) == count) return;
        refuse("wrong_count", line, offset,
               std::string{name} + " are " + std::to_string(items_) + ": expected " +
                   counted(count, "cell"));
    }

    void refuse(const char* code, const text_line& line, std::size_t offset, std::string message) {
        if (errors_->size() < most_errors)
            errors_->push_back(
                {code, std::move(message), line.number, column_of(line.text, offset)});
    }

    std::vector<diagnostic>* errors_;
    cell_set cells_;
    cell_set taken_;
    int columns_;
    int rows_;
    std::size_t items_ = 0;
};

}  // namespace detail

}  // namespace senda::amazons
