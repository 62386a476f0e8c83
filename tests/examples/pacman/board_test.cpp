// SPDX-License-Identifier: MIT
#include <pacman/board.hpp>

#include "random_maps.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace pacman_board_test {

using namespace senda::pacman;

constexpr tile v{};
constexpr tile j3{kind::food, 3};
constexpr tile j0{kind::food, 0};
constexpr tile z7{kind::wall, 7};
constexpr tile z{kind::solid};
constexpr tile b2{kind::bomb, 2};
constexpr tile b{kind::lethal};

const std::vector<tile> six = {v, j3, b2, z7, j0, v};

std::string code_of(std::uint32_t width, std::uint32_t height, const std::vector<tile>& tiles,
                    point start, point goal, energy e = 10) {
    const senda::parsed<board> made = board::make(width, height, tiles, start, goal, e);
    if (made) return "good";
    CHECK_FALSE(made.error().message.empty());
    return made.error().code;
}

}  // namespace pacman_board_test

TEST_CASE("a map tells what it was made of") {
    using namespace pacman_board_test;
    const senda::parsed<board> made = board::make(3, 2, six, {1, 1}, {3, 2}, 10);
    REQUIRE(made);
    const board& map = *made;
    CHECK(map.width() == 3);
    CHECK(map.height() == 2);
    CHECK(map.start_energy() == 10);
    CHECK(map.start() == map.at(1, 1));
    CHECK(map.goal() == map.at(3, 2));
    CHECK(map.stride() == 5);
    CHECK(map.bound() == 20);
    for (std::uint32_t y = 1; y <= 2; ++y)
        for (std::uint32_t x = 1; x <= 3; ++x) {
            CHECK(map[map.at(x, y)] == six[(y - 1) * 3 + x - 1]);
            CHECK(map.xy(map.at(x, y)) == point{x, y});
            CHECK(map.place_of({x, y}) == map.at(x, y));
            CHECK(map.contains(map.at(x, y)));
        }
    CHECK(map.foods() == std::vector<place>{map.at(2, 1)});
    CHECK(map.bombs() == std::vector<place>{map.at(3, 1)});
    CHECK(map.one_time_cells() == std::vector<place>{map.at(2, 1), map.at(3, 1)});
    CHECK(map.one_time_number(map.at(3, 1)) == std::size_t{1});
    CHECK_FALSE(map.one_time_number(map.at(2, 2)));
    CHECK_FALSE(map.one_time_number(map.at(1, 1)));
}

TEST_CASE("a ring of infinite walls lies around a map") {
    using namespace pacman_board_test;
    const board map = *board::make(3, 2, six, {1, 1}, {3, 2}, 10);
    std::size_t inside = 0;
    for (place p = 0; p < map.bound(); ++p) {
        if (map.contains(p)) {
            ++inside;
        } else {
            CHECK(map[p] == z);
        }
    }
    CHECK(inside == 6);
    CHECK_FALSE(map.contains(map.bound()));
    CHECK_FALSE(map.contains(no_place));
    for (const point p : {point{0, 1}, point{1, 0}, point{4, 1}, point{1, 3}})
        CHECK(map.place_of(p) == no_place);
}

TEST_CASE("the neighbours of a cell come in the fixed order, without those that stop everyone") {
    using namespace pacman_board_test;
    const board map =
        *board::make(3, 3, std::vector<tile>{v, z7, v, z, v, b, v, b2, v}, {1, 1}, {3, 3}, 10);
    std::vector<place> found;
    map.for_each_neighbour(map.at(2, 2), [&](place p, direction d) {
        CHECK(map.neighbour(map.at(2, 2), d) == p);
        found.push_back(p);
    });
    CHECK(found == std::vector<place>{map.at(2, 1), map.at(2, 3)});
    CHECK(map.neighbour(map.at(2, 2), direction::left) == map.at(1, 2));
    CHECK(map.neighbour(map.at(2, 2), direction::right) == map.at(3, 2));
}

