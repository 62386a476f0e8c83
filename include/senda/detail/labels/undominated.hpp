// SPDX-License-Identifier: MIT
// What a search for a front of several costs knows before and while it works: the least of each
// cost to the goals, and which labels are dominated.
#pragma once

#include <senda/detail/storage/open_list.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

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

/// What is known of the labels at each of many places, and which others they dominate: those that
/// cost no less in every sense. Labels come in the order of their first cost, so that it need not
/// be looked at (P. Pulido, L. Mandow, J. Perez de la Cruz, *Dimensionality reduction in
/// multiobjective shortest path search*, 2015). A place has a `mark` of which its owner takes care.
template <Cost C, std::size_t N>
class undominated;

/// Of two costs the least second one is enough (C. Hernandez Ulloa et al., *A simple and fast
/// bi-objective search algorithm*, 2020).
template <Cost C>
class undominated<C, 2> {
public:
    struct mark {
        C least = infinite<C>;
    };

    explicit undominated(memory_budget&) noexcept {}

    [[nodiscard]] bool dominates(mark at, const std::array<C, 2>& costs) const noexcept {
        return at.least <= costs[1];
    }
    /// Adds a label that is not dominated; false if there is no room.
    [[nodiscard]] bool add(mark& at, const std::array<C, 2>& costs) noexcept {
        at.least = costs[1];
        return true;
    }
    void clear() noexcept {}
};

/// Of three costs the second and the third are kept as stairs: where the one rises the other falls.
template <Cost C>
class undominated<C, 3> {
    struct stair {
        C second;
        C third;
    };

public:
    struct mark {
        std::uint32_t stairs = 0;  // counted from 1; 0 if there are no labels
    };

    explicit undominated(memory_budget& budget) noexcept : places_(budget) {}

    [[nodiscard]] bool dominates(mark at, const std::array<C, 3>& costs) const noexcept {
        if (at.stairs == 0) return false;
        const buffer<stair>& all = places_[at.stairs - 1];
        const stair* const above = first_above(all.begin(), all.size(), costs[1]);
        return above != all.begin() && above[-1].third <= costs[2];
    }

    /// Adds a label that is not dominated; false if there is no room.
    [[nodiscard]] bool add(mark& at, const std::array<C, 3>& costs) {
        if (at.stairs == 0) {
            if (!places_.push(places_.budget())) return false;
            at.stairs = static_cast<std::uint32_t>(places_.size());
        }
        buffer<stair>& all = places_[at.stairs - 1];
        const stair made{costs[1], costs[2]};
        // Those from here to where the third cost falls below the new one are dominated. One with
        // the same second cost has a larger third, as it does not dominate the new one.
        const auto above = first_above(all.begin(), all.size(), made.second) - all.begin();
        auto first = all.begin() + above;
        if (above != 0 && first[-1].second == made.second) --first;
        auto last = first;
        while (last != all.end() && made.third <= last->third) ++last;
        if (first != last) {
            *first = made;
            std::copy(last, all.end(), first + 1);
            all.truncate(all.size() - static_cast<std::size_t>(last - first - 1));
            return true;
        }
        const auto before = first - all.begin();
        if (!all.push(made)) return false;
        std::copy_backward(all.begin() + before, all.end() - 1, all.end());
        all[static_cast<std::size_t>(before)] = made;
        return true;
    }

    void clear() noexcept { places_.clear(); }

private:
    /// The first stair above a second cost, without a branch on what is compared.
    [[nodiscard]] static const stair* first_above(const stair* from, std::size_t count,
                                                  C second) noexcept {
        while (count > 1) {
            const std::size_t half = count / 2;
            from += from[half - 1].second <= second ? half : 0;
            count -= half;
        }
        return from + (count == 1 && from->second <= second ? 1 : 0);
    }

    buffer<buffer<stair>> places_;
};

/// What a search for a front keeps about a node.
template <Cost C, std::size_t N>
struct costed_node {
    std::array<C, N> h;                     // estimates of what is left to a goal
    typename undominated<C, N>::mark mark;  // the labels that were extended here
};

/// Brings routes into the order of their costs, and drops those that are dominated: rounded costs
/// may have come in another order than they would.
template <class Route>
void drop_dominated(std::vector<Route>& routes) {
    using costs = std::remove_cvref_t<decltype(routes[0].costs)>;
    std::sort(routes.begin(), routes.end(),
              [](const Route& a, const Route& b) { return a.costs < b.costs; });
    memory_budget budget;
    undominated<typename costs::value_type, std::tuple_size_v<costs>> kept(budget);
    typename decltype(kept)::mark all{};
    std::erase_if(routes, [&](const Route& r) {
        return kept.dominates(all, r.costs) || !kept.add(all, r.costs);
    });
}

}  // namespace senda::detail
