// SPDX-License-Identifier: MIT
#include <senda/estimates/move_pruning.hpp>

#include "estimates/small_puzzles.hpp"
#include "search/engines/parallel/shared_round_searches.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/search/bfs.hpp>
#include <senda/search/ida_star.hpp>
#include <string>
#include <utility>
#include <vector>

namespace move_pruning_test {

using support::pieces;
using support::split_mix64;

/// A question about a small puzzle, and the truth.
template <class G>
struct question {
    G g;
    std::vector<pieces> starts, goals, representatives;
    int length;
};

/// How an answer with some of what `ida_star` may use differs from what it must be.
template <class G>
std::string fault(const question<G>& q, split_mix64& random) {
    const support::listed_puzzle<G> all(q.g, q.starts);
    const auto distances = all.distances(q.goals);
    const support::part_of_distance h(distances, random);
    int cost = senda::infinite<senda::steps>;
    for (const pieces& s : q.starts) cost = std::min(cost, distances.at(s));
    const senda::move_pruning rules(q.g, q.representatives, q.length);
    if (senda::find_wrong_pruning(q.g, rules, q.starts.front(), 2, 40)) return "rules";
    const auto start = senda::any_of(q.starts);
    const auto goal = senda::any_of(q.goals);
    if (cost == senda::infinite<senda::steps>) return "";  // it would not find that out
    if (senda::bfs(q.g, start, goal).cost != cost) return "reference";
    const auto plain = senda::ida_star(q.g, start, goal, h);
    std::string found = support::answer_fault(q.g, plain, q.starts, q.goals, cost);
    if (!found.empty()) return "plain: " + found;
    std::atomic<int> faults = 0;
    const auto ask = [&](const std::string& name, const auto& graph, const auto& estimate,
                         const auto& o) {
        if (!found.empty()) return;
        const auto answer = senda::ida_star(graph, start, goal, estimate, o);
        found = support::answer_fault(q.g, answer, q.starts, q.goals, cost);
        if (found.empty() && answer.path != plain.path) found = "another path";
        if (found.empty() && faults != 0) found = "parts";
        const auto make = [&](const senda::options& with) {
            return senda::detail::make_unmake_ida_star(
                graph, start, senda::detail::goal_from<decltype(graph), decltype(start)>(goal),
                estimate, with);
        };
        const auto threads = static_cast<unsigned>(random.between(2, 5));
        const auto shared = support::shared_at_once(make, threads);
        if (found.empty()) found = support::answer_fault(q.g, shared, q.starts, q.goals, cost);
        if (found.empty() && shared.path != plain.path) found = "another path with threads";
        senda::options below = o;
        below.limits.cost = cost - 1;
        const auto cut = support::shared_at_once(make, threads, below);
        const auto cut_alone = support::alone(make, below);
        for (const auto& r : {cut, cut_alone}) {
            const bool is_right = r.status == senda::status::cost_limit && r.lower_bound == cost;
            if (found.empty() && cost > 0 && !is_right) found = "limit on costs";
        }
        const auto limit = static_cast<std::uint64_t>(random.below(20));
        const auto few = support::alone(make, {.limits = {.expansions = limit}});
        if (few.statistics.expanded > limit || few.lower_bound > cost) found = "limit";
        if (!found.empty()) found += " with " + name;
    };
    const senda::options none;
    const support::incremental_part<G> parts{&q.g, &h, &faults};
    const support::looking_ahead<G> ahead{{&q.g, &h, &faults}};
    const senda::with_move_pruning pruned(q.g, rules);
    ask("parts", q.g, parts, none);
    ask("parts ahead", q.g, ahead, none);
    ask("pruning", pruned, h, none);
    ask("pruning, parts", pruned, parts, none);
    ask("pruning, parts ahead", pruned, ahead, none);
    return found;
}

/// What random actions make of some pieces.
template <class G>
pieces walk(const G& g, pieces p, int steps, split_mix64& random) {
    for (int i = 0; i < steps; ++i) {
        const int a = random.below(g.action_count());
        if (g.allows(p, a)) g.apply(p, a);
    }
    return p;
}
template <class G>
std::vector<pieces> some(const G& g, const pieces& from, int steps, split_mix64& random) {
    std::vector<pieces> all;
    for (int i = random.between(1, 3); i > 0; --i)
        all.push_back(walk(g, from, random.below(steps), random));
    return all;
}

}  // namespace move_pruning_test

