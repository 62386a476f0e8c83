// SPDX-License-Identifier: MIT
// Maps that people have, as grids read them: rows of anything, and arrays of two dimensions.
#pragma once

#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <array>  // also for std::begin: <iterator> would bring the streams along
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace senda::detail {

/// A value of an array of two dimensions such as `std::mdspan`; the row is the first index.
template <class Map>
constexpr decltype(auto) value_at(const Map& map, std::size_t y, std::size_t x)
    requires requires { map(y, x); } || requires { map[std::array{y, x}]; }
#if defined(__cpp_multidimensional_subscript)
             || requires { map[y, x]; }
#endif
{
#if defined(__cpp_multidimensional_subscript)
    if constexpr (requires { map[y, x]; }) {
        return map[y, x];
    } else
#endif
        if constexpr (requires { map[std::array{y, x}]; }) {
        return map[std::array{y, x}];
    } else {
        return map(y, x);
    }
}

template <class Map>
concept MapArray = requires(const Map& map, std::size_t i) {
    { map.extent(0) } -> std::convertible_to<std::size_t>;
    { map.extent(1) } -> std::convertible_to<std::size_t>;
    value_at(map, i, i);
};

/// A range of ranges: `vector<vector<int>>`, `array<string, 9>`, `int[9][9]`.
template <class Map>
concept MapRows = !MapArray<Map> && requires(const Map& map) {
    std::begin(map) != std::end(map);
    std::begin(*std::begin(map)) != std::end(*std::begin(map));
};

/// A map whose values a rule can be asked about.
template <class Map>
concept CellMap = MapArray<Map> || MapRows<Map>;

template <CellMap Map>
constexpr decltype(auto) first_value(const Map& map) {
    if constexpr (MapArray<Map>) {
        return value_at(map, 0, 0);
    } else {
        return *std::begin(*std::begin(map));
    }
}
/// What says of each value of a map what it means.
template <class Rule, class Map>
concept RuleOf = requires(Rule& rule, const Map& map) { rule(first_value(map)); };

/// Calls `visit(value)` for each value of a row, and `end_row()` after each row.
template <CellMap Map, class Visit, class EndRow>
constexpr void walk_map(const Map& map, Visit visit, EndRow end_row) {
    if constexpr (MapArray<Map>) {
        const auto height = static_cast<std::size_t>(map.extent(0));
        const auto width = static_cast<std::size_t>(map.extent(1));
        for (std::size_t y = 0; y < height; ++y, end_row())
            for (std::size_t x = 0; x < width; ++x) visit(value_at(map, y, x));
    } else {
        for (auto&& row : map) {
            for (auto&& value : row) visit(value);
            end_row();
        }
    }
}

/// A row of characters: a string, or a container of `char` in one piece.
template <class Row>
concept TextRow = std::convertible_to<const Row&, std::string_view> ||
                  requires(const Row& row) { std::string_view(row.data(), row.size()); };
// Rows that are made as they are read, but for views of something, would be gone before the grid
// is.
template <class Rows>
concept TextRows = requires(const Rows& rows) {
    std::begin(rows) != std::end(rows);
    requires TextRow<std::remove_cvref_t<decltype(*std::begin(rows))>>;
    requires std::is_lvalue_reference_v<decltype(*std::begin(rows))> ||
                 std::same_as<decltype(*std::begin(rows)), std::string_view>;
};

template <TextRow Row>
constexpr std::string_view as_text(const Row& row) {
    if constexpr (std::convertible_to<const Row&, std::string_view>) {
        return row;
    } else {
        return {row.data(), row.size()};
    }
}

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
