// SPDX-License-Identifier: MIT
#include <senda/detail/engines/parallel/shared_bfs.hpp>
#include <senda/search/bfs.hpp>

#include "search/engines/parallel/shared_bfs_searches.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>

#include "support/rounds.hpp"

namespace shared_bfs_test {

using senda::status;
using senda::detail::parallel_tuning;
using support::bfs_shared;
using support::scattered_graph;

template <class Node>
void compare(std::uint64_t rounds) {
    for (std::uint64_t round = 0; round < support::rounds(rounds); ++round) {
        INFO("round " << round);
        const std::string fault = support::fault_on_random_graph<Node>(round);
        REQUIRE(fault == "");
    }
}

TEST_CASE("threads answer as one does, each time with the same path: numbers") {
    compare<std::uint32_t>(250);
    compare<std::uint64_t>(250);
}
TEST_CASE("threads answer as one does, each time with the same path: structs and strings") {
    compare<support::wide_node<2>>(60);
    compare<support::wide_node<3>>(60);
    compare<support::wide_node<9>>(40);
    compare<std::string>(40);
}

const scattered_graph<std::uint64_t> wide{.seed = 7, .size = 20'000, .degree = 4};
const auto nowhere = [](const std::uint64_t&) { return false; };
constexpr parallel_tuning by_hundreds{100, 50, 10, 16, 64};

TEST_CASE("bfs itself shares a search that has become wide, and one that has not it does not") {
    const scattered_graph<std::uint64_t> g{.seed = 3, .size = 400'000, .degree = 4};
    const std::uint64_t goal = 123'456;
    const auto alone = senda::bfs(g, std::uint64_t{1}, nowhere);
    const auto shared = senda::bfs(g, std::uint64_t{1}, nowhere, senda::options{.threads = 3});
    CHECK(alone.engine == "general: nodes hashed");
    CHECK(alone.status == status::exhausted);
    CHECK(shared.status == status::exhausted);
    CHECK(shared.statistics.expanded == alone.statistics.expanded);
    CHECK(shared.statistics.generated == alone.statistics.generated);
#if SENDA_HAS_THREADS
    CHECK(shared.engine == "shared: hashed nodes, in parts that threads share");
    CHECK(shared.statistics.threads > 1);
    CHECK(shared.statistics.threads <= 3);
#endif
    CHECK(shared.statistics.bytes < alone.statistics.bytes * 13 / 10 + 3 * (1U << 20U));
    const auto path = senda::bfs(g, std::uint64_t{1}, goal, senda::options{.threads = 4});
    CHECK(path.cost == senda::bfs(g, std::uint64_t{1}, goal).cost);
    CHECK(support::replays(
        g, path, [](std::uint64_t n) { return n == 1; },
        [&](std::uint64_t n) { return n == goal; }));
    CHECK(path.path == senda::bfs(g, std::uint64_t{1}, goal, senda::options{.threads = 2}).path);

    const auto small = senda::bfs(wide, std::uint64_t{1}, nowhere, senda::options{.threads = 16});
    CHECK(small.statistics.threads == 1);
    CHECK(small.engine == "general: nodes hashed");
}

TEST_CASE("threads list what can be reached, nearest first, each time in the same order") {
    for (std::uint64_t round = 0; round < support::rounds(200U); ++round) {
        INFO("round " << round);
        const std::uint64_t random = senda::hash_value(round + 5);
        const scattered_graph<std::uint64_t> g{.seed = random,
                                               .size = 1 + random % 300,
                                               .degree = 1 + random / 7 % 5,
                                               .reach = random / 64 % 3};
        const senda::any_of<std::uint64_t> starts{random % g.size, random / 3 % g.size};
        const parallel_tuning how = support::small_rounds(round);
        const auto alone = senda::reachable(g, starts);
        const auto two = support::reachable_shared(g, starts, {.threads = 2}, how);
        const auto five = support::reachable_shared(g, starts, {.threads = 5}, how);
        REQUIRE(two.status == status::complete);
        REQUIRE(two.nodes.size() == alone.nodes.size());
        REQUIRE(two.nodes == five.nodes);
        REQUIRE(support::is_nearest_first(g, starts, two.nodes));
    }
    const std::uint64_t many = support::is_slow ? 150'000 : 400'000;
    const scattered_graph<std::uint64_t> g{.seed = 3, .size = many, .degree = 4};
    const auto alone = senda::reachable(g, std::uint64_t{1});
    const auto shared = senda::reachable(g, std::uint64_t{1}, senda::options{.threads = 3});
    CHECK(shared.nodes.size() == alone.nodes.size());
    CHECK(shared.statistics.expanded == alone.statistics.expanded);
#if SENDA_HAS_THREADS
    CHECK(shared.statistics.threads > 1);
#endif
    const auto limited = senda::reachable(
        g, std::uint64_t{1}, senda::options{.limits = {.bytes = 1'000'000}, .threads = 3});
    CHECK(limited.status == status::memory_limit);
    CHECK(limited.statistics.bytes <= 1'000'000);
}

TEST_CASE("a graph or a goal that changes when it is asked is asked by one thread") {
    auto counting = [calls = 0](int n) mutable {
        n = ++calls < 0 ? 0 : n;
        return std::array{(n * 5 + 1) % 300'000, (n * 7 + 3) % 300'000};
    };
    CHECK(senda::bfs(counting, 1, 123, senda::options{.threads = 4}).statistics.threads == 1);
    const auto pure = [](int n) {
        return std::array{(n * 5 + 1) % 300'000, (n * 7 + 3) % 300'000};
    };
    auto goal = [calls = 0](int) mutable { return ++calls < 0; };
    CHECK(senda::bfs(pure, 1, goal, senda::options{.threads = 4}).statistics.threads == 1);
    struct looker {
        void on_expand(int) {}
    };
    const auto seen = senda::bfs(pure, 1, -1, senda::options{.threads = 4}, looker{});
    CHECK(seen.statistics.threads == 1);
#if SENDA_HAS_THREADS
    CHECK(seen.engine == "general: an observer looks on");
#endif
}

TEST_CASE("threads hold to the limit on expansions exactly, and bound the cost") {
    const auto all = senda::bfs(wide, std::uint64_t{1}, nowhere);
    for (std::uint64_t most = 0; most < all.statistics.expanded + 300; most += 1 + most / 5) {
        const senda::limits limits{.expansions = most};
        const auto alone = senda::bfs(wide, std::uint64_t{1}, nowhere, {.limits = limits});
        for (const unsigned threads : {2u, 5u}) {
            const auto r = bfs_shared(wide, std::uint64_t{1}, nowhere,
                                      {.limits = limits, .threads = threads}, by_hundreds);
            CHECK(r.status == alone.status);
            CHECK(r.statistics.expanded == alone.statistics.expanded);
            CHECK(r.lower_bound == alone.lower_bound);
        }
    }
}

TEST_CASE("threads hold to the limit on costs") {
    for (int most = 0; most < 30; most += support::is_slow ? 5 : 1) {
        const senda::limits limits{.cost = most};
        const auto alone = senda::bfs(wide, std::uint64_t{1}, nowhere, {.limits = limits});
        for (const parallel_tuning& how : {by_hundreds, parallel_tuning{0, 0, 0, 1, 3}}) {
            const auto r =
                bfs_shared(wide, std::uint64_t{1}, nowhere, {.limits = limits, .threads = 3}, how);
            CHECK(r.status == alone.status);
            CHECK(r.lower_bound == alone.lower_bound);
        }
        const auto found = bfs_shared(wide, std::uint64_t{1}, std::uint64_t{777},
                                      {.limits = limits, .threads = 3});
        const auto expected =
            senda::bfs(wide, std::uint64_t{1}, std::uint64_t{777}, {.limits = limits});
        CHECK(found.status == expected.status);
        CHECK(found.cost == expected.cost);
    }
}

TEST_CASE("threads hold to the limit on bytes") {
    const auto alone = senda::bfs(wide, std::uint64_t{1}, std::uint64_t{4'321});
    REQUIRE(alone.status == status::found);
    const auto free = bfs_shared(wide, std::uint64_t{1}, std::uint64_t{4'321}, {.threads = 3});
    int ended = 0;
    for (std::uint64_t bytes = 0; bytes < free.statistics.bytes + 50'000;
         bytes += 1 + bytes / (support::is_slow ? 10 : 40)) {
        const auto r = bfs_shared(wide, std::uint64_t{1}, std::uint64_t{4'321},
                                  {.limits = {.bytes = bytes}, .threads = 3}, by_hundreds);
        CHECK(r.statistics.bytes <= bytes);
        if (r.status == status::found) {
            CHECK(r.cost == alone.cost);
        } else {
            ++ended;
            CHECK(r.status == status::memory_limit);
            CHECK(r.lower_bound <= alone.cost);
        }
    }
    CHECK(ended > 10);
    const scattered_graph<std::string> strings{.seed = 7, .size = 3'000, .degree = 4};
    for (std::uint64_t bytes = 1; bytes < 2'000'000; bytes += 1 + bytes / 3) {
        const auto r = bfs_shared(strings, strings.node(1), strings.node(99),
                                  {.limits = {.bytes = bytes}, .threads = 3});
        CHECK(r.statistics.bytes <= bytes);
        CHECK((r.status == status::found || r.status == status::memory_limit));
    }
}

TEST_CASE("threads end by the clock and by a stop token") {
    std::atomic<bool> stop{true};
    const auto stopped = bfs_shared(wide, std::uint64_t{1}, nowhere, {.stop = stop, .threads = 3});
    CHECK(stopped.status == status::cancelled);
    CHECK(stopped.lower_bound == 1);
    CHECK(
        bfs_shared(wide, std::uint64_t{1}, nowhere, {.limits = {.time = 0}, .threads = 3}).status ==
        status::time_limit);
    stop = false;
    const auto stopping = [&](std::uint64_t n) {  // asked by any thread
        if (n % 1000 == 999) stop = true;
        return false;
    };
    const auto later =
        bfs_shared(wide, std::uint64_t{1}, stopping, {.stop = stop, .threads = 3}, by_hundreds);
    CHECK(later.status == status::cancelled);
    CHECK(later.lower_bound >= 1);
    CHECK(later.lower_bound < 30);
    stop = false;
    CHECK(bfs_shared(wide, std::uint64_t{1}, nowhere,
                     {.limits = {.time = 1e6}, .stop = stop, .threads = 3}, by_hundreds)
              .status == status::exhausted);
}

#if defined(__cpp_exceptions)

/// Throws when it is asked for the `left`-th time, whoever asks.
struct fuse {
    mutable std::atomic<int> left;
    void tick() const {
        if (left.fetch_sub(1) == 1) throw std::string("burnt");
    }
};
struct burning_graph {
    using node_type = std::uint64_t;
    using action_type = int;
    const fuse* burns;
    bool in_hash;

    template <class Emit>
    void successors(std::uint64_t n, Emit&& emit) const {
        if (!in_hash) burns->tick();
        wide.successors(n, emit);
    }
    [[nodiscard]] std::uint64_t hash(std::uint64_t n) const {
        if (in_hash) burns->tick();
        return n;
    }
};

TEST_CASE("what a functor throws on any thread arrives at the caller") {
    for (int where = 0; where < 3; ++where) {
        int thrown = 0;
        for (int length = 1; length < 60'000; length += 1 + length) {
            fuse burns{length};
            const burning_graph g{&burns, where == 1};
            const auto goal = [&](std::uint64_t) {
                if (where == 2) burns.tick();
                return false;
            };
            try {
                const auto r = bfs_shared(g, std::uint64_t{1}, goal, {.threads = 4}, by_hundreds);
                CHECK(r.status == status::exhausted);
            } catch (const std::string& what) {
                CHECK(what == "burnt");
                ++thrown;
            }
        }
        CHECK(thrown >= 13);
    }
}

#endif

}  // namespace shared_bfs_test
