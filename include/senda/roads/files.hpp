// SPDX-License-Identifier: MIT
// What is prepared of stored graphs, in files: made once, mapped into memory by every start of a
// program.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/detail/storage/files/identity.hpp>
#include <senda/detail/storage/mapped_file.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/edge.hpp>
#include <senda/roads/contraction_hierarchy.hpp>
#include <senda/roads/customizable_graph.hpp>
#include <senda/roads/hub_labels.hpp>
#include <senda/search/options.hpp>
#include <senda/storage/memory.hpp>
#include <senda/text/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace senda::detail {

/// The arcs of one direction with their number.
template <Cost C>
struct stored_arcs {
    std::span<const std::uint32_t> first;
    std::span<const hierarchy_arc<C>> arcs;
    std::span<const std::uint32_t> middle;

    stored_arcs() = default;
    stored_arcs(const upward_arcs<C>& view, std::size_t nodes) noexcept
        : first(view.first, nodes + 1),
          arcs(view.arcs, first.back()),
          middle(view.middle, first.back()) {}

    [[nodiscard]] upward_arcs<C> view() const noexcept {
        return {first.data(), arcs.data(), middle.data()};
    }
};

/// Arrays of any size with any numbers in them.
template <Cost C>
struct stored_hierarchy {
    std::span<const std::uint32_t> rank_of;
    std::span<const std::uint32_t> node_at;
    stored_arcs<C> forward;
    stored_arcs<C> backward;

    [[nodiscard]] hierarchy_view<C> view() const noexcept {
        return {static_cast<std::uint32_t>(rank_of.size()), rank_of.data(), node_at.data(),
                forward.view(), backward.view()};
    }

    /// Whether it is a hierarchy of a graph of that size: every search in it ends, and every
    /// path found leads along edges of the graph.
    ///
    /// `is_edge`  tells whether the graph has an edge from a node to a node, of that cost.
    template <class IsEdge>
    [[nodiscard]] bool is_sound(std::size_t nodes, IsEdge is_edge) const {
        if (rank_of.size() != nodes || node_at.size() != nodes || !has_ranks() ||
            !has_rows(forward) || !has_rows(backward))
            return false;
        edges_of forward_edges(forward.arcs.size());
        edges_of backward_edges(backward.arcs.size());
        for (std::uint32_t low = 0; low < nodes; ++low) {
            const auto is_forward_edge = [&](std::uint32_t high, C cost) {
                return is_edge(node_at[low], node_at[high], cost);
            };
            const auto is_backward_edge = [&](std::uint32_t high, C cost) {
                return is_edge(node_at[high], node_at[low], cost);
            };
            const halves up{backward, backward_edges, forward, forward_edges};
            const halves down{forward, forward_edges, backward, backward_edges};
            if (!has_arcs(low, forward, forward_edges, up, is_forward_edge) ||
                !has_arcs(low, backward, backward_edges, down, is_backward_edge))
                return false;
        }
        return true;
    }

private:
    using edges_of = std::vector<std::uint32_t>;

    /// Where the two halves of an arc are found, from the node between them: that to its lower end,
    /// and that to its higher one.
    struct halves {
        const stored_arcs<C>& to_low;
        const edges_of& low_edges;
        const stored_arcs<C>& to_high;
        const edges_of& high_edges;
    };

    [[nodiscard]] bool has_ranks() const noexcept {
        for (std::size_t rank = 0; rank < node_at.size(); ++rank)
            if (node_at[rank] >= rank_of.size() || rank_of[node_at[rank]] != rank) return false;
        return true;
    }
    [[nodiscard]] bool has_rows(const stored_arcs<C>& of) const noexcept {
        return of.first.size() == rank_of.size() + 1 && of.first.front() == 0 &&
               of.first.back() == of.arcs.size() && of.middle.size() == of.arcs.size() &&
               std::is_sorted(of.first.begin(), of.first.end());
    }

