// SPDX-License-Identifier: MIT
// Many agents: how soon is there a first plan, how fast do agents walk by precedence alone, what
// does one agent among others cost, how good does a plan get by so many expansions, and what does
// the best plan of 20 agents cost? Beside each stands what no planner can do without, or what a
// loop that lets agents run into each other takes.
#include "harness.hpp"
#include "inputs.hpp"

#include <senda/agents/conflict_based.hpp>
#include <senda/agents/lacam.hpp>
#include <senda/agents/lifelong.hpp>
#include <senda/agents/pibt.hpp>
#include <senda/agents/prioritized.hpp>
#include <senda/agents/safe_intervals.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace agents_bench {
namespace {

using namespace bench;
using senda::cell;
using senda::agents::effort;
using senda::agents::plan_options;

constexpr std::uint16_t unreached = 0xffff;

/// A map with walls around it, and its cells that hang together in any order, the same on every
/// machine.
struct site {
    senda::grid grid;
    int width = 0;  // with the walls around it
    std::vector<std::uint8_t> open;
    std::vector<cell> cells;

    [[nodiscard]] std::size_t at(cell c) const {
        return static_cast<std::size_t>((c.y + 1) * width + c.x + 1);
    }
};

/// The distances of all cells to one, by a loop over an array: what every planner asks of the map.
void flood(const site& s, cell goal, std::vector<std::uint16_t>& distance,
           std::vector<std::uint32_t>& queue) {
    std::fill(distance.begin(), distance.end(), unreached);
    const auto width = static_cast<std::uint32_t>(s.width);
    queue[0] = static_cast<std::uint32_t>(s.at(goal));
    distance[queue[0]] = 0;
    std::size_t size = 1;
    for (std::size_t head = 0; head < size; ++head) {
        const std::uint32_t c = queue[head];
        const auto next = static_cast<std::uint16_t>(distance[c] + 1);
        for (const std::uint32_t to : {c - width, c + 1, c + width, c - 1}) {
            if (!s.open[to] || distance[to] != unreached) continue;
            distance[to] = next;
            queue[size++] = to;
        }
    }
}

template <class IsOpen>
site make_site(int width, int height, IsOpen is_open) {
    site s;
    s.grid = senda::grid(width, height, is_open);
    s.width = width + 2;
    s.open.assign(static_cast<std::size_t>(width + 2) * static_cast<std::size_t>(height + 2), 0);
    std::vector<cell> all;
    for (int k = 0; k < width * height; ++k) {
        const cell c{k % width, k / width};
        if (!s.grid.open(c)) continue;
        s.open[s.at(c)] = 1;
        all.push_back(c);
    }
    // Most cells hang together with the one in the middle, or the first after it.
    std::vector<std::uint16_t> distance(s.open.size());
    std::vector<std::uint32_t> queue(s.open.size());
    flood(s, all[all.size() / 2], distance, queue);
    for (const cell c : all)
        if (distance[s.at(c)] != unreached) s.cells.push_back(c);
    return s;
}

/// Walls on a fifth of 64 x 64 cells; or shelves of 10 x 2 cells with aisles of one, between two
/// open sides.
const site& site_of(const std::string& name) {
    static std::map<std::string, site> sites;
    const auto [place, fresh] = sites.try_emplace(name);
    if (!fresh) return place->second;
    if (name == "warehouse") {
        place->second = make_site(161, 63, [](cell c) {
            const bool is_aside = c.x < 9 || c.x >= 152;
            return is_aside || (c.x - 9) % 11 == 0 || c.y % 3 == 0;
        });
    } else {
        splitmix64 random{1};
        place->second = make_site(64, 64, [&](cell) { return random.below(100) >= 20; });
    }
    return place->second;
}

/// So many cells, each once.
std::vector<cell> draw(const site& s, std::uint32_t wanted, splitmix64& random) {
    std::vector<cell> cells = s.cells;
    for (std::uint32_t k = 0; k < wanted; ++k)
        std::swap(cells[k], cells[k + random.below(static_cast<std::uint32_t>(cells.size()) - k)]);
    cells.resize(wanted);
    return cells;
}

struct crowd {
    const site& where;
    std::vector<cell> starts;
    std::vector<cell> goals;
};

/// Registers a contender: `body(state, crowd)`.
template <class Body>
void add(const std::string& question, const std::string& input, std::uint32_t agents,
         const std::string& contender, Body body) {
    benchmark::RegisterBenchmark(benchmark_name(question, input, agents, contender).c_str(),
                                 [=](benchmark::State& state) {
                                     const site& s = site_of(input);
                                     splitmix64 random{agents};
                                     std::vector<cell> starts = draw(s, agents, random);
                                     body(state, crowd{s, starts, draw(s, agents, random)});
                                 })
        ->Unit(benchmark::kMillisecond);
}

/// Reports agents a second, and the sum of costs beside a bound below that of the best plan.
void report_plan(benchmark::State& state, const senda::agents::plan<cell>& plan) {
    state.counters["agents/s"] = rate(plan.paths.size());
    state.counters["cost"] = static_cast<double>(plan.sum_of_costs);
    state.counters["cost/bound"] = per(plan.sum_of_costs, plan.lower_bound);
}

/// A contender that plans; without a plan it has an error.
template <class Planner>
void add_planner(const std::string& question, const std::string& input, std::uint32_t agents,
                 const std::string& contender, const plan_options& o, Planner planner) {
    add(question, input, agents, contender, [=](benchmark::State& state, const crowd& c) {
        senda::agents::plan<cell> plan;
        for (auto _ : state) {
            plan = planner(c.where.grid, c.starts, c.goals, o);
            if (!plan) {
                state.SkipWithError("no plan");
                return;
            }
        }
        report_plan(state, plan);
        state.counters["expansions/s"] = rate(plan.statistics.expanded);
    });
}

/// The limit of planners: a flood from the goal of each agent.
void add_floods(const std::string& question, const std::string& input, std::uint32_t agents) {
    add(question, input, agents, "floods_by_hand", [](benchmark::State& state, const crowd& c) {
        std::vector<std::uint32_t> queue(c.where.open.size());
        std::uint64_t sum = 0;
        for (auto _ : state) {
            std::vector<std::vector<std::uint16_t>> distances(c.goals.size());
            sum = 0;
            for (std::size_t i = 0; i < c.goals.size(); ++i) {
                distances[i].resize(c.where.open.size());
                flood(c.where, c.goals[i], distances[i], queue);
                sum += distances[i][c.where.at(c.starts[i])];
            }
            benchmark::DoNotOptimize(distances.data());
        }
        state.counters["agents/s"] = rate(c.goals.size());
        state.counters["cost"] = static_cast<double>(sum);
    });
}

constexpr auto lacam = [](const auto&... given) { return senda::agents::lacam(given...); };
constexpr auto pibt = [](const auto&... given) { return senda::agents::pibt(given...); };
constexpr auto prioritized = [](const auto&... given) {
    return senda::agents::prioritized(given...);
};
constexpr auto conflict_based = [](const auto&... given) {
    return senda::agents::conflict_based(given...);
};

// How soon is there a first plan?
void add_first_plans(const std::string& input, std::uint32_t agents) {
    const std::string question = "agents_first_plan";
    add_planner(question, input, agents, "lacam", {}, lacam);
    add_planner(question, input, agents, "pibt", {}, pibt);
    if (agents <= 100) add_planner(question, input, agents, "prioritized", {}, prioritized);
    add_floods(question, input, agents);
}

// How many agents move by a step in a second, where each gets a new goal when it has arrived? The
// limit goes to the next cell nearer to the goal, whoever is there.
constexpr std::uint32_t stations = 256;
void add_steps(const std::string& input, std::uint32_t agents) {
    const std::string question = "agents_step";
    const auto set_goals = [](auto& fleet, const std::vector<cell>& at, splitmix64& random) {
        std::uint64_t arrived = 0;
        for (std::size_t i = 0; i < fleet.size(); ++i) {
            if (!fleet.has_arrived(i)) continue;
            ++arrived;
            if (!fleet.set_goal(i, at[random.below(stations)])) return std::uint64_t{0};
        }
        return arrived;
    };
    add(question, input, agents, "lifelong", [=](benchmark::State& state, const crowd& c) {
        splitmix64 random{3};
        const std::vector<cell> at = draw(c.where, stations, random);
        senda::agents::lifelong fleet(c.where.grid, c.starts);
        // All distances are known before the clock starts.
        for (const cell goal : at) benchmark::DoNotOptimize(fleet.set_goal(0, goal));
        std::uint64_t arrived = 0;
        std::uint64_t steps = 0;
        for (auto _ : state) {
            arrived += set_goals(fleet, at, random);
            ++steps;
            if (fleet.step() != senda::status::running) {
                state.SkipWithError("the fleet is stuck");
                return;
            }
        }
        state.SetItemsProcessed(static_cast<std::int64_t>(steps * agents));
        state.counters["arrivals/step"] = per(arrived, steps);
    });
    add(question, input, agents, "ignoring_others_by_hand",
        [=](benchmark::State& state, const crowd& c) {
            splitmix64 random{3};
            std::vector<std::vector<std::uint16_t>> distances;
            std::vector<std::uint32_t> queue(c.where.open.size());
            for (const cell goal : draw(c.where, stations, random))
                flood(c.where, goal, distances.emplace_back(c.where.open.size()), queue);
            std::vector<std::uint32_t> now(agents);
            std::vector<std::uint32_t> goal(agents);
            for (std::uint32_t i = 0; i < agents; ++i) {
                now[i] = static_cast<std::uint32_t>(c.where.at(c.starts[i]));
                goal[i] = random.below(stations);
            }
            const auto width = static_cast<std::uint32_t>(c.where.width);
            std::uint64_t arrived = 0;
            std::uint64_t steps = 0;
            for (auto _ : state) {
                ++steps;
                for (std::uint32_t i = 0; i < agents; ++i) {
                    const std::uint16_t* const distance = distances[goal[i]].data();
                    const std::uint32_t at = now[i];
                    for (const std::uint32_t to : {at - width, at + 1, at + width, at - 1})
                        if (distance[to] < distance[at]) now[i] = to;
                    if (distance[now[i]] != 0) continue;
                    ++arrived;
                    goal[i] = random.below(stations);
                }
                benchmark::DoNotOptimize(now.data());
            }
            state.SetItemsProcessed(static_cast<std::int64_t>(steps * agents));
            state.counters["arrivals/step"] = per(arrived, steps);
        });
}

// What does the path of one more agent cost, among others whose plans stand? The limit is A* of the
// same map without them.
void add_one_more(const std::string& input, std::uint32_t agents) {
    const std::string question = "agents_one_more";
    const auto with_plan = [](benchmark::State& state, const crowd& c, auto body) {
        crowd others = c;
        others.starts.pop_back();
        others.goals.pop_back();
        const auto plan = senda::agents::lacam(c.where.grid, others.starts, others.goals);
        std::uint64_t cost = 0;
        for (auto _ : state) cost = body(plan, c.starts.back(), c.goals.back());
        if (!plan || cost == 0) state.SkipWithError("no plan");
        state.counters["cost"] = static_cast<double>(cost);
    };
    add(question, input, agents, "safe_intervals", [=](benchmark::State& state, const crowd& c) {
        with_plan(state, c, [&](const auto& plan, cell start, cell goal) {
            return senda::agents::safe_intervals(c.where.grid, plan, start, goal).sum_of_costs;
        });
    });
    add(question, input, agents, "astar_alone", [=](benchmark::State& state, const crowd& c) {
        with_plan(state, c, [&](const auto&, cell start, cell goal) {
            const auto path = senda::astar(c.where.grid, start, goal, senda::manhattan{goal});
            return path ? std::uint64_t{path.path.size() - 1} : std::uint64_t{0};
        });
    });
}

// How good does a plan get by a fixed number of expansions, and how fast are these?
void add_refinement(const std::string& input, std::uint32_t agents) {
    for (const std::uint64_t expansions : {1'000'000U, 10'000'000U}) {
        plan_options o{.effort = effort::until_limit};
        o.limits.expansions = expansions;
        add_planner("agents_refinement", input, agents,
                    "lacam_" + std::to_string(expansions / 1'000'000) + "m", o, lacam);
    }
    add_floods("agents_refinement", input, agents);
}

// What does the best plan of few agents cost, and one proven to be within 5 %?
void add_best(const std::string& input, std::uint32_t agents) {
    add_planner("agents_best", input, agents, "conflict_based", {}, conflict_based);
    add_planner("agents_best", input, agents, "conflict_based_5_percent", {.weight = 1.05},
                conflict_based);
    add_floods("agents_best", input, agents);
}

[[maybe_unused]] const bool added = [] {
    for (const char* const input : {"walls20", "warehouse"}) {
        for (const std::uint32_t agents : {100U, 400U, 1000U}) {
            add_first_plans(input, agents);
            add_steps(input, agents);
        }
        add_one_more(input, 400);
        add_refinement(input, 400);
        add_best(input, 20);
    }
    return true;
}();

}  // namespace
}  // namespace agents_bench
