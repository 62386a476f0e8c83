// SPDX-License-Identifier: MIT
// The most life along shortest routes: no cell comes twice there, so every treasure pays once.
#pragma once

#include <senda/maze/answer.hpp>
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

using senda::detail::search_control;

/// Dynamic programming over the DAG of shortest paths: the most life with which each cell is
/// reached.
class shortest_route_search {
public:
    /// `to_end` has the steps to the end at least of all cells that are nearer to it than the
    /// start.
    shortest_route_search(const board& b, const std::vector<std::uint32_t>& to_end,
                          search_control& control)
        : board_(&b), to_end_(&to_end), control_(&control), most_(control.budget()) {}

    /// The route with the most life at the end; nothing if all die, or if a limit came first.
    [[nodiscard]] std::optional<route> run() {
        if (!most_.assign_zeros(board_->bound())) {
            control_->end(status::memory_limit);
            return std::nullopt;
        }
        most_[board_->start()] = board_->life();
        std::vector<place> front{board_->start()};
        std::vector<place> next;
        while (!front.empty() && front[0] != board_->end()) {
            for (std::size_t i = 0; i != front.size();) {
                const std::uint64_t many = control_->may_expand_many(front.size() - i);
                if (many == 0) return std::nullopt;
                relax_layer({front.data() + i, static_cast<std::size_t>(many)}, next);
                control_->count_expanded(many);
                i += static_cast<std::size_t>(many);
            }
            front.swap(next);
            next.clear();
        }
        if (front.empty()) return std::nullopt;
        return trace();
    }

private:
    // Walls are far away from the end, and nobody who is alive beside the end dies there.
    void relax_layer(std::span<const place> front, std::vector<place>& next) {
        const char* const cells = board_->cells();
        const std::uint32_t* const to_end = to_end_->data();
        life_points* const most = most_.data();
        const place stride = board_->stride();
        const std::uint32_t nearer = to_end[front[0]] - 1;
        for (const place p : front) {
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

    [[nodiscard]] route trace() const {
        place p = board_->end();
        route found{{p}, most_[p]};
        while (p != board_->start()) {
            place before = no_place;
            board_->for_each_neighbour(p, [&](place n) {
                if ((*to_end_)[n] == (*to_end_)[p] + 1 && most_[n] > 0 &&
                    life_after((*board_)[p], most_[n], false) == most_[p])
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
    senda::detail::buffer<life_points> most_;  // 0 where nobody comes alive
};

}  // namespace senda::maze::detail
