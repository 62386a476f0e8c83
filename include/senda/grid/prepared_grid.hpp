// SPDX-License-Identifier: MIT
// A grid made ready for many queries.
#pragma once

#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/core/search_pool.hpp>
#include <senda/detail/goals/declarations.hpp>
#include <senda/detail/grid/jumps/wall_bitmap.hpp>
#include <senda/detail/grid/subgoals/subgoal_graph.hpp>
#include <senda/detail/grid/subgoals/subgoal_search.hpp>
#include <senda/detail/storage/erased_unique_ptr.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

namespace senda {

namespace detail {

/// How many neighbours of a cell are open.
template <class Grid>
[[nodiscard]] int degree(const Grid& g, cell c) noexcept {
    int open = 0;
    for (const cell neighbour : four_neighbours(c)) open += g.open(neighbour);
    return open;
}

/// Closes dead ends but for cells that `keep` says yes to, and calls `closed(cell, direction)` with
/// the direction that leads out. Of a part that is nothing but a dead end, one cell stays.
template <class Grid, class Keep, class Closed>
void close_dead_ends(Grid& g, Keep&& keep, Closed&& closed) {
    for (int y = 0; y < g.height(); ++y) {
        for (int x = 0; x < g.width(); ++x) {
            cell at{x, y};
            while (g.open(at) && degree(g, at) == 1 && !keep(at)) {
                const std::array<cell, 4> neighbours = four_neighbours(at);
                std::uint8_t out = 0;
                while (!g.open(neighbours[out])) ++out;
                g.close(at);
                closed(at, out);
                at = neighbours[out];
            }
        }
    }
}

}  // namespace detail

/// A 4-connected grid with its dead ends closed, except for the cells to keep and the paths to
/// them. The distances between the cells that stay open are those of before.
template <class Weight>
[[nodiscard]] basic_grid<grid_moves::straight, Weight> fill_dead_ends(
    basic_grid<grid_moves::straight, Weight> g, std::initializer_list<cell> keep = {}) {
    const auto is_kept = [keep](cell c) {
        return std::find(keep.begin(), keep.end(), c) != keep.end();
    };
    detail::close_dead_ends(g, is_kept, [](cell, std::uint8_t) {});
    return g;
}

/// An unweighted grid ready for many exact queries: `prepared_grid ready{g};` and then
/// `ready.path(a, b)`, also from several threads.
template <class Grid>
class prepared_grid;

namespace detail {

struct prepared_grid_file;

/// A jump point search on walls that a prepared grid keeps.
template <grid_moves Moves>
class prepared_jump_point_search : public jump_point_engine<Moves, const wall_bitmap<Moves>&> {
    using base = jump_point_engine<Moves, const wall_bitmap<Moves>&>;

public:
    prepared_jump_point_search(const wall_bitmap<Moves>& walls, cell start, cell goal,
                               const options& o)
        : base(walls, start, goal, o) {}
    using base::restart;
};

}  // namespace detail

/// An 8-connected grid with a contraction hierarchy of its subgoals, the cells at corners of walls.
/// The grid must outlive it and not change.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
class prepared_grid<basic_grid<Moves>> : public prepared {
    friend struct detail::prepared_grid_file;
    using jump_point_search = detail::prepared_jump_point_search<Moves>;
    using subgoal_search = detail::subgoal_search<Moves>;

public:
    /// Prepares a grid, which takes from milliseconds to seconds: longest where single cells are
    /// closed at random. What ends it early leaves a grid that is searched by jump points; where
    /// memory is lacking for that too, every search ends with `memory_limit`.
    ///
    /// `g`  the grid.
    /// `o`  limits on bytes, time and expansions, each a subgoal that is weighed, which happens
    ///      several times to each; a stop token; progress, in subgoals.
    explicit prepared_grid(const basic_grid<Moves>& g, const options& o = {})
        : prepared(status::complete), graph_(&g) {
        if (!detail::has_memory_for([&] { return make(o); })) status_ = status::memory_limit;
    }

    /// The bytes that it keeps, what a search takes besides not included.
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        if (!kept_) return 0;
        return kept_->walls.bytes() + (kept_->subgoals ? kept_->subgoals->bytes() : 0);
    }

