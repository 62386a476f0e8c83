// SPDX-License-Identifier: MIT
// The least life with which the end may be reached from each treasure, if every visit paid.
#pragma once

#include <senda/maze/rules.hpp>
#include <senda/maze/solver/distances/key_graph.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::maze::detail {

/// The life needed to take a way and have `needed` after its end, where a treasure pays 5.
[[nodiscard]] constexpr loss_points needed_before(loss_points loss, loss_points needed) noexcept {
    constexpr auto pay = static_cast<loss_points>(treasure_life);
    const loss_points all = loss + needed;
    return std::max(loss + 1, all > pay ? all - pay : 1);
}

/// The least life at each station with which a walk along the ways reaches the end, however long,
/// if treasures paid at every visit. A route's treasures pay once, so no runner with less life
/// reaches the end.
class needs_by_loss {
public:
    explicit needs_by_loss(const treasure_graph& graph) {
        for (station s = 0; s <= graph.start(); ++s)
            needed_.push_back(graph.ground()[graph.place_of(s)].ahead() + 1);
        if (!settle(graph)) std::fill(needed_.begin(), needed_.end(), 1);
    }

    [[nodiscard]] loss_points operator()(station s) const noexcept { return needed_[s]; }

private:
    // Needs fall until nothing is left to gain by going round in circles. If that takes too long,
    // it is also true that everybody needs 1.
    bool settle(const treasure_graph& graph) {
        std::uint64_t looks = 10'000'000 + std::uint64_t{100} * graph.way_count();
        std::vector<station> queue(needed_.size());
        std::vector<bool> queued(needed_.size(), true);
        for (station s = 0; s < queue.size(); ++s) queue[s] = s;
        for (std::vector<station> next; !queue.empty(); queue.swap(next), next.clear()) {
            for (const station s : queue) {
                queued[s] = false;
                const auto ways = graph.ways_into(s);
                if (ways.size() > looks) return false;
                looks -= ways.size();
                for (const way& w : ways) {
                    const loss_points needed = needed_before(w.loss, needed_[s]);
                    if (needed >= needed_[w.to]) continue;
                    needed_[w.to] = needed;
                    if (!queued[w.to]) next.push_back(w.to);
                    queued[w.to] = true;
                }
            }
        }
        return true;
    }

    std::vector<loss_points> needed_;
};

}  // namespace senda::maze::detail
