// SPDX-License-Identifier: MIT
// One maze being solved: the searches one after the other, and what they share.
#pragma once

#include <maze/answer.hpp>
#include <maze/connectivity.hpp>
#include <maze/game.hpp>
#include <maze/parts/by_parts.hpp>
#include <maze/solver/bounds/key_life_bounds.hpp>
#include <maze/solver/bounds/life_bound.hpp>
#include <maze/solver/bounds/steps_for_life.hpp>
#include <maze/solver/distances/distance_table.hpp>
#include <maze/solver/distances/pareto_paths.hpp>
#include <maze/solver/route_counting.hpp>
#include <maze/solver/route_enumeration.hpp>
#include <maze/solver/route_improvement.hpp>
#include <maze/solver/shortest_path_dag.hpp>
#include <maze/solver/state_space_relaxation.hpp>
#include <senda/maze/board.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace senda::maze::detail {

/// Solves one maze, from the easy questions to the hard ones: is there a path, does a shortest one
/// survive, does any, which is the shortest of those that do. The board must outlive it.
class solver {
public:
    solver(const board& b, const options& o)
        : board_(&b),
          control_(o),
          limits_(o.limits),
          has_tables_(reserve_tables(b, control_.budget())),
          table_(b, control_),
          sets_(has_tables_ ? table_.treasures() : 0),
          range_(table_),
          slack_bound_(table_, range_),
          arcs_(table_, slack_bound_),
          relaxation_(arcs_, sets_, gains_),
          shortest_paths_(b, to_end_, control_) {}

    /// Finds out whether the maze can be won, the fewest steps, and the most life for them.
    void solve() {
        if (!has_tables_) return search_without_table();
        if (!measure_steps(board_->start())) {
            answer_.lower_bound = manhattan_distance(*board_, board_->start(), board_->end());
            return;
        }
        answer_.connectivity = connectivity_of(*board_, to_end_);
        if (!answer_.connectivity.connected) return give_up(obstacle::unreachable);
        answer_.lower_bound = answer_.connectivity.steps;
        std::optional<route> shortest = shortest_paths_.best_route();
        if (shortest) return settle(*std::move(shortest));
        if (!control_.running()) return;
        report();
        answer_.lower_bound += 2;  // on a grid all paths from start to end are even, or all odd
        to_end_ = std::vector<std::uint32_t>();  // one table at a time
        if (measure_steps(no_place) && table_.prepare(to_end_)) find_detour();
        if (answer_.outcome == outcome::limit) improve_at_limit();
    }

    /// Counts the optimal routes, once the maze is solved.
    void count() {
        answer_.count = ask_parts(control_, [this](search_control& control) {
            return count_by_parts(*board_, answer_, control);
        });
        if (answer_.count || !prepare_bound()) return;
        if (slack() == 0 || board_->treasures().empty()) {
            answer_.count = route_counter(optimal_routes(), nullptr).run();
            return;
        }
        key_graph graph(table_);
        if (!graph.build_by_slack(slack())) return;
        revisit_bound revisits(graph, slack_bound_, slack());
        answer_.count = route_counter(optimal_routes(), &revisits).run();
    }

    /// Lists the first optimal routes, once the maze is solved.
    void list(std::size_t most) {
        if (most == 0 || !prepare_bound()) return;
        route_enumerator all(optimal_routes());
        while (answer_.routes.size() < most && all.advance())
            answer_.routes.push_back(all.current());
    }

    /// Computes the bound that keeps to the optimal routes; false if there are none, or if a limit
    /// came first.
    [[nodiscard]] bool prepare_bound() {
        if (!answer_ || !control_.running()) return false;
        if (bound_ != nullptr) return true;
        if (slack() == 0 && shortest_paths_.prepare()) bound_ = &shortest_paths_;
        if (slack() != 0 && prepare_range() && slack_bound_.extend(slack())) bound_ = &slack_bound_;
        return bound_ != nullptr;
    }

    /// For searches among the optimal routes, after `prepare_bound` said yes.
    [[nodiscard]] optimal_route_space optimal_routes() noexcept {
        return {*board_, to_end_, *bound_, slack(), relaxation_, control_};
    }

    /// What is known so far.
    [[nodiscard]] answer& result() {
        answer_.ended = control_.running() && answer_ ? status::found : control_.status();
        // It may be proven in the very step in which a limit came.
        if (answer_.outcome == outcome::no_route) answer_.ended = status::exhausted;
        const senda::statistics used = control_.statistics();
        answer_.statistics.expanded = used.expanded;
        answer_.statistics.bytes = used.bytes;
        answer_.statistics.seconds = used.seconds;
        return answer_;
    }

private:
    /// Finds the steps to the end, from all cells or from those nearer than `target`; false if a
    /// limit came first.
    [[nodiscard]] bool measure_steps(place target) {
        to_end_ = bfs_distances(*board_, board_->end(), target, [this] { return control_.poll(); });
        return control_.running();
    }

