// SPDX-License-Identifier: MIT
// Searches that are stopped inside a layer, and go on there.
#include "mpi/ranks.hpp"
#include "mpi/shared_folder.hpp"
#include "support/random_graphs.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
#include <map>
#include <mpi.h>
#include <senda/scale/mpi/bfs.hpp>
#include <senda/scale/mpi/survey.hpp>
#include <senda/search/verify.hpp>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace mpi_inside_layer_test {

using namespace ranks;
using senda::status;

/// Turns over the first few pancakes in eight bytes.
struct pancakes {
    using node_type = std::uint64_t;
    unsigned count = 7;
    template <class Emit>
    void successors(std::uint64_t s, Emit&& emit) const {
        for (unsigned i = 2; i <= count; ++i) {
            std::uint64_t t = s >> (8 * i) << (8 * i);
            for (unsigned k = 0; k < i; ++k) t |= (s >> (8 * k) & 0xffu) << (8 * (i - 1 - k));
            emit(t);
        }
    }
};
constexpr std::uint64_t stack = 0x07060504030201u;

/// Swaps of neighbours in a text.
struct swaps {
    using node_type = std::string;
    template <class Emit>
    void successors(const std::string& s, Emit&& emit) const {
        for (std::size_t i = 0; i + 1 < s.size(); ++i) {
            std::string t = s;
            std::swap(t[i], t[i + 1]);
            emit(std::move(t));
        }
    }
};

/// What is at each depth, counted in the plainest way.
template <class Node>
struct reference {
    std::map<Node, std::size_t> depth;
    std::vector<std::uint64_t> counts;
    std::uint64_t edges = 0;

    template <class G>
    reference(const G& g, const std::vector<Node>& starts) {
        std::vector<Node> layer;
        for (const Node& n : starts)
            if (depth.emplace(n, 0).second) layer.push_back(n);
        while (!layer.empty()) {
            counts.push_back(layer.size());
            std::vector<Node> next;
            for (const Node& from : layer) {
                g.successors(from, [&](const Node& to, auto&&...) {
                    ++edges;
                    if (depth.emplace(to, counts.size()).second) next.push_back(to);
                });
            }
            layer = std::move(next);
        }
    }
};

