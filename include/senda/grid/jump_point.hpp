// SPDX-License-Identifier: MIT
// Jump point search: A* on an 8-connected grid that queues only where a path may have to turn.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/core/octile_units.hpp>
#include <senda/detail/core/search_pool.hpp>
#include <senda/detail/graph/kept_beside.hpp>
#include <senda/detail/grid/jumps/calendar_queue.hpp>
#include <senda/detail/grid/jumps/jump_point_scan.hpp>
#include <senda/detail/grid/placed_nodes.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

struct jump_point_node {
    grid_point at;
    std::uint64_t from_start = 0;  ///< in units of length
    std::uint32_t parent = std::numeric_limits<std::uint32_t>::max();
    direction_set entered = 0;            ///< in which it was entered by paths of that length
    direction_set waiting = 0;            ///< those of them that are still to be followed
    direction_set done = 0;               ///< in which it has scanned
    node_state state = node_state::open;  ///< as to the limit on costs
};

/// What is left to the goal, in units, as if there were no walls.
struct jump_estimate {
    [[nodiscard]] SENDA_ALWAYS_INLINE std::uint64_t operator()(cell from,
                                                               cell goal) const noexcept {
        return map_units::sum(octile_distance(from, goal));
    }
};

/// `Walls` are those of a grid; `Estimate` never says more than what is left.
template <grid_moves Moves, class Walls, class Estimate = jump_estimate>
class jump_point_engine : public engine<jump_point_engine<Moves, Walls, Estimate>> {
    using base = engine<jump_point_engine>;
    friend base;
    using units = map_units;
    using nodes = placed_nodes<jump_point_node>;
    static constexpr std::uint32_t none = nodes::none;

public:
    using result_type = senda::result<cell, double>;

    /// The estimate is made from `of_estimate`, or from the memory budget if it takes one.
    template <class Source, class... Parts>
    jump_point_engine(const Source& source, cell start, cell goal, const options& o,
                      const Parts&... of_estimate)
        : base(o, engine_kind::jump_points),
          estimate_(estimate_from(control_.budget(), of_estimate...)),
          walls_(source, control_.budget()),
          nodes_(control_.budget()),
          open_(control_.budget()),
          bounds_(o.limits) {
        begin(start, goal);
    }

    /// The length of the path, or `infinite`.
    [[nodiscard]] double cost() const noexcept {
        return found_ == none ? infinite<double> : length(nodes_[found_].from_start);
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r{answer_of(control_)};
        if (found_ != none) {
            r.cost = r.lower_bound = length(nodes_[found_].from_start);
            append_path(r.path);
        } else {
            cost_bounds<double> bounds = bounds_;
            bounds.raise_lower_bound(units::at_least(f_));
            r.lower_bound = bounds.lower_bound(r.status);
        }
        return r;
    }

protected:
    using base::control_;
    SENDA_NO_UNIQUE_ADDRESS Estimate estimate_;

    /// Starts again in the memory of before.
    void restart(cell start, cell goal) {
        this->start_again([&] { begin(start, goal); });
    }
    /// Starts anew between two cells, with other options.
    void restart(cell start, cell goal, const options& o) {
        control_.set_options(o);
        restart(start, goal);
    }
    /// Looks at the whole grid, which may change from now on.
    void make_walls() const {
        if (walls_.has_memory()) walls_.make_all();
    }
    /// Opens or closes a cell, between two searches; false if it was so.
    bool set_wall(cell c, bool is_open) noexcept {
        if (!walls_.has_memory() || walls_.open(c) == is_open) return false;
        walls_.set(c, is_open);
        return true;
    }

private:
    void begin(cell start, cell goal) {
        bounds_ = cost_bounds<double>(control_.limits());
        found_ = none;
        f_ = 0;
        goal_ = to_point(goal);
        if (!walls_.has_memory()) return control_.end(status::memory_limit);
        if (!walls_.open(start) || !walls_.open(goal)) return control_.end(status::exhausted);
        if (!control_.fits(nodes_.prepare())) return;
        const std::uint32_t number = nodes_.at(to_point(start));
        if (!control_.fits(number != none)) return;
        nodes_[number].entered = nodes_[number].waiting = all_directions;
        enqueue(number);
    }

    void forget() noexcept {
        nodes_.clear();
        open_.clear();
    }

    template <class... Parts>
    [[nodiscard]] static Estimate estimate_from(memory_budget& budget, const Parts&... parts) {
        if constexpr (std::is_constructible_v<Estimate, memory_budget&>) {
            return Estimate(budget, parts...);
        } else {
            return Estimate{parts...};
        }
    }

