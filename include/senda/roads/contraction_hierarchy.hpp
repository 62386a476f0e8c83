// SPDX-License-Identifier: MIT
// Contraction hierarchies: a stored graph prepared for many queries, and how they are answered:
// Dijkstra's algorithm from both ends, upward.
#pragma once

#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/core/search_pool.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/roads/contraction.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/detail/roads/hierarchy/upward_search_base.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace senda::detail {

/// A search that can be restarted in its memory. An expansion is that of a node from one end.
template <Cost C>
class hierarchy_search : public upward_search_base<hierarchy_search<C>, C> {
    using base = upward_search_base<hierarchy_search, C>;
    friend base;
    friend typename base::engine_type;
    using base::control_, base::graph_, base::bounds_, base::best_, base::start_, base::goal_;
    using base::meeting_node_, base::none;

public:
    hierarchy_search(const hierarchy_view<C>& graph, std::uint32_t start, std::uint32_t goal,
                     const options& o)
        : base(graph, engine_kind::contraction, o) {
        begin(start, goal);
    }

private:
    struct item {
        C cost;
        std::uint32_t node;
    };
    struct nearer {
        constexpr bool operator()(const item& a, const item& b) const noexcept {
            return a.cost < b.cost;
        }
    };

    /// What is known of a node from both ends, `infinite` if nothing is.
    struct costs {
        C from_start;
        C from_goal;
    };
    /// The search from one end.
    struct side {
        side(const upward_arcs<C>& ways_up, const upward_arcs<C>& ways_down,
             buffer<parent_arc>& taken)
            : up(ways_up),
              down(ways_down),
              steps(taken),
              reached(taken.budget()),
              open(taken.budget()) {}

        upward_arcs<C> up;              // along which it goes
        upward_arcs<C> down;            // along which it would come down again
        buffer<parent_arc>& steps;      // of each node
        buffer<std::uint32_t> reached;  // nodes, some several times
        four_ary_heap<item, nearer> open;
    };
    [[nodiscard]] static C least_of(const side& from) noexcept {
        return from.open.empty() ? infinite<C> : from.open.top().cost;
    }

    void begin(std::uint32_t start, std::uint32_t goal) {
        if (!this->set_ends(start, goal)) return;
        bound_ = bounds_.cost_limit();
        if (!control_.fits(has_memory())) return;
        costs_[start_].from_start = C{0};
        costs_[goal_].from_goal = C{0};
        reach(from_start_, {C{0}, start_}, {});
        reach(from_goal_, {C{0}, goal_}, {});
    }
    [[nodiscard]] bool has_memory() {
        const std::size_t nodes = graph_.node_count;
        return costs_.size() == nodes ||
               (this->has_steps() && costs_.assign(nodes, {infinite<C>, infinite<C>}));
    }

    void forget() noexcept {
        for (side* const from : {&from_start_, &from_goal_}) {
            for (const std::uint32_t n : from->reached) costs_[n] = {infinite<C>, infinite<C>};
            from->reached.clear();
            from->open.clear();
        }
    }

    void advance(std::uint64_t most) {
        bool is_forward = true;
        for (const std::uint64_t end = control_.expanded() + most;
             control_.running() && control_.expanded() != end; is_forward = !is_forward) {
            const bool is_forward_done = least_of(from_start_) >= best_;
            const bool is_backward_done = least_of(from_goal_) >= best_;
            if (is_forward_done && is_backward_done) return finish();
            if ((is_forward && !is_forward_done) || is_backward_done) {
                visit<&costs::from_start, &costs::from_goal>(from_start_);
            } else {
                visit<&costs::from_goal, &costs::from_start>(from_goal_);
            }
        }
    }

    void finish() {
        if (best_ != infinite<C>) return control_.end(status::found);
        // What was pruned may lead nowhere.
        const bool has_path = bounds_.pruned() != 0 && is_connected(graph_, start_, goal_);
        control_.end(has_path ? bounds_.ending() : status::exhausted);
    }

    template <C costs::* Own, C costs::* Other>
    void visit(side& from) {
        const item first = from.open.pop();
        const costs& known = costs_[first.node];
        if (first.cost != known.*Own) return;  // it was queued twice
        if (!control_.may_expand()) {
            const C least = std::min(least_of(from_start_), least_of(from_goal_));
            return bounds_.raise_lower_bound(std::min({first.cost, least, best_}));
        }
        if (known.*Other != infinite<C>) take_path(add_costs(first.cost, known.*Other), first.node);
        if (!is_stalled<Own>(from.down, first)) expand<Own>(from, first);
    }

