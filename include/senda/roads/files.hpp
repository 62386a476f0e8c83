// SPDX-License-Identifier: MIT
// What is prepared of stored graphs, in files: made once, mapped into memory by every start of a
// program.
#pragma once

#include <senda/detail/roads/hierarchy/stored_hierarchy.hpp>
#include <senda/detail/storage/erased_unique_ptr.hpp>
#include <senda/detail/storage/mapped_file.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/edge.hpp>
#include <senda/roads/contraction_hierarchy.hpp>
#include <senda/roads/customizable_graph.hpp>
#include <senda/roads/hub_labels.hpp>
#include <senda/search/options.hpp>
#include <senda/storage/memory.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace senda {

namespace detail {

/// A mapped file for one graph: the arrays of its hierarchy.
struct contraction_hierarchy_file {
    static constexpr file_kind kind{"contraction hierarchy", 1};

    /// A number in which each edge counts, and the type of costs.
    template <class Weight>
    [[nodiscard]] static std::uint64_t identity(const csr<Weight>& g) {
        using types = graph_types<const csr<Weight>, std::uint32_t>;
        using cost = typename types::cost;
        std::uint64_t sum = combine_checksums(
            sizeof(cost) << 2U | (std::floating_point<cost> ? 2U : 0U) | std::is_signed_v<cost>,
            g.node_count());
        for (std::uint32_t n = 0; n < g.node_count(); ++n) {
            sum = combine_checksums(sum, n);
            for_each_successor<types>(g, n, [&](std::uint32_t to, cost c, no_action) {
                sum = combine_checksums(combine_checksums(sum, to), bits_of(c));
            });
        }
        return sum;
    }

    template <class Weight>
    [[nodiscard]] static diagnostic save(const contraction_hierarchy<csr<Weight>>& made,
                                         const std::string& file) {
        if (!made) return {"unfinished", file + ": the graph was not made ready"};
        using cost = typename contraction_hierarchy<csr<Weight>>::cost;
        const hierarchy_view<cost> all = made.hierarchy();
        const stored_arcs<cost> forward(all.forward, all.node_count);
        const stored_arcs<cost> backward(all.backward, all.node_count);
        const auto of_nodes = [&](const std::uint32_t* numbers) {
            return std::span<const std::uint32_t>(numbers, all.node_count);
        };
        mapped_writer out;
        if (!out.open(file, kind, identity(*made.graph_)) || !out.write(of_nodes(all.rank_of)) ||
            !out.write(of_nodes(all.node_at)) || !write(out, forward) || !write(out, backward) ||
            !out.finish())
            return out.error();
        return {};
    }

    template <class Weight>
    [[nodiscard]] static parsed<contraction_hierarchy<csr<Weight>>> load(const std::string& file,
                                                                         const csr<Weight>& g) {
        using ready = contraction_hierarchy<csr<Weight>>;
        using cost = typename ready::cost;
        auto in = std::make_unique<mapped_file>();
        stored_hierarchy<cost> all;
        if (!in->open(file, kind, {identity(g), "other_graph", "it was made of another graph"}) ||
            !in->all_arrays(all.rank_of, all.node_at, all.forward.first, all.forward.arcs,
                            all.forward.middle, all.backward.first, all.backward.arcs,
                            all.backward.middle))
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

private:
    template <Cost C>
    [[nodiscard]] static bool write(mapped_writer& out, const stored_arcs<C>& arcs) {
        return out.write(arcs.first) && out.write(arcs.arcs) && out.write(arcs.middle);
    }

    /// A number as bits; a float as the double that it is.
    template <Cost C>
    [[nodiscard]] static constexpr std::uint64_t bits_of(C number) noexcept {
        if constexpr (std::floating_point<C>) {
            return std::bit_cast<std::uint64_t>(static_cast<double>(number));
        } else {
            return static_cast<std::uint64_t>(number);
        }
    }
};

}  // namespace detail

/// Saves a contraction hierarchy; an empty diagnostic if that went well, else `disk_full`,
/// `unwritable`, or `unfinished` if a limit had ended its making. The file has its name only once
/// it is whole.
///
/// `made`  the hierarchy.
/// `file`  its name; an older one is replaced.
template <class Weight>
[[nodiscard]] diagnostic save(const contraction_hierarchy<csr<Weight>>& made,
                              const std::string& file) {
    return detail::contraction_hierarchy_file::save(made, file);
}

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
    return detail::contraction_hierarchy_file::load(file, g);
}

namespace detail {

/// A mapped file with the order in which nodes are eliminated: all else follows from it.
struct customizable_graph_file {
    static constexpr file_kind kind{"customizable graph", 1};

