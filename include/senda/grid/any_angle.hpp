// SPDX-License-Identifier: MIT
// Paths of straight lines in any direction on grids of open and closed cells: Anya, exact search by
// the intervals of rows that are seen from corners.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/engine.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/node_index.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/line_of_sight.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::detail {

/// A place in half cells: corners of cells are even, centres odd.
struct half_point {
    std::int64_t x = 0;
    std::int64_t y = 0;

    friend constexpr bool operator==(const half_point&, const half_point&) = default;
};

/// A direction in half cells, where y counts the way that the cone looks: up or down the map. It
/// fits: wider than 2^30 cells is only a map of one row, where nobody turns.
struct ray {
    std::int32_t x = 0;
    std::int32_t y = 0;

    [[nodiscard]] static constexpr ray through(std::int64_t x, std::int64_t y) noexcept {
        return {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
    }
};

/// On which side of a ray a place is, as seen from where it begins: positive to its right, where x
/// is larger. No overflow: x times y is below 16 times the cells of a map, which are below 2^32.
[[nodiscard]] constexpr std::int64_t side_of(ray r, std::int64_t x, std::int64_t y) noexcept {
    return x * r.y - r.x * y;
}

/// Where a ray crosses a line between two rows, counted in cells.
struct crossing {
    std::int64_t floor;
    bool is_whole;  ///< at a corner of cells

    /// Where a ray from `x` crosses the line that is `depth` half cells ahead; it is not level.
    [[nodiscard]] static constexpr crossing of(ray r, std::int64_t x, std::int64_t depth) noexcept {
        const std::int64_t above = x * r.y + r.x * depth;
        const std::int64_t below = 2 * std::int64_t{r.y};
        const std::int64_t rest = above % below;
        return {above / below - (rest < 0 ? 1 : 0), rest == 0};
    }
    [[nodiscard]] constexpr std::int64_t ceiling() const noexcept {
        return is_whole ? floor : floor + 1;
    }
};

/// What is seen of a run of open cells, and behind it, from a root on its near side.
struct cone {
    std::uint32_t root;
    int row;
    int begin;  ///< of the run of open cells
    int end;
    ray left;  ///< both meet the near side of the row within the run
    ray right;
    int ahead;  ///< 1 down the map, -1 up
};

/// D. Harabor, A. Grastien, D. Oez, V. Aksakalli, *Optimal any-angle pathfinding in practice*,
/// 2016. A shortest path turns at corners of closed cells only, and around them. A root is the
/// start or such a corner; a cone is what it sees behind a line between two rows.
template <grid_moves Moves>
class interval_search : public engine<interval_search<Moves>> {
    using base = engine<interval_search>;
    friend base;

    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint32_t root_bit = std::uint32_t{1} << 31;
    // Lengths are sums of rounded roots: what differs by less is the same, also as a limit.
    static constexpr double rounded_down = 1 - 1e-13;

    struct root {
        half_point at;
        double from_start;
        std::uint32_t parent;
        bool is_left_out;  // for the limit on costs
        bool is_bettered;  // by a shorter path to the same corner
    };
    struct queued {
        double through;      // f: a lower bound on the length of a path through it
        std::uint32_t node;  // a cone, or a root with `root_bit`
    };
    struct sooner {
        constexpr bool operator()(const queued& a, const queued& b) const noexcept {
            return a.through < b.through;
        }
    };

public:
    using result_type = senda::result<point, double>;

    /// A search in a grid, which must outlive it.
    interval_search(const basic_grid<Moves>& g, cell start, cell goal, const options& o = {})
        : base(o),
          grid_(&g),
          cells_(g),
          roots_(control_.budget()),
          index_(control_.budget()),
          cones_(control_.budget()),
          free_cones_(control_.budget()),
          open_(control_.budget()),
          bounds_(control_.limits()) {
        begin(start, goal);
    }
    /// A temporary would be gone before the search: name it first.
    interval_search(const basic_grid<Moves>&&, cell, cell, const options& = {}) = delete;