    /// A shortest path between two cells, as long as `jump_point` finds it. May be called by
    /// several threads at once. The memory of a search is kept for the next. Where a limit ended
    /// the making of the hierarchy, it is found by jump points.
    ///
    /// `start`  where it begins.
    /// `goal`   where it ends.
    /// `o`      limits and a stop token.
    [[nodiscard]] result<cell, double> path(cell start, cell goal, const options& o = {}) const {
        if (!kept_) {
            return {{.status = status_,
                     .statistics = {.engine = engine_kind::jump_points},
                     .engine = detail::engine_text(engine_kind::jump_points)}};
        }
        return ask(start, goal, o, [](const auto& search) { return search.result(); });
    }
    /// A shortest path to the goal or to the nearest cell: see `<senda/search/nearest.hpp>`.
    template <class Estimate>
    [[nodiscard]] result<cell, double> path(cell start, const nearest<cell, Estimate>& goal,
                                            const options& o = {}) const {
        return detail::shortest_or_nearest(
            *graph_, start, goal, o,
            [&](cell to, const options& left) { return path(start, to, left); });
    }
    /// The length of a shortest path alone; `infinite` if there is none, or the grid is not ready.
    ///
    /// `start`  where it begins.
    /// `goal`   where it ends.
    [[nodiscard]] double distance(cell start, cell goal) const {
        if (!kept_) return infinite<double>;
        return ask(start, goal, {}, [](const auto& search) { return search.cost(); });
    }

private:
    /// What was made, in a place of its own: searches refer to it.
    struct made {
        made(const basic_grid<Moves>& g, std::uint64_t most_bytes)
            : budget(most_bytes), walls(g, budget) {}

        memory_budget budget;
        detail::wall_bitmap<Moves> walls;
        std::optional<detail::subgoal_graph<Moves>> subgoals;
    };

    prepared_grid(const basic_grid<Moves>& g, const detail::hierarchy_arrays& stored,
                  detail::erased_unique_ptr owner)
        : prepared(status::complete), graph_(&g), kept_(std::in_place, g, limits{}.bytes) {
        kept_->subgoals.emplace(g, stored, std::move(owner));
    }

    [[nodiscard]] const basic_grid<Moves>& cells() const noexcept { return *graph_; }

    /// Whether there was memory for it.
    [[nodiscard]] bool make(const options& o) {
        kept_ = detail::lasting<made>(std::in_place, *graph_, o.limits.bytes);
        const bool had_memory =
            kept_->walls.has_memory() && detail::has_memory_for([&] { return make_subgoals(o); });
        if (status_ != status::complete || !had_memory) kept_->subgoals.reset();
        kept_->budget.set_limit(limits{}.bytes);
        return had_memory;
    }

    /// Whether there was memory for them.
    [[nodiscard]] bool make_subgoals(const options& o) {
        detail::search_control control(o);
        const bool has_memory =
            control.budget().take(kept_->walls.bytes()) &&
            control.budget().take(detail::subgoal_map<Moves>::bytes_needed(*graph_)) &&
            detail::has_memory_for([&] {
                kept_->subgoals.emplace(*graph_, control);
                return true;
            });
        if (control.fits(has_memory)) control.end(status::complete);
        status_ = control.status();
        statistics_ = control.statistics();
        return true;
    }

    template <class Read>
    [[nodiscard]] auto ask(cell start, cell goal, const options& o, Read read) const {
        return kept_->subgoals ? ask(spare_climbs_, *kept_->subgoals, start, goal, o, read)
                               : ask(spare_jumps_, kept_->walls, start, goal, o, read);
    }
    template <class Search, class Part, class Read>
    [[nodiscard]] static auto ask(detail::search_pool<Search>& spares, const Part& part, cell start,
                                  cell goal, const options& o, Read read) {
        // A limit on memory means that of this search alone.
        if (o.limits.bytes != limits{}.bytes) {
            Search once(part, start, goal, o);
            once.run();
            return read(once);
        }
        Search* kept = spares.take();
        if (kept != nullptr) {
            kept->restart(start, goal, o);
        } else {
            kept = new Search(part, start, goal, o);
        }
        kept->run();
        auto found = read(*kept);
        spares.give(kept);
        return found;
    }

    const basic_grid<Moves>* graph_;
    detail::lasting<made> kept_;
    mutable detail::search_pool<jump_point_search> spare_jumps_;
    mutable detail::search_pool<subgoal_search> spare_climbs_;
};

/// A 4-connected grid whose dead ends are left out of the search, with the direction that leads out
/// for each cell in them.
template <>
class prepared_grid<grid> : public prepared {
public:
    /// Finds the dead ends of a grid, of which it keeps a copy; if memory for
    /// that is lacking, every search in it ends with `memory_limit`.
    explicit prepared_grid(const grid& g) : prepared(status::complete) {
        if (!detail::has_memory_for([&] { return make(g); })) status_ = status::memory_limit;
    }

