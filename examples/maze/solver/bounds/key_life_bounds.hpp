// SPDX-License-Identifier: MIT
// Lower bounds on the life needed at a treasure: to reach the end, and to visit another one again.
#pragma once

#include <maze/solver/bounds/life_bound.hpp>
#include <maze/solver/distances/key_graph.hpp>
#include <senda/maze/rules.hpp>
#include <senda/storage/memory.hpp>

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
    // Label correcting: the bounds fall until no cycle gains any more. If that takes too long, or
    // if a limit comes first, it is also true that everybody needs 1.
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
                    if (!graph.table().control().tick()) return false;
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

/// The life needed at a treasure to visit another one later on with what its bound asks for, by the
/// slack that is left, as if every visit paid.
class revisit_bound {
    // What all tables may take.
    static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 26;

public:
    /// `graph` has the arcs of all routes with that slack, and `bound` has been computed for it.
    revisit_bound(const key_graph& graph, const slack_life_bound& bound, std::uint32_t slack)
        : graph_(&graph), bound_(&bound), slack_(slack), treasures_(graph.table().treasures()) {
        for (key_node k = 0; k < treasures_; ++k) {
            tables_.emplace_back(graph.table().budget());
            if (!graph.arcs_from(k).empty()) order_.push_back(k);
        }
        std::sort(order_.begin(), order_.end(), [&](key_node a, key_node b) {
            const auto to_end = [&](key_node k) { return graph.table().at_key(k).to_end; };
            return to_end(a) != to_end(b) ? to_end(a) < to_end(b) : a < b;
        });
    }

    /// The most slack that it can be asked about.
    [[nodiscard]] std::uint32_t most_slack() const noexcept { return slack_; }

    /// The least life at `at` with which `treasure` may be visited, with that slack left;
    /// `infinite_loss` if it cannot be, and if a limit of the control came first. 1 if nothing is
    /// known, because the tables would take too much.
    [[nodiscard]] loss_points operator()(key_node treasure, key_node at, std::uint32_t slack) {
        if (tables_[treasure].empty()) {
            if (bytes_ > most_bytes) return 1;
            if (!fill(treasure)) return infinite_loss;
        }
        return tables_[treasure][index(at, slack)];
    }

private:
    [[nodiscard]] std::size_t index(key_node at, std::uint32_t slack) const noexcept {
        return std::size_t{slack} * treasures_ + at;
    }

    [[nodiscard]] bool fill(key_node treasure) {
        buffer<loss_points>& table = tables_[treasure];
        if (!table.assign_zeros((std::size_t{slack_} + 1) * treasures_))
            return graph_->table().out_of_memory();
        bytes_ += table.size() * sizeof(loss_points);
        std::fill(table.begin(), table.end(), infinite_loss);
        // Arcs without slack lead nearer to the end, to what has its turn before.
        for (std::uint32_t level = 0; level <= slack_; ++level)
            for (const key_node k : order_) {
                if (!graph_->table().control().tick()) {
                    table.release();
                    return false;
                }
                table[index(k, level)] = needed_from(k, treasure, level);
            }
        return true;
    }

    [[nodiscard]] loss_points needed_from(key_node k, key_node treasure,
                                          std::uint32_t level) const noexcept {
        const buffer<loss_points>& table = tables_[treasure];
        loss_points least = level == 0 ? infinite_loss : table[index(k, level - 1)];
        for (const arc& a : graph_->arcs_from(k)) {
            if (a.loss + 1 >= least) break;  // arcs are in the order of their losses
            if (a.slack > level || a.to == graph_->table().end()) continue;
            const std::uint32_t left = level - a.slack;
            const loss_points then =
                a.to == treasure ? bound_->least_at(treasure, left) : table[index(a.to, left)];
            if (then != infinite_loss) least = std::min(least, needed_before(a.loss, then));
        }
        return least;
    }

    const key_graph* graph_;
    const slack_life_bound* bound_;
    std::uint32_t slack_;
    key_node treasures_;
    std::vector<key_node> order_;              // nearest to the end first
    std::vector<buffer<loss_points>> tables_;  // by treasure, once asked for
    std::uint64_t bytes_ = 0;                  // of them
};

}  // namespace senda::maze::detail
