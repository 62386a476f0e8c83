// SPDX-License-Identifier: MIT
// An explicit graph in compressed sparse rows: the edges of a node lie side by side in one array.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/fwd.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/text/diagnostic.hpp>

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace senda {

namespace detail {

/// An edge as it is stored beside the other edges of its node.
template <class Weight>
struct csr_half_edge {
    std::uint32_t to;
    SENDA_NO_UNIQUE_ADDRESS Weight cost;
};

/// The edges as they are stored, for searches that look at many nodes at once: those of a node are
/// from `offsets[n]` up to `offsets[n + 1]`. Without a node to begin with, there are none.
template <class Weight>
struct csr_rows {
    const std::size_t* offsets = nullptr;
    const csr_half_edge<Weight>* edges = nullptr;
    std::size_t node_count = 0;
};

/// Edges with several costs have them in the place of an action.
template <Cost C, std::size_t N>
struct declares_cost<std::array<C, N>> {
    using action_type = std::array<C, N>;
};

/// An edge as it is given.
template <class Weight>
struct csr_edge {
    std::uint32_t from;
    std::uint32_t to;
    Weight cost;
};
template <>
struct csr_edge<unweighted> {
    std::uint32_t from;
    std::uint32_t to;
};

}  // namespace detail

/// A graph of nodes 0 to n - 1 made from a list of edges: `csr<int>` with a cost each, `csr<>`
/// without, `csr<std::array<int, 2>>` with several (see `CostsGraph`). A node's edges keep the
/// order in which they were given; loops and parallel edges stay.
/// ```
/// auto roads = senda::csr<int>::from_edges(3, {{0, 1, 5}, {1, 2, 7}});
/// if (roads) senda::dijkstra(*roads, 0, 2);
/// ```
template <class Weight>
class csr : public detail::declares_cost<Weight> {
    static constexpr bool has_weights = !std::same_as<Weight, unweighted>;
    static constexpr bool has_one_cost = !has_weights || Cost<Weight>;

public:
    using node_type = std::uint32_t;

    /// `{from, to, cost}`, or `{from, to}` in a graph without costs.
    using edge_type = detail::csr_edge<Weight>;

    /// A graph without nodes.
    csr() = default;

    /// Makes a graph from edges in braces, or a range that can be walked more than once. An edge is
    /// anything that comes apart into from, to and cost (from and to in a graph without costs): a
    /// struct, a tuple, an array. Errors: `too_many_nodes`; `bad_node` if an edge begins or ends
    /// outside the graph, `bad_cost` if its cost does not fit; their messages count edges from 0.
    template <class Edges = std::initializer_list<edge_type>>
    static parsed<csr> from_edges(std::size_t node_count, const Edges& edges) {
        if (node_count > most_nodes) return too_many_nodes(node_count);
        std::size_t number = 0;
        for (const auto& given : edges) {
            diagnostic fault = unpack(given, [&](auto from, auto to, auto cost) {
                diagnostic ends = check_ends(from, to, number, node_count);
                return ends.code.empty() ? check_cost(cost, number) : ends;
            });
            if (!fault.code.empty()) return fault;
            ++number;
        }
        return csr(node_count, [&edges](auto&& take) {
            for (const auto& given : edges) {
                unpack(given, [&take](auto from, auto to, auto cost) {
                    take(static_cast<node_type>(from),
                         half_edge{static_cast<node_type>(to), static_cast<Weight>(cost)});
                });
            }
        });
    }

    /// Makes a graph whose edges lead both ways: each is given once, from either end. `bfs` then
    /// looks for a wide layer from its far side, which is several times faster. Errors as
    /// `from_edges`.
    template <class Edges = std::initializer_list<edge_type>>
    static parsed<csr> from_undirected_edges(std::size_t node_count, const Edges& edges) {
        parsed<csr> made = from_edges(node_count, edges);
        if (!made) return made;
        const csr& one_way = *made;
        csr both(node_count, [&one_way](auto&& take) {
            one_way.for_each_edge([&take](node_type from, half_edge e) {
                take(from, e);
                if (from != e.to) take(e.to, half_edge{from, e.cost});
            });
        });
        both.is_undirected_ = true;
        return both;
    }

    /// Makes a graph of rows as others store them: the edges of node n are those from `offsets[n]`
    /// up to `offsets[n + 1]`, edge i leads to `targets[i]` and costs `costs[i]`. Each is anything
    /// with `size()` and `[]`. Errors: `too_many_nodes`; `bad_rows` if `offsets` does not grow from
    /// 0 to the number of targets, `bad_node` if an edge ends outside the graph, `bad_cost` if
    /// there is not one cost an edge, or one does not fit; their messages count from 0.
    template <class Offsets, class Targets, class Costs>
        requires has_weights
    static parsed<csr> from_rows(const Offsets& offsets, const Targets& targets,
                                 const Costs& costs) {
        if (costs.size() != targets.size())
            return diagnostic{"bad_cost", "there are " + std::to_string(costs.size()) +
                                              " costs: expected " + std::to_string(targets.size()) +
                                              ", one an edge"};
        return fill_rows(offsets, targets, [&costs](std::size_t i) { return costs[i]; });
    }
    /// A graph without costs from rows that are stored elsewhere.
    template <class Offsets, class Targets>
        requires(!has_weights)
    static parsed<csr> from_rows(const Offsets& offsets, const Targets& targets) {
        return fill_rows(offsets, targets, [](std::size_t) { return unweighted{}; });
    }

    /// Whether it is known that each edge leads both ways, at the same cost.
    [[nodiscard]] bool is_undirected() const noexcept { return is_undirected_; }

    /// Finds out whether each edge leads both ways, for edges that were given in both directions.
    /// It takes about as long as making the graph; `bfs` uses what it finds.
    bool check_undirected() {
        const csr backward = transposed();
        const csr sorted = backward.transposed();
        const auto is_same = [](const half_edge& a, const half_edge& b) {
            if constexpr (has_weights) {
                return a.to == b.to && a.cost == b.cost;
            } else {
                return a.to == b.to;
            }
        };
        is_undirected_ = backward.offsets_ == sorted.offsets_ &&
                         std::equal(sorted.half_edges_.begin(), sorted.half_edges_.end(),
                                    backward.half_edges_.begin(), is_same);
        return is_undirected_;
    }

    /// How many nodes there are; they are numbered from 0.
    [[nodiscard]] std::size_t node_count() const noexcept {
        return offsets_.empty() ? 0 : offsets_.size() - 1;
    }
    /// How many edges there are.
    [[nodiscard]] std::size_t edge_count() const noexcept { return half_edges_.size(); }

    /// The number of edges that leave a node.
    [[nodiscard]] std::size_t degree(node_type n) const noexcept {
        assert(n < node_count());
        return offsets_[std::size_t{n} + 1] - offsets_[n];
    }

    [[nodiscard]] std::size_t index(node_type n) const noexcept { return n; }
    [[nodiscard]] std::size_t index_bound() const noexcept { return node_count(); }
    /// The node with that index.
    [[nodiscard]] node_type node(std::size_t index_of_node) const noexcept {
        return static_cast<node_type>(index_of_node);
    }

    /// Calls `emit(node, cost)`, or without costs `emit(node)`, for each edge out of `n`.
    template <class Emit>
    void successors(node_type n, Emit&& emit) const {
        assert(n < node_count());
        const std::size_t last = offsets_[std::size_t{n} + 1];
        for (std::size_t i = offsets_[n]; i < last; ++i) {
            const half_edge& e = half_edges_[i];
            if constexpr (Cost<Weight>) {
                emit(e.to, static_cast<path_cost<Weight>>(e.cost));
            } else if constexpr (has_weights) {
                emit(e.to, e.cost);
            } else {
                emit(e.to);
            }
        }
    }

    /// A graph of these nodes with every edge reversed. The edges of a node are in the order of the
    /// nodes they lead to, parallel ones in the order in which they were given.
    [[nodiscard]] csr transposed() const {
        const csr& own = *this;
        csr turned(node_count(), [&own](auto&& take) {
            own.for_each_edge(
                [&take](node_type from, half_edge e) { take(e.to, half_edge{from, e.cost}); });
        });
        turned.is_undirected_ = is_undirected_;
        return turned;
    }

    /// The edges as they are stored, for searches by one cost.
    [[nodiscard]] detail::csr_rows<Weight> edge_rows() const noexcept
        requires has_one_cost
    {
        return {offsets_.data(), half_edges_.data(), node_count()};
    }
    /// The rows of the edges into each node; none if they are not known.
    [[nodiscard]] detail::csr_rows<Weight> reverse_rows() const noexcept
        requires has_one_cost
    {
        return is_undirected_ ? edge_rows() : detail::csr_rows<Weight>{};
    }

    /// This graph with its edges stored in both directions, so that it has `predecessors`.
    [[nodiscard]] reversible_csr<Weight> with_reverse() const& {
        return reversible_csr<Weight>(*this);
    }
    /// This graph, needed no more, with its edges in both directions: they are not copied.
    [[nodiscard]] reversible_csr<Weight> with_reverse() && {
        return reversible_csr<Weight>(std::move(*this));
    }

private:
    using half_edge = detail::csr_half_edge<Weight>;

    static constexpr std::size_t most_nodes = std::numeric_limits<node_type>::max();

    /// Sorts edges by the node they leave, and keeps the order of those that leave the same one.
    /// `each_edge(take)` calls `take(from, half_edge)` for all of them, twice in the same order.
    template <class EachEdge>
    csr(std::size_t node_count, EachEdge each_edge) : offsets_(node_count + 2) {
        // Counted two places up and placed one place up, each count ends up as its node's begin.
        each_edge([this](node_type from, half_edge) { ++offsets_[std::size_t{from} + 2]; });
        for (std::size_t i = 2; i < offsets_.size(); ++i) offsets_[i] += offsets_[i - 1];
        half_edges_.resize(offsets_.back());
        each_edge([this](node_type from, half_edge e) {
            half_edges_[offsets_[std::size_t{from} + 1]++] = e;
        });
        offsets_.pop_back();
    }

    /// Takes rows over one by one, each checked before it is walked; `cost_of(i)` is that of edge
    /// i.
    template <class Offsets, class Targets, class CostOf>
    static parsed<csr> fill_rows(const Offsets& offsets, const Targets& targets, CostOf cost_of) {
        if (offsets.size() == 0 || offsets[0] != 0)
            return diagnostic{"bad_rows", offsets.size() == 0
                                              ? std::string{"there are no rows: expected a 0"}
                                              : "row 0 begins at edge " +
                                                    std::to_string(offsets[0]) + ": expected 0"};
        const std::size_t node_count = offsets.size() - 1;
        if (node_count > most_nodes) return too_many_nodes(node_count);
        csr made;
        made.offsets_.reserve(node_count + 1);
        made.offsets_.push_back(0);
        made.half_edges_.reserve(targets.size());
        for (std::size_t n = 0; n < node_count; ++n) {
            const auto end = offsets[n + 1];
            const std::size_t begin = made.half_edges_.size();
            if (std::cmp_less(end, begin) || std::cmp_greater(end, targets.size()))
                return diagnostic{"bad_rows", "row " + std::to_string(n) + " is from edge " +
                                                  std::to_string(begin) + " to " +
                                                  std::to_string(end) + ": expected an end up to " +
                                                  std::to_string(targets.size()) +
                                                  " that is not before the beginning"};
            for (std::size_t i = begin; std::cmp_less(i, end); ++i) {
                diagnostic fault = check_ends(n, targets[i], i, node_count);
                if (fault.code.empty()) fault = check_cost(cost_of(i), i);
                if (!fault.code.empty()) return fault;
                made.half_edges_.push_back(
                    {static_cast<node_type>(targets[i]), static_cast<Weight>(cost_of(i))});
            }
            made.offsets_.push_back(made.half_edges_.size());
        }
        if (made.half_edges_.size() != targets.size())
            return diagnostic{"bad_rows", "the last row ends at edge " +
                                              std::to_string(made.half_edges_.size()) +
                                              ": expected " + std::to_string(targets.size()) +
                                              ", the number of targets"};
        return made;
    }

    static diagnostic too_many_nodes(std::size_t node_count) {
        return {"too_many_nodes", "a graph of " + std::to_string(node_count) +
                                      " nodes: expected at most " + std::to_string(most_nodes)};
    }

    template <class Take>
    void for_each_edge(Take&& take) const {
        for (std::size_t from = 0; from < node_count(); ++from)
            for (std::size_t i = offsets_[from]; i < offsets_[from + 1]; ++i)
                take(static_cast<node_type>(from), half_edges_[i]);
    }

    /// Calls `take(from, to, cost)` with the parts of an edge.
    template <class Given, class Take>
    static auto unpack(const Given& given, Take&& take) {
        if constexpr (has_weights) {
            const auto& [from, to, cost] = given;
            return take(from, to, cost);
        } else {
            const auto& [from, to] = given;
            return take(from, to, unweighted{});
        }
    }

    /// What is wrong with the ends of an edge; no code if nothing is.
    template <std::integral From, std::integral To>
    static diagnostic check_ends(From from, To to, std::size_t number, std::size_t node_count) {
        const auto outside = [node_count](auto n) {
            return std::cmp_less(n, 0) || std::cmp_greater_equal(n, node_count);
        };
        if (!outside(from) && !outside(to)) return {};
        return {"bad_node", "edge " + std::to_string(number) + " goes from node " +
                                std::to_string(from) + " to node " + std::to_string(to) +
                                ": expected nodes below " + std::to_string(node_count)};
    }

    template <class Given>
        requires Cost<Given> || std::same_as<Given, Weight>
    static diagnostic check_cost([[maybe_unused]] Given cost, [[maybe_unused]] std::size_t number) {
        static_assert(!std::integral<Weight> || std::integral<Given>,
                      "a graph with whole costs is given whole costs");
        if constexpr (std::integral<Weight>) {
            if (!std::in_range<Weight>(cost))
                return {"bad_cost", "edge " + std::to_string(number) + " costs " +
                                        std::to_string(cost) +
                                        ", which the graph's type of cost cannot hold"};
        }
        return {};
    }

    std::vector<std::size_t> offsets_;  // where the edges of each node begin, and the last ones end
    std::vector<half_edge> half_edges_;
    bool is_undirected_ = false;
};

/// A `csr` that can be walked backwards, made by `csr::with_reverse()`.
template <class Weight>
class reversible_csr : public csr<Weight> {
public:
    reversible_csr() = default;
    /// Sorts the edges of a graph by where they lead, too.
    explicit reversible_csr(csr<Weight> forward)
        : csr<Weight>(std::move(forward)), backward_(this->transposed()) {}

    /// Calls `emit(node, cost)`, or without costs `emit(node)`, for each edge into `n`, in the
    /// order of the nodes it comes from.
    template <class Emit>
    void predecessors(std::uint32_t n, Emit&& emit) const {
        backward_.successors(n, emit);
    }
    /// The edges into each node as they are stored, for searches.
    [[nodiscard]] detail::csr_rows<Weight> reverse_rows() const noexcept
        requires(std::same_as<Weight, unweighted> || Cost<Weight>)
    {
        return backward_.edge_rows();
    }

private:
    csr<Weight> backward_;
};

}  // namespace senda
