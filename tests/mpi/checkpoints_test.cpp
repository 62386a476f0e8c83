// SPDX-License-Identifier: MIT
#include "mpi/ranks.hpp"
#include "mpi/shared_folder.hpp"
#include "support/random_graphs.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <mpi.h>
#include <senda/scale/mpi/bfs.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/verify.hpp>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace mpi_checkpoints_test {

using namespace ranks;
using senda::status;

/// Pancakes in a text: the first few are turned over.
struct pancakes {
    using node_type = std::string;
    using action_type = int;
    template <class Emit>
    void successors(const std::string& s, Emit&& emit) const {
        for (std::size_t i = 2; i <= s.size(); ++i) {
            std::string t = s;
            std::reverse(t.begin(), t.begin() + static_cast<std::ptrdiff_t>(i));
            emit(std::move(t), static_cast<int>(i));
        }
    }
};

/// The same in eight bytes.
struct small_pancakes {
    using node_type = std::uint64_t;
    template <class Emit>
    void successors(std::uint64_t s, Emit&& emit) const {
        for (unsigned i = 2; i <= 7; ++i) {
            std::uint64_t t = s >> (8 * i) << (8 * i);
            for (unsigned k = 0; k < i; ++k) t |= (s >> (8 * k) & 0xffu) << (8 * (i - 1 - k));
            emit(t);
        }
    }
};

template <class G, class Node>
void stop_and_go_on(const G& g, const Node& start, const Node& goal) {
    const auto whole = senda::mpi::bfs(MPI_COMM_WORLD, g, start, goal);
    CHECK(whole.status == status::found);
    const shared_folder folder;
    const senda::mpi::checkpoints here{.folder = folder.name(), .every = 0.0, .name = "pancakes"};
    // Each run goes a layer further, on another number of ranks.
    for (int depth = 1; depth < whole.cost; ++depth) {
        on_first(1 + depth * 5 % size(), [&](MPI_Comm some) {
            const auto r = senda::mpi::bfs(some, g, start, goal, {.limits = {.cost = depth}}, here);
            CHECK(r.status == status::cost_limit);
            CHECK(r.lower_bound == depth + 1);
            CHECK(r.message.empty());
        });
        CHECK(!folder.is_empty());
    }
    const auto r = senda::mpi::bfs(MPI_COMM_WORLD, g, start, goal, {}, here);
    CHECK(r.status == status::found);
    CHECK(r.path == whole.path);
    CHECK(r.actions == whole.actions);
    CHECK(r.reached == whole.reached);
    CHECK(r.statistics.expanded == whole.statistics.expanded);
    CHECK(r.statistics.generated == whole.statistics.generated);
    CHECK(is_same_on_all(r));
    CHECK(folder.is_empty());
}

TEST_CASE("a search goes on from its checkpoint with any number of ranks") {
    stop_and_go_on(pancakes{}, std::string("abcdefg"), std::string("gbdfaec"));
    stop_and_go_on(small_pancakes{}, std::uint64_t{0x07060504030201u},
                   std::uint64_t{0x01060204070503u});
}

