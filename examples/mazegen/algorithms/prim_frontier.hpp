// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/carving/carver.hpp>
#include <mazegen/carving/random_bits.hpp>
#include <mazegen/carving/random_direction.hpp>
#include <mazegen/carving/room_carver.hpp>
#include <mazegen/direction.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace senda::mazegen {

/// From a random room, joins a random room of the frontier to a random neighbour in the maze. Often
/// called Prim's algorithm, but it has another distribution.
struct prim_frontier {
    static constexpr std::string_view name = "prim_frontier";
    static constexpr std::string_view summary =
        "grows from a room by random rooms at its edge: many short dead ends";
    static constexpr bool takes_masks = true;

    template <class Carver>
    void operator()(Carver& c) const {
        constexpr std::uint8_t waiting = 0x20;
        std::uint8_t* const data = c.data();
        const std::ptrdiff_t stride = c.stride();
        const auto neighbour = c.neighbours();
        random_bits<detail::choice_bits> bits(c.random);
        senda::buffer<std::uint32_t> frontier(c.budget());
        const auto join = [&](std::size_t room, std::uint8_t passage) {
            data[room] = static_cast<std::uint8_t>(detail::taken | passage);
            while (frontier.capacity() - frontier.size() < 4)
                if (!frontier.grow()) return false;
            std::uint32_t* end = frontier.end();
            for (const direction d : directions) {
                const std::size_t next = neighbour(room, d);
                if (data[next] != 0) continue;
                data[next] = waiting;
                *end++ = static_cast<std::uint32_t>(next);
            }
            frontier.set_size(static_cast<std::size_t>(end - frontier.data()));
            return true;
        };

        if (!join(c.random_room(), 0)) return c.lack_memory();
        std::uint64_t done = 1;
        while (!frontier.empty() && c.proceed(done++)) {
            std::uint32_t& drawn =
                frontier[static_cast<std::size_t>(c.random.below(frontier.size()))];
            const std::size_t room = drawn;
            drawn = frontier.pop();
            const direction d = detail::choose(detail::taken_neighbours(data + room, stride), bits);
            if (!join(room, bit_of(d))) return c.lack_memory();
            c.carved(room, d);
        }
    }
    /// In rooms of any shape.
    template <class R, class Observer>
    void operator()(room_carver<R, Observer>& c) const {
        senda::buffer<room_number> frontier(c.budget());
        senda::buffer<std::uint8_t> is_waiting(c.budget());
        const auto join = [&](room_number room) {
            bool fits = true;
            c.take(room);
            c.for_each_neighbour(room, [&](room_number next, unsigned) {
                if (c.is_taken(next) || is_waiting[next] != 0) return;
                is_waiting[next] = 1;
                fits = fits && frontier.push(next);
            });
            return fits;
        };

        if (!is_waiting.assign_zeros(c.rooms()) || !join(c.random_room())) return c.lack_memory();
        for (room_number done = 1; !frontier.empty() && c.proceed(done); ++done) {
            room_number& drawn =
                frontier[static_cast<std::size_t>(c.random.below(frontier.size()))];
            const room_number room = drawn;
            drawn = frontier.pop();
            c.carve(c.random_taken_neighbour(room), room);
            if (!join(room)) return c.lack_memory();
        }
    }
};

}  // namespace senda::mazegen
