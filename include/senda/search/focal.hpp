// SPDX-License-Identifier: MIT
// Focal search: of all paths within a bound of the cheapest, the one that is soonest found.
#pragma once

#include <senda/detail/contract/engine.hpp>
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

namespace senda::detail {

/// A search for a path that costs at most a weight times the least. The smallest f of what is open
/// says what is within the bound. `Derived` has its own queues for the rest: `queue(id, f)` takes a
/// node in, `expand_next()` expands one and `clear_queues()` forgets them.
template <class Derived, class G, class Node, class Goal, class H, class D, class Observer,
          class Id>
class bounded_search : public restartable_engine<Derived, G, Node, Goal, Observer> {
    using base = restartable_engine<Derived, G, Node, Goal, Observer>;
    friend base;
    friend engine<Derived>;
    static constexpr bool priced_ends = has_prices<Goal, Node>;

protected:
    using typename base::types, typename base::cost, typename base::action;
    using record = bounded_node<cost, Id, action>;
    using store = node_store<std::remove_cvref_t<G>, Node, record, Id>;
    template <class Payload>
    using by_f = open_list<cost, Id, ties::deepest_first, Payload>;

public:
    using typename base::result_type;

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r = this->pathless_result();
        if (r.status == status::found) {
            r.cost = with_price(found_, append_bounded_path(store_, found_, r.path, r.actions));
            r.lower_bound = std::min(r.lower_bound, r.cost);
        }
        return r;
    }

protected:
    using base::control_, base::graph_, base::observer_, base::goal_, base::bounds_;

    bounded_search(G&& g, const Goal& goal, H&& h, D&& d, const options& o, Observer&& observer)
        : base(std::forward<G>(g), goal, o, std::forward<Observer>(observer)),
          heuristic_(std::forward<H>(h)),
          second_(std::forward<D>(d)),
          store_(control_.budget()),
          open_(control_.budget()),
          weight_(o.weight > 1 ? o.weight : 1) {
        control_.note_weight(weight_);
    }
    bounded_search(bounded_search&&) = default;
    bounded_search& operator=(bounded_search&&) = default;
    ~bounded_search() = default;

    template <class Start>
    void begin(const Start& start) {
        if (!control_.fits(store_.prepare(graph_))) return;
        bool is_valid = for_each_priced_start<types>(graph_, start, [&](auto&& n, cost g) {
            relax(std::forward<decltype(n)>(n), g, g, store::none, action{});
        });
        if constexpr (priced_ends) is_valid = is_valid && !goal_.has_negative_price();
        if (!is_valid) control_.end(status::negative_cost);
    }

    void forget() {
        store_.clear(graph_);
        open_.clear();
        this->self().clear_queues();
        found_ = least_ = store::none;
        best_ = infinite<cost>;
        within_ = cost{0};
        is_cut_ = false;
        turns_ = 0;
    }

    void advance(std::uint64_t) {
        if (!find_least()) return finish();
        if (!(best_ > within_)) return control_.end(status::found);
        this->self().expand_next();
    }

    /// Hidden by a `Derived` that looks at what has come within the bound, now that `least` has the
    /// smallest f; false if there is no memory to go on.
    bool widen(Id /*least*/, cost /*f*/) noexcept { return true; }

    /// Whether a node is still to be expanded at the cost that it was queued with.
    [[nodiscard]] bool is_open(Id id, cost g) const noexcept {
        const record& r = store_.record(id);
        return r.state == node_state::open && !(g > r.g);
    }

    /// Expands a node, where a path may end too, and calls `see(child, step)` for each node that it
    /// leads to and that the observer lets in.
    template <class See>
    void expand(Id id, cost g, const Node& node, See&& see) {
        record& popped = store_.record(id);
        if (popped.is_goal) {
            end_at(id, g);
            if (!control_.running()) return;
        }
        if (!control_.may_expand()) return;
        if (popped.was_expanded) control_.count_reopened();
        popped.is_done = popped.was_expanded = true;
        popped.state = node_state::closed;
        if (!admits<expand_hook>(control_, observer_, node, g)) return;
        for_each_edge<types>(
            graph_, node, g, control_, observer_, [&](auto&& to, cost there, cost step, action a) {
                const Id child =
                    relax(std::forward<decltype(to)>(to), there, step, id, std::move(a));
                if (child != store::none) see(child, step);
            });
    }

private:
    /// Finds the smallest f of what is open, which no path costs less than; false if nothing is.
    bool find_least() {
        while (least_ == store::none || !is_open(least_, least_g_)) {
            if (open_.empty()) return false;
            const auto first = open_.pop();
            if (!is_open(first.id, first.g)) continue;
            least_ = first.id;
            least_g_ = first.g;
            bounds_.raise(first.f);
            within_ = times_weight(bounds_.raised(), weight_);
            return this->self().widen(first.id, first.f);
        }
        return true;
    }

