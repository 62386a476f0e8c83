// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/carving/carver.hpp>
#include <mazegen/carving/room_carver.hpp>
#include <mazegen/direction.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace senda::mazegen {

/// Walks at random until all rooms are seen, and opens the passage by which each was first entered.
/// All mazes are equally likely (D. Aldous, The random walk construction of uniform spanning trees,
/// 1990; A. Broder, Generating random spanning trees, 1989).
struct aldous_broder {
    static constexpr std::string_view name = "aldous_broder";
    static constexpr std::string_view summary =
        "walks at random until all rooms are seen: every maze is equally likely, but slowly";
    static constexpr bool takes_masks = true;

    template <class Carver>
    void operator()(Carver& c) const {
        constexpr std::uint8_t seen = 0x20;
        const std::array<std::ptrdiff_t, 4> offsets = c.offsets();
        std::uint8_t* room = c.data() + c.random_room();
        *room = seen;
        std::uint64_t left = c.rooms() - 1;
        while (left != 0 && c.proceed(c.rooms() - left, 32)) {
            std::uint64_t bits = c.random.next();
            for (int step = 0; step < 32; ++step, bits >>= 2U) {
                const auto d = static_cast<direction>(bits & 3U);
                const std::ptrdiff_t offset = offsets[bits & 3U];
                room += offset;
                if ((*room & seen) != 0) [[likely]]
                    continue;
                if (*room == detail::absent) {  // a walk chooses among the rooms there are
                    room -= offset;
                    continue;
                }
                *room = static_cast<std::uint8_t>(seen | bit_of(opposite(d)));
                c.carved(static_cast<std::size_t>(room - c.data()), opposite(d));
                if (--left == 0) return;
            }
        }
    }
    /// In rooms of any shape.
    template <class R, class Observer>
    void operator()(room_carver<R, Observer>& c) const {
        room_number room = c.random_room();
        c.take(room);
        for (room_number left = c.rooms() - 1; left != 0 && c.proceed(c.rooms() - left);) {
            const room_number next = c.random_neighbour(room);
            if (!c.is_taken(next)) {
                c.take(next);
                c.carve(room, next);
                --left;
            }
            room = next;
        }
    }
};

}  // namespace senda::mazegen
