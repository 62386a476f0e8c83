// SPDX-License-Identifier: MIT
// Searches from portal to portal through regions.
#pragma once

#include <senda/detail/grid/placed_nodes.hpp>
#include <senda/detail/grid/regions/region_levels.hpp>
#include <senda/graph/cell.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace senda::detail {

/// The portals of some regions as a graph: each region joins those of its portals that are in one
/// part. What a search needs to know of a node is kept with it.
template <class Length>
class portal_graph {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    static constexpr Length unreachable = std::numeric_limits<Length>::max();

    struct node {
        cell at;
        std::uint32_t parent = none;   ///< the node before it
        std::uint32_t through = none;  ///< the region between the two
        std::uint32_t places = none;   ///< the first of its places in regions
        bool is_settled = false;
    };
    /// That a node is a portal of a region.
    struct place {
        std::uint32_t region;
        std::uint32_t portal;
        std::uint32_t next;  ///< of the same node
    };
    struct queued {
        Length through;  ///< f: the length of a path through the node, if the estimate is right
        Length left;     ///< that estimate: of equals, the nearest goes first
        std::uint32_t node;
    };

    explicit portal_graph(memory_budget& budget) noexcept
        : regions_(budget),
          nodes_(budget),
          lengths_(budget),
          places_(budget),
          nodes_of_portals_(budget),
          open_(budget) {}

    /// Removes all regions and nodes, and keeps the memory; false if there is none for what most
    /// queries need.
    [[nodiscard]] bool clear() {
        regions_.clear();
        nodes_.clear();
        lengths_.clear();
        places_.clear();
        nodes_of_portals_.clear();
        open_.clear();
        return nodes_.prepare(11) && lengths_.reserve(1024) && places_.reserve(2048) &&
               nodes_of_portals_.reserve(2048);
    }

    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    [[nodiscard]] node& operator[](std::uint32_t n) noexcept { return nodes_[n]; }
    [[nodiscard]] const node& operator[](std::uint32_t n) const noexcept { return nodes_[n]; }
    /// The length of the path to a node.
    [[nodiscard]] Length length(std::uint32_t n) const noexcept { return lengths_[n]; }
    [[nodiscard]] std::uint32_t regions() const noexcept {
        return static_cast<std::uint32_t>(regions_.size());
    }
    /// Calls `visit(region, portal)` for each region that a node is a portal of.
    template <class Visit>
    void for_each_place(std::uint32_t n, Visit&& visit) const {
        for (std::uint32_t i = nodes_[n].places; i != none; i = places_[i].next)
            visit(places_[i].region, places_[i].portal);
    }

    /// The node at a cell, which is made if there is none; `none` without memory.
    [[nodiscard]] std::uint32_t node_at(cell c) {
        const std::uint32_t n = nodes_.at(c);
        return n < lengths_.size() || n == none || lengths_.push(unreachable) ? n : none;
    }

    /// Adds a region, which must outlive this; false without memory. Portals that lead only to dead
    /// ends are left out, but for those behind some sides.
    [[nodiscard]] bool add(const region_portals<Length>& r, side_set dead_ends) {
        const std::uint32_t region = regions();
        if (!regions_.push(member{&r, nodes_of_portals_.size()})) return false;
        for (std::uint32_t i = 0; i < r.portals.size(); ++i) {
            const portal& p = r.portals[i];
            std::uint32_t n = none;
            if (!p.is_dead || (dead_ends & only(p.side)) != 0) {
                n = node_at(p.at);
                if (n == none) return false;
                const auto first = static_cast<std::uint32_t>(places_.size());
                if (!places_.push(place{region, i, nodes_[n].places})) return false;
                nodes_[n].places = first;
            }
            if (!nodes_of_portals_.push(n)) return false;
        }
        return true;
    }

    /// How many portals a region has, with those that were left out.
    [[nodiscard]] std::uint32_t portals(std::uint32_t region) const noexcept {
        return static_cast<std::uint32_t>(regions_[region].portals->portals.size());
    }
    [[nodiscard]] const portal& portal_of(std::uint32_t region, std::size_t number) const noexcept {
        return regions_[region].portals->portals[number];
    }
    /// The node of a portal of a region; `none` if it was left out.
    [[nodiscard]] std::uint32_t node_of(std::uint32_t region, std::size_t portal) const noexcept {
        return nodes_of_portals_[regions_[region].nodes + portal];
    }

    /// Forgets the last search.
    void restart() noexcept {
        for (node& n : nodes_) {
            n.parent = n.through = none;
            n.is_settled = false;
        }
        std::fill(lengths_.begin(), lengths_.end(), unreachable);
        open_.clear();
    }

    /// Notes a path to a node, with an estimate of what is left to the goal, if it is the shortest
    /// so far; false without memory.
    [[nodiscard]] bool reach(std::uint32_t n, Length length, Length left, std::uint32_t parent,
                             std::uint32_t through) {
        node& to = nodes_[n];
        if (length >= lengths_[n] || to.is_settled) return true;
        lengths_[n] = length;
        to.parent = parent;
        to.through = through;
        return open_.push({length + left, left, n});
    }

    /// The nearest node that is not settled yet; `none` if there is none.
    [[nodiscard]] std::uint32_t next() {
        while (!open_.empty()) {
            const std::uint32_t n = open_.pop().node;
            if (nodes_[n].is_settled) continue;
            nodes_[n].is_settled = true;
            return n;
        }
        return none;
    }

    /// Goes on from a node through its regions; false without memory. A region through which it was
    /// reached leads nowhere else: its lengths are those of shortest paths.
    template <class Estimate>
    [[nodiscard]] bool expand(std::uint32_t n, const Estimate& estimate) {
        const node from = nodes_[n];
        const Length so_far = lengths_[n];
        for (std::uint32_t i = from.places; i != none; i = places_[i].next) {
            const place& in = places_[i];
            if (in.region == from.through) continue;
            const member& r = regions_[in.region];
            const portal& p = r.portals->portals[in.portal];
            const Length* const lengths = r.portals->lengths.data() + p.lengths - p.part;
            const std::uint32_t* const nodes = nodes_of_portals_.data() + r.nodes;
            for (std::uint32_t k = p.part; k < p.last; ++k) {
                const std::uint32_t to = nodes[k];
                if (to == none) continue;
                const Length length = so_far + lengths[k];
                if (length >= lengths_[to]) continue;
                if (!reach(to, length, estimate(nodes_[to].at), n, in.region)) return false;
            }
        }
        return true;
    }

private:
    struct member {
        const region_portals<Length>* portals;
        std::size_t nodes;  // where those of its portals begin
    };
    struct sooner {
        constexpr bool operator()(const queued& a, const queued& b) const noexcept {
            return a.through < b.through || (a.through == b.through && a.left < b.left);
        }
    };

    buffer<member> regions_;
    placed_nodes<node> nodes_;
    buffer<Length> lengths_;  // of the paths to them: most looks end here
    buffer<place> places_;
    buffer<std::uint32_t> nodes_of_portals_;
    four_ary_heap<queued, sooner> open_;
};

}  // namespace senda::detail