    /// Starts again with other cells in the memory of before; the grid may have changed.
    void restart(cell start, cell goal) {
        this->start_again([&] { begin(start, goal); });
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r{answer_of(control_)};
        r.engine = "general: cones from corners, row by row";
        r.lower_bound = bounds_.lower_bound(control_.status());
        if (r.status == status::found) {
            r.cost = r.lower_bound = std::min(roots_[goal_root_].from_start, bounds_.cost_limit());
            append_path(r.path);
        }
        return r;
    }

private:
    using base::control_;

    static constexpr half_point centre_of(cell c) noexcept {
        return {2 * std::int64_t{c.x} + 1, 2 * std::int64_t{c.y} + 1};
    }

    void forget() {
        index_.clear_keys(roots_.size(), [&](std::size_t i) { return key_of(roots_[i].at); });
        roots_.clear();
        cones_.clear();
        free_cones_.clear();
        open_.clear();
        bounds_ = cost_bounds<double>(control_.limits());
    }

    void begin(cell start, cell goal) {
        goal_cell_ = goal;
        goal_ = centre_of(goal);
        goal_root_ = none;
        cells_ = cell_rows<Moves>(*grid_);
        if (!grid_->open(start) || !grid_->open(goal)) return control_.end(status::exhausted);
        if (!control_.fits(index_.prepare(*grid_))) return;
        reach(centre_of(start), none);
    }

    void advance(std::uint64_t) {
        if (open_.empty()) return control_.end(bounds_.ending());
        const queued first = open_.pop();
        const bool is_root = (first.node & root_bit) != 0;
        const std::uint32_t number = first.node & ~root_bit;
        if (!is_root && !control_.fits(free_cones_.push(number))) return;
        if (roots_[is_root ? number : cones_[number].root].is_bettered) return;
        bounds_.raise_lower_bound(first.through);
        if (is_root && number == goal_root_) return control_.end(status::found);
        if (!control_.may_expand()) return;
        is_root ? expand_root(number) : expand(cones_[number]);
    }

    /// From the start everything is seen; around a corner, what a path that bends there can reach.
    void expand_root(std::uint32_t number) {
        const half_point at = roots_[number].at;
        if (roots_[number].parent == none) {
            const int x = cell_of(at.x);
            const int y = cell_of(at.y);
            const int begin = cells_.begin_of_run(x, y);
            const int end = cells_.end_of_run(x, y);
            expand({number, y, begin, end, {-1, 0}, {1, 0}, -1});
            expand({number, y, begin, end, {-1, 0}, {1, 0}, 1});
            return;
        }
        const half_point before = roots_[roots_[number].parent].at;
        for (const int ahead : {-1, 1}) {
            for (const int aside : {-1, 1}) {
                turn(number, {at.x - before.x, at.y - before.y}, aside, ahead);
            }
        }
    }
    static constexpr int cell_of(std::int64_t half) noexcept { return static_cast<int>(half / 2); }

    /// Turns into one of the four cells around a corner, having come straight on. A path that bends
    /// there is taut if it bends around a closed cell, no farther than along its side.
    void turn(std::uint32_t number, half_point on, int aside, int ahead) {
        if (on.x * aside < 0 || on.y * ahead < 0) return;
        const int x = cell_of(roots_[number].at.x);
        const int y = cell_of(roots_[number].at.y);
        const int column = aside > 0 ? x : x - 1;
        const int row = ahead > 0 ? y : y - 1;
        if (!cells_.open(column, row)) return;
        const bool bends_ahead = on.x != 0 && !cells_.open(column - aside, row);
        const bool bends_aside = on.y != 0 && !cells_.open(column, row - ahead);
        if (!bends_ahead && !bends_aside) return;
        const ray straight = ray::through(on.x, on.y * ahead);
        const ray steep = bends_ahead ? ray{0, 1} : straight;
        const ray flat = bends_aside ? ray{aside, 0} : straight;
        const int begin = cells_.begin_of_run(column, row);
        const int end = cells_.end_of_run(column, row);
        expand(
            {number, row, begin, end, aside > 0 ? steep : flat, aside > 0 ? flat : steep, ahead});
        if (bends_aside) walk_along(number, x, y, aside);
    }

