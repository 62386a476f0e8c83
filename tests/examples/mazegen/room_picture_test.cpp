// SPDX-License-Identifier: MIT
#include <mazegen/room_picture.hpp>

#include "support/rounds.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

#include <mazegen/generate_rooms.hpp>
#include <mazegen/room_analysis.hpp>
#include <senda/draw/raster.hpp>
#include <senda/draw/svg.hpp>
#include <senda/search/bfs.hpp>

namespace room_picture_test {

using namespace senda::mazegen;
using senda::draw::color;
using senda::draw::image;
using senda::draw::point;

constexpr picture_style plain{.layout = {.room = 17, .wall = 3, .margin = 4}};

color at(const image& picture, point p) {
    const auto x = static_cast<std::size_t>(static_cast<double>(p.x));
    const auto y = static_cast<std::size_t>(static_cast<double>(p.y));
    return picture.pixels()[y * static_cast<std::size_t>(picture.width()) + x];
}

/// Whether the middle of each side is wall or floor as the maze says, and the middles are floor.
template <class R>
void check_picture(const room_maze<R>& m, std::pair<room_number, room_number> marks) {
    const image drawn = rasterize(to_picture(m, plain));
    const image marked = rasterize(to_picture(m, plain, {.marks = marks}));
    const detail::room_geometry<R> geometry(m.shape(), plain.layout);
    int gaps = 0;
    for (room_number room = 0; room < m.rooms(); ++room) {
        const point middle = geometry.middle(room);
        REQUIRE(at(drawn, middle) == plain.floor);
        for (unsigned side = 0; side < m.shape().sides(room); ++side) {
            const auto wall = geometry.side(room, side);
            const point a = wall[(wall.size() - 1) / 2];
            const point b = wall[wall.size() / 2];
            const point half{(a.x + b.x) / 2, (a.y + b.y) / 2};
            REQUIRE((at(drawn, half) == plain.wall) == !m.has_passage(room, side));
            gaps += at(drawn, half) == plain.wall && at(marked, half) != plain.wall;
        }
    }
    const auto is_outer = [&](room_number room) {
        for (unsigned side = 0; side < m.shape().sides(room); ++side)
            if (m.shape().beyond(room, side) == no_room) return true;
        return false;
    };
    CHECK(gaps == is_outer(marks.first) + (marks.second != marks.first && is_outer(marks.second)));
    if (marks.first != marks.second)
        CHECK(at(marked, geometry.middle(marks.first)) == plain.entrance);
}

TEST_CASE("a picture of hexagonal or polar rooms has walls where there is no passage") {
    for (int round = 0; round < support::rounds(24); ++round) {
        CAPTURE(round);
        const auto seed = static_cast<std::uint64_t>(round);
        const auto hexagons =
            generate(wilson{}, *hexagonal_rooms::make(1 + round % 6, 2 + round % 7), seed);
        const auto rings = generate(wilson{}, *polar_rooms::make(2 + round % 7), seed);
        check_picture(*hexagons, hexagons->shape().corners());
        check_picture(*rings, rings->shape().corners());
        check_picture(*rings, place_entrances(*rings, entrance_rule::sides, seed));
    }
}

/// Whether a route is drawn through passages alone: it is never at a wall.
template <class R>
void check_route(const room_maze<R>& m) {
    const room_pair ends = farthest_rooms(m);
    std::vector<room_number> route;
    for (const auto& room : senda::bfs(m, m.node(ends.first), m.node(ends.second)).path)
        route.push_back(m.index(room));
    REQUIRE(route.size() == ends.steps + 1U);
    const image without = rasterize(to_picture(m, plain));
    const image with = rasterize(to_picture(m, plain, {.route = route}));
    const detail::room_geometry<R> geometry(m.shape(), plain.layout);
    for (const room_number room : route) CHECK(at(with, geometry.middle(room)) == plain.route);
    for (std::size_t i = 0; i < with.pixels().size(); ++i)
        REQUIRE((with.pixels()[i] == without.pixels()[i] || without.pixels()[i] != plain.wall));
}

TEST_CASE("a route through hexagonal or polar rooms touches no wall") {
    for (std::uint64_t seed = 0; seed < support::rounds(16U); ++seed) {
        CAPTURE(seed);
        check_route(*generate(recursive_backtracker{}, *hexagonal_rooms::make(9, 8), seed));
        check_route(*generate(recursive_backtracker{}, *polar_rooms::make(7), seed));
    }
}

TEST_CASE("the floor of rooms of any shape is coloured by the distance without seams") {
    const auto m = generate(kruskal{}, *polar_rooms::make(6), 3);
    const auto steps = distances_from(*m, 0);
    CHECK(*std::max_element(steps.begin(), steps.end()) < m->rooms());
    const image drawn = rasterize(to_picture(*m, plain, {.distances = steps}));
    const detail::room_geometry<polar_rooms> geometry(m->shape(), plain.layout);
    for (room_number room = 0; room < m->rooms(); ++room)
        CHECK(at(drawn, geometry.middle(room)) != plain.floor);
    CHECK(senda::draw::to_svg(to_picture(*m, plain, {.distances = steps}), "round").size() > 1000);
}

TEST_CASE("entrances of rooms of any shape are two rooms where the rule says") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto m = generate(wilson{}, *polar_rooms::make(5), seed);
        const auto sides = place_entrances(*m, entrance_rule::sides, seed);
        CHECK(m->node(sides.first).ring == 4);
        CHECK(m->node(sides.second).ring == 4);
        const auto random = place_entrances(*m, entrance_rule::random, seed);
        CHECK(random.first != random.second);
        const auto far = place_entrances(*m, entrance_rule::farthest);
        std::uint32_t most = 0;
        for (room_number room = 0; room < m->rooms(); ++room) {
            const auto steps = distances_from(*m, room);
            most = std::max(most, *std::max_element(steps.begin(), steps.end()));
        }
        CHECK(distances_from(*m, far.first)[far.second] == most);
        const auto h = generate(wilson{}, *hexagonal_rooms::make(4, 5), seed);
        const auto columns = place_entrances(*h, entrance_rule::sides, seed);
        CHECK(h->shape().place(columns.first).x == 0);
        CHECK(h->shape().place(columns.second).x == 4);
    }
    const auto one = generate(wilson{}, *polar_rooms::make(1), 1);
    for (const entrance_rule rule : {entrance_rule::corners, entrance_rule::sides,
                                     entrance_rule::farthest, entrance_rule::random})
        CHECK(place_entrances(*one, rule) == std::pair<room_number, room_number>{0, 0});
    CHECK(count_degrees(*one)[0] == 1);
}

TEST_CASE("pictures of rooms of any shape that cannot be drawn are refused") {
    CHECK(fault_of_picture(*polar_rooms::make(12), {}).code.empty());
    CHECK(fault_of_picture(*polar_rooms::make(25'000), {.room = 1000, .wall = 1}).code ==
          "picture_too_large");
    CHECK(fault_of_picture(*hexagonal_rooms::make(12, 9), {.room = 0}).code == "bad_layout");
}

}  // namespace room_picture_test
