// SPDX-License-Identifier: MIT
#include <pacman/format.hpp>
#include <pacman/game.hpp>
#include <pacman/generate.hpp>
#include <pacman/rate.hpp>

#include "exhaustive.hpp"
#include "random_maps.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <string>
#include <vector>

namespace pacman_generate {

namespace pacman = senda::pacman;

using pacman::board;
using pacman::generated_map;
using pacman::level;
using pacman::map_generator;
using pacman::wanted_maps;

std::size_t count_of(const board& b, auto holds) {
    std::size_t count = 0;
    for (pacman::place p = 0; p < b.bound(); ++p)
        if (b.contains(p) && holds(b[p])) ++count;
    return count;
}

/// Whether a game can still be won, by a search of all states.
bool can_be_won(const board& b) {
    return support::solve_exhaustively(b, pacman::goal_kind::shortest).outcome ==
           pacman::outcome::solved;
}

/// The traps of a route by the definition.
std::uint32_t traps_of(const board& b, const std::vector<pacman::direction>& route) {
    std::vector<std::uint32_t> far(b.bound(), 1'000'000);
    pacman::for_each_reachable(b, b.goal(), [&](pacman::place p, std::uint32_t n) { far[p] = n; });
    std::uint32_t traps = 0;
    for (std::size_t i = 0; i < route.size(); ++i) {
        bool is_trap = false;
        for (const pacman::direction d : pacman::directions) {
            std::vector<pacman::direction> moves(route.begin(),
                                                 route.begin() + static_cast<std::ptrdiff_t>(i));
            pacman::game g(b);
            for (const pacman::direction m : moves) g.move(m);
            const pacman::place from = g.position();
            const pacman::place to = b.neighbour(from, d);
            const bool is_back = i > 0 && b.neighbour(to, route[i - 1]) == from;
            const bool is_meal =
                g.tile_at(to).what == pacman::kind::food && g.tile_at(to).value > 0;
            if (d == route[i] || is_back || g.move(d) != pacman::verdict::going_on) continue;
            if (far[to] > far[from] && !is_meal) continue;
            is_trap |= !can_be_won(pacman::rest_of(b, g.situation()));
        }
        if (is_trap) ++traps;
    }
    return traps;
}

TEST_CASE("a generated map is as large, as full and as hard as wanted, and its answers are right") {
    for (const level l : {level::easy, level::medium, level::hard}) {
        for (std::uint64_t seed = 0; seed < 8; ++seed) {
            wanted_maps wanted{.width = 5, .height = 4, .level = l, .seed = seed};
            wanted.densities.food = 20;
            map_generator maps(wanted);
            const std::optional<generated_map> made = maps.next();
            REQUIRE(made);
            const board& b = made->map;
            CAPTURE(pacman::to_text(b));
            CHECK(b.width() == 5);
            CHECK(b.height() == 4);
            CHECK(b.foods().size() == 4);
            CHECK(made->rating.level() == l);
            CHECK(*pacman::parse_text(pacman::to_text(b), pacman::reading::strict) == b);
            CHECK(pacman::rate(b) == made->rating);
            CHECK(made->rating.moves == made->shortest.best->moves.size());
            CHECK(made->rating.traps == traps_of(b, made->shortest.best->moves));
            for (const pacman::answer* a : {&made->shortest, &made->richest}) {
                const bool is_shortest = a == &made->shortest;
                const pacman::answer right = support::solve_exhaustively(
                    b, is_shortest ? pacman::goal_kind::shortest : pacman::goal_kind::richest);
                REQUIRE(right.best);
                CHECK(a->optimal);
                CHECK(a->best->moves.size() == right.best->moves.size());
                CHECK(a->best->left == right.best->left);
                CHECK(pacman::replay(b, a->best->moves));
            }
        }
    }
}

TEST_CASE("a seed names its maps, and the energy can be given") {
    wanted_maps wanted{.width = 8, .height = 6, .seed = 3};
    map_generator once(wanted);
    map_generator again(wanted);
    std::vector<board> made;
    for (int i = 0; i < 4; ++i) {
        const std::optional<generated_map> a = once.next();
        const std::optional<generated_map> b = again.next();
        REQUIRE(a);
        REQUIRE(b);
        CHECK(a->map == b->map);
        CHECK(std::find(made.begin(), made.end(), a->map) == made.end());
        made.push_back(a->map);
        const auto is_wall = [](pacman::tile t) {
            return t.what == pacman::kind::solid || t.what == pacman::kind::wall;
        };
        CHECK(count_of(a->map, is_wall) == 8 * 6 * 28 / 100);
    }
    // The same on every machine, with every compiler.
    CHECK(pacman::to_text(made[0]).starts_with("8,6\n"));
    wanted.start_energy = 9;
    map_generator rich(wanted);
    CHECK(rich.next()->map.start_energy() == 9);
    wanted.seed = 4;
    CHECK(map_generator(wanted).next()->map != made[0]);
}

TEST_CASE("generating maps keeps to its limits, and says what cannot be") {
    wanted_maps wanted{.limits = {.expansions = 0}};
    map_generator none(wanted);
    CHECK_FALSE(none.next());
    CHECK(none.status() == senda::status::expansion_limit);
    wanted.limits = {};
    const std::atomic<bool> stop = true;
    wanted.stop = stop;
    map_generator stopped(wanted);
    CHECK_FALSE(stopped.next());
    CHECK(stopped.status() == senda::status::cancelled);
    // Nothing but empty cells: no move tempts, and no detour is needed.
    wanted_maps bare{.width = 4, .height = 4, .level = level::hard};
    bare.densities = {0, 0, 0, 0};
    bare.start_energy = 50;
    map_generator never(bare);
    CHECK_FALSE(never.next());
    CHECK(never.status() == senda::status::exhausted);
    CHECK(never.tried() == map_generator::most_drawn);
    CHECK_FALSE(pacman::fault_of(bare));
    CHECK(pacman::fault_of({.width = 3})->code == "bad_size");
    CHECK(pacman::fault_of({.height = 21})->code == "bad_size");
    CHECK(pacman::fault_of({.densities = {50, 20, 10, 11}})->code == "bad_densities");
    CHECK(pacman::fault_of({.start_energy = 0})->code == "bad_energy");
    CHECK_FALSE(map_generator({.width = 1}).next());
}

TEST_CASE("the rating of a map counts detours and traps") {
    using pacman::rating;
    CHECK(rating{.moves = 10, .straight = 10}.score() == 0);
    CHECK(rating{.moves = 30, .straight = 10}.score() == 50);
    CHECK(rating{.moves = 30, .straight = 10, .traps = 15}.score() == 100);
    CHECK(rating{.moves = 10, .straight = 10, .traps = 1}.level() == level::easy);
    CHECK(rating{.moves = 12, .straight = 8}.level() == level::medium);
    CHECK(rating{.moves = 16, .straight = 8}.level() == level::hard);
    CHECK(rating{}.score() == 0);
    // Straight on there is a wall too high; the food above it pays for the way around.
    const board fork = *pacman::parse_text("4,3\n1,2,4\n4,2\nV,J4,V,V\nV,V,Z9,V\nZ,Z,Z,Z\n");
    CHECK(pacman::rate(fork) == rating{.moves = 5, .straight = 3, .traps = 0});
    CHECK_FALSE(pacman::rate(fork, {.limits = {.expansions = 0}}));
    int rated = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const board b = support::random_map(seed);
        const pacman::answer best = pacman::shortest(b);
        if (!best || best.best->moves.empty() || support::is_slow) continue;
        CAPTURE(seed);
        CHECK(pacman::rate(b)->traps == traps_of(b, best.best->moves));
        ++rated;
    }
    CHECK((rated > 60 || support::is_slow));
}

}  // namespace pacman_generate
