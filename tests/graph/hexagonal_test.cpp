// SPDX-License-Identifier: MIT
#include <senda/graph/hexagonal.hpp>

#include <senda/graph/concepts.hpp>
#include <senda/graph/heuristics.hpp>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <climits>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace hexagonal_test {

using senda::cell;
using senda::hex_cell;
using senda::hexagonal_grid;
using senda::weighted_hexagonal_grid;
using support::split_mix64;

static_assert(senda::IndexedGraph<hexagonal_grid, hex_cell> &&
              senda::ReversibleGraph<hexagonal_grid, hex_cell>);
static_assert(!senda::is_weighted<hexagonal_grid, hex_cell>);
static_assert(std::same_as<senda::cost_of<weighted_hexagonal_grid, hex_cell>, int>);
static_assert(senda::Heuristic<senda::hexagonal<hex_cell>, hex_cell, senda::steps>);
static_assert(std::same_as<decltype(senda::hexagonal{hex_cell{}, 0.5}(hex_cell{})), double>);
static_assert(senda::hex_distance({0, 0}, {3, -5}) == 5 &&
              senda::hex_distance({1, 1}, {3, 2}) == 3);

/// Two hexagons of a map touch if their middles are as near as those of no others: the middle of a
/// cell is at 2x + 1 for odd rows, 2x for even ones.
bool touch(cell a, cell b) {
    const int x = std::abs(2 * a.x + (a.y & 1) - 2 * b.x - (b.y & 1));
    const int y = std::abs(a.y - b.y);
    return (y == 0 && x == 2) || (y == 1 && x == 1);
}

std::vector<std::pair<hex_cell, int>> sorted_steps(std::vector<std::pair<hex_cell, int>> all) {
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return std::tuple(a.first.r, a.first.q, a.second) <
               std::tuple(b.first.r, b.first.q, b.second);
    });
    return all;
}

/// A sink for maps with and without costs.
struct collect {
    std::vector<std::pair<hex_cell, int>>& into;
    void operator()(hex_cell to, int cost = 1) const { into.emplace_back(to, cost); }
};

TEST_CASE("columns and rows of a hexagonal map become axial coordinates and come back") {
    for (int y = -9; y <= 9; ++y)
        for (int x = -9; x <= 9; ++x) {
            CHECK(senda::to_offset(senda::from_offset({x, y})) == cell{x, y});
            for (int v = -9; v <= 9; ++v)
                for (int u = -9; u <= 9; ++u)
                    REQUIRE(touch({x, y}, {u, v}) ==
                            (senda::hex_distance(senda::from_offset({x, y}),
                                                 senda::from_offset({u, v})) == 1));
        }
}

TEST_CASE("the distance of hexagons is the steps of a breadth-first search over all of them") {
    constexpr int reach = 9;
    const auto at = [](hex_cell c) { return static_cast<std::size_t>((c.r + 20) * 64 + c.q + 20); };
    std::vector<int> steps(64 * 64, -1);
    std::deque<hex_cell> queue{{0, 0}};
    steps[at({0, 0})] = 0;
    while (!queue.empty()) {
        const hex_cell c = queue.front();
        queue.pop_front();
        CHECK(senda::hex_distance({0, 0}, c) == steps[at(c)]);
        CHECK(senda::hexagonal{hex_cell{5, -3}}(c + hex_cell{5, -3}) == steps[at(c)]);
        if (steps[at(c)] == reach) continue;
        for (const hex_cell next : senda::hex_neighbours(c)) {
            if (steps[at(next)] >= 0) continue;
            steps[at(next)] = steps[at(c)] + 1;
            queue.push_back(next);
        }
    }
    CHECK(senda::hex_distance({INT_MIN, INT_MIN}, {INT_MAX, INT_MAX}) == 2 * 4294967295LL);
    CHECK(senda::hexagonal{hex_cell{INT_MIN, 0}, std::int64_t{1}}(hex_cell{INT_MAX, 0}) ==
          4294967295LL);
    CHECK(senda::hexagonal{hex_cell{INT_MIN, INT_MIN}}(hex_cell{INT_MAX, INT_MAX}) ==
          senda::largest_cost<senda::steps>);
}

TEST_CASE("a ring has all hexagons at its distance, each beside the one before") {
    CHECK(senda::hex_ring({4, 2}, 0) == std::vector<hex_cell>{{4, 2}});
    for (int radius = 1; radius <= 6; ++radius) {
        const std::vector<hex_cell> ring = senda::hex_ring({-3, 7}, radius);
        REQUIRE(ring.size() == 6U * static_cast<std::size_t>(radius));
        for (std::size_t i = 0; i < ring.size(); ++i) {
            CHECK(senda::hex_distance({-3, 7}, ring[i]) == radius);
            CHECK(senda::hex_distance(ring[i], ring[(i + 1) % ring.size()]) == 1);
        }
        std::set<std::pair<int, int>> different;
        for (const hex_cell c : ring) different.insert({c.q, c.r});
        CHECK(different.size() == ring.size());
    }
}

