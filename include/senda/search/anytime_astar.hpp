// SPDX-License-Identifier: MIT
// Anytime A*: a path soon, then better ones until the cheapest is known or a limit comes first.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/four_ary_heap.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// What a search keeps about a node that it may leave as it is when a cheaper path to it turns up.
/// Its children then cost less than they say: what a path costs is told by its steps alone.
template <class Cost, class Id, class Action>
struct bounded_node {
    Cost g;     ///< no less than what the path by the parents costs
    Cost h;     ///< the estimate, which is asked for once
    Cost step;  ///< what the edge from the parent costs; of a start, what it costs to begin there
    Id parent;
    node_state state;
    bool is_goal;       ///< a path may end here
    bool is_done;       ///< it was expanded, in this round where there are several
    bool was_expanded;  ///< in any
    SENDA_NO_UNIQUE_ADDRESS Action action;

    /// Notes a cheaper path to it.
    void lead_by(Cost there, Cost last_step, Id from, [[maybe_unused]] Action by) {
        g = there;
        step = last_step;
        parent = from;
        if constexpr (!std::same_as<Action, no_action>) action = std::move(by);
    }
};

/// A node that waits to be expanded by f = g + weight * h, which is not rounded to a cost: whole
/// numbers would lose what the weight promises.
template <class Cost, class Id>
struct weighted_node {
    double f;
    Cost g;
    std::uint32_t turn;
    Id id;
};
struct deepest_of_equals {
    template <class Waiting>
    constexpr bool operator()(const Waiting& a, const Waiting& b) const noexcept {
        return a.f != b.f ? a.f < b.f : a.g != b.g ? a.g > b.g : a.turn < b.turn;
    }
};

/// A weight without end would make nothing of an estimate of 0, and would not shrink.
[[nodiscard]] inline double finite(double weight) noexcept {
    return std::min(weight, std::numeric_limits<double>::max());
}

/// Whether a sum that is weighted and rounded is surely no less than a cost.
template <Cost C>
[[nodiscard]] bool is_no_less(double sum, C cost) noexcept {
    const auto other = static_cast<double>(cost);
    if constexpr (std::integral<C>) {
        if (other > 0x1p53) return sum * (1 - 1e-15) > other;  // above, a double is not exact
    }
    return !(sum < other);
}

/// `bound` times a weight of at least 1, rounded down; at most the largest cost.
template <Cost C>
[[nodiscard]] C times_weight(C bound, double weight) noexcept {
    constexpr auto most = static_cast<double>(largest_cost<C>);
    if constexpr (std::floating_point<C>) {
        const double product = weight * static_cast<double>(bound);
        return product < most ? static_cast<C>(product) : largest_cost<C>;
    } else {  // what is above 2^53 is no exact double, but its part beyond the bound is small
        const double more = (weight - 1) * static_cast<double>(bound);
        if (!(more < most)) return largest_cost<C>;
        return std::min(add_costs(bound, static_cast<C>(more)), largest_cost<C>);
    }
}

}  // namespace senda::detail

namespace senda {

/// What a caller may ask of `anytime_astar`.
struct anytime_options {
    /// Where to give up: with the best path that is known by then.
    senda::limits limits = {};
    /// What may end the search from outside.
    stop_token stop = {};
    /// By how much the estimate is weighted in the first round: the more, the sooner a path is
    /// found, and the more it may cost. Not a number or below `last_weight` counts as that.
    double weight = 3;
    /// The search ends once its path costs at most this times the least; not a number or below 1
    /// counts as 1, which asks for the cheapest path.
    double last_weight = 1;
    /// What the weight is above 1 is multiplied by this after each round; not a number, or not
    /// between 0 and 1, counts as 0: then there are two rounds.
    double shrink = 0.25;
};

/// The best path that an anytime search knows. True in a condition when there is one, also when a
/// limit or the stop token ended the search: then `status` says which, and `factor()` how far from
/// the least cost it can be. `found` says that it is as good as was asked for.
template <class Node, Cost C, class Action = no_action>
struct anytime_result : result<Node, C, Action> {
    [[nodiscard]] explicit operator bool() const noexcept { return !this->path.empty(); }

