// SPDX-License-Identifier: MIT
#include <mazegen/analysis.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <mazegen/algorithms.hpp>
#include <mazegen/braid.hpp>
#include <mazegen/entrances.hpp>
#include <senda/graph/grid.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checks.hpp"
#include "support/rounds.hpp"

using namespace senda::mazegen;
using maze_checks::distances;
using maze_checks::rooms_of;
using senda::cell;

namespace {

/// The longest of all shortest ways, by a search from each room.
int slow_diameter(const maze& m) {
    int longest = 0;
    for (const cell from : rooms_of(m)) {
        const std::vector<int> away = distances(m, from);
        for (const cell to : rooms_of(m))
            if (away[m.index(to)] != maze_checks::far)
                longest = std::max(longest, away[m.index(to)]);
    }
    return longest;
}

std::uint64_t slow_components(const maze& m) {
    std::set<std::pair<int, int>> seen;
    std::uint64_t count = 0;
    for (const cell from : rooms_of(m)) {
        if (seen.count({from.x, from.y}) != 0) continue;
        ++count;
        const std::vector<int> away = distances(m, from);
        for (const cell to : rooms_of(m))
            if (away[m.index(to)] != maze_checks::far) seen.insert({to.x, to.y});
    }
    return count;
}

/// Checks a longest way: its length is right, it is a way, and there is no shorter one.
void check_longest(const maze& m, const diameter_path& found) {
    CHECK(found.steps == static_cast<std::uint64_t>(slow_diameter(m)));
    REQUIRE(found.path.size() == found.steps + 1);
    const std::vector<int> away = distances(m, found.path.front());
    CHECK(away[m.index(found.path.back())] == static_cast<int>(found.steps));
    for (std::size_t i = 1; i < found.path.size(); ++i) {
        bool joined = false;
        m.successors(found.path[i - 1], [&](cell c) { joined = joined || c == found.path[i]; });
        CHECK(joined);
    }
}

/// Any passages at all, also with parts that hang together with nothing.
maze random_passages(support::split_mix64& random, int percent) {
    auto m = maze::make(random.between(1, 9), random.between(1, 9));
    for (const cell c : rooms_of(*m))
        for (const direction d : {direction::east, direction::south})
            if (m->is_room(next_to(c, d)) && random.percent(percent)) m->open(c, d);
    for (const cell c : rooms_of(*m))
        if (random.percent(5) && m->rooms() > 1) m->leave_out(c);
    return *std::move(m);
}

}  // namespace

TEST_CASE("rooms are counted by their passages") {
    auto m = maze::make(3, 3);
    for (const direction d : directions) m->open({1, 1}, d);
    m->open({0, 0}, direction::east);
    const room_counts counted = count_rooms(*m);
    CHECK(counted.rooms == 9);
    CHECK(counted.closed() == 3);
    CHECK(counted.dead_ends() == 4);
    CHECK(counted.corridors() == 1);
    CHECK(counted.junctions() == 0);
    CHECK(counted.crossroads() == 1);
    CHECK(counted.share(counted.dead_ends()) == doctest::Approx(4.0 / 9));
    CHECK(count_rooms(maze{}).share(0) == 0);
}

TEST_CASE("counts, components and cycles agree with counting by hand on any passages") {
    support::split_mix64 random(3);
    for (int round = 0; round < support::rounds(400); ++round) {
        const maze m = random_passages(random, round % 100);
        const room_counts counted = count_rooms(m);
        std::vector<std::uint64_t> by_degree(5);
        for (const cell c : rooms_of(m)) ++by_degree[static_cast<std::size_t>(m.degree(c))];
        for (std::size_t i = 0; i < 5; ++i) CHECK(counted.with_passages[i] == by_degree[i]);
        const auto joined = connection_of(m);
        REQUIRE(joined);
        CHECK(joined->passages == maze_checks::passages_of(m));
        CHECK(joined->components == slow_components(m));
        CHECK(joined->cycles + m.rooms() == joined->passages + joined->components);
    }
}

