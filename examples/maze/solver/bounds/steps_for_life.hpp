// SPDX-License-Identifier: MIT
// How many steps a route needs, by a price for life: a bound from below, and routes near it.
#pragma once

#include <maze/game.hpp>
#include <maze/solver/bounds/cell_search.hpp>
#include <maze/solver/bounds/near_treasures.hpp>
#include <maze/solver/distances/distance_table.hpp>
#include <senda/maze/rules.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::maze::detail {

/// Lagrangian relaxation: life costs steps. For each price, the walk for which the steps and the
/// price of all that it loses are least gives a lower bound on the steps of all routes; and if a
/// runner survives it, it is a route. The price is found by bisection. Treasures pay whenever they
/// are not remembered, which they are as far around them as it could be worth to come back.
class steps_for_life {
public:
    explicit steps_for_life(distance_table& table) : table_(&table), near_(table), search_(table) {}

    /// Brackets the fewest steps of a runner with `life`; stops early if a limit comes first, or
    /// if that is all that can be known. `known` is how many steps a route has, if there is one.
    void run(life_points life, std::uint64_t known = std::numeric_limits<std::uint64_t>::max()) {
        most_steps_ = known;
        loss_points low = 0;  // routes cost too much life
        loss_points high = 0;
        for (loss_points price = unit; price <= highest && try_price(price, life); price *= 2) {
            high = price;
            if (survives_) break;
            low = price;
        }
        while (survives_somewhere_ && high - low > 1 && is_open()) {
            const loss_points price = low + (high - low) / 2;
            if (!try_price(price, life)) return;
            (survives_ ? high : low) = price;
        }
    }

    /// No route has fewer steps.
    [[nodiscard]] std::uint64_t lower_bound() const noexcept { return lower_bound_; }
    /// The route with the fewest steps that was found; empty if none was.
    [[nodiscard]] const std::vector<place>& route() const noexcept { return route_; }

private:
    static constexpr loss_points unit = 32;  // what a step costs
    static constexpr loss_points highest = unit * 128;

    /// Whether more steps than the bound may be needed.
    [[nodiscard]] bool is_open() const noexcept { return lower_bound_ < most_steps_; }

    /// Finds the best walk at a price of `price / unit` steps for a point of life; false if a limit
    /// came first, or if it cannot be found.
    bool try_price(loss_points price, life_points life) {
        const auto pay = static_cast<loss_points>(price * treasure_life);
        if (!near_.prepare_by_steps(pay / unit + 1)) return false;
        // What comes off is put on before, so that keys are never below 0.
        const life_points before = pay * life_points{table_->treasures()};
        const life_points most =
            before + life_points{price} * life +
            life_points{unit} * static_cast<life_points>(
                                    std::min<std::uint64_t>(most_steps_, table_->maze().bound()));
        if (most > std::numeric_limits<loss_points>::max() / 2) return false;
        const auto step = [&](const cell_label& here, auto reach) {
            if (here.at == table_->maze().end()) return;
            for (const place n : table_->neighbours(here.at)) {
                const table_cell& cell = (*table_)[n];
                if (cell.kind() == table_cell::wall) continue;
                cell_label to{here.key + unit + price * cell.entry_cost(), 0, 0, here.memory, 0, n};
                if (table_->maze()[n] == 'T') {
                    const std::uint64_t bit = near_.bit(table_->key_node_at(n));
                    if ((to.memory & bit) == 0) to.key -= std::min(pay, to.key);
                    to.memory |= bit;
                }
                to.memory &= near_.at(n);
                to.net = static_cast<std::int32_t>(to.key);
                if (to.key + unit * cell.to_end <= most) reach(to);
            }
        };
        std::uint32_t last = cell_labels::none;
        const cell_search::end how =
            search_.run(table_->maze().start(), static_cast<loss_points>(before), step, last, pay,
                        unit + 9 * price);
        if (how != cell_search::end::complete) return false;
        last = search_.labels().best(table_->maze().end());
        survives_ = false;
        if (last == cell_labels::none) return true;
        // The walk's steps and what it loses beyond the life but one, at that price.
        const life_points bound =
            life_points{search_.labels()[last].key} - before - life_points{price} * (life - 1);
        if (bound > 0)
            lower_bound_ =
                std::max(lower_bound_, static_cast<std::uint64_t>((bound + unit - 1) / unit));
        consider(last);
        return true;
    }

    /// Keeps the walk of a label at the end if it is a route with fewer steps.
    void consider(std::uint32_t id) {
        std::vector<place> cells;
        for (; id != cell_labels::none; id = search_.labels()[id].parent)
            cells.push_back(search_.labels()[id].at);
        std::reverse(cells.begin(), cells.end());
        survives_ = static_cast<bool>(replay(table_->maze(), cells));
        survives_somewhere_ = survives_somewhere_ || survives_;
        if (!survives_ || cells.size() - 1 >= most_steps_) return;
        most_steps_ = cells.size() - 1;
        route_ = std::move(cells);
    }

    distance_table* table_;
    near_treasures near_;
    cell_search search_;
    std::uint64_t lower_bound_ = 0;
    std::uint64_t most_steps_ = 0;
    std::vector<place> route_;
    bool survives_ = false;
    bool survives_somewhere_ = false;
};

}  // namespace senda::maze::detail
