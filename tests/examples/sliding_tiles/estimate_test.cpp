// SPDX-License-Identifier: MIT
#include <senda/estimates/pattern_database.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/search/ida_star.hpp>
#include <senda/storage/random.hpp>
#include <sliding_tiles/estimate.hpp>
#include <sliding_tiles/pattern.hpp>
#include <sliding_tiles/puzzle.hpp>

#include "support/rounds.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tiles_estimate_tests {

namespace sliding = senda::sliding_tiles;
using senda::four_bits;
using senda::pattern_database;
using senda::steps;
/// Walks at random: what is kept is always what would be made from the node alone.
template <class Puzzle, class H>
void check_kept(const H& h, std::uint64_t seed) {
    static_assert(senda::IncrementalHeuristic<H, typename Puzzle::node_type>);
    senda::random_source r(seed);
    auto n = Puzzle::goal();
    auto kept = h.parts(n);
    CHECK(h(n) == 0);
    std::size_t wrong = 0;
    steps largest = 0;
    for (int i = 0; i < support::rounds(4'000); ++i) {
        const int a = static_cast<int>(r.below(4));
        if (!Puzzle::allows(n, a)) continue;
        const steps before = kept;
        Puzzle::apply(n, a);
        kept = h.after(n, a, kept);
        wrong += static_cast<steps>(kept) != h(n);
        wrong += (before + h(n)) % 2 != 1;  // as the distance
        largest = std::max(largest, h(n));
    }
    CHECK(wrong == 0);
    CHECK(largest > 5);
}

TEST_CASE("sliding tiles, estimate: what is kept is brought up to date by moves") {
    check_kept<sliding::puzzle<4, 4>>(sliding::estimate<4, 4>(), 1);
    const pattern_database a(four_bits, sliding::pattern<4, 4, 3>({1, 6, 11}));
    const pattern_database b(four_bits, sliding::pattern<4, 4, 4>({13, 2, 7, 4}));
    check_kept<sliding::puzzle<4, 4>>(sliding::estimate(a), 2);
    check_kept<sliding::puzzle<4, 4>>(sliding::estimate(b, a), 3);
    const pattern_database c(four_bits, sliding::pattern<3, 4, 4>({8, 1, 6, 5}));
    const pattern_database d(four_bits, sliding::pattern<3, 4, 2>({11, 2}));
    check_kept<sliding::puzzle<3, 4>>(sliding::estimate(c, d), 4);
    const pattern_database e(four_bits, sliding::pattern<5, 5, 3>({1, 2, 12}));
    const pattern_database f(four_bits, sliding::pattern<5, 5, 3>({3, 4, 8}));
    check_kept<sliding::puzzle<5, 5>>(sliding::estimate(e, f), 5);
}

template <class Puzzle>
typename Puzzle::node_type random_node(senda::random_source& r) {
    std::array<std::uint8_t, Puzzle::cells> row{};
    for (;;) {
        for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<std::uint8_t>(i);
        for (std::size_t i = row.size(); i > 1; --i) std::swap(row[i - 1], row[r.below(i)]);
        const auto n = *Puzzle::from(row);
        if (Puzzle::is_solvable(n)) return n;
    }
}

using board = sliding::puzzle<3, 3>::node_type;

/// The board mirrored on its main diagonal, with the tiles that then belong there.
board mirror_image(const board& n) {
    const auto mirrored = [](std::size_t cell) { return cell % 3 * 3 + cell / 3; };
    std::array<std::size_t, 9> row{};
    for (std::size_t c = 0; c < 9; ++c) row[mirrored(c)] = mirrored(n.tile[c]);
    return *sliding::puzzle<3, 3>::from(row);
}

struct hash_of_tiles {
    std::size_t operator()(const std::array<std::uint8_t, 9>& tiles) const {
        std::size_t hash = 0;
        for (const std::uint8_t tile : tiles) hash = hash * 9 + tile;
        return hash;
    }
};

/// All boards of the 8-puzzle by depth, each by its tiles.
std::unordered_map<std::array<std::uint8_t, 9>, steps, hash_of_tiles> distances_of_8_puzzle() {
    using puzzle = sliding::puzzle<3, 3>;
    std::unordered_map<std::array<std::uint8_t, 9>, steps, hash_of_tiles> known;
    known.emplace(puzzle::goal().tile, 0);
    std::vector<board> layer{puzzle::goal()};
    for (steps depth = 1; !layer.empty(); ++depth) {
        std::vector<board> next;
        for (const board& n : layer) {
            for (int a = 0; a < 4; ++a) {
                if (!puzzle::allows(n, a)) continue;
                board to = n;
                puzzle::apply(to, a);
                if (known.emplace(to.tile, depth).second) next.push_back(to);
            }
        }
        layer = std::move(next);
    }
    return known;
}

TEST_CASE("sliding tiles, estimate: on all 8-puzzles never too large") {
    using puzzle = sliding::puzzle<3, 3>;
    const pattern_database a(four_bits, sliding::pattern<3, 3, 4>({1, 2, 5, 8}));
    const pattern_database b(four_bits, sliding::pattern<3, 3, 4>({3, 4, 6, 7}));
    const sliding::estimate h(a, b);
    const pattern_database all(four_bits, sliding::pattern<3, 3, 8>({1, 2, 3, 4, 5, 6, 7, 8}));
    const sliding::estimate exact(all);
    const auto known = distances_of_8_puzzle();
    REQUIRE(known.size() == 181'440);
    std::size_t wrong = 0;
    std::size_t inexact = 0;
    std::uint64_t sum = 0;
    std::uint64_t floors = 0;
    std::size_t met = 0;
    for (const auto& [tiles, distance] : known) {
        if (support::is_slow && met++ % 8 != 0) continue;
        const board n = *puzzle::from(tiles);
        const steps floor = sliding::estimate<3, 3>()(n);
        wrong += h(n) > distance || h(n) < floor || (distance - h(n)) % 2 != 0;
        wrong += h(n) != h(mirror_image(n));
        wrong += exact(n) != distance;
        inexact += h(n) != distance;
        sum += static_cast<std::uint64_t>(h(n));
        floors += static_cast<std::uint64_t>(floor);
    }
    CHECK(wrong == 0);
    CHECK(inexact > 0);
    CHECK(sum > floors * 5 / 4);
}

TEST_CASE("sliding tiles, estimate: ida_star finds the distances of 8-puzzles") {
    using puzzle = sliding::puzzle<3, 3>;
    const auto distances = distances_of_8_puzzle();
    const pattern_database a(four_bits, sliding::pattern<3, 3, 4>({1, 2, 4, 5}));
    const pattern_database b(four_bits, sliding::pattern<3, 3, 4>({3, 6, 7, 8}));
    const sliding::estimate h(a, b);
    senda::random_source r(11);
    for (int round = 0; round < support::rounds(400); ++round) {
        const auto n = random_node<puzzle>(r);
        const auto found = senda::ida_star(puzzle{}, n, puzzle::goal(), h);
        REQUIRE(found);
        CHECK(found.cost == distances.at(n.tile));
        CHECK(h(n) <= found.cost);
        for (std::size_t i = 1; i < found.path.size(); ++i) {
            bool is_step = false;
            for (int action = 0; action < 4; ++action) {
                auto next = found.path[i - 1];
                if (!puzzle::allows(next, action)) continue;
                puzzle::apply(next, action);
                is_step = is_step || next == found.path[i];
            }
            REQUIRE(is_step);
        }
        CHECK(found.path.front() == n);
        CHECK(found.path.back() == puzzle::goal());
    }
}

TEST_CASE("sliding tiles, estimate: the table of a pattern serves those that look the same") {
    using puzzle = sliding::puzzle<4, 4>;
    const pattern_database made(four_bits, sliding::pattern<4, 4, 3>({2, 3, 7}));
    const pattern_database corner(four_bits, sliding::pattern<4, 4, 3>({11, 14, 15}));
    const pattern_database other(four_bits, sliding::pattern<4, 4, 3>({8, 12, 13}));
    const auto as_corner = seen_as(made, {15, 14, 11});
    const auto as_other = seen_as(made, {8, 12, 13});
    REQUIRE(as_corner);
    REQUIRE(as_other);
    CHECK_FALSE(seen_as(made, {15, 10, 11}));
    const sliding::estimate seen(made, *as_other, *as_corner);
    const sliding::estimate own(made, other, corner);
    senda::random_source r(17);
    std::size_t wrong = 0;
    for (int round = 0; round < 2'000; ++round) {
        const auto n = random_node<puzzle>(r);
        wrong += seen(n) != own(n);
    }
    CHECK(wrong == 0);
    check_kept<puzzle>(seen, 19);
}

TEST_CASE(
    "sliding tiles, estimate: a symmetry that moves the blank to where it is cut off does not "
    "serve") {
    // Tiles 1 and 3 shut the blank of 3x3 in its corner; 5 and 7 the opposite corner.
    const pattern_database shut(four_bits, sliding::pattern<3, 3, 2>({1, 3}));
    CHECK(seen_as(shut, {3, 1}));
    CHECK_FALSE(seen_as(shut, {5, 7}));
}

TEST_CASE("sliding tiles, estimate: without a table it is the Manhattan distance") {
    using puzzle = sliding::puzzle<4, 4>;
    const pattern_database none(four_bits, sliding::pattern<4, 4, 5>({1, 2, 3, 4, 5}),
                                {.limits = {.bytes = 999}});
    CHECK(none.status() == senda::status::memory_limit);
    const sliding::estimate h(none);
    senda::random_source r(23);
    for (int round = 0; round < 100; ++round) {
        const auto n = random_node<puzzle>(r);
        CHECK(h(n) == sliding::estimate<4, 4>()(n));
    }
    check_kept<puzzle>(h, 29);
}

}  // namespace tiles_estimate_tests
