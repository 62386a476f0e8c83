// SPDX-License-Identifier: MIT
// How long does a query for a path in any direction take, beside A* and jump point search with
// their eight directions? Scenarios of Moving AI maps where they are, and of maps made here.
#include "shared_data.hpp"

#include <senda/graph/formats/moving_ai.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/grid/any_angle.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/search/astar.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace any_angle_bench {
namespace {

using namespace bench;

struct task {
    senda::octile_grid grid;
    std::vector<std::pair<senda::cell, senda::cell>> queries;
};

/// About so many queries of a map; each has a path.
constexpr std::size_t most_queries = 64;

/// Cells closed at random, and queries between open ones.
task random_task(int side, unsigned percent) {
    std::uint64_t state = 1;
    const auto below = [&state](unsigned bound) {
        state = state * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
        return static_cast<unsigned>(state >> 33) % bound;
    };
    task made{{side, side, [&](senda::cell) { return below(100) >= percent; }}, {}};
    const auto any = [&] {
        const auto bound = static_cast<unsigned>(side);
        return senda::cell{static_cast<int>(below(bound)), static_cast<int>(below(bound))};
    };
    while (made.queries.size() < most_queries) {
        const senda::cell from = any();
        const senda::cell to = any();
        if (senda::jump_point(made.grid, from, to)) made.queries.emplace_back(from, to);
    }
    return made;
}

task shared_task(const std::string& name) {
    const std::string file = "movingai/" + name + ".map";
    const auto map = senda::parse_map(shared_text(file));
    const auto scenarios = senda::parse_scenarios(shared_text(file + ".scen"));
    if (!map || !scenarios) return {};
    task made{senda::to_grid(*map), {}};
    for (std::size_t i = 0; i < scenarios->size(); i += scenarios->size() / most_queries + 1)
        made.queries.emplace_back((*scenarios)[i].start, (*scenarios)[i].goal);
    return made;
}

const task& task_of(const std::string& name) {
    static std::map<std::string, task> made;
    const auto found = made.find(name);
    if (found != made.end()) return found->second;
    if (name == "random_10_percent") return made[name] = random_task(512, 10);
    if (name == "random_35_percent") return made[name] = random_task(512, 35);
    return made[name] = shared_task(name);
}

/// Registers one contender on a map: `prepare(grid)` gives what answers `(start, goal)`.
template <class Prepare>
void add(const std::string& name, const std::string& contender, Prepare prepare) {
    const auto body = [=](benchmark::State& state) {
        const task& asked = task_of(name);
        if (asked.queries.empty()) return state.SkipWithError("the map is not there");
        auto search = prepare(asked.grid);
        double length = 0;
        std::uint64_t expanded = 0;
        for (auto _ : state) {
            length = 0;
            expanded = 0;
            for (const auto& [start, goal] : asked.queries) {
                const auto found = search(start, goal);
                length += found.cost;
                expanded += found.statistics.expanded;
            }
        }
        const auto count = static_cast<double>(asked.queries.size());
        state.counters["query"] = benchmark::Counter(
            count, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
        state.counters["length"] = length / count;
        state.counters["expanded"] = static_cast<double>(expanded) / count;
    };
    benchmark::RegisterBenchmark(("any_angle/" + name + "/" + contender).c_str(), body)
        ->Unit(benchmark::kMillisecond);
}

void add_all(const std::string& name) {
    add(name, "any_angle", [](const senda::octile_grid& g) {
        return [&g](senda::cell a, senda::cell b) { return senda::any_angle(g, a, b); };
    });
    add(name, "restarted", [](const senda::octile_grid& g) {
        return [search = senda::any_angle_search(g, {}, {})](senda::cell a, senda::cell b) mutable {
            search.restart(a, b);
            search.run();
            return search.result();
        };
    });
    add(name, "pulled_string", [](const senda::octile_grid& g) {
        return [&g](senda::cell a, senda::cell b) {
            auto found = senda::jump_point(g, a, b);
            const auto pulled = senda::pull_string(g, found.path);
            found.cost = 0;
            for (std::size_t i = 1; i < pulled.size(); ++i)
                found.cost += distance(senda::centre(pulled[i - 1]), senda::centre(pulled[i]));
            return found;
        };
    });
    add(name, "jump_point", [](const senda::octile_grid& g) {
        return [&g](senda::cell a, senda::cell b) { return senda::jump_point(g, a, b); };
    });
    add(name, "astar", [](const senda::octile_grid& g) {
        return
            [&g](senda::cell a, senda::cell b) { return senda::astar(g, a, b, senda::octile{b}); };
    });
}

[[maybe_unused]] const bool registered = [] {
    for (const std::string name : {"hrt201n", "random512-10-0", "8room_000", "maze512-4-0"})
        if (has_shared("movingai/" + name + ".map")) add_all(name);
    add_all("random_10_percent");
    add_all("random_35_percent");
    return true;
}();

}  // namespace
}  // namespace any_angle_bench
