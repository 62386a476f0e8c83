// SPDX-License-Identifier: MIT
// Agents that must not collide, by brute force: the least sum of costs among the configurations of
// all agents, and whether a plan keeps the rules. Written apart from the library's planners.
#pragma once

#include "random_graphs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <senda/agents/plan.hpp>
#include <string>
#include <utility>
#include <vector>

namespace support {

/// A graph whose nodes hold several agents.
struct agents_graph {
    using cost_type = int;
    std::vector<std::vector<test_edge<int>>> out;
    std::vector<std::uint32_t> room;

    template <class Emit>
    void successors(int n, Emit&& emit) const {
        for (const auto& e : out[static_cast<std::size_t>(n)]) emit(e.to, e.cost);
    }
    [[nodiscard]] static std::size_t index(int n) { return static_cast<std::size_t>(n); }
    [[nodiscard]] std::size_t index_bound() const { return out.size(); }
    [[nodiscard]] std::uint32_t capacity(int n) const { return room[static_cast<std::size_t>(n)]; }
};

/// Agents in a graph.
struct agents_instance {
    agents_graph graph;
    std::vector<int> starts;
    std::vector<int> goals;
    senda::agents::rules rules;
};

/// All moves of one agent, where it is after some steps along an edge too.
class joint_space {
    using number = std::size_t;
    struct position {
        number spot;  // what several agents share: a node, or a step on the way both ways
        std::vector<number> next;
    };

public:
    explicit joint_space(const agents_instance& instance)
        : instance_(instance), nodes_(instance.graph.out.size()) {
        positions_.resize(nodes_);
        room_.assign(instance.graph.room.begin(), instance.graph.room.end());
        for (number v = 0; v < nodes_; ++v) positions_[v] = {v, {v}};
        steps_.assign(nodes_ * nodes_, 0);
        way_.assign(nodes_ * nodes_, 0);
        const bool is_timed = instance.rules.travel == senda::agents::travel::cost_steps;
        for (number u = 0; u < nodes_; ++u) {
            for (const auto& e : instance.graph.out[u]) {
                int& known = steps_[u * nodes_ + static_cast<number>(e.to)];
                const int steps = is_timed ? e.cost : 1;
                if (known == 0 || steps < known) known = steps;
            }
        }
        for (number u = 0; u < nodes_; ++u) {
            for (number v = 0; v < nodes_; ++v) {
                if (u == v || steps_[u * nodes_ + v] == 0) continue;
                if (room_[u] != 0 && room_[v] != 0) add_edge(u, v);
            }
        }
    }

    /// The least sum of costs; nothing if agents cannot get to their goals.
    [[nodiscard]] std::optional<std::uint64_t> least_cost() const {
        const number agents = instance_.starts.size();
        number size = 1;
        for (number i = 0; i < agents; ++i) size *= 2 * positions_.size();
        std::vector<bool> is_done(size, false);
        // By the sum of costs: a step costs one for each agent that has not arrived for good.
        std::vector<std::vector<number>> open(1);
        state start(agents);
        for (number i = 0; i < agents; ++i)
            start[i] = {static_cast<number>(instance_.starts[i]), false};
        for (number i = 0; i < agents; ++i)
            if (const number n = start[i].first; count(start, n) > room_[n]) return {};
        open[0].push_back(code(start));
        for (number cost = 0; cost < open.size(); ++cost) {
            for (number k = 0; k < open[cost].size(); ++k) {
                const number now = open[cost][k];
                if (is_done[now]) continue;
                is_done[now] = true;
                const state s = decode(now);
                number left = 0;
                for (const auto& [at, rests] : s) left += rests ? 0 : 1;
                if (left == 0) return cost;
                if (open.size() <= cost + left) open.resize(cost + left + 1);
                for (number i = 0; i < agents; ++i) {
                    if (s[i].second || s[i].first != static_cast<number>(instance_.goals[i]))
                        continue;
                    state arrived = s;
                    arrived[i].second = true;
                    open[cost].push_back(code(arrived));
                }
                state next = s;
                step(s, next, 0, [&] { open[cost + left].push_back(code(next)); });
            }
            open[cost] = {};
        }
        return {};
    }

