// SPDX-License-Identifier: MIT
// Estimates of the moves that are left, for A* on a parking graph. None is ever too high, and no
// move changes one by more than it costs.
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/rush_hour/answer.hpp>
#include <senda/rush_hour/engine/line_tables.hpp>
#include <senda/rush_hour/engine/packed_position.hpp>
#include <senda/rush_hour/graph.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace senda::rush_hour {

namespace detail {

/// The red car's way to the exit, by the arrangement of its row.
class way_out {
public:
    way_out(const car_park& park, metric count) {
        const line& row = park.lines()[exit_row];
        const auto walls = static_cast<line_cells>(park.board().walls() >> (exit_row * side) & 63);
        std::size_t red = 0;
        while (row.vehicles[red] != 0) ++red;
        for (std::size_t a = 0; a < row.table->count; ++a) {
            const int front = row.table->arrangements[a].first[red] + 2;
            const line_cells ahead = cells_between(front, side);
            ahead_[a] = ahead;
            red_[a] = count == metric::step ? side - front : front < side ? 1 : 0;
            // What stands in the red car's own row never leaves it.
            if (((walls | row.table->arrangements[a].cells) & ahead) != 0) red_[a] = never;
        }
    }

    static constexpr steps never = infinite<steps>;

    /// The moves of the red car that are left if nothing is in its way; `never` if a wall or a
    /// vehicle of its own row is.
    [[nodiscard]] steps red(const position& p) const noexcept {
        return red_[car_park::arrangement_at(p, exit_row)];
    }
    /// The columns whose vehicles are in its way.
    [[nodiscard]] unsigned blocked(const position& p) const noexcept {
        const std::size_t bits = car_park::bits_at(p, exit_row);
        return static_cast<unsigned>(ahead_[bits >> crossing_bits] & bits);
    }

private:
    std::array<line_cells, most_arrangements> ahead_ = {};
    std::array<steps, most_arrangements> red_ = {};
};

}  // namespace detail

/// At least the red car and all vehicles in its way have to move.
class h_blockers {
public:
    /// Estimates for the positions of that graph.
    explicit h_blockers(const parking_graph& g) : way_(g.park(), g.count()) {}

    /// At least so many moves solve a position.
    [[nodiscard]] steps operator()(const position& p) const noexcept {
        return add_costs(way_.red(p), static_cast<steps>(std::popcount(way_.blocked(p))));
    }

private:
    detail::way_out way_;
};

/// Also the vehicles across which those in the red car's way have to go, whichever way each takes,
/// counted once a row; in steps, those in the way have to go all the way out of it.
class h_blocked_blockers {
public:
    /// Estimates for the positions of that graph.
    explicit h_blocked_blockers(const parking_graph& g) : way_(g.park(), g.count()) {
        for (std::size_t column = 0; column < side; ++column)
            for (std::size_t a = 0; a < g.park().lines()[side + column].table->count; ++a)
                escapes_[column][a] = escape_of(g, column, a);
    }

    /// At least so many moves solve a position.
    [[nodiscard]] steps operator()(const position& p) const noexcept {
        steps sum = way_.red(p);
        if (sum == detail::way_out::never) return sum;
        // The rows that have to move, for each choice of ways; at most four columns are blocked.
        std::array<unsigned, 16> choices{};
        std::size_t count = 1;
        for (unsigned left = way_.blocked(p); left != 0; left &= left - 1) {
            const auto column = static_cast<std::size_t>(std::countr_zero(left));
            const std::size_t bits = car_park::bits_at(p, side + column);
            const escape& e = escapes_[column][bits >> detail::crossing_bits];
            if (e.cost == detail::way_out::never) return e.cost;
            sum += e.cost;
            count = choose(choices, count, e, static_cast<unsigned>(bits));
        }
        int fewest = side;
        for (std::size_t i = 0; i < count; ++i)
            fewest = std::min(fewest, std::popcount(choices[i]));
        return sum + fewest;
    }

private:
    /// How the vehicle of a column that is in the way can leave it: the cells that it has to pass,
    /// up and down.
    struct escape {
        steps cost = detail::way_out::never;  // the moves that it takes at least
        std::array<detail::line_cells, 2> cells = {};
        std::array<bool, 2> possible = {};
    };

    // Beside the third row there is no room for two vehicles of one column on either side, so that
    // one vehicle that moves is always enough where there is a way at all.
    [[nodiscard]] static escape escape_of(const parking_graph& g, std::size_t column,
                                          std::size_t from) {
        const detail::line_table& t = *g.park().lines()[side + column].table;
        const detail::line_cells here = t.arrangements[from].cells;
        escape found;
        for (std::size_t to = 0; to < t.count && is_in_way(here); ++to) {
            if (t.moved[from][to] < 0 || is_in_way(t.arrangements[to].cells)) continue;
            const std::size_t who = static_cast<std::uint8_t>(t.moved[from][to]);
            const int by = t.arrangements[to].first[who] - t.arrangements[from].first[who];
            const auto passed = static_cast<detail::line_cells>(t.swept[from][to] & ~here);
            if (has_wall(g.park().board(), column, passed)) continue;
            const std::size_t down = by > 0 ? 1 : 0;
            if (!found.possible[down] || std::popcount(passed) < std::popcount(found.cells[down]))
                found.cells[down] = passed;
            found.possible[down] = true;
            const steps cost = g.count() == metric::step ? (by < 0 ? -by : by) : 1;
            found.cost = std::min(found.cost, cost);
        }
        return found;
    }

    [[nodiscard]] static bool is_in_way(detail::line_cells cells) noexcept {
        return (cells >> exit_row & 1U) != 0;
    }

    [[nodiscard]] static bool has_wall(const board& b, std::size_t column,
                                       detail::line_cells cells) noexcept {
        for (int row = 0; row < side; ++row)
            if ((cells >> row & 1U) != 0 &&
                (b.walls() & cell_at(row, static_cast<int>(column))) != 0)
                return true;
        return false;
    }

    template <class Choices>
    static std::size_t choose(Choices& choices, std::size_t count, const escape& e,
                              unsigned crossing) noexcept {
        const unsigned up = e.cells[0] & crossing;
        const unsigned down = e.cells[1] & crossing;
        if (e.possible[0] && e.possible[1]) {
            if (up == 0 || down == 0) return count;
            for (std::size_t i = 0; i < count; ++i) {
                choices[count + i] = choices[i] | down;
                choices[i] |= up;
            }
            return 2 * count;
        }
        for (std::size_t i = 0; i < count; ++i) choices[i] |= e.possible[0] ? up : down;
        return count;
    }

    detail::way_out way_;
    std::array<std::array<escape, detail::most_arrangements>, side> escapes_ = {};
};

}  // namespace senda::rush_hour
