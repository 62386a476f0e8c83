// SPDX-License-Identifier: MIT
#include <rush_hour/board.hpp>

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <initializer_list>
#include <senda/graph/hash.hpp>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <vector>

namespace {

using namespace senda::rush_hour;

constexpr axis across = axis::horizontal;
constexpr axis down = axis::vertical;
constexpr vehicle red{'A', 2, 0, 2, across};

static_assert(std::is_trivially_copyable_v<board>);
static_assert(senda::Hashable<board>);
static_assert(cells_of(red) == 0b11ULL << 12);
static_assert(cells_of({'B', 3, 5, 3, down}) == (1ULL << 23 | 1ULL << 29 | 1ULL << 35));
static_assert(is_inside({'B', 3, 5, 3, down}) && !is_inside({'B', 4, 5, 3, down}));
static_assert(is_inside({'B', 5, 4, 2, across}) && !is_inside({'B', 5, 5, 2, across}));
static_assert(!is_inside({'B', 255, 255, 255, across}) && !is_inside({'B', 6, 0, 2, across}));

board make(std::initializer_list<vehicle> vehicles, cell_set walls = 0) {
    senda::parsed<board> made = board::make(std::vector<vehicle>(vehicles), walls);
    REQUIRE_MESSAGE(made.has_value(), made.error().message);
    return *made;
}

/// The code and message of the error that a list of vehicles gets, which has no place.
std::string refused(std::initializer_list<vehicle> vehicles, cell_set walls = 0) {
    const senda::parsed<board> made = board::make(std::vector<vehicle>(vehicles), walls);
    CHECK_FALSE(made.has_value());
    CHECK(made.error().line == 0);
    CHECK(made.error().column == 0);
    return made.error().code + ": " + made.error().message;
}

}  // namespace

TEST_CASE("a board made of a list holds its vehicles in the order of letters") {
    const vehicle truck{'Q', 0, 5, 3, down};
    const vehicle car{'C', 5, 0, 2, across};
    const board b = make({truck, car, red}, cell_at(4, 4));
    REQUIRE(b.vehicles().size() == 3);
    CHECK(b.vehicles()[0] == red);
    CHECK(b.vehicles()[1] == car);
    CHECK(b.vehicles()[2] == truck);
    CHECK(b.red() == red);
    CHECK(b.walls() == cell_at(4, 4));
    CHECK(b.occupied() == (cells_of(red) | cells_of(car) | cells_of(truck) | cell_at(4, 4)));
    CHECK(b.index_of('Q') == std::size_t{2});
    CHECK_FALSE(b.index_of('B').has_value());
    REQUIRE(b.find('C') != nullptr);
    CHECK(*b.find('C') == car);
    CHECK(b.find('B') == nullptr);
    CHECK(b.at(1, 5) == 'Q');
    CHECK(b.at(4, 4) == 'x');
    CHECK(b.at(0, 0) == '.');
    CHECK_FALSE(b.solved());
}

TEST_CASE("a board is solved when the red car touches the right edge") {
    CHECK(make({{'A', 2, 4, 2, across}}).solved());
    CHECK_FALSE(make({{'A', 2, 3, 2, across}}).solved());
}

TEST_CASE("boards are equal if vehicles, letters and walls are, in whatever order they came") {
    const vehicle b{'B', 0, 0, 2, across};
    const vehicle c{'C', 0, 2, 2, across};
    CHECK(make({red, b, c}) == make({c, b, red}));
    CHECK(make({red, b, c}).hash() == make({c, b, red}).hash());
    CHECK_FALSE(make({red, b}) == make({red, {'C', 0, 0, 2, across}}));
    CHECK_FALSE(make({red, b}) == make({red, {'B', 0, 0, 3, across}}));
    CHECK_FALSE(make({red, b}) == make({red, {'B', 0, 0, 2, down}}));
    CHECK_FALSE(make({red, b}) == make({red, b}, cell_at(5, 5)));
    CHECK_FALSE(make({red, b}) == make({red, b, c}));
    const std::unordered_set<board> known{make({red}), make({red, b}), make({red})};
    CHECK(known.size() == 2);
}

TEST_CASE("a shifted board differs in one vehicle alone") {
    const vehicle truck{'B', 0, 4, 3, down};
    const board b = make({red, truck}, cell_at(5, 0));
    CHECK(b.with_shifted(0, 2) == make({{'A', 2, 2, 2, across}, truck}, cell_at(5, 0)));
    CHECK(b.with_shifted(1, 3) == make({red, {'B', 3, 4, 3, down}}, cell_at(5, 0)));
    CHECK(b.with_shifted(1, 3).with_shifted(1, -3) == b);
    CHECK(b.with_shifted(1, 1).occupied() ==
          (cells_of(red) | cells_of({'B', 1, 4, 3, down}) | cell_at(5, 0)));
}

