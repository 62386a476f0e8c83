// SPDX-License-Identifier: MIT
// Maps drawn with characters, as square and hexagonal grids read them.
#pragma once

#include <senda/text/diagnostic.hpp>
#include <senda/text/lines.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace senda::detail {

/// What a character of a drawing says of a cell: its weight if it is open, or `closed`. False if it
/// says nothing.
template <class Value>
[[nodiscard]] constexpr bool read_drawn_cell(char drawn, Value closed, bool has_weights,
                                             Value& into) noexcept {
    if (drawn == '.') {
        into = 1;
    } else if (drawn == '#' || drawn == '@') {
        into = closed;
    } else if (has_weights && is_digit(drawn)) {
        into = static_cast<Value>(drawn - '0');
    } else {
        return false;
    }
    return true;
}

/// Drops the empty lines before and after a drawing.
inline void drop_empty_ends(std::vector<text_line>& rows) {
    const auto is_drawn = [](const text_line& row) { return !row.text.empty(); };
    rows.erase(rows.begin(), std::find_if(rows.begin(), rows.end(), is_drawn));
    while (!rows.empty() && rows.back().text.empty()) rows.pop_back();
}

/// A row of other than `width` cells.
inline diagnostic bad_row_length(std::size_t number, std::size_t length, std::size_t width,
                                 std::size_t column) {
    return {"bad_row_length",
            "this row has " + std::to_string(length) + " cells: expected " + std::to_string(width) +
                ", as in the first row",
            number, column};
}

}  // namespace senda::detail
