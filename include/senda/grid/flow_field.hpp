// SPDX-License-Identifier: MIT
// Flow fields: one search from the goal, and every walker on the map knows its next step.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/engine.hpp>
#include <senda/detail/grid/flow/flow_searches.hpp>
#include <senda/detail/grid/octile/step_set.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace senda {

/// Where a flow field leads from a cell; north is up, toward smaller y.
enum class flow_direction : std::uint8_t {
    none,        ///< no goal can be reached, or not within the limits; or the cell is closed
    north,       ///< to (x, y - 1)
    east,        ///< to (x + 1, y)
    south,       ///< to (x, y + 1)
    west,        ///< to (x - 1, y)
    north_east,  ///< to (x + 1, y - 1)
    south_east,  ///< to (x + 1, y + 1)
    south_west,  ///< to (x - 1, y + 1)
    north_west,  ///< to (x - 1, y - 1)
    goal,        ///< this is a goal: stay
};

/// The name of a direction as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(flow_direction d) noexcept {
    return detail::enum_name(d, {"none", "north", "east", "south", "west", "north_east",
                                 "south_east", "south_west", "north_west", "goal"});
}

/// What a flow field keeps once it is made.
enum class flow_memory : std::uint8_t {
    directions,  ///< a byte a cell
    distances    ///< besides, so that the map may change, how far each cell is: a cost with
                 ///< straight steps, 8 bytes with diagonal ones, 16 with weights as well
};

/// The next step to the nearest goal from every cell of a grid: `flow_field field{map, goal};` and
/// then `field.next(c)` for each of thousands of walkers. A walker that follows it goes along a
/// shortest path. The grid must outlive the field; asking changes nothing, so that threads may.
///
/// Weights of the grid count for the cell that a walker enters. `limits.cost` is a radius: cells
/// further away have no direction. The status is `complete` if all cells from which a goal can be
/// reached have a direction, `cost_limit` if some are beyond the radius.
template <class Grid>
class flow_field;

