// SPDX-License-Identifier: MIT
#include "search/engines/csr/csr_dijkstra_searches.hpp"

#include <doctest/doctest.h>

#include <senda/graph/adaptors.hpp>
#include <senda/search/distances.hpp>
#include <senda/search/range.hpp>

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/rounds.hpp"

namespace csr_dijkstra_test {

using senda::any_of;
using senda::csr;
using senda::edge;
using senda::no_goal;
using senda::status;

struct looks_on {
    void on_expand(std::uint32_t) {}
};

/// A graph in which many nodes cost the same.
csr<int> wide_graph(std::uint32_t nodes = 3'000) {
    support::costly_edges edges;
    senda::random_source random(5);
    for (std::uint32_t i = 0; i < 8 * nodes; ++i) {
        edges.push_back({static_cast<std::uint32_t>(random.below(nodes)),
                         static_cast<std::uint32_t>(random.below(nodes)),
                         static_cast<int>(random.below(9))});
    }
    return *csr<int>::from_undirected_edges(nodes, edges);
}

TEST_CASE("dijkstra on csr finds the least costs, on ten thousand random graphs") {
    for (std::uint64_t seed = 0; seed < support::rounds(5'000U); ++seed) {
        const std::string fault = support::fault_on_costly_graphs(seed, {1});
        REQUIRE_MESSAGE(fault.empty(), fault);
    }
}

TEST_CASE("dijkstra on csr finds the same for any number of threads") {
    for (std::uint64_t seed = 0; seed < support::rounds(150U); ++seed) {
        std::string fault = support::fault_on_costly_graphs(seed, {1, 2, 3});
        if (fault.empty()) fault = support::fault_on_costly_graphs(seed, {2, 3, 5, 16});
        REQUIRE_MESSAGE(fault.empty(), fault);
    }
}

TEST_CASE("dijkstra on csr answers as with an observer, which needs the general engine") {
    for (std::uint64_t seed = 0; seed < support::rounds(500U); ++seed) {
        const support::costly_sample sample(seed);
        const auto g = csr<int>::from_edges(sample.nodes, sample.edges);
        const any_of starts(sample.starts);
        const auto is_far = [&](std::uint32_t n) { return n > sample.goal; };
        for (const int cap : {sample.cap, senda::infinite<int>}) {
            const senda::options o{.limits = {.cost = cap}};
            looks_on nobody;
            const auto sure = senda::dijkstra(*g, starts, is_far, o, nobody);
            const auto found = senda::dijkstra(*g, starts, is_far, o);
            REQUIRE(found.status == sure.status);
            REQUIRE(found.cost == sure.cost);
            REQUIRE(found.lower_bound >= sure.lower_bound);
            CHECK(found.engine == "rows: stored edges, whole costs");
            CHECK(sure.statistics.engine == senda::engine_kind::general);
        }
    }
}

TEST_CASE("What dijkstra on csr leaves to the general engine") {
    const auto of_reals = csr<double>::from_edges(2, {{0, 1, 0.5}});
    CHECK(senda::dijkstra(*of_reals, 0, 1).statistics.engine == senda::engine_kind::general);
    const auto wide = csr<std::int64_t>::from_edges(2, {{0, 1, std::int64_t{1} << 40}});
    CHECK(senda::dijkstra(*wide, 0, 1).cost == std::int64_t{1} << 40);
    const auto g = csr<int>::from_edges(3, {{0, 1, 5}, {0, 2, 4}});
    const auto priced = senda::dijkstra(*g, 0, any_of{edge{1, 0}, edge{2, 3}});
    CHECK(priced.cost == 5);
    CHECK(priced.engine == "general: starts or goals have costs");
    const auto unweighted = csr<>::from_edges(3, {{0, 1}, {1, 2}});
    CHECK(senda::dijkstra(*unweighted, 0, 2).cost == 2);
    const auto small = csr<unsigned char>::from_edges(3, {{0, 1, 200}, {1, 2, 255}});
    CHECK(senda::dijkstra(*small, 0, 2).cost == 455);
    const auto large =
        csr<unsigned>::from_edges(4, {{0, 1, 4'000'000'000U}, {1, 2, 294'967'294U}, {2, 3, 1}});
    CHECK(senda::dijkstra(*large, 0, 2).cost == 4'294'967'294U);
    CHECK(senda::dijkstra(*large, 0, 3).status == status::cost_limit);
}

TEST_CASE("dijkstra on csr reports a negative cost, wherever it leads") {
    for (const auto& last : {edge<std::uint32_t, int>{2, -1}, edge<std::uint32_t, int>{0, -5}}) {
        const auto g = csr<int>::from_edges(3, {{0, 1, 2}, {1, last.to, last.cost}});
        CHECK(senda::dijkstra(*g, 0, 2).status == status::negative_cost);
    }
    const auto closed = csr<int>::from_edges(2, {{0, 1, senda::infinite<int>}});
    CHECK(senda::dijkstra(*closed, 0, 1).status == status::exhausted);
    CHECK(senda::dijkstra(*closed, any_of{edge{0, -1}}, 1).status == status::negative_cost);
}

TEST_CASE("Steps, a restart and questions about other nodes on csr") {
    const csr<int> g = wide_graph();
    senda::dijkstra_search whole(g, 1U);
    CHECK(whole.run() == status::exhausted);
    senda::dijkstra_search stepped(g, 1U);
    while (stepped.step(7) == status::running) CHECK(stepped.statistics().expanded % 7 == 0);
    CHECK(stepped.statistics().expanded == whole.statistics().expanded);
    senda::dijkstra_search settled(g, 1U);
    for (std::uint32_t n = 0; n < g.node_count(); n += 37) {
        const auto cost = whole.cost_to(n);
        CHECK(stepped.cost_to(n) == cost);
        CHECK(settled.settle(n) == cost);
        CHECK(whole.result_to(n).path == whole.path_to(n));
        CHECK(whole.result_to(n).cost == cost.value_or(senda::infinite<int>));
    }
    CHECK(settled.costs_to({1U, 2U}) == std::vector{0, *whole.cost_to(2)});
    CHECK(!settled.settle(99'999).has_value());
    int last = 0;
    std::size_t count = 0;
    for (const auto& [node, cost] : senda::dijkstra_range(g, 1U)) {
        CHECK(cost >= last);
        CHECK(cost == whole.cost_to(node));
        last = cost;
        ++count;
    }
    CHECK(count == whole.reached());
    const std::size_t reached = whole.reached();
    whole.restart(2U);
    CHECK(whole.reached() == 1);
    CHECK(whole.run() == status::exhausted);
    CHECK(whole.reached() == reached);
    senda::dijkstra_search moved(g, 1U);
    (void)moved.step(50);
    senda::dijkstra_search there = std::move(moved);
    CHECK(there.run() == status::exhausted);
    CHECK(there.reached() == reached);
}

TEST_CASE("dijkstra on csr holds to limits, with threads too") {
    const csr<int> g = wide_graph();
    for (const unsigned threads : {1u, 3u}) {
        const auto run = [&](senda::limits l) {
            senda::dijkstra_search search(g, 1U, no_goal{}, {.limits = l, .threads = threads});
            senda::detail::bucket_tuner::set(search, support::always_shared);
            search.run();
            return search.result();
        };
        const auto all = run({});
        CHECK(all.statistics.threads == threads);
        for (std::uint64_t most = 0; most < all.statistics.expanded; most += 183) {
            const auto r = run({.expansions = most});
            REQUIRE(r.status == status::expansion_limit);
            REQUIRE(r.statistics.expanded == most);
        }
        for (std::uint64_t bytes = 0; bytes < 200'000; bytes += support::is_slow ? 7'777 : 1'777) {
            const auto r = run({.bytes = bytes});
            REQUIRE((r.status == status::memory_limit || r.status == status::exhausted));
            REQUIRE(r.statistics.bytes <= bytes);
        }
        CHECK(run({.time = -1.0}).status == status::time_limit);
    }
    const std::atomic<bool> stop = true;
    senda::dijkstra_search stopped(g, 1U, no_goal{}, {.stop = stop});
    CHECK(stopped.run() == status::cancelled);
}

TEST_CASE("A stop token that comes while threads share nodes of one cost ends the search") {
    struct after_looks {
        mutable std::atomic<int> left;
        [[nodiscard]] bool stop_requested() const { return --left < 0; }
    };
    const csr<int> g = wide_graph(600);
    for (int looks = 0; looks < 60; looks += 3) {
        const after_looks stop{looks};
        senda::dijkstra_search search(g, 1U, no_goal{}, {.stop = stop, .threads = 3});
        senda::detail::bucket_tuner::set(search, support::always_shared);
        const status s = search.run();
        REQUIRE((s == status::cancelled || s == status::exhausted));
        std::size_t known = 0;
        for (const auto& reached : search.tree()) known += reached.cost >= 0 ? 1 : 0;
        REQUIRE(known == search.reached());
    }
}

/// Crowds of nodes, in each of which three have edges to all the others; two chains of different
/// costs lead from one crowd to the next, and edges that cost more to the last chains.
csr<int> crowds_and_chains(std::uint64_t seed, std::uint32_t crowd, std::uint32_t chain) {
    senda::random_source random(seed);
    const auto below = [&](std::uint32_t most) {
        return static_cast<std::uint32_t>(random.below(most));
    };
    const auto cost = [&](std::uint32_t most) { return static_cast<int>(1 + below(most)); };
    support::costly_edges edges;
    constexpr std::uint32_t parts = 4;
    const std::uint32_t nodes = parts * (crowd + chain);
    for (std::uint32_t first = 0; first < nodes; first += crowd + chain) {
        for (std::uint32_t i = 3; i < 3 * crowd; ++i)
            edges.push_back({first + i % 3, first + i / 3, cost(40)});
        for (std::uint32_t i = 0; i < 3 * crowd; ++i)
            edges.push_back({first + below(crowd), first + below(crowd), cost(300)});
        for (std::uint32_t i = 0; i < 20; ++i)
            edges.push_back({first + i, nodes - 1 - below(chain), 500 + cost(9'000)});
        for (std::uint32_t side = 0; side < 2; ++side) {
            std::uint32_t at = first + below(crowd);
            for (std::uint32_t i = first + crowd + side; i < nodes; at = i, i += 2) {
                edges.push_back({at, i, cost(900)});
                if (i >= first + crowd + chain) break;
            }
        }
    }
    return *csr<int>::from_undirected_edges(nodes, edges);
}

TEST_CASE("Threads come and go where many nodes of csr cost the same and then few do") {
    for (std::uint64_t seed = 0; seed < support::rounds(40U); ++seed) {
        CAPTURE(seed);
        const std::uint32_t crowd =
            seed % 4 == 0 ? 9'000 : 700;  // hubs are shared in parts, or not
        const csr<int> g = crowds_and_chains(seed, crowd, 60);
        senda::dijkstra_search alone(g, 1U);
        alone.run();
        const auto expected = support::tree_of(alone, g.node_count());
        for (const unsigned threads : {2U, 3U, 5U}) {
            senda::dijkstra_search search(g, 0U, no_goal{}, {.threads = threads});
            senda::detail::bucket_tuner::set(
                search, {.min_generated = 500, .min_frontier = 1, .min_edges = 200});
            search.run();
            CHECK(search.statistics().threads == threads);
            search.restart(1U);
            CHECK(search.run() == status::exhausted);
            CHECK((support::tree_of(search, g.node_count()) == expected));
            const auto goal = static_cast<std::uint32_t>(g.node_count() - 70);
            senda::dijkstra_search to_one(g, 1U, goal, {.threads = threads});
            senda::detail::bucket_tuner::set(
                to_one, {.min_generated = 500, .min_frontier = 1, .min_edges = 200});
            to_one.run();
            CHECK(to_one.result().path == alone.path_to(goal));
        }
    }
}

TEST_CASE("Threads are not started for a search of a few nodes of csr") {
    const csr<int> g = wide_graph();
    senda::dijkstra_search search(g, 1U, no_goal{}, {.threads = 16});
    search.run();
    CHECK(search.statistics().threads == 1);
}

#if defined(__cpp_exceptions)
TEST_CASE("What a predicate throws arrives at who called dijkstra on csr") {
    const csr<int> g = wide_graph();
    int asked = 0;
    const auto throws = [&](std::uint32_t) -> bool {
        if (++asked == 1'000) throw std::string("enough");
        return false;
    };
    CHECK_THROWS_AS((void)senda::dijkstra(g, 1U, throws, senda::options{.threads = 4}),
                    std::string);
}
#endif

}  // namespace csr_dijkstra_test
