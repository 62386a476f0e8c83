// SPDX-License-Identifier: MIT
#include "mpi/ranks.hpp"
#include "support/random_graphs.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
#include <mpi.h>
#include <senda/scale/mpi/bfs.hpp>
#include <senda/scale/mpi/survey.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace mpi_threads_test {

using namespace ranks;
using senda::status;

/// Whether two results are the same but for the time and the memory.
template <class Result>
void check_same(const Result& a, const Result& b) {
    CHECK(a.status == b.status);
    CHECK(a.cost == b.cost);
    CHECK(a.lower_bound == b.lower_bound);
    CHECK(a.path == b.path);
    CHECK(a.actions == b.actions);
    CHECK(a.reached == b.reached);
    CHECK(a.statistics.expanded == b.statistics.expanded);
    CHECK(a.statistics.generated == b.statistics.generated);
    CHECK(is_same_on_all(b));
}

TEST_CASE("a rank with threads finds what one without finds") {
    support::for_each_graph(60, 300, [](const support::test_graph& graph, auto& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        senda::options o;
        if (random.below(3) == 0) o.limits.cost = random.below(10);
        const auto compare = [&](const auto& g) {
            o.threads = 1;
            const auto alone = senda::mpi::bfs(MPI_COMM_WORLD, g, start, goal, o);
            o.threads = 3;
            check_same(alone, senda::mpi::bfs(MPI_COMM_WORLD, g, start, goal, o));
        };
        compare(hashed<>{&graph});
        compare(numbered{{&graph}});
    });
}

/// The 15-puzzle, sixteen squares of four bits, with the tile that moves as the action.
struct tiles {
    using node_type = std::uint64_t;
    using action_type = int;
    template <class Emit>
    void successors(std::uint64_t board, Emit&& emit) const {
        int blank = 0;
        while ((board >> (4 * blank) & 0xfu) != 0) ++blank;
        const auto slide = [&](int from) {
            const std::uint64_t tile = board >> (4 * from) & 0xfu;
            emit((board ^ (tile << (4 * from))) | (tile << (4 * blank)), static_cast<int>(tile));
        };
        if (blank >= 4) slide(blank - 4);
        if (blank % 4 < 3) slide(blank + 1);
        if (blank < 12) slide(blank + 4);
        if (blank % 4 > 0) slide(blank - 1);
    }
};
constexpr std::uint64_t solved = 0x0fedcba987654321u;

TEST_CASE("any number of threads gives the same, path and actions included") {
    const auto goal = [](std::uint64_t n) { return (n & 0xffffu) == 0x8765u; };
    senda::options o{.limits = {.cost = 15}};
    const auto alone = senda::mpi::bfs(MPI_COMM_WORLD, tiles{}, solved, goal, o);
    const auto counted = senda::mpi::survey(MPI_COMM_WORLD, tiles{}, solved, o, 7);
    for (const unsigned threads : {2u, 4u}) {
        o.threads = threads;
        check_same(alone, senda::mpi::bfs(MPI_COMM_WORLD, tiles{}, solved, goal, o));
        const auto shared = senda::mpi::survey(MPI_COMM_WORLD, tiles{}, solved, o, 7);
        CHECK(shared.status == status::cost_limit);
        CHECK(shared.counts == counted.counts);
        CHECK(shared.farthest == counted.farthest);
        CHECK(shared.statistics.threads == threads);
    }
}

/// Swaps of neighbours in a text, with which as the action.
struct swaps {
    using node_type = std::string;
    using action_type = int;

    template <class Emit>
    void successors(const std::string& s, Emit&& emit) const {
        for (std::size_t i = 0; i + 1 < s.size(); ++i) {
            std::string t = s;
            std::swap(t[i], t[i + 1]);
            emit(std::move(t), static_cast<int>(i));
        }
    }
};

TEST_CASE("threads share nodes that are packed, too") {
    const std::string start = "abcdefg";
    const std::string goal = "gfedcba";
    const auto alone = senda::mpi::bfs(MPI_COMM_WORLD, swaps{}, start, goal);
    check_same(alone, senda::mpi::bfs(MPI_COMM_WORLD, swaps{}, start, goal, {.threads = 3}));
}

/// Cells of a square that lead right and down.
struct square {
    using node_type = std::uint32_t;
    static constexpr std::uint32_t side = 400;

    static std::size_t index(std::uint32_t n) { return n; }
    static std::size_t index_bound() { return std::size_t{side} * side; }
    template <class Emit>
    void successors(std::uint32_t n, Emit&& emit) const {
        if (n % side + 1 < side) emit(n + 1);
        if (n / side + 1 < side) emit(n + side);
    }
};

TEST_CASE("threads share nodes with numbers, and forget old layers") {
    const std::uint32_t start = 0;
    const auto alone = senda::mpi::survey(MPI_COMM_WORLD, square{}, start);
    const auto shared = senda::mpi::survey(MPI_COMM_WORLD, square{}, start, {.threads = 2});
    CHECK(shared.status == status::complete);
    CHECK(shared.counts == alone.counts);
    CHECK(shared.farthest == alone.farthest);
    CHECK(shared.total == square::index_bound());
}

