// SPDX-License-Identifier: MIT
// What life a runner in a cell needs, and can have, whatever the number of steps.
#pragma once

#include <maze/solver/bounds/cell_labels.hpp>
#include <maze/solver/bounds/cell_search.hpp>
#include <maze/solver/bounds/near_treasures.hpp>
#include <maze/solver/distances/distance_table.hpp>
#include <senda/maze/rules.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::maze::detail {

/// For each cell the least life with which a walk leads to the end, and the most with which one
/// comes from the start, if treasures pay whenever they are not remembered. On a route they pay
/// once: no runner needs less or has more.
///
/// Decremental state-space relaxation: treasures that pay twice on the best walk are remembered in
/// a wider circle, and all begins again, as long as there is hope.
class life_range {
    static constexpr auto pay = static_cast<loss_points>(treasure_life);

public:
    explicit life_range(distance_table& table)
        : table_(&table),
          near_(table),
          search_(table),
          needed_(table.budget()),
          most_(table.budget()) {}

    /// How hard to try: not at all, one pass each way, or as many as make the bounds better.
    enum class effort { none, once, refined };

    /// Computes both for runners who begin with `life`, unless that was done before; false if a
    /// limit came first. If more life is needed at the start, nobody has any elsewhere.
    [[nodiscard]] bool prepare(life_points life, effort how) {
        if (!needed_.empty()) return true;
        may_refine_ = how == effort::refined;
        constexpr life_points widest = infinite_loss / 2;
        const life_points treasures = treasure_life * life_points{table_->treasures()};
        largest_ = static_cast<loss_points>(std::min(life + treasures, widest));
        const place bound = table_->maze().bound();
        if (!needed_.assign_zeros(bound) || !most_.assign_zeros(bound))
            return table_->out_of_memory();
        if (!near_.prepare()) return false;
        if (how == effort::none) {
            fill(needed_, 1);
            fill(most_, largest_);
            return true;
        }
        if (!find_needed()) return false;
        if (life >= needed(table_->maze().start()) &&
            !find_most(static_cast<loss_points>(std::min(life, widest))))
            return false;
        search_ = cell_search(*table_);
        return true;
    }

    /// The least life with which a runner who stands in a cell may reach the end; `infinite_loss`
    /// if none does.
    [[nodiscard]] loss_points needed(place p) const noexcept {
        return needed_[p] == 0 ? infinite_loss : needed_[p];
    }
    /// The most life that a runner may have in a cell, if it may be enough there; 0 if not.
    [[nodiscard]] loss_points most(place p) const noexcept { return most_[p]; }

    /// Whether a runner who had `life` and lost `loss` on the way to a cell may still reach the
    /// end.
    [[nodiscard]] bool allows(place p, life_points life, loss_points loss) const noexcept {
        return loss < life &&
               life - loss + ((*table_)[p].is_key() ? treasure_life : 0) >= needed(p);
    }

    /// Calls `reach(label, before)` with what is needed a step before, in each cell around.
    template <class Reach>
    void step_back(const cell_label& here, const Reach& reach) const {
        const auto reach_all = [&](loss_points key, std::int32_t net, std::uint64_t memory) {
            for (const place n : table_->neighbours(here.at))
                if ((*table_)[n].kind() != table_cell::wall && n != table_->maze().end())
                    reach(here, {key, net, 0, memory & near_.at(n), 0, n});
        };
        if (!is_treasure(here.at)) {
            const loss_points cost = (*table_)[here.at].entry_cost();
            return reach_all(here.key + cost, here.net + static_cast<std::int32_t>(cost),
                             here.memory);
        }
        const std::uint64_t bit = near_.bit(table_->key_node_at(here.at));
        const auto less = static_cast<std::int32_t>(here.key) - static_cast<std::int32_t>(pay);
        if ((here.memory & bit) == 0)
            return reach_all(static_cast<loss_points>(std::max(1, less)),
                             here.net - static_cast<std::int32_t>(pay), here.memory | bit);
        // It pays later on, but on a route it pays now: that may be better, as far as the net goes.
        reach_all(static_cast<loss_points>(std::max({1, here.net, less})), here.net, here.memory);
    }

    /// A route for a runner who has just what is needed at the start; empty if none was found.
    [[nodiscard]] const std::vector<place>& route() const noexcept { return route_; }

private:
    using end = cell_search::end;