TEST_CASE("whatever stops a search, what it did is in a checkpoint") {
    const small_pancakes g;
    const std::uint64_t start = 0x07060504030201u;
    const std::atomic<bool> yes = true;
    std::atomic<bool> later = false;
    const auto whole = senda::mpi::bfs(MPI_COMM_WORLD, g, start, senda::no_goal{});
    const senda::options limits[] = {{.limits = {.expansions = 2'000}},
                                     {.limits = {.bytes = 240'000 / std::uint64_t(size()) + 9'000}},
                                     {.limits = {.cost = 4}},
                                     {.stop = later}};
    for (const senda::options& o : limits) {
        const shared_folder folder;
        // Only what is written as it stops.
        const senda::mpi::checkpoints here{.folder = folder.name(), .every = 1'000.0};
        later = false;
        std::atomic<int> asked = 0;
        const auto counting = [&](std::uint64_t n, auto&& emit) {
            if (++asked == 2'000) later = true;
            g.successors(n, emit);
        };
        const auto r = senda::mpi::bfs(MPI_COMM_WORLD, counting, start, senda::no_goal{}, o, here);
        if (r.status == status::exhausted) continue;  // there are many ranks
        INFO(to_string(r.status));
        CHECK(r.message.empty());
        REQUIRE(r.lower_bound > 2);
        // All but the last layer, which was not complete.
        const auto layer = std::to_string(r.lower_bound - 1);
        CHECK(std::filesystem::exists(folder.name() + "/layer-" + layer + "-0"));
        const auto rest = senda::mpi::bfs(MPI_COMM_WORLD, g, start, senda::no_goal{}, {}, here);
        CHECK(rest.status == status::exhausted);
        CHECK(rest.reached == whole.reached);
        CHECK(rest.statistics.expanded == whole.statistics.expanded);
        CHECK(rest.statistics.generated == whole.statistics.generated);
        CHECK(folder.is_empty());
    }
    // What stops it before it began leaves nothing.
    const shared_folder folder;
    const senda::mpi::checkpoints here{.folder = folder.name()};
    CHECK(senda::mpi::bfs(MPI_COMM_WORLD, g, start, senda::no_goal{}, {.stop = yes}, here).status ==
          status::cancelled);
    CHECK(!std::filesystem::exists(folder.name() + "/layers"));
}

TEST_CASE("another goal may be looked for in a checkpoint") {
    const shared_folder folder;
    const senda::mpi::checkpoints here{.folder = folder.name(), .every = 0.0};
    const small_pancakes g;
    const std::uint64_t start = 0x07060504030201u;
    const auto none =
        senda::mpi::bfs(MPI_COMM_WORLD, g, start, senda::no_goal{}, {.limits = {.cost = 5}}, here);
    CHECK(none.status == status::cost_limit);
    for (const std::uint64_t goal : {std::uint64_t{0x07060504030102u}, start}) {
        const auto plain = senda::bfs(g, start, goal);
        const auto r = senda::mpi::bfs(MPI_COMM_WORLD, g, start, goal, {}, here);
        CHECK(r.status == status::found);
        CHECK(r.cost == plain.cost);
        CHECK(verify(g, start, goal, r));
    }
}

TEST_CASE("a checkpoint of another search is refused") {
    const shared_folder folder;
    const pancakes g;
    const senda::options some{.limits = {.cost = 3}};
    const std::string start = "abcdef";
    const senda::mpi::checkpoints here{.folder = folder.name(), .every = 0.0, .name = "six"};
    (void)senda::mpi::bfs(MPI_COMM_WORLD, g, start, senda::no_goal{}, some, here);
    const auto is_refused = [&](const auto& r) {
        CHECK(r.status == status::aborted);
        CHECK(r.message ==
              "rank 0: " + folder.name() + "/layers: this is a checkpoint of another search");
        CHECK(r.stopped_by == 0);
        CHECK(is_same_on_all(r));
    };
    is_refused(
        senda::mpi::bfs(MPI_COMM_WORLD, g, std::string("abcdfe"), senda::no_goal{}, some, here));
    is_refused(senda::mpi::bfs(MPI_COMM_WORLD, g, start, senda::no_goal{}, some,
                               {.folder = folder.name(), .every = 0.0, .name = "seven"}));
    is_refused(senda::mpi::bfs(MPI_COMM_WORLD, small_pancakes{}, std::uint64_t{1}, senda::no_goal{},
                               some, here));
    const auto r = senda::mpi::bfs(MPI_COMM_WORLD, g, start, senda::no_goal{}, {}, here);
    CHECK(r.status == status::exhausted);
    CHECK(r.reached == 720);
    CHECK(folder.is_empty());
}

/// Seven in a circle: four of them are turned over, or it is turned.
struct top_spin {
    using node_type = std::uint64_t;
    template <class Emit>
    void successors(std::uint64_t s, Emit&& emit) const {
        const std::uint64_t turned = s >> 8 | (s & 0xffu) << 48;
        emit(turned);
        std::uint64_t t = s >> 32 << 32;
        for (unsigned k = 0; k < 4; ++k) t |= (s >> (8 * k) & 0xffu) << (8 * (3 - k));
        emit(t);
    }
};

/// Rooms in a row.
struct corridor {
    using node_type = int;
    int rooms;
    template <class Emit>
    void successors(int n, Emit&& emit) const {
        if (n > 0) emit(n - 1);
        if (n + 1 < rooms) emit(n + 1);
    }
};

TEST_CASE("a checkpoint of another graph is refused and stays, though the start is the same") {
    const shared_folder folder;
    const senda::mpi::checkpoints here{.folder = folder.name(), .every = 0.0};
    const auto is_refused = [&](const auto& r, const std::string& why) {
        CHECK(r.status == status::aborted);
        CHECK(r.message.find(folder.name() + "/layers: layer " + why +
                             " is not what this graph leads to: this is a checkpoint of another "
                             "search") != std::string::npos);
        CHECK(is_same_on_all(r));
        CHECK(!folder.is_empty());
    };
    const std::uint64_t start = 0x07060504030201u;
    const senda::options some{.limits = {.cost = 6}};
    (void)senda::mpi::bfs(MPI_COMM_WORLD, top_spin{}, start, senda::no_goal{}, some, here);
    is_refused(senda::mpi::bfs(MPI_COMM_WORLD, small_pancakes{}, start, senda::no_goal{}, {}, here),
               "1");
    const auto r = senda::mpi::bfs(MPI_COMM_WORLD, top_spin{}, start, senda::no_goal{}, {}, here);
    CHECK(r.status == status::exhausted);
    CHECK(r.reached == 2520);  // those of even parity
    CHECK(folder.is_empty());

    (void)senda::mpi::bfs(MPI_COMM_WORLD, corridor{100}, 0, senda::no_goal{},
                          {.limits = {.cost = 50}}, here);
    is_refused(senda::mpi::bfs(MPI_COMM_WORLD, corridor{30}, 0, senda::no_goal{}, {}, here), "30");
    CHECK(senda::mpi::bfs(MPI_COMM_WORLD, corridor{100}, 0, senda::no_goal{}, {}, here).reached ==
          100);
}

TEST_CASE("a checkpoint that was damaged is refused, or nothing is lost") {
    const small_pancakes g;
    const std::uint64_t start = 0x07060504030201u;
    support::split_mix64 random(17);
    for (int round = 0; round < support::rounds(10); ++round) {
        const shared_folder folder;
        const senda::mpi::checkpoints here{.folder = folder.name(), .every = 0.0};
        (void)senda::mpi::bfs(MPI_COMM_WORLD, g, start, senda::no_goal{}, {.limits = {.cost = 4}},
                              here);
        damage(folder.name(), random);
        const auto r = senda::mpi::bfs(MPI_COMM_WORLD, g, start, senda::no_goal{}, {}, here);
        if (r.status == status::aborted) {
            CHECK(r.message.find(folder.name()) != std::string::npos);
        } else {
            CHECK(r.status == status::exhausted);
            CHECK(r.reached == 5040);
        }
        CHECK(is_same_on_all(r));
    }
}

TEST_CASE("too little memory to go on from a checkpoint is said so, and leaves it as it is") {
    const shared_folder folder;
    const senda::mpi::checkpoints here{.folder = folder.name(), .every = 0.0};
    const small_pancakes g;
    const std::uint64_t start = 0x07060504030201u;
    const auto search = [&](const senda::options& o) {
        return senda::mpi::bfs(MPI_COMM_WORLD, g, start, senda::no_goal{}, o, here);
    };
    (void)search({.limits = {.cost = 6}});
    senda::options poor;
    if (rank() == size() - 1) poor.limits.bytes = 20'000;
    const auto stopped = search(poor);
    CHECK(stopped.status == status::memory_limit);
    CHECK(stopped.stopped_by == size() - 1);
    CHECK(search({}).reached == 5040);
}

TEST_CASE(
    "what a run that was killed left, of more ranks too, is removed; what is not its own stays") {
    const shared_folder folder;
    const senda::mpi::checkpoints here{.folder = folder.name(), .every = 0.0};
    const small_pancakes g;
    const std::uint64_t start = 0x07060504030201u;
    const char* const strays[] = {"layer-1-77",      "layer-2-77.part",   "layer-99-0",
                                  "layer-99-3.part", "layers.part",       "layer-3-0.part",
                                  "expanded-2-0",    "expanded-3-77.part"};
    const char* const others[] = {"layer-1", "layer-1-", "layer-x-1", "layer-1-1.txt",
                                  "expanded-1"};
    const auto count = [&](const auto& names) {
        std::size_t there = 0;
        for (const char* const name : names)
            there += std::filesystem::exists(folder.name() + '/' + name) ? 1U : 0U;
        return there;
    };
    const auto make = [&](const auto& names) {
        if (rank() == 0)
            for (const char* const name : names) std::ofstream(folder.name() + '/' + name) << "x";
        MPI_Barrier(MPI_COMM_WORLD);
    };
    make(strays);
    make(others);
    for (const int depth : {3, 5}) {
        (void)senda::mpi::bfs(MPI_COMM_WORLD, g, start, senda::no_goal{},
                              {.limits = {.cost = depth}}, here);
        MPI_Barrier(MPI_COMM_WORLD);
        CHECK(count(strays) == 0);
        CHECK(count(others) == 5);
        MPI_Barrier(MPI_COMM_WORLD);
        make(strays);
    }
    CHECK(senda::mpi::bfs(MPI_COMM_WORLD, g, start, senda::no_goal{}, {}, here).reached == 5040);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(count(strays) == 0);
    CHECK(count(others) == 5);
    CHECK(files_in(folder.name()).size() == 5);
}

TEST_CASE("why a folder cannot be locked is said") {
    const shared_folder folder;
    if (rank() == 0) std::filesystem::create_directory(folder.name() + "/lock");
    MPI_Barrier(MPI_COMM_WORLD);
    const auto r = senda::mpi::bfs(MPI_COMM_WORLD, small_pancakes{}, std::uint64_t{1},
                                   senda::no_goal{}, {}, {.folder = folder.name()});
    CHECK(r.status == status::aborted);
    CHECK(r.message ==
          "rank 0: " + folder.name() + "/lock: " + std::generic_category().message(EISDIR));
}

TEST_CASE("a folder that cannot be made is said so") {
    const shared_folder folder;
    const std::string file = folder.name() + "/file";
    if (rank() == 0) std::ofstream(file) << "no folder";
    MPI_Barrier(MPI_COMM_WORLD);
    const auto r = senda::mpi::bfs(MPI_COMM_WORLD, small_pancakes{}, std::uint64_t{1},
                                   senda::no_goal{}, {}, {.folder = file});
    CHECK(r.status == status::aborted);
    CHECK(r.message.starts_with("rank 0: " + file));
    CHECK(is_same_on_all(r));
}

}  // namespace mpi_checkpoints_test
