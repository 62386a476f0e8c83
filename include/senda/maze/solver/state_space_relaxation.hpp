// SPDX-License-Identifier: MIT
// The fewest steps and the most life for them, proven: searches with growing memory and slack.
#pragma once

#include <senda/maze/solver/distances/arc_cache.hpp>
#include <senda/maze/solver/distances/pareto_paths.hpp>
#include <senda/maze/solver/label_setting.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace senda::maze::detail {

/// Finds the best plan along ways by slack.
///
/// A search whose runners forget misses no route. If it finds no plan within some slack, there is
/// none. If it finds one that really is as good as it says, that one is the best. Else the plan
/// counts on a treasure twice; the memory grows until it cannot, and the search begins again.
class plan_solver {
public:
    plan_solver(detour_ways& ways, relaxed_memory& memory) : ways_(&ways), memory_(&memory) {}

    /// Looks for the plan with the least slack, at most `most`, and among those for the one with
    /// the most life. `best` and `least_slack` tell what is known, also when it is stopped: by a
    /// limit, or because the control has counted `until` expansions. Then it may be asked again,
    /// and goes on from there.
    void solve(life_points life, std::uint32_t most, std::uint64_t until = no_pause) {
        const station start = ways_->start();
        while (least_slack_ <= most && !is_proven_ && control().expanded() < until) {
            reach_ = std::clamp(reach_, least_slack_, most);
            const std::uint32_t enough = std::min(most, detour_ways::with_some_more(reach_));
            if (!ways_->ahead().extend(enough)) return;
            if (life < ways_->ahead().least_at(start, reach_)) {
                least_slack_ = ++reach_;
                continue;
            }
            const beginning from{life, {}, ways_->from(start, life, reach_)};
            if (!control().running()) return;
            const std::optional<plan> found = search(from, reach_, until);
            if (found) {
                least_slack_ = reach_ = found->slack;
                stride_ = 1;
                consider(*found, from);
            } else if (was_stopped_) {
                return;
            } else {
                least_slack_ = reach_ + 1;
                reach_ += stride_;
                stride_ *= 2;
            }
        }
    }

    /// Some plan with at most that slack on which the runner really survives, if there is one.
    [[nodiscard]] std::optional<plan> find_any(const beginning& from, std::uint32_t most) {
        for (;;) {
            std::optional<plan> found = search(from, most, no_pause);
            if (!found || true_life(*found, from, ways_->treasures())) return found;
            refine(*memory_, *found, ways_->treasures());
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
    [[nodiscard]] search_control& control() const noexcept { return ways_->ground().control(); }

    std::optional<plan> search(const beginning& from, std::uint32_t most, std::uint64_t until) {
        slack_search one(*ways_, *memory_, until);
        std::optional<plan> found = one.run(from, most);
        labels_ += one.labels();
        was_stopped_ = one.was_stopped();
        return found;
    }

    // The search believes in at least the true life of every plan.
    void consider(const plan& found, const beginning& from) {
        const std::optional<life_points> life = true_life(found, from, ways_->treasures());
        const bool better = life && (!best_ || best_->slack > found.slack || best_->life < *life);
        if (better) {
            best_ = found;
            best_->life = *life;
        }
        is_proven_ = best_ && best_->slack == found.slack && best_->life == found.life;
        if (!is_proven_) refine(*memory_, found, ways_->treasures());
    }

    detour_ways* ways_;
    relaxed_memory* memory_;
    std::optional<plan> best_;
    std::uint32_t least_slack_ = 0;
    std::uint32_t reach_ = 0;   // the slack that is tried next
    std::uint32_t stride_ = 1;  // how much further to reach if that is not enough
    std::uint64_t labels_ = 0;
    bool was_stopped_ = false;
    bool is_proven_ = false;
};

/// Appends the cells of a plan after the place `at`; false if a limit came first.
[[nodiscard]] inline bool append_cells(const detour_ways& ways, const plan& p, place at,
                                       std::vector<place>& cells) {
    way_search<true> search(ways.ground());
    for (const leg& l : p.legs) {
        way by = l.by;
        by.to = ways.place_of(l.by.to);
        if (!search.append_path(at, by, cells)) return false;
        at = by.to;
    }
    return true;
}

}  // namespace senda::maze::detail
