// SPDX-License-Identifier: MIT
#include <senda/search/anytime_astar.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <map>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/verify.hpp>
#include <set>
#include <utility>
#include <vector>

#include "bounded_tests.hpp"
#include "support/checks.hpp"
#include "support/heuristics.hpp"
#include "support/views.hpp"

namespace anytime_astar_tests {

using namespace support;
using senda::status;

/// A path that can be walked, of the cost that it says, and a bound that holds.
template <class G, class Start, class Goal, class Answer>
void check_answer(const G& g, const Start& start, const Goal& goal, const Answer& answer,
                  double best) {
    const auto replayed = senda::verify(g, start, goal, answer);
    CHECK_MESSAGE(static_cast<bool>(replayed), replayed.message);
    CHECK(static_cast<double>(answer.lower_bound) <= best + 1e-9);
    if (!answer) return;
    CHECK(static_cast<double>(answer.cost) >= best - 1e-9);
    CHECK(static_cast<double>(answer.cost) <= answer.factor() * best + 1e-9);
    CHECK(answer.is_optimal() == (answer.lower_bound == answer.cost));
}

/// All answers in turn, each better than the one before, and the last one optimal.
template <class G, class Start, class Goal, class H>
auto check_answers(const G& g, const Start& start, const Goal& goal, const H& h, double best) {
    senda::anytime_astar_search search{g, start, goal, h};
    auto last = decltype(search.result()){};
    std::vector<decltype(last.cost)> costs;
    while (search.next_answer()) {
        const auto answer = search.result();
        CHECK(answer.cost < last.cost);
        CHECK(static_cast<bool>(answer));
        check_answer(g, start, goal, answer, best);
        last = answer;
        costs.push_back(answer.cost);
    }
    const auto whole = search.result();
    if (best == std::numeric_limits<double>::infinity()) {
        check_exhausted(whole);
        CHECK(costs.empty());
        return costs;
    }
    REQUIRE(search.status() == status::found);
    CHECK(static_cast<double>(whole.cost) == doctest::Approx(static_cast<double>(last.cost)));
    // Another path may cost the same but for rounding.
    if constexpr (std::integral<decltype(last.cost)>) CHECK(whole.path == last.path);
    CHECK(whole.is_optimal());
    CHECK(whole.factor() == 1);
    CHECK(static_cast<double>(whole.cost) == doctest::Approx(best));
    CHECK(search.statistics().expanded == whole.statistics.expanded);
    return costs;
}

inline double as_number(wide cost) {
    return cost == unreachable ? std::numeric_limits<double>::infinity()
                               : static_cast<double>(cost);
}

}  // namespace anytime_astar_tests

TEST_CASE("anytime_astar finds better and better paths with bounds that hold, the last optimal") {
    using namespace anytime_astar_tests;
    int several = 0;
    for_each_graph(300, 25, [&](const test_graph& graph, split_mix64& random) {
        const auto [least, dense, start, goal, least_cost] = errand(graph, random);
        const double best = as_number(least_cost);
        const auto h = random.percent(30) ? exact<int>(least, {goal})
                                          : random_admissible<int>(least, {goal}, random);
        const auto costs = check_answers(dense, start, goal, h, best);
        if (costs.size() > 1) ++several;
        CHECK(check_answers(as_hashed(dense), start, goal, h, best) == costs);
        CHECK(check_answers(as_edges(graph), start, goal, h, best) == costs);
    });
    if (!is_slow) CHECK(several > 3);
}

TEST_CASE("anytime_astar on real costs ends with what dijkstra finds") {
    using namespace anytime_astar_tests;
    for_each_graph(200, 20, [](const test_graph& whole, split_mix64& random) {
        const auto graph = quarter(whole);
        const auto [least, _, start, goal, best] = errand(whole, random);
        const auto h = quarter(random_admissible<int>(least, {goal}, random));
        const auto sure = senda::dijkstra(as_dense(graph), start, goal);
        check_answers(as_dense(graph), start, goal, h, sure.cost);
    });
}

