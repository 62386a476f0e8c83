// SPDX-License-Identifier: MIT
#pragma once

#include <senda/storage/random.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

// The graphs of the Graph 500 and of GAP: 2^scale nodes, 16 edges a node, between any two nodes or
// by a Kronecker product (R-MAT with a = 0.57, b = c = 0.19).
namespace bench {

/// Both ends.
using edge = std::array<std::uint32_t, 2>;

enum class graph_kind { kronecker, uniform };

constexpr const char* to_string(graph_kind kind) {
    return kind == graph_kind::kronecker ? "kronecker" : "uniform";
}

/// The edges, each given once.
inline std::vector<edge> edges_of(graph_kind kind, unsigned scale) {
    senda::random_source random(27491095);
    const std::uint32_t nodes = 1U << scale;
    std::vector<edge> edges(std::size_t{16} << scale);
    for (edge& e : edges) {
        if (kind == graph_kind::uniform) {
            e = {static_cast<std::uint32_t>(random.below(nodes)),
                 static_cast<std::uint32_t>(random.below(nodes))};
            continue;
        }
        e = {0, 0};
        for (unsigned bit = 0; bit < scale; ++bit) {
            const std::uint64_t drawn = random.below(100);
            e[0] = e[0] * 2 + (drawn >= 57 + 19 ? 1 : 0);
            e[1] = e[1] * 2 + ((drawn >= 57 && drawn < 57 + 19) || drawn >= 57 + 2 * 19 ? 1 : 0);
        }
    }
    // Large nodes must not have small numbers.
    std::vector<std::uint32_t> number(nodes);
    for (std::uint32_t i = 0; i < nodes; ++i) number[i] = i;
    for (std::uint32_t i = nodes; i > 1; --i) std::swap(number[i - 1], number[random.below(i)]);
    for (edge& e : edges) {
        e = {number[e[0]], number[e[1]]};
        if (e[0] > e[1]) std::swap(e[0], e[1]);
    }
    // Without loops and parallel edges, sorted.
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    std::erase_if(edges, [](const edge& e) { return e[0] == e[1]; });
    return edges;
}

}  // namespace bench
