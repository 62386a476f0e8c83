// SPDX-License-Identifier: MIT
// Focal search: of all paths within a bound of the cheapest, the one that is soonest found.
#pragma once

#include <senda/detail/bounded/bounded_search.hpp>
#include <senda/detail/bounded/second_estimate.hpp>
#include <senda/detail/contract/engine.hpp>
#include <senda/storage/four_ary_heap.hpp>

#include <cstdint>
#include <limits>
#include <utility>

namespace senda {

/// A focal search that can be stepped; it refers to lvalues that it is given and keeps temporaries.
template <class G, class Node, class Goal, class H, class D, class Observer = no_observer,
          class Id = std::uint32_t>
    requires SearchableGraph<G, Node> && PricedGoalOf<Goal, Node> &&
             Heuristic<H, Node, cost_of<G, Node>> && SecondEstimate<D, Node>
class focal_search : public detail::bounded_search<focal_search<G, Node, Goal, H, D, Observer, Id>,
                                                   G, Node, Goal, H, D, Observer, Id> {
    using base = detail::bounded_search<focal_search, G, Node, Goal, H, D, Observer, Id>;
    friend base;
    using typename base::cost, typename base::record;

    /// A node that may be expanded next.
    struct candidate {
        double d;
        cost f;
        cost g;
        std::uint32_t turn;
        Id id;
    };
    struct nearer {
        constexpr bool operator()(const candidate& a, const candidate& b) const noexcept {
            return a.d != b.d ? a.d < b.d : a.f != b.f ? a.f < b.f : a.turn < b.turn;
        }
    };

public:
    /// A search from `start`, a node or `any_of` several, to `goal`, led by the estimates `h` and
    /// `d`.
    template <class Start>
    focal_search(G&& g, const Start& start, const Goal& goal, H&& h, D&& d, const options& o = {},
                 Observer&& observer = {})
        : base(std::forward<G>(g), goal, std::forward<H>(h), std::forward<D>(d), o,
               std::forward<Observer>(observer)),
          beyond_(control_.budget()),
          focal_(control_.budget()) {
        this->begin(start);
    }

private:
    using base::control_, base::store_, base::within_, base::is_open;

    void clear_queues() {
        beyond_.clear();
        focal_.clear();
    }

    void expand_next() {
        const candidate first = focal_.pop();  // the least is among them, or was
        if (!is_open(first.id, first.g)) return;
        this->expand(first.id, first.g, store_.pinned(first.id), [](Id, cost) {});
    }

    /// Takes in what has come within the bound; false if there is no memory to go on.
    bool widen(Id least, cost f) {
        while (!beyond_.empty() && !(beyond_.min_f() > within_)) {
            const auto next = beyond_.pop();
            if (!is_open(next.id, next.g)) continue;
            if (!focus(next.id, next.f, next.payload)) return false;
        }
        return wake(least, f);
    }
    /// Nothing gets on without the node that has the smallest f, also if it was expanded before.
    bool wake(Id id, cost f) {
        record& r = store_.record(id);
        if (!r.is_done) return true;
        r.is_done = false;
        return focus(id, f, second(id));
    }
    bool focus(Id id, cost f, double d) {
        return control_.fits(focal_.push({d, f, store_.record(id).g, this->turns_++, id}));
    }
    [[nodiscard]] double second(Id id) {
        const auto d = static_cast<double>(this->second_(store_.node(id)));
        return d == d ? d : std::numeric_limits<double>::infinity();  // not a number is last
    }

    void queue(Id id, cost f) {
        if (!(f > within_)) {
            focus(id, f, second(id));
        } else {
            control_.fits(beyond_.push(f, store_.record(id).g, id, second(id)));
        }
    }

    typename base::template by_f<double> beyond_;     // what is open and not within the bound
    detail::four_ary_heap<candidate, nearer> focal_;  // what is
};

template <class G, class Start, class Goal, class H, class D, class Observer = no_observer>
focal_search(G&&, const Start&, const Goal&, H&&, D&&, const options& = {}, Observer&& = {})
    -> focal_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>, H, D,
                    Observer>;

/// Finds a path from `start` to `goal` that costs at most `o.weight` times the least, as soon as it
/// can: of all nodes whose cost so far and estimate are within that bound of the smallest, the one
/// that `d` says is nearest to a goal is expanded first (J. Pearl, J. Kim, Studies in
/// semi-admissible heuristics, 1982: A*-epsilon). The bound holds for any `d`; the result's
/// `lower_bound` says how far off the path can be.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several, also at different costs.
/// `goal`      a node, `any_of` several, also at different costs, or a predicate on nodes.
/// `h`         the estimated cost from a node to the nearest goal, as for `astar`.
/// `d`         the second estimate, a number, such as how many steps are left: whatever tells which
///             of two nodes is sooner done with.
/// `o`         limits, a stop token, the bound as `weight`; less than 1 counts as 1.
/// `observer`  hooks that look on; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class H, class D,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && PricedGoalOf<Goal, node_of<G, Start>> &&
             Heuristic<H, node_of<G, Start>, cost_of<G, Start>> &&
             SecondEstimate<D, node_of<G, Start>>
[[nodiscard]] auto focal(G&& g, const Start& start, const Goal& goal, H&& h, D&& d,
                         const options& o = {}, Observer&& observer = {}) {
    return detail::run_to_end(
        focal_search(g, start, detail::goal_from<G, Start>(goal), h, d, o, observer));
}

}  // namespace senda
