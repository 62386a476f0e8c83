// SPDX-License-Identifier: MIT
// The lines that README and docs show, exactly as they are written there.
#include <array>
#include <cstdlib>
#include <doctest/doctest.h>
#include <map>
#include <optional>
#include <senda/everything.hpp>
#include <string>
#include <vector>

namespace {

/// Node = std::string, weighted edges with actions.
struct road_map {
    using road = senda::edge<std::string, int, std::string>;
    std::map<std::string, std::vector<road>> out{
        {"Lima", {{"Trujillo", 557, "N1"}, {"Cusco", 1105, "S3"}}},
        {"Trujillo", {{"Quito", 1230, "E35"}}},
        {"Cusco", {{"Quito", 2700, "air"}}}};

    std::vector<road> successors(const std::string& city) const {
        const auto at = out.find(city);
        return at == out.end() ? std::vector<road>{} : at->second;
    }
};

/// A move costs one unit of fuel; every third place fills the tank.
struct fuel_model {
    std::optional<int> extend(int fuel, int, const senda::edge<int, senda::steps>& move) const {
        if (fuel == 0) return std::nullopt;
        return move.to % 3 == 0 ? 2 : fuel - 1;
    }
};

}  // namespace

// The lines stand as users read them.
// clang-format off

TEST_CASE("an implicit graph is a lambda and limits are named at the call") {
    auto next = [](int n) { return std::array{2 * n, n + 1}; };
    auto a = senda::bfs(next, 1, 23, {.limits = {.expansions = 100'000}});      // a.cost == 7, a.path.front() == 1
    CHECK(a.cost == 7);
    CHECK(a.path.front() == 1);
    CHECK(a.path.back() == 23);
    CHECK(a);
}

TEST_CASE("a goal is a value or a predicate") {
    auto next = [](int n) { return std::array{2 * n, n + 1}; };
    auto b = senda::bfs(next, 1, [](int n) { return n % 1000 == 999; });         // goal as a predicate
    REQUIRE(b);
    CHECK(b.path.back() % 1000 == 999);
}

TEST_CASE("astar takes a heuristic and a limit on memory") {
    const senda::grid grid{40, 30};
    const senda::cell start{0, 0};
    const senda::cell goal{39, 29};
    auto c = senda::astar(grid, start, goal, senda::manhattan{goal}, {.limits = {.bytes = 1u << 30}});
    CHECK(c.cost == 68);
    CHECK(c.path.size() == 69);
}

TEST_CASE("nodes may be names and edges may have actions") {
    const road_map roads;
    auto d = senda::dijkstra(roads, "Lima", "Quito");                           // roads: Node = std::string, weighted edges with actions
    CHECK(d.cost == 1787);
    CHECK(d.path == std::vector<std::string>{"Lima", "Trujillo", "Quito"});
    CHECK(d.actions == std::vector<std::string>{"N1", "E35"});
}

TEST_CASE("a walk is a range and break stops it") {
    auto next = [](int n) { return std::array{2 * n, n + 1}; };
    int last = 0;
    for (auto v : senda::bfs_range(next, 1)) if (v > 50) break; else last = v;
    CHECK(last > 1);
    for (auto v : senda::bfs_range(next, 1)) if (v > 50) break;
}

TEST_CASE("a search can be stepped") {
    const senda::grid grid{100, 100};
    const senda::cell start{0, 0};
    const senda::cell goal{99, 99};
    const senda::manhattan h{goal};
    senda::astar_search s{grid, start, goal, h}; while (s.step(1000) == senda::status::running) {}
    CHECK(s.status() == senda::status::found);
    CHECK(s.result().cost == 198);
}

TEST_CASE("a state is a node and a resource") {
    const auto map = [](int n) { return std::array{n + 1, n > 0 ? n - 1 : 0}; };
    const int start = 0;
    const auto at_exit = [](int n) { return n == 5; };
    const fuel_model fuel_rules;
    const int full_tank = 3;
    auto e = senda::constrained(map, start, at_exit, fuel_rules, full_tank);     // state = node + resource
    CHECK(e.cost == 5);
    CHECK(e.resources == std::vector{3, 2, 1, 2, 1, 0});
    auto too_far = senda::constrained(map, start, 7, fuel_rules, full_tank);
    CHECK(too_far.status == senda::status::exhausted);
}

// clang-format on
