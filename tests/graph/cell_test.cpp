// SPDX-License-Identifier: MIT
#include <senda/graph/cell.hpp>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <unordered_set>
#include <vector>

namespace {

using senda::cell;

static_assert(cell{} == cell{0, 0});
static_assert(cell{1, 2} != cell{2, 1});
static_assert(std::hash<cell>{}({1, 2}) != std::hash<cell>{}({2, 1}));

}  // namespace

TEST_CASE("cells that differ have hashes that differ, in 64 bits") {
    std::unordered_set<std::size_t> hashes;
    std::size_t cells = 0;
    const auto add = [&](cell c) {
        hashes.insert(std::hash<cell>{}(c));
        ++cells;
    };
    for (int y = -150; y < 150; ++y)
        for (int x = -150; x < 150; ++x) add({x, y});
    for (const int far : {INT_MIN, INT_MAX}) {
        add({far, 0});
        add({0, far});
        add({far, far});
    }
    CHECK((sizeof(std::size_t) < 8 || hashes.size() == cells));
}

TEST_CASE("the cells of a block spread over the slots of a table, by low and by high bits") {
    constexpr std::size_t slots = 1024;
    std::vector<int> low(slots);
    std::vector<int> high(slots);
    for (int y = 0; y < 128; ++y)
        for (int x = 0; x < 128; ++x) {
            const std::uint64_t hash = std::hash<cell>{}({x, y});
            ++low[hash % slots];
            ++high[static_cast<std::size_t>(hash >> (sizeof(std::size_t) * 8 - 10))];
        }
    // 16 in each slot on average.
    CHECK(*std::max_element(low.begin(), low.end()) < 48);
    CHECK(*std::max_element(high.begin(), high.end()) < 48);
}

TEST_CASE("cells can be kept in the containers of the standard library") {
    std::unordered_set<cell> seen{{1, 2}, {3, 4}, {1, 2}};
    CHECK(seen.size() == 2);
    CHECK(seen.count(cell{3, 4}) == 1);
}
