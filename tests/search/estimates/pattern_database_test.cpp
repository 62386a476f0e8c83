// SPDX-License-Identifier: MIT
#include <senda/search/estimates/pattern_database.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <map>
#include <queue>
#include <senda/search/astar.hpp>
#include <senda/search/constrained.hpp>
#include <senda/search/estimates/combine.hpp>
#include <senda/search/greedy.hpp>
#include <senda/search/ida_star.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/verify.hpp>
#include <utility>
#include <vector>

#include "../../../examples/common/puzzles.hpp"
#include "permutation_puzzles.hpp"
#include "support/rounds.hpp"

namespace pattern_database_tests {

using namespace permuted;
using senda::any_of;
using senda::four_bits;
using senda::infinite;
using senda::max_of;
using senda::options;
using senda::pattern_database;
using senda::search_progress;
using senda::status;
using senda::steps;
using senda::sum_of;
using support::rounds;
using support::split_mix64;

using distances = std::map<row, int>;

int cost_in(const puzzle&, const move&) { return 1; }
int cost_in(const costly_puzzle&, const move& m) { return m.cost; }

/// The distance to the nearest goal of all nodes from which there is a path: Dijkstra's algorithm
/// backwards, by undoing moves.
template <class Puzzle>
distances distances_to(const Puzzle& g, const std::vector<row>& goals) {
    distances found;
    std::priority_queue<std::pair<int, row>> open;
    for (const row& goal : goals) open.push({0, goal});
    while (!open.empty()) {
        const auto [minus, n] = open.top();
        open.pop();
        if (!found.emplace(n, -minus).second) continue;
        for (const move& m : g.moves) open.push({minus - cost_in(g, m), turned(n, undone(m))});
    }
    return found;
}

/// The least distance of any node that has this small state, were all of them goals alike.
template <class Puzzle>
distances small_distances(const Puzzle& g, const some_pieces& small,
                          const std::vector<row>& goals) {
    std::vector<row> small_goals;
    for (const row& goal : goals) small_goals.push_back(small(goal));
    return distances_to(g, small_goals);
}

template <class Database>
bool holds(const Database& h, const distances& expected, int cap) {
    const auto& small = h.abstraction();
    // Asked about small states, of which the abstraction leaves as much as there is.
    for (std::uint64_t i = 0; i < small.index_bound(); ++i) {
        const row n = small.node(i);
        if (small.index(n) != i) continue;  // two pieces in a place
        const auto found = expected.find(n);
        const int wanted = found == expected.end() ? infinite<int> : std::min(found->second, cap);
        if (h(n) != wanted) return false;
    }
    return true;
}

template <class Puzzle, class H>
bool is_admissible(const Puzzle&, const H& h, const distances& whole) {
    return std::all_of(whole.begin(), whole.end(), [&](const auto& known) {
        return static_cast<int>(h(known.first)) <= known.second &&
               (known.second != 0 || static_cast<int>(h(known.first)) == 0);
    });
}

template <class Puzzle, class H>
bool is_consistent(const Puzzle& g, const H& h, const distances& whole) {
    for (const auto& [n, known] : whole) {
        for (const move& m : g.moves) {
            const int after = h(turned(n, m));
            if (after != infinite<int> && h(n) > cost_in(g, m) + after) return false;
        }
    }
    return true;
}

row random_node(const distances& whole, split_mix64& random) {
    auto at = whole.begin();
    std::advance(at, random.below(static_cast<int>(whole.size())));
    return at->first;
}

template <class Puzzle, class H>
void check_searches(const Puzzle& g, const H& h, const distances& whole,
                    const std::vector<row>& goals, split_mix64& random) {
    const row start = random_node(whole, random);
    const int least = whole.at(start);
    const any_of<row> goal(goals);
    const auto a = senda::astar(g, start, goal, h);
    CHECK(a.status == status::found);
    CHECK(a.cost == least);
    CHECK(senda::verify(g, start, goal, a));
    const auto greedy = senda::greedy(g, start, goal, h);
    CHECK(greedy.status == status::found);
    CHECK(greedy.cost >= least);
    CHECK(senda::verify(g, start, goal, greedy));
    // Without memory, moves that cost nothing can be done again and again.
    const auto deep = senda::ida_star(g, start, goal, h, {.limits = {.expansions = 2000}});
    if (deep.status == status::expansion_limit) {
        CHECK(deep.lower_bound <= least);
    } else {
        CHECK(deep.status == status::found);
        CHECK(deep.cost == least);
        CHECK(senda::verify(g, start, goal, deep));
    }
}

std::vector<row> random_goals(int size, split_mix64& random) {
    std::vector<row> goals{sorted()};
    if (random.percent(25)) {
        row other = sorted();
        std::swap(other[0], other[static_cast<std::size_t>(random.between(1, size - 1))]);
        goals.push_back(other);
    }
    return goals;
}

/// Small puzzles mostly: in those everything is tried.
int random_size(split_mix64& random) { return random.percent(4) ? 7 : random.between(3, 6); }

/// Moves that do not say how they are undone.
struct forward_puzzle {
    using node_type = row;
    std::vector<move> moves;
    template <class Emit>
    void successors(const row& n, Emit&& emit) const {
        for (const move& m : moves) emit(turned(n, m));
    }
};

TEST_CASE(
    "pattern_database holds the distances of 500 random puzzles, whose moves may lead one way") {
    split_mix64 random(26);
    for (int round = 0; round < rounds(500); ++round) {
        CAPTURE(round);
        const int size = random_size(random);
        const bool both_ways = random.percent(50);
        const puzzle g{random_moves(size, both_ways, random)};
        const auto goals = random_goals(size, random);
        const distances whole = distances_to(g, goals);
        const some_pieces small = random_pieces(size, 4, random);
        const distances expected = small_distances(g, small, goals);
        const pattern_database h(g, any_of<row>(goals), small);
        static_assert(std::is_same_v<decltype(h(goals[0])), steps>);
        REQUIRE(h);
        CHECK(holds(h, expected, 254));
        CHECK(is_admissible(g, h, whole));
        CHECK(is_consistent(g, h, whole));
        check_searches(g, h, whole, goals, random);
        const pattern_database packed(four_bits, g, any_of<row>(goals), small);
        CHECK(holds(packed, expected, 14));
        CHECK(packed.bytes() == (small.index_bound() + 1) / 2);
        CHECK(is_consistent(g, packed, whole));
        if (both_ways) {
            const pattern_database same(forward_puzzle{g.moves}, any_of<row>(goals), small);
            CHECK(holds(same, expected, 254));
        }
        const some_pieces more = random_pieces(size, 3, random);
        const pattern_database second(g, any_of<row>(goals), more);
        const max_of both(h, second);
        CHECK(is_admissible(g, both, whole));
        CHECK(is_consistent(g, both, whole));
        check_searches(g, both, whole, goals, random);
    }
}

TEST_CASE("pattern_database holds the distances of 500 random puzzles by cost, which may be 0") {
    split_mix64 random(27);
    for (int round = 0; round < rounds(500); ++round) {
        CAPTURE(round);
        const int size = random_size(random);
        const int most_cost = random.percent(20) ? 60 : random.between(2, 6);
        const costly_puzzle g{random_moves(size, random.percent(50), random, most_cost)};
        const auto goals = random_goals(size, random);
        const distances whole = distances_to(g, goals);
        const some_pieces small = random_pieces(size, 4, random);
        const distances expected = small_distances(g, small, goals);
        const pattern_database h(g, any_of<row>(goals), small);
        REQUIRE(h);
        CHECK(holds(h, expected, 254));
        CHECK(is_admissible(g, h, whole));
        CHECK(is_consistent(g, h, whole));
        check_searches(g, h, whole, goals, random);
        const pattern_database packed(four_bits, g, any_of<row>(goals), small);
        CHECK(holds(packed, expected, 14));
        CHECK(is_consistent(g, packed, whole));

        // What each move costs is split among three patterns.
        costly_puzzle parts[3]{g, g, g};
        for (std::size_t i = 0; i < g.moves.size(); ++i) {
            int left = g.moves[i].cost;
            for (costly_puzzle& part : parts) {
                part.moves[i].cost = &part == &parts[2] ? left : random.between(0, left);
                left -= part.moves[i].cost;
            }
        }
        const any_of<row> goal(goals);
        const pattern_database first(parts[0], goal, random_pieces(size, 3, random));
        const sum_of sum(first, pattern_database(parts[1], goal, random_pieces(size, 3, random)),
                         pattern_database(parts[2], goal, random_pieces(size, 3, random)));
        CHECK(is_admissible(g, sum, whole));
        CHECK(is_consistent(g, sum, whole));
        check_searches(g, sum, whole, goals, random);
        const max_of best(h, sum);
        CHECK(is_consistent(g, best, whole));
        check_searches(g, best, whole, goals, random);
    }
}

}  // namespace pattern_database_tests
