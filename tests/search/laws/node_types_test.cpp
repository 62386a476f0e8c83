// SPDX-License-Identifier: MIT
// What a node may be.
#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <senda/search/bfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

TEST_CASE("nodes may be strings named by literals") {
    const std::map<std::string, std::vector<std::pair<std::string, int>>> roads{
        {"Lima", {{"Trujillo", 557}, {"Cusco", 1105}}},
        {"Trujillo", {{"Quito", 1230}}},
        {"Cusco", {{"Quito", 2700}}},
        {"Quito", {}}};
    const auto next = [&](const std::string& city) { return roads.at(city); };
    const auto answer = senda::dijkstra(next, "Lima", "Quito");
    CHECK(answer.cost == 1787);
    CHECK(answer.path == std::vector<std::string>{"Lima", "Trujillo", "Quito"});
    CHECK(senda::dijkstra(next, "Lima", [](const std::string& city) {
              return city[0] == 'C';
          }).cost == 1105);
    CHECK(senda::bfs(next, "Lima", "Quito").cost == 2);
}

TEST_CASE("nodes may be pairs, tuples, arrays, vectors and plain structs") {
    using pair = std::pair<int, int>;
    const auto pairs = [](const pair& p) {
        return std::array{pair{p.first + 1, p.second}, pair{p.first, p.second + 1}};
    };
    CHECK(senda::bfs(pairs, pair{0, 0}, pair{3, 4}).cost == 7);
    using tuple = std::tuple<int, char, std::string>;
    const auto tuples = [](const tuple& t) {
        return std::array{tuple{std::get<0>(t) + 1, 'x', std::get<2>(t) + "-"}};
    };
    CHECK(senda::bfs(tuples, tuple{0, 'x', ""}, tuple{3, 'x', "---"}).cost == 3);
    using array = std::array<std::uint8_t, 9>;
    const auto arrays = [](array a) {
        std::vector<array> next;
        for (std::size_t i = 0; i + 1 < a.size(); ++i) {
            std::swap(a[i], a[i + 1]);
            next.push_back(a);
            std::swap(a[i], a[i + 1]);
        }
        return next;
    };
    CHECK(senda::bfs(arrays, array{0, 1, 2, 3, 4, 5, 6, 7, 8}, array{2, 1, 0, 3, 4, 5, 6, 7, 8})
              .cost == 3);
    using vector = std::vector<int>;
    const auto vectors = [](vector v) {
        v.push_back(static_cast<int>(v.size()));
        return std::array{v};
    };
    CHECK(senda::bfs(vectors, vector{}, vector{0, 1, 2}).cost == 3);
    struct square {
        int x;
        int y;
        bool operator==(const square&) const = default;
    };
    const auto knight = [](square s) {
        return std::array{square{s.x + 1, s.y + 2}, square{s.x + 2, s.y + 1},
                          square{s.x - 1, s.y + 2}, square{s.x + 2, s.y - 1}};
    };
    CHECK(senda::bfs(knight, square{0, 0}, square{3, 3}).cost == 2);
}

namespace {

/// A node that is equal to others with the same id, whatever else it carries along.
struct labelled {
    int id;
    int visits;
    bool operator==(const labelled& other) const { return id == other.id; }
};
struct ring_of_labelled {
    std::array<labelled, 1> successors(const labelled& n) const {
        return {labelled{(n.id + 1) % 10, n.visits + 1}};
    }
    std::uint64_t hash(const labelled& n) const { return static_cast<std::uint64_t>(n.id); }
};

}  // namespace

TEST_CASE("nodes that are equal by a == of their own are one node") {
    static_assert(!senda::Hashable<labelled>, "without a hash that goes with it there is none");
    const auto none = [](const labelled&) { return false; };
    CHECK(senda::bfs(ring_of_labelled{}, labelled{0, 0}, none).statistics.expanded == 10);
    CHECK(senda::dijkstra(ring_of_labelled{}, labelled{0, 0}, none).statistics.expanded == 10);
}

TEST_CASE("a graph may hash its own nodes") {
    struct ring {
        struct node {
            double angle;  // no unique representation, no std::hash
            bool operator==(const node&) const = default;
        };
        std::array<node, 1> successors(const node& n) const { return {node{n.angle + 1}}; }
        std::uint64_t hash(const node& n) const { return static_cast<std::uint64_t>(n.angle); }
    };
    CHECK(senda::bfs(ring{}, ring::node{0}, ring::node{100}).cost == 100);
}
