// SPDX-License-Identifier: MIT
// Hunt and kill: a walk into rooms not seen yet; where it is stuck, the hunt for another beginning.
#pragma once

#include <senda/mazegen/carving/carver.hpp>
#include <senda/mazegen/carving/hierarchical_bitset.hpp>
#include <senda/mazegen/carving/random_direction.hpp>
#include <senda/mazegen/direction.hpp>
#include <senda/storage/random.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace senda::mazegen {

/// From a random room, walks to a random neighbour not seen yet for as long as there is one. Then
/// hunts, row by row from the top, for the first room not seen yet that is next to the maze, joins
/// it to a random neighbour in the maze and walks on from there.
struct hunt_and_kill {
    static constexpr std::string_view name = "hunt_and_kill";
    static constexpr std::string_view summary =
        "walks on until it is stuck, then begins elsewhere: long corridors, few dead ends";
    static constexpr bool takes_masks = true;

    template <class Site>
    void operator()(Site& s) const {
        const std::ptrdiff_t stride = s.stride();
        const std::array<std::ptrdiff_t, 4> offsets = s.offsets();
        std::uint8_t* const data = s.data();
        random_bits<detail::choice_bits> bits(s.random);
        detail::lowest_bit next_to_maze(s.budget());  // rooms not seen yet, for the hunt
        if (!next_to_maze.reset(s.bound())) return s.lack_memory();

        const auto enter = [&](std::size_t room, std::uint8_t passage) {
            data[room] = static_cast<std::uint8_t>(detail::taken | passage);
            next_to_maze.clear(room);
            for (const std::ptrdiff_t offset : offsets) {
                const std::size_t other = room + static_cast<std::size_t>(offset);
                if (data[other] == 0) next_to_maze.set(other);
            }
        };
        std::size_t room = s.random_room();
        enter(room, 0);
        for (std::uint64_t done = 1; s.proceed(done); ++done) {
            const unsigned untouched = detail::untouched_neighbours(data + room, stride);
            direction back{};
            if (untouched != 0) {
                const direction on = detail::choose(untouched, bits);
                room += static_cast<std::size_t>(offsets[static_cast<std::size_t>(on)]);
                back = opposite(on);
            } else {
                if (next_to_maze.empty()) return;
                room = next_to_maze.lowest();
                const auto joined = [](std::uint8_t byte) {
                    return (byte & detail::absent) == detail::taken;
                };
                back = detail::choose(detail::neighbours_that(data + room, stride, joined), bits);
            }
            enter(room, bit_of(back));
            s.carved(room, back);
        }
    }
};

}  // namespace senda::mazegen
