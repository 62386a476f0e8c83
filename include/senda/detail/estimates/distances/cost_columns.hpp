// SPDX-License-Identifier: MIT
// The least costs from one node to all, or from all to one, as an array.
#pragma once

#include <senda/graph/adaptors.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/flow_field.hpp>
#include <senda/search/distances.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// The edges of a stored graph one way, as a graph.
template <class Weight>
class rows_graph : public declares_cost<Weight> {
public:
    using node_type = std::uint32_t;

    explicit rows_graph(const csr_rows<Weight>& rows) noexcept : rows_(rows) {}

    [[nodiscard]] std::size_t node_count() const noexcept { return rows_.node_count; }
    [[nodiscard]] std::size_t index(node_type n) const noexcept { return n; }
    [[nodiscard]] std::size_t index_bound() const noexcept { return rows_.node_count; }
    [[nodiscard]] csr_rows<Weight> edge_rows() const noexcept { return rows_; }
    [[nodiscard]] csr_rows<Weight> reverse_rows() const noexcept { return {}; }

    template <class Emit>
    void successors(node_type n, Emit&& emit) const {
        for (std::size_t i = rows_.offsets[n]; i < rows_.offsets[std::size_t{n} + 1]; ++i) {
            if constexpr (std::same_as<Weight, unweighted>) {
                emit(rows_.edges[i].to);
            } else {
                emit(rows_.edges[i].to, static_cast<path_cost<Weight>>(rows_.edges[i].cost));
            }
        }
    }

private:
    csr_rows<Weight> rows_;
};

/// What is asked about a graph besides its edges: whether each leads both ways at the same cost,
/// and what it is backwards.
template <class G>
struct two_ways;

template <class Weight>
struct two_ways<csr<Weight>> {
    class backward {
    public:
        template <class G>  // a `reversible_csr` has its edges into each node already
        explicit backward(const G& g) {
            if (g.reverse_rows().node_count != g.node_count()) turned_.emplace(g.transposed());
            rows_ = turned_ ? turned_->edge_rows() : g.reverse_rows();
        }
        [[nodiscard]] rows_graph<Weight> graph() const noexcept {
            return rows_graph<Weight>(rows_);
        }

    private:
        std::optional<csr<Weight>> turned_;
        csr_rows<Weight> rows_;
    };
    [[nodiscard]] static bool is_symmetric(const csr<Weight>& g) noexcept {
        return g.is_undirected();
    }
    /// What the edges take that are turned round.
    template <class G>
    [[nodiscard]] static std::uint64_t bytes_backward(const G& g) noexcept {
        if (g.reverse_rows().node_count == g.node_count()) return 0;
        return (g.node_count() + 1) * sizeof(std::size_t) +
               g.edge_count() * sizeof(csr_half_edge<Weight>);
    }
};
template <class Weight>
struct two_ways<reversible_csr<Weight>> : two_ways<csr<Weight>> {};

template <grid_moves Moves, class Weight>
struct two_ways<basic_grid<Moves, Weight>> {
    using grid_type = basic_grid<Moves, Weight>;
    class backward {
    public:
        explicit backward(const grid_type& g) noexcept : graph_(g) {}
        [[nodiscard]] reversed<const grid_type&> graph() const noexcept { return graph_; }

    private:
        reversed<const grid_type&> graph_;
    };
    [[nodiscard]] static constexpr bool is_symmetric(const grid_type&) noexcept {
        return std::same_as<Weight, unweighted>;
    }
    [[nodiscard]] static constexpr std::uint64_t bytes_backward(const grid_type&) noexcept {
        return 0;
    }
};

/// A graph that landmarks are made for.
template <class G>
concept LandmarkGraph = requires { sizeof(two_ways<G>); };

/// Grids without weights: the lengths of a flow field are exact in straight and diagonal steps.
template <class G>
inline constexpr bool has_flow = false;
template <grid_moves Moves>
inline constexpr bool has_flow<basic_grid<Moves>> = true;

/// Calls `visit(index, cost, index of the node before)` for each node that can be reached from a
/// root. Returns how the search ended: `complete`, or `cost_limit` if some costs do not fit their
/// type.
template <class G, class Node, class Visit>
[[nodiscard]] status visit_least_costs(const G& g, const Node& root, const options& o,
                                       statistics& used, Visit visit) {
    if constexpr (has_flow<G>) {
        const flow_field field(g, root, flow_memory::distances, o);
        used = field.statistics();
        if (!field) return field.status();
        for (int y = 0; y < g.height(); ++y)
            for (int x = 0; x < g.width(); ++x) {
                const cell c{x, y};
                if (field.direction(c) != flow_direction::none)
                    visit(g.index(c), field.distance(c), g.index(field.next(c)));
            }
        return status::complete;
    } else {
        no_observer unobserved;
        least_cost_search<const G, Node, no_observer> search(g, root, no_goal{}, o, unobserved);
        const status ending = completed(search.run());
        used = search.statistics();
        if (ending != status::complete && ending != status::cost_limit) return ending;
        for (const auto& reached : search.tree()) {
            const std::size_t index = index_in(g, reached.node);
            visit(index, reached.cost,
                  reached.parent == nullptr ? index : index_in(g, *reached.parent));
        }
        return ending;
    }
}

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
        const bool wants_parents = !parents.empty();
        for (C& cost : costs) cost = infinite<C>;
        ending =
            visit_least_costs(g, root, o, used, [&](std::size_t node, C cost, std::size_t parent) {
                costs[node] = cost;
                if (wants_parents) parents[node] = static_cast<std::uint32_t>(parent);
            });
        if (ending != status::cost_limit) return;
        ending = status::complete;
        for (C& cost : costs)
            if (cost == infinite<C> && !wants_parents) cost = largest_cost<C>;
    }
};

}  // namespace senda::detail
