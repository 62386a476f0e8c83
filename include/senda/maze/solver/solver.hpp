// SPDX-License-Identifier: MIT
// One maze being solved: the searches one after the other, and what they share.
#pragma once

#include <senda/maze/answer.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/connectivity.hpp>
#include <senda/maze/rules.hpp>
#include <senda/maze/solver/bounds/life_bound.hpp>
#include <senda/maze/solver/bounds/revisit_bound.hpp>
#include <senda/maze/solver/bounds/slack_life_bound.hpp>
#include <senda/maze/solver/distances/arc_cache.hpp>
#include <senda/maze/solver/distances/distance_table.hpp>
#include <senda/maze/solver/distances/pareto_paths.hpp>
#include <senda/maze/solver/feasibility.hpp>
#include <senda/maze/solver/route_counting.hpp>
#include <senda/maze/solver/route_enumeration.hpp>
#include <senda/maze/solver/shortest_path_dag.hpp>
#include <senda/maze/solver/state_space_relaxation.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace senda::maze::detail {

/// Solves one maze, from the easy questions to the hard ones: is there a way, does a shortest one
/// survive, does any, which is the shortest of those that do. The board must outlive it.
class solver {
public:
    solver(const board& b, const options& o)
        : board_(&b),
          control_(o),
          has_tables_(take_tables(b, control_.budget())),
          ground_(b, control_),
          memory_(has_tables_ ? static_cast<station>(b.treasures().size()) : 0),
          prospects_(ground_, largest_life()),
          ways_(ground_, prospects_),
          finish_(ways_, memory_),
          shortest_(b, to_end_, control_) {}
    solver(const solver&) = delete;
    solver& operator=(const solver&) = delete;

    /// Finds out whether the maze can be won, the fewest steps, and the most life for them.
    void solve() {
        if (!has_tables_) return connect_without_table();
        to_end_ = flood_from_end(*board_, board_->start());
        answer_.connectivity = connectivity_of(*board_, to_end_);
        if (!answer_.connectivity.connected) return give_up(obstacle::unreachable);
        answer_.lower_bound = answer_.connectivity.steps;
        std::optional<route> shortest = shortest_search(*board_, to_end_, control_).run();
        if (shortest) return settle(*std::move(shortest));
        if (!control_.running()) return;
        answer_.lower_bound += 2;  // on a grid all ways from start to end are even, or all odd
        to_end_ = std::vector<std::uint32_t>();  // one table at a time
        to_end_ = steps_to_end(*board_);
        if (ground_.prepare(to_end_)) take_detour();
    }

    /// Counts the optimal routes, once the maze is solved.
    void count() {
        if (!look_ahead()) return;
        const bool memory_matters = slack() != 0 && !board_->treasures().empty();
        treasure_graph graph(ground_);
        needs_by_slack needs(graph);
        if (memory_matters && (!graph.build_by_slack(slack()) || !needs.extend(slack()))) return;
        revisit_needs revisits(graph, needs, slack());
        route_count all(*board_, to_end_, *ahead_, slack(), memory_matters ? &revisits : nullptr,
                        memory_matters ? &finish_ : nullptr, control_);
        answer_.count = all.run();
    }

    /// Lists the first optimal routes, once the maze is solved.
    void list(std::size_t most) {
        if (most == 0 || !look_ahead()) return;
        route_walk walk = walk_routes();
        while (answer_.routes.size() < most && walk.advance())
            answer_.routes.push_back(walk.current());
    }

    /// Gets ready for walks along the optimal routes; false if there are none, or if a limit came
    /// first.
    [[nodiscard]] bool look_ahead() {
        if (!answer_ || !control_.running()) return false;
        if (ahead_ != nullptr) return true;
        if (slack() == 0) {
            if (shortest_.prepare()) ahead_ = &shortest_;
        } else {
            if (prospects_.extend(slack())) ahead_ = &prospects_;
        }
        return ahead_ != nullptr;
    }

    /// A walk along the optimal routes, after `look_ahead` said yes. The solver must outlive it.
    [[nodiscard]] route_walk walk_routes() {
        return {*board_, to_end_, *ahead_, slack(), ahead_->is_exact() ? nullptr : &finish_,
                control_};
    }

    /// What is known so far.
    [[nodiscard]] answer& result() {
        answer_.ended = control_.running() && answer_ ? status::found : control_.status();
        const senda::statistics used = control_.statistics();
        answer_.statistics.expanded = used.expanded;
        answer_.statistics.bytes = used.bytes;
        answer_.statistics.seconds = used.seconds;
        return answer_;
    }

private:
    // Without room for a table it can still be told whether there is a way, and how long it is.
    void connect_without_table() {
        answer_.lower_bound = steps_apart(*board_, board_->start(), board_->end());
        const std::optional<connectivity> found = flood_by_bits(*board_, control_.budget());
        if (found) answer_.connectivity = *found;
        if (found && !found->connected) return give_up(obstacle::unreachable);
        if (found) answer_.lower_bound = found->steps;
        control_.end(status::memory_limit);
    }

