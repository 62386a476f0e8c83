// SPDX-License-Identifier: MIT
// Which node shall be the next landmark, by what those chosen so far say.
#pragma once

#include <senda/detail/estimates/distances/cost_columns.hpp>
#include <senda/detail/estimates/distances/distance_rows.hpp>
#include <senda/graph/cost.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace senda::detail {

/// The landmarks so far: their nodes, and the rows of distances, which are not turned yet. The lane
/// of a landmark has the distances from it; if edges do not lead both ways, the next those to it.
template <Cost C, class Entry>
class landmark_choice {
    using entry = distance_entry<C, Entry>;
    using rows_type = distance_rows<C, Entry>;

public:
    landmark_choice(const rows_type& rows, bool is_symmetric) noexcept
        : rows_(&rows), ways_(is_symmetric ? 1 : 2) {}

    void add(std::size_t node) { nodes_.push_back(node); }
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    [[nodiscard]] std::size_t node(std::size_t i) const noexcept { return nodes_[i]; }
    [[nodiscard]] bool is_landmark(std::size_t node) const noexcept {
        return std::find(nodes_.begin(), nodes_.end(), node) != nodes_.end();
    }

    /// How far a node is from the nearest landmark, there and back; `infinite` if none leads there.
    [[nodiscard]] double distance(std::size_t node) const noexcept {
        double nearest = infinite<double>;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            double both = 0;
            for (std::size_t way = 0; way < ways_; ++way) {
                const auto part = rows_->row(node)[i * ways_ + way];
                both += part == entry::unreached ? infinite<double> : static_cast<double>(part);
            }
            nearest = std::min(nearest, both);
        }
        return nearest;
    }

    /// The node farthest from all landmarks, of those that are joined to one; of several the first.
    [[nodiscard]] std::optional<std::size_t> farthest() const {
        std::optional<std::size_t> best;
        double most = 0;
        for (std::size_t n = 0; n < rows_->nodes(); ++n) {
            const double there = distance(n);
            if (there == infinite<double> || there <= most) continue;
            most = there;
            best = n;
        }
        return best;
    }

    /// A leaf of a tree of shortest paths, in a subtree without landmarks in which estimates from
    /// the root are farthest off in all (A. Goldberg, R. Werneck, Computing point-to-point shortest
    /// paths from external memory, 2005). None if all estimates are exact.
    [[nodiscard]] std::optional<std::size_t> avoided(const cost_column<C>& tree,
                                                     std::size_t root) const {
        constexpr double has_landmark = -1;
        const std::size_t nodes = tree.costs.size();
        std::vector<double> sizes(nodes, 0);
        std::vector<std::uint32_t> children(nodes, 0);
        std::vector<std::uint32_t> largest_child(nodes, none);
        const auto is_in = [&](std::size_t n) { return tree.costs[n] != infinite<C>; };
        for (std::size_t n = 0; n < nodes; ++n)
            if (is_in(n) && n != root) ++children[tree.parents[n]];
        for (const std::size_t n : nodes_) sizes[n] = has_landmark;

        std::size_t largest = none;
        double most = 0;
        std::vector<std::uint32_t> done;  // nodes whose subtrees are summed up
        for (std::size_t n = 0; n < nodes; ++n)
            if (is_in(n) && children[n] == 0) done.push_back(static_cast<std::uint32_t>(n));
        while (!done.empty()) {
            const std::uint32_t n = done.back();
            done.pop_back();
            if (sizes[n] != has_landmark) {
                const double cost = static_cast<double>(tree.costs[n]);
                sizes[n] += std::max(0.0, cost - bound(root, n));
                if (sizes[n] > most) {
                    most = sizes[n];
                    largest = n;
                }
            }
            if (n == root) break;
            const std::uint32_t up = tree.parents[n];
            if (sizes[n] == has_landmark) {
                sizes[up] = has_landmark;
            } else if (sizes[up] != has_landmark) {
                sizes[up] += sizes[n];
                std::uint32_t& child = largest_child[up];
                if (child == none || sizes[n] > sizes[child]) child = n;
            }
            if (--children[up] == 0) done.push_back(up);
        }
        if (largest == none) return std::nullopt;
        while (largest_child[largest] != none) largest = largest_child[largest];
        return largest;
    }

private:
    static constexpr std::uint32_t none = 0xffff'ffffU;

    /// A lower bound on what it costs from one node to another.
    [[nodiscard]] double bound(std::size_t from, std::size_t to) const noexcept {
        const auto* const a = rows_->row(from);
        const auto* const b = rows_->row(to);
        double best = 0;
        for (std::size_t lane = 0; lane < nodes_.size() * ways_; ++lane) {
            if (a[lane] == entry::unreached || b[lane] == entry::unreached) continue;
            const auto apart = static_cast<double>(b[lane]) - static_cast<double>(a[lane]);
            best = std::max(best, ways_ == 1 ? std::abs(apart) : lane % 2 == 0 ? apart : -apart);
        }
        return rows_->in_costs(best);
    }

    const rows_type* rows_;
    std::size_t ways_;
    std::vector<std::size_t> nodes_;
};

}  // namespace senda::detail