TEST_CASE("ida_star with move pruning finds the same path") {
    using namespace move_pruning_test;
    split_mix64 random{26};
    for (int round = 0; round < support::rounds(1200); ++round) {
        CAPTURE(round);
        const int size = random.between(4, 5);
        const bool undirected = random.percent(50);
        const auto g = support::random_group(random, size, undirected);
        pieces first = support::in_order();
        if (random.percent(30)) first[0] = first[1];  // two are equal; the representatives are not
        CHECK_EQ(fault(question<support::piece_puzzle>{g,
                                                       some(g, first, 20, random),
                                                       some(g, first, 20, random),
                                                       {support::in_order()},
                                                       random.between(1, 6)},
                       random),
                 "");
    }
    for (int round = 0; round < support::rounds(800); ++round) {
        CAPTURE(round);
        const auto g = support::random_conditions(random, 4);
        const auto starts = some(g, support::in_order(), 20, random);
        const support::listed_puzzle<support::piece_puzzle> all(g, starts);
        CHECK_EQ(
            fault(question<support::piece_puzzle>{g, starts, some(g, starts.front(), 30, random),
                                                  all.states(), random.between(1, 5)},
                  random),
            "");
    }
}

TEST_CASE("ida_star with move pruning slides tiles as without") {
    using namespace move_pruning_test;
    split_mix64 random{27};
    const auto ask = [&](const auto& g, const pieces& solved, int moves, int length) {
        const auto representatives = senda::one_of_each(g, solved, g.blank);
        using puzzle = std::remove_cvref_t<decltype(g)>;
        return fault(question<puzzle>{g, some(g, solved, moves, random), some(g, solved, 6, random),
                                      representatives, length},
                     random);
    };
    pieces six = support::in_order();
    for (std::size_t i = 6; i < 9; ++i) six[i] = 9;  // not part of it
    for (int round = 0; round < support::rounds(200); ++round)
        CHECK_EQ(ask(support::tile_puzzle<3, 2>{}, six, 40, random.between(1, 12)), "");
    // All 20,160 or 181,440 states are listed for it.
    if (support::is_slow) {
        pieces eight = support::in_order();
        eight[8] = 9;  // not part of it
        CHECK_EQ(ask(support::tile_puzzle<4, 2>{}, eight, 24, 10), "");
    } else {
        CHECK_EQ(ask(support::tile_puzzle<3, 3>{}, support::in_order(), 24, 10), "");
    }
}

TEST_CASE("move pruning finds what Taylor and Korf found") {
    using namespace move_pruning_test;
    const support::slides_in_place g;
    const auto representatives = senda::one_of_each(
        g, support::tile_board{}, [](const support::tile_board& b) { return b.blank; });
    CHECK(representatives.size() == 16);
    // Moves that are taken back, and one way round a square of four of those that lead across it.
    const senda::move_pruning short_ones(g, representatives, 6);
    CHECK(short_ones.redundant().size() == 8);
    CHECK(std::count_if(short_ones.redundant().begin(), short_ones.redundant().end(),
                        [](const auto& s) { return s.actions.size() == 2; }) == 4);
    const senda::move_pruning rules(g, representatives, 10);
    CHECK(!senda::find_wrong_pruning(g, rules, support::tile_board{}, 5, 50));
    senda::random_source random(4);
    const auto start = support::shuffled_tiles(random, 50);
    const auto plain = senda::ida_star(g, start, support::tile_board{}, support::tile_distance{});
    const auto pruned = senda::ida_star(senda::with_move_pruning(g, rules), start,
                                        support::tile_board{}, support::tile_distance{});
    CHECK(pruned.path == plain.path);
    CHECK(pruned.statistics.expanded * 3 < plain.statistics.expanded * 2);
    // Its answers are those of threads, and other searches do not see the rules.
    const senda::with_move_pruning both(g, rules);
    const support::tile_board solved;
    const support::tile_distance h;
    const auto near = support::shuffled_tiles(random, support::is_slow ? 12 : 16);
    CHECK_EQ(support::sharing_fault(support::in_place_searches(both, near, solved, h)), "");
    CHECK(senda::bfs(both, near, solved).path == senda::bfs(g, near, solved).path);
}

