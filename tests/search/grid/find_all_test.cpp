// SPDX-License-Identifier: MIT
#include <senda/grid/find_all.hpp>

#include <senda/grid/prepared_grid.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <vector>

#include "octile/octile_reference.hpp"
#include "support/rounds.hpp"

namespace find_all_test {

using namespace octile_reference;
using senda::cell_pair;
using senda::status;

template <class Grid>
std::vector<cell_pair> any_queries(const Grid& g, split_mix64& random, std::size_t count) {
    std::vector<cell_pair> queries;
    while (queries.size() < count) queries.push_back({any_cell(g, random), any_cell(g, random)});
    return queries;
}

template <class Map, class Grid>
void check_all(const Map& map, const Grid& g, split_mix64& random) {
    const std::vector<cell_pair> queries = any_queries(g, random, 100);
    const auto alone = senda::find_all(map, queries);
    REQUIRE(alone.size() == queries.size());
    for (std::size_t i = 0; i < queries.size(); ++i) {
        const auto one = map.path(queries[i].start, queries[i].goal);
        CHECK(alone[i].status == one.status);
        CHECK(alone[i].cost == one.cost);
        CHECK(alone[i].path == one.path);
    }
    for (const unsigned threads : {2U, 5U}) {
        const auto shared = senda::find_all(map, queries, {.threads = threads});
        REQUIRE(shared.size() == queries.size());
        for (std::size_t i = 0; i < queries.size(); ++i) {
            CHECK(shared[i].status == alone[i].status);
            CHECK(shared[i].cost == alone[i].cost);
            CHECK(shared[i].path == alone[i].path);
        }
    }
}

TEST_CASE("find_all gives the answers of one question after the other, for any number of threads") {
    for (int seed = 1; seed <= support::rounds(40); ++seed) {
        CAPTURE(seed);
        split_mix64 random(static_cast<std::uint64_t>(seed));
        const auto octile = any_grid<grid_moves::octile, senda::unweighted>(random);
        check_all(senda::prepared_grid(octile, senda::preparation::lines), octile, random);
        check_all(senda::prepared_grid(octile, senda::preparation::stops), octile, random);
        const auto cutting = any_grid<grid_moves::octile_cutting, senda::unweighted>(random);
        check_all(senda::prepared_grid(cutting), cutting, random);
        const auto straight = any_grid<grid_moves::straight, senda::unweighted>(random);
        check_all(senda::prepared_grid(straight), straight, random);
    }
}

TEST_CASE("find_all holds to limits, and to the stop token, in each question") {
    const senda::octile_grid g(60, 60);
    const senda::prepared_grid map(g);
    const std::vector<cell_pair> queries(9, {{0, 0}, {50, 20}});
    for (const unsigned threads : {1U, 3U}) {
        for (const auto& r :
             senda::find_all(map, queries, {.limits = {.expansions = 0}, .threads = threads}))
            CHECK(r.status == status::expansion_limit);
        for (const auto& r :
             senda::find_all(map, queries, {.limits = {.cost = 10}, .threads = threads}))
            CHECK(r.status == status::cost_limit);
        for (const auto& r :
             senda::find_all(map, queries, {.limits = {.time = 0.0}, .threads = threads}))
            CHECK(r.status == status::time_limit);
        const std::atomic<bool> stop{true};
        for (const auto& r : senda::find_all(map, queries, {.stop = stop, .threads = threads}))
            CHECK(r.status == status::cancelled);
    }
    CHECK(senda::find_all(map, {}).empty());
}

}  // namespace find_all_test
