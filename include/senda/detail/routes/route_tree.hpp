// SPDX-License-Identifier: MIT
// The part of a graph that a search has seen, and the cheapest routes through it, one after the
// other: Yen's algorithm with Lawler's rule on a tree of routes, where a detour is searched for
// only when it may be the next.
#pragma once

#include <senda/detail/storage/open_list.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

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
