// SPDX-License-Identifier: MIT
#include <senda/estimates/pattern_database.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <iterator>
#include <map>
#include <optional>
#include <queue>
#include <senda/estimates/combine.hpp>
#include <senda/resources/constrained.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/ida_star.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/search/verify.hpp>
#include <type_traits>
#include <utility>
#include <vector>

#include "../../examples/common/puzzles.hpp"
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
    constexpr std::uint64_t enough = support::is_slow ? 500 : 2000;
    const auto deep = senda::ida_star(g, start, goal, h, {.limits = {.expansions = enough}});
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
int random_size(split_mix64& random) {
    const int most = support::is_slow ? 6 : 7;
    return random.percent(4) ? most : random.between(3, most - 1);
}

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

/// A path of so many moves at most.
struct few_moves {
    std::optional<int> extend(int left, const auto&, const auto&) const {
        return left > 0 ? std::optional(left - 1) : std::nullopt;
    }
};

TEST_CASE("pattern_database guides a search within a budget") {
    split_mix64 random(28);
    for (int round = 0; round < rounds(50); ++round) {
        const costly_puzzle g{random_moves(5, true, random, 4)};
        const std::vector<row> goals{sorted()};
        const distances whole = distances_to(g, goals);
        const pattern_database h(g, sorted(), random_pieces(5, 3, random));
        const row start = random_node(whole, random);
        const int most = random.below(6);
        const auto r = senda::constrained(g, start, sorted(), few_moves{}, most, h);
        const auto blind = senda::constrained(g, start, sorted(), few_moves{}, most);
        CHECK(r.status == blind.status);
        CHECK(r.cost == blind.cost);
        CHECK(r.statistics.expanded <= blind.statistics.expanded);
    }
}

TEST_CASE("pattern_database that a limit stopped is still admissible and consistent") {
    split_mix64 random(29);
    const int size = support::is_slow ? 5 : 6;
    int stopped = 0;
    for (int round = 0; round < rounds(200); ++round) {
        CAPTURE(round);
        const int most_cost = random.percent(30) ? 9 : 3;
        const auto moves = random_moves(size, random.percent(50), random, most_cost);
        const std::vector<row> goals{sorted()};
        const some_pieces small = random_pieces(size, 4, random);
        const auto check = [&](const auto& g, const senda::limits& limits, status expected) {
            const distances whole = distances_to(g, goals);
            const distances known = small_distances(g, small, goals);
            const pattern_database h(g, sorted(), small, {.limits = limits});
            CHECK((h.status() == expected || h.status() == status::complete));
            CHECK(static_cast<bool>(h) == (h.status() == status::complete));
            CHECK(is_admissible(g, h, whole));
            CHECK(is_consistent(g, h, whole));
            if (h) CHECK(holds(h, known, 254));
            if (!h) ++stopped;
            const pattern_database packed(four_bits, g, sorted(), small, {.limits = limits});
            CHECK(is_admissible(g, packed, whole));
            CHECK(is_consistent(g, packed, whole));
            // What is nearer than the nearest that was left out is exact.
            if (expected == status::cost_limit) {
                const int most = static_cast<int>(limits.cost);
                for (const auto& [n, distance] : known) {
                    if (distance <= most) CHECK(h(n) == distance);
                    if (distance > most) CHECK(h(n) > most);
                }
            }
        };
        const auto few = static_cast<std::uint64_t>(random.below(60));
        check(puzzle{moves}, {.expansions = few}, status::expansion_limit);
        check(costly_puzzle{moves}, {.expansions = few}, status::expansion_limit);
        check(puzzle{moves}, {.cost = random.below(4)}, status::cost_limit);
        check(costly_puzzle{moves}, {.cost = random.below(20)}, status::cost_limit);
        check(puzzle{moves}, {.time = 0}, status::time_limit);
        check(costly_puzzle{moves}, {.time = 0}, status::time_limit);
    }
    CHECK(stopped > rounds(200) * 2);
}

