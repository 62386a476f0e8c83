// SPDX-License-Identifier: MIT
// The distance of every node modulo 3, in two bits a node: shortest paths without a search.
#pragma once

#include <senda/detail/scale/layers/layer_bits.hpp>
#include <senda/detail/scale/layers/layer_search.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/hash.hpp>
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
/// A graph given as an lvalue is referred to; a temporary is taken over. If a limit ended its
/// making, the distances of the nearest nodes are known.
template <class G, class Node>
    requires EnumeratedGraph<G, Node>
class mod3_distance_table : public prepared {
    friend struct detail::file_of<mod3_distance_table>;
    using graph = std::remove_reference_t<G>;
    using types = detail::graph_types<graph, Node>;
    using action = typename types::action;

public:
    /// The answer of `path`.
    using result_type = result<Node, steps, action>;

    /// The table of the distances to `goal`, a node or `any_of` several, within the limits of `o`:
    /// `cost` is the greatest distance. Threads share layers that are large.
    template <class Goal, detail::SearchOptions Options = serial_options>
    mod3_distance_table(G&& g, const Goal& goal, const Options& o = {})
        : graph_(held(std::forward<G>(g))), goals_(identity_of(searched(), goal)) {
        make<detail::may_share<Options>>(goal, o);
    }

    /// The bytes that it keeps.
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        return pairs_->words.size_bytes() + counts_.size() * sizeof(std::uint64_t);
    }
    /// How many nodes have each distance, of all distances that are complete.
    [[nodiscard]] const std::vector<std::uint64_t>& counts() const noexcept { return counts_; }

    /// The distance of a node modulo 3; nothing if it is not known.
    [[nodiscard]] std::optional<unsigned> modulo_3(const Node& node) const {
        if (!detail::is_in(searched(), node)) return std::nullopt;
        const std::size_t number = detail::index_in(searched(), node);
        if (number >= bound_) return std::nullopt;
        const auto code = static_cast<unsigned>(pairs_->pair(number));
        if (code == 0) return std::nullopt;
        return code - 1;
    }

    /// The distance of a node, by as many steps; `infinite` if there is no path, or it is not
    /// known.
    [[nodiscard]] steps distance(const Node& node) const {
        return walk(node, [](const auto&) {}).value_or(infinite<steps>);
    }

    /// A shortest path from a node to the nearest goal: a step for each edge, and no search. Its
    /// status is `found`; `exhausted` if there is none; else what stopped the making of the table.
    [[nodiscard]] result_type path(const Node& node) const {
        result_type r{{.status = status_, .engine = "two bits: distances modulo 3"}};
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
    static constexpr bool is_elsewhere = std::is_lvalue_reference_v<G>;
    using held_graph = std::conditional_t<is_elsewhere, graph*, graph>;

    /// A table that was stored; `owner` keeps its pairs.
    mod3_distance_table(G&& g, std::uint64_t goals, std::vector<std::uint64_t> counts,
                        detail::bit_pair_view pairs, detail::erased_unique_ptr owner)
        : prepared(status::complete),
          graph_(held(std::forward<G>(g))),
          goals_(goals),
          owner_(std::move(owner)),
          pairs_(pairs),
          counts_(std::move(counts)),
          bound_(detail::index_bound_of(searched())) {}

    [[nodiscard]] static held_graph held(G&& g) {
        if constexpr (is_elsewhere) {
            return &g;
        } else {
            return std::move(g);
        }
    }
    [[nodiscard]] decltype(auto) searched() const noexcept {
        if constexpr (is_elsewhere) {
            return (*graph_);
        } else {
            return (graph_);
        }
    }

    /// A number that is the same for the same goals, in whatever order.
    template <class Goal>
    [[nodiscard]] static std::uint64_t identity_of(const graph& g, const Goal& goal) {
        std::uint64_t sum = 0;
        detail::for_each_start<Node>(
            g, goal, [&](const Node& n) { sum += detail::mix(detail::index_in(g, n)); });
        return sum;
    }

    template <bool MayShare, class Goal>
    void make(const Goal& goal, const options& o) {
        using search = detail::layer_search<graph&, Node, detail::modulo_3_bits>;
        search* own = nullptr;
        if constexpr (is_elsewhere) {
            own = new search(*graph_, goal, o, 0);
        } else {
            own = new search(graph_, goal, o, 0);
        }
        owner_ = detail::erased_unique_ptr(own);
        own->template run_layers<MayShare>();
        status_ = own->status();
        statistics_ = own->statistics();
        counts_.assign(own->counts().begin(), own->counts().end());
        own->bits().release_expanded();
        own->release_lists();
        pairs_ = own->bits().view();
        if (!pairs_->words.empty()) bound_ = detail::index_bound_of(searched());
    }

    /// All nodes nearer than this are known.
    [[nodiscard]] steps known() const noexcept { return static_cast<steps>(counts_.size()); }

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
        detail::for_each_successor<types>(searched(), node, look);
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
        for (; next && static_cast<std::size_t>(walked) < counts_.size(); ++walked) {
            left = (left + 2) % 3;
            take(*next);
            auto after = nearer_than(next->node, left);
            next.reset();  // nodes need not be assignable
            if (after) next.emplace(std::move(*after));
        }
        return walked;
    }

    held_graph graph_;
    std::uint64_t goals_;
    detail::erased_unique_ptr owner_;  // of the pairs: the search that made them, or a file
    detail::emptied<detail::bit_pair_view> pairs_;
    std::vector<std::uint64_t> counts_;
    detail::emptied<std::size_t> bound_;  // of the numbers; 0 if there are no pairs
};

template <class G, class Goal, detail::SearchOptions Options = serial_options>
mod3_distance_table(G&&, const Goal&, const Options& = {})
    -> mod3_distance_table<G, node_of<G, Goal>>;

}  // namespace senda
