// SPDX-License-Identifier: MIT
// Paths that keep out of each other's way before anybody has moved: who follows them jams less.
// After Z. Chen, D. Harabor, J. Li, P. J. Stuckey, Traffic Flow Optimisation for Lifelong
// Multi-Agent Path Finding, 2024.
#pragma once

#include <senda/detail/agents/agent_distances.hpp>
#include <senda/detail/agents/agent_graph.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/storage/random.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::detail {

/// What traffic costs beside the steps of a path, in parts of a step.
struct traffic_costs {
    std::uint32_t step = 16;
    std::uint32_t against = 8;  ///< for each agent that comes along an edge the other way
    std::uint32_t crowd = 1;    ///< for each agent that passes through a place
};

/// A path for each agent, cheap by steps and traffic. Each in turn takes the cheapest among those
/// of the others, some times over.
class guide_paths {
    struct node {
        agent_place at;
        std::uint32_t cost;
        std::uint32_t parent;
    };

public:
    guide_paths(const agent_graph& g, const agent_team& team,
                const std::vector<agent_place>& starts, const traffic_costs& costs)
        : graph_(g),
          team_(team),
          starts_(starts),
          costs_(costs),
          along_(g.to.size(), 0),
          through_(g.size(), 0),
          waits_(g.size(), 0),
          back_(g.edges_back()),
          best_(g.size(), nobody),
          next_(starts.size()) {}

    /// Plans all agents once; `allow()` is asked whether to go on.
    template <class Allow>
    bool plan(random_source& random, Allow&& allow) {
        std::vector<std::uint32_t> order(starts_.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
        shuffle(order, random);
        for (const std::uint32_t i : order) {
            if (!allow()) return false;
            count(i, false);
            find(i);
            count(i, true);
        }
        return true;
    }

    /// Learns from a plan what a visit of each place takes beside its step: who waits there, or
    /// goes away from its goal, is late by so much.
    void learn(const std::vector<std::vector<agent_place>>& paths) {
        constexpr std::uint32_t most = 16;  // steps
        std::vector<std::uint32_t> visits(graph_.size(), 0);
        std::vector<std::uint32_t> late(graph_.size(), 0);
        for (std::uint32_t i = 0; i < paths.size(); ++i) {
            const std::size_t steps = agents::steps_of(paths[i]);
            for (std::size_t t = 0; t < steps; ++t) {
                const agent_place p = paths[i][t];
                const agent_place q = paths[i][t + 1];
                if (p == q) {
                    ++late[p];
                } else {
                    ++visits[p];
                    if (team_.walk(i, q) > team_.walk(i, p)) late[p] += 2;
                }
            }
        }
        for (agent_place p = 0; p < graph_.size(); ++p) {
            const std::uint32_t each = late[p] * costs_.step / std::max(visits[p], 1U);
            const std::uint32_t now = std::min(each, most * costs_.step);
            waits_[p] = (3 * waits_[p] + now) / 4;
        }
    }

    /// Where the path of an agent leads from a place on it; `nobody` from others.
    [[nodiscard]] agent_place next(std::uint32_t agent, agent_place p) const noexcept {
        const auto& steps = next_[agent];
        const auto at = std::lower_bound(steps.begin(), steps.end(), p,
                                         [](const std::pair<agent_place, agent_place>& s,
                                            agent_place sought) { return s.first < sought; });
        return at != steps.end() && at->first == p ? at->second : nobody;
    }

private:
    void count(std::uint32_t i, bool is_there) {
        for (const auto& [p, q] : next_[i]) {
            const std::uint32_t e = graph_.edge(p, q);
            along_[e] += is_there ? 1U : ~0U;
            through_[q] += is_there ? 1U : ~0U;
        }
    }
    void find(std::uint32_t i) {
        for (const agent_place p : touched_) best_[p] = nobody;
        touched_.clear();
        nodes_.clear();
        for (auto& bucket : open_) bucket.clear();
        const std::uint32_t least = team_.walk(i, starts_[i]) * costs_.step;
        reach(i, starts_[i], 0, nobody, least);
        for (std::size_t f = 0; f < open_.size(); ++f) {
            while (!open_[f].empty()) {
                const std::uint32_t id = open_[f].back();
                open_[f].pop_back();
                const node n = nodes_[id];
                if (best_[n.at] != n.cost) continue;
                if (team_.walk(i, n.at) == 0) return keep(i, id);
                for (std::uint32_t e = graph_.first[n.at]; e != graph_.first[n.at + 1]; ++e) {
                    const agent_place q = graph_.to[e];
                    const std::uint32_t back = back_[e];
                    const std::uint32_t cost = n.cost + costs_.step + costs_.crowd * through_[q] +
                                               waits_[q] +
                                               (back == nobody ? 0 : costs_.against * along_[back]);
                    reach(i, q, cost, id, least);
                }
            }
        }
    }
    void reach(std::uint32_t i, agent_place p, std::uint32_t cost, std::uint32_t parent,
               std::uint32_t least) {
        if (best_[p] <= cost) return;
        const std::uint32_t rest = team_.walk(i, p);
        if (rest == unreachable) return;
        if (best_[p] == nobody) touched_.push_back(p);
        best_[p] = cost;
        const std::size_t f = cost + rest * costs_.step - least;
        if (f >= open_.size()) open_.resize(f + 1);
        open_[f].push_back(static_cast<std::uint32_t>(nodes_.size()));
        nodes_.push_back({p, cost, parent});
    }
    void keep(std::uint32_t i, std::uint32_t id) {
        next_[i].clear();
        for (; nodes_[id].parent != nobody; id = nodes_[id].parent)
            next_[i].emplace_back(nodes_[nodes_[id].parent].at, nodes_[id].at);
        std::sort(next_[i].begin(), next_[i].end());
    }

    const agent_graph& graph_;
    const agent_team& team_;
    const std::vector<agent_place>& starts_;
    traffic_costs costs_;
    std::vector<std::uint32_t> along_;    // of each edge: how many go along it
    std::vector<std::uint32_t> through_;  // of each place
    std::vector<std::uint32_t> waits_;    // of each place: what a visit takes beside its step
    std::vector<std::uint32_t> back_;     // of each edge: that back
    std::vector<std::uint32_t> best_;
    std::vector<agent_place> touched_;
    std::vector<node> nodes_;
    std::vector<std::vector<std::uint32_t>> open_;
    std::vector<std::vector<std::pair<agent_place, agent_place>>>
        next_;  // of each agent: its path, by place
};

}  // namespace senda::detail