TEST_CASE("pattern_database without memory for its table estimates nothing") {
    split_mix64 random(30);
    const auto moves = random_moves(6, true, random, 3);
    const some_pieces small{{0, 1, 2, 3}};
    const auto check = [&](const auto& g, auto... bits) {
        const std::uint64_t most = pattern_database(bits..., g, sorted(), small).statistics().bytes;
        const pattern_database enough(bits..., g, sorted(), small, {.limits = {.bytes = most}});
        CHECK(enough);
        CHECK(enough.statistics().bytes == most);
        const std::uint64_t kept = enough.bytes();
        CHECK(most > kept);
        for (const std::uint64_t bytes : {kept / 2, kept, kept + 500}) {
            const pattern_database h(bits..., g, sorted(), small, {.limits = {.bytes = bytes}});
            CHECK(h.status() == status::memory_limit);
            CHECK(h.bytes() == 0);
            CHECK(h(turned(sorted(), moves[0])) == 0);
        }
    };
    check(puzzle{moves});
    check(puzzle{moves}, four_bits);
    check(costly_puzzle{moves});
    check(costly_puzzle{moves}, four_bits);
}

TEST_CASE("pattern_database tells what it cannot be built of") {
    const some_pieces small{{0, 1}};
    const costly_puzzle negative{{{{1, 0, 2, 3, 4, 5, 6, 7}, -1}}};
    const pattern_database h(negative, sorted(), small);
    CHECK(h.status() == status::negative_cost);
    CHECK(h(sorted()) == 0);
    CHECK(h.bytes() == 0);
    const pattern_database none(puzzle{}, any_of<row>(std::vector<row>{}), small);
    CHECK(none);
    CHECK(none(sorted()) == infinite<steps>);
    const pattern_database closed(costly_puzzle{{{{1, 0, 2, 3, 4, 5, 6, 7}, infinite<int>}}},
                                  sorted(), small);
    CHECK(closed);
    CHECK(closed(sorted()) == 0);
    CHECK(closed(row{1, 0, 2, 3, 4, 5, 6, 7}) == infinite<int>);
}

/// All of a puzzle whose states have numbers.
template <class Puzzle>
struct everything : Puzzle {
    using node_type = typename Puzzle::node_type;
    const node_type& operator()(const node_type& n) const { return n; }
};

/// Turning pancakes costs nothing for two of them, and else what the number of those turned says.
template <std::size_t N>
struct heavy_pancakes : puzzles::pancakes<N> {
    using cost_type = int;
    template <class Emit>
    void successors(const puzzles::nibbles& n, Emit&& emit) const {
        int count = 2;
        puzzles::pancakes<N>::successors(n, [&](const puzzles::nibbles& to) {
            emit(to, count == 2 ? 0 : count);
            ++count;
        });
    }
};