    static constexpr grid_point to_point(cell c) noexcept {
        return {static_cast<unsigned>(c.x) + Walls::margin,
                static_cast<unsigned>(c.y) + Walls::margin};
    }
    static constexpr cell to_cell(grid_point p) noexcept {
        return {static_cast<int>(p.x - Walls::margin), static_cast<int>(p.y - Walls::margin)};
    }
    [[nodiscard]] static double length(std::uint64_t of_units) noexcept {
        return units::length(of_units).value();
    }

    void advance(std::uint64_t most) {
        for (const std::uint64_t end = control_.expanded() + most;
             control_.running() && control_.expanded() - end != 0;) {
            calendar_queue::item first{};
            if (open_.empty()) {
                control_.end(bounds_.ending());
            } else if (control_.fits(open_.pop(first))) {
                visit(first);
            }
        }
    }

    void visit(const calendar_queue::item& first) {
        const std::uint32_t number = first.value;
        if (nodes_[number].waiting == 0) return;  // it was queued twice
        f_ = first.key;
        if (nodes_[number].at == goal_) {
            found_ = number;
            control_.end(status::found);
        } else if (control_.may_expand()) {
            expand(number);
        } else {
            control_.fits(open_.push(first));  // for a caller that goes on after a limit
        }
    }

    void expand(std::uint32_t number) {
        jump_point_scan<Moves, Walls> scan(walls_, goal_);
        jump_point_node& node = nodes_[number];
        const grid_point from = node.at;
        const std::uint64_t so_far = node.from_start;
        const auto ahead = static_cast<direction_set>(
            scan.directions_after(from, std::exchange(node.waiting, direction_set{0})) &
            ~node.done & scan.leads_of(from));
        node.done |= ahead;
        std::uint64_t jumps = 0;
        const auto take = [&](grid_point to, direction_set entered, unsigned straight,
                              unsigned diagonal) {
            ++jumps;
            reach(to, entered, so_far + units::sum({straight, diagonal}), number);
        };
        if (ahead & 1) scan.template jump<0, -1>(from, take);
        if (ahead & 2) scan.template jump<1, 0>(from, take);
        if (ahead & 4) scan.template jump<0, 1>(from, take);
        if (ahead & 8) scan.template jump<-1, 0>(from, take);
        if (ahead & 16) scan.template jump<1, -1>(from, take);
        if (ahead & 32) scan.template jump<1, 1>(from, take);
        if (ahead & 64) scan.template jump<-1, 1>(from, take);
        if (ahead & 128) scan.template jump<-1, -1>(from, take);
        control_.count_generated(jumps);
    }

    // Equally long paths that enter a cell in different directions go on in all of theirs.
    SENDA_NOINLINE void reach(grid_point to, direction_set entered, std::uint64_t from_start,
                              std::uint32_t parent) {
        const std::uint32_t number = nodes_.at(to);
        if (!control_.fits(number != none)) return;
        jump_point_node& node = nodes_[number];
        if (node.entered != 0 && node.from_start == from_start) {
            if ((node.entered & entered) != 0) return;
            node.entered |= entered;
            if (std::exchange(node.waiting, node.waiting | entered) != 0) return;
        } else if (node.entered != 0 && node.from_start < from_start) {
            return;
        } else {
            if (node.done != 0) control_.count_reopened();
            node = {to, from_start, parent, entered, entered, 0, node.state};
        }
        enqueue(number);
    }

    void enqueue(std::uint32_t number) {
        jump_point_node& node = nodes_[number];
        const cell at = to_cell(node.at);
        if (bounds_.cost_limit() < largest_cost<double> &&
            !is_within_limit(node, length(node.from_start + jump_estimate{}(at, to_cell(goal_)))))
            return;
        control_.fits(open_.push({node.from_start + estimate_(at, to_cell(goal_)), number}));
    }

    /// Whether the limit on costs admits paths through a node; else it is left out.
    [[nodiscard]] SENDA_COLD bool is_within_limit(jump_point_node& node, double through) {
        if (bounds_.update_state(node.state, through)) return true;
        node.waiting = 0;
        return false;
    }

    /// From each node to the next the path goes diagonally first, then straight.
    void append_path(std::vector<cell>& path) const {
        path.push_back(to_cell(nodes_[found_].at));
        for (std::uint32_t number = nodes_[found_].parent; number != none;
             number = nodes_[number].parent) {
            const cell from = to_cell(nodes_[number].at);
            while (path.back() != from) {
                cell at = path.back();
                const int x = at.x - from.x;
                const int y = at.y - from.y;
                if (std::abs(x) >= std::abs(y)) at.x -= (x > 0) - (x < 0);
                if (std::abs(y) >= std::abs(x)) at.y -= (y > 0) - (y < 0);
                path.push_back(at);
            }
        }
        std::reverse(path.begin(), path.end());
    }