    /// A sum that the type of costs may not hold, but that can be compared with costs.
    [[nodiscard]] static constexpr auto sum(C a, C b) noexcept {
        if constexpr (std::integral<C> && sizeof(C) <= 4) {
            return std::int64_t{a} + std::int64_t{b};
        } else {
            return add_costs(a, b);
        }
    }

    // The loops below look at all arcs and keep what they find without branches: what these would
    // depend on is as good as random.

    /// Whether a way over a higher node is shorter: then no shortest path goes on from here.
    template <C costs::* Own>
    [[nodiscard]] bool is_stalled(const upward_arcs<C>& down, const item& at) const noexcept {
        bool is_longer = false;
        const std::uint32_t last = down.first[at.node + 1];
        for (std::uint32_t i = down.first[at.node]; i < last; ++i) {
            const hierarchy_arc<C>& a = down.arcs[i];
            is_longer |= sum(costs_[a.to].*Own, a.cost) < at.cost;
        }
        return is_longer;
    }

    template <C costs::* Own>
    void expand(side& from, const item& at) {
        const std::uint32_t first = from.up.first[at.node];
        const std::uint32_t last = from.up.first[at.node + 1];
        control_.count_generated(last - first);
        if (!control_.fits(better_.reserve(last - first))) return;
        std::uint32_t* const better = better_.data();
        std::size_t count = 0;
        auto most = sum(C{0}, C{0});
        for (std::uint32_t i = first; i < last; ++i) {
            const hierarchy_arc<C>& a = from.up.arcs[i];
            const auto there = sum(at.cost, a.cost);
            C& known = costs_[a.to].*Own;
            const bool is_better = (there < known) & (there <= bound_);
            known = is_better ? static_cast<C>(there) : known;
            better[count] = i;
            count += is_better;
            most = std::max(most, there);
        }
        if (most > bounds_.cost_limit()) [[unlikely]]
            prune(from.up, at);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t to = from.up.arcs[better[i]].to;
            reach(from, {costs_[to].*Own, to}, {at.node, better[i]});
        }
    }
    void prune(const upward_arcs<C>& up, const item& at) {
        for (std::uint32_t i = up.first[at.node]; i < up.first[at.node + 1]; ++i) {
            const C there = add_costs(at.cost, up.arcs[i].cost);
            if (!bounds_.admits(there)) bounds_.prune(there);
        }
    }

    void reach(side& from, const item& at, const parent_arc& by) {
        from.steps[at.node] = by;
        (void)control_.fits(from.reached.push(at.node) && from.open.push(at));
    }

    /// Keeps a path that is shorter than those before, unless it is beyond the limit on costs.
    void take_path(C cost, std::uint32_t over) {
        if (!bounds_.admits(cost)) return bounds_.prune(cost);
        if (!(cost < best_)) return;
        best_ = bound_ = cost;
        meeting_node_ = over;
    }

    side from_start_{graph_.forward, graph_.backward, base::steps_ahead_};
    side from_goal_{graph_.backward, graph_.forward, base::steps_behind_};
    buffer<costs> costs_{control_.budget()};
    buffer<std::uint32_t> better_{control_.budget()};  // arcs to what was reached at less cost
    C bound_ = {};                                     // costs above it are of no use
};

/// Arrays on a budget, filled from what a maker left with each node.
template <Cost C>
class owned_hierarchy {
    static constexpr std::uint32_t unnumbered = std::numeric_limits<std::uint32_t>::max();

public:
    /// Arrays of at most `most_bytes`.
    explicit owned_hierarchy(std::uint64_t most_bytes) noexcept : budget_(most_bytes) {}
    owned_hierarchy(const owned_hierarchy&) = delete;
    owned_hierarchy& operator=(const owned_hierarchy&) = delete;

    /// The most bytes ever held.
    [[nodiscard]] std::uint64_t peak() const noexcept { return budget_.peak(); }

    /// Takes over what was made; false if there is no memory.
    template <class Maker>
    [[nodiscard]] bool take(const Maker& made) {
        return number(made) && take(made.graph().out, forward_) && take(made.graph().in, backward_);
    }

