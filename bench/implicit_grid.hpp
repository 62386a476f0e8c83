// SPDX-License-Identifier: MIT
#pragma once

#include "inputs.hpp"

#include <cstddef>
#include <cstdint>

// What a user of senda writes, and nothing more: the benchmarks measure the library through this.
namespace bench {

/// The user's graph: a cell is its number, moves are found on the map, nothing is stored.
struct implicit_grid {
    const std::uint8_t* open;
    std::uint32_t side;

    explicit implicit_grid(const grid_map& map) : open{map.open.data()}, side{map.side} {}

    using node_type = std::uint32_t;

    // The border is closed, so no neighbour of an open cell is off the map.
    template <class Emit>
    void successors(std::uint32_t cell, Emit&& emit) const {
        if (open[cell - side]) emit(cell - side);
        if (open[cell + 1]) emit(cell + 1);
        if (open[cell + side]) emit(cell + side);
        if (open[cell - 1]) emit(cell - 1);
    }

    std::uint32_t index(std::uint32_t cell) const { return cell; }
    std::size_t index_bound() const { return std::size_t{side} * side; }
};

/// The same map where a step against a wall stays in its cell, which changes no path: whether a
/// wall is there is hard to guess for the processor, and so it need not.
struct staying_grid : implicit_grid {
    using implicit_grid::implicit_grid;

    template <class Emit>
    void successors(std::uint32_t cell, Emit&& emit) const {
        const auto step = [&](std::uint32_t to) { return open[to] ? to : cell; };
        emit(step(cell - side));
        emit(step(cell + 1));
        emit(step(cell + side));
        emit(step(cell - 1));
    }
};

/// The same map where entering a cell has a cost; the type of cost decides which queue senda uses.
template <class Cost>
struct weighted_implicit_grid : implicit_grid {
    const std::uint8_t* entering;

    weighted_implicit_grid(const grid_map& map, const std::uint8_t* costs)
        : implicit_grid{map}, entering{costs} {}

    using cost_type = Cost;

    template <class Emit>
    void successors(std::uint32_t cell, Emit&& emit) const {
        implicit_grid::successors(
            cell, [&](std::uint32_t next) { emit(next, static_cast<Cost>(entering[next])); });
    }
};

/// The user's heuristic: steps to the goal if there were no walls.
struct manhattan_on_map {
    std::uint32_t side;
    std::uint32_t goal_x;
    std::uint32_t goal_y;

    manhattan_on_map(const grid_map& map, std::uint32_t goal)
        : side{map.side}, goal_x{goal % map.side}, goal_y{goal / map.side} {}

    std::int32_t operator()(std::uint32_t cell) const {
        const std::uint32_t x = cell % side;
        const std::uint32_t y = cell / side;
        return static_cast<std::int32_t>((x < goal_x ? goal_x - x : x - goal_x) +
                                         (y < goal_y ? goal_y - y : y - goal_y));
    }
};

}  // namespace bench
