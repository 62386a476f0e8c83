// SPDX-License-Identifier: MIT
// Small separators between two nodes of a graph, more and more balanced ones, by growing flows.
#pragma once

#include <senda/detail/roads/dissection/plain_graph.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::detail {

/// Nodes without which a graph falls apart.
struct separator {
    std::vector<std::uint32_t> nodes;
    std::uint32_t smaller = 0;  ///< how many nodes are on its smaller side; none if there is none

    /// Whether another of `size` nodes that leaves `leaves` on a side separates better: with fewer
    /// nodes for each that it cuts off.
    [[nodiscard]] bool is_worse_than(std::size_t size, std::uint32_t leaves) const noexcept {
        return leaves != 0 && (smaller == 0 || std::uint64_t{smaller} * size <
                                                   std::uint64_t{leaves} * nodes.size());
    }
};

/// Grows two sets of nodes, each from one, and keeps as many paths between them as there can be
/// that have no node in common: as many nodes then part the sets (M. Hamann, B. Strasser, Graph
/// bisection with Pareto optimization, 2018). The smaller set always takes in all that it can reach
/// without more paths, and one node beyond.
///
/// Each node is two states, where paths enter it and where they leave it. To the set of goals all
/// looks as it does to that of starts, with both exchanged: `near` is where a search arrives.
class flow_cutter {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

public:
    /// The best separator of a connected graph between two nodes that leaves at least `least` nodes
    /// on either side, if there is one; with no nodes if not. `is_over()` may end it early.
    template <class IsOver>
    [[nodiscard]] separator cut(const plain_graph& g, std::uint32_t start, std::uint32_t goal,
                                std::uint32_t least, const IsOver& is_over) {
        begin(g, start, goal);
        separator best;
        while (settle(is_over)) {
            const int k = sides_[0].taken() <= sides_[1].taken() ? 0 : 1;
            note(k, least, best);
            // Even in the middle, one of that size would be no better.
            if (!best.is_worse_than(size_, graph_->node_count() / 2)) break;
            if (std::uint64_t{at(k).taken()} * 2 + size_ >= graph_->node_count()) break;
            if (!pierce(k)) break;
        }
        return best;
    }

private:
    struct side {
        std::vector<std::uint8_t> is_reached;  // of each state
        std::vector<std::uint32_t> parent;     // the state that each was reached from
        std::vector<std::uint32_t> open;       // states to search on from, the next one last
        std::vector<std::uint32_t> left;       // nodes that it reached and can leave
        std::vector<std::uint32_t> frontier;   // nodes at which paths kept the search out
        std::vector<std::uint32_t> rim;        // of the set: where searches begin
        std::uint32_t size = 0;                // of the set
        std::vector<std::uint32_t> distance;   // from its first node
        std::vector<std::uint32_t> link;       // the node before on the path, seen from this side

        /// How many nodes are on its side.
        [[nodiscard]] std::uint32_t taken() const noexcept {
            return size + static_cast<std::uint32_t>(left.size());
        }
    };

    void begin(const plain_graph& g, std::uint32_t start, std::uint32_t goal) {
        graph_ = &g;
        size_ = 0;
        const std::size_t nodes = g.node_count();
        end_of_.assign(nodes, 0);
        for (const int k : {0, 1}) {
            side& own = sides_[static_cast<std::size_t>(k)];
            own.link.assign(nodes, none);
            own.parent.resize(nodes * 2);
            own.rim.clear();
            own.size = 0;
            measure(own, k == 0 ? start : goal);
        }
        take_in(0, start);
        take_in(1, goal);
        search_again();
    }

    void measure(side& own, std::uint32_t from) {
        own.distance.assign(graph_->node_count(), none);
        own.left.assign(1, from);
        own.distance[from] = 0;
        for (std::size_t i = 0; i < own.left.size(); ++i) {
            const std::uint32_t n = own.left[i];
            for (const std::uint32_t to : graph_->neighbours(n)) {
                if (own.distance[to] != none) continue;
                own.distance[to] = own.distance[n] + 1;
                own.left.push_back(to);
            }
        }
    }

    [[nodiscard]] side& at(int k) noexcept { return sides_[static_cast<std::size_t>(k)]; }
    [[nodiscard]] static std::uint32_t near_side(int k, std::uint32_t n) noexcept {
        return n * 2 + static_cast<std::uint32_t>(k);
    }
    [[nodiscard]] static std::uint32_t far_side(int k, std::uint32_t n) noexcept {
        return near_side(1 - k, n);
    }
    [[nodiscard]] bool has_path(std::uint32_t n) const noexcept {
        return sides_[0].link[n] != none && sides_[1].link[n] != none;
    }

    void take_in(int k, std::uint32_t n) {
        end_of_[n] = static_cast<std::uint8_t>(k + 1);
        at(k).rim.push_back(n);
        ++at(k).size;
    }

    /// Forgets what the searches reached: the paths have changed.
    void search_again() {
        for (const int k : {0, 1}) {
            side& own = at(k);
            own.is_reached.assign(std::size_t{graph_->node_count()} * 2, 0);
            own.open.clear();
            own.left.clear();
            own.frontier.clear();
            const auto is_inside = [&](std::uint32_t n) {
                const auto to = graph_->neighbours(n);
                return std::all_of(to.begin(), to.end(),
                                   [&](std::uint32_t m) { return end_of_[m] == k + 1; });
            };
            own.rim.erase(std::remove_if(own.rim.begin(), own.rim.end(), is_inside), own.rim.end());
            for (const std::uint32_t n : own.rim) begin_at(k, n);
        }
    }
    void begin_at(int k, std::uint32_t n) {
        at(k).parent[far_side(k, n)] = none;
        at(k).open.push_back(far_side(k, n));
    }

