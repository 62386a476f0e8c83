// SPDX-License-Identifier: MIT
#include <senda/search/bfs.hpp>
#include <senda/search/ida_star.hpp>
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

namespace {

/// Whether `const` code asks it: only a search that may be shared has that compiled.
struct row_of_numbers {
    void operator()(int n, auto&& emit) {
        if (n < 100) emit(n + 1);
    }
    void operator()(int n, auto&& emit) const {
        static_assert(sizeof(emit) == 0, "compiled for threads");
        emit(n);
    }
};

struct my_options : senda::options {};

}  // namespace

TEST_CASE("what threads share is compiled for those who name them") {
    const auto no_estimate = [](int) { return 0; };
    row_of_numbers row;
    CHECK(senda::bfs(row, 0, 9).cost == 9);
    CHECK(senda::bfs(row, 0, 9, {}).cost == 9);
    CHECK(senda::bfs(row, 0, 9, {.limits = {.expansions = 99}}).cost == 9);
    CHECK(senda::bfs(row, 0, 9, senda::serial_options{}).cost == 9);
    CHECK(senda::ida_star(row, 0, 9, no_estimate, {.limits = {.expansions = 99}}).cost == 9);

    const auto next = [](int n, auto&& emit) { emit(n + 1); };
    senda::options named{.threads = 2};
    CHECK(senda::bfs(next, 0, 9, named).cost == 9);
    CHECK(senda::bfs(next, 0, 9, my_options{}).cost == 9);
    CHECK(senda::bfs(next, 0, 9, senda::options{.threads = 2}).cost == 9);
    CHECK(senda::bfs(next, 0, 9, senda::options{.limits = {.expansions = 5}, .threads = 2}).cost ==
          senda::bfs(next, 0, 9, {.limits = {.expansions = 5}}).cost);
    CHECK(senda::ida_star(next, 0, 9, no_estimate, senda::options{.threads = 2}).cost == 9);
    CHECK(senda::ida_star(next, 0, 9, no_estimate, named).cost == 9);
}

TEST_CASE("options for one thread are options") {
    const senda::stop_token never;
    const senda::options o = senda::serial_options{
        .limits = {.expansions = 7, .bytes = 8, .time = 9, .cost = 10}, .stop = never, .weight = 2};
    CHECK(o.limits.expansions == 7);
    CHECK(o.limits.bytes == 8);
    CHECK(o.limits.time.seconds() == 9);
    CHECK(o.limits.cost == 10);
    CHECK(o.weight == 2);
    CHECK(o.threads == 1);
}

TEST_CASE("every status, outcome and engine has its name") {
    support::check_names<senda::status>();
    support::check_names<senda::outcome>();
    support::check_names<senda::engine_kind>();
    CHECK(senda::stopped_by(senda::status::time_limit) == "the time limit");
    CHECK(senda::stopped_by(senda::status::found).empty());
    CHECK(senda::stopped_by(senda::status::exhausted).empty());
}
