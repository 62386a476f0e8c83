// SPDX-License-Identifier: MIT
// The route that enters the goal with the most energy.
#pragma once

#include <pacman/answer.hpp>
#include <pacman/board.hpp>
#include <pacman/richest/eulerian_walk.hpp>
#include <pacman/richest/food_graph.hpp>
#include <pacman/richest/locked_regions.hpp>
#include <pacman/richest/progress_reporter.hpp>
#include <pacman/richest/walk_optimizer.hpp>
#include <pacman/rules.hpp>
#include <pacman/shortest.hpp>
#include <senda/search/control.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::pacman {

namespace detail {

/// Solves one map. First energy may run out: then the best walk is that of an integer program, and
/// mostly its edges have an order that survives. If not, routes are split by the food or bomb that
/// they come to first, and so on, until they have (branch and bound).
class richest_solver {
public:
    richest_solver(const board& b, const question& q)
        : board_(&b),
          control_({.limits = q.limits, .stop = q.stop, .progress = q.progress}),
          best_(b),
          prefixes_(b),
          reporter_(q.progress, best_) {}

    answer run() {
        if (first_verdict(*board_) == verdict::won) {
            best_.offer({board_->start()});
            control_.end(status::found);
        } else {
            search();
        }
        report();
        return result();
    }

private:
    void search() {
        // All that can be eaten, less the cheapest path: no one has more.
        bound_ = {board_->start_energy(), 0};
        for (const place p : board_->foods()) bound_.left += (*board_)[p].value;
        if (!food_graph::fits(*board_)) {
            find_shortest();
            return control_.end(status::memory_limit);
        }
        const food_graph all(*board_, food_graph::walks::all);
        if (!all.is_connected()) {
            obstacle_ = obstacle::unreachable;
            return control_.end(status::exhausted);
        }
        std::vector<price> cost;
        std::vector<graph_id> by;
        all.cheapest_paths(food_graph::start, std::vector<bool>(all.size(), true), cost, by);
        bound_.left -= energy_of(cost[food_graph::goal]);
        prefixes_.add({initial_state(*board_), {board_->start()}, bound_});
        while (!prefixes_.empty() && control_.running()) {
            bound_ = std::min(bound_, prefixes_.bound());
            report();
            if (best_.route() && !(best_.value() < prefixes_.bound())) break;
            // Who enters the goal had 1 before, but for one who makes a single move.
            if (prefixes_.bound().left < 0 && fewest_moves() > 1) break;
            examine(prefixes_.pop());
            take_prefix_memory();
        }
        if (!control_.running()) return;
        if (!best_.route()) obstacle_ = obstacle::exhausted;
        control_.end(best_.route() ? status::found : status::exhausted);
    }

    // For one who never runs out of energy; `no_moves` if walls part start and goal.
    [[nodiscard]] std::uint64_t fewest_moves() const {
        std::uint64_t fewest = no_moves;
        for_each_reachable(*board_, board_->start(), [&](place p, std::uint32_t moves) {
            if (p == board_->goal()) fewest = moves;
        });
        return fewest;
    }

    // Any route will do, or the proof that there is none.
    void find_shortest() {
        const answer a = shortest(*board_, {limits_left(control_), control_.options().stop});
        if (a.best) best_.offer(a.best->cells);
        control_.count_expanded(a.statistics.expanded);
        labels_ += a.statistics.labels;
        if (a.outcome == outcome::no_route) {
            obstacle_ = a.obstacle;
            control_.end(status::exhausted);
        } else if (!a.best) {
            control_.end(a.statistics.ended);
        }
    }

    void report() {
        reporter_.report(control_.status() == status::found ? best_.value().left : bound_.left);
    }

    void examine(route_prefix p) {
        if (!control_.may_expand() || prefixes_.is_dominated(p)) return keep_open(p);
        const board rest = rest_of(*board_, p.now).without(p.locked);
        if (!improve(p, rest)) return;
        // The best walk does not survive: it may go where no one can.
        const std::vector<place> locked = locked_regions(rest, control_).find();
        if (locked.empty()) return split(p, rest);
        p.locked.insert(p.locked.end(), locked.begin(), locked.end());
        const board smaller = rest.without(locked);
        if (improve(p, smaller)) split(p, smaller);
    }

