// SPDX-License-Identifier: MIT
// How much faster is a repaired path than one from scratch? On maps of 512 x 512 cells 1 % of the
// cells within 10 of the path are opened or closed, again and again: medians in microseconds of
// `d_star_lite`, of `astar` and of `jump_point` on the same maps, whose costs must be the same.
//
// usage: changing [CHANGES] [MAP ...]
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/graph/moving_ai.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/changing/d_star_lite.hpp>
#include <senda/search/grid/jump_point.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

using senda::cell;
using map_type = senda::octile_grid;

constexpr int side = 512;

/// What happens to the cells that change.
enum class kind {
    passing,  ///< each is the other way round, until the next change
    lasting,  ///< each becomes a wall as often as others on the map are, and stays so
    closing   ///< each becomes a wall, until the next change
};
const char* name_of(kind k) {
    return k == kind::passing ? "passing" : k == kind::lasting ? "lasting" : "closing";
}

std::vector<cell> near(const map_type& g, const std::vector<cell>& path) {
    std::vector<bool> seen(g.index_bound());
    std::vector<cell> cells;
    for (std::size_t i = 1; i + 1 < path.size(); ++i)
        for (int y = path[i].y - 10; y <= path[i].y + 10; ++y)
            for (int x = path[i].x - 10; x <= path[i].x + 10; ++x) {
                const cell c{x, y};
                if (!g.contains(c) || c == path.front() || c == path.back()) continue;
                if (!seen[g.index(c)]) cells.push_back(c);
                seen[g.index(c)] = true;
            }
    return cells;
}

double median(std::vector<double>& of) {
    if (of.empty()) return 0;
    std::nth_element(of.begin(), of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2), of.end());
    return of[of.size() / 2];
}
double mean(const std::vector<double>& of) {
    double sum = 0;
    for (const double x : of) sum += x;
    return of.empty() ? 0 : sum / static_cast<double>(of.size());
}

/// Of processor time, which others on the machine disturb less.
template <class Work>
double microseconds(Work work) {
    const std::clock_t begin = std::clock();
    work();
    return std::max(1.0, 1e6 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
}

/// Medians on one map, with some pairs of cells that are far apart.
void measure(const std::string& name, const map_type& original, kind k, int changes) {
    std::mt19937 random(7);
    std::vector<cell> open;
    for (int y = 0; y < original.height(); ++y)
        for (int x = 0; x < original.width(); ++x)
            if (original.open({x, y})) open.push_back({x, y});
    const double walls = 1 - static_cast<double>(open.size()) /
                                 (static_cast<double>(original.width()) * original.height());
    std::vector<double> repair, scratch, jumps, times, expanded;
    constexpr int pairs = 10;
    for (int pair = 0; pair < pairs; ++pair) {
        map_type g = original;
        cell start, goal;
        senda::result<cell, double> found;
        do {
            start = open[random() % open.size()];
            goal = open[random() % open.size()];
            found = senda::jump_point(g, start, goal);
        } while (!found || found.cost < g.width() / 2);
        senda::d_star_lite plan{g, start, goal, senda::octile{goal}};
        plan.run();
        std::vector<cell> cells = near(g, plan.result().path);
        std::vector<cell> other;
        for (int change = 0; change < changes / pairs; ++change) {
            std::vector<cell> told = std::exchange(other, {});
            for (const cell c : told) original.open(c) ? g.set(c) : g.close(c);
            if (k == kind::lasting && !found.path.empty()) cells = near(g, found.path);
            std::shuffle(cells.begin(), cells.end(), random);
            for (std::size_t i = 0; i < cells.size() / 100; ++i) {
                const cell c = cells[i];
                const bool opens = k == kind::passing ? !g.open(c)
                                   : k == kind::closing
                                       ? false
                                       : static_cast<double>(random()) * 0x1p-32 >= walls;
                opens ? g.set(c) : g.close(c);
                told.push_back(c);
                if (k != kind::lasting) other.push_back(c);
            }
            repair.push_back(microseconds([&] {
                for (const cell c : told) plan.changed(c);
                plan.run();
                found = plan.result();
            }));
            expanded.push_back(static_cast<double>(found.statistics.expanded));
            senda::result<cell, double> by_astar, by_jumps;
            scratch.push_back(microseconds(
                [&] { by_astar = senda::astar(g, start, goal, senda::octile{goal}); }));
            jumps.push_back(microseconds([&] { by_jumps = senda::jump_point(g, start, goal); }));
            times.push_back(scratch.back() / repair.back());
            if (found.cost != by_jumps.cost || found.status != by_astar.status ||
                (found && std::abs(found.cost - by_astar.cost) > 1e-6)) {
                std::printf("%s: a wrong answer\n", name.c_str());
                std::exit(1);
            }
        }
    }
    const double mean_repair = mean(repair);
    const double mean_scratch = mean(scratch);
    const double at_repair = median(repair);
    const double at_scratch = median(scratch);
    std::printf("| %s, %s | %.0f | %.0f | %.0f | %.1f | %.1f | %.1f | %.0f |\n", name.c_str(),
                name_of(k), at_repair, at_scratch, median(jumps), at_scratch / at_repair,
                median(times), mean_scratch / mean_repair, median(expanded));
    std::fflush(stdout);
}

map_type strewn(int walls) {
    std::mt19937 random(11);
    return {side, side, [&](cell) { return static_cast<int>(random() % 100) >= walls; }};
}
map_type rooms(int size) {
    std::mt19937 random(13);
    map_type g{side, side, [&](cell c) { return c.x % size != 0 && c.y % size != 0; }};
    for (int y = 0; y < side; y += size)
        for (int x = 0; x < side; x += size) {
            const auto along = [&] {
                return 1 + static_cast<int>(random() % static_cast<unsigned>(size - 1));
            };
            const cell doors[] = {{x, y + along()}, {x + along(), y}};
            for (const cell door : doors)
                if (g.contains(door)) g.set(door);
        }
    return g;
}

}  // namespace

int main(int argc, char** argv) {
    const int changes = argc > 1 ? std::max(10, std::atoi(argv[1])) : 1000;
    std::vector<std::pair<std::string, map_type>> maps;
    for (int i = 2; i < argc; ++i) {
        std::ifstream in(argv[i], std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        const auto map = senda::read_map(text);
        if (!map) {
            std::fprintf(stderr, "changing: %s: %s\n", argv[i], map.error().message.c_str());
            return 2;
        }
        const std::string path = argv[i];
        maps.emplace_back(path.substr(path.find_last_of('/') + 1), senda::to_grid(*map));
    }
    if (maps.empty()) {
        maps.emplace_back("10 % walls", strewn(10));
        maps.emplace_back("30 % walls", strewn(30));
        maps.emplace_back("rooms of 32", rooms(32));
    }
    std::printf(
        "| map, changes | `d_star_lite` us | `astar` us | `jump_point` us | times faster than "
        "`astar` | median of quotients | by means | expanded |\n"
        "|---|---|---|---|---|---|---|---|\n");
    for (const auto& [name, map] : maps)
        for (const kind k : {kind::passing, kind::lasting, kind::closing})
            measure(name, map, k, changes);
    return 0;
}
