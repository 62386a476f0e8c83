// SPDX-License-Identifier: MIT
#include <senda/detail/engines/make_unmake_ida_star.hpp>

#include "support/random_graphs.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/search/bfs.hpp>
#include <senda/search/ida_star.hpp>
#include <utility>
#include <vector>

namespace make_unmake_ida_star_test {

using support::split_mix64;

/// The 8-puzzle, written as moves of the blank that are done and taken back.
struct board {
    std::array<std::int8_t, 9> tiles;
    int blank;
    friend bool operator==(const board&, const board&) = default;
};

struct sliding {
    using node_type = board;
    using action_type = char;

    static constexpr std::array<int, 4> steps{-3, 1, -1, 3};
    static int action_count() { return 4; }
    static bool allows(const board& b, int a) {
        if (a == 0) return b.blank >= 3;
        if (a == 1) return b.blank % 3 < 2;
        if (a == 2) return b.blank % 3 > 0;
        return b.blank < 6;
    }
    static void apply(board& b, int a) {
        const int to = b.blank + steps[static_cast<std::size_t>(a)];
        std::swap(b.tiles[static_cast<std::size_t>(b.blank)],
                  b.tiles[static_cast<std::size_t>(to)]);
        b.blank = to;
    }
    static void undo(board& b, int a) { apply(b, 3 - a); }
};
struct sliding_with_inverse : sliding {
    static int inverse(int a) { return 3 - a; }
};
static_assert(senda::ActionGraph<sliding, board> && senda::Graph<sliding, board>);

/// The same for the searches that need successors.
struct sliding_copies {
    using node_type = std::array<std::int8_t, 9>;
    static std::vector<node_type> successors(const node_type& tiles) {
        board b{tiles, static_cast<int>(std::find(tiles.begin(), tiles.end(), 0) - tiles.begin())};
        std::vector<node_type> next;
        for (int a = 0; a < 4; ++a) {
            if (!sliding::allows(b, a)) continue;
            sliding::apply(b, a);
            next.push_back(b.tiles);
            sliding::undo(b, a);
        }
        return next;
    }
};

struct manhattan8 {
    int operator()(const board& b) const {
        int sum = 0;
        for (int square = 0; square < 9; ++square) sum += distance(b, square);
        return sum;
    }

protected:
    static int distance(const board& b, int square) {
        const int tile = b.tiles[static_cast<std::size_t>(square)];
        if (tile == 0) return 0;
        return std::abs(tile % 3 - square % 3) + std::abs(tile / 3 - square / 3);
    }
};
struct manhattan8_ahead : manhattan8 {
    using manhattan8::operator();
    int operator()(board b, int a) const {
        sliding::apply(b, a);
        return (*this)(b);
    }
};

constexpr board solved{{0, 1, 2, 3, 4, 5, 6, 7, 8}, 0};

board shuffled(split_mix64& random, int moves) {
    board b = solved;
    for (int i = 0; i < moves; ++i) {
        const int a = random.below(4);
        if (sliding::allows(b, a)) sliding::apply(b, a);
    }
    return b;
}

template <class Answer>
bool replays(const Answer& answer, board b) {
    if (answer.path.empty() || !(answer.path.front() == b)) return false;
    if (answer.actions.size() + 1 != answer.path.size()) return false;
    for (std::size_t i = 0; i < answer.actions.size(); ++i) {
        if (!sliding::allows(b, answer.actions[i])) return false;
        sliding::apply(b, answer.actions[i]);
        if (!(answer.path[i + 1] == b)) return false;
    }
    return b == solved && answer.cost == static_cast<int>(answer.actions.size());
}

/// A line of whole numbers, from which only two steps lead.
struct number_line {
    static int action_count() { return 2; }
    static bool allows(const int&, int) { return true; }
    static void apply(int& n, int a) { n += a == 0 ? 1 : -1; }
    static void undo(int& n, int a) { n -= a == 0 ? 1 : -1; }
};

}  // namespace make_unmake_ida_star_test

TEST_CASE("ida_star in place finds what bfs finds") {
    using namespace make_unmake_ida_star_test;
    split_mix64 random{5};
    for (int round = 0; round < 25; ++round) {
        const board start = shuffled(random, 5 + round * 2);
        const auto sure = senda::bfs(sliding_copies{}, start.tiles, solved.tiles);
        const auto answer = senda::ida_star(sliding{}, start, solved, manhattan8{});
        CHECK(answer.cost == sure.cost);
        CHECK(answer.lower_bound == sure.cost);
        CHECK(replays(answer, start));
        const auto turned =
            senda::ida_star(sliding_with_inverse{}, start, solved, manhattan8_ahead{});
        CHECK(replays(turned, start));
        CHECK(turned.cost == sure.cost);
        CHECK(turned.statistics.expanded <= answer.statistics.expanded);
        const auto asked = senda::ida_star(
            sliding{}, start, [](const board& b) { return b == solved; }, manhattan8_ahead{});
        CHECK(asked.path == answer.path);
    }
}

TEST_CASE("ida_star in place goes on where it was stopped") {
    using namespace make_unmake_ida_star_test;
    split_mix64 random{9};
    const board start = shuffled(random, 60);
    const auto whole = senda::ida_star(sliding{}, start, solved, manhattan8{});
    using search = senda::detail::make_unmake_ida_star<sliding, board, board, manhattan8>;
    search stepped(sliding{}, start, solved, manhattan8{}, {});
    std::uint64_t steps = 0;
    while (stepped.step(1) == senda::status::running) {
        CHECK(stepped.statistics().expanded == ++steps);
    }
    CHECK(stepped.result().path == whole.path);
    CHECK(stepped.statistics().expanded == whole.statistics.expanded);
    CHECK(stepped.statistics().generated == whole.statistics.generated);
}

TEST_CASE("ida_star in place keeps its limits") {
    using namespace make_unmake_ida_star_test;
    using estimate = int (*)(int);
    estimate h = [](int n) { return n < 7 ? 7 - n : n - 7; };
    estimate none = [](int) { return 0; };
    const auto best = senda::ida_star(number_line{}, senda::any_of{0, 12}, 7, h);
    CHECK(best.cost == 5);
    CHECK(best.path == std::vector<int>{12, 11, 10, 9, 8, 7});
    CHECK(senda::ida_star(number_line{}, 7, 7, h).cost == 0);
    const auto few = senda::ida_star(number_line{}, 0, 30, none, {.limits = {.expansions = 50}});
    CHECK(few.status == senda::status::expansion_limit);
    CHECK(few.statistics.expanded == 50);
    CHECK(few.lower_bound <= 30);
    const auto cheap = senda::ida_star(number_line{}, 0, 30, none, {.limits = {.cost = 4}});
    CHECK(cheap.status == senda::status::cost_limit);
    CHECK(cheap.lower_bound == 5);
    const auto far =
        senda::ida_star(number_line{}, 0, 100'000, estimate{[](int n) { return 100'000 - n; }},
                        {.limits = {.bytes = 1000}});
    CHECK(far.status == senda::status::memory_limit);
    const auto hopeless = senda::ida_star(
        number_line{}, 0, 7, estimate{[](int) { return senda::infinite<senda::steps>; }});
    CHECK(hopeless.status == senda::status::exhausted);
}
