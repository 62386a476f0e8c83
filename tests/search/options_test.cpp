// SPDX-License-Identifier: MIT
#include <senda/search/options.hpp>

#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <string>

#include "support/checks.hpp"
#include "support/endless_graphs.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

TEST_CASE("the lower bound of a stopped search grows with the work done") {
    test_graph row{1001};
    for (int node = 0; node < 1000; ++node) row.add(node, node + 1, 1);
    const auto chain = as_edges(row);
    for (const edges_algorithm& algorithm : edges_algorithms()) {
        if (!algorithm.optimal) continue;
        INFO("algorithm: " << algorithm.name);
        const auto answer =
            algorithm.call(chain, 0, 1000, senda::options{.limits = {.expansions = 500}});
        CHECK(answer.lower_bound <= 1000);
        CHECK(answer.lower_bound > 0);
        if (algorithm.name != "ida_star") CHECK(answer.lower_bound >= 499);
    }
}

TEST_CASE("a search without options has no limits") {
    const senda::options none;
    CHECK(none.weight == 1);
    CHECK_FALSE(none.stop.stop_requested());
    CHECK(none.limits.expansions == std::numeric_limits<std::uint64_t>::max());
    CHECK(none.limits.bytes == std::numeric_limits<std::uint64_t>::max());
    CHECK(none.limits.cost == std::numeric_limits<double>::infinity());
    CHECK(none.limits.time.seconds() == std::numeric_limits<double>::infinity());
}

TEST_CASE("every status has its name") {
    CHECK(std::string{senda::to_string(senda::status::running)} == "running");
    CHECK(std::string{senda::to_string(senda::status::found)} == "found");
    CHECK(std::string{senda::to_string(senda::status::exhausted)} == "exhausted");
    CHECK(std::string{senda::to_string(senda::status::cancelled)} == "cancelled");
    CHECK(std::string{senda::to_string(senda::status::expansion_limit)} == "expansion_limit");
    CHECK(std::string{senda::to_string(senda::status::memory_limit)} == "memory_limit");
    CHECK(std::string{senda::to_string(senda::status::time_limit)} == "time_limit");
    CHECK(std::string{senda::to_string(senda::status::cost_limit)} == "cost_limit");
    CHECK(std::string{senda::to_string(senda::status::negative_cost)} == "negative_cost");
    CHECK(senda::stopped_by(senda::status::time_limit) == "the time limit");
    CHECK(senda::stopped_by(senda::status::found).empty());
    CHECK(senda::stopped_by(senda::status::exhausted).empty());
}
