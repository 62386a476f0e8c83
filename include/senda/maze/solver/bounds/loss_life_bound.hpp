// SPDX-License-Identifier: MIT
// A lower bound on the life needed at each treasure to reach the end, however many steps it takes.
#pragma once

#include <senda/maze/rules.hpp>
#include <senda/maze/solver/distances/key_graph.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::maze::detail {

/// The life needed to take an arc and have `needed` after its end, where a treasure pays 5.
[[nodiscard]] constexpr loss_points needed_before(loss_points loss, loss_points needed) noexcept {
    constexpr auto pay = static_cast<loss_points>(treasure_life);
    const loss_points all = loss + needed;
    return std::max(loss + 1, all > pay ? all - pay : 1);
}

/// The least life at each key node with which a walk along the arcs reaches the end, if treasures
/// paid at every visit. On a route they pay once, so no runner with less life reaches the end.
class loss_life_bound {
public:
    explicit loss_life_bound(const key_graph& graph) {
        for (key_node k = 0; k <= graph.table().start(); ++k)
            needed_.push_back(graph.table().at_key(k).loss_to_end() + 1);
        if (!settle(graph)) std::fill(needed_.begin(), needed_.end(), 1);
    }

    [[nodiscard]] loss_points operator()(key_node k) const noexcept { return needed_[k]; }

private:
    // Label correcting: the bounds fall until no cycle gains any more. If that takes too long, it
    // is also true that everybody needs 1.
    bool settle(const key_graph& graph) {
        std::uint64_t relaxations = 10'000'000 + std::uint64_t{100} * graph.arc_count();
        std::vector<key_node> queue(needed_.size());
        std::vector<bool> queued(needed_.size(), true);
        for (key_node k = 0; k < queue.size(); ++k) queue[k] = k;
        for (std::vector<key_node> next; !queue.empty(); queue.swap(next), next.clear()) {
            for (const key_node k : queue) {
                queued[k] = false;
                const auto arcs = graph.arcs_into(k);
                if (arcs.size() > relaxations) return false;
                relaxations -= arcs.size();
                for (const arc& a : arcs) {
                    const loss_points needed = needed_before(a.loss, needed_[k]);
                    if (needed >= needed_[a.to]) continue;
                    needed_[a.to] = needed;
                    if (!queued[a.to]) next.push_back(a.to);
                    queued[a.to] = true;
                }
            }
        }
        return true;
    }

    std::vector<loss_points> needed_;
};

}  // namespace senda::maze::detail
