// SPDX-License-Identifier: MIT
// Minimum cuts between a node and the sink of a small graph, for the separation of cuts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::pacman::detail {

/// Maximum flows from many nodes to the same sink, by augmenting paths (J. Edmonds, R. Karp, 1972).
/// Nodes can be merged with the sink.
class min_cut {
public:
    using index = std::uint32_t;

    /// Begins a graph without links. Node `sink` is the sink.
    void begin(index nodes, index sink) {
        arcs_.resize(nodes);
        for (auto& list : arcs_) list.clear();
        links_.clear();
        is_sink_.resize(nodes);
        set_sink(sink);
    }

    /// Adds a link with a capacity from `a` to `b` and one back.
    void add_link(index a, index b, double there, double back) {
        const auto e = static_cast<index>(links_.size());
        links_.push_back({{b, a}, {there, back}, 0});
        arcs_[a].push_back({e, 0});
        arcs_[b].push_back({e, 1});
    }

    void set_sink(index n) {
        is_sink_.assign(is_sink_.size(), false);
        is_sink_[n] = true;
    }
    void merge_with_sink(index n) { is_sink_[n] = true; }
    [[nodiscard]] bool is_sink(index n) const { return is_sink_[n]; }

    /// The flow from a node to the sink, at most `enough`. If it is less, `side()` is the least set
    /// with the node that a cut of that capacity separates from the sink.
    double flow(index from, double enough) {
        for (link& l : links_) l.flow = 0;
        double sum = 0;
        while (sum < enough - tiny) {
            const index end = search(from);
            if (end == none) return sum;
            double most = enough - sum;
            for (index n = end; n != from; n = tail_of(n)) most = std::min(most, room(by_[n]));
            for (index n = end; n != from;) {
                const index before = tail_of(n);
                links_[by_[n].link].flow += by_[n].direction == 0 ? most : -most;
                n = before;
            }
            sum += most;
        }
        return sum;
    }

    [[nodiscard]] const std::vector<index>& side() const noexcept { return order_; }
    [[nodiscard]] bool is_in_side(index n) const { return seen_[n] != 0; }

private:
    struct link {
        index to[2];  // forwards and backwards
        double capacity[2];
        double flow;
    };
    struct arc {
        index link;
        index direction;
    };
    static constexpr double tiny = 1e-9;
    static constexpr index none = static_cast<index>(-1);

    [[nodiscard]] double room(arc a) const {
        const link& l = links_[a.link];
        return l.capacity[a.direction] - (a.direction == 0 ? l.flow : -l.flow);
    }
    [[nodiscard]] index tail_of(index n) const {
        return links_[by_[n].link].to[1 - by_[n].direction];
    }

    // Breadth first along links with room; the sink node that was reached.
    index search(index from) {
        seen_.assign(arcs_.size(), 0);
        by_.resize(arcs_.size());
        order_.assign(1, from);
        seen_[from] = 1;
        for (std::size_t i = 0; i < order_.size(); ++i) {
            for (const arc a : arcs_[order_[i]]) {
                const index to = links_[a.link].to[a.direction];
                if (seen_[to] != 0 || room(a) <= tiny) continue;
                by_[to] = a;
                if (is_sink_[to]) return to;
                seen_[to] = 1;
                order_.push_back(to);
            }
        }
        return none;
    }

    std::vector<std::vector<arc>> arcs_;
    std::vector<link> links_;
    std::vector<bool> is_sink_;
    std::vector<char> seen_;
    std::vector<arc> by_;
    std::vector<index> order_;
};

}  // namespace senda::pacman::detail
