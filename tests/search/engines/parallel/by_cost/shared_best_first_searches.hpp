// SPDX-License-Identifier: MIT
// Searches by f on threads, called by themselves and tuned, and graphs with costs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/hash.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/dijkstra.hpp>
#include <string>
#include <vector>

namespace support {

/// Threads share from the first expansions on, in rounds of a few nodes.
constexpr senda::detail::parallel_cost_tuning layers_at_once(std::uint64_t most) {
    return {.probe_every = 1 + most % 5,
            .min_frontier = static_cast<std::size_t>(most % 3),
            .min_spare_bytes = 0,
            .min_batch = 1 + most % 2 * 40,
            .min_round = 1,
            .max_round = most,
            .round_divisor = 1,
            .max_early = 1 + most % 4};
}

/// Small nodes with whole costs.
struct in_batches {
    template <class G, class Start, class Goal, class H>
    static auto run(const G& g, const Start& start, const Goal& goal, const H& h,
                    const senda::options& o, const senda::detail::parallel_cost_tuning& how) {
        using namespace senda::detail;
        engine_fallback left(o);
        batched_astar search(g, start, goal_from<const G&, Start>(goal), h, o);
        return run_shared<shared_best_first<decltype(search)>>(
            search, o.threads, how, [&](auto& last) { return left.result(last); });
    }
};

/// Any nodes and costs.
struct in_stores {
    template <class G, class Start, class Goal, class H>
    static auto run(const G& g, const Start& start, const Goal& goal, const H& h,
                    const senda::options& o, const senda::detail::parallel_cost_tuning& how) {
        using namespace senda::detail;
        using node = senda::node_of<G, Start>;
        engine_fallback left(o);
        const senda::no_observer nobody;
        best_first<order::cost_and_estimate, const G&, node, goal_type<Goal, node>, const H&,
                   const senda::no_observer&, std::uint32_t>
            search(g, start, goal_from<const G&, Start>(goal), h, o, nobody);
        return run_shared<shared_best_first<decltype(search)>>(
            search, o.threads, how, [&](auto& last) { return left.result(last); });
    }
};

/// The same of nodes that the graph numbers, all below 2^15.
struct in_numbers {
    template <class G, class Start, class Goal, class H>
    static auto run(const G& g, const Start& start, const Goal& goal, const H& h,
                    const senda::options& o, const senda::detail::parallel_cost_tuning& how) {
        const senda::indexed numbered(g, std::size_t{1} << 15U, [](std::uint64_t n) { return n; });
        return in_stores::run(numbered, start, goal, h, o, how);
    }
};

/// A random graph with costs that is computed: the same for the same seed.
struct scattered_costs {
    using node_type = std::uint64_t;
    using cost_type = int;
    using action_type = int;

    std::uint64_t seed = 1;
    std::uint64_t size = 1000;
    std::uint64_t degree = 3;  ///< the most
    std::uint64_t reach = 0;   ///< edges lead at most so far; 0 for anywhere
    std::uint64_t dearest = 9;

    template <class Emit>
    void successors(std::uint64_t n, Emit&& emit) const {
        const std::uint64_t all = senda::hash_value(n * 31 + seed);
        const std::uint64_t edges = all % (degree + 1);
        for (std::uint64_t i = 0; i < edges; ++i) {
            const std::uint64_t far = senda::hash_value(all + i + 1);
            const std::uint64_t to = reach == 0 ? far % size : (n + far % (reach + 1)) % size;
            const int cost = static_cast<int>(far / 1024 % (dearest + 1));
            emit(to, cost, static_cast<int>(i));
            if (i % 2 == 1) emit(to, cost + 1, -1);  // a second edge, and one to itself
            if (i % 3 == 2) emit(n, 0, -2);
        }
    }
};

inline constexpr int too_far = 500'000'000;

/// The true costs to a goal from all nodes of a small graph, by relaxing all edges again and again.
template <class IsGoal>
std::vector<int> costs_to_goal(const scattered_costs& g, const IsGoal& is_goal) {
    std::vector<int> costs(g.size, too_far);
    for (std::uint64_t n = 0; n < g.size; ++n) costs[n] = is_goal(n) ? 0 : too_far;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint64_t n = g.size; n-- > 0;) {
            g.successors(n, [&](std::uint64_t to, int cost, int) {
                if (costs[to] + cost >= costs[n]) return;
                costs[n] = costs[to] + cost;
                changed = true;
            });
        }
    }
    return costs;
}

/// Whether a path costs what its result says, each step by the edge of its action.
template <class Result, class IsGoal>
bool replays_with_cost(const scattered_costs& g, const Result& r, const IsGoal& is_goal) {
    if (r.path.empty() || r.actions.size() + 1 != r.path.size() || !is_goal(r.path.back()))
        return false;
    int total = 0;
    for (std::size_t i = 0; i + 1 < r.path.size(); ++i) {
        int least = -1;
        g.successors(r.path[i], [&](std::uint64_t to, int cost, int action) {
            if (to == r.path[i + 1] && action == r.actions[i]) least = cost;
        });
        if (least < 0) return false;
        total += least;
    }
    return total == r.cost;
}