    // Without memory for a table it can still be found whether there is a path, and how long it is.
    void search_without_table() {
        answer_.lower_bound = manhattan_distance(*board_, board_->start(), board_->end());
        const std::optional<connectivity> found = bfs_with_bitset(*board_, control_.budget());
        if (found) answer_.connectivity = *found;
        if (found && !found->connected) return give_up(obstacle::unreachable);
        if (found) answer_.lower_bound = found->steps;
        control_.end(status::memory_limit);
    }

    // Every route is longer than the shortest path, or none is survived.
    void find_detour() {
        if (board_->life() > table_[board_->start()].loss_to_end()) {
            ignore_treasures();
            if (!control_.running()) return;
            if (board_->treasures().empty()) return settle(*answer_.feasible);
        } else if (board_->treasures().empty()) {
            return give_up(obstacle::starved);
        }
        if (!prepare_range()) return;
        if (board_->life() < range_.needed(board_->start())) return give_up(obstacle::starved);
        if (!answer_.feasible && !range_.route().empty())
            answer_.feasible = route_along(range_.route());
        use_treasures();
    }

    // The life is enough without treasures. The fewest steps then are the fewest of all if there
    // are no treasures, and an upper bound if there are.
    void ignore_treasures() {
        const place start = board_->start();
        const place end = board_->end();
        std::vector<place> cells{start};
        if (!table_.append_cheapest_path(start, end, false, cells)) return;
        answer_.feasible = route_along(std::move(cells));
        if (!board_->treasures().empty()) return;

        pareto_search<true> search(table_);
        cells.assign(1, start);
        const auto most = static_cast<loss_points>(board_->life() - 1);
        if (search.find_path(start, end, {.loss = most, .through_treasures = true}, most, cells)) {
            answer_.feasible = route_along(std::move(cells));
        } else {
            raise_lower_bound(search.level());
        }
    }

    // Where the searches by slack take long, a bracket that they can go on from.
    void bracket() {
        steps_for_life prices(table_);
        prices.run(board_->life(), answer_.feasible ? answer_.feasible->steps() : no_steps);
        const std::uint64_t shortest = answer_.connectivity.steps;
        if (prices.lower_bound() > shortest) {
            const std::uint64_t slack = (prices.lower_bound() - shortest + 1) / 2;
            relaxation_.begin_at(static_cast<std::uint32_t>(slack));
        }
        if (!prices.route().empty()) answer_.feasible = route_along(prices.route());
    }

    // Where treasures are not needed, the range of life tells little.
    [[nodiscard]] bool prepare_range() {
        using effort = life_range::effort;
        constexpr std::uint64_t many_cells = 1'000'000;
        return range_.prepare(board_->life(), !answer_.feasible              ? effort::refined
                                              : board_->bound() < many_cells ? effort::once
                                                                             : effort::none);
    }

    // Two searches in turns, each longer than the one before: for any route, or the proof that
    // there is none; and for the best. Mostly the first ends soon and bounds the slack of the
    // second, but where treasures are many and life is neither short nor plenty, it may not: so it
    // has the shorter turns.
    void use_treasures() {
        std::optional<route> by_parts = ask_parts(control_, [this](search_control& control) {
            return front_by_parts(*board_, control).shortest();
        });
        if (by_parts && by_parts->cells.empty()) return give_up(obstacle::starved);
        if (by_parts) return settle(*std::move(by_parts));
        feasibility_search any(table_, sets_, gains_);
        constexpr std::uint64_t long_search = 2'000'000;  // expansions
        constexpr std::uint64_t very_large = 8'000'000;   // cells
        const std::uint64_t size = board_->bound();
        std::uint64_t turn = std::min(4 * size, size + 4'000'000) + 100'000;
        bool begun = false;
        bool is_bracketed = false;
        while (control_.running() && !relaxation_.is_proven()) {
            if (!answer_.feasible && !find_any(any, begun, control_.expanded() + turn / 3)) break;
            // Of a very large maze first of all: the searches by slack may take all memory.
            if (!is_bracketed &&
                (size > very_large || (begun && control_.expanded() > long_search))) {
                bracket();
                is_bracketed = true;
            }
            if (begun) {
                take_best();
                improve();
            }
            report();
            leave_time(answer_.feasible && !is_improved_ ? share_to_improve : 0);
            const std::uint64_t until = control_.expanded() + turn;
            relaxation_.solve(board_->life(), known_value(),
                              !answer_.feasible ? until
                              : is_bracketed    ? no_pause
                                                : std::max(until, long_search));
            leave_time(0);
            begun = true;
            turn *= 2;
        }
        answer_.statistics.labels = any.labels() + relaxation_.labels();
        if (answer_.outcome == outcome::limit) raise_lower_bound(relaxation_.least_slack());
        if (relaxation_.best()) {
            std::vector<place> cells{board_->start()};
            if (!relaxation_.append_cells(cells)) return;
            if (relaxation_.is_proven()) return settle(route_along(std::move(cells)));
            answer_.feasible = route_along(std::move(cells));
        } else if (relaxation_.is_proven()) {
            if (!answer_.feasible) return give_up(obstacle::starved);
            settle(*answer_.feasible);
        }
    }

