// SPDX-License-Identifier: MIT
// Which cells of a grid without weights are nearest, and the shortest path to one of them.
#pragma once

#include <senda/detail/core/engine_fallback.hpp>
#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/graph/cell_bits.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/control.hpp>
#include <senda/search/observer.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// Flood fill in words of 64 cells of a row, in a ring of closed ones. What matters is only which
/// cells are joined: where no corner is cut, cells that share a side join all that a diagonal does.
class cell_flood {
    using word = std::uint64_t;

public:
    explicit cell_flood(search_control& control)
        : control_(control),
          unreached_(control.budget()),
          reached_(control.budget()),
          fresh_(control.budget()),
          due_(control.budget()) {}

    /// Reaches all that it can from a cell, unless a limit ends it.
    template <grid_moves Moves>
    void run(const basic_grid<Moves>& g, cell start) {
        if (!g.open(start)) return;
        height_ = g.height();
        stride_ = (static_cast<std::size_t>(g.width()) + 63) / 64 + 2;
        const std::size_t words = stride_ * (static_cast<std::size_t>(height_) + 2);
        if (!control_.fits(unreached_.assign_zeros(words) && reached_.assign_zeros(words) &&
                           fresh_.assign_zeros(words)))
            return;
        for (int y = 0; y < height_; ++y)
            for (int x = 0; x < g.width(); x += 64) unreached_[place(x, y)] = open_bits(g, x, y);
        reach(place(start.x, start.y), bit(start.x));
        while (control_.running() && !due_.empty())
            spread<Moves == grid_moves::octile_cutting>(due_.pop());
    }

    /// Calls `take(cell)` for each cell that was reached, row by row.
    template <class Take>
    void for_each(Take&& take) const {
        for_each_row([&](int y, const word* row) {
            for (std::size_t i = 0; i + 2 < stride_; ++i)
                for (word left = row[i]; left != 0; left &= left - 1)
                    take(cell{static_cast<int>(i * 64) + std::countr_zero(left), y});
        });
    }

    /// Calls `take(cell)` for the cells that were reached next to a column in each row, at most one
    /// on either side.
    template <class Take>
    void for_each_beside(int x, Take&& take) const {
        const auto at = static_cast<std::size_t>(x) / 64;
        const word from_x = ~word{0} << static_cast<unsigned>(x) % 64;
        for_each_row([&](int y, const word* row) {
            const auto give = [&](std::size_t i, int of) {
                take(cell{static_cast<int>(i * 64) + of, y});
            };
            word right = row[at] & from_x;
            std::size_t i = at;
            while (right == 0 && ++i + 2 < stride_) right = row[i];
            if (right != 0) give(i, std::countr_zero(right));
            word left = row[at] & ~from_x;
            for (i = at; left == 0 && i != 0;) left = row[--i];
            if (left != 0) give(i, 63 - std::countl_zero(left));
        });
    }

private:
    [[nodiscard]] static word bit(int x) noexcept {
        return word{1} << static_cast<unsigned>(x) % 64;
    }
    [[nodiscard]] std::size_t place(int x, int y) const noexcept {
        return (static_cast<std::size_t>(y) + 1) * stride_ + static_cast<std::size_t>(x) / 64 + 1;
    }

    template <class Visit>
    void for_each_row(Visit&& visit) const {
        for (int y = 0; y < height_ && !reached_.empty(); ++y)
            visit(y, reached_.data() + place(0, y));
    }

    /// All of the row within a word that fresh cells lead to, and then the cells beside that.
    template <bool Diagonally>
    void spread(std::size_t at) {
        const word fresh = fill(fresh_[at], unreached_[at]);
        fresh_[at] = 0;
        unreached_[at] &= ~fresh;
        reached_[at] |= fresh;
        const auto cells = static_cast<std::uint64_t>(std::popcount(fresh));
        const std::uint64_t allowed = control_.peek_expansion_batch(cells);
        control_.count_expanded(allowed);
        control_.count_generated(allowed);
        if (allowed == 0) return control_.end_by_limit();
        if (allowed < cells) return control_.end(status::expansion_limit);
        const word last = fresh >> 63;
        const word first = fresh << 63;
        reach(at + 1, last);
        reach(at - 1, first);
        const word beside = Diagonally ? fresh | fresh << 1 | fresh >> 1 : fresh;
        for (const std::size_t row : {at - stride_, at + stride_}) {
            reach(row, beside);
            if (!Diagonally) continue;
            reach(row + 1, last);
            reach(row - 1, first);
        }
    }

    void reach(std::size_t at, word cells) {
        cells &= unreached_[at];
        if (cells == 0) return;
        unreached_[at] &= ~cells;
        if (fresh_[at] == 0) control_.fits(due_.push(at));
        fresh_[at] |= cells;
    }

    /// Fills runs of open cells from those in them that are set, by ever longer steps.
    [[nodiscard]] static word fill(word set, word open) noexcept {
        open |= set;
        word up = open;
        word down = open;
        for (unsigned by = 1; by != 64; by *= 2) {
            set |= (up & set << by) | (down & set >> by);
            up &= up << by;
            down &= down >> by;
        }
        return set;
    }

