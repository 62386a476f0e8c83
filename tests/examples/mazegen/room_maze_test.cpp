// SPDX-License-Identifier: MIT
#include <mazegen/generate_rooms.hpp>

#include "laws.hpp"

#include "support/rounds.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <numbers>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <mazegen/shapes/hexagonal_rooms.hpp>
#include <mazegen/shapes/polar_rooms.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>

namespace room_maze_test {

using namespace senda::mazegen;
using senda::hex_cell;

static_assert(senda::IndexedGraph<room_maze<hexagonal_rooms>, hex_cell> &&
              senda::ReversibleGraph<room_maze<polar_rooms>, polar_room>);

constexpr int samples = support::rounds(20'000);

/// Square rooms by what is next to what: generators for any shape must follow the same laws there.
struct square_rooms {
    using room_type = int;
    int rows, cols;

    room_number size() const { return static_cast<room_number>(rows * cols); }
    static unsigned sides(room_number) { return 4; }
    room_number beyond(room_number n, unsigned side) const {
        const int x = room(n) % cols + (side == 1) - (side == 3);
        const int y = room(n) / cols + (side == 2) - (side == 0);
        if (x < 0 || x >= cols || y < 0 || y >= rows) return no_room;
        return static_cast<room_number>(y * cols + x);
    }
    int room(room_number n) const { return static_cast<int>(n); }
    room_number index(int room) const { return static_cast<room_number>(room); }
};
static_assert(Rooms<square_rooms>);

/// Rooms in two parts.
struct parted_rooms : square_rooms {
    room_number beyond(room_number n, unsigned side) const {
        const room_number to = square_rooms::beyond(n, side);
        return to != no_room && (n < 4) != (to < 4) ? no_room : to;
    }
};

template <class R>
std::vector<laws::rooms::passage> passages_of(const R& shape) {
    std::vector<laws::rooms::passage> all;
    for (room_number room = 0; room < shape.size(); ++room)
        for (unsigned side = 0; side < shape.sides(room); ++side)
            if (const room_number to = shape.beyond(room, side); to != no_room && room < to)
                all.push_back({static_cast<int>(room), static_cast<int>(to)});
    return all;
}

template <class R>
laws::rooms as_law_rooms(const R& shape) {
    return {static_cast<int>(shape.size()), passages_of(shape)};
}

/// The passages of a maze as a set, a bit each.
template <class R>
laws::tree tree_of(const room_maze<R>& m, const laws::rooms& r) {
    laws::tree open = 0;
    for (std::size_t i = 0; i < r.passages().size(); ++i) {
        const auto a = static_cast<room_number>(r.passages()[i].a);
        const auto b = static_cast<room_number>(r.passages()[i].b);
        if (m.has_passage(a, m.side_towards(a, b))) open |= laws::tree{1} << i;
    }
    return open;
}

template <class A, class R>
double deviation(const A& algorithm, const R& shape, const laws::law& expected) {
    const laws::rooms r = as_law_rooms(shape);
    std::map<laws::tree, int> counts;
    for (int seed = 0; seed < samples; ++seed) {
        const auto m = generate(algorithm, shape, static_cast<std::uint64_t>(seed));
        if (!m) return HUGE_VAL;
        ++counts[tree_of(*m, r)];
    }
    return laws::deviation(counts, expected, samples);
}

/// The number of spanning trees, by Kirchhoff's theorem: a minor of the Laplacian matrix.
double count_of_trees(const laws::rooms& r) {
    const auto n = static_cast<std::size_t>(r.count()) - 1;  // without the last room
    std::vector<std::vector<double>> m(n, std::vector<double>(n));
    for (const auto& [a, b] : r.passages()) {
        const auto from = static_cast<std::size_t>(a);
        const auto to = static_cast<std::size_t>(b);
        if (from < n) ++m[from][from];
        if (to < n) ++m[to][to];
        if (from < n && to < n) m[from][to] = m[to][from] = -1;
    }
    double determinant = 1;
    for (std::size_t i = 0; i < n; ++i) {
        determinant *= m[i][i];  // never 0: the matrix is positive definite
        for (std::size_t row = i + 1; row < n; ++row) {
            const double factor = m[row][i] / m[i][i];
            for (std::size_t col = i; col < n; ++col) m[row][col] -= factor * m[i][col];
        }
    }
    return std::round(determinant);
}

/// Whether sides lead back, no two to the same room, and all numbers have their room.
template <class R>
void check_shape(const R& shape) {
    for (room_number room = 0; room < shape.size(); ++room) {
        REQUIRE(shape.index(shape.room(room)) == room);
        REQUIRE(shape.contains(shape.room(room)));
        REQUIRE(shape.sides(room) <= most_sides);
        std::set<room_number> seen{room};
        for (unsigned side = 0; side < shape.sides(room); ++side) {
            const room_number to = shape.beyond(room, side);
            if (to == no_room) continue;
            REQUIRE(to < shape.size());
            REQUIRE(seen.insert(to).second);
            int back = 0;
            for (unsigned s = 0; s < shape.sides(to); ++s) back += shape.beyond(to, s) == room;
            REQUIRE(back == 1);
        }
    }
}

/// Whether one path leads from each room to each, the slow and obvious way.
template <class R>
void check_perfect(const room_maze<R>& m) {
    std::uint64_t passages = 0;
    for (room_number room = 0; room < m.rooms(); ++room) {
        REQUIRE_FALSE(m.is_marked(room));
        passages += static_cast<unsigned>(m.degree(room));
        for (unsigned side = 0; side < most_sides; ++side) {
            if (!m.has_passage(room, side)) continue;
            const room_number to = m.shape().beyond(room, side);
            REQUIRE(to != no_room);
            REQUIRE(m.has_passage(to, m.side_towards(to, room)));
        }
    }
    REQUIRE(passages == 2 * (std::uint64_t{m.rooms()} - 1));
    for (room_number room = 0; room < m.rooms(); room += 1 + m.rooms() / 5)
        REQUIRE(senda::bfs(m, m.node(0), m.node(room)));
    std::vector<std::uint8_t> seen(m.rooms());
    std::vector<room_number> open{0};
    room_number count = 0;
    for (seen[0] = 1; !open.empty(); ++count) {
        const room_number room = open.back();
        open.pop_back();
        m.successors(m.node(room), [&](auto to) {
            if (seen[m.index(to)]++ == 0) open.push_back(m.index(to));
        });
    }
    REQUIRE(count == m.rooms());
}

TEST_CASE("the sides of hexagonal and of polar rooms lead there and back") {
    for (int rows = 1; rows <= 5; ++rows)
        for (int cols = 1; cols <= 5; ++cols) check_shape(*hexagonal_rooms::make(rows, cols));
    check_shape(*hexagonal_rooms::make(64, 65));
    for (int rings = 1; rings <= 20; ++rings) check_shape(*polar_rooms::make(rings));
}

TEST_CASE("polar rooms are about as wide as deep") {
    const polar_rooms shape = *polar_rooms::make(200);
    const std::vector<int> first{1, 6, 12, 24, 24, 24, 48, 48};
    for (int ring = 1; ring < shape.rings(); ++ring) {
        const double width = 2 * std::numbers::pi * ring / shape.rooms_of(ring);
        CHECK(width > 0.75);
        CHECK(width <= 1.5);
        if (ring < 8) CHECK(shape.rooms_of(ring) == first[static_cast<std::size_t>(ring)]);
    }
    CHECK(polar_rooms::make(25'000)->size() < no_room);
}

TEST_CASE("sizes that cannot be are refused") {
    CHECK(hexagonal_rooms::make(0, 3).error().code == "bad_size");
    CHECK(hexagonal_rooms::make(100'000, 100'000).error().code == "bad_size");
    CHECK(polar_rooms::make(0).error().code == "bad_size");
    CHECK(polar_rooms::make(25'001).error().code == "bad_size");
}

TEST_CASE("every generator makes perfect mazes of hexagonal and of polar rooms") {
    for (const algorithm_description& a : algorithms) {
        CAPTURE(a.name);
        for (std::uint64_t seed = 0; seed < support::rounds(16U); ++seed) {
            CAPTURE(seed);
            const auto size = static_cast<std::int64_t>(seed);
            const auto hexagons = *hexagonal_rooms::make(1 + size % 9, 1 + size * 5 % 11);
            const auto rings = *polar_rooms::make(1 + size % 12);
            const auto first = generate(a.which, hexagons, seed);
            const auto second = generate(a.name, rings, seed);
            REQUIRE(first.has_value() == a.takes_masks);
            REQUIRE(second.has_value() == a.takes_masks);
            if (!a.takes_masks) {
                CHECK(first.error().code == "rectangle_needed");
                CHECK(second.error().message.starts_with(a.name));
                continue;
            }
            check_perfect(*first);
            check_perfect(*second);
        }
        if (!a.takes_masks) continue;
        check_perfect(*generate(a.which, *hexagonal_rooms::make(65, 64), 7));
        check_perfect(*generate(a.which, *polar_rooms::make(33), 7));
    }
    CHECK(generate("wilsno", *polar_rooms::make(3), 1).error().code == "unknown_algorithm");
}

TEST_CASE("there are as many mazes of hexagonal and polar rooms as Kirchhoff says") {
    const auto check = [](const auto& shape, double known) {
        const laws::rooms r = as_law_rooms(shape);
        CHECK(count_of_trees(r) == known);
        CHECK(static_cast<double>(laws::uniform(r).size()) == known);
    };
    check(square_rooms{3, 3}, 192);
    check(*polar_rooms::make(2), 320);  // a wheel of 6 spokes: Lucas number 12, less 2
    check(*hexagonal_rooms::make(2, 2), 8);
    check(*hexagonal_rooms::make(3, 2), 55);  // a strip of triangles: Fibonacci number 10
    check(*hexagonal_rooms::make(3, 3), count_of_trees(as_law_rooms(*hexagonal_rooms::make(3, 3))));
}

/// Holds a generator against its law in rooms of three shapes; how far it is from uniform in the
/// last.
template <class A, class Law>
double check_law(const A& algorithm, Law law_of) {
    const auto check = [&](const auto& shape) {
        const laws::law expected = law_of(as_law_rooms(shape));
        REQUIRE(laws::total(expected) == doctest::Approx(1));
        CHECK(std::abs(deviation(algorithm, shape, expected)) < 4);
    };
    check(square_rooms{2, 3});
    check(*hexagonal_rooms::make(3, 2));
    check(*polar_rooms::make(2));
    const polar_rooms wheel = *polar_rooms::make(2);
    return deviation(algorithm, wheel, laws::uniform(as_law_rooms(wheel)));
}

constexpr double clearly = support::rounds(10);

TEST_CASE("aldous_broder and wilson make all mazes of rooms of any shape equally likely") {
    check_law(aldous_broder{}, laws::uniform);
    check_law(wilson{}, laws::uniform);
}

TEST_CASE("generators follow the same laws in rooms of any shape") {
    using rule = growing_tree::rule;
    check_law(kruskal{}, laws::kruskal);
    check_law(prim{}, laws::kruskal);
    CHECK(check_law(kruskal_rooms{}, laws::kruskal_rooms) > clearly);
    CHECK(check_law(prim_frontier{}, laws::prim_frontier) > clearly);
    CHECK(check_law(recursive_backtracker{}, laws::growing_newest) > clearly);
    CHECK(check_law(growing_tree{rule::oldest}, laws::growing_oldest) > clearly);
    CHECK(check_law(growing_tree{rule::random}, laws::growing_random) > clearly);
    CHECK(check_law(hunt_and_kill{}, laws::hunt_and_kill) > clearly);
}

TEST_CASE("of one seed, prim and kruskal make the same maze in rooms of any shape") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto a = generate(kruskal{}, *polar_rooms::make(8), seed);
        const auto b = generate(prim{}, *polar_rooms::make(8), seed);
        for (room_number room = 0; room < a->rooms(); ++room)
            REQUIRE(a->passages(room) == b->passages(room));
    }
}

TEST_CASE("rooms that do not hang together are refused") {
    CHECK(generate(wilson{}, parted_rooms{{3, 4}}, 1).error().code == "bad_rooms");
    CHECK(generate(wilson{}, square_rooms{0, 4}, 1).error().code == "bad_rooms");
    CHECK(generate(kruskal{}, square_rooms{3, 4}, 1));
}

TEST_CASE("an observer sees each passage between rooms of any shape, and may stop") {
    struct counter {
        int passages = 0;
        int most = 1000;
        senda::flow on_carve(polar_room from, polar_room to) {
            CHECK(from != to);
            return ++passages == most ? senda::flow::stop : senda::flow::proceed;
        }
    };
    const polar_rooms shape = *polar_rooms::make(6);
    for (const algorithm_description& a : algorithms) {
        if (!a.takes_masks) continue;
        CAPTURE(a.name);
        counter all;
        CHECK(generate(a.which, shape, 3, all));
        CHECK(all.passages == static_cast<int>(shape.size()) - 1);
        counter few{0, 5};
        CHECK(generate(a.which, shape, 3, few).error().code == "cancelled");
    }
}

TEST_CASE("a maze of rooms of any shape holds to a limit on memory") {
    for (const algorithm_description& a : algorithms) {
        if (!a.takes_masks) continue;
        CAPTURE(a.name);
        const hexagonal_rooms shape = *hexagonal_rooms::make(100, 100);
        bool made = false;
        for (std::uint64_t bytes = 1000; !made; bytes *= 2) {
            senda::memory_budget budget(bytes);
            const auto m = generate(a.which, shape, 1, senda::no_observer{}, {.budget = &budget});
            made = m.has_value();
            if (!made) CHECK(m.error().code == "no_memory");
            CHECK(budget.used() == 0);
            CHECK(bytes < 8'000'000);
        }
    }
}

TEST_CASE("searches with the distance of hexagons find the one path of a hexagonal maze") {
    const auto m = generate(wilson{}, *hexagonal_rooms::make(20, 30), 5);
    const hex_cell start = m->node(0);
    const hex_cell goal = m->node(m->rooms() - 1);
    const auto plain = senda::bfs(*m, start, goal);
    const auto guided = senda::astar(*m, start, goal, senda::hexagonal{goal});
    REQUIRE(plain);
    CHECK(guided.path == plain.path);
}

}  // namespace room_maze_test
