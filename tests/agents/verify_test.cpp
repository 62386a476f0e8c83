// SPDX-License-Identifier: MIT
// verify: every fault of a plan is found, where it is, and nothing else is called one.
#include "support/rounds.hpp"

#include <senda/agents/verify.hpp>
#include <senda/graph/grid.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace agents_verify_test {

namespace agents = senda::agents;
using agents::plan_fault;
using senda::cell;

/// Roads between places with numbers, which take time, and places that hold several.
struct roads {
    using cost_type = int;
    std::vector<std::vector<std::pair<int, int>>> out;
    std::vector<std::uint32_t> room;

    explicit roads(std::size_t size) : out(size), room(size, 1) {}
    void join(int from, int to, int steps) {
        out[static_cast<std::size_t>(from)].emplace_back(to, steps);
        out[static_cast<std::size_t>(to)].emplace_back(from, steps);
    }
    template <class Emit>
    void successors(int n, Emit&& emit) const {
        for (const auto& [to, steps] : out[static_cast<std::size_t>(n)]) emit(to, steps);
    }
    [[nodiscard]] std::size_t index(int n) const { return static_cast<std::size_t>(n); }
    [[nodiscard]] std::size_t index_bound() const { return out.size(); }
    [[nodiscard]] bool contains(int n) const {
        return n >= 0 && static_cast<std::size_t>(n) < out.size();
    }
    [[nodiscard]] std::uint32_t capacity(int n) const { return room[static_cast<std::size_t>(n)]; }
};

/// Whether paths collide between their own ends.
template <class G, class Node>
auto check(const G& g, const std::vector<std::vector<Node>>& paths, const agents::rules& r = {}) {
    std::vector<Node> starts;
    std::vector<Node> goals;
    for (const auto& path : paths) {
        starts.push_back(path.front());
        goals.push_back(path.back());
    }
    return agents::verify(g, starts, goals, agents::plan_of(paths), r);
}

using cells = std::vector<std::vector<cell>>;

TEST_CASE("a plan without a collision is right, and so is one without agents") {
    const senda::grid g(3, 2);
    const auto v = check(g, cells{{{0, 0}, {1, 0}, {2, 0}}, {{1, 0}, {2, 0}, {2, 1}}});
    CHECK(v);
    CHECK(v.message.empty());
    CHECK(check(g, cells{}));
    CHECK(to_string(plan_fault::occupied) == std::string("occupied"));
}

TEST_CASE("what is wrong with a path by itself is found") {
    const senda::grid g = *senda::grid::parse("...\n.#.");
    const std::vector<cell> starts{{0, 0}};
    const std::vector<cell> goals{{2, 0}};
    const auto fault_of = [&](const std::vector<cell>& path) {
        return agents::verify(g, starts, goals, agents::plan_of<cell>({path})).fault;
    };
    CHECK(fault_of({{0, 0}, {1, 0}, {2, 0}}) == plan_fault::none);
    CHECK(fault_of({{0, 0}, {0, 0}, {1, 0}, {2, 0}, {2, 0}}) == plan_fault::none);
    CHECK(fault_of({}) == plan_fault::start);
    CHECK(fault_of({{1, 0}, {2, 0}}) == plan_fault::start);
    CHECK(fault_of({{0, 0}, {1, 0}}) == plan_fault::goal);
    CHECK(fault_of({{0, 0}, {2, 0}}) == plan_fault::edge);
    CHECK(fault_of({{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 0}}) == plan_fault::edge);
    CHECK(fault_of({{0, 0}, {0, -1}, {0, 0}, {1, 0}, {2, 0}}) == plan_fault::edge);
    CHECK(agents::verify(g, {{1, 1}}, {{1, 1}}, agents::plan_of<cell>({{{1, 1}}})).fault ==
          plan_fault::start);
    const auto v =
        agents::verify(g, starts, goals, agents::plan_of<cell>({{{0, 0}, {1, 0}, {1, 1}}}));
    CHECK(v.agent == 0);
    CHECK(v.step == 2);
    CHECK(v.nodes == std::vector<cell>{{1, 0}, {1, 1}});
    CHECK(v.message == "agent 0 is at (1, 1) in step 2, where no edge leads from (1, 0)");
}

TEST_CASE("a plan that is not there, is of other agents or adds up wrong is found") {
    const senda::grid g(3, 1);
    const std::vector<cell> starts{{0, 0}};
    const std::vector<cell> goals{{2, 0}};
    const agents::plan<cell> right = agents::plan_of<cell>({{{0, 0}, {1, 0}, {2, 0}}});
    const auto fault_of = [&](auto change) {
        agents::plan<cell> p = right;
        change(p);
        return agents::verify(g, starts, goals, p).fault;
    };
    CHECK(fault_of([](auto&) {}) == plan_fault::none);
    CHECK(fault_of([](auto& p) { p.lower_bound = 2; }) == plan_fault::none);
    CHECK(fault_of([](auto& p) { p.lower_bound = 3; }) == plan_fault::sums);
    CHECK(fault_of([](auto& p) { p.makespan = 3; }) == plan_fault::sums);
    CHECK(fault_of([](auto& p) { p.sum_of_costs = 1; }) == plan_fault::sums);
    CHECK(fault_of([](auto& p) { p.paths.push_back({{1, 0}}); }) == plan_fault::count);
    CHECK(fault_of([](auto& p) { p.status = senda::status::time_limit; }) == plan_fault::status);
    CHECK(agents::verify(g, starts, {}, right).fault == plan_fault::count);
}

