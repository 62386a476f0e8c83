// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/carving/carver.hpp>
#include <mazegen/carving/minimum_spanning_tree.hpp>
#include <mazegen/carving/room_carver.hpp>
#include <mazegen/direction.hpp>
#include <senda/storage/four_ary_heap.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace senda::mazegen {

/// Gives each passage a random weight and opens, from a random room on, always the lightest that
/// leads out of the maze (R. Prim, Shortest connection networks, 1957): the maze of `kruskal`.
struct prim {
    static constexpr std::string_view name = "prim";
    static constexpr std::string_view summary =
        "opens the lightest passage out of the maze: the same mazes as kruskal, in another order";
    static constexpr bool takes_masks = true;

    template <class Carver>
    void operator()(Carver& c) const {
        const detail::passage_weights weights(c.random.next());
        const auto neighbour = c.neighbours();
        std::uint8_t* const data = c.data();
        const auto is_taken = [data](std::size_t room) {
            return (data[room] & detail::taken) != 0;
        };
        senda::four_ary_heap<std::uint64_t, lighter> leading_out(c.budget());
        const auto enter = [&](std::size_t room) {
            data[room] = static_cast<std::uint8_t>(data[room] | detail::taken);
            const auto offer = [&](std::size_t other, std::uint64_t weight) {
                return is_taken(other) || leading_out.push(weight);
            };
            const std::size_t north = neighbour(room, direction::north);
            return offer(north, weights.south(north)) && offer(room + 1, weights.east(room)) &&
                   offer(neighbour(room, direction::south), weights.south(room)) &&
                   offer(room - 1, weights.east(room - 1));
        };

        if (!enter(c.random_room())) return c.lack_memory();
        for (std::uint64_t done = 1; done < c.rooms() && c.proceed(done);) {
            const auto [room, towards] = weights.passage_of(leading_out.pop());
            const std::size_t other = neighbour(room, towards);
            const bool joined = is_taken(room);
            if (joined && is_taken(other)) continue;
            const std::size_t entered = joined ? other : room;
            c.carve(entered, joined ? opposite(towards) : towards);
            if (!enter(entered)) return c.lack_memory();
            ++done;
        }
    }

    /// In rooms of any shape.
    template <class R, class Observer>
    void operator()(room_carver<R, Observer>& c) const {
        const std::uint64_t seed = c.random.next();
        using passage = detail::weighted_passage;
        senda::four_ary_heap<passage, passage::lighter> leading_out(c.budget());
        const auto enter = [&](room_number room) {
            bool fits = true;
            c.take(room);
            c.for_each_neighbour(room, [&](room_number other, unsigned side) {
                if (c.is_taken(other)) return;
                const passage p = room < other
                                      ? passage(seed, room, side, other)
                                      : passage(seed, other, c.side_towards(other, room), room);
                fits = fits && leading_out.push(p);
            });
            return fits;
        };

        if (!enter(c.random_room())) return c.lack_memory();
        for (room_number done = 1; done < c.rooms() && c.proceed(done);) {
            const passage p = leading_out.pop();
            if (c.is_taken(p.room) && c.is_taken(p.other)) continue;
            const room_number entered = c.is_taken(p.room) ? p.other : p.room;
            c.carve(entered == p.room ? p.other : p.room, entered);
            if (!enter(entered)) return c.lack_memory();
            ++done;
        }
    }

private:
    struct lighter {
        constexpr bool operator()(std::uint64_t a, std::uint64_t b) const noexcept { return a < b; }
    };
};

}  // namespace senda::mazegen
