// SPDX-License-Identifier: MIT
// A maze whose steps have costs: weights of its passages, or straight and diagonal steps.
#pragma once

#include <mazegen/direction.hpp>
#include <mazegen/maze.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>

namespace senda::mazegen {

/// A maze as a graph with costs, which must outlive it. Each step costs 1; or passages have random
/// weights; or diagonal steps are possible too, and cost 14 where a straight one costs 10.
class priced_maze {
public:
    using node_type = cell;
    using index_type = maze::index_type;
    using cost_type = std::uint32_t;

    static constexpr cost_type straight_cost = 10;     ///< where there are diagonal steps
    static constexpr cost_type diagonal_cost = 14;     ///< about 10 times the root of 2
    static constexpr cost_type most_weight = 1000000;  ///< of a passage

    /// A maze in which each step costs 1.
    explicit priced_maze(const maze& m) noexcept : maze_(&m) {}

    /// A maze whose passages have random weights from 1 to `heaviest`, the same for the same seed.
    [[nodiscard]] static priced_maze with_weights(const maze& m, cost_type heaviest,
                                                  std::uint64_t seed) noexcept {
        priced_maze made(m);
        made.heaviest_ = std::clamp<cost_type>(heaviest, 1, most_weight);
        made.seed_ = seed;
        return made;
    }

    /// A maze with diagonal steps besides. One is possible where both ways around the corner are
    /// open, so that no corner of a wall is cut.
    [[nodiscard]] static priced_maze with_diagonals(const maze& m) noexcept {
        priced_maze made(m);
        made.is_diagonal_ = true;
        return made;
    }

    /// The maze itself.
    [[nodiscard]] const maze& rooms() const noexcept { return *maze_; }
    /// Whether there are diagonal steps.
    [[nodiscard]] bool is_diagonal() const noexcept { return is_diagonal_; }
    /// The most that a passage costs.
    [[nodiscard]] cost_type heaviest() const noexcept { return heaviest_; }

    /// The number of a place, below `index_bound()`.
    [[nodiscard]] index_type index(cell c) const noexcept { return maze_->index(c); }
    /// More than every index.
    [[nodiscard]] index_type index_bound() const noexcept { return maze_->index_bound(); }
    /// The place with that index.
    [[nodiscard]] cell node(index_type i) const noexcept { return maze_->node(i); }

    /// Calls `emit(room, cost)` for each step: north, east, south, west, then between them.
    template <class Emit>
    void successors(cell n, Emit&& emit) const {
        for (const direction d : directions)
            if (maze_->has_passage(n, d)) emit(next_to(n, d), straight(n, d));
        if (!is_diagonal_) return;
        for (const direction d : directions)
            if (turns(n, d)) emit(next_to(next_to(n, d), clockwise(d)), diagonal_cost);
    }
    /// The same: a step can be taken both ways, at the same cost.
    template <class Emit>
    void predecessors(cell n, Emit&& emit) const {
        successors(n, emit);
    }

    /// What a step costs; nothing if it is none.
    [[nodiscard]] std::optional<cost_type> cost(cell from, cell to) const {
        std::optional<cost_type> found;
        if (!maze_->is_room(from)) return found;
        successors(from, [&](cell c, cost_type step) {
            if (c == to) found = step;
        });
        return found;
    }

    /// What a path costs, step by step; nothing if one of its steps is none.
    [[nodiscard]] std::optional<std::uint64_t> cost(std::span<const cell> path) const {
        std::uint64_t sum = 0;
        for (std::size_t i = 1; i < path.size(); ++i) {
            const std::optional<cost_type> step = cost(path[i - 1], path[i]);
            if (!step) return std::nullopt;
            sum += *step;
        }
        return sum;
    }

    /// The least that a path from one room to another can cost if there were no walls: consistent,
    /// and the H of A*.
    [[nodiscard]] cost_type estimate(cell from, cell to) const noexcept {
        const auto x = static_cast<cost_type>(std::abs(from.x - to.x));
        const auto y = static_cast<cost_type>(std::abs(from.y - to.y));
        if (!is_diagonal_) return x + y;
        return straight_cost * (std::max(x, y) - std::min(x, y)) + diagonal_cost * std::min(x, y);
    }

private:
    [[nodiscard]] static constexpr direction clockwise(direction d) noexcept {
        return static_cast<direction>((static_cast<unsigned>(d) + 1) % 4);
    }

    [[nodiscard]] cost_type straight(cell n, direction d) const noexcept {
        if (is_diagonal_) return straight_cost;
        if (heaviest_ == 1) return 1;
        // The passage belongs to the room on its west or north side.
        const bool is_first = d == direction::east || d == direction::south;
        const cell first = is_first ? n : next_to(n, d);
        const bool is_level = d == direction::east || d == direction::west;
        const std::uint64_t passage = std::uint64_t{index(first)} * 2 + (is_level ? 0 : 1);
        const std::uint64_t drawn =
            senda::splitmix64(senda::splitmix64(seed_) + (passage + 1) * senda::splitmix64_step);
        return static_cast<cost_type>(drawn % heaviest_) + 1;
    }

    /// Whether both ways around the corner between a direction and the next clockwise are open.
    [[nodiscard]] bool turns(cell n, direction d) const noexcept {
        const direction e = clockwise(d);
        return maze_->has_passage(n, d) && maze_->has_passage(n, e) &&
               maze_->has_passage(next_to(n, d), e) && maze_->has_passage(next_to(n, e), d);
    }

    const maze* maze_;
    cost_type heaviest_ = 1;
    std::uint64_t seed_ = 0;
    bool is_diagonal_ = false;
};

static_assert(IndexedGraph<priced_maze, cell> && ReversibleGraph<priced_maze, cell>);

}  // namespace senda::mazegen