    /// Whether no path costs less, which is proven.
    [[nodiscard]] bool is_optimal() const noexcept {
        return !this->path.empty() && !(this->lower_bound < this->cost);
    }
    /// The path costs at most this times the least cost: 1 if it is optimal, infinity if nothing
    /// is known, as without a path.
    [[nodiscard]] double factor() const noexcept {
        if (is_optimal()) return 1;
        if (this->path.empty() || !(this->lower_bound > C{0}))
            return std::numeric_limits<double>::infinity();
        return static_cast<double>(this->cost) / static_cast<double>(this->lower_bound);
    }
};

/// An anytime search that can be stepped; it refers to lvalues that it is given and keeps
/// temporaries. `result()` has the best path so far at any time.
template <class G, class Node, class Goal, class H, class Observer = no_observer,
          class Id = std::uint32_t>
    requires SearchableGraph<G, Node> && WeightedGoalOf<Goal, Node> &&
             Heuristic<H, Node, cost_of<G, Node>>
class anytime_astar_search
    : public detail::restartable_engine<anytime_astar_search<G, Node, Goal, H, Observer, Id>, G,
                                        Node, Goal, Observer> {
    using base = detail::restartable_engine<anytime_astar_search, G, Node, Goal, Observer>;
    friend base;
    friend typename base::engine_type;
    using typename base::types, typename base::cost, typename base::action;

    using record = detail::bounded_node<cost, Id, action>;
    using store = detail::node_store<std::remove_cvref_t<G>, Node, record, Id>;
    using slot = typename store::slot;
    using node_state = detail::node_state;
    using open_node = detail::weighted_node<cost, Id>;
    static constexpr bool terminal_costs = detail::has_terminal_costs<Goal, Node>;
    static constexpr auto rounding =
        static_cast<cost>(1e-12);  // that estimates with fractions are forgiven

public:
    using result_type = anytime_result<Node, cost, action>;

    /// A search from `start`, a node or `any_of` several, to `goal`, led by the estimate `h`.
    template <class Start>
    anytime_astar_search(G&& g, const Start& start, const Goal& goal, H&& h,
                         const anytime_options& o = {}, Observer&& observer = {})
        : base(std::forward<G>(g), goal, {.limits = o.limits, .stop = o.stop},
               std::forward<Observer>(observer)),
          heuristic_(std::forward<H>(h)),
          store_(control_.budget()),
          open_(control_.budget()),
          chain_(control_.budget()),
          last_weight_(o.last_weight > 1 ? detail::finite(o.last_weight) : 1),
          first_weight_(o.weight > last_weight_ ? detail::finite(o.weight) : last_weight_),
          shrink_(o.shrink > 0 && o.shrink < 1 ? o.shrink : 0) {
        begin(start);
    }

    /// The best path as it stands. While the search runs, the bound is that of the last round.
    [[nodiscard]] result_type result() const {
        result_type r{this->pathless_result()};
        if (r.status == status::exhausted || r.status == status::cost_limit) return r;
        const bool is_stopped = !control_.running() && r.status != status::found;
        r.lower_bound = is_stopped && has_begun_ ? std::max(lower_, least_open()) : lower_;
        if (found_ != store::none) {
            detail::append_path(detail::record_parent_cursor<store, Id>{&store_, found_}, r.path,
                                r.actions);
            r.cost = detail::cost_by_steps(store_, found_);
            if constexpr (terminal_costs)
                r.cost = add_costs(r.cost, goal_.terminal_cost(graph_, store_.node(found_)));
        }
        r.lower_bound = std::min({r.lower_bound, bounds_.pruned_bound(), r.cost});
        return r;
    }

    /// Goes on until there is a better answer, or to the end; whether there is one.
    bool next_answer() {
        const std::uint64_t before = answers_;
        detail::abort_guard guard(control_);
        this->rebind();
        while (control_.running() && answers_ == before) advance(0);
        guard.release();
        publish();  // what was found since the last round ended
        return answers_ != before;
    }

    /// How many answers, each better than the one before, rounds have ended with so far.
    [[nodiscard]] std::uint64_t answers() const noexcept { return answers_; }
    /// By how much the estimate is weighted in this round.
    [[nodiscard]] double weight() const noexcept { return weight_; }

private:
    using base::control_, base::graph_, base::observer_, base::goal_, base::bounds_;

    void forget() {
        store_.clear(graph_);
        open_.clear();
        found_ = store::none;
        best_ = published_ = infinite<cost>;
        lower_ = cost{0};
        answers_ = 0;
        is_cut_ = has_begun_ = false;
        is_consistent_ = true;
    }

    template <class Start>
    void begin(const Start& start) {
        weight_ = first_weight_;
        if (!control_.fits(store_.prepare(graph_))) return;
        bool is_valid = detail::for_each_start_cost<types>(graph_, start, [&](auto&& n, cost g) {
            relax(std::forward<decltype(n)>(n), g, g, cost{0}, store::none, action{});
        });
        if constexpr (terminal_costs) is_valid = is_valid && !goal_.has_negative_cost();
        if (!is_valid) return control_.end(status::negative_cost);
        round_began_ = 0;
        has_begun_ = control_.running();
        if (has_begun_) lower_ = least_open();
    }

    void advance(std::uint64_t) {
        if (open_.empty() || leads_to_nothing(open_.top().f)) return end_round();
        const open_node first = open_.pop();
        visit(first.g, first.id, store_.pinned(first.id));
    }

    /// Before there is a path everything may lead to one, however dear its weight makes it.
    [[nodiscard]] bool leads_to_nothing(double f) const noexcept {
        return found_ != store::none && detail::is_no_less(f, best_);  // `visit` is exact
    }

    void visit(cost g, Id id, const Node& node) {
        record& popped = store_.record(id);
        if (g > popped.g || popped.is_done || popped.state != node_state::open) return;
        if (!(through(popped) < best_)) return;  // it leads to nothing better
        if (!control_.may_expand()) return;
        if (popped.was_expanded) control_.count_reopened();
        popped.is_done = popped.was_expanded = true;
        const cost h = popped.h;
        if (admits<detail::expand_hook>(control_, observer_, node, g)) {
            detail::for_each_edge<types>(
                graph_, node, g, control_, observer_,
                [&](auto&& to, cost there, cost step, action a) {
                    const cost floor = h > step ? static_cast<cost>(h - step) : cost{0};
                    relax(std::forward<decltype(to)>(to), there, step, floor, id, std::move(a));
                });
        }
        // Until all of its edges are seen it counts as open, or the lower bound would be wrong.
        record& expanded = store_.record(id);
        if (control_.running() && expanded.g == g) expanded.state = node_state::closed;
    }

    /// `floor` is what the estimate of the node before it leaves to be estimated.
    template <class N>
    SENDA_ALWAYS_INLINE void relax(N&& node, cost g, cost step, cost floor, Id parent, action a) {
        const auto key = store_.key_of(graph_, node);
        const slot at = store_.look_up(key, node);
        if (at.id != store::none) {
            const record& known = store_.record(at.id);
            compare_estimates(known.h, floor, g);
            if (!(g < known.g)) return;
        }
        reach(at, key, std::forward<N>(node), g, step, floor, parent, std::move(a));
    }
    void compare_estimates(cost h, cost floor, [[maybe_unused]] cost g) noexcept {
        if (h < floor && (std::integral<cost> || floor - h > rounding * (g + floor)))
            is_consistent_ = false;
    }

    template <class N>
    SENDA_NOINLINE void reach(slot at, typename store::key key, N&& node, cost g, cost step,
                              cost floor, Id parent, action a) {
        if (!this->admits_path(store_, parent, node, g)) return;
        Id id = at.id;
        if (id == store::none) {
            const auto h = as_estimate<cost>(heuristic_(node));
            const bool is_goal = goal_(graph_, node);
            compare_estimates(h, floor, g);
            id = store_.add(at, key, std::forward<N>(node),
                            record{g, std::max(h, floor), step, parent, node_state::open, is_goal,
                                   false, false, std::move(a)});
            if (!control_.fits(id != store::none)) return;
        } else {
            // The path that is known may have become better than its end says, and than this one.
            if (store_.record(id).is_goal && (!tighten() || !(g < store_.record(id).g))) return;
            record& known = store_.record(id);
            known.h = std::max(known.h, floor);
            known.lead_by(g, step, parent, std::move(a));
        }
        enqueue(id);
    }

    /// Takes in what has become cheaper. What was expanded in this round waits for the next.
    void enqueue(Id id) {
        record& r = store_.record(id);
        const cost f = through(r);
        if (!bounds_.update_state(r.state, f, r.h)) return;
        r.state = node_state::open;
        if (r.is_goal) [[unlikely]] {
            if constexpr (!terminal_costs)
                r.state = node_state::closed;  // nothing beyond is better
            return end_at(id);
        }
        queue(id);
    }
    void queue(Id id) {
        const record& r = store_.record(id);
        if (r.state != node_state::open || r.is_done || !(through(r) < best_)) return;
        const double f = static_cast<double>(r.g) + weight_ * static_cast<double>(r.h);
        control_.fits(open_.push({f, r.g, turns_++, id}));
    }

    /// A path ends here: is it the best?
    void end_at(Id id) {
        cost total = store_.record(id).g;
        if constexpr (terminal_costs)
            total = add_costs(total, goal_.terminal_cost(graph_, store_.node(id)));
        if (!bounds_.admits(total)) {
            bounds_.lower_pruned_bound(total);
            is_cut_ = true;
        } else if (total < best_) {
            best_ = total;
            found_ = id;
            (void)tighten();
        }
        if constexpr (terminal_costs) queue(id);
    }

    /// Tells the nodes of the best path what it costs to get to them: what was found cheaper on the
    /// way makes the end cheaper too. False if there is no memory for it.
    bool tighten() {
        chain_.clear();
        for (Id at = found_; at != store::none; at = store_.record(at).parent) {
            if (!control_.fits(chain_.push(at))) return false;
        }
        bool is_cheaper = false;
        for (Id before = store::none; !chain_.empty();) {
            const Id at = chain_.pop();
            record& r = store_.record(at);
            const cost from = before == store::none ? cost{0} : store_.record(before).g;
            before = at;
            const cost g = add_costs(from, r.step);
            if (!(g < r.g)) continue;
            is_cheaper = true;
            r.g = g;
            if (r.is_goal && !terminal_costs) continue;
            r.state = node_state::open;
            queue(at);
        }
        if (is_cheaper) {
            best_ = store_.record(found_).g;
            if constexpr (terminal_costs)
                best_ = add_costs(best_, goal_.terminal_cost(graph_, store_.node(found_)));
        }
        return control_.running();
    }

    /// Nothing is left in this round that could lead to a better path with this weight.
    void end_round() {
        if (!tighten()) return;
        const bool has_path = found_ != store::none;
        const cost least = least_open();
        lower_ = std::max(lower_, std::min(least, best_));
        if (has_path && proves_by_weight()) lower_ = std::max(lower_, by_weight());
        publish();
        if (has_path && (!(least < best_) || is_within_last_weight())) {
            return control_.end(status::found);
        }
        // Cheaper paths to what is known change nothing where nothing was left out for its cost.
        if (!has_path && (least == infinite<cost> || (bounds_.pruned() == 0 && !is_cut_))) {
            return control_.end(is_cut_ ? status::cost_limit : bounds_.ending());
        }
        next_round();
    }

    /// Whether a round that ends with a path proves that it is within the weight: ARA*'s bound.
    /// Without a weight the costs of what is open are more exact.
    [[nodiscard]] bool proves_by_weight() const noexcept { return is_consistent_ && weight_ > 1; }
    [[nodiscard]] cost by_weight() const noexcept {
        const double least = static_cast<double>(best_) / weight_ * (1 - 1e-9);
        const auto rounded = static_cast<cost>(least);
        return static_cast<double>(rounded) < least ? static_cast<cost>(rounded + 1) : rounded;
    }
    [[nodiscard]] bool is_within_last_weight() const noexcept {
        if (!(best_ > detail::times_weight(lower_, last_weight_))) return true;
        // A round that had nothing to do proves it too: all that is open was too dear.
        return weight_ == last_weight_ && (proves_by_weight() || was_idle());
    }
    [[nodiscard]] bool was_idle() const noexcept { return control_.expanded() == round_began_; }

    void next_round() {
        if (!control_.poll()) return;  // a round without an expansion looks at no clock
        double proven = weight_;
        if (found_ != store::none && lower_ > cost{0})
            proven = std::min(proven, static_cast<double>(best_) / static_cast<double>(lower_));
        constexpr double little = 0.05;
        // Rounds without anything to do are few, however slowly the weight is to shrink.
        weight_ = 1 + (was_idle() ? std::min(shrink_, 0.5) : shrink_) * (proven - 1);
        if (!(weight_ > last_weight_ + little)) weight_ = last_weight_;
        round_began_ = control_.expanded();
        open_.clear();
        for (std::size_t id = 0; id < store_.size(); ++id) {
            store_.record(id).is_done = false;
            queue(static_cast<Id>(id));
        }
    }

    void publish() noexcept {
        if (!(best_ < published_)) return;
        // An equal sum in another order is no better answer.
        if (std::floating_point<cost> && !(published_ - best_ > rounding * best_)) return;
        published_ = best_;
        ++answers_;
    }

    [[nodiscard]] cost through(const record& r) const noexcept { return bounds_.through(r.g, r.h); }
    /// No path that is still to be found costs less than this: it leads through an open node.
    [[nodiscard]] cost least_open() const noexcept {
        cost least = infinite<cost>;
        for (std::size_t id = 0; id < store_.size(); ++id) {
            const record& r = store_.record(id);
            if (r.state == node_state::open) least = std::min(least, through(r));
        }
        return least;
    }

    SENDA_NO_UNIQUE_ADDRESS H heuristic_;
    store store_;
    detail::four_ary_heap<open_node, detail::deepest_of_equals> open_;
    detail::buffer<Id> chain_;  // of the best path, while it is walked
    double last_weight_;
    double first_weight_;
    double shrink_;
    double weight_ = 1;
    Id found_ = store::none;
    cost best_ = infinite<cost>;       // what the best path costs, or more: see `tighten`
    cost published_ = infinite<cost>;  // what the last answer cost
    cost lower_ = cost{0};
    std::uint64_t answers_ = 0;
    std::uint32_t turns_ = 0;
    std::uint64_t round_began_ = 0;  // after how many expansions
    bool is_cut_ = false;            // an end was beyond the limit on costs
    bool has_begun_ = false;         // all starts are known
    bool is_consistent_ = true;      // no edge was seen along which the estimate falls too far
};

template <class G, class Start, class Goal, class H, class Observer = no_observer>
anytime_astar_search(G&&, const Start&, const Goal&, H&&, const anytime_options& = {},
                     Observer&& = {})
    -> anytime_astar_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>, H,
                            Observer>;

/// Finds paths from `start` to `goal`, the first one soon and each better than the one before,
/// until it is proven that none is cheaper or a limit comes first; returns the last. It is A* with
/// a weight in rounds, each with a smaller one and each built on what the last ones found: ARA* (M.
/// Likhachev, G. Gordon, S. Thrun, ARA*: anytime A* with provable bounds on sub-optimality, 2003).
/// Within a round no node is expanded twice, whatever `h` is.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several, also at different costs.
/// `goal`      a node, `any_of` several, also at different costs, or a predicate on nodes.
/// `h`         the estimated cost from a node to the nearest goal, as for `astar`; asked once a
///             node.
/// `o`         limits, a stop token, the weights of the rounds.
/// `observer`  hooks that are called as it works; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class H,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && WeightedGoalOf<Goal, node_of<G, Start>> &&
             Heuristic<H, node_of<G, Start>, cost_of<G, Start>>
[[nodiscard]] auto anytime_astar(G&& g, const Start& start, const Goal& goal, H&& h,
                                 const anytime_options& o = {}, Observer&& observer = {}) {
    return detail::run_to_end(
        anytime_astar_search(g, start, detail::goal_from<G, Start>(goal), h, o, observer));
}

}  // namespace senda