    /// Whether the arcs of a rank lead up, and each is an edge or what its halves are. Counts the
    /// edges that each stands for, which were counted of all lower ranks.
    template <class IsEdge>
    [[nodiscard]] bool has_arcs(std::uint32_t low, const stored_arcs<C>& of, edges_of& edges,
                                const halves& parts, IsEdge is_edge) const {
        const std::size_t nodes = rank_of.size();
        for (std::uint32_t i = of.first[low]; i < of.first[low + 1]; ++i) {
            const auto& [to, cost] = of.arcs[i];
            if (to <= low || to >= nodes) return false;
            const std::uint32_t middle = of.middle[i];
            if (middle == upward_arcs<C>::no_middle) {
                if (!is_edge(to, cost)) return false;
                edges[i] = 1;
                continue;
            }
            if (middle >= low) return false;
            const std::uint32_t one = find(parts.to_low, middle, low);
            const std::uint32_t other = find(parts.to_high, middle, to);
            if (one == parts.to_low.first[middle + 1] || other == parts.to_high.first[middle + 1] ||
                add_costs(parts.to_low.arcs[one].cost, parts.to_high.arcs[other].cost) != cost)
                return false;
            // What somebody made up could double from rank to rank, beyond any number.
            const std::uint64_t both =
                std::uint64_t{parts.low_edges[one]} + parts.high_edges[other];
            if (both >= nodes) return false;
            edges[i] = static_cast<std::uint32_t>(both);
        }
        return true;
    }
    /// The first arc from one rank to another, or the end of its row.
    [[nodiscard]] static std::uint32_t find(const stored_arcs<C>& in, std::uint32_t low,
                                            std::uint32_t high) noexcept {
        std::uint32_t i = in.first[low];
        while (i < in.first[low + 1] && in.arcs[i].to != high) ++i;
        return i;
    }
};

/// A mapped file for one graph: the arrays of its hierarchy.
template <class Weight>
struct file_of<contraction_hierarchy<csr<Weight>>> {
    using ready = contraction_hierarchy<csr<Weight>>;
    using cost = typename ready::cost;
    static constexpr file_kind kind{"contraction hierarchy", 1};

    [[nodiscard]] static diagnostic save(const ready& made, const std::string& file) {
        if (!made) return {"unfinished", file + ": the graph was not made ready"};
        const hierarchy_view<cost> all = made.hierarchy();
        const stored_arcs<cost> forward(all.forward, all.node_count);
        const stored_arcs<cost> backward(all.backward, all.node_count);
        const auto of_nodes = [&](const std::uint32_t* numbers) {
            return std::span<const std::uint32_t>(numbers, all.node_count);
        };
        return save_arrays(file, kind, identity_of_edges(*made.graph_), of_nodes(all.rank_of),
                           of_nodes(all.node_at), forward.first, forward.arcs, forward.middle,
                           backward.first, backward.arcs, backward.middle);
    }

    [[nodiscard]] static parsed<ready> load(const std::string& file, const csr<Weight>& g) {
        auto in = std::make_unique<mapped_file>();
        stored_hierarchy<cost> all;
        if (!in->open(
                file, kind, {identity_of_edges(g), "other_graph", "it was made of another graph"},
                all.rank_of, all.node_at, all.forward.first, all.forward.arcs, all.forward.middle,
                all.backward.first, all.backward.arcs, all.backward.middle))
            return in->error();
        const auto is_edge = [&](std::uint32_t from, std::uint32_t to, cost c) {
            bool is_there = false;
            for_each_successor<graph_types<const csr<Weight>, std::uint32_t>>(
                g, from, [&](std::uint32_t next, cost step, no_action) {
                    is_there = is_there || (next == to && step == c);
                });
            return is_there;
        };
        if (!all.is_sound(g.node_count(), is_edge))
            return diagnostic{"changed_file", file + ": its hierarchy does not fit the graph"};
        return ready(g, all.view(), erased_unique_ptr(in.release()));
    }
};

/// A mapped file with the order in which nodes are eliminated: all else follows from it.
template <class Weight>
struct file_of<customizable_graph<Weight>> {
    using ready = customizable_graph<Weight>;
    static constexpr file_kind kind{"customizable graph", 1};

    /// A number in which it counts where each edge leads, and not what it costs.
    [[nodiscard]] static std::uint64_t identity(const csr<Weight>& g) noexcept {
        const auto rows = g.edge_rows();
        std::uint64_t sum = combine_checksums(g.node_count(), g.edge_count());
        for (std::uint32_t n = 0; n < rows.node_count; ++n) {
            sum = combine_checksums(sum, n);
            for (std::size_t i = rows.offsets[n]; i < rows.offsets[n + 1]; ++i)
                sum = combine_checksums(sum, rows.edges[i].to);
        }
        return sum;
    }

    [[nodiscard]] static diagnostic save(const ready& made, const std::string& file) {
        if (!made) return {"unfinished", file + ": the graph was not made ready"};
        const buffer<std::uint32_t>& order = made.arcs_->graph.node_at;
        return save_arrays(file, kind, identity(*made.graph_),
                           std::span<const std::uint32_t>(order.data(), order.size()));
    }

