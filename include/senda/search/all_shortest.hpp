// SPDX-License-Identifier: MIT
// Every optimal route from a start to a goal.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/search_tree.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/big_unsigned.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

template <class G, class N, class Goal, class Observer>
    requires SearchableGraph<G, N> && GoalOf<Goal, N>
class all_shortest_search;

/// Every cheapest route from a start to a goal, as the graph of the edges they use. Two routes
/// differ when their sequences of nodes differ. The status is `found` only if all of them are
/// there.
template <class Node, Cost C>
class shortest_routes : public answer {
public:
    /// What each of the routes costs; `infinite<C>` without one.
    C cost = infinite<C>;
    /// No route costs less than this.
    C lower_bound = C{0};

    /// Whether a cycle of cost 0 lies on an optimal route, so that walks along it have no end. Then
    /// `count` has no answer, and `routes` gives those that meet no node twice.
    [[nodiscard]] bool endless() const noexcept { return endless_; }

    /// The exact number of optimal routes; none if they are endless.
    [[nodiscard]] std::optional<big_unsigned> count() const {
        if (endless_) return std::nullopt;
        // Counts flow from the starts; one handed on is forgotten, so that a front of them exists.
        std::vector<big_unsigned> counts(nodes_.size());
        for (const std::uint32_t start : starts_) counts[start] += big_unsigned(1);
        big_unsigned total;
        for (const std::uint32_t n : order_) {
            const big_unsigned here = std::exchange(counts[n], big_unsigned());
            if (is_goal(n)) total += here;
            for (std::uint32_t e = first_edge_[n]; e != first_edge_[n + 1]; ++e) {
                counts[edges_[e]] += here;
            }
        }
        return total;
    }

    /// The nodes that lie on optimal routes.
    [[nodiscard]] const std::vector<Node>& nodes() const noexcept { return nodes_; }
    /// How many edges the optimal routes use.
    [[nodiscard]] std::size_t edge_count() const noexcept { return edges_.size(); }

    /// The routes one by one, made only when they are asked for; this object must outlive them. The
    /// order is fixed: starts as given, then at each node the successors as the graph gives them.
    [[nodiscard]] auto routes() const { return detail::search_tree(route_walk(*this)); }

private:
    template <class G, class N, class Goal, class Observer>
        requires SearchableGraph<G, N> && GoalOf<Goal, N>
    friend class all_shortest_search;

    class route_walk {
    public:
        route_walk() = default;
        explicit route_walk(const shortest_routes& routes) : routes_(&routes) {
            if (routes.endless_) on_path_.resize(routes.nodes_.size());
            go_on();
        }

        [[nodiscard]] bool at_end() const noexcept { return routes_ == nullptr; }
        [[nodiscard]] const std::vector<Node>& here() const noexcept { return path_; }
        // Depth first: back to the last node with another edge, then first edges to a goal.
        void go_on() {
            while (step())
                if (routes_->is_goal(trail_.back().node)) return;
            routes_ = nullptr;
        }

    private:
        bool step() {
            while (!trail_.empty()) {
                frame& top = trail_.back();
                while (top.next != routes_->first_edge_[top.node + 1]) {
                    if (enter(routes_->edges_[top.next++])) return true;
                }
                leave();
            }
            return next_start_ != routes_->starts_.size() && enter(routes_->starts_[next_start_++]);
        }

        bool enter(std::uint32_t n) {
            if (!on_path_.empty()) {
                if (on_path_[n]) return false;
                on_path_[n] = true;
            }
            trail_.push_back({n, routes_->first_edge_[n]});
            path_.push_back(routes_->nodes_[n]);
            return true;
        }

        void leave() {
            if (!on_path_.empty()) on_path_[trail_.back().node] = false;
            trail_.pop_back();
            path_.pop_back();
        }

        struct frame {
            std::uint32_t node;
            std::uint32_t next;
        };
        const shortest_routes* routes_ = nullptr;
        std::size_t next_start_ = 0;
        std::vector<frame> trail_;
        std::vector<Node> path_;
        std::vector<bool> on_path_;  // used only where routes could go round
    };

    [[nodiscard]] bool is_goal(std::uint32_t n) const noexcept {
        return first_edge_[n] == first_edge_[n + 1];
    }

    // Kahn's algorithm; what it cannot order lies on a cycle.
    void sort_nodes() {
        std::vector<std::uint32_t> incoming(nodes_.size(), 0);
        order_.reserve(nodes_.size());
        for (const std::uint32_t to : edges_) ++incoming[to];
        for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
            if (incoming[n] == 0) order_.push_back(n);
        }
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const std::uint32_t n = order_[i];
            for (std::uint32_t e = first_edge_[n]; e != first_edge_[n + 1]; ++e) {
                if (--incoming[edges_[e]] == 0) order_.push_back(edges_[e]);
            }
        }
        endless_ = order_.size() != nodes_.size();
    }

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> first_edge_{0};  // of node n: first_edge_[n] to first_edge_[n + 1]
    std::vector<std::uint32_t> edges_;          // where each edge leads
    std::vector<std::uint32_t> starts_;
    std::vector<std::uint32_t> order_;  // an edge's end comes after its beginning
    bool endless_ = false;
};