TEST_CASE("agents that are at one place, pass each other or follow are found, and where") {
    const senda::grid g(4, 2);
    auto v = check(g, cells{{{0, 0}, {1, 0}, {1, 1}}, {{2, 0}, {1, 0}, {0, 0}}});
    CHECK(v.fault == plan_fault::occupied);
    CHECK(v.message == "agents 0 and 1 are both at (1, 0) in step 1");
    CHECK((v.agent == 0 && v.other == 1 && v.step == 1));
    CHECK(v.nodes == std::vector<cell>{{1, 0}});

    v = check(g, cells{{{3, 1}}, {{1, 0}, {1, 0}, {0, 0}}, {{0, 0}, {0, 0}, {1, 0}}});
    CHECK(v.fault == plan_fault::swap);
    CHECK(v.message == "agents 1 and 2 pass each other between (1, 0) and (0, 0) in step 2");

    v = check(g, cells{{{0, 0}, {1, 0}, {2, 0}, {3, 0}}, {{2, 0}}});
    CHECK(v.fault == plan_fault::occupied);
    CHECK(v.step == 2);
    CHECK(check(g, cells{{{0, 0}}, {{0, 0}}}).step == 0);

    const cells line{{{0, 0}, {1, 0}, {2, 0}}, {{1, 0}, {2, 0}, {3, 0}}};
    CHECK(check(g, line));
    v = check(g, line, {.following = agents::following::forbidden});
    CHECK(v.fault == plan_fault::following);
    CHECK(v.message == "agents 0 and 1 enter and leave at (1, 0) in step 1");
    const cells round{{{0, 0}, {1, 0}}, {{1, 0}, {1, 1}}, {{1, 1}, {0, 1}}, {{0, 1}, {0, 0}}};
    CHECK(check(g, round));
}

TEST_CASE("a node holds as many agents as its graph says") {
    roads g(3);
    g.join(0, 1, 1);
    g.join(2, 1, 1);
    using paths = std::vector<std::vector<int>>;
    const paths meet{{0, 1}, {2, 1}};
    CHECK(check(g, meet).fault == plan_fault::occupied);
    g.room[1] = 2;
    CHECK(check(g, meet));
    CHECK(check(g, meet, {.following = agents::following::forbidden}));
    CHECK(check(g, paths{{0, 1}, {1, 0}}).fault == plan_fault::swap);
    const paths through{{0, 1}, {1, 2}, {1}};
    CHECK(check(g, through));
    CHECK(check(g, through, {.following = agents::following::forbidden}).fault ==
          plan_fault::following);
    g.room[1] = 0;
    const auto v = check(g, paths{{0, 1}});
    CHECK(v.message == "agent 0 is at 1 in step 1, where there is no room");
    CHECK(v.agent == v.other);
}

TEST_CASE("on an edge of several steps an agent is on the way, and at no node") {
    roads g(3);
    g.join(0, 1, 3);
    g.join(1, 2, 1);
    const agents::rules timed{.travel = agents::travel::cost_steps};
    using paths = std::vector<std::vector<int>>;
    CHECK(check(g, paths{{0, 1}}));  // where every edge takes a step
    CHECK(check(g, paths{{0, 1}}, timed).fault == plan_fault::edge);
    CHECK(check(g, paths{{0, 0, 1}}, timed).fault == plan_fault::edge);
    CHECK(check(g, paths{{0, 0, 0, 1}}, timed));
    CHECK(check(g, paths{{0, 0, 0, 0, 1, 2}}, timed));
    // Another may follow as soon as the first has left, or enter what it has left.
    CHECK(check(g, paths{{1, 2}, {0, 0, 0, 1}}, timed));
    const auto v = check(g, paths{{0, 0, 0, 1}, {1, 1, 1, 0}}, timed);
    CHECK(v.message == "agents 0 and 1 pass each other between 0 and 1 in step 2");
    const auto late = check(g, paths{{0, 0, 0, 1, 2}, {2, 1, 1, 1, 0}}, timed);
    CHECK(late.message == "agents 0 and 1 are both between 0 and 1 in step 2");
    CHECK(late.nodes == std::vector<int>{0, 1});
    // A way back of another length is another lane.
    g.out[1][0].second = 2;
    CHECK(check(g, paths{{0, 0, 0, 1}, {1, 1, 0}}, timed));
    // Of parallel edges the shortest counts.
    g.out[0].emplace_back(1, 2);
    CHECK(check(g, paths{{0, 0, 1}}, timed));
}

/// Where an agent is, by the definition: a node, or a part of a lane between two.
using spot = std::array<int, 3>;

