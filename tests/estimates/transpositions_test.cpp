// SPDX-License-Identifier: MIT
#include <senda/estimates/transpositions.hpp>

#include "search/engines/parallel/shared_round_searches.hpp"
#include "support/rounds.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <senda/estimates/move_pruning.hpp>
#include <senda/search/ida_star.hpp>
#include <utility>

namespace transpositions_test {

using senda::status;
using support::tile_board;

/// Paths on a board of squares without ends, where each square is reached in many ways.
struct square {
    int x = 0, y = 0;
    friend bool operator==(const square&, const square&) = default;
};
struct ring {
    using node_type = square;
    int size = 0;

    static constexpr int action_count() { return 4; }
    static bool allows(const square&, int) { return true; }
    void apply(square& s, int a) const { move(s, a == 0 || a == 1, a % 2 == 0); }
    void undo(square& s, int a) const { apply(s, a ^ 1); }
    static int inverse(int a) { return a ^ 1; }

private:
    void move(square& s, bool along_x, bool forward) const {
        int& c = along_x ? s.x : s.y;
        c = (c + (forward ? 1 : size - 1)) % size;
    }
};

/// Boards that all have the same hash.
struct slides_without_hash : support::slides_in_place {
    static std::uint64_t hash(const tile_board&) { return 7; }
};

}  // namespace transpositions_test

TEST_CASE("a transposition table finds the same path with fewer expansions") {
    using namespace transpositions_test;
    const ring g{20};
    const auto none = [](const square&) { return 0; };
    const square far{5, 6};
    const auto plain = senda::ida_star(g, square{}, far, none);
    CHECK(plain.cost == 11);
    std::uint64_t fewest = plain.statistics.expanded;
    for (const std::uint64_t bytes : {0U, 1U << 8U, 1U << 11U, 1U << 16U}) {
        const auto found =
            senda::ida_star(g, square{}, far, none, senda::transposition_options(bytes));
        CHECK(found.path == plain.path);
        CHECK(found.statistics.expanded <= fewest);
        fewest = found.statistics.expanded;
    }
    // Each square once a round, but for those that were first reached by a detour.
    CHECK(fewest < 12 * 400);
    CHECK(plain.statistics.expanded > 100 * fewest);
}

TEST_CASE("a transposition table that holds all nodes ends a search for what cannot be reached") {
    using namespace transpositions_test;
    const ring g{9};
    const auto none = [](const square&) { return 0; };
    const auto never = [](const square&) { return false; };
    const auto all =
        senda::ida_star(g, square{}, never, none, senda::transposition_options(1 << 14));
    CHECK(all.status == status::exhausted);
    const auto stopped =
        senda::ida_star(g, square{}, never, none,
                        senda::transposition_options(1 << 6, {.limits = {.expansions = 100'000}}));
    CHECK(stopped.status == status::expansion_limit);
    CHECK(stopped.statistics.expanded == 100'000);
}

TEST_CASE("a transposition table tells nodes with the same hash apart") {
    using namespace transpositions_test;
    senda::random_source random(11);
    for (int round = 0; round < 10; ++round) {
        const tile_board start = support::shuffled_tiles(random, 24);
        const auto plain =
            senda::ida_star(slides_without_hash{}, start, tile_board{}, support::tile_distance{});
        const auto found =
            senda::ida_star(slides_without_hash{}, start, tile_board{}, support::tile_distance{},
                            senda::transposition_options(1 << 12));
        CHECK(found.path == plain.path);
    }
}

TEST_CASE("a transposition table is memory of the search") {
    using namespace transpositions_test;
    senda::random_source random(12);
    const tile_board start = support::shuffled_tiles(random, 30);
    const auto ask = [&](std::uint64_t table, std::uint64_t limit) {
        return senda::ida_star(support::slides_in_place{}, start, tile_board{},
                               support::tile_distance{},
                               senda::transposition_options(table, {.limits = {.bytes = limit}}));
    };
    CHECK(ask(1 << 20, 1 << 16).status == status::memory_limit);
    const auto found = ask(1 << 20, 1 << 21);
    CHECK(found.status == status::found);
    CHECK(found.statistics.bytes >= 1 << 19);
    CHECK(found.statistics.bytes <= 1 << 21);
    CHECK(ask(std::uint64_t{1} << 62U, 1 << 21).status == status::memory_limit);
}

TEST_CASE("threads with transposition tables find the path of one without") {
    using namespace transpositions_test;
    senda::random_source random(13);
    const support::slides_in_place g;
    const tile_board solved;
    const support::tile_distance h;
    const senda::move_pruning rules(
        g, senda::one_of_each(g, solved, [](const tile_board& b) { return b.blank; }), 8);
    const senda::with_move_pruning pruned(g, rules);
    using table =
        senda::detail::transposition_table_size<senda::detail::transposition_table<tile_board>>;
    for (int round = 0; round < support::rounds(16); ++round) {
        const tile_board start = support::shuffled_tiles(random, 40);
        const auto plain = senda::ida_star(g, start, solved, h);
        const auto ask = [&](const auto& graph) {
            const auto make = [&](const senda::options& with) {
                return senda::detail::make_unmake_ida_star(
                    graph, start,
                    senda::detail::goal_from<decltype(graph), decltype(start)>(solved), h, with,
                    table{1U << static_cast<unsigned>(8 + round % 10)});
            };
            for (const unsigned threads : {2u, 5u}) {
                const auto shared = support::shared_at_once(make, threads);
                CHECK(shared.path == plain.path);
                CHECK(shared.lower_bound == plain.cost);
            }
        };
        ask(g);
        ask(pruned);
    }
    const tile_board far = support::shuffled_tiles(random, support::is_slow ? 100 : 150);
    const auto single = senda::ida_star(pruned, far, solved, h);
    CHECK(senda::ida_star(pruned, far, solved, h,
                          senda::transposition_options(1 << 20, {.threads = 3}))
              .path == single.path);
}
