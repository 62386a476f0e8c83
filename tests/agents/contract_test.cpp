// SPDX-License-Identifier: MIT
// What all planners promise alike: limits, stops, exceptions, seeds, and answers that add up. A new
// one joins by a line in `planners`.
#include "support/joint_space.hpp"
#include "support/rounds.hpp"
#include "support/throwing.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <functional>
#include <senda/agents/conflict_based.hpp>
#include <senda/agents/lacam.hpp>
#include <senda/agents/pibt.hpp>
#include <senda/agents/prioritized.hpp>
#include <senda/agents/safe_intervals.hpp>
#include <senda/agents/verify.hpp>
#include <string>
#include <utility>
#include <vector>

namespace planners_contract {

using senda::status;
using senda::agents::effort;
using senda::agents::plan_options;
using support::agents_graph;
using support::agents_instance;
using support::fuse;

/// A graph of agents that throws when the fuse says so.
struct unstable_agents_graph : agents_graph {
    template <class Emit>
    void successors(int n, Emit&& emit) const {
        fuse::tick();
        agents_graph::successors(n, [&](int to, int cost) {
            emit(to, cost);
            fuse::tick();
        });
    }
    [[nodiscard]] std::uint32_t capacity(int n) const {
        fuse::tick();
        return agents_graph::capacity(n);
    }
};

using plan = senda::agents::plan<int>;
using ends = std::vector<int>;

struct planner {
    const char* name;
    std::function<plan(const unstable_agents_graph&, const ends&, const ends&, const plan_options&)>
        call;
};

const std::vector<planner>& planners() {
    static const std::vector<planner> all{
        {"lacam", [](const auto& g, const auto& s, const auto& t,
                     const auto& o) { return senda::agents::lacam(g, s, t, o); }},
        {"lacam until a limit",
         [](const auto& g, const auto& s, const auto& t, plan_options o) {
             o.effort = effort::until_limit;
             if (o.limits.expansions > 3'000) o.limits.expansions = 3'000;
             return senda::agents::lacam(g, s, t, o);
         }},
        {"pibt", [](const auto& g, const auto& s, const auto& t,
                    const auto& o) { return senda::agents::pibt(g, s, t, o); }},
        {"prioritized", [](const auto& g, const auto& s, const auto& t,
                           const auto& o) { return senda::agents::prioritized(g, s, t, o); }},
        {"conflict_based",
         [](const auto& g, const auto& s, const auto& t, plan_options o) {
             if (o.limits.expansions > 300) o.limits.expansions = 300;
             return senda::agents::conflict_based(g, s, t, o);
         }},
        {"conflict_based with a weight",
         [](const auto& g, const auto& s, const auto& t, plan_options o) {
             o.weight = 1.05;
             if (o.limits.expansions > 3'000) o.limits.expansions = 3'000;
             return senda::agents::conflict_based(g, s, t, o);
         }},
        {"safe_intervals among nobody",
         [](const auto& g, const auto& s, const auto& t, const auto& o) {
             return senda::agents::safe_intervals(g, std::vector<ends>{}, s.front(), t.front(), o);
         }},
    };
    return all;
}

/// Calls `body(planner, graph, instance, options)` for each planner and so many instances.
template <class Body>
void for_each_case(int count, Body body) {
    support::for_each_agents_instance(
        support::rounds(count), [&](const agents_instance& it, support::split_mix64& random) {
            const unstable_agents_graph g{it.graph};
            const plan_options o{.seed = random.next(), .rules = it.rules};
            for (const planner& p : planners()) {
                INFO("planner: " << p.name);
                body(p, g, it, o);
            }
        });
}

/// What an answer says must hold whatever ended the search.
void check_answer(const plan& p, const unstable_agents_graph& g, const agents_instance& it) {
    CHECK(p.status != status::running);
    CHECK(!p.engine.empty());
    CHECK(p.paths.empty() == !p);
    if (!p) {
        CHECK(p.makespan == 0);
        CHECK(p.sum_of_costs == 0);
        return;
    }
    const bool is_one = p.paths.size() < it.starts.size();
    const ends starts = is_one ? ends{it.starts.front()} : it.starts;
    const ends goals = is_one ? ends{it.goals.front()} : it.goals;
    const auto checked = senda::agents::verify(g, starts, goals, p, it.rules);
    CHECK_MESSAGE(checked, checked.message);
}

TEST_CASE("planners: a limit of expansions is held to, and enough is enough") {
    for_each_case(240,
                  [](const planner& p, const auto& g, const agents_instance& it, plan_options o) {
                      const plan full = p.call(g, it.starts, it.goals, o);
                      check_answer(full, g, it);
                      const std::uint64_t needed = full.statistics.expanded;
                      for (const std::uint64_t limit : {std::uint64_t{0}, needed / 2, needed}) {
                          o.limits.expansions = limit;
                          const plan less = p.call(g, it.starts, it.goals, o);
                          check_answer(less, g, it);
                          CHECK(less.statistics.expanded <= limit);
                          if (!less && less.status != full.status)
                              CHECK(less.status == status::expansion_limit);
                      }
                  });
}

TEST_CASE("planners: without time, or stopped before, there is no answer but one seen at once") {
    const std::atomic<bool> stopped{true};
    for_each_case(
        120, [&](const planner& p, const auto& g, const agents_instance& it, plan_options o) {
            for (const status expected : {status::time_limit, status::cancelled}) {
                plan_options hurried = o;
                if (expected == status::time_limit) hurried.limits.time = 0.0;
                if (expected == status::cancelled) hurried.stop = senda::stop_token(stopped);
                const plan made = p.call(g, it.starts, it.goals, hurried);
                check_answer(made, g, it);
                CHECK((made.status == expected || made.status == status::exhausted || made));
            }
        });
}

TEST_CASE("planners: memory is held to") {
    for_each_case(
        120, [](const planner& p, const auto& g, const agents_instance& it, plan_options o) {
            const plan full = p.call(g, it.starts, it.goals, o);
            for (std::uint64_t bytes = 16; bytes < 2 * full.statistics.bytes; bytes += bytes / 2) {
                o.limits.bytes = bytes;
                const plan less = p.call(g, it.starts, it.goals, o);
                check_answer(less, g, it);
                CHECK(less.statistics.bytes <= bytes);
                if (!less && less.status != full.status) CHECK(less.status == status::memory_limit);
            }
        });
}

TEST_CASE("planners: the same seed makes the same plan, and what progress showed last holds") {
    for_each_case(240,
                  [](const planner& p, const auto& g, const agents_instance& it, plan_options o) {
                      const plan one = p.call(g, it.starts, it.goals, o);
                      senda::search_progress progress;
                      o.progress = &progress;
                      const plan two = p.call(g, it.starts, it.goals, o);
                      CHECK(one.status == two.status);
                      CHECK(one.paths == two.paths);
                      CHECK(one.statistics.expanded == two.statistics.expanded);
                      const auto last = progress.now();
                      if (two && last.best)
                          CHECK(*last.best == static_cast<std::int64_t>(two.sum_of_costs));
                      if (two && last.bound)
                          CHECK(*last.bound <= static_cast<std::int64_t>(two.sum_of_costs));
                  });
}

TEST_CASE("planners: an exception of the graph leaves a call, and the next call is good") {
    for_each_case(
        48, [](const planner& p, const auto& g, const agents_instance& it, const plan_options& o) {
            const plan plain = p.call(g, it.starts, it.goals, o);
            support::burn(p.name, [&] { (void)p.call(g, it.starts, it.goals, o); });
            const plan again = p.call(g, it.starts, it.goals, o);
            CHECK(again.paths == plain.paths);
        });
}

TEST_CASE("planners: agents that cannot have a plan are refused by all") {
    const unstable_agents_graph g{{{{{1, 1}}, {{0, 1}}, {}}, {1, 1, 1}}};
    for (const planner& p : planners()) {
        INFO("planner: " << p.name);
        const plan parted = p.call(g, {0}, {2}, {});
        CHECK(parted.status == status::exhausted);
        CHECK(parted.message == "agent 0 cannot reach its goal");
        const plan outside = p.call(g, {0}, {7}, {});
        CHECK(outside.status == status::exhausted);
        CHECK(outside.message == "agent 0 ends outside of the graph");
    }
}

}  // namespace planners_contract