    // Looks for the best walk on from a prefix; false if nothing is left to do with it.
    bool improve(route_prefix& p, const board& rest) {
        const food_graph g(rest, food_graph::walks::no_edge_thrice);
        if (!g.is_connected()) return false;
        reporter_.set_others(prefixes_.empty() ? std::numeric_limits<energy>::min()
                                               : prefixes_.bound().left);
        walk_optimizer walks(g, p.cells, best_, control_, reporter_);
        if (walks.prepare()) {
            if (!best_.route() && control_.running()) find_shortest();
            if (control_.running()) walks.prove();
            labels_ += walks.visited();
            p.bound = std::min(p.bound, walks.bound());
        }
        if (!control_.running()) keep_open(p);
        return control_.running() && (!best_.route() || best_.value() < p.bound);
    }

    void take_prefix_memory() {
        if (prefixes_.empty()) return;
        control_.budget().give(held_);
        held_ = prefixes_.bytes();
        if (control_.budget().take(held_)) return;
        held_ = 0;
        bound_ = std::min(bound_, prefixes_.bound());
        control_.end(status::memory_limit);
    }

    // What was not finished still counts for the bound.
    void keep_open(const route_prefix& p) {
        if (control_.running()) return;
        worth most = p.bound;
        if (!prefixes_.empty()) most = std::max(most, prefixes_.bound());
        bound_ = std::min(bound_, most);
    }

    // Goes on to each food and bomb, and to the goal.
    void split(const route_prefix& p, const board& rest) {
        const food_graph g(rest, food_graph::walks::all);
        const eulerian_walk walks(g);
        for (const auto e : g[food_graph::start].edges) {
            const auto to = g.edges()[e].other(food_graph::start);
            if (!walks.survives(e, to, p.now.left, true)) continue;
            route_prefix next = p;
            g.append_cells(e, food_graph::start, next.cells);
            if (to == food_graph::goal) {
                best_.offer(next.cells);
                continue;
            }
            next.now.at = g[to].at;
            next.now.left = walks.after(e, to, p.now.left, true);
            next.now.gone[*board_->one_time_number(g[to].at)] = true;
            prefixes_.add(std::move(next));
        }
    }

    answer result() {
        answer a;
        a.best = best_.route();
        a.obstacle = obstacle_;
        a.lower_bound = obstacle_ == obstacle::none ? fewest_moves() : no_moves;
        if (control_.status() == status::found) {
            a.outcome = outcome::solved;
            a.optimal = true;
            a.upper_bound = a.best->left;
            a.energy_proven = true;
            a.fewest_moves = a.best->moves.size();
        } else if (control_.status() == status::exhausted) {
            a.outcome = outcome::no_route;
        } else {
            a.upper_bound = a.best ? std::max(a.best->left, bound_.left) : bound_.left;
            a.energy_proven = a.best && bound_.left <= a.best->left;
            if (a.energy_proven)
                a.fewest_moves =
                    std::max(a.lower_bound, bound_.left == a.best->left ? bound_.moves : 0);
        }
        a.statistics = statistics_of(control_, labels_ + prefixes_.made());
        return a;
    }

    const board* board_;
    search_control control_;
    best_route best_;
    prefix_queue prefixes_;
    progress_reporter reporter_;
    worth bound_;
    pacman::obstacle obstacle_ = obstacle::none;
    std::uint64_t labels_ = 0;
    std::uint64_t held_ = 0;  // bytes of prefixes, taken from the budget
};

}  // namespace detail

/// The route that enters the goal with the most energy, and among those one with the fewest moves;
/// or the proof that none survives. When a limit comes first, the best found and an upper bound of
/// the energy.
///
/// `b`      the map.
/// `q`      where to give up, who may end the search, and who is told how far it is.
[[nodiscard]] inline answer richest(const board& b, const question& q = {}) {
    return detail::richest_solver(b, q).run();
}

}  // namespace senda::pacman
