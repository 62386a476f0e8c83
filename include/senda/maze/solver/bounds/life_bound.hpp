// SPDX-License-Identifier: MIT
// Lower bounds on the life that a runner in a cell needs to reach the end.
#pragma once

#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>
#include <senda/maze/solver/distances/distance_table.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::maze::detail {

/// A lower bound on the life needed in a cell, on routes with a given slack.
class life_bound {
public:
    life_bound() = default;
    life_bound(const life_bound&) = delete;
    life_bound& operator=(const life_bound&) = delete;
    virtual ~life_bound() = default;

    /// The least life with which a runner in a cell with so much slack left may reach the end;
    /// `infinite_loss` if none does.
    [[nodiscard]] virtual loss_points least(place p, std::uint32_t slack) const = 0;
    /// Whether as much life as `least` is always enough.
    [[nodiscard]] virtual bool is_exact() const = 0;
};

/// The bound on shortest routes, which is exact: no cell comes twice, so treasures always pay.
class shortest_life_bound final : public life_bound {
public:
    /// `to_end` has the steps to the end at least of all cells that are nearer to it than the
    /// start.
    shortest_life_bound(const board& b, const std::vector<std::uint32_t>& to_end,
                        search_control& control)
        : board_(&b),
          to_end_(&to_end),
          control_(&control),
          order_(control.budget()),
          least_(control.budget()) {}

    /// Fills the table; false if a limit came first.
    [[nodiscard]] bool prepare() {
        if (board_->bound() > most_places || !least_.assign_zeros(board_->bound()) ||
            !order_.push(board_->start()))
            return out_of_memory();
        // All cells of shortest routes, then what they need, from the end backwards.
        least_[board_->start()] = 1;
        for (std::size_t i = 0; i != order_.size(); ++i) {
            if (!control_->may_expand()) return false;
            bool room = true;
            for_each_nearer(order_[i], [&](place n) {
                if (least_[n] != 0) return;
                least_[n] = 1;
                room = room && order_.push(n);
            });
            if (!room) return out_of_memory();
        }
        for (std::size_t i = order_.size(); i-- != 0;) settle(order_[i]);
        order_.release();
        return true;
    }

    [[nodiscard]] loss_points least(place p, std::uint32_t) const override {
        return least_[p] == 0 ? infinite_loss : least_[p];
    }
    [[nodiscard]] bool is_exact() const override { return true; }

private:
    bool out_of_memory() const {
        control_->end(status::memory_limit);
        return false;
    }

    template <class Visit>
    void for_each_nearer(place p, Visit&& visit) const {
        if (p == board_->end()) return;
        board_->for_each_neighbour(p, [&](place n) {
            if ((*to_end_)[n] + 1 == (*to_end_)[p]) visit(n);
        });
    }

    void settle(place p) {
        if (p == board_->end()) return;
        least_[p] = infinite_loss;
        for_each_nearer(p, [&](place n) {
            const life_points before = least_[n] - life_after((*board_)[n], 0, false);
            least_[p] =
                std::min(least_[p], static_cast<loss_points>(std::max<life_points>(1, before)));
        });
    }

    const board* board_;
    const std::vector<std::uint32_t>* to_end_;
    search_control* control_;
    senda::detail::buffer<place> order_;
    senda::detail::buffer<loss_points> least_;  // 0 in cells of no shortest route
};

}  // namespace senda::maze::detail