    [[nodiscard]] hierarchy_view<C> view() const noexcept {
        return {static_cast<std::uint32_t>(node_at_.size()), rank_of_.data(), node_at_.data(),
                forward_.view(), backward_.view()};
    }

private:
    /// Numbers nodes so that each comes before those above it, and near them: one after the other,
    /// each after all that can be reached upward from it, gets the highest number that is left.
    template <class Maker>
    [[nodiscard]] bool number(const Maker& made) {
        struct visit {
            std::uint32_t node;
            std::uint32_t next;  // of its arcs
        };
        const auto& order = made.order();
        const auto& out = made.graph().out;
        const auto& in = made.graph().in;
        buffer<visit> ahead(budget_);
        if (!rank_of_.assign(order.size(), unnumbered) || !node_at_.resize(order.size()))
            return false;
        auto left = static_cast<std::uint32_t>(order.size());
        for (const std::uint32_t root : order) {
            if (rank_of_[root] == unnumbered && !ahead.push(visit{root, 0})) return false;
            while (!ahead.empty()) {
                auto& [node, next] = ahead.back();
                const std::uint32_t i = next++;
                if (i == out.count(node) + in.count(node)) {
                    node_at_[--left] = node;
                    rank_of_[node] = left;
                    ahead.truncate(ahead.size() - 1);
                    continue;
                }
                const std::uint32_t above = i < out.count(node)
                                                ? out.begin(node)[i].to
                                                : in.begin(node)[i - out.count(node)].to;
                if (rank_of_[above] == unnumbered && !ahead.push(visit{above, 0})) return false;
            }
        }
        return true;
    }

    template <class Arcs>
    [[nodiscard]] bool take(const Arcs& from, owned_arcs<C>& to) {
        std::size_t count = 0;
        for (const std::uint32_t node : node_at_) count += from.count(node);
        // Zeros first, so that what lies between the members of an arc is the same in every file.
        if (count >= std::numeric_limits<std::uint32_t>::max() ||
            !to.first.reserve(node_at_.size() + 1) || !to.arcs.assign_zeros(count) ||
            !to.middle.reserve(count))
            return false;
        (void)to.first.push(0U);
        for (const std::uint32_t node : node_at_) {
            for (const auto* a = from.begin(node); a != from.end(node); ++a) {
                hierarchy_arc<C>& arc = to.arcs[to.middle.size()];
                arc.to = rank_of_[a->to];
                arc.cost = a->length.cost;
                const bool is_edge = a->middle == upward_arcs<C>::no_middle;
                (void)to.middle.push(is_edge ? a->middle : rank_of_[a->middle]);
            }
            (void)to.first.push(static_cast<std::uint32_t>(to.middle.size()));
        }
        return true;
    }

    memory_budget budget_;
    buffer<std::uint32_t> rank_of_{budget_};
    buffer<std::uint32_t> node_at_{budget_};
    owned_arcs<C> forward_{budget_};
    owned_arcs<C> backward_{budget_};
};

}  // namespace senda::detail

namespace senda {

/// A stored graph ready for many exact queries: `contraction_hierarchy ready{roads};` and then
/// `ready.path(a, b)`.
template <class G>
class contraction_hierarchy;

/// A `csr` as a contraction hierarchy: its nodes in an order from the least important to the most,
/// and arcs that stand for the shortest ways over nodes before them, so that a query only goes up
/// from both ends (R. Geisberger, P. Sanders, D. Schultes, D. Delling, Contraction Hierarchies:
/// Faster and Simpler Hierarchical Routing in Road Networks, 2008). Queries are exact, with
/// floating costs up to rounding, and may be asked by several threads at once.
///
/// `Weight`  the costs of edges: whole, floating or `unweighted`.
template <class Weight>
class contraction_hierarchy<csr<Weight>> : public prepared {
    friend struct detail::file_of<contraction_hierarchy>;

public:
    /// The costs of paths: those of the graph.
    using cost = cost_of<csr<Weight>, std::uint32_t>;

    /// Prepares a graph.
    ///
    /// `g`  the graph, which must outlive what is made of it and not change.
    /// `o`  limits, but for that of cost; a stop token; threads, which make the same hierarchy
    ///      whatever their number; progress, in nodes. An expansion is a node whose surroundings
    ///      are searched, which happens several times to each.
    explicit contraction_hierarchy(const csr<Weight>& g, const options& o = {}) : graph_(&g) {
        if (!detail::has_memory_for([&] { make(o); })) status_ = status::memory_limit;
    }

