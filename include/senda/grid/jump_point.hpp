// SPDX-License-Identifier: MIT
// Jump point search: A* on an 8-connected grid that queues only where a path may have to turn.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/core/octile_units.hpp>
#include <senda/detail/grid/jumps/calendar_queue.hpp>
#include <senda/detail/grid/jumps/jump_masks.hpp>
#include <senda/detail/grid/jumps/jump_point_scan.hpp>
#include <senda/detail/grid/jumps/wall_bitmap.hpp>
#include <senda/detail/grid/jumps/wall_bitmaps.hpp>
#include <senda/detail/storage/node_index.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

struct jump_point_node {
    grid_point at;
    std::uint64_t from_start;  ///< in units of length
    std::uint32_t parent;
    direction_set entered;  ///< in which it was entered by paths of that length
    direction_set waiting;  ///< those of them that are still to be followed
    direction_set done;     ///< in which it has scanned
    bool pruned;            ///< for the limit on costs
};

/// The nodes in the order in which they were met. For one search a hash finds them; for searches
/// that are restarted (`Lasting`) an array of all cells, of which a restart clears what was used.
template <bool Lasting>
class jump_point_nodes {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    explicit jump_point_nodes(memory_budget& budget) noexcept : nodes_(budget), index_(budget) {}

    /// Takes the first memory, for a grid of `width` by `height` cells; false without any.
    [[nodiscard]] bool prepare([[maybe_unused]] unsigned width, [[maybe_unused]] unsigned height) {
        if constexpr (Lasting) {
            stride_ = width;
            const std::size_t cells = std::size_t{width} * height;
            return index_.size() == cells || index_.assign_zeros(cells);
        } else {
            return index_.prepare(*this);
        }
    }

    [[nodiscard]] jump_point_node& operator[](std::uint32_t number) noexcept {
        return nodes_[number];
    }
    [[nodiscard]] const jump_point_node& operator[](std::uint32_t number) const noexcept {
        return nodes_[number];
    }

    /// The number of the node at a cell, which is made if there is none; `none` without memory.
    [[nodiscard]] std::uint32_t at(grid_point where) {
        const jump_point_node fresh{where, 0, none, 0, 0, 0, false};
        if constexpr (Lasting) {
            std::uint32_t& entry = index_[place(where)];
            if (entry == 0) {
                if (!nodes_.push(fresh)) return none;
                entry = static_cast<std::uint32_t>(nodes_.size());
            }
            return entry - 1;
        } else {
            if (index_.is_full(nodes_.size()) && !index_.make_room(nodes_.size())) return none;
            const std::uint64_t spread =
                (std::uint64_t{where.y} << 32 | where.x) * 0x9E37'79B9'7F4A'7C15U;
            const auto key = index_.key_of_hash(spread);
            std::uint64_t* const entry =
                index_.find(key, [&](std::uint32_t i) { return nodes_[i].at == where; });
            if (*entry == 0) {
                if (!nodes_.push(fresh)) return none;
                index_.set(entry, key, static_cast<std::uint32_t>(nodes_.size()));
            }
            return index_.value(entry) - 1;
        }
    }

    /// Forgets all nodes and keeps the memory.
    void clear() noexcept
        requires Lasting
    {
        for (const jump_point_node& node : nodes_) index_[place(node.at)] = 0;
        nodes_.clear();
    }

private:
    [[nodiscard]] std::size_t place(grid_point p) const noexcept {
        return std::size_t{p.y - grid_margin} * stride_ + (p.x - grid_margin);
    }

    using index =
        std::conditional_t<Lasting, buffer<std::uint32_t>, hashed_index<grid_point, std::uint32_t>>;

    buffer<jump_point_node> nodes_;
    index index_;
    std::size_t stride_ = 0;
};

}  // namespace senda::detail

namespace senda {

namespace detail {

/// The lengths of jump point search as whole numbers.
using jump_units = octile_units<93'222'358, 131'836'323>;

/// What is left to the goal, in units, as if there were no walls.
struct jump_estimate {
    [[nodiscard]] SENDA_ALWAYS_INLINE std::uint64_t operator()(cell from,
                                                               cell goal) const noexcept {
        return jump_units::sum(octile_distance(from, goal));
    }
};

/// `Walls` are kept, or are a reference to those that another keeps. `Estimate` never says more
/// than what is left.
template <grid_moves Moves, class Walls, class Estimate = jump_estimate>
class jump_point_engine : public engine<jump_point_engine<Moves, Walls, Estimate>> {
    using base = engine<jump_point_engine>;
    friend base;
    using wall_type = std::remove_cvref_t<Walls>;
    using units = jump_units;
    using nodes = jump_point_nodes<wall_type::lasts>;
    static constexpr std::uint32_t none = nodes::none;

public:
    using result_type = senda::result<cell, double>;

    /// The length of the path, or `infinite`.
    [[nodiscard]] double cost() const noexcept {
        return found_ == none ? infinite<double> : length(nodes_[found_].from_start);
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r{{.status = this->status(),
                       .statistics = this->statistics(),
                       .engine = engine_text(engine_kind::jump_points)}};
        if (found_ != none) {
            r.cost = r.lower_bound = length(nodes_[found_].from_start);
            append_path(r.path);
        } else {
            cost_bounds<double> bounds = bounds_;
            bounds.raise_lower_bound(length(f_));
            r.lower_bound = bounds.lower_bound(r.status);
        }
        return r;
    }

protected:
    using base::control_;

