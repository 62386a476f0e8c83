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
/// The grid must outlive it and not change.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
class prepared_grid<basic_grid<Moves>> : public prepared {
    friend struct detail::file_of<prepared_grid>;

public:
    /// Prepares a grid, which takes from milliseconds to seconds: longest where single cells are
    /// closed at random. What ends it early leaves a grid that is searched by `jump_point`.
    ///
    /// `g`  the grid.
    /// `o`  limits on bytes, time and expansions, each a subgoal that is weighed, which happens
    ///      several times to each; a stop token; threads, which make the same hierarchy whatever
    ///      their number; progress, in subgoals.
    explicit prepared_grid(const basic_grid<Moves>& g, const options& o = {});

    /// The bytes that it keeps, what a search takes besides not included.
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        return subgoals_ ? subgoals_->bytes() : 0;
    }

    /// A shortest path between two cells, as long as `jump_point` finds it. May be called by
    /// several threads at once. The memory of a search is kept for the next. Where a limit ended
    /// the making of the hierarchy, it is found by jump points.
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

    prepared_grid(const basic_grid<Moves>& g, const detail::hierarchy_arrays& stored,
                  detail::erased_unique_ptr owner)
        : prepared(status::complete),
          graph_(&g),
          subgoals_(std::in_place, g, stored, std::move(owner)) {}

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
                            detail::has_memory_for([&] {
                                subgoals_ = subgoals(std::in_place, g, control);
                                return true;
                            });
    if (control.fits(has_memory)) control.end(status::complete);
    status_ = control.status();
    statistics_ = control.statistics();
    if (!*this) subgoals_ = {};
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
