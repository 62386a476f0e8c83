// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/carving/random_bits.hpp>
#include <mazegen/direction.hpp>
#include <mazegen/rooms/room_bytes.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace senda::mazegen::detail {

/// The directions in which the neighbour of a room fulfils `is_one`, a bit each.
template <class Test>
[[nodiscard]] inline unsigned neighbours_that(const std::uint8_t* room, std::ptrdiff_t stride,
                                              Test is_one) noexcept {
    return static_cast<unsigned>(is_one(room[-stride])) |
           static_cast<unsigned>(is_one(room[1])) << 1U |
           static_cast<unsigned>(is_one(room[stride])) << 2U |
           static_cast<unsigned>(is_one(room[-1])) << 3U;
}

/// The directions to neighbours that nothing was written to yet.
[[nodiscard]] inline unsigned untouched_neighbours(const std::uint8_t* room,
                                                   std::ptrdiff_t stride) noexcept {
    return neighbours_that(room, stride, [](std::uint8_t byte) { return byte == 0; });
}

/// The directions to neighbours that are `taken`.
[[nodiscard]] inline unsigned taken_neighbours(const std::uint8_t* room,
                                               std::ptrdiff_t stride) noexcept {
    return neighbours_that(room, stride,
                           [](std::uint8_t byte) { return (byte & absent) == taken; });
}

/// How many random bits a choice takes. Of three neighbours, one draw in 64 must be repeated.
inline constexpr unsigned choice_bits = 6;
inline constexpr std::uint8_t draw_again = 4;

/// The direction chosen, or `draw_again`, by the set of directions and then the bits drawn.
inline constexpr auto choices = [] {
    std::array<std::uint8_t, 16U << choice_bits> table{};
    for (unsigned set = 0; set < 16; ++set) {
        const auto count = static_cast<unsigned>(std::popcount(set));
        for (unsigned drawn = 0; drawn < 1U << choice_bits; ++drawn) {
            std::uint8_t& chosen = table[set << choice_bits | drawn];
            chosen = draw_again;
            if (count == 0 || (count == 3 && drawn == 63)) continue;
            unsigned skip = drawn % count;
            for (std::uint8_t d = 0; d < 4; ++d)
                if ((set >> d & 1U) != 0 && skip-- == 0) chosen = d;
        }
    }
    return table;
}();

/// One direction of a set that is not empty.
[[nodiscard]] inline direction choose(unsigned set, random_bits<choice_bits>& bits) noexcept {
    std::uint8_t chosen = draw_again;
    while (chosen == draw_again) chosen = choices[set << choice_bits | bits.next()];
    return static_cast<direction>(chosen);
}

}  // namespace senda::mazegen::detail
