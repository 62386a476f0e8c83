// SPDX-License-Identifier: MIT
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <sliding_tiles/pattern.hpp>
#include <sliding_tiles/puzzle.hpp>

#include "brute_force.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <set>

namespace tiles_pattern_tests {

namespace sliding = senda::sliding_tiles;
using senda::status;
using sliding_tests::plain_distances;
using sliding_tests::plain_table;
using sliding_tests::random_tiles;

/// What an entry shall be.
template <unsigned Most, class Pattern>
unsigned entry_of(const Pattern& p, const typename Pattern::small_state& small, int distance) {
    if (distance < 0) return Most;
    const int above = distance - p.floor(small);
    REQUIRE(above >= 0);
    REQUIRE(above % 2 == 0);
    const unsigned largest = Pattern::reaches_all ? Most : Most - 1;
    return std::min(static_cast<unsigned>(above / 2), largest);
}

/// All entries of a pattern are those of the plain search.
template <std::size_t Columns, std::size_t Rows, std::size_t K, unsigned Most = 255>
void check(const std::array<std::uint8_t, K>& tiles, const senda::options& o = {}) {
    CAPTURE(Columns);
    CAPTURE(Rows);
    CAPTURE(K);
    using pattern = sliding::pattern<Columns, Rows, K>;
    const pattern p(tiles);
    plain_table<Most> table(pattern::index_bound());
    REQUIRE(p.fill(table, o) == status::complete);
    const auto distances = plain_distances<Columns, Rows>(tiles);
    std::uint64_t wrong = 0;
    std::uint64_t unreached = 0;
    for (std::uint64_t i = 0; i < pattern::index_bound(); ++i) {
        const auto small = pattern::node(i);
        std::size_t number = 0;
        for (const std::uint8_t cell : small) number = number * Columns * Rows + cell;
        wrong += table[i] != entry_of<Most>(p, small, distances[number]);
        unreached += distances[number] < 0;
        wrong += pattern::index(small) != i;
    }
    CHECK(wrong == 0);
    if (pattern::reaches_all) CHECK(unreached == 0);
}

template <std::size_t Columns, std::size_t Rows, std::size_t K>
void check_some(unsigned rounds) {
    senda::random_source r(Columns * 100 + Rows * 10 + K);
    for (unsigned round = 0; round < support::rounds(rounds); ++round)
        check<Columns, Rows>(random_tiles<Columns * Rows, K>(r), {.threads = round % 2 + 1});
}

TEST_CASE("sliding tiles, pattern: entries are those of a plain search") {
    check_some<2, 2, 1>(3);
    check_some<2, 2, 2>(6);
    check_some<2, 2, 3>(6);
    check_some<2, 3, 1>(5);
    check_some<2, 3, 2>(10);
    check_some<3, 2, 3>(10);
    check_some<2, 3, 3>(10);
    check_some<3, 2, 4>(10);
    check_some<2, 3, 5>(5);
    check_some<3, 3, 2>(10);
    check_some<3, 3, 4>(10);
    check_some<3, 3, 5>(3);
    check_some<2, 4, 4>(6);
    check_some<4, 2, 5>(4);
    check_some<2, 4, 6>(2);
    check_some<3, 4, 3>(4);
    check_some<4, 3, 4>(4);
    check_some<7, 2, 3>(2);
    check_some<4, 4, 3>(3);
}

TEST_CASE("sliding tiles, pattern: four bits, and entries that are capped") {
    senda::random_source r(7);
    check<3, 3, 4, 15>(random_tiles<9, 4>(r));
    check<3, 3, 5, 15>(random_tiles<9, 5>(r));
    check<3, 2, 1, 15>(random_tiles<6, 1>(r));
    check<5, 3, 1, 15>(random_tiles<15, 1>(r));  // an odd number of entries
    check<3, 3, 5, 1>(random_tiles<9, 5>(r));
    check<3, 2, 5, 2>(random_tiles<6, 5>(r));
}

TEST_CASE("sliding tiles, pattern: all tiles of the 8-puzzle are its distances") {
    using pattern = sliding::pattern<3, 3, 8>;
    const pattern p({1, 2, 3, 4, 5, 6, 7, 8});
    plain_table<255> table(pattern::index_bound());
    REQUIRE(p.fill(table, {.threads = 2}) == status::complete);
    std::array<std::uint64_t, 32> counts{};
    for (std::uint64_t i = 0; i < pattern::index_bound(); ++i) {
        if (table[i] != 255)
            ++counts[static_cast<std::size_t>(p.floor(pattern::node(i))) + 2 * table[i]];
    }
    // All moves count, so that these are the states of the puzzle by depth (OEIS A089473).
    CHECK(counts == std::array<std::uint64_t, 32>{
                        1,     2,     4,     8,     16,    20,   39,   62,   116,   152,   286,
                        396,   748,   1024,  1893,  2512,  4485, 5638, 9529, 10878, 16993, 17110,
                        23952, 20224, 24047, 15578, 14560, 6274, 3910, 760,  221,   2});
}

TEST_CASE("sliding tiles, pattern: threads make the same table") {
    using pattern = sliding::pattern<4, 3, 5>;
    const pattern p({1, 4, 5, 8, 9});
    plain_table<15> one(pattern::index_bound());
    plain_table<15> four(pattern::index_bound());
    REQUIRE(p.fill(one) == status::complete);
    REQUIRE(p.fill(four, {.threads = 4}) == status::complete);
    CHECK(one.bytes == four.bytes);
    CHECK(std::set<unsigned char>(one.bytes.begin(), one.bytes.end()).size() > 4);
}

TEST_CASE("sliding tiles, pattern: limits, and what it takes is known before") {
    using pattern = sliding::pattern<3, 4, 5>;
    const pattern p({1, 2, 3, 6, 7});
    for (const unsigned threads : {1U, 2U}) {
        const std::uint64_t needed = pattern::bytes_to_fill(threads);
        plain_table<15> table(pattern::index_bound());
        CHECK(p.fill(table, {.limits = {.bytes = needed}, .threads = threads}) == status::complete);
        CHECK(p.fill(table, {.limits = {.bytes = needed - 1}, .threads = threads}) ==
              status::memory_limit);
        CHECK(p.fill(table, {.limits = {.bytes = 0}, .threads = threads}) == status::memory_limit);
    }
    plain_table<15> table(pattern::index_bound());
    CHECK(p.fill(table, {.limits = {.time = 0.0}}) == status::time_limit);
    CHECK(p.fill(table, {.limits = {.expansions = 100}}) == status::expansion_limit);
    const std::atomic<bool> stop = true;
    CHECK(p.fill(table, {.stop = stop, .threads = 2}) == status::cancelled);
    senda::search_progress progress;
    CHECK(p.fill(table, {.progress = &progress}) == status::complete);
    CHECK(progress.now().total == pattern::index_bound());
    CHECK(progress.now().done + 1 == pattern::index_bound());  // the goal was there
}

TEST_CASE("sliding tiles, pattern: which moves concern it") {
    using puzzle = sliding::puzzle<3, 3>;
    const sliding::pattern<3, 3, 2> p({1, 3});
    auto n = puzzle::goal();
    puzzle::apply(n, 1);  // the blank to the right, tile 1 to the left
    CHECK(p.concerns(n, 1));
    puzzle::apply(n, 3);  // tile 4 up
    CHECK_FALSE(p.concerns(n, 3));
    CHECK(p.fingerprint() != sliding::pattern<3, 3, 2>({3, 1}).fingerprint());
    CHECK(p(n) == std::array<std::uint8_t, 2>{0, 3});
    CHECK(p.floor(p(n)) == 1);
}

}  // namespace tiles_pattern_tests
