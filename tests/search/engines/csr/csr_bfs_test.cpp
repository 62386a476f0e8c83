// SPDX-License-Identifier: MIT
#include "search/engines/csr/csr_bfs_searches.hpp"
#include "support/rounds.hpp"

#include <doctest/doctest.h>

#include <senda/search/reachable.hpp>

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace csr_bfs_test {

using senda::csr;
using senda::no_goal;
using senda::status;

/// A graph wide enough for layers, without tuning.
csr<> wide_graph() {
    support::stored_edges edges;
    senda::random_source random(5);
    for (int i = 0; i < 40'000; ++i) {
        edges.push_back({static_cast<std::uint32_t>(random.below(5'000)),
                         static_cast<std::uint32_t>(random.below(5'000))});
    }
    return *csr<>::from_undirected_edges(5'000, edges);
}

TEST_CASE("Layers of stored graphs agree with a queue, on ten thousand random graphs") {
    for (std::uint64_t seed = 0; seed < support::rounds(10'000U); ++seed) {
        const std::string fault = support::fault_on_stored_graphs(seed, {1});
        REQUIRE_MESSAGE(fault.empty(), fault);
    }
}

TEST_CASE("Layers that threads share are the same for any number of them") {
    for (std::uint64_t seed = 0; seed < (support::is_slow ? 8U : 200U); ++seed) {
        const std::string fault = support::fault_on_stored_graphs(seed, {1, 2, 3, 5, 16});
        REQUIRE_MESSAGE(fault.empty(), fault);
    }
}

TEST_CASE("A wide layer is searched at once, which the result says") {
    const csr<> g = wide_graph();
    const auto far = senda::bfs(g, 1U, [](std::uint32_t) { return false; });
    CHECK(far.status == status::exhausted);
    CHECK(far.statistics.engine == senda::engine_kind::layers);
    CHECK(far.engine == "layers: stored edges, wide layers as bits");
    CHECK(far.statistics.generated < g.edge_count());
    const auto all = senda::reachable(g, 1U);
    CHECK(all.engine == far.engine);
    CHECK(all.nodes.size() == far.statistics.expanded);
    const csr<> small = *csr<>::from_undirected_edges(3, {{0, 1}, {1, 2}});
    CHECK(senda::bfs(small, 0, 2).engine == "general: numbered nodes, arrays");
    struct {
        void on_expand(std::uint32_t) {}
    } looks_on;
    CHECK(senda::bfs(
              g, 1U, [](std::uint32_t) { return false; }, {}, looks_on)
              .engine == "general: an observer looks on");
}

TEST_CASE("Steps, a restart and questions about other nodes are as without layers") {
    const csr<> g = wide_graph();
    const auto expected = support::distances_by_queue(g, 1);
    senda::bfs_search whole(g, 1U);
    whole.run();
    senda::bfs_search stepped(g, 1U);
    while (stepped.step(700) == status::running) CHECK(stepped.statistics().expanded % 700 == 0);
    senda::bfs_search settled(g, 1U);
    for (std::uint32_t n = 0; n < g.node_count(); n += 37) {
        const bool is_reached = expected[n] != g.node_count();
        const auto cost = static_cast<senda::steps>(expected[n]);
        CHECK(whole.cost_to(n).has_value() == is_reached);
        if (!is_reached) continue;
        CHECK(whole.cost_to(n) == cost);
        CHECK(stepped.cost_to(n) == cost);
        CHECK(settled.settle(n) == cost);
        CHECK(whole.path_to(n).size() == expected[n] + 1);
    }
    const std::size_t reached = whole.reached();
    whole.restart(2U);
    CHECK(whole.statistics().engine == senda::engine_kind::general);
    CHECK(whole.statistics().threads == 1);
    CHECK(whole.run() == status::exhausted);
    CHECK(whole.reached() == reached);
    senda::bfs_search moved(g, 1U);
    (void)moved.step(50);
    senda::bfs_search there = std::move(moved);
    CHECK(there.run() == status::exhausted);
    CHECK(there.reached() == reached);
}

TEST_CASE("A search by layers that starts again finds what a new one does") {
    const auto order_of = [](auto& search) {
        std::vector<std::pair<std::uint32_t, std::size_t>> order;
        for (std::size_t i = 0; i < search.reached(); ++i)
            order.emplace_back(search.reached(i), search.parent(i));
        return order;
    };
    for (std::uint64_t seed = 0; seed < support::rounds(400U); ++seed) {
        CAPTURE(seed);
        const support::stored_sample sample(seed, 400);
        // Without the edges into nodes every layer is followed, else most are looked back from.
        const csr<> graphs[] = {*csr<>::from_edges(sample.nodes, sample.edges),
                                *csr<>::from_undirected_edges(sample.nodes, sample.edges)};
        for (const csr<>& g : graphs) {
            for (const unsigned threads : {1U, 3U}) {
                const senda::options o{.threads = threads};
                senda::bfs_search again(g, 0U, no_goal{}, o);
                senda::detail::layer_tuner::set(again, support::always_wide);
                again.run();
                for (std::uint32_t start = 1; start < sample.nodes; start += 1 + start) {
                    senda::bfs_search fresh(g, start, no_goal{}, o);
                    senda::detail::layer_tuner::set(fresh, support::always_wide);
                    fresh.run();
                    again.restart(start);
                    CHECK(again.run() == status::exhausted);
                    REQUIRE(order_of(again) == order_of(fresh));
                    CHECK(again.statistics().generated == fresh.statistics().generated);
                }
            }
        }
    }
}

TEST_CASE("Searches by layers hold to limits") {
    const csr<> g = wide_graph();
    const auto nowhere = [](std::uint32_t) { return false; };
    const std::uint64_t all = senda::bfs(g, 1U, nowhere).statistics.expanded;
    for (const unsigned threads : {1u, 3u}) {
        for (std::uint64_t most = 0; most < all; most += support::is_slow ? 583 : 83) {
            const auto r = senda::bfs(
                g, 1U, nowhere, senda::options{.limits = {.expansions = most}, .threads = threads});
            REQUIRE(r.status == status::expansion_limit);
            REQUIRE(r.statistics.expanded == most);
        }
        for (std::uint64_t bytes = 0; bytes < 150'000; bytes += support::is_slow ? 5'777 : 777) {
            const auto r = senda::bfs(
                g, 1U, nowhere, senda::options{.limits = {.bytes = bytes}, .threads = threads});
            REQUIRE((r.status == status::memory_limit || r.status == status::exhausted));
            REQUIRE(r.statistics.bytes <= bytes);
        }
        const auto deep =
            senda::bfs(g, 1U, nowhere, senda::options{.limits = {.cost = 2}, .threads = threads});
        CHECK(deep.status == status::cost_limit);
        CHECK(deep.lower_bound == 3);
    }
    const std::atomic<bool> stop = true;
    CHECK(senda::bfs(g, 1U, nowhere, {.stop = stop}).status == status::cancelled);
}

TEST_CASE("A stop token that comes in the middle of a layer ends the search") {
    struct after_looks {
        mutable std::atomic<int> left;
        [[nodiscard]] bool stop_requested() const { return --left < 0; }
    };
    const csr<> g = wide_graph();
    for (const unsigned threads : {1u, 3u}) {
        for (int looks = 0; looks < 30; ++looks) {
            const after_looks stop{looks};
            senda::bfs_search search(g, 1U, no_goal{}, {.stop = stop, .threads = threads});
            senda::detail::layer_tuner::set(search, support::always_wide);
            const status s = search.run();
            REQUIRE((s == status::cancelled || s == status::exhausted));
            std::size_t known = 0;
            for (const auto& reached : search.tree()) known += reached.cost >= 0 ? 1 : 0;
            REQUIRE(known == search.reached());
        }
    }
}

#if defined(__cpp_exceptions)
TEST_CASE("What a predicate throws arrives at the caller") {
    const csr<> g = wide_graph();
    for (const unsigned threads : {1u, 4u}) {
        int asked = 0;
        const auto throws = [&](std::uint32_t) -> bool {
            if (++asked == 3'000) throw std::string("enough");
            return false;
        };
        CHECK_THROWS_AS((void)senda::bfs(g, 1U, throws, senda::options{.threads = threads}),
                        std::string);
    }
}
#endif

TEST_CASE("A graph knows that its edges lead both ways, if it was made so or was asked") {
    csr<> both = *csr<>::from_edges(3, {{0, 1}, {1, 2}, {1, 0}, {2, 1}, {2, 2}});
    CHECK(!both.is_undirected());
    CHECK(both.check_undirected());
    CHECK(both.is_undirected());
    CHECK(both.transposed().is_undirected());
    csr<> one = *csr<>::from_edges(3, {{0, 1}, {1, 2}});
    CHECK(!one.check_undirected());
    csr<int> uneven = *csr<int>::from_edges(2, {{0, 1, 3}, {1, 0, 4}});
    CHECK(!uneven.check_undirected());
    const auto made = csr<int>::from_undirected_edges(3, {{0, 1, 5}, {2, 1, 7}, {2, 2, 1}});
    CHECK(made->is_undirected());
    CHECK(made->edge_count() == 5);
    csr<int> again = *made;
    CHECK(again.check_undirected());
    CHECK(csr<>::from_undirected_edges(2, {{0, 5}}).error().code == "bad_node");
}

}  // namespace csr_bfs_test