TEST_CASE("pattern_database is the same for any number of threads, and may be cancelled") {
    // Both have layers that are wide enough to be shared.
    using layered =
        std::conditional_t<support::is_slow, puzzles::tiles<3, 3>, puzzles::pancakes<9>>;
    using heavy = heavy_pancakes<support::is_slow ? 8 : 9>;
    constexpr std::uint64_t every = support::is_slow ? 11 : 1;
    const auto check = []<class Puzzle>(const Puzzle& g, auto... bits) {
        const pattern_database alone(bits..., g, Puzzle::solved(), everything<Puzzle>{});
        REQUIRE(alone);
        for (const unsigned threads : {2U, 5U}) {
            search_progress progress;
            const pattern_database shared(bits..., g, Puzzle::solved(), everything<Puzzle>{},
                                          options{.progress = &progress, .threads = threads});
            REQUIRE(shared);
            if (SENDA_HAS_THREADS) CHECK(shared.statistics().threads == threads);
            CHECK(shared.statistics().expanded == Puzzle::index_bound());
            CHECK(shared.statistics().generated == alone.statistics().generated);
            CHECK(progress.now().done == Puzzle::index_bound());
            CHECK(progress.now().total == Puzzle::index_bound());
            bool all_same = true;
            for (std::uint64_t i = 0; i < Puzzle::index_bound(); i += every)
                all_same = all_same && alone(Puzzle::node(i)) == shared(Puzzle::node(i));
            CHECK(all_same);
        }
        const std::atomic<bool> stop = true;
        for (const unsigned threads : {1U, 3U}) {
            const pattern_database h(bits..., g, Puzzle::solved(), everything<Puzzle>{},
                                     options{.stop = stop, .threads = threads});
            CHECK(h.status() == status::cancelled);
            CHECK(h(Puzzle::solved()) == 0);
        }
        const pattern_database late(bits..., g, Puzzle::solved(), everything<Puzzle>{},
                                    options{.limits = {.time = 0.02}, .threads = 3});
        bool is_lower = true;
        for (std::uint64_t i = 0; i < Puzzle::index_bound(); i += every)
            is_lower = is_lower && late(Puzzle::node(i)) <= alone(Puzzle::node(i));
        CHECK(is_lower);
    };
    check(layered{}, four_bits);
    check(heavy{});
    if (support::is_slow) return;
    check(layered{});
    check(heavy{}, four_bits);
}

TEST_CASE("pattern_database of all of the 2x2x2 cube knows every distance") {
    using cube = puzzles::small_cube<puzzles::turns::half>;
    if (support::is_slow) return;  // all rounds of all tests are run by `full`
    const pattern_database h(four_bits, cube{}, cube::solved(), everything<cube>{},
                             options{.threads = 2});
    REQUIRE(h);
    CHECK(h.counts() == std::vector<std::uint64_t>{1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072,
                                                   1887748, 623800, 2644});
    // Exact: 0 at the goal alone, and each other state has a neighbour that is nearer by one and
    // none that is nearer by more.
    bool is_exact = true;
    for (std::uint64_t i = 0; i < cube::index_bound(); ++i) {
        const auto n = cube::node(i);
        int least = infinite<int>;
        cube::successors(n, [&](const auto& to) { least = std::min(least, h(to)); });
        is_exact = is_exact && h(n) == (i == 0 ? 0 : least + 1);
    }
    CHECK(is_exact);
}

/// Tiles of 2 x 3 with a floor: what Manhattan says. Of all tiles, what is above it is even.
struct above_floor : everything<puzzles::tiles<2, 3>> {
    static constexpr int step = 2;
    static constexpr bool reaches_all = true;
    static int floor(const puzzles::nibbles& n) {
        int sum = 0;
        for (int place = 0; place < 6; ++place) {
            const auto tile = static_cast<int>(tiles::tile(n, static_cast<std::size_t>(place)));
            if (tile != 0) sum += std::abs(tile / 3 - place / 3) + std::abs(tile % 3 - place % 3);
        }
        return sum;
    }
};

TEST_CASE("pattern_database adds what the table holds to a floor") {
    using puzzle = puzzles::tiles<2, 3>;
    const pattern_database plain(puzzle{}, puzzle::solved(), everything<puzzle>{});
    const pattern_database h(four_bits, puzzle{}, puzzle::solved(), above_floor{});
    const pattern_database few(puzzle{}, puzzle::solved(), above_floor{}, {.limits = {.cost = 9}});
    CHECK(few.status() == status::cost_limit);
    int above = 0;
    for (std::uint64_t i = 0; i < puzzle::index_bound(); ++i) {
        const auto n = puzzle::node(i);
        CHECK(h(n) == plain(n));
        CHECK(few(n) <= plain(n));
        CHECK(few(n) >= std::min(plain(n), above_floor::floor(n)));
        above = std::max(above, (plain(n) - above_floor::floor(n)) / 2);
    }
    CHECK(above > 4);
    CHECK(h.counts() == plain.counts());
    CHECK(plain.counts().size() == 22);
}

