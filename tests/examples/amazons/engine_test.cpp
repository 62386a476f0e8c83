// SPDX-License-Identifier: MIT
#include <amazons/engine.hpp>

#include <amazons/analysis.hpp>
#include <amazons/board.hpp>
#include <amazons/engine_options.hpp>
#include <amazons/evaluation.hpp>
#include <amazons/format.hpp>
#include <amazons/match.hpp>
#include <amazons/win_chance.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <doctest/doctest.h>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/rounds.hpp"

namespace {
namespace engine_test {

using namespace senda::amazons;

/// A position after so many random plays, with somebody still to play.
board late_board(std::uint64_t seed, int plays) {
    senda::random_source random(seed);
    board b;
    for (int i = 0; i < plays; ++i) {
        const std::optional<play> p = random_play(b, random);
        if (!p) break;
        b.make(*p);
    }
    return b;
}

engine_options small_options(std::uint64_t simulations) {
    engine_options o;
    o.limits.expansions = simulations;
    o.tree.tree_bytes = std::uint64_t{1} << 20U;
    o.endgame_positions = 50;
    return o;
}

void check_choice(const board& b, const chosen& c) {
    REQUIRE(c.best.has_value() == b.has_play());
    CHECK((c.win_probability >= 0 && c.win_probability <= 1));
    if (!c.best) return;
    CHECK(b.is_legal(*c.best));
    REQUIRE(!c.principal_variation.empty());
    CHECK(c.principal_variation.front() == *c.best);
    board line = b;
    for (const play& p : c.principal_variation) {
        REQUIRE(line.is_legal(p));
        line.make(p);
    }
}

TEST_CASE("the greedy player takes the play after which it stands best") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const board b = late_board(seed, 50);
        const chosen made = engine({.method = method::greedy}).choose(b);
        REQUIRE(made.best.has_value() == b.has_play());
        if (!made.best) continue;
        double best = -1;
        double taken = -2;
        b.for_each_play([&](const play& p) {
            board next = b;
            next.make(p);
            const double value = next.has_play() ? 1 - win_probability(next) : 1;
            best = std::max(best, value);
            if (p == *made.best) taken = value;
        });
        CHECK(taken == doctest::Approx(best));
    }
}

TEST_CASE("noise makes the greedy player take other plays, the same ones for a seed") {
    const board b = late_board(3, 40);
    std::set<play> taken;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const engine_options o{.method = method::greedy, .noise = 5, .seed = seed};
        const auto best = engine(o).choose(b).best;
        REQUIRE(best);
        CHECK(best == engine(o).choose(b).best);
        taken.insert(*best);
    }
    CHECK(taken.size() > 2);
}

TEST_CASE("every method chooses legal plays with lines that can be played") {
    for (const method how : {method::greedy, method::mcts, method::alpha_beta}) {
        engine_options o = small_options(30);
        o.method = how;
        engine e(o);
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            const board b = late_board(seed, 48 + static_cast<int>(seed) * 4);
            check_choice(b, e.choose(b));
        }
    }
}

TEST_CASE("the engine plays whole endings, each play legal, and keeps its tree on the way") {
    engine white(small_options(20));
    engine black(small_options(20));
    for (std::uint64_t seed = 20; seed < 23; ++seed) {
        board b = late_board(seed, 56);
        white.forget();
        black.forget();
        while (b.has_play()) {
            engine& mover = b.to_move() == player::white ? white : black;
            const chosen c = mover.choose(b);
            check_choice(b, c);
            b.make(*c.best);
        }
    }
}

TEST_CASE("one thread and a number of simulations name the play") {
    const board b = late_board(5, 52);
    engine first(small_options(40));
    engine second(small_options(40));
    const chosen c = first.choose(b);
    const chosen d = second.choose(b);
    CHECK(c.best == d.best);
    CHECK(c.score == d.score);
    CHECK(c.nodes == d.nodes);
}

TEST_CASE("who looks on at a search is told what it knows, and changes nothing of it") {
    for (const unsigned threads : {1U, 2U}) {
        engine_options o = small_options(300);
        o.tree.tree_bytes = std::uint64_t{16} << 20U;
        o.threads = threads;
        engine watched(o);
        engine alone(o);
        board b = late_board(3, support::is_slow ? 40 : 20);
        senda::random_source random(5);
        for (int turn = 0; turn < 2; ++turn) {  // the second one with a tree that was kept
            std::vector<chosen> seen;
            const chosen c = watched.choose(b, [&](const chosen& now) { seen.push_back(now); });
            const chosen other = alone.choose(b);
            if (threads == 1) {
                CHECK(c.best == other.best);
                CHECK(c.win_probability == other.win_probability);
                CHECK(c.principal_variation == other.principal_variation);
            }
            CHECK(c.nodes == other.nodes);
            CHECK(c.status == other.status);
            REQUIRE(seen.size() == 2);
            for (std::size_t i = 0; i < seen.size(); ++i) {
                check_choice(b, seen[i]);
                CHECK(seen[i].nodes == std::uint64_t{128} << i);
                CHECK(seen[i].seconds <= c.seconds);
            }
            b.make(*c.best);
            b.make(*random_play(b, random));
        }
    }
}

