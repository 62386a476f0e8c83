// SPDX-License-Identifier: MIT
// The successors of jump point search (D. Harabor, A. Grastien, "Online Graph Pruning for
// Pathfinding on Grid Maps", 2011, and "Improving Jump Point Search", 2014).
#pragma once

#include <senda/graph/grid.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/grid/jumps/wall_bitmaps.hpp>

#include <bit>
#include <cstdint>

namespace senda::detail {

/// A cell, counted from the corner of the margin of `wall_bitmaps`.
struct grid_point {
    unsigned x = 0;
    unsigned y = 0;

    friend constexpr bool operator==(const grid_point&, const grid_point&) = default;
};

/// A place on a line where a jump ends.
struct line_stop {
    unsigned place;
    bool is_wall;
};

/// A set of directions, a bit each: N, E, S, W, NE, SE, SW, NW.
using direction_set = std::uint8_t;

/// One of eight directions.
struct direction {
    int x;
    int y;

    [[nodiscard]] constexpr direction_set bit() const noexcept {
        if (x == 0) return y < 0 ? 1 : 4;
        if (y == 0) return x > 0 ? 2 : 8;
        return x > 0 ? (y < 0 ? 16 : 32) : (y < 0 ? 128 : 64);
    }
};

inline constexpr direction_set all_directions = 255;

/// Looks along the lines of a grid for jump points: where a shortest path may have to turn.
template <grid_moves Moves, class Walls>
class jump_point_scan {
    static constexpr bool cuts = Moves == grid_moves::octile_cutting;

public:
    jump_point_scan(const Walls& walls, grid_point goal) : walls_(walls), goal_(goal) {}

    /// Calls `reach(grid_point, direction of entering, straight steps, diagonal steps)` for each
    /// jump point that is next in one direction; along a diagonal it scans to both sides.
    template <int X, int Y, class Reach>
    void jump(grid_point from, Reach&& reach) {
        if constexpr (X != 0 && Y != 0) {
            diagonal<X, Y>(from, reach);
        } else {
            straight<X, Y>(from, 0, reach);
        }
    }

    /// The next place on a line that is closed or where a path may have to turn. Many cells are
    /// looked at at once: the first that is closed, or a corner in a line beside, decides. The last
    /// one or two are left to the next window, where their neighbours are in sight.
    template <along Along, int Step>
    [[nodiscard]] SENDA_ALWAYS_INLINE line_stop look_along(unsigned line, unsigned from) const {
        for (unsigned at = from;;) {
            const wall_window walls = window<Along, Step>(line, at);
            const std::uint64_t stops = stops_in<Step>(walls);
            const int zeros = Step > 0 ? std::countr_zero(stops) : std::countl_zero(stops);
            const unsigned steps = stops == 0 ? seen : static_cast<unsigned>(zeros);
            at = Step > 0 ? at + steps : at - steps;
            if (stops == 0) continue;
            return {at, (walls.here >> (Step > 0 ? steps : 63 - steps) & 1) != 0};
        }
    }

    /// Whether a diagonal step is possible, from a cell that is open.
    [[nodiscard]] bool can_step(grid_point from, direction h) const {
        return !closed(from, h.x, h.y) &&
               (cuts || (!closed(from, h.x, 0) && !closed(from, 0, h.y)));
    }
    /// Whether after such a step there is a forced neighbour.
    [[nodiscard]] bool must_turn(grid_point from, direction h) const {
        return cuts && turns_on_diagonal(moved(from, h.x, h.y, 1), h);
    }

