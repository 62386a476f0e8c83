// SPDX-License-Identifier: MIT
#include <senda/detail/storage/radix_queue.hpp>

#include <senda/detail/storage/open_list.hpp>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <map>
#include <vector>

namespace radix_queue_tests {

using id = std::uint32_t;
using queue = senda::detail::radix_queue<std::uint32_t>;
using senda::detail::ties;

constexpr auto no_look = [](id) {};

TEST_CASE("a radix queue gives all nodes of the least cost, as a multimap does") {
    for (std::uint64_t seed = 1; seed <= support::rounds<std::uint64_t>(80); ++seed) {
        support::split_mix64 random{seed};
        senda::memory_budget budget;
        queue q(budget);
        senda::buffer<id> out(budget);
        for (int again = 0; again < 2; ++again) {
            std::multimap<std::uint32_t, id> expected;
            // From the least cost that was taken up to the largest there is.
            std::uint32_t least = random.percent(20) ? 0xffff'0000U : 0;
            const int most_bits = random.between(0, 32);
            for (int step = 0; step < 300; ++step) {
                if (expected.empty() || random.percent(60)) {
                    const std::uint64_t above =
                        random.next() >> (63 - random.between(0, most_bits));
                    const auto cost = static_cast<std::uint32_t>(
                        std::min<std::uint64_t>(least + above, 0xffff'ffffU));
                    const auto node = static_cast<id>(random.next());
                    expected.emplace(cost, node);
                    REQUIRE(q.push(cost, node));
                    continue;
                }
                least = expected.begin()->first;
                REQUIRE_FALSE(q.empty());
                CHECK(q.min_key() == least);
                out.clear();
                REQUIRE(q.pop_least(out, no_look));
                std::vector<id> nodes;
                while (!expected.empty() && expected.begin()->first == least) {
                    nodes.push_back(expected.begin()->second);
                    expected.erase(expected.begin());
                }
                std::sort(nodes.begin(), nodes.end());
                std::sort(out.begin(), out.end());
                CHECK(std::vector<id>(out.begin(), out.end()) == nodes);
                CHECK(q.empty() == expected.empty());
            }
            q.clear();
            CHECK(q.empty());
        }
    }
}

TEST_CASE("a radix queue looks ahead at each node that waits far away, before it is taken") {
    senda::memory_budget budget;
    queue q(budget);
    senda::buffer<id> out(budget);
    std::map<id, int> looks;
    for (id node = 0; node < 1000; ++node) REQUIRE(q.push(node * 1000 + 1000, node));
    for (id node = 0; node < 1000; ++node) {
        out.clear();
        REQUIRE(q.pop_least(out, [&](id n) { ++looks[n]; }));
        REQUIRE(out.size() == 1);
        CHECK(out[0] == node);
        CHECK(looks[node] > 0);
    }
}

TEST_CASE("a radix queue says when there is no room, and loses only what had none") {
    for (std::uint64_t limit = 0; limit < 6000; limit += 97) {
        senda::memory_budget budget(limit);
        queue q(budget);
        bool had_room = true;
        for (id node = 0; node < 200 && had_room; ++node) had_room = q.push(node * node * 7, node);
        senda::memory_budget other;
        senda::buffer<id> out(other);
        id before = 0;
        while (!q.empty()) {
            const std::size_t known = out.size();
            if (!q.pop_least(out, no_look)) continue;
            REQUIRE(out.size() == known + 1);
            CHECK(out[known] >= before);
            before = out[known];
        }
        CHECK(out.size() <= 200);
    }
}

TEST_CASE_TEMPLATE("nodes leave a rising open list in the order of any other", cost_type, int,
                   std::uint8_t, std::int64_t, std::uint64_t, float, double) {
    for (std::uint64_t seed = 1; seed <= support::rounds<std::uint64_t>(40); ++seed) {
        support::split_mix64 random{seed};
        senda::memory_budget budget;
        senda::detail::rising_open_list<cost_type> rising(budget);
        senda::detail::open_list<cost_type, id, ties::fifo> expected(budget);
        const int most = random.percent(50) || sizeof(cost_type) == 1 ? 3 : 100'000;
        // Costs of any size: whole ones, parts, and a zero that is negative.
        const double scale = std::integral<cost_type> ? 1
                             : random.percent(50)     ? 0.001
                             : sizeof(cost_type) == 8 ? 1e300
                                                      : 1e30;
        for (int again = 0; again < 2; ++again) {
            cost_type least = 0;
            for (id node = 0; node < 300; ++node) {
                const bool has_more = sizeof(cost_type) > 1 || least < 250;
                if (has_more && (expected.empty() || random.percent(55))) {
                    const auto more = static_cast<cost_type>(scale * random.below(most));
                    auto cost = static_cast<cost_type>(least + more);
                    if (std::floating_point<cost_type> && cost == 0 && random.percent(50))
                        cost = static_cast<cost_type>(-cost);
                    REQUIRE(rising.push(cost, cost, node));
                    REQUIRE(expected.push(cost, cost, node));
                } else if (!expected.empty()) {
                    CHECK(rising.min_f() == expected.min_f());
                    REQUIRE(rising.make_ready());
                    const auto first = rising.pop();
                    const auto wanted = expected.pop();
                    CHECK(first.id == wanted.id);
                    CHECK(first.g == wanted.g);
                    least = wanted.g;
                }
                CHECK(rising.size() == expected.size());
            }
            rising.clear();
            expected.clear();
            CHECK(rising.empty());
        }
    }
}

}  // namespace radix_queue_tests
