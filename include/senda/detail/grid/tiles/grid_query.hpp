// SPDX-License-Identifier: MIT
// What searches between two cells of a grid share; it brings cell, options and result along.
#pragma once

#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/grid/grid_engines.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/control.hpp>
#include <senda/search/observer.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <type_traits>

namespace senda::detail {

/// A search between two cells of a grid; a closed cell, or one off the grid, is no node.
class grid_query {
public:
    /// False if another search must answer.
    [[nodiscard]] bool applicable() const noexcept { return applicable_; }
    [[nodiscard]] senda::statistics statistics() const { return control_.statistics(); }

protected:
    template <class Grid>
    grid_query(const Grid& g, cell start, cell goal, const options& o, engine_name engine)
        : control_(o, engine), start_(start), goal_(goal) {
        if (!g.open(start) || !g.open(goal)) {
            control_.end(status::exhausted);
        } else if (start == goal) {
            control_.end(status::found);
        }
    }

    [[nodiscard]] bool is_found() const noexcept { return control_.status() == status::found; }

    /// The answer, with the cost of the path that was found, or else a lower bound.
    template <Cost C, class Path>
    [[nodiscard]] result<cell, C> answer(C cost, Path&& path) const {
        result<cell, C> r{answer_of(control_)};
        r.lower_bound = cost;
        if (r.status == status::exhausted) r.lower_bound = infinite<C>;
        if (is_found()) {
            r.cost = cost;
            r.path = path();
        }
        return r;
    }

    search_control control_;
    cell start_;
    cell goal_;
    bool applicable_ = true;
};

}  // namespace senda::detail