std::vector<spot> spots_of(const roads& g, const std::vector<int>& path, bool timed) {
    const auto steps_between = [&](int from, int to) {
        int least = 0;
        for (const auto& [n, steps] : g.out[static_cast<std::size_t>(from)])
            if (n == to && (least == 0 || steps < least)) least = steps;
        return timed ? least : std::min(least, 1);
    };
    std::vector<spot> made;
    for (std::size_t t = 0; t < path.size(); ++t) {
        made.push_back({path[t], path[t], 0});
        if (t == 0 || path[t] == path[t - 1]) continue;
        const int from = path[t - 1];
        const int to = path[t];
        const int steps = steps_between(from, to);
        const bool is_shared = steps_between(to, from) == steps && to < from;
        for (int k = 1; k < steps; ++k)
            made[t - static_cast<std::size_t>(k)] =
                is_shared ? spot{to, from, k} : spot{from, to, steps - k};
    }
    return made;
}

/// The first collision by trying all pairs of agents in all steps.
std::pair<plan_fault, std::size_t> reference(const roads& g,
                                             const std::vector<std::vector<int>>& paths,
                                             const agents::rules& r) {
    std::vector<std::vector<spot>> all;
    std::size_t longest = 1;
    for (const auto& path : paths) {
        all.push_back(spots_of(g, path, r.travel == agents::travel::cost_steps));
        longest = std::max(longest, path.size());
    }
    const auto at = [&](std::size_t i, std::size_t t) {
        return all[i][std::min(t, all[i].size() - 1)];
    };
    const auto room = [&](const spot& s) {
        return s[2] > 0 ? 1 : g.room[static_cast<std::size_t>(s[0])];
    };
    for (std::size_t t = 0; t < longest; ++t) {
        std::map<spot, std::size_t> now;
        std::map<spot, std::set<std::size_t>> either;
        for (std::size_t i = 0; i < all.size(); ++i) {
            ++now[at(i, t)];
            either[at(i, t)].insert(i);
            if (t > 0) either[at(i, t - 1)].insert(i);
            for (std::size_t j = 0; t > 0 && j < i; ++j)
                if (at(i, t) != at(j, t) && at(i, t) == at(j, t - 1) && at(j, t) == at(i, t - 1))
                    return {plan_fault::swap, t};
        }
        for (const auto& [where, count] : now)
            if (count > room(where)) return {plan_fault::occupied, t};
        if (r.following == agents::following::allowed || t == 0) continue;
        for (const auto& [where, who] : either)
            if (who.size() > room(where)) return {plan_fault::following, t};
    }
    return {plan_fault::none, 0};
}

TEST_CASE("verify finds the first collision of random paths that trying all pairs finds") {
    std::map<plan_fault, std::size_t> found;
    for (unsigned seed = 0; seed < support::rounds(3000U); ++seed) {
        CAPTURE(seed);
        std::mt19937 random(seed);
        const auto below = [&](std::size_t bound) { return random() % bound; };
        roads g(3 + below(12));
        for (std::size_t k = 0; k < 2 * g.out.size(); ++k) {
            const int from = static_cast<int>(below(g.out.size()));
            const int to = static_cast<int>(below(g.out.size()));
            if (from != to) g.join(from, to, 1 + static_cast<int>(below(3)));
            if (from != to && below(5) == 0) ++g.out[static_cast<std::size_t>(from)].back().second;
        }
        for (std::uint32_t& room : g.room) room = 1 + static_cast<std::uint32_t>(below(7) / 6);
        const agents::rules r{
            below(3) == 0 ? agents::following::forbidden : agents::following::allowed,
            below(2) == 0 ? agents::travel::one_step : agents::travel::cost_steps};
        std::vector<std::vector<int>> paths(1 + below(4));
        for (std::size_t i = 0; i < paths.size(); ++i) {
            paths[i] = {static_cast<int>((i * 5 + below(3)) % g.out.size())};
            for (std::size_t moves = below(6); moves > 0; --moves) {
                const int from = paths[i].back();
                const auto& out = g.out[static_cast<std::size_t>(from)];
                const std::size_t which = below(out.size() + 1);
                int steps = 1;
                if (which < out.size() && r.travel == agents::travel::cost_steps) {
                    steps = out[which].second;
                    for (const auto& [to, other] : out)
                        if (to == out[which].first) steps = std::min(steps, other);
                }
                paths[i].insert(paths[i].end(), static_cast<std::size_t>(steps - 1), from);
                paths[i].push_back(which < out.size() ? out[which].first : from);
            }
        }
        const auto expected = reference(g, paths, r);
        const auto v = check(g, paths, r);
        CAPTURE(v.message);
        CHECK(to_string(v.fault) == to_string(expected.first));
        CHECK(v.step == expected.second);
        ++found[v.fault];
    }
    for (const plan_fault f :
         {plan_fault::none, plan_fault::occupied, plan_fault::swap, plan_fault::following})
        CHECK(found[f] > 0);
}

}  // namespace agents_verify_test
