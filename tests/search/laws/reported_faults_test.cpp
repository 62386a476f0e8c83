// SPDX-License-Identifier: MIT
// Faults that were reported of searches that each had limits of their own, each built so that it
// would show here.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/ida_star.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

namespace reported_faults_test {

using senda::status;

/// n -> n + 1 at cost 1, without end; searched by `batched_astar`.
std::array<std::pair<int, int>, 1> ahead(int n) { return {{{n + 1, 1}}}; }

TEST_CASE("A* in batches tests for the goal before it looks at a limit") {
    const auto h = [](int) { return 0; };
    const std::atomic<bool> stop{true};
    for (const senda::options& o :
         {senda::options{.limits = {.expansions = 0}}, senda::options{.limits = {.time = 0.0}},
          senda::options{.stop = stop}}) {
        const auto found = senda::astar(ahead, 5, 5, h, o);
        CHECK(found.status == status::found);
        CHECK(found.path == std::vector{5});
        CHECK(found.statistics.engine == senda::engine_kind::batched);
        CHECK(senda::astar(ahead, 5, 6, h, o).status != status::found);
    }
    const auto to_ten = [](int n) { return 10 - n; };
    CHECK(senda::astar(ahead, 0, 10, to_ten).statistics.expanded == 10);
    CHECK(senda::astar(ahead, 0, 10, to_ten, {.limits = {.expansions = 10}}).cost == 10);
    CHECK(senda::astar(ahead, 0, 10, to_ten, {.limits = {.expansions = 9}}).status ==
          status::expansion_limit);
}

/// The 8-puzzle with the moves of the gap.
struct eight_puzzle {
    using node_type = std::uint64_t;  // a tile in four bits, the first cell lowest
    using action_type = char;
    using cost_type = int;

