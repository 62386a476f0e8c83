// SPDX-License-Identifier: MIT
// How much agents must pay together, when each of some pairs must pay so much.
#pragma once

#include <senda/detail/language/algorithm.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::detail {

/// The edge-weighted minimum vertex cover: the least sum of numbers of vertices such that those of
/// the two ends of each edge add up to its weight or more.
class vertex_cover {
public:
    static constexpr std::uint32_t infinite = std::numeric_limits<std::uint32_t>::max();

    void clear() noexcept { edges_.clear(); }
    void add_edge(std::uint32_t a, std::uint32_t b, std::uint32_t weight) {
        edges_.push_back({a, b, weight});
    }

    /// The least sum; of large components a lower bound, from parts of them.
    [[nodiscard]] std::uint64_t least() {
        std::uint64_t sum = 0;
        while (!edges_.empty()) {
            collect_part();
            sum += cover_part();
        }
        return sum;
    }

private:
    struct edge {
        std::uint32_t a;
        std::uint32_t b;
        std::uint32_t weight;
    };
    static constexpr std::size_t most_vertices = 14;

    /// Takes out vertices that hang together, with the edges between them; what leads elsewhere is
    /// dropped, which lowers the sum only.
    void collect_part() {
        std::size_t heaviest = 0;
        for (std::size_t k = 1; k < edges_.size(); ++k)
            if (edges_[k].weight > edges_[heaviest].weight) heaviest = k;
        vertices_.assign(1, edges_[heaviest].a);
        for (bool grows = true; grows && vertices_.size() < most_vertices;) {
            grows = false;
            for (std::size_t k = 0; k < edges_.size() && vertices_.size() < most_vertices; ++k) {
                const edge& e = edges_[k];
                if (has(e.a) == has(e.b)) continue;
                vertices_.push_back(has(e.a) ? e.b : e.a);
                grows = true;
            }
        }
        const std::size_t n = vertices_.size();
        weights_.assign(n * n, 0);
        std::size_t kept = 0;
        for (const edge& e : edges_) {
            const std::size_t a = index(e.a);
            const std::size_t b = index(e.b);
            if (a == n && b == n) edges_[kept++] = e;
            if (a == n || b == n) continue;
            weights_[a * n + b] = weights_[b * n + a] = e.weight;
        }
        edges_.erase(edges_.begin() + static_cast<std::ptrdiff_t>(kept), edges_.end());
    }
    [[nodiscard]] std::size_t index(std::uint32_t v) const noexcept {
        return static_cast<std::size_t>(std::find(vertices_.begin(), vertices_.end(), v) -
                                        vertices_.begin());
    }
    [[nodiscard]] bool has(std::uint32_t v) const noexcept { return index(v) != vertices_.size(); }

    /// Branch and bound over the vertices in turn.
    [[nodiscard]] std::uint64_t cover_part() {
        const std::size_t n = vertices_.size();
        std::uint64_t best = std::numeric_limits<std::uint64_t>::max();
        std::vector<std::uint32_t> value(n, 0);
        std::vector<std::uint32_t> most(n, 0);
        std::vector<std::uint64_t> sum(n + 1, 0);
        for (std::size_t v = 0; v < n; ++v)
            for (std::size_t u = 0; u < n; ++u) most[v] = std::max(most[v], weights_[v * n + u]);
        std::size_t k = 0;
        value[0] = 0;
        std::uint64_t steps = 0;
        while (true) {
            if (value[k] <= most[k] && sum[k] + value[k] < best) {
                sum[k + 1] = sum[k] + value[k];
                if (++k < n) {
                    value[k] = 0;
                    for (std::size_t u = 0; u < k; ++u) {
                        const std::uint32_t w = weights_[k * n + u];
                        if (w > value[u]) value[k] = std::max(value[k], w - value[u]);
                    }
                    continue;
                }
                best = sum[n];
            }
            // Larger numbers of the last vertex are of no use.
            if (k == 0 || ++steps > most_steps) break;
            --k;
            ++value[k];
        }
        return steps > most_steps ? heaviest() : best;
    }
    [[nodiscard]] std::uint64_t heaviest() const noexcept {
        return *std::max_element(weights_.begin(), weights_.end());
    }
    static constexpr std::uint64_t most_steps = 100'000;

    std::vector<edge> edges_;
    std::vector<std::uint32_t> vertices_;
    std::vector<std::uint32_t> weights_;  // between two of them
};

}  // namespace senda::detail
