// SPDX-License-Identifier: MIT
// What searches within a bound share: all but which of the open nodes they expand next.
#pragma once

#include <senda/detail/bounded/bounded_node.hpp>
#include <senda/detail/contract/engine.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/language/extensions.hpp>

#include <algorithm>
#include <cstdint>
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
