// SPDX-License-Identifier: MIT
// How much faster is a repaired path than one from scratch? On maps of 512 x 512 cells some of the
// cells within 10 of the path are opened or closed, again and again: medians and means in
// microseconds of `d_star_lite`, `astar`, `jump_point` and a `jump_point_search` that is restarted,
// on the same maps. The costs must be the same.
//
// usage: changing [CHANGES] [MAP ...]
#include <senda/graph/formats/moving_ai.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/incremental.hpp>

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
    few,      ///< 1 to 5 are the other way round, until the next change
    passing,  ///< 1 % are, until the next change
    lasting,  ///< 1 % become walls as often as others on the map are, and stay so
    closing   ///< 1 % become walls, until the next change
};
constexpr const char* names[] = {"1 to 5 cells", "passing", "lasting", "closing"};

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

/// Of processor time, which others on the machine disturb less.
template <class Work>
double microseconds(Work work) {
    const std::clock_t begin = std::clock();
    work();
    return std::max(1.0, 1e6 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
}

/// What was measured of a search.
struct measured {
    std::vector<double> times;

    [[nodiscard]] double mean() const {
        double sum = 0;
        for (const double t : times) sum += t;
        return times.empty() ? 0 : sum / static_cast<double>(times.size());
    }
    [[nodiscard]] double median() const { return at(0.5); }
    [[nodiscard]] double at(double part) const {
        if (times.empty()) return 0;
        std::vector<double> sorted = times;
        std::sort(sorted.begin(), sorted.end());
        return sorted[static_cast<std::size_t>(static_cast<double>(sorted.size()) * part)];
    }
};

/// Measures on one map, between some pairs of cells that are far apart.
void measure(const std::string& name, const map_type& original, kind k, int changes) {
    std::mt19937 random(7);
    std::vector<cell> open;
    for (int y = 0; y < original.height(); ++y)
        for (int x = 0; x < original.width(); ++x)
            if (original.open({x, y})) open.push_back({x, y});
    const double walls = 1 - static_cast<double>(open.size()) /
                                 (static_cast<double>(original.width()) * original.height());
    measured repair, scratch, one_jump, jumps, expanded, from_scratch;
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
        senda::jump_point_search<senda::grid_moves::octile> restarted(g, start, goal);
        std::vector<cell> cells = near(g, plan.result().path);
        std::vector<cell> other;
        for (int change = 0; change < changes / pairs; ++change) {
            std::vector<cell> told = std::exchange(other, {});
            for (const cell c : told) original.open(c) ? g.set(c) : g.close(c);
            if (k == kind::lasting && !found.path.empty()) cells = near(g, found.path);
            std::shuffle(cells.begin(), cells.end(), random);
            const std::size_t count = k == kind::few ? 1 + random() % 5 : cells.size() / 100;
            for (std::size_t i = 0; i < count; ++i) {
                const cell c = cells[i];
                const bool opens = k == kind::closing ? false
                                   : k == kind::lasting
                                       ? static_cast<double>(random()) * 0x1p-32 >= walls
                                       : !g.open(c);
                opens ? g.set(c) : g.close(c);
                told.push_back(c);
                if (k != kind::lasting) other.push_back(c);
            }
            repair.times.push_back(microseconds([&] {
                for (const cell c : told) plan.changed(c);
                plan.run();
                found = plan.result();
            }));
            expanded.times.push_back(static_cast<double>(found.statistics.expanded));
            senda::result<cell, double> by_astar, by_one_jump, by_jumps;
            scratch.times.push_back(microseconds(
                [&] { by_astar = senda::astar(g, start, goal, senda::octile{goal}); }));
            one_jump.times.push_back(
                microseconds([&] { by_one_jump = senda::jump_point(g, start, goal); }));
            jumps.times.push_back(microseconds([&] {
                for (const cell c : told) restarted.changed(g, c);
                restarted.restart(start, goal);
                restarted.run();
                by_jumps = restarted.result();
            }));
            from_scratch.times.push_back(static_cast<double>(by_astar.statistics.expanded));
            if (found.cost != by_jumps.cost || found.cost != by_one_jump.cost ||
                found.status != by_astar.status ||
                (found && std::abs(found.cost - by_astar.cost) > 1e-6)) {
                std::printf("%s: a wrong answer\n", name.c_str());
                std::exit(1);
            }
        }
    }
    std::printf(
        "| %s, %s | %.0f | %.0f | %.0f | %.0f | %.1f | %.0f | %.0f | %.0f | %.1f | %.0f | %.0f |\n",
        name.c_str(), names[static_cast<std::size_t>(k)], repair.median(), scratch.median(),
        one_jump.median(), jumps.median(), scratch.median() / repair.median(), repair.mean(),
        scratch.mean(), jumps.mean(), scratch.mean() / repair.mean(), expanded.median(),
        from_scratch.median());
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
        const auto map = senda::parse_map(text);
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
        "| map, changes | `d_star_lite` us | `astar` us | `jump_point` us | `jump_point_search` us "
        "| times as fast as `astar` | mean: `d_star_lite` | `astar` | `jump_point_search` | times "
        "| "
        "expanded | by `astar` |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (const auto& [name, map] : maps)
        for (const kind k : {kind::few, kind::passing, kind::lasting, kind::closing})
            measure(name, map, k, changes);
    return 0;
}
