// SPDX-License-Identifier: MIT
// Dynamic programming over shortest routes: no cell comes twice there, so every treasure pays once.
#pragma once

#include <maze/answer.hpp>
#include <maze/solver/bounds/life_bound.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace senda::maze::detail {

/// The shortest paths from the start to the end, which make up a directed acyclic graph: the route
/// with the most life, and the bound for all routes, which is exact.
class shortest_path_dag final : public life_bound {
public:
    /// `to_end` has the steps to the end at least of all cells that are nearer to it than the
    /// start.
    shortest_path_dag(const board& b, const std::vector<std::uint32_t>& to_end,
                      search_control& control)
        : board_(&b), to_end_(&to_end), control_(&control), least_(control.budget()) {}

    /// The route with the most life at the end; nothing if all die, or if a limit came first.
    [[nodiscard]] std::optional<route> best_route() {
        buffer<life_points> most(control_->budget());  // 0 where nobody comes alive
        if (!control_->fits(most.assign_zeros(board_->bound()))) return std::nullopt;
        most[board_->start()] = board_->life();
        std::vector<place> frontier{board_->start()};
        std::vector<place> next;
        while (!frontier.empty() && frontier[0] != board_->end()) {
            for (std::size_t i = 0; i != frontier.size();) {
                const std::uint64_t many = control_->request_expansions(frontier.size() - i);
                if (many == 0) return std::nullopt;
                relax_layer({frontier.data() + i, static_cast<std::size_t>(many)}, most.data(),
                            next);
                control_->count_expanded(many);
                i += static_cast<std::size_t>(many);
            }
            frontier.swap(next);
            next.clear();
        }
        if (frontier.empty()) return std::nullopt;
        return trace(most.data());
    }

    /// Computes the bound; false if a limit came first.
    [[nodiscard]] bool prepare() {
        buffer<place> order(control_->budget());
        if (!control_->fits(board_->bound() <= most_places &&
                            least_.assign_zeros(board_->bound()) && order.push(board_->start())))
            return false;
        // All cells of shortest routes, then what they need, from the end backwards.
        least_[board_->start()] = 1;
        for (std::size_t i = 0; i != order.size(); ++i) {
            if (!control_->may_expand()) return false;
            bool room = true;
            for_each_nearer(order[i], [&](place n) {
                if (least_[n] != 0) return;
                least_[n] = 1;
                room = room && order.push(n);
            });
            if (!control_->fits(room)) return false;
        }
        for (std::size_t i = order.size(); i-- != 0;) settle(order[i]);
        return true;
    }

    [[nodiscard]] loss_points least(place p, std::uint32_t) const override {
        return least_[p] == 0 ? infinite_loss : least_[p];
    }
    [[nodiscard]] bool is_exact() const override { return true; }

private:
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

    // Walls are far away from the end, and nobody who is alive beside the end dies there.
    void relax_layer(std::span<const place> frontier, life_points* most,
                     std::vector<place>& next) const {
        const char* const cells = board_->cells();
        const std::uint32_t* const to_end = to_end_->data();
        const place stride = board_->stride();
        const std::uint32_t nearer = to_end[frontier[0]] - 1;
        for (const place p : frontier) {
            const life_points life = most[p];
            for (const place n : {p - stride, p + stride, p - 1, p + 1}) {
                if (to_end[n] != nearer) continue;
                const life_points left = life_after(cells[n], life, false);
                if (left < 1) continue;
                if (most[n] == 0) next.push_back(n);
                most[n] = std::max(most[n], left);
            }
        }
    }

    [[nodiscard]] route trace(const life_points* most) const {
        place p = board_->end();
        route found{{p}, most[p]};
        while (p != board_->start()) {
            place before = no_place;
            board_->for_each_neighbour(p, [&](place n) {
                if ((*to_end_)[n] == (*to_end_)[p] + 1 && most[n] > 0 &&
                    life_after((*board_)[p], most[n], false) == most[p])
                    before = n;
            });
            p = before;
            found.cells.push_back(p);
        }
        std::reverse(found.cells.begin(), found.cells.end());
        return found;
    }

    const board* board_;
    const std::vector<std::uint32_t>* to_end_;
    search_control* control_;
    buffer<loss_points> least_;  // 0 in cells of no shortest route
};

}  // namespace senda::maze::detail