/// What is wrong with the answers of threads on a random graph; empty if nothing.
template <class Engine>
std::string fault_of_layers(std::uint64_t round) {
    using senda::status;
    const std::uint64_t random = senda::hash_value(round + 77);
    const std::uint64_t dear = random / 256 % 4;
    const scattered_costs g{.seed = random,
                            .size = 1 + random % 150,
                            .degree = 1 + random / 7 % 5,
                            .reach = random / 64 % 2 == 0 ? 0 : 1 + random / 128 % 9,
                            .dearest = dear == 0   ? 1
                                       : dear == 1 ? 100'000
                                                   : 1 + random / 4096 % 20};
    const auto at = [&](std::uint64_t i) { return senda::hash_value(random + i) % g.size; };
    const std::vector<std::uint64_t> starts{at(1), at(2), at(1), at(3)};
    const std::uint64_t goal = at(4);
    const auto ends = [&](std::uint64_t n) { return round % 3 == 1 ? n % 37 == 36 : n == goal; };
    const std::vector<int> left = costs_to_goal(g, ends);
    const auto layers = layers_at_once(1 + round % 11);
    // Any number up to the true cost is admissible; drawn anew for each node it is inconsistent.
    const auto estimate = [&](std::uint64_t n) {
        if (round % 2 == 0) return 0;
        const auto drawn = static_cast<int>(senda::hash_value(n + random) % 5);
        return left[n] == too_far && drawn == 0 ? senda::infinite<int> : left[n] / 4 * drawn;
    };
    const bool is_from_all = round % 5 == 3;
    int expected = left[starts[0]];
    for (const std::uint64_t n : starts)
        if (is_from_all) expected = std::min(expected, left[n]);
    if (expected == too_far) expected = senda::infinite<int>;
    std::vector<std::uint64_t> first;
    bool is_first = true;
    for (const unsigned threads : {2u, 3u, 5u, 16u, 2u}) {
        const senda::options o{.threads = threads};
        const auto found = is_from_all
                               ? Engine::run(g, senda::any_of(starts), ends, estimate, o, layers)
                               : Engine::run(g, starts[0], ends, estimate, o, layers);
        if (found.cost != expected) return "another cost";
        if (found.status !=
            (expected == senda::infinite<int> ? status::exhausted : status::found)) {
            return "another status";
        }
        if (found.lower_bound != expected) return "another lower bound";
        if (found.status == status::found && !replays_with_cost(g, found, ends))
            return "the path does not replay";
        if (!is_first && found.path != first) return "another path";
        first = found.path;
        is_first = false;
    }
    return {};
}

/// The same graph with nodes that own memory and costs with a fraction.
struct named_costs {
    using node_type = std::string;
    using cost_type = double;
    using action_type = int;

    scattered_costs numbers;

    template <class Emit>
    void successors(const std::string& n, Emit&& emit) const {
        numbers.successors(std::stoull(n), [&](std::uint64_t to, int cost, int action) {
            emit(std::to_string(to), 0.1 * cost, action);
        });
    }
};

inline std::string fault_of_named_layers(std::uint64_t round) {
    const std::uint64_t random = senda::hash_value(round + 78);
    const named_costs g{{.seed = random,
                         .size = 1 + random % 150,
                         .degree = 1 + random / 7 % 5,
                         .reach = random / 64 % 2 == 0 ? 0 : 1 + random / 128 % 9,
                         .dearest = 1 + random / 4096 % 90}};
    const std::string start = std::to_string(random / 3 % g.numbers.size);
    const std::string goal = std::to_string(random / 5 % g.numbers.size);
    const auto nothing = [](const std::string&) { return 0.0; };
    const auto alone = senda::dijkstra(g, start, goal);
    std::vector<std::string> first;
    for (const unsigned threads : {2u, 3u, 16u}) {
        const auto found = in_stores::run(g, start, goal, nothing, {.threads = threads},
                                          layers_at_once(1 + round % 11));
        if (found.cost != alone.cost) return "another cost";
        if (found.lower_bound != alone.lower_bound) return "another lower bound";
        if (found.status != alone.status) return "another status";
        if (!first.empty() && found.path != first) return "another path";
        first = found.path;
        double cost = 0;
        for (std::size_t i = 0; i + 1 < found.path.size(); ++i) {
            double step = -1;
            g.successors(found.path[i], [&](const std::string& to, double c, int action) {
                if (to == found.path[i + 1] && action == found.actions[i]) step = c;
            });
            if (step < 0) return "the path does not replay";
            cost += step;
        }
        if (!found.path.empty() && cost != found.cost) return "the path costs something else";
    }
    return {};
}

}  // namespace support
