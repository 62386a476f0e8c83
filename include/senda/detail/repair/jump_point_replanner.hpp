// SPDX-License-Identifier: MIT
// The engine under D* Lite on 8-connected grids without weights: jump points once more,
// unless a path of before is still a shortest one.
#pragma once

#include <senda/detail/core/octile_units.hpp>
#include <senda/detail/grid/jumps/wall_bitmap.hpp>
#include <senda/detail/repair/earlier_distances.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace senda::detail {

/// A path that was a shortest one on some map, and the cells that have changed since.
template <grid_moves Moves>
class remembered_path {
    using grid_type = basic_grid<Moves>;

    /// So many changes are looked through; with more the path is forgotten.
    static constexpr std::size_t max_changes = 128;

public:
    explicit remembered_path(memory_budget& budget) noexcept : cells_(budget), changed_(budget) {}

    void clear() noexcept {
        cells_.clear();
        changed_.clear();
        walked_ = 0;
    }
    /// Takes a path of at least one cell that is a shortest one now; false without memory.
    template <class Path>
    [[nodiscard]] bool assign(const Path& path) {
        clear();
        if (!cells_.reserve(path.size())) return false;
        for (const cell c : path) (void)cells_.push(c);
        rest_ = {};
        for (std::size_t i = 1; i < cells_.size(); ++i) rest_ = rest_ + step(i);
        return true;
    }

    /// The cells from where one stands, and the length of the way.
    [[nodiscard]] const cell* begin() const noexcept { return cells_.begin() + walked_; }
    [[nodiscard]] const cell* end() const noexcept { return cells_.end(); }
    [[nodiscard]] double cost() const noexcept { return rest_.value(); }

    /// Takes one step, to the next cell, or forgets the path.
    void move_to(cell to) noexcept {
        if (begin() == end() || begin() + 1 == end() || begin()[1] != to) return clear();
        const octile_length gone = step(++walked_);
        rest_ = {rest_.straight - gone.straight, rest_.diagonal - gone.diagonal};
    }
    /// A cell was opened or closed; false without memory to note it.
    [[nodiscard]] bool change(cell c) {
        cell* const known = std::find(changed_.begin(), changed_.end(), c);
        if (begin() == end()) return true;
        if (known == changed_.end()) {
            if (changed_.size() == max_changes) clear();
            return begin() == end() || changed_.push(c);
        }
        *known = changed_.back();  // as it was on that map
        changed_.truncate(changed_.size() - 1);
        return true;
    }

    /// Whether it is a shortest path on a grid where `bound(from, goal)` is left at least. A
    /// shorter one would not have been possible on the map of the path: so it steps into a cell
    /// that was opened since, or past the corner of one.
    template <class Bound>
    [[nodiscard]] bool is_shortest_on(const grid_type& g, const Bound& bound) {
        if (begin() == end()) return false;
        cell* const opened =
            std::partition(changed_.begin(), changed_.end(), [&](cell c) { return !g.open(c); });
        if (std::none_of(opened, changed_.end(), [&](cell c) { return may_shorten(c); })) {
            // Cells that are open and of no use may have been open all the time.
            changed_.truncate(static_cast<std::size_t>(opened - changed_.begin()));
        } else if (bound(*begin(), end()[-1]) < map_units::sum(rest_)) {
            return false;
        }
        return changed_.empty() || can_be_walked(g);
    }

private:
    [[nodiscard]] octile_length step(std::size_t to) const noexcept {
        return octile_distance(cells_[to - 1], cells_[to]);
    }

    /// Whether a path over a cell, or past its corner, could be shorter: one that goes diagonally
    /// between two cells beside it saves their two straight steps for that one.
    [[nodiscard]] bool may_shorten(cell c) const noexcept {
        constexpr std::uint64_t corner =
            Moves == grid_moves::octile ? 2 * map_units::straight - map_units::diagonal : 0;
        return map_units::sum(octile_distance(*begin(), c) + octile_distance(c, end()[-1])) <
               map_units::sum(rest_) + corner;
    }
    [[nodiscard]] bool can_be_walked(const grid_type& g) const noexcept {
        if (!g.open(*begin())) return false;
        for (const cell* to = begin() + 1; to != end(); ++to) {
            const cell from = to[-1];
            if (!g.open(*to)) return false;
            if (Moves == grid_moves::octile && from.x != to->x && from.y != to->y &&
                !(g.open({from.x, to->y}) && g.open({to->x, from.y})))
                return false;
        }
        return true;
    }

    buffer<cell> cells_;
    buffer<cell> changed_;
    std::size_t walked_ = 0;  // where on it one stands
    octile_length rest_;
};