    // Labels are of those who stand in a cell; the key is what they need.
    bool find_needed() {
        const auto step = [this](const cell_label& here, auto reach) {
            step_back(here, [&](const cell_label&, const cell_label& to) {
                if (to.key <= largest_) reach(to);
            });
        };
        const place goal = table_->maze().end();
        for (;;) {
            std::uint32_t last = cell_labels::none;
            const end how = search_.run(goal, 1, step, last, pay);
            if (how == end::limit) return false;
            if (how == end::complete) {
                last = search_.labels().best(table_->maze().start());
                note(needed_, [](loss_points key) { return key; });
                if (last == cell_labels::none || is_route(last)) break;
            }
            if (!refine(last, how)) {
                if (how == end::too_long) fill(needed_, 1);
                break;
            }
        }
        return true;
    }

    // The key is what they have less than the largest life.
    bool find_most(loss_points life) {
        const place goal = table_->maze().end();
        const auto step = [&](const cell_label& here, auto reach) {
            if (here.at == goal) return;
            const loss_points left = largest_ - here.key;
            for (const place n : table_->neighbours(here.at)) {
                const table_cell& cell = (*table_)[n];
                if (cell.kind() == table_cell::wall || left <= cell.entry_cost()) continue;
                loss_points there = left - cell.entry_cost();
                std::uint64_t memory = here.memory;
                if (is_treasure(n)) {
                    const std::uint64_t bit = near_.bit(table_->key_node_at(n));
                    if ((memory & bit) == 0) there = std::min(there + pay, largest_);
                    memory |= bit;
                }
                if (there >= needed(n))
                    reach({largest_ - there, static_cast<std::int32_t>(largest_ - there), 0,
                           memory & near_.at(n), 0, n});
            }
        };
        for (;;) {
            std::uint32_t last = cell_labels::none;
            const end how = search_.run(table_->maze().start(), largest_ - life, step, last, pay);
            if (how == end::limit) return false;
            if (how == end::complete) {
                note(most_, [&](loss_points key) { return largest_ - key; });
                last = search_.labels().best(goal);
            }
            if (last == cell_labels::none || !refine(last, how)) {
                if (how == end::too_long) fill(most_, largest_);
                break;
            }
        }
        return true;
    }

    [[nodiscard]] bool is_treasure(place p) const noexcept { return table_->maze()[p] == 'T'; }

    /// Keeps the best of each cell.
    template <class Value>
    void note(buffer<loss_points>& result, const Value& value) {
        for (place p = 0; p < result.size(); ++p) {
            const std::uint32_t id = search_.labels().best(p);
            result[p] = id == cell_labels::none ? 0 : value(search_.labels()[id].key);
        }
    }

    /// What is true of every cell.
    void fill(buffer<loss_points>& result, loss_points value) {
        for (place p = 0; p < result.size(); ++p)
            result[p] = (*table_)[p].kind() == table_cell::wall ? 0 : value;
    }

    /// Whether the walk of a label at the start is a route.
    bool is_route(std::uint32_t id) {
        std::vector<bool> taken(table_->treasures());
        life_points life = search_.labels()[id].key;
        route_.clear();
        for (; id != cell_labels::none && life >= 1; id = search_.labels()[id].parent) {
            const place p = search_.labels()[id].at;
            if (is_treasure(p)) {
                const key_node k = table_->key_node_at(p);
                life = life_after('T', life, taken[k]);
                taken[k] = true;
            } else if (!route_.empty()) {
                life -= (*table_)[p].entry_cost();
            }
            route_.push_back(p);
        }
        if (life < 1) route_.clear();
        return life >= 1;
    }

    /// Remembers treasures that come twice on a walk in a wider circle; false if there are none, or
    /// if it was tried too often.
    bool refine(std::uint32_t id, end how) {
        rounds_ += (how == end::complete ? 1 : 20) + static_cast<int>(most_.size() / 500'000);
        if (rounds_ > most_rounds || !may_refine_) return false;
        std::vector<std::uint8_t> visits(table_->treasures());
        bool widened = false;
        for (; id != cell_labels::none; id = search_.labels()[id].parent) {
            const place p = search_.labels()[id].at;
            if (!is_treasure(p)) continue;
            std::uint8_t& times = visits[table_->key_node_at(p)];
            if (times < 2 && ++times == 2 && near_.widen(table_->key_node_at(p))) widened = true;
        }
        return widened;
    }

    static constexpr int most_rounds = 60;

    distance_table* table_;
    near_treasures near_;
    cell_search search_;
    loss_points largest_ = 0;
    int rounds_ = 0;
    bool may_refine_ = false;
    buffer<loss_points> needed_;
    buffer<loss_points> most_;
    std::vector<place> route_;
};

}  // namespace senda::maze::detail
