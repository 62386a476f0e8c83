// SPDX-License-Identifier: MIT
// The least cut between a node and the root of a small graph, for the separation of cuts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::pacman::detail {

/// A graph with capacities, in which flows from many nodes to the same root are asked for. Nodes
/// can be merged with the root.
class min_cut {
public:
    using number = std::uint32_t;

    /// Begins a graph without links. Node `root` is the root.
    void begin(number nodes, number root) {
        arcs_.resize(nodes);
        for (auto& list : arcs_) list.clear();
        links_.clear();
        is_root_.assign(nodes, false);
        is_root_[root] = true;
    }

    /// Adds a link with a capacity from `a` to `b` and one back.
    void add_link(number a, number b, double there, double back) {
        const auto e = static_cast<number>(links_.size());
        links_.push_back({{b, a}, {there, back}, 0});
        arcs_[a].push_back({e, 0});
        arcs_[b].push_back({e, 1});
    }

    /// Makes one node alone the root.
    void set_root(number n) {
        is_root_.assign(is_root_.size(), false);
        is_root_[n] = true;
    }
    void merge_with_root(number n) { is_root_[n] = true; }
    [[nodiscard]] bool is_root(number n) const { return is_root_[n]; }

    /// The flow from a node to the root, at most `enough`. If it is less, `side()` is the least set
    /// with the node that a cut of that capacity parts from the root.
    double flow(number from, double enough) {
        for (link& l : links_) l.flow = 0;
        double sum = 0;
        while (sum < enough - tiny) {
            const number end = search(from);
            if (end == none) return sum;
            double most = enough - sum;
            for (number n = end; n != from; n = tail_of(n)) most = std::min(most, room(by_[n]));
            for (number n = end; n != from;) {
                const number before = tail_of(n);
                links_[by_[n].link].flow += by_[n].direction == 0 ? most : -most;
                n = before;
            }
            sum += most;
        }
        return sum;
    }

    [[nodiscard]] const std::vector<number>& side() const noexcept { return order_; }
    [[nodiscard]] bool is_in_side(number n) const { return seen_[n] != 0; }

private:
    struct link {
        number to[2];  // forwards and backwards
        double capacity[2];
        double flow;
    };
    struct arc {
        number link;
        number direction;
    };
    static constexpr double tiny = 1e-9;
    static constexpr number none = static_cast<number>(-1);

    [[nodiscard]] double room(arc a) const {
        const link& l = links_[a.link];
        return l.capacity[a.direction] - (a.direction == 0 ? l.flow : -l.flow);
    }
    [[nodiscard]] number tail_of(number n) const {
        return links_[by_[n].link].to[1 - by_[n].direction];
    }

    // Breadth first along links with room; the root node that was reached.
    number search(number from) {
        seen_.assign(arcs_.size(), 0);
        by_.resize(arcs_.size());
        order_.assign(1, from);
        seen_[from] = 1;
        for (std::size_t i = 0; i < order_.size(); ++i) {
            for (const arc a : arcs_[order_[i]]) {
                const number to = links_[a.link].to[a.direction];
                if (seen_[to] != 0 || room(a) <= tiny) continue;
                by_[to] = a;
                if (is_root_[to]) return to;
                seen_[to] = 1;
                order_.push_back(to);
            }
        }
        return none;
    }

    std::vector<std::vector<arc>> arcs_;
    std::vector<link> links_;
    std::vector<bool> is_root_;
    std::vector<char> seen_;
    std::vector<arc> by_;
    std::vector<number> order_;
};

}  // namespace senda::pacman::detail
