// SPDX-License-Identifier: MIT
// The steppable engines under the one-line calls.
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/search/bfs.hpp>
#include <vector>

#include "support/checks.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

TEST_CASE("an engine keeps the temporaries it was made from") {
    auto search = [] {
        std::vector<std::vector<int>> lists(100);
        for (int i = 0; i < 100; ++i) lists[static_cast<std::size_t>(i)] = {(i + 1) % 100};
        return senda::bfs_search{[lists](int n) { return lists[static_cast<std::size_t>(n)]; }, 0,
                                 [target = std::vector{57}](int n) { return n == target.front(); }};
    }();
    CHECK(search.run() == senda::status::found);
    CHECK(search.result().cost == 57);
}
