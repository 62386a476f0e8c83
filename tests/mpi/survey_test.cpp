// SPDX-License-Identifier: MIT
#include "mpi/ranks.hpp"
#include "support/random_graphs.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <mpi.h>
#include <senda/scale/mpi/bfs.hpp>
#include <senda/scale/mpi/survey.hpp>
#include <senda/scale/survey.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace mpi_survey_test {

using namespace ranks;
using senda::status;

/// The nodes of a test graph, found by their numbers.
struct enumerated : numbered {
    static int node(std::size_t number) { return static_cast<int>(number); }
};

std::vector<std::set<int>> layers_of(const support::test_graph& graph, int start) {
    std::vector<std::set<int>> layers{{start}};
    std::set<int> seen{start};
    for (;;) {
        std::set<int> next;
        for (const int n : layers.back()) {
            for (const auto& edge : graph.from(n)) {
                if (seen.insert(edge.to).second) next.insert(edge.to);
            }
        }
        if (next.empty()) return layers;
        layers.push_back(std::move(next));
    }
}

TEST_CASE("a survey on ranks counts layers, and names the farthest in an order of their own") {
    support::for_each_graph(150, 60, [](const support::test_graph& graph, auto& random) {
        const int start = random.below(graph.node_count());
        const auto layers = layers_of(graph, start);
        const auto most = 1 + static_cast<std::size_t>(random.below(4));
        const auto r = senda::mpi::survey(MPI_COMM_WORLD, hashed<>{&graph}, start, {}, most);
        CHECK(r.status == status::complete);
        CHECK(r.counts.size() == layers.size());
        CHECK(r.eccentricity == static_cast<int>(layers.size()) - 1);
        std::uint64_t total = 0;
        for (std::size_t i = 0; i < layers.size() && i < r.counts.size(); ++i) {
            CHECK(r.counts[i] == layers[i].size());
            total += r.counts[i];
        }
        CHECK(r.total == total);
        std::vector<int> farthest(layers.back().begin(), layers.back().end());
        std::sort(farthest.begin(), farthest.end(),
                  [](int a, int b) { return senda::hash_value(a) < senda::hash_value(b); });
        farthest.resize(std::min(most, farthest.size()));
        CHECK(r.farthest == farthest);
    });
}

TEST_CASE("with numbers it is what survey gives on one machine, to a depth and to the end") {
    support::for_each_graph(150, 200, [](const support::test_graph& graph, auto& random) {
        const int start = random.below(graph.node_count());
        senda::options o;
        if (random.below(2) == 0) o.limits.cost = random.below(8);
        const enumerated g{{&graph}};
        const auto r = senda::mpi::survey(MPI_COMM_WORLD, g, start, o, 5);
        const auto alone = senda::survey(g, start, o, 5);
        CHECK(r.status == alone.status);
        CHECK(r.counts == alone.counts);
        CHECK(r.total == alone.total);
        CHECK(r.farthest == alone.farthest);
    });
}

// Numbers that lead to two larger ones, without an end.
const auto doubling = [](std::uint64_t n) {
    return std::vector<std::uint64_t>{2 * n + 1, 2 * n + 2};
};

