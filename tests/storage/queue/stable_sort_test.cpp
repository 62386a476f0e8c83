// SPDX-License-Identifier: MIT
#include <senda/storage/bucket_queue.hpp>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstdint>
#include <doctest/doctest.h>
#include <vector>

namespace stable_sort_test {

struct ranked {
    int rank;
    int number;
    friend bool operator==(const ranked&, const ranked&) = default;
};
constexpr auto by_rank = [](const ranked& a, const ranked& b) { return a.rank < b.rank; };

/// Items in one of several orders: at random, all but sorted, falling, or with few ranks.
std::vector<ranked> make_items(support::split_mix64& random, int size, int kind) {
    std::vector<ranked> items;
    for (int i = 0; i < size; ++i) {
        const int rank = kind == 0   ? random.below(1000)
                         : kind == 1 ? i + random.below(3)
                         : kind == 2 ? size - i
                                     : random.below(3);
        items.push_back({rank, i});
    }
    return items;
}

void check_sorts(std::uint64_t bytes_for_scratch) {
    for (std::uint64_t seed = 1; seed <= support::rounds(300U); ++seed) {
        support::split_mix64 random{seed};
        std::vector<ranked> expected =
            make_items(random, random.below(300), static_cast<int>(seed % 4));
        senda::memory_budget budget;
        senda::memory_budget small{bytes_for_scratch};
        senda::buffer<ranked> items(budget);
        senda::buffer<ranked> scratch(small);
        for (const ranked& item : expected) REQUIRE(items.push(item));

        senda::detail::stable_sort(items, by_rank, scratch);
        std::sort(expected.begin(), expected.end(), [](const ranked& a, const ranked& b) {
            return a.rank != b.rank ? a.rank < b.rank : a.number < b.number;
        });
        CAPTURE(seed);
        CHECK(std::equal(items.begin(), items.end(), expected.begin(), expected.end()));
    }
}

TEST_CASE("a stable sort keeps the order of equal items") { check_sorts(1 << 20); }

TEST_CASE("a stable sort without scratch memory sorts all the same") { check_sorts(0); }

}  // namespace stable_sort_test
