// SPDX-License-Identifier: MIT
#include <senda/estimates/combine.hpp>

#include "search/engines/parallel/shared_round_searches.hpp"
#include "support/rounds.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <senda/search/astar.hpp>
#include <senda/search/ida_star.hpp>
#include <utility>

namespace pathmax_test {

using support::tile_board;

/// Looks at the tiles of one row only, another one for each board: admissible, and inconsistent.
struct one_row {
    int operator()(const tile_board& b) const {
        const auto pick = static_cast<unsigned>(b.tiles[0] + 3 * b.tiles[5] + 5 * b.tiles[10]) % 2U;
        int sum = 0;
        for (int square = 0; square < 16; ++square) {
            const int tile = b.tiles[static_cast<std::size_t>(square)];
            if (tile == 0 || static_cast<unsigned>(tile) % 2U != pick) continue;
            sum += std::abs(tile % 4 - square % 4) + std::abs(tile / 4 - square / 4);
        }
        return sum;
    }
};

}  // namespace pathmax_test

TEST_CASE("bidirectional pathmax expands fewer nodes by an inconsistent estimate") {
    using namespace pathmax_test;
    senda::random_source random(6);
    const support::slides_in_place g;
    const tile_board solved;
    const one_row h;
    const senda::bidirectional_pathmax both(h);
    std::uint64_t plain_nodes = 0;
    std::uint64_t fewer = 0;
    for (int round = 0; round < support::rounds(16); ++round) {
        const tile_board start = support::shuffled_tiles(random, support::is_slow ? 20 : 24);
        const auto plain = senda::ida_star(g, start, solved, h);
        const auto found = senda::ida_star(g, start, solved, both);
        CHECK(found.path == plain.path);
        CHECK(found.statistics.expanded <= plain.statistics.expanded);
        plain_nodes += plain.statistics.expanded;
        fewer += found.statistics.expanded;
        for (const unsigned threads : {2u, 4u}) {
            CHECK(
                support::shared_at_once(support::in_place_searches(g, start, solved, both), threads)
                    .path == plain.path);
        }
        CHECK(senda::astar(g, start, solved, both).cost == plain.cost);
    }
    CHECK(fewer < plain_nodes);
}

TEST_CASE("bidirectional pathmax changes nothing for a consistent estimate") {
    using namespace pathmax_test;
    senda::random_source random(7);
    const support::slides_in_place g;
    for (int round = 0; round < 10; ++round) {
        const tile_board start = support::shuffled_tiles(random, 40);
        const auto plain = senda::ida_star(g, start, tile_board{}, support::tile_distance{});
        const auto found = senda::ida_star(g, start, tile_board{},
                                           senda::bidirectional_pathmax(support::tile_distance{}));
        CHECK(found.path == plain.path);
        CHECK(found.statistics.expanded == plain.statistics.expanded);
    }
}

TEST_CASE("bidirectional pathmax goes on where it was stopped") {
    using namespace pathmax_test;
    senda::random_source random(8);
    const support::slides_in_place g;
    const tile_board solved;
    const senda::bidirectional_pathmax h(one_row{});
    const tile_board start = support::shuffled_tiles(random, 16);
    const auto make = support::in_place_searches(g, start, solved, h);
    const auto whole = support::alone(make);
    auto stepped = make({});
    std::uint64_t steps = 0;
    while (stepped.step(1) == senda::status::running)
        CHECK(stepped.statistics().expanded == ++steps);
    CHECK(stepped.result().path == whole.path);
    CHECK(stepped.statistics().expanded == whole.statistics.expanded);
    CHECK(stepped.statistics().generated == whole.statistics.generated);
}