TEST_CASE("a play that leaves the opponent without one is found, and certain") {
    // Black can only go to j9, where white can shoot.
    const board b =
        *board::make(cell_set{*parse_cell("h8")} | cell_set{*parse_cell("i10")},
                     cell_set{*parse_cell("j10")}, cell_set{*parse_cell("i9")}, player::white);
    for (const method how : {method::mcts, method::alpha_beta, method::greedy}) {
        engine_options o = small_options(20);
        o.method = how;
        o.endgame_positions = 0;
        o.depth = 1;
        const chosen c = engine(o).choose(b);
        REQUIRE(c.best);
        board after = b;
        after.make(*c.best);
        CHECK_FALSE(after.has_play());
        CHECK(c.win_probability == doctest::Approx(1));
        CHECK(c.outcome == senda::games::outcome::win);
    }
}

/// White has lost, which some thousand positions prove; at first sight it stands well.
const board& proven_loss() {
    static const board b = *parse_line<board>(
        "b3,c9,g6,j7|b2,d5,i1,i10|a1,a2,a3,a4,a6,b4,b5,b6,b7,b8,b9,c1,c2,"
        "c3,c4,c8,c10,d4,d7,d8,"
        "d9,e3,e4,e5,e7,e10,f2,f3,f5,f6,f7,f8,f9,g3,g4,g9,g10,h3,h4,h6,h7,"
        "h8,h9,i2,i3,i6,i7,i8,"
        "i9,j1,j2,j5,j8,j9|1",
        board{}.size());
    return b;
}

TEST_CASE(
    "a loss that is proven is said, though the search goes on for a play that sets problems") {
    const board& b = proven_loss();
    REQUIRE(win_chance(b) > 0.5);
    for (const method how : {method::mcts, method::alpha_beta}) {
        engine_options o = small_options(300);
        o.method = how;
        o.depth = 1;
        o.endgame_positions = 2'000;
        std::vector<chosen> all;
        all.push_back(engine(o).choose(b, [&](const chosen& now) { all.push_back(now); }));
        if (how == method::mcts) CHECK(all.size() > 1);
        for (const chosen& c : all) {
            check_choice(b, c);
            CHECK(c.outcome == senda::games::outcome::loss);
            CHECK(c.win_probability == 0);
            CHECK(c.score == -senda::games::win_score);
            CHECK(win_chance(b, c, how) == 0);
        }
        CHECK(all.front().nodes > 1);
    }
}

TEST_CASE("a loss that is proven is shown by an analysis from there to the end") {
    // After what white plays, black has won; the engine may not prove it a second time.
    struct forgetful {
        engine e{small_options(100)};
        engine_options o = e.options();
        bool is_first = true;

        chosen choose(const board& b) {
            engine_options now = small_options(100);
            now.endgame_positions = std::exchange(is_first, false) ? 2'000 : 0;
            e.set_options(now);
            return e.choose(b);
        }
        void forget() {}
        [[nodiscard]] const engine_options& options() const { return o; }
    };
    game_record r;
    r.start = proven_loss();
    const play expected = *engine(small_options(100)).choose(r.start).best;
    r.start.for_each_play([&](const play& p) {
        if (p == expected) return true;
        r.plays.assign(1, p);
        return false;
    });
    forgetful analyst;
    const analysis a = analyse(r, analyst);
    CHECK(a.values == std::vector<double>{0, 0});
    CHECK(a.plays.at(0).loss == 0);
}

TEST_CASE("what a play may cost counts the positions of the exact search") {
    board b = proven_loss();
    for (const std::uint64_t nodes : {8U, 20U, 200U}) {
        engine_options o = options_of(strongest_level);
        o.limits.expansions = nodes;
        const chosen c = engine(o).choose(b);
        check_choice(b, c);
        // A tree that is too small for a play is followed by a look at each of them.
        if (c.depth > 1) CHECK(c.nodes <= nodes);
        CHECK(c.nodes <= nodes + b.count_moves());
    }
}

TEST_CASE("without time the play is that of the greedy player, not the first one") {
    const board& b = proven_loss();
    const chosen greedy = engine({.method = method::greedy}).choose(b);
    engine_options o;
    o.limits.time = 0;
    CHECK(engine(o).choose(b).best == greedy.best);
    const std::atomic<bool> stop = true;
    CHECK(engine({.stop = senda::stop_token(stop)}).choose(b).best == greedy.best);
    std::optional<play> first;
    b.for_each_play([&](const play& p) {
        first = p;
        return false;
    });
    CHECK(first != greedy.best);
}

