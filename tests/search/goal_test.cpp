// SPDX-License-Identifier: MIT
#include <senda/search/goal.hpp>

#include <doctest/doctest.h>
#include <vector>

#include "support/checks.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

TEST_CASE("a search from no start at all is exhausted") {
    const test_graph graph{3};
    const dense_view dense{graph};
    const std::vector<int> none;
    for (const dense_algorithm& algorithm : dense_algorithms()) {
        INFO("algorithm: " << algorithm.name);
        check_exhausted(algorithm.call(dense, senda::any_of(none), 2));
        check_exhausted(algorithm.call(dense, 0, senda::any_of(none)));
    }
}

TEST_CASE("a start or a goal beyond the index of the graph has no path") {
    test_graph graph{3};
    graph.add(0, 1, 1);
    const dense_view dense{graph};
    for (const dense_algorithm& algorithm : dense_algorithms()) {
        INFO("algorithm: " << algorithm.name);
        for (const int outside : {3, 1000, -1}) {
            check_exhausted(algorithm.call(dense, outside, 1));
            check_exhausted(algorithm.call(dense, 0, outside));
            check_exhausted(algorithm.call(dense, outside, outside));
            CHECK(
                algorithm.call(dense, senda::any_of{outside, 0}, senda::any_of{1, outside}).cost ==
                1);
        }
    }
}

TEST_CASE("a start named twice is one start") {
    test_graph graph{3};
    graph.add(0, 1, 1);
    graph.add(1, 2, 1);
    const dense_view dense{graph};
    for (const dense_algorithm& algorithm : dense_algorithms()) {
        INFO("algorithm: " << algorithm.name);
        const auto once = algorithm.call(dense, 0, 2);
        const auto twice = algorithm.call(dense, senda::any_of{0, 0}, senda::any_of{2, 2});
        CHECK(twice.cost == 2);
        CHECK(twice.path == once.path);
        if (algorithm.name != "ida_star")
            CHECK(twice.statistics.expanded == once.statistics.expanded);
    }
}

TEST_CASE("a start that is a goal is an answer without a move") {
    test_graph graph{3};
    graph.add(0, 0, 1);
    graph.add(0, 1, 1);
    graph.add(1, 0, 1);
    const dense_view dense{graph};
    for (const dense_algorithm& algorithm : dense_algorithms()) {
        INFO("algorithm: " << algorithm.name);
        const auto answer = algorithm.call(dense, 0, 0);
        CHECK(answer.status == senda::status::found);
        CHECK(answer.cost == 0);
        CHECK(answer.lower_bound == 0);
        CHECK(answer.path == std::vector{0});
        CHECK(answer.actions.empty());
        const auto several = algorithm.call(dense, senda::any_of{1, 2}, senda::any_of{0, 2});
        CHECK(several.cost <= (algorithm.optimal ? 0 : 1));
    }
}
