// SPDX-License-Identifier: MIT
// A grid made ready for many queries.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/cost.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/control.hpp>
#include <senda/search/grid/corridors.hpp>
#include <senda/search/grid/dead_ends.hpp>
#include <senda/search/grid/jump_point.hpp>
#include <senda/search/grid/jumps/corridor_route.hpp>
#include <senda/search/grid/jumps/wall_bitmaps.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace senda {

/// A grid without weights made ready for many queries: `prepared_grid p{g}; p.shortest(a, b)`. The
/// time that making it takes is proportional to the grid; the answers are exact. Several threads
/// may ask at the same time.
template <class Grid>
class prepared_grid;

/// An 8-connected grid with its walls in bits, for jump point search. The grid must outlive it and
/// not change.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
class prepared_grid<basic_grid<Moves>> {
public:
    /// Prepares a grid; if memory is lacking, every search in it ends with `memory_limit`.
    explicit prepared_grid(const basic_grid<Moves>& g)
        : walls_(g, budget_), has_memory_(walls_.prepare()) {
        walls_.make_all();
    }
    prepared_grid(const prepared_grid&) = delete;
    prepared_grid& operator=(const prepared_grid&) = delete;

    /// A shortest path between two cells, as `jump_point` finds it.
    [[nodiscard]] result<cell, double> shortest(cell start, cell goal,
                                                const options& o = {}) const {
        detail::search_control control(o, engine_kind::jump_points);
        if (!has_memory_) control.end(status::memory_limit);
        return detail::jump_point_search<Moves>(walls_, start, goal, control).run();
    }

private:
    memory_budget budget_;
    detail::wall_lines<Moves> walls_;
    bool has_memory_;
};

/// A 4-connected grid whose dead ends are left out of the search, each cell in them knowing the way
/// out, and whose corridors are single edges where most cells are in corridors.
template <>
class prepared_grid<grid> {
public:
    /// Finds the dead ends and the corridors of a grid, of which it keeps a copy.
    explicit prepared_grid(const grid& g)
        : core_(g),
          ways_out_(static_cast<std::size_t>(g.width()) * static_cast<std::size_t>(g.height()),
                    in_core) {
        detail::close_dead_ends(
            core_, [](cell) { return false; },
            [&](cell c, std::uint8_t way) { ways_out_[number(c)] = way; });
        if (mostly_corridors()) corridors_.emplace(core_);
    }
    prepared_grid(const prepared_grid&) = delete;
    prepared_grid& operator=(const prepared_grid&) = delete;

    /// A shortest path between two cells. What is limited is the search between the dead ends.
    [[nodiscard]] result<cell, steps> shortest(cell start, cell goal, const options& o = {}) const {
        if (!open(start) || !open(goal)) {
            return {.status = status::exhausted,
                    .lower_bound = infinite<steps>,
                    .statistics = {.engine = engine_kind::corridors}};
        }
        if (start == goal) return walked({start}, o);
        std::vector<cell> first = way_to_core(start);
        std::vector<cell> last = way_to_core(goal);
        if (first.back() == last.back()) return walked(joined(std::move(first), last), o);
        return through_core(std::move(first), last, o);
    }

private:
    static constexpr std::uint8_t in_core = 4;

    [[nodiscard]] std::size_t number(cell c) const noexcept {
        return static_cast<std::size_t>(c.y) * static_cast<std::size_t>(core_.width()) +
               static_cast<std::size_t>(c.x);
    }

    [[nodiscard]] bool open(cell c) const noexcept {
        return core_.contains(c) && (core_.open(c) || ways_out_[number(c)] != in_core);
    }

    [[nodiscard]] bool mostly_corridors() const {
        std::size_t cells = 0;
        std::size_t junctions = 0;
        for (int y = 0; y < core_.height(); ++y) {
            for (int x = 0; x < core_.width(); ++x) {
                if (!core_.open({x, y})) continue;
                ++cells;
                junctions += detail::ways_out(core_, {x, y}) != 2;
            }
        }
        return junctions <= cells / 4;
    }

    [[nodiscard]] std::vector<cell> way_to_core(cell from) const {
        std::vector<cell> way{from};
        for (std::uint8_t out = ways_out_[number(from)]; out != in_core;
             out = ways_out_[number(way.back())]) {
            way.push_back(detail::cells_beside(way.back())[out]);
        }
        return way;
    }

    /// The path up one way to the core and down another, without what they have in common.
    static std::vector<cell> joined(std::vector<cell> first, const std::vector<cell>& last) {
        std::size_t common = 1;
        while (common < first.size() && common < last.size() &&
               first[first.size() - 1 - common] == last[last.size() - 1 - common]) {
            ++common;
        }
        first.resize(first.size() - common + 1);
        first.insert(first.end(), last.rbegin() + static_cast<std::ptrdiff_t>(common), last.rend());
        return first;
    }

    /// The answer where there is only one path.
    static result<cell, steps> walked(std::vector<cell> path, const options& o) {
        const auto length = static_cast<steps>(path.size() - 1);
        result<cell, steps> answer{.status = status::cost_limit,
                                   .lower_bound = length,
                                   .statistics = {.engine = engine_kind::corridors}};
        if (length <= o.limits.cost.most<steps>()) {
            answer.status = status::found;
            answer.cost = length;
            answer.path = std::move(path);
        }
        return answer;
    }

    [[nodiscard]] result<cell, steps> through_core(std::vector<cell> first,
                                                   const std::vector<cell>& last, options o) const {
        const auto outside = static_cast<steps>(first.size() + last.size() - 2);
        o.limits.cost = o.limits.cost.less(outside);
        o.weight = 1;  // the answers are exact
        const cell from = first.back();
        const cell to = last.back();
        result<cell, steps> found = corridors_
                                        ? detail::corridor_route(*corridors_, from, to).search(o)
                                        : astar(core_, from, to, manhattan{to}, o);
        found.lower_bound = add_costs(found.lower_bound, outside);
        if (!found) return found;
        found.cost = add_costs(found.cost, outside);
        first.insert(first.end(), found.path.begin() + 1, found.path.end());
        first.insert(first.end(), last.rbegin() + 1, last.rend());
        found.path = std::move(first);
        return found;
    }

    grid core_;
    std::vector<std::uint8_t> ways_out_;  // the direction that leads out of a dead end
    std::optional<corridor_graph> corridors_;
};

template <grid_moves Moves>
prepared_grid(const basic_grid<Moves>&) -> prepared_grid<basic_grid<Moves>>;

}  // namespace senda
