// SPDX-License-Identifier: MIT
#include <senda/games/mcts.hpp>

#include <senda/games/parallel.hpp>
#include <senda/games/position.hpp>
#include <senda/search/result.hpp>

#include "connect_four.hpp"
#include "endless.hpp"
#include "minimax.hpp"
#include "nim.hpp"
#include "random_game.hpp"
#include "support/rounds.hpp"
#include "tic_tac_toe.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace mcts_test {

using senda::status;
using senda::games::full_tree;
using senda::games::logistic_evaluation;
using senda::games::mcts;
using senda::games::mcts_options;
using senda::games::mcts_search;
using senda::games::outcome;
using senda::games::random_playout;
using test_games::connect_four;
using test_games::minimax_outcome;
using test_games::minimax_outcome_after;
using test_games::moves_of;
using test_games::nim;
using test_games::random_game;
using test_games::random_score_game;
using test_games::random_turn_game;
using test_games::tic_tac_toe;
using test_games::with_undo_data;

template <class Game = random_game>
Game a_game(std::uint64_t seed) {
    return {seed,
            {.layers = 5,
             .width = 6,
             .moves = 2 + static_cast<unsigned>(seed % 4),
             .draws = seed % 2 == 0}};
}

template <class P>
bool is_legal_line(P position, const std::vector<senda::games::move_of<P>>& line) {
    for (const auto& m : line) {
        bool is_legal = false;
        for (const auto& legal : moves_of(position)) is_legal |= legal == m;
        if (!is_legal) return false;
        (void)position.make(m);
    }
    return true;
}

/// The shapes of tree that there are.
mcts_options shape(std::uint64_t seed) {
    mcts_options o;
    o.limits.expansions = 4000;
    o.tree_bytes = 1U << 20U;
    o.seed = seed;
    if (seed % 2 == 1) o.first_moves = 1;
    if (seed % 3 == 1) o.best_reply = 0.4;
    if (seed % 4 == 2) o.temperature = 5;  // its priors say nothing
    return o;
}

template <class Game>
void check_best_moves(std::uint64_t rounds) {
    std::uint64_t proven = 0;
    for (std::uint64_t seed = 0; seed < rounds; ++seed) {
        const auto game = a_game<Game>(seed);
        const auto found = mcts(game, shape(seed));
        CAPTURE(seed);
        REQUIRE(found.move.has_value());
        REQUIRE(is_legal_line(game, found.principal_variation));
        const outcome best = minimax_outcome(game);
        REQUIRE(found.is_proven == (found.status == status::found));
        if (found.is_proven) {
            ++proven;
            REQUIRE(found.score == senda::games::detail::value_of(best));
        }
        REQUIRE(minimax_outcome_after(game, *found.move) == best);
    }
    CHECK(proven > rounds * 2 / 3);
}

TEST_CASE("Monte-Carlo search plays a best move of every small game, and often proves it") {
    check_best_moves<random_game>(support::rounds(300U));
}

TEST_CASE("Monte-Carlo search plays best with points and turns of several moves") {
    check_best_moves<random_score_game>(support::rounds(150U));
    check_best_moves<random_turn_game>(support::rounds(150U));
    check_best_moves<with_undo_data<random_score_game>>(support::rounds(100U));
}

TEST_CASE("the tree is kept when the same player moves again") {
    int kept = 0;
    for (std::uint64_t seed = 0; seed < support::rounds(60U); ++seed) {
        auto game = a_game<random_turn_game>(seed);
        mcts_search<random_turn_game> search(game, shape(seed));
        CAPTURE(seed);
        while (!game.terminal()) {
            const auto found = search.run();
            REQUIRE(minimax_outcome_after(game, *found.move) == minimax_outcome(game));
            if (found.statistics.kept > 0) ++kept;
            game.make(*found.move);
            search.advance(*found.move);
        }
    }
    CHECK(kept > support::rounds(60));
}

TEST_CASE("Monte-Carlo search finds the move that wins or does not lose") {
    struct {
        std::string played;
        std::vector<int> best;
    } const tactical[] = {
        {"112233", {3}},   // completes a row
        {"121314", {0}},   // completes a column
        {"11223", {3}},    // keeps the other player from it
        {"4455", {2, 5}},  // makes three in a row, open on both sides
    };
    for (const auto& [played, best] : tactical) {
        const auto game = connect_four<>::after(played);
        CAPTURE(played);
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            const mcts_options o{.limits = {.expansions = 1500}, .seed = seed};
            const auto played_out = mcts(game, o);
            const auto evaluated = mcts(game, o, logistic_evaluation{5});
            CHECK(std::find(best.begin(), best.end(), *played_out.move) != best.end());
            CHECK(std::find(best.begin(), best.end(), *evaluated.move) != best.end());
            CHECK(is_legal_line(game, played_out.principal_variation));
        }
    }
}

