// SPDX-License-Identifier: MIT
// Storage kept from one query to the next, on a large graph and on one that grows.
#include <cstddef>
#include <doctest/doctest.h>
#include <utility>
#include <vector>

#include "../support/rounds.hpp"
#include "support/algorithms.hpp"
#include "support/checks.hpp"

using namespace support;

TEST_CASE("a small query after a large one reuses the storage and does little") {
    const int side = support::is_sanitized ? 150 : 300;
    struct field {
        using at = std::pair<int, int>;
        int side;
        std::vector<at> successors(const at& p) const {
            std::vector<at> next;
            if (p.first > 0) next.push_back({p.first - 1, p.second});
            if (p.second > 0) next.push_back({p.first, p.second - 1});
            if (p.first + 1 < side) next.push_back({p.first + 1, p.second});
            if (p.second + 1 < side) next.push_back({p.first, p.second + 1});
            return next;
        }
        std::vector<at> predecessors(const at& p) const { return successors(p); }
        std::size_t index(const at& p) const {
            return static_cast<std::size_t>(p.second * side + p.first);
        }
        std::size_t index_bound() const { return static_cast<std::size_t>(side * side); }
    };
    const field map{side};
    for_each_algorithm([&](auto algorithm) {
        if (algorithm.name == "ida_star") return;
        INFO("algorithm: " << algorithm.name);
        auto search = algorithm.engine(map, field::at{0, 0}, field::at{side - 1, side - 1});
        CHECK(search.run() == senda::status::found);
        const auto bytes = search.statistics().bytes;
        if (algorithm.optimal) CHECK(search.result().cost == 2 * (side - 1));
        // A blind search without a notion of cost may see the whole map again: a few will do.
        for (int i = 0; i < (algorithm.optimal ? support::rounds(200) : 3); ++i) {
            // Every other query is near the one before, so that what is left of it would show.
            const field::at start =
                i % 2 == 0 ? field::at{(i * 37) % (side - 3) + 1, (i * 91) % (side - 3) + 1}
                           : field::at{100 + i % 5, 100 + i % 3};
            const field::at goal{start.first + 1, start.second + 1};
            search.restart(start, goal);
            CHECK(search.run() == senda::status::found);
            if (algorithm.optimal) {
                CHECK(search.result().cost == 2);
                CHECK(search.statistics().expanded < 30);
                CHECK(search.statistics().bytes <= bytes + bytes / 10);
            }
        }
    });
}

TEST_CASE("a search restarted on a graph that has grown answers for the larger one") {
    test_graph graph{10};
    for (int node = 0; node < 9; ++node) graph.add(node, node + 1, 1);
    struct growing {
        const test_graph* graph;
        std::vector<int> successors(int node) const { return as_nodes(*graph)(node); }
        std::vector<int> predecessors(int node) const {
            return node > 0 ? std::vector{node - 1} : std::vector<int>{};
        }
        std::size_t index(int node) const { return static_cast<std::size_t>(node); }
        std::size_t index_bound() const { return graph->out.size(); }
    };
    const auto check = [&](auto algorithm) {
        INFO("algorithm: " << algorithm.name);
        test_graph row = graph;
        const growing view{&row};
        auto search = algorithm.engine(view, 0, 9);
        CHECK(search.run() == senda::status::found);
        for (int node = 9; node < 999; ++node) {
            row.out.emplace_back();
            row.add(node, node + 1, 1);
        }
        search.restart(5, 999);
        CHECK(search.run() == senda::status::found);
        CHECK(search.result().cost == 994);
    };
    check(bfs_algorithm{});
    check(dijkstra_algorithm{});
    check(bidirectional_algorithm{});
    test_graph row = graph;
    const growing view{&row};
    senda::bfs_search distances{view, 0};
    distances.run();
    CHECK(distances.cost_to(9) == 9);
    for (int node = 9; node < 9999; ++node) {
        row.out.emplace_back();
        row.add(node, node + 1, 1);
    }
    distances.restart(0);
    distances.run();
    CHECK(distances.cost_to(9999) == 9999);
    CHECK(distances.path_to(9999).size() == 10'000);
}