    /// The bytes that it keeps, what a search takes besides not included.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return hierarchy_->bytes(); }

    /// A shortest path from one node to another. The memory of a search is kept for the next.
    ///
    /// `start`  where it begins.
    /// `goal`   where it ends.
    /// `o`      limits and a stop token. An expansion is that of a node from one end.
    [[nodiscard]] result<std::uint32_t, cost> path(std::uint32_t start, std::uint32_t goal,
                                                   const options& o = {}) const;

    /// The cost of a shortest path alone; `infinite` if there is none, or the graph is not ready.
    ///
    /// `start`  where it begins.
    /// `goal`   where it ends.
    [[nodiscard]] cost distance(std::uint32_t start, std::uint32_t goal) const;

    /// The arrays of the hierarchy, for searches of other kinds; without nodes if it is not ready.
    [[nodiscard]] detail::hierarchy_view<cost> hierarchy() const noexcept { return hierarchy_; }

private:
    using search = detail::hierarchy_search<cost>;
    using types = detail::graph_types<const csr<Weight>, std::uint32_t>;

    /// One that was stored; `owner` keeps the arrays.
    contraction_hierarchy(const csr<Weight>& g, const detail::hierarchy_view<cost>& stored,
                          detail::erased_unique_ptr owner)
        : prepared(status::complete), graph_(&g), owner_(std::move(owner)), hierarchy_(stored) {}

    void make(const options& o);
    /// Closed edges are left out.
    void add_edges(detail::hierarchy_builder<cost>& maker, detail::search_control& control) const {
        for (std::uint32_t n = 0; n < graph_->node_count() && control.running(); ++n) {
            detail::for_each_successor<types>(*graph_, n, [&](std::uint32_t to, cost c, no_action) {
                if (is_negative(c)) return control.end(status::negative_cost);
                maker.add_edge(n, to, c);
            });
        }
    }
    void take(const detail::hierarchy_builder<cost>& maker, detail::search_control& control) {
        auto* const made = new detail::owned_hierarchy<cost>(control.budget().left());
        owner_ = detail::erased_unique_ptr(made);
        if (control.fits(made->take(maker))) hierarchy_ = made->view();
        statistics_.bytes = control.budget().used() + made->peak();
    }

    const csr<Weight>* graph_;
    detail::erased_unique_ptr owner_;  // of the arrays: memory or a file
    detail::emptied<detail::hierarchy_view<cost>> hierarchy_;
    mutable detail::search_pool<search> spares_;
};

template <class Weight>
contraction_hierarchy(const csr<Weight>&, const options& = {})
    -> contraction_hierarchy<csr<Weight>>;

// Outside of the class, so that the library senda::compiled can have them.
template <class Weight>
auto contraction_hierarchy<csr<Weight>>::path(std::uint32_t start, std::uint32_t goal,
                                              const options& o) const
    -> result<std::uint32_t, cost> {
    if (!*this) {
        return {{.status = status_,
                 .statistics = {.engine = engine_kind::contraction},
                 .engine = detail::engine_name(engine_kind::contraction).text}};
    }
    return spares_.ask(*hierarchy_, start, goal, o, [](const search& s) { return s.result(); });
}

template <class Weight>
auto contraction_hierarchy<csr<Weight>>::distance(std::uint32_t start, std::uint32_t goal) const
    -> cost {
    if (!*this) return infinite<cost>;
    return spares_.ask(*hierarchy_, start, goal, {}, [](const search& s) { return s.cost(); });
}

template <class Weight>
void contraction_hierarchy<csr<Weight>>::make(const options& o) {
    detail::search_control control(o, engine_kind::contraction);
    {
        detail::hierarchy_builder<cost> maker(control);
        if (maker.prepare(graph_->node_count(), graph_->edge_count())) add_edges(maker, control);
        if (control.running()) maker.run();
        if (control.running()) take(maker, control);
    }
    control.end(status::complete);
    status_ = control.status();
    const std::uint64_t most = statistics_.bytes;
    statistics_ = control.statistics();
    statistics_.bytes = std::max(statistics_.bytes, most);
}

#if SENDA_COMPILED
extern template class contraction_hierarchy<csr<>>;
extern template class contraction_hierarchy<csr<int>>;
extern template class contraction_hierarchy<csr<double>>;
#endif

}  // namespace senda