TEST_CASE(
    "a line of hexagons is a shortest path that leaves the straight line by half a step at most") {
    for (int q = -11; q <= 11; ++q)
        for (int r = -11; r <= 11; ++r) {
            const hex_cell from{2, -5};
            const hex_cell to{2 + q, -5 + r};
            const std::vector<hex_cell> line = senda::hex_line(from, to);
            const std::int64_t length = senda::hex_distance(from, to);
            REQUIRE(line.size() == static_cast<std::size_t>(length) + 1);
            CHECK(line.front() == from);
            CHECK(line.back() == to);
            for (std::size_t i = 1; i < line.size(); ++i) {
                REQUIRE(senda::hex_distance(line[i - 1], line[i]) == 1);
                // Distances times the length, so that the exact place is whole, too.
                const auto n = static_cast<int>(length);
                const auto step = static_cast<int>(i);
                const hex_cell off{(line[i].q - from.q) * n - q * step,
                                   (line[i].r - from.r) * n - r * step};
                // A corner of a hexagon is two thirds of a step away.
                CHECK(3 * senda::hex_distance({0, 0}, off) <= 2 * length);
            }
        }
}

TEST_CASE("an open hexagon leads to the open ones that touch it, at what they weigh") {
    for (int round = 0; round < support::rounds(300); ++round) {
        split_mix64 random(static_cast<std::uint64_t>(round) + 1);
        const int width = round % 40 == 0 ? random.between(62, 66) : random.between(1, 9);
        const int height = round % 40 == 20 ? random.between(62, 66) : random.between(1, 9);
        const int walls = random.between(0, 50);
        std::vector<std::vector<int>> weights(static_cast<std::size_t>(height));
        for (auto& row : weights)
            for (int x = 0; x < width; ++x)
                row.push_back(random.percent(walls) ? weighted_hexagonal_grid::closed
                                                    : random.below(9));
        const weighted_hexagonal_grid heavy{weights, [](int w) { return w; }};
        const hexagonal_grid light{weights,
                                   [](int w) { return w != weighted_hexagonal_grid::closed; }};
        const auto weight = [&](cell c) {
            return weights[static_cast<std::size_t>(c.y)][static_cast<std::size_t>(c.x)];
        };
        std::set<std::uint32_t> numbers;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const hex_cell here = senda::from_offset({x, y});
                const bool open = weight({x, y}) != weighted_hexagonal_grid::closed;
                std::vector<std::pair<hex_cell, int>> out, in, plain;
                for (int v = std::max(y - 2, 0); open && v <= std::min(y + 2, height - 1); ++v)
                    for (int u = std::max(x - 2, 0); u <= std::min(x + 2, width - 1); ++u) {
                        const int there = weight({u, v});
                        if (!touch({x, y}, {u, v}) || there == weighted_hexagonal_grid::closed)
                            continue;
                        out.emplace_back(senda::from_offset({u, v}), there);
                        in.emplace_back(senda::from_offset({u, v}), weight({x, y}));
                        plain.emplace_back(senda::from_offset({u, v}), 1);
                    }
                std::vector<std::pair<hex_cell, int>> found_out, found_in, found_plain, plain_in;
                heavy.successors(here, collect{found_out});
                heavy.predecessors(here, collect{found_in});
                light.successors(here, collect{found_plain});
                light.predecessors(here, collect{plain_in});
                REQUIRE(sorted_steps(found_out) == sorted_steps(out));
                REQUIRE(sorted_steps(found_in) == sorted_steps(in));
                REQUIRE(sorted_steps(found_plain) == sorted_steps(plain));
                REQUIRE(sorted_steps(plain_in) == sorted_steps(plain));
                REQUIRE(light.is_node(here) == open);
                REQUIRE(heavy.open(here) == open);
                REQUIRE(heavy.weight(here) == weight({x, y}));
                REQUIRE(light.index(here) < light.index_bound());
                REQUIRE(light.node(light.index(here)) == here);
                numbers.insert(light.index(here));
            }
        CHECK(numbers.size() == static_cast<std::size_t>(width * height));
        CHECK_FALSE(light.contains(senda::from_offset({-1, 0})));
        CHECK_FALSE(light.contains(senda::from_offset({width, height - 1})));
        CHECK_FALSE(light.contains({INT_MAX, INT_MAX}));
        CHECK_FALSE(light.contains({INT_MAX, height - 1}));
    }
}

