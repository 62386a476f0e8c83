// SPDX-License-Identifier: MIT
// What every answer must keep, said once.
#pragma once

#include "random_graphs.hpp"
#include "reference.hpp"
#include "views.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <senda/search/result.hpp>
#include <set>

namespace support {

/// An answer without a path: nothing in it looks like one.
template <class Result>
void check_no_path(const Result& answer, senda::status reason) {
    using cost_type = decltype(answer.cost);
    CHECK(answer.status == reason);
    CHECK_FALSE(static_cast<bool>(answer));
    CHECK(answer.cost == infinite<std::decay_t<cost_type>>);
    CHECK(answer.path.empty());
    CHECK(answer.actions.empty());
}

/// "No path" with proof.
template <class Result>
void check_exhausted(const Result& answer) {
    check_no_path(answer, senda::status::exhausted);
    CHECK(answer.lower_bound == answer.cost);
}

/// A path that replays, from a start to a goal, whatever its cost is.
template <class Cost, class Result>
void check_replays(const basic_test_graph<Cost>& graph, const Result& answer, int start, int goal) {
    REQUIRE(answer.status == senda::status::found);
    CHECK(static_cast<bool>(answer));
    CHECK_EQ(replay_fault(graph, answer, start, goal), "");
}

/// The answer of an optimal search, held against the least cost.
template <class Cost, class Result>
void check_optimal(const basic_test_graph<Cost>& graph, const Result& answer, int start, int goal,
                   wide best) {
    if (best == unreachable) {
        check_exhausted(answer);
        return;
    }
    check_replays(graph, answer, start, goal);
    CHECK(same_cost(answer.cost, best));
    CHECK(answer.lower_bound == answer.cost);
}

/// The answer of a search that promises a path but not the best one.
template <class Cost, class Result>
void check_sound(const basic_test_graph<Cost>& graph, const Result& answer, int start, int goal,
                 wide best) {
    if (best == unreachable) {
        check_exhausted(answer);
        return;
    }
    check_replays(graph, answer, start, goal);
    CHECK(static_cast<wide>(answer.cost) >= best);
    CHECK(static_cast<wide>(answer.lower_bound) <= best);
}

/// Two answers that say the same, whatever work it took.
template <class A, class B>
void check_same_answer(const A& a, const B& b) {
    CHECK(a.status == b.status);
    CHECK(a.cost == b.cost);
    CHECK(a.lower_bound == b.lower_bound);
    CHECK(ids(a.path) == ids(b.path));
    CHECK(std::equal(a.actions.begin(), a.actions.end(), b.actions.begin(), b.actions.end()));
}

/// Two answers that are the same but for the time they took.
template <class A, class B>
void check_same(const A& a, const B& b) {
    check_same_answer(a, b);
    CHECK(a.statistics.expanded == b.statistics.expanded);
    CHECK(a.statistics.generated == b.statistics.generated);
    CHECK(a.statistics.reopened == b.statistics.reopened);
}

/// A few different nodes, at least one.
inline std::set<int> some_nodes(int node_count, int at_most, split_mix64& random) {
    std::set<int> chosen;
    for (int drawn = random.between(1, at_most); drawn > 0; --drawn)
        chosen.insert(random.below(node_count));
    return chosen;
}

/// The least cost from any start to any goal.
inline wide least_between(const distance_matrix& least, const std::set<int>& starts,
                          const std::set<int>& goals) {
    wide best = unreachable;
    for (int start : starts)
        for (int goal : goals) best = std::min(best, between(least, start, goal));
    return best;
}

}  // namespace support
