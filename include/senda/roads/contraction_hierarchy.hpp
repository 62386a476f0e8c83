// SPDX-License-Identifier: MIT
// Contraction hierarchies: a stored graph prepared for many queries.
#pragma once

#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/core/search_pool.hpp>
#include <senda/detail/roads/contraction.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_search.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace senda::detail {

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
        if (!rank_of_.reserve(order.size()) || !node_at_.reserve(order.size())) return false;
        rank_of_.set_size(order.size());
        node_at_.set_size(order.size());
        std::fill(rank_of_.begin(), rank_of_.end(), unnumbered);
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
                                                   const options& o = {}) const {
        if (!*this) {
            return {{.status = status_,
                     .statistics = {.engine = engine_kind::contraction},
                     .engine = detail::engine_text(engine_kind::contraction)}};
        }
        return spares_.ask(*hierarchy_, start, goal, o, [](const search& s) { return s.result(); });
    }

    /// The cost of a shortest path alone; `infinite` if there is none, or the graph is not ready.
    ///
    /// `start`  where it begins.
    /// `goal`   where it ends.
    [[nodiscard]] cost distance(std::uint32_t start, std::uint32_t goal) const {
        if (!*this) return infinite<cost>;
        return spares_.ask(*hierarchy_, start, goal, {}, [](const search& s) { return s.cost(); });
    }

    /// The arrays of the hierarchy, for searches of other kinds; without nodes if it is not ready.
    [[nodiscard]] detail::hierarchy_view<cost> hierarchy() const noexcept { return hierarchy_; }

private:
    using search = detail::hierarchy_search<cost>;
    using types = detail::graph_types<const csr<Weight>, std::uint32_t>;

    /// One that was stored; `owner` keeps the arrays.
    contraction_hierarchy(const csr<Weight>& g, const detail::hierarchy_view<cost>& stored,
                          detail::erased_unique_ptr owner)
        : prepared(status::complete), graph_(&g), owner_(std::move(owner)), hierarchy_(stored) {}

    void make(const options& o) {
        detail::search_control control(o, engine_kind::contraction);
        {
            detail::hierarchy_builder<cost> maker(control);
            if (maker.prepare(graph_->node_count(), graph_->edge_count()))
                add_edges(maker, control);
            if (control.running()) maker.run();
            if (control.running()) take(maker, control);
        }
        control.end(status::complete);
        status_ = control.status();
        const std::uint64_t most = statistics_.bytes;
        statistics_ = control.statistics();
        statistics_.bytes = std::max(statistics_.bytes, most);
    }
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

}  // namespace senda