/// Sees a win on the spot, and thinks little of the first column otherwise.
struct shy : connect_four<> {
    [[nodiscard]] double prior(int column) const {
        connect_four<> after = *this;
        after.make(column);
        return after.terminal() ? 7 : column;
    }
};

TEST_CASE("where all moves that were looked at lose, the next one is, if it promises little") {
    shy game;
    for (const int column : {0, 1, 0, 2, 0}) game.make(column);
    const mcts_options o{.limits = {.expansions = 500}, .first_moves = 1};
    const auto found = mcts(game, o, logistic_evaluation{5});
    CHECK(found.move == 0);  // the only one that stops the column
}

/// The first move of two looks better to everyone who does not see the one good reply to it. It has
/// no end that could be proven.
class trap {
public:
    using move_type = int;

    template <class F>
    void for_each_move(F&& f) const {
        const int count = line_.empty() ? 2 : line_.size() == 1 ? 10 : 1;
        for (int m = 0; m < count; ++m)
            if (!f(m)) return;
    }
    void make(int m) { line_.push_back(m); }
    void unmake(int) { line_.pop_back(); }
    [[nodiscard]] static std::optional<outcome> terminal() { return std::nullopt; }
    [[nodiscard]] double chances() const {
        const double first_player = line_.empty() || line_[0] == 1      ? 0.5
                                    : line_.size() > 1 && line_[1] == 7 ? 0.1
                                                                        : 0.9;
        return line_.size() % 2 == 0 ? first_player : 1 - first_player;
    }

private:
    std::vector<int> line_;
};

TEST_CASE("each player chooses what is good for that player") {
    const auto chances = [](const trap& t) { return t.chances(); };
    for (const double best_reply : {0.0, 0.5}) {
        const mcts_options o{.limits = {.expansions = 400},
                             .tree_bytes = 1U << 18U,
                             .exploration = 0.3,
                             .best_reply = best_reply};
        mcts_search search(trap{}, o, chances);
        const auto found = search.run();
        CHECK(found.status == status::expansion_limit);
        CHECK(found.move == 1);
        CHECK(found.score == doctest::Approx(0.5));
        search.for_each_tried_move([&](int m, std::uint32_t, double value) {
            if (m == 0) CHECK(value < 0.5);
        });
        search.advance(0);
        const auto reply = search.run();
        CHECK(reply.move == 7);
        CHECK(reply.score == doctest::Approx(0.9));
    }
}