TEST_CASE("anytime_astar stopped after any number of expansions says what it knows") {
    using namespace anytime_astar_tests;
    int early = 0;
    for_each_graph(150, 12, [&](const test_graph& graph, split_mix64& random) {
        const auto [least, dense, start, goal, least_cost] = errand(graph, random);
        const double best = as_number(least_cost);
        const auto h = random_admissible<int>(least, {goal}, random);
        const auto full = senda::anytime_astar(dense, start, goal, h);
        auto before = decltype(full){};
        senda::anytime_astar_search stepped{dense, start, goal, h};
        for (std::uint64_t limit = 0; limit < full.statistics.expanded; ++limit) {
            CAPTURE(limit);
            const auto less =
                senda::anytime_astar(dense, start, goal, h, {.limits = {.expansions = limit}});
            REQUIRE(less.status == status::expansion_limit);
            CHECK(less.statistics.expanded == limit);
            check_answer(dense, start, goal, less, best);
            CHECK(less.cost <= before.cost);
            CHECK(less.lower_bound >= before.lower_bound);
            if (less) ++early;
            before = less;
            // While it runs it has the same path, and a bound that it need not count for.
            if (limit > 0) REQUIRE(stepped.step() == status::running);
            const auto now = stepped.result();
            CHECK(now.path == less.path);
            CHECK(now.cost == less.cost);
            CHECK(now.lower_bound <= less.lower_bound);
        }
    });
    if (!is_slow) CHECK(early > 20);
}

TEST_CASE("anytime_astar stopped in the middle of an expansion still has a bound that holds") {
    using namespace anytime_astar_tests;
    struct stopper {
        int* left;
        senda::flow on_generate(int, int, int) const {
            return (*left)-- == 0 ? senda::flow::stop : senda::flow::proceed;
        }
    };
    for_each_graph(60, 12, [](const test_graph& graph, split_mix64& random) {
        const auto [least, dense, start, goal, least_cost] = errand(graph, random);
        const double best = as_number(least_cost);
        const auto h = random_admissible<int>(least, {goal}, random);
        auto ended = status::cancelled;
        for (int after = 0; ended == status::cancelled; ++after) {
            int left = after;
            const auto found = senda::anytime_astar(dense, start, goal, h, {}, stopper{&left});
            check_answer(dense, start, goal, found, best);
            ended = found.status;
        }
    });
}

TEST_CASE("the last of all answers is what was found when a limit came") {
    using namespace anytime_astar_tests;
    for_each_graph(100, 15, [](const test_graph& graph, split_mix64& random) {
        const auto [least, dense, start, goal, best] = errand(graph, random);
        const auto h = random_admissible<int>(least, {goal}, random);
        const senda::anytime_options few{
            .limits = {.expansions = static_cast<std::uint64_t>(random.below(15))}};
        const auto called = senda::anytime_astar(dense, start, goal, h, few);
        senda::anytime_astar_search search{dense, start, goal, h, few};
        auto last = decltype(search.result()){};
        while (search.next_answer()) last = search.result();
        CHECK(last.path == called.path);
        CHECK(last.cost == called.cost);
        CHECK(search.status() == called.status);
    });
}

TEST_CASE("anytime_astar ends once its path is within the last weight") {
    using namespace anytime_astar_tests;
    for_each_graph(200, 25, [](const test_graph& graph, split_mix64& random) {
        const auto [least, dense, start, goal, least_cost] = errand(graph, random);
        const double best = as_number(least_cost);
        const auto h = random_admissible<int>(least, {goal}, random);
        const double last = 1 + 2 * random.unit();
        const senda::anytime_options o{.weight = 1 + 9 * random.unit(),
                                       .last_weight = last,
                                       .shrink = random.percent(20) ? 0 : random.unit()};
        const auto found = senda::anytime_astar(dense, start, goal, h, o);
        check_answer(dense, start, goal, found, best);
        if (best == std::numeric_limits<double>::infinity()) return check_exhausted(found);
        CHECK(found.status == status::found);
        CHECK(found.cost <= last * best + 1e-9);
        CHECK(found.factor() <= last + 1e-6);
    });
}

