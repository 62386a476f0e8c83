// SPDX-License-Identifier: MIT
// Edges to be walked brought into an order that survives.
#pragma once

#include <senda/pacman/richest/food_graph.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Looks for a walk through a food graph that uses each edge a given number of times and never runs
/// out of energy before the goal.
class walk_order {
public:
    using number = std::uint32_t;

    /// Orders walks in a graph, which must outlive it.
    explicit walk_order(const food_graph& g) : graph_(&g) {}

    /// Whether one with `left` survives the way along an edge, if its end still has its gain or
    /// not. The way loses all along, so only its last two cells matter: the first move is made with
    /// any energy, and the goal is entered with any.
    [[nodiscard]] bool survives(number e, number to, energy left, bool fresh) const {
        const price cost = graph_->edges()[e].cost;
        if (moves_of(cost) > 1 && left < energy_of(cost)) return false;
        const energy after = left - energy_of(cost) + (fresh ? (*graph_)[to].gain : 0);
        return to == food_graph::goal || after > 0;
    }

    /// The walk that uses each edge so many times, if one survives and is found within `effort`
    /// steps. The edges must hang together, with odd degrees at start and goal only.
    [[nodiscard]] bool find(const std::vector<std::uint8_t>& times, std::size_t effort,
                            std::vector<number>& walk) {
        times_ = times;
        effort_ = effort;
        seen_.assign(graph_->size(), false);
        walk_.clear();
        open_ = 0;
        loss_ = 0;
        for (number e = 0; e < times_.size(); ++e) {
            open_ += times_[e];
            loss_ += times_[e] * energy_of(graph_->edges()[e].cost);
        }
        for (number v = 2; v < graph_->size(); ++v)
            if (graph_->is_bomb(v) && is_open(v)) loss_ -= (*graph_)[v].gain;
        if (!extend(food_graph::start, graph_->map().start_energy())) return false;
        walk = walk_;
        return true;
    }

private:
    struct choice {
        number edge;
        energy after;
        bool welcome;  // more energy than before
    };

    [[nodiscard]] bool is_open(number v) const {
        for (const number e : (*graph_)[v].edges)
            if (times_[e] > 0) return true;
        return false;
    }

    // One who has more than all that is left to lose may go on in any order.
    bool extend(number at, energy left) {
        if (open_ == 0) return at == food_graph::goal;
        if (left > loss_) {
            finish(at);
            return true;
        }
        if (effort_ == 0 || --effort_ == 0) return false;
        std::vector<choice> choices = choices_at(at, left);
        for (const choice& c : choices) {
            const number to = graph_->edges()[c.edge].other(at);
            const bool fresh = !seen_[to];
            take(c.edge, to, fresh);
            if (hangs_together(to) && extend(to, c.after)) return true;
            give_back(c.edge, to, fresh);
        }
        return false;
    }

    [[nodiscard]] std::vector<choice> choices_at(number at, energy left) const {
        std::vector<choice> choices;
        for (const number e : (*graph_)[at].edges) {
            const number to = graph_->edges()[e].other(at);
            if (times_[e] == 0 || (to == food_graph::goal && open_ > 1)) continue;
            if (!survives(e, to, left, !seen_[to])) continue;
            const energy after =
                left - energy_of(graph_->edges()[e].cost) + (seen_[to] ? 0 : (*graph_)[to].gain);
            choices.push_back({e, after, after >= left});
        }
        std::sort(choices.begin(), choices.end(), [](const choice& a, const choice& b) {
            return a.after > b.after || (a.after == b.after && a.edge < b.edge);
        });
        return choices;
    }

    void take(number e, number to, bool fresh) {
        --times_[e];
        --open_;
        loss_ -= energy_of(graph_->edges()[e].cost);
        if (fresh && graph_->is_bomb(to)) loss_ += (*graph_)[to].gain;
        seen_[to] = true;
        walk_.push_back(e);
    }

    void give_back(number e, number to, bool fresh) {
        walk_.pop_back();
        if (fresh) seen_[to] = false;
        if (fresh && graph_->is_bomb(to)) loss_ -= (*graph_)[to].gain;
        loss_ += energy_of(graph_->edges()[e].cost);
        ++open_;
        ++times_[e];
    }

    // Whether all edges that are left can be reached from a node.
    [[nodiscard]] bool hangs_together(number from) {
        reached_.assign(graph_->size(), false);
        stack_.assign(1, from);
        reached_[from] = true;
        while (!stack_.empty()) {
            const number v = stack_.back();
            stack_.pop_back();
            for (const number e : (*graph_)[v].edges) {
                const number w = graph_->edges()[e].other(v);
                if (times_[e] == 0 || reached_[w]) continue;
                reached_[w] = true;
                stack_.push_back(w);
            }
        }
        for (number e = 0; e < times_.size(); ++e)
            if (times_[e] > 0 && !reached_[graph_->edges()[e].ends[0]]) return false;
        return true;
    }

    // C. Hierholzer, 1873: walks until stuck, and mends loops in from behind.
    void finish(number from) {
        std::vector<std::pair<number, number>> open{{from, food_graph::none}};
        std::vector<number> backwards;
        while (!open.empty()) {
            const number at = open.back().first;
            number next = food_graph::none;
            for (const number e : (*graph_)[at].edges)
                if (times_[e] > 0) next = e;
            if (next == food_graph::none) {
                if (open.back().second != food_graph::none) backwards.push_back(open.back().second);
                open.pop_back();
            } else {
                --times_[next];
                open.push_back({graph_->edges()[next].other(at), next});
            }
        }
        walk_.insert(walk_.end(), backwards.rbegin(), backwards.rend());
    }

    const food_graph* graph_;
    std::vector<std::uint8_t> times_;
    std::vector<bool> seen_;
    std::vector<number> walk_;
    std::size_t open_ = 0;  // how many edges are still to be walked
    energy loss_ = 0;       // what they cost, with the bombs among them
    std::size_t effort_ = 0;
    std::vector<bool> reached_;
    std::vector<number> stack_;
};

}  // namespace senda::pacman::detail
