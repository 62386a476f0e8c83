// SPDX-License-Identifier: MIT
// A graph after the elimination of its nodes, one by one: the neighbours of each are neighbours.
#pragma once

#include <senda/detail/roads/dissection/plain_graph.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::detail {

/// The chordal graph that elimination in an order leaves. Nodes are numbered by rank, in an order
/// that leaves the same graph but in which each subtree of the elimination tree is a range of
/// ranks. An arc is that from its lower end to its upper one, and stands for both directions.
struct chordal_graph {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// An arc seen from its upper end.
    struct arc_from_below {
        std::uint32_t from;
        std::uint32_t arc;
    };

    explicit chordal_graph(memory_budget& budget) noexcept
        : rank_of(budget),
          node_at(budget),
          first(budget),
          to(budget),
          first_below(budget),
          below(budget),
          parent(budget) {}

    [[nodiscard]] std::uint32_t node_count() const noexcept {
        return static_cast<std::uint32_t>(node_at.size());
    }
    [[nodiscard]] std::uint32_t arc_count() const noexcept {
        return static_cast<std::uint32_t>(to.size());
    }
    /// The arc between two ranks, which must be there.
    [[nodiscard]] std::uint32_t arc(std::uint32_t low, std::uint32_t high) const noexcept {
        const std::uint32_t* const row = to.data();
        return static_cast<std::uint32_t>(
            std::lower_bound(row + first[low], row + first[low + 1], high) - row);
    }

    buffer<std::uint32_t> rank_of;
    buffer<std::uint32_t> node_at;
    buffer<std::uint32_t> first;  ///< where the arcs up from each rank begin
    buffer<std::uint32_t> to;     ///< their upper ends, in ascending order
    buffer<std::uint32_t> first_below;
    /// The arcs from below to each rank, in ascending order, but for those that are the last of
    /// their lower ends: these are in no triangle under the rank.
    buffer<arc_from_below> below;
    /// The next node up the elimination tree, the lower end of whose arcs a path from below can
    /// reach first; `none` of a root.
    buffer<std::uint32_t> parent;
};

/// Eliminates nodes in an order.
class elimination {
    static constexpr std::uint32_t none = chordal_graph::none;

public:
    elimination(search_control& control, chordal_graph& made) : control_(control), made_(made) {}

    /// Makes the chordal graph; false if a limit ended it.
    [[nodiscard]] bool run(const plain_graph& g, const std::vector<std::uint32_t>& order) {
        const std::uint32_t count = g.node_count();
        if (!control_.fits(made_.rank_of.assign_zeros(count) && made_.node_at.assign_zeros(count) &&
                           made_.first.assign_zeros(std::size_t{count} + 1) &&
                           made_.parent.assign_zeros(count) &&
                           made_.first_below.assign_zeros(std::size_t{count} + 1)))
            return false;
        set_order(order);
        find_tree(g);
        set_order(postorder());
        find_tree(g);
        return find_arcs(g) && find_arcs_below();
    }

private:
    void set_order(const std::vector<std::uint32_t>& order) {
        for (std::uint32_t rank = 0; rank < order.size(); ++rank) {
            made_.node_at[rank] = order[rank];
            made_.rank_of[order[rank]] = rank;
        }
    }

    /// Finds the parents of all ranks by paths up that are shortened as they are walked (J. Liu,
    /// The role of elimination trees in sparse factorization, 1990).
    void find_tree(const plain_graph& g) {
        const std::uint32_t count = g.node_count();
        std::fill(made_.parent.begin(), made_.parent.end(), none);
        std::vector<std::uint32_t> ancestor(count, none);
        for (std::uint32_t rank = 0; rank < count; ++rank) {
            for (const std::uint32_t neighbour : g.neighbours(made_.node_at[rank])) {
                std::uint32_t low = made_.rank_of[neighbour];
                while (low < rank && ancestor[low] != rank) {
                    const std::uint32_t up = ancestor[low];
                    ancestor[low] = rank;
                    if (up == none) {
                        made_.parent[low] = rank;
                        break;
                    }
                    low = up;
                }
            }
        }
    }

    /// Children before parents, and all below a node before anything else: with the tree that there
    /// is, such an order leaves the same graph.
    [[nodiscard]] std::vector<std::uint32_t> postorder() const {
        const std::size_t count = made_.parent.size();
        // From the last to the first, each node is put before all that is placed below its parent.
        std::vector<std::uint32_t> size(count, 1);
        for (std::size_t rank = 0; rank < count; ++rank)
            if (made_.parent[rank] != none) size[made_.parent[rank]] += size[rank];
        std::vector<std::uint32_t> end(count);  // the place after what is below a node and unplaced
        std::vector<std::uint32_t> order(count);
        auto last = static_cast<std::uint32_t>(count);
        for (std::size_t rank = count; rank-- > 0;) {
            std::uint32_t& free = made_.parent[rank] == none ? last : end[made_.parent[rank]];
            order[free - 1] = made_.node_at[rank];
            end[rank] = free - 1;
            free -= size[rank];
        }
        return order;
    }

    /// The row of a rank: its neighbours above, and what its children have above it.
    [[nodiscard]] bool find_arcs(const plain_graph& g) {
        const std::uint32_t count = g.node_count();
        std::vector<std::uint32_t> next_child(count, none);
        std::vector<std::uint32_t> first_child(count, none);
        std::vector<std::uint32_t> seen_by(count, none);
        std::vector<std::uint32_t> row;
        for (std::uint32_t rank = 0; rank < count; ++rank) {
            if (!control_.may_expand()) return false;
            row.clear();
            seen_by[rank] = rank;
            const auto take = [&](std::uint32_t to) {
                if (to <= rank || seen_by[to] == rank) return;
                seen_by[to] = rank;
                row.push_back(to);
            };
            for (const std::uint32_t n : g.neighbours(made_.node_at[rank])) take(made_.rank_of[n]);
            for (std::uint32_t child = first_child[rank]; child != none; child = next_child[child])
                for (std::uint32_t i = made_.first[child]; i < made_.first[child + 1]; ++i)
                    take(made_.to[i]);
            std::sort(row.begin(), row.end());
            for (const std::uint32_t to : row)
                if (!control_.fits(made_.to.push(to))) return false;
            // Places in arrays of two directions are counted in 32 bits.
            if (!control_.fits(made_.to.size() < none / 2)) return false;
            made_.first[rank + 1] = static_cast<std::uint32_t>(made_.to.size());
            if (row.empty()) continue;
            next_child[rank] = first_child[row.front()];
            first_child[row.front()] = rank;
        }
        return true;
    }

    [[nodiscard]] bool find_arcs_below() {
        const auto for_each_arc = [this](auto&& take) {
            for (std::uint32_t rank = 0; rank < made_.node_count(); ++rank)
                for (std::uint32_t i = made_.first[rank]; i + 1 < made_.first[rank + 1]; ++i)
                    take(made_.to[i], chordal_graph::arc_from_below{rank, i});
        };
        std::vector<std::uint32_t> next(std::size_t{made_.node_count()} + 1);
        for_each_arc([&](std::uint32_t to, auto) { ++next[to + 1]; });
        for (std::uint32_t rank = 0; rank < made_.node_count(); ++rank) {
            next[rank + 1] += next[rank];
            made_.first_below[rank + 1] = next[rank + 1];
        }
        if (!control_.fits(made_.below.assign_zeros(next.back()))) return false;
        for_each_arc([&](std::uint32_t to, const auto& from) { made_.below[next[to]++] = from; });
        return true;
    }

    search_control& control_;
    chordal_graph& made_;
};

}  // namespace senda::detail