    [[nodiscard]] cost with_price([[maybe_unused]] Id id, cost g) const {
        if constexpr (priced_ends) {
            return add_costs(g, goal_.price(graph_, store_.node(id)));
        } else {
            return g;
        }
    }

    /// A path ends here. What it costs is within the bound if it costs nothing to end.
    void end_at(Id id, cost g) {
        const cost total = with_price(id, g);
        if (!bounds_.admits(total)) {
            is_cut_ = true;
            return bounds_.lower_cut(total);
        }
        if (!(total < best_)) return;
        best_ = total;
        found_ = id;
        if (!priced_ends || !(best_ > within_)) control_.end(status::found);
    }

    void finish() {
        if (!control_.running()) return;
        if (found_ != store::none) {
            bounds_.raise(best_);
            return control_.end(status::found);
        }
        control_.end(is_cut_ ? status::cost_limit : bounds_.ending());
    }

    /// Takes in a path to a node; which one that is, if it is let in.
    template <class N>
    SENDA_ALWAYS_INLINE Id relax(N&& node, cost g, cost step, Id parent, action a) {
        const auto key = store_.key_of(graph_, node);
        const auto at = store_.look_up(key, node);
        if (at.id != store::none && !(g < store_.record(at.id).g)) return at.id;
        return reach(at, key, std::forward<N>(node), g, step, parent, std::move(a));
    }

    template <class N>
    SENDA_NOINLINE Id reach(typename store::spot at, typename store::key key, N&& node, cost g,
                            cost step, Id parent, action a) {
        if constexpr (watched<Observer>) {
            if (parent != store::none && bounds_.admits(g) &&
                !admits<improve_hook>(control_, observer_, store_.node(parent), node, g)) {
                return store::none;
            }
        }
        Id id = at.id;
        if (id == store::none) {
            const auto h = as_estimate<cost>(heuristic_(node));
            const bool is_goal = goal_(graph_, node);
            id = store_.add(
                at, key, std::forward<N>(node),
                record{g, h, step, parent, node_state::open, is_goal, false, false, std::move(a)});
            if (!control_.fits(id != store::none)) return store::none;
        } else {
            store_.record(id).lead_by(g, step, parent, std::move(a));
        }
        enqueue(id);
        return id;
    }

    void enqueue(Id id) {
        record& r = store_.record(id);
        const cost f = bounds_.through(r.g, r.h);
        if (!bounds_.admits(f) && r.h == infinite<cost>) [[unlikely]] {
            if (r.state == node_state::left_out) bounds_.take_in();
            r.state = node_state::closed;  // the estimate says that no goal follows
            return;
        }
        if (!bounds_.keeps(r.state, f)) return;
        r.state = node_state::open;
        if (!control_.fits(open_.push(f, r.g, id))) return;
        if (r.is_done) return;  // its children may stay as they are until it is the least
        this->self().queue(id, f);
    }

    SENDA_NO_UNIQUE_ADDRESS H heuristic_;

protected:
    SENDA_NO_UNIQUE_ADDRESS D second_;
    store store_;

private:
    by_f<no_payload> open_;  // all that is open, for the smallest f

protected:
    double weight_;
    cost within_ = cost{0};    // an f that is no larger is within the bound
    Id least_ = store::none;   // what is open with the smallest f, and its cost
    std::uint32_t turns_ = 0;  // how many were queued: of equals the first comes first

private:
    cost least_g_ = cost{0};
    Id found_ = store::none;
    cost best_ = infinite<cost>;  // what the best path costs, where it costs something to end
    bool is_cut_ = false;         // an end was beyond the limit on costs
};

}  // namespace senda::detail

namespace senda {

/// A second estimate: any function of a node that returns a number, such as how many steps are
/// left.
template <class D, class Node>
concept SecondEstimate = requires(D& d, const Node& n) {
    { d(n) } -> std::convertible_to<double>;
};

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
