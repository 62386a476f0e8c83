// SPDX-License-Identifier: MIT
#include <mazegen/carving/minimum_spanning_tree.hpp>

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <set>

using senda::mazegen::direction;
using senda::mazegen::detail::passage_weights;

TEST_CASE("a weight tells its passage") {
    for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0},
                                     std::uint64_t{0x123456789abcdef}}) {
        const passage_weights weights(seed);
        for (const std::size_t room :
             {std::size_t{0}, std::size_t{1}, std::size_t{77}, std::size_t{0xffff'fffe}}) {
            const auto east = weights.passage_of(weights.east(room));
            const auto south = weights.passage_of(weights.south(room));
            CHECK(east.room == room);
            CHECK(east.towards == direction::east);
            CHECK(south.room == room);
            CHECK(south.towards == direction::south);
        }
    }
}

TEST_CASE("no two passages have the same weight") {
    const passage_weights weights(5);
    std::set<std::uint64_t> seen;
    for (std::size_t room = 0; room < 5000; ++room) {
        seen.insert(weights.east(room));
        seen.insert(weights.south(room));
    }
    CHECK(seen.size() == 10'000);
}
