// SPDX-License-Identifier: MIT
// Move generation: the eight rays of a queen, cut at the first cell that is not free, and plays.
#pragma once

#include <amazons/cell.hpp>
#include <amazons/play.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <type_traits>

namespace senda::amazons {

namespace detail {

/// The rays from one cell over an empty board of the largest size, without the cell.
struct ray_star {
    std::array<cell_set, 4> up{};    ///< right, up left, up, up right: towards higher numbers
    std::array<cell_set, 4> down{};  ///< left, down right, down, down left: towards lower numbers
};

/// The cells that lie in a direction from a cell, to the edge of the largest board.
[[nodiscard]] constexpr cell_set ray_from(int column, int row, int right, int up) noexcept {
    cell_set ray;
    for (column += right, row += up;
         column >= 0 && column < most_columns && row >= 0 && row < most_rows;
         column += right, row += up)
        ray.insert(cell_at(column, row));
    return ray;
}

inline constexpr std::array<ray_star, 128> rays = [] {
    constexpr std::array<int, 4> right{1, -1, 0, 1};
    constexpr std::array<int, 4> up{0, 1, 1, 1};
    std::array<ray_star, 128> stars{};
    for (int row = 0; row < most_rows; ++row)
        for (int column = 0; column < most_columns; ++column) {
            ray_star& star = stars[cell_at(column, row).number];
            for (std::size_t d = 0; d < 4; ++d) {
                star.up[d] = ray_from(column, row, right[d], up[d]);
                star.down[d] = ray_from(column, row, -right[d], -up[d]);
            }
        }
    return stars;
}();

/// A ray towards higher numbers to its first cell that is not free, and that cell.
[[nodiscard]] constexpr cell_set cut_up(cell_set ray, cell_set free) noexcept {
    const cell_set barred = ray & ~free;
    // Taking one away flips the first bit and all below it: all bits, if there is none.
    const cell_set flipped{barred.low ^ (barred.low - 1),
                           barred.high ^ (barred.high - (barred.low == 0 ? 1U : 0U))};
    return ray & flipped;
}

/// A ray towards lower numbers to its first cell that is not free, and that cell.
[[nodiscard]] constexpr cell_set cut_down(cell_set ray, cell_set free, std::size_t d) noexcept {
    const cell_set barred = ray & ~free;
    // From the cell with number 0 no ray goes down, so that it can stand for none.
    const int last = barred.high != 0 ? 127 - std::countl_zero(barred.high)
                                      : 63 - std::countl_zero(barred.low | 1U);
    return ray ^ rays[static_cast<std::size_t>(last)].down[d];
}

}  // namespace detail

/// The cells that a queen reaches from a cell in one move over free cells, and those that stop it.
/// While none of them changes, it reaches the same.
[[nodiscard]] constexpr cell_set queen_view(cell from, cell_set free) noexcept {
    const detail::ray_star& star = detail::rays[from.number];
    cell_set seen;
    for (std::size_t d = 0; d < 4; ++d) {
        seen |= detail::cut_up(star.up[d], free);
        seen |= detail::cut_down(star.down[d], free, d);
    }
    return seen;
}

/// The cells that a queen reaches from a cell in one move over free cells.
[[nodiscard]] constexpr cell_set queen_reach(cell from, cell_set free) noexcept {
    return queen_view(from, free) & free;
}

namespace detail {

/// `basic_board::for_each_play` for some amazons over empty cells; false if `visit` ended it.
template <class Set, class Visit>
constexpr bool for_each_play(Set amazons, Set empty, Visit&& visit) {
    const auto goes_on = [&](const play& p) {
        if constexpr (std::is_void_v<decltype(visit(p))>) {
            visit(p);
            return true;
        } else {
            return static_cast<bool>(visit(p));
        }
    };
    for (; !amazons.empty(); amazons.erase(amazons.first())) {
        const cell from = amazons.first();
        const Set open = empty | Set{from};
        for (Set tos = queen_reach(from, empty); !tos.empty(); tos.erase(tos.first())) {
            const cell to = tos.first();
            for (Set shots = queen_reach(to, open); !shots.empty(); shots.erase(shots.first()))
                if (!goes_on(play{from, to, shots.first()})) return false;
        }
    }
    return true;
}

/// Makes a play or takes it back, on the amazons of its player and the empty cells.
template <class Set>
constexpr void toggle_play(const play& p, Set& amazons, Set& empty) noexcept {
    const Set moved = Set{p.from} ^ Set { p.to };
    amazons ^= moved;
    empty ^= moved ^ Set { p.arrow };
}

/// How many plays `for_each_play` would visit; much faster than visiting them.
template <class Set>
[[nodiscard]] constexpr int count_plays(Set amazons, Set empty) noexcept {
    int count = 0;
    for_each_cell(amazons, [&](cell from) {
        const Set open = empty | Set{from};
        for_each_cell(queen_reach(from, empty),
                      [&](cell to) { count += queen_reach(to, open).count(); });
    });
    return count;
}

}  // namespace detail

}  // namespace senda::amazons
