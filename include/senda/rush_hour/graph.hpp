// SPDX-License-Identifier: MIT
// Rush Hour as a graph for any search of the library.
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/rush_hour/answer.hpp>
#include <senda/rush_hour/engine/move_tables.hpp>
#include <senda/rush_hour/engine/packed_position.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace senda::rush_hour {

namespace detail {

/// Which edges a parking graph has: all, or those that a breadth-first search has to try.
enum class edges : std::uint8_t { all, untried };

/// The positions of a car park, and the moves between them.
template <edges Which>
class parking_graph {
public:
    using node_type = position;
    using cost_type = steps;
    using action_type = move;

    /// The graph of all boards that can become of one, by slides or by steps.
    explicit parking_graph(const board& b, metric count = metric::slide) : park_(b), count_(count) {
        tables_.assign(park_, count);
        for (std::size_t l = 0; l < line_count; ++l) {
            const line_table& t = *park_.lines()[l].table;
            for (std::size_t from = 0; from < t.count; ++from)
                for (std::size_t to = 0; to < t.count; ++to)
                    if (t.moved[from][to] >= 0)
                        moves_[l][from * most_arrangements + to] = park_.slide(l, from, to);
        }
    }

    /// Calls `emit(position, 1, move)` for each move, row by row, then column by column.
    template <class Emit>
    void successors(const position& p, Emit&& emit) const {
        const targets which = Which == edges::all ? tables_.moves(p) : tables_.untried_moves(p);
        tables_.for_each(which, p, [&](const placement& to, const placement& from) {
            emit(move_tables::after(p, to, from), 1,
                 moves_[to.line][from.arrangement * most_arrangements + to.arrangement]);
        });
    }

    [[nodiscard]] static std::uint64_t hash(const position& p) noexcept {
        return p.rows & position_mask;
    }

    /// The position of the board that the graph was made of.
    [[nodiscard]] position start() const noexcept { return park_.start(); }
    /// The goal of a search: the red car touches the right edge.
    [[nodiscard]] auto goal() const noexcept {
        return [exits = park_.exits()](const position& p) {
            return (exits >> car_park::arrangement_at(p, exit_row) & 1U) != 0;
        };
    }
    /// Boards from positions, and positions from boards.
    [[nodiscard]] const car_park& park() const noexcept { return park_; }
    /// What counts one: a slide or a step.
    [[nodiscard]] metric count() const noexcept { return count_; }

private:
    car_park park_;
    metric count_;
    move_tables tables_;
    std::array<std::array<move, std::size_t{most_arrangements} * most_arrangements>, line_count>
        moves_ = {};
};

}  // namespace detail

/// The positions of a car park as a graph for any search: `senda::bfs(g, g.start(), g.goal())`.
using parking_graph = detail::parking_graph<detail::edges::all>;

/// The same for `bfs` alone, with a third of the edges: a position knows which move first led to
/// it, and leaves out those that a search which tries them in their order has no need of. The
/// distances are those of `parking_graph`; in any other search they would not be.
using breadth_first_parking_graph = detail::parking_graph<detail::edges::untried>;

}  // namespace senda::rush_hour
