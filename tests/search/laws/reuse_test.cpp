// SPDX-License-Identifier: MIT
// Storage kept from one query to the next, on a large graph and on one that grows.
#include <cstddef>
#include <doctest/doctest.h>
#include <functional>
#include <senda/search/bfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <string>
#include <utility>
#include <vector>

#include "support/checks.hpp"
#include "support/rounds.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

namespace {

/// A map of places that have an index but are too large to be queued.
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
    std::size_t index(const at& p) const {
        return static_cast<std::size_t>(p.second * side + p.first);
    }
    std::size_t index_bound() const { return static_cast<std::size_t>(side * side); }
};

/// Crosses the map and then asks for many short ways. `restart(start, goal)` runs a query.
template <class Restart>
void check_small_queries(int side, bool optimal, Restart restart) {
    const auto large = restart({0, 0}, {side - 1, side - 1});
    CHECK(large.status == senda::status::found);
    if (optimal) CHECK(large.cost == 2 * (side - 1));
    const auto bytes = large.statistics.bytes;
    // A blind search without a notion of cost may see the whole map again: a few will do.
    for (int i = 0; i < (optimal ? rounds(200) : 3); ++i) {
        // Every other query is near the one before, so that what is left of it would show.
        const field::at start =
            i % 2 == 0 ? field::at{(i * 37) % (side - 3) + 1, (i * 91) % (side - 3) + 1}
                       : field::at{100 + i % 5, 100 + i % 3};
        const auto answer = restart(start, {start.first + 1, start.second + 1});
        CHECK(answer.status == senda::status::found);
        if (optimal) {
            CHECK(answer.cost == 2);
            CHECK(answer.statistics.expanded < 30);
            CHECK(answer.statistics.bytes <= bytes + bytes / 10);
        }
    }
}

}  // namespace

TEST_CASE("a small query after a large one reuses the storage and does little") {
    const field map{is_slow ? 150 : 300};
    test_graph numbered{map.side * map.side};
    const auto number = [&](const field::at& p) { return static_cast<int>(map.index(p)); };
    for (int y = 0; y < map.side; ++y)
        for (int x = 0; x < map.side; ++x)
            for (const field::at& to : map.successors({x, y}))
                numbered.add(number({x, y}), number(to), 1);
    const dense_view dense{numbered};
    using query = std::function<dense_algorithm::answer(const field::at&, const field::at&)>;
    for (const dense_algorithm& algorithm : dense_algorithms()) {
        if (algorithm.name == "ida_star") continue;
        INFO("algorithm: " << algorithm.name);
        const auto search = algorithm.engine(dense, 0, number({map.side - 1, map.side - 1}));
        const query restart = [&](const field::at& start, const field::at& goal) {
            search->restart(number(start), number(goal));
            search->run();
            return search->result();
        };
        check_small_queries(map.side, algorithm.optimal, restart);
    }
    senda::dijkstra_search by_pairs{map, field::at{0, 0}, field::at{1, 1}};
    check_small_queries(map.side, true, [&](const field::at& start, const field::at& goal) {
        by_pairs.restart(start, goal);
        by_pairs.run();
        return by_pairs.result();
    });
}

TEST_CASE("a search restarted on a graph that has grown answers for the larger one") {
    test_graph graph{10};
    for (int node = 0; node < 9; ++node) graph.add(node, node + 1, 1);
    const auto grow = [](test_graph& row, dense_view<int>& view, int length) {
        for (int node = row.node_count() - 1; node < length; ++node) {
            row.out.emplace_back();
            row.add(node, node + 1, 1);
        }
        view = as_dense(row);
    };
    for (const char* name : {"bfs", "dijkstra", "bidirectional"}) {
        INFO("algorithm: " << std::string{name});
        test_graph row = graph;
        dense_view view{row};
        const auto search = on_dense(name).engine(view, 0, 9);
        CHECK(search->run() == senda::status::found);
        grow(row, view, 999);
        search->restart(5, 999);
        CHECK(search->run() == senda::status::found);
        CHECK(search->result().cost == 994);
    }
    test_graph row = graph;
    dense_view view{row};
    senda::bfs_search distances{view, 0};
    distances.run();
    CHECK(distances.cost_to(9) == 9);
    grow(row, view, 9999);
    distances.restart(0);
    distances.run();
    CHECK(distances.cost_to(9999) == 9999);
    CHECK(distances.path_to(9999).size() == 10'000);
}
