// SPDX-License-Identifier: MIT
// A grid made ready for many queries.
#pragma once

#include <senda/detail/core/search_pool.hpp>
#include <senda/detail/grid/subgoals/subgoal_search.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <cstdint>
#include <utility>

namespace senda {

/// An unweighted 8-connected grid ready for many exact queries: `prepared_grid ready{g};` and then
/// `ready.path(a, b)`, also from several threads.
template <class Grid>
class prepared_grid;

/// An 8-connected grid with a contraction hierarchy of its subgoals, the cells at corners of walls.
/// Where these see many others, nothing is faster than `jump_point`: then it has none. The grid
/// must outlive it and not change.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
class prepared_grid<basic_grid<Moves>> : public prepared {
    friend struct detail::file_of<prepared_grid>;

public:
    /// Prepares a grid, which takes milliseconds, or up to half a second for 512 x 512 cells of
    /// which many single ones are closed. What ends it early leaves a grid that is searched by jump
    /// points.
    ///
    /// `g`  the grid.
    /// `o`  limits on bytes, time and expansions, each a subgoal that is weighed, which happens
    ///      several times to each; a stop token; threads, which make the same hierarchy whatever
    ///      their number; progress, in subgoals.
    explicit prepared_grid(const basic_grid<Moves>& g, const options& o = {});

    /// What searches it, `subgoals` or `jump_points`: it follows from the grid alone, unless its
    /// making was ended.
    [[nodiscard]] engine_kind engine() const noexcept {
        return subgoals_ ? engine_kind::subgoals : engine_kind::jump_points;
    }
    /// The bytes that it keeps, what a search takes besides not included.
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        return subgoals_ ? subgoals_->bytes() : 0;
    }

    /// A shortest path between two cells, as long as `jump_point` finds it. May be called by
    /// several threads at once. The memory of a search is kept for the next.
    ///
    /// `start`  where it begins.
    /// `goal`   where it ends.
    /// `o`      limits and a stop token.
    [[nodiscard]] result<cell, double> path(cell start, cell goal, const options& o = {}) const;
    /// The length of a shortest path alone; `infinite` if there is none.
    ///
    /// `start`  where it begins.
    /// `goal`   where it ends.
    [[nodiscard]] double distance(cell start, cell goal) const;

private:
    using subgoals = detail::lasting<detail::subgoal_graph<Moves>>;

    prepared_grid(const basic_grid<Moves>& g, subgoals stored)
        : prepared(status::complete), graph_(&g), subgoals_(std::move(stored)) {}

    void make(detail::search_control& control);

    const basic_grid<Moves>* graph_;
    subgoals subgoals_;  // searches refer to them
    mutable detail::search_pool<detail::subgoal_search<Moves>> searches_;
};

template <grid_moves Moves>
prepared_grid(const basic_grid<Moves>&, const options& = {}) -> prepared_grid<basic_grid<Moves>>;

// Outside of the class, so that the library senda::compiled can have them.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
prepared_grid<basic_grid<Moves>>::prepared_grid(const basic_grid<Moves>& g, const options& o)
    : graph_(&g) {
    detail::search_control control(o);
    const bool has_memory = control.budget().take(detail::subgoal_map<Moves>::bytes_needed(g)) &&
                            detail::has_memory_for([&] { make(control); });
    if (control.fits(has_memory)) control.end(status::complete);
    status_ = control.status();
    statistics_ = control.statistics();
    if (!*this) subgoals_ = {};
    statistics_.engine = engine();
}

template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
void prepared_grid<basic_grid<Moves>>::make(detail::search_control& control) {
    // An expansion in the hierarchy costs as much as a subgoal has neighbours, while a jump looks
    // at a line of bits: from about here on it is the faster one.
    constexpr double many_next = Moves == grid_moves::octile ? 15 : 8;
    detail::subgoal_map<Moves> map(*graph_, &control);
    if (!control.running()) return;
    if (map.mean_next() < many_next) {
        subgoals_ = subgoals(std::in_place, std::move(map), control);
    } else if (search_progress* const progress = control.options().progress) {
        progress->advance(map.cells().size(), map.cells().size());
    }
}

template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
result<cell, double> prepared_grid<basic_grid<Moves>>::path(cell start, cell goal,
                                                            const options& o) const {
    if (status_ == status::aborted) {
        result<cell, double> none;
        none.status = status::aborted;
        return none;
    }
    if (!subgoals_) return jump_point(*graph_, start, goal, o);
    return searches_.ask(*subgoals_, start, goal, o,
                         [](const auto& search) { return search.result(); });
}

template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
double prepared_grid<basic_grid<Moves>>::distance(cell start, cell goal) const {
    if (!subgoals_) return path(start, goal).cost;
    return searches_.ask(*subgoals_, start, goal, options{},
                         [](const auto& search) { return search.cost(); });
}

#if SENDA_COMPILED
extern template class prepared_grid<basic_grid<grid_moves::octile>>;
extern template class prepared_grid<basic_grid<grid_moves::octile_cutting>>;
#endif

}  // namespace senda
