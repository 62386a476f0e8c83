// SPDX-License-Identifier: MIT
// The k cheapest routes that meet no node twice.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/routes/route_tree.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// A route with its cost, its nodes from start to goal, and its actions.
template <class Node, Cost C, class Action = no_action>
struct route {
    C cost = C{};                      ///< what it costs
    std::vector<Node> path = {};       ///< from start to goal
    std::vector<Action> actions = {};  ///< one an edge, where edges have any
};

/// The cheapest routes: `found` if they are as many as were asked for, `complete` if there are no
/// more, `exhausted` if there are none, else what stopped the search.
template <class Node, Cost C, class Action = no_action>
struct k_routes : answer {
    /// The routes, cheapest first; those that were found also where a limit stopped the search.
    std::vector<route<Node, C, Action>> routes = {};
    /// No route that is not listed costs less than this; `infinite<C>` when there are no others.
    C lower_bound = C{0};
};

/// A search for the cheapest routes that can be stepped. Dijkstra's algorithm explores the graph
/// and keeps what it saw; a route in that part counts as found when none through the rest can be
/// cheaper. A graph or observer given as an lvalue is referred to; a temporary is taken over.
template <class G, class Node, class Goal, class Observer = no_observer>
    requires SearchableGraph<G, Node> && GoalOf<Goal, Node>
