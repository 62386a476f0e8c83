// SPDX-License-Identifier: MIT
// The distance of every node modulo 3, in two bits a node: shortest paths without a search.
#pragma once

#include <senda/detail/scale/layers/layer_bits.hpp>
#include <senda/detail/scale/layers/layer_search.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// Shortest paths from every node to the nearest of some goals, in a graph in which every edge
/// leads both ways. It keeps each distance modulo 3, in two bits: neighbours differ by one at most,
/// so that this tells which of them are nearer. While it is made it takes a third bit a node.
/// A graph given as an lvalue is referred to; a temporary is taken over.
template <class G, class Node>
    requires EnumeratedGraph<G, Node>
class distance_table {
    using graph = std::remove_reference_t<G>;
    using types = detail::graph_types<graph, Node>;
    using action = typename types::action;

public:
    /// The answer of `path_from`.
    using result_type = result<Node, steps, action>;

    /// The table of the distances to `goal`, a node or `any_of` several, within the limits of `o`:
    /// `cost` is the greatest distance. Threads share layers that are large.
    template <class Goal, detail::MayAskForThreads Options = options>
    distance_table(G&& g, const Goal& goal, const Options& o)
        : search_(std::forward<G>(g), goal, o, 0) {
        while (search_.step_layer() == status::running) {
        }
        finish();
    }
    /// A table made on one thread: without options, or with braces that do not name `threads`.
    template <class Goal>
    explicit distance_table(G&& g, const Goal& goal, const serial_options& o = {})
        : search_(std::forward<G>(g), goal, o, 0) {
        search_.run();
        finish();
    }

    /// `complete` if the distances of all nodes are known from which there is a path; otherwise
    /// the limit that stopped it, and those of the nearest nodes are known.
    [[nodiscard]] senda::status status() const noexcept { return search_.status(); }
    [[nodiscard]] explicit operator bool() const noexcept { return status() == status::complete; }
    /// What it took.
    [[nodiscard]] senda::statistics statistics() const { return search_.statistics(); }
    /// How many nodes have each distance, of all distances that are complete.
    [[nodiscard]] std::vector<std::uint64_t> counts() const {
        return {search_.counts().begin(), search_.counts().end()};
    }

    /// The distance of a node modulo 3; nothing if it is not known.
    [[nodiscard]] std::optional<unsigned> modulo_3(const Node& node) const {
        if (!detail::is_in(search_.searched(), node)) return std::nullopt;
        const std::size_t number = detail::index_in(search_.searched(), node);
        if (number >= bound_ || !search_.bits().is_seen(number)) return std::nullopt;
        return search_.bits().modulo_3(number);
    }

    /// The distance of a node, by as many steps; nothing if it is not known.
    [[nodiscard]] std::optional<steps> distance(const Node& node) const {
        return walk(node, [](const auto&) {});
    }

    /// A shortest path from a node to the nearest goal: a step for each edge, and no search. Its
    /// status is `found`; `exhausted` if there is none; else what stopped the making of the table.
    [[nodiscard]] result_type path_from(const Node& node) const {
        result_type r{{.status = status(), .engine = "two bits: distances modulo 3"}};
        const std::optional<steps> walked = walk(node, [&](const nearer_node& next) {
            if (r.path.empty()) r.path.push_back(node);
            r.path.push_back(next.node);
            if constexpr (!std::is_same_v<action, no_action>) r.actions.push_back(next.by);
        });
        if (!walked) {
            const bool has_no_path = r.status == status::complete;
            if (has_no_path) r.status = status::exhausted;
            r.lower_bound = has_no_path ? infinite<steps> : known();
            return r;
        }
        if (r.path.empty()) r.path.push_back(node);
        r.status = status::found;
        r.cost = r.lower_bound = *walked;
        return r;
    }

private:
    void finish() noexcept {
        if (search_.bits().words() != 0) bound_ = detail::index_bound_of(search_.searched());
        depths_ = search_.counts().size();
        search_.bits().release_expanded();
        search_.release_lists();
    }

    /// All nodes nearer than this are known.
    [[nodiscard]] steps known() const noexcept { return static_cast<steps>(depths_); }

    struct nearer_node {
        Node node;
        SENDA_NO_UNIQUE_ADDRESS action by;
    };
    /// The first neighbour that is nearer; none at a goal, whose neighbours are at 0 or 1.
    [[nodiscard]] std::optional<nearer_node> nearer_than(const Node& node, unsigned left) const {
        std::optional<nearer_node> nearer;
        const auto look = [&](const Node& to, auto&&, action by) {
            if (!nearer && modulo_3(to) == (left + 2) % 3)
                nearer.emplace(nearer_node{to, std::move(by)});
        };
        detail::for_each_successor<types>(search_.searched(), node, look);
        return nearer;
    }

    // Where an edge does not lead back, nodes can look nearer than they are; but no path is as long
    // as the table is deep, so that this ends in any case.
    template <class Take>
    [[nodiscard]] std::optional<steps> walk(const Node& from, Take&& take) const {
        const std::optional<unsigned> modulo = modulo_3(from);
        if (!modulo) return std::nullopt;
        unsigned left = *modulo;
        std::optional<nearer_node> next = nearer_than(from, left);
        steps walked = 0;
        for (; next && static_cast<std::size_t>(walked) < depths_; ++walked) {
            left = (left + 2) % 3;
            take(*next);
            auto after = nearer_than(next->node, left);
            next.reset();  // nodes need not be assignable
            if (after) next.emplace(std::move(*after));
        }
        return walked;
    }

    detail::layer_search<G, Node, detail::modulo_3_bits> search_;
    std::size_t bound_ = 0;
    std::size_t depths_ = 0;
};

template <class G, class Goal>
distance_table(G&&, const Goal&, const serial_options& = {}) -> distance_table<G, node_of<G, Goal>>;
template <class G, class Goal, detail::MayAskForThreads Options = options>
distance_table(G&&, const Goal&, const Options&) -> distance_table<G, node_of<G, Goal>>;

}  // namespace senda