TEST_CASE("what is no map is refused with the code of what is wrong") {
    using namespace pacman_board_test;
    CHECK(code_of(3, 2, six, {1, 1}, {3, 2}) == "good");
    CHECK(code_of(1, 1, {v}, {1, 1}, {1, 1}) == "good");
    CHECK(code_of(3, 2, six, {1, 1}, {3, 2}, -5) == "good");
    CHECK(code_of(0, 2, {}, {1, 1}, {3, 2}) == "size");
    CHECK(code_of(2, 0, {}, {1, 1}, {3, 2}) == "size");
    CHECK(code_of(0x10000, 0x10000, {}, {1, 1}, {3, 2}) == "size");
    CHECK(code_of(0xFFFFFFFF, 1, {}, {1, 1}, {3, 2}) == "size");
    CHECK(code_of(2, 2, six, {1, 1}, {3, 2}) == "rows");
    CHECK(code_of(3, 1, six, {1, 1}, {3, 1}) == "rows");
    CHECK(code_of(4, 2, six, {1, 1}, {3, 2}) == "rows");
    CHECK(code_of(2, 1, {v, {kind::food, most_value}}, {1, 1}, {1, 1}) == "good");
    CHECK(code_of(2, 1, {v, {kind::food, most_value + 1}}, {1, 1}, {1, 1}) == "token");
    CHECK(code_of(3, 2, six, {0, 1}, {3, 2}) == "outside");
    CHECK(code_of(3, 2, six, {1, 1}, {4, 2}) == "outside");
    CHECK(code_of(3, 2, six, {1, 1}, {3, 3}) == "outside");
    CHECK(code_of(3, 2, six, {2, 1}, {3, 2}) == "occupied");
    CHECK(code_of(3, 2, six, {1, 1}, {1, 2}) == "occupied");
    CHECK(code_of(3, 2, six, {1, 1}, {3, 2}, most_energy) == "good");
    CHECK(code_of(3, 2, six, {1, 1}, {3, 2}, most_energy + 1) == "energy");
    CHECK(code_of(3, 2, six, {1, 1}, {3, 2}, -most_energy - 1) == "energy");
}

TEST_CASE("maps are equal if all of them is") {
    using namespace pacman_board_test;
    const board map = *board::make(3, 2, six, {1, 1}, {3, 2}, 10);
    std::vector<tile> other = six;
    CHECK(map == *board::make(3, 2, other, {1, 1}, {3, 2}, 10));
    CHECK_FALSE(map == *board::make(3, 2, other, {1, 1}, {3, 2}, 11));
    CHECK_FALSE(map == *board::make(3, 2, other, {1, 1}, {1, 1}, 10));
    CHECK_FALSE(map == *board::make(3, 2, other, {3, 2}, {3, 2}, 10));
    other[1].value = 4;
    CHECK_FALSE(map == *board::make(3, 2, other, {1, 1}, {3, 2}, 10));
    // A value where none can be has no meaning.
    CHECK(*board::make(1, 1, std::vector<tile>{{kind::empty, 3}}, {1, 1}, {1, 1}, 1) ==
          *board::make(1, 1, std::vector<tile>{v}, {1, 1}, {1, 1}, 1));
}

TEST_CASE("the rest of a map starts elsewhere and lacks what is gone") {
    using namespace pacman_board_test;
    const board map = *board::make(3, 2, six, {1, 1}, {3, 2}, 10);
    const board rest = map.rest(map.at(1, 2), 4, {true, false});
    CHECK(rest.start() == map.at(1, 2));
    CHECK(rest[rest.start()] == z7);
    CHECK(rest.goal() == map.goal());
    CHECK(rest.start_energy() == 4);
    CHECK(rest[map.at(2, 1)] == v);
    CHECK(rest.foods().empty());
    CHECK(rest.one_time_cells() == std::vector<place>{map.at(3, 1)});
    CHECK(map.rest(map.start(), 10, {false, false}) == map);
}

TEST_CASE("a map may be larger than the format allows") {
    using namespace pacman_board_test;
    const std::vector<tile> tiles(std::size_t{300} * 200, v);
    const board map = *board::make(300, 200, tiles, {1, 1}, {300, 200}, 10);
    CHECK(map.xy(map.goal()) == point{300, 200});
    CHECK(map.contains(map.goal()));
}