    /// Along the line between two rows, past corners where a path may bend.
    void walk_along(std::uint32_t number, int x, int y, int aside) {
        const int entered = aside > 0 ? 0 : -1;  // the column that a step from x enters
        bool above = cells_.open(x + entered, y - 1);
        bool below = cells_.open(x + entered, y);
        while (above || below) {
            x += aside;
            const bool next_above = cells_.open(x + entered, y - 1);
            const bool next_below = cells_.open(x + entered, y);
            const bool is_corner = (!above && next_above) || (!below && next_below);
            const bool is_gap = above != below && next_above != next_below && above == next_below;
            if (is_gap && !cells_.passes_diagonally) return;
            if (is_corner) reach(corner(x, y), number);
            above = next_above;
            below = next_below;
        }
    }

    // Where all that is seen is one run of open cells, the queue is not worth its while; but not
    // for long, as it may lead away from the goal.
    void expand(cone seen) {
        constexpr int rows_at_once = 16;
        for (int rows = 1; pass_row(seen); ++rows) {
            if (rows == rows_at_once) return enqueue(seen);
        }
    }

    /// Goes on through one row to the runs of open cells in the next. If that is only one, what is
    /// seen of it takes the place of the cone; else they are queued, and the answer is no.
    bool pass_row(cone& seen) {
        const half_point from = roots_[seen.root].at;
        const auto aside = [&](std::int64_t x) { return x - from.x; };
        const auto depth = [&](std::int64_t y) { return (y - from.y) * seen.ahead; };
        if (goal_cell_.y == seen.row && goal_cell_.x >= seen.begin && goal_cell_.x < seen.end &&
            side_of(seen.left, aside(goal_.x), depth(goal_.y)) >= 0 &&
            side_of(seen.right, aside(goal_.x), depth(goal_.y)) <= 0) {
            reach(goal_, seen.root);
        }
        const int line = seen.ahead > 0 ? seen.row + 1 : seen.row;
        const int next = seen.row + seen.ahead;
        const std::int64_t across = depth(2 * std::int64_t{line});
        const std::int64_t begin = aside(2 * std::int64_t{seen.begin});
        const std::int64_t end = aside(2 * std::int64_t{seen.end});
        if (side_of(seen.right, begin, across) > 0 || side_of(seen.left, end, across) < 0)
            return false;

        // The sides of the run end what is seen; where a wall ends, a path may bend around it.
        cone ahead{seen.root, next, 0, 0, seen.left, seen.right, seen.ahead};
        if (side_of(seen.left, begin, across) >= 0) {
            ahead.left = ray::through(begin, across);
            if (begin <= 0 && cells_.open(seen.begin - 1, next))
                bend(seen, seen.begin, line, cells_.open(seen.begin, next));
        }
        if (side_of(seen.right, end, across) <= 0) {
            ahead.right = ray::through(end, across);
            if (end >= 0 && cells_.open(seen.end, next))
                bend(seen, seen.end, line, cells_.open(seen.end - 1, next));
        }
        const crossing left = crossing::of(ahead.left, from.x, across);
        const crossing right = crossing::of(ahead.right, from.x, across);
        const int first = static_cast<int>(left.floor);
        const int last = static_cast<int>(right.ceiling());
        if (first >= last) return false;
        ahead.begin = cells_.open(first, next) ? cells_.begin_of_run(first, next)
                                               : cells_.next_open(first + 1, last, next);
        const ray outer = ahead.right;
        for (bool is_only = true; ahead.begin < last; is_only = false) {
            ahead.end = cells_.end_of_run(ahead.begin, next);
            const int after = ahead.end < last ? cells_.next_open(ahead.end + 1, last, next) : last;
            if (ahead.begin > first || (ahead.begin == first && left.is_whole)) {
                const std::int64_t x = aside(2 * std::int64_t{ahead.begin});
                ahead.left = ray::through(x, across);
                if (x > 0 && ahead.begin > seen.begin) reach(corner(ahead.begin, line), seen.root);
            }
            ahead.right = outer;
            if (ahead.end < last || (ahead.end == last && right.is_whole)) {
                const std::int64_t x = aside(2 * std::int64_t{ahead.end});
                ahead.right = ray::through(x, across);
                if (x < 0 && ahead.end < seen.end) reach(corner(ahead.end, line), seen.root);
            }
            if (is_only && after >= last) {
                seen = ahead;
                return true;
            }
            enqueue(ahead);
            ahead.begin = after;
        }
        return false;
    }