/// Numbers on a line, in hundreds: distances do not fit into a byte, and are rounded down.
struct line {
    using node_type = int;
    using cost_type = long;
    static constexpr int step = 100;
    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
    std::size_t index_bound() const { return 3000; }
    int node(std::size_t i) const { return static_cast<int>(i); }
    int operator()(int n) const { return n; }
    template <class Emit>
    void successors(int n, Emit&& emit) const {
        if (n > 0) emit(n - 1, 30);
        if (n < 2999) emit(n + 1, 30);
    }
};

/// A line on which a step far from the goal costs less than nothing.
struct faulty_line : line {
    template <class Emit>
    void successors(int n, Emit&& emit) const {
        if (n > 0) emit(n - 1, n == 20 ? -1 : 30);
        if (n < 2999) emit(n + 1, 30);
    }
};

TEST_CASE("pattern_database counts in steps, rounds down, and caps") {
    const pattern_database h(line{}, 7, line{});
    static_assert(std::is_same_v<decltype(h(1)), long>);
    REQUIRE(h);
    CHECK(h(7) == 0);
    CHECK(h(10) == 0);
    CHECK(h(11) == 100);
    CHECK(h(107) == 3000);
    CHECK(h(2999) == 25400);
    const pattern_database small(four_bits, line{}, 7, line{});
    CHECK(small(40) == 900);
    CHECK(small(2999) == 1400);
    const pattern_database faulty(faulty_line{}, 7, line{});
    CHECK(faulty.status() == status::negative_cost);
    CHECK(faulty(11) == 0);
    CHECK(faulty.bytes() == 0);
}

/// An abstraction that makes its own table.
struct self_made {
    int bound = 10;
    int operator()(int n) const { return n; }
    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
    std::size_t index_bound() const { return static_cast<std::size_t>(bound); }
    static bool concerns(int, int action) { return action != 9; }
    template <class Table>
    status fill(Table table, const options& o) const {
        if (o.limits.bytes < 100) return status::memory_limit;
        for (std::uint64_t i = 0; i < table.size(); ++i)
            table.set(i, static_cast<unsigned>(i) % (Table::most + 1), true);
        return status::complete;
    }
};

TEST_CASE("pattern_database takes options in braces, with threads and without") {
    using puzzle = puzzles::tiles<2, 3>;
    const puzzle g{};
    const everything<puzzle> all{};
    const pattern_database alone(g, puzzle::solved(), all);
    const pattern_database shared(g, puzzle::solved(), all, senda::options{.threads = 4});
    const pattern_database limited(g, puzzle::solved(), all, {.limits = {.cost = 5}});
    const pattern_database packed(four_bits, g, puzzle::solved(), all,
                                  senda::options{.threads = 2});
    const pattern_database packed_alone(four_bits, g, puzzle::solved(), all, {.stop = {}});
    CHECK(shared);
    CHECK(packed);
    CHECK(packed_alone);
    CHECK(limited.status() == status::cost_limit);
    for (std::uint64_t i = 0; i < puzzle::index_bound(); ++i) {
        const auto n = puzzle::node(i);
        CHECK(shared(n) == alone(n));
        CHECK(packed(n) == packed_alone(n));
    }
}

TEST_CASE("pattern_database lets an abstraction make its table") {
    const pattern_database h(self_made{});
    const pattern_database packed(four_bits, self_made{20}, options{.threads = 2});
    CHECK(h(9) == 9);
    CHECK(packed(14) == 14);
    CHECK(packed(15) == infinite<steps>);
    CHECK(packed(19) == 3);
    CHECK(packed.bytes() == 10);
    CHECK(h.after(7, 0, 3) == 7);
    CHECK(h.after(7, 9, 3) == 3);
    static_assert(senda::IncrementalHeuristic<decltype(h), int>);
    const pattern_database none(self_made{}, {.limits = {.bytes = 109}});
    CHECK(none.status() == status::memory_limit);
    CHECK(none(9) == 0);
    CHECK(pattern_database(self_made{}, {.limits = {.bytes = 110}}));
}

}  // namespace pattern_database_tests
