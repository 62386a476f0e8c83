// SPDX-License-Identifier: MIT
// The part of a graph that a search has seen, with the least cost from each vertex to a goal.
#pragma once

#include <senda/detail/storage/open_list.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
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

}  // namespace senda::detail
