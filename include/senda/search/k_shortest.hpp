// SPDX-License-Identifier: MIT
// The k cheapest routes that meet no node twice.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// The sum of two costs, at most the largest: `infinite` is kept for what no path leads to.
template <Cost C>
[[nodiscard]] constexpr C add_up_to_largest(C a, C b) noexcept {
    return std::min(add_costs(a, b), largest_cost<C>);
}

/// A vertex is settled once, with all its edges or as a goal; the cheapest of parallel ones stays.
template <Cost C>
class explored_graph {
public:
    using id = std::uint32_t;
    /// No vertex, or no edge. The edges out of no vertex are those to the starts.
    static constexpr id none = std::numeric_limits<id>::max();

    struct edge {
        C cost;
        id to;
        id from;
        id next_in;  // another edge to the same vertex
    };
    /// Edges `first` to `last`, without the last.
    struct edges {
        id first;
        id last;
    };

    explicit explored_graph(memory_budget& budget)
        : vertices_(budget), edges_(budget), fresh_(budget), queue_(budget) {}

    [[nodiscard]] std::size_t size() const noexcept { return vertices_.size(); }
    [[nodiscard]] const edge& operator[](id e) const noexcept { return edges_[e]; }
    [[nodiscard]] edges edges_of(id v) const noexcept {
        if (v == none) return {0, starts_};
        return {vertices_[v].first, vertices_[v].last};
    }
    [[nodiscard]] bool is_goal(id v) const noexcept { return vertices_[v].first == none; }
    /// The least cost from a vertex to a goal, at the last update; `infinite` without a path.
    [[nodiscard]] C rest(id v) const noexcept { return vertices_[v].rest; }

    void clear() noexcept {
        vertices_.clear();
        edges_.clear();
        fresh_.clear();
        queue_.clear();
        starts_ = 0;
    }

    /// Adds a vertex without edges, with the next number; false if there is no room for it.
    [[nodiscard]] bool add_vertex() { return vertices_.push(vertex{infinite<C>, 0, 0, none}); }

    [[nodiscard]] bool set_starts() {
        for (; starts_ != vertices_.size(); ++starts_) {
            if (!edges_.push(edge{C{0}, starts_, none, none})) return false;
        }
        return true;
    }

    /// Settles a vertex as a goal, where paths end.
    [[nodiscard]] bool settle_goal(id v) {
        vertices_[v].first = vertices_[v].last = none;
        return fresh_.push(v);
    }

    /// Settles a vertex: `add_edge` adds its edges, one after the other, until the next is settled.
    [[nodiscard]] bool settle(id v) {
        vertices_[v].first = vertices_[v].last = static_cast<id>(edges_.size());
        return fresh_.push(v);
    }

    /// What became of an edge: `number` is `none` if there is no room for it.
    struct added {
        enum { as_new, as_cheaper, as_dearer } how;
        id number;
    };

    /// Adds an edge out of the vertex settled last; of parallel ones the cheapest stays.
    [[nodiscard]] added add_edge(id from, id to, C cost) {
        const id known = vertices_[to].in;
        if (known != none && edges_[known].from == from) {
            if (!(cost < edges_[known].cost)) return {added::as_dearer, known};
            edges_[known].cost = cost;
            return {added::as_cheaper, known};
        }
        const auto number = static_cast<id>(edges_.size());
        if (edges_.size() >= none || !edges_.push(edge{cost, to, from, known})) {
            return {added::as_new, none};
        }
        vertices_[to].in = number;
        vertices_[from].last = number + 1;
        return {added::as_new, number};
    }

    /// Updates `rest` by Dijkstra's algorithm backwards from what was settled; a limit may end it.
    void update_rest(search_control& control) {
        for (const id v : fresh_) {
            vertex& settled = vertices_[v];
            if (is_goal(v)) {
                settled.rest = C{0};
            } else {
                for (id e = settled.first; e != settled.last; ++e) {
                    const C beyond = vertices_[edges_[e].to].rest;
                    if (beyond == infinite<C>) continue;
                    settled.rest =
                        std::min(settled.rest, add_up_to_largest(edges_[e].cost, beyond));
                }
            }
            if (settled.rest != infinite<C> && !control.fits(enqueue(v))) return;
        }
        fresh_.clear();
        while (!queue_.empty()) {
            const auto popped = queue_.pop();
            if (popped.g > vertices_[popped.id].rest) continue;
            if (!control.tick()) return;
            for (id e = vertices_[popped.id].in; e != none; e = edges_[e].next_in) {
                const C rest = add_up_to_largest(edges_[e].cost, popped.g);
                if (!(rest < vertices_[edges_[e].from].rest)) continue;
                vertices_[edges_[e].from].rest = rest;
                if (!control.fits(enqueue(edges_[e].from))) return;
            }
        }
    }

private:
    struct vertex {
        C rest;
        id first;  // of its edges; `none` for a goal
        id last;
        id in;  // the edge to it that was found last
    };

