// SPDX-License-Identifier: MIT
// The steppable engines under the one-line calls.
#include <cstdint>
#include <doctest/doctest.h>
#include <memory>
#include <optional>
#include <senda/search/bfs.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/range.hpp>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/checks.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

namespace {

/// Nodes that the graph hashes itself: a table that grows asks it again.
struct hashing_graph {
    using node_type = int;
    std::unique_ptr<int> nodes = std::make_unique<int>(5000);

    template <class Emit>
    void successors(int n, Emit&& emit) const {
        for (const int to : {n * 3 + 1, n + 7}) emit(to % *nodes);
    }
    [[nodiscard]] std::size_t hash(int n) const { return static_cast<std::size_t>(n % *nodes); }
};

/// The node of `search` with the most steps to it, found by a search that is moved at every step.
template <class Search>
std::size_t reached_on_the_move(Search&& first) {
    auto search = std::make_unique<Search>(std::move(first));
    while (search->step(100) == senda::status::running) {
        search = std::make_unique<Search>(std::move(*search));
    }
    return search->reached();
}

}  // namespace

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

TEST_CASE("an engine that owns a graph which hashes its nodes can be moved while it runs") {
    CHECK(reached_on_the_move(senda::bfs_search{hashing_graph{}, 0}) == 5000);
    CHECK(reached_on_the_move(senda::dfs_search{hashing_graph{}, 0}) == 5000);
}

TEST_CASE("engines are kept in vectors and optionals, and assigned") {
    using search_type = senda::dijkstra_search<hashing_graph, int>;
    static_assert(std::is_nothrow_move_assignable_v<search_type>);
    std::vector<search_type> searches;
    for (int start = 0; start < 10; ++start) {
        searches.emplace_back(hashing_graph{}, start);
        searches.back().step(static_cast<std::uint64_t>(start) * 30);
    }
    std::optional<search_type> kept;
    for (int start = 0; start < 10; ++start) {
        kept = std::move(searches[static_cast<std::size_t>(start)]);
        CHECK(kept->run() == senda::status::exhausted);
        search_type fresh{hashing_graph{}, start};
        fresh.run();
        CHECK(kept->reached() == fresh.reached());
        CHECK(kept->cost_to(4321) == fresh.cost_to(4321));
    }
    // What was moved from can be assigned to, and goes on from there.
    searches.front() = *std::move(kept);
    searches.front().restart(17);
    CHECK(searches.front().run() == senda::status::exhausted);
    CHECK(searches.front().cost_to(17) == 0);
}

TEST_CASE("a walk is returned from a function half way") {
    const auto begun = [] {
        auto walk = senda::bfs_range(hashing_graph{}, 0);
        int left = 1000;
        for (const int node : walk) {
            (void)node;
            if (--left == 0) break;
        }
        return std::make_unique<decltype(walk)>(std::move(walk));
    };
    const auto walk = begun();
    int rest = 0;
    for (const int node : *walk) {
        (void)node;
        ++rest;
    }
    CHECK(rest == 4000);
}
