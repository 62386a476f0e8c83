// SPDX-License-Identifier: MIT
// Theta* and Lazy Theta*: A* from cell to cell whose paths take shortcuts where cells see far.
#pragma once

#include <senda/detail/contract/cost_bounds.hpp>
#include <senda/detail/contract/engine.hpp>
#include <senda/detail/grid/sight/cell_rows.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/line_of_sight.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/four_ary_heap.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace senda::detail {

/// When a search looks whether a cell sees the parent of the cell before it: for each edge, or only
/// for the cells that it expands, having hoped for the best.
enum class sight_checks { each_edge, each_expansion };

/// K. Daniel, A. Nash, S. Koenig, A. Felner, *Theta\*: any-angle path planning on grids*, 2010; A.
/// Nash, S. Koenig, C. Tovey, *Lazy Theta\**, 2010. A cell whose hope fails is queued again here,
/// so that the path is never longer than one of single steps.
template <grid_moves Moves, sight_checks Checks>
class theta_search : public engine<theta_search<Moves, Checks>> {
    using base = engine<theta_search>;
    friend base;
    // Lengths are sums of rounded roots: what differs by less from a limit is within it.
    static constexpr double rounded_down = 1 - 1e-13;
    static constexpr bool is_lazy = Checks == sight_checks::each_expansion;

    struct record {
        double from_start;
        std::uint32_t parent;
        node_state state;
        bool sees_parent;
    };
    using store = node_store<basic_grid<Moves>, cell, record, std::uint32_t>;
    using spot = typename store::spot;
    struct queued {
        double through;     // f
        double from_start;  // of equals, the farthest goes first
        std::uint32_t node;
    };
    struct sooner {
        constexpr bool operator()(const queued& a, const queued& b) const noexcept {
            return a.through < b.through || (a.through == b.through && a.from_start > b.from_start);
        }
    };

public:
    using result_type = senda::result<point, double>;

    /// A search in a grid, which must outlive it.
    theta_search(const basic_grid<Moves>& g, cell start, cell goal, const options& o = {})
        : base(o),
          grid_(&g),
          cells_(g),
          store_(control_.budget()),
          open_(control_.budget()),
          bounds_(control_.limits()) {
        begin(start, goal);
    }
    /// A temporary would be gone before the search: name it first.
    theta_search(const basic_grid<Moves>&&, cell, cell, const options& = {}) = delete;

    /// Starts again with other cells in the memory of before. The cells of the grid may have
    /// changed, its size not.
    void restart(cell start, cell goal) {
        this->start_again([&] { begin(start, goal); });
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        // What was expanded says little: the shortest path may turn elsewhere.
        result_type r{{.status = control_.status(),
                       .statistics = control_.statistics(),
                       .engine = is_lazy ? "general: Lazy Theta*" : "general: Theta*"}};
        r.lower_bound = distance(centre(start_), centre(goal_));
        if (r.status == status::exhausted) r.lower_bound = infinite<double>;
        if (r.status == status::found) {
            r.cost = std::min(store_.record(found_).from_start, bounds_.cap());
            r.lower_bound = std::min(r.lower_bound, r.cost);
            append_path(r.path);
        }
        return r;
    }

private:
    using base::control_;

    void forget() {
        store_.clear(*grid_);
        open_.clear();
        bounds_ = cost_bounds<double>(control_.limits());
        found_ = store::none;
    }

    void begin(cell start, cell goal) {
        start_ = start;
        goal_ = goal;
        if (!grid_->open(start) || !grid_->open(goal)) return control_.end(status::exhausted);
        if (control_.fits(store_.prepare(*grid_)))
            relax(look_up(start), start, 0, store::none, true);
    }

    void advance(std::uint64_t) {
        if (open_.empty()) return control_.end(bounds_.ending());
        const queued first = open_.pop();
        const record& popped = store_.record(first.node);
        if (popped.state != node_state::open || first.from_start != popped.from_start) return;
        if (is_lazy && !popped.sees_parent && !keeps_parent(first.node)) return;
        if (store_.node(first.node) == goal_) {
            found_ = first.node;
            return control_.end(status::found);
        }
        if (control_.may_expand()) expand(first.node);
    }

