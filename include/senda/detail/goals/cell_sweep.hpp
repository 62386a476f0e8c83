// SPDX-License-Identifier: MIT
// Which cells of a grid without weights are nearest, and the shortest path to one of them.
#pragma once

#include <senda/detail/contract/engine_texts.hpp>
#include <senda/detail/contract/relay.hpp>
#include <senda/detail/goals/cell_flood.hpp>
#include <senda/detail/goals/tree_sweep.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/cost.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/statistics.hpp>
#include <senda/search/status.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

namespace senda::detail {

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
        if (!control.may_work()) return;
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

/// Answers with a shortest path from a cell to the nearest of what can be reached from there.
/// `path_to(cell, options)` finds a shortest path to a cell.
template <grid_moves Moves, class Estimate, class Path>
[[nodiscard]] auto sweep_cells(const basic_grid<Moves>& g, cell start, Estimate& estimate,
                               const options& o, Path&& path_to) {
    using answer_type = decltype(path_to(start, o));
    using ahead = cell_ahead<decltype(answer_type::cost)>;
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
    answer.engine = general_because::numbered;
    relay relay(o);
    relay.hand_on(control.statistics());
    if (answer.status != status::exhausted) nearest.clear();
    std::sort(nearest.begin(), nearest.end());
    ahead best{{}, infinite<decltype(answer.cost)>};
    for (const ahead& next : nearest) {
        if (best < next) break;  // paths to it, and to all that follow, are at least that long
        options left = relay.left();
        left.limits.bytes -= std::min(left.limits.bytes, control.budget().used());
        if (answer.status == status::nearest) left.limits.cost = best.distance;
        answer_type found = path_to(next.at, left);
        relay.hand_on(found.statistics);
        if (found) {
            const ahead reached{next.at, found.cost};
            if (!(reached < best)) continue;
            best = reached;
            found.status = status::nearest;
        } else if (found.status == status::cost_limit && answer.status == status::nearest) {
            continue;
        }
        answer = std::move(found);
        if (answer.status != status::nearest) break;
    }
    statistics used = relay.used();
    used.engine = answer.statistics.engine;
    used.threads = answer.statistics.threads;
    answer.statistics = used;
    return answer;
}

}  // namespace senda::detail
