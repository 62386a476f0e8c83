// SPDX-License-Identifier: MIT
// What the searches know of each cell of a map: how far it is, what entering it costs.
#pragma once

#include <senda/pacman/board.hpp>
#include <senda/pacman/rules.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::pacman::detail {

using senda::detail::search_control;

/// More moves than any way has.
inline constexpr std::uint32_t far_away = std::numeric_limits<std::uint32_t>::max() / 4;

/// More energy than anybody can have.
inline constexpr energy endless = std::numeric_limits<energy>::max() / 2;

/// No one-time cell.
inline constexpr std::uint32_t no_number = std::numeric_limits<std::uint32_t>::max();

/// What is known of a cell.
struct ground_cell {
    std::uint32_t to_goal = far_away;     // the fewest moves to the goal
    std::uint32_t from_start = far_away;  // and from the start, not through the goal
    std::uint32_t number = no_number;     // of a one-time cell
    energy toll = 0;                      // what entering costs every time
    energy gift = 0;                      // what entering gives the first time; below 0 for a bomb
    energy enough = endless;              // with this much the cheapest way to the goal is survived

    [[nodiscard]] bool is_open() const noexcept {
        return to_goal != far_away && from_start != far_away;
    }
};

/// The cells of a map, measured once. Where the goal cannot be reached from or the start cannot
/// reach, a cell counts as an infinite wall.
class ground {
public:
    ground(const board& b, search_control& control)
        : board_(&b), control_(&control), cells_(control.budget()) {}

    /// Measures the cells; false if there is no memory for it.
    [[nodiscard]] bool prepare() {
        if (!cells_.reserve(board_->bound())) {
            control_->end(status::memory_limit);
            return false;
        }
        for (place p = 0; p < board_->bound(); ++p) {
            const tile t = (*board_)[p];
            ground_cell cell;
            if (const auto number = board_->one_time_number(p))
                cell.number = static_cast<std::uint32_t>(*number);
            cell.toll = -energy_after(t, 0, true);
            cell.gift = energy_after(t, 0, false) + cell.toll;
            if (!cells_.push(cell)) return false;
        }
        flood(board_->goal(), &ground_cell::to_goal);
        flood(board_->start(), &ground_cell::from_start);
        measure_enough();
        return true;
    }

    [[nodiscard]] const board& map() const noexcept { return *board_; }
    [[nodiscard]] search_control& control() const noexcept { return *control_; }
    [[nodiscard]] const ground_cell& operator[](place p) const noexcept { return cells_[p]; }
    /// The one-time cell with that number.
    [[nodiscard]] place place_of(std::uint32_t number) const noexcept {
        return board_->one_time_cells()[number];
    }
    /// The four neighbours in their fixed order.
    [[nodiscard]] std::array<place, 4> around(place p) const noexcept {
        const place stride = board_->stride();
        return {p - stride, p + stride, p - 1, p + 1};
    }
    /// The fewest moves of any way from start to goal.
    [[nodiscard]] std::uint32_t fewest_moves() const noexcept {
        return cells_[board_->start()].to_goal;
    }
    /// The fewest moves between two cells as if there were no walls.
    [[nodiscard]] std::uint32_t apart(place a, place b) const noexcept {
        const point p = board_->xy(a);
        const point q = board_->xy(b);
        const auto gap = [](std::uint32_t x, std::uint32_t y) { return x < y ? y - x : x - y; };
        return gap(p.x, q.x) + gap(p.y, q.y);
    }
    /// The fewest moves after which one may be in a cell, if need be again.
    [[nodiscard]] std::uint32_t return_moves(place from, place to) const noexcept {
        return from == to ? 2 : apart(from, to);
    }

private:
    void flood(place from, std::uint32_t ground_cell::* moves) {
        std::vector<place> front{from};
        std::vector<place> next;
        cells_[from].*moves = 0;
        for (std::uint32_t distance = 1; !front.empty(); ++distance) {
            for (const place p : front) {
                if (p == board_->goal() && p != from) continue;
                board_->for_each_neighbour(p, [&](place n, direction) {
                    if (cells_[n].*moves != far_away) return;
                    cells_[n].*moves = distance;
                    next.push_back(n);
                });
            }
            front.swap(next);
            next.clear();
        }
    }

    // Dijkstra's algorithm backwards from the goal, which costs nothing to enter: no food, and
    // every bomb explodes.
    void measure_enough() {
        struct entry {
            energy needed;
            place at;
        };
        struct before {
            bool operator()(const entry& a, const entry& b) const noexcept {
                return a.needed != b.needed ? a.needed < b.needed : a.at < b.at;
            }
        };
        senda::detail::four_ary_heap<entry, before> open(control_->budget());
        const auto offer = [&](place p, energy needed) {
            board_->for_each_neighbour(p, [&](place n, direction) {
                if (n == board_->goal() || needed >= cells_[n].enough) return;
                cells_[n].enough = needed;
                if (!open.push({needed, n})) control_->end(status::memory_limit);
            });
        };
        offer(board_->goal(), 1);
        while (!open.empty()) {
            const entry next = open.pop();
            const ground_cell& cell = cells_[next.at];
            if (next.needed != cell.enough) continue;
            offer(next.at, next.needed + cell.toll + std::max<energy>(0, -cell.gift));
        }
    }

    const board* board_;
    search_control* control_;
    senda::detail::buffer<ground_cell> cells_;
};

}  // namespace senda::pacman::detail
