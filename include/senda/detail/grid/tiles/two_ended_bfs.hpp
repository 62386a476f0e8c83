// SPDX-License-Identifier: MIT
// Breadth-first search between two cells of a tiled grid from both ends at once, for `bfs`.
#pragma once

#include <senda/detail/graph/cell_arrays.hpp>
#include <senda/detail/grid/tiles/tile_layers.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/cell.hpp>
#include <senda/language/extensions.hpp>

#include <cstdint>
#include <new>
#include <utility>
#include <vector>

namespace senda::detail {

/// A search from the start, which another one from the goal joins once it has become large: two
/// threads that meet seldom. All that is decided is decided by counts, never by time. The proofs
/// are in docs/inside.md.
class two_ended_bfs : public tile_layers {
    // What remains of the way between the two while they know that they cannot meet: a side may
    // still have to end a layer, and one of them to make a step for the parity.
    static constexpr steps margin = 6;
    static constexpr steps fewest_apart = 16;

public:
    template <TiledGrid G>
    two_ended_bfs(const G& g, cell start, cell goal, const options& o,
                  const tile_tuning& tuning = {})
        : two_ended_bfs(ends{&g.tiles(), g.open(start) && g.open(goal)}, start, goal, o, tuning) {}

    /// Searches to the end.
    void run() {
        if (!applicable_ || !control_.running()) return;
        begin();
        if (may_divide()) divide();
        if (applicable_ && control_.running()) {
            search_layers();
        } else {
            finish();
        }
        control_.count_expanded(of_other_.expanded);
        control_.count_generated(of_other_.generated);
        if (of_other_.expanded != 0) control_.note_threads(2);
    }

    [[nodiscard]] result_type result() const {
        const steps cost = has_met_     ? from_start_ + from_goal_
                           : is_found() ? distance_
                                        : std::max(distance_ + 1, bound_);
        return answer(cost, [this] { return path(); });
    }

private:
    /// The tiles of a grid, and whether both ends are open.
    struct ends {
        const tiled_cells* cells;
        bool are_open;
        [[nodiscard]] const tiled_cells& tiles() const noexcept { return *cells; }
        [[nodiscard]] bool open(cell) const noexcept { return are_open; }
    };
    two_ended_bfs(const ends& of, cell start, cell goal, const options& o,
                  const tile_tuning& tuning)
        : tile_layers(of, start, goal, o, tuning),
          cells_(of.cells),
          apart_(distance(start.x, goal.x) + distance(start.y, goal.y)) {}

    [[nodiscard]] static steps distance(int a, int b) noexcept { return a < b ? b - a : a - b; }

    /// Whether two ends may be worth it, and no limit can be reached that one end would keep to.
    [[nodiscard]] bool may_divide() const noexcept {
        const std::uint64_t all = std::uint64_t{cells_->tiles()} * 2 * tile_side * tile_side;
        return control_.options().threads > 1 && thread_team::most > 1 &&
               apart_ >= tuning_.min_layers_apart + fewest_apart &&
               control_.limits().expansions >= all &&
               (bounds_.cost_limit() == largest_cost<steps> ||
                static_cast<std::uint64_t>(bounds_.cost_limit()) >= all);
    }

    /// Searches alone until it is large, and then from both ends until they meet or one is enough.
    SENDA_COLD void divide() {
        const steps last = apart_ - tuning_.min_layers_apart;
        for (std::uint64_t work = tuning_.work_before_second_side;; work = 2 * worked_ + 1) {
            go_on(last, work);
            if (!applicable_ || !control_.running() || distance_ >= last) break;
            if (!in_tiles_) continue;
            if (begin_other()) search_both();
            break;
        }
    }

    /// Makes the search from the goal; false without memory or a thread for it.
    [[nodiscard]] SENDA_COLD bool begin_other() {
        memory_budget& budget = control_.budget();
        const std::uint64_t share = budget.left() / 2;
        if (share / 2 < budget.used()) return false;
        team_.start(2);
        if (team_.size() < 2) return false;
        options o;
        o.limits.bytes = share;
        other_ = lasting(new (std::nothrow)
                             two_ended_bfs(ends{cells_, true}, goal_, start_, o, tuning_));
        if (!other_ || !other_->applicable_) {
            other_ = {};
            return false;
        }
        budget.set_limit(budget.used() + share);
        other_->begin();
        bound_ = apart_;
        return true;
    }

    SENDA_COLD void search_both() {
        // Whoever may stop it is asked between the tasks, on the caller's thread.
        const bool was_limited = std::exchange(limited_, false);
        search_apart();
        search_together();
        held_ = false;
        if (was_limited) count_expanded();
        limited_ = was_limited;
        leave_other();
    }

    /// No cell is as near to both ends as they are apart: the sides need not look at each other.
    SENDA_COLD void search_apart() {
        while (go_on_both()) {
            const steps here = reached();
            const steps there = other_->reached();
            const steps some = (apart_ - margin - here - there) / 2;
            if (some < fewest_apart / 2) return;
            run_both(here + some, worked_ + tuning_.work_per_round, there + some,
                     other_->worked_ + tuning_.work_per_round);
        }
    }

