// SPDX-License-Identifier: MIT
#include <senda/detail/engines/parallel/run_rounds.hpp>

#include "search/engines/parallel/shared_round_searches.hpp"

#include <atomic>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/search/ida_star.hpp>
#include <string>
#include <vector>

#include "support/heuristics.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"
#include "support/throwing.hpp"
#include "support/views.hpp"

namespace run_rounds_test {

using senda::status;
using support::alone;
using support::shared_at_once;
using support::split_mix64;
using support::tile_board;

/// A question about tiles, and how both engines are made for it.
struct tile_question {
    tile_board start;
    tile_board solved = {};
    support::slides_in_place g = {};
    support::slides_in_copies copies = {};

    explicit tile_question(std::uint64_t seed, int moves = 60) {
        senda::random_source random(seed);
        start = support::shuffled_tiles(random, moves);
    }
    template <class H, class Ask>
    void ask_both(const H& h, const Ask& ask) const {
        ask(support::in_place_searches(g, start, solved, h));
        ask(support::general_searches(copies, start, solved, h));
    }
};

/// A graph with costs, by an estimate that may promise nothing.
std::string sharing_fault_of_graph(const support::test_graph& graph, split_mix64& random) {
    const auto g = support::as_edges(graph);
    const int start = random.below(graph.node_count());
    const int goal = random.below(graph.node_count());
    const auto h = random.percent(60) ? support::random_admissible<int>(
                                            support::floyd_warshall(graph), {goal}, random)
                                      : support::nonsense<int>(graph.node_count(), 30, random);
    senda::options o;
    if (random.percent(30)) o.limits.cost = random.below(30);
    const auto block = static_cast<std::uint64_t>(1 + random.below(4));
    return support::sharing_fault(support::general_searches(g, start, goal, h), o, block);
}

/// A graph with many paths.
support::test_graph dense_graph(split_mix64& random) {
    const int nodes = random.between(6, 9);
    support::test_graph graph{nodes};
    for (int from = 0; from < nodes; ++from)
        for (int edge = 0; edge < 3; ++edge)
            graph.add(from, random.below(nodes), random.between(0, 9));
    return graph;
}

/// An estimate that is asked so often before something happens.
template <class Event>
struct after {
    std::atomic<std::int64_t>* left;
    Event event;

    int operator()(const tile_board& b) const {
        if (left->fetch_sub(1) == 1) event();
        return support::tile_distance{}(b);
    }
};
template <class Event>
after(std::atomic<std::int64_t>*, Event) -> after<Event>;

/// A board that counts how many of it there are.
struct counted_board : tile_board {
    static inline std::atomic<int> live{0};
    counted_board(const tile_board& b) : tile_board(b) { ++live; }
    counted_board(const counted_board& b) : tile_board(b) { ++live; }
    counted_board& operator=(const counted_board&) = default;
    ~counted_board() { --live; }
};
struct counted_slides {
    template <class Emit>
    void successors(const counted_board& b, Emit&& emit) const {
        support::slides_in_copies{}.successors(
            b, [&](const tile_board& to, int) { emit(counted_board(to)); });
    }
};

}  // namespace run_rounds_test

TEST_CASE("threads that share the rounds of ida_star find what one finds, and as much of it") {
    using namespace run_rounds_test;
    support::for_each_graph(200, 8, [](const support::test_graph& graph, split_mix64& random) {
        CHECK_EQ(sharing_fault_of_graph(graph, random), "");
    });
    split_mix64 seeds{17};
    for (int round = 0; round < support::rounds(300); ++round)
        CHECK_EQ(sharing_fault_of_graph(dense_graph(seeds), seeds), "");
    senda::random_source random(3);
    for (int round = 0; round < support::rounds(24); ++round)
        CHECK_EQ(support::sharing_fault_of_tiles(random, 3 + round), "");
}

TEST_CASE("threads that share rounds take several starts and find the same path again and again") {
    using namespace run_rounds_test;
    senda::random_source random(8);
    std::vector<tile_board> starts;
    for (int i = 0; i < 5; ++i) starts.push_back(support::shuffled_tiles(random, 44));
    const auto from = senda::any_of(starts);
    const support::slides_in_place g;
    const tile_board solved;
    const support::tile_distance h;
    const auto make = support::in_place_searches(g, from, solved, h);
    const auto single = alone(make);
    for (int again = 0; again < support::rounds(16); ++again) {
        const auto shared = shared_at_once(make, 2 + static_cast<unsigned>(again) % 5);
        CHECK_EQ(support::difference(shared, single), "");
    }
    CHECK_EQ(support::sharing_fault(make, {.limits = {.cost = single.cost - 2}}), "");
}