    [[nodiscard]] bool enqueue(id v) {
        return queue_.push(vertices_[v].rest, vertices_[v].rest, v);
    }

    buffer<vertex> vertices_;
    buffer<edge> edges_;
    buffer<id> fresh_;  // what was settled since the last update
    open_list<C, id, ties::fifo> queue_;
    id starts_ = 0;
};

/// Up to which cost routes count.
template <Cost C>
struct route_limit {
    C most;
    bool included = true;

    [[nodiscard]] bool admits(C cost) const noexcept {
        return included ? !(cost > most) : cost < most;
    }
};

/// The routes found so far, as a tree whose root stands before the starts. A branch that ends at no
/// goal has a candidate, with a lower bound: all routes that leave it at its end by an edge no
/// known route takes, and meet no node twice. When it is first, an A* led by the least costs to a
/// goal looks for the cheapest of them.
template <Cost C>
class route_tree {
    using graph = explored_graph<C>;

public:
    using id = typename graph::id;
    static constexpr id none = graph::none;

    /// A tree of routes through `g`, which must outlive it.
    route_tree(const graph& g, search_control& control)
        : graph_(&g),
          control_(&control),
          branches_(control.budget()),
          waiting_(control.budget()),
          marks_(control.budget()),
          open_(control.budget()),
          edges_(control.budget()) {}

    /// Must be called once the graph or the control has moved.
    void rebind(const graph& g, search_control& control) noexcept {
        graph_ = &g;
        control_ = &control;
    }

    /// Forgets all routes; the root has the one candidate.
    void begin() {
        branches_.clear();
        waiting_.clear();
        marks_.clear();
        closed_ = taken_ = 0;
        turns_ = 0;
        if (control_->fits(branches_.push(branch{C{0}, none, none, none, none})))
            wait({0, C{0}, 0});
    }

    [[nodiscard]] bool empty() const noexcept { return waiting_.empty(); }
    /// What routes that are not in the tree cost at least, within the explored graph.
    [[nodiscard]] C least() const noexcept {
        return waiting_.empty() ? infinite<C> : waiting_[0].bound;
    }

    /// Follows the graph. Other routes cost at least `least`; `complete`: it will grow no more.
    void refresh(C least, bool complete) {
        complete_ = complete;
        if (!control_->fits(marks_.extend_zeros(graph_->size()))) return;
        std::size_t kept = 0;
        for (candidate c : waiting_) {
            close_only(branches_[c.fork].parent);
            const C bound = bound_at(c.fork);
            if (bound == infinite<C> && complete) continue;
            c.bound = std::max(bound, least);
            waiting_[kept++] = c;
            if (!control_->tick()) return;
        }
        waiting_.truncate(kept);
        heap_make(waiting_.data(), kept, before{});
    }

    /// Works on the first candidate; whether it has a route within the limit before all others.
    [[nodiscard]] bool resolve(const route_limit<C>& limit) {
        candidate c = heap_take(waiting_.data(), waiting_.size(), before{});
        waiting_.truncate(waiting_.size() - 1);
        const C bound = search(c.fork, limit);
        if (!control_->running()) return false;
        fork_ = c.fork;
        c.bound = std::max(c.bound, bound);
        if (goal_ != none) {
            if (waiting_.empty() || !before{}(waiting_[0], c)) return true;
        } else if (complete_ && !has_pruned_) {
            return false;  // there is none, and never will be
        }
        wait(c);
        return false;
    }

    [[nodiscard]] C found_cost() const noexcept { return marks_[goal_].g; }

    /// Adds the route that was found; its last branch. Ends the search if there is no room.
    id take() {
        const C total = found_cost();
        edges_.clear();
        const id end = vertex_of(fork_);
        for (id v = goal_; v != end; v = (*graph_)[edges_.back()].from) {
            if (!edges_.push(marks_[v].by)) return run_out();
        }
        close_all(fork_);
        id at = fork_;
        for (std::size_t i = edges_.size(); i-- > 0 && control_->running();) {
            const id e = edges_[i];
            const auto next = static_cast<id>(branches_.size());
            const C cost = add_costs(branches_[at].cost, (*graph_)[e].cost);
            if (branches_.size() >= none ||
                !branches_.push(branch{cost, e, at, none, branches_[at].child})) {
                return run_out();
            }
            branches_[at].child = next;
            const C bound = bound_at(at);
            if (bound != infinite<C> || !complete_) wait({++turns_, std::max(bound, total), at});
            at = next;
            close(vertex_of(at));
        }
        return at;
    }

    [[nodiscard]] C cost(id b) const noexcept { return branches_[b].cost; }
    /// The edge at the end of a branch; `none` of the root.
    [[nodiscard]] id last_edge(id b) const noexcept { return branches_[b].by; }
    /// The branch without its last edge.
    [[nodiscard]] id parent(id b) const noexcept { return branches_[b].parent; }

private:
    struct branch {
        C cost;
        id by;  // the edge at its end
        id parent;
        id child;    // one of the branches that go on from here
        id sibling;  // another branch of the same parent
    };
    struct candidate {
        std::uint64_t turn;
        C bound;
        id fork;
    };

