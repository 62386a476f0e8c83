// SPDX-License-Identifier: MIT
// The edges of a walk brought into an order that survives.
#pragma once

#include <pacman/richest/food_graph.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Looks for an Eulerian walk: one through a food graph that uses each edge a given number of
/// times, and never runs out of energy before the goal.
class eulerian_walk {
public:
    explicit eulerian_walk(const food_graph& g) : graph_(&g) {}

    /// The energy of one with `left` after an edge, whose end still has its gain or not.
    [[nodiscard]] energy after(graph_id e, graph_id to, energy left, bool fresh) const {
        return left - cost(e) + (fresh ? (*graph_)[to].gain : 0);
    }
    /// Whether one with `left` survives an edge. The path loses all along, so only its last two
    /// cells matter: the first move is made with any energy, and the goal is entered with any.
    [[nodiscard]] bool survives(graph_id e, graph_id to, energy left, bool fresh) const {
        if (moves_of(graph_->edges()[e].cost) > 1 && left < cost(e)) return false;
        return to == food_graph::goal || after(e, to, left, fresh) > 0;
    }

    /// The walk that uses each edge so many times, if one survives and is found within some steps.
    /// The edges must be connected, with odd degrees at start and goal only.
    [[nodiscard]] std::optional<std::vector<graph_id>> find(
        const std::vector<std::uint8_t>& times) {
        times_ = times;
        effort_ = 20'000;
        seen_.assign(graph_->size(), false);
        walk_.clear();
        open_ = 0;
        loss_ = 0;
        for (graph_id e = 0; e < times_.size(); ++e) {
            open_ += times_[e];
            loss_ += times_[e] * cost(e);
        }
        for (graph_id v = 2; v < graph_->size(); ++v)
            if (graph_->is_bomb(v) && is_open(v)) loss_ -= (*graph_)[v].gain;
        if (!extend(food_graph::start, graph_->map().start_energy())) return std::nullopt;
        return walk_;
    }

private:
    [[nodiscard]] energy cost(graph_id e) const { return energy_of(graph_->edges()[e].cost); }

    [[nodiscard]] bool is_open(graph_id v) const {
        const std::vector<graph_id>& edges = (*graph_)[v].edges;
        return std::any_of(edges.begin(), edges.end(), [&](graph_id e) { return times_[e] > 0; });
    }

    // With more energy than all that is left to lose, any order will do.
    bool extend(graph_id at, energy left) {
        if (open_ == 0) return at == food_graph::goal;
        if (left > loss_) {
            finish(at);
            return true;
        }
        if (effort_ == 0 || --effort_ == 0) return false;
        for (const auto& [debt, e] : choices_at(at, left)) {
            const graph_id to = graph_->edges()[e].other(at);
            const bool fresh = !seen_[to];
            const energy bomb = fresh && graph_->is_bomb(to) ? -(*graph_)[to].gain : 0;
            --times_[e];
            --open_;
            loss_ -= cost(e) + bomb;
            seen_[to] = true;
            walk_.push_back(e);
            if (is_connected(to) && extend(to, -debt)) return true;
            walk_.pop_back();
            if (fresh) seen_[to] = false;
            loss_ += cost(e) + bomb;
            ++open_;
            ++times_[e];
        }
        return false;
    }

    // The edges that are survived, those after which most is left first: minus that, and the edge.
    [[nodiscard]] std::vector<std::pair<energy, graph_id>> choices_at(graph_id at,
                                                                      energy left) const {
        std::vector<std::pair<energy, graph_id>> choices;
        for (const graph_id e : (*graph_)[at].edges) {
            const graph_id to = graph_->edges()[e].other(at);
            if (times_[e] == 0 || (to == food_graph::goal && open_ > 1)) continue;
            if (survives(e, to, left, !seen_[to]))
                choices.push_back({-after(e, to, left, !seen_[to]), e});
        }
        std::sort(choices.begin(), choices.end());
        return choices;
    }

    // Whether all edges that are left can be reached from a node.
    [[nodiscard]] bool is_connected(graph_id from) {
        reached_.assign(graph_->size(), false);
        stack_.assign(1, from);
        reached_[from] = true;
        while (!stack_.empty()) {
            const graph_id v = stack_.back();
            stack_.pop_back();
            for (const graph_id e : (*graph_)[v].edges) {
                const graph_id w = graph_->edges()[e].other(v);
                if (times_[e] == 0 || reached_[w]) continue;
                reached_[w] = true;
                stack_.push_back(w);
            }
        }
        for (graph_id e = 0; e < times_.size(); ++e)
            if (times_[e] > 0 && !reached_[graph_->edges()[e].ends[0]]) return false;
        return true;
    }

    // C. Hierholzer, 1873: walks until stuck, and splices loops in from behind.
    void finish(graph_id from) {
        std::vector<std::pair<graph_id, graph_id>> open{{from, food_graph::none}};
        std::vector<graph_id> backwards;
        while (!open.empty()) {
            const auto [at, by] = open.back();
            graph_id next = food_graph::none;
            for (const graph_id e : (*graph_)[at].edges)
                if (times_[e] > 0) next = e;
            if (next == food_graph::none) {
                if (by != food_graph::none) backwards.push_back(by);
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
    std::vector<graph_id> walk_;
    std::size_t open_ = 0;  // how many edges are still to be walked
    energy loss_ = 0;       // what they cost, with the bombs among them
    std::size_t effort_ = 0;
    std::vector<bool> reached_;
    std::vector<graph_id> stack_;
};

}  // namespace senda::pacman::detail
