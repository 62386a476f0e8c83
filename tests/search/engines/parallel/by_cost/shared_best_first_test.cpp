// SPDX-License-Identifier: MIT
#include <senda/detail/engines/parallel/by_cost/shared_best_first.hpp>

#include "search/engines/parallel/by_cost/shared_best_first_searches.hpp"

#include <senda/graph/csr.hpp>
#include <senda/search/dijkstra.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "support/rounds.hpp"

namespace shared_best_first_test {

using senda::status;
using senda::detail::parallel_cost_tuning;
using support::in_batches;
using support::in_numbers;
using support::in_stores;
using support::scattered_costs;

TEST_CASE_TEMPLATE("threads find the least cost by f, each time with the same path", Engine,
                   in_batches, in_stores, in_numbers) {
    for (std::uint64_t round = 0; round < support::rounds(240U); ++round) {
        INFO("round " << round);
        const std::string fault = support::fault_of_layers<Engine>(round);
        REQUIRE(fault == "");
    }
}

TEST_CASE("threads search nodes that own memory, by costs with a fraction") {
    for (std::uint64_t round = 0; round < support::rounds(160U); ++round) {
        INFO("round " << round);
        const std::string fault = support::fault_of_named_layers(round);
        REQUIRE(fault == "");
    }
}

TEST_CASE_TEMPLATE("by an estimate that is too large threads find a path that costs what they say",
                   Engine, in_batches, in_stores, in_numbers) {
    for (std::uint64_t round = 0; round < support::rounds(160U); ++round) {
        INFO("round " << round);
        const scattered_costs g{.seed = round, .size = 60, .degree = 4, .dearest = 20};
        const std::uint64_t goal = round % g.size;
        const auto too_much = [&](std::uint64_t n) {
            return n == goal ? 0 : static_cast<int>(senda::hash_value(n + round) % 60);
        };
        const auto r = Engine::run(g, std::uint64_t{1}, goal, too_much, {.threads = 3},
                                   support::layers_at_once(1 + round % 11));
        const auto alone = senda::dijkstra(g, std::uint64_t{1}, goal);
        REQUIRE(r.status == alone.status);
        REQUIRE(r.cost >= alone.cost);
        if (r) {
            REQUIRE(support::replays_with_cost(g, r, [&](std::uint64_t n) { return n == goal; }));
        }
    }
}

const scattered_costs wide{.seed = 7, .size = 20'000, .degree = 4, .dearest = 20};
const auto nowhere = [](std::uint64_t) { return false; };
const auto nothing = [](std::uint64_t) { return 0; };
constexpr parallel_cost_tuning by_hundreds{.probe_every = 100,
                                           .min_frontier = 50,
                                           .min_spare_bytes = 0,
                                           .min_batch = 10,
                                           .min_round = 16,
                                           .max_round = 64,
                                           .round_divisor = 16,
                                           .max_early = 8};

TEST_CASE("astar itself shares a search that has become wide, and one that has not it does not") {
    const std::uint64_t size = support::is_slow ? 50'000 : 200'000;
    const scattered_costs g{.seed = 3, .size = size, .degree = 4, .dearest = 30};
    const auto alone = senda::astar(g, std::uint64_t{1}, nowhere, nothing);
    const auto shared =
        senda::astar(g, std::uint64_t{1}, nowhere, nothing, senda::options{.threads = 3});
    CHECK(alone.status == status::exhausted);
    CHECK(shared.status == status::exhausted);
    CHECK(shared.lower_bound == alone.lower_bound);
    CHECK(shared.statistics.expanded - shared.statistics.reopened == alone.statistics.expanded);
    CHECK(shared.statistics.bytes < alone.statistics.bytes * 13 / 10 + 16 * (1U << 20U));
    const std::uint64_t goal = size / 2 + 23'456;
    const int least = senda::dijkstra(g, std::uint64_t{1}, goal).cost;
    const auto two = senda::astar(g, std::uint64_t{1}, goal, nothing, senda::options{.threads = 2});
    const auto five =
        senda::astar(g, std::uint64_t{1}, goal, nothing, senda::options{.threads = 5});
    CHECK(two.cost == least);
    CHECK(two.path == five.path);
    CHECK(support::replays_with_cost(g, two, [&](std::uint64_t n) { return n == goal; }));
#if SENDA_HAS_THREADS
    CHECK(two.statistics.threads == 2);
    CHECK(five.statistics.threads > 1);
    CHECK(five.engine == "shared: hashed nodes, in parts that threads share");
#endif
    const scattered_costs small{.seed = 3, .size = 10'000, .degree = 4, .dearest = 30};
    const auto quick =
        senda::astar(small, std::uint64_t{1}, nowhere, nothing, senda::options{.threads = 16});
    CHECK(quick.statistics.threads == 1);
    CHECK(quick.statistics.engine == senda::engine_kind::batched);
}

TEST_CASE("astar and dijkstra share searches of any hashed nodes") {
    const support::named_costs g{{.seed = 5, .size = 60'000, .degree = 4, .dearest = 90}};
    const auto none = [](const std::string&) { return 0.0; };
    for (const std::string goal : {"5", "43210"}) {
        const auto alone = senda::dijkstra(g, std::string("1"), goal);
        const auto two = senda::dijkstra(g, std::string("1"), goal, senda::options{.threads = 2});
        const auto five =
            senda::astar(g, std::string("1"), goal, none, senda::options{.threads = 5});
        CHECK(two.status == alone.status);
        CHECK(two.cost == alone.cost);
        CHECK(five.cost == alone.cost);
        CHECK(two.lower_bound == alone.lower_bound);
    }
    const auto weighted = senda::astar(g, std::string("1"), std::string("5"), none,
                                       senda::options{.weight = 2, .threads = 5});
    CHECK(weighted.statistics.threads == 1);
#if SENDA_HAS_THREADS
    const auto all = senda::dijkstra(
        g, std::string("1"), [](const std::string&) { return false; },
        senda::options{.threads = 2});
    CHECK(all.statistics.threads == 2);
    CHECK(all.status == status::exhausted);
#endif
}

TEST_CASE("astar and dijkstra share searches of numbered nodes, on a csr too") {
    const std::uint32_t size = support::is_slow ? 50'000 : 150'000;
    const scattered_costs g{.seed = 5, .size = size, .degree = 4, .dearest = 900};
    const senda::indexed numbered(g, g.size, [](std::uint64_t n) { return n; });
    std::vector<senda::csr<double>::edge_type> edges;
    for (std::uint32_t n = 0; n < g.size; ++n) {
        g.successors(n, [&](std::uint64_t to, int cost, int) {
            edges.push_back({n, static_cast<std::uint32_t>(to), cost + 0.25});
        });
    }
    const auto stored = senda::csr<double>::from_edges(g.size, edges);
    REQUIRE(stored);
    const auto none = [](std::uint32_t) { return 0.0; };
    for (const std::uint32_t goal : {5u, size - 6'790, 77u}) {
        const std::uint64_t to = goal;
        const auto alone = senda::dijkstra(numbered, std::uint64_t{1}, to);
        const auto two =
            senda::dijkstra(numbered, std::uint64_t{1}, to, senda::options{.threads = 2});
        const auto five =
            senda::astar(numbered, std::uint64_t{1}, to, nothing, senda::options{.threads = 5});
        CHECK(two.status == alone.status);
        CHECK(two.cost == alone.cost);
        CHECK(five.cost == alone.cost);
        CHECK(two.lower_bound == alone.lower_bound);
        if (alone.status == status::found)
            CHECK(support::replays_with_cost(g, two, [&](std::uint64_t n) { return n == to; }));
        const auto once = senda::astar(*stored, 1u, goal, none);
        const auto shared = senda::astar(*stored, 1u, goal, none, senda::options{.threads = 3});
        CHECK(shared.status == once.status);
        CHECK(shared.cost == once.cost);
    }
#if SENDA_HAS_THREADS
    const auto all =
        senda::dijkstra(numbered, std::uint64_t{1}, nowhere, senda::options{.threads = 2});
    CHECK(all.statistics.threads == 2);
    CHECK(all.status == status::exhausted);
    CHECK(all.engine == "shared: numbered nodes, in parts that threads share");
    CHECK(senda::astar(
              *stored, 1u, [](std::uint32_t) { return false; }, none, senda::options{.threads = 3})
              .statistics.threads > 1);
#endif
}

TEST_CASE("dijkstra shares what astar does") {
    const std::uint64_t size = support::is_slow ? 70'000 : 200'000;
    const scattered_costs g{.seed = 4, .size = size, .degree = 4, .dearest = 30};
    for (const std::uint64_t goal : {size / 2 + 23'456, std::uint64_t{77}}) {
        const auto alone = senda::dijkstra(g, std::uint64_t{1}, goal);
        const auto two = senda::dijkstra(g, std::uint64_t{1}, goal, senda::options{.threads = 2});
        const auto five = senda::dijkstra(g, std::uint64_t{1}, goal, senda::options{.threads = 5});
        CHECK(two.status == alone.status);
        CHECK(two.cost == alone.cost);
        CHECK(two.lower_bound == alone.lower_bound);
        CHECK(two.path == five.path);
        if (alone.status == status::found)
            CHECK(support::replays_with_cost(g, two, [&](std::uint64_t n) { return n == goal; }));
    }
#if SENDA_HAS_THREADS
    const auto all = senda::dijkstra(g, std::uint64_t{1}, nowhere, senda::options{.threads = 2});
    CHECK(all.statistics.threads == 2);
#endif
}

TEST_CASE("a graph or an estimate that changes when it is asked is asked by one thread") {
    auto counting = [calls = 0](std::uint64_t) mutable { return ++calls < 0 ? 1 : 0; };
    const scattered_costs g{.seed = 3, .size = 100'000, .degree = 4, .dearest = 30};
    CHECK(senda::astar(g, std::uint64_t{1}, nowhere, counting, senda::options{.threads = 4})
              .statistics.threads == 1);
    struct looker {
        void on_expand(std::uint64_t) {}
    };
    CHECK(
        senda::astar(g, std::uint64_t{1}, nowhere, nothing, senda::options{.threads = 4}, looker{})
            .statistics.threads == 1);
}

TEST_CASE_TEMPLATE("threads hold to the limit on expansions exactly, and bound the cost by f",
                   Engine, in_batches, in_stores, in_numbers) {
    const auto all = senda::dijkstra(wide, std::uint64_t{1}, std::uint64_t{777});
    REQUIRE(all.status == status::found);
    for (std::uint64_t most = 0; most < 30'000; most += 1 + most / 4) {
        for (const unsigned threads : {2u, 5u}) {
            const auto r =
                Engine::run(wide, std::uint64_t{1}, std::uint64_t{777}, nothing,
                            {.limits = {.expansions = most}, .threads = threads}, by_hundreds);
            if (r.status == status::found) {
                CHECK(r.cost == all.cost);
                CHECK(r.statistics.expanded <= most);
            } else {
                CHECK(r.status == status::expansion_limit);
                CHECK(r.statistics.expanded == most);
                CHECK(r.lower_bound <= all.cost);
            }
        }
    }
}

TEST_CASE_TEMPLATE("threads hold to the limit on costs by f", Engine, in_batches, in_stores,
                   in_numbers) {
    const int least = senda::dijkstra(wide, std::uint64_t{1}, std::uint64_t{777}).cost;
    for (int most = 0; most < least + 10; most += support::is_slow ? 7 : 3) {
        const senda::options o{.limits = {.cost = most}, .threads = 3};
        const auto alone =
            senda::dijkstra(wide, std::uint64_t{1}, std::uint64_t{777}, {.limits = {.cost = most}});
        const auto guided =
            Engine::run(wide, std::uint64_t{1}, std::uint64_t{777}, nothing, o, by_hundreds);
        CHECK(guided.status == alone.status);
        if (guided.status == status::cost_limit) {
            CHECK(guided.lower_bound > most);
        }
        CHECK(guided.lower_bound <= alone.lower_bound);
    }
}

TEST_CASE_TEMPLATE("threads hold to the limit on bytes by f", Engine, in_batches, in_stores,
                   in_numbers) {
    const auto alone = senda::dijkstra(wide, std::uint64_t{1}, std::uint64_t{777});
    int ended = 0;
    int shared = 0;
    for (std::uint64_t bytes = 1; bytes < 20'000'000;
         bytes += 1 + bytes / (support::is_slow ? 5 : 12)) {
        const auto r = Engine::run(wide, std::uint64_t{1}, std::uint64_t{777}, nothing,
                                   {.limits = {.bytes = bytes}, .threads = 3}, by_hundreds);
        CHECK(r.statistics.bytes <= bytes);
        shared += r.statistics.engine == senda::engine_kind::shared ? 1 : 0;
        if (r.status == status::found) {
            CHECK(r.cost == alone.cost);
        } else {
            ++ended;
            CHECK(r.status == status::memory_limit);
            CHECK(r.lower_bound <= alone.cost);
        }
    }
    CHECK(ended > 10);
    CHECK(shared > 5);
}

struct with_debts {
    using node_type = std::uint64_t;
    using cost_type = int;
    template <class Emit>
    void successors(std::uint64_t n, Emit&& emit) const {
        wide.successors(
            n, [&](std::uint64_t to, int cost, int) { emit(to, n % 4'000 == 3'999 ? -1 : cost); });
    }
};

TEST_CASE_TEMPLATE("threads end by the clock, by a stop token and by a negative cost", Engine,
                   in_batches, in_stores, in_numbers) {
    std::atomic<bool> stop{false};
    const auto stopping = [&](std::uint64_t n) {  // asked by any thread
        if (n % 1000 == 999) stop = true;
        return false;
    };
    const auto later = Engine::run(wide, std::uint64_t{1}, stopping, nothing,
                                   {.stop = stop, .threads = 3}, by_hundreds);
    CHECK(later.status == status::cancelled);
    CHECK(Engine::run(wide, std::uint64_t{1}, nowhere, nothing,
                      {.limits = {.time = 0}, .threads = 3}, by_hundreds)
              .status == status::time_limit);
    stop = false;
    CHECK(Engine::run(wide, std::uint64_t{1}, nowhere, nothing,
                      {.limits = {.time = 1e6}, .stop = stop, .threads = 3}, by_hundreds)
              .status == status::exhausted);
    CHECK(Engine::run(with_debts{}, std::uint64_t{1}, nowhere, nothing, {.threads = 3}, by_hundreds)
              .status == status::negative_cost);
}

#if defined(__cpp_exceptions)

TEST_CASE_TEMPLATE("what a graph, a goal or an estimate throws on any thread arrives at the caller",
                   Engine, in_batches, in_stores, in_numbers) {
    for (int where = 0; where < 3; ++where) {
        int thrown = 0;
        for (int length = 1; length < 30'000; length += 1 + length) {
            std::atomic<int> left{length};
            const auto tick = [&] {
                if (left.fetch_sub(1) == 1) throw std::string("burnt");
            };
            const auto g = [&](std::uint64_t n) {
                if (where == 0) tick();
                return std::array{std::pair{n * 5 % 30'011, 3}, std::pair{n * 7 % 30'011, 2}};
            };
            const auto goal = [&](std::uint64_t) {
                if (where == 1) tick();
                return false;
            };
            const auto estimate = [&](std::uint64_t) {
                if (where == 2) tick();
                return 0;
            };
            try {
                const auto r =
                    Engine::run(g, std::uint64_t{1}, goal, estimate, {.threads = 4}, by_hundreds);
                CHECK(r.status == status::exhausted);
            } catch (const std::string& what) {
                CHECK(what == "burnt");
                ++thrown;
            }
        }
        CHECK(thrown >= 12);
    }
}

#endif

}  // namespace shared_best_first_test
