// SPDX-License-Identifier: MIT
// The fewest steps and the most life for them, proven: searches with growing memory and slack.
#pragma once

#include <senda/maze/needs.hpp>
#include <senda/maze/relaxed.hpp>
#include <senda/maze/treasure_graph.hpp>
#include <senda/maze/ways.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace senda::maze::detail {

/// Finds the best plan in a graph of ways by slack.
///
/// A search whose runners forget misses no route. If it finds no plan within some slack, there is
/// none. If it finds one that really is as good as it says, that one is the best. Else the plan
/// counts on a treasure twice; the memory grows until it cannot, and the search begins again.
class plan_solver {
public:
    plan_solver(const treasure_graph& graph, needs_by_slack& needs, relaxed_memory& memory)
        : graph_(&graph), needs_(&needs), memory_(&memory) {}

    /// Looks for the plan with the least slack, at most `most`, and among those for the one with
    /// the most life. `best` and `least_slack` tell what is known, also when a limit comes first.
    void solve(const beginning& from, std::uint32_t most) {
        std::uint32_t stride = 1;
        for (std::uint32_t reach = 0; least_slack_ <= most && !is_proven_;) {
            if (!needs_->extend(reach)) return;
            std::optional<plan> found;
            if (from.life >= (*needs_)(graph_->start(), reach)) found = search(from, reach);
            if (!control().running()) return;
            if (found) {
                least_slack_ = reach = found->slack;
                stride = 1;
                consider(*found, from);
            } else {
                least_slack_ = reach + 1;
                reach += std::min(stride, most - std::min(most, reach));
                stride *= 2;
            }
        }
    }

    /// Some plan with at most that slack on which the runner really survives, if there is one.
    [[nodiscard]] std::optional<plan> find_any(const beginning& from, std::uint32_t most) {
        for (;;) {
            std::optional<plan> found = search(from, most);
            if (!found || true_life(*found, from, graph_->treasures())) return found;
            refine(*memory_, *found, graph_->treasures());
        }
    }

    /// The best plan so far, with its true life.
    [[nodiscard]] const std::optional<plan>& best() const noexcept { return best_; }
    /// Whether no plan is better than `best`.
    [[nodiscard]] bool is_proven() const noexcept { return is_proven_; }
    /// No plan has less slack.
    [[nodiscard]] std::uint32_t least_slack() const noexcept { return least_slack_; }
    /// How many labels were made.
    [[nodiscard]] std::uint64_t labels() const noexcept { return labels_; }

private:
    [[nodiscard]] search_control& control() const noexcept { return graph_->ground().control(); }

    std::optional<plan> search(const beginning& from, std::uint32_t most) {
        slack_search one(*graph_, *needs_, *memory_);
        std::optional<plan> found = one.run(from, most);
        labels_ += one.labels();
        return found;
    }

    // The search believes in at least the true life of every plan.
    void consider(const plan& found, const beginning& from) {
        const std::optional<life_points> life = true_life(found, from, graph_->treasures());
        const bool better = life && (!best_ || best_->slack > found.slack || best_->life < *life);
        if (better) {
            best_ = found;
            best_->life = *life;
        }
        is_proven_ = best_ && best_->slack == found.slack && best_->life == found.life;
        if (!is_proven_) refine(*memory_, found, graph_->treasures());
    }

    const treasure_graph* graph_;
    needs_by_slack* needs_;
    relaxed_memory* memory_;
    std::optional<plan> best_;
    std::uint32_t least_slack_ = 0;
    std::uint64_t labels_ = 0;
    bool is_proven_ = false;
};

/// Appends the cells of a plan after the place `at`; false if a limit came first.
[[nodiscard]] inline bool append_cells(const treasure_graph& graph, const plan& p, place at,
                                       std::vector<place>& cells) {
    way_search<true> search(graph.ground());
    for (const leg& l : p.legs) {
        way by = l.by;
        by.to = graph.place_of(l.by.to);
        if (!search.append_path(at, by, cells)) return false;
        at = by.to;
    }
    return true;
}

}  // namespace senda::maze::detail