    /// A number in which it counts where each edge leads, and not what it costs.
    template <class Weight>
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

    template <class Weight>
    [[nodiscard]] static diagnostic save(const customizable_graph<Weight>& made,
                                         const std::string& file) {
        if (!made) return {"unfinished", file + ": the graph was not made ready"};
        const buffer<std::uint32_t>& order = made.arcs_->graph.node_at;
        mapped_writer out;
        if (!out.open(file, kind, identity(*made.graph_)) ||
            !out.write(std::span<const std::uint32_t>(order.data(), order.size())) || !out.finish())
            return out.error();
        return {};
    }

    template <class Weight>
    [[nodiscard]] static parsed<customizable_graph<Weight>> load(const std::string& file,
                                                                 const csr<Weight>& g,
                                                                 const options& o) {
        mapped_file in;
        std::span<const std::uint32_t> order;
        if (!in.open(file, kind, {identity(g), "other_graph", "it was made of another graph"}) ||
            !in.all_arrays(order))
            return in.error();
        if (!is_sound(order, g.node_count()))
            return diagnostic{"changed_file", file + ": its order does not fit the graph"};
        return customizable_graph<Weight>(g, o, order);
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

}  // namespace detail

/// Saves a customizable graph: the order of its nodes, which takes longest to find. An empty
/// diagnostic if that went well, else `disk_full`, `unwritable`, or `unfinished` if a limit had
/// ended its making. The file has its name only once it is whole.
///
/// `made`  the customizable graph.
/// `file`  its name; an older one is replaced.
template <class Weight>
[[nodiscard]] diagnostic save(const customizable_graph<Weight>& made, const std::string& file) {
    return detail::customizable_graph_file::save(made, file);
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
    return detail::customizable_graph_file::load(file, g, o);
}

namespace detail {

/// A mapped file with the labels of both directions.
struct hub_label_file {
    static constexpr file_kind kind{"hub labels", 1};

    /// The type of costs as a number.
    template <Cost C>
    static constexpr std::uint64_t identity =
        sizeof(C) << 2U | (std::floating_point<C> ? 2U : 0U) | (std::is_signed_v<C> ? 1U : 0U);

    template <Cost C>
    [[nodiscard]] static diagnostic save(const hub_labels<C>& made, const std::string& file) {
        if (!made) return {"unfinished", file + ": the labels were not finished"};
        mapped_writer out;
        if (!out.open(file, kind, identity<C>) || !write(out, *made.forward_) ||
            !write(out, *made.backward_) || !out.finish())
            return out.error();
        return {};
    }

    template <Cost C>
    [[nodiscard]] static parsed<hub_labels<C>> load(const std::string& file) {
        auto in = std::make_unique<mapped_file>();
        label_view<C> forward;
        label_view<C> backward;
        if (!in->open(file, kind, {identity<C>, "other_cost", "its costs are of another type"}) ||
            !in->all_arrays(forward.first, forward.hubs, forward.costs, backward.first,
                            backward.hubs, backward.costs))
            return in->error();
        if (!is_sound(forward) || !is_sound(backward) ||
            forward.first.size() != backward.first.size())
            return diagnostic{"changed_file", file + ": its labels do not fit together"};
        return hub_labels<C>(forward, backward, erased_unique_ptr(in.release()));
    }

private:
    template <Cost C>
    [[nodiscard]] static bool write(mapped_writer& out, const label_view<C>& labels) {
        return out.write(labels.first) && out.write(labels.hubs) && out.write(labels.costs);
    }

    /// Whether every label begins and ends within the arrays.
    template <Cost C>
    [[nodiscard]] static bool is_sound(const label_view<C>& labels) noexcept {
        if (labels.hubs.size() != labels.costs.size()) return false;
        if (labels.first.empty()) return true;
        return !labels.hubs.empty() && labels.hubs.back() == label_view<C>::end &&
               *std::max_element(labels.first.begin(), labels.first.end()) < labels.hubs.size();
    }
};

}  // namespace detail

/// Saves hub labels; an empty diagnostic if that went well, else `disk_full`, `unwritable`, or
/// `unfinished` if a limit had ended their making. The file has its name only once it is whole.
///
/// `made`  the labels.
/// `file`  its name; an older one is replaced.
template <Cost C>
[[nodiscard]] diagnostic save(const hub_labels<C>& made, const std::string& file) {
    return detail::hub_label_file::save(made, file);
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
    return detail::hub_label_file::load<C>(file);
}

}  // namespace senda
