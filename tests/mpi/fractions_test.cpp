// SPDX-License-Identifier: MIT
#include "mpi/ranks.hpp"
#include "support/random_graphs.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <mpi.h>
#include <senda/scale/mpi/astar.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/verify.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace mpi_fractions_test {

using namespace ranks;
using senda::status;

/// Shakes the order in which ranks hear of each other: now and then one sleeps.
template <class G>
struct shaken : G {
    using node_type = typename G::node_type;
    std::uint64_t seed = 0;

    template <class Emit>
    void successors(const node_type& n, Emit&& emit) const {
        const std::uint64_t chance = senda::hash_value(
            senda::hash_combine(seed, senda::hash_value(n)) + static_cast<std::uint64_t>(rank()));
        if (chance % 16 == 0)
            std::this_thread::sleep_for(std::chrono::microseconds(chance / 16 % 300));
        G::successors(n, emit);
    }
};

/// One rank alone must have the same answer as all together, and so at any speed.
template <class G, class Start, class Goal, class H>
auto on_any_number(const G& g, const Start& start, const Goal& goal, const H& h,
                   const senda::options& o = {}) {
    const auto alone = senda::mpi::astar(MPI_COMM_SELF, g, start, goal, h, o);
    const auto check = [&](const auto& r) {
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
    };
    static std::uint64_t seed = 0;
    check(senda::mpi::astar(MPI_COMM_WORLD, g, start, goal, h, o));
    check(senda::mpi::astar(MPI_COMM_WORLD, shaken<G>{g, ++seed}, start, goal, h, o));
    return alone;
}

/// Estimates that are admissible and not consistent, of which some are exact and some say "none".
template <class Cost, class G>
std::vector<Cost> estimates(const support::basic_test_graph<Cost>& graph, const G& g, int goal,
                            support::split_mix64& random) {
    std::vector<Cost> all;
    const int kind = random.below(3);
    for (int n = 0; n < graph.node_count(); ++n) {
        const auto truth = senda::dijkstra(g, n, goal);
        if (!truth) {
            all.push_back(random.percent(50) ? senda::infinite<Cost> : static_cast<Cost>(3));
        } else {
            const double part = kind == 0 ? 0 : kind == 1 ? 1 : random.unit();
            all.push_back(part == 1 ? truth.cost
                                    : static_cast<Cost>(static_cast<double>(truth.cost) * part));
        }
    }
    return all;
}

template <class Cost>
void compare(const support::basic_test_graph<Cost>& graph, support::split_mix64& random) {
    const int start = random.below(graph.node_count());
    const int goal = random.below(graph.node_count());
    const hashed<Cost> g{&graph};
    const auto h = estimates<Cost>(graph, g, goal, random);
    const auto estimate = [&](int n) { return h[static_cast<std::size_t>(n)]; };
    const auto r = on_any_number(g, start, goal, estimate);
    const auto plain = senda::dijkstra(g, start, goal);
    CHECK(r.status == plain.status);
    if (!r) return;
    CHECK(r.cost == doctest::Approx(static_cast<double>(plain.cost)));
    CHECK(r.lower_bound == r.cost);
}

TEST_CASE("A* on ranks finds the least cost of fractions, however slow a rank is") {
    support::for_each_graph(150, 30, [](const support::test_graph& whole, auto& random) {
        compare(support::with_costs<double>(whole, [&](int cost) { return cost * random.unit(); }),
                random);
        compare(whole, random);
    });
}

TEST_CASE("A* on ranks is right where costs are nothing, or lost in rounding") {
    support::for_each_graph(100, 30, [](const support::test_graph& whole, auto& random) {
        const int kind = random.below(3);
        compare(support::with_costs<double>(whole,
                                            [&](int cost) {
                                                const double much = cost % 3;
                                                if (kind == 0) return much;
                                                if (kind == 1)
                                                    return much + 1e-17 * random.below(3);
                                                return 0.1 * cost;
                                            }),
                random);
        compare(support::with_costs<float>(
                    whole, [&](int cost) { return static_cast<float>(cost) * 0.1F; }),
                random);
    });
}

/// Swaps of letters, which cost the root of their distance.
struct swaps {
    using node_type = std::string;
    using cost_type = double;
    using action_type = char;

    template <class Emit>
    void successors(const std::string& s, Emit&& emit) const {
        static constexpr double roots[] = {
            0, 1, 1.4142135623730951, 1.7320508075688772, 2, 2.23606797749979};
        for (std::size_t i = 0; i < s.size(); ++i) {
            for (std::size_t k = i + 1; k < s.size(); ++k) {
                std::string t = s;
                std::swap(t[i], t[k]);
                emit(std::move(t), roots[k - i], s[i]);
            }
        }
    }
};

TEST_CASE("A* on ranks adds up fractions between strings, from several starts to several goals") {
    const std::string goal = "fedcba";
    const auto h = [&](const std::string& s) { return s == goal ? 0.0 : 1.0; };
    const std::string start = "abcdef";
    const auto r = on_any_number(swaps{}, start, goal, h);
    CHECK(r.cost == senda::dijkstra(swaps{}, start, goal).cost);
    CHECK(r.actions.size() == r.path.size() - 1);
    const senda::any_of<std::string> starts{"abcdef", "fedcab"};
    const auto near =
        on_any_number(swaps{}, starts, [&](const std::string& s) { return s == goal; }, h);
    CHECK(near.cost == 1);
    const auto none = [](const std::string&) { return 0.0; };
    const senda::any_of<std::string> goals{"fedcba", "badcfe", "bacdfe"};
    CHECK(on_any_number(swaps{}, start, goals, none).cost == 2);
}