    /// The best that the searches found becomes the known route, if it is better.
    void take_best() {
        if (!relaxation_.best() ||
            (answer_.feasible && slack_of(*answer_.feasible) <= relaxation_.best()->slack))
            return;
        std::vector<place> cells{board_->start()};
        if (relaxation_.append_cells(cells)) answer_.feasible = route_along(std::move(cells));
    }

    /// Looks for a shorter route near the known one, once.
    void improve() {
        if (is_improved_ || !answer_.feasible || board_->treasures().empty()) return;
        is_improved_ = true;
        route_improver improver(*board_, control_, route_aim::fewest_steps);
        answer_.feasible = improver.improve(*answer_.feasible);
        report();
    }

    /// The part of the time that is left for that if a proof does not come.
    static constexpr double share_to_improve = 0.1;

    void leave_time(double share) {
        senda::limits less = limits_;
        less.time = limits_.time.seconds() * (1 - share);
        control_.set_limits(less);
    }

    // After a limit on anything but time it takes a moment.
    void improve_at_limit() {
        const status why = control_.status();
        if (why == status::running || why == status::cancelled) return;
        control_.resume();
        take_best();
        control_.resume();
        improve();
        control_.resume();
        control_.end(why);
    }

    /// Goes on with the search for any route; false if it is proven that there is none, or if a
    /// limit came first.
    bool find_any(feasibility_search& any, bool begun, std::uint64_t until) {
        // Enough for the neighbourhood of each treasure; only a proof needs all of it.
        constexpr std::uint64_t few_cells = 1'000'000;
        const std::uint64_t treasures = board_->treasures().size();
        if (!begun && !any.prepare(range_, few_cells / (treasures + 1))) return false;
        std::optional<relaxed_route> found = any.find(board_->life(), until);
        if (!found && !any.was_stopped() && !any.is_complete()) {
            if (!any.prepare(range_, std::numeric_limits<std::uint64_t>::max())) return false;
            found = any.find(board_->life(), until);
        }
        if (found) {
            std::vector<place> cells{board_->start()};
            if (any.append_cells(*found, cells)) answer_.feasible = route_along(std::move(cells));
        } else if (!any.was_stopped()) {
            give_up(obstacle::starved);
        }
        return control_.running();
    }

    /// Half of the steps that a route has more than the shortest path.
    [[nodiscard]] std::uint32_t slack_of(const route& r) const noexcept {
        return static_cast<std::uint32_t>((r.steps() - answer_.connectivity.steps) / 2);
    }
    /// The slack of the optimal routes.
    [[nodiscard]] std::uint32_t slack() const noexcept { return slack_of(*answer_.optimal); }
    /// More slack than that of any optimal route, of which no part between two treasures enters a
    /// cell twice.
    [[nodiscard]] std::uint32_t most_slack() const noexcept {
        constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max() - 1;
        const std::uint64_t parts = board_->treasures().size() + 1;
        return static_cast<std::uint32_t>(std::min(most, parts * board_->bound() / 2 + 1));
    }
    /// How good the best known route is.
    [[nodiscard]] route_value known_value() const noexcept {
        if (!answer_.feasible) return {most_slack(), 0};
        return {slack_of(*answer_.feasible), answer_.feasible->life};
    }

    void report() const {
        search_progress* const to = control_.options().progress;
        if (to == nullptr) return;
        to->set_bound(static_cast<std::int64_t>(answer_.lower_bound));
        const std::optional<route>& best = answer_.optimal ? answer_.optimal : answer_.feasible;
        if (best) to->set_best(static_cast<std::int64_t>(best->steps()));
    }

    void give_up(obstacle why) {
        answer_.outcome = outcome::no_route;
        answer_.obstacle = why;
        answer_.lower_bound = no_steps;
        control_.end(status::exhausted);
    }

    void raise_lower_bound(std::uint32_t slack) {
        answer_.lower_bound = std::max<std::uint64_t>(
            answer_.lower_bound, answer_.connectivity.steps + std::uint64_t{2} * slack);
    }

    void settle(route best) {
        answer_.outcome = outcome::solved;
        answer_.lower_bound = best.steps();
        answer_.max_life = best.life;
        if (!answer_.feasible) answer_.feasible = best;
        answer_.optimal = std::move(best);
        report();
    }

    /// The route along cells that must win.
    [[nodiscard]] route route_along(std::vector<place> cells) const {
        const replayed walk = replay(*board_, cells);
        assert(walk);
        return {std::move(cells), walk.life.back()};
    }

    const board* board_;
    search_control control_;
    senda::limits limits_;  // the whole of them
    bool is_improved_ = false;
    bool has_tables_;
    std::vector<std::uint32_t> to_end_;
    distance_table table_;
    ng_sets sets_;
    gain_bound gains_;
    life_range range_;
    slack_life_bound slack_bound_;
    arc_cache arcs_;
    relaxation_solver relaxation_;
    shortest_path_dag shortest_paths_;
    const life_bound* bound_ = nullptr;
    answer answer_;
};

}  // namespace senda::maze::detail