TEST_CASE("tic-tac-toe with a corner and the centre is proven to be a draw by each evaluation") {
    const mcts_options o{.limits = {.expansions = 30'000}, .tree_bytes = 4U << 20U};
    const auto game = tic_tac_toe::from_text("x...o....");
    const auto check = [](const auto& found) {
        CHECK(found.status == status::found);
        CHECK(found.score == 0.5);
    };
    check(mcts(game, o));
    check(mcts(game, o, logistic_evaluation{20}));
}

TEST_CASE("a seed names the result of Monte-Carlo search") {
    const auto game = connect_four<>::after("43");
    std::vector<double> scores;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const mcts_options o{.limits = {.expansions = 500}, .tree_bytes = 1U << 20U, .seed = seed};
        const auto first = mcts(game, o);
        const auto again = mcts(game, o);
        CHECK(first.score == again.score);
        CHECK(first.principal_variation == again.principal_variation);
        CHECK(first.statistics.nodes == again.statistics.nodes);
        scores.push_back(first.score);
    }
    CHECK((scores[0] != scores[1] || scores[1] != scores[2] || scores[2] != scores[3]));
}

TEST_CASE("Monte-Carlo search makes exactly as many simulations as it may") {
    for (const std::uint64_t many : {0U, 1U, 2U, 7U, 100U}) {
        const auto found = mcts(connect_four<>{}, {.limits = {.expansions = many}});
        CHECK(found.status == status::expansion_limit);
        CHECK(found.nodes == many);
        CHECK(found.move.has_value());
    }
}

TEST_CASE("the tree is kept from move to move, and packed") {
    using game_type = connect_four<>;
    mcts_search<game_type> search(game_type{},
                                  {.limits = {.expansions = 300}, .tree_bytes = 1U << 20U});
    game_type game;
    for (int ply = 0; !game.terminal(); ++ply) {
        const auto found = search.run();
        CAPTURE(ply);
        REQUIRE(found.move.has_value());
        REQUIRE(is_legal_line(game, found.principal_variation));
        std::uint32_t visits = 0;
        std::uint64_t sum = 0;
        search.for_each_tried_move([&](int m, std::uint32_t tried, double value) {
            if (m == *found.move) visits = tried;
            sum += tried;
            CHECK(value >= 0);
            CHECK(value <= 1);
        });
        // Each simulation goes through one child, but for the one that came first.
        REQUIRE(sum + 1 >= found.statistics.kept + found.nodes);
        game.make(*found.move);
        REQUIRE(search.advance(*found.move));
        const auto after = search.position();
        REQUIRE(after.hash() == game.hash());
        if (game.terminal()) break;
        REQUIRE(search.run().statistics.kept == visits);
    }
    CHECK(search.run().status == status::exhausted);
}

TEST_CASE("a tree that was packed goes on as if the rest had never been there") {
    // Without random numbers the two must agree on everything below the move that was played.
    struct {
        double operator()(const connect_four<>& c) const { return 0.5 + c.evaluate() / 200.0; }
    } calm;
    const connect_four<> start;
    const mcts_options o{.limits = {.expansions = 2000},
                         .tree_bytes = 1U << 22U,
                         .first_moves = 1,
                         .best_reply = 0.3};
    mcts_search search(start, o, calm);
    const auto before = search.run();
    REQUIRE(before.principal_variation.size() > 3);
    auto none = o;
    none.limits.expansions = 0;
    search.set_options(none);
    std::uint64_t nodes = before.statistics.nodes;
    for (std::size_t ply = 0; ply < 3; ++ply) {
        REQUIRE(search.advance(before.principal_variation[ply]));
        const auto after = search.run();
        CHECK(after.statistics.nodes < nodes);
        nodes = after.statistics.nodes;
        CHECK(after.principal_variation ==
              std::vector<int>(before.principal_variation.begin() + static_cast<int>(ply) + 1,
                               before.principal_variation.end()));
        // The first visit evaluated the position, and each one since went through a child.
        std::uint64_t visits = 1;
        search.for_each_tried_move([&](int, std::uint32_t tried, double) { visits += tried; });
        CHECK(visits == after.statistics.kept);
    }
}

TEST_CASE("a full tree ends the search, and packing it makes room") {
    mcts_search<connect_four<>> search({}, {.tree_bytes = 20'000});
    const auto found = search.run();
    CHECK(found.status == status::memory_limit);
    CHECK(found.statistics.bytes <= 20'000);
    CHECK(found.move.has_value());
    search.advance(*found.move);
    CHECK(search.run().nodes > 10);
    const auto none = mcts(connect_four<>{}, {.limits = {.bytes = 10}});
    CHECK(none.status == status::memory_limit);
    CHECK(none.move.has_value());
}

TEST_CASE("a tree that is recycled never grows beyond its size, and the search goes on") {
    for (const unsigned threads : {1U, 3U}) {
        const mcts_options o{
            .limits = {.expansions = 3'000}, .tree_bytes = 20'000, .full = full_tree::recycled};
        mcts_search<connect_four<>> search({}, o);
        const auto found = run_parallel(search, threads);
        CHECK(found.status == status::expansion_limit);
        CHECK(found.nodes == 3'000);
        CHECK(found.statistics.recycled > 1);
        CHECK(found.statistics.bytes <= 20'000);
        // What it knows of the moves is kept: each simulation went through one of them.
        std::uint64_t visits = 1;
        search.for_each_tried_move([&](int, std::uint32_t tried, double) { visits += tried; });
        CHECK(visits == 3'000);
        CHECK(found.move == 3);  // the middle, as with all memory
    }
}

TEST_CASE("a recycled tree with room for too little ends the search") {
    for (std::uint64_t bytes = 0; bytes < 3'000; bytes += 40) {
        const auto found =
            mcts(connect_four<>{},
                 {.limits = {.expansions = 200}, .tree_bytes = bytes, .full = full_tree::recycled});
        CHECK(found.move.has_value());
        CHECK((found.status == status::memory_limit || found.nodes == 200));
    }
}

TEST_CASE("what a recycled tree proves is so") {
    int proven = 0;
    for (int heap = 1; heap <= 5; ++heap) {
        const nim position({heap, 3, 2});
        const auto found = mcts(
            position,
            {.limits = {.expansions = 2'000}, .tree_bytes = 6'000, .full = full_tree::recycled});
        if (!found.is_proven) continue;
        ++proven;
        CHECK((found.score == 1) == (position.nim_sum() != 0));
    }
    CHECK(proven > 0);
}

TEST_CASE("a stop token ends Monte-Carlo search") {
    std::atomic<bool> stop = true;
    CHECK(mcts(connect_four<>{}, {.stop = stop}).status == status::cancelled);
}

TEST_CASE("the time limit of Monte-Carlo search holds when an evaluation is slow") {
    // From the first evaluation on: the search began before that, however busy the machine is.
    double deadline = std::numeric_limits<double>::infinity();
    int late = 0;
    const auto slow = [&](const connect_four<>&) {
        const double now = senda::now_in_seconds();
        deadline = std::min(deadline, now + 0.05);
        if (now > deadline) ++late;
        while (senda::now_in_seconds() < now + 0.0005) {
        }
        return 0.5;
    };
    mcts_search search(connect_four<>{}, {.limits = {.time = 0.05}, .tree_bytes = 1U << 20U}, slow);
    CHECK(search.run().status == status::time_limit);
    CHECK(late <= 3);
}

TEST_CASE("several threads grow one tree and come to the same end") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto game = a_game(seed);
        auto o = shape(seed);
        o.limits.expansions = 3001;
        mcts_search<random_game> search(game, o);
        const auto found = senda::games::run_parallel(search, 3);
        CAPTURE(seed);
        REQUIRE(found.move.has_value());
        REQUIRE(is_legal_line(game, found.principal_variation));
        if (found.status == status::expansion_limit) REQUIRE(found.nodes == 3001);
        REQUIRE(minimax_outcome_after(game, *found.move) == minimax_outcome(game));
    }
}

/// One player makes all the moves, and loses.
struct monologue {
    using move_type = int;
    int left = 3;

    template <class F>
    void for_each_move(F&& f) const {
        f(1);
    }
    void make(int m) { left -= m; }
    void unmake(int m) { left += m; }
    [[nodiscard]] static int player_to_move() { return 0; }
    [[nodiscard]] std::optional<senda::games::margin> terminal() const {
        return left == 0 ? std::optional(senda::games::margin{-2}) : std::nullopt;
    }
};

TEST_CASE("a random playout ends for the player who was to move") {
    senda::random_source random(7);
    for (const int left : {1, 2, 3}) CHECK(random_playout{}(monologue{left}, random) == 0);
}

TEST_CASE("a random playout that does not end is a draw after so many moves") {
    senda::random_source random(7);
    CHECK(random_playout{}(test_games::endless{}, random) == 0.5);
    CHECK(random_playout{.longest = 2}(monologue{3}, random) == 0.5);
    CHECK(random_playout{.longest = 3}(monologue{3}, random) == 0);
}

TEST_CASE("a search with playouts that do not end keeps its limits and the stop token") {
    const random_playout for_ever{.longest = std::numeric_limits<std::uint64_t>::max()};
    const auto timed = mcts(test_games::endless{}, {.limits = {.time = 0.02}}, for_ever);
    CHECK(timed.status == status::time_limit);
    CHECK(timed.statistics.seconds < 0.5);
    CHECK(timed.move.has_value());

    const auto counted =
        mcts(test_games::endless{}, {.limits = {.expansions = 20}}, random_playout{.longest = 50});
    CHECK(counted.status == status::expansion_limit);
    CHECK(counted.nodes == 20);
    CHECK(counted.score == 0.5);
    CHECK(mcts(test_games::endless{}, {.limits = {.expansions = 3}}).nodes == 3);

    struct after_some_time {
        mutable int asked = 0;
        bool stop_requested() const { return ++asked > 5; }
    } stop;
    const auto stopped = mcts(test_games::endless{}, {.stop = senda::stop_token(stop)}, for_ever);
    CHECK(stopped.status == status::cancelled);
    mcts_search<test_games::endless> shared(test_games::endless{}, {.limits = {.time = 0.02}},
                                            for_ever);
    CHECK(senda::games::run_parallel(shared, 2).status == status::time_limit);
}

TEST_CASE("several threads grow as large a tree as one does in as many simulations") {
    // A simulation that meets a position that another thread expands waits for it.
    const auto slow = [](const connect_four<>& c) {
        double value = 0.5;
        for (int i = 0; i < support::rounds(2000); ++i) value += 1e-9 * (c.evaluate() + i % 7 - 3);
        return value;
    };
    const mcts_options o{.limits = {.expansions = 2000}, .tree_bytes = 1U << 22U};
    mcts_search alone(connect_four<>{}, o, slow);
    const auto nodes = alone.run().statistics.nodes;
    for (const unsigned threads : {2U, 4U, 8U}) {
        mcts_search search(connect_four<>{}, o, slow);
        const auto found = senda::games::run_parallel(search, threads);
        CAPTURE(threads);
        CHECK(found.nodes == 2000);
        CHECK(static_cast<double>(found.statistics.nodes) >= 0.9 * static_cast<double>(nodes));
    }
}

/// Two moves make a turn. The first one looks best by its prior, and the second one is; the priors
/// of the second half are the odds. What the first turn brings stays so; it has no end.
class two_halves {
public:
    using move_type = int;

    template <class F>
    void for_each_move(F&& f) const {
        for (int m = 0; m < 3; ++m)
            if (!f(m)) return;
    }
    void make(int m) { line_.push_back(m); }
    void unmake(int) { line_.pop_back(); }
    [[nodiscard]] int player_to_move() const { return static_cast<int>(line_.size() / 2 % 2); }
    [[nodiscard]] static std::optional<outcome> terminal() { return std::nullopt; }
    [[nodiscard]] bool priors_are_odds() const { return line_.size() % 2 == 1; }
    [[nodiscard]] double prior(int m) const {
        if (!priors_are_odds()) return m == 0 ? 1 : 0;
        const int second = line_.size() == 1 ? m : line_[1];
        const double of_first = line_[0] == 1 && second == 2 ? 2 : -1 - second;
        return player_to_move() == 0 ? of_first : -of_first;
    }

private:
    std::vector<int> line_;
};

TEST_CASE("where priors are odds, a position is worth its best move, and nothing else is asked") {
    static_assert(senda::games::OddsPosition<two_halves>);
    const auto never = [](const two_halves&) -> double {
        CHECK(false);
        return 0.5;
    };
    const mcts_options o{.limits = {.expansions = 1},
                         .tree_bytes = 1U << 18U,
                         .exploration = 1,
                         .temperature = 1,
                         .first_moves = 1};
    mcts_search search(two_halves{}, o, never);
    const auto first = search.run();
    CHECK(first.move == 0);  // by its prior
    CHECK(first.score == doctest::Approx(1 / (1 + std::exp(1.0))));
    auto more = o;
    more.limits.expansions = 200;
    search.set_options(more);
    const auto later = search.run();
    CHECK(later.move == 1);
    REQUIRE(later.principal_variation.size() > 1);
    CHECK(later.principal_variation[1] == 2);
}

TEST_CASE("by PUCT the moves are tried in the order of their priors, each more often the higher") {
    struct even : connect_four<> {
        [[nodiscard]] double prior(int column) const { return 6 - column; }
    };
    const auto half = [](const even&) { return 0.5; };
    mcts_search search(even{},
                       {.limits = {.expansions = 500},
                        .tree_bytes = 1U << 20U,
                        .exploration = 1,
                        .temperature = 3,
                        .first_moves = 2},
                       half);
    (void)search.run();
    std::vector<std::uint32_t> visits(7);
    search.for_each_tried_move(
        [&](int m, std::uint32_t tried, double) { visits[static_cast<std::size_t>(m)] = tried; });
    CHECK(std::is_sorted(visits.rbegin(), visits.rend()));
    CHECK(visits.back() > 0);
    // Where all are worth the same, visits are shared as the softmax shares.
    CHECK(static_cast<double>(visits[0]) / visits[3] ==
          doctest::Approx(std::exp(1.0)).epsilon(0.2));
}

TEST_CASE("a random playout says how often each side wins") {
    senda::random_source random(7);
    double sum = 0;
    for (int i = 0; i < 2000; ++i) sum += random_playout{}(tic_tac_toe{}, random);
    // Of random games, the first player wins 58.5 % and 12.7 % are drawn.
    CHECK(sum / 2000 == doctest::Approx(0.648).epsilon(0.05));
}

}  // namespace mcts_test