    /// The directions of the natural and the forced neighbours of a cell that is entered in some.
    [[nodiscard]] direction_set directions_after(grid_point at, direction_set entered) {
        constexpr direction all[] = {{0, -1}, {1, 0}, {0, 1},  {-1, 0},
                                     {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
        direction_set to = 0;
        for (unsigned left = entered; left != 0; left &= left - 1) {
            const direction h = all[std::countr_zero(left)];
            to |= h.x != 0 && h.y != 0 ? after_diagonal(at, h) : after_straight(at, h);
        }
        return to;
    }

private:
    [[nodiscard]] bool closed(grid_point at, int x, int y) const {
        return walls_.closed(at.x + static_cast<unsigned>(x), at.y + static_cast<unsigned>(y));
    }

    // Going straight, one turns only past a corner: beside the first open cell or, cutting, before.
    [[nodiscard]] direction_set after_straight(grid_point at, direction h) {
        direction_set to = h.bit();
        for (const int side : {-1, 1}) {
            const direction turn{h.y * side, h.x * side};
            if constexpr (cuts) {
                if (!closed(at, turn.x, turn.y)) continue;
                to |= direction{h.x + turn.x, h.y + turn.y}.bit();
            } else {
                if (closed(at, turn.x, turn.y) || !closed(at, turn.x - h.x, turn.y - h.y)) continue;
                to |= static_cast<direction_set>(turn.bit() |
                                                 direction{h.x + turn.x, h.y + turn.y}.bit());
            }
        }
        return to;
    }

    [[nodiscard]] direction_set after_diagonal(grid_point at, direction h) {
        auto to =
            static_cast<direction_set>(h.bit() | direction{h.x, 0}.bit() | direction{0, h.y}.bit());
        if constexpr (cuts) {
            if (closed(at, -h.x, 0)) to |= direction{-h.x, h.y}.bit();
            if (closed(at, 0, -h.y)) to |= direction{h.x, -h.y}.bit();
        }
        return to;
    }

    [[nodiscard]] bool turns_on_diagonal(grid_point at, direction h) const {
        return (closed(at, -h.x, 0) && !closed(at, -h.x, h.y)) ||
               (closed(at, 0, -h.y) && !closed(at, h.x, -h.y));
    }

    template <int X, int Y, class Reach>
    void diagonal(grid_point at, Reach&& reach) {
        if constexpr (requires { walls_.has_stops(); }) {
            if (walls_.has_stops()) return diagonal_by_stops<X, Y>(at, reach);
        }
        // What a row and the one beside show from a cell on says also whether the next step is
        // free.
        constexpr std::uint64_t here = X > 0 ? 1 : std::uint64_t{1} << 63;
        constexpr std::uint64_t next = X > 0 ? here << 1 : here >> 1;
        wall_window row = window<along::rows, X>(at.y, at.x);
        for (unsigned steps = 1;; ++steps) {
            const std::uint64_t beside = Y > 0 ? row.after : row.before;
            if ((cuts ? beside & next : (beside & (here | next)) | (row.here & next)) != 0) return;
            at = moved(at, X, Y, 1);
            if (at == goal_) return reach(at, bit_of<X, Y>, 0u, steps);
            if constexpr (cuts) {
                if (turns_on_diagonal(at, {X, Y})) return reach(at, bit_of<X, Y>, 0u, steps);
            }
            row = window<along::rows, X>(at.y, at.x);
            if (has_stop<X>(row, at.y == goal_.y)) straight<X, 0>(at, steps, reach);
            const wall_window column = window<along::columns, Y>(at.x, at.y);
            if (has_stop<Y>(column, at.x == goal_.x)) straight<0, Y>(at, steps, reach);
        }
    }

    static constexpr unsigned seen = cuts ? Walls::sight - 1 : Walls::sight;

    template <along Along, int Step>
    [[nodiscard]] SENDA_ALWAYS_INLINE wall_window window(unsigned line, unsigned place) const {
        return Step > 0 ? walls_.template ahead<Along>(line, place)
                        : walls_.template behind<Along>(line, place);
    }
    /// Where one must stop, of what is in sight.
    template <int Step>
    [[nodiscard]] SENDA_ALWAYS_INLINE static std::uint64_t stops_in(const wall_window& w) noexcept {
        constexpr std::uint64_t all = ~std::uint64_t{0};
        constexpr std::uint64_t in_sight =
            Step > 0 ? all >> (63 - seen) & ~std::uint64_t{1} : all << (63 - seen) & all >> 1;
        return in_sight & (w.here | corners<Step>(w.before) | corners<Step>(w.after));
    }
    /// Whether there may be another stop on a line than a wall: most have none.
    template <int Step>
    [[nodiscard]] SENDA_ALWAYS_INLINE static bool has_stop(const wall_window& w,
                                                           bool is_goal_line) noexcept {
        const std::uint64_t stops = stops_in<Step>(w);
        const std::uint64_t first = Step > 0 ? stops & (0 - stops) : std::bit_floor(stops);
        return (first & w.here) == 0 || is_goal_line;
    }

    /// The same from stop to stop. On the way only the goal can be in sight.
    template <int X, int Y, class Reach>
    void diagonal_by_stops(grid_point at, Reach&& reach) {
        for (unsigned steps = 0;;) {
            const int stop = walls_.template diagonal_stop<X, Y>(at);
            const auto far = static_cast<unsigned>(stop < 0 ? -stop : stop);
            // Below 0 they are large, as unsigned numbers.
            const unsigned to_column = X > 0 ? goal_.x - at.x : at.x - goal_.x;
            const unsigned to_row = Y > 0 ? goal_.y - at.y : at.y - goal_.y;
            if (to_column == to_row && to_row - 1 < far) {
                return reach(goal_, bit_of<X, Y>, 0u, steps + to_row);
            }
            if (to_row - 1 < far && to_row < to_column) {
                const grid_point beside = moved(at, X, Y, to_row);
                const line_stop end = walls_.template stop<along::rows, X>(beside.y, beside.x);
                if (between<X>(beside.x, goal_.x, end.place))
                    reach(goal_, bit_of<X, 0>, to_column - to_row, steps + to_row);
            } else if (to_column - 1 < far && to_column < to_row) {
                const grid_point beside = moved(at, X, Y, to_column);
                const line_stop end = walls_.template stop<along::columns, Y>(beside.x, beside.y);
                if (between<Y>(beside.y, goal_.y, end.place))
                    reach(goal_, bit_of<0, Y>, to_row - to_column, steps + to_column);
            }
            if (stop <= 0) return;
            const bool turns = cuts && must_turn(moved(at, X, Y, far - 1), {X, Y});
            at = moved(at, X, Y, far);
            steps += far;
            if (turns) return reach(at, bit_of<X, Y>, 0u, steps);
            straight<X, 0>(at, steps, reach);
            straight<0, Y>(at, steps, reach);
        }
    }
    static constexpr grid_point moved(grid_point from, int x, int y, unsigned steps) noexcept {
        return {from.x + static_cast<unsigned>(x) * steps,
                from.y + static_cast<unsigned>(y) * steps};
    }

    template <int X, int Y, class Reach>
    SENDA_ALWAYS_INLINE void straight(grid_point from, unsigned before, Reach&& reach) {
        if constexpr (Y == 0) {
            const unsigned to = along_line<along::rows, X>(from.y, from.x, goal_.y, goal_.x);
            if (to == nowhere) return;
            reach(grid_point{to, from.y}, bit_of<X, Y>, X > 0 ? to - from.x : from.x - to, before);
        } else {
            const unsigned to = along_line<along::columns, Y>(from.x, from.y, goal_.x, goal_.y);
            if (to == nowhere) return;
            reach(grid_point{from.x, to}, bit_of<X, Y>, Y > 0 ? to - from.y : from.y - to, before);
        }
    }

    template <int X, int Y>
    static constexpr direction_set bit_of = direction{X, Y}.bit();
    static constexpr unsigned nowhere = 0;  // in the margin

    /// Where one must stop on a line: at a jump point, at the goal, or nowhere.
    template <along Along, int Step>
    [[nodiscard]] SENDA_ALWAYS_INLINE unsigned along_line(unsigned line, unsigned from,
                                                          unsigned goal_line, unsigned goal_place) {
        const line_stop stop = next_stop<Along, Step>(line, from);
        if (line == goal_line && between<Step>(from, goal_place, stop.place)) return goal_place;
        return stop.is_wall ? nowhere : stop.place;
    }

    template <along Along, int Step>
    [[nodiscard]] SENDA_ALWAYS_INLINE line_stop next_stop(unsigned line, unsigned from) {
        if constexpr (requires { walls_.has_stops(); }) {
            if (walls_.has_stops()) return walls_.template stop<Along, Step>(line, from);
        }
        return look_along<Along, Step>(line, from);
    }

    /// Whether `x` is behind `from` and not behind `to`.
    template <int Step>
    [[nodiscard]] static constexpr bool between(unsigned from, unsigned x, unsigned to) noexcept {
        return Step > 0 ? from < x && x <= to : to <= x && x < from;
    }

    /// Where a wall beside ends: its last closed cell if corners may be cut, else the next.
    template <int Step>
    [[nodiscard]] static constexpr std::uint64_t corners(std::uint64_t wall) noexcept {
        if constexpr (cuts) {
            return wall & ~(Step > 0 ? wall >> 1 : wall << 1);
        } else {
            return ~wall & (Step > 0 ? wall << 1 : wall >> 1);
        }
    }

    const Walls& walls_;
    grid_point goal_;
};

}  // namespace senda::detail
