// SPDX-License-Identifier: MIT
#include "support/joint_space.hpp"
#include "support/rounds.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <senda/agents/conflict_based.hpp>
#include <senda/graph/grid.hpp>
#include <string>
#include <vector>

namespace {

using senda::agents::conflict_based;
using senda::agents::plan_options;
using support::agents_instance;
using support::joint_space;

template <class Body>
void for_each_instance(int count, Body body) {
    support::for_each_agents_instance(support::rounds(count), body);
}

senda::agents::plan<int> solve(const agents_instance& it, double weight,
                               std::uint64_t expansions = 1'000) {
    plan_options o;
    o.weight = weight;
    o.rules = it.rules;
    o.limits.expansions = expansions;
    return conflict_based(it.graph, it.starts, it.goals, o);
}

TEST_CASE("conflict-based search finds the least sum of costs, or proves that there is no plan") {
    int unknown = 0;
    for_each_instance(4000, [&](const agents_instance& it, support::split_mix64&) {
        const joint_space space(it);
        const std::optional<std::uint64_t> least = space.least_cost();
        const auto plan = solve(it, 1);
        if (plan.status == senda::status::expansion_limit) {
            ++unknown;
            REQUIRE(least.has_value());
            CHECK(plan.lower_bound <= *least);
            return;
        }
        REQUIRE(static_cast<bool>(plan) == least.has_value());
        if (!least) {
            CHECK(plan.status == senda::status::exhausted);
            return;
        }
        CHECK(plan.sum_of_costs == *least);
        CHECK(plan.lower_bound == *least);
        CHECK(space.fault(plan) == "");
    });
    CHECK(unknown <= 40);
}

TEST_CASE("a plan with a weight costs at most so many times the least") {
    for_each_instance(3000, [](const agents_instance& it, support::split_mix64& random) {
        const joint_space space(it);
        const std::optional<std::uint64_t> least = space.least_cost();
        const double weight = std::vector{1.1, 1.5, 3.0}[static_cast<std::size_t>(random.below(3))];
        const auto plan = solve(it, weight);
        if (least) CHECK(plan.lower_bound <= *least);
        if (plan.status == senda::status::expansion_limit) return;
        REQUIRE(static_cast<bool>(plan) == least.has_value());
        if (!least) return;
        CHECK(static_cast<double>(plan.sum_of_costs) <= weight * static_cast<double>(*least));
        CHECK(static_cast<double>(plan.sum_of_costs) <=
              weight * static_cast<double>(plan.lower_bound));
        CHECK(space.fault(plan) == "");
    });
}

TEST_CASE("where the search gives up, its lower bound is one") {
    for_each_instance(1000, [](const agents_instance& it, support::split_mix64& random) {
        const std::optional<std::uint64_t> least = joint_space(it).least_cost();
        if (!least) return;
        for (const double weight : {1.0, 1.2}) {
            const auto limit = static_cast<std::uint64_t>(random.below(6));
            const auto plan = solve(it, weight, limit);
            CHECK(plan.lower_bound <= *least);
            CHECK(plan.statistics.expanded <= limit);
        }
    });
}

TEST_CASE("the same search makes the same plan") {
    for_each_instance(200, [](const agents_instance& it, support::split_mix64&) {
        const auto first = solve(it, 1.3);
        const auto second = solve(it, 1.3);
        CHECK(first.paths == second.paths);
        CHECK(first.statistics.expanded == second.statistics.expanded);
    });
}

TEST_CASE("conflict-based search ends by a limit on memory") {
    const senda::grid g{8, 8};
    const std::vector<senda::cell> starts{{0, 0}, {7, 0}, {0, 7}, {7, 7}};
    const std::vector<senda::cell> goals{{7, 7}, {0, 7}, {7, 0}, {0, 0}};
    plan_options o;
    CHECK(conflict_based(g, starts, goals, o).sum_of_costs >= 56);
    for (const std::uint64_t bytes : {0U, 100U, 10'000U}) {
        o.limits.bytes = bytes;
        const auto plan = conflict_based(g, starts, goals, o);
        if (!plan) CHECK(plan.status == senda::status::memory_limit);
    }
}

TEST_CASE("no agents have an empty plan, and one has its shortest path") {
    const senda::grid g{5, 5};
    const std::vector<senda::cell> none;
    const auto nothing = conflict_based(g, none, none);
    CHECK(nothing.status == senda::status::found);
    CHECK(nothing.paths.empty());
    const auto one =
        conflict_based(g, std::vector<senda::cell>{{0, 0}}, std::vector<senda::cell>{{4, 4}});
    CHECK(one.sum_of_costs == 8);
}

}  // namespace
