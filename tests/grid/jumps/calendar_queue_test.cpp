// SPDX-License-Identifier: MIT
#include <senda/detail/grid/jumps/calendar_queue.hpp>

#include <senda/storage/memory.hpp>

#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <set>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

namespace calendar_queue_test {

using senda::detail::calendar_queue;
using support::split_mix64;

TEST_CASE("a calendar gives items in the order of keys, whatever lies between them") {
    for (int seed = 1; seed <= support::rounds(300); ++seed) {
        CAPTURE(seed);
        split_mix64 random(static_cast<std::uint64_t>(seed));
        senda::memory_budget budget;
        calendar_queue queue(budget);
        for (int round = 0; round < 3; ++round) {
            std::multiset<std::uint64_t> expected;
            // Most keys are near, as in a search; some days, or pages of the calendar, away.
            const unsigned spread = static_cast<unsigned>(random.between(20, 44));
            std::uint64_t now = static_cast<std::uint64_t>(random.below(1000)) << 30U;
            for (int i = 0; i < 400; ++i) {
                if (expected.empty() || random.percent(60)) {
                    const auto far = static_cast<std::uint64_t>(random.below(1 << 20));
                    const std::uint64_t key =
                        random.percent(30) ? now : now + (far << spread >> 20U);
                    REQUIRE(queue.push({key, static_cast<std::uint32_t>(key)}));
                    expected.insert(key);
                } else {
                    calendar_queue::item first{};
                    REQUIRE(queue.pop(first));
                    CHECK(first.key == *expected.begin());
                    CHECK(first.value == static_cast<std::uint32_t>(first.key));
                    expected.erase(expected.begin());
                    now = first.key;
                }
            }
            if (random.percent(50)) {
                while (!expected.empty()) {
                    calendar_queue::item first{};
                    REQUIRE(queue.pop(first));
                    CHECK(first.key == *expected.begin());
                    expected.erase(expected.begin());
                }
                CHECK(queue.empty());
            }
            queue.clear();
            CHECK(queue.empty());
        }
    }
}

TEST_CASE("a calendar without memory says so") {
    senda::memory_budget budget(2000);
    calendar_queue queue(budget);
    bool had_room = true;
    std::uint64_t day = 0;
    while (had_room && day < 1000) had_room = queue.push({day++ << 27U, 0});
    CHECK(!had_room);
}

}  // namespace calendar_queue_test
