// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/direction.hpp>
#include <mazegen/maze.hpp>
#include <senda/graph/cell.hpp>

#include <array>
#include <cstddef>
#include <optional>

namespace senda::mazegen::detail {

/// A wall of a maze that is left out of a picture: the one on this side of this room.
struct outer_gap {
    cell room;
    direction side = direction::west;
};

/// The side of a room from which no room is in the way to the outside; of several, the first in
/// the given order.
[[nodiscard]] inline std::optional<outer_gap> gap_of(const maze& m, cell room,
                                                     const std::array<direction, 4>& order) {
    for (const direction side : order) {
        cell beyond = next_to(room, side);
        while (m.contains(beyond) && !m.is_room(beyond)) beyond = next_to(beyond, side);
        if (!m.contains(beyond)) return outer_gap{room, side};
    }
    return std::nullopt;
}

/// The walls of a maze with the gaps where it is entered and left, as `draw::Walls`.
class walls_with_gaps {
public:
    explicit walls_with_gaps(const maze& m) noexcept : maze_(&m) {}

    /// One comes in from the left where that is possible, and goes out to the right.
    walls_with_gaps(const maze& m, cell entrance, cell exit) : maze_(&m) {
        using enum direction;
        gaps_[0] = gap_of(m, entrance, {west, north, south, east});
        gaps_[1] = gap_of(m, exit, {east, south, north, west});
    }

    [[nodiscard]] int rows() const noexcept { return maze_->rows(); }
    [[nodiscard]] int cols() const noexcept { return maze_->cols(); }
    [[nodiscard]] bool above(int row, int col) const noexcept {
        return maze_->above(row, col) && !is_gap({col, row}, direction::north);
    }
    [[nodiscard]] bool left_of(int row, int col) const noexcept {
        return maze_->left_of(row, col) && !is_gap({col, row}, direction::west);
    }

    /// The gap where the maze is entered and the one where it is left, as far as there are any.
    [[nodiscard]] const std::array<std::optional<outer_gap>, 2>& gaps() const noexcept {
        return gaps_;
    }

private:
    /// Whether the wall on that side of a place, north or west, is one of the gaps.
    [[nodiscard]] bool is_gap(cell at, direction side) const noexcept {
        for (const std::optional<outer_gap>& gap : gaps_) {
            if (!gap) continue;
            if (gap->room == at && gap->side == side) return true;
            if (gap->side == opposite(side) && next_to(gap->room, gap->side) == at) return true;
        }
        return false;
    }

    const maze* maze_;
    std::array<std::optional<outer_gap>, 2> gaps_;
};

}  // namespace senda::mazegen::detail