TEST_CASE("a survey that is stopped counts the layers that are complete") {
    const std::uint64_t start = 0;
    const auto by_count =
        senda::mpi::survey(MPI_COMM_WORLD, doubling, start, {.limits = {.expansions = 1000}}, 3);
    CHECK(by_count.status == status::expansion_limit);
    CHECK(by_count.stopped_by >= 0);
    for (std::size_t i = 0; i < by_count.counts.size(); ++i)
        CHECK(by_count.counts[i] == std::uint64_t{1} << i);
    CHECK(by_count.counts.size() >= 9);
    CHECK(by_count.farthest.size() == 3);

    const std::atomic<bool> now{true};
    const auto stopped = senda::mpi::survey(MPI_COMM_WORLD, doubling, start, {.stop = now});
    CHECK(stopped.status == status::cancelled);
    CHECK(stopped.counts == std::vector<std::uint64_t>{1});
    CHECK(stopped.farthest == std::vector<std::uint64_t>{0});

    const auto poor =
        senda::mpi::survey(MPI_COMM_WORLD, doubling, start, {.limits = {.bytes = 100}});
    CHECK(poor.status == status::memory_limit);

    for (int who = 0; who < size(); ++who) {
        const auto g = [who](std::uint64_t n) {
            if (n > 2000 && rank() == who) throw std::runtime_error("no such node");
            return doubling(n);
        };
        bool has_thrown = false;
        try {
            const auto r = senda::mpi::survey(MPI_COMM_WORLD, g, start);
            CHECK(r.status == status::aborted);
            CHECK(r.message == "rank " + std::to_string(who) + ": no such node");
        } catch (const std::runtime_error&) {
            has_thrown = true;
        }
        CHECK(has_thrown == (rank() == who));
    }
}

/// Cells of a square that lead right and down: layers are diagonals.
struct square {
    using node_type = std::uint32_t;
    static constexpr std::uint32_t side = 300;

    static std::size_t index(std::uint32_t n) { return n; }
    static std::size_t index_bound() { return std::size_t{side} * side; }
    template <class Emit>
    void successors(std::uint32_t n, Emit&& emit) const {
        if (n % side + 1 < side) emit(n + 1);
        if (n / side + 1 < side) emit(n + side);
    }
};

TEST_CASE("of nodes with numbers only two layers are kept") {
    senda::search_progress known;
    const auto counted =
        senda::mpi::survey(MPI_COMM_WORLD, square{}, std::uint32_t{0}, {.progress = &known});
    CHECK(counted.status == status::complete);
    CHECK(counted.total == square::index_bound());
    CHECK(counted.counts.size() == 2 * square::side - 1);
    CHECK(counted.farthest == std::vector<std::uint32_t>{square::side * square::side - 1});
    CHECK(known.now().done == counted.total);
    const auto searched =
        senda::mpi::bfs(MPI_COMM_WORLD, square{}, std::uint32_t{0},
                        [](std::uint32_t n) { return n + 1 == square::index_bound(); });
    CHECK(searched.reached == counted.total);
    CHECK(counted.statistics.bytes < searched.statistics.bytes);
}

TEST_CASE("whoever observes a survey on ranks hears what each did in each layer") {
    const auto whole = senda::mpi::survey(MPI_COMM_WORLD, eight_puzzle{}, eight_puzzle::solved,
                                          {.limits = {.cost = 12}});
    std::vector<std::uint64_t> counts{1};
    std::uint64_t expanded = 0;
    std::uint64_t sent = 0;
    const auto observe = [&](const senda::mpi::layer_report& report) {
        CHECK(static_cast<std::size_t>(report.depth) + 1 == counts.size());
        REQUIRE(report.ranks.size() == static_cast<std::size_t>(size()));
        std::uint64_t in_layer = 0;
        std::uint64_t reached = 0;
        for (const senda::mpi::rank_work& work : report.ranks) {
            in_layer += work.expanded;
            reached += work.reached;
            sent += work.sent;
            CHECK(work.bytes > 0);
            CHECK(work.waited >= 0);
        }
        CHECK(in_layer == counts.back());
        CHECK(reached == report.reached);
        CHECK(report.imbalance() >= 1);
        CHECK(report.imbalance() <= size());
        CHECK(!report.is_read);
        expanded += in_layer;
        counts.push_back(report.reached);
        std::uint64_t total = 0;
        for (const std::uint64_t count : counts) total += count;
        CHECK(report.total == total);
    };
    const auto r = senda::mpi::survey(MPI_COMM_WORLD, eight_puzzle{}, eight_puzzle::solved,
                                      {.limits = {.cost = 12}}, 10, {}, observe);
    CHECK(r.counts == whole.counts);
    CHECK(counts == whole.counts);
    CHECK(expanded == r.statistics.expanded);
    CHECK((sent > 0) == (size() > 1));
}

}  // namespace mpi_survey_test
