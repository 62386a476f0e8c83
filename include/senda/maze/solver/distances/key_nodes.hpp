// SPDX-License-Identifier: MIT
// The places of a maze where something happens: the treasures, the start and the end.
#pragma once

#include <senda/maze/board.hpp>
#include <senda/maze/solver/distances/distance_table.hpp>

#include <cstdint>

namespace senda::maze::detail {

/// The number of a station: a treasure's number, then the start, then the end.
using station = std::uint32_t;

/// Numbers the stations of a maze.
class stations {
public:
    explicit stations(const terrain& ground)
        : ground_(&ground), treasures_(static_cast<station>(ground.maze().treasures().size())) {}

    /// How many treasures the maze has.
    [[nodiscard]] station treasures() const noexcept { return treasures_; }
    [[nodiscard]] station start() const noexcept { return treasures_; }
    [[nodiscard]] station end() const noexcept { return treasures_ + 1; }

    [[nodiscard]] place place_of(station s) const noexcept {
        const board& b = ground_->maze();
        return s == start() ? b.start() : s == end() ? b.end() : b.treasures()[s];
    }
    [[nodiscard]] station at(place p) const noexcept {
        const board& b = ground_->maze();
        return p == b.start() ? start()
               : p == b.end() ? end()
                              : static_cast<station>(b.treasure_number(p));
    }
    /// The fewest steps from a station to the end.
    [[nodiscard]] std::uint32_t to_end(station s) const noexcept {
        return (*ground_)[place_of(s)].to_end;
    }

private:
    const terrain* ground_;
    station treasures_;
};

}  // namespace senda::maze::detail
