// SPDX-License-Identifier: MIT
#include <mazegen/algorithms/hunt_and_kill.hpp>

#include <cstddef>
#include <doctest/doctest.h>
#include <senda/storage/memory.hpp>
#include <set>

#include "support/random_graphs.hpp"

TEST_CASE("the lowest number is that of a sorted set, through all changes") {
    support::split_mix64 random(1);
    for (const std::size_t bound : {1U, 63U, 64U, 65U, 4096U, 4097U, 300'000U}) {
        senda::memory_budget budget;
        senda::mazegen::detail::hierarchical_bitset bits(budget);
        REQUIRE(bits.reset(bound));
        std::set<std::size_t> sorted;
        bool same = true;
        for (int round = 0; round < 3000; ++round) {
            const auto n = static_cast<std::size_t>(random.below(static_cast<int>(bound)));
            switch (random.below(4)) {
                case 0:
                    bits.set(n);
                    sorted.insert(n);
                    break;
                case 1:
                    bits.clear(n);
                    sorted.erase(n);
                    break;
                default:
                    if (sorted.empty()) break;
                    bits.clear(*sorted.begin());
                    sorted.erase(sorted.begin());
                    break;
            }
            same = same && bits.empty() == sorted.empty() &&
                   (sorted.empty() || bits.lowest() == *sorted.begin());
        }
        CAPTURE(bound);
        CHECK(same);
    }
}

TEST_CASE("a set that does not fit its budget says so") {
    senda::memory_budget budget(100);
    senda::mazegen::detail::hierarchical_bitset bits(budget);
    CHECK_FALSE(bits.reset(10'000));
}
