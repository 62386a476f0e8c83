// SPDX-License-Identifier: MIT
// All edges of a graph by the numbers of their ends: what an algorithm about all nodes works on.
#pragma once

#include <senda/detail/engines/csr/csr_graph.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/csr.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// A graph with `g.nodes()`, such as `adjacency`.
template <class G>
concept NamesNodes = requires(const std::remove_cvref_t<G>& g) {
    { *std::begin(g.nodes()) } -> std::convertible_to<declared_node_t<std::remove_cvref_t<G>>>;
};

/// A graph that can say which nodes it has: `csr`, `adjacency`, containers, graphs of Boost.
template <class G>
concept ListedGraph = ListsNodes<std::remove_cvref_t<G>> || CountsNodes<std::remove_cvref_t<G>> ||
                      NamesNodes<std::remove_cvref_t<G>>;

/// Calls `take(node)` for each node that a graph lists. A map lists its keys alone.
template <ListedGraph G, class Take>
void for_each_listed_node(const G& g, Take&& take) {
    using node = declared_node_t<G>;
    if constexpr (ListsNodes<G>) {
        adapter_of<G>::for_each_node(g, take);
    } else if constexpr (NamesNodes<G>) {
        for (const node& n : g.nodes()) take(n);
    } else {
        for (std::size_t i = 0; i < g.node_count(); ++i) take(static_cast<node>(i));
    }
}

/// What can be given for a start, and is not the options of a call without one.
template <class Start>
concept StartNotOptions = !std::convertible_to<Start, options>;

/// The start of an algorithm about all nodes that the graph lists.
struct every_node {};

/// The nodes and edges of a graph by number. Rows that are stored so are used as they lie; others
/// are copied, 4 bytes and a cost an edge. Each node counts as an expansion.
template <class G, class Node>
class whole_rows {
    using graph = std::remove_cvref_t<G>;
    using types = graph_types<std::remove_reference_t<G>, Node>;
    struct no_record {};
    using store = node_store<graph, Node, no_record>;

public:
    using cost = typename types::cost;
    using id = std::uint32_t;
    using kept_cost = std::conditional_t<types::weighted, cost, unweighted>;
    static constexpr id none = std::numeric_limits<id>::max();
    static constexpr bool lies_ready = CsrGraph<graph, Node>;

    /// Nothing yet; `budget` must outlive it.
    explicit whole_rows(memory_budget& budget) noexcept
        : store_(budget), first_(budget), edges_(budget), roots_(budget) {}

    /// Takes in all nodes that a graph lists and what these lead to; false if a limit came first.
    [[nodiscard]] bool take_in(G& g, every_node, search_control& control) {
        if constexpr (lies_ready) {
            const auto rows = g.edge_rows();
            size_ = rows.node_count;
            for (std::size_t n = 0; n < size_; ++n)
                if (!control.may_expand()) return false;
            if (size_ != 0) control.count_generated(rows.offsets[size_] - rows.offsets[0]);
            starts_ = size_;
            graph_ = &g;
            return true;
        } else {
            bool fits = store_.prepare(g);
            for_each_listed_node(std::as_const(g),
                                 [&](const Node& n) { fits = fits && number_of(g, n) != none; });
            starts_ = none;
            return control.fits(fits) && take_in_rows(g, control);
        }
    }

    /// Takes in all that can be reached from a start, a node or `any_of` several.
    template <class Start>
    [[nodiscard]] bool take_in(G& g, const Start& start, search_control& control) {
        return take_in(g, start, control, [](id) { return true; });
    }
    /// The same; `note(number)`, false if it has no room, hears of each start as it is given.
    template <class Start, class Note>
    [[nodiscard]] bool take_in(G& g, const Start& start, search_control& control, Note&& note) {
        bool fits = store_.prepare(g);
        for_each_start<Node>(g, start, [&](const Node& n) {
            if (!fits) return;
            const id number = number_of(g, n);
            fits = number != none && note(number);
        });
        starts_ = store_.size();
        return control.fits(fits) && take_in_rows(g, control);
    }