/// A shortest path on a grid that changes. Two paths are remembered, so that of a map that changes
/// and changes back both are known. Once searches have taken about as long as it takes, distances
/// on the map are found: later bounds that lead searches and tell when a path is still a shortest.
template <grid_moves Moves>
class jump_point_replanner
    : public jump_point_engine<Moves, wall_bitmap<Moves>, earlier_distances<Moves>> {
    using base = jump_point_engine<Moves, wall_bitmap<Moves>, earlier_distances<Moves>>;
    using grid_type = basic_grid<Moves>;

public:
    using result_type = typename base::result_type;

    /// Goes on to the end.
    senda::status run() { return step(std::numeric_limits<std::uint64_t>::max()); }
    /// Goes on for at most `expansions`; `status::running` until the search has ended.
    senda::status step(std::uint64_t expansions = 1) {
        begin_search();
        for (; is_measuring_ && control_.running() && expansions != 0; --expansions) measure();
        base::step(expansions);
        return end_search();
    }

    /// Goes on after a limit or the stop token ended it, with all limits anew.
    void resume() {
        const senda::status s = this->status();
        if (s == status::running || s == status::memory_limit) return;
        if (s == status::cost_limit || s == status::found) is_begun_ = is_known_ = false;
        control_.restart();
    }
    /// Says that a cell was opened or closed; the grid is asked about it at the next step, so that
    /// several changes may be made before they are said.
    void changed(cell c) {
        reconsider();
        if (control_.running() && grid_->contains(c)) control_.fits(changes_.push(c));
    }
    /// Forgets all that it knows and plans afresh.
    void restart() { *this = jump_point_replanner(*grid_, start_, goal_, control_.options()); }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        if (is_begun_ && !is_known_) return base::result();
        result_type r{{.status = this->status(),
                       .statistics = this->statistics(),
                       .engine = engine_text(engine_kind::jump_points)}};
        if (!is_known_) return r;
        r.lower_bound = paths_[0].cost();
        if (r.status != status::found) return r;
        r.cost = r.lower_bound;
        r.path.assign(paths_[0].begin(), paths_[0].end());
        return r;
    }

protected:
    jump_point_replanner(const grid_type& g, cell start, cell goal, const options& o)
        : base(g, start, goal, o),
          grid_(&g),
          start_(start),
          goal_(goal),
          size_{g.width(), g.height()},
          changes_(control_.budget()),
          paths_{remembered_path<Moves>(control_.budget()),
                 remembered_path<Moves>(control_.budget())},
          patience_(g.index_bound() / cells_an_expansion) {
        base::make_walls();
        (void)estimate_.take_map(g, goal);  // without, there are no distances
    }

    // The names of `lifelong_search`, where the start is the target of a search from the goal.
    [[nodiscard]] const cell& target() const noexcept { return start_; }
    [[nodiscard]] cell before_target() const noexcept {
        const bool has_next =
            is_known_ && this->status() == status::found && paths_[0].end() - paths_[0].begin() > 1;
        return has_next ? paths_[0].begin()[1] : start_;
    }
    void move_target(cell start) {
        if (start == start_) return;
        reconsider();
        start_ = start;
        for (remembered_path<Moves>& p : paths_) p.move_to(start);
    }

private:
    using base::control_;
    using base::estimate_;
    /// Distances on a map of so many cells take about as long as an expansion.
    static constexpr std::size_t cells_an_expansion = 32;

    void reconsider() {
        resume();
        is_begun_ = is_known_ = false;
        if (std::exchange(is_measuring_, false)) estimate_.forget();
    }

    /// Answers by a path of before, or begins to search for one.
    void begin_search() {
        if (is_begun_ || !control_.running()) return;
        if (size_ != cell{grid_->width(), grid_->height()}) restart();  // it is another by now
        is_begun_ = true;
        for (const cell c : changes_) {
            if (!base::set_wall(c, grid_->open(c))) continue;
            for (remembered_path<Moves>& p : paths_)
                if (!control_.fits(p.change(c))) return;
        }
        estimate_.change(*grid_, changes_);
        is_known_ = paths_[0].is_shortest_on(*grid_, estimate_);
        if (!is_known_) {
            std::swap(paths_[0], paths_[1]);
            is_known_ = paths_[0].is_shortest_on(*grid_, estimate_);
        }
        if (!is_known_) {
            base::restart(start_, goal_);
            if (control_.running() && worked_ > patience_) begin_measuring();
        }
        changes_.clear();
        if (!is_known_) return;
        const bool is_within = paths_[0].cost() <= control_.limits().cost.template most<double>();
        control_.end(is_within ? status::found : status::cost_limit);
    }
    /// Begins to find distances on the map, which is done less and less often.
    void begin_measuring() {
        worked_ = 0;
        patience_ *= 2;
        is_measuring_ = estimate_.begin(*grid_, changes_, start_, goal_);
        if (!is_measuring_) estimate_.forget();
    }
    void measure() {
        is_measuring_ = !estimate_.advance(*grid_, control_);
        if (!is_measuring_) patience_ += control_.expanded();  // which are no jumps
    }
    senda::status end_search() {
        if (this->status() == status::running || is_known_) return this->status();
        worked_ += control_.expanded();
        if (this->status() != status::found) return this->status();
        is_known_ = control_.fits(paths_[0].assign(base::result().path));
        return this->status();
    }

    const grid_type* grid_;
    cell start_;
    cell goal_;
    cell size_;
    buffer<cell> changes_;  // that were said
    std::array<remembered_path<Moves>, 2> paths_;
    std::uint64_t worked_ = 0;  // expansions of searches since distances were found last
    std::uint64_t patience_;
    bool is_measuring_ = false;
    bool is_begun_ = true;   // the search, for what was said so far
    bool is_known_ = false;  // the first of the paths is the answer
};

}  // namespace senda::detail
