// SPDX-License-Identifier: MIT
// A maze that grows from one room by random rooms at its edge. Short dead ends, no direction.
#pragma once

#include <senda/mazegen/carving/carver.hpp>
#include <senda/mazegen/carving/random_direction.hpp>
#include <senda/mazegen/direction.hpp>
#include <senda/storage/random.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace senda::mazegen {

/// From a random room, takes a random room of the frontier, which are those next to the maze, and
/// joins it to a random neighbour in the maze. Often called Prim's algorithm, but not of its law.
struct prim_frontier {
    static constexpr std::string_view name = "prim_frontier";
    static constexpr std::string_view summary =
        "grows from a room by random rooms at its edge: many short dead ends";
    static constexpr bool takes_masks = true;

    template <class Site>
    void operator()(Site& s) const {
        constexpr std::uint8_t waiting = 0x20;
        const std::ptrdiff_t stride = s.stride();
        const std::array<std::ptrdiff_t, 4> offsets = s.offsets();
        std::uint8_t* const data = s.data();
        random_bits<detail::choice_bits> bits(s.random);
        senda::detail::buffer<std::uint32_t> frontier(s.budget());
        const auto join = [&](std::size_t room, std::uint8_t passage) {
            data[room] = static_cast<std::uint8_t>(detail::taken | passage);
            while (frontier.capacity() - frontier.size() < 4)
                if (!frontier.grow()) return false;
            std::uint32_t* end = frontier.end();
            for (const std::ptrdiff_t offset : offsets) {
                const std::size_t next = room + static_cast<std::size_t>(offset);
                if (data[next] != 0) continue;
                data[next] = waiting;
                *end++ = static_cast<std::uint32_t>(next);
            }
            frontier.set_size(static_cast<std::size_t>(end - frontier.data()));
            return true;
        };

        if (!join(s.random_room(), 0)) return s.lack_memory();
        std::uint64_t done = 1;
        while (!frontier.empty() && s.proceed(done++)) {
            std::uint32_t& drawn =
                frontier[static_cast<std::size_t>(s.random.below(frontier.size()))];
            const std::size_t room = drawn;
            drawn = frontier.pop();
            const unsigned joined = detail::neighbours_that(
                data + room, stride,
                [](std::uint8_t byte) { return (byte & detail::absent) == detail::taken; });
            const direction d = detail::choose(joined, bits);
            if (!join(room, bit_of(d))) return s.lack_memory();
            s.carved(room, d);
        }
    }
};

}  // namespace senda::mazegen