    template <class Source>
    jump_point_engine(const Source& source, cell start, cell goal, const options& o,
                      const Estimate& estimate = {})
        : base(o, engine_kind::jump_points),
          estimate_(estimate),
          walls_(walls_from(source, control_.budget())),
          nodes_(control_.budget()),
          open_(control_.budget()),
          bounds_(o.limits) {
        begin(start, goal);
    }

    /// Starts again in the memory of before.
    void restart(cell start, cell goal) {
        this->start_again([&] { begin(start, goal); });
    }
    /// Starts anew between two cells, with other options.
    void restart(cell start, cell goal, const options& o) {
        control_.set_options(o);
        restart(start, goal);
    }
    /// What the next search goes by.
    void set_estimate(const Estimate& estimate) noexcept { estimate_ = estimate; }
    /// No path is shorter, in units; roughly the length to the node that was looked at last.
    [[nodiscard]] std::uint64_t least_units() const noexcept { return f_; }
    /// Has the walls tell in which directions jumps lead anywhere.
    void make_leads() { walls_.make_leads(); }
    /// Opens or closes a cell, between two searches.
    void set_wall(cell c, bool is_open) noexcept {
        if (walls_.has_memory()) walls_.set(c, is_open);
    }

private:
    void begin(cell start, cell goal) {
        bounds_ = cost_bounds<double>(control_.limits());
        found_ = none;
        f_ = 0;
        goal_ = to_point(goal);
        if (!walls_.has_memory()) return control_.end(status::memory_limit);
        if (!walls_.open(start) || !walls_.open(goal)) return control_.end(status::exhausted);
        if (!control_.fits(nodes_.prepare(static_cast<unsigned>(walls_.width()),
                                          static_cast<unsigned>(walls_.height()))))
            return;
        const std::uint32_t number = nodes_.at(to_point(start));
        if (!control_.fits(number != none)) return;
        nodes_[number].entered = nodes_[number].waiting = all_directions;
        enqueue(number);
    }

    void forget() noexcept {
        nodes_.clear();
        open_.clear();
    }

    [[nodiscard]] static decltype(auto) walls_from(const auto& source, memory_budget& budget) {
        if constexpr (std::is_reference_v<Walls>) {
            return (source);
        } else {
            return wall_type(source, budget);
        }
    }

    static constexpr grid_point to_point(cell c) noexcept {
        return {static_cast<unsigned>(c.x) + grid_margin, static_cast<unsigned>(c.y) + grid_margin};
    }
    static constexpr cell to_cell(grid_point p) noexcept {
        return {static_cast<int>(p.x - grid_margin), static_cast<int>(p.y - grid_margin)};
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
        jump_point_scan<Moves, wall_type> scan(walls_, goal_);
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
            node = {to, from_start, parent, entered, entered, 0, node.pruned};
        }
        enqueue(number);
    }

    void enqueue(std::uint32_t number) {
        jump_point_node& node = nodes_[number];
        const std::uint64_t through = node.from_start + estimate_(to_cell(node.at), to_cell(goal_));
        if (bounds_.cost_limit() < largest_cost<double> && !is_within_limit(node, length(through)))
            return;
        control_.fits(open_.push({through, number}));
    }

    /// Whether the limit on costs admits paths through a node; else it is left out.
    [[nodiscard]] SENDA_COLD bool is_within_limit(jump_point_node& node, double through) {
        const bool was_pruned = std::exchange(node.pruned, !bounds_.admits(through));
        if (node.pruned) {
            node.waiting = 0;
            was_pruned ? bounds_.lower_pruned_bound(through) : bounds_.prune(through);
        } else if (was_pruned) {
            bounds_.readmit();
        }
        return !node.pruned;
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

    SENDA_NO_UNIQUE_ADDRESS Estimate estimate_;
    Walls walls_;
    grid_point goal_;
    nodes nodes_;
    calendar_queue open_;
    cost_bounds<double> bounds_;
    std::uint64_t f_ = 0;
    std::uint32_t found_ = none;
};

/// For one question: only what it looks at is turned into bits.
template <grid_moves Moves>
class one_jump_point_search : public jump_point_engine<Moves, wall_bitmaps<Moves>> {
public:
    one_jump_point_search(const basic_grid<Moves>& g, cell start, cell goal, const options& o)
        : jump_point_engine<Moves, wall_bitmaps<Moves>>(g, start, goal, o) {}
};

}  // namespace detail

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
        : base(g, start, goal, o) {
        base::make_leads();
    }

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

/// Finds a shortest path between two cells of an 8-connected grid by jump point search. It is as
/// long as the one that `astar` finds with `octile`, found with far fewer nodes; `cost` is exact:
/// the straight steps plus sqrt(2) times the diagonal ones.
///
/// `g`      the grid, without weights: `octile_grid` or `octile_grid_cutting`.
/// `start`  where the path begins.
/// `goal`   where it ends.
/// `o`      limits, a stop token. An expansion is that of a cell where paths turn.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
[[nodiscard]] result<cell, double> jump_point(const basic_grid<Moves>& g, cell start, cell goal,
                                              const options& o = {}) {
    return detail::run_to_end(detail::one_jump_point_search<Moves>(g, start, goal, o));
}

/// Parts of a jump point search, for one that is watched at what it asks about walls and estimates.
using detail::along;
using detail::jump_estimate;
using detail::jump_point_engine;
using detail::wall_bitmaps;
using detail::wall_window;

}  // namespace senda