namespace detail {

template <class Cost>
struct node_with_predecessors {
    Cost g;
    std::uint32_t last_edge;  // the last found of those by which cheapest paths enter the node
    bool is_start;
    bool is_goal;
    node_state state;
};
/// An edge into a node on a cheapest path to it.
struct predecessor {
    std::uint32_t from;
    std::uint32_t before;  // another edge into the same node
};
struct route_edge {
    std::uint32_t number;
    std::uint32_t to;
};

}  // namespace detail

/// A search for all cheapest routes that can be stepped: Dijkstra's algorithm that remembers every
/// predecessor of a node, and goes on until the routes of the least cost are complete. A graph or
/// observer given as an lvalue is referred to; a temporary is taken over.
template <class G, class Node, class Goal, class Observer = no_observer>
    requires SearchableGraph<G, Node> && GoalOf<Goal, Node>
class all_shortest_search
    : public detail::restartable_engine<all_shortest_search<G, Node, Goal, Observer>, G, Node, Goal,
                                        Observer> {
    using base = detail::restartable_engine<all_shortest_search, G, Node, Goal, Observer>;
    friend base;
    friend typename base::engine_type;
    using typename base::types, typename base::cost, typename base::action;

    using id = std::uint32_t;
    static constexpr id none = std::numeric_limits<id>::max();

    using record = detail::node_with_predecessors<cost>;
    using store = detail::node_store<std::remove_cvref_t<G>, Node, record>;

public:
    using result_type = shortest_routes<Node, cost>;

    /// A search from `start`, a node or `any_of` several, to `goal`.
    template <class Start>
    all_shortest_search(G&& g, const Start& start, const Goal& goal, const options& o = {},
                        Observer&& observer = {})
        : base(std::forward<G>(g), goal, o, std::forward<Observer>(observer)),
          store_(control_.budget()),
          edges_(control_.budget()),
          open_(control_.budget()),
          place_(control_.budget()),
          used_(control_.budget()) {
        begin(start);
    }

    /// The answer as it stands; the routes are there once the status is `found`.
    [[nodiscard]] result_type result() const {
        result_type r;
        static_cast<answer&>(r) = this->as_answer();
        r.lower_bound = bounds_.lower_bound(r.status);
        if (r) {
            r.cost = r.lower_bound = best_;
            collect(r);
        }
        return r;
    }

private:
    using base::control_, base::graph_, base::observer_, base::goal_, base::bounds_;

    void forget() {
        store_.clear(graph_);
        edges_.clear();
        open_.clear();
        place_.clear();
        used_.clear();
        control_.budget().give(std::exchange(bytes_of_routes_, 0));
        best_ = infinite<cost>;
    }

    template <class Start>
    void begin(const Start& start) {
        if (!control_.fits(store_.prepare(graph_))) return;
        detail::for_each_start<Node>(
            graph_, start, [&](auto&& n) { relax(std::forward<decltype(n)>(n), cost{0}, none); });
    }

    void advance(std::uint64_t) {
        if (open_.empty() || open_.min_f() > best_) return finish();
        const auto popped = open_.pop();
        const id from = popped.id;
        const cost g = popped.g;
        if (g > store_.record(from).g) return;  // a cheaper path was found meanwhile
        bounds_.raise_lower_bound(g);
        const auto& node = store_.pinned(from);
        if (goal_(graph_, node)) {
            store_.record(from).is_goal = true;
            best_ = g;
            return;
        }
        if (!control_.may_expand()) return;
        if (!detail::admits<detail::expand_hook>(control_, observer_, node, g)) return;
        detail::for_each_edge<types>(graph_, node, g, control_, observer_,
                                     [&](auto&& to, cost there, cost, const action&) {
                                         relax(std::forward<decltype(to)>(to), there, from);
                                     });
    }

    template <class N>
    void relax(N&& node, cost g, id from) {
        const auto key = store_.key_of(graph_, node);
        const auto [to, fresh] = store_.intern(key, std::forward<N>(node), [&] {
            return record{g, none, from == none, false, detail::node_state::open};
        });
        if (!control_.fits(to != store::none)) return;
        record& known = store_.record(to);
        if (!fresh && g > known.g) return;
        const bool is_cheaper = fresh || g < std::exchange(known.g, g);
        if (!bounds_.update_state(known.state, g)) return;
        if (is_cheaper) {
            known.last_edge = none;
            if (!control_.fits(open_.push(g, g, to))) return;
        }
        if (from == none) return;
        // Parallel edges come one after the other from the same node, and count as one.
        if (known.last_edge != none && edges_[known.last_edge].from == from) return;
        if (edges_.size() >= none || !edges_.push(detail::predecessor{from, known.last_edge})) {
            return control_.end(status::memory_limit);
        }
        known.last_edge = static_cast<id>(edges_.size() - 1);
    }

    /// Ends the search once the least cost is certain, and finds what the routes use.
    void finish() {
        if (best_ == infinite<cost>) return control_.end(bounds_.ending());
        bounds_.raise_lower_bound(best_);
        control_.end(find_used() ? status::found : status::memory_limit);
    }

    // Backwards from the goals along the edges that were kept: all of that lies on optimal routes.
    [[nodiscard]] bool find_used() {
        if (!place_.assign_zeros(store_.size())) return false;
        std::uint64_t edges = 0;
        for (id n = 0; n < store_.size(); ++n) {
            if (store_.record(n).is_goal && !use(n)) return false;
        }
        for (std::size_t i = 0; i < used_.size(); ++i) {
            for (id w = store_.record(used_[i]).last_edge; w != none; w = edges_[w].before) {
                ++edges;
                if (!use(edges_[w].from)) return false;
            }
        }
        std::uint64_t bytes = used_.size() * (sizeof(Node) + 3 * sizeof(id)) +
                              edges * (sizeof(detail::route_edge) + sizeof(id));
        if constexpr (detail::owns_bytes<Node>()) {
            for (const id n : used_) bytes += owned_bytes(store_.node(n));
        }
        edge_count_ = static_cast<std::size_t>(edges);
        if (!control_.budget().take(bytes)) return false;
        bytes_of_routes_ = bytes;
        return true;
    }

    /// Gives a node that optimal routes use its place among them.
    [[nodiscard]] bool use(id n) {
        if (place_[n] != 0) return true;
        place_[n] = static_cast<id>(used_.size() + 1);
        return used_.push(n);
    }
    [[nodiscard]] id place_of(id n) const noexcept { return place_[n] - 1; }

    // Edges are numbered as they were found, so their order is that of the graph's successors.
    void collect(result_type& r) const {
        std::vector<detail::route_edge> kept;
        kept.reserve(edge_count_);
        for (const id n : used_) {
            for (id w = store_.record(n).last_edge; w != none; w = edges_[w].before) {
                kept.push_back({w, n});
            }
        }
        std::sort(kept.begin(), kept.end(), [&](const auto& a, const auto& b) {
            const id from_a = place_of(edges_[a.number].from);
            const id from_b = place_of(edges_[b.number].from);
            return from_a != from_b ? from_a < from_b : a.number < b.number;
        });
        r.nodes_.reserve(used_.size());
        r.first_edge_.reserve(used_.size() + 1);
        r.edges_.reserve(edge_count_);
        std::size_t next = 0;
        for (id n = 0; n < used_.size(); ++n) {
            r.nodes_.push_back(store_.node(used_[n]));
            for (; next != kept.size() && place_of(edges_[kept[next].number].from) == n; ++next) {
                r.edges_.push_back(place_of(kept[next].to));
            }
            r.first_edge_.push_back(static_cast<id>(next));
        }
        for (id n = 0; n < store_.size(); ++n) {
            if (store_.record(n).is_start && place_[n] != 0) r.starts_.push_back(place_of(n));
        }
        r.sort_nodes();
    }

    store store_;
    detail::buffer<detail::predecessor> edges_;
    detail::open_list<cost, id, detail::ties::fifo> open_;
    detail::buffer<id> place_;  // of each node in `used_`, from 1; 0: not used
    detail::buffer<id> used_;   // the nodes that optimal routes use
    std::size_t edge_count_ = 0;
    std::uint64_t bytes_of_routes_ = 0;  // what the answer will take
    cost best_ = infinite<cost>;
};

template <class G, class Start, class Goal, class Observer = no_observer>
all_shortest_search(G&&, const Start&, const Goal&, const options& = {}, Observer&& = {})
    -> all_shortest_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>,
                           Observer>;

/// Finds every cheapest route from `start` to `goal`. A route ends when it enters a goal.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several.
/// `goal`      a node, `any_of` several, or a predicate on nodes.
/// `o`         limits, a stop token; `threads` changes nothing: one thread works.
/// `observer`  hooks that are called as it works; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto all_shortest(G&& g, const Start& start, const Goal& goal, const options& o = {},
                                Observer&& observer = {}) {
    return detail::run_to_end(
        all_shortest_search(g, start, detail::goal_from<G, Start>(goal), o, observer));
}

}  // namespace senda
