// SPDX-License-Identifier: MIT
// Agents that walk by PIBT alone, step by step or all the way.
#pragma once

#include <senda/detail/agents/agent_distances.hpp>
#include <senda/detail/agents/agent_graph.hpp>
#include <senda/detail/agents/pibt_step.hpp>
#include <senda/detail/agents/planning.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::detail {

/// Where agents are, and who goes first: whoever has been on the way for longest.
class walking_team {
public:
    walking_team(const agent_graph& g, agent_team& team, std::uint64_t seed)
        : graph_(g), team_(team), step_(g, team, seed) {
        step_.keep_room();
    }

    /// Takes in the next agent of the team.
    void add(agent_place at) {
        order_.push_back(static_cast<std::uint32_t>(at_.size()));
        at_.push_back(at);
        next_.push_back(nobody);
        stalls_.push_back(0);
    }
    /// An agent is gone; its number is not used again.
    void take_away(std::uint32_t i) {
        order_.erase(std::find(order_.begin(), order_.end(), i));
        at_[i] = nobody;
    }
    void stall(std::uint32_t i, bool stalls) noexcept { stalls_[i] = stalls ? 1 : 0; }

    /// Whether one more agent may be put on a node: room is kept for who is on the way to it.
    [[nodiscard]] bool has_room(agent_place first) const noexcept {
        std::uint32_t claims = 0;
        for (const std::uint32_t i : order_)
            if (graph_.end_of_way(at_[i]) == first) ++claims;
        return claims < graph_.slots_of(first);
    }

    [[nodiscard]] agent_place at(std::uint32_t i) const noexcept { return at_[i]; }
    [[nodiscard]] std::size_t size() const noexcept { return at_.size(); }
    [[nodiscard]] const std::vector<agent_place>& places() const noexcept { return at_; }
    [[nodiscard]] bool has_arrived(std::uint32_t i) const noexcept {
        return at_[i] != nobody && graph_.end(at_[i]) == team_.goal(i);
    }

    /// Moves all agents; `again()` is asked for a better of several ways. False if they are stuck:
    /// then nobody has moved.
    template <class Again>
    [[nodiscard]] bool step(Again&& again) {
        bool is_made = false;
        std::uint64_t least = 0;
        choose_pace();
        // When the first agents stand in the way of all others, others go first.
        for (int tries = 0; tries < 8 || (is_made && again()); ++tries) {
            if (is_made && !again()) break;
            std::fill(next_.begin(), next_.end(), nobody);
            for (const std::uint32_t i : order_)
                if (stalls_[i] != 0 && graph_.may_wait(at_[i])) next_[i] = at_[i];
            if (!step_(at_, next_, order_)) {
                if (!is_made && order_.size() > 1)
                    std::rotate(order_.begin(), order_.begin() + 1, order_.end());
                continue;
            }
            std::uint64_t rest = 0;
            for (const std::uint32_t i : order_) rest += team_.walk(i, next_[i]);
            if (is_made && rest >= least) continue;
            is_made = true;
            least = rest;
            best_ = next_;
        }
        if (!is_made) return false;
        at_ = best_;
        // Who is on the way keeps its place before those at their goals.
        arrived_.clear();
        std::size_t left = 0;
        for (const std::uint32_t i : order_) {
            if (has_arrived(i)) {
                arrived_.push_back(i);
            } else {
                order_[left++] = i;
            }
        }
        std::copy(arrived_.begin(), arrived_.end(),
                  order_.begin() + static_cast<std::ptrdiff_t>(left));
        return true;
    }

private:
    /// Whoever goes first lets others pass for a while, as it must in dead ends; but agents may go
    /// round and round for that, so it then hurries as far as its goal was. Where each place is on
    /// a circle it arrives.
    void choose_pace() {
        if (order_.empty()) return;
        const std::uint32_t i = order_.front();
        const std::uint32_t steps = std::min(team_.walk(i, at_[i]), graph_.size());
        if (i != first_) {
            first_ = i;
            patience_ = steps + 8;
            pace_ends_ = patience_;
            step_.hurry(nobody);
            is_hurrying_ = false;
        } else if (pace_ends_ == 0) {
            is_hurrying_ = !is_hurrying_;
            if (is_hurrying_) patience_ = std::min(2 * patience_, graph_.size() + 8);
            pace_ends_ = is_hurrying_ ? steps : patience_;
            step_.hurry(is_hurrying_ ? i : nobody);
        }
        if (pace_ends_ > 0) --pace_ends_;
    }

    const agent_graph& graph_;
    agent_team& team_;
    pibt_step step_;
    std::vector<agent_place> at_;  // of each agent; nobody: it is not there
    std::vector<agent_place> next_;
    std::vector<agent_place> best_;
    std::vector<unsigned char> stalls_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> arrived_;
    std::uint32_t first_ = nobody;  // who goes first
    std::uint32_t patience_ = 0;    // for so many steps it lets others pass
    std::uint32_t pace_ends_ = 0;   // in so many steps
    bool is_hurrying_ = false;
};

/// Lets all agents walk until they are at their goals at the same time; false if that takes so
/// many steps that they may go round and round, or if the control has ended. Then paths lead to
/// where they were nearest to that.
[[nodiscard]] inline bool walk_to_goals(planning_task& task, std::uint64_t seed,
                                        std::vector<std::vector<agent_place>>& paths) {
    const auto agents = static_cast<std::uint32_t>(task.starts.size());
    const std::uint64_t bytes_a_step = agents * sizeof(agent_place);
    memory_budget& budget = task.control.budget();
    walking_team walkers(task.graph, task.team, seed);
    for (const agent_place start : task.starts) walkers.add(start);
    const std::uint64_t most = 4 * (std::uint64_t{task.graph.size()} + agents) + 64;
    std::uint64_t held = 0;
    std::uint64_t nearest = ~std::uint64_t{0};  // the steps that are left
    std::size_t best = 0;
    paths.assign(agents, {});
    for (std::size_t step = 0;; ++step) {
        std::uint64_t left = 0;
        for (std::uint32_t i = 0; i < agents; ++i) {
            paths[i].push_back(walkers.at(i));
            left += task.team.walk(i, walkers.at(i));
        }
        if (left < nearest) {
            nearest = left;
            best = step;
        }
        if (left == 0) return true;
        if (step == most || !task.control.may_expand() || !task.control.poll() ||
            !task.control.fits(budget.take(bytes_a_step)))
            break;
        held += bytes_a_step;
        if (!walkers.step([] { return false; })) break;
    }
    budget.give(held);
    for (auto& path : paths) path.resize(best + 1);
    return false;
}

}  // namespace senda::detail
