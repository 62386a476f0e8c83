// SPDX-License-Identifier: MIT
// An upper bound on the life at the end: every treasure is worth its pay less what it takes to come
// to it, once.
#pragma once

#include <maze/solver/distances/distance_table.hpp>
#include <senda/maze/rules.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace senda::maze::detail {

/// What treasures can add to a life at most, and what the last part of every route takes. It tells
/// most where nearly all treasures are needed.
class gain_bound {
public:
    /// Computes the bound, unless that was done before; false if a limit came first.
    [[nodiscard]] bool prepare(distance_table& table) {
        if (!gains_.empty()) return true;
        gains_.resize(table.treasures());
        for (key_node k = 0; k < table.treasures(); ++k) {
            loss_points loss = pay;
            if (!measure(table, k, loss)) return false;
            gains_[k] = static_cast<std::uint8_t>(pay - loss);
            all_ += gains_[k];
        }
        end_loss_ = table[table.maze().start()].loss_to_end();
        return measure(table, table.end(), end_loss_);
    }

    /// What a treasure can add.
    [[nodiscard]] life_points gain(key_node treasure) const noexcept { return gains_[treasure]; }

    /// The most life at the end for a runner with `life` who has taken treasures that could have
    /// added `taken`.
    [[nodiscard]] life_points life_at_end(life_points life, life_points taken) const noexcept {
        return life + all_ - taken - end_loss_;
    }

private:
    static constexpr auto pay = static_cast<loss_points>(treasure_life);

    /// The least loss, at most `loss`, on the way to a key node from the start or from a treasure.
    [[nodiscard]] static bool measure(distance_table& table, key_node k, loss_points& loss) {
        const place to = table.place_of(k);
        const bool done = table.find_cheapest<true>(
            to, {}, [&](place, loss_points least) { loss = std::min(loss, least); },
            [&](place p, loss_points least) {
                if (p == table.maze().start()) loss = std::min(loss, least);
                return least < loss;
            });
        table.reset();
        return done;
    }

    std::vector<std::uint8_t> gains_;
    life_points all_ = 0;
    loss_points end_loss_ = 0;
};

}  // namespace senda::maze::detail