/// All nodes have the same hash.
struct one_hash : hashed<double> {
    static std::uint64_t hash(int) { return 7; }
};

TEST_CASE("ties of the hash of parents are broken by bytes where costs are fractions, too") {
    support::for_each_graph(40, 20, [](const support::test_graph& whole, auto& random) {
        const auto graph = support::with_costs<double>(whole, [](int cost) { return cost; });
        const one_hash g{{&graph}};
        (void)on_any_number(g, random.below(graph.node_count()), random.below(graph.node_count()),
                            [](int) { return 0; });
    });
}

TEST_CASE("an estimate that is too high leads to some path, of the cost that it says") {
    support::for_each_graph(100, 30, [](const support::test_graph& whole, auto& random) {
        const auto graph =
            support::with_costs<double>(whole, [&](int cost) { return cost * random.unit(); });
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const hashed<double> g{&graph};
        const auto h = [](int n) { return static_cast<double>(senda::hash_value(n) % 1000); };
        const auto r = senda::mpi::astar(MPI_COMM_WORLD, g, start, goal, h);
        CHECK(r.status == senda::dijkstra(g, start, goal).status);
        CHECK(is_same_on_all(r));
        CHECK(verify(g, start, goal, r));
    });
}

struct tree {
    using node_type = std::uint64_t;
    using cost_type = double;
    double cost = 1;
    template <class Emit>
    void successors(std::uint64_t n, Emit&& emit) const {
        emit(2 * n + 1, cost);
        emit(2 * n + 2, cost * 1.25);
    }
};
constexpr auto nothing = [](std::uint64_t) { return 0; };

TEST_CASE("limits, stop tokens and exceptions of one rank end A* by fractions on all") {
    const std::uint64_t start = 0;
    const auto search = [&](const tree& g, const auto& h, const senda::options& o = {}) {
        return senda::mpi::astar(MPI_COMM_WORLD, g, start, senda::no_goal{}, h, o);
    };
    CHECK(search(tree{-1}, nothing).status == status::negative_cost);
    const auto capped = search(tree{}, nothing, {.limits = {.cost = 9}});
    CHECK(capped.status == status::cost_limit);
    CHECK(capped.lower_bound == 9.25);
    CHECK(is_same_on_all(capped));
    for (int who = 0; who < size(); ++who) {
        senda::options o;
        if (rank() == who) o.limits.bytes = 300'000;
        const auto poor = search(tree{}, nothing, o);
        CHECK(poor.status == status::memory_limit);
        CHECK(poor.stopped_by == who);
        CHECK(poor.lower_bound > 0);
        CHECK(poor.lower_bound < 30);
        CHECK(is_same_on_all(poor));

        const auto few =
            search(tree{}, nothing,
                   {.limits = {.expansions = rank() == who ? 100u : std::uint64_t{1'000'000'000}}});
        CHECK(few.status == status::expansion_limit);
        CHECK(few.stopped_by == who);

        const std::atomic<bool> now{true};
        const auto stopped =
            search(tree{}, nothing,
                   {.stop = rank() == who ? senda::stop_token(now) : senda::stop_token()});
        CHECK(stopped.status == status::cancelled);
        CHECK(stopped.stopped_by == who);

        const auto late = search(
            tree{}, nothing,
            {.limits = {.time = rank() == who ? senda::duration(0.01) : senda::duration(1e9)}});
        CHECK(late.status == status::time_limit);

        bool has_thrown = false;
        try {
            const auto h = [&](std::uint64_t n) {
                if (n > 3000 && rank() == who) throw std::runtime_error("no estimate");
                return 0;
            };
            const auto r = search(tree{}, h);
            CHECK(r.status == status::aborted);
            CHECK(r.message == "rank " + std::to_string(who) + ": no estimate");
        } catch (const std::runtime_error&) {
            has_thrown = true;
        }
        CHECK(has_thrown == (rank() == who));
    }
}

TEST_CASE("the lower bound of A* on ranks holds wherever a limit strikes") {
    support::for_each_graph(60, 30, [](const support::test_graph& whole, auto& random) {
        const auto graph =
            support::with_costs<double>(whole, [&](int cost) { return cost * random.unit(); });
        const hashed<double> g{&graph};
        const int start = random.below(graph.node_count());
        const int goal = random.below(graph.node_count());
        const auto plain = senda::dijkstra(g, start, goal);
        const auto h = estimates<double>(graph, g, goal, random);
        const auto estimate = [&](int n) { return h[static_cast<std::size_t>(n)]; };
        const auto expansions = static_cast<std::uint64_t>(random.below(12));
        const auto r = senda::mpi::astar(MPI_COMM_WORLD, g, start, goal, estimate,
                                         {.limits = {.expansions = expansions}});
        CHECK(is_same_on_all(r));
        CHECK(verify(g, start, goal, r));
        if (r) CHECK(r.cost == doctest::Approx(plain.cost));
        CHECK(r.lower_bound <= plain.cost * (1 + 1e-9));
        if (r.status == status::exhausted) CHECK(plain.status == status::exhausted);
    });
}

}  // namespace mpi_fractions_test