TEST_CASE("the longest way is exact on any passages") {
    support::split_mix64 random(4);
    for (int round = 0; round < support::rounds(400); ++round) {
        const maze m = random_passages(random, round % 100);
        const auto found = diameter(m);
        REQUIRE(found);
        check_longest(m, *found);
    }
}

TEST_CASE("the longest way is exact in mazes of every kind, with and without loops") {
    for (const algorithm_description& a : algorithms) {
        for (const double fraction : {0.0, 0.05, 0.5, 1.0}) {
            auto m = generate(a.which, 9, 11, 5);
            REQUIRE(braid(*m, fraction, 2));
            CAPTURE(a.name);
            const auto found = diameter(*m);
            REQUIRE(found);
            check_longest(*m, *found);
            REQUIRE(open_walls(*m, fraction / 2, 2));
            check_longest(*m, *diameter(*m));
        }
    }
}

TEST_CASE("dead ends are as long as the way to the next junction") {
    // A junction with three rooms to the west, one to the east and one below.
    auto m = maze::make(2, 5);
    for (int x = 0; x < 4; ++x) m->open({x, 0}, direction::east);
    m->open({3, 0}, direction::south);
    const dead_end_lengths found = measure_dead_ends(*m);
    CHECK(found.count == 3);
    CHECK(found.longest == 3);
    CHECK(found.total == 5);
    CHECK(found.mean() == doctest::Approx(5.0 / 3));
}

TEST_CASE("a corridor is a dead end from both sides") {
    const auto m = generate(binary_tree{}, 1, 7, 1);
    const dead_end_lengths found = measure_dead_ends(*m);
    CHECK(found.count == 2);
    CHECK(found.total == 12);
    CHECK(found.longest == 6);
    CHECK(measure_dead_ends(*maze::make(1, 1)).mean() == 0);
}

TEST_CASE("dead ends agree with a walk from each on random mazes") {
    for (std::uint64_t seed = 0; seed < support::rounds(50U); ++seed) {
        auto m = generate(prim_frontier{}, 12, 15, seed);
        (void)braid(*m, 0.3, seed);
        dead_end_lengths slow;
        for (const cell start : rooms_of(*m)) {
            if (m->degree(start) != 1) continue;
            std::uint64_t steps = 0;
            cell before{-1, -1};
            cell here = start;
            do {
                cell next = here;
                m->successors(here, [&](cell c) { next = c == before ? next : c; });
                before = here;
                here = next;
                ++steps;
            } while (m->degree(here) == 2);
            ++slow.count;
            slow.total += steps;
            slow.longest = std::max(slow.longest, steps);
        }
        const dead_end_lengths found = measure_dead_ends(*m);
        CHECK(found.count == slow.count);
        CHECK(found.total == slow.total);
        CHECK(found.longest == slow.longest);
    }
}

TEST_CASE("an analysis has it all") {
    auto m = generate(wilson{}, 25, 30, 7);
    const auto perfect = analyse(*m);
    REQUIRE(perfect);
    CHECK(perfect->rooms.rooms == 750);
    CHECK(perfect->connection.passages == 749);
    CHECK(perfect->connection.components == 1);
    CHECK(perfect->connection.cycles == 0);
    CHECK(perfect->dead_ends.count == perfect->rooms.dead_ends());
    check_longest(*m, perfect->longest);
    const auto opened = open_walls(*m, 0.1, 1);
    CHECK(analyse(*m)->connection.cycles == *opened);
    const auto nothing = analyse(maze{});
    REQUIRE(nothing);
    CHECK(nothing->longest.path.empty());
    CHECK(nothing->connection.components == 0);
}