/// The only kind: of a `basic_grid`.
template <grid_moves Moves, class Weight>
class flow_field<basic_grid<Moves, Weight>>
    : public detail::engine<flow_field<basic_grid<Moves, Weight>>> {
    using graph = basic_grid<Moves, Weight>;
    using base = detail::engine<flow_field>;
    using cells = detail::flow_cells<graph>;
    using metric = typename cells::metric;
    using id = typename cells::id;
    friend base;

public:
    /// The costs of paths: those of the grid.
    using cost = typename cells::cost;

    /// Finds the directions to a goal.
    ///
    /// `g`      the grid, of any kind.
    /// `goal`   a cell, or `any_of` several. Those that are closed or off the grid are no goals.
    /// `keep`   what is kept for later.
    /// `o`      limits, a stop token. An expansion is that of a cell.
    flow_field(const graph& g, cell goal, flow_memory keep = flow_memory::directions,
               const options& o = {})
        : flow_field(g, any_of<cell>{goal}, keep, o) {}
    /// A field to several goals: the nearest counts.
    flow_field(const graph& g, const any_of<cell>& goals,
               flow_memory keep = flow_memory::directions, const options& o = {})
        : flow_field(paused(g, goals, keep, o)) {
        this->run();
    }
    /// A field with options and without distances.
    flow_field(const graph& g, cell goal, const options& o)
        : flow_field(g, goal, flow_memory::directions, o) {}
    /// A field with options and without distances, to several goals.
    flow_field(const graph& g, const any_of<cell>& goals, const options& o)
        : flow_field(g, goals, flow_memory::directions, o) {}

    /// A field whose search has not begun: `step` it, or `run` it to the end. Meanwhile cells have
    /// a direction, the final one, as soon as they are expanded.
    [[nodiscard]] static flow_field paused(const graph& g, const any_of<cell>& goals,
                                           flow_memory keep = flow_memory::directions,
                                           const options& o = {}) {
        return flow_field(unrun{}, g, goals, keep, o);
    }

    /// Begins again with other goals, and runs to the end.
    senda::status restart(const any_of<cell>& goals) {
        take_goals(goals);
        this->start_again([this] { begin(); });
        return this->run();
    }
    /// Makes the field anew, to one goal.
    senda::status restart(cell goal) { return restart(any_of<cell>{goal}); }

    /// Whether every cell from which a goal can be reached has its direction.
    [[nodiscard]] explicit operator bool() const noexcept { return is_success(this->status()); }

    /// How many bytes the field holds now; `statistics().bytes` is the most while it was made.
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        return is_there_ ? cells_.bytes_held() : 0;
    }

    /// Where to step from a cell.
    [[nodiscard]] flow_direction direction(cell c) const noexcept {
        if (!is_there_ || !cells_.grid().contains(c) || !cells_.is_prepared())
            return flow_direction::none;
        const id at = cells_.grid().index(c);
        return cells_.is_reached(at) ? static_cast<flow_direction>(cells_.byte(at) - 1)
                                     : flow_direction::none;
    }

    /// The cell to step to; the cell itself if it is a goal or has no direction.
    [[nodiscard]] cell next(cell c) const noexcept {
        const auto d = static_cast<std::size_t>(direction(c));
        if (d == 0 || d > detail::eight_steps.size()) return c;
        return {c.x + detail::eight_steps[d - 1].x, c.y + detail::eight_steps[d - 1].y};
    }

    /// What a shortest path from a cell to a goal costs, exact in whole steps and diagonals;
    /// `infinite` without one. If the field has no distances, the path is walked.
    [[nodiscard]] cost distance(cell c) const {
        if (direction(c) == flow_direction::none) return infinite<cost>;
        if (has_distances()) return cells_.value(cells_.grid().index(c));
        return walk(c, [](cell) {});
    }

    /// A shortest path from a cell to a goal; without one the status is that of the field.
    [[nodiscard]] result<cell, cost> path(cell from) const {
        result<cell, cost> r{{.status = this->status(), .engine = "flow_field: steps are kept"}};
        if (direction(from) == flow_direction::none) {
            if (r.status == status::complete) {
                r.status = status::exhausted;
                r.lower_bound = infinite<cost>;
            }
            if (r.status == status::cost_limit) r.lower_bound = bounds_.cost_limit();
            return r;
        }
        r.cost = r.lower_bound = walk(from, [&r](cell c) { r.path.push_back(c); });
        r.status = status::found;
        return r;
    }

    /// Takes in that a cell of the map was opened, closed or got another weight. It costs in
    /// proportion to the cells whose distances change; these are then as in a new field. Without
    /// distances, or if the search did not come to its end, the field is made anew.
    senda::status changed(cell c) { return changed(any_of<cell>{c}); }
    /// Repairs the field after several cells were changed at once.
    template <class Cells>
        requires detail::RangeOf<Cells, cell>
    senda::status changed(const Cells& several) {
        note_changes(several);
        return this->run();
    }
    /// Repairs the field in steps: `step` or `run` it then. Until it is done, some cells have no
    /// direction, and some lead along paths that are not the shortest.
    template <class Cells>
        requires detail::RangeOf<Cells, cell>
    void note_changes(const Cells& several) {
        if (!can_repair()) return this->start_again([this] { begin(); });
        this->control_.restart();
        const graph& g = cells_.grid();
        for (const cell c : several) {
            if (!g.contains(c)) continue;
            for (int y = std::max(c.y - 1, 0); y <= std::min(c.y + 1, g.height() - 1); ++y)
                for (int x = std::max(c.x - 1, 0); x <= std::min(c.x + 1, g.width() - 1); ++x)
                    this->control_.fits(repair_.note(cells_, g.index({x, y})));
        }
    }