    [[nodiscard]] static parsed<ready> load(const std::string& file, const csr<Weight>& g,
                                            const options& o) {
        mapped_file in;
        std::span<const std::uint32_t> order;
        if (!in.open(file, kind, {identity(g), "other_graph", "it was made of another graph"},
                     order))
            return in.error();
        if (!is_sound(order, g.node_count()))
            return diagnostic{"changed_file", file + ": its order does not fit the graph"};
        return ready(g, o, order);
    }

private:
    /// Whether each node has a place.
    [[nodiscard]] static bool is_sound(std::span<const std::uint32_t> order, std::size_t nodes) {
        if (order.size() != nodes) return false;
        std::vector<bool> is_met(nodes);
        for (const std::uint32_t node : order) {
            if (node >= nodes || is_met[node]) return false;
            is_met[node] = true;
        }
        return true;
    }
};

/// A mapped file with the labels of both directions.
template <Cost C>
struct file_of<hub_labels<C>> {
    static constexpr file_kind kind{"hub labels", 1};

    [[nodiscard]] static diagnostic save(const hub_labels<C>& made, const std::string& file) {
        if (!made) return {"unfinished", file + ": the labels were not finished"};
        const label_view<C>& ahead = made.forward_;
        const label_view<C>& behind = made.backward_;
        return save_arrays(file, kind, identity_of_costs<C>, ahead.first, ahead.hubs, ahead.costs,
                           behind.first, behind.hubs, behind.costs);
    }

    [[nodiscard]] static parsed<hub_labels<C>> load(const std::string& file) {
        auto in = std::make_unique<mapped_file>();
        label_view<C> forward;
        label_view<C> backward;
        if (!in->open(file, kind,
                      {identity_of_costs<C>, "other_cost", "its costs are of another type"},
                      forward.first, forward.hubs, forward.costs, backward.first, backward.hubs,
                      backward.costs))
            return in->error();
        if (!is_sound(forward) || !is_sound(backward) ||
            forward.first.size() != backward.first.size())
            return diagnostic{"changed_file", file + ": its labels do not fit together"};
        return hub_labels<C>(forward, backward, erased_unique_ptr(in.release()));
    }

private:
    /// Whether every label begins and ends within the arrays.
    [[nodiscard]] static bool is_sound(const label_view<C>& labels) noexcept {
        if (labels.hubs.size() != labels.costs.size()) return false;
        if (labels.first.empty()) return true;
        return !labels.hubs.empty() && labels.hubs.back() == label_view<C>::end &&
               *std::max_element(labels.first.begin(), labels.first.end()) < labels.hubs.size();
    }
};

}  // namespace senda::detail

namespace senda {

/// Loads a contraction hierarchy, or says why not: `unreadable`, `foreign_file`, `other_version`,
/// `truncated_file`, `changed_file`, `other_graph`. The hierarchy is used where it is in the file;
/// all of it is read once, to see that it is whole and fits the graph.
///
/// `file`  what `save` wrote, which nobody may write into while it is in use; to save
///         another in its place does no harm.
/// `g`     the graph that it was made of, which must outlive it and not change.
template <class Weight>
[[nodiscard]] parsed<contraction_hierarchy<csr<Weight>>> load_contraction_hierarchy(
    const std::string& file, const csr<Weight>& g) {
    return detail::file_of<contraction_hierarchy<csr<Weight>>>::load(file, g);
}

/// Loads a customizable graph, or says why not: `unreadable`, `foreign_file`, `other_version`,
/// `truncated_file`, `changed_file`, `other_graph`. What follows from the order is made again,
/// within limits that its status tells of.
///
/// `file`  what `save` wrote.
/// `g`     a graph with the same edges in the same order, whatever they cost, which must outlive
///         what is loaded and not change.
/// `o`     limits, but for that of cost; a stop token.
template <class Weight>
[[nodiscard]] parsed<customizable_graph<Weight>> load_customizable_graph(const std::string& file,
                                                                         const csr<Weight>& g,
                                                                         const options& o = {}) {
    return detail::file_of<customizable_graph<Weight>>::load(file, g, o);
}

/// Loads hub labels, or says why not: `unreadable`, `foreign_file`, `other_version`,
/// `truncated_file`, `changed_file`, `other_cost`. They are used where they are in the file,
/// without the graph, and all of it is read once, to see that it is whole:
/// `load_hub_labels<int>(file)`.
///
/// `file`  what `save` wrote, which nobody may write into while it is in use; to save another in
///         its place does no harm.
template <Cost C>
[[nodiscard]] parsed<hub_labels<C>> load_hub_labels(const std::string& file) {
    return detail::file_of<hub_labels<C>>::load(file);
}

}  // namespace senda