    void reach(int k, std::uint32_t state, std::uint32_t from) {
        side& own = at(k);
        if (own.is_reached[state] != 0 || end_of_[state / 2] != 0) return;
        own.is_reached[state] = 1;
        own.parent[state] = from;
        own.open.push_back(state);
        if (state == far_side(k, state / 2)) own.left.push_back(state / 2);
    }

    enum class growth : std::uint8_t { ended, added_path, touched };

    /// Adds paths until there is none more; false if no separator can part the sets, or it is over.
    template <class IsOver>
    [[nodiscard]] bool settle(const IsOver& is_over) {
        for (int k = 0; k < 2;) {
            const growth how = grow(k);
            if (how == growth::touched || is_over()) return false;
            k = how == growth::added_path ? 0 : k + 1;
        }
        return true;
    }

    /// Searches on from one side, until a path is found: depth first, the nearest to the other set
    /// next, so that it looks at little more than the path.
    [[nodiscard]] growth grow(int k) {
        side& own = at(k);
        while (!own.open.empty()) {
            const std::uint32_t state = own.open.back();
            own.open.pop_back();
            const std::uint32_t n = state / 2;
            if (state == near_side(k, n)) {
                if (has_path(n)) own.frontier.push_back(n);
                reach(k, far_side(k, has_path(n) ? own.link[n] : n), state);
                continue;
            }
            if (has_path(n)) reach(k, near_side(k, n), state);
            const std::size_t before = own.open.size();
            for (const std::uint32_t to : graph_->neighbours(n)) {
                if (end_of_[to] == 2 - k) {
                    if (end_of_[n] == k + 1) return growth::touched;
                    add_path(k, state, to);
                    search_again();
                    return growth::added_path;
                }
                reach(k, near_side(k, to), state);
            }
            prefer_nearest(own.open, before, at(1 - k).distance);
        }
        return growth::ended;
    }
    static void prefer_nearest(std::vector<std::uint32_t>& open, std::size_t from,
                               const std::vector<std::uint32_t>& distance) {
        for (std::size_t i = from; i + 1 < open.size(); ++i)
            if (distance[open[i] / 2] < distance[open.back() / 2]) std::swap(open[i], open.back());
    }

    /// Adds the path that leads to a state and then to a node of the other set.
    void add_path(int k, std::uint32_t state, std::uint32_t last) {
        std::vector<std::uint32_t>& back = at(k).link;
        std::vector<std::uint32_t>& ahead = at(1 - k).link;
        trail_.assign(1, near_side(k, last));
        for (; state != none; state = at(k).parent[state]) trail_.push_back(state);
        for (std::size_t i = trail_.size(); --i > 0;) {
            const std::uint32_t from = trail_[i];
            const std::uint32_t to = trail_[i - 1];
            const bool is_far = from == far_side(k, from / 2);
            if (is_far && from / 2 != to / 2) {
                ahead[from / 2] = to / 2;
                back[to / 2] = from / 2;
            } else if (is_far) {
                back[to / 2] = ahead[to / 2] = none;  // the path does without this node
            }
        }
        ++size_;
    }

    /// Notes the separator next to one side.
    void note(int k, std::uint32_t least, separator& best) {
        const side& own = at(k);
        const std::uint32_t smaller =
            std::min(own.taken(), graph_->node_count() - own.taken() - size_);
        if (smaller < least || !best.is_worse_than(size_, smaller)) return;
        best.smaller = smaller;
        best.nodes.clear();
        for (const std::uint32_t n : own.frontier)
            if (own.is_reached[far_side(k, n)] == 0) best.nodes.push_back(n);
    }

    /// Lets a set take in what it reaches and one node of its separator: rather one that calls for
    /// no other path, and then one far from the other set. False if there is none.
    [[nodiscard]] bool pierce(int k) {
        side& own = at(k);
        const side& other = at(1 - k);
        for (const std::uint32_t n : own.left) take_in(k, n);
        own.left.clear();
        std::uint32_t best = none;
        bool best_is_free = false;
        std::int64_t best_lead = 0;
        for (const std::uint32_t n : own.frontier) {
            if (own.is_reached[far_side(k, n)] != 0) continue;
            const bool is_free = other.is_reached[far_side(k, n)] == 0;
            const std::int64_t lead = std::int64_t{other.distance[n]} - own.distance[n];
            if (best != none && (is_free != best_is_free ? best_is_free : lead <= best_lead))
                continue;
            best = n;
            best_is_free = is_free;
            best_lead = lead;
        }
        if (best == none) return false;
        take_in(k, best);
        own.is_reached[far_side(k, best)] = 1;  // it is in the separator no more
        begin_at(k, best);
        return true;
    }

    const plain_graph* graph_ = nullptr;
    std::array<side, 2> sides_;
    std::vector<std::uint8_t> end_of_;  // 1 if a node is in the set of starts, 2 in that of goals
    std::vector<std::uint32_t> trail_;
    std::uint32_t size_ = 0;  // paths, and nodes of a separator
};

}  // namespace senda::detail