    // Every route is longer than the shortest way, or none is survived.
    void take_detour() {
        if (board_->life() > ground_[board_->start()].ahead()) {
            pass_by_treasures();
            if (!control_.running()) return;
            if (board_->treasures().empty()) return settle(*answer_.feasible);
        } else if (board_->treasures().empty()) {
            return give_up(obstacle::starved);
        }
        live_on_treasures();
    }

    // The life is enough without treasures. The fewest steps then are the fewest of all if there
    // are no treasures, and an upper bound if there are.
    void pass_by_treasures() {
        const place start = board_->start();
        const place end = board_->end();
        std::vector<place> cells{start};
        if (!ground_.append_cheapest(start, end, false, cells)) return;
        answer_.feasible = walked(std::move(cells));

        way_search<true> search(ground_);
        cells.assign(1, start);
        const auto most = static_cast<loss_points>(board_->life() - 1);
        if (search.walk(start, end, {.loss = most, .through_treasures = true}, most, cells)) {
            answer_.feasible = walked(std::move(cells));
        } else if (board_->treasures().empty()) {
            raise(search.level());
        }
    }

    // Two searches in turns, each longer than the one before: for any route, or the proof that
    // there is none; and for the best. Mostly the first ends soon and tells the second how far to
    // look, but where treasures are many and life is neither short nor plenty, it may not.
    void live_on_treasures() {
        survival any(ground_, memory_);
        plan_solver plans(ways_, memory_);
        std::uint64_t turn = std::uint64_t{4} * board_->bound() + 100'000;
        for (bool begun = false; control_.running() && !plans.is_proven(); turn *= 2) {
            if (!answer_.feasible && !look_for_any(any, begun, control_.expanded() + turn)) break;
            begun = true;
            plans.solve(board_->life(), most_slack(),
                        answer_.feasible ? no_pause : control_.expanded() + turn);
        }
        answer_.statistics.labels += any.labels() + plans.labels();
        if (answer_.outcome == outcome::limit) raise(plans.least_slack());
        if (!plans.best()) return;
        std::vector<place> cells{board_->start()};
        if (!append_cells(ways_, *plans.best(), board_->start(), cells)) return;
        if (plans.is_proven()) return settle(walked(std::move(cells)));
        answer_.feasible = walked(std::move(cells));
    }

    /// Goes on looking for any route; false if it is proven that there is none, or if a limit came
    /// first.
    bool look_for_any(survival& any, bool begun, std::uint64_t until) {
        // Enough to see the neighbourhood of each treasure; all of it is seen only for a proof.
        constexpr std::uint64_t few_cells = 1'000'000;
        const std::uint64_t treasures = board_->treasures().size();
        if (!begun && !any.prepare(largest_life(), few_cells / (treasures + 1))) return false;
        std::optional<plan> found = any.find(board_->life(), until);
        if (!found && !any.was_stopped() && !any.is_complete()) {
            if (!any.prepare(largest_life(), std::numeric_limits<std::uint64_t>::max()))
                return false;
            found = any.find(board_->life(), until);
        }
        if (found) {
            std::vector<place> cells{board_->start()};
            if (any.append_cells(*found, cells)) answer_.feasible = walked(std::move(cells));
        } else if (!any.was_stopped()) {
            give_up(obstacle::starved);
        }
        return control_.running();
    }

    /// Half of the steps that the best known route has more than the shortest way.
    [[nodiscard]] std::uint32_t most_slack() const noexcept {
        if (!answer_.feasible) return std::numeric_limits<std::uint32_t>::max() - 1;
        return static_cast<std::uint32_t>((answer_.feasible->steps() - answer_.connectivity.steps) /
                                          2);
    }

    void give_up(obstacle why) {
        answer_.outcome = outcome::no_route;
        answer_.obstacle = why;
        answer_.lower_bound = no_steps;
        control_.end(status::exhausted);
    }

    void raise(std::uint32_t slack) {
        answer_.lower_bound = std::max<std::uint64_t>(
            answer_.lower_bound, answer_.connectivity.steps + std::uint64_t{2} * slack);
    }

    void settle(route best) {
        answer_.outcome = outcome::solved;
        answer_.lower_bound = best.steps();
        answer_.max_life = best.life;
        if (!answer_.feasible) answer_.feasible = best;
        answer_.optimal = std::move(best);
    }

    /// The route along cells that must win.
    [[nodiscard]] route walked(std::vector<place> cells) const {
        const replayed told = replay(*board_, cells);
        assert(told);
        return {std::move(cells), told.life.back()};
    }

    /// Half of the steps that the optimal routes have more than the shortest way.
    [[nodiscard]] std::uint32_t slack() const noexcept {
        return static_cast<std::uint32_t>((answer_.optimal->steps() - answer_.connectivity.steps) /
                                          2);
    }

    /// No runner ever has more.
    [[nodiscard]] life_points largest_life() const noexcept {
        return board_->life() +
               treasure_life * static_cast<life_points>(board_->treasures().size());
    }

    const board* board_;
    search_control control_;
    bool has_tables_;
    std::vector<std::uint32_t> to_end_;
    terrain ground_;
    relaxed_memory memory_;
    prospects prospects_;
    detour_ways ways_;
    finish_search finish_;
    shortest_outlook shortest_;
    const outlook* ahead_ = nullptr;
    answer answer_;
};

}  // namespace senda::maze::detail
