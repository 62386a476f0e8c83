// SPDX-License-Identifier: MIT
// Branch and cut: the best walk through a food graph, with the proof that none is better.
#pragma once

#include <pacman/lp/dual_simplex.hpp>
#include <pacman/lp/model.hpp>
#include <pacman/richest/cuts/blossom_cuts.hpp>
#include <pacman/richest/cuts/bomb_cuts.hpp>
#include <pacman/richest/cuts/subtour_cuts.hpp>
#include <pacman/richest/reliability_branching.hpp>
#include <pacman/richest/walk_lp.hpp>
#include <senda/search/control.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Remembers what linear programs have proven of each column, and narrows its range when better
/// solutions become known (reduced cost fixing).
class reduced_cost_fixing {
public:
    /// Forgets all that was proven.
    void begin(std::size_t columns) { proofs_.assign(columns, {-lp::infinity, 0}); }

    /// Takes note of a bound on all costs and of the reduced costs, see `lp::model::proven_bound`.
    void note(double bound, const std::vector<double>& reduced_costs) {
        for (std::size_t j = 0; j < proofs_.size(); ++j)
            if (bound + std::abs(reduced_costs[j]) >
                proofs_[j].bound + std::abs(proofs_[j].reduced_cost))
                proofs_[j] = {bound, reduced_costs[j]};
    }

    /// Narrows ranges to those of solutions that cost no more than `most`.
    void narrow(double most, std::vector<lp::range>& ranges) const {
        for (std::size_t j = 0; j < proofs_.size(); ++j) {
            lp::range& r = ranges[j];
            const proof& p = proofs_[j];
            if (r.lower == r.upper || std::abs(p.reduced_cost) < tolerance) continue;
            const double steps =
                std::floor((most - p.bound) / std::abs(p.reduced_cost) + tolerance);
            if (steps < 0 || steps >= r.upper - r.lower) continue;
            r = p.reduced_cost > 0 ? lp::range{r.lower, r.lower + steps}
                                   : lp::range{r.upper - steps, r.upper};
        }
    }

private:
    static constexpr double tolerance = 1e-6;

    // A solution with a column k away from its end costs at least the bound and k times this.
    struct proof {
        double bound;
        double reduced_cost;
    };
    std::vector<proof> proofs_;
};

/// Searches the integral solutions of a linear program of walks: where a column is fractional (or a
/// degree has the wrong parity), the walks are split into those below and those above; nodes whose
/// bound is not better than what is known are pruned.
class branch_and_cut {
public:
    /// A tree for a new program, whose costs are whole numbers that differ by `step` at least. Both
    /// must outlive it.
    branch_and_cut(walk_lp& p, double step, search_control& control)
        : program_(&p),
          control_(&control),
          subtours_(p),
          blossoms_(p),
          bombs_(p),
          choice_(p, control),
          step_(step) {
        const lp::model& m = p.model();
        for (graph_id j = 0; j < m.columns(); ++j) ranges_.push_back(m.column_range(j));
        for (graph_id i = 0; i < p.graph().size(); ++i) ranges_.push_back(m.row_range(i));
        fixing_.begin(m.columns());
        nodes_.push_back({none, none, {}, -lp::infinity, -lp::infinity});
        open_.push_back(root);
    }

    /// Minimises another objective from now on, among the solutions that cost no more than the best
    /// that was known: what was learned of those is kept, and so are the nodes that hold them.
    void restart(double step) {
        const double most = limit_ + step_;
        std::erase_if(closed_, [&](graph_id n) { return nodes_[n].bound > most; });
        open_ = std::move(closed_);
        open_.insert(open_.end(), unclear_.begin(), unclear_.end());
        closed_.clear();
        unclear_.clear();
        for (const graph_id n : open_) nodes_[n].bound = nodes_[n].rank = -lp::infinity;
        std::make_heap(open_.begin(), open_.end(), later{nodes_});
        step_ = step;
        last_bound_ = -lp::infinity;
        rounds_ = 0;
        fixing_.begin(program_->model().columns());
    }

    /// Looks for solutions that cost `step` less than `known` at least, until none is left or the
    /// control ends it. Each is given to `client.offer(times, cost)`, with how many times each edge
    /// is walked; it need be no walk that survives. Now and then `client.look_at(program)` may look
    /// for a good walk near the last solution, and `client.known()` says what the best costs. A
    /// client that `watches_bound()` is told by `on_bound(cost)` that no solution costs less.
    template <class Client>
    void run(double known, Client& client) {
        limit_ = known - step_ + tolerance;
        base_ = std::isfinite(known) ? known : 0;
        graph_id next = best_open();
        while (next != none && control_->running()) {
            tell_bound(client, nodes_[next].bound);
            next = apply(next) ? visit(next, client) : none;
            if (next == none) next = best_open();
        }
        if (next != none) open_.push_back(next);
        open_.insert(open_.end(), unclear_.begin(), unclear_.end());
    }

