// SPDX-License-Identifier: MIT
#include <senda/search/options.hpp>

#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <string>

#include "support/checks.hpp"
#include "support/endless_graphs.hpp"
#include "support/enum_names.hpp"
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

TEST_CASE("every status, outcome and engine has its name") {
    support::check_names<senda::status>();
    support::check_names<senda::outcome>();
    support::check_names<senda::engine_kind>();
    CHECK(senda::stopped_by(senda::status::time_limit) == "the time limit");
    CHECK(senda::stopped_by(senda::status::found).empty());
    CHECK(senda::stopped_by(senda::status::exhausted).empty());
}
