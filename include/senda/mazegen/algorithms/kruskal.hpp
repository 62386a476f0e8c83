// SPDX-License-Identifier: MIT
// Kruskal: passages by random weight, each opened if it joins two parts of the maze.
#pragma once

#include <senda/mazegen/carving/carver.hpp>
#include <senda/mazegen/carving/disjoint_sets.hpp>
#include <senda/mazegen/carving/minimum_spanning_tree.hpp>
#include <senda/mazegen/carving/passage_weights.hpp>
#include <senda/mazegen/direction.hpp>
#include <senda/mazegen/rooms/room_bytes.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace senda::mazegen {

/// Gives each passage a random weight and opens, from the lightest on, each that joins two parts of
/// the maze (J. Kruskal, On the shortest spanning subtree of a graph, 1956).
///
/// That is the one tree of least weight, and it can be found without sorting. So they are sorted
/// only if somebody looks on.
struct kruskal {
    static constexpr std::string_view name = "kruskal";
    static constexpr std::string_view summary =
        "opens passages in random order where they join two parts: short dead ends everywhere";
    static constexpr bool takes_masks = true;

    template <class Site>
    void operator()(Site& s) const {
        const detail::passage_weights weights(s.random.next());
        if constexpr (Site::watches_carving) {
            open_in_order(s, weights);
        } else {
            detail::lightest_tree<Site>(s, weights).open();
        }
    }

private:
    template <class Site>
    static void open_in_order(Site& s, const detail::passage_weights& weights) {
        const auto stride = static_cast<std::size_t>(s.stride());
        senda::detail::buffer<std::uint64_t> order(s.budget());
        detail::disjoint_sets parts(s.budget());
        if (!parts.reset(s.bound())) return s.lack_memory();
        for (std::size_t room = s.first(); room < s.bound(); ++room) {
            if (!detail::is_room(s.data()[room])) continue;
            const bool east = detail::is_room(s.data()[room + 1]);
            const bool south = detail::is_room(s.data()[room + stride]);
            if ((east && !order.push(weights.east(room))) ||
                (south && !order.push(weights.south(room))))
                return s.lack_memory();
        }
        std::sort(order.begin(), order.end());
        std::uint64_t done = 1;
        for (const std::uint64_t weight : order) {
            const auto [room, towards] = weights.passage_of(weight);
            const std::size_t other = room + (towards == direction::east ? 1 : stride);
            if (!parts.unite(static_cast<std::uint32_t>(room), static_cast<std::uint32_t>(other)))
                continue;
            s.carve(room, towards);
            ++done;
            if (done == s.rooms() || !s.proceed(done)) return;
        }
    }
};

}  // namespace senda::mazegen
