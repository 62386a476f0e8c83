// SPDX-License-Identifier: MIT
#include "mpi/ranks.hpp"
#include "mpi/shared_folder.hpp"
#include "support/random_graphs.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <functional>
#include <mpi.h>
#include <senda/scale/mpi/astar.hpp>
#include <senda/scale/mpi/bfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/verify.hpp>
#include <stdexcept>
#include <string>
#include <utility>

namespace mpi_astar_checkpoints_test {

using namespace ranks;
using senda::status;

senda::mpi::checkpoints in(const shared_folder& folder, const char* name = "") {
    return {.folder = folder.name(), .every = 0.0, .name = name};
}

/// Swaps of neighbours in a word, which cost something by their place.
template <class Cost>
struct swaps {
    using node_type = std::string;
    using cost_type = Cost;
    using action_type = int;

    template <class Emit>
    void successors(const std::string& s, Emit&& emit) const {
        for (std::size_t i = 0; i + 1 < s.size(); ++i) {
            std::string t = s;
            std::swap(t[i], t[i + 1]);
            emit(std::move(t), static_cast<Cost>(1 + 0.3 * static_cast<double>(i)),
                 static_cast<int>(i));
        }
    }
};
/// The same of six letters in eight bytes.
template <class Cost>
struct small_swaps {
    using node_type = std::uint64_t;
    using cost_type = Cost;
    template <class Emit>
    void successors(std::uint64_t s, Emit&& emit) const {
        for (unsigned i = 0; i < 5; ++i) {
            const std::uint64_t differ = (s >> (8 * i) ^ s >> (8 * i + 8)) & 0xffu;
            emit(s ^ differ << (8 * i) ^ differ << (8 * i + 8), static_cast<Cost>(1 + 0.3 * i));
        }
    }
};

/// Calls something whenever it is asked.
template <class G>
struct watched : G {
    std::function<void()> asked;
    template <class Emit>
    void successors(const typename G::node_type& n, Emit&& emit) const {
        if (asked) asked();
        G::successors(n, emit);
    }
};

/// Throws on one rank after so many calls.
template <class G>
struct failing : G {
    using node_type = typename G::node_type;
    mutable int calls_left;
    template <class Emit>
    void successors(const node_type& n, Emit&& emit) const {
        if (--calls_left == 0) throw std::runtime_error("enough");
        G::successors(n, emit);
    }
};

/// Stops after about so many expansions, and goes on.
template <class G, class Node>
void stop_and_go_on(const G& g, const Node& start, const Node& goal, int calls = 40) {
    // Estimates that are not consistent: nodes are opened again.
    const auto h = [&](const Node& n) {
        return n == goal ? 0 : static_cast<int>(senda::hash_value(n) % 3);
    };
    const auto whole = senda::mpi::astar(MPI_COMM_WORLD, g, start, goal, h);
    CHECK(whole.status == status::found);
    const shared_folder folder;
    // Each run goes on on another number of ranks, and ends anywhere in a round.
    int is_found = 0;
    int runs = 0;
    for (; is_found == 0 && runs < 100; ++runs) {
        const int ranks = 1 + runs * 5 % size();
        on_first(ranks, [&](MPI_Comm some) {
            const bool is_victim = rank() == runs % ranks;
            const failing<G> fails{g, is_victim ? 1 + calls * (4 + runs) / 4 / ranks : 0};
            bool has_thrown = false;
            try {
                const auto r = senda::mpi::astar(some, fails, start, goal, h, {}, in(folder));
                if (r.status == status::aborted) return;
                is_found = 1;
                CHECK(r.status == status::found);
                CHECK(r.cost == whole.cost);
                CHECK(r.path == whole.path);
                CHECK(r.actions == whole.actions);
                CHECK(r.reached == whole.reached);
                CHECK(r.lower_bound == whole.lower_bound);
                CHECK(r.statistics.expanded == whole.statistics.expanded);
                CHECK(r.statistics.generated == whole.statistics.generated);
                CHECK(r.statistics.reopened == whole.statistics.reopened);
                CHECK(r.message.empty());
            } catch (const std::runtime_error&) {
                has_thrown = true;
            }
            CHECK((is_victim || !has_thrown));
        });
        MPI_Allreduce(MPI_IN_PLACE, &is_found, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
    CHECK(is_found == 1);
    CHECK(runs > 3);
    CHECK(folder.is_empty());
}

constexpr std::uint64_t first = 0x060504030201u;
constexpr std::uint64_t last = 0x010203040506u;

TEST_CASE("A* goes on from its checkpoint with any number of ranks") {
    stop_and_go_on(swaps<int>{}, std::string("abcdef"), std::string("fedcba"));
    stop_and_go_on(swaps<double>{}, std::string("abcdef"), std::string("fedcba"));
    stop_and_go_on(small_swaps<int>{}, first, last);
    stop_and_go_on(small_swaps<double>{}, first, last);
    if (!support::is_slow)
        stop_and_go_on(eight_puzzle{}, eight_puzzle::farthest, eight_puzzle::solved, 40'000);
}

TEST_CASE("whatever stops A*, what it did is in a checkpoint, as if it had not been stopped") {
    const auto h = [](std::uint64_t n) {
        return n == last ? 0 : static_cast<int>(senda::hash_value(n) % 3);
    };
    const auto try_all = [&](const auto& g) {
        const auto whole = senda::mpi::astar(MPI_COMM_WORLD, g, first, last, h);
        for (int way = 0; way < 3; ++way) {
            const shared_folder folder;
            senda::mpi::checkpoints here = in(folder);
            here.every = 1'000.0;  // only what is written as it stops
            int stops = 0;
            for (std::uint64_t more = 1;; ++more) {
                std::atomic<bool> stop = false;
                const std::uint64_t few = 30 * more / static_cast<std::uint64_t>(size()) + 5;
                std::uint64_t asked = 0;
                auto counting = g;
                counting.asked = [&] {
                    if (way == 1 && ++asked == few + 30) stop = true;
                };
                senda::options o{.stop = stop};
                if (way == 0) o.limits.expansions = few;
                if (way == 2) o.limits.bytes = 3'000 * more + 3'000;
                const auto r = senda::mpi::astar(MPI_COMM_WORLD, counting, first, last, h, o, here);
                INFO(to_string(r.status) << ", way " << way << ", run " << more);
                REQUIRE(more < 400);
                CHECK(r.message.empty());
                if (r.status != status::found) {
                    ++stops;
                    continue;
                }
                CHECK(r.cost == whole.cost);
                CHECK(r.path == whole.path);
                CHECK(r.reached == whole.reached);
                CHECK(r.statistics.expanded == whole.statistics.expanded);
                CHECK(r.statistics.generated == whole.statistics.generated);
                CHECK(r.statistics.reopened == whole.statistics.reopened);
                break;
            }
            CHECK(stops > 2);
            CHECK(folder.is_empty());
        }
    };
    try_all(watched<small_swaps<int>>{});
    try_all(watched<small_swaps<double>>{});
}

TEST_CASE("a limit on costs may be raised, and another goal looked for, in a checkpoint of A*") {
    const shared_folder folder;
    const small_swaps<int> g;
    const auto h = [](std::uint64_t) { return 0; };
    for (int cost = 1; cost < 9; cost += 2) {
        const auto r = senda::mpi::astar(MPI_COMM_WORLD, g, first, last, h,
                                         {.limits = {.cost = cost}}, in(folder));
        CHECK(r.status == status::cost_limit);
        CHECK(r.lower_bound > cost);
        CHECK(r.lower_bound <= senda::dijkstra(g, first, last).cost);
    }
    for (const std::uint64_t goal : {std::uint64_t{0x060504030102u}, first, last}) {
        const auto r = senda::mpi::astar(MPI_COMM_WORLD, g, first, goal, h, {}, in(folder));
        CHECK(r.cost == senda::dijkstra(g, first, goal).cost);
        CHECK(verify(g, first, goal, r));
        CHECK(is_same_on_all(r));
    }
}

TEST_CASE("a checkpoint of another search is refused by A*, and its own by others") {
    const shared_folder folder;
    const auto h = [](const auto&) { return 0; };
    const senda::options some{.limits = {.cost = 3}};
    const swaps<int> g;
    const std::string start = "abcdef";
    const auto is_refused = [&](const auto& r) {
        CHECK(r.status == status::aborted);
        CHECK(r.message.starts_with("rank 0: " + folder.name() + "/layers: "));
        CHECK(r.stopped_by == 0);
        CHECK(is_same_on_all(r));
    };
    const auto search = [&](const auto& graph, const auto& from, const char* name) {
        return senda::mpi::astar(MPI_COMM_WORLD, graph, from, senda::no_goal{}, h, some,
                                 in(folder, name));
    };
    CHECK(search(g, start, "six").status == status::cost_limit);
    is_refused(search(g, std::string("abcdfe"), "six"));
    is_refused(search(g, start, "seven"));
    is_refused(search(small_swaps<int>{}, first, "six"));
    is_refused(search(swaps<double>{}, start, "six"));
    const senda::mpi::checkpoints layers{.folder = folder.name(), .every = 0.0, .name = "six"};
    is_refused(senda::mpi::bfs(MPI_COMM_WORLD, g, start, senda::no_goal{}, some, layers));
    const auto all =
        senda::mpi::astar(MPI_COMM_WORLD, g, start, senda::no_goal{}, h, {}, in(folder, "six"));
    CHECK(all.status == status::exhausted);
    CHECK(all.reached == 720);
    CHECK(folder.is_empty());
    (void)senda::mpi::bfs(MPI_COMM_WORLD, g, start, senda::no_goal{}, some, layers);
    is_refused(search(g, start, "six"));
}

/// Others that begin alike: neighbours are swapped at other places, or for less.
template <int Way>
struct other_swaps {
    using node_type = std::uint64_t;
    using cost_type = int;
    template <class Emit>
    void successors(std::uint64_t s, Emit&& emit) const {
        for (unsigned i = 0; i < 5; ++i) {
            const unsigned far = Way == 1 && i == 2 ? 2 : 1;
            const std::uint64_t differ = (s >> (8 * i) ^ s >> (8 * (i + far))) & 0xffu;
            emit(s ^ differ << (8 * i) ^ differ << (8 * (i + far)), Way == 2 ? 1 : 2);
        }
    }
};

TEST_CASE(
    "a checkpoint of A* in another graph is refused and stays, though the start is the same") {
    const shared_folder folder;
    const auto h = [](std::uint64_t) { return 0; };
    const auto search = [&](const auto& g, int cost) {
        return senda::mpi::astar(MPI_COMM_WORLD, g, first, senda::no_goal{}, h,
                                 {.limits = {.cost = cost}}, in(folder));
    };
    CHECK(search(other_swaps<0>{}, 10).status == status::cost_limit);
    const auto is_refused = [&](const auto& r) {
        CHECK(r.status == status::aborted);
        CHECK(r.message.find(folder.name() +
                             "/layers: its nodes are not what this graph leads to: this is a "
                             "checkpoint of another search") != std::string::npos);
        CHECK(is_same_on_all(r));
        CHECK(!folder.is_empty());
    };
    is_refused(search(other_swaps<1>{}, 100));
    is_refused(search(other_swaps<2>{}, 100));
    const auto all = search(other_swaps<0>{}, 100);
    CHECK(all.status == status::exhausted);
    CHECK(all.reached == 720);
}

TEST_CASE("a checkpoint of A* that was damaged is refused, or nothing is lost") {
    const small_swaps<int> g;
    const auto h = [](std::uint64_t) { return 0; };
    support::split_mix64 random(23);
    for (int round = 0; round < support::rounds(16); ++round) {
        const shared_folder folder;
        (void)senda::mpi::astar(MPI_COMM_WORLD, g, first, senda::no_goal{}, h,
                                {.limits = {.cost = 4}}, in(folder));
        damage(folder.name(), random);
        const auto r =
            senda::mpi::astar(MPI_COMM_WORLD, g, first, senda::no_goal{}, h, {}, in(folder));
        if (r.status == status::aborted) {
            CHECK(r.message.find(folder.name()) != std::string::npos);
        } else {
            CHECK(r.status == status::exhausted);
            CHECK(r.reached == 720);
        }
        CHECK(is_same_on_all(r));
    }
}

TEST_CASE("too little memory to go on from a checkpoint leaves it as it is") {
    const shared_folder folder;
    const swaps<int> g;
    const std::string start = "abcdefg";
    const auto h = [](const std::string&) { return 0; };
    const auto search = [&](const senda::options& o) {
        return senda::mpi::astar(MPI_COMM_WORLD, g, start, senda::no_goal{}, h, o, in(folder));
    };
    CHECK(search({.limits = {.cost = 14}}).status == status::cost_limit);
    senda::options poor;
    if (rank() == size() - 1) poor.limits.bytes = 60'000;
    const auto stopped = search(poor);
    CHECK(stopped.status == status::memory_limit);
    CHECK(stopped.stopped_by == size() - 1);
    const auto all = search({});
    CHECK(all.status == status::exhausted);
    CHECK(all.reached == 5040);
}

}  // namespace mpi_astar_checkpoints_test
