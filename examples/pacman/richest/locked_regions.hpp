// SPDX-License-Identifier: MIT
// Regions of a map that no one can afford to enter, with the proof.
#pragma once

#include <pacman/board.hpp>
#include <pacman/richest/branch_and_cut.hpp>
#include <pacman/richest/food_graph.hpp>
#include <pacman/richest/limits_left.hpp>
#include <pacman/richest/tour/local_search.hpp>
#include <pacman/richest/walk_lp.hpp>
#include <pacman/rules.hpp>
#include <senda/search/control.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Decides whether a walk, which may owe energy on the way, can leave a map with exits alive.
class exit_test {
public:
    exit_test(const food_graph& g, search_control& control) : graph_(&g), control_(&control) {}

    /// Whether no walk can. Where that is not proven, `exit` says where the map may be left.
    bool is_locked() {
        if (!graph_->is_connected()) return true;
        look_for_walk();
        if (exit_ != no_place) return false;
        walk_lp program(*graph_);
        branch_and_cut tree(program, 1, *control_);
        tree.run(start_energy(), *this);
        return exit_ == no_place && control_->running() && tree.is_done();
    }

    /// Where the map may be left; `no_place` if no one knows.
    [[nodiscard]] place exit() const noexcept { return exit_; }

    /// For the tree: a walk that leaves the map with energy.
    void offer(const std::vector<std::uint8_t>& times, double) {
        for (const graph_id e : (*graph_)[food_graph::goal].edges)
            if (times[e] > 0) exit_ = graph_->exit_of(graph_->edges()[e].other(food_graph::goal));
    }
    /// For the tree: nothing is to be learned from fractional solutions.
    void look_at(const walk_lp&) const noexcept {}
    /// For the tree: one walk is enough.
    [[nodiscard]] double known() const noexcept {
        return exit_ == no_place ? lp::infinity : -lp::infinity;
    }

private:
    [[nodiscard]] double start_energy() const {
        return static_cast<double>(graph_->map().start_energy());
    }

    void look_for_walk() {
        local_search local(*graph_);
        if (!local.set_free(std::vector<bool>(graph_->size()))) return;
        local.begin({food_graph::start, food_graph::goal});
        for (graph_id i = 0; i < 5 * graph_->size() && control_->may_expand(); ++i) local.again();
        const std::vector<graph_id> walk = local.walk();
        energy left = graph_->map().start_energy();
        std::vector<bool> seen(graph_->size());
        graph_id at = food_graph::start;
        graph_id last = at;
        for (const graph_id e : walk) {
            last = at;
            at = graph_->edges()[e].other(at);
            left -= energy_of(graph_->edges()[e].cost);
            if (!seen[at]) left += (*graph_)[at].gain;
            seen[at] = true;
        }
        if (left > 0) exit_ = graph_->exit_of(last);
    }

    const food_graph* graph_;
    search_control* control_;
    place exit_ = no_place;
};

/// Finds regions that no route can enter: what can be had in the others does not pay for the
/// barriers, high walls and strong bombs. docs/inside.md has the proof.
class locked_regions {
public:
    /// Who starts with no energy may be saved by the first move: such maps are left alone.
    locked_regions(const board& b, search_control& control) : board_(b), control_(&control) {}

    /// The cells that no route enters.
    [[nodiscard]] std::vector<place> find() {
        std::vector<place> locked;
        if (board_.start_energy() < 1 || board_.start() == board_.goal()) return locked;
        for (const std::uint32_t height : heights()) {
            divide(height);
            if (!open_what_can_be_opened()) continue;
            for (place p = 0; p < board_.bound(); ++p)
                if (is_outside(p)) locked.push_back(p);
            board_ = board_.without(locked);
        }
        return locked;
    }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint64_t most_steps = 20'000;
    static constexpr std::uint32_t most_rounds = 20;

    // The different heights of walls and forces of bombs, the lowest first.
    [[nodiscard]] std::vector<std::uint32_t> heights() const {
        std::vector<std::uint32_t> all;
        for (place p = 0; p < board_.bound(); ++p) {
            const tile t = board_[p];
            if ((t.what == kind::wall || t.what == kind::bomb) && t.value > 0)
                all.push_back(t.value);
        }
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return all;
    }

    // Numbers the regions that barriers of a height divide the map into. That of the start is open.
    void divide(std::uint32_t height) {
        const board& b = board_;
        region_.assign(b.bound(), none);
        const auto is_free = [&](place p) {
            const tile t = b[p];
            const bool bars = t.what == kind::wall || t.what == kind::bomb;
            return is_passable(t) && p != b.goal() && !(bars && t.value >= height);
        };
        const auto flood = [&](place from, std::uint32_t number) {
            std::vector<place> stack{from};
            region_[from] = number;
            while (!stack.empty()) {
                const place p = stack.back();
                stack.pop_back();
                b.for_each_neighbour(p, [&](place n, direction) {
                    if (region_[n] != none || !is_free(n)) return;
                    region_[n] = number;
                    stack.push_back(n);
                });
            }
        };
        is_open_.clear();
        if (is_free(b.start())) {
            flood(b.start(), 0);
            is_open_.push_back(true);
        }
        for (place p = 0; p < b.bound(); ++p) {
            if (region_[p] != none || p == b.start() || !is_free(p)) continue;
            flood(p, static_cast<std::uint32_t>(is_open_.size()));
            is_open_.push_back(false);
        }
    }

    [[nodiscard]] bool is_outside(place p) const {
        return region_[p] != none && !is_open_[region_[p]];
    }

    // Opens regions until no other can be entered from them; false if all are open, or no one
    // knows.
    bool open_what_can_be_opened() {
        for (std::uint32_t round = 0; round < most_rounds; ++round) {
            std::vector<place> outside{board_.goal()};
            for (place p = 0; p < board_.bound(); ++p)
                if (is_outside(p)) outside.push_back(p);
            if (outside.size() == 1) return false;
            const board inside = board_.without(outside);
            const food_graph graph(inside, exits());
            const std::uint64_t bytes = 4000 * (graph.size() + graph.edges().size());
            search_control control(options_within(*control_, most_steps));
            if (!control.budget().take(bytes)) return false;
            exit_test test(graph, control);
            const bool locked = test.is_locked();
            control_->count_expanded(control.expanded());
            if (locked) return true;
            if (test.exit() == no_place) return false;
            board_.for_each_neighbour(test.exit(), [&](place p, direction) {
                if (is_outside(p)) is_open_[region_[p]] = true;
            });
        }
        return false;
    }

    // What it costs to go from each cell to one outside, if one is beside it. Food there is for the
    // living: it must be reached, and gives energy only then.
    [[nodiscard]] std::vector<price> exits() const {
        const board& b = board_;
        std::vector<price> prices(b.bound(), no_price);
        for (place p = 0; p < b.bound(); ++p) {
            if (!b.contains(p) || is_outside(p)) continue;
            b.for_each_neighbour(p, [&](place n, direction) {
                if (!is_outside(n)) return;
                const tile t = b[n];
                const energy cost = t.what == kind::food && t.value > 0 ? 0
                                    : t.what == kind::empty             ? 1
                                                                        : 1 + energy{t.value};
                prices[p] = std::min(prices[p], unit_price * cost + 1);
            });
        }
        return prices;
    }

    board board_;
    search_control* control_;
    std::vector<std::uint32_t> region_;  // by place
    std::vector<bool> is_open_;          // by region
};

}  // namespace senda::pacman::detail
