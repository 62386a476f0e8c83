// SPDX-License-Identifier: MIT
// The route with the fewest moves on which the energy lasts, and the proof that none is shorter.
#pragma once

#include <senda/pacman/answer.hpp>
#include <senda/pacman/shortest/prepared_map.hpp>
#include <senda/pacman/shortest/fixed_length_search.hpp>
#include <senda/pacman/shortest/ng_memory.hpp>
#include <senda/pacman/shortest/infeasibility_proof.hpp>
#include <senda/pacman/shortest/feasible_route.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace senda::pacman {

namespace detail {

/// Solves one map. Two searches in turns, each longer than the one before: for any route, or the
/// proof that there is none; and for the shortest, with a limit on the moves that rises.
class shortest_solver {
public:
    shortest_solver(const board& b, search_control& control)
        : board_(&b), control_(&control), ground_(b, control), memory_(ground_), starvation_(b) {}

    void solve() {
        if (first_verdict(*board_) == verdict::won) {
            answer_.best = route{{}, {board_->start()}, board_->start_energy()};
            return settle();
        }
        if (!ground_.prepare()) return;
        if (ground_.fewest_moves() == far_away) return give_up(obstacle::unreachable);
        moves_ = ground_.fewest_moves();
        std::uint64_t turn = first_turn;
        for (; control_->running(); turn *= 2) {
            if (!answer_.best) look_for_any(turn);
            if (!answer_.best && turn != first_turn) look_at_all_food(turn / 16);
            look_for_shortest(turn);
        }
        if (answer_.outcome == outcome::limit) answer_.lower_bound = moves_;
    }

    [[nodiscard]] answer result() const {
        answer a = answer_;
        const senda::statistics used = control_->statistics();
        a.statistics.expanded = used.expanded;
        a.statistics.bytes = used.bytes;
        a.statistics.seconds = used.seconds;
        a.statistics.ended = control_->status();
        return a;
    }

private:
    static constexpr std::uint64_t first_turn = 2'000;

    void look_for_shortest(std::uint64_t work) {
        for (std::uint64_t done = 0; control_->running();) {
            const bool has_best = answer_.best && answer_.best->moves.size() == moves_;
            target wanted{moves_};
            if (has_best) wanted.left = answer_.best->left + 1;
            limited_search search(ground_, memory_, wanted, work - std::min(work, done));
            const std::optional<plan> found = search.run();
            answer_.statistics.labels += search.labels();
            done += search.work();
            if (search.was_stopped()) return;
            if (!found) {
                if (has_best) return settle();
                moves_ += 2;  // on a grid all ways from start to goal are even, or all odd
                continue;
            }
            std::optional<route> real = route_along(*board_, found->cells);
            if (real && real->left >= wanted.left) {
                const bool is_best = real->left == found->left;
                answer_.best = std::move(real);
                if (is_best) return settle();
            }
            memory_.refine(*found);
        }
    }

    void look_for_any(std::uint64_t work) {
        for (std::uint64_t done = 0; control_->running();) {
            survival_search search(ground_, memory_, work - std::min(work, done));
            const std::optional<plan> found = search.run();
            answer_.statistics.labels += search.labels();
            done += search.work();
            if (search.was_stopped()) return;
            if (!found) return give_up(obstacle::exhausted);
            std::vector<place> cells = found->cells;
            append_cheapest(ground_, cells);
            answer_.best = route_along(*board_, std::move(cells));
            if (answer_.best) return;
            memory_.refine(*found);
        }
    }

    void look_at_all_food(std::uint64_t steps) {
        if (!control_->running() || !starvation_.is_open()) return;
        options rest = control_->options();
        const senda::statistics used = control_->statistics();
        rest.limits.expansions = std::min(
            steps, rest.limits.expansions - std::min(used.expanded, rest.limits.expansions));
        rest.limits.time = std::max(0.0, rest.limits.time.seconds() - used.seconds);
        rest.limits.bytes = control_->budget().left();
        search_control control(rest);
        starvation_.run(control);
        control_->count_expanded(control.expanded());
        if (starvation_.is_proven()) return give_up(obstacle::exhausted);
        answer_.best = starvation_.found();
    }

    void settle() {
        answer_.outcome = outcome::solved;
        answer_.optimal = true;
        answer_.lower_bound = answer_.best->moves.size();
        control_->end(status::found);
    }

    void give_up(pacman::obstacle why) {
        answer_.outcome = outcome::no_route;
        answer_.obstacle = why;
        answer_.lower_bound = no_moves;
        control_->end(status::exhausted);
    }

    const board* board_;
    search_control* control_;
    ground ground_;
    relaxed_memory memory_;
    starvation starvation_;
    answer answer_;
    std::uint32_t moves_ = 0;
};

}  // namespace detail

/// The route with the fewest moves that wins, among those the one with the most energy left, and
/// the proof that there is none better; or the proof that no route wins.
///
/// `b`      the map.
/// `asked`  limits and a stop token.
[[nodiscard]] inline answer shortest(const board& b, const question& asked = {}) {
    detail::search_control control({.limits = asked.limits, .stop = asked.stop});
    detail::shortest_solver solver(b, control);
    solver.solve();
    return solver.result();
}

}  // namespace senda::pacman