    template <class Emit>
    void successors(std::uint64_t board, Emit&& emit) const {
        unsigned gap = 0;
        while ((board >> (4 * gap) & 15) != 0) ++gap;
        const auto slide = [&](unsigned from, char name) {
            const std::uint64_t tile = board >> (4 * from) & 15;
            emit(board - (tile << (4 * from)) + (tile << (4 * gap)), 1, name);
        };
        if (gap >= 3) slide(gap - 3, 'u');
        if (gap < 6) slide(gap + 3, 'd');
        if (gap % 3 != 0) slide(gap - 1, 'l');
        if (gap % 3 != 2) slide(gap + 1, 'r');
    }
};

template <class G, class Answer>
int wrong_actions(const G& g, const Answer& answer) {
    int wrong = 0;
    for (std::size_t i = 0; i + 1 < answer.path.size(); ++i) {
        bool right = false;
        g.successors(answer.path[i], [&](std::uint64_t to, int, char action) {
            right = right || (to == answer.path[i + 1] && action == answer.actions[i]);
        });
        wrong += right ? 0 : 1;
    }
    return wrong;
}

TEST_CASE("bidirectional search of a symmetric graph gives the actions that lead ahead") {
    const std::uint64_t start = 0x103452768;
    const std::uint64_t goal = 0x087654321;
    const eight_puzzle puzzle;
    const senda::symmetric both_ways{puzzle};
    const auto found = senda::bidirectional(both_ways, start, goal);
    REQUIRE(found.status == status::found);
    REQUIRE(found.actions.size() + 1 == found.path.size());
    CHECK(found.cost == 31);
    CHECK(wrong_actions(both_ways, found) == 0);
    const auto back = senda::reverse(both_ways);
    CHECK(wrong_actions(back, senda::bidirectional(back, start, goal)) == 0);
}

/// A row of nodes that counts how often it is asked; the last step is too much for a byte.
struct counting_row {
    using node_type = int;
    using cost_type = int;
    mutable std::uint64_t asked = 0;

    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
    std::size_t index_bound() const { return 100; }
    template <class Emit>
    void successors(int n, Emit&& emit) const {
        ++asked;
        if (n < 99) emit(n + 1, n == 30 ? 1000 : 1);
    }
};

TEST_CASE("dijkstra keeps to its limits when one engine hands on to another") {
    const counting_row row;
    const auto found = senda::dijkstra(row, 0, 50);
    CHECK(found.cost == 1049);
    CHECK(found.statistics.engine == senda::engine_kind::general);
    CHECK(found.statistics.expanded == row.asked);
    for (const std::uint64_t most : {0u, 10u, 31u, 40u, 57u}) {
        row.asked = 0;
        const auto stopped = senda::dijkstra(row, 0, 50, {.limits = {.expansions = most}});
        CHECK(stopped.status == status::expansion_limit);
        CHECK(row.asked == stopped.statistics.expanded);
        CHECK(row.asked <= most);
    }
    CHECK(senda::dijkstra(row, 0, 50, {.limits = {.expansions = found.statistics.expanded}}));
}

TEST_CASE("a search that an exception left says so until it is restarted") {
    bool faulty = true;
    const auto next = [&](int n) {
        if (n == 3 && faulty) throw std::runtime_error("no map of this place");
        return std::array{n + 1};
    };
    senda::bfs_search search{next, 0, 9};
    CHECK_THROWS_AS(search.run(), std::runtime_error);
    CHECK(search.status() == status::aborted);
    CHECK(search.run() == status::aborted);
    CHECK(search.step(7) == status::aborted);
    CHECK(search.result().path.empty());
    faulty = false;
    search.restart(0);
    CHECK(search.run() == status::found);
    CHECK(search.result().cost == 9);
}

TEST_CASE("a limit on costs that is not in the way changes nothing") {
    const auto one_step = [](int n) { return std::vector<int>(n == 0 ? 1 : 0, 1); };
    for (const int most : {0, 1, 2}) {
        const auto answer = senda::bfs(one_step, 0, 7, {.limits = {.cost = most}});
        CHECK(answer.status == (most == 0 ? status::cost_limit : status::exhausted));
    }
    // 1 is met beyond the limit first, and then within it.
    const auto detour = [](int n) {
        using edges = std::vector<std::pair<int, int>>;
        return n == 0 ? edges{{1, 5}, {2, 1}} : n == 2 ? edges{{1, 1}} : edges{};
    };
    const auto h = [](int) { return 0; };
    for (const int most : {0, 1, 2, 3}) {
        const status ends = most < 2 ? status::cost_limit : status::exhausted;
        const senda::options o{.limits = {.cost = most}};
        CHECK(senda::dijkstra(detour, 0, 7, o).status == ends);
        CHECK(senda::astar(detour, 0, 7, h, o).status == ends);
        CHECK(senda::greedy(detour, 0, 7, h, o).status == ends);
    }
}

TEST_CASE("an edge of infinite cost is closed to every search") {
    const auto closed = [](int n) {
        return std::vector<std::pair<int, int>>{{n == 0 ? 1 : 0, n == 0 ? 3 : 1},
                                                {2, senda::infinite<int>}};
    };
    const auto h = [](int) { return 0; };
    CHECK(senda::bfs(closed, 0, 2).status == status::exhausted);
    CHECK(senda::dijkstra(closed, 0, 2).status == status::exhausted);
    CHECK(senda::astar(closed, 0, 2, h).status == status::exhausted);
    CHECK(senda::ida_star(closed, 0, 2, h).status == status::exhausted);
}

TEST_CASE("an estimate that is too high leaves out no path, however large the costs are") {
    const int most = std::numeric_limits<int>::max();
    const auto dear = [&](int n) {
        return std::vector<std::pair<int, int>>{{n + 1, n == 0 ? most - 10 : 2}};
    };
    const auto too_high = [&](int n) { return n == 3 ? 0 : most - 5; };
    CHECK(senda::astar(dear, 0, 3, too_high).cost == most - 6);
    CHECK(senda::astar(dear, 0, 3, too_high, {.weight = 3}).cost == most - 6);
    CHECK(senda::ida_star(dear, 0, 3, too_high).cost == most - 6);
}

TEST_CASE("a limit on costs is exact for whole numbers above 2^53") {
    const std::int64_t cost = (std::int64_t{1} << 60) + 1;
    const auto far = [&](int n) { return std::array{std::pair{n + 1, cost}}; };
    CHECK(senda::dijkstra(far, 0, 1, {.limits = {.cost = cost}}).cost == cost);
    CHECK(senda::dijkstra(far, 0, 1, {.limits = {.cost = cost - 1}}).status == status::cost_limit);
    const auto unsigned_cost = static_cast<std::uint64_t>(cost);
    CHECK(senda::dijkstra(far, 0, 1, {.limits = {.cost = unsigned_cost}}).cost == cost);
    CHECK(senda::limits{.cost = 2.5}.cost.most<int>() == 2);
    CHECK(senda::limits{.cost = -3}.cost.most<int>() == 0);
    CHECK(senda::limits{.cost = 7}.cost.less(9).most<int>() == 0);
    CHECK(senda::limits{.cost = cost}.cost.less(1).most<std::int64_t>() == cost - 1);
}

TEST_CASE("the result says what became of a weight and of threads") {
    const auto h = [](int n) { return 10 - n; };
    const senda::options o{.weight = 2, .threads = 4};
    CHECK(senda::astar(ahead, 0, 10, h, o).statistics.weight == 2);
    CHECK(senda::greedy(ahead, 0, 10, h, o).statistics.weight == 1);
    CHECK(senda::dijkstra(ahead, 0, 10, o).statistics.weight == 1);
    CHECK(senda::bfs(ahead, 0, 10, o).statistics.threads == 1);
    CHECK(
        senda::bfs(senda::grid(9, 9), senda::cell{0, 0}, senda::cell{8, 8}, o).statistics.engine ==
        senda::engine_kind::tiles);
}

}  // namespace reported_faults_test