    Walls walls_;
    grid_point goal_;
    nodes nodes_;
    calendar_queue open_;
    cost_bounds<double> bounds_;
    std::uint64_t f_ = 0;
    std::uint32_t found_ = none;
};

}  // namespace senda::detail

namespace senda {

/// A jump point search that can be stepped, and restarted in its memory: the way to ask one map
/// many questions, one after the other. It turns the whole grid into bits once, and finds for each
/// cell in which directions a jump leads anywhere; later changes of the grid are seen where
/// `changed` says so.
template <grid_moves Moves>
class jump_point_search : public detail::jump_point_engine<Moves, detail::jump_masks<Moves>> {
    using base = detail::jump_point_engine<Moves, detail::jump_masks<Moves>>;

public:
    /// A search from one cell of `g` to another.
    jump_point_search(const basic_grid<Moves>& g, cell start, cell goal, const options& o = {})
        : base(g, start, goal, o) {}

    /// Starts again from another start to another goal, in the memory of before.
    void restart(cell start, cell goal) { base::restart(start, goal); }
    /// Starts anew between two cells, with other options.
    void restart(cell start, cell goal, const options& o) { base::restart(start, goal, o); }

    /// Says that a cell of `g`, the grid of this search or one of its size, was opened or closed.
    /// It counts from the next `restart` on.
    void changed(const basic_grid<Moves>& g, cell c) noexcept {
        if (g.contains(c)) base::set_wall(c, g.open(c));
    }
};

}  // namespace senda

namespace senda::detail {

/// What is kept beside a grid that was asked several times, until it changes.
template <grid_moves Moves>
struct kept_jumps : kept_beside::thing {
    search_pool<jump_point_search<Moves>> searches;

    /// Counts the work of a question; whether it is time to look at the whole grid, which takes as
    /// long as some questions.
    [[nodiscard]] bool is_worth_it(const basic_grid<Moves>& g) const noexcept {
        constexpr std::uint64_t cells_an_expansion = 100;
        return load_relaxed(work_) * cells_an_expansion >= g.index_bound();
    }
    void count(const statistics& s) noexcept {
        constexpr std::uint64_t expansions_a_question = 400;
        (void)fetch_add(work_, s.expanded + expansions_a_question, false);
    }

private:
    std::uint64_t work_ = 0;
};

}  // namespace senda::detail

namespace senda {

/// Finds a shortest path between two cells of an 8-connected grid by jump point search. It is as
/// long as the one that `astar` finds with `octile`, found with far fewer nodes; `cost` is exact:
/// the straight steps plus sqrt(2) times the diagonal ones.
///
/// A grid that is asked again and again keeps a search with its memory and two bytes a cell, until
/// it changes: then this is as fast as `jump_point_search` restarted. It does not with a limit on
/// bytes.
///
/// `g`      the grid, without weights: `octile_grid` or `octile_grid_cutting`.
/// `start`  where the path begins.
/// `goal`   where it ends.
/// `o`      limits, a stop token. An expansion is that of a cell where paths turn.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
[[nodiscard]] result<cell, double> jump_point(const basic_grid<Moves>& g, cell start, cell goal,
                                              const options& o = {}) {
    using plain = detail::jump_point_engine<Moves, detail::wall_bitmap<Moves>>;
    if (o.limits.bytes != limits{}.bytes) return detail::run_to_end(plain(g, start, goal, o));
    auto& kept = detail::kept_of::get<detail::kept_jumps<Moves>>(g);
    if (kept.is_worth_it(g))
        return kept.searches.ask(g, start, goal, o, [](const auto& s) { return s.result(); });
    result<cell, double> found = detail::run_to_end(plain(g, start, goal, o));
    kept.count(found.statistics);
    return found;
}

#if SENDA_COMPILED
extern template result<cell, double> jump_point(const basic_grid<grid_moves::octile>&, cell, cell,
                                                const options&);
extern template result<cell, double> jump_point(const basic_grid<grid_moves::octile_cutting>&, cell,
                                                cell, const options&);
#endif

/// Parts of a jump point search, for one that is watched at what it asks about walls and estimates.
using detail::along;
using detail::jump_estimate;
using detail::jump_point_engine;
using detail::wall_bitmap;
using detail::wall_window;

}  // namespace senda
