// SPDX-License-Identifier: MIT
// Which labels are dominated, where labels come in the order of their first cost: the other costs
// alone decide.
#pragma once

#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace senda::detail {

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