TEST_CASE("neighbours come clockwise from the north-east") {
    const hexagonal_grid map{5, 5};
    for (const hex_cell c : {senda::from_offset({2, 2}), senda::from_offset({2, 1})}) {
        std::vector<hex_cell> found;
        map.successors(c, [&](hex_cell to) { found.push_back(to); });
        const auto expected = senda::hex_neighbours(c);
        CHECK(found == std::vector<hex_cell>(expected.begin(), expected.end()));
    }
}

TEST_CASE("a hexagonal map is drawn as a grid is") {
    const auto map = weighted_hexagonal_grid::parse("\n.#3.\n@.90\n...#\r\n\n");
    REQUIRE(map);
    CHECK(map->width() == 4);
    CHECK(map->height() == 3);
    CHECK(map->weight(senda::from_offset({2, 0})) == 3);
    CHECK_FALSE(map->open(senda::from_offset({0, 1})));
    CHECK(map->weight(senda::from_offset({3, 1})) == 0);
    CHECK_FALSE(map->open(senda::from_offset({3, 2})));
    CHECK(hexagonal_grid::parse("\xEF\xBB\xBF..\n..\n").warnings.size() == 1);
    const std::vector<std::string> rows{"..", ".#"};
    const auto drawn = hexagonal_grid::from_rows(rows);
    REQUIRE(drawn);
    CHECK(*drawn == *hexagonal_grid::from_rows(rows, [](char c) { return c == '.'; }));
    CHECK(*drawn ==
          hexagonal_grid(2, 2, [](hex_cell c) { return c != senda::from_offset({1, 1}); }));
    CHECK(hexagonal_grid::parse("")->width() == 0);
    CHECK(hexagonal_grid::parse(".\n.\n.\n")->height() == 3);
}

TEST_CASE("what is drawn of a hexagonal map is read as the same map") {
    for (int round = 0; round < support::rounds(200); ++round) {
        split_mix64 random(static_cast<std::uint64_t>(round) + 1);
        const int width = random.between(1, 9);
        const int height = random.between(1, 9);
        std::string text;
        const weighted_hexagonal_grid map(width, height, [&](hex_cell c) {
            const cell at = senda::to_offset(c);
            const int weight = random.between(-2, 9);
            text += weight < 0 ? '#' : static_cast<char>('0' + weight);
            if (at.x + 1 == width) text += '\n';
            return weight < 0 ? weighted_hexagonal_grid::closed : weight;
        });
        const auto read = weighted_hexagonal_grid::parse(text);
        REQUIRE(read);
        CHECK(*read == map);
    }
}

TEST_CASE("any text is a hexagonal map or an error in one of its lines") {
    for (int round = 0; round < support::rounds(2000); ++round) {
        split_mix64 random(static_cast<std::uint64_t>(round) + 1);
        std::string text;
        for (int i = random.below(24); i > 0; --i)
            text += std::string_view(". #9x\n\r\xC3")[static_cast<std::size_t>(random.below(8))];
        const auto read = hexagonal_grid::parse(text);
        if (read) continue;
        CHECK_FALSE(read.error().code.empty());
        CHECK(read.error().line >= 1);
        CHECK(read.error().line <=
              static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
        CHECK(read.error().column >= 1);
    }
}

TEST_CASE("a drawing that is no hexagonal map says where and why") {
    const auto check = [](std::string_view text, std::string_view code, std::size_t line,
                          std::size_t column) {
        CAPTURE(text);
        const auto map = hexagonal_grid::parse(text);
        REQUIRE_FALSE(map);
        CHECK(map.error().code == code);
        CHECK(map.error().line == line);
        CHECK(map.error().column == column);
    };
    check("x..\n", "bad_cell", 1, 1);
    check(".5\n", "bad_cell", 1, 2);
    check("..\n...\n", "bad_row_length", 2, 3);
    check("..\n\n..\n", "bad_row_length", 2, 1);
    CHECK(hexagonal_grid::make(-1, 3).error().code == "bad_size");
    CHECK(hexagonal_grid::from_rows(std::vector<std::string>{"..", "."}, [](char) { return true; })
              .error()
              .code == "bad_row_length");
}

TEST_CASE("cells of a hexagonal map are opened, closed and weighed") {
    weighted_hexagonal_grid map{3, 2};
    map.set({1, 1}, 7);
    map.close({0, 0});
    CHECK(map.weight({1, 1}) == 7);
    CHECK_FALSE(map.is_node({0, 0}));
    map.set({0, 0});
    map.set({1, 1});
    CHECK(map == weighted_hexagonal_grid{3, 2});
    CHECK(std::hash<hex_cell>{}({1, 2}) != std::hash<hex_cell>{}({2, 1}));
}

}  // namespace hexagonal_test
