// SPDX-License-Identifier: MIT
// Lazy walks: `for (auto v : bfs_range(g, start))`, and a plain `break` stops the search.
#pragma once

#include <senda/detail/core/search_tree.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>

#include <cstddef>
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

/// An input range over a search. `Order` has `find_next(search)`, false at the end, and `current`.
template <class Search, class Value, class Order>
class walk_range {
    struct steps_on {
        walk_range* walk = nullptr;  // null at the end

        [[nodiscard]] bool at_end() const noexcept { return walk == nullptr; }
        [[nodiscard]] Value here() const { return walk->order_.current(walk->search_); }
        void go_on() {
            if (!walk->order_.find_next(walk->search_)) walk = nullptr;
        }
    };

public:
    using iterator = walk_iterator<steps_on>;

    template <class G, class Start>
    walk_range(G&& g, const Start& start, const options& o)
        : search_(std::forward<G>(g), start, no_goal{}, o) {}

    /// The next node that was not yet given: a range is walked once.
    [[nodiscard]] iterator begin() { return ++iterator(steps_on{this}); }
    [[nodiscard]] typename iterator::sentinel end() const noexcept { return {}; }
    /// How the search stands: `complete` once all has been walked, or the limit that stopped it.
    [[nodiscard]] senda::status status() const noexcept {
        return detail::completed(search_.status());
    }
    /// What the walk took so far.
    [[nodiscard]] senda::statistics statistics() const { return search_.statistics(); }

private:
    Search search_;
    Order order_;
};

/// Nodes in the order in which a search reaches them.
template <class Node>
struct order_of_reach {
    template <class Search>
    bool find_next(Search& search) {
        ++next;
        while (next > search.reached() && search.step(1) == status::running) {
        }
        return next <= search.reached();
    }
    template <class Search>
    Node current(const Search& search) const {
        return search.reached(next - 1);
    }

    std::size_t next = 0;
};

/// Nodes with their costs in the order in which a search expands them.
template <class Node, class C>
struct order_of_cost {
    template <class Search>
    bool find_next(Search& search) {
        const auto before = search.statistics().expanded;
        search.step(1);
        return search.statistics().expanded != before;
    }
    template <class Search>
    settled<Node, C> current(const Search& search) const {
        const auto [node, cost] = search.last_expanded();
        return {node, cost};
    }
};

}  // namespace detail

/// The nodes that can be reached from `start`, nearest first, found as they are asked for. The
/// graph must outlive the walk if it is an lvalue.
template <class G, class Start = detail::declared_node_t<G>>
    requires SearchableGraph<G, node_of<G, Start>>
[[nodiscard]] auto bfs_range(G&& g, const Start& start, const options& o = {}) {
    using node = node_of<G, Start>;
    return detail::walk_range<bfs_search<G, node>, node, detail::order_of_reach<node>>(
        std::forward<G>(g), start, o);
}

/// The nodes that can be reached from `start` in depth-first order, found as they are asked for.
template <class G, class Start = detail::declared_node_t<G>>
    requires SearchableGraph<G, node_of<G, Start>>
[[nodiscard]] auto dfs_range(G&& g, const Start& start, const options& o = {}) {
    using node = node_of<G, Start>;
    return detail::walk_range<dfs_search<G, node>, node, detail::order_of_reach<node>>(
        std::forward<G>(g), start, o);
}

/// The nodes that can be reached from `start` with their least costs, cheapest first, as asked for.
template <class G, class Start = detail::declared_node_t<G>>
    requires SearchableGraph<G, node_of<G, Start>>
[[nodiscard]] auto dijkstra_range(G&& g, const Start& start, const options& o = {}) {
    using node = node_of<G, Start>;
    using cost = cost_of<G, Start>;
    return detail::walk_range<dijkstra_search<G, node>, settled<node, cost>,
                              detail::order_of_cost<node, cost>>(std::forward<G>(g), start, o);
}

}  // namespace senda