TEST_CASE("a car park can be full to the last cell") {
    std::vector<vehicle> vehicles;
    for (std::uint8_t row = 0; row < side; ++row)
        for (std::uint8_t column = 0; column < side; column += 2)
            if (row != exit_row || column != 0)
                vehicles.push_back(
                    {static_cast<char>('B' + vehicles.size()), row, column, 2, across});
    vehicles.push_back(red);
    const senda::parsed<board> made = board::make(vehicles);
    REQUIRE(made);
    CHECK(made->vehicles().size() == most_vehicles);
    CHECK(made->occupied() == every_cell);
    vehicles.push_back({'Z', 0, 0, 2, across});
    CHECK(board::make(vehicles).error().code == "overlap");
}

TEST_CASE("a list of vehicles that makes no board is refused with the vehicle and the cell") {
    CHECK(refused({}) ==
          "no_red_car: there is no red car: expected 'AA' somewhere in the third row");
    CHECK(refused({{'B', 2, 0, 2, across}}) ==
          "no_red_car: there is no red car: expected 'AA' somewhere in the third row");
    CHECK(refused({{'A', 2, 0, 3, across}}) ==
          "bad_red_car: the red car A at row 3, column 1 has 3 cells: expected 2");
    CHECK(refused({{'A', 2, 0, 2, down}}) ==
          "bad_red_car: the red car A at row 3, column 1 is vertical: expected 'AA'");
    CHECK(refused({{'A', 3, 1, 2, across}}) ==
          "bad_red_car: the red car A at row 4, column 2 is not in the third row, where the exit "
          "is");
    CHECK(refused({red, {'B', 0, 0, 1, across}}) ==
          "bad_vehicle_length: vehicle B at row 1, column 1 has 1 cell: expected 2 or 3");
    CHECK(refused({red, {'B', 0, 0, 4, down}}) ==
          "bad_vehicle_length: vehicle B at row 1, column 1 has 4 cells: expected 2 or 3");
    CHECK(refused({red, {'B', 0, 0, 0, down}}) ==
          "bad_vehicle_length: vehicle B at row 1, column 1 has 0 cells: expected 2 or 3");
    CHECK(refused({{'A', 2, 0, 1, across}}) ==
          "bad_vehicle_length: vehicle A at row 3, column 1 has 1 cell: expected 2 or 3");
    CHECK(refused({red, {'B', 0, 5, 2, across}}) ==
          "outside: vehicle B at row 1, column 6 leaves the car park of 6 x 6 cells");
    CHECK(refused({red, {'B', 5, 5, 2, down}}) ==
          "outside: vehicle B at row 6, column 6 leaves the car park of 6 x 6 cells");
    CHECK(refused({red, {'B', 255, 255, 3, down}}) ==
          "outside: vehicle B at row 256, column 256 leaves the car park of 6 x 6 cells");
    CHECK(refused({red}, cell_set{1} << cell_count) ==
          "outside: a wall lies outside the car park of 6 x 6 cells");
    CHECK(refused({red, {'B', 1, 1, 2, down}}) ==
          "overlap: vehicle B at row 2, column 2 overlaps vehicle A in row 3, column 2");
    CHECK(refused({red, {'B', 0, 0, 2, across}}, cell_at(0, 1)) ==
          "overlap: vehicle B at row 1, column 1 overlaps the wall in row 1, column 2");
    CHECK(refused({red, {'B', 0, 0, 2, across}, {'B', 1, 0, 2, across}}) ==
          "duplicate_vehicle: vehicle B at row 2, column 1 is the second with that letter");
    CHECK(refused({red, red}) ==
          "duplicate_vehicle: vehicle A at row 3, column 1 is the second with that letter");
    CHECK(refused({red, {'b', 0, 0, 2, across}}) ==
          "bad_character: no vehicle can be called 'b': expected a letter from A to Z");
    CHECK(refused({red, {'\0', 0, 0, 2, across}}) ==
          "bad_character: no vehicle can be called '\\x00': expected a letter from A to Z");
    CHECK(refused({red, {'B', 0, 0, 2, static_cast<axis>(2)}}) ==
          "bad_vehicle_shape: vehicle B at row 1, column 1 is neither horizontal nor vertical");
}
