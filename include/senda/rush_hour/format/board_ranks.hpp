// SPDX-License-Identifier: MIT
// Ranking and unranking: all boards with the same walls in a fixed order, numbered from 0.
#pragma once

#include <senda/rush_hour/board.hpp>

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace senda::rush_hour {

/// Numbers the boards with given walls, from 0 up and without gaps. Letters do not count: boards
/// that differ in nothing else have the same number.
class board_ranks {
public:
    /// The numbers of all boards with those walls.
    explicit board_ranks(cell_set walls = 0)
        : walls_(walls), counts_(std::size_t{layers} * profiles) {
        assert(walls <= every_cell);
        count_completions();
    }

    /// The walls that all these boards have.
    [[nodiscard]] cell_set walls() const noexcept { return walls_; }

    /// How many boards there are.
    [[nodiscard]] std::uint64_t size() const noexcept { return completions({}); }

    /// The number of a board with these walls.
    [[nodiscard]] std::uint64_t rank(const board& b) const noexcept {
        assert(b.walls() == walls_);
        std::array<const vehicle*, cell_count> begins{};
        for (const vehicle& v : b.vehicles())
            begins[static_cast<std::size_t>(first_cell_of(v))] = &v;

        std::uint64_t before = 0;
        for (state at; at.cell < cell_count;) {
            const vehicle* v = begins[static_cast<std::size_t>(at.cell)];
            const choice made = v == nullptr ? choice{} : choice_of(*v);
            std::optional<state> next;
            for_each_choice(at, [&](const choice& c, const state& to) {
                if (c == made) next = to;
                if (!next) before += completions(to);
            });
            assert(next);
            at = *next;
        }
        return before;
    }

    /// The board with a number below `size()`: the red car A and the other vehicles B, C, ... in
    /// reading order of their top left cells.
    [[nodiscard]] board unrank(std::uint64_t number) const {
        assert(number < size());
        std::vector<vehicle> vehicles;
        char letter = red_id;
        for (state at; at.cell < cell_count;) {
            const state from = at;
            for_each_choice(from, [&](const choice& c, const state& to) {
                if (at.cell != from.cell) return;
                if (number >= completions(to)) {
                    number -= completions(to);
                    return;
                }
                if (c.length > 0)
                    vehicles.push_back(
                        {c.red ? red_id : ++letter, static_cast<std::uint8_t>(from.cell / side),
                         static_cast<std::uint8_t>(from.cell % side), c.length, c.direction});
                at = to;
            });
        }
        return *board::make(vehicles, walls_);
    }

private:
    /// What begins in a cell: a vehicle, or nothing if the length is 0.
    struct choice {
        std::uint8_t length = 0;
        axis direction = axis::horizontal;
        bool red = false;

        friend constexpr bool operator==(const choice&, const choice&) = default;
    };

    /// A board filled up to a cell, in reading order. The profile has a digit of base 3 for each
    /// column: how many cells the vertical vehicle there still goes down.
    struct state {
        int cell = 0;
        int profile = 0;
        bool has_red = false;
    };

    static constexpr std::array<int, side> power = {1, 3, 9, 27, 81, 243};
    static constexpr int profiles = 729;
    static constexpr int row_begin = exit_row * side;
    static constexpr int row_end = row_begin + side;
    static constexpr int layers = cell_count + side;

    // Only within its row is it open whether the red car is there already: two layers a cell.
    static constexpr int layer_of(int cell, bool has_red) noexcept {
        if (cell <= row_begin) return cell;
        if (cell >= row_end) return cell + side - 1;
        return row_begin + 2 * (cell - row_begin) - (has_red ? 0 : 1);
    }
    static constexpr std::size_t index_of(const state& s) noexcept {
        const int index = layer_of(s.cell, s.has_red) * profiles + s.profile;
        return static_cast<std::size_t>(index);
    }

    /// How many boards complete a state.
    [[nodiscard]] std::uint64_t completions(const state& s) const noexcept {
        return s.cell >= row_end && !s.has_red ? 0 : counts_[index_of(s)];
    }

    static constexpr choice choice_of(const vehicle& v) noexcept {
        return {v.length, v.direction, v.id == red_id};
    }

    static constexpr int digit(int profile, int column) noexcept {
        return profile / power[static_cast<std::size_t>(column)] % 3;
    }

    /// Calls `visit(choice, state after it)` for all that can begin in the next cell.
    template <class Visit>
    void for_each_choice(const state& s, Visit&& visit) const {
        const int row = s.cell / side;
        const int column = s.cell % side;
        const int unit = power[static_cast<std::size_t>(column)];
        const bool wall = is_wall(s.cell);
        if (digit(s.profile, column) > 0) {
            if (!wall) visit(choice{}, state{s.cell + 1, s.profile - unit, s.has_red});
            return;
        }
        visit(choice{}, state{s.cell + 1, s.profile, s.has_red});
        if (wall) return;
        int room = 1;  // cells of the row that are free from here on, as far as they matter
        while (room < longest_vehicle && column + room < side && !is_wall(s.cell + room) &&
               digit(s.profile, column + room) == 0)
            ++room;
        for (std::uint8_t length = shortest_vehicle; length <= longest_vehicle; ++length) {
            if (length <= room) visit(choice{length}, state{s.cell + length, s.profile, s.has_red});
            if (row + length <= side)
                visit(choice{length, axis::vertical},
                      state{s.cell + 1, s.profile + (length - 1) * unit, s.has_red});
        }
        if (row == exit_row && !s.has_red && room >= 2)
            visit(choice{2, axis::horizontal, true}, state{s.cell + 2, s.profile, true});
    }

    [[nodiscard]] bool is_wall(int cell) const noexcept { return (walls_ >> cell & 1) != 0; }

    void count_completions() {
        counts_[index_of({cell_count, 0, true})] = 1;
        for (int cell = cell_count - 1; cell >= 0; --cell)
            for (const bool has_red : {false, true}) {
                if (has_red ? cell <= row_begin : cell >= row_end) continue;
                for (int profile = 0; profile < profiles; ++profile) {
                    const state s{cell, profile, has_red};
                    std::uint64_t all = 0;
                    for_each_choice(
                        s, [&](const choice&, const state& to) { all += completions(to); });
                    counts_[index_of(s)] = all;
                }
            }
    }

    cell_set walls_;
    std::vector<std::uint64_t> counts_;
};

}  // namespace senda::rush_hour
