// SPDX-License-Identifier: MIT
// Parts of a tour that grow by joining their ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::pacman::detail {

/// Paths that cover some nodes, each at most once. Nodes 0 and 1 are where the tour begins and
/// ends, so nothing comes before the one or after the other.
class tour_parts {
public:
    using number = std::uint32_t;

    /// Begins with every node by itself.
    void begin(number nodes) {
        links_.assign(nodes, {none, none});
        other_end_.resize(nodes);
        for (number v = 0; v < nodes; ++v) other_end_[v] = v;
    }

    /// Joins two nodes if both are ends of parts, and not of the same.
    void join(number a, number b) {
        if (!is_free(a) || !is_free(b) || other_end_[a] == b) return;
        const number far_a = other_end_[a];
        const number far_b = other_end_[b];
        // The parts with the start and the goal are joined last.
        if (far_a < 2 && far_b < 2) return;
        add_link(a, b);
        add_link(b, a);
        other_end_[far_a] = far_b;
        other_end_[far_b] = far_a;
    }

    /// All nodes that are `wanted(v)` in one row from node 0 to node 1, in parts as they are,
    /// always the nearest part next by `far(a, b)`.
    template <class Wanted, class Far>
    [[nodiscard]] std::vector<number> in_a_row(Wanted&& wanted, Far&& far) const {
        std::vector<number> row;
        std::vector<bool> used(links_.size());
        const auto append = [&](number from) {
            for (number v = from, before = none; v != none;) {
                if (wanted(v)) row.push_back(v);
                used[v] = true;
                const number next =
                    links_[v].to[links_[v].to[0] == before || links_[v].to[0] == none];
                before = v;
                v = next;
            }
        };
        append(0);
        const number last = other_end_[1];
        for (;;) {
            number best = none;
            for (number v = 2; v < links_.size(); ++v) {
                if (used[v] || v == last || other_end_[v] == 1 || !is_end(v) || !wanted(v))
                    continue;
                if (best == none || far(row.back(), v) < far(row.back(), best)) best = v;
            }
            if (best == none) break;
            append(best);
        }
        if (!used[1]) append(last);
        return row;
    }

private:
    static constexpr number none = std::numeric_limits<number>::max();
    struct pair {
        number to[2];
    };

    [[nodiscard]] bool is_free(number v) const {
        return links_[v].to[1] == none && (v >= 2 || links_[v].to[0] == none);
    }
    [[nodiscard]] bool is_end(number v) const { return links_[v].to[1] == none; }
    void add_link(number from, number to) {
        links_[from].to[links_[from].to[0] == none ? 0 : 1] = to;
    }

    std::vector<pair> links_;
    std::vector<number> other_end_;
};

}  // namespace senda::pacman::detail
