// SPDX-License-Identifier: MIT
// Focal search: of all paths within a bound of the cheapest, the one that is soonest found.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/engines/bounded_node.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/four_ary_heap.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace senda {

/// A second estimate: any function of a node that returns a number, such as how many steps are
/// left.
template <class D, class Node>
concept SecondEstimate = requires(D& d, const Node& n) {
    { d(n) } -> std::convertible_to<double>;
};

/// A focal search that can be stepped; it refers to lvalues that it is given and keeps temporaries.
template <class G, class Node, class Goal, class H, class D, class Observer = no_observer,
          class Id = std::uint32_t>
    requires SearchableGraph<G, Node> && WeightedGoalOf<Goal, Node> &&
             Heuristic<H, Node, cost_of<G, Node>> && SecondEstimate<D, Node>
class focal_search
    : public detail::restartable_engine<focal_search<G, Node, Goal, H, D, Observer, Id>, G, Node,
                                        Goal, Observer> {
    using base = detail::restartable_engine<focal_search, G, Node, Goal, Observer>;
    friend base;
    friend typename base::engine_type;
    using typename base::types, typename base::cost, typename base::action;

    using record = detail::bounded_node<cost, Id, action>;
    using store = detail::node_store<std::remove_cvref_t<G>, Node, record, Id>;
    using node_state = detail::node_state;
    template <class Payload>
    using by_f = detail::open_list<cost, Id, detail::ties::deepest_first, Payload>;
    static constexpr bool terminal_costs = detail::has_terminal_costs<Goal, Node>;

    /// A node that may be expanded next.
    struct candidate {
        double d;
        cost f;
        cost g;
        std::uint32_t turn;  // how many were queued before: of equals the first comes first
        Id id;
    };
    struct nearer {
        constexpr bool operator()(const candidate& a, const candidate& b) const noexcept {
            return a.d != b.d ? a.d < b.d : a.f != b.f ? a.f < b.f : a.turn < b.turn;
        }
    };

public:
    using typename base::result_type;

    /// A search from `start`, a node or `any_of` several, to `goal`, led by the estimates `h` and
    /// `d`.
    template <class Start>
    focal_search(G&& g, const Start& start, const Goal& goal, H&& h, D&& d, const options& o = {},
                 Observer&& observer = {})
        : base(std::forward<G>(g), goal, o, std::forward<Observer>(observer)),
          heuristic_(std::forward<H>(h)),
          second_(std::forward<D>(d)),
          store_(control_.budget()),
          open_(control_.budget()),
          over_bound_(control_.budget()),
          focal_(control_.budget()),
          weight_(o.weight > 1 ? o.weight : 1) {
        control_.note_weight(weight_);
        begin(start);
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r = this->pathless_result();
        if (r.status == status::found) {
            r.cost = with_terminal_cost(
                found_, detail::append_bounded_path(store_, found_, r.path, r.actions));
            r.lower_bound = std::min(r.lower_bound, r.cost);
        }
        return r;
    }

private:
    using base::control_, base::graph_, base::observer_, base::goal_, base::bounds_;

    template <class Start>
    void begin(const Start& start) {
        if (!control_.fits(store_.prepare(graph_))) return;
        bool is_valid = detail::for_each_start_cost<types>(graph_, start, [&](auto&& n, cost g) {
            relax(std::forward<decltype(n)>(n), g, g, store::none, action{});
        });
        if constexpr (terminal_costs) is_valid = is_valid && !goal_.has_negative_cost();
        if (!is_valid) control_.end(status::negative_cost);
    }

    void forget() {
        store_.clear(graph_);
        open_.clear();
        over_bound_.clear();
        focal_.clear();
        found_ = least_ = store::none;
        best_ = infinite<cost>;
        within_ = cost{0};
        is_cut_ = false;
        turns_ = 0;
    }

    void advance(std::uint64_t) {
        if (!find_least()) return finish();
        if (!(best_ > within_)) return control_.end(status::found);
        const candidate first = focal_.pop();  // the least is among them, or was
        if (is_open(first.id, first.g)) expand(first.id, first.g, store_.pinned(first.id));
    }

    /// Whether a node is still to be expanded at the cost that it was queued with.
    [[nodiscard]] bool is_open(Id id, cost g) const noexcept {
        const record& r = store_.record(id);
        return r.state == node_state::open && !(g > r.g);
    }

    /// Expands a node, where a path may end too.
    void expand(Id id, cost g, const Node& node) {
        record& popped = store_.record(id);
        if (popped.is_goal) {
            end_at(id, g);
            if (!control_.running()) return;
        }
        if (!control_.may_expand()) return;
        if (popped.was_expanded) control_.count_reopened();
        popped.is_done = popped.was_expanded = true;
        popped.state = node_state::closed;
        if (!detail::admits<detail::expand_hook>(control_, observer_, node, g)) return;
        detail::for_each_edge<types>(
            graph_, node, g, control_, observer_, [&](auto&& to, cost there, cost step, action a) {
                relax(std::forward<decltype(to)>(to), there, step, id, std::move(a));
            });
    }

    /// Finds the smallest f of what is open, which no path costs less than; false if nothing is, or
    /// if there is no memory to go on.
    bool find_least() {
        while (least_ == store::none || !is_open(least_, least_g_)) {
            if (open_.empty()) return false;
            const auto first = open_.pop();
            if (!is_open(first.id, first.g)) continue;
            least_ = first.id;
            least_g_ = first.g;
            bounds_.raise_lower_bound(first.f);
            within_ = detail::times_weight(bounds_.proven_bound(), weight_);
            return widen(first.id, first.f);
        }
        return true;
    }
    /// Takes in what has come within the bound; false if there is no memory to go on.
    bool widen(Id least, cost f) {
        while (!over_bound_.empty() && !(over_bound_.min_f() > within_)) {
            const auto next = over_bound_.pop();
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
        return control_.fits(focal_.push({d, f, store_.record(id).g, turns_++, id}));
    }
    [[nodiscard]] double second(Id id) {
        const auto d = static_cast<double>(second_(store_.node(id)));
        return d == d ? d : std::numeric_limits<double>::infinity();  // not a number is last
    }

    [[nodiscard]] cost with_terminal_cost([[maybe_unused]] Id id, cost g) const {
        if constexpr (terminal_costs) {
            return add_costs(g, goal_.terminal_cost(graph_, store_.node(id)));
        } else {
            return g;
        }
    }

    /// A path ends here. What it costs is within the bound if it costs nothing to end.
    void end_at(Id id, cost g) {
        const cost total = with_terminal_cost(id, g);
        if (!bounds_.admits(total)) {
            is_cut_ = true;
            return bounds_.lower_pruned_bound(total);
        }
        if (!(total < best_)) return;
        best_ = total;
        found_ = id;
        if (!terminal_costs || !(best_ > within_)) control_.end(status::found);
    }

    void finish() {
        if (!control_.running()) return;
        if (found_ != store::none) {
            bounds_.raise_lower_bound(best_);
            return control_.end(status::found);
        }
        control_.end(is_cut_ ? status::cost_limit : bounds_.ending());
    }

    /// Takes in a path to a node, if it is let in and cheaper than what is known.
    template <class N>
    SENDA_ALWAYS_INLINE void relax(N&& node, cost g, cost step, Id parent, action a) {
        const auto key = store_.key_of(graph_, node);
        const auto at = store_.look_up(key, node);
        if (at.id != store::none && !(g < store_.record(at.id).g)) return;
        reach(at, key, std::forward<N>(node), g, step, parent, std::move(a));
    }

    template <class N>
    SENDA_NOINLINE void reach(typename store::slot at, typename store::key key, N&& node, cost g,
                              cost step, Id parent, action a) {
        if constexpr (detail::has_observer<Observer>) {
            if (parent != store::none && bounds_.admits(g) &&
                !detail::admits<detail::improve_hook>(control_, observer_, store_.node(parent),
                                                      node, g)) {
                return;
            }
        }
        Id id = at.id;
        if (id == store::none) {
            const auto h = as_estimate<cost>(heuristic_(node));
            const bool is_goal = goal_(graph_, node);
            id = store_.add(
                at, key, std::forward<N>(node),
                record{g, h, step, parent, node_state::open, is_goal, false, false, std::move(a)});
            if (!control_.fits(id != store::none)) return;
        } else {
            store_.record(id).lead_by(g, step, parent, std::move(a));
        }
        enqueue(id);
    }

    void enqueue(Id id) {
        record& r = store_.record(id);
        const cost f = bounds_.through(r.g, r.h);
        if (!bounds_.admits(f) && r.h == infinite<cost>) [[unlikely]] {
            if (r.state == node_state::pruned) bounds_.readmit();
            r.state = node_state::closed;  // the estimate says that no goal follows
            return;
        }
        if (!bounds_.update_state(r.state, f)) return;
        r.state = node_state::open;
        if (!control_.fits(open_.push(f, r.g, id))) return;
        if (r.is_done) return;  // its children may stay as they are until it is the least
        if (!(f > within_)) {
            focus(id, f, second(id));
        } else {
            control_.fits(over_bound_.push(f, r.g, id, second(id)));
        }
    }

    SENDA_NO_UNIQUE_ADDRESS H heuristic_;
    SENDA_NO_UNIQUE_ADDRESS D second_;
    store store_;
    by_f<detail::no_payload> open_;                   // all that is open, for the smallest f
    by_f<double> over_bound_;                         // what is open and not within the bound
    detail::four_ary_heap<candidate, nearer> focal_;  // what is
    double weight_;
    cost within_ = cost{0};   // an f that is no larger is within the bound
    Id least_ = store::none;  // what is open with the smallest f, and its cost
    cost least_g_ = cost{0};
    Id found_ = store::none;
    cost best_ = infinite<cost>;  // what the best path costs, where it costs something to end
    std::uint32_t turns_ = 0;
    bool is_cut_ = false;  // an end was beyond the limit on costs
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
/// `observer`  hooks that are called as it works; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class H, class D,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && WeightedGoalOf<Goal, node_of<G, Start>> &&
             Heuristic<H, node_of<G, Start>, cost_of<G, Start>> &&
             SecondEstimate<D, node_of<G, Start>>
[[nodiscard]] auto focal(G&& g, const Start& start, const Goal& goal, H&& h, D&& d,
                         const options& o = {}, Observer&& observer = {}) {
    return detail::run_to_end(
        focal_search(g, start, detail::goal_from<G, Start>(goal), h, d, o, observer));
}

}  // namespace senda
