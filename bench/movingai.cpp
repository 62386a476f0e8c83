// SPDX-License-Identifier: MIT
// Every scenario of every map in a folder of Moving AI benchmarks, by A*, by jump point search,
// once and restarted, and on a prepared grid: are the lengths right, and how much faster is each?
#include <senda/graph/formats/moving_ai.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/grid/prepared_grid.hpp>
#include <senda/search/astar.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// Processor time in seconds.
double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// What one way of searching did on the scenarios of a map.
struct tally {
    double seconds = 0;
    std::uint64_t expanded = 0;
    std::size_t wrong = 0;

    void add(const tally& other) {
        seconds += other.seconds;
        expanded += other.expanded;
        wrong += other.wrong;
    }
};

struct tallies {
    std::size_t scenarios = 0;
    tally astar;
    tally jump_point;
    tally restarted;
    tally prepared;
    double making = 0;  // seconds to prepare the grid

    void add(const tallies& other) {
        scenarios += other.scenarios;
        astar.add(other.astar);
        jump_point.add(other.jump_point);
        restarted.add(other.restarted);
        prepared.add(other.prepared);
        making += other.making;
    }
};

/// Whether a path leads from start to goal by steps of the grid, as long as it says.
bool replays(const senda::octile_grid& g, const senda::scenario& s,
             const senda::result<senda::cell, double>& found) {
    if (found.path.empty() || found.path.front() != s.start || found.path.back() != s.goal) {
        return false;
    }
    double sum = 0;
    for (std::size_t i = 1; i < found.path.size(); ++i) {
        std::optional<double> step;
        g.successors(found.path[i - 1], [&](senda::cell to, double length) {
            if (to == found.path[i]) step = length;
        });
        if (!step) return false;
        sum += *step;
    }
    return std::abs(sum - found.cost) < 1e-6;
}

template <class Search>
void measure(const senda::octile_grid& g, const senda::scenario& s, tally& into, Search search) {
    const double before = now();
    const senda::result<senda::cell, double> found = search();
    into.seconds += now() - before;
    into.expanded += found.statistics.expanded;
    // The lengths are written with six digits.
    if (std::abs(found.cost - s.length) <= 5.1e-6 * s.length && replays(g, s, found)) return;
    if (into.wrong++ != 0) return;
    std::fprintf(stderr, "wrong: (%d, %d) to (%d, %d) is %.8f, found %.8f\n", s.start.x, s.start.y,
                 s.goal.x, s.goal.y, s.length, found.cost);
}

std::string contents(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

tallies run(const senda::octile_grid& g, const std::vector<senda::scenario>& scenarios,
            std::size_t every) {
    tallies sums;
    const double before = now();
    const senda::prepared_grid prepared(g);
    sums.making = now() - before;
    senda::jump_point_search search(g, {0, 0}, {0, 0});
    // One way after the other: each finds its memory in the cache, as in a program that uses it.
    const auto for_each = [&](tally& into, auto&& answer) {
        for (std::size_t i = 0; i < scenarios.size(); i += every)
            measure(g, scenarios[i], into, [&] { return answer(scenarios[i]); });
    };
    sums.scenarios = (scenarios.size() + every - 1) / every;
    for_each(sums.astar, [&](const senda::scenario& s) {
        return senda::astar(g, s.start, s.goal, senda::octile{s.goal});
    });
    for_each(sums.jump_point,
             [&](const senda::scenario& s) { return senda::jump_point(g, s.start, s.goal); });
    for_each(sums.restarted, [&](const senda::scenario& s) {
        search.restart(s.start, s.goal);
        search.run();
        return search.result();
    });
    for_each(sums.prepared,
             [&](const senda::scenario& s) { return prepared.path(s.start, s.goal); });
    return sums;
}

std::size_t wrong(const tallies& t) {
    return t.astar.wrong + t.jump_point.wrong + t.restarted.wrong + t.prepared.wrong;
}

void print(const std::string& name, const tallies& t) {
    const auto each = [&](const tally& one) {
        return 1e6 * one.seconds / static_cast<double>(t.scenarios);
    };
    std::printf("%-20s %9zu %11.1f %11.1f %12.1f %11.1f %9.2f %6zu\n", name.c_str(), t.scenarios,
                each(t.astar), each(t.jump_point), each(t.restarted), each(t.prepared),
                1e3 * t.making, wrong(t));
    std::fflush(stdout);
}

int refuse(const std::string& what) {
    std::fprintf(stderr, "movingai: %s\n", what.c_str());
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    const long every = argc > 2 ? std::strtol(argv[2], nullptr, 10) : 1;
    if (argc < 2 || argc > 3 || every < 1 || std::string_view{argv[1]} == "--help") {
        return refuse(
            "usage: movingai DIR [N]\n"
            "Solves the scenarios of all maps in DIR, or every N-th, and checks their lengths.");
    }
    std::error_code unreadable;
    std::vector<std::filesystem::path> maps;
    for (const auto& entry : std::filesystem::directory_iterator(argv[1], unreadable)) {
        if (entry.path().extension() == ".map") maps.push_back(entry.path());
    }
    std::sort(maps.begin(), maps.end());
    if (maps.empty()) return refuse("no maps in " + std::string{argv[1]});

    std::printf("%-20s %9s %11s %11s %12s %11s %9s %6s\n", "map", "scenarios", "A* us", "JPS us",
                "restarted us", "prepared us", "making ms", "wrong");
    tallies total;
    for (const std::filesystem::path& file : maps) {
        const auto map = senda::parse_map(contents(file));
        if (!map) return refuse(file.string() + ": " + map.error().message);
        const auto scenarios = senda::parse_scenarios(contents(file.string() + ".scen"));
        if (!scenarios) return refuse(file.string() + ".scen: " + scenarios.error().message);
        const tallies sums = run(senda::to_grid(*map), *scenarios, static_cast<std::size_t>(every));
        print(file.stem().string(), sums);
        total.add(sums);
    }
    print("all", total);
    return wrong(total) == 0 ? 0 : 1;
}