    /// What is wrong with a plan; nothing if it keeps the rules.
    [[nodiscard]] std::string fault(const senda::agents::plan<int>& plan) const {
        const number agents = instance_.starts.size();
        if (plan.paths.size() != agents) return "there is not a path for each agent";
        number end = 0;
        std::uint64_t sum = 0;
        std::vector<std::vector<number>> at(agents);
        for (number i = 0; i < agents; ++i) {
            const std::vector<int>& path = plan.paths[i];
            if (path.empty() || path.front() != instance_.starts[i])
                return "an agent starts elsewhere";
            if (path.back() != instance_.goals[i]) return "an agent ends elsewhere";
            if (path.size() > 1 && path[path.size() - 2] == path.back())
                return "a path ends by waiting";
            for (const int n : path) at[i].push_back(static_cast<number>(n));
            for (number t = 1; t < path.size(); ++t) {
                const number u = static_cast<number>(path[t - 1]);
                const number v = static_cast<number>(path[t]);
                if (u == v) continue;
                const auto steps = static_cast<number>(steps_[u * nodes_ + v]);
                if (steps == 0) return "there is no such edge";
                for (number k = 1; k < steps; ++k) {
                    const number when = t - steps + k;
                    if (when > t || when == 0 || at[i][when] != u) return "an edge takes longer";
                    at[i][when] = way_[u * nodes_ + v] + k - 1;
                }
            }
            end = std::max(end, path.size() - 1);
            sum += path.size() - 1;
        }
        if (plan.sum_of_costs != sum) return "the sum of costs is wrong";
        if (plan.makespan != end) return "the makespan is wrong";
        for (number t = 0; t <= end; ++t) {
            state before(agents);
            state after(agents);
            for (number i = 0; i < agents; ++i) {
                before[i].first = at[i][std::min(t, at[i].size() - 1)];
                after[i].first = at[i][std::min(t + 1, at[i].size() - 1)];
            }
            for (number i = 0; i < agents; ++i)
                if (!fits(before, after, i)) return "agents collide in step " + std::to_string(t);
        }
        return {};
    }

private:
    using state = std::vector<std::pair<number, bool>>;  // where, and whether for good

    void add_edge(number u, number v) {
        const auto steps = static_cast<number>(steps_[u * nodes_ + v]);
        number from = u;
        way_[u * nodes_ + v] = positions_.size();
        // The way back, if it takes as long, is the same road.
        const bool is_back = v < u && steps_[v * nodes_ + u] == steps_[u * nodes_ + v];
        const number back = way_[v * nodes_ + u];
        for (number k = 1; k < steps; ++k) {
            const number here = positions_.size();
            const number spot = is_back ? positions_[back + steps - 1 - k].spot : room_.size();
            if (!is_back) room_.push_back(1);
            positions_.push_back({spot, {}});
            positions_[from].next.push_back(here);
            from = here;
        }
        positions_[from].next.push_back(v);
    }

    [[nodiscard]] number code(const state& s) const {
        number n = 0;
        for (const auto& [at, rests] : s) n = (n * positions_.size() + at) * 2 + (rests ? 1 : 0);
        return n;
    }
    [[nodiscard]] state decode(number n) const {
        state s(instance_.starts.size());
        for (number i = s.size(); i-- > 0; n /= 2 * positions_.size())
            s[i] = {n / 2 % positions_.size(), n % 2 == 1};
        return s;
    }
    [[nodiscard]] number count(const state& s, number spot) const {
        number n = 0;
        for (const auto& [at, rests] : s) n += positions_[at].spot == spot ? 1 : 0;
        return n;
    }

    /// Whether agent `i` collides with none of those before it.
    [[nodiscard]] bool fits(const state& before, const state& after, number i) const {
        const number here = positions_[before[i].first].spot;
        const number there = positions_[after[i].first].spot;
        number holders = 1;
        number leavers = 0;
        number comers_here = 0;
        for (number k = 0; k < i; ++k) {
            const number was = positions_[before[k].first].spot;
            const number is = positions_[after[k].first].spot;
            if (was == there && is == here && here != there) return false;
            if (is == there) ++holders;
            if (was == there && is != there) ++leavers;
            if (was == here || is == here) ++comers_here;
        }
        if (holders > room_[there]) return false;
        if (instance_.rules.following == senda::agents::following::allowed) return true;
        return holders + leavers <= room_[there] &&
               (here == there || comers_here + 1 <= room_[here]);
    }

