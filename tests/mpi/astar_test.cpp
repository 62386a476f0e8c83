// SPDX-License-Identifier: MIT
#include "mpi/ranks.hpp"
#include "support/random_graphs.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <mpi.h>
#include <senda/scale/mpi/astar.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/verify.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace mpi_astar_test {

using namespace ranks;
using senda::status;

/// One rank alone must have the same result as all together.
template <class G, class Start, class Goal, class H>
auto on_any_number(const G& g, const Start& start, const Goal& goal, const H& h,
                   const senda::options& o = {}) {
    const auto alone = senda::mpi::astar(MPI_COMM_SELF, g, start, goal, h, o);
    const auto r = senda::mpi::astar(MPI_COMM_WORLD, g, start, goal, h, o);
    CHECK(r.status == alone.status);
    CHECK(r.cost == alone.cost);
    CHECK(r.lower_bound == alone.lower_bound);
    CHECK(r.path == alone.path);
    CHECK(r.actions == alone.actions);
    CHECK(r.reached == alone.reached);
    CHECK(r.statistics.expanded == alone.statistics.expanded);
    CHECK(r.statistics.generated == alone.statistics.generated);
    CHECK(r.statistics.reopened == alone.statistics.reopened);
    CHECK(is_same_on_all(r));
    CHECK(verify(g, start, goal, r));
    return r;
}

/// Estimates that are admissible, but not consistent: some of the true cost, at random.
template <class G>
std::vector<int> estimates(const support::test_graph& graph, const G& g, int goal,
                           support::split_mix64& random) {
    std::vector<int> all;
    for (int n = 0; n < graph.node_count(); ++n) {
        const auto truth = senda::dijkstra(g, n, goal);
        const int none = random.percent(50) ? senda::infinite<int> : random.below(9);
        all.push_back(truth ? random.between(0, std::min(truth.cost, 1'000'000)) : none);
    }
    return all;
}

TEST_CASE("A* on ranks finds the least cost, by estimates that are not consistent") {
    support::for_each_graph(150, 30, [](const support::test_graph& graph, auto& random) {
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const hashed<> g{&graph};
        const auto h = estimates(graph, g, goal, random);
        const auto estimate = [&](int n) { return h[static_cast<std::size_t>(n)]; };
        const auto r = on_any_number(g, start, goal, estimate);
        const auto plain = senda::astar(g, start, goal, estimate);
        CHECK(r.status == plain.status);
        CHECK(r.cost == plain.cost);
        CHECK(r.lower_bound == plain.lower_bound);
        const auto by_number = on_any_number(numbered{{&graph}}, start, goal, estimate);
        CHECK(by_number.cost == plain.cost);
    });
}

TEST_CASE("A* on ranks finds the least cost where costs overflow, or are limited") {
    support::for_each_graph(
        60, 20,
        [](const support::test_graph& graph, auto& random) {
            const int start = random.below(graph.node_count());
            const int goal = random.below(graph.node_count());
            const hashed<> g{&graph};
            const auto h = [](int) { return 0; };
            const auto r = on_any_number(g, start, goal, h);
            const auto plain = senda::astar(g, start, goal, h);
            CHECK(r.status == plain.status);
            CHECK(r.cost == plain.cost);
            const senda::options low{.limits = {.cost = random.below(20)}};
            const auto limited = on_any_number(g, start, goal, h, low);
            const auto other = senda::astar(g, start, goal, h, low);
            CHECK(limited.status == other.status);
            CHECK(limited.cost == other.cost);
            CHECK(limited.lower_bound <= plain.cost);
        },
        true);
}

TEST_CASE("A* on ranks adds up fractions") {
    support::for_each_graph(100, 30, [](const support::test_graph& whole, auto& random) {
        const auto graph =
            support::with_costs<double>(whole, [&](int cost) { return cost * random.unit(); });
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const hashed<double> g{&graph};
        const auto h = [](int) { return 0.0; };
        const auto r = on_any_number(g, start, goal, h);
        const auto plain = senda::astar(g, start, goal, h);
        CHECK(r.status == plain.status);
        if (r) CHECK(r.cost == doctest::Approx(plain.cost));
    });
}

