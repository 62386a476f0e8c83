// SPDX-License-Identifier: MIT
#include <senda/detail/engines/word_frontier.hpp>

#include "support/random_graphs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <utility>
#include <vector>

namespace two_key_queue_test {

using senda::memory_budget;
using support::split_mix64;

struct waiting {
    std::int64_t f;
    std::int64_t h;
    int item;
};

/// A queue beside a list that is searched; the keys grow as those of a search do, or jump about.
template <class C>
void check_beside_list(int largest_f, int largest_h) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        split_mix64 random{seed};
        memory_budget budget;
        senda::detail::two_key_queue<C, int> queue(budget);
        std::vector<waiting> list;
        bool right = true;
        for (int round = 0; round < 800 && right; ++round) {
            right = queue.empty() == list.empty();
            if (list.empty() || random.percent(round < 500 ? 70 : 30)) {
                const waiting w{random.below(largest_f), random.below(largest_h), round};
                right = right && queue.push(static_cast<C>(w.f), static_cast<C>(w.h), w.item);
                list.push_back(w);
                continue;
            }
            const auto least_f = std::min_element(list.begin(), list.end(), [](auto& a, auto& b) {
                                     return a.f < b.f;
                                 })->f;
            right = right && queue.min_f() == static_cast<C>(least_f);
            const auto [f, h, item] = queue.pop();
            const auto taken =
                std::find_if(list.begin(), list.end(), [&](auto& w) { return w.item == item; });
            right = right && taken != list.end() && f == static_cast<C>(least_f) &&
                    static_cast<C>(taken->f) == f && static_cast<C>(taken->h) == h;
            if (!right) break;
            // Of equal f the smallest h, and the first of those.
            for (const waiting& w : list) {
                if (w.f != taken->f) continue;
                right = right && (taken->h < w.h || (taken->h == w.h && taken->item <= w.item));
            }
            list.erase(taken);
        }
        CHECK(right);
    }
}

}  // namespace two_key_queue_test

TEST_CASE("a queue of two keys gives the smallest first") {
    two_key_queue_test::check_beside_list<std::int32_t>(1, 900);
    two_key_queue_test::check_beside_list<std::int32_t>(40, 30);
    two_key_queue_test::check_beside_list<std::int64_t>(6000, 2000);
    two_key_queue_test::check_beside_list<std::int32_t>(2'000'000'000, 5);
}

TEST_CASE("a queue of two keys without memory says so and keeps what it has") {
    using namespace two_key_queue_test;
    memory_budget budget(20'000);
    senda::detail::two_key_queue<std::int32_t, int> queue(budget);
    int pushed = 0;
    while (pushed < 100'000 && queue.push(10 + pushed % 5, pushed % 3, pushed)) ++pushed;
    CHECK(pushed > 100);
    CHECK(pushed < 100'000);
    std::vector<bool> seen(static_cast<std::size_t>(pushed));
    int popped = 0;
    for (int before = 0; !queue.empty(); ++popped) {
        const auto [f, h, item] = queue.pop();
        REQUIRE(item < pushed);
        CHECK_FALSE(seen[static_cast<std::size_t>(item)]);
        seen[static_cast<std::size_t>(item)] = true;
        CHECK(f * 3 + h >= before);
        before = f * 3 + h;
    }
    CHECK(popped == pushed);
}
