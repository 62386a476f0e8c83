// SPDX-License-Identifier: MIT
// The least of each cost from the nodes to the goals, by one search a cost from the goals.
#pragma once

#include <senda/detail/storage/open_list.hpp>
#include <senda/graph/edge.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace senda::detail {

/// Dijkstra's algorithm from the goals, once for each cost; nodes are given by their numbers, and
/// `h` of a node is the array of its distances, `infinite` before it is met.
///
/// With two costs, and if the front is `Bounded`, it stops early. The path of least first cost that
/// is found at a start has some second cost: no path of the front costs more in that sense, nor do
/// its nodes lie farther from the goals. The same holds the other way round.
template <Cost C, std::size_t N, bool Bounded>
class goal_distances {
    using queue = open_list<C, std::uint32_t, ties::fifo>;
    static constexpr bool bounded = Bounded && N == 2;

public:
    using costs = std::array<C, N>;

    explicit goal_distances(memory_budget& budget)
        : queues_(make_queues(budget, std::make_index_sequence<N>())) {
        most_.fill(infinite<C>);
    }

    void clear() noexcept {
        for (queue& each : queues_) each.clear();
        most_.fill(infinite<C>);
        stage_ = 0;
        starts_met_ = 0;
        overflowed_ = false;
    }

    /// Adds a goal; false if there is no room.
    [[nodiscard]] bool add_goal(std::uint32_t node) {
        for (queue& each : queues_)
            if (!each.push(C{0}, C{0}, node)) return false;
        return true;
    }

    /// Whether all is known that will be asked for. Goes on to the next cost where one is done.
    [[nodiscard]] bool is_done() {
        while (stage_ != stages && is_stage_done()) ++stage_;
        return stage_ == stages;
    }

    /// The cost that is looked at.
    [[nodiscard]] std::size_t sense() const noexcept { return stage_ % N; }

    struct settled_node {
        std::uint32_t node;
        C distance;
    };
    /// The next node, which may have been settled before; to be asked unless `is_done`.
    [[nodiscard]] settled_node pop() {
        const auto first = queues_[sense()].pop();
        return {first.id, first.g};
    }

    /// Notes that a start is settled, by a path that costs `other` in the other sense. The first is
    /// the nearest, and the only one whose path bounds the front.
    void settle_start(C other) noexcept {
        if constexpr (bounded) {
            if (stage_ == 2 || stage_ < starts_met_) return;
            most_[1 - stage_] = with_slack(other);
            starts_met_ = stage_ + 1;
        }
    }

    /// Takes up an edge of `costs` from a node to one that is `distance` away, which costs `other`
    /// in the other sense; false if there is no room.
    [[nodiscard]] bool relax(std::uint32_t from, costs& h, C& other_from, const costs& step,
                             C distance, C other) {
        const std::size_t i = sense();
        const C there = add_costs(distance, step[i]);
        if (there == infinite<C>) overflowed_ = true;
        if (!(there < h[i])) return true;
        h[i] = there;
        if constexpr (bounded) other_from = add_costs(other, step[1 - i]);
        return queues_[i].push(there, there, from);
    }

    /// Whether paths of such costs may be in the front.
    [[nodiscard]] bool admits(const costs& f) const noexcept {
        if constexpr (!bounded) return true;
        return !(f[0] > most_[0]) && !(f[N - 1] > most_[N - 1]);
    }
    /// Whether a distance was more than its type holds.
    [[nodiscard]] bool overflowed() const noexcept { return overflowed_; }

private:
    // Where it is bounded: the first cost up to a start, the second, and the rest of the first.
    static constexpr std::size_t stages = bounded ? 3 : N;

    template <std::size_t... I>
    static std::array<queue, N> make_queues(memory_budget& budget, std::index_sequence<I...>) {
        return {((void)I, queue(budget))...};
    }

    [[nodiscard]] bool is_stage_done() {
        queue& open = queues_[sense()];
        if (open.empty()) return true;
        if constexpr (bounded) {
            if (stage_ == 0) return starts_met_ != 0;
            return open.min_f() > most_[sense()];
        }
        return false;
    }

    // Costs that are added up in another order may be rounded to a little more.
    [[nodiscard]] static constexpr C with_slack(C cost) noexcept {
        if constexpr (std::floating_point<C>) {
            return cost + cost * C(1e-5);
        } else {
            return cost;
        }
    }

    std::array<queue, N> queues_;
    costs most_;  // no path of the front costs more
    std::size_t stage_ = 0;
    std::size_t starts_met_ = 0;  // how many stages have settled a start, the nearest first
    bool overflowed_ = false;
};

}  // namespace senda::detail
