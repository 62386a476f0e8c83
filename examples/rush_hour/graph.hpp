// SPDX-License-Identifier: MIT
// Rush Hour as a graph for any search of the library, and consistent heuristics for A* on it.
#pragma once

#include <rush_hour/answer.hpp>
#include <rush_hour/board.hpp>
#include <rush_hour/engine/line_tables.hpp>
#include <rush_hour/engine/move_tables.hpp>
#include <rush_hour/engine/packed_position.hpp>
#include <senda/graph/edge.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

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

    /// What tells positions apart: all but the mark of the last move.
    [[nodiscard]] static std::uint64_t key(const position& p) noexcept {
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

namespace detail {

/// What the red car still has to do, by the arrangement of its row.
class exit_path {
public:
    exit_path(const car_park& park, metric count) {
        const line& row = park.lines()[exit_row];
        const std::size_t red = park.red_place();
        const std::size_t walls = car_park::bits_at(park.without_vehicles(), exit_row);
        // The second bound tells g++ 13 that nothing is written behind the arrays.
        for (std::size_t a = 0; a < row.table->count && a < most_arrangements; ++a) {
            const int front = row.table->arrangements[a].first[red] + 2;
            ahead_[a] = cells_between(front, side);
            moves_[a] = count == metric::step ? side - front : front < side ? 1 : 0;
            // What stands in the red car's own row never leaves it.
            if (((walls | row.table->arrangements[a].cells) & ahead_[a]) != 0) moves_[a] = never;
        }
    }

    static constexpr steps never = infinite<steps>;

    /// The moves of the red car, as if no column blocked it; `never` if its own row does.
    [[nodiscard]] steps moves(const position& p) const noexcept {
        return moves_[car_park::arrangement_at(p, exit_row)];
    }
    /// The columns whose vehicles block it.
    [[nodiscard]] unsigned blocked(const position& p) const noexcept {
        const std::size_t bits = car_park::bits_at(p, exit_row);
        return static_cast<unsigned>(ahead_[bits >> crossing_bits] & bits);
    }

private:
    std::array<line_cells, most_arrangements> ahead_ = {};
    std::array<steps, most_arrangements> moves_ = {};
};

}  // namespace detail

/// At least the red car and all vehicles that block it have to move.
class h_blockers {
public:
    /// Estimates for the positions of that graph.
    explicit h_blockers(const parking_graph& g) : path_(g.park(), g.count()) {}

    /// At least so many moves solve a position.
    [[nodiscard]] steps operator()(const position& p) const noexcept {
        return add_costs(path_.moves(p), static_cast<steps>(std::popcount(path_.blocked(p))));
    }

private:
    detail::exit_path path_;
};

/// Also the vehicles that block the blockers, whether those go up or down, counted once a row; in
/// steps, the blockers have to go all the way out of the red car's row.
class h_blocked_blockers {
public:
    /// Estimates for the positions of that graph.
    explicit h_blocked_blockers(const parking_graph& g) : path_(g.park(), g.count()) {
        for (std::size_t column = 0; column < side; ++column)
            for (std::size_t a = 0; a < g.park().lines()[side + column].table->count; ++a)
                escapes_[column][a] = escape_of(g, column, a);
    }

    /// At least so many moves solve a position.
    [[nodiscard]] steps operator()(const position& p) const noexcept {
        steps sum = path_.moves(p);
        if (sum == detail::exit_path::never) return sum;
        // The rows that have to move, for each choice of up or down of at most four columns.
        std::array<unsigned, 16> choices{};
        std::size_t count = 1;
        for (unsigned left = path_.blocked(p); left != 0; left &= left - 1) {
            const auto column = static_cast<std::size_t>(std::countr_zero(left));
            const std::size_t bits = car_park::bits_at(p, side + column);
            const escape& e = escapes_[column][bits >> detail::crossing_bits];
            if (e.cost == detail::exit_path::never) return e.cost;
            sum += e.cost;
            const auto up = static_cast<unsigned>(e.cells[0] & bits);
            const auto down = static_cast<unsigned>(e.cells[1] & bits);
            if (up == 0 || down == 0) continue;
            for (std::size_t i = 0; i < count; ++i) {
                choices[count + i] = choices[i] | down;
                choices[i] |= up;
            }
            count *= 2;
        }
        int fewest = side;
        for (std::size_t i = 0; i < count; ++i)
            fewest = std::min(fewest, std::popcount(choices[i]));
        return sum + fewest;
    }

private:
    /// The cells that the blocker of a column has to pass, up and down; all cells where it cannot.
    struct escape {
        steps cost = detail::exit_path::never;  // the moves that it takes at least
        std::array<detail::line_cells, 2> cells = {63, 63};
    };

    // Beside the third row there is no room for two vehicles of one column on either side, so that
    // one vehicle that moves is always enough if any do.
    [[nodiscard]] static escape escape_of(const parking_graph& g, std::size_t column,
                                          std::size_t from) {
        const detail::line_table& t = *g.park().lines()[side + column].table;
        const std::size_t walls = car_park::bits_at(g.park().without_vehicles(), side + column);
        const detail::line_cells here = t.arrangements[from].cells;
        escape found;
        for (std::size_t to = 0; to < t.count && blocks(here); ++to) {
            if (t.moved[from][to] < 0 || blocks(t.arrangements[to].cells)) continue;
            const auto passed = static_cast<detail::line_cells>(t.swept[from][to] & ~here);
            if ((walls & passed) != 0) continue;
            const int by = t.shift(from, to);
            detail::line_cells& fewest = found.cells[by > 0 ? 1 : 0];
            if (std::popcount(passed) < std::popcount(fewest)) fewest = passed;
            found.cost = std::min<steps>(found.cost, g.count() == metric::step ? std::abs(by) : 1);
        }
        return found;
    }

    [[nodiscard]] static bool blocks(detail::line_cells cells) noexcept {
        return (cells >> exit_row & 1U) != 0;
    }

    detail::exit_path path_;
    std::array<std::array<escape, detail::most_arrangements>, side> escapes_ = {};
};

}  // namespace senda::rush_hour