    template <class Visitor>
    void step(const state& s, state& next, number i, Visitor&& visitor) const {
        if (i == s.size()) {
            visitor();
            return;
        }
        for (const number to : positions_[s[i].first].next) {
            if (s[i].second && to != s[i].first) continue;
            next[i] = {to, s[i].second};
            if (fits(s, next, i)) step(s, next, i + 1, visitor);
        }
    }

    const agents_instance& instance_;
    number nodes_;
    std::vector<position> positions_;
    std::vector<number> room_;  // of each spot
    std::vector<int> steps_;    // from node to node; 0 without an edge
    std::vector<number> way_;   // ... and the first position between
};

/// What random instances are like.
struct agents_shape {
    int max_nodes = 8;
    int agents = 3;
    bool directed = false;
    bool several = false;     ///< nodes may hold several
    bool long_edges = false;  ///< edges take up to 3 steps
    bool following = true;
};

/// One of the sixteen kinds of rules and graphs.
inline agents_shape agents_of_kind(int kind) {
    agents_shape made;
    made.directed = (kind & 1) != 0;
    made.several = (kind & 2) != 0;
    made.long_edges = (kind & 4) != 0;
    made.following = (kind & 8) == 0;
    return made;
}

/// A random instance; agents have different starts and goals where nodes hold one.
inline agents_instance random_agents(const agents_shape& wanted, split_mix64& random) {
    agents_instance made;
    const int nodes = random.between(std::max(2, wanted.agents), wanted.max_nodes);
    made.graph.out.resize(static_cast<std::size_t>(nodes));
    for (int v = 0; v < nodes; ++v)
        made.graph.room.push_back(wanted.several && random.percent(25) ? 2 : 1);
    const auto connect = [&](int u, int v) {
        const int steps = wanted.long_edges && random.percent(30) ? random.between(2, 3) : 1;
        made.graph.out[static_cast<std::size_t>(u)].push_back({v, steps});
        if (wanted.directed && random.percent(60)) return;
        const int back = wanted.long_edges && random.percent(20) ? random.between(1, 3) : steps;
        made.graph.out[static_cast<std::size_t>(v)].push_back({u, back});
    };
    for (int v = 1; v < nodes; ++v) connect(random.below(v), v);
    if (wanted.directed) connect(nodes - 1, 0);
    for (int more = random.below(nodes + 1); more > 0; --more) {
        const int u = random.below(nodes);
        const int v = random.below(nodes);
        if (u != v) connect(u, v);
    }
    for (std::vector<int>* const ends : {&made.starts, &made.goals}) {
        std::vector<int> free;
        for (int v = 0; v < nodes; ++v)
            for (std::uint32_t k = 0; k < made.graph.room[static_cast<std::size_t>(v)]; ++k)
                free.push_back(v);
        for (int i = 0; i < wanted.agents; ++i) {
            const auto k = static_cast<std::size_t>(random.below(static_cast<int>(free.size())));
            ends->push_back(free[k]);
            free.erase(free.begin() + static_cast<std::ptrdiff_t>(k));
        }
    }
    if (!wanted.following) made.rules.following = senda::agents::following::forbidden;
    if (wanted.long_edges) made.rules.travel = senda::agents::travel::cost_steps;
    return made;
}

/// Calls `body(instance, random)` for so many random instances of all kinds, small enough to try
/// all there is.
template <class Body>
void for_each_agents_instance(int count, Body body) {
    for (int seed = 1; seed <= count; ++seed) {
        split_mix64 random{static_cast<std::uint64_t>(seed) + 77'000};
        agents_shape wanted = agents_of_kind(seed % 16);
        wanted.agents = random.between(1, wanted.long_edges ? 3 : 4);
        wanted.max_nodes = wanted.agents == 4 || (wanted.long_edges && wanted.agents == 3) ? 6 : 8;
        const agents_instance instance = random_agents(wanted, random);
        INFO("seed: " << seed);
        body(instance, random);
    }
}

}  // namespace support
