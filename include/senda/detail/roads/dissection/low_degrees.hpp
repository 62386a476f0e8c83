// SPDX-License-Identifier: MIT
// Takes nodes of at most two neighbours out of a graph: dead ends, and chains between junctions.
#pragma once

#include <senda/detail/roads/dissection/plain_graph.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::detail {

/// A graph of which nodes were eliminated: the two neighbours of one that is gone are neighbours.
struct eliminated_graph {
    std::vector<std::uint32_t> order;  ///< the nodes that are gone, in turn
    std::vector<std::uint32_t> nodes;  ///< the others
    plain_graph kernel;                ///< these, numbered as in `nodes`: each has three neighbours
};

/// Eliminates nodes of at most two neighbours while there are any. No two neighbours go in the same
/// round, so that a chain is halved in each and paths that lead up the elimination tree stay short.
class low_degrees {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

public:
    /// `g`  a graph whose rows are in ascending order, with fewer than 2^32 places in all.
    explicit low_degrees(plain_graph g) : graph_(std::move(g)) {
        const std::uint32_t count = graph_.node_count();
        degree_.resize(count);
        round_of_.assign(count, 0);
        twin_.resize(graph_.to.size());
        std::vector<std::size_t> next(graph_.first.begin(), graph_.first.end() - 1);
        for (std::uint32_t n = 0; n < count; ++n) {
            degree_[n] = static_cast<std::uint32_t>(graph_.neighbours(n).size());
            // Nodes come up in ascending order, as they stand in each row.
            for (std::size_t i = graph_.first[n]; i < graph_.first[n + 1]; ++i)
                twin_[i] = static_cast<std::uint32_t>(next[graph_.to[i]]++);
        }
    }

    [[nodiscard]] eliminated_graph eliminate() {
        eliminated_graph left;
        std::vector<std::uint32_t> candidates;
        std::vector<std::uint32_t> next;
        for (std::uint32_t n = 0; n < degree_.size(); ++n)
            if (degree_[n] <= 2) candidates.push_back(n);
        for (std::uint32_t round = 1; !candidates.empty(); ++round) {
            next.clear();
            for (const std::uint32_t n : candidates) {
                if (degree_[n] == gone || degree_[n] > 2) continue;
                if (round_of_[n] == round) {  // a neighbour went: the next round's
                    next.push_back(n);
                    continue;
                }
                take_out(n, round, next);
                left.order.push_back(n);
            }
            std::swap(candidates, next);
        }
        keep_kernel(left);
        return left;
    }

private:
    static constexpr std::uint32_t gone = none;

    void take_out(std::uint32_t n, std::uint32_t round, std::vector<std::uint32_t>& next) {
        std::uint32_t places[2] = {};  // of the node in the rows of its neighbours
        std::uint32_t count = 0;
        for (std::size_t i = graph_.first[n]; count < degree_[n]; ++i)
            if (graph_.to[i] != none) places[count++] = twin_[i];
        degree_[n] = gone;
        const auto neighbour = [&](std::uint32_t i) { return graph_.to[twin_[places[i]]]; };
        const std::uint32_t ends[] = {count > 0 ? neighbour(0) : none,
                                      count > 1 ? neighbour(1) : none};
        const bool joins = count == 2 && !are_joined(ends[0], ends[1]);
        for (std::uint32_t i = 0; i < count; ++i) {
            graph_.to[places[i]] = joins ? ends[1 - i] : none;
            if (joins) twin_[places[i]] = places[1 - i];
            if (!joins && --degree_[ends[i]] == 2) next.push_back(ends[i]);
            round_of_[ends[i]] = round;
        }
    }

    [[nodiscard]] bool are_joined(std::uint32_t a, std::uint32_t b) const noexcept {
        if (graph_.neighbours(b).size() < graph_.neighbours(a).size()) std::swap(a, b);
        const auto row = graph_.neighbours(a);
        return std::find(row.begin(), row.end(), b) != row.end();
    }

    void keep_kernel(eliminated_graph& left) const {
        std::vector<std::uint32_t> number(degree_.size(), none);
        for (std::uint32_t n = 0; n < degree_.size(); ++n) {
            if (degree_[n] == gone) continue;
            number[n] = static_cast<std::uint32_t>(left.nodes.size());
            left.nodes.push_back(n);
        }
        for (const std::uint32_t n : left.nodes) {
            for (const std::uint32_t to : graph_.neighbours(n))
                if (to != none) left.kernel.to.push_back(number[to]);
            left.kernel.first.push_back(left.kernel.to.size());
        }
    }

    plain_graph graph_;                // `none` where a neighbour went
    std::vector<std::uint32_t> twin_;  // of each place in a row, that of the same edge's other end
    std::vector<std::uint32_t> degree_;
    std::vector<std::uint32_t> round_of_;  // in which a neighbour went last
};

}  // namespace senda::detail