    /// Takes in a start for a caller that finds what can be reached: rows that lie ready stay where
    /// they are.
    template <class Start>
    [[nodiscard]] bool take_in_place(G& g, const Start& start, search_control& control) {
        if constexpr (lies_ready && !std::same_as<Start, every_node>) {
            bool fits = true;
            for_each_start<Node>(g, start, [&](Node n) { fits = fits && roots_.push(n); });
            size_ = g.edge_rows().node_count;
            graph_ = &g;
            is_partial_ = true;
            return control.fits(fits);
        } else {
            return take_in(g, start, control);
        }
    }
    /// Takes in nodes and the edges between them; writes the number of each, as they are given.
    template <class Nodes>
    [[nodiscard]] bool take_in_given(G& g, const Nodes& nodes, buffer<id>& numbers,
                                     search_control& control) {
        bool fits = store_.prepare(g);
        for (const auto& n : nodes) {
            if (!fits) break;
            const id number = number_of(g, static_cast<Node>(n));
            fits = number != none && numbers.push(number);
        }
        return control.fits(fits) && take_in_rows<false>(g, control);
    }
    /// Whether only what can be reached from the starts counts.
    [[nodiscard]] bool is_partial() const noexcept { return is_partial_; }
    /// Calls `take(number)` for each node in which a path may begin.
    template <class Take>
    void for_each_root(Take&& take) const {
        for (const id n : roots_) take(n);
        for (id n = 0; n < size_ && n < starts_; ++n) take(n);
    }

    /// How many nodes there are.
    [[nodiscard]] id size() const noexcept { return static_cast<id>(size_); }
    /// The node of a number.
    [[nodiscard]] Node node(id n) const {
        if constexpr (lies_ready) {
            if (graph_ != nullptr) return n;
        }
        return store_.node(n);
    }
    /// The number of a node that was taken in by copying, or none.
    [[nodiscard]] id find(const graph& g, const Node& n) { return store_.find(g, n); }
    /// Calls `work(rows)` with rows that have `first` and `edges`, as `csr` stores them.
    template <class Work>
    decltype(auto) with_rows(Work&& work) const {
        if constexpr (lies_ready) {
            if (graph_ != nullptr) return work(graph_->edge_rows());
        }
        return work(copied_rows());
    }
    /// The rows of what was taken in by copying, as what was given always is.
    [[nodiscard]] csr_rows<kept_cost> copied_rows() const noexcept {
        return {first_.data(), edges_.data(), size_};
    }

private:
    [[nodiscard]] id number_of(G& g, const Node& n) {
        return store_.intern(store_.key_of(g, n), n, [] { return no_record{}; }).id;
    }

    // Edges to nodes that are not known yet add these, or do not count.
    template <bool Grows = true>
    [[nodiscard]] bool take_in_rows(G& g, search_control& control) {
        bool fits = first_.push(std::size_t{0});
        for (id i = 0; fits && i < store_.size(); ++i) {
            if (!control.may_expand()) return false;
            const auto& from = store_.pinned(i);
            for_each_successor<types>(g, from, [&](const Node& to, cost step, const auto&) {
                control.count_generated();
                const id end = Grows ? number_of(g, to) : store_.find(g, to);
                if (!Grows && end == none) return;
                fits = fits && end != none && push_edge(end, step);
            });
            fits = fits && first_.push(edges_.size());
        }
        size_ = store_.size();
        return control.fits(fits);
    }
    [[nodiscard]] bool push_edge(id to, [[maybe_unused]] cost step) {
        if constexpr (types::weighted) {
            return edges_.push(csr_half_edge<kept_cost>{to, step});
        } else {
            return edges_.push(csr_half_edge<kept_cost>{to, {}});
        }
    }

    store store_;
    buffer<std::size_t> first_;
    buffer<csr_half_edge<kept_cost>> edges_;
    const graph* graph_ = nullptr;  // whose rows are used as they lie
    buffer<id> roots_;
    bool is_partial_ = false;
    std::size_t size_ = 0;
    std::size_t starts_ = 0;  // how many nodes are starts, from the first on
};

/// Calls `take(to, cost)` for each edge out of a node that is not closed.
template <class C, class Rows, class Take>
void for_each_edge_in(const Rows& rows, std::size_t node, Take&& take) {
    const std::size_t last = rows.offsets[node + 1];
    for (std::size_t e = rows.offsets[node]; e < last; ++e) {
        const auto& edge = rows.edges[e];
        if constexpr (std::same_as<std::remove_cvref_t<decltype(edge.cost)>, unweighted>) {
            take(edge.to, C{1});
        } else {
            const C step = static_cast<C>(edge.cost);
            if (!is_closed(step)) [[likely]]
                take(edge.to, step);
        }
    }
}

/// Adds two costs of any sign; false if the sum is beyond what the type holds on either side.
template <Cost C>
[[nodiscard]] constexpr bool add_signed(C a, C b, C& sum) noexcept {
    if constexpr (std::floating_point<C>) {
        sum = a + b;
        return true;
    } else {
        return add_within(a, b, sum) && sum != infinite<C>;
    }
}

/// Whether a cost is not a number, which no algorithm accepts.
template <Cost C>
[[nodiscard]] constexpr bool is_no_number([[maybe_unused]] C cost) noexcept {
    if constexpr (std::floating_point<C>) {
        return !(cost < C{0}) && !(cost >= C{0});
    } else {
        return false;
    }
}

}  // namespace senda::detail