TEST_CASE("the automaton of move pruning knows just the sequences that end redundantly") {
    using namespace move_pruning_test;
    split_mix64 random{28};
    for (int round = 0; round < support::rounds(60); ++round) {
        const auto g = support::random_group(random, 6, random.percent(50));
        const senda::move_pruning rules(g, std::vector{support::in_order()}, 5);
        for (int walk = 0; walk < 40; ++walk) {
            std::vector<int> done;
            for (int state = 0; done.size() < 20;) {
                done.push_back(random.below(g.action_count()));
                state = rules.after(state, done.back());
                bool is_redundant = false;
                for (const auto& s : rules.redundant()) {
                    is_redundant = is_redundant || (s.actions.size() <= done.size() &&
                                                    std::equal(s.actions.rbegin(), s.actions.rend(),
                                                               done.rbegin()));
                }
                REQUIRE((state < 0) == is_redundant);
                if (state < 0) break;
            }
        }
        for (const auto& s : rules.redundant()) {
            const bool comes_first =
                s.instead.size() < s.actions.size() ||
                (s.instead.size() == s.actions.size() && s.instead < s.actions);
            CHECK(comes_first);
        }
    }
}

TEST_CASE("representatives that do not stand for all nodes are found out") {
    using namespace move_pruning_test;
    // All tiles are alike, so that only the place of the blank seems to matter.
    const support::tile_puzzle<3, 3> tiles;
    pieces alike{};
    std::fill(alike.begin() + 1, alike.end(), std::uint8_t{1});
    const auto blanks = senda::one_of_each(tiles, alike, tiles.blank);
    const senda::move_pruning by_blank_alone(tiles, blanks, 4);
    const auto wrong = senda::find_wrong_pruning(tiles, by_blank_alone, support::in_order());
    REQUIRE(wrong.has_value());
    const auto there = senda::detail::after_sequence(tiles, wrong->node, wrong->sequence.actions);
    REQUIRE(there.has_value());
    CHECK(senda::detail::after_sequence(tiles, wrong->node, wrong->sequence.instead) != there);
    // Where an action is not allowed in a node that was not given.
    split_mix64 random{29};
    int found_out = 0;
    int wrong_answers = 0;
    const int rounds = support::is_slow ? 16 : 200;
    for (int round = 0; round < rounds; ++round) {
        const auto conditions = support::random_conditions(random, 4);
        const senda::move_pruning rules(conditions, std::vector{support::in_order()}, 4);
        const bool is_found =
            senda::find_wrong_pruning(conditions, rules, support::in_order()).has_value();
        found_out += is_found;
        const support::listed_puzzle<support::piece_puzzle> all(conditions, {support::in_order()});
        bool is_wrong = false;
        for (const auto& s : rules.redundant()) {
            for (const pieces& p : all.states()) {
                const auto to = senda::detail::after_sequence(conditions, p, s.actions);
                is_wrong = is_wrong ||
                           (to && senda::detail::after_sequence(conditions, p, s.instead) != to);
            }
        }
        wrong_answers += is_wrong;
        CHECK(is_found == is_wrong);
    }
    CHECK(found_out > (support::is_slow ? 0 : 20));
    CHECK(found_out == wrong_answers);
}
