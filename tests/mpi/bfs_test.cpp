// SPDX-License-Identifier: MIT
#include "mpi/ranks.hpp"
#include "support/random_graphs.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <mpi.h>
#include <senda/graph/hash.hpp>
#include <senda/scale/mpi/astar.hpp>
#include <senda/scale/mpi/bfs.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/verify.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace mpi_bfs_test {

using namespace ranks;
using senda::status;

std::vector<int> next_of(const support::test_graph& graph, int n) {
    std::vector<int> all;
    for (const auto& edge : graph.from(n)) all.push_back(edge.to);
    return all;
}

TEST_CASE("bfs on ranks finds what bfs finds, and the path that the rule picks") {
    support::for_each_graph(300, 40, [](const support::test_graph& graph, auto& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const hashed<> g{&graph};
        const auto r = senda::mpi::bfs(MPI_COMM_WORLD, g, start, goal);
        const auto plain = senda::bfs(g, start, goal);
        CHECK(r.status == plain.status);
        CHECK(r.cost == plain.cost);
        CHECK(r.lower_bound == plain.lower_bound);
        CHECK(verify(g, start, goal, r));
        CHECK(is_same_on_all(r));
        const auto expected = least_path<int>(
            {start}, [&](int n) { return next_of(graph, n); }, [&](int n) { return n == goal; },
            [](int n) { return senda::hash_value(n); });
        CHECK(r.path == expected);
    });
}

TEST_CASE("bfs on ranks searches numbered nodes, from several starts to several goals") {
    support::for_each_graph(200, 300, [](const support::test_graph& graph, auto& random) {
        const std::vector<int> starts{random.below(graph.node_count()),
                                      random.below(graph.node_count())};
        const std::vector<int> goals{random.below(graph.node_count()),
                                     random.below(graph.node_count())};
        const numbered g{{&graph}};
        const senda::any_of from(starts);
        const senda::any_of to(goals);
        const auto r = senda::mpi::bfs(MPI_COMM_WORLD, g, from, to);
        const auto plain = senda::bfs(g, from, to);
        CHECK(r.status == plain.status);
        CHECK(r.cost == plain.cost);
        CHECK(verify(g, from, to, r));
        CHECK(is_same_on_all(r));
        const auto expected = least_path<int>(
            starts, [&](int n) { return next_of(graph, n); },
            [&](int n) { return n == goals[0] || n == goals[1]; },
            [](int n) { return senda::detail::mix(static_cast<std::uint64_t>(n)); });
        CHECK(r.path == expected);
    });
}

/// Swaps of neighbours in a text, with which as the action.
struct swaps {
    using node_type = std::string;
    using action_type = int;
    std::string tail = {};

    template <class Emit>
    void successors(const std::string& s, Emit&& emit) const {
        for (std::size_t i = 0; i + 1 < s.size() - tail.size(); ++i) {
            std::string t = s;
            std::swap(t[i], t[i + 1]);
            emit(std::move(t), static_cast<int>(i));
        }
    }
};

/// Numbers whose hash has a salt of the process.
struct salted {
    using node_type = int;
    using cost_type = int;
    std::uint64_t salt;
    [[nodiscard]] std::uint64_t hash(int n) const {
        return senda::detail::mix(static_cast<std::uint64_t>(n) + salt);
    }
    template <class Emit>
    void successors(int n, Emit&& emit) const {
        if (n < 100) emit(n + 1, 1);
    }
};