TEST_CASE("anytime_astar takes several starts and goals, also at different costs") {
    using namespace anytime_astar_tests;
    for_each_graph(200, 15, [](const test_graph& graph, split_mix64& random) {
        const dense_view dense{graph};
        const auto least = floyd_warshall(graph);
        const auto starts = some_priced(graph.node_count(), random);
        const auto goals = some_priced(graph.node_count(), random);
        const auto sure = senda::dijkstra(dense, senda::any_of(starts), senda::any_of(goals));
        const double best =
            sure ? static_cast<double>(sure.cost) : std::numeric_limits<double>::infinity();
        table_heuristic<int> h;
        for (int n = 0; n < graph.node_count(); ++n) {
            wide left = unreachable;
            for (const auto& end : goals)
                left = std::min(left, between(least, n, end.to) + end.cost);
            const double part = random.unit();
            h.estimate.push_back(
                left >= unreachable ? 7 : static_cast<int>(part * static_cast<double>(left)));
        }
        check_answers(dense, senda::any_of(starts), senda::any_of(goals), h, best);
    });
}

TEST_CASE("anytime_astar with an estimate that is too high ends with a path that replays") {
    support::check_too_high(200, [](auto&&... asked) { return senda::anytime_astar(asked...); });
}

TEST_CASE("anytime_astar on grids ends with what dijkstra finds, and expands a cell once a round") {
    using namespace anytime_astar_tests;
    for (int seed = 1; seed <= rounds(60); ++seed) {
        CAPTURE(seed);
        split_mix64 random{static_cast<std::uint64_t>(seed)};
        const int walls = random.below(40);
        const senda::octile_grid grid{random.between(2, 30), random.between(2, 30),
                                      [&](senda::cell) { return !random.percent(walls); }};
        const senda::cell start{random.below(grid.width()), random.below(grid.height())};
        const senda::cell goal{random.below(grid.width()), random.below(grid.height())};
        const auto sure = senda::dijkstra(grid, start, goal);
        const senda::octile h{goal};
        check_answers(grid, start, goal, h, sure.cost);

        std::map<double, std::set<std::pair<int, int>>> expanded;
        senda::cell last{};
        struct recorder {
            senda::cell* last;
            void on_expand(senda::cell c, double) const { *last = c; }
        };
        senda::anytime_astar_search search{grid, start, goal, h, {}, recorder{&last}};
        for (std::uint64_t count = 0; search.step() == status::running;) {
            if (search.statistics().expanded == count) continue;
            count = search.statistics().expanded;
            CHECK(expanded[search.weight()].insert({last.x, last.y}).second);
        }
    }
}

TEST_CASE("anytime_astar needs no more than nodes times steps where A* expands exponentially") {
    // As in A. Martelli's graphs, 1977, the estimate sends A* to each node on ever better paths.
    constexpr int nodes = 14;
    support::test_graph graph{nodes};
    std::vector<int> estimates{0};
    for (int i = 1; i < nodes; ++i) {
        for (int j = 1; j < i; ++j) graph.add(i, j, (1 << (i - 1)) / 2 - (1 << (j - 1)) + i - j);
        estimates.push_back((1 << (i - 1)) + 2 * i);
    }
    graph.add(1, 0, 1 << nodes);
    const support::table_heuristic<int> h{estimates};
    const auto dense = support::as_dense(graph);
    const auto sure = senda::dijkstra(dense, nodes - 1, 0);
    const auto found = senda::anytime_astar(dense, nodes - 1, 0, h);
    CHECK(found.cost == sure.cost);
    CHECK(found.is_optimal());
    CHECK(found.statistics.expanded <= nodes * nodes);
    CHECK(senda::astar(dense, nodes - 1, 0, h).statistics.expanded > 1 << (nodes - 4));
}

