// SPDX-License-Identifier: MIT
// Explicit estimation search: a path within a bound, by what costs and steps are likely to be.
#pragma once

#include <senda/detail/bounded/bounded_search.hpp>
#include <senda/detail/bounded/second_estimate.hpp>
#include <senda/detail/contract/engine.hpp>
#include <senda/storage/four_ary_heap.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace senda {

/// An explicit estimation search that can be stepped; it refers to lvalues that it is given and
/// keeps temporaries.
template <class G, class Node, class Goal, class H, class D, class Observer = no_observer,
          class Id = std::uint32_t>
    requires SearchableGraph<G, Node> && PricedGoalOf<Goal, Node> &&
             Heuristic<H, Node, cost_of<G, Node>> && SecondEstimate<D, Node>
class explicit_estimation_search
    : public detail::bounded_search<explicit_estimation_search<G, Node, Goal, H, D, Observer, Id>,
                                    G, Node, Goal, H, D, Observer, Id> {
    using base =
        detail::bounded_search<explicit_estimation_search, G, Node, Goal, H, D, Observer, Id>;
    friend base;
    using typename base::cost, typename base::store;

    /// A node that is open, and what is likely to follow.
    struct likely {
        double f;  // what a path through it costs
        double d;  // how many steps are left
        cost g;
        std::uint32_t turn;
        Id id;
    };
    struct nearer {
        constexpr bool operator()(const likely& a, const likely& b) const noexcept {
            return a.d != b.d ? a.d < b.d : a.f != b.f ? a.f < b.f : a.turn < b.turn;
        }
    };

public:
    /// A search from `start`, a node or `any_of` several, to `goal`, led by the estimates `h` and
    /// `d`.
    template <class Start>
    explicit_estimation_search(G&& g, const Start& start, const Goal& goal, H&& h, D&& d,
                               const options& o = {}, Observer&& observer = {})
        : base(std::forward<G>(g), goal, std::forward<H>(h), std::forward<D>(d), o,
               std::forward<Observer>(observer)),
          by_cost_(control_.budget()),
          beyond_(control_.budget()),
          focal_(control_.budget()) {
        this->begin(start);
    }

private:
    using base::control_, base::bounds_, base::store_, base::within_, base::least_, base::is_open;

    void clear_queues() {
        by_cost_.clear();
        beyond_.clear();
        focal_.clear();
        seen_ = error_h_ = error_d_ = 0;
    }

    void expand_next() {
        const Id id = choose();
        if (control_.running()) visit(id, store_.pinned(id));
    }

    [[nodiscard]] cost through(Id id) const noexcept {
        return bounds_.through(store_.record(id).g, store_.record(id).h);
    }
    [[nodiscard]] bool is_within(const likely& l) const noexcept {
        return !(l.f > static_cast<double>(within_)) && !(through(l.id) > within_);
    }

    /// What to expand: of all that is likely to lead to a path within the bound of what is likely
    /// to be the cheapest, the node that is likely to be nearest to a goal, if it is within the
    /// bound; else what is likely to be the cheapest; else what raises the bound.
    [[nodiscard]] Id choose() {
        while (!by_cost_.empty() && !is_open(by_cost_.top().id, by_cost_.top().g)) by_cost_.pop();
        if (by_cost_.empty()) return least_;
        const likely cheapest = by_cost_.top();
        gather(this->weight_ * cheapest.f);
        if (!focal_.empty() && is_within(focal_.top())) return focal_.top().id;
        return is_within(cheapest) ? cheapest.id : least_;
    }
    /// Brings what is likely to cost at most `most` into the focal list, and the rest out of the
    /// way of its first node.
    void gather(double most) {
        while (!beyond_.empty() && !(beyond_.top().f > most)) {
            const likely next = beyond_.pop();
            if (is_open(next.id, next.g) && !control_.fits(focal_.push(next))) return;
        }
        while (!focal_.empty()) {
            const likely first = focal_.top();
            const bool is_there = is_open(first.id, first.g);
            if (is_there && !(first.f > most)) return;
            focal_.pop();
            if (is_there && !control_.fits(beyond_.push(first))) return;
        }
    }

    void visit(Id id, const Node& node) {
        const cost h = store_.record(id).h;
        Id best = store::none;  // of the nodes that it leads to
        double least = std::numeric_limits<double>::infinity();
        this->expand(id, store_.record(id).g, node, [&](Id child, cost step) {
            const cost next = store_.record(child).h;
            const double left = static_cast<double>(step) + static_cast<double>(next);
            if (next == infinite<cost> || !(left < least)) return;
            least = left;
            best = child;
        });
        if (best != store::none && control_.running()) learn(node, h, best, least);
    }

    /// Notes by how much the estimates of a node differ from those of the best that follows it.
    void learn(const Node& node, cost h, Id best, double left) {
        ++seen_;
        error_h_ += left - static_cast<double>(h);
        error_d_ += 1 + steps(store_.node(best)) - steps(node);
    }
    [[nodiscard]] double steps(const Node& node) {
        const auto d = static_cast<double>(this->second_(node));
        return d > 0 ? std::min(d, 1e18) : 0;  // also where it is not a number
    }
    /// A node with its estimates, corrected by what was learnt: a step takes as much longer, and
    /// costs as much more, as it did on average so far.
    [[nodiscard]] likely guess(Id id, cost f) {
        const double count = seen_ > 0 ? seen_ : 1;
        const double d = steps(store_.node(id)) / (1 - std::clamp(error_d_ / count, 0.0, 0.9));
        const double more = d * std::max(error_h_ / count, 0.0);
        return {static_cast<double>(f) + more, d, store_.record(id).g, this->turns_++, id};
    }

    void queue(Id id, cost f) {
        const likely entry = guess(id, f);
        control_.fits(by_cost_.push(entry) && beyond_.push(entry));
    }

    detail::four_ary_heap<likely, detail::deepest_of_equals> by_cost_;
    detail::four_ary_heap<likely, detail::deepest_of_equals> beyond_;  // the focal list
    detail::four_ary_heap<likely, nearer> focal_;
    double seen_ = 0;  // expansions that something was learnt from
    double error_h_ = 0;
    double error_d_ = 0;
};