TEST_CASE("a limit on expansions ends rounds on threads where it ends those of one") {
    using namespace run_rounds_test;
    const tile_question q(5, 26);
    const support::tile_distance h;
    q.ask_both(h, [&](const auto& make) {
        const std::uint64_t all = alone(make).statistics.expanded;
        for (const std::uint64_t limit :
             {std::uint64_t{0}, std::uint64_t{1}, all / 3, all / 2, all - 1, all, 2 * all}) {
            const senda::options o{.limits = {.expansions = limit}};
            for (const unsigned threads : {2u, 16u}) {
                const auto shared = shared_at_once(make, threads, o, 5);
                CHECK(shared.statistics.expanded <= limit);
                CHECK_EQ(support::difference(shared, alone(make, o)), "");
            }
        }
    });
}

TEST_CASE("threads that share rounds share the memory too, or one goes on with all of it") {
    using namespace run_rounds_test;
    const tile_question q(1, 26);
    const support::tile_distance h;
    q.ask_both(h, [&](const auto& make) {
        const auto single = alone(make);
        const std::uint64_t needed = single.statistics.bytes;
        for (const std::uint64_t limit :
             {needed, needed + 64, needed + needed / 2, 2 * needed + 7, 4 * needed, 100 * needed}) {
            const auto shared = shared_at_once(make, 3, {.limits = {.bytes = limit}});
            CHECK_EQ(support::difference(shared, single), "");
            CHECK(shared.statistics.bytes <= limit);
            CHECK(shared.statistics.bytes > 0);
        }
        const auto less = shared_at_once(make, 3, {.limits = {.bytes = needed / 2}});
        CHECK(less.status == status::memory_limit);
    });
}

TEST_CASE("threads that share rounds stop when they are told to, and in time") {
    using namespace run_rounds_test;
    const tile_question q(9, 200);
    for (const int calls : {1, 50, 3000}) {
        std::atomic<bool> stop{false};
        std::atomic<std::int64_t> left{0};
        const after h{&left, [&stop] { stop = true; }};
        q.ask_both(h, [&](const auto& make) {
            stop = false;
            left = calls;
            const auto shared = shared_at_once(make, 4, {.stop = stop});
            CHECK(shared.status == status::cancelled);
            CHECK(shared.path.empty());
        });
    }
    const support::tile_distance h;
    q.ask_both(h, [&](const auto& make) {
        const auto late = shared_at_once(make, 4, {.limits = {.time = 0.002}});
        CHECK(late.status == status::time_limit);
        CHECK(shared_at_once(make, 4, {.limits = {.time = 0.0}}).statistics.expanded == 0);
    });
}

TEST_CASE("what a user's function throws on any thread is thrown to the caller") {
    using namespace run_rounds_test;
    const tile_question q(11, 200);
    for (const int calls : {1, 2, 70, 900, 4000}) {
        std::atomic<std::int64_t> left{0};
        const after h{&left, [] { throw support::boom{}; }};
        q.ask_both(h, [&](const auto& make) {
            left = calls;
            CHECK_THROWS_AS((void)shared_at_once(make, 5), const support::boom&);
        });
        left = calls;
        const counted_slides g;
        const counted_board start = q.start;
        const counted_board solved = q.solved;
        const auto make = support::general_searches(g, start, solved, h);
        CHECK_THROWS_AS((void)shared_at_once(make, 5), const support::boom&);
        CHECK(counted_board::live == 2);
    }
}

TEST_CASE("ida_star starts threads for what is worth it, and only then") {
    using namespace run_rounds_test;
    const support::tile_distance h;
    const tile_question small(2, 20);
    const auto few =
        senda::ida_star(small.g, small.start, small.solved, h, senda::options{.threads = 16});
    CHECK(few.statistics.threads == 1);
    CHECK(few.statistics.expanded < 10'000);
    const tile_question large(7, 50);
    const auto one = senda::ida_star(large.g, large.start, large.solved, h);
    CHECK(one.statistics.threads == 1);
    CHECK(one.statistics.expanded > 20'000);
    const auto shared =
        senda::ida_star(large.g, large.start, large.solved, h, senda::options{.threads = 3});
    CHECK_EQ(support::difference(shared, one), "");
    CHECK(shared.statistics.threads == (SENDA_HAS_THREADS ? 3 : 1));
    const auto copied =
        senda::ida_star(large.copies, large.start, large.solved, h, senda::options{.threads = 2});
    CHECK(copied.path ==
          alone(support::general_searches(large.copies, large.start, large.solved, h)).path);
    CHECK(copied.statistics.threads == (SENDA_HAS_THREADS ? 2 : 1));
    // What changes while it is asked is asked by one thread.
    auto counting = [last = 0, h](const tile_board& b) mutable { return last = h(b); };
    const auto counted =
        senda::ida_star(large.g, large.start, large.solved, counting, senda::options{.threads = 3});
    CHECK(counted.path == one.path);
    CHECK(counted.statistics.threads == 1);
}