TEST_CASE("a stop token ends an anytime search with the path that it has") {
    const senda::octile_grid grid{60, 60,
                                  [](senda::cell c) { return c.x % 3 != 1 || c.y % 7 != 0; }};
    const senda::cell goal{59, 59};
    std::atomic<bool> stop{false};
    senda::anytime_astar_search search{
        grid, senda::cell{0, 0}, goal, senda::octile{goal}, {.stop = stop}};
    REQUIRE(search.next_answer());
    CHECK(search.status() == senda::status::running);
    CHECK(search.answers() == 1);
    CHECK(search.weight() < 3);
    stop = true;
    const auto first = search.result();
    CHECK(search.run() == senda::status::cancelled);
    const auto stopped = search.result();
    CHECK(static_cast<bool>(stopped));
    CHECK(stopped.cost <= first.cost);
    CHECK(stopped.factor() <= 3);
    CHECK(senda::verify(grid, senda::cell{0, 0}, goal, stopped));

    stop = false;
    search.restart(senda::cell{0, 0});
    CHECK(search.answers() == 0);
    CHECK(search.run() == senda::status::found);
    CHECK(search.result().is_optimal());
}

TEST_CASE("a result of an anytime search tells no path from one that nothing is known of") {
    senda::anytime_result<int, int> none;
    CHECK_FALSE(static_cast<bool>(none));
    CHECK_FALSE(none.is_optimal());
    CHECK(none.factor() == std::numeric_limits<double>::infinity());
    none.path = {1};
    none.cost = 5;
    CHECK(none.factor() == std::numeric_limits<double>::infinity());
    none.lower_bound = 4;
    CHECK(none.factor() == 1.25);
    none.cost = none.lower_bound = 0;
    CHECK(none.factor() == 1);
}

TEST_CASE("anytime_astar finds a path where weight and estimate exceed the type of costs") {
    const auto line = [](int n) {
        std::vector<std::pair<int, int>> next;
        if (n < 3) next.emplace_back(n + 1, 300'000'000);
        return next;
    };
    const auto left = [](int n) { return (3 - n) * 300'000'000; };
    const auto found = senda::anytime_astar(line, 0, 3, left);
    CHECK(found.status == senda::status::found);
    CHECK(found.cost == 900'000'000);
    CHECK(found.lower_bound == 900'000'000);
}

TEST_CASE("anytime_astar ends where a limit on costs and a weight leave nothing to do") {
    const std::vector<std::vector<std::pair<int, int>>> graph{
        {{1, 10}, {2, 1'500'000'000}}, {{3, 900'000'000}}, {{3, 1}}, {}};
    const std::vector<int> left{100, 900'000'000, 0, 0};
    const auto h = [&](int n) { return left[static_cast<std::size_t>(n)]; };
    const auto found = senda::anytime_astar(
        graph, 0, 3, h,
        {.limits = {.expansions = 1000, .time = 1.0, .cost = 1'000'000'000}, .last_weight = 3});
    CHECK(found.status == senda::status::found);
    CHECK(found.cost == 900'000'010);
}

TEST_CASE("anytime_astar ends with weights that are not finite, or hardly shrink") {
    const senda::grid field{20, 20};
    const senda::cell goal{19, 19};
    for (const double weight :
         {1e300, std::numeric_limits<double>::max(), std::numeric_limits<double>::infinity()}) {
        for (const double shrink : {0.25, std::nextafter(1.0, 0.0)}) {
            const auto found = senda::anytime_astar(field, {0, 0}, goal, senda::manhattan{goal},
                                                    {.weight = weight, .shrink = shrink});
            CHECK(found.status == senda::status::found);
            CHECK(found.cost == 38);
            CHECK(found.is_optimal());
        }
    }
}
