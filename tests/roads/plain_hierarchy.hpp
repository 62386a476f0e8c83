// SPDX-License-Identifier: MIT
// A contraction hierarchy with nothing to get wrong: nodes in any order, every shortcut, no witness
// searches. Most of its arcs are on no shortest path.
#pragma once

#include "support/random_graphs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/result.hpp>
#include <utility>
#include <vector>

namespace support {

/// A square of streets, so many crossings a side, with a cost in each direction.
inline test_graph square_of_streets(int side) {
    test_graph graph(side * side);
    split_mix64 random(5);
    for (int n = 0; n < side * side; ++n) {
        if (n % side + 1 < side) graph.add(n, n + 1, random.between(1, 9));
        if (n % side > 0) graph.add(n, n - 1, random.between(1, 9));
        if (n + side < side * side) graph.add(n, n + side, random.between(1, 9));
        if (n >= side) graph.add(n, n - side, random.between(1, 9));
    }
    return graph;
}

template <class Cost>
class plain_hierarchy {
public:
    using cost = Cost;

    plain_hierarchy(const basic_test_graph<Cost>& graph, split_mix64& random) {
        const std::size_t count = graph.out.size();
        for (std::size_t i = 0; i < count; ++i) node_at_.push_back(static_cast<std::uint32_t>(i));
        for (std::size_t i = count; i > 1; --i)
            std::swap(node_at_[i - 1],
                      node_at_[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
        rank_of_.resize(count);
        for (std::uint32_t r = 0; r < count; ++r) rank_of_[node_at_[r]] = r;
        std::vector<std::vector<Cost>> least(count,
                                             std::vector<Cost>(count, senda::infinite<Cost>));
        for (std::size_t from = 0; from < count; ++from)
            for (const auto& edge : graph.out[from]) {
                Cost& known = least[rank_of_[from]][rank_of_[static_cast<std::size_t>(edge.to)]];
                known = std::min(known, edge.cost);
            }
        for (std::size_t middle = 0; middle < count; ++middle)
            for (std::size_t a = middle + 1; a < count; ++a)
                for (std::size_t b = middle + 1; b < count; ++b)
                    least[a][b] =
                        std::min(least[a][b], senda::add_costs(least[a][middle], least[middle][b]));
        for (std::size_t low = 0; low < count; ++low) {
            forward_.begin(), backward_.begin();
            for (std::size_t high = low + 1; high < count; ++high) {
                forward_.add(high, least[low][high]);
                backward_.add(high, least[high][low]);
            }
        }
        forward_.begin(), backward_.begin();
    }

    senda::status status() const { return senda::status::complete; }
    senda::detail::hierarchy_view<Cost> hierarchy() const {
        return {static_cast<std::uint32_t>(node_at_.size()), rank_of_.data(), node_at_.data(),
                forward_.view(), backward_.view()};
    }

private:
    struct arcs {
        std::vector<std::uint32_t> first;
        std::vector<senda::detail::hierarchy_arc<Cost>> all;

        void begin() { first.push_back(static_cast<std::uint32_t>(all.size())); }
        void add(std::size_t to, Cost cost) {
            if (cost != senda::infinite<Cost>)
                all.push_back({static_cast<std::uint32_t>(to), cost});
        }
        senda::detail::upward_arcs<Cost> view() const { return {first.data(), all.data()}; }
    };

    std::vector<std::uint32_t> rank_of_;
    std::vector<std::uint32_t> node_at_;
    arcs forward_;
    arcs backward_;
};

}  // namespace support