    /// Two layers a side, of both or of one, and a look whether the frontiers have met.
    SENDA_COLD void search_together() {
        if (!go_on_both() || !hold() || !other_->hold()) return (void)go_on_both();
        if (((distance_ ^ other_->distance_ ^ apart_) & 1) != 0) go_on(distance_ + 1, no_limit);
        std::uint64_t waited = 0;  // work of the other side while this one had nothing to do
        steps next_look = distance_ + tuning_.steps_between_checks;
        while (go_on_both()) {
            // A frontier in no tile is empty.
            if (!in_tiles_ || !other_->in_tiles_) return control_.end(status::exhausted);
            const steps here = distance_;
            const steps there = other_->distance_;
            bound_ = std::max(bound_, here + there + 2);
            const std::uint64_t own = by_tile_.active();
            const std::uint64_t others = other_->by_tile_.active();
            const bool may_wait = others <= own || waited <= worked_ / 8;
            const bool both = may_wait && own + others >= tuning_.min_tiles_for_two_threads &&
                              own <= 2 * others && others <= 2 * own;
            if (both) {
                waited += others > own ? 2 * (others - own) : 0;
                run_both(here + 2, no_limit, there + 2, no_limit);
            } else if (others < own && waited <= worked_ / 8) {
                waited += 2 * others;
                other_->go_on(there + 2, no_limit);
            } else {
                go_on(here + 2, no_limit);
            }
            if (are_running() && meet(both)) return control_.end(status::found);
            if (distance_ < next_look) continue;
            next_look = distance_ + tuning_.steps_between_checks;
            if (is_sparse()) return;  // one side, cell by cell, is faster
        }
    }

    /// Looks for a cell in the last frontiers of both; where both went on, in those before first.
    [[nodiscard]] bool meet(bool both) noexcept {
        for (int back = both ? 1 : 0; back >= 0; --back) {
            const tile_place p = by_tile_.common_cell(other_->by_tile_, colour() ^ back);
            if (p == 0) continue;
            has_met_ = true;
            meeting_cell_ = visited_.window().cell_at(p);
            from_start_ = distance_ - back;
            from_goal_ = other_->distance_ - back;
            return true;
        }
        return false;
    }

    [[nodiscard]] SENDA_COLD std::vector<cell> path() const {
        if (!has_met_) return path_to(goal_, distance_);
        std::vector<cell> path = path_to(meeting_cell_, from_start_);
        const std::vector<cell> back = other_->path_to(meeting_cell_, from_goal_);
        path.resize(path.size() + back.size() - 1);
        std::reverse_copy(back.begin(), back.end(), path.end() - static_cast<int>(back.size()));
        return path;
    }
    [[nodiscard]] SENDA_NOINLINE std::vector<cell> path_to(cell end, steps length) const {
        return visited_.path_to(end, length);
    }

    /// No cell that was visited is farther.
    [[nodiscard]] steps reached() const noexcept {
        return in_tiles_ ? distance_ : by_cell_.next_distance();
    }

    /// Stays in tiles, all those of the grid, from the end of a layer on; false if it cannot.
    [[nodiscard]] SENDA_COLD bool hold() {
        held_ = true;
        if (!visited_.window().is_whole()) widen();
        if (applicable_ && !in_tiles_) {
            go_on(reached() + 1, no_limit);
            if (applicable_ && control_.running() && !in_tiles_) change_to_tiles();
        }
        return applicable_ && control_.running() && in_tiles_;
    }

    SENDA_NOINLINE void run_both(steps here, std::uint64_t work, steps there,
                                 std::uint64_t work_there) noexcept {
        struct task {
            two_ended_bfs* side;
            steps until;
            std::uint64_t work;
        } tasks[] = {{this, here, work}, {&*other_, there, work_there}};
        team_.run(
            [](void* all, unsigned i) {
                const task& own = static_cast<task*>(all)[i];
                own.side->go_on(own.until, own.work);
            },
            tasks, 2);
    }

    /// Whether both sides go on. Where one of them has seen all that it can reach, there is no
    /// path; where the other has no memory, this one goes on alone.
    [[nodiscard]] SENDA_NOINLINE bool go_on_both() {
        if (!applicable_ || !control_.running()) return false;
        if (control_.has_deadline_or_stop() && !control_.poll()) return false;
        if (other_->control_.status() == status::exhausted) control_.end(status::exhausted);
        return are_running();
    }
    [[nodiscard]] bool are_running() const noexcept {
        return applicable_ && control_.running() && other_->applicable_ &&
               other_->control_.running();
    }

    /// Takes over what the other side has counted; where they met, its half of the path is kept.
    SENDA_COLD void leave_other() {
        other_->finish();
        of_other_ = other_->control_.statistics();
        memory_budget& budget = control_.budget();
        budget.set_limit(control_.limits().bytes);
        if (!budget.take(of_other_.bytes)) return;
        if (!has_met_) other_ = {};
        budget.give(of_other_.bytes);
    }

    const tiled_cells* cells_;
    steps apart_;      // a lower bound of the way between start and goal, of the same parity
    steps bound_ = 0;  // and one that both sides have proved
    lasting<two_ended_bfs> other_;
    senda::statistics of_other_;
    bool has_met_ = false;
    cell meeting_cell_ = {};
    steps from_start_ = 0;  // to the meeting
    steps from_goal_ = 0;
    thread_team team_;
};

}  // namespace senda::detail
