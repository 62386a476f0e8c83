// SPDX-License-Identifier: MIT
#include <senda/detail/grid/tiles/visited_tiles.hpp>

#include "support/random_graphs.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>

namespace bit_tile_test {

using senda::detail::bit_tile;
using senda::detail::tile_row;
using rows = std::array<tile_row, 16>;

rows any_rows(support::split_mix64& random) {
    rows made{};
    for (tile_row& row : made) row = static_cast<tile_row>(random.next() & random.next());
    return made;
}

/// Whether a cell of a tile of 32 columns is among those of a colour.
bool at(const rows& of, int colour, int x, int y) {
    return ((x ^ y ^ colour) & 1) == 0 && (of[static_cast<std::size_t>(y)] >> x / 2 & 1) != 0;
}

void check_neighbours(int colour, support::split_mix64& random) {
    const bit_tile::even_rows even(colour);
    const rows here = any_rows(random);
    const rows north = any_rows(random);
    const rows east = any_rows(random);
    const rows south = any_rows(random);
    const rows west = any_rows(random);
    rows found{};
    rows entered{};
    bit_tile::neighbours(even, bit_tile::load(here.data()), bit_tile::load(north.data()),
                         bit_tile::load(east.data()), bit_tile::load(south.data()),
                         bit_tile::load(west.data()))
        .store(found.data());
    bit_tile::entering_from(even, bit_tile::load(east.data()), bit_tile::load(west.data()))
        .store(entered.data());
    bool all_right = true;
    for (int y = 0; y < 16; ++y) {
        for (int x = (y ^ colour ^ 1) & 1; x < 32; x += 2) {
            const bool up = y == 0 ? at(north, colour, x, 15) : at(here, colour, x, y - 1);
            const bool down = y == 15 ? at(south, colour, x, 0) : at(here, colour, x, y + 1);
            const bool from_east = x == 31 && at(east, colour, 0, y);
            const bool from_west = x == 0 && at(west, colour, 31, y);
            const bool right = x < 31 && at(here, colour, x + 1, y);
            const bool left = x > 0 && at(here, colour, x - 1, y);
            all_right = all_right && at(found, colour ^ 1, x, y) ==
                                         (up || down || right || left || from_east || from_west);
            all_right = all_right && at(entered, colour ^ 1, x, y) == (from_east || from_west);
        }
    }
    CHECK(all_right);
}

TEST_CASE("The neighbours of the cells of a tile are found as one by one") {
    support::split_mix64 random(1);
    for (int round = 0; round < 50; ++round) {
        check_neighbours(0, random);
        check_neighbours(1, random);
    }
}

TEST_CASE("Sets of cells of a tile are joined, cut, told empty and counted") {
    support::split_mix64 random(2);
    const rows a = any_rows(random);
    const rows b = any_rows(random);
    const bit_tile first = bit_tile::load(a.data());
    const bit_tile second = bit_tile::load(b.data());
    rows both{}, common{}, rest{};
    (first | second).store(both.data());
    (first & second).store(common.data());
    first.without(second).store(rest.data());
    std::uint64_t count = 0;
    for (std::size_t y = 0; y < 16; ++y) {
        CHECK(both[y] == (a[y] | b[y]));
        CHECK(common[y] == (a[y] & b[y]));
        CHECK(rest[y] == (a[y] & ~b[y]));
        for (int x = 0; x < 16; ++x) count += a[y] >> x & 1u;
    }
    CHECK(senda::detail::count_cells(a.data()) == count);
    CHECK_FALSE(bit_tile{}.any());
    for (std::size_t y = 0; y < 16; ++y) {
        rows one{};
        one[y] = static_cast<tile_row>(1u << y);
        CHECK(bit_tile::load(one.data()).any());
    }
}

}  // namespace bit_tile_test
