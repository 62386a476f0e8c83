// SPDX-License-Identifier: MIT
// A stored graph that can be walked backwards, too.
#pragma once

#include <senda/detail/graph/access.hpp>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/successors.hpp>
#include <senda/language/extensions.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

namespace detail {

/// Numbers for the nodes of a stored graph: its own, if it has them.
template <class G>
struct node_numbering;
template <class G>
    requires IndexedGraph<G, declared_node_t<G>>
struct node_numbering<G> {
    template <class Node>
    [[nodiscard]] static std::size_t find(const G& g, const Node& n) {
        return index_in(g, n);
    }
    template <class Node>
    [[nodiscard]] static std::size_t find_or_add(const G& g, const Node& n) {
        return index_in(g, n);
    }
};

/// The nodes of a map are numbered in another map of its kind, by the same order or hash.
template <class Numbers>
class map_numbers {
public:
    template <class G, class Node>
    [[nodiscard]] std::size_t find(const G&, const Node& n) const {
        const auto found = numbers_.find(n);
        return found == numbers_.end() ? numbers_.size() : found->second;
    }
    template <class G, class Node>
    [[nodiscard]] std::size_t find_or_add(const G& g, const Node& n) {
        const std::size_t number = find(g, n);
        if (number == numbers_.size()) numbers_.emplace(n, number);
        return number;
    }

private:
    Numbers numbers_;
};
template <template <class...> class M, class Node, class Edges, class Compare, class Memory>
    requires requires { typename M<Node, Edges, Compare, Memory>::key_compare; }
struct node_numbering<M<Node, Edges, Compare, Memory>>
    : map_numbers<M<Node, std::size_t, Compare>> {};
template <template <class...> class M, class Node, class Edges, class Hash, class Equal,
          class Memory>
    requires requires { typename M<Node, Edges, Hash, Equal, Memory>::hasher; }
struct node_numbering<M<Node, Edges, Hash, Equal, Memory>>
    : map_numbers<M<Node, std::size_t, Hash, Equal>> {};

template <class G>
concept ListsNodes =
    requires(const G& g, any_sink& take) { adapter_of<G>::for_each_node(g, take); };
template <class G>
concept CountsNodes = requires(const G& g) {
    { g.node_count() } -> std::convertible_to<std::size_t>;
    requires std::integral<declared_node_t<G>>;
};

/// A graph whose nodes can be listed: by its adapter, or as the numbers below `node_count()`.
template <class G>
concept StoredGraph = (ListsNodes<std::remove_cvref_t<G>> || CountsNodes<std::remove_cvref_t<G>>) &&
                      requires { sizeof(node_numbering<std::remove_cvref_t<G>>); };

}  // namespace detail

/// A stored graph with `predecessors`: `with_reverse(g)` stores each edge of `g` once more, by
/// where it leads. For containers that are graphs, `csr`, and others whose nodes can be listed. It
/// refers to a `g` that has a name and keeps one that has none; it does not see what changes in `g`
/// later.
template <class G>
    requires detail::StoredGraph<G>
class with_reverse : public detail::indexed_view<G> {
    using graph = std::remove_cvref_t<G>;
    using node = detail::declared_node_t<G>;
    using types = detail::graph_types<const graph, node>;
    using cost = std::conditional_t<types::weighted, typename types::cost, unweighted>;
    using action = typename types::action;

public:
    /// Walks all edges of `g`.
    explicit with_reverse(G&& g) : detail::indexed_view<G>(std::forward<G>(g)) {
        const graph& forward = this->base();
        if constexpr (detail::ListsNodes<graph>) {
            detail::adapter_of<graph>::for_each_node(forward,
                                                     [this](const node& n) { turn_edges_of(n); });
        } else {
            for (std::size_t i = 0; i < forward.node_count(); ++i)
                turn_edges_of(static_cast<node>(i));
        }
    }

    /// Calls `emit` as `successors` does, for each edge into `n` in the order of the nodes from
    /// which they come.
    template <class Emit>
    void predecessors(const node& n, Emit&& emit) const {
        const std::size_t number = numbers_.find(this->base(), n);
        if (number >= into_.size()) return;
        for (const back_edge& e : into_[number]) {
            if constexpr (std::same_as<action, no_action>) {
                give(emit, e.from, e.price);
            } else {
                give(emit, e.from, e.price, e.taken);
            }
        }
    }

private:
    struct back_edge {
        node from;
        SENDA_NO_UNIQUE_ADDRESS cost price;
        SENDA_NO_UNIQUE_ADDRESS action taken;
    };

    void turn_edges_of(const node& n) {
        detail::for_each_successor<types>(this->base(), n, [&](const node& to, auto c, action a) {
            const std::size_t number = numbers_.find_or_add(this->base(), to);
            if (number >= into_.size()) into_.resize(number + 1);
            if constexpr (types::weighted) {
                into_[number].push_back({n, c, std::move(a)});
            } else {
                into_[number].push_back({n, {}, std::move(a)});
            }
        });
    }

    template <class Emit, class... Taken>
    static void give(Emit& emit, const node& from, [[maybe_unused]] cost price,
                     const Taken&... taken) {
        if constexpr (types::weighted) {
            emit(from, price, taken...);
        } else {
            emit(from, taken...);
        }
    }

    SENDA_NO_UNIQUE_ADDRESS detail::node_numbering<graph> numbers_;
    std::vector<std::vector<back_edge>> into_;
};
template <class G>
with_reverse(G&&) -> with_reverse<G>;

}  // namespace senda