    /// Reaches the end of a wall; where another begins at the same point there is but a gap.
    void bend(const cone& seen, int x, int y, bool is_wide) {
        if (is_wide || cells_.passes_diagonally) reach(corner(x, y), seen.root);
    }

    static constexpr half_point corner(int x, int y) noexcept {
        return {2 * std::int64_t{x}, 2 * std::int64_t{y}};
    }
    static double length(half_point a, half_point b) noexcept {
        const auto x = static_cast<double>(a.x - b.x);
        const auto y = static_cast<double>(a.y - b.y);
        return 0.5 * std::sqrt(x * x + y * y);
    }
    static std::uint32_t key_of(half_point at) noexcept {
        const auto x = static_cast<std::uint64_t>(at.x);
        const auto y = static_cast<std::uint64_t>(at.y);
        return static_cast<std::uint32_t>((y << 32 ^ x) * 0x9E37'79B9'7F4A'7C15U >> 32);
    }

    // If two shortest paths to a corner are equally long, one is enough: where only the other is
    // taut, there is a path that is shorter than both and not through the corner.
    void reach(half_point at, std::uint32_t parent) {
        control_.count_generated();
        const double from_start =
            parent == none ? 0 : roots_[parent].from_start + length(roots_[parent].at, at);
        const std::size_t count = roots_.size();
        if (count >= root_bit || (index_.is_full(count) && !index_.make_room(count)))
            return control_.end(status::memory_limit);
        const std::uint32_t key = key_of(at);
        std::uint64_t* const entry =
            index_.find(key, [&](std::uint32_t i) { return roots_[i].at == at; });
        bool was_pruned = false;
        if (*entry != 0) {
            root& known = roots_[index_.value(entry) - 1];
            if (from_start >= known.from_start * rounded_down) return;
            known.is_bettered = true;
            was_pruned = known.is_left_out;
        }
        const double through = (from_start + length(at, goal_)) * rounded_down;
        const bool is_left_out = !bounds_.admits(through);
        if (!control_.fits(roots_.push(root{at, from_start, parent, is_left_out, false}))) return;
        index_.set(entry, key, static_cast<std::uint32_t>(count + 1));
        if (is_left_out)
            return was_pruned ? bounds_.lower_pruned_bound(through) : bounds_.prune(through);
        if (was_pruned) bounds_.readmit();
        if (at == goal_) goal_root_ = static_cast<std::uint32_t>(count);
        control_.fits(open_.push({through, static_cast<std::uint32_t>(count) | root_bit}));
    }

    void enqueue(const cone& seen) {
        control_.count_generated();
        const root& from = roots_[seen.root];
        const double through = (from.from_start + 0.5 * through_line(seen, from.at)) * rounded_down;
        if (goal_root_ != none && through >= roots_[goal_root_].from_start) return;
        if (!bounds_.admits(through)) return bounds_.prune(through);
        std::uint32_t number = static_cast<std::uint32_t>(cones_.size());
        if (!free_cones_.empty()) {
            number = free_cones_.pop();
            cones_[number] = seen;
        } else if (number >= root_bit || !cones_.push(seen)) {
            return control_.end(status::memory_limit);
        }
        control_.fits(open_.push({through, number}));
    }

    /// The length of the shortest line from a root to the goal by way of what is seen of a line, in
    /// half cells; a goal on this side of the line is mirrored at it.
    [[nodiscard]] double through_line(const cone& seen, half_point from) const noexcept {
        const std::int64_t line = 2 * std::int64_t{seen.row} + (seen.ahead > 0 ? 0 : 2);
        const auto to_line = static_cast<double>((line - from.y) * seen.ahead);
        const auto x = static_cast<double>(goal_.x - from.x);
        const auto y = static_cast<double>((goal_.y - from.y) * seen.ahead);
        const double behind = std::abs(y - to_line);
        const double left = static_cast<double>(seen.left.x) * to_line / seen.left.y;
        const double right = static_cast<double>(seen.right.x) * to_line / seen.right.y;
        const double on = x * to_line / (to_line + behind);
        const double by = std::clamp(on, left, std::max(left, right));
        return std::sqrt(by * by + to_line * to_line) +
               std::sqrt((x - by) * (x - by) + behind * behind);
    }

    /// The corners where the path turns; one that it only touches is left out.
    void append_path(std::vector<point>& path) const {
        half_point on{};
        for (std::uint32_t number = goal_root_; number != none; number = roots_[number].parent) {
            const half_point at = roots_[number].at;
            const std::uint32_t parent = roots_[number].parent;
            half_point next{};
            if (parent != none) next = {roots_[parent].at.x - at.x, roots_[parent].at.y - at.y};
            if (path.empty() || parent == none || on.x * next.y != on.y * next.x) {
                path.push_back({0.5 * static_cast<double>(at.x), 0.5 * static_cast<double>(at.y)});
            }
            on = next;
        }
        std::reverse(path.begin(), path.end());
    }

    const basic_grid<Moves>* grid_;
    cell_rows<Moves> cells_;
    cell goal_cell_;
    half_point goal_;
    std::uint32_t goal_root_ = none;
    buffer<root> roots_;
    hashed_index<half_point, std::uint32_t> index_;  // finds the best root at a corner
    buffer<cone> cones_;
    buffer<std::uint32_t> free_cones_;
    four_ary_heap<queued, sooner> open_;
    cost_bounds<double> bounds_;
};

}  // namespace senda::detail

namespace senda {

/// `any_angle` in steps: `step`, `run`, `result`, and `restart(start, goal)` in the memory of
/// before. The grid must outlive the search.
template <class Grid>
class any_angle_search {
    static_assert(sizeof(Grid) == 0,
                  "any_angle needs a grid with diagonal steps and without weights: "
                  "octile_grid or octile_grid_cutting");
};

/// The shortest path.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
class any_angle_search<basic_grid<Moves>> : public detail::interval_search<Moves> {
public:
    using detail::interval_search<Moves>::interval_search;
};

template <grid_moves Moves, class Weight>
any_angle_search(const basic_grid<Moves, Weight>&, cell, cell, const options& = {})
    -> any_angle_search<basic_grid<Moves, Weight>>;

/// Finds a path of straight lines in any direction between the centres of two cells: the shortest
/// there is. The result's path has its ends and the points where it turns; `cost`
/// is its length.
///
/// A walker is a point. It enters no closed cell; it may touch corners and go along walls, but
/// passes between two closed cells that touch at a corner on `octile_grid_cutting` only.
///
/// `g`      the grid, without weights: `octile_grid` or `octile_grid_cutting`.
/// `start`  the cell in whose centre the path begins.
/// `goal`   the cell in whose centre it ends.
/// `o`      limits, a stop token. An expansion is that of a corner, or of what is seen from one in
///          a row.
template <class Grid>
[[nodiscard]] result<point, double> any_angle(const Grid& g, cell start, cell goal,
                                              const options& o = {}) {
    return detail::run_to_end(any_angle_search<Grid>(g, start, goal, o));
}

}  // namespace senda