    /// Whether all was seen.
    [[nodiscard]] bool is_done() const noexcept { return open_.empty(); }

    /// No solution costs less than this, or than the least that was offered or known.
    [[nodiscard]] double bound() const {
        double least = limit_ + step_;
        for (const graph_id n : open_) least = std::min(least, nodes_[n].bound);
        return least;
    }
    [[nodiscard]] std::uint64_t visited() const noexcept { return visited_; }

private:
    static constexpr graph_id root = 0;
    static constexpr graph_id none = std::numeric_limits<graph_id>::max();
    static constexpr double tolerance = 1e-6;
    static constexpr std::size_t most_cuts = 200;
    static constexpr std::size_t few_cuts = 10;
    static constexpr graph_id most_idle = 4;  // solutions in which a cut had no effect

    struct node {
        graph_id parent;
        graph_id variable;  // a column, or a node's degree behind the columns
        lp::range range;
        double bound;
        double rank;
    };
    struct later {
        const std::vector<node>& nodes;
        bool operator()(graph_id a, graph_id b) const {
            return nodes[a].rank > nodes[b].rank || (nodes[a].rank == nodes[b].rank && a < b);
        }
    };
    enum class ending { empty, pruned, integral, split, unclear, stopped };

    // Sets the ranges of a node: those of all its ancestors. False if one of them is empty.
    bool apply(graph_id n) {
        now_ = ranges_;
        for (; n != root; n = nodes_[n].parent) {
            lp::range& r = now_[nodes_[n].variable];
            r = {std::max(r.lower, nodes_[n].range.lower),
                 std::min(r.upper, nodes_[n].range.upper)};
            if (r.lower > r.upper) return false;
        }
        for (graph_id v = 0; v < now_.size(); ++v) program_->set_range(v, now_[v]);
        return true;
    }

    // Solves a node; returns the child to go on with.
    template <class Client>
    graph_id visit(graph_id n, Client& client) {
        if (!control_->may_expand()) return n;
        ++visited_;
        switch (solve(n, client)) {
            case ending::stopped: return n;
            case ending::empty: return none;
            case ending::pruned: return close(n);
            case ending::integral: return offer(client, n) ? close(n) : split_anywhere(n);
            case ending::split: return split(n, choice_.choose(nodes_[n].bound, limit_, now_));
            case ending::unclear: return split_anywhere(n);
        }
        return none;
    }

    // Without a solution to go by, any column will do. If none is left, the node stays open.
    graph_id split_anywhere(graph_id n) {
        for (graph_id j = 0; j < program_->model().columns(); ++j) {
            if (now_[j].lower == now_[j].upper) continue;
            const double low = now_[j].lower;
            return split(n, {j, {low, low}, {low + 1, now_[j].upper}, false, 0.5});
        }
        unclear_.push_back(n);
        return none;
    }

    // Cuts and solves until the solution is integral, pruned, or no longer improved by cuts.
    template <class Client>
    ending solve(graph_id n, Client& client) {
        const ending ended = cut(n, client);
        if (ended != ending::split) return ended;
        program_->drop_idle_cuts(most_idle);
        if (n == root || visited_ % 10 == 0) run_heuristic(client);
        if (n == root) fix_columns();
        return nodes_[n].bound > limit_ ? ending::pruned : ending::split;
    }

    template <class Client>
    ending cut(graph_id n, Client& client) {
        graph_id stalled = 0;
        for (;;) {
            const ending ended = run_program(n);
            if (ended != ending::split) return ended;
            if (n == root) fix_columns();
            const double before = nodes_[n].bound;
            if (n == root) tell_bound(client, before);
            if (n == root && ++rounds_ % 10 == 0) run_heuristic(client);
            // Elsewhere they may yet help, unless there are so many that pivots are slow.
            if (n == root || program_->model().rows() > many_rows())
                program_->drop_idle_cuts(most_idle);
            if (before > limit_) return ending::pruned;
            if (!choice_.find()) {
                if (subtours_.separate(most_cuts) == 0) return ending::integral;
            } else if (stalled >= (n == root ? 30u : 2u) || separate(n) == 0) {
                return ending::split;
            }
            stalled = before > last_bound_ + (n == root ? 0.02 : 0.05) ? 0 : stalled + 1;
            last_bound_ = before;
        }
    }

    // Tells of the least of the bounds: of the node at hand and of those that are open.
    template <class Client>
    void tell_bound(Client& client, double here) const {
        if constexpr (requires { client.on_bound(here); }) {
            if (client.watches_bound()) client.on_bound(std::min(here, bound()));
        }
    }

    template <class Client>
    void run_heuristic(Client& client) {
        client.look_at(*program_);
        learn(client.known());
    }

