// SPDX-License-Identifier: MIT
// How much do landmarks spare A*? On the roads of Luxembourg beside `dijkstra`, on maps of Moving
// AI beside A* by `octile`: expansions and processor time of the same queries, each by both in
// turn, and every length checked.
//
// usage: landmarks FOLDER_OF_ROADS|- [QUERIES_OF_ROADS] [MAP ...]
#include <senda/estimates/combine.hpp>
#include <senda/estimates/landmarks.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/formats/binary_vectors.hpp>
#include <senda/graph/formats/moving_ai.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/dijkstra.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace {

using senda::landmark_options;
using senda::landmarks;

/// Processor time in seconds, which others on the machine disturb less.
double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// What one way of searching did, query by query.
struct tally {
    std::vector<double> expanded;
    double seconds = 0;
    std::uint64_t reopened = 0;
    std::size_t wrong = 0;

    /// Runs a search; `is_right` looks at its answer.
    template <class Search, class IsRight>
    void add(Search search, IsRight is_right) {
        const double before = now();
        const auto found = search();
        seconds += now() - before;
        expanded.push_back(static_cast<double>(found.statistics.expanded));
        reopened += found.statistics.reopened;
        if (!is_right(found)) ++wrong;
    }
};

/// A line of the table: how many times fewer nodes are expanded than by `beside`.
void print(const std::string& what, const tally& by, const tally& beside, double making,
           std::uint64_t bytes) {
    std::vector<double> fewer;
    double sum = 0;
    double sum_beside = 0;
    for (std::size_t i = 0; i < by.expanded.size(); ++i) {
        fewer.push_back(beside.expanded[i] / std::max(1.0, by.expanded[i]));
        sum += by.expanded[i];
        sum_beside += beside.expanded[i];
    }
    const auto count = static_cast<double>(std::max<std::size_t>(1, by.expanded.size()));
    std::printf("| %s | %.2f s, %.1f MB | %.0f | %.1f | %.1f | %.2f %% | %.0f | %.0f | %zu |\n",
                what.c_str(), making, static_cast<double>(bytes) / 1e6, median(by.expanded),
                median(fewer), sum_beside / std::max(1.0, sum),
                100 * static_cast<double>(by.reopened) / std::max(1.0, sum),
                1e6 * by.seconds / count, 1e6 * beside.seconds / count, by.wrong + beside.wrong);
    std::fflush(stdout);
}

void print_head(const char* beside) {
    std::printf(
        "| landmarks | made | expanded, median | fewer than %s, median | in all | again | us | "
        "us %s | wrong |\n|---|---|---|---|---|---|---|---|---|\n",
        beside, beside);
}

using id = std::uint32_t;
using roads = senda::csr<id>;

std::vector<id> read_vector(const std::string& name) {
    auto values = senda::read_binary_vector<id>(name);
    return values ? *std::move(values) : std::vector<id>{};
}

struct road_queries {
    std::vector<id> from, to, length;
    std::size_t count;
};

void race(const roads& g, const road_queries& q, const std::string& what,
          const landmark_options& how) {
    constexpr id no_path = 2'147'483'647;
    const double before = now();
    const landmarks far(g, how);
    const double making = now() - before;
    tally by;
    tally beside;
    for (std::size_t i = 0; i < q.count; ++i) {
        const auto is_right = [&](const auto& found) {
            return found ? found.cost == q.length[i] : q.length[i] >= no_path;
        };
        beside.add([&] { return senda::dijkstra(g, q.from[i], q.to[i]); }, is_right);
        by.add([&] { return senda::astar(g, q.from[i], q.to[i], far.to(q.to[i])); }, is_right);
    }
    print(what, by, beside, making, far.bytes());
}

void race_on_roads(const std::string& folder, std::size_t most) {
    const std::string stem = folder + "/luxembourg_";
    for (const std::string metric : {"travel_time", "geo_distance"}) {
        const auto g = senda::read_binary_graph({stem + "first_out", stem + "head", stem + metric});
        road_queries q{read_vector(stem + "source_node"), read_vector(stem + "target_node"),
                       read_vector(stem + "query_reference_" + metric + "_length"), 0};
        q.count = std::min(most, q.length.size());
        if (!g) {
            std::fprintf(stderr, "%s\n", g.error().message.c_str());
            return;
        }
        std::printf("\n%s, %zu queries\n\n", metric.c_str(), q.count);
        print_head("dijkstra");
        race(*g, q, "8", {});
        race(*g, q, "4", {.count = 4});
        race(*g, q, "16", {.count = 16});
    }
}

void race_on_map(const std::string& name) {
    const auto text = [](const std::string& file) {
        std::ifstream in(file);
        return std::string{std::istreambuf_iterator<char>(in), {}};
    };
    const auto drawn = senda::parse_map(text(name));
    const auto scenarios = senda::parse_scenarios(text(name + ".scen"));
    if (!drawn || !scenarios) return;
    const senda::octile_grid map = senda::to_grid(*drawn);
    std::printf("\n%s\n\n", name.substr(name.find_last_of('/') + 1).c_str());
    print_head("octile");
    const std::size_t every = scenarios->size() / 300 + 1;
    const double before = now();
    const landmarks far(map);
    const double making = now() - before;
    tally alone;
    tally both;
    tally beside;
    for (std::size_t i = 0; i < scenarios->size(); i += every) {
        const senda::scenario& s = (*scenarios)[i];
        const senda::octile by_length{s.goal};
        const auto is_right = [&](const auto& found) {
            // The lengths are written with six digits.
            return found && std::abs(found.cost - s.length) <= 5.1e-6 * s.length;
        };
        // All three by the same engine.
        const auto run = [&](const auto& h) {
            senda::astar_search search{map, s.start, s.goal, h};
            search.run();
            return search.result();
        };
        beside.add([&] { return run(by_length); }, is_right);
        alone.add([&] { return run(far.to(s.goal)); }, is_right);
        both.add([&] { return run(senda::max_of{by_length, far.to(s.goal)}); }, is_right);
    }
    print("8", alone, beside, making, far.bytes());
    print("8, and octile", both, beside, making, far.bytes());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::puts("usage: landmarks FOLDER_OF_ROADS|- [QUERIES_OF_ROADS] [MAP ...]");
        return 2;
    }
    const std::string folder = argv[1];
    const std::size_t most = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 2'000;
    if (folder != "-") race_on_roads(folder, most);
    for (int i = 3; i < argc; ++i) race_on_map(argv[i]);
    return 0;
}