    struct before {
        constexpr bool operator()(const candidate& a, const candidate& b) const noexcept {
            return a.bound != b.bound ? a.bound < b.bound : a.turn < b.turn;
        }
    };
    // What the search for a detour notes of a vertex; void unless `reached` is its number.
    struct mark {
        C g;
        id by;
        std::uint32_t reached;
        std::uint32_t taken;  // by a route that begins alike: the number of the last such question
    };

    [[nodiscard]] id vertex_of(id b) const noexcept {
        const id e = branches_[b].by;
        return e == none ? none : (*graph_)[e].to;
    }

    id run_out() {
        control_->end(status::memory_limit);
        return none;
    }

    void wait(const candidate& c) {
        if (!control_->fits(waiting_.push(c))) return;
        heap_rise(waiting_.data(), waiting_.size() - 1, before{});
    }

    // A closed vertex is one that nothing reaches at a lower cost.
    void close(id v) noexcept {
        if (v == none) return;
        marks_[v].reached = closed_;
        marks_[v].g = C{0};
    }
    void close_only(id b) {
        if (++closed_ == 0) {  // the numbers start again, after 2^32
            for (mark& m : marks_) m.reached = 0;
            closed_ = 1;
        }
        if (b != none) close(vertex_of(b));
    }
    void close_all(id b) {
        for (close_only(b); b != none; b = branches_[b].parent) close(vertex_of(b));
    }
    void mark_taken(id b) {
        if (++taken_ == 0) {
            for (mark& m : marks_) m.taken = 0;
            taken_ = 1;
        }
        for (id c = branches_[b].child; c != none; c = branches_[c].sibling) {
            marks_[vertex_of(c)].taken = taken_;
        }
    }
    /// A lower bound of a candidate: the best edge out, if nothing was in the way from there on.
    [[nodiscard]] C bound_at(id b) {
        mark_taken(b);
        C best = infinite<C>;
        const auto out = graph_->edges_of(vertex_of(b));
        for (id e = out.first; e != out.last; ++e) {
            const auto& next = (*graph_)[e];
            const mark& m = marks_[next.to];
            if (m.taken == taken_ || m.reached == closed_) continue;
            const C rest = graph_->rest(next.to);
            if (rest != infinite<C>) best = std::min(best, add_up_to_largest(next.cost, rest));
        }
        return best == infinite<C> ? best : add_up_to_largest(branches_[b].cost, best);
    }

    /// A* for the cheapest route that leaves a branch at its end: sets `goal_` and returns its
    /// cost, or a lower bound.
    [[nodiscard]] C search(id fork, const route_limit<C>& limit) {
        close_all(fork);
        goal_ = none;
        has_pruned_ = false;
        pruned_bound_ = infinite<C>;
        open_.clear();
        mark_taken(fork);
        const auto first = graph_->edges_of(vertex_of(fork));
        for (id e = first.first; e != first.last; ++e) {
            if (marks_[(*graph_)[e].to].taken != taken_) reach(e, branches_[fork].cost, limit);
        }
        while (!open_.empty() && control_->tick()) {
            const auto popped = open_.pop();
            const id v = popped.id;
            if (popped.g > marks_[v].g) continue;
            if (graph_->is_goal(v)) {
                goal_ = v;
                return popped.g;
            }
            const auto out = graph_->edges_of(v);
            for (id e = out.first; e != out.last; ++e) reach(e, popped.g, limit);
        }
        return pruned_bound_;
    }

    void reach(id e, C spent, const route_limit<C>& limit) {
        const auto& next = (*graph_)[e];
        const C rest = graph_->rest(next.to);
        if (rest == infinite<C>) return;
        const C g = add_costs(spent, next.cost);
        mark& m = marks_[next.to];
        if (m.reached == closed_ && !(g < m.g)) return;
        const C f = g > largest_cost<C> ? g : add_up_to_largest(g, rest);
        m = {g, e, closed_, m.taken};
        if (!limit.admits(f)) {
            has_pruned_ = true;
            pruned_bound_ = std::min(pruned_bound_, f);
        } else if (!open_.push(f, g, next.to)) {
            run_out();
        }
    }

    const graph* graph_;
    search_control* control_;
    buffer<branch> branches_;
    buffer<candidate> waiting_;  // a heap
    buffer<mark> marks_;         // one a vertex
    open_list<C, id, ties::deepest_first, no_payload, queue_kind::heap> open_;
    buffer<id> edges_;          // of the route that becomes part of the tree, last first
    std::uint32_t closed_ = 0;  // the number of the search, by which vertices are closed or reached
    std::uint32_t taken_ = 0;
    std::uint64_t turns_ = 0;
    bool complete_ = false;
    id fork_ = none;                // of the candidate worked on last
    id goal_ = none;                // of the route that was found for it
    C pruned_bound_ = infinite<C>;  // the least f that the limit cut off
    bool has_pruned_ = false;       // whether it did
};

}  // namespace senda::detail

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