TEST_CASE("the search of the longest way can be watched and stopped") {
    auto m = generate(wilson{}, 30, 30, 7);
    (void)braid(*m, 0.5, 1);
    struct watching {
        std::uint64_t calls = 0;
        std::uint64_t last = 0;
        std::uint64_t most;
        senda::flow on_progress(std::uint64_t done, std::uint64_t total) {
            CHECK(done <= total);
            last = done;
            return ++calls < most ? senda::flow::proceed : senda::flow::stop;
        }
    };
    watching patient{.most = 10'000};
    REQUIRE(diameter(*m, patient));
    CHECK(patient.calls > 2);
    CHECK(patient.last == 900);
    const auto stopped = diameter(*m, watching{.most = 2});
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().code == "cancelled");
}

TEST_CASE("a search of the longest way that is stopped leaves bounds around it") {
    struct stopping {
        int left;
        senda::flow on_progress(std::uint64_t, std::uint64_t) {
            return --left > 0 ? senda::flow::proceed : senda::flow::stop;
        }
    };
    support::split_mix64 random(21);
    int open = 0;
    for (int round = 0; round < support::rounds(200); ++round) {
        auto m = maze::make(random.between(1, 12), random.between(1, 12));
        (void)open_walls(*m, random.between(40, 70) / 100.0, static_cast<std::uint64_t>(round));
        const auto exact = static_cast<std::uint64_t>(slow_diameter(*m));
        const auto known = bound_diameter(*m, stopping{random.between(1, 4)});
        REQUIRE(known);
        CHECK(known->longest.steps <= exact);
        CHECK(known->most >= exact);
        CHECK(known->longest.path.size() == known->longest.steps + 1);
        CHECK(distances(*m, known->longest.path.front())[m->index(known->longest.path.back())] ==
              static_cast<int>(known->longest.steps));
        open += known->is_exact() ? 0 : 1;
        const auto all = bound_diameter(*m);
        CHECK(all->is_exact());
        CHECK(all->most == exact);
    }
    CHECK(open > 0);
}

TEST_CASE("entrances are where the rule says") {
    const auto m = generate(recursive_backtracker{}, 9, 12, 3);
    CHECK(*place_entrances(*m, entrance_rule::corners) == entrances{{0, 0}, {11, 8}});
    std::set<int> rows;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const auto at = place_entrances(*m, entrance_rule::sides, seed);
        REQUIRE(at);
        CHECK(at->entrance.x == 0);
        CHECK(at->exit.x == 11);
        rows.insert(at->entrance.y);
    }
    CHECK(rows.size() == 9);
    const auto apart = place_entrances(*m, entrance_rule::farthest);
    CHECK(distances(*m, apart->entrance)[m->index(apart->exit)] == slow_diameter(*m));
    std::set<std::pair<int, int>> entered;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const auto at = place_entrances(*m, entrance_rule::random, seed);
        CHECK_FALSE(at->entrance == at->exit);
        entered.insert({at->entrance.x, at->entrance.y});
    }
    CHECK(entered.size() == 108);
}

TEST_CASE("entrances are rooms of the mask, and two if there are two") {
    support::split_mix64 random(8);
    for (int round = 0; round < support::rounds(200); ++round) {
        const senda::grid mask =
            maze_checks::random_mask(random.between(1, 6), random.between(1, 6), 50, random);
        const auto m = generate(wilson{}, mask, 1);
        for (const entrance_rule rule : {entrance_rule::corners, entrance_rule::sides,
                                         entrance_rule::farthest, entrance_rule::random}) {
            const auto at = place_entrances(*m, rule, static_cast<std::uint64_t>(round));
            REQUIRE(at);
            CHECK(m->is_room(at->entrance));
            CHECK(m->is_room(at->exit));
            CHECK((at->entrance == at->exit) == (m->rooms() == 1));
        }
    }
    CHECK(place_entrances(maze{}, entrance_rule::random).error().code == "no_rooms");
}

TEST_CASE("rules for entrances have names") {
    for (const entrance_rule rule : {entrance_rule::corners, entrance_rule::sides,
                                     entrance_rule::farthest, entrance_rule::random})
        CHECK(*find_entrance_rule(to_string(rule)) == rule);
    CHECK(find_entrance_rule("corner").error().code == "unknown_entrance_rule");
}
