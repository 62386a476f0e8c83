// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/carving/carver.hpp>
#include <mazegen/carving/minimum_spanning_tree.hpp>
#include <mazegen/carving/room_carver.hpp>
#include <mazegen/direction.hpp>
#include <senda/storage/disjoint_sets.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace senda::mazegen {

/// Gives each passage a random weight and opens, from the lightest on, each that joins two parts of
/// the maze (J. Kruskal, On the shortest spanning subtree of a graph, 1956). There is only one
/// minimum spanning tree, so the passages are sorted only for an observer.
struct kruskal {
    static constexpr std::string_view name = "kruskal";
    static constexpr std::string_view summary =
        "opens passages in random order where they join two parts: short dead ends everywhere";
    static constexpr bool takes_masks = true;

    template <class Carver>
    void operator()(Carver& c) const {
        const detail::passage_weights weights(c.random.next());
        if constexpr (Carver::watches_carving) {
            open_in_order(c, weights);
        } else {
            detail::minimum_spanning_tree<Carver>(c, weights).open();
        }
    }

    /// In rooms of any shape.
    template <class R, class Observer>
    void operator()(room_carver<R, Observer>& c) const {
        const std::uint64_t seed = c.random.next();
        senda::buffer<detail::weighted_passage> order(c.budget());
        senda::disjoint_sets parts(c.budget());
        bool fits = parts.reset(c.rooms());
        c.for_each_wall([&](room_number room, unsigned side, room_number other) {
            fits = fits && order.push(seed, room, side, other);
        });
        if (!fits) return c.lack_memory();
        std::sort(order.begin(), order.end(), detail::weighted_passage::lighter{});
        room_number done = 1;
        for (const detail::weighted_passage& p : order) {
            if (!parts.unite(p.room, p.other)) continue;
            c.carve(p.room, p.other);
            if (++done == c.rooms() || !c.proceed(done)) return;
        }
    }

private:
    template <class Carver>
    static void open_in_order(Carver& c, const detail::passage_weights& weights) {
        const auto neighbour = c.neighbours();
        senda::buffer<std::uint64_t> order(c.budget());
        senda::disjoint_sets parts(c.budget());
        if (!parts.reset(c.bound())) return c.lack_memory();
        for (std::size_t room = c.first(); room < c.bound(); ++room) {
            if (!c.is_room(room)) continue;
            const bool east = c.is_room(neighbour(room, direction::east));
            const bool south = c.is_room(neighbour(room, direction::south));
            if ((east && !order.push(weights.east(room))) ||
                (south && !order.push(weights.south(room))))
                return c.lack_memory();
        }
        std::sort(order.begin(), order.end());
        std::uint64_t done = 1;
        for (const std::uint64_t weight : order) {
            const auto [room, towards] = weights.passage_of(weight);
            if (!parts.unite(room, neighbour(room, towards))) continue;
            c.carve(room, towards);
            ++done;
            if (done == c.rooms() || !c.proceed(done)) return;
        }
    }
};

}  // namespace senda::mazegen
