// SPDX-License-Identifier: MIT
// More nodes than their numbers can count: an answer, not a wrap. Numbers of 8 bits stand for those
// of 32.
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <vector>

#include "support/algorithms.hpp"
#include "support/checks.hpp"

using namespace support;

namespace {

using number = std::uint8_t;

/// A row of places; where `Dense`, they have an index.
template <bool Dense>
struct row {
    int length;

    std::vector<int> successors(int n) const {
        return n + 1 < length ? std::vector{n + 1} : std::vector<int>{};
    }
    std::vector<int> predecessors(int n) const {
        return n > 0 ? std::vector{n - 1} : std::vector<int>{};
    }
    std::size_t index(int n) const
        requires Dense
    {
        return static_cast<std::size_t>(n);
    }
    std::size_t index_bound() const
        requires Dense
    {
        return static_cast<std::size_t>(length);
    }
};

template <class Search>
void check_end_of_numbers(Search& search, int goal, int room) {
    search.run();
    const auto answer = search.result();
    if (goal < room) {
        CHECK(answer.status == senda::status::found);
        CHECK(answer.cost == goal);
        CHECK(answer.path.size() == static_cast<std::size_t>(goal + 1));
    } else {
        check_no_path(answer, senda::status::memory_limit);
        CHECK(answer.lower_bound <= goal);
    }
}

template <bool Dense>
void check_rows() {
    using graph = const row<Dense>&;
    using senda::no_observer;
    for (const int goal : {1, 100, 250, 258, 300, 600, 5000}) {
        CAPTURE(goal);
        const row<Dense> places{goal + 10};
        senda::bfs_search<graph, int, int, no_observer, number> bfs{places, 0, goal};
        check_end_of_numbers(bfs, goal, 254);
        senda::dfs_search<graph, int, int, no_observer, number> dfs{places, 0, goal};
        check_end_of_numbers(dfs, goal, 254);
        senda::dijkstra_search<graph, int, int, no_observer, number> dijkstra{places, 0, goal};
        check_end_of_numbers(dijkstra, goal, 254);
        senda::astar_search<graph, int, int, blind, no_observer, number> astar{places, 0, goal,
                                                                               blind{}};
        check_end_of_numbers(astar, goal, 254);
        if (goal >= 250 && goal <= 510) continue;  // two pools: the end comes later
        senda::bidirectional_search<graph, int, int, no_observer, number> both{places, 0, goal};
        check_end_of_numbers(both, goal, 254);
    }
}

}  // namespace

TEST_CASE("more nodes than their numbers can count is a memory limit in a hashed table") {
    check_rows<false>();
}

TEST_CASE("more nodes than their numbers can count is a memory limit in arrays") {
    check_rows<true>();
}
