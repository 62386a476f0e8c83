// SPDX-License-Identifier: MIT
// What can be reached by going up in a hierarchy, and at which costs: from one node or from several
// at a time. Arcs lead to higher ranks only, so that there is no need of a queue.
#pragma once

#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace senda::detail {

/// A prepared graph that shows its hierarchy, and says whether it is ready: `complete`.
template <class P>
concept HierarchyOwner = Cost<typename P::cost> && requires(const P& p) {
    { p.status() } -> std::same_as<senda::status>;
    { p.hierarchy() } -> std::convertible_to<hierarchy_view<typename P::cost>>;
};

/// The rank of what is not in the graph.
inline constexpr std::uint32_t no_rank = std::numeric_limits<std::uint32_t>::max();

template <Cost C>
[[nodiscard]] std::uint32_t rank_in(const hierarchy_view<C>& h, std::uint32_t node) noexcept {
    return node < h.node_count ? h.rank_of[node] : no_rank;
}

/// Counts expansions of which all are made or none; ends the search and says no where a limit does
/// not allow them.
[[nodiscard]] inline bool may_expand_all(search_control& control, std::uint64_t count) {
    if (control.peek_expansion_batch(count) < count) {
        control.end_by_limit();
        control.end(status::expansion_limit);  // where some but not all may be expanded
        return false;
    }
    control.count_expanded(count);
    return true;
}

/// The nodes that upward arcs lead to from some roots, themselves included. Each has a place behind
/// those that its own arcs lead to: the order in which a depth-first search leaves them.
class upward_closure {
    struct visit {
        std::uint32_t rank;
        std::uint32_t next;  // arc
    };
    static constexpr std::uint32_t entered = no_rank;  // but not left yet

public:
    explicit upward_closure(memory_budget& budget) noexcept
        : ranks_(budget), places_(budget), path_(budget) {}

    /// Makes ready for a hierarchy of `nodes` nodes; false if memory is lacking.
    [[nodiscard]] bool prepare(std::size_t nodes) {
        return places_.size() == nodes || places_.assign_zeros(nodes);
    }

    /// Adds a root, and all above it; false if memory is lacking.
    template <Cost C>
    [[nodiscard]] bool add(const upward_arcs<C>& up, std::uint32_t root) {
        if (contains(root)) return true;
        if (!enter(up, root)) return false;
        while (!path_.empty()) {
            visit& last = path_.back();
            if (last.next == up.first[std::size_t{last.rank} + 1]) {
                if (!ranks_.push(last.rank)) return false;
                places_[last.rank] = static_cast<std::uint32_t>(ranks_.size());
                (void)path_.pop();
            } else if (const std::uint32_t to = up.arcs[last.next++].to; !contains(to)) {
                if (!enter(up, to)) return false;
            }
        }
        return true;
    }

    void clear() noexcept {
        for (const std::uint32_t rank : ranks_) places_[rank] = 0;
        for (const visit& v : path_) places_[v.rank] = 0;
        ranks_.clear();
        path_.clear();
    }

    [[nodiscard]] std::size_t size() const noexcept { return ranks_.size(); }
    /// The rank of the node in a place.
    [[nodiscard]] std::uint32_t operator[](std::size_t place) const noexcept {
        return ranks_[place];
    }
    [[nodiscard]] bool contains(std::uint32_t rank) const noexcept { return places_[rank] != 0; }
    /// The place of a node that it contains.
    [[nodiscard]] std::size_t place(std::uint32_t rank) const noexcept { return places_[rank] - 1; }

private:
    template <Cost C>
    [[nodiscard]] bool enter(const upward_arcs<C>& up, std::uint32_t rank) {
        if (!path_.push(visit{rank, up.first[rank]})) return false;
        places_[rank] = entered;
        return true;
    }

    buffer<std::uint32_t> ranks_;
    buffer<std::uint32_t> places_;  // of each rank, counted from 1
    buffer<visit> path_;
};

/// The costs of one node for several searches side by side, which vectors relax at once.
template <Cost C, std::size_t Lanes>
using cost_lanes = std::array<C, Lanes>;

/// Lowers costs to those of paths over an arc: `infinite` where they do not fit. It takes a copy:
/// else g++ joins the loops of two arcs, and then makes no vectors of them.
template <Cost C, std::size_t Lanes>
void relax(cost_lanes<C, Lanes>& to, cost_lanes<C, Lanes> from, C arc) noexcept {
    const C most = infinite<C> - arc;
    for (std::size_t i = 0; i < Lanes; ++i)
        to[i] = std::min(to[i], static_cast<C>(std::min(from[i], most) + arc));
}

/// The least costs of going up, from as many roots at a time as there are lanes.
template <Cost C, std::size_t Lanes>
class upward_search {
public:
    using lanes = cost_lanes<C, Lanes>;

    explicit upward_search(memory_budget& budget) noexcept : closure_(budget), costs_(budget) {}

    /// Searches from the rank in each lane, from none where it is `no_rank`; false if memory is
    /// lacking.
    [[nodiscard]] bool run(std::size_t nodes, const upward_arcs<C>& up,
                           std::span<const std::uint32_t> roots) {
        closure_.clear();
        if (!closure_.prepare(nodes)) return false;
        for (const std::uint32_t root : roots)
            if (root != no_rank && !closure_.add(up, root)) return false;
        costs_.clear();
        if (!costs_.reserve(size())) return false;
        costs_.set_size(size());
        arc_count_ = 0;
        for (lanes& each : costs_) each.fill(infinite<C>);
        for (std::size_t i = 0; i < roots.size(); ++i)
            if (roots[i] != no_rank) costs_[closure_.place(roots[i])][i] = C{0};
        for (std::size_t place = size(); place-- > 0;) {
            const lanes from = costs_[place];
            const std::size_t rank = closure_[place];
            arc_count_ += up.first[rank + 1] - up.first[rank];
            for (std::uint32_t i = up.first[rank]; i < up.first[rank + 1]; ++i)
                if (const auto& arc = up.arcs[i]; !is_closed(arc.cost))
                    relax(costs_[closure_.place(arc.to)], from, arc.cost);
        }
        return true;
    }

    /// How many nodes were reached; their places are from the highest to the lowest.
    [[nodiscard]] std::size_t size() const noexcept { return closure_.size(); }
    /// How many arcs lead from them.
    [[nodiscard]] std::uint64_t arc_count() const noexcept { return arc_count_; }
    [[nodiscard]] std::uint32_t rank(std::size_t place) const noexcept { return closure_[place]; }
    [[nodiscard]] const lanes& costs(std::size_t place) const noexcept { return costs_[place]; }
    /// The costs of a node of the hierarchy: null if none of the searches reached it.
    [[nodiscard]] const lanes* find(std::uint32_t rank) const noexcept {
        return closure_.contains(rank) ? &costs_[closure_.place(rank)] : nullptr;
    }

private:
    upward_closure closure_;
    buffer<lanes> costs_;
    std::uint64_t arc_count_ = 0;
};

}  // namespace senda::detail
