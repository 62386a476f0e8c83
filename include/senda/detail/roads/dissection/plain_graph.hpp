// SPDX-License-Identifier: MIT
// Which nodes are neighbours, whatever edges lead between them.
#pragma once

#include <senda/graph/csr.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace senda::detail {

/// An undirected graph without costs, loops and parallel edges: each edge stands in two rows.
struct plain_graph {
    std::vector<std::size_t> first{0};
    std::vector<std::uint32_t> to;

    [[nodiscard]] std::uint32_t node_count() const noexcept {
        return static_cast<std::uint32_t>(first.size() - 1);
    }
    [[nodiscard]] std::span<const std::uint32_t> neighbours(std::uint32_t n) const noexcept {
        return {to.data() + first[n], to.data() + first[n + 1]};
    }

    /// How many edges each node is away from one; nodes that cannot be reached keep the largest
    /// number. `order` becomes the nodes as they are reached, the farthest last.
    void measure(std::uint32_t from, std::vector<std::uint32_t>& distance,
                 std::vector<std::uint32_t>& order) const {
        constexpr std::uint32_t unreached = std::numeric_limits<std::uint32_t>::max();
        distance.assign(node_count(), unreached);
        order.assign(1, from);
        distance[from] = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            for (const std::uint32_t next : neighbours(order[i])) {
                if (distance[next] != unreached) continue;
                distance[next] = distance[order[i]] + 1;
                order.push_back(next);
            }
        }
    }

    /// The neighbours in a stored graph, in ascending order.
    template <class Weight>
    [[nodiscard]] static plain_graph of(const csr_rows<Weight>& rows) {
        plain_graph both;
        both.first.assign(rows.node_count + 2, 0);
        const auto for_each_edge = [&rows](auto&& take) {
            for (std::uint32_t n = 0; n < rows.node_count; ++n)
                for (std::size_t i = rows.offsets[n]; i < rows.offsets[n + 1]; ++i)
                    if (rows.edges[i].to != n) take(n, rows.edges[i].to);
        };
        // Counted two places up and placed one place up, each count ends up as its row's begin.
        for_each_edge([&](std::uint32_t a, std::uint32_t b) {
            ++both.first[std::size_t{a} + 2];
            ++both.first[std::size_t{b} + 2];
        });
        for (std::size_t i = 2; i < both.first.size(); ++i) both.first[i] += both.first[i - 1];
        both.to.resize(both.first.back());
        for_each_edge([&](std::uint32_t a, std::uint32_t b) {
            both.to[both.first[std::size_t{a} + 1]++] = b;
            both.to[both.first[std::size_t{b} + 1]++] = a;
        });
        both.first.pop_back();
        both.leave_out_repeated();
        return both;
    }

private:
    void leave_out_repeated() {
        std::size_t kept = 0;
        std::size_t begin = 0;
        for (std::size_t n = 1; n < first.size(); ++n) {
            const auto from = to.begin() + static_cast<std::ptrdiff_t>(begin);
            const auto end = to.begin() + static_cast<std::ptrdiff_t>(first[n]);
            std::sort(from, end);
            const auto last = std::unique(from, end);
            begin = first[n];
            kept = static_cast<std::size_t>(
                std::copy(from, last, to.begin() + static_cast<std::ptrdiff_t>(kept)) - to.begin());
            first[n] = kept;
        }
        to.resize(kept);
    }
};

}  // namespace senda::detail
