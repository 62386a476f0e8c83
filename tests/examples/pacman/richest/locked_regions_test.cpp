// SPDX-License-Identifier: MIT
#include <pacman/richest/locked_regions.hpp>

#include <pacman/answer.hpp>
#include <pacman/board.hpp>
#include <pacman/richest.hpp>
#include <pacman/rules.hpp>
#include <senda/search/control.hpp>

#include "examples/pacman/random_maps.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <set>
#include <utility>
#include <vector>

namespace locked_regions_test {

namespace pacman = senda::pacman;
using pacman::board;
using pacman::place;

std::vector<place> locked_in(const board& map) {
    senda::search_control control({});
    return pacman::detail::locked_regions(map, control).find();
}

/// The cells that are entered alive by any play.
std::set<place> entered_cells(const board& map) {
    std::set<place> entered;
    std::set<std::pair<std::pair<place, pacman::energy>, std::vector<bool>>> seen;
    std::vector<pacman::situation> open{pacman::initial_state(map)};
    while (!open.empty()) {
        const pacman::situation from = open.back();
        open.pop_back();
        entered.insert(from.at);
        for (const pacman::direction d : pacman::directions) {
            pacman::situation s = from;
            const pacman::verdict v = pacman::make_move(map, s, d).verdict;
            if (v == pacman::verdict::won) entered.insert(s.at);
            if (v == pacman::verdict::going_on && seen.insert({{s.at, s.left}, s.gone}).second)
                open.push_back(s);
        }
    }
    return entered;
}

TEST_CASE("no play enters a locked region") {
    std::size_t maps = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(800U); ++seed) {
        CAPTURE(seed);
        const board map = support::random_map(seed);
        const std::vector<place> locked = locked_in(map);
        if (locked.empty()) continue;
        ++maps;
        const std::set<place> entered = entered_cells(map);
        CHECK(std::none_of(locked.begin(), locked.end(),
                           [&](place p) { return entered.count(p) > 0; }));
        CHECK(std::count(locked.begin(), locked.end(), map.goal()) == 0);
    }
    CHECK(maps >= support::rounds(40U));
}

/// A poor field of 12 columns, a column of walls, and a rich field that no one can pay for.
board divided(std::uint32_t height, std::uint64_t seed) {
    senda::random_source random{seed};
    support::map_sketch map(20, 20);
    for (std::uint32_t row = 0; row < 20; ++row) {
        map.at(12, row) = {pacman::kind::wall, height};
        for (std::uint32_t column = 0; column < 20; ++column) {
            pacman::tile& t = map.at(column, row);
            if (column < 12 && random.chance(0.15)) t = {pacman::kind::food, 1};
            if (column > 12 && random.chance(0.4)) t = {pacman::kind::food, 9};
        }
    }
    map.start_at(4, 9);
    map.goal_at(0, 15);
    return map.board(14);
}

TEST_CASE("a rich field behind walls that are too high does not count") {
    for (std::uint64_t seed = 1; seed <= (support::is_slow ? 1U : 4U); ++seed) {
        CAPTURE(seed);
        const board map = divided(30, seed);
        CHECK(locked_in(map).size() == 20 * 7);
        const pacman::answer a = pacman::richest(map, {.limits = {.expansions = 100'000}});
        REQUIRE(a.optimal);
        CHECK(pacman::replay(map, a.best->moves));
        CHECK(locked_in(divided(1, seed)).empty());
    }
}

}  // namespace locked_regions_test
