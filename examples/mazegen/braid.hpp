// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/carving/random_bits.hpp>
#include <mazegen/carving/random_direction.hpp>
#include <mazegen/direction.hpp>
#include <mazegen/listing.hpp>
#include <mazegen/maze.hpp>
#include <mazegen/rooms/fraction.hpp>
#include <mazegen/rooms/room_bytes.hpp>
#include <senda/graph/cell.hpp>
#include <senda/storage/random.hpp>
#include <senda/text/diagnostic.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace senda::mazegen {

namespace detail {

/// The directions of walls that a room shares with other rooms.
[[nodiscard]] inline unsigned inner_walls(const maze& m, cell c) noexcept {
    const std::uint8_t* const room = m.data() + m.index(c);
    const auto stride = static_cast<std::ptrdiff_t>(m.stride());
    return neighbours_that(room, stride, [](std::uint8_t b) { return is_room(b); }) &
           ~unsigned{*room};
}

}  // namespace detail

/// Opens a random wall of that fraction of the dead ends, chosen at random among those with another
/// neighbour. Returns how many dead ends are gone. Error: `bad_fraction`.
inline parsed<std::uint64_t> braid(maze& m, double fraction, std::uint64_t seed) {
    if (diagnostic fault = detail::fault_of_fraction("dead ends", fraction); !fault.code.empty())
        return fault;
    const auto can_be_opened = [&m](cell c) {
        return m.degree(c) == 1 && detail::inner_walls(m, c) != 0;
    };
    std::uint64_t ahead = 0;  // dead ends that can be opened and were not looked at yet
    for_each_room(m, [&](cell c) { ahead += can_be_opened(c) ? 1 : 0; });
    const std::uint64_t wanted = detail::share_of(ahead, fraction);
    std::uint64_t opened = 0;
    random_source random(seed);
    random_bits<detail::choice_bits> bits(random);
    for_each_room(m, [&](cell c) {
        if (opened >= wanted || !can_be_opened(c)) return;
        // Selection sampling: of those ahead, as many are chosen as are still wanted.
        if (random.below(ahead--) >= wanted - opened) return;
        const direction d = detail::choose(detail::inner_walls(m, c), bits);
        const cell other = next_to(c, d);
        ++opened;
        if (m.degree(other) == 1) {
            ++opened;
            if (m.index(other) > m.index(c)) --ahead;
        }
        m.open(c, d);
    });
    return opened;
}

/// Opens that fraction of the walls between rooms at random; how many. Error: `bad_fraction`.
inline parsed<std::uint64_t> open_walls(maze& m, double fraction, std::uint64_t seed) {
    if (diagnostic fault = detail::fault_of_fraction("walls", fraction); !fault.code.empty())
        return fault;
    const auto walls_after = [&m](cell c) {
        return detail::inner_walls(m, c) & (bit_of(direction::east) | bit_of(direction::south));
    };
    std::uint64_t ahead = 0;
    for_each_room(m,
                  [&](cell c) { ahead += static_cast<unsigned>(std::popcount(walls_after(c))); });
    const std::uint64_t wanted = detail::share_of(ahead, fraction);
    std::uint64_t opened = 0;
    random_source random(seed);
    for_each_room(m, [&](cell c) {
        if (opened == wanted) return;
        const unsigned walls = walls_after(c);
        for (const direction d : {direction::east, direction::south}) {
            if ((walls & bit_of(d)) == 0 || random.below(ahead--) >= wanted - opened) continue;
            m.open(c, d);
            ++opened;
        }
    });
    return opened;
}

}  // namespace senda::mazegen