TEST_CASE("what threads may not ask is searched by one") {
    int asked = 0;
    auto counting = [&asked](std::uint64_t n) mutable {
        ++asked;
        return std::vector<std::uint64_t>{2 * n + 1, 2 * n + 2};
    };
    const auto r = senda::mpi::bfs(MPI_COMM_WORLD, counting, std::uint64_t{0}, senda::no_goal{},
                                   {.limits = {.cost = 5}, .threads = 4});
    CHECK(r.reached == 63);
    CHECK(r.statistics.threads == 1);
}

// Numbers that lead to two larger ones, without an end.
const auto doubling = [](std::uint64_t n) {
    return std::vector<std::uint64_t>{2 * n + 1, 2 * n + 2};
};

TEST_CASE("limits hold on ranks with threads") {
    const std::uint64_t start = 0;
    const auto search = [&](const senda::options& o) {
        const auto r = senda::mpi::bfs(MPI_COMM_WORLD, doubling, start, senda::no_goal{}, o);
        CHECK(is_same_on_all(r));
        return r;
    };
    const auto by_cost = search({.limits = {.cost = 13}, .threads = 3});
    CHECK(by_cost.status == status::cost_limit);
    CHECK(by_cost.reached == 16'383);
    CHECK(by_cost.lower_bound == 14);
    CHECK(by_cost.statistics.expanded == 8'191);
    CHECK(by_cost.statistics.generated == 16'382);

    const auto by_count = search({.limits = {.expansions = 3'000}, .threads = 3});
    CHECK(by_count.status == status::expansion_limit);
    CHECK(by_count.statistics.expanded <= 3'000 * static_cast<std::uint64_t>(size()));
    CHECK(by_count.statistics.expanded >= 3'000);
    CHECK(by_count.lower_bound >= 10);
    CHECK(search({.limits = {.expansions = 0}, .threads = 3}).lower_bound == 1);

    CHECK(search({.limits = {.time = 0.02, .cost = 24}, .threads = 3}).status ==
          status::time_limit);

    for (int poor = 0; poor < size(); ++poor) {
        for (const std::uint64_t bytes : {std::uint64_t{100}, std::uint64_t{200'000},
                                          std::uint64_t{500'000}, std::uint64_t{1'000'000}}) {
            senda::options o{.limits = {.cost = 21}, .threads = 3};
            if (rank() == poor) o.limits.bytes = bytes;
            const auto r = search(o);
            CHECK(r.status == status::memory_limit);
            CHECK(r.stopped_by == poor);
            CHECK(r.lower_bound <= 21);
        }
    }

    for (int who = 0; who < size(); ++who) {
        const std::atomic<bool> now{true};
        const auto r = search(
            {.stop = rank() == who ? senda::stop_token(now) : senda::stop_token(), .threads = 3});
        CHECK(r.status == status::cancelled);
    }
}

TEST_CASE("a thread that throws on one rank throws there, and is named on all others") {
    for (int who = 0; who < size(); ++who) {
        const auto g = [who, here = rank()](std::uint64_t n) {
            if (n > 50'000 && here == who) throw std::runtime_error("no such node");
            return doubling(n);
        };
        bool has_thrown = false;
        try {
            const auto r = senda::mpi::bfs(MPI_COMM_WORLD, g, std::uint64_t{0}, senda::no_goal{},
                                           {.limits = {.cost = 20}, .threads = 3});
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

TEST_CASE("ranks may have different numbers of threads") {
    senda::options o{.limits = {.cost = 13}};
    o.threads = rank() % 2 == 0 ? 2 : 1;
    const auto r = senda::mpi::bfs(MPI_COMM_WORLD, tiles{}, solved, senda::no_goal{}, o);
    CHECK(r.status == status::cost_limit);
    CHECK(r.statistics.threads == 2);
    CHECK(is_same_on_all(r));
    o.threads = 1;
    CHECK(senda::mpi::bfs(MPI_COMM_WORLD, tiles{}, solved, senda::no_goal{}, o).reached ==
          r.reached);
}

TEST_CASE("a checkpoint of ranks with threads is read by ranks without, and the other way round") {
    const std::string folder =
        (std::filesystem::temp_directory_path() / ("senda-threads-" + std::to_string(size())))
            .string();
    for (const unsigned threads : {1u, 3u}) {
        senda::options o{.limits = {.cost = 9}, .threads = threads};
        const senda::mpi::checkpoints written{.folder = folder, .every = 0.0};
        const auto part =
            senda::mpi::bfs(MPI_COMM_WORLD, tiles{}, solved, senda::no_goal{}, o, written);
        CHECK(part.status == status::cost_limit);
        o.limits.cost = 12;
        const auto alone = senda::mpi::bfs(MPI_COMM_WORLD, tiles{}, solved, senda::no_goal{}, o);
        o.threads = 4 - threads;
        const auto resumed =
            senda::mpi::bfs(MPI_COMM_WORLD, tiles{}, solved, senda::no_goal{}, o, written);
        CHECK(resumed.status == status::cost_limit);
        CHECK(resumed.message.empty());
        CHECK(resumed.reached == alone.reached);
        CHECK(resumed.statistics.expanded == alone.statistics.expanded);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank() == 0) std::filesystem::remove_all(folder);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

}  // namespace mpi_threads_test