    [[nodiscard]] graph_id many_rows() const noexcept {
        return program_->model().columns() * 3 / 5;
    }

    // Blossoms only once there are few subtours.
    std::size_t separate(graph_id n) {
        const std::size_t found = bombs_.separate() + subtours_.separate(most_cuts);
        if (found > few_cuts) return found;
        return found + blossoms_.separate(most_cuts / 2, n == root);
    }

    ending run_program(graph_id n) {
        const auto go_on = [&] { return control_->may_expand(); };
        lp::dual_simplex& solver = program_->solver();
        lp::result r = solver.run(limit_, go_on);
        if (r == lp::result::trouble) {
            solver.restart();
            r = solver.run(limit_, go_on);
        }
        if (r == lp::result::stopped) return ending::stopped;
        if (r == lp::result::infeasible) return ending::empty;
        if (r == lp::result::cutoff) {
            nodes_[n].bound = std::max(nodes_[n].bound, limit_);
            return ending::pruned;
        }
        if (r == lp::result::trouble) return ending::unclear;
        proven_ = solver.bound(reduced_costs_);
        nodes_[n].bound = std::max(nodes_[n].bound, proven_);
        return nodes_[n].bound > limit_ ? ending::pruned : ending::split;
    }

    // The ranges keep solutions as good as the best that is known, for a restart.
    void learn(double known) {
        if (known - step_ + tolerance >= limit_) return;
        limit_ = known - step_ + tolerance;
        fixing_.narrow(limit_ + step_, ranges_);
    }

    void fix_columns() {
        fixing_.note(proven_, reduced_costs_);
        fixing_.narrow(limit_ + step_, ranges_);
        for (graph_id j = 0; j < program_->model().columns(); ++j)
            program_->set_range(j, ranges_[j]);
    }

    // Whether the solution that is offered is as good as the node can have, as it should be.
    template <class Client>
    bool offer(Client& client, graph_id n) {
        std::vector<std::uint8_t> times(program_->edges());
        double cost = 0;
        const lp::model& m = program_->model();
        for (graph_id j = 0; j < m.columns(); ++j) {
            const double whole = std::round(program_->solver().value(j));
            cost += whole * m.cost(j);
            if (j < times.size()) times[j] = static_cast<std::uint8_t>(whole);
        }
        client.offer(times, cost);
        learn(cost);
        return nodes_[n].bound > limit_;
    }

    // The nearer branch first, the other later.
    graph_id split(graph_id n, const reliability_branching::split& p) {
        const double bound = nodes_[n].bound;
        for (const bool above : {false, true}) {
            const double least = std::max(bound, p.bounds[above]);
            nodes_.push_back({n, p.variable, above ? p.above : p.below, least, rank_of(least)});
        }
        auto first = static_cast<graph_id>(nodes_.size() - 2);
        auto second = first + 1;
        if (p.above_first) std::swap(first, second);
        const bool goes_on = open_.empty() || rank_of(bound) <= nodes_[open_.front()].rank;
        push(second);
        if (goes_on) return first;
        push(first);
        return none;
    }

    void push(graph_id n) {
        open_.push_back(n);
        std::push_heap(open_.begin(), open_.end(), later{nodes_});
    }

    // The least cost that a bound allows, in steps: however it is rounded, nodes of the same rank
    // must all be solved.
    [[nodiscard]] double rank_of(double bound) const {
        return std::ceil((bound - base_) / step_ - 1e-3);
    }

    // The newest of the best rank.
    graph_id best_open() {
        while (!open_.empty()) {
            std::pop_heap(open_.begin(), open_.end(), later{nodes_});
            const graph_id n = open_.back();
            open_.pop_back();
            if (nodes_[n].bound <= limit_) return n;
            close(n);
        }
        return none;
    }

    // There may be solutions in a node that are as good as the best that is known.
    graph_id close(graph_id n) {
        if (nodes_[n].bound <= limit_ + step_) closed_.push_back(n);
        return none;
    }

    walk_lp* program_;
    search_control* control_;
    subtour_cuts subtours_;
    blossom_cuts blossoms_;
    bomb_cuts bombs_;
    reliability_branching choice_;
    reduced_cost_fixing fixing_;
    double step_;
    double limit_ = 0;
    double base_ = 0;  // a cost that is possible
    double last_bound_ = -lp::infinity;
    double proven_ = -lp::infinity;  // by the last solution
    std::vector<lp::range> ranges_;  // of columns and degrees, for the whole tree
    std::vector<lp::range> now_;
    std::vector<double> reduced_costs_;
    std::vector<node> nodes_;
    std::vector<graph_id> open_;
    std::vector<graph_id> unclear_;
    std::vector<graph_id> closed_;  // with nothing better than what is known
    std::uint64_t visited_ = 0;
    std::uint64_t rounds_ = 0;  // at the root
};

}  // namespace senda::pacman::detail
