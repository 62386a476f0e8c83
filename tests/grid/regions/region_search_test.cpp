// SPDX-License-Identifier: MIT
#include <senda/detail/grid/regions/region_search.hpp>

#include <senda/detail/grid/regions/region_levels.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/dijkstra.hpp>

#include <cstdint>
#include <doctest/doctest.h>
#include <memory>
#include <vector>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

namespace region_search_test {

using senda::basic_grid;
using senda::cell;
using senda::grid_moves;
using support::split_mix64;

template <grid_moves Moves>
void check_lengths(std::uint64_t seed) {
    using lengths = senda::detail::region_length<Moves>;
    split_mix64 random{seed};
    const auto search = std::make_unique<senda::detail::region_search<Moves>>();
    for (int round = 0; round < support::rounds(150); ++round) {
        CAPTURE(round);
        const int walls = random.below(60);
        basic_grid<Moves> g(64, 64, [&](cell) { return !random.percent(walls); });
        const auto any_cell = [&] { return cell{random.below(64), random.below(64)}; };
        const cell from = any_cell();
        g.set(from);
        senda::detail::region_bits open{};
        for (int y = 0; y < 64; ++y)
            for (int x = 0; x < 64; ++x)
                if (g.open({x, y})) senda::detail::set_bit(open, {x, y});
        std::vector<cell> targets{from};
        senda::detail::region_bits wanted{};
        while (targets.size() < 12) {
            const cell to = any_cell();
            if (g.open(to)) targets.push_back(to);
        }
        for (const cell to : targets) senda::detail::set_bit(wanted, to);
        search->run(open, from, wanted);
        for (const cell to : targets) {
            const auto best = senda::dijkstra(g, from, to);
            REQUIRE(search->reached(to) == static_cast<bool>(best));
            if (!best) continue;
            CHECK(lengths::cost(search->length_to(to)) == doctest::Approx(best.cost).epsilon(1e-9));
            typename lengths::type walked = 0;
            cell last = to;
            search->walk_back(to, [&](cell c) {
                walked += lengths::estimate(last, c);
                CHECK(g.open(c));
                last = c;
            });
            CHECK(last == from);
            CHECK(walked == search->length_to(to));
        }
    }
}

TEST_CASE("a search within a region finds lengths of shortest paths, and walks back along them") {
    check_lengths<grid_moves::straight>(1);
    check_lengths<grid_moves::octile>(2);
    check_lengths<grid_moves::octile_cutting>(3);
}

}  // namespace region_search_test