    search_control& control_;
    buffer<word> unreached_;   // open cells that were not reached yet
    buffer<word> reached_;     // cells that were reached and spread
    buffer<word> fresh_;       // cells that were reached, and are to spread
    buffer<std::size_t> due_;  // words with such cells
    std::size_t stride_ = 2;
    int height_ = 0;
};

/// How near an estimate says that a node is; what is not a number is as far as can be.
template <class Number>
[[nodiscard]] constexpr Number as_nearness(Number estimate) noexcept {
    if constexpr (std::floating_point<Number>) {
        return estimate <= infinite<Number> ? estimate : infinite<Number>;
    } else {
        return estimate;
    }
}

/// Whether an estimate grows along a row with every cell that is farther from the goal's column.
template <class Estimate>
inline constexpr bool grows_along_rows = false;
template <>
inline constexpr bool grows_along_rows<manhattan<cell>> = true;
template <>
inline constexpr bool grows_along_rows<octile<cell>> = true;

/// How long a path to a cell is if all cells are open.
template <grid_moves Moves>
using empty_grid_estimate =
    std::conditional_t<Moves == grid_moves::straight, manhattan<cell>, octile<cell>>;

/// A cell that a path may lead to, which is at least so long.
template <class Cost>
struct cell_ahead {
    cell at;
    Cost distance;

    /// Whether it comes before another: nearer to the start, or by its number.
    friend constexpr bool operator<(const cell_ahead& a, const cell_ahead& b) noexcept {
        if (a.distance != b.distance) return a.distance < b.distance;
        return a.at.y != b.at.y ? a.at.y < b.at.y : a.at.x < b.at.x;
    }
};

/// Lists the cells with the smallest estimate of those that a flood reached.
template <grid_moves Moves, class Estimate, class List>
void list_nearest(const cell_flood& flood, const basic_grid<Moves>& g, cell start,
                  Estimate& estimate, search_control& control, List& nearest) {
    const empty_grid_estimate<Moves> distance{start};
    std::remove_cvref_t<decltype(estimate(cell{}))> least{};
    const auto show = [&](cell c) {
        if (!control.tick()) return;
        const auto here = as_nearness(estimate(c));
        if (nearest.empty() || here < least) {
            nearest.clear();
            least = here;
        } else if (least < here) {
            return;
        }
        control.fits(nearest.push(c, distance(c)));
    };
    if constexpr (grows_along_rows<std::remove_cvref_t<Estimate>>) {
        if (estimate.scale == 1 && g.contains(estimate.goal))
            return flood.for_each_beside(estimate.goal.x, show);
    }
    flood.for_each(show);
}

/// Whether paths may cost only so much: then a flood, which does not know, is no help.
[[nodiscard]] inline bool has_cost_limit(const options& o) noexcept {
    return static_cast<double>(o.limits.cost) < std::numeric_limits<double>::infinity();
}

/// Whether the cells of a graph can be swept in words: of grids without weights.
template <class G>
inline constexpr bool is_swept_by_cells = false;
template <grid_moves Moves>
inline constexpr bool is_swept_by_cells<basic_grid<Moves>> = true;

/// A shortest path between two cells, by the search that is fastest.
template <grid_moves Moves>
[[nodiscard]] auto shortest_between(const basic_grid<Moves>& g, cell start, cell goal,
                                    const options& o) {
    if constexpr (Moves == grid_moves::straight) {
        no_observer unobserved;
        return run_bfs<false>(g, start, goal, o, unobserved);
    } else {
        return jump_point(g, start, goal, o);
    }
}

/// Answers with a shortest path from a cell to the nearest of what can be reached from there.
template <grid_moves Moves, class Estimate>
[[nodiscard]] auto sweep_cells(const basic_grid<Moves>& g, cell start, Estimate& estimate,
                               const options& o) {
    using answer_type = decltype(shortest_between(g, start, start, o));
    using cost = decltype(answer_type::cost);
    using ahead = cell_ahead<cost>;
    search_control control(o);
    buffer<ahead> nearest(control.budget());
    {
        cell_flood flood(control);
        flood.run(g, start);
        list_nearest(flood, g, start, estimate, control, nearest);
    }
    control.end(status::exhausted);
    answer_type answer;
    answer.status = control.status();
    answer.engine = fallback_reason::numbered;
    engine_fallback fallback(o);
    fallback.charge(control.statistics());
    if (answer.status != status::exhausted) nearest.clear();
    std::sort(nearest.begin(), nearest.end());
    ahead best{{}, infinite<cost>};
    for (const ahead& next : nearest) {
        if (best < next) break;  // paths to it, and to all that follow, are at least that long
        options left = fallback.remaining_options();
        left.limits.bytes -= std::min(left.limits.bytes, control.budget().used());
        if (answer) left.limits.cost = best.distance;
        answer_type found = shortest_between(g, start, next.at, left);
        fallback.charge(found.statistics);
        if (found) {
            const ahead reached{next.at, found.cost};
            if (!(reached < best)) continue;
            best = reached;
        } else if (found.status == status::cost_limit && answer) {
            continue;
        }
        answer = std::move(found);
        if (!answer) break;
    }
    answer.lower_bound = answer || answer.status == status::exhausted ? answer.cost : cost{0};
    statistics used = fallback.used();
    used.engine = answer.statistics.engine;
    used.threads = answer.statistics.threads;
    answer.statistics = used;
    return answer;
}

}  // namespace senda::detail
