// SPDX-License-Identifier: MIT
#include <amazons/endgame.hpp>

#include <amazons/board.hpp>
#include <amazons/endgame/compact_set.hpp>
#include <amazons/endgame/filling_moves.hpp>
#include <amazons/endgame/shared_prover.hpp>
#include <amazons/notation.hpp>

#include "naive_game.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <doctest/doctest.h>
#include <initializer_list>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace support {

/// Threads that start as soon as there is anything to share.
template <class Set>
struct eager_prover : senda::amazons::detail::shared_prover<Set> {
    void begin(const senda::amazons::endgame_options& o) {
        senda::amazons::detail::shared_prover<Set>::begin(o, 2);
    }
};

}  // namespace support

namespace {
namespace endgame_test {

using namespace senda::amazons;
using senda::games::outcome;

board board_of(const naive::game& g) {
    const auto set_of = [&](char what) {
        cell_set cells;
        for (const naive::place& p : g.with(what)) cells.insert(cell_at(p.first, p.second));
        return cells;
    };
    // A small game in the corner of the large board, the rest of which is blocked.
    cell_set arrows = board::cells & ~all_cells(g.columns, g.rows);
    arrows |= set_of('x');
    const auto made = board::make(set_of('W'), set_of('B'), arrows,
                                  g.turn == 'W' ? player::white : player::black);
    REQUIRE(made);
    return *made;
}

using memory = std::unordered_map<board, bool>;

/// Whether the player to move wins, by trying everything.
bool wins(board& b, memory& known) {
    if (const auto found = known.find(b); found != known.end()) return found->second;
    bool won = false;
    b.for_each_play([&](const play& p) {
        board next = b;
        next.make(p);
        won = !wins(next, known);
        return !won;
    });
    known.emplace(b, won);
    return won;
}

/// The most plays of the player to move when the other never plays, by trying everything.
int most_plays(const board& b, std::unordered_map<board, int>& known) {
    if (const auto found = known.find(b); found != known.end()) return found->second;
    int most = 0;
    b.for_each_play([&](const play& p) {
        board next = b;
        next.make(p);
        const auto passed = board::make(next.amazons(player::white), next.amazons(player::black),
                                        next.arrows(), b.to_move());
        most = std::max(most, 1 + most_plays(*passed, known));
    });
    known.emplace(b, most);
    return most;
}

template <class Solver>
void check_against_brute_force(const naive::game& g, Solver& solver,
                               const endgame_options& o = {}) {
    board b = board_of(g);
    memory known;
    const bool won = wins(b, known);
    const endgame_result r = solver.run(b, o);
    INFO(g.text());
    REQUIRE(r.outcome);
    CHECK((*r.outcome == outcome::win) == won);
    CHECK(r.best.has_value() == b.has_play());
    if (!r.best) return;
    REQUIRE(b.is_legal(*r.best));
    if (!won) return;
    b.make(*r.best);
    CHECK_FALSE(wins(b, known));
}

TEST_CASE("regions are the parts that arrows keep apart, corners are no barrier") {
    cell_set open;
    for (const char* name : {"a1", "b2", "c3", "e1", "e2"}) open.insert(*parse_cell(name));
    std::vector<int> sizes;
    for_each_region(open, [&](cell_set region) { sizes.push_back(region.count()); });
    std::sort(sizes.begin(), sizes.end());
    CHECK(sizes == std::vector<int>{2, 3});
}

TEST_CASE("the plays of a region are those that brute force counts") {
    support::split_mix64 random(11);
    filling_search<cell_set> f;
    int perfect = 0;
    int imperfect = 0;
    for (int i = 0; i < support::rounds(150); ++i) {
        const int amazons = random.between(1, 2);
        naive::game g(4, 3);
        const auto put = [&](char what) {
            naive::place p;
            do p = {random.below(4), random.below(3)};
            while (g.at(p) != '.');
            g.at(p) = what;
        };
        for (int n = 0; n < amazons; ++n) put('W');
        for (int n = random.between(5, 8); n > 0; --n) put('x');
        const board b = board_of(g);
        std::unordered_map<board, int> known;
        const int most = most_plays(b, known);
        const filling_bounds found = f.run(b.amazons(player::white), b.empty_cells());
        INFO(g.text());
        CHECK(found.is_exact());
        CHECK(found.lower == most);
        CHECK(found.first.has_value() == (most > 0));
        if (found.first) CHECK(b.is_legal(*found.first));
        (most == b.empty_cells().count() ? perfect : imperfect) += 1;
    }
    CHECK(perfect > support::rounds(20));
    CHECK(imperfect > support::rounds(20));
}

TEST_CASE("the exact search agrees with brute force on hundreds of small endgames") {
    support::split_mix64 random(7);
    endgame_solver solver;
    for (int i = 0; i < support::rounds(300); ++i) {
        const int columns = random.between(3, 5);
        const int amazons = random.between(1, 2);
        const int empty = random.between(2, 6);
        const int rows = 4;
        const int arrows = std::max(columns * rows - 2 * amazons - empty, 0);
        check_against_brute_force(naive::random_game(random, columns, rows, amazons, arrows),
                                  solver);
    }
}

TEST_CASE("the exact search agrees with brute force on boards of many sizes") {
    support::split_mix64 random(9);
    endgame_solver solver;
    for (int i = 0; i < support::rounds(300); ++i) {
        const int columns = random.between(2, 9);
        const int rows = random.between(2, 9);
        const int amazons = std::min(random.between(1, 4), columns * rows / 4);
        const int empty = random.between(2, amazons > 2 ? 6 : 7);
        const int arrows = std::max(columns * rows - 2 * amazons - empty, 0);
        check_against_brute_force(naive::random_game(random, columns, rows, amazons, arrows),
                                  solver);
    }
}

TEST_CASE("cells in one word have the neighbours and queen moves that they have on the board") {
    support::split_mix64 random(12);
    for (int i = 0; i < support::rounds(200); ++i) {
        const int left = random.below(3);
        const int bottom = random.below(3);
        cell_set cells;
        for (int row = 0; row < 8; ++row)
            for (int column = 0; column < 8; ++column)
                if (random.percent(60)) cells.insert(cell_at(left + column, bottom + row));
        cells.insert(cell_at(left, bottom));
        cells.insert(cell_at(left + 7, bottom + 7));
        const auto frame = compact_frame::round(cells);
        REQUIRE(frame.fits);
        const compact_set small = frame.compact(cells);
        REQUIRE(small.count() == cells.count());
        cell_set inside;
        for (int n = 0; n < 64; ++n) inside.insert(frame.expand({static_cast<std::uint8_t>(n)}));
        for_each_cell(small, [&](cell c) {
            const cell on_board = frame.expand(c);
            REQUIRE(cells.contains(on_board));
            REQUIRE(with_neighbours(compact_set{c}) ==
                    frame.compact(with_neighbours(cell_set{on_board}) & inside));
            REQUIRE(queen_reach(c, small) == frame.compact(queen_reach(on_board, cells)));
        });
    }
    CHECK_FALSE(compact_frame::round(cell_set{cell_at(0, 0)} | cell_set{cell_at(8, 0)}).fits);
    CHECK_FALSE(compact_frame::round(cell_set{cell_at(0, 0)} | cell_set{cell_at(0, 8)}).fits);
}

TEST_CASE("a region has the same key wherever it lies and however it is turned") {
    support::split_mix64 random(13);
    for (int i = 0; i < support::rounds(100); ++i) {
        const int columns = random.between(2, 6);
        const int rows = random.between(2, 6);
        const naive::game g =
            naive::random_game(random, columns, rows, 1, random.below(3) * columns * rows / 8);
        const auto key_of = [&](char own, char other, auto&& place) {
            const auto set_of = [&](char what) {
                cell_set cells;
                for (const auto& [x, y] : g.with(what)) cells.insert(place(x, y));
                return cells;
            };
            return detail::region_key(set_of(own), set_of(other), set_of('.'));
        };
        const std::uint64_t key = key_of('W', 'B', [](int x, int y) { return cell_at(x, y); });
        const int right = random.below(5);
        const int up = random.below(5);
        for (int turned = 0; turned < 8; ++turned)
            REQUIRE(key_of('W', 'B', [&](int x, int y) {
                        const int across = (turned & 1) != 0 ? columns - 1 - x : x;
                        const int along = (turned & 2) != 0 ? rows - 1 - y : y;
                        return (turned & 4) != 0 ? cell_at(along + up, across + right)
                                                 : cell_at(across + right, along + up);
                    }) == key);
        naive::game changed = g;
        const naive::place arrow = changed.with('.').front();
        changed.at(arrow) = 'x';
        const board before = board_of(g);
        const board after = board_of(changed);
        REQUIRE(detail::region_key(before.amazons(player::white), before.amazons(player::black),
                                   after.empty_cells()) != key);
    }
}

TEST_CASE("a guard leaves her place only to close it") {
    // She stands between two cells: free, she shoots at one, and comes back over her own.
    const auto set_of = [](std::initializer_list<const char*> names) {
        cell_set cells;
        for (const char* const name : names) cells.insert(*parse_cell(name));
        return cells;
    };
    filling_search<cell_set> f;
    const cell_set beside = set_of({"a1", "c1"});
    CHECK(f.run(set_of({"b1"}), beside).lower == 2);
    CHECK(f.run_guarded(set_of({"b1"}), set_of({"b1"}), beside, 1000).lower == 1);
    CHECK(f.run_guarded(set_of({"b1"}), {}, beside, 1000).lower == 2);
    const cell_set behind = set_of({"c1", "d1", "e1"});
    CHECK(f.run_guarded(set_of({"b1"}), set_of({"b1"}), behind, 1000).lower == 3);
}

TEST_CASE("a contested game that counting decides has a play that wins it") {
    support::split_mix64 random(14);
    endgame_solver solver;
    int decided = 0;
    for (int i = 0; i < support::rounds(200); ++i) {
        const naive::game g = naive::random_game(random, 5, 3, 2, random.between(4, 6));
        check_against_brute_force(g, solver);
        const endgame_result r = solver.run(board_of(g));
        if (!r.separate && r.nodes == 0 && r.outcome == outcome::win) ++decided;
    }
    CHECK(decided >= support::rounds(4));
}

TEST_CASE("the exact search agrees with brute force on open boards") {
    support::split_mix64 random(15);
    endgame_solver solver;
    for (int i = 0; i < support::rounds(30); ++i) {
        const int amazons = random.between(1, 3);
        const int empty = amazons == 1 ? 9 : 8;
        check_against_brute_force(
            naive::random_game(random, 4, 4, amazons, 16 - 2 * amazons - empty), solver);
    }
}

TEST_CASE("threads agree with brute force on hundreds of small endgames") {
    support::split_mix64 random(16);
    basic_endgame_solver<support::eager_prover> solver;
    for (int i = 0; i < (support::is_slow ? 12 : 300); ++i) {
        const int amazons = random.between(1, 3);
        const int empty = random.between(3, amazons == 1 ? 8 : 7);
        const bool is_wide = i % 8 == 0;
        check_against_brute_force(
            is_wide ? naive::random_game(random, 10, 9, amazons, 90 - 2 * amazons - empty)
                    : naive::random_game(random, 4, 4, amazons, 16 - 2 * amazons - empty),
            solver, {.threads = static_cast<unsigned>(random.between(2, 5))});
    }
    for (const board_size& size : {board_size{4, 4}, {4, 5}, {3, 5}}) {
        if (support::is_slow && size == board_size{4, 5}) continue;
        const board start{size};
        const endgame_result r = solver.run(start, {.threads = 3});
        CHECK(r.outcome == endgame_solver().run(start).outcome);
        REQUIRE(r.best);
        CHECK(start.is_legal(*r.best));
    }
}

TEST_CASE("threads that share an endgame keep to its limits") {
    basic_endgame_solver<support::eager_prover> solver;
    const board start{{.rows = 5, .columns = 5}};
    const endgame_result few = solver.run(start, {.limits = {.expansions = 500}, .threads = 4});
    CHECK_FALSE(few.outcome);
    CHECK(few.status == senda::status::expansion_limit);
    CHECK(few.nodes <= 500);
    CHECK(solver.run(start, {.limits = {.time = 0.02}, .threads = 4}).status ==
          senda::status::time_limit);
    const std::atomic<bool> stop = true;
    CHECK(solver.run(start, {.stop = stop, .threads = 4}).status == senda::status::cancelled);
}

TEST_CASE("the usual starts of small boards end as a search of all positions found") {
    // J. Song and M. Mueller (2014) have the same for 4 x 4 and for 5 columns and 4 rows.
    CHECK(solve_endgame(board{{.rows = 4, .columns = 4}}).outcome == outcome::loss);
    const board wide{{.rows = 4, .columns = 5}};
    const endgame_result r = solve_endgame(wide);
    CHECK(r.outcome == outcome::win);
    REQUIRE(r.best);
    CHECK(wide.is_legal(*r.best));
}

// Run by its name, with --no-skip: each proof takes seconds where it is not optimised.
TEST_CASE("who wins on 4 columns and 5 rows depends on the start" * doctest::skip()) {
    const auto at = [](const char* line) { return *parse_line<board>(line, {5, 4}); };
    const endgame_result published = solve_endgame(at("a1,a2,d1,d2|a4,a5,d4,d5||1"));
    CHECK(published.outcome == outcome::win);
    const board usual{{.rows = 5, .columns = 4}};
    CHECK(usual == at("a2,b1,c1,d2|a4,b5,c5,d4||1"));
    CHECK(solve_endgame(usual).outcome == outcome::loss);
}

TEST_CASE("the exact search agrees with brute force when there are many regions") {
    support::split_mix64 random(8);
    endgame_solver solver;
    for (int i = 0; i < 60; ++i)
        check_against_brute_force(naive::random_game(random, 10, 10, 4, random.between(83, 87)),
                                  solver);
}

TEST_CASE("separate regions are counted, however large") {
    // White has the two columns on the left and black the three on the right.
    cell_set arrows;
    for (int column = 2; column < 7; ++column)
        for (int row = 0; row < 10; ++row) arrows.insert(cell_at(column, row));
    auto b = board::make(cell_set{cell_at(0, 0)}, cell_set{cell_at(9, 9)}, arrows, player::white);
    REQUIRE(b);
    endgame_result r = solve_endgame(*b);
    CHECK(r.separate);
    CHECK(r.outcome == outcome::loss);
    b->make(play{cell_at(0, 0), cell_at(0, 1), cell_at(0, 0)});
    r = solve_endgame(*b);
    CHECK(r.outcome == outcome::win);
    REQUIRE(r.best);
    CHECK(b->is_legal(*r.best));
}

TEST_CASE("the exact search says when it gave up") {
    const endgame_result r = solve_endgame(board{}, {.limits = {.expansions = 3}});
    CHECK_FALSE(r.outcome);
    CHECK(r.status == senda::status::expansion_limit);
    CHECK_FALSE(r.separate);
    CHECK_FALSE(solve_endgame(board{}, {.most_contested = 10}).outcome);
}

}  // namespace endgame_test
}  // namespace
