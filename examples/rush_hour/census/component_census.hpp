// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/answer.hpp>
#include <rush_hour/board.hpp>
#include <rush_hour/census/pushed_boards.hpp>
#include <rush_hour/engine/breadth_first_search.hpp>
#include <rush_hour/engine/packed_position.hpp>
#include <rush_hour/minimal.hpp>
#include <senda/search/control.hpp>
#include <senda/search/result.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace senda::rush_hour::detail {

/// Cells of horizontal and of vertical vehicles. Of two positions of a component, the one with the
/// smaller pair is the first.
using cell_pair = std::pair<cell_set, cell_set>;

[[nodiscard]] inline cell_pair cells_of(const car_park& park, const position& p) noexcept {
    cell_pair cells;
    for (std::size_t i = 0; i < side; ++i) {
        const auto of_line = [&](std::size_t l) -> cell_set {
            return park.lines()[l].table->arrangements[car_park::arrangement_at(p, l)].cells;
        };
        cells.first |= of_line(i) << (side * i);
        for (std::size_t row = 0; row < side; ++row)
            cells.second |= (of_line(side + i) >> row & 1U) << (side * row + i);
    }
    return cells;
}

/// Whether the boards of a car park may be counted: the red car is alone in its row with no wall
/// before it, no row is filled by its vehicles and walls, and no column by its vehicles.
[[nodiscard]] inline bool is_countable(const car_park& park) noexcept {
    for (std::size_t l = 0; l < line_count; ++l) {
        const line_table& t = *park.lines()[l].table;
        if (t.vehicles == 0) continue;
        const auto walls = static_cast<unsigned>(park.board().walls() >> (side * (l % side)) & 63U);
        const int cells =
            std::popcount(t.arrangements[0].cells) + (l < side ? std::popcount(walls) : 0);
        if (cells >= side) return false;
        if (l == exit_row && (t.vehicles > 1 || walls >> park.board().red().column != 0))
            return false;
    }
    return true;
}

/// Examines components one by one.
class component_census {
public:
    explicit component_census(senda::search_control& control)
        : control_(&control), minimal_(control) {}

    /// Takes a board whose component none of the boards before had; boards of the same layout come
    /// one after the other.
    void begin_layout(const board& b) {
        park_.emplace(b);
        fresh_ = true;
    }

    /// What is known about a component.
    struct result {
        std::uint64_t positions = 0;
        std::uint32_t moves = 0;  // of its hardest position
        bool solvable = false;
        std::optional<board> hardest;  // the first of them, if it is minimal
    };

    /// Examines the component of a board of the layout; `outside` are walls that stay. Nothing if a
    /// limit came, which then ends the control.
    [[nodiscard]] std::optional<result> examine(const position& start, cell_set outside) {
        result r;
        if (!explore(start)) return std::nullopt;
        r.positions = all_.size();
        restart(distances_);
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (!park_->is_solved(all_[i])) continue;
            distances_.add(all_[i]);
            r.solvable = true;
        }
        fresh_ = false;
        if (!r.solvable) return r;
        const senda::status ended = distances_.run(*control_);
        if (ended != status::exhausted) return end(ended);
        r.moves = static_cast<std::uint32_t>(distances_.levels() - 1);
        const std::size_t first = first_of_hardest(r.moves);
        const board hardest = park_->board_of(distances_.place(first));
        const std::optional<bool> minimal = minimal_.test(hardest, r.moves, moved(first), outside);
        if (!minimal) return std::nullopt;
        if (*minimal) r.hardest = hardest;
        return r;
    }

    /// Whether a position is in the component examined last.
    [[nodiscard]] bool has_met(const position& p) const { return all_.has_met(p); }

    /// The position of a packed board of the layout.
    [[nodiscard]] position position_of(packed_board b) const noexcept {
        position p = park_->without_vehicles();
        for (std::size_t l = 0; l < line_count; ++l) {
            const position part = park_->part_of(l, arrangement_of_line(b, l));
            p.rows |= part.rows;
            p.columns |= part.columns;
        }
        return p;
    }

private:
    std::optional<result> end(senda::status why) {
        control_->end(why);
        return std::nullopt;
    }

    void restart(breadth_first_search& search) {
        fresh_ ? search.restart(*park_, metric::slide) : search.restart();
    }

    bool explore(const position& start) {
        restart(all_);
        all_.add(start);
        const senda::status ended = all_.run(*control_);
        if (ended == status::exhausted) return true;
        control_->end(ended);
        return false;
    }

    [[nodiscard]] std::size_t first_of_hardest(std::size_t level) const {
        std::size_t first = distances_.level_begin(level);
        cell_pair least = cells_of(*park_, distances_[first]);
        for (std::size_t i = first + 1; i < distances_.size(); ++i) {
            const cell_pair cells = cells_of(*park_, distances_[i]);
            if (cells >= least) continue;
            least = cells;
            first = i;
        }
        return first;
    }

    /// The vehicles that move in a shortest solution from the `i`-th position, a bit each.
    [[nodiscard]] std::uint32_t moved(std::size_t i) const {
        std::uint32_t vehicles = 0;
        for (; distances_.parent(i) != i; i = distances_.parent(i))
            vehicles |= 1U << (park_->last_move(distances_[i]).vehicle - red_id);
        return vehicles;
    }

    senda::search_control* control_;
    std::optional<car_park> park_;
    bool fresh_ = true;                  // the searches do not know the car park yet
    breadth_first_search all_{3};        // from the board
    breadth_first_search distances_{3};  // from the solved positions
    minimal_test minimal_;
};

}  // namespace senda::rush_hour::detail
