// SPDX-License-Identifier: MIT
// The nearest few of a set of nodes, in a prepared graph.
#pragma once

#include <senda/detail/contract/spare_searches.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/detail/roads/hierarchy/node_buckets.hpp>
#include <senda/detail/roads/hierarchy/upward_search.hpp>
#include <senda/graph/cost.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/statistics.hpp>
#include <senda/search/status.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <vector>

namespace senda {

/// A node and how far it is.
template <Cost C>
struct node_distance {
    /// The node.
    std::uint32_t node;
    /// The least cost of a path to it, or from it.
    C cost;

    friend bool operator==(const node_distance&, const node_distance&) = default;
};

/// The nearest of a set of nodes. True in a condition when they are all known.
template <Cost C>
struct nearest_nodes {
    /// `found` if there are as many as were asked for, `exhausted` if no more can be reached;
    /// otherwise what stopped the search.
    senda::status status = status::running;
    /// The nearest first, of those that are equally near the lower number.
    std::vector<node_distance<C>> nodes = {};
    /// What it took.
    senda::statistics statistics = {};

    [[nodiscard]] explicit operator bool() const noexcept {
        return status == status::found || status == status::exhausted;
    }
};

/// A set of nodes of a prepared graph, made ready to be asked for those nearest to any node:
/// `nearest_of stations{roads, nodes};` and then `stations.from(home, 3)`.
///
/// `P`  a prepared graph, which must outlive it and stay as it is.
template <class P>
    requires detail::HierarchyOwner<P>
class nearest_of {
public:
    /// The costs of paths: those of the graph.
    using cost = typename P::cost;

    /// Searches from each of the nodes, both ways.
    ///
    /// `p`      the prepared graph.
    /// `nodes`  a range of nodes; those that come twice or are not in the graph are left out.
    /// `o`      limits, but for that of cost; a stop token.
    template <class Nodes = std::initializer_list<std::uint32_t>>
        requires detail::RangeOf<Nodes, std::uint32_t>
    explicit nearest_of(const P& p, const Nodes& nodes, const options& o = {})
        : hierarchy_(p.hierarchy()),
          control_(o, engine_kind::contraction),
          from_(control_.budget()),
          to_(control_.budget()) {
        if (p.status() != status::exhausted) control_.end(p.status());
        nodes_.assign(std::begin(nodes), std::end(nodes));
        std::sort(nodes_.begin(), nodes_.end());
        nodes_.erase(std::unique(nodes_.begin(), nodes_.end()), nodes_.end());
        while (!nodes_.empty() && nodes_.back() >= hierarchy_.node_count) nodes_.pop_back();
        if (!control_.fits(control_.budget().take(nodes_.size() * sizeof(std::uint32_t)))) return;
        if (from_.make(hierarchy_, nodes_, hierarchy_.backward, hierarchy_.forward, control_) &&
            to_.make(hierarchy_, nodes_, hierarchy_.forward, hierarchy_.backward, control_))
            control_.end(status::exhausted);
    }
    nearest_of(const nearest_of&) = delete;
    nearest_of& operator=(const nearest_of&) = delete;

    /// `exhausted` if all is ready; otherwise what ended it, and every question ends the same way.
    [[nodiscard]] senda::status status() const noexcept { return control_.status(); }
    /// Whether all is ready.
    [[nodiscard]] explicit operator bool() const noexcept { return status() == status::exhausted; }
    /// What it took.
    [[nodiscard]] senda::statistics statistics() const { return control_.statistics(); }
    /// The nodes, in ascending order.
    [[nodiscard]] const std::vector<std::uint32_t>& nodes() const noexcept { return nodes_; }
    /// How many bytes it keeps, besides the memory of searches.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return control_.budget().used(); }

    /// The nodes of the set that are nearest on the way from a node, itself included if it is one
    /// of them. Several threads may ask at once.
    ///
    /// `source`  where paths begin.
    /// `count`   how many are wanted.
    /// `o`       limits, a stop token.
    [[nodiscard]] nearest_nodes<cost> from(std::uint32_t source, std::size_t count,
                                           const options& o = {}) const {
        return ask(source, count, hierarchy_.forward, from_, o);
    }
    /// The nodes of the set from which it is nearest to a node. Several threads may ask at once.
    ///
    /// `target`  where paths end.
    /// `count`   how many are wanted.
    /// `o`       limits, a stop token.
    [[nodiscard]] nearest_nodes<cost> to(std::uint32_t target, std::size_t count,
                                         const options& o = {}) const {
        return ask(target, count, hierarchy_.backward, to_, o);
    }

private:
    using view = detail::hierarchy_of<P>;
    using search = detail::bucket_search<cost>;

    template <class Arcs>
    [[nodiscard]] nearest_nodes<cost> ask(std::uint32_t node, std::size_t count, const Arcs& up,
                                          const detail::node_buckets<cost>& buckets,
                                          const options& o) const {
        detail::search_control control(o, engine_kind::contraction);
        nearest_nodes<cost> r;
        if (status() != status::exhausted) control.end(status());
        // A limit on memory means that of this search alone.
        const bool is_limited = o.limits.bytes != limits{}.bytes;
        search* kept = is_limited ? nullptr : spares_.take();
        if (kept == nullptr) kept = new search(o.limits.bytes);
        count = std::min(count, nodes_.size());
        if (control.running() &&
            control.fits(kept->run(hierarchy_.node_count, up, detail::rank_in(hierarchy_, node),
                                   nodes_.size(), count))) {
            if (control.could_expand_together(kept->size()) < kept->size()) {
                control.end_by_limit();
                control.end(status::expansion_limit);  // where some but not all may be expanded
            } else {
                control.count_expanded(kept->size());
                control.count_generated(kept->arc_count());
                control.end(kept->find(buckets, count, o.limits.cost.most<cost>()));
                for (const auto& near : kept->nearest())
                    r.nodes.push_back({nodes_[near.member], near.cost});
            }
        }
        r.status = control.status();
        r.statistics = control.statistics();
        r.statistics.bytes = kept->bytes();
        is_limited ? delete kept : spares_.give(kept);
        return r;
    }

    view hierarchy_;
    mutable detail::search_control control_;
    std::vector<std::uint32_t> nodes_;
    detail::node_buckets<cost> from_;
    detail::node_buckets<cost> to_;
    mutable detail::spare_searches<search> spares_;
};

template <class P, class Nodes>
nearest_of(const P&, const Nodes&, const options& = {}) -> nearest_of<P>;
template <class P>
nearest_of(const P&, std::initializer_list<std::uint32_t>, const options& = {}) -> nearest_of<P>;

}  // namespace senda
