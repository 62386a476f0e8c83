// SPDX-License-Identifier: MIT
// Lazy walks: `for (auto v : bfs_range(g, start))`, and a plain `break` stops the search.
#pragma once

#include <senda/search/bfs.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>

#include <cstddef>
#include <iterator>
#include <utility>

namespace senda {

/// A node, and the cost of the cheapest path to it.
template <class Node, Cost C>
struct settled {
    Node node;  ///< the node
    C cost;     ///< of the cheapest path to it

    friend bool operator==(const settled&, const settled&) = default;
};

namespace detail {

/// An input range over what a search meets; `Walk` has `bool find_next()` and `current()`.
template <class Walk>
class walk_range {
public:
    class iterator {
    public:
        using value_type = typename Walk::value_type;
        using difference_type = std::ptrdiff_t;
        using iterator_concept = std::input_iterator_tag;

        iterator() = default;
        explicit iterator(Walk& walk) : walk_(&walk) { ++*this; }
        [[nodiscard]] value_type operator*() const { return walk_->current(); }
        iterator& operator++() {
            if (!walk_->find_next()) walk_ = nullptr;
            return *this;
        }
        void operator++(int) { ++*this; }
        friend bool operator==(const iterator& i, std::default_sentinel_t) noexcept {
            return i.walk_ == nullptr;
        }

    private:
        Walk* walk_ = nullptr;
    };

    template <class... Parts>
    explicit walk_range(Parts&&... parts) : walk_(std::forward<Parts>(parts)...) {}

    /// The next node that was not yet given: a range is walked once.
    [[nodiscard]] iterator begin() { return iterator(walk_); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }
    /// How the search stands: `exhausted` once all has been walked, or the limit that stopped it.
    [[nodiscard]] senda::status status() const noexcept { return walk_.search.status(); }
    /// What the walk took so far.
    [[nodiscard]] senda::statistics statistics() const { return walk_.search.statistics(); }

private:
    Walk walk_;
};

/// Gives the nodes of a search in the order in which it reached them.
template <class Search, class Node>
struct walk_by_reach {
    using value_type = Node;

    template <class G, class Start>
    walk_by_reach(G&& g, const Start& start, const options& o)
        : search(std::forward<G>(g), start, no_goal{}, o) {}

    bool find_next() {
        ++next;
        while (next > search.reached() && search.step(1) == status::running) {
        }
        return next <= search.reached();
    }
    Node current() const { return search.reached(next - 1); }

    Search search;
    std::size_t next = 0;
};

/// Gives the nodes of a search with their costs in the order in which it expands them.
template <class Search, class Node, class C>
struct walk_by_cost {
    using value_type = settled<Node, C>;

    template <class G, class Start>
    walk_by_cost(G&& g, const Start& start, const options& o)
        : search(std::forward<G>(g), start, no_goal{}, o) {}

    bool find_next() {
        const auto before = search.statistics().expanded;
        search.step(1);
        return search.statistics().expanded != before;
    }
    value_type current() const {
        const auto [node, cost] = search.last_expanded();
        return {node, cost};
    }

    Search search;
};

}  // namespace detail

/// The nodes that can be reached from `start`, nearest first, found as they are asked for. The
/// graph must outlive the walk if it is an lvalue.
template <class G, class Start = detail::declared_node_t<G>>
    requires SearchableGraph<G, node_of<G, Start>>
[[nodiscard]] auto bfs_range(G&& g, const Start& start, const options& o = {}) {
    using node = node_of<G, Start>;
    return detail::walk_range<detail::walk_by_reach<bfs_search<G, node>, node>>(std::forward<G>(g),
                                                                                start, o);
}

/// The nodes that can be reached from `start` in depth-first order, found as they are asked for.
template <class G, class Start = detail::declared_node_t<G>>
    requires SearchableGraph<G, node_of<G, Start>>
[[nodiscard]] auto dfs_range(G&& g, const Start& start, const options& o = {}) {
    using node = node_of<G, Start>;
    return detail::walk_range<detail::walk_by_reach<dfs_search<G, node>, node>>(std::forward<G>(g),
                                                                                start, o);
}

/// The nodes that can be reached from `start` with the least cost of each, cheapest first, found as
/// they are asked for.
template <class G, class Start = detail::declared_node_t<G>>
    requires SearchableGraph<G, node_of<G, Start>>
[[nodiscard]] auto dijkstra_range(G&& g, const Start& start, const options& o = {}) {
    using node = node_of<G, Start>;
    return detail::walk_range<
        detail::walk_by_cost<dijkstra_search<G, node>, node, cost_of<G, Start>>>(std::forward<G>(g),
                                                                                 start, o);
}

}  // namespace senda