private:
    struct unrun {};

    // Without weights a field is made by a search of its own, and the general one repairs it.
    struct no_wave {
        explicit no_wave(memory_budget&) noexcept {}
    };
    static constexpr bool has_wave = !metric::has_weights;
    using wave = std::conditional_t<has_wave, detail::flow_wave<Moves>, no_wave>;
    enum class stage : std::uint8_t { making, made };

    flow_field(unrun, const graph& g, const any_of<cell>& goals, flow_memory keep, const options& o)
        : base(o),
          cells_(g, this->control_.budget()),
          wave_(this->control_.budget()),
          repair_(this->control_.budget()),
          bounds_(o.limits),
          keep_(keep) {
        take_goals(goals);
        begin();
    }

    void take_goals(const any_of<cell>& goals) {
        goals_.clear();
        for (const cell c : goals)
            if (cells_.grid().contains(c)) goals_.push_back(cells_.grid().index(c));
        std::sort(goals_.begin(), goals_.end());
    }
    [[nodiscard]] bool is_goal(id c) const noexcept {
        return std::binary_search(goals_.begin(), goals_.end(), c);
    }
    [[nodiscard]] bool has_distances() const noexcept { return keep_ == flow_memory::distances; }

    void forget() noexcept {
        bounds_ = decltype(bounds_)(this->control_.limits());
        repair_.clear();
    }

    void begin();

    void advance(std::uint64_t most);

    /// After how many cells it is quicker to make the field anew.
    [[nodiscard]] std::uint64_t most_repaired() const noexcept {
        return 1024 + cells_.grid().index_bound() / 16;
    }

    /// Gives back what only the search needed.
    void finish() {
        const senda::status ended = this->status();
        if (ended == status::complete || ended == status::cost_limit) stage_ = stage::made;
        if constexpr (has_wave) wave_.release();
        if (has_distances()) return;
        cells_.release_labels();
        repair_ = detail::flow_repair<graph>(this->control_.budget());
    }

    /// Whether labels are there and right, or queued to be made right.
    [[nodiscard]] bool can_repair() const noexcept {
        return has_distances() && stage_ == stage::made && this->status() != status::memory_limit &&
               this->status() != status::negative_cost;
    }

    /// Visits the cells from one to a goal; returns what the path costs.
    template <class Visit>
    cost walk(cell from, Visit visit) const {
        typename cells::label sum = metric::at_goal;
        visit(from);
        for (cell to = next(from); to != from; from = to, to = next(from)) {
            sum = metric::before(sum, to.x != from.x && to.y != from.y,
                                 cells_.weight(cells_.grid().index(to)));
            visit(to);
        }
        return metric::value(sum);
    }

    cells cells_;
    std::vector<id> goals_;  // in order
    SENDA_NO_UNIQUE_ADDRESS wave wave_;
    detail::flow_repair<graph> repair_;
    detail::cost_bounds<cost> bounds_;
    flow_memory keep_;
    stage stage_ = stage::making;
    detail::emptied<bool> is_there_;  // not in what was moved from
};

template <grid_moves Moves, class Weight>
flow_field(const basic_grid<Moves, Weight>&, cell, flow_memory = {}, const options& = {})
    -> flow_field<basic_grid<Moves, Weight>>;
template <grid_moves Moves, class Weight>
flow_field(const basic_grid<Moves, Weight>&, const any_of<cell>&, flow_memory = {},
           const options& = {}) -> flow_field<basic_grid<Moves, Weight>>;
template <grid_moves Moves, class Weight>
flow_field(const basic_grid<Moves, Weight>&, cell, const options&)
    -> flow_field<basic_grid<Moves, Weight>>;
template <grid_moves Moves, class Weight>
flow_field(const basic_grid<Moves, Weight>&, const any_of<cell>&, const options&)
    -> flow_field<basic_grid<Moves, Weight>>;

// Outside of the class, so that the library senda::compiled can have them.
template <grid_moves Moves, class Weight>
void flow_field<basic_grid<Moves, Weight>>::begin() {
    constexpr bool needs_labels = metric::is_octile || metric::has_weights;
    stage_ = stage::making;
    is_there_ = true;
    bool has_memory = cells_.prepare(needs_labels || has_distances());
    if constexpr (has_wave) {
        if (has_memory) wave_.prepare(cells_);
    }
    for (const id c : goals_) {
        if (!has_memory || !cells_.is_open(c)) continue;
        if constexpr (has_wave) {
            has_memory = wave_.add_goal(cells_, c);
        } else {
            has_memory = repair_.add_goal(cells_, bounds_, c);
        }
    }
    this->control_.fits(has_memory);
}

template <grid_moves Moves, class Weight>
void flow_field<basic_grid<Moves, Weight>>::advance(std::uint64_t most) {
    if constexpr (has_wave) {
        if (stage_ == stage::making) {
            wave_.advance(cells_, this->control_, bounds_, most);
            if (!this->control_.running()) finish();
            return;
        }
    }
    repair_.advance(cells_, this->control_, bounds_, [this](id c) { return is_goal(c); });
    if (!this->control_.running() && stage_ == stage::making) finish();
    if constexpr (has_wave) {
        if (this->control_.running() && this->control_.expanded() > most_repaired()) {
            forget();
            begin();
        }
    }
}

#if SENDA_COMPILED
extern template class flow_field<basic_grid<grid_moves::straight>>;
extern template class flow_field<basic_grid<grid_moves::straight, int>>;
extern template class flow_field<basic_grid<grid_moves::octile>>;
#endif

}  // namespace senda
