// SPDX-License-Identifier: MIT
// Small separators of a graph, by flows between its ends.
#pragma once

#include <senda/detail/roads/dissection/plain_graph.hpp>

#include <algorithm>
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

/// Parts a graph between two nodes (A. Schild, C. Sommer, On balanced separators in road networks,
/// 2015, with distances in the place of coordinates): of the quarter of the nodes that is nearer to
/// one and the quarter that is nearer to the other, by the difference, as many paths lead from the
/// first to the second as there can be that have no node in common. As many nodes then part them.
class separator_search {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

public:
    /// The better of the separators next to either end, if one cuts nodes off; with no nodes if
    /// not. `is_over()` may end it early.
    ///
    /// `g`                     a connected graph.
    /// `from_one`, `from_two`  how far each node is from both.
    template <class IsOver>
    [[nodiscard]] separator find(const plain_graph& g, const std::vector<std::uint32_t>& from_one,
                                 const std::vector<std::uint32_t>& from_two,
                                 const IsOver& is_over) {
        const std::uint32_t nodes = g.node_count();
        nodes_.resize(nodes);
        for (std::uint32_t n = 0; n < nodes; ++n) nodes_[n] = n;
        std::sort(nodes_.begin(), nodes_.end(), [&](std::uint32_t a, std::uint32_t b) {
            const std::int64_t lead_of_a = std::int64_t{from_one[a]} - from_two[a];
            const std::int64_t lead_of_b = std::int64_t{from_one[b]} - from_two[b];
            return lead_of_a != lead_of_b ? lead_of_a < lead_of_b : a < b;
        });
        before_.assign(nodes, none);
        after_.assign(nodes, none);
        separator best;
        while (add_paths(g))
            if (is_over()) return best;
        note(best);
        // Backwards, all looks alike, but that nothing more is found.
        std::swap(before_, after_);
        std::reverse(nodes_.begin(), nodes_.end());
        (void)add_paths(g);
        note(best);
        return best;
    }

private:
    // Each node is two states, where paths enter it and where they leave it.
    [[nodiscard]] static constexpr std::uint32_t entry(std::uint32_t n) noexcept { return n * 2; }
    [[nodiscard]] static constexpr std::uint32_t exit(std::uint32_t n) noexcept {
        return n * 2 + 1;
    }
    [[nodiscard]] bool has_path(std::uint32_t n) const noexcept { return after_[n] != none; }

    /// Adds paths, depth first, by states that no other search of this round was in; false if there
    /// are none: then all that can be reached was.
    [[nodiscard]] bool add_paths(const plain_graph& g) {
        const std::size_t nodes = nodes_.size();
        const std::size_t ends = std::max<std::size_t>(1, nodes / 4);
        is_reached_.assign(nodes * 2, false);
        is_goal_.assign(nodes, false);
        parent_.resize(nodes * 2);
        for (std::size_t i = nodes - ends; i < nodes; ++i) is_goal_[nodes_[i]] = true;
        bool is_added = false;
        for (std::size_t i = 0; i < ends; ++i) {
            open_.assign(1, {entry(nodes_[i]), none});
            while (!open_.empty()) {
                const auto [state, parent] = open_.back();
                open_.pop_back();
                if (is_reached_[state]) continue;
                is_reached_[state] = true;
                parent_[state] = parent;
                const std::uint32_t n = state / 2;
                if (state == exit(n)) {
                    if (has_path(n)) open_.push_back({entry(n), state});
                    for (const std::uint32_t to : g.neighbours(n))
                        open_.push_back({entry(to), state});
                } else if (has_path(n)) {
                    // Only back along the path, which then goes another way.
                    if (before_[n] != n) open_.push_back({exit(before_[n]), state});
                } else if (!is_goal_[n]) {
                    open_.push_back({exit(n), state});
                } else {
                    add_path(n);
                    is_added = true;
                    break;
                }
            }
        }
        return is_added;
    }

    /// Adds the path by which a node was reached.
    void add_path(std::uint32_t last) {
        trail_.clear();
        for (std::uint32_t s = entry(last); s != none; s = parent_[s]) trail_.push_back(s);
        const std::uint32_t first = trail_.back() / 2;
        before_[first] = first;
        for (std::size_t i = trail_.size(); --i > 0;) {
            const std::uint32_t from = trail_[i] / 2;
            const std::uint32_t to = trail_[i - 1] / 2;
            if (trail_[i] == entry(from)) continue;
            if (from == to) {  // the path that led here does without this node
                before_[from] = after_[from] = none;
            } else {
                after_[from] = to;
                before_[to] = from;
            }
        }
        after_[last] = last;
    }

    /// Notes the nodes that were entered and not left.
    void note(separator& best) const {
        const auto nodes = static_cast<std::uint32_t>(nodes_.size());
        std::uint32_t left = 0;
        std::vector<std::uint32_t> cut;
        for (std::uint32_t n = 0; n < nodes; ++n) {
            if (is_reached_[exit(n)]) {
                ++left;
            } else if (is_reached_[entry(n)]) {
                cut.push_back(n);
            }
        }
        const auto size = static_cast<std::uint32_t>(cut.size());
        const std::uint32_t smaller = std::min(left, nodes - left - size);
        if (best.is_worse_than(size, smaller)) best = {std::move(cut), smaller};
    }

    struct step {
        std::uint32_t state;
        std::uint32_t parent;
    };

    std::vector<std::uint32_t> nodes_;   // those to begin with first, goals last
    std::vector<std::uint32_t> before_;  // the node before on the path over each, itself at an end
    std::vector<std::uint32_t> after_;   // `none` without a path
    std::vector<bool> is_goal_;
    std::vector<bool> is_reached_;       // of each state
    std::vector<std::uint32_t> parent_;  // the state that each was reached from
    std::vector<step> open_;             // the next one last
    std::vector<std::uint32_t> trail_;
};

}  // namespace senda::detail