class k_shortest_search
    : public detail::restartable_engine<k_shortest_search<G, Node, Goal, Observer>, G, Node, Goal,
                                        Observer> {
    using base = detail::restartable_engine<k_shortest_search, G, Node, Goal, Observer>;
    friend base;
    friend typename base::engine_type;
    using typename base::types, typename base::cost, typename base::action;

    using id = std::uint32_t;
    static constexpr bool has_actions = !std::same_as<action, no_action>;

    struct record {
        cost g;
        detail::node_state state;
    };
    using store = detail::node_store<std::remove_cvref_t<G>, Node, record>;
    using explored = detail::explored_graph<cost>;

public:
    using result_type = k_routes<Node, cost, action>;

    /// A search for the `k` cheapest routes from `start`, a node or `any_of` several, to `goal`.
    template <class Start>
    k_shortest_search(G&& g, const Start& start, const Goal& goal, std::size_t k,
                      const options& o = {}, Observer&& observer = {})
        : base(std::forward<G>(g), goal, o, std::forward<Observer>(observer)),
          wanted_(k),
          store_(control_.budget()),
          open_(control_.budget()),
          explored_(control_.budget()),
          actions_(control_.budget()),
          tree_(explored_, control_),
          found_(control_.budget()) {
        begin(start);
    }

    /// The answer as it stands, with the routes found so far.
    [[nodiscard]] result_type result() const {
        result_type r{this->as_answer()};
        r.lower_bound = bounds_.lower_bound(this->status());
        if (r.status == status::exhausted && !found_.empty()) r.status = status::complete;
        r.routes.reserve(found_.size());
        for (const id last : found_) {
            auto& to = r.routes.emplace_back();
            to.cost = tree_.cost(last);
            detail::read_path(parent_cursor{this, last}, to);
        }
        return r;
    }

    /// How many routes were found so far.
    [[nodiscard]] std::size_t found() const noexcept { return found_.size(); }

private:
    using base::control_, base::graph_, base::observer_, base::goal_, base::bounds_;

    // A route by the branches of the tree, from its end.
    struct parent_cursor {
        const k_shortest_search* search;
        id at;

        [[nodiscard]] id edge() const { return search->tree_.last_edge(at); }
        [[nodiscard]] id before() const { return search->tree_.parent(at); }
        [[nodiscard]] const Node& node() const {
            return search->store_.node(search->explored_[edge()].to);
        }
        [[nodiscard]] decltype(auto) action() const { return (search->actions_[edge()]); }
        [[nodiscard]] bool at_start() const {
            return search->tree_.parent(before()) == explored::none;
        }
        void go_back() { at = before(); }
    };

    void rebind() noexcept { tree_.rebind(explored_, control_); }

    void forget() {
        // First: whatever an exception leaves of the rest, no route is read from it.
        found_.clear();
        store_.clear(graph_);
        open_.clear();
        explored_.clear();
        actions_.clear();
        control_.budget().give(std::exchange(bytes_of_routes_, 0));
    }

    template <class Start>
    void begin(const Start& start) {
        is_exploring_ = true;
        is_out_of_expansions_ = knows_goal_ = false;
        settled_ = settle_at_least_ = 0;
        explore_up_to_ = known_before_ = cost{0};
        if (wanted_ == 0) return control_.end(status::found);
        tree_.begin();
        if (!control_.fits(store_.prepare(graph_))) return;
        detail::for_each_start<Node>(graph_, start, [&](auto&& n) {
            relax(std::forward<decltype(n)>(n), cost{0}, cost{0}, store::none, action{});
        });
        if (!control_.fits(explored_.set_starts())) return;
        if constexpr (has_actions) {
            for (std::size_t i = 0; i != explored_.size(); ++i)
                if (!control_.fits(actions_.push(action{}))) return;
        }
    }

    void advance(std::uint64_t) { is_exploring_ ? explore() : consider(); }

    /// What routes cost at least that lead through nodes which are not explored.
    [[nodiscard]] cost frontier() {
        if (is_out_of_expansions_) return stopped_at_;
        return open_.empty() ? infinite<cost> : open_.min_f();
    }

    /// Whether the explored part is worth a look: a goal is known, and what was missing before.
    [[nodiscard]] bool has_explored_enough() {
        if (open_.empty() || is_out_of_expansions_) return true;
        return knows_goal_ && settled_ >= settle_at_least_ && open_.min_f() >= explore_up_to_;
    }

    /// A step of Dijkstra's algorithm, which keeps what it sees.
    void explore() {
        if (has_explored_enough()) return stop_exploring();
        const auto popped = open_.pop();
        if (popped.g > store_.record(popped.id).g) return;  // a cheaper path was found meanwhile
        if (!knows_goal_) bounds_.raise_lower_bound(popped.g);
        const auto& node = store_.pinned(popped.id);
        if (goal_(graph_, node)) {
            knows_goal_ = true;
            close(popped.id);
            control_.fits(explored_.settle_goal(popped.id));
            return;
        }
        if (control_.expanded() >= control_.limits().expansions) {
            // What can be said of the routes through the explored part still will be.
            is_out_of_expansions_ = true;
            stopped_at_ = popped.g;
            return;
        }
        if (!control_.may_expand()) return;
        close(popped.id);
        if (!control_.fits(explored_.settle(popped.id))) return;
        if (!detail::admits<detail::expand_hook>(control_, observer_, node, popped.g)) return;
        detail::for_each_edge<types>(graph_, node, popped.g, control_, observer_,
                                     [&](auto&& to, cost there, cost step, action a) {
                                         relax(std::forward<decltype(to)>(to), there, step,
                                               popped.id, std::move(a));
                                     });
    }

    void close(id n) {
        store_.record(n).state = detail::node_state::closed;
        ++settled_;
    }

    template <class N>
    void relax(N&& node, cost g, cost step, id from, action a) {
        // The graph goes on after there was no room for an edge.
        if (!control_.running()) [[unlikely]]
            return;
        const auto key = store_.key_of(graph_, node);
        const auto at = store_.look_up(key, node);
        id to = at.id;
        if (to == store::none || g < store_.record(to).g) {
            if (!this->admits_path(store_, from, node, g)) return;
            if (to == store::none) {
                to =
                    store_.add(at, key, std::forward<N>(node), record{g, detail::node_state::open});
                if (!control_.fits(to != store::none && explored_.add_vertex())) return;
            }
            enqueue(to, g);
        }
        if (from != store::none && to != from) keep_edge(from, to, step, std::move(a));
    }

    void enqueue(id n, cost g) {
        record& known = store_.record(n);
        known.g = g;
        if (!bounds_.update_state(known.state, g)) return;
        control_.fits(open_.push(g, g, n));
    }

    void keep_edge(id from, id to, cost step, [[maybe_unused]] action a) {
        const auto kept = explored_.add_edge(from, to, step);
        bool fits = kept.number != explored::none;
        if constexpr (has_actions) {
            if (kept.how == explored::added::as_new) {
                fits = fits && actions_.push(std::move(a));
            } else if (kept.how == explored::added::as_cheaper) {
                const std::uint64_t before = owned_bytes(actions_[kept.number]);
                fits = control_.budget().take(owned_bytes(a));
                if (fits) {
                    std::swap(actions_[kept.number], a);
                    control_.budget().give(before);
                }
            }
        }
        control_.fits(fits);
    }

    // At least an eighth more each time: candidates are not looked at for every few nodes.
    void start_exploring(cost frontier) {
        is_exploring_ = true;
        known_before_ = frontier;
        explore_up_to_ = tree_.least() == infinite<cost> ? cost{0} : tree_.least();
        settle_at_least_ = settled_ + settled_ / 8 + 1;
    }

    void stop_exploring() {
        is_exploring_ = false;
        explored_.update_rest(control_);
        if (control_.running()) tree_.refresh(known_before_, frontier() == infinite<cost>);
    }

    /// A step towards the next route in the explored part.
    void consider() {
        if (tree_.empty()) return control_.end(bounds_.ending());
        const cost least = tree_.least();
        const cost frontier = this->frontier();
        bounds_.raise_lower_bound(std::min(least, frontier));
        // A route as cheap as those through unexplored nodes counts as found; but if the search
        // must stop there, it could have come to another of that cost.
        const detail::route_limit<cost> certain{std::min(frontier, bounds_.cost_limit()),
                                                !is_out_of_expansions_};
        if (least > frontier || (is_out_of_expansions_ && !certain.admits(least))) {
            return is_out_of_expansions_ ? control_.end_by_limit() : start_exploring(frontier);
        }
        if (!bounds_.admits(least)) return look_over_limit(least);
        if (tree_.resolve(certain)) take(tree_.take());
    }

    /// All that is left costs more than the limit: if there is anything.
    void look_over_limit(cost least) {
        if (bounds_.pruned() != 0) {
            bounds_.lower_pruned_bound(least);
            control_.end(status::cost_limit);
        } else if (tree_.resolve({infinite<cost>})) {
            bounds_.prune(tree_.found_cost());
            control_.end(status::cost_limit);
        }
    }

    void take(id last) {
        if (!control_.running()) return;
        const auto bytes = detail::bytes_of_path<action>(parent_cursor{this, last});
        if (!control_.fits(control_.budget().take(bytes))) return;
        bytes_of_routes_ += bytes;
        bounds_.raise_lower_bound(tree_.cost(last));
        if (!control_.fits(found_.push(last))) return;
        // Sums that are rounded may come a little out of order.
        for (std::size_t i = found_.size() - 1; i > 0; --i) {
            if (!(tree_.cost(found_[i]) < tree_.cost(found_[i - 1]))) break;
            std::swap(found_[i], found_[i - 1]);
        }
        if (found_.size() == wanted_) control_.end(status::found);
    }

    std::size_t wanted_;
    store store_;  // all nodes that were met; their numbers are those of the explored vertices
    detail::open_list<cost, id, detail::ties::fifo> open_;
    explored explored_;
    detail::buffer<action> actions_;  // one an edge
    detail::route_tree<cost> tree_;
    detail::buffer<id> found_;  // the branches of the tree that are the routes, cheapest first
    std::uint64_t bytes_of_routes_ = 0;
    std::uint64_t settled_ = 0;
    std::uint64_t settle_at_least_ = 0;
    cost explore_up_to_ = cost{0};
    cost known_before_ = cost{0};  // what routes that are not found cost at least, before exploring
    cost stopped_at_ = cost{0};    // where the limit of expansions stopped it
    bool is_exploring_ = true;
    bool is_out_of_expansions_ = false;
    bool knows_goal_ = false;
};

template <class G, class Start, class Goal, class Observer = no_observer>
k_shortest_search(G&&, const Start&, const Goal&, std::size_t, const options& = {}, Observer&& = {})
    -> k_shortest_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>,
                         Observer>;

/// Finds the `k` cheapest routes from `start` to `goal` that meet no node twice, cheapest first.
/// Two routes differ when their sequences of nodes differ; a route ends when it enters a goal.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several.
/// `goal`      a node, `any_of` several, or a predicate on nodes.
/// `k`         how many.
/// `o`         limits, a stop token; `threads` changes nothing: one thread works.
/// `observer`  hooks that are called as it works; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto k_shortest(G&& g, const Start& start, const Goal& goal, std::size_t k,
                              const options& o = {}, Observer&& observer = {}) {
    return detail::run_to_end(
        k_shortest_search(g, start, detail::goal_from<G, Start>(goal), k, o, observer));
}

}  // namespace senda
