// SPDX-License-Identifier: MIT
// Fragments of a tour that grow by joining their ends.
#pragma once

#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

namespace senda::pacman::detail {

/// Paths that cover some nodes, each at most once. Nodes 0 and 1 are where the tour begins and
/// ends, so nothing comes before the one or after the other.
class tour_fragments {
public:
    using index = std::uint32_t;

    /// Every node is a fragment by itself.
    explicit tour_fragments(index nodes) : links_(nodes, {{none, none}}), other_end_(nodes) {
        std::iota(other_end_.begin(), other_end_.end(), index{0});
    }

    /// Joins two nodes if both are ends of fragments, and not of the same.
    void join(index a, index b) {
        if (!is_free(a) || !is_free(b) || other_end_[a] == b) return;
        const index far_a = other_end_[a];
        const index far_b = other_end_[b];
        // The fragments with the start and the goal are joined last.
        if (far_a < 2 && far_b < 2) return;
        links_[a].add(b);
        links_[b].add(a);
        other_end_[far_a] = far_b;
        other_end_[far_b] = far_a;
    }

    /// All nodes that are `wanted(v)` as one tour from node 0 to node 1: fragment after fragment,
    /// always the nearest one next by `distance(a, b)`.
    template <class Wanted, class Distance>
    [[nodiscard]] std::vector<index> to_tour(Wanted&& wanted, Distance&& distance) const {
        std::vector<index> tour;
        std::vector<bool> used(links_.size());
        const auto append = [&](index from) {
            for (index v = from, before = none; v != none;) {
                if (wanted(v)) tour.push_back(v);
                used[v] = true;
                const index next =
                    links_[v].to[links_[v].to[0] == before || links_[v].to[0] == none];
                before = v;
                v = next;
            }
        };
        append(0);
        const index last = other_end_[1];
        for (;;) {
            index best = none;
            for (index v = 2; v < links_.size(); ++v) {
                if (used[v] || v == last || other_end_[v] == 1 || !is_end(v) || !wanted(v))
                    continue;
                if (best == none || distance(tour.back(), v) < distance(tour.back(), best))
                    best = v;
            }
            if (best == none) break;
            append(best);
        }
        if (!used[1]) append(last);
        return tour;
    }

private:
    static constexpr index none = std::numeric_limits<index>::max();
    struct link_pair {
        index to[2];

        void add(index v) { to[to[0] == none ? 0 : 1] = v; }
    };

    [[nodiscard]] bool is_end(index v) const { return links_[v].to[1] == none; }
    [[nodiscard]] bool is_free(index v) const {
        return is_end(v) && (v >= 2 || links_[v].to[0] == none);
    }

    std::vector<link_pair> links_;
    std::vector<index> other_end_;
};

}  // namespace senda::pacman::detail
