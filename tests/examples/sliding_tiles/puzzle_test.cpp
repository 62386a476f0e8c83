// SPDX-License-Identifier: MIT
#include <senda/graph/concepts.hpp>
#include <senda/graph/permutations.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/reachable.hpp>
#include <senda/storage/random.hpp>
#include <sliding_tiles/estimate.hpp>
#include <sliding_tiles/puzzle.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <string_view>

namespace tiles_puzzle_tests {

namespace sliding = senda::sliding_tiles;

static_assert(senda::ActionGraph<sliding::puzzle<4, 4>, sliding::puzzle<4, 4>::node_type>);
static_assert(sizeof(sliding::puzzle<4, 4>::node_type) == 32);

/// Each permutation can be solved if and only if a search from the goal comes to it.
template <std::size_t Columns, std::size_t Rows>
void check_solvable() {
    using puzzle = sliding::puzzle<Columns, Rows>;
    const auto seen = senda::reachable(puzzle{}, puzzle::goal());
    std::set<std::array<std::uint8_t, puzzle::cells>> solvable;
    for (const auto& n : seen.nodes) solvable.insert(n.tile);
    using rows = senda::permutations<puzzle::cells>;
    std::size_t wrong = 0;
    for (std::uint64_t i = 0; i < rows::count; ++i) {
        const auto row = rows::unrank(i);
        wrong += puzzle::is_solvable(*puzzle::from(row)) != (solvable.count(row) == 1);
    }
    CHECK(wrong == 0);
    CHECK(solvable.size() > 1);
}

TEST_CASE("sliding tiles: which permutations can be solved") {
    check_solvable<2, 2>();
    check_solvable<2, 3>();
    check_solvable<3, 2>();
    check_solvable<4, 2>();
}

TEST_CASE("sliding tiles: actions are taken back, and keep tiles and cells in step") {
    using puzzle = sliding::puzzle<5, 3>;
    senda::random_source r(3);
    auto n = puzzle::goal();
    for (int i = 0; i < 1'000; ++i) {
        const int a = static_cast<int>(r.below(4));
        if (!puzzle::allows(n, a)) continue;
        const auto before = n;
        puzzle::apply(n, a);
        CHECK(n != before);
        CHECK(puzzle::cell_of_moved(n, a) == before.cell[0]);
        auto back = n;
        puzzle::undo(back, a);
        CHECK(back == before);
        CHECK(back.cell == before.cell);
        for (std::size_t c = 0; c < puzzle::cells; ++c) REQUIRE(n.cell[n.tile[c]] == c);
        CHECK(puzzle::is_solvable(n));
    }
}

TEST_CASE("sliding tiles: reading") {
    using puzzle = sliding::puzzle<3, 2>;
    const auto n = puzzle::parse("1 2 3\n 4,5;0");
    REQUIRE(n.has_value());
    CHECK(n->tile == std::array<std::uint8_t, 6>{1, 2, 3, 4, 5, 0});
    CHECK(n->cell == std::array<std::uint8_t, 6>{5, 0, 1, 2, 3, 4});
    CHECK(*puzzle::parse("00 1 2 3 4 5") == puzzle::goal());
    const std::string expected = ": expected each number from 0 to 5 once";
    const auto refused = [](std::string_view text, const senda::diagnostic& why) {
        const auto read = puzzle::parse(text);
        return !read && read.error() == why;
    };
    CHECK(refused("", {"bad_count", "the text has 0 tiles" + expected}));
    CHECK(refused("1 2 3 4 5", {"bad_count", "the text has 5 tiles" + expected}));
    CHECK(refused("1 2 3\n4 5 0 1", {"bad_count", "'1' is one tile too many" + expected, 2, 7}));
    CHECK(refused("1 2 3\n4 5 5", {"bad_tile", "'5' stands twice" + expected, 2, 5}));
    CHECK(refused("1 2 3 4 5 6", {"bad_tile", "'6' is no tile" + expected, 1, 11}));
    CHECK(refused("99999999999999999990",
                  {"bad_tile", "'99999999999999999990' is no tile" + expected, 1, 1}));
}

TEST_CASE("sliding tiles: bfs and astar agree") {
    using puzzle = sliding::puzzle<3, 3>;
    const auto start = *puzzle::parse("8 6 7 2 5 4 3 0 1");
    const auto shortest = senda::bfs(puzzle{}, start, puzzle::goal());
    const auto guided = senda::astar(puzzle{}, start, puzzle::goal(), sliding::estimate<3, 3>());
    REQUIRE(shortest);
    CHECK(shortest.cost == 27);
    CHECK(guided.cost == 27);
    CHECK(guided.statistics.expanded < shortest.statistics.expanded);
}

}  // namespace tiles_puzzle_tests