    void expand(std::uint32_t number) {
        record& node = store_.record(number);
        node.state = node_state::closed;
        const cell at = store_.node(number);
        const double so_far = node.from_start;
        const std::uint32_t parent = node.parent == store::none ? number : node.parent;
        const cell root = store_.node(parent);
        const double to_root = store_.record(parent).from_start;
        grid_->successors(at, [&](cell to, double step) {
            control_.count_generated();
            const spot known = look_up(to);
            if (is_closed(known.id)) return;
            const double best =
                known.id == store::none ? infinite<double> : store_.record(known.id).from_start;
            const double straight = to_root + distance(centre(root), centre(to));
            // A path by way of the parent is never longer than one by way of the cell.
            if (!(straight < best)) return;
            if (parent == number || is_lazy || sees(cells_, root, to)) {
                relax(known, to, straight, parent, parent == number || !is_lazy);
            } else if (so_far + step < best) {
                relax(known, to, so_far + step, number, true);
            }
        });
    }

    /// Looks whether a cell sees its parent; if not, it is queued again behind a neighbour.
    [[nodiscard]] bool keeps_parent(std::uint32_t number) {
        const cell at = store_.node(number);
        if (sees(cells_, store_.node(store_.record(number).parent), at)) {
            store_.record(number).sees_parent = true;
            return true;
        }
        double best = infinite<double>;
        std::uint32_t parent = store::none;
        grid_->successors(at, [&](cell from, double step) {
            const std::uint32_t known = look_up(from).id;
            if (!is_closed(known) || !(store_.record(known).from_start + step < best)) return;
            best = store_.record(known).from_start + step;
            parent = known;
        });
        relax(look_up(at), at, best, parent, true);
        return false;
    }

    [[nodiscard]] bool is_closed(std::uint32_t number) const noexcept {
        return number != store::none && store_.record(number).state == node_state::closed;
    }

    [[nodiscard]] spot look_up(cell c) { return store_.look_up(store_.key_of(*grid_, c), c); }

    void relax(spot at, cell to, double from_start, std::uint32_t parent, bool sees_parent) {
        std::uint32_t number = at.id;
        if (number == store::none) {
            number = store_.add(at, store_.key_of(*grid_, to), to,
                                {from_start, parent, node_state::open, sees_parent});
            if (!control_.fits(number != store::none)) return;
        }
        record& node = store_.record(number);
        node.from_start = from_start;
        node.parent = parent;
        node.sees_parent = sees_parent;
        const double least = to == goal_ ? from_start : least_behind(parent);
        const bool is_within = bounds_.keeps(node.state, least * rounded_down);
        const double through = from_start + distance(centre(to), centre(goal_));
        if (is_within) control_.fits(open_.push({through, from_start, number}));
    }

    /// What a path behind a parent is at least long. One by way of the cell may be longer: it may
    /// be cut short later, and then the cell is not on it.
    [[nodiscard]] double least_behind(std::uint32_t parent) const noexcept {
        if (parent == store::none) return 0;
        return store_.record(parent).from_start +
               distance(centre(store_.node(parent)), centre(goal_));
    }

    /// The cells where the path turns, those left out that it only passes.
    void append_path(std::vector<point>& path) const {
        std::vector<cell> turns;
        for (std::uint32_t i = found_; i != store::none; i = store_.record(i).parent) {
            const cell at = store_.node(i);
            while (turns.size() > 1 && is_straight(turns[turns.size() - 2], turns.back(), at))
                turns.pop_back();
            turns.push_back(at);
        }
        for (auto c = turns.rbegin(); c != turns.rend(); ++c) path.push_back(centre(*c));
    }
    static constexpr bool is_straight(cell a, cell b, cell c) noexcept {
        return (std::int64_t{b.x} - a.x) * (std::int64_t{c.y} - b.y) ==
               (std::int64_t{b.y} - a.y) * (std::int64_t{c.x} - b.x);
    }

    const basic_grid<Moves>* grid_;
    cell_rows<Moves> cells_;
    cell start_;
    cell goal_;
    store store_;
    four_ary_heap<queued, sooner> open_;
    cost_bounds<double> bounds_;
    std::uint32_t found_ = store::none;
};

}  // namespace senda::detail