template <class G, class Start, class Goal, class H, class D, class Observer = no_observer>
explicit_estimation_search(G&&, const Start&, const Goal&, H&&, D&&, const options& = {},
                           Observer&& = {})
    -> explicit_estimation_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>,
                                  H, D, Observer>;

/// Finds a path from `start` to `goal` that costs at most `o.weight` times the least. It learns on
/// its way by how much both estimates err, and expands what is then likely to be nearest to a goal
/// and within the bound (J. Thayer, W. Ruml, Bounded suboptimal search: a direct approach using
/// inadmissible estimates, 2011). The bound holds for any `d`; the result's `lower_bound` says how
/// far off the path can be.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several, also at different costs.
/// `goal`      a node, `any_of` several, also at different costs, or a predicate on nodes.
/// `h`         the estimated cost from a node to the nearest goal, as for `astar`.
/// `d`         the second estimate: how many steps are left to the nearest goal.
/// `o`         limits, a stop token, the bound as `weight`; less than 1 counts as 1.
/// `observer`  hooks that look on; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class H, class D,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && PricedGoalOf<Goal, node_of<G, Start>> &&
             Heuristic<H, node_of<G, Start>, cost_of<G, Start>> &&
             SecondEstimate<D, node_of<G, Start>>
[[nodiscard]] auto explicit_estimation(G&& g, const Start& start, const Goal& goal, H&& h, D&& d,
                                       const options& o = {}, Observer&& observer = {}) {
    return detail::run_to_end(
        explicit_estimation_search(g, start, detail::goal_from<G, Start>(goal), h, d, o, observer));
}

}  // namespace senda
