// SPDX-License-Identifier: MIT
// Branch and cut: the best walk through a food graph, with the proof that none is better.
#pragma once

#include <senda/lp/dual_simplex.hpp>
#include <senda/lp/model.hpp>
#include <senda/pacman/richest/reliability_branching.hpp>
#include <senda/pacman/richest/reduced_cost_fixing.hpp>
#include <senda/pacman/richest/cuts/subtour_cuts.hpp>
#include <senda/pacman/richest/cuts/blossom_cuts.hpp>
#include <senda/pacman/richest/strong_branching.hpp>
#include <senda/pacman/richest/walk_lp.hpp>
#include <senda/search/control.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Searches the whole-numbered solutions of a walk program: where the linear program leaves a
/// number between two whole ones (or a degree odd), the walks are split into those below and those
/// above; parts whose bound is not better than what is known are left out.
class walk_tree {
public:
    using number = std::uint32_t;

    /// A tree for a program, whose costs are whole numbers that differ by `step` at least. Both
    /// must outlive it.
    walk_tree(walk_program& p, double step, search_control& control)
        : program_(&p), control_(&control), cuts_(p), parity_(p), choice_(p, control), step_(step) {
        p.reset_ranges();
        const lp::model& m = p.model();
        for (number j = 0; j < m.columns(); ++j) ranges_.push_back(m.column_range(j));
        for (number i = 0; i < p.graph().size(); ++i) ranges_.push_back(m.row_range(i));
        fixing_.begin(m.columns());
        nodes_.push_back({none, none, {}, -lp::infinity, -lp::infinity});
        open_.push_back(0);
    }

    /// From now on makes something else least, among the solutions that cost no more than the best
    /// that was known: what was learned of those is kept, and so are the parts with such solutions.
    void restart(double step) {
        const double most = limit_ + step_;
        std::erase_if(closed_, [&](number n) { return nodes_[n].bound > most; });
        open_ = std::move(closed_);
        open_.insert(open_.end(), unclear_.begin(), unclear_.end());
        closed_.clear();
        unclear_.clear();
        for (const number n : open_) nodes_[n].bound = nodes_[n].rank = -lp::infinity;
        std::make_heap(open_.begin(), open_.end(), later{nodes_});
        step_ = step;
        last_bound_ = -lp::infinity;
        rounds_ = 0;
        fixing_.begin(program_->model().columns());
    }

