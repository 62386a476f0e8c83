// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/carving/carver.hpp>
#include <mazegen/carving/random_bits.hpp>
#include <mazegen/carving/random_direction.hpp>
#include <mazegen/carving/room_carver.hpp>
#include <mazegen/direction.hpp>
#include <senda/storage/disjoint_sets.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace senda::mazegen {

/// Joins a random room to a random one of its neighbours in another part, if it has any, until
/// there is one part. Its distribution is not that of `kruskal`, which draws walls.
struct kruskal_rooms {
    static constexpr std::string_view name = "kruskal_rooms";
    static constexpr std::string_view summary =
        "joins a random room to a neighbour of another part: shorter dead ends than kruskal";
    static constexpr bool takes_masks = true;

    template <class Carver>
    void operator()(Carver& c) const {
        const auto neighbour = c.neighbours();
        random_bits<detail::choice_bits> bits(c.random);
        senda::disjoint_sets parts(c.budget());
        // Rooms that may have a neighbour of another part.
        senda::buffer<std::uint32_t> open(c.budget());
        if (!parts.reset(c.bound()) || !open.reserve(static_cast<std::size_t>(c.rooms())))
            return c.lack_memory();
        for (std::size_t room = c.first(); room < c.bound(); ++room)
            if (c.is_room(room)) (void)open.push(static_cast<std::uint32_t>(room));

        for (std::uint64_t done = 1; done < c.rooms() && c.proceed(done);) {
            std::uint32_t& drawn = open[static_cast<std::size_t>(c.random.below(open.size()))];
            const std::size_t room = drawn;
            const std::uint32_t part = parts.find(room);
            unsigned strangers = 0;
            for (const direction d : directions) {
                const std::size_t other = neighbour(room, d);
                if (c.is_room(other) && parts.find(other) != part) strangers |= bit_of(d);
            }
            if (strangers == 0) {  // and it will never have one again
                drawn = open.pop();
                continue;
            }
            const direction d = detail::choose(strangers, bits);
            parts.unite(part, neighbour(room, d));
            c.carve(room, d);
            ++done;
        }
    }
    /// In rooms of any shape.
    template <class R, class Observer>
    void operator()(room_carver<R, Observer>& c) const {
        senda::disjoint_sets parts(c.budget());
        senda::buffer<room_number> open(c.budget());
        if (!parts.reset(c.rooms()) || !open.reserve(c.rooms())) return c.lack_memory();
        for (room_number room = 0; room < c.rooms(); ++room) (void)open.push(room);

        for (room_number done = 1; done < c.rooms() && c.proceed(done);) {
            room_number& drawn = open[static_cast<std::size_t>(c.random.below(open.size()))];
            const room_number room = drawn;
            const room_number other = c.random_neighbour(
                room, [&](room_number n) { return parts.find(n) != parts.find(room); });
            if (other == no_room) {  // and it will never have one again
                drawn = open.pop();
                continue;
            }
            parts.unite(room, other);
            c.carve(room, other);
            ++done;
        }
    }
};

}  // namespace senda::mazegen