TEST_CASE("an engine with little memory thinks on when its tree is full") {
    engine_options o = small_options(600);
    o.tree.tree_bytes = std::uint64_t{32} << 10U;
    o.endgame_positions = 0;
    const board b = late_board(5, 52);
    const chosen c = engine(o).choose(b);
    check_choice(b, c);
    CHECK(c.status != senda::status::memory_limit);
    CHECK(c.nodes == 600);
}

TEST_CASE("there is a play however little time there is, and none when the game is over") {
    const board b = late_board(9, 44);
    for (const double seconds : {0.0, 1e-6, 1e-3, 6e-3}) {
        engine_options o;
        o.limits.time = seconds;
        check_choice(b, engine(o).choose(b));
    }
    engine_options without_memory = small_options(10);
    without_memory.tree.tree_bytes = 0;
    check_choice(b, engine(without_memory).choose(b));
    check_choice(b, engine(small_options(0)).choose(b));

    const std::atomic<bool> stop = true;
    engine_options stopped = small_options(1000);
    stopped.stop = senda::stop_token(stop);
    check_choice(b, engine(stopped).choose(b));

    const board over = *board::make({}, cell_set{cell_at(0, 0)}, {}, player::white);
    const chosen c = engine(small_options(10)).choose(over);
    CHECK_FALSE(c.best);
    CHECK(c.outcome == senda::games::outcome::loss);
    CHECK(c.status == senda::status::exhausted);
}

TEST_CASE("an engine that was told something else plays as a new one that was told so") {
    const board b = late_board(8, 60);
    engine changed(small_options(10));
    (void)changed.choose(b);
    engine_options o = small_options(30);
    o.seed = 99;
    changed.set_options(o);
    CHECK(changed.options().seed == 99);
    engine fresh(o);
    const chosen c = changed.choose(b);
    const chosen d = fresh.choose(b);
    CHECK(c.best == d.best);
    CHECK(c.score == d.score);
    CHECK(c.nodes == d.nodes);
}

TEST_CASE("an engine with other limits keeps what it learnt of the game") {
    engine_options o = small_options(200);
    o.endgame_positions = 0;
    board b = late_board(8, 48);
    engine e(o);
    const chosen before = e.choose(b);
    REQUIRE(before.principal_variation.size() > 2);
    b.make(before.principal_variation[0]);
    b.make(before.principal_variation[1]);  // as it expected
    e.set_limits({.expansions = 1});
    CHECK(e.options().limits.expansions == 1);
    const chosen after = e.choose(b);
    check_choice(b, after);
    CHECK(after.nodes == 1);
    CHECK(after.depth >= before.depth - 2);
    o.limits.expansions = 1;  // too few for a tree of its own: it looks at every play instead
    CHECK(engine(o).choose(b).nodes > 1);

    const struct {
        [[nodiscard]] bool stop_requested() const { return true; }
    } source{};
    e.set_limits({}, source);
    check_choice(b, e.choose(b));  // at once, or the test takes long
}

TEST_CASE("levels beyond the ends are the nearest ones") {
    CHECK(options_of(0).noise == options_of(weakest_level).noise);
    CHECK(options_of(99).tree.limits.expansions ==
          options_of(strongest_level).tree.limits.expansions);
    // The second level is the first without its slips.
    CHECK(options_of(weakest_level).noise > 0);
    CHECK(options_of(weakest_level + 1).noise == 0);
    CHECK(options_of(weakest_level + 1).method == options_of(weakest_level).method);
    CHECK(options_of(default_level).method == method::mcts);
}

// Run by its name, with --no-skip: it takes minutes, and the clock of a busy machine decides.
TEST_CASE("200 fast games of the engine against itself" * doctest::skip()) {
    constexpr double seconds = 0.02;
    struct watched_player {
        engine player;
        int late = 0;
        int plays = 0;

        explicit watched_player(const engine_options& o) : player(o) {}
        chosen choose(const board& b) {
            // Time of the processor: others may have it in between.
            const std::clock_t before = std::clock();
            chosen c = player.choose(b);
            const auto taken = static_cast<double>(std::clock() - before);
            ++plays;
            if (taken > seconds * 1.05 * CLOCKS_PER_SEC) ++late;
            return c;
        }
        void forget() { player.forget(); }
    };
    engine_options o;
    o.limits.time = seconds;
    watched_player first(o);
    o.seed = 2;
    watched_player second(o);
    const match_result r = play_match(first, second, {.games = 200});
    CHECK(r.games == 200);
    CHECK(r.illegal_plays == 0);
    CHECK(first.plays + second.plays > 200 * 20);
    CHECK(first.late + second.late == 0);
}

}  // namespace engine_test
}  // namespace
