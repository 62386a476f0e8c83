// SPDX-License-Identifier: MIT
// One maze being solved: the searches one after the other, and what they share.
#pragma once

#include <senda/maze/answer.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/connectivity.hpp>
#include <senda/maze/fewest_steps.hpp>
#include <senda/maze/outlook.hpp>
#include <senda/maze/route_count.hpp>
#include <senda/maze/route_walk.hpp>
#include <senda/maze/rules.hpp>
#include <senda/maze/shortest.hpp>
#include <senda/maze/survive.hpp>
#include <senda/maze/terrain.hpp>
#include <senda/maze/ways.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
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
          ground_(b, control_),
          memory_(static_cast<station>(b.treasures().size())),
          graph_(ground_),
          needs_(graph_) {}
    solver(const solver&) = delete;
    solver& operator=(const solver&) = delete;

    /// Finds out whether the maze can be won, the fewest steps, and the most life for them.
    void solve() {
        to_end_ = flood_from_end(*board_, board_->start());
        answer_.connectivity = connectivity_of(*board_, to_end_);
        if (!answer_.connectivity.connected) return give_up(obstacle::unreachable);
        answer_.lower_bound = answer_.connectivity.steps;
        std::optional<route> shortest = shortest_search(*board_, to_end_, control_).run();
        if (shortest) return settle(*std::move(shortest));
        if (!control_.running()) return;
        answer_.lower_bound += 2;  // on a grid all ways from start to end are even, or all odd
        to_end_ = steps_to_end(*board_);
        if (ground_.prepare(to_end_)) take_detour();
    }

    /// Counts the optimal routes, once the maze is solved.
    void count() {
        if (!look_ahead()) return;
        treasure_graph graph(ground_);
        needs_by_slack needs(graph);
        if (slack() != 0 && !board_->treasures().empty() &&
            (!graph.build_by_slack(slack(), way_limits{}.loss) || !needs.extend(slack())))
            return;
        route_count all(*board_, to_end_, *ahead_, slack(), graph, needs, memory_, control_);
        answer_.count = all.run();
    }

    /// Lists the first optimal routes, once the maze is solved.
    void list(std::size_t most) {
        if (most == 0 || !look_ahead()) return;
        route_walk walk = walk_routes();
        while (answer_.routes.size() < most && walk.advance())
            answer_.routes.push_back(walk.current());
    }

    /// Gets ready for walks along the optimal routes; false if a limit came first.
    [[nodiscard]] bool look_ahead() {
        if (!answer_ || !control_.running()) return false;
        if (ahead_) return true;
        if (slack() == 0) {
            auto made = std::make_unique<shortest_outlook>(*board_, to_end_, control_);
            if (made->prepare()) ahead_ = std::move(made);
        } else {
            auto made = std::make_unique<detour_outlook>(graph_, needs_, slack());
            if (made->prepare()) ahead_ = std::move(made);
            if (ahead_) finish_.emplace(graph_, needs_, memory_, *ahead_);
        }
        return ahead_ != nullptr;
    }

    /// A walk along the optimal routes, after `look_ahead` said yes. The solver must outlive it.
    [[nodiscard]] route_walk walk_routes() {
        return {*board_, to_end_, *ahead_, slack(), ahead_->is_exact() ? nullptr : &*finish_,
                control_};
    }

    /// What is known so far.
    [[nodiscard]] const answer& result() {
        answer_.ended = control_.running() && answer_ ? status::found : control_.status();
        const senda::statistics used = control_.statistics();
        answer_.statistics.expanded = used.expanded;
        answer_.statistics.bytes = used.bytes;
        answer_.statistics.seconds = used.seconds;
        return answer_;
    }

private:
    // Every route is longer than the shortest way, or none is survived.
    void take_detour() {
        if (board_->life() > ground_[board_->start()].ahead()) {
            pass_by_treasures();
        } else if (board_->treasures().empty()) {
            return give_up(obstacle::starved);
        } else {
            find_feasible();
        }
        if (!answer_.feasible || !control_.running()) return;
        if (board_->treasures().empty()) {
            settle(*answer_.feasible);
        } else {
            detour_by_treasures();
        }
    }

    // The life is enough without treasures. The fewest steps then are the fewest of all if there
    // are no treasures, and an upper bound if there are.
    void pass_by_treasures() {
        way_search<true> search(ground_);
        std::vector<place> cells{board_->start()};
        const auto most = static_cast<loss_points>(board_->life() - 1);
        if (search.walk(board_->start(), board_->end(), {.loss = most, .through_treasures = true},
                        most, cells)) {
            answer_.feasible = walked(std::move(cells));
        } else if (board_->treasures().empty()) {
            raise(search.level());
        }
    }

    void find_feasible() {
        // Enough to see the neighbourhood of each treasure; all of it is seen only for a proof.
        constexpr std::uint64_t few_cells = 1'000'000;
        constexpr std::uint64_t all_cells = std::numeric_limits<std::uint64_t>::max();
        const std::uint64_t treasures = board_->treasures().size();
        survival any(ground_, memory_);
        for (const std::uint64_t most_cells : {few_cells / (treasures + 1), all_cells}) {
            if (!any.prepare(most_life(), most_cells)) break;
            const std::optional<plan> found = any.find(board_->life());
            std::vector<place> cells{board_->start()};
            if (found && any.append_cells(*found, cells))
                answer_.feasible = walked(std::move(cells));
            if (found || !control_.running()) break;
            if (!any.is_complete()) continue;
            give_up(obstacle::starved);
            break;
        }
        answer_.statistics.labels += any.labels();
    }

    void detour_by_treasures() {
        const auto most_slack = static_cast<std::uint32_t>(
            (answer_.feasible->steps() - answer_.connectivity.steps) / 2);
        if (!graph_.build_by_slack(most_slack, static_cast<loss_points>(most_life() - 1))) return;
        plan_solver plans(graph_, needs_, memory_);
        plans.solve({board_->life(), {}, graph_.ways_from(graph_.start())}, most_slack);
        answer_.statistics.labels += plans.labels();
        raise(plans.least_slack());
        if (!plans.best()) return;
        std::vector<place> cells{board_->start()};
        if (!append_cells(graph_, *plans.best(), board_->start(), cells)) return;
        if (plans.is_proven()) return settle(walked(std::move(cells)));
        answer_.feasible = walked(std::move(cells));
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
    [[nodiscard]] life_points most_life() const noexcept {
        return board_->life() +
               treasure_life * static_cast<life_points>(board_->treasures().size());
    }

    const board* board_;
    search_control control_;
    std::vector<std::uint32_t> to_end_;
    terrain ground_;
    relaxed_memory memory_;
    treasure_graph graph_;
    needs_by_slack needs_;
    std::unique_ptr<outlook> ahead_;
    std::optional<finish_search> finish_;
    answer answer_;
};

}  // namespace senda::maze::detail