TEST_CASE("A* on ranks takes the deepest of many nodes first, alike on any number of them") {
    if (support::is_slow) return;
    const auto r = on_any_number(eight_puzzle{}, eight_puzzle::farthest, eight_puzzle::solved,
                                 eight_puzzle::misplaced);
    CHECK(r.cost == 31);
}

/// Swaps of letters, which cost their distance.
struct swaps {
    using node_type = std::string;
    using cost_type = int;
    using action_type = char;

    template <class Emit>
    void successors(const std::string& s, Emit&& emit) const {
        for (std::size_t i = 0; i < s.size(); ++i) {
            for (std::size_t k = i + 1; k < s.size(); ++k) {
                std::string t = s;
                std::swap(t[i], t[k]);
                emit(std::move(t), static_cast<int>(k - i), s[i]);
            }
        }
    }
};

TEST_CASE("A* on ranks takes strings, predicates and several starts") {
    const std::string goal = "fedcba";
    const auto h = [&](const std::string& s) {
        int sum = 0;
        for (std::size_t i = 0; i < s.size(); ++i)
            sum += std::abs(static_cast<int>(i) - static_cast<int>(goal.find(s[i])));
        return sum / 2;
    };
    const auto r = on_any_number(swaps{}, std::string("abcdef"), goal, h);
    CHECK(r.cost == 9);
    CHECK(r.actions.size() == r.path.size() - 1);
    const senda::any_of<std::string> starts{"abcdef", "fedcab"};
    const auto near =
        on_any_number(swaps{}, starts, [&](const std::string& s) { return s == goal; }, h);
    CHECK(near.cost == 1);
}

/// All nodes have the same hash.
struct one_hash : hashed<> {
    static std::uint64_t hash(int) { return 7; }
};

TEST_CASE("ties of the hash of parents are broken by bytes") {
    support::for_each_graph(40, 20, [](const support::test_graph& graph, auto& random) {
        const one_hash g{{&graph}};
        (void)on_any_number(g, random.below(graph.node_count()), random.below(graph.node_count()),
                            [](int) { return 0; });
    });
}

struct line {
    using node_type = std::uint64_t;
    using cost_type = int;
    int cost = 1;
    template <class Emit>
    void successors(std::uint64_t n, Emit&& emit) const {
        emit(2 * n + 1, cost);
        emit(2 * n + 2, cost);
    }
};
constexpr auto nothing = [](std::uint64_t) { return 0; };

TEST_CASE("limits, stop tokens and exceptions of one rank end A* on all") {
    const std::uint64_t start = 0;
    const auto negative =
        senda::mpi::astar(MPI_COMM_WORLD, line{-1}, start, senda::no_goal{}, nothing);
    CHECK(negative.status == status::negative_cost);
    const auto capped = senda::mpi::astar(MPI_COMM_WORLD, line{}, start, senda::no_goal{}, nothing,
                                          {.limits = {.cost = 9}});
    CHECK(capped.status == status::cost_limit);
    CHECK(capped.lower_bound == 10);
    for (int who = 0; who < size(); ++who) {
        senda::options o{.limits = {.cost = 30}};
        if (rank() == who) o.limits.bytes = 300'000;
        const auto poor =
            senda::mpi::astar(MPI_COMM_WORLD, line{}, start, senda::no_goal{}, nothing, o);
        CHECK(poor.status == status::memory_limit);
        CHECK(poor.stopped_by == who);
        CHECK(poor.lower_bound <= 30);
        CHECK(is_same_on_all(poor));

        const std::atomic<bool> now{true};
        const auto stopped = senda::mpi::astar(
            MPI_COMM_WORLD, line{}, start, senda::no_goal{}, nothing,
            {.stop = rank() == who ? senda::stop_token(now) : senda::stop_token()});
        CHECK(stopped.status == status::cancelled);

        bool has_thrown = false;
        try {
            const auto h = [&](std::uint64_t n) {
                if (n > 3000 && rank() == who) throw std::runtime_error("no estimate");
                return 0;
            };
            const auto r = senda::mpi::astar(MPI_COMM_WORLD, line{}, start, senda::no_goal{}, h);
            CHECK(r.status == status::aborted);
            CHECK(r.message == "rank " + std::to_string(who) + ": no estimate");
        } catch (const std::runtime_error&) {
            has_thrown = true;
        }
        CHECK(has_thrown == (rank() == who));
    }
}

}  // namespace mpi_astar_test
