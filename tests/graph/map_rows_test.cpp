// SPDX-License-Identifier: MIT
#include <senda/graph/grid.hpp>

#include <senda/search/bfs.hpp>
#include <senda/search/dijkstra.hpp>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace map_rows_tests {

using senda::cell;

const auto is_free = [](int value) { return value == 0; };
const auto weight = [](int value) { return value; };

static_assert(std::is_constructible_v<senda::grid, int, int>);
static_assert(!std::is_constructible_v<senda::grid, std::vector<int>, decltype(is_free)>);
static_assert(!std::is_constructible_v<senda::grid, std::vector<std::string>, std::string>);
static_assert(senda::detail::TextRows<std::vector<std::string>>);
static_assert(senda::detail::TextRows<std::list<std::vector<char>>>);
static_assert(senda::detail::TextRows<const char* [2]>);
static_assert(!senda::detail::TextRows<std::vector<std::vector<int>>>);

TEST_CASE("rows of text are read as the lines of a drawing") {
    const auto drawn = senda::weighted_grid::parse(".#5\n. @\n");
    REQUIRE(drawn);
    const std::vector<std::string> strings{".#5", ". @"};
    const std::array<std::string_view, 2> views{".#5", ". @"};
    const std::list<std::vector<char>> letters{{'.', '#', '5'}, {'.', ' ', '@'}};
    const char* const pointers[] = {".#5", ". @"};
    CHECK(*senda::weighted_grid::from_rows(strings) == *drawn);
    CHECK(*senda::weighted_grid::from_rows(views) == *drawn);
    CHECK(*senda::weighted_grid::from_rows(letters) == *drawn);
    CHECK(*senda::weighted_grid::from_rows(pointers) == *drawn);
    CHECK(*senda::weighted_grid::from_rows(std::vector<std::string>{"", ".#5", ". @", ""}) ==
          *drawn);
    CHECK(*senda::grid::from_rows(std::vector<std::string>{}) == senda::grid{});
}

TEST_CASE("rows of text that are no grid are refused with row and character") {
    const auto check_refused = [](const std::vector<std::string>& rows, std::string_view code,
                                  std::size_t line, std::size_t column) {
        const auto read = senda::grid::from_rows(rows);
        REQUIRE_FALSE(read);
        CHECK(read.error().code == code);
        CHECK(read.error().line == line);
        CHECK(read.error().column == column);
    };
    check_refused({"...", ".x."}, "bad_cell", 2, 2);
    check_refused({"..\n"}, "bad_cell", 1, 3);
    check_refused({"", "...", ".."}, "bad_row_length", 3, 3);
    check_refused({"..", "...x"}, "bad_row_length", 2, 3);
    check_refused({"..", "", ".."}, "bad_row_length", 2, 1);
}

TEST_CASE("a rule says of each value of a map what is open and what it weighs") {
    for (int seed = 1; seed <= support::rounds(200); ++seed) {
        support::split_mix64 random{static_cast<std::uint64_t>(seed)};
        const int width = random.between(1, 9);
        const int height = random.between(1, 9);
        std::vector<std::vector<int>> rows;
        std::vector<int> flat;
        std::list<std::string> text;
        for (int y = 0; y < height; ++y) {
            rows.emplace_back();
            text.emplace_back();
            for (int x = 0; x < width; ++x) {
                flat.push_back(random.below(3));
                rows.back().push_back(flat.back());
                text.back().push_back(static_cast<char>('0' + flat.back()));
            }
        }
        const auto value = [&](cell c) {
            return flat[static_cast<std::size_t>(c.y * width + c.x)];
        };
        const senda::grid free(width, height, [&](cell c) { return value(c) == 0; });
        const senda::weighted_grid weighted(width, height, value);

        CHECK(senda::grid{rows, is_free} == free);
        CHECK(senda::grid{text, [](char c) { return c == '0'; }} == free);
        CHECK(senda::weighted_grid{rows, weight} == weighted);
        CHECK(senda::octile_grid{rows, is_free} ==
              senda::octile_grid(width, height, [&](cell c) { return value(c) == 0; }));
        CHECK(*senda::weighted_grid::from_rows(rows, weight) == weighted);
    }
}

TEST_CASE("the row is the first index of a map, and the line of the cell") {
    const int map[2][3] = {{0, 1, 0}, {0, 0, 0}};
    const senda::grid g{map, is_free};
    CHECK(g.width() == 3);
    CHECK(g.height() == 2);
    CHECK_FALSE(g.open({1, 0}));
    CHECK(senda::bfs(g, {0, 0}, {2, 0}).cost == 4);
    const std::vector<std::vector<bool>> bits{{true, false}, {true, true}};
    CHECK_FALSE((senda::grid{bits, [](bool open) { return open; }}.open({1, 0})));
}

TEST_CASE("rows of different lengths are refused with the first that differs") {
    const std::vector<std::vector<int>> ragged{{0, 0, 0}, {0, 0}, {0}};
    const auto made = senda::grid::from_rows(ragged, is_free);
    REQUIRE_FALSE(made);
    CHECK(made.error().code == "bad_row_length");
    CHECK(made.error().line == 2);
    CHECK(made.error().column == 3);
    CHECK(*senda::grid::from_rows(std::vector<std::vector<int>>{}, is_free) == senda::grid{});
}

}  // namespace map_rows_tests
