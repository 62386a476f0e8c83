// SPDX-License-Identifier: MIT
#include <senda/detail/engines/parallel/shared_bfs.hpp>
#include <senda/search/bfs.hpp>

#include "search/engines/parallel/shared_bfs_searches.hpp"

#include <senda/graph/cell.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "support/rounds.hpp"

namespace shared_numbered_bfs_test {

using senda::status;
using senda::detail::parallel_tuning;
using support::bfs_shared;
using support::numbered_graph;
using support::scattered_graph;

template <class Node>
void compare(std::uint64_t rounds) {
    for (std::uint64_t round = 0; round < support::rounds(rounds); ++round) {
        INFO("round " << round);
        const std::string fault = support::fault_on_random_graph<Node, numbered_graph>(round);
        REQUIRE(fault == "");
    }
}

TEST_CASE("threads that share numbered nodes answer as one does, each time with the same path") {
    compare<std::uint32_t>(400);
    compare<std::uint64_t>(400);
    compare<support::wide_node<3>>(200);
}

const numbered_graph<std::uint64_t> wide{
    scattered_graph<std::uint64_t>{.seed = 7, .size = 20'000, .degree = 4}};
const auto nowhere = [](const std::uint64_t&) { return false; };
constexpr parallel_tuning by_hundreds{100, 50, 10, 16, 64};

/// A map as people write one: cells with numbers, row by row.
struct walled_map {
    using node_type = senda::cell;
    int side;
    std::vector<char> open;

    walled_map(int s, std::uint64_t seed)
        : side(s), open(static_cast<std::size_t>(s) * static_cast<std::size_t>(s)) {
        senda::random_source random(seed);
        for (char& cell : open) cell = random.below(4) == 0 ? 0 : 1;
        open.front() = open.back() = 1;
    }
    [[nodiscard]] std::size_t index(senda::cell c) const {
        return static_cast<std::size_t>(c.y) * static_cast<std::size_t>(side) +
               static_cast<std::size_t>(c.x);
    }
    [[nodiscard]] std::size_t index_bound() const { return open.size(); }
    template <class Emit>
    void successors(senda::cell c, Emit&& emit) const {
        for (const senda::cell to : {senda::cell{c.x, c.y - 1}, senda::cell{c.x + 1, c.y},
                                     senda::cell{c.x, c.y + 1}, senda::cell{c.x - 1, c.y}}) {
            if (to.x < 0 || to.y < 0 || to.x >= side || to.y >= side) continue;
            if (open[index(to)] != 0) emit(to);
        }
    }
};

TEST_CASE("bfs itself shares wide layers of numbered nodes, and narrow ones it does not") {
    const int side = support::is_slow ? 750 : 1500;
    const walled_map map(side, 3);
    const senda::cell goal{side - 1, side - 1};
    const auto alone = senda::bfs(map, senda::cell{0, 0}, goal);
    const auto two = senda::bfs(map, senda::cell{0, 0}, goal, senda::options{.threads = 2});
    const auto five = senda::bfs(map, senda::cell{0, 0}, goal, senda::options{.threads = 5});
    REQUIRE(alone.status == status::found);
    CHECK(two.cost == alone.cost);
    CHECK(two.path == five.path);
    CHECK(two.path.size() == alone.path.size());
    CHECK(alone.engine == "general: numbered nodes, arrays");
#if SENDA_HAS_THREADS
    CHECK(two.engine == "shared: numbered nodes, in parts that threads share");
    CHECK(two.statistics.threads == 2);
#endif
    const auto all =
        senda::bfs(map, senda::cell{0, 0}, senda::cell{-1, 0}, senda::options{.threads = 3});
    CHECK(all.status == status::exhausted);
    CHECK(all.statistics.expanded ==
          senda::bfs(map, senda::cell{0, 0}, senda::cell{-1, 0}).statistics.expanded);

    const walled_map small(150, 4);
    const auto little =
        senda::bfs(small, senda::cell{0, 0}, senda::cell{149, 149}, senda::options{.threads = 16});
    CHECK(little.statistics.threads == 1);
    CHECK(little.engine == "general: numbered nodes, arrays");
}

TEST_CASE("threads list which numbered nodes can be reached, nearest first, in the same order") {
    for (std::uint64_t round = 0; round < support::rounds(200U); ++round) {
        INFO("round " << round);
        const std::uint64_t random = senda::hash_value(round + 5);
        const numbered_graph<std::uint64_t> g{
            scattered_graph<std::uint64_t>{.seed = random,
                                           .size = 1 + random % 300,
                                           .degree = 1 + random / 7 % 5,
                                           .reach = random / 64 % 3}};
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
}

TEST_CASE("threads that share numbered nodes hold to limits on expansions and costs") {
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
    for (int most = 0; most < 30; most += support::is_slow ? 5 : 1) {
        const senda::limits limits{.cost = most};
        for (const std::uint64_t goal : {std::uint64_t{777}, std::uint64_t{999'999}}) {
            const auto alone = senda::bfs(wide, std::uint64_t{1}, goal, {.limits = limits});
            const auto two = bfs_shared(wide, std::uint64_t{1}, goal,
                                        {.limits = limits, .threads = 2}, by_hundreds);
            const auto three = bfs_shared(wide, std::uint64_t{1}, goal,
                                          {.limits = limits, .threads = 3}, by_hundreds);
            CHECK(two.status == alone.status);
            CHECK(two.cost == alone.cost);
            CHECK(two.lower_bound == alone.lower_bound);
            CHECK(two.statistics.expanded == three.statistics.expanded);
        }
    }
}

TEST_CASE("threads that share numbered nodes hold to the limit on bytes") {
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
}

TEST_CASE("threads that share numbered nodes end by the clock and by a stop token") {
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
}

#if defined(__cpp_exceptions)

struct burning_graph : numbered_graph<std::uint64_t> {
    mutable std::atomic<int> left;

    explicit burning_graph(int length) : numbered_graph(wide), left(length) {}

    template <class Emit>
    void successors(std::uint64_t n, Emit&& emit) const {
        if (left.fetch_sub(1) == 1) throw std::string("burnt");
        numbered_graph::successors(n, emit);
    }
};

TEST_CASE("what a graph of numbered nodes throws on any thread arrives at the caller") {
    int thrown = 0;
    for (int length = 1; length < 60'000; length += 1 + length) {
        const burning_graph g(length);
        try {
            const auto r = bfs_shared(g, std::uint64_t{1}, nowhere, {.threads = 4}, by_hundreds);
            CHECK(r.status == status::exhausted);
        } catch (const std::string& what) {
            CHECK(what == "burnt");
            ++thrown;
        }
    }
    CHECK(thrown >= 13);
}

#endif

}  // namespace shared_numbered_bfs_test