TEST_CASE("a hash that is not the same on all ranks is said so") {
    const salted g{static_cast<std::uint64_t>(rank()) * 12'345};
    const auto h = [](int) { return 0; };
    const auto is_refused = [&](const auto& r) {
        CHECK(r.status == (size() == 1 ? status::found : status::aborted));
        if (size() == 1) return;
        CHECK(r.message == "rank 0: the start, or its hash, is not the same on all ranks");
        CHECK(is_same_on_all(r));
    };
    is_refused(senda::mpi::bfs(MPI_COMM_WORLD, g, 0, 50));
    is_refused(senda::mpi::astar(MPI_COMM_WORLD, g, 0, 50, h));
    const salted same{7};
    CHECK(senda::mpi::bfs(MPI_COMM_WORLD, same, 0, 50).cost == 50);
}

TEST_CASE("strings travel, also those longer than a block") {
    for (const std::size_t length : {std::size_t{0}, std::size_t{200'000}}) {
        const swaps g{std::string(length, '.')};
        const std::string start = (length == 0 ? "abcdef" : "abcd") + g.tail;
        std::string goal = start;
        std::reverse(goal.begin(), goal.begin() + (length == 0 ? 6 : 4));
        const auto r = senda::mpi::bfs(MPI_COMM_WORLD, g, start, goal);
        CHECK(r.status == status::found);
        CHECK(r.cost == (length == 0 ? 15 : 6));
        CHECK(r.reached == (length == 0 ? 720 : 24));
        CHECK(r.actions.size() + 1 == r.path.size());
        CHECK(verify(g, start, goal, r));
        CHECK(is_same_on_all(r));
    }
}

/// A set of numbers, and how many were added.
struct bag {
    std::vector<std::uint16_t> items;
    int added = 0;
    friend bool operator==(const bag&, const bag&) = default;
    friend auto operator<=>(const bag&, const bag&) = default;
};
void pack(const bag& b, senda::mpi::bytes& to) {
    pack(b.items, to);
    pack(b.added, to);
}
void unpack(senda::mpi::reader& from, bag& b) {
    unpack(from, b.items);
    unpack(from, b.added);
}

struct bags {
    using node_type = bag;
    static std::uint64_t hash(const bag& b) {
        return senda::hash_value(b.items) + static_cast<std::uint64_t>(b.added);
    }
    template <class Emit>
    void successors(const bag& b, Emit&& emit) const {
        for (std::uint16_t i = 1; i <= 5 && b.items.size() < 6; ++i) {
            bag more = b;
            more.items.insert(std::lower_bound(more.items.begin(), more.items.end(), i), i);
            ++more.added;
            emit(std::move(more));
        }
    }
};

TEST_CASE("a struct with a vector travels by its own functions") {
    const bags g;
    const bag goal{{1, 1, 3, 4, 5, 5}, 6};
    const auto r = senda::mpi::bfs(MPI_COMM_WORLD, g, bag{}, goal);
    CHECK(r.status == status::found);
    CHECK(verify(g, bag{}, goal, r));
    CHECK(is_same_on_all(r));
    const auto expected = least_path<bag>(
        {bag{}},
        [&](const bag& b) {
            std::vector<bag> next;
            g.successors(b, [&](bag&& to) { next.push_back(std::move(to)); });
            return next;
        },
        [&](const bag& b) { return b == goal; },
        [](const bag& b) { return senda::detail::mix(bags::hash(b)); });
    CHECK(r.path == expected);
    CHECK(senda::mpi::bfs(MPI_COMM_WORLD, g, bag{}, senda::no_goal{}).reached == 462);
}

/// All nodes have the same hash: one rank owns them all.
struct one_hash : hashed<> {
    static std::uint64_t hash(int) { return 7; }
};

TEST_CASE("ties of the hash are broken by bytes") {
    support::for_each_graph(60, 30, [](const support::test_graph& graph, auto& random) {
        const int start = random.below(graph.node_count());
        const one_hash g{{&graph}};
        const auto goal = [](int n) { return n % 7 == 3; };
        const auto r = senda::mpi::bfs(MPI_COMM_WORLD, g, start, goal);
        CHECK(is_same_on_all(r));
        const auto expected = least_path<int>(
            {start}, [&](int n) { return next_of(graph, n); }, goal, [](int) { return 7; });
        CHECK(r.path == expected);
    });
}

// Numbers that lead to two larger ones, without an end.
const auto doubling = [](std::uint64_t n) {
    return std::vector<std::uint64_t>{2 * n + 1, 2 * n + 2};
};

TEST_CASE("limits hold on each rank, and the bound below holds with them") {
    const std::uint64_t start = 0;
    const auto by_cost =
        senda::mpi::bfs(MPI_COMM_WORLD, doubling, start, senda::no_goal{}, {.limits = {.cost = 9}});
    CHECK(by_cost.status == status::cost_limit);
    CHECK(by_cost.lower_bound == 10);
    CHECK(by_cost.reached == 1023);
    CHECK(by_cost.statistics.expanded == 511);
    CHECK(by_cost.statistics.generated == 1022);
    CHECK(is_same_on_all(by_cost));

    const auto by_count = senda::mpi::bfs(MPI_COMM_WORLD, doubling, start, senda::no_goal{},
                                          {.limits = {.expansions = 1000}});
    CHECK(by_count.status == status::expansion_limit);
    CHECK(by_count.statistics.expanded <= 1000 * static_cast<std::uint64_t>(size()));
    CHECK(by_count.lower_bound >= 9);
    CHECK(by_count.stopped_by >= 0);
    CHECK(is_same_on_all(by_count));

    const auto none = senda::mpi::bfs(MPI_COMM_WORLD, doubling, start, senda::no_goal{},
                                      {.limits = {.expansions = 0}});
    CHECK(none.status == status::expansion_limit);
    CHECK(none.lower_bound == 1);

    const auto by_time = senda::mpi::bfs(MPI_COMM_WORLD, doubling, start, senda::no_goal{},
                                         {.limits = {.time = 0.02, .cost = 24}});
    CHECK(by_time.status == status::time_limit);
    CHECK(is_same_on_all(by_time));
}

TEST_CASE("a rank without memory ends the search on all") {
    for (int poor = 0; poor < size(); ++poor) {
        for (const std::uint64_t bytes : {std::uint64_t{100}, std::uint64_t{30'000},
                                          std::uint64_t{200'000}, std::uint64_t{1'000'000}}) {
            senda::options o{.limits = {.cost = 22}};
            if (rank() == poor) o.limits.bytes = bytes;
            const auto r =
                senda::mpi::bfs(MPI_COMM_WORLD, doubling, std::uint64_t{0}, senda::no_goal{}, o);
            CHECK(r.status == status::memory_limit);
            CHECK(r.stopped_by == poor);
            CHECK(r.lower_bound >= 0);
            CHECK(r.lower_bound <= 22);
            CHECK(is_same_on_all(r));
        }
    }
}

TEST_CASE("a stop token on one rank stops all") {
    for (int who = 0; who < size(); ++who) {
        const std::atomic<bool> now{true};
        const auto r =
            senda::mpi::bfs(MPI_COMM_WORLD, doubling, std::uint64_t{0}, senda::no_goal{},
                            {.stop = rank() == who ? senda::stop_token(now) : senda::stop_token()});
        CHECK(r.status == status::cancelled);
        CHECK(is_same_on_all(r));
    }
}

TEST_CASE("a rank that owns nothing can stop the search, too") {
    // A line has one node in each layer, on one rank.
    const auto line = [](std::uint64_t n) { return std::vector<std::uint64_t>{n + 1}; };
    for (int who = 0; who < size(); ++who) {
        const std::atomic<bool> now{true};
        const auto r =
            senda::mpi::bfs(MPI_COMM_WORLD, line, std::uint64_t{0}, senda::no_goal{},
                            {.stop = rank() == who ? senda::stop_token(now) : senda::stop_token()});
        CHECK(r.status == status::cancelled);
        CHECK(r.stopped_by == who);
        CHECK(r.reached <= 2);
    }
}

TEST_CASE("an exception on one rank is thrown there, and named on all others") {
    for (int who = 0; who < size(); ++who) {
        const auto g = [who](std::uint64_t n) {
            if (n > 5000 && rank() == who) throw std::runtime_error("no such node");
            return doubling(n);
        };
        bool has_thrown = false;
        try {
            const auto r = senda::mpi::bfs(MPI_COMM_WORLD, g, std::uint64_t{0}, senda::no_goal{},
                                           {.limits = {.cost = 20}});
            CHECK(r.status == status::aborted);
            CHECK(r.stopped_by == who);
            CHECK(r.message == "rank " + std::to_string(who) + ": no such node");
        } catch (const std::runtime_error& error) {
            has_thrown = true;
            CHECK(std::string(error.what()) == "no such node");
        }
        CHECK(has_thrown == (rank() == who));
    }
}

TEST_CASE("an exception while the path is read back is no deadlock") {
    bool has_met_goal = false;
    const auto g = [](std::uint64_t n) { return doubling(n); };
    const auto throwing = [&](std::uint64_t n) {
        if (has_met_goal && n == 1 && rank() == size() - 1) throw std::runtime_error("late");
        return g(n);
    };
    const auto goal = [&](std::uint64_t n) { return has_met_goal = has_met_goal || n == 4000; };
    bool has_thrown = false;
    status s = status::aborted;
    try {
        s = senda::mpi::bfs(MPI_COMM_WORLD, throwing, std::uint64_t{0}, goal).status;
    } catch (const std::runtime_error&) {
        has_thrown = true;
    }
    CHECK((s == status::found || s == status::aborted));
    CHECK((!has_thrown || rank() == size() - 1));
}

/// The 15-puzzle, sixteen squares of four bits.
struct tiles {
    using node_type = std::uint64_t;
    template <class Emit>
    void successors(std::uint64_t board, Emit&& emit) const {
        int blank = 0;
        while ((board >> (4 * blank) & 0xfu) != 0) ++blank;
        const auto slide = [&](int from) {
            const std::uint64_t tile = board >> (4 * from) & 0xfu;
            emit((board ^ (tile << (4 * from))) | (tile << (4 * blank)));
        };
        if (blank >= 4) slide(blank - 4);
        if (blank % 4 < 3) slide(blank + 1);
        if (blank < 12) slide(blank + 4);
        if (blank % 4 > 0) slide(blank - 1);
    }
};

TEST_CASE("the 15-puzzle has as many states as it has, in shares that are fair") {
    const auto r = senda::mpi::bfs(MPI_COMM_WORLD, tiles{}, std::uint64_t{0x0fedcba987654321u},
                                   senda::no_goal{}, {.limits = {.cost = 14}});
    CHECK(r.status == status::cost_limit);
    CHECK(r.reached == 61'865);
    CHECK(is_same_on_all(r));
}

TEST_CASE("four ranks hold at most 0.3 of what one holds") {
    if (size() != 4) return;
    const senda::options deep{.limits = {.cost = 18}};
    const std::uint64_t start = 0x0fedcba987654321u;
    const auto all = senda::mpi::bfs(MPI_COMM_WORLD, tiles{}, start, senda::no_goal{}, deep);
    std::uint64_t alone = 0;
    if (rank() == 0) {
        alone =
            senda::mpi::bfs(MPI_COMM_SELF, tiles{}, start, senda::no_goal{}, deep).statistics.bytes;
    }
    MPI_Bcast(&alone, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    CHECK(10 * all.statistics.bytes <= 3 * alone);
}

TEST_CASE("a communicator of some ranks searches by itself") {
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank() % 2, rank(), &half);
    const auto r = senda::mpi::bfs(half, tiles{}, std::uint64_t{0x0fedcba987654321u},
                                   senda::no_goal{}, {.limits = {.cost = 8 + rank() % 2}});
    CHECK(r.reached == (rank() % 2 == 0 ? 860 : 1'806));
    MPI_Comm_free(&half);
}

}  // namespace mpi_bfs_test