    /// Looks for solutions that cost `step` less than `known` at least, until none is left or the
    /// control ends it. Each is given to `client.offer(times, cost)`, with how many times each edge
    /// is walked; it need be no walk that survives. Now and then `client.look_at(program)` may look
    /// for a good walk near the last solution, and `client.known()` says what the best costs.
    template <class Client>
    void run(double known, Client& client) {
        limit_ = known - step_ + tolerance;
        base_ = std::isfinite(known) ? known : 0;
        number next = best_open();
        while (next != none && control_->running()) {
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
        for (const number n : open_) least = std::min(least, nodes_[n].bound);
        return least;
    }
    [[nodiscard]] std::uint64_t visited() const noexcept { return visited_; }

private:
    static constexpr number none = std::numeric_limits<number>::max();
    static constexpr double tolerance = 1e-6;

    struct node {
        number parent;
        number variable;  // a column, or a node's degree behind the columns
        lp::range range;
        double bound;
        double rank;
    };
    struct later {
        const std::vector<node>& nodes;
        bool operator()(number a, number b) const {
            return nodes[a].rank > nodes[b].rank || (nodes[a].rank == nodes[b].rank && a < b);
        }
    };
    enum class ending { empty, pruned, whole, split, unclear, stopped };

    // Sets the ranges of a node: those of all its ancestors. False if one of them is empty.
    bool apply(number n) {
        now_ = ranges_;
        for (; n != none; n = nodes_[n].parent) {
            if (nodes_[n].variable == none) continue;
            lp::range& r = now_[nodes_[n].variable];
            r = {std::max(r.lower, nodes_[n].range.lower),
                 std::min(r.upper, nodes_[n].range.upper)};
            if (r.lower > r.upper) return false;
        }
        for (number v = 0; v < now_.size(); ++v) program_->set_range(v, now_[v]);
        return true;
    }

    // Solves a node; returns the child to go on with.
    template <class Client>
    number visit(number n, Client& client) {
        if (!control_->may_expand()) return n;
        ++visited_;
        switch (solve(n, client)) {
            case ending::stopped: return n;
            case ending::empty: return none;
            case ending::pruned: return close(n);
            case ending::whole: return offer(client, n) ? close(n) : split_anywhere(n);
            case ending::split: return split(n, choice_.choose(nodes_[n].bound, limit_, now_));
            case ending::unclear: return split_anywhere(n);
        }
        return none;
    }

    // Without a solution to go by, any column will do. If none is left, the node stays open.
    number split_anywhere(number n) {
        for (number j = 0; j < program_->model().columns(); ++j) {
            if (now_[j].lower == now_[j].upper) continue;
            const double low = now_[j].lower;
            return split(n, {j, {low, low}, {low + 1, now_[j].upper}, false, 0.5});
        }
        unclear_.push_back(n);
        return none;
    }

    // Cuts and solves until the solution is whole, no good, or no longer gets better by cuts.
    template <class Client>
    ending solve(number n, Client& client) {
        const ending ended = cut(n, client);
        if (ended != ending::split) return ended;
        program_->drop_idle_cuts(most_idle);
        if (n == 0 || visited_ % 10 == 0) {
            client.look_at(*program_);
            learn(client.known());
            if (n == 0) fix_columns();
        }
        return nodes_[n].bound > limit_ ? ending::pruned : ending::split;
    }

    template <class Client>
    ending cut(number n, Client& client) {
        number stalled = 0;
        for (;;) {
            const ending ended = run_program(n);
            if (ended != ending::split) return ended;
            if (n == 0) fix_columns();
            const double before = nodes_[n].bound;
            if (n == 0 && ++rounds_ % 10 == 0) {
                client.look_at(*program_);
                learn(client.known());
            }
            if (n == 0) program_->drop_idle_cuts(most_idle);
            if (before > limit_) return ending::pruned;
            if (!choice_.find()) {
                if (cuts_.separate(most_cuts) == 0) return ending::whole;
            } else {
                if (stalled >= (n == 0 ? 30u : 2u)) return ending::split;
                if (separate(n) == 0) return ending::split;
            }
            stalled = before > last_bound_ + (n == 0 ? 0.02 : 0.05) ? 0 : stalled + 1;
            last_bound_ = before;
        }
    }

    // Parity only once all hangs together.
    std::size_t separate(number n) {
        const std::size_t connections = cuts_.separate(most_cuts);
        if (connections > few_cuts) return connections;
        return connections + parity_.separate(most_cuts / 2, n == 0);
    }

    ending run_program(number n) {
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
        proven_ = solver.bound(rest_);
        nodes_[n].bound = std::max(nodes_[n].bound, proven_);
        if (nodes_[n].bound > limit_) return ending::pruned;
        return ending::split;
    }

    // Solutions as good as the best that is known are kept in the ranges, for a restart.
    void learn(double known) {
        if (known - step_ + tolerance >= limit_) return;
        limit_ = known - step_ + tolerance;
        fixing_.narrow(limit_ + step_, ranges_);
    }

    void fix_columns() {
        fixing_.note(proven_, rest_);
        fixing_.narrow(limit_ + step_, ranges_);
        for (number j = 0; j < program_->model().columns(); ++j) program_->set_range(j, ranges_[j]);
    }

    // Whether the solution that is offered is as good as the node can have, as it should be.
    template <class Client>
    bool offer(Client& client, number n) {
        std::vector<std::uint8_t> times(program_->edges());
        double cost = 0;
        const lp::model& m = program_->model();
        for (number j = 0; j < m.columns(); ++j) {
            const double whole = std::round(program_->solver().value(j));
            cost += whole * m.cost(j);
            if (j < times.size()) times[j] = static_cast<std::uint8_t>(whole);
        }
        client.offer(times, cost);
        learn(cost);
        return nodes_[n].bound > limit_;
    }

    // The nearer half first, the other later.
    number split(number n, const branching::parts& p) {
        const double bound = nodes_[n].bound;
        for (const bool above : {false, true}) {
            const double least = std::max(bound, p.bounds[above]);
            nodes_.push_back({n, p.variable, above ? p.above : p.below, least, rank_of(least)});
        }
        const auto second = static_cast<number>(nodes_.size() - 1);
        const number first = second - 1;
        const bool goes_on = open_.empty() || rank_of(bound) <= nodes_[open_.front()].rank;
        open_.push_back(p.above_first ? first : second);
        std::push_heap(open_.begin(), open_.end(), later{nodes_});
        if (goes_on) return p.above_first ? second : first;
        open_.push_back(p.above_first ? second : first);
        std::push_heap(open_.begin(), open_.end(), later{nodes_});
        return none;
    }

    // The least cost that a bound allows, in steps: no matter how it is rounded, parts of the same
    // rank must all be looked at.
    [[nodiscard]] double rank_of(double bound) const {
        return std::ceil((bound - base_) / step_ - 1e-3);
    }

    // The newest of the best rank.
    number best_open() {
        while (!open_.empty()) {
            std::pop_heap(open_.begin(), open_.end(), later{nodes_});
            const number n = open_.back();
            open_.pop_back();
            if (nodes_[n].bound <= limit_) return n;
            close(n);
        }
        return none;
    }

    // There may be solutions in a node that are as good as the best that is known.
    number close(number n) {
        if (nodes_[n].bound <= limit_ + step_) closed_.push_back(n);
        return none;
    }

    static constexpr std::size_t most_cuts = 200;
    static constexpr std::size_t few_cuts = 10;
    static constexpr number most_idle = 4;  // solutions in which a cut had no effect

    walk_program* program_;
    search_control* control_;
    connection_cuts cuts_;
    parity_cuts parity_;
    trial_branching choice_;
    column_fixing fixing_;
    double step_;
    double limit_ = 0;
    double base_ = 0;  // a cost that is possible
    double last_bound_ = -lp::infinity;
    double proven_ = -lp::infinity;  // by the last solution
    std::vector<lp::range> ranges_;  // of columns and degrees, for the whole tree
    std::vector<lp::range> now_;
    std::vector<double> rest_;
    std::vector<node> nodes_;
    std::vector<number> open_;
    std::vector<number> unclear_;
    std::vector<number> closed_;  // with nothing better than what is known
    std::uint64_t visited_ = 0;
    std::uint64_t rounds_ = 0;  // at the root
};

}  // namespace senda::pacman::detail
