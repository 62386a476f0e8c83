// SPDX-License-Identifier: MIT
// A map as an implicit graph for Boost.Graph, written by hand for its concepts.
#pragma once

#include "../inputs.hpp"

#include <boost/graph/graph_traits.hpp>
#include <boost/iterator/counting_iterator.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>

namespace bench::peers {

/// An incidence and vertex list graph whose vertices are the numbers of the cells.
struct boost_grid {
    const std::uint8_t* open;
    std::uint32_t side;

    explicit boost_grid(const grid_map& map) : open{map.open.data()}, side{map.side} {}

    struct edge {
        std::uint32_t from;
        std::uint32_t to;
        friend bool operator==(const edge&, const edge&) = default;
    };

    /// Walks the four neighbours and skips the walls. (A mask of the open ones is slower.)
    class out_edge_iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = edge;
        using difference_type = std::ptrdiff_t;
        using pointer = const edge*;
        using reference = edge;

        out_edge_iterator() = default;
        out_edge_iterator(const boost_grid& grid, std::uint32_t from, std::uint32_t way)
            : grid_{&grid}, from_{from}, way_{way} {
            skip_walls();
        }

        edge operator*() const { return {from_, target()}; }
        out_edge_iterator& operator++() {
            ++way_;
            skip_walls();
            return *this;
        }
        out_edge_iterator operator++(int) {
            const out_edge_iterator before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(const out_edge_iterator& a, const out_edge_iterator& b) {
            return a.way_ == b.way_;
        }

    private:
        std::uint32_t target() const {
            switch (way_) {
                case 0: return from_ - grid_->side;
                case 1: return from_ + 1;
                case 2: return from_ + grid_->side;
                default: return from_ - 1;
            }
        }
        void skip_walls() {
            while (way_ < 4 && !grid_->open[target()]) ++way_;
        }

        const boost_grid* grid_ = nullptr;
        std::uint32_t from_ = 0;
        std::uint32_t way_ = 0;
    };

    struct traversal_category : boost::incidence_graph_tag, boost::vertex_list_graph_tag {};
    using vertex_descriptor = std::uint32_t;
    using edge_descriptor = edge;
    using directed_category = boost::directed_tag;
    using edge_parallel_category = boost::disallow_parallel_edge_tag;
    using degree_size_type = std::uint32_t;
    using vertices_size_type = std::size_t;
    using edges_size_type = std::size_t;
    using vertex_iterator = boost::counting_iterator<std::uint32_t>;
    using adjacency_iterator = void;
    using in_edge_iterator = void;
    using edge_iterator = void;

    static vertex_descriptor null_vertex() { return std::numeric_limits<std::uint32_t>::max(); }
};

inline std::uint32_t source(const boost_grid::edge& e, const boost_grid&) { return e.from; }

inline std::uint32_t target(const boost_grid::edge& e, const boost_grid&) { return e.to; }

inline std::pair<boost_grid::out_edge_iterator, boost_grid::out_edge_iterator> out_edges(
    std::uint32_t cell, const boost_grid& g) {
    return {{g, cell, 0}, {g, cell, 4}};
}

inline std::uint32_t out_degree(std::uint32_t cell, const boost_grid& g) {
    const auto [first, last] = out_edges(cell, g);
    return static_cast<std::uint32_t>(std::distance(first, last));
}

inline std::size_t num_vertices(const boost_grid& g) { return std::size_t{g.side} * g.side; }

inline std::pair<boost_grid::vertex_iterator, boost_grid::vertex_iterator> vertices(
    const boost_grid& g) {
    return {boost_grid::vertex_iterator{0}, boost_grid::vertex_iterator{g.side * g.side}};
}

}  // namespace bench::peers