/// What rank 0 has, on all.
std::uint64_t of_first(std::uint64_t number) {
    MPI_Bcast(&number, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    return number;
}

/// Searches, `search(communicator)`, until it is not stopped, each time on another number of ranks.
/// Each time it expands as many nodes as it may, and none of them again.
template <class Search>
auto go_on_to_the_end(std::uint64_t allowed, std::uint64_t all, Search&& search) {
    using result = decltype(search(MPI_COMM_WORLD));
    result last;
    std::uint64_t before = 0;
    const std::uint64_t most = all / allowed + 1;
    for (std::uint64_t run = 0; run <= most; ++run) {
        const int ranks = 1 + static_cast<int>(run * 5) % size();
        on_first(ranks, [&](MPI_Comm some) { last = search(some); });
        const auto ended = static_cast<status>(of_first(static_cast<std::uint64_t>(last.status)));
        const std::uint64_t expanded = of_first(last.statistics.expanded);
        if (ended != status::expansion_limit) break;
        REQUIRE(expanded >= before + allowed);
        CHECK(expanded <= before + allowed * static_cast<std::uint64_t>(ranks));
        before = expanded;
    }
    return last;
}

template <class G, class Node>
void count_in_pieces(const G& g, const Node& start, std::uint64_t allowed) {
    const reference<Node> known(g, {start});
    const shared_folder folder;
    const senda::mpi::checkpoints here{.folder = folder.name(), .every = 1'000.0};
    const senda::options o{.limits = {.expansions = allowed}};
    const auto r = go_on_to_the_end(allowed, known.depth.size(), [&](MPI_Comm some) {
        return senda::mpi::survey(some, g, start, o, 3, here);
    });
    if (rank() == 0) {
        CHECK(r.status == status::complete);
        CHECK(r.message.empty());
        CHECK(r.counts == known.counts);
        CHECK(r.total == known.depth.size());
        CHECK(r.statistics.expanded == known.depth.size());
        CHECK(r.statistics.generated == known.edges);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(folder.is_empty());
}

TEST_CASE("a survey that is stopped every few expansions counts what brute force counts") {
    support::for_each_graph(24, 60, [](const support::test_graph& graph, auto& random) {
        const int start = random.below(graph.node_count());
        const auto allowed = static_cast<std::uint64_t>(2 + random.below(9));
        count_in_pieces(hashed<>{&graph}, start, allowed);
        count_in_pieces(numbered{{&graph}}, start, allowed);
    });
    count_in_pieces(pancakes{}, stack, 400);  // 1,902 are in a layer
    count_in_pieces(swaps{}, std::string("abcdef"), 30);
}

TEST_CASE("a search that is stopped every few expansions has the path of one that is not") {
    const auto search_in_pieces = [](const auto& g, const auto& start, const auto& goal,
                                     std::uint64_t allowed) {
        const auto whole = senda::mpi::bfs(MPI_COMM_WORLD, g, start, goal);
        const shared_folder folder;
        const senda::mpi::checkpoints here{.folder = folder.name(), .every = 1'000.0};
        const senda::options o{.limits = {.expansions = allowed}};
        const auto r = go_on_to_the_end(allowed, whole.statistics.expanded, [&](MPI_Comm some) {
            return senda::mpi::bfs(some, g, start, goal, o, here);
        });
        if (rank() == 0) {
            CHECK(r.status == whole.status);
            CHECK(r.cost == whole.cost);
            // One that meets its limit and a goal in the same layer has found what it knows of.
            if (r.statistics.expanded == whole.statistics.expanded) {
                CHECK(r.path == whole.path);
                CHECK(r.reached == whole.reached);
            }
            if (r) CHECK(verify(g, start, goal, r));
        }
        MPI_Barrier(MPI_COMM_WORLD);
        CHECK(folder.is_empty());
        return whole.cost;
    };
    support::for_each_graph(16, 60, [&](const support::test_graph& graph, auto& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto allowed = static_cast<std::uint64_t>(2 + random.below(9));
        const hashed<> g{&graph};
        const reference<int> known(g, {start});
        const auto found = known.depth.find(goal);
        const auto cost = search_in_pieces(g, start, goal, allowed);
        if (found != known.depth.end()) CHECK(static_cast<std::size_t>(cost) == found->second);
    });
    (void)search_in_pieces(pancakes{}, stack, std::uint64_t{0x01060204070503u}, 400);
}

TEST_CASE("many starts may be expanded in several runs") {
    const pancakes g;
    std::vector<std::uint64_t> starts;
    g.successors(stack, [&](std::uint64_t a) {
        g.successors(a, [&](std::uint64_t b) { starts.push_back(b); });
    });
    const reference<std::uint64_t> known(g, starts);
    const shared_folder folder;
    const senda::mpi::checkpoints here{.folder = folder.name(), .every = 1'000.0};
    const std::uint64_t few = 7;
    senda::options o{.limits = {.expansions = few}};
    const auto search = [&] {
        return senda::mpi::bfs(MPI_COMM_WORLD, g, senda::any_of(starts), senda::no_goal{}, o, here);
    };
    // Those of layer 0 on one rank, and then all others.
    std::uint64_t before = 0;
    while (before < known.counts[0]) {
        const auto r = search();
        CHECK(r.status == status::expansion_limit);
        REQUIRE(r.statistics.expanded >= before + few);
        before = r.statistics.expanded;
    }
    o.limits.expansions = 100'000;
    const auto r = search();
    CHECK(r.status == status::exhausted);
    CHECK(r.reached == known.depth.size());
    CHECK(r.statistics.expanded == known.depth.size());
    CHECK(r.statistics.generated == known.edges);
    CHECK(folder.is_empty());
}

/// A start that leads to many nodes, which lead to one each after a while.
struct slow_fan {
    using node_type = int;
    int width;
    template <class Emit>
    void successors(int n, Emit&& emit) const {
        if (n == 0)
            for (int i = 1; i <= width; ++i) emit(i);
        if (n < 1 || n > width) return;
        std::this_thread::sleep_for(std::chrono::microseconds(50));
        emit(width + (n + 1) / 2);
    }
};

TEST_CASE("a layer that takes longer than a run is done in several") {
    const int width = 3'000;
    const shared_folder folder;
    const senda::mpi::checkpoints here{.folder = folder.name(), .every = 1'000.0};
    senda::options o{.limits = {.time = 0.02}};
    int stops = 0;
    std::uint64_t most = 0;
    for (;;) {
        const auto r = senda::mpi::survey(MPI_COMM_WORLD, slow_fan{width}, 0, o, 0, here);
        if (r.status == status::time_limit) {
            ++stops;
            // Beside other work a run may end before it has read all that another one wrote.
            if (r.statistics.expanded <= most) o.limits.time = 2 * o.limits.time.seconds();
            most = std::max(most, r.statistics.expanded);
            continue;
        }
        CHECK(r.status == status::complete);
        CHECK(r.counts == std::vector<std::uint64_t>{1, 3'000, 1'500});
        CHECK(r.statistics.expanded == 4'501);
        break;
    }
    CHECK(stops > 0);
}

TEST_CASE("a search without room goes on inside the layer once it has more") {
    const pancakes g;
    const reference<std::uint64_t> known(g, {stack});
    for (int poor = 0; poor < size(); ++poor) {
        const shared_folder folder;
        const senda::mpi::checkpoints here{.folder = folder.name(), .every = 1'000.0};
        senda::options o;
        int stops = 0;
        std::uint64_t before = 0;
        for (std::uint64_t bytes = 10'000;; bytes += bytes / 8) {
            if (rank() == poor) o.limits.bytes = bytes;
            const auto r = senda::mpi::survey(MPI_COMM_WORLD, g, stack, o, 0, here);
            INFO(bytes << " bytes on rank " << poor);
            CHECK(r.message == "");
            if (r.status == status::memory_limit) {
                CHECK(r.stopped_by == poor);
                if (r.statistics.expanded <= before) continue;  // not even for what was written
                ++stops;
                const senda::options one{.limits = {.expansions = 1}};
                before = r.statistics.expanded;
                const auto next = senda::mpi::survey(MPI_COMM_WORLD, g, stack, one, 0, here);
                CHECK(next.status == status::expansion_limit);
                CHECK(next.statistics.expanded > before);
                before = next.statistics.expanded;
                continue;
            }
            CHECK(r.status == status::complete);
            CHECK(r.counts == known.counts);
            CHECK(r.statistics.expanded == known.depth.size());
            CHECK(r.statistics.generated == known.edges);
            break;
        }
        CHECK(stops > 0);
    }
}

/// A start that leads to many nodes, of which two each lead to the same one. The first rank waits
/// now and then, longer and longer, until it has seen what is written inside a layer: that is not
/// done before the layer has taken ten times as long as the disk took for the last files.
struct patient_fan {
    using node_type = int;
    int width;
    std::string folder;
    std::uint64_t* expanded;
    bool* has_seen;

    template <class Emit>
    void successors(int n, Emit&& emit) const {
        if (rank() == 0 && !*has_seen && ++*expanded % 256 == 1) look(*expanded / 256);
        if (n == 0)
            for (int i = 1; i <= width; ++i) emit(i);
        if (n >= 1 && n <= width) emit(width + (n + 1) / 2);
    }

private:
    void look(std::uint64_t times) const {
        for (const auto& file : files_in(folder))
            *has_seen = *has_seen || file.filename().string().starts_with("expanded-");
        if (!*has_seen) std::this_thread::sleep_for(std::chrono::milliseconds(1) * (1 << times));
    }
};

TEST_CASE("a search writes what it did while it is inside a layer, and goes on") {
    const shared_folder folder;
    const senda::mpi::checkpoints here{.folder = folder.name(), .every = 0.0};
    const int width = 4'000 * size();  // of which the first rank waits up to a minute
    std::uint64_t expanded = 0;
    bool has_seen = false;
    const patient_fan g{width, folder.name(), &expanded, &has_seen};
    const auto r = senda::mpi::survey(MPI_COMM_WORLD, g, 0, {}, 0, here);
    const auto all = static_cast<std::uint64_t>(width);
    CHECK(r.status == status::complete);
    CHECK(r.counts == std::vector<std::uint64_t>{1, all, all / 2});
    CHECK(r.statistics.expanded == 1 + all + all / 2);
    CHECK(r.statistics.generated == 2 * all);
    CHECK(folder.is_empty());
    CHECK((has_seen || rank() != 0));
}

TEST_CASE("a limit on costs may come between") {
    const pancakes g;
    const reference<std::uint64_t> known(g, {stack});
    const auto depth = static_cast<int>(known.counts.size()) - 1;
    const shared_folder folder;
    const senda::mpi::checkpoints here{.folder = folder.name(), .every = 1'000.0};
    const auto search = [&](const auto& graph, senda::options o) {
        return senda::mpi::survey(MPI_COMM_WORLD, graph, stack, o, 0, here);
    };
    // Inside layer 5, in which there are some of layer 6; then to 5, and to 4.
    const auto stopped =
        search(g, {.limits = {.expansions = static_cast<std::uint64_t>(2'000 / size())}});
    CHECK(stopped.status == status::expansion_limit);
    const std::size_t layers = stopped.counts.size();
    for (const std::size_t counted : {layers, layers - 1}) {
        const auto r = search(g, {.limits = {.cost = static_cast<int>(counted) - 1}});
        CHECK(r.status == status::cost_limit);
        CHECK(r.counts.size() == counted);
    }
    const auto next = search(g, {.limits = {.expansions = 1}}).statistics.expanded;
    CHECK(next > stopped.statistics.expanded);
    CHECK(next <= stopped.statistics.expanded + static_cast<std::uint64_t>(size()));

    // At the last layer, which leads to nothing new, as a stop shows inside it.
    std::uint64_t expanded = 0;
    for (const std::uint64_t count : known.counts) expanded += count;
    expanded -= known.counts.back();
    const senda::options to_the_end{.limits = {.cost = depth}};
    CHECK(search(g, {.limits = {.cost = depth - 1}}).status == status::cost_limit);
    std::atomic<bool> stop = false;
    const auto stopping = [&](std::uint64_t n, auto&& emit) {
        if (known.depth.at(n) == known.counts.size() - 1) stop = true;
        g.successors(n, emit);
    };
    const auto last = search(stopping, {.limits = {.cost = depth}, .stop = stop});
    CHECK((last.status == status::cancelled || last.status == status::complete));
    if (last.status == status::complete) return;  // there are many ranks
    CHECK(last.statistics.expanded == expanded);
    const auto r = search(g, to_the_end);
    CHECK(r.status == status::complete);
    CHECK(r.counts == known.counts);
    CHECK(r.statistics.expanded == expanded);
}

TEST_CASE("what was written inside a layer of another graph, or damaged, is refused") {
    const pancakes g;
    const senda::options some{.limits = {.expansions = 100}};
    const auto other = [&](std::uint64_t n, auto&& emit) {
        // As pancakes near the start.
        int away = 0;
        for (unsigned k = 0; k < 7; ++k)
            away += (n >> (8 * k) & 0xffu) != (stack >> (8 * k) & 0xffu) ? 1 : 0;
        g.successors(n, [&](std::uint64_t to) { emit(away > 5 ? to ^ 0x100u : to); });
    };
    const shared_folder folder;
    const senda::mpi::checkpoints here{.folder = folder.name(), .every = 1'000.0};
    (void)senda::mpi::survey(MPI_COMM_WORLD, g, stack, some, 0, here);
    const auto r = senda::mpi::survey(MPI_COMM_WORLD, other, stack, senda::options{}, 0, here);
    CHECK(r.status == status::aborted);
    CHECK(r.message.find("this is a checkpoint of another search") != std::string::npos);
    CHECK(!folder.is_empty());

    support::split_mix64 random(23);
    for (int round = 0; round < support::rounds(20); ++round) {
        (void)senda::mpi::survey(MPI_COMM_WORLD, g, stack, some, 0, here);
        damage(folder.name(), random);
        const auto next = senda::mpi::survey(MPI_COMM_WORLD, g, stack, senda::options{}, 0, here);
        if (next.status == status::aborted) {
            CHECK(next.message.find(folder.name()) != std::string::npos);
            MPI_Barrier(MPI_COMM_WORLD);
            if (rank() == 0)
                for (const auto& file : files_in(folder.name())) std::filesystem::remove(file);
            MPI_Barrier(MPI_COMM_WORLD);
        } else {
            CHECK(next.status == status::complete);
            CHECK(next.total == 5040);
        }
    }
}

}  // namespace mpi_inside_layer_test
