// SPDX-License-Identifier: MIT
// Maps that people have, as grids read them: rows of anything.
#pragma once

#include <array>  // also for std::begin: <iterator> would bring the streams along
#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace senda::detail {

/// A map whose values a rule can be asked about, a range of ranges: `vector<vector<int>>`,
/// `array<string, 9>`, `int[9][9]`.
template <class Map>
concept CellMap = requires(const Map& map) {
    std::begin(map) != std::end(map);
    std::begin(*std::begin(map)) != std::end(*std::begin(map));
};

/// What says of each value of a map what it means.
template <class Rule, class Map>
concept RuleOf = requires(Rule& rule, const Map& map) { rule(*std::begin(*std::begin(map))); };

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

}  // namespace senda::detail
