// SPDX-License-Identifier: MIT
// What the label searches know of each cell of a map: its distances, and what entering it costs.
#pragma once

#include <pacman/board.hpp>
#include <pacman/rules.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::pacman::detail {

using senda::search_control;

/// More moves than any route has.
inline constexpr std::uint32_t infinite_distance = std::numeric_limits<std::uint32_t>::max() / 4;

/// More energy than anybody can have.
inline constexpr energy infinite_energy = std::numeric_limits<energy>::max() / 2;

inline constexpr std::uint32_t no_number = std::numeric_limits<std::uint32_t>::max();

struct prepared_cell {
    std::uint32_t to_goal = infinite_distance;     // the fewest moves to the goal
    std::uint32_t from_start = infinite_distance;  // and from the start, not through the goal
    std::uint32_t number = no_number;              // of a one-time cell
    energy entry_cost = 0;                         // paid every time
    energy prize = 0;                              // paid out once; below 0 for a bomb
    energy sufficient = infinite_energy;           // to survive the cheapest path to the goal

    [[nodiscard]] bool is_open() const noexcept {
        return to_goal != infinite_distance && from_start != infinite_distance;
    }
};

/// The cells of a map, measured once. Cells that no route can pass count as infinite walls.
class prepared_map {
public:
    prepared_map(const board& b, search_control& control)
        : board_(&b), control_(&control), cells_(control.budget()) {}

    /// Measures the cells; false if there is no memory for it.
    [[nodiscard]] bool prepare() {
        if (!control_->fits(cells_.reserve(board_->bound()))) return false;
        for (place p = 0; p < board_->bound(); ++p) {
            const tile t = (*board_)[p];
            prepared_cell cell;
            if (const auto number = board_->one_time_number(p))
                cell.number = static_cast<std::uint32_t>(*number);
            cell.entry_cost = -energy_after(t, 0, true);
            cell.prize = energy_after(t, 0, false) + cell.entry_cost;
            if (!cells_.push(cell)) return false;
        }
        for_each_reachable(*board_, board_->goal(),
                           [&](place p, std::uint32_t moves) { cells_[p].to_goal = moves; });
        for_each_reachable(*board_, board_->start(),
                           [&](place p, std::uint32_t moves) { cells_[p].from_start = moves; });
        find_sufficient_energy();
        return true;
    }

    [[nodiscard]] const board& map() const noexcept { return *board_; }
    [[nodiscard]] search_control& control() const noexcept { return *control_; }
    [[nodiscard]] const prepared_cell& operator[](place p) const noexcept { return cells_[p]; }
    /// The one-time cell with that number.
    [[nodiscard]] place place_of(std::uint32_t number) const noexcept {
        return board_->one_time_cells()[number];
    }
    [[nodiscard]] energy prize_of(std::uint32_t number) const noexcept {
        return cells_[place_of(number)].prize;
    }
    [[nodiscard]] std::array<place, 4> neighbours(place p) const noexcept {
        const place stride = board_->stride();
        return {p - stride, p + stride, p - 1, p + 1};
    }
    [[nodiscard]] std::uint32_t fewest_moves() const noexcept {
        return cells_[board_->start()].to_goal;
    }
    /// The Manhattan distance.
    [[nodiscard]] std::uint32_t distance(place a, place b) const noexcept {
        const point p = board_->xy(a);
        const point q = board_->xy(b);
        const auto gap = [](std::uint32_t x, std::uint32_t y) { return x < y ? y - x : x - y; };
        return gap(p.x, q.x) + gap(p.y, q.y);
    }
    /// A lower bound on the moves, at least one, from one cell to another or back to itself.
    [[nodiscard]] std::uint32_t return_distance(place from, place to) const noexcept {
        return from == to ? 2 : distance(from, to);
    }
    /// What entering a cell costs at most: no food is there, and a bomb explodes.
    [[nodiscard]] energy most_cost(place p) const noexcept {
        return cells_[p].entry_cost + std::max<energy>(0, -cells_[p].prize);
    }
    /// Appends the cheapest path from the last of some cells to the goal.
    void append_cheapest_path(std::vector<place>& cells) const {
        const place goal = board_->goal();
        while (cells.back() != goal) {
            place next = no_place;
            energy least = infinite_energy;
            for (const place n : neighbours(cells.back())) {
                const energy needed = n == goal ? 1 : cells_[n].sufficient + most_cost(n);
                if (needed >= least) continue;
                least = needed;
                next = n;
            }
            cells.push_back(next);
        }
    }

private:
    // Dijkstra's algorithm backwards from the goal, which costs nothing to enter.
    void find_sufficient_energy() {
        struct entry {
            energy needed;
            place at;
        };
        struct before {
            bool operator()(const entry& a, const entry& b) const noexcept {
                return a.needed != b.needed ? a.needed < b.needed : a.at < b.at;
            }
        };
        senda::four_ary_heap<entry, before> open(control_->budget());
        const auto relax = [&](place p, energy needed) {
            board_->for_each_neighbour(p, [&](place n, direction) {
                if (n == board_->goal() || needed >= cells_[n].sufficient) return;
                cells_[n].sufficient = needed;
                control_->fits(open.push({needed, n}));
            });
        };
        relax(board_->goal(), 1);
        while (!open.empty()) {
            const entry next = open.pop();
            if (next.needed == cells_[next.at].sufficient)
                relax(next.at, next.needed + most_cost(next.at));
        }
    }

    const board* board_;
    search_control* control_;
    senda::buffer<prepared_cell> cells_;
};

}  // namespace senda::pacman::detail
