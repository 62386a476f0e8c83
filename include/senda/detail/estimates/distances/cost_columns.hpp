// SPDX-License-Identifier: MIT
// The least costs from one node to all, or from all to one, as an array.
#pragma once

#include <senda/graph/adaptors.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/distances.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace senda::detail {

/// What is asked about a graph besides its edges: whether each leads both ways at the same cost,
/// and what it is backwards.
template <class G>
struct two_ways;

template <class Weight>
struct two_ways<csr<Weight>> {
    [[nodiscard]] static bool is_symmetric(const csr<Weight>& g) noexcept {
        return g.is_undirected();
    }
    [[nodiscard]] static csr<Weight> backward(const csr<Weight>& g) { return g.transposed(); }
    /// What that takes.
    [[nodiscard]] static std::uint64_t bytes_backward(const csr<Weight>& g) noexcept {
        return (g.node_count() + 1) * sizeof(std::size_t) +
               g.edge_count() * sizeof(csr_half_edge<Weight>);
    }
};
template <class Weight>
struct two_ways<reversible_csr<Weight>> : two_ways<csr<Weight>> {};

template <grid_moves Moves, class Weight>
struct two_ways<basic_grid<Moves, Weight>> {
    using grid_type = basic_grid<Moves, Weight>;

    [[nodiscard]] static constexpr bool is_symmetric(const grid_type&) noexcept {
        return std::same_as<Weight, unweighted>;
    }
    [[nodiscard]] static reversed<const grid_type&> backward(const grid_type& g) noexcept {
        return reverse(g);
    }
    [[nodiscard]] static constexpr std::uint64_t bytes_backward(const grid_type&) noexcept {
        return 0;
    }
};

/// A graph that landmarks are made for.
template <class G>
concept LandmarkGraph = requires { sizeof(two_ways<G>); };

/// The least costs between a root and all nodes, by their numbers, and the tree of the paths.
template <Cost C>
struct cost_column {
    explicit cost_column(memory_budget& budget) noexcept : costs(budget), parents(budget) {}

    buffer<C> costs;                ///< `infinite` for what cannot be reached
    buffer<std::uint32_t> parents;  ///< the number of the node before; only if wanted
    status ending = status::running;
    statistics used = {};

    /// Takes the memory; false if there is none.
    [[nodiscard]] bool prepare(std::size_t nodes, bool wants_parents) {
        if (!costs.reserve(nodes) || (wants_parents && !parents.reserve(nodes))) return false;
        costs.set_size(nodes);
        if (wants_parents) parents.set_size(nodes);
        return true;
    }

    /// Finds them. A cost that does not fit its type counts as the largest one that does: distances
    /// cut off at one height differ by no more than they did. A tree does without such nodes.
    template <class G, class Node>
    void fill(const G& g, const Node& root, const options& o) {
        no_observer unobserved;
        least_cost_search<const G, Node, no_observer> search(g, root, no_goal{}, o, unobserved);
        ending = completed(search.run());
        used = search.statistics();
        if (ending != status::complete && ending != status::cost_limit) return;
        const bool is_cut = ending == status::cost_limit && parents.empty();
        for (C& cost : costs) cost = is_cut ? largest_cost<C> : infinite<C>;
        for (const auto& reached : search.tree()) {
            const std::size_t index = index_in(g, reached.node);
            costs[index] = reached.cost;
            if (!parents.empty())
                parents[index] = static_cast<std::uint32_t>(
                    reached.parent == nullptr ? index : index_in(g, *reached.parent));
        }
        ending = status::complete;
    }
};

}  // namespace senda::detail