    /// The bytes that it keeps, what a search takes besides not included.
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        if (!kept_) return 0;
        return kept_->whole.bytes() + kept_->core.bytes() + kept_->way_out.capacity();
    }

    /// A shortest path between two cells. What is limited is the search between the dead ends.
    ///
    /// `start`  where it begins.
    /// `goal`   where it ends.
    /// `o`      limits and a stop token.
    [[nodiscard]] result<cell, steps> path(cell start, cell goal, const options& o = {}) const {
        const bool is_ready = static_cast<bool>(*this);
        if (!is_ready || !kept_->whole.open(start) || !kept_->whole.open(goal)) {
            const bool has_no_path = is_ready;
            return {{.status = has_no_path ? status::exhausted : status_,
                     .statistics = {.engine = engine_kind::dead_ends},
                     .engine = detail::engine_text(engine_kind::dead_ends)},
                    infinite<steps>,
                    has_no_path ? infinite<steps> : 0};
        }
        if (start == goal) return only_path({start}, o);
        std::vector<cell> first = path_to_core(start);
        std::vector<cell> last = path_to_core(goal);
        if (first.back() == last.back()) return only_path(joined(std::move(first), last), o);
        return through_core(std::move(first), last, o);
    }
    /// A shortest path to the goal or to the nearest cell: see `<senda/search/nearest.hpp>`.
    template <class Estimate>
    [[nodiscard]] result<cell, steps> path(cell start, const nearest<cell, Estimate>& goal,
                                           const options& o = {}) const {
        if (!*this) return path(start, start, o);  // which says why not
        return detail::shortest_or_nearest(
            kept_->whole, start, goal, o,
            [&](cell to, const options& left) { return path(start, to, left); });
    }
    /// The length of a shortest path alone; `infinite` if there is none, or the grid is not ready.
    ///
    /// `start`  where it begins.
    /// `goal`   where it ends.
    [[nodiscard]] steps distance(cell start, cell goal) const { return path(start, goal).cost; }

private:
    friend struct detail::prepared_grid_file;
    static constexpr std::uint8_t in_core = 4;

    struct made {
        grid whole;
        grid core;                          // without the dead ends
        std::vector<std::uint8_t> way_out;  // the direction that leads out of a dead end
    };

    [[nodiscard]] const grid& cells() const noexcept { return kept_->whole; }

    bool make(const grid& g) {
        kept_ = detail::lasting<made>(std::in_place);
        kept_->whole = g;
        kept_->core = g;
        kept_->way_out.assign(
            static_cast<std::size_t>(g.width()) * static_cast<std::size_t>(g.height()), in_core);
        detail::close_dead_ends(
            kept_->core, [](cell) { return false; },
            [&](cell c, std::uint8_t direction) { kept_->way_out[number(c)] = direction; });
        return true;
    }

    [[nodiscard]] std::size_t number(cell c) const noexcept {
        return static_cast<std::size_t>(c.y) * static_cast<std::size_t>(kept_->core.width()) +
               static_cast<std::size_t>(c.x);
    }

    [[nodiscard]] std::vector<cell> path_to_core(cell from) const {
        std::vector<cell> path{from};
        for (std::uint8_t out = kept_->way_out[number(from)]; out != in_core;
             out = kept_->way_out[number(path.back())]) {
            path.push_back(detail::four_neighbours(path.back())[out]);
        }
        return path;
    }

    /// One path to the core and another back, up to where they meet.
    static std::vector<cell> joined(std::vector<cell> first, const std::vector<cell>& last) {
        const auto [up, down] =
            std::mismatch(first.rbegin(), first.rend(), last.rbegin(), last.rend());
        first.erase(up.base() + 1, first.end());
        first.insert(first.end(), down, last.rend());
        return first;
    }

    /// The answer where there is only one path.
    static result<cell, steps> only_path(std::vector<cell> path, const options& o) {
        const auto length = static_cast<steps>(path.size() - 1);
        result<cell, steps> answer{{.status = status::cost_limit,
                                    .statistics = {.engine = engine_kind::dead_ends},
                                    .engine = detail::engine_text(engine_kind::dead_ends)}};
        answer.lower_bound = length;
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
        result<cell, steps> found = astar(kept_->core, from, to, manhattan{to}, o);
        found.statistics.engine = engine_kind::dead_ends;
        found.engine = detail::engine_text(engine_kind::dead_ends);
        found.lower_bound = add_costs(found.lower_bound, outside);
        if (!found) return found;
        found.cost = add_costs(found.cost, outside);
        first.insert(first.end(), found.path.begin() + 1, found.path.end());
        first.insert(first.end(), last.rbegin() + 1, last.rend());
        found.path = std::move(first);
        return found;
    }

    detail::lasting<made> kept_;
};

template <grid_moves Moves>
prepared_grid(const basic_grid<Moves>&, const options& = {}) -> prepared_grid<basic_grid<Moves>>;

}  // namespace senda
