// SPDX-License-Identifier: MIT
// The route that enters the goal with the most energy.
#pragma once

#include <senda/pacman/answer.hpp>
#include <senda/pacman/board.hpp>
#include <senda/pacman/richest/walk_optimizer.hpp>
#include <senda/pacman/richest/food_graph.hpp>
#include <senda/pacman/richest/route_prefixes.hpp>
#include <senda/pacman/richest/eulerian_walk.hpp>
#include <senda/pacman/rules.hpp>
#include <senda/pacman/shortest.hpp>
#include <senda/search/control.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace senda::pacman {

namespace detail {

/// Solves one map. First it ignores that one may starve: then the best walk is that of an integer
/// program, and mostly it can be walked in an order that survives. If not, routes are split by the
/// food or bomb that they come to first, and so on, until it can.
class richest_solver {
public:
    richest_solver(const board& b, const question& asked)
        : board_(&b),
          asked_(asked),
          control_({.limits = asked.limits, .stop = asked.stop}),
          best_(b),
          openings_(b) {}
    richest_solver(const richest_solver&) = delete;
    richest_solver& operator=(const richest_solver&) = delete;

    answer run() {
        if (first_verdict(*board_) == verdict::won) {
            best_.offer({board_->start()});
            control_.end(status::found);
        } else {
            search();
        }
        return result();
    }

private:
    void search() {
        // All that can be eaten, less the cheapest way: no one has more.
        bound_ = {board_->start_energy(), 0};
        for (const place p : board_->foods()) bound_.left += (*board_)[p].value;
        if (!food_graph::fits(*board_)) return settle_for_shortest();
        const food_graph all(*board_, food_graph::walks::all);
        if (!all.is_connected()) {
            obstacle_ = obstacle::unreachable;
            return control_.end(status::exhausted);
        }
        std::vector<price> far;
        std::vector<food_graph::number> by;
        all.cheapest(food_graph::start, std::vector<bool>(all.size(), true), far, by);
        bound_.left -= energy_of(far[food_graph::goal]);
        openings_.add({first_situation(*board_), {board_->start()}, bound_});
        while (!openings_.empty() && control_.running()) {
            bound_ = std::min(bound_, openings_.bound());
            if (best_.route() && !(best_.value() < openings_.bound())) break;
            // Who enters the goal had 1 before, but for one who makes a single move.
            if (openings_.bound().left < 0 && fewest_moves() > 1) break;
            examine(openings_.pop());
            count_openings();
        }
        if (!control_.running()) return;
        if (!best_.route()) obstacle_ = obstacle::exhausted;
        control_.end(best_.route() ? status::found : status::exhausted);
    }

    // The moves to the goal for one who never runs out of energy; `no_moves` if walls part them.
    [[nodiscard]] std::uint64_t fewest_moves() const {
        std::vector<bool> seen(board_->bound());
        std::vector<place> front{board_->start()};
        std::vector<place> next;
        for (std::uint64_t moves = 0; !front.empty(); ++moves) {
            for (const place p : front) {
                if (p == board_->goal()) return moves;
                board_->for_each_neighbour(p, [&](place q, direction) {
                    if (!seen[q]) next.push_back(q);
                    seen[q] = true;
                });
            }
            front.swap(next);
            next.clear();
        }
        return no_moves;
    }

    void settle_for_shortest() {
        ask_shortest();
        if (control_.running()) control_.end(status::memory_limit);
    }

    // Any route will do, or the proof that there is none.
    void ask_shortest() {
        question rest = asked_;
        const senda::statistics used = control_.statistics();
        rest.limits.time = std::max(0.0, asked_.limits.time.seconds() - used.seconds);
        rest.limits.expansions -= std::min(used.expanded, rest.limits.expansions);
        rest.limits.bytes = control_.budget().left();
        const answer a = shortest(*board_, rest);
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

    void examine(opening o) {
        if (!control_.may_expand() || openings_.is_beaten(o)) return keep_open(o);
        const board rest = rest_of(*board_, o.now);
        const food_graph g(rest, food_graph::walks::no_edge_thrice);
        collector walks(g, o.cells, best_, control_);
        if (!walks.prepare()) return keep_open(o);
        if (!best_.route() && control_.running()) ask_shortest();
        if (control_.running()) walks.prove();
        labels_ += walks.visited();
        o.bound = std::min(o.bound, walks.bound());
        if (!control_.running()) return keep_open(o);
        if (best_.route() && !(best_.value() < o.bound)) return;
        split(o, rest);
    }

    void count_openings() {
        if (openings_.empty()) return;
        control_.budget().give(counted_);
        counted_ = openings_.bytes();
        if (control_.budget().take(counted_)) return;
        counted_ = 0;
        bound_ = std::min(bound_, openings_.bound());
        control_.end(status::memory_limit);
    }

    // What was not finished still counts for the bound.
    void keep_open(const opening& o) {
        if (control_.running()) return;
        worth most = o.bound;
        if (!openings_.empty()) most = std::max(most, openings_.bound());
        bound_ = std::min(bound_, most);
    }

    // Goes on to each food and bomb, and to the goal.
    void split(const opening& o, const board& rest) {
        const food_graph g(rest, food_graph::walks::all);
        const walk_order rule(g);
        for (const auto e : g[food_graph::start].edges) {
            const auto to = g.edges()[e].other(food_graph::start);
            if (!rule.survives(e, to, o.now.left, true)) continue;
            opening next = o;
            g.append_way(e, food_graph::start, next.cells);
            if (to == food_graph::goal) {
                best_.offer(next.cells);
                continue;
            }
            next.now.at = g[to].at;
            next.now.left += g[to].gain - energy_of(g.edges()[e].cost);
            next.now.gone[*board_->one_time_number(g[to].at)] = true;
            openings_.add(std::move(next));
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
        } else if (control_.status() == status::exhausted) {
            a.outcome = outcome::no_route;
        } else {
            a.upper_bound = a.best ? std::max(a.best->left, bound_.left) : bound_.left;
        }
        const senda::statistics used = control_.statistics();
        a.statistics = {used.expanded, labels_ + openings_.made(), used.bytes, used.seconds,
                        control_.status()};
        return a;
    }

    const board* board_;
    question asked_;
    search_control control_;
    best_route best_;
    opening_list openings_;
    worth bound_;
    pacman::obstacle obstacle_ = obstacle::none;
    std::uint64_t labels_ = 0;
    std::uint64_t counted_ = 0;  // bytes of openings, on the budget
};

}  // namespace detail

/// The route that enters the goal with the most energy, and among those one with the fewest moves;
/// or the proof that none survives. When a limit comes first, the best found and an upper bound of
/// the energy.
///
/// `b`      the map.
/// `asked`  where to give up, and who may end the search.
[[nodiscard]] inline answer richest(const board& b, const question& asked = {}) {
    return detail::richest_solver(b, asked).run();
}

}  // namespace senda::pacman
