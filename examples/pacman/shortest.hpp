// SPDX-License-Identifier: MIT
// The route with the fewest moves on which the energy lasts, and the proof that none is shorter.
#pragma once

#include <pacman/answer.hpp>
#include <pacman/richest/limits_left.hpp>
#include <pacman/shortest/infeasibility_proof.hpp>
#include <pacman/shortest/label_setting.hpp>
#include <pacman/shortest/label_store.hpp>
#include <pacman/shortest/prepared_map.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace senda::pacman {

namespace detail {

/// What an answer took, by its control and the labels that were made.
[[nodiscard]] inline pacman::statistics statistics_of(const search_control& control,
                                                      std::uint64_t labels) {
    const senda::statistics used = control.statistics();
    return {used.expanded, labels, used.bytes, used.seconds, control.status()};
}

/// Solves one map. Two searches take turns, each longer than the one before: for any route, or the
/// proof that there is none; and for the shortest, with a number of moves that rises.
class shortest_solver {
public:
    shortest_solver(const board& b, const question& q)
        : board_(&b),
          control_({.limits = q.limits, .stop = q.stop, .progress = q.progress}),
          map_(b, control_),
          memory_(map_),
          infeasibility_(b) {}

    [[nodiscard]] answer run() {
        search();
        answer_.statistics = statistics_of(control_, labels_);
        return answer_;
    }

private:
    static constexpr std::uint64_t first_turn = 2'000;

    void search() {
        if (first_verdict(*board_) == verdict::won) {
            answer_.best = route{{}, {board_->start()}, board_->start_energy()};
            return finish_solved();
        }
        if (!map_.prepare()) return;
        moves_ = map_.fewest_moves();
        if (moves_ == infinite_distance) return finish_without_route(obstacle::unreachable);
        for (std::uint64_t turn = first_turn; control_.running(); turn *= 2) {
            if (!answer_.best) look_for_any(turn);
            if (!answer_.best && turn != first_turn) try_to_refute(turn / 16);
            report();
            look_for_shortest(turn);
        }
        if (answer_.outcome == outcome::limit) answer_.lower_bound = moves_;
    }

    void look_for_shortest(std::uint64_t work) {
        for (std::uint64_t done = 0; control_.running();) {
            const bool has_best = answer_.best && answer_.best->moves.size() == moves_;
            target wanted{moves_};
            if (has_best) wanted.left = answer_.best->left + 1;
            report();
            fixed_length_search search(map_, memory_, wanted, work - std::min(work, done));
            const std::optional<relaxed_route> found = search.run();
            labels_ += search.labels();
            done += search.work();
            if (search.was_stopped()) return;
            if (!found) {
                if (has_best) return finish_solved();
                moves_ += 2;  // on a grid all paths from start to goal have the same parity
                report();
                continue;
            }
            std::optional<route> real = route_along(*board_, found->cells);
            if (real && real->left >= wanted.left) {
                const bool is_best = real->left == found->left;
                answer_.best = std::move(real);
                if (is_best) return finish_solved();
            }
            memory_.refine(*found);
        }
    }

    void look_for_any(std::uint64_t work) {
        for (std::uint64_t done = 0; control_.running();) {
            feasible_route_search search(map_, memory_, work - std::min(work, done));
            const std::optional<relaxed_route> found = search.run();
            labels_ += search.labels();
            done += search.work();
            if (search.was_stopped()) return;
            if (!found) return finish_without_route(obstacle::exhausted);
            std::vector<place> cells = found->cells;
            map_.append_cheapest_path(cells);
            answer_.best = route_along(*board_, std::move(cells));
            if (answer_.best) return;
            memory_.refine(*found);
        }
    }

    void try_to_refute(std::uint64_t steps) {
        if (!control_.running() || !infeasibility_.is_open()) return;
        search_control control(options_within(control_, steps));
        infeasibility_.run(control);
        control_.count_expanded(control.expanded());
        if (infeasibility_.is_proven()) return finish_without_route(obstacle::exhausted);
        answer_.best = infeasibility_.found();
    }

    void report() const {
        search_progress* const to = control_.options().progress;
        if (to == nullptr) return;
        to->set_bound(moves_);
        if (answer_.best) to->set_best(static_cast<std::int64_t>(answer_.best->moves.size()));
    }

    void finish_solved() {
        answer_.outcome = outcome::solved;
        answer_.optimal = true;
        answer_.lower_bound = answer_.best->moves.size();
        moves_ = static_cast<std::uint32_t>(answer_.lower_bound);
        report();
        control_.end(status::found);
    }

    void finish_without_route(pacman::obstacle why) {
        answer_.outcome = outcome::no_route;
        answer_.obstacle = why;
        answer_.lower_bound = no_moves;
        control_.end(status::exhausted);
    }

    const board* board_;
    search_control control_;
    prepared_map map_;
    ng_memory memory_;
    infeasibility_proof infeasibility_;
    answer answer_;
    std::uint64_t labels_ = 0;
    std::uint32_t moves_ = 0;
};

}  // namespace detail

/// The route with the fewest moves that wins, among those the one with the most energy left, and
/// the proof that there is none better; or the proof that no route wins.
///
/// `b`      the map.
/// `q`      where to give up, who may end the search, and who is told how far it is.
[[nodiscard]] inline answer shortest(const board& b, const question& q = {}) {
    return detail::shortest_solver(b, q).run();
}

}  // namespace senda::pacman
