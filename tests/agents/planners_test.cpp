// SPDX-License-Identifier: MIT
#include "support/joint_space.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <optional>
#include <senda/agents/lacam.hpp>
#include <senda/agents/pibt.hpp>
#include <senda/agents/prioritized.hpp>
#include <senda/agents/safe_intervals.hpp>
#include <senda/graph/grid.hpp>
#include <string>
#include <utility>
#include <vector>

namespace planners {

using senda::cell;
using senda::status;
using senda::agents::effort;
using senda::agents::plan_options;
using support::agents_instance;
using support::agents_shape;
using support::joint_space;

template <class Body>
void for_each_instance(int count, Body body) {
    support::for_each_agents_instance(support::rounds(count), body);
}

/// A crowded grid, with agents and goals that can reach each other.
struct crowd {
    senda::grid grid;
    std::vector<cell> starts;
    std::vector<cell> goals;
};
crowd crowded(int side, int percent_closed, std::size_t agents, std::uint64_t seed) {
    support::split_mix64 random{seed};
    crowd made;
    made.grid = senda::grid(side, side, [&](cell) { return !random.percent(percent_closed); });
    std::vector<cell> reached;
    std::vector<bool> seen(made.grid.index_bound());
    for (int k = 0; reached.size() < agents; ++k) {
        reached.clear();
        const cell from{k % side, k / side};
        if (!made.grid.open(from) || seen[made.grid.index(from)]) continue;
        reached.push_back(from);
        seen[made.grid.index(from)] = true;
        for (std::size_t i = 0; i < reached.size(); ++i) {
            made.grid.successors(reached[i], [&](cell to) {
                if (seen[made.grid.index(to)]) return;
                seen[made.grid.index(to)] = true;
                reached.push_back(to);
            });
        }
    }
    for (auto* ends : {&made.starts, &made.goals}) {
        std::vector<cell> left = reached;
        while (ends->size() < agents) {
            const auto k = static_cast<std::size_t>(random.below(static_cast<int>(left.size())));
            ends->push_back(left[k]);
            left.erase(left.begin() + static_cast<std::ptrdiff_t>(k));
        }
    }
    return made;
}

/// The first step in which agents of a plan on a grid collide; -1 if they never do.
int first_collision(const crowd& c, const std::vector<std::vector<cell>>& paths) {
    std::size_t steps = 0;
    for (const auto& path : paths) steps = std::max(steps, path.size());
    const auto at = [&](std::size_t i, std::size_t t) {
        return paths[i][std::min(t, paths[i].size() - 1)];
    };
    for (std::size_t t = 0; t < steps; ++t) {
        for (std::size_t i = 0; i < paths.size(); ++i) {
            const cell now = at(i, t);
            const cell before = at(i, t == 0 ? 0 : t - 1);
            if (!c.grid.open(now)) return static_cast<int>(t);
            if (std::abs(now.x - before.x) + std::abs(now.y - before.y) > 1)
                return static_cast<int>(t);
            for (std::size_t j = 0; j < i; ++j) {
                const cell other = at(j, t == 0 ? 0 : t - 1);
                if (at(j, t) == now) return static_cast<int>(t);
                if (t > 0 && other == now && at(j, t) == before) return static_cast<int>(t);
            }
        }
    }
    return -1;
}

TEST_CASE("lacam finds a plan exactly where there is one, and proves where there is none") {
    for_each_instance(4000, [](const agents_instance& it, support::split_mix64& random) {
        const joint_space space(it);
        const std::optional<std::uint64_t> least = space.least_cost();
        const auto plan = senda::agents::lacam(it.graph, it.starts, it.goals,
                                               {.seed = random.next(), .rules = it.rules});
        REQUIRE(plan.status == (least ? status::found : status::exhausted));
        if (!least) return;
        CHECK(space.fault(plan) == "");
        CHECK(plan.sum_of_costs >= *least);
        CHECK(plan.lower_bound <= *least);
    });
}

TEST_CASE("lacam with time left gets to plans near the best, and its bounds hold") {
    std::uint64_t all = 0;
    std::uint64_t best = 0;
    for_each_instance(600, [&](const agents_instance& it, support::split_mix64& random) {
        const joint_space space(it);
        const std::optional<std::uint64_t> least = space.least_cost();
        plan_options o{.seed = random.next(), .effort = effort::until_limit, .rules = it.rules};
        o.limits.expansions = 20'000;
        const auto plan = senda::agents::lacam(it.graph, it.starts, it.goals, o);
        REQUIRE(static_cast<bool>(plan) == least.has_value());
        if (!least) return;
        CHECK(space.fault(plan) == "");
        CHECK(plan.sum_of_costs >= *least);
        CHECK(plan.lower_bound <= *least);
        all += plan.sum_of_costs;
        best += *least;
    });
    CHECK(all * 100 <= best * 103);
}

TEST_CASE("pibt and prioritized planning keep the rules where they find a plan") {
    int found = 0;
    int possible = 0;
    for_each_instance(2000, [&](const agents_instance& it, support::split_mix64& random) {
        const joint_space space(it);
        const std::optional<std::uint64_t> least = space.least_cost();
        const plan_options o{.seed = random.next(), .rules = it.rules};
        const auto walked = senda::agents::pibt(it.graph, it.starts, it.goals, o);
        const auto ordered = senda::agents::prioritized(it.graph, it.starts, it.goals, o);
        for (const auto* plan : {&walked, &ordered}) {
            possible += least ? 1 : 0;
            if (!*plan) {
                CHECK((plan->status == status::width_limit || !least));
                continue;
            }
            ++found;
            REQUIRE(least);
            CHECK(space.fault(*plan) == "");
            CHECK(plan->sum_of_costs >= *least);
            CHECK(plan->lower_bound <= *least);
        }
    });
    CHECK(found * 10 > possible * 7);
}

/// The earliest arrival for good of one agent among others, by all nodes in all steps.
std::optional<std::uint64_t> earliest(const agents_instance& it,
                                      const std::vector<std::vector<int>>& others, int start,
                                      int goal) {
    std::size_t end = 0;
    for (const auto& path : others) end = std::max(end, path.size());
    const std::size_t nodes = it.graph.out.size();
    const auto at = [&](std::size_t i, std::size_t t) {
        return others[i][std::min(t, others[i].size() - 1)];
    };
    const bool may_follow = it.rules.following == senda::agents::following::allowed;
    std::vector<bool> reached(nodes);
    reached[static_cast<std::size_t>(start)] = true;
    for (std::size_t i = 0; i < others.size(); ++i)
        if (at(i, 0) == start) return {};
    for (std::size_t t = 0; t <= end + nodes; ++t) {
        bool is_free = reached[static_cast<std::size_t>(goal)];
        for (std::size_t i = 0; i < others.size(); ++i)
            for (std::size_t k = t; k <= std::max(t, end); ++k)
                is_free = is_free && at(i, k) != goal;
        if (is_free) return t;
        std::vector<bool> next(nodes);
        for (std::size_t v = 0; v < nodes; ++v) {
            if (!reached[v]) continue;
            const int from = static_cast<int>(v);
            const auto reach = [&](int to) {
                for (std::size_t i = 0; i < others.size(); ++i) {
                    if (at(i, t + 1) == to) return;
                    if (at(i, t) == to && at(i, t + 1) == from) return;
                    if (!may_follow && to != from && at(i, t) == to) return;
                    if (!may_follow && at(i, t + 1) == from) return;
                }
                next[static_cast<std::size_t>(to)] = true;
            };
            reach(from);
            for (const auto& e : it.graph.out[v]) reach(e.to);
        }
        reached = next;
    }
    return {};
}

TEST_CASE("safe intervals give one agent the earliest path among others") {
    int found = 0;
    for (int seed = 1; seed <= support::rounds(3000); ++seed) {
        support::split_mix64 random{static_cast<std::uint64_t>(seed)};
        agents_shape wanted;
        wanted.agents = random.between(2, 5);
        wanted.max_nodes = 10;
        wanted.directed = random.percent(30);
        wanted.following = random.percent(60);
        agents_instance it = support::random_agents(wanted, random);
        const int start = it.starts.back();
        const int goal = it.goals.back();
        it.starts.pop_back();
        it.goals.pop_back();
        plan_options o{.seed = random.next(), .rules = it.rules};
        const auto others = senda::agents::lacam(it.graph, it.starts, it.goals, o);
        if (!others) continue;
        INFO("seed: " << seed);
        const auto mine = senda::agents::safe_intervals(it.graph, others, start, goal, o);
        const std::optional<std::uint64_t> best = earliest(it, others.paths, start, goal);
        REQUIRE(mine.status == (best ? status::found : status::exhausted));
        if (!best) continue;
        ++found;
        CHECK(mine.sum_of_costs == *best);
        it.starts.push_back(start);
        it.goals.push_back(goal);
        auto paths = others.paths;
        paths.push_back(mine.paths[0]);
        CHECK(joint_space(it).fault(senda::agents::plan_of(std::move(paths))) == "");
    }
    CHECK(found > support::rounds(1000));
}

TEST_CASE("safe intervals know roads that take several steps, and nodes that hold several") {
    int found = 0;
    for_each_instance(2000, [&](const agents_instance& whole, support::split_mix64& random) {
        agents_instance it = whole;
        if (it.starts.size() < 2) return;
        const int start = it.starts.back();
        const int goal = it.goals.back();
        it.starts.pop_back();
        it.goals.pop_back();
        plan_options o{.seed = random.next(), .rules = it.rules};
        const auto others = senda::agents::lacam(it.graph, it.starts, it.goals, o);
        if (!others) return;
        const auto mine = senda::agents::safe_intervals(it.graph, others, start, goal, o);
        if (!mine) {
            CHECK(mine.status == status::exhausted);
            CHECK(mine.message.find("collides") == std::string::npos);
            CHECK(mine.message.find("none") == std::string::npos);
            return;
        }
        ++found;
        auto paths = others.paths;
        paths.push_back(mine.paths[0]);
        CHECK(joint_space(whole).fault(senda::agents::plan_of(std::move(paths))) == "");
    });
    CHECK(found > support::rounds(500));
}

TEST_CASE("safe intervals refuse plans of others that are none") {
    const senda::grid open(3, 3);
    const std::vector<std::vector<cell>> jump{{{0, 0}, {2, 2}}};
    const auto jumped = senda::agents::safe_intervals(open, jump, cell{1, 0}, cell{1, 2});
    CHECK(jumped.status == status::exhausted);
    CHECK(jumped.message == "agent 0 has a path that is none");
    const std::vector<std::vector<cell>> meet{{{0, 0}, {1, 0}, {2, 0}},
                                              {{2, 1}, {1, 1}, {1, 0}, {1, 0}}};
    CHECK(senda::agents::safe_intervals(open, meet, cell{0, 1}, cell{0, 2}));
    const std::vector<std::vector<cell>> swap{{{0, 0}, {1, 0}}, {{1, 0}, {0, 0}}};
    CHECK(senda::agents::safe_intervals(open, swap, cell{0, 1}, cell{0, 2}).message ==
          "agent 1 collides with another");
}

TEST_CASE("crowds on grids get plans that hold") {
    for (std::uint64_t seed = 1; seed <= support::rounds(std::uint64_t{48}); ++seed) {
        const auto agents = static_cast<std::size_t>(20 + 10 * (seed % 8));
        const crowd c = crowded(16, 15, agents, seed);
        INFO("seed: " << seed);
        plan_options o{.seed = seed};
        const auto first = senda::agents::lacam(c.grid, c.starts, c.goals, o);
        REQUIRE(first);
        CHECK(first_collision(c, first.paths) == -1);
        o.effort = effort::until_limit;
        o.limits.expansions = 300'000;
        o.threads = seed % 2 == 0 ? 1 : 3;
        const auto better = senda::agents::lacam(c.grid, c.starts, c.goals, o);
        REQUIRE(better);
        CHECK(first_collision(c, better.paths) == -1);
        CHECK(better.sum_of_costs <= first.sum_of_costs);
        CHECK(better.lower_bound <= better.sum_of_costs);
        for (std::size_t i = 0; i < agents; ++i) {
            CHECK(better.paths[i].front() == c.starts[i]);
            CHECK(better.paths[i].back() == c.goals[i]);
        }
    }
}

TEST_CASE("the same seed and limit of expansions make the same plan") {
    const crowd c = crowded(20, 20, 80, 5);
    for (const unsigned threads : {1U, 3U}) {
        plan_options o{.threads = threads, .seed = 9, .effort = effort::until_limit};
        o.limits.expansions = support::rounds(std::uint64_t{2'400'000});
        const auto one = senda::agents::lacam(c.grid, c.starts, c.goals, o);
        const auto two = senda::agents::lacam(c.grid, c.starts, c.goals, o);
        CHECK(one.paths == two.paths);
        CHECK(one.statistics.expanded == two.statistics.expanded);
    }
}

TEST_CASE("what is wrong with agents is said") {
    const senda::grid g = *senda::grid::parse("...\n###\n...\n");
    const std::vector<cell> a{{0, 0}};
    const std::vector<cell> b{{0, 2}};
    CHECK(senda::agents::lacam(g, a, b).message == "agent 0 cannot reach its goal");
    CHECK(senda::agents::lacam(g, a, std::vector<cell>{}).message == "1 agents start, and 0 end");
    CHECK(senda::agents::lacam(g, a, std::vector<cell>{{1, 1}}).message ==
          "agent 0 ends outside of the graph");
    const std::vector<cell> twice{{0, 0}, {1, 0}};
    const std::vector<cell> same{{2, 0}, {2, 0}};
    const auto crowded_goal = senda::agents::lacam(g, twice, same);
    CHECK(crowded_goal.status == status::exhausted);
    CHECK(crowded_goal.message == "agent 1 ends where there is no room for it beside others");
    const auto nobody = senda::agents::lacam(g, std::vector<cell>{}, std::vector<cell>{});
    CHECK(nobody.status == status::found);
    CHECK(nobody.paths.empty());
}

TEST_CASE("limits end planners, and say so") {
    const crowd c = crowded(20, 10, 60, 3);
    plan_options o;
    o.limits.expansions = 0;
    CHECK(senda::agents::lacam(c.grid, c.starts, c.goals, o).status == status::expansion_limit);
    CHECK(senda::agents::pibt(c.grid, c.starts, c.goals, o).status == status::expansion_limit);
    o = {};
    std::atomic<bool> stop = true;
    o.stop = senda::stop_token(stop);
    CHECK(senda::agents::lacam(c.grid, c.starts, c.goals, o).status == status::cancelled);
    CHECK(senda::agents::prioritized(c.grid, c.starts, c.goals, o).status == status::cancelled);
    for (std::uint64_t bytes = 1'000; bytes < 4'000'000; bytes *= 2) {
        o = {};
        o.limits.bytes = bytes;
        const auto plan = senda::agents::lacam(c.grid, c.starts, c.goals, o);
        CHECK((plan.status == status::memory_limit || plan.status == status::found));
        CHECK(plan.statistics.bytes <= bytes);
    }
}

}  // namespace planners
